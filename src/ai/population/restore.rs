//! Snapshots of a population.

use std::sync::Arc;

use super::Population;
use super::names::Names;
use crate::ai::bindings::BLOCK;
use crate::ai::context::Moment;
use crate::ai::definition::Definition;
use crate::ai::error::RestoreError;
use crate::ai::id::UnitId;
use crate::ai::snapshot::{
    MessageSnapshot, PopulationSnapshot, SNAPSHOT_VERSION, Snapshot, TimerName, TimerSnapshot, UnitSnapshot,
};
use crate::ai::structure::{Bits, Inside, MAX_MS, MS, NO_STATE, Structure};

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
        let messages = self.log.waiting.iter().map(|message| MessageSnapshot {
            unit: message.index,
            generation: message.generation,
            event: message.key - 1,
            payload: message.payload.to_bits(),
        });
        let states = (0..).zip(&structure.nodes);
        let state = PopulationSnapshot {
            version: SNAPSHOT_VERSION,
            machine: structure.name.clone(),
            states: states.map(|(state, node)| (node.spec.name.clone(), node.end > state + 1)).collect(),
            events: structure.events.iter().map(|event| event.name().to_owned()).collect(),
            timers: timers.into_iter().map(|(name, _)| name).collect(),
            clock: self.clock,
            carried: self.store.carried,
            random: self.store.random,
            turns: self.turns.clone(),
            late: self.store.late.clone(),
            next_turn: self.next_turn as u32,
            places: self.store.data.len() as u32,
            free,
            units,
            messages: messages.collect(),
        };
        Snapshot { state, data }
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
        }
    }

    /// Makes a population from a snapshot and its definition, or a later definition of the same
    /// machine: states, events and timers are found by their names. No hook is called.
    ///
    /// A unit in a state that the definition does not have comes to `fallback`. A unit in a state
    /// that has states inside by now comes to the initial one. Timers that the snapshot's definition
    /// did not have start now. [`Snapshot::rename`] keeps what has another name. Returns the
    /// population and what could not be kept, one line for each kind.
    ///
    /// ```
    /// use proscenium::ai::{Bindings, Blueprint, Population, Snapshot, State};
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
    /// saved.rename("haul", "carry");
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
        let Snapshot { state: snapshot, data } = snapshot;
        if snapshot.version != SNAPSHOT_VERSION {
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
        this.clock = snapshot.clock;
        this.epoch = snapshot.clock.saturating_sub(1 << 30);
        this.store.shared.moment = Moment::new(this.clock, this.epoch, 0);
        this.store.random = snapshot.random;
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
            let unit = UnitId { index: message.unit, generation: message.generation };
            let Some(&key) = names.events.get(message.event as usize) else {
                return Err(RestoreError::Damaged("a message has an event without a name"));
            };
            if key == 0 {
                names.lose(format!("messages `{}`", snapshot.events[message.event as usize]));
            } else if unit.index() < places {
                // Without the place, the unit is gone.
                this.log.push(unit, key, f64::from_bits(message.payload));
            }
        }
        Ok((this, names.lines()))
    }

    fn restore_unit(
        &mut self,
        unit: &UnitSnapshot,
        data: &D,
        snapshot: &PopulationSnapshot,
        names: &mut Names,
    ) -> Result<(), RestoreError> {
        let place = unit.index as usize;
        if place >= self.store.data.len() || self.store.is_taken(place) {
            return Err(RestoreError::Damaged("two units are in one place, or one is in none"));
        }
        let definition = Arc::clone(&self.definition);
        let mut leaves = Vec::with_capacity(unit.states.len());
        for &number in &unit.states {
            let Some((name, _)) = snapshot.states.get(number as usize) else {
                return Err(RestoreError::Damaged("a unit is in a state without a name"));
            };
            let arrival = names.arrivals[number as usize].clone();
            let (leaf, lost) = arrival.ok_or_else(|| RestoreError::StateGone(name.clone()))?;
            leaves.push(leaf);
            lost.into_iter().for_each(|what| names.lose(what));
        }
        let max = self.store.below.stride + 1;
        if max > 1 && leaves.len() > max {
            names.lose(format!("stack of more than {max} states"));
            leaves.truncate(max);
        }
        self.store.data[place] = data.clone();
        if let Some(generation) = self.store.shared.generations.get_mut(place) {
            *generation = unit.generation;
        }
        if leaves.is_empty() {
            self.store.set_state(place, NO_STATE);
            return Ok(());
        }
        // The entries of the stack, the lowest first; without a stack there is one with all regions.
        let size = if max > 1 { 1 } else { leaves.len() };
        let entries = leaves.chunks(size).zip(unit.states.chunks(size)).enumerate();
        let count = entries.len();
        for (above, (leaves, numbers)) in entries.rev() {
            if above + 1 < count {
                self.store.save_timers(definition.slots, place);
                self.store.cover(place);
            }
            let plan = definition.complete(leaves, &mut |state| match definition.first_child(state) {
                Some(child) => Inside::Child(child),
                None => Inside::Rest,
            });
            self.store.set_leaves(place, &plan.leaves);
            let mut before = Bits::default();
            for state in numbers.iter().filter_map(|&number| names.state(number)) {
                definition.up(state, 0).for_each(|state| before.add(state));
            }
            let timers = unit.timers.iter().filter(|timer| timer.covered_by as usize == above);
            self.restore_timers(place, timers, names, before);
        }
        let name = |number: u8| snapshot.states.get(number as usize).map_or("", |(name, _)| name);
        for &(number, left) in &unit.history {
            let kept = names.state(number).zip(names.state(left)).and_then(|(owner, left)| {
                let is_inside = left != owner && definition.contains(owner, left);
                let region = definition.node(left).region as usize;
                Some((definition.code(owner).history.filter(|_| is_inside)? as usize + region, left))
            });
            match kept {
                Some((at, left)) => self.store.history.of_mut(place)[at] = left,
                None => names.lose(format!("history of state `{}`", name(number))),
            }
        }
        if let (Some(column), Some(previous)) = (self.store.previous.values.get_mut(place), unit.previous) {
            *column = names.state(previous).unwrap_or(NO_STATE);
            if *column == NO_STATE {
                names.lose(format!("previous state `{}`", name(previous)));
            }
        }
        self.store.refresh_awake(&definition, place);
        self.store.refresh_deadline(&definition, place);
        Ok(())
    }

    /// Sets the timers of the current states, of which the unit was in those of `before`.
    fn restore_timers<'a>(
        &mut self,
        place: usize,
        timers: impl Iterator<Item = &'a TimerSnapshot>,
        names: &Names,
        before: Bits,
    ) {
        let Self { definition, store, .. } = self;
        let active = definition.active(&store.leaves(place));
        active.up().filter(|state| !before.has(*state)).for_each(|state| store.arm(definition, place, state));
        let now = i64::from(store.now());
        let max = i64::from(MAX_MS * MS);
        let at = |left: i64| (now + left.clamp(-max, max)).max(0) as u32;
        let is_kept = |state: u8| active.has(state) && before.has(state);
        for &(_, slot, time) in names.new_timers.iter().filter(|(state, ..)| is_kept(*state)) {
            store.set_deadline(place, slot, at(i64::from(time)));
        }
        for timer in timers {
            let Some(&Some((state, slot, longer))) = names.timers.get(timer.timer as usize) else { continue };
            if !active.has(state) {
                continue;
            }
            // An interval that code has set does not change with the file.
            let longer = if timer.every.is_some() { 0 } else { longer };
            store.set_deadline(place, slot, at(timer.left.clamp(-max, max) + longer));
            let is_fixed = definition.code(state).timers.fixed_slot() == Some(slot);
            if let Some(every) = timer.every.filter(|_| is_fixed) {
                store.intervals.insert(store.interval_key(place, state), every.clamp(1, MAX_MS * MS));
            }
        }
    }

    /// Replaces the definition with another one of the same machine, such as a corrected data file:
    /// units stay in the states of the same names, and keep their handlers. Results and errors are
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
        result
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

impl Structure {
    /// The child in which a unit arrives that cannot choose.
    fn first_child(&self, state: u8) -> Option<u8> {
        self.node(state).initial.or_else(|| self.children(state).next())
    }

    pub(super) fn first_leaf(&self, state: u8) -> u8 {
        let next = |state: &u8| self.first_child(*state).filter(|_| !self.node(*state).spec.parallel);
        std::iter::successors(Some(state), next).last().unwrap_or(state)
    }
}
