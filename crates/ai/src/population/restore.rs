//! Snapshots of a population.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Population;
use super::snapshot_names::Names;
use crate::bindings::BLOCK;
use crate::context::Moment;
use crate::definition::Definition;
use crate::error::RestoreError;
use crate::event::Payload;
use crate::id::UnitId;
use crate::snapshot::{
    MessageSnapshot, PopulationSnapshot, SNAPSHOT_VERSION, Snapshot, TimerName, TimerSnapshot, UnitSnapshot,
    VERSION_OF_NUMBERS,
};
use crate::structure::NO_STATE;

/// How many places can be neither taken nor free, because each was taken 65,535 times. A damaged
/// snapshot may claim any number.
const MAX_USED_UP: usize = 1 << 16;

impl<D: Clone + 'static, W> Population<D, W> {
    /// The units as plain data for [`Population::restore`], without counters and recorded changes.
    pub fn snapshot(&self) -> Snapshot<D> {
        let structure = &self.definition.structure;
        let free = self.free.iter().map(|&place| (place, self.store.id_at(place).generation)).collect();
        let timers = self.definition.named_timers();
        let units: Vec<_> = self.iter().map(|unit| self.unit_snapshot(unit, &timers)).collect();
        // The last one that was removed: the others may be gone since before the last restore.
        let gone = self.free.last().filter(|_| units.is_empty());
        let gone = gone.map(|place| &self.store.data[*place as usize]);
        let data = self.iter().map(|unit| &self.store.data[unit.index()]).chain(gone).cloned().collect();
        let messages = self.mailbox.waiting.iter().map(|message| MessageSnapshot {
            unit: message.index,
            generation: message.generation,
            event: message.key - 1,
            payload: message.payload().to_bits(),
            payload_type: message.payload().payload_type(),
        });
        let states = (0..).zip(&structure.nodes);
        let state = PopulationSnapshot {
            version: SNAPSHOT_VERSION,
            machine: structure.name.clone(),
            states: states.map(|(state, node)| (node.spec.name.clone(), node.end > state + 1)).collect(),
            parents: structure.nodes.iter().map(|node| node.parent).collect(),
            is_stack: Some(self.store.below.stride > 0),
            events: structure.events.iter().map(|event| event.name().to_owned()).collect(),
            timers: timers.into_iter().map(|(name, _)| name).collect(),
            clock: self.clock,
            carried: self.store.carried,
            random: self.store.random,
            seed: Some(self.store.shared.seed),
            turns: self.turns.clone(),
            late: self.store.late.clone(),
            next_turn: self.next_turn as u32,
            places: self.store.data.len() as u32,
            free,
            units,
            messages: messages.collect(),
        };
        Snapshot { state, owner: self.store.shared.owner, data }
    }

    fn unit_snapshot(&self, unit: UnitId, names: &[(TimerName, usize)]) -> UnitSnapshot {
        let place = unit.index();
        let definition = &*self.definition;
        let remembered = self.store.history.of(place);
        let history = (0..).zip(&definition.states).flat_map(|(state, code)| {
            let first = code.history.map(|first| &remembered[first as usize..][..definition.regions]);
            let left = first.unwrap_or_default().iter().filter(|left| **left != NO_STATE);
            left.map(move |left| (state, *left))
        });
        let is_stack = self.store.below.stride > 0;
        let below = self.store.below(place).iter().rev();
        let states = self.store.leaves(place).into_iter().chain(below.copied());
        let states: Vec<u8> = states.filter(|state| *state != NO_STATE).collect();
        // Without a stack all regions are one entry.
        let entries = if is_stack { states.len() } else { states.len().min(1) };
        let mut timers = Vec::new();
        let timed = if definition.slots > 0 { entries } else { 0 };
        for (covered_by, &top) in states.iter().enumerate().take(timed) {
            let entry = entries - 1 - covered_by;
            let mut leaves = self.store.leaves(place);
            leaves[0] = top;
            // Of a covered state the time that is left is saved.
            let saved = self.store.saved.of(place).get(entry * definition.slots..).filter(|_| covered_by > 0);
            let now = saved.map_or(i64::from(self.store.now()), |_| 0);
            let deadline = |slot| saved.map_or_else(|| self.store.deadline(place, slot), |saved| saved[slot]);
            timers.extend(self.armed(&leaves, deadline).filter_map(|(state, slot, deadline)| {
                let timer = names.iter().position(|(name, own)| (name.key.state, *own) == (state, slot))?;
                let left = i64::from(deadline) - now;
                let is_fixed = definition.code(state).timers.fixed_slot() == Some(slot);
                let own = self.store.intervals.get(&(place as u32, entry as u8, state));
                let every = own.filter(|_| is_fixed).copied();
                Some(TimerSnapshot { timer: timer as u16, covered_by: covered_by as u8, left, every })
            }));
        }
        UnitSnapshot {
            index: unit.index,
            generation: unit.generation,
            states,
            timers,
            history: history.collect(),
            previous: self.store.previous.values.get(place).copied().filter(|state| *state != NO_STATE),
            random: self.store.random_of(place),
        }
    }

    /// Makes a population from a snapshot and its definition, or a later definition of the same
    /// machine: states, events and timers are found by their names. No hook is called.
    ///
    /// A unit is always in states that the definition allows. In a state that the definition does not have it comes to
    /// `fallback`; in one that has states inside by now to the initial one, or the first; and of states that
    /// cannot be active together it keeps the first ones. All regions of a parallel state are active. Timers that the
    /// snapshot's definition did not have start now. [`Snapshot::rename_state`] and [`Snapshot::rename_event`] keep what
    /// has another name. Returns the population and what could not be kept, one line for each kind: states, the
    /// rest in a state that got states inside, what is below on a stack that is too low, timers, history, messages.
    ///
    /// Ids that were given out before, or were saved, are those of the restored units.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Population, Snapshot, State};
    ///
    /// let machine = |states: [&str; 2]| {
    ///     let states = states.map(|name| State::new(name).from_code());
    ///     let machine = Blueprint { states: states.to_vec(), ..Blueprint::template("miner", "idle") };
    ///     machine.build(&Bindings::<u32>::new())
    /// };
    /// let mut miners = Population::new(&machine(["idle", "haul"])?);
    /// let miner = miners.spawn(7);
    /// miners.set_state(miner, "haul".into(), false)?;
    /// let text = serde_json::to_string(&miners.snapshot())?; // `u32` is `Serialize`, and so is its snapshot
    ///
    /// // The next version of the game.
    /// let mut saved: Snapshot<u32> = serde_json::from_str(&text)?;
    /// saved.rename_state("haul", "carry");
    /// let (miners, lost) = Population::restore(&machine(["idle", "carry"])?, &saved, Some("idle"))?;
    /// assert_eq!((miners.state(miner), miners.get(miner)), (Some("carry".into()), Some(&7)));
    /// assert!(lost.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Another machine or format, a state that is gone while units are in it and there is no
    /// fallback, a fallback that is no state, or a damaged snapshot.
    pub fn restore(
        definition: &Arc<Definition<D, W>>,
        snapshot: &Snapshot<D>,
        fallback: Option<&str>,
    ) -> Result<(Self, Vec<String>), RestoreError> {
        let Snapshot { state: snapshot, owner, data } = snapshot;
        if ![VERSION_OF_NUMBERS, SNAPSHOT_VERSION].contains(&snapshot.version) {
            return Err(RestoreError::Version { found: snapshot.version, expected: SNAPSHOT_VERSION });
        }
        if snapshot.machine != definition.name {
            let (found, expected) = (snapshot.machine.clone(), definition.name.clone());
            return Err(RestoreError::OtherMachine { found, expected });
        }
        if let Some(name) = fallback.filter(|name| definition.find(name).is_none()) {
            return Err(RestoreError::NoFallback(name.to_owned()));
        }
        let mut names = Names::of(snapshot, definition, fallback);
        let places = snapshot.places as usize;
        let known = snapshot.units.len() + snapshot.free.len();
        if places > known + MAX_USED_UP || snapshot.turns.len() != places.div_ceil(BLOCK) {
            return Err(RestoreError::Damaged("it has another number of places than of turns"));
        }
        let mut this = Self::new(definition);
        this.store.shared.owner = this.store.shared.owner.of_restored(*owner);
        this.clock = snapshot.clock;
        this.epoch = snapshot.clock.saturating_sub(1 << 30);
        this.store.shared.moment = Moment::new(this.clock, this.epoch, 0);
        this.store.random = snapshot.random;
        this.store.shared.seed = snapshot.seed.unwrap_or(snapshot.random);
        this.store.carried = snapshot.carried;
        if snapshot.units.iter().any(|unit| unit.generation > 0) || snapshot.units.len() < places {
            // A place that is neither taken nor free has no generation left.
            this.store.shared.generations = vec![u16::MAX; places];
        }
        // Places without a unit need some data.
        if data.len() < snapshot.units.len().max(usize::from(places > 0)) {
            return Err(RestoreError::Damaged("a unit has no data"));
        }
        this.turns.clone_from(&snapshot.turns);
        this.store.late.clone_from(&snapshot.late);
        this.next_turn = snapshot.next_turn as usize;
        data.iter().cycle().take(places).for_each(|data| this.store.push(data.clone()));
        (0..places).for_each(|place| this.store.set_state(place, this.store.free));
        this.remember_previous(snapshot.units.iter().any(|unit| unit.previous.is_some()));
        for (unit, data) in snapshot.units.iter().zip(data) {
            this.restore_unit(unit, data, snapshot, &mut names)?;
        }
        for &(place, generation) in &snapshot.free {
            let known = this.store.shared.generations.get(place as usize);
            if known != Some(&u16::MAX) || generation == u16::MAX || this.store.is_taken(place as usize) {
                return Err(RestoreError::Damaged("a free place is taken, or there twice"));
            }
            this.store.shared.generations[place as usize] = generation;
            this.free.push(place);
        }
        for message in &snapshot.messages {
            let unit = UnitId::new(message.unit, message.generation, 0);
            let Some(&key) = names.events.get(message.event as usize) else {
                return Err(RestoreError::Damaged("a message has an event without a name"));
            };
            let payload = match snapshot.version {
                VERSION_OF_NUMBERS => {
                    let declared = key.checked_sub(1).and_then(|key| definition.payloads[key as usize]);
                    Payload::of_number(f64::from_bits(message.payload), declared)
                }
                _ => Payload::of_bits(message.payload_type, message.payload)
                    .ok_or(RestoreError::Damaged("the payload of a message is no unit"))?,
            };
            if key == 0 {
                names.lose(format!("messages `{}`", snapshot.events[message.event as usize]));
            } else if !definition.takes(key, payload) {
                let event = &snapshot.events[message.event as usize];
                names.lose(format!("messages `{event}` with a payload of another type"));
            } else if unit.index() < places {
                // Without the place, the unit is gone.
                this.mailbox.push(unit, key, payload);
            }
        }
        Ok((this, names.lines()))
    }

    /// Replaces the definition with another one of the same machine, such as a corrected data file:
    /// units stay in the states of the same names, and keep their handlers for them. Results and errors are
    /// those of [`Population::restore`]; after an error nothing has changed.
    pub fn replace_definition(
        &mut self,
        definition: &Arc<Definition<D, W>>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        let (own, sent) = (std::mem::take(&mut self.own), std::mem::take(&mut self.sent));
        let posts = std::mem::take(&mut self.store.out.posts);
        let result = self.take_over(definition, &self.snapshot(), fallback);
        (self.own, self.sent, self.store.out.posts) = (own, sent, posts);
        let mut lost = result?;
        lost.extend(self.forget_handlers());
        Ok(lost)
    }

    /// Replaces all units by those of a snapshot, which get their old ids again. Results and errors are
    /// those of [`Population::restore`]; after an error nothing has changed. Handlers that single units
    /// had are gone, and so is what the old units have posted and asked of other populations since the last
    /// tick.
    pub fn replace_units(
        &mut self,
        snapshot: &Snapshot<D>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        self.take_over(&Arc::clone(&self.definition), snapshot, fallback)
    }

    /// Removes the handlers of single units for states that are gone. Returns which, one line for each state.
    fn forget_handlers(&mut self) -> Vec<String> {
        let (definition, mut lost) = (&self.definition, BTreeMap::<&str, usize>::new());
        self.own.retain(|_, handlers| {
            handlers.retain(|(state, _)| {
                let is_there = definition.local(*state).is_some();
                if !is_there {
                    *lost.entry(state.name()).or_default() += 1;
                }
                is_there
            });
            !handlers.is_empty()
        });
        lost.into_iter().map(|(state, count)| format!("handler of state `{state}` ({count})")).collect()
    }

    fn take_over(
        &mut self,
        definition: &Arc<Definition<D, W>>,
        snapshot: &Snapshot<D>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        let (mut restored, lost) = Self::restore(definition, snapshot, fallback)?;
        restored.store.shared.population = self.id();
        restored.store.shared.owner = self.store.shared.owner.with_units_of(snapshot.owner);
        restored.store.counters = std::mem::take(&mut self.store.counters);
        restored.store.changes = std::mem::take(&mut self.store.changes);
        restored.remember_previous(self.store.previous.stride > 0);
        *self = restored;
        Ok(lost)
    }
}
