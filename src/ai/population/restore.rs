//! Snapshots of a population.

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

/// How many places can be neither taken nor free, because each was taken 65,535 times. A damaged
/// snapshot may claim any number.
const MAX_USED_UP: usize = 1 << 16;

impl<D: Clone> Population<D> {
    /// The units as plain data for [`Population::restore`], without counters and recorded changes.
    pub fn snapshot(&self) -> Snapshot<D> {
        let structure = &self.definition.structure;
        let free = self.free.iter().map(|&place| (place, self.store.id_at(place).generation)).collect();
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
        let remembered = self.store.history.of(place);
        let states = self.definition.states.iter().enumerate();
        let history = states.filter_map(|(index, code)| {
            let left = remembered[code.history? as usize];
            (left != NO_STATE).then_some((id(index).0, left))
        });
        let stack: Vec<u8> = self.stack(unit).map(|state| state.0).collect();
        let timers = stack.iter().enumerate().flat_map(|(covered_by, &top)| {
            let first = (stack.len() - 1 - covered_by) * self.definition.slots;
            let is_covered = covered_by > 0;
            // Of a covered state the time that is left is saved.
            let now = if is_covered { 0 } else { i64::from(self.moment.now_ms) };
            let deadline = move |slot| match is_covered {
                true => self.store.saved.of(place)[first + slot],
                false => self.store.deadline(place, slot),
            };
            self.armed(top, deadline).map(move |(state, slot, deadline)| TimerSnapshot {
                state,
                number: (slot - self.definition.code(state).timers.base) as u16,
                covered_by: covered_by as u8,
                left: i64::from(deadline) - now,
            })
        });
        let timers = timers.collect();
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

    /// Makes a population from a snapshot and its definition, or a later definition of the same
    /// machine: states are found by their names. No hook is called. Deadlines and history that the
    /// definition does not have any more are dropped. A snapshot without units makes an empty
    /// population, without the generations of earlier ids.
    ///
    /// # Errors
    ///
    /// Another machine or format, states or events that are gone while units use them, or a damaged
    /// snapshot. Nothing is changed.
    pub fn restore(definition: &Arc<Definition<D>>, snapshot: &Snapshot<D>) -> Result<Self, RestoreError> {
        let names = snapshot.names(definition)?;
        let places = snapshot.places as usize;
        let known = snapshot.units.len() + snapshot.free.len();
        if places > known + MAX_USED_UP || snapshot.turns.len() != places.div_ceil(BLOCK) {
            return Err(RestoreError::Damaged("it has another number of places than of turns"));
        }
        let mut this = Self::new(definition);
        this.clock = snapshot.clock;
        // In whole milliseconds, as every epoch is.
        this.epoch = snapshot.clock.saturating_sub(1 << 40) / 1000 * 1000;
        this.moment = this.moment_after(std::time::Duration::ZERO);
        // Places without a unit need some data.
        let Some(template) = snapshot.units.first() else { return Ok(this) };
        this.turns.clone_from(&snapshot.turns);
        this.next_turn = snapshot.next_turn as usize;
        (0..places).for_each(|_| this.store.push(template.data.clone()));
        this.store.states.fill(this.store.free);
        if snapshot.units.iter().any(|unit| unit.generation > 0) || snapshot.units.len() < places {
            // A place that is neither taken nor free has no generation left.
            this.store.generations = vec![u16::MAX; places];
        }
        this.remember_previous(snapshot.units.iter().any(|unit| unit.previous.is_some()));
        for unit in &snapshot.units {
            this.restore_unit(unit, &names)?;
        }
        for &(place, generation) in &snapshot.free {
            let known = this.store.generations.get(place as usize);
            if known != Some(&u16::MAX) || this.store.is_taken(place as usize) {
                return Err(RestoreError::Damaged("a free place is taken, or there twice"));
            }
            this.store.generations[place as usize] = generation;
            this.free.push(place);
        }
        for message in &snapshot.messages {
            let unit = UnitId { index: message.unit, generation: message.generation };
            // Without the event, or the place, the unit is gone.
            let event = names.event(message.event).filter(|_| unit.index() < places);
            if let Some(id) = event {
                this.log.push(unit, Event { id, payload: message.payload });
            }
        }
        Ok(this)
    }

    fn restore_unit(&mut self, unit: &UnitSnapshot<D>, names: &Names) -> Result<(), RestoreError> {
        let place = unit.index as usize;
        if place >= self.store.data.len() || self.store.is_taken(place) {
            return Err(RestoreError::Damaged("two units are in one place, or one is in none"));
        }
        let definition = Arc::clone(&self.definition);
        let stack: Option<Vec<u8>> = unit.stack.iter().map(|&number| names.state(number)).collect();
        let stack = stack.filter(|stack| (1..=self.store.below.stride + 1).contains(&stack.len()));
        let Some((&top, below)) = stack.as_deref().and_then(<[u8]>::split_first) else {
            return Err(RestoreError::Damaged("a unit's stack is empty or too deep"));
        };
        self.store.data[place] = unit.data.clone();
        self.store.states[place] = top;
        if let Some(generation) = self.store.generations.get_mut(place) {
            *generation = unit.generation;
        }
        for &state in below.iter().rev() {
            let depth = &mut self.store.depth.values[place];
            self.store.below.of_mut(place)[*depth as usize] = state;
            *depth += 1;
        }
        for &(owner, left) in &unit.history {
            let (Some(owner), Some(left)) = (names.state(owner), names.state(left)) else { continue };
            let is_child = definition.node(left).parent == owner;
            let fits = is_child || definition.node(owner).spec.history == History::Deep;
            let fits = fits && left != owner && definition.contains(owner, left);
            if let Some(slot) = definition.code(owner).history.filter(|_| fits) {
                self.store.history.of_mut(place)[slot as usize] = left;
            }
        }
        if let (Some(column), Some(previous)) = (self.store.previous.values.get_mut(place), unit.previous) {
            *column = names.state(previous).unwrap_or(NO_STATE);
        }
        self.store.set_awake(place, definition.code(top).is_awake);
        let now = i64::from(self.moment.now_ms);
        for timer in &unit.timers {
            let Some(state) = names.state(timer.state) else { continue };
            let own = definition.code(state).timers;
            let slot = own.base + timer.number as usize;
            let entry = below.len().checked_sub(timer.covered_by as usize);
            let Some(entry) = entry.filter(|_| own.slots().contains(&slot)) else { continue };
            let left = timer.left.clamp(i64::from(i32::MIN), i64::from(MAX_MS));
            if timer.covered_by > 0 {
                self.store.saved.of_mut(place)[entry * definition.slots + slot] = left.max(0) as u32;
            } else {
                let deadline = (now + left).clamp(0, i64::from(NEVER - 1)) as u32;
                self.store.set_deadline(place, slot, deadline);
            }
        }
        self.units().refresh_deadline(place);
        Ok(())
    }

    /// Replaces the definition with another one of the same machine, such as a corrected data file:
    /// units stay in the states of the same names. The errors are those of [`Population::restore`].
    pub fn replace_definition(&mut self, definition: &Arc<Definition<D>>) -> Result<(), RestoreError> {
        let mut restored = Self::restore(definition, &self.snapshot())?;
        restored.store.counters = std::mem::take(&mut self.store.counters);
        restored.store.changes = std::mem::take(&mut self.store.changes);
        restored.remember_previous(self.store.previous.stride > 0);
        *self = restored;
        Ok(())
    }
}
