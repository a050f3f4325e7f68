//! Making a snapshot of a population, and a population of a snapshot.

use std::sync::Arc;

use super::Population;
use super::store::NO_STATE;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::History;
use crate::ai::context::Event;
use crate::ai::definition::{Definition, NEVER};
use crate::ai::error::RestoreError;
use crate::ai::id::UnitId;
use crate::ai::snapshot::{MessageSnapshot, Names, SNAPSHOT_VERSION, Snapshot, TimerSnapshot, UnitSnapshot};
use crate::ai::structure::{MAX_MS, id};

/// The most places that are neither taken nor free: each of them was taken 65,535 times. A damaged
/// snapshot may claim any number.
const MAX_USED_UP: usize = 1 << 16;

impl<D: Clone> Population<D> {
    /// The state of all units as plain data: what [`Population::restore`] needs to go on as if
    /// nothing had happened. Neither counters nor recorded changes are part of it.
    #[must_use]
    pub fn snapshot(&self) -> Snapshot<D> {
        let structure = &self.definition.structure;
        // The last one in the list is the next to be taken; places without a generation left are
        // not in it.
        let free = self.free.iter().map(|&place| (place, self.id_at(place).generation)).collect();
        let units = self.iter().map(|unit| self.unit_snapshot(unit)).collect();
        let messages = self.log.iter().map(|message| MessageSnapshot {
            unit: message.index,
            generation: message.generation,
            event: message.id.index() as u8,
            payload: message.event().payload,
        });
        Snapshot {
            version: SNAPSHOT_VERSION,
            machine: structure.name.clone(),
            states: structure.nodes.iter().map(|node| node.spec.name.clone()).collect(),
            events: structure.events.clone(),
            clock: self.clock,
            turns: self.turns.clone(),
            next_turn: self.next_turn as u32,
            places: u32::try_from(self.store.data.len()).unwrap_or(u32::MAX),
            free,
            units,
            messages: messages.collect(),
        }
    }

    fn unit_snapshot(&self, unit: UnitId) -> UnitSnapshot<D> {
        let place = unit.index();
        let structure = &self.definition.structure;
        let first = place * self.store.strides.history;
        let remembered = &self.store.history[first..first + self.store.strides.history];
        let states = self.definition.states.iter().enumerate();
        let history = states.filter_map(|(index, code)| {
            let left = remembered[code.history? as usize];
            (left != NO_STATE).then_some((id(index).0, left))
        });
        let stack: Vec<u8> = self.stack(unit).map(|state| state.0).collect();
        let mut timers = Vec::new();
        let now = i64::from(self.moment.now_ms);
        for (covered_by, &top) in stack.iter().enumerate() {
            for state in structure.up(top, 0) {
                let own = self.definition.code(state).timers;
                for number in 0..own.slots() {
                    let slot = own.base as usize + number;
                    let left = if covered_by == 0 {
                        let deadline = self.store.deadline(place, slot);
                        (deadline != NEVER).then(|| i64::from(deadline) - now)
                    } else {
                        let depth = stack.len() - 1 - covered_by;
                        let saved = self.store.saved
                            [place * self.store.strides.saved + depth * self.definition.slots + slot];
                        (saved != NEVER).then_some(i64::from(saved))
                    };
                    let number = number as u16;
                    timers.extend(left.map(|left| TimerSnapshot {
                        state,
                        number,
                        covered_by: covered_by as u8,
                        left,
                    }));
                }
            }
        }
        UnitSnapshot {
            index: unit.index,
            generation: unit.generation,
            stack,
            timers,
            history: history.collect(),
            previous: self.previous(unit).map(|state| state.0),
            data: self.store.data[place].clone(),
        }
    }

    /// Makes a population from a snapshot, of the definition that it was made with or of a later
    /// one: states are found by their names. No hook is called. Deadlines of states that have
    /// other timeouts now are set as far as they fit; history that is gone is forgotten. From a
    /// snapshot without units an empty population is made, which knows nothing of earlier ids.
    ///
    /// # Errors
    ///
    /// Why it cannot be: another machine or format, states or events that are gone while units
    /// are in them or wait for them, or numbers that do not fit together.
    pub fn restore(definition: &Arc<Definition<D>>, snapshot: &Snapshot<D>) -> Result<Self, RestoreError> {
        let names = snapshot.names(definition)?;
        let places = snapshot.places as usize;
        let known = snapshot.units.len() + snapshot.free.len();
        if places > known + MAX_USED_UP || snapshot.turns.len() != places.div_ceil(BLOCK) {
            return Err(RestoreError::Damaged("it has another number of places than of turns"));
        }
        if snapshot.turns.iter().any(|turn| *turn > snapshot.clock) {
            return Err(RestoreError::Damaged("a turn is later than the clock"));
        }
        if snapshot.messages.iter().any(|message| message.unit as usize >= places) {
            return Err(RestoreError::Damaged("a message waits for a place that does not exist"));
        }
        let mut this = Self::new(definition);
        this.clock = snapshot.clock;
        // Whole milliseconds, as every epoch is, so that deadlines stay where they were.
        this.epoch = snapshot.clock.saturating_sub(1 << 40) / 1000 * 1000;
        this.moment = this.moment_after(std::time::Duration::ZERO);
        let Some(template) = snapshot.units.first() else { return Ok(this) };
        this.turns.clone_from(&snapshot.turns);
        this.next_turn = snapshot.next_turn as usize;
        // Places without a unit need some data; that of the first unit is as good as any.
        (0..places).for_each(|_| this.store.push(template.data.clone()));
        this.store.states.fill(id(definition.state_count()).0);
        if snapshot.units.iter().any(|unit| unit.generation > 0) || snapshot.units.len() < places {
            // A place that is neither taken nor free has no generation left.
            this.store.generations = vec![u16::MAX; places];
        }
        this.remember_previous(snapshot.units.iter().any(|unit| unit.previous.is_some()));
        for unit in &snapshot.units {
            this.restore_unit(unit, &names)?;
        }
        let mut is_known = vec![false; places];
        for &(place, generation) in &snapshot.free {
            let known = is_known.get_mut(place as usize);
            if known.is_none_or(|known| std::mem::replace(known, true)) || this.is_taken(place as usize) {
                return Err(RestoreError::Damaged("a free place is taken, or there twice"));
            }
            this.store.generations[place as usize] = generation;
            this.free.push(place);
        }
        for message in &snapshot.messages {
            let unit = UnitId { index: message.unit, generation: message.generation };
            // An event that is gone is one for a unit that is gone.
            let Some(event) = names.event(message.event) else { continue };
            this.log.push(unit, Event { id: event, payload: message.payload });
        }
        Ok(this)
    }

