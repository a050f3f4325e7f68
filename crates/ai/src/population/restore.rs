//! Snapshots of a population.

use std::sync::Arc;

use super::Population;
use super::snapshot_names::Names;
use super::store::NOTHING_LEFT;
use crate::context::Moment;
use crate::definition::{Definition, NEVER};
use crate::error::RestoreError;
use crate::event::Payload;
use crate::id::{PopulationId, UnitId};
use crate::snapshot::{
    MessageSnapshot, PopulationSnapshot, SNAPSHOT_VERSION, Snapshot, TimerName, TimerSnapshot, UnitSnapshot,
    VERSION_OF_NUMBERS,
};
use crate::structure::{Leaves, MAX_REGIONS, NO_STATE};

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
            seed: Some(self.store.shared.seed),
            places: self.store.data.len() as u32,
            free,
            units,
            messages: messages.collect(),
        };
        Snapshot { state, population: self.id(), data }
    }

    fn unit_snapshot(&self, unit: UnitId, names: &[(TimerName, usize)]) -> UnitSnapshot {
        let place = unit.index();
        let below = self.store.below(place).iter().rev().copied();
        let states = self.store.leaves(place).into_iter().chain(below);
        UnitSnapshot {
            index: unit.index,
            generation: unit.generation,
            states: states.filter(|state| *state != NO_STATE).collect(),
            timers: self.timer_snapshots(place, names),
            history: self.history_snapshot(place),
            previous: self.store.previous.values.get(place).copied().filter(|state| *state != NO_STATE),
            random: self.store.random_of(place),
        }
    }

    fn history_snapshot(&self, place: usize) -> Vec<(u8, u8)> {
        let mut history = Vec::new();
        for (state, code) in (0..).zip(&self.definition.states) {
            let Some(first) = code.history else { continue };
            let left = self.store.history.of(place)[first as usize..][..self.definition.regions].iter();
            history.extend(left.filter(|left| **left != NO_STATE).map(|left| (state, *left)));
        }
        history
    }

    /// The timers of a unit: first of the current states, then of the covered ones from the top down.
    fn timer_snapshots(&self, place: usize, names: &[(TimerName, usize)]) -> Vec<TimerSnapshot> {
        let (store, slots) = (&self.store, self.definition.slots);
        let mut timers = Vec::new();
        if slots == 0 {
            return timers;
        }
        let below = store.below(place);
        let mut add = |leaves: &Leaves, entry: usize, left: &dyn Fn(usize) -> Option<i64>| {
            let covered_by = (below.len() - entry) as u8;
            for (state, slot, left) in self.armed(leaves, left) {
                let timer = names.iter().position(|(name, own)| (name.key.state, *own) == (state, slot));
                let is_fixed = self.definition.code(state).timers.fixed_slot() == Some(slot);
                let own = store.intervals.get(&(place as u32, entry as u8, state)).filter(|_| is_fixed);
                let every = own.copied();
                timers.extend(timer.map(|timer| TimerSnapshot {
                    timer: timer as u16,
                    covered_by,
                    left,
                    every,
                }));
            }
        };
        add(&store.leaves(place), below.len(), &|slot| {
            let deadline = Some(store.deadline(place, slot)).filter(|at| *at != NEVER)?;
            Some(i64::from(deadline) - i64::from(store.now()))
        });
        for (entry, state) in below.iter().enumerate().rev() {
            let mut leaves = [NO_STATE; MAX_REGIONS];
            leaves[0] = *state;
            let saved = &store.saved.of(place)[entry * slots..];
            add(&leaves, entry, &|slot| {
                Some(saved[slot]).filter(|left| *left != NOTHING_LEFT).map(i64::from)
            });
        }
        timers
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
    /// Ids that were saved lead to the restored units. A population that is restored in the same run, from a
    /// snapshot that was no text in between, takes the place of the one that the snapshot is of: it has the same
    /// [`id`](Self::id), so that ids that were given out before lead to its units too.
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
    /// let miner = miners.spawn(&mut (), 7);
    /// miners.set_state(&mut (), miner, "haul".into(), false)?;
    /// let text = serde_json::to_string(&miners.snapshot())?; // `u32` is `Serialize`, and so is its snapshot
    ///
    /// // The next version of the game.
    /// let mut saved: Snapshot<u32> = serde_json::from_str(&text)?;
    /// saved.rename_state("haul", "carry");
    /// let (miners, lost) = Population::restore(&machine(["idle", "carry"])?, &saved, Some("idle"))?;
    /// let miner = miners.iter().next().expect("it was saved");
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
        let Snapshot { state: saved, population, data } = snapshot;
        check(saved, definition, fallback)?;
        let mut names = Names::of(saved, definition, fallback);
        let mut this = Self::new(definition);
        if *population != PopulationId::NONE {
            this.store.shared.population = *population;
        }
        this.restore_clock(saved);
        this.restore_places(saved, data)?;
        for (unit, data) in saved.units.iter().zip(data) {
            this.restore_unit(unit, data, saved, &mut names)?;
        }
        this.restore_free(saved)?;
        this.restore_messages(saved, &mut names)?;
        Ok((this, names.lines()))
    }

    fn restore_clock(&mut self, saved: &PopulationSnapshot) {
        self.clock = saved.clock;
        self.epoch = saved.clock.saturating_sub(1 << 30);
        self.store.shared.moment = Moment::new(self.clock, self.epoch, 0);
        self.store.shared.seed = saved.seed.unwrap_or(0);
        self.store.carried = saved.carried;
    }

    /// Makes the places, without a unit in them.
    fn restore_places(&mut self, saved: &PopulationSnapshot, data: &[D]) -> Result<(), RestoreError> {
        let (places, units) = (saved.places as usize, saved.units.len());
        if places > units + saved.free.len() + MAX_USED_UP {
            return Err(RestoreError::Damaged("it has more places than units"));
        }
        // Places without a unit need some data.
        if data.len() < units.max(usize::from(places > 0)) {
            return Err(RestoreError::Damaged("a unit has no data"));
        }
        if saved.units.iter().any(|unit| unit.generation > 0) || units < places {
            // A place that is neither taken nor free has no generation left.
            self.store.shared.generations = vec![u16::MAX; places];
        }
        data.iter().cycle().take(places).for_each(|data| self.store.push(data.clone()));
        (0..places).for_each(|place| self.store.set_state(place, self.store.free));
        self.remember_previous(saved.units.iter().any(|unit| unit.previous.is_some()));
        Ok(())
    }

    fn restore_free(&mut self, saved: &PopulationSnapshot) -> Result<(), RestoreError> {
        for &(place, generation) in &saved.free {
            let known = self.store.shared.generations.get(place as usize);
            if known != Some(&u16::MAX) || generation == u16::MAX || self.store.is_taken(place as usize) {
                return Err(RestoreError::Damaged("a free place is taken, or there twice"));
            }
            self.store.shared.generations[place as usize] = generation;
            self.free.push(place);
        }
        Ok(())
    }

    fn restore_messages(
        &mut self,
        saved: &PopulationSnapshot,
        names: &mut Names,
    ) -> Result<(), RestoreError> {
        for message in &saved.messages {
            let Some(&key) = names.events.get(message.event as usize) else {
                return Err(RestoreError::Damaged("a message has an event without a name"));
            };
            let payload = match saved.version {
                VERSION_OF_NUMBERS => {
                    let declared = key.checked_sub(1).and_then(|key| self.definition.payloads[key as usize]);
                    Payload::of_number(f64::from_bits(message.payload), declared)
                }
                _ => Payload::of_bits(message.payload_type, message.payload)
                    .ok_or(RestoreError::Damaged("the payload of a message is no unit"))?,
            };
            let event = &saved.events[message.event as usize];
            if key == 0 {
                names.lose(format!("messages `{event}`"));
            } else if !self.definition.takes(key, payload) {
                names.lose(format!("messages `{event}` with a payload of another type"));
            } else if message.unit < saved.places {
                // Without the place, the unit is gone.
                let unit = UnitId::new(message.unit, message.generation, PopulationId::NONE);
                self.mailbox.push(unit, key, payload);
            }
        }
        Ok(())
    }

    /// Replaces the definition with another one of the same machine, such as a corrected data file:
    /// units stay in the states of the same names. Results and errors are
    /// as for [`Population::restore`]; after an error nothing has changed.
    pub fn replace_definition(
        &mut self,
        definition: &Arc<Definition<D, W>>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        let sent = std::mem::take(&mut self.sent);
        let posts = std::mem::take(&mut self.store.out.posts);
        let result = self.take_over(definition, &self.snapshot(), fallback);
        (self.sent, self.store.out.posts) = (sent, posts);
        result
    }

    /// Replaces all units by a snapshot's, which get their old places again: ids of this population and ids that were
    /// saved lead to them. Results and errors are as for [`Population::restore`]; after an error nothing has changed.
    /// What the old units have posted and asked of other populations since the last tick is gone.
    pub fn replace_units(
        &mut self,
        snapshot: &Snapshot<D>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        self.take_over(&Arc::clone(&self.definition), snapshot, fallback)
    }

    fn take_over(
        &mut self,
        definition: &Arc<Definition<D, W>>,
        snapshot: &Snapshot<D>,
        fallback: Option<&str>,
    ) -> Result<Vec<String>, RestoreError> {
        let (mut restored, lost) = Self::restore(definition, snapshot, fallback)?;
        restored.store.shared.population = self.id();
        restored.store.counters = std::mem::take(&mut self.store.counters);
        restored.store.changes = std::mem::take(&mut self.store.changes);
        restored.remember_previous(self.store.previous.stride > 0);
        *self = restored;
        Ok(lost)
    }
}

/// Whether a snapshot is one of this machine, and its states can be found.
fn check<D, W>(
    saved: &PopulationSnapshot,
    definition: &Definition<D, W>,
    fallback: Option<&str>,
) -> Result<(), RestoreError> {
    if ![VERSION_OF_NUMBERS, SNAPSHOT_VERSION].contains(&saved.version) {
        return Err(RestoreError::Version { found: saved.version, expected: SNAPSHOT_VERSION });
    }
    if saved.machine != definition.name {
        let (found, expected) = (saved.machine.clone(), definition.name.clone());
        return Err(RestoreError::OtherMachine { found, expected });
    }
    match fallback.filter(|name| definition.find(name).is_none()) {
        Some(name) => Err(RestoreError::NoFallback(name.to_owned())),
        None => Ok(()),
    }
}