    fn restore_unit(&mut self, unit: &UnitSnapshot<D>, names: &Names) -> Result<(), RestoreError> {
        let place = unit.index as usize;
        if place >= self.store.data.len() || self.is_taken(place) {
            return Err(RestoreError::Damaged("two units are in one place, or one is in none"));
        }
        let definition = Arc::clone(&self.definition);
        let stack: Option<Vec<u8>> = unit.stack.iter().map(|&number| names.state(number)).collect();
        let stack = stack.filter(|stack| (1..=self.store.strides.below + 1).contains(&stack.len()));
        let Some((&top, below)) = stack.as_deref().and_then(<[u8]>::split_first) else {
            return Err(RestoreError::Damaged("a unit's stack is empty or too deep"));
        };
        self.store.data[place] = unit.data.clone();
        self.store.states[place] = top;
        if let Some(generation) = self.store.generations.get_mut(place) {
            *generation = unit.generation;
        }
        for (depth, &state) in below.iter().rev().enumerate() {
            self.store.below[place * self.store.strides.below + depth] = state;
            self.store.depth[place] = depth as u8 + 1;
        }
        for &(owner, left) in &unit.history {
            let (Some(owner), Some(left)) = (names.state(owner), names.state(left)) else { continue };
            let is_child = definition.node(left).parent == owner;
            let fits = match definition.node(owner).spec.history {
                History::None => false,
                History::Shallow => is_child,
                History::Deep => left != owner && definition.contains(owner, left),
            };
            if let Some(slot) = definition.code(owner).history.filter(|_| fits) {
                self.store.history[place * self.store.strides.history + slot as usize] = left;
            }
        }
        if let (Some(column), Some(previous)) = (self.store.previous.get_mut(place), unit.previous) {
            *column = names.state(previous).unwrap_or(NO_STATE);
        }
        self.restore_timers(unit, names, below.len());
        self.store.set_awake(place, definition.code(top).is_awake);
        Ok(())
    }

    fn restore_timers(&mut self, unit: &UnitSnapshot<D>, names: &Names, depth: usize) {
        let place = unit.index as usize;
        let definition = Arc::clone(&self.definition);
        let now = i64::from(self.moment.now_ms);
        let mut earliest = NEVER;
        for timer in &unit.timers {
            let Some(state) = names.state(timer.state) else { continue };
            let own = definition.code(state).timers;
            if timer.number as usize >= own.slots() || timer.covered_by as usize > depth {
                continue;
            }
            let slot = own.base as usize + timer.number as usize;
            // Later than any that the library writes would be later than can be counted.
            let limit = i64::from(MAX_MS);
            if timer.covered_by > 0 {
                let entry = depth - timer.covered_by as usize;
                let left = timer.left.clamp(0, limit) as u32;
                self.store.saved[place * self.store.strides.saved + entry * definition.slots + slot] = left;
                continue;
            }
            let deadline = now.saturating_add(timer.left.min(limit)).clamp(0, i64::from(NEVER - 1)) as u32;
            self.store.set_deadline(place, slot, deadline);
            if own.min_slot() != Some(slot) {
                earliest = earliest.min(deadline);
            }
        }
        if definition.slots > 0 {
            self.store.deadline[place] = earliest;
            self.store.wake_at(place, earliest);
        }
    }

    /// Replaces the definition with another one of the same machine, a corrected data file for
    /// instance, as if by a snapshot: units stay where they are by the names of their states.
    ///
    /// # Errors
    ///
    /// Those of [`Population::restore`]; then nothing is changed.
    pub fn replace_definition(&mut self, definition: &Arc<Definition<D>>) -> Result<(), RestoreError> {
        let mut restored = Self::restore(definition, &self.snapshot())?;
        restored.store.counters = std::mem::take(&mut self.store.counters);
        restored.store.changes = self.store.changes.take();
        restored.remember_previous(self.store.remembers);
        *self = restored;
        Ok(())
    }
}
