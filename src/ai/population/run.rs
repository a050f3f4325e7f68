//! Ticks of a whole population, and the messages between its units.

use std::time::Duration;

use super::Population;
use super::units::{Moment, Units};
use crate::ai::bindings::BLOCK;
use crate::ai::context::Transition;
use crate::ai::definition::NEVER;
use crate::ai::error::SendError;
use crate::ai::id::EventId;

/// The milliseconds after which deadlines are counted from a new epoch.
const EPOCH_MS: u64 = 1 << 31;

impl<D> Population<D> {
    /// Lets `dt` pass for all units.
    pub fn tick(&mut self, dt: Duration) {
        self.tick_blocks(dt, &[], usize::MAX);
    }

    /// Lets `dt` pass for all units and sends `events[i]` to the unit in place `i`, ahead of the
    /// messages that wait. It counts as one of those that a tick handles.
    pub fn tick_events(&mut self, dt: Duration, events: &[Option<EventId>]) {
        self.tick_blocks(dt, events, usize::MAX);
    }

    /// Lets `dt` pass, but ticks only about `units` of the units: whole blocks of 256, in turn. The
    /// time that the others miss passes for them in their next turn.
    pub fn tick_some(&mut self, dt: Duration, units: usize) {
        self.tick_blocks(dt, &[], units.div_ceil(BLOCK));
    }

    fn tick_blocks(&mut self, dt: Duration, events: &[Option<EventId>], budget: usize) {
        self.clock = self.clock.saturating_add(u64::try_from(dt.as_micros()).unwrap_or(u64::MAX));
        self.begin_epoch();
        let blocks = self.turns.len();
        let first = if budget >= blocks { 0 } else { self.next_turn % blocks };
        let has_turn = |block: usize| (block + blocks - first) % blocks < budget;
        let taken = self.log.take(self.store.data.len());
        let mut messages = taken.as_slice();
        // Most blocks have missed the same time.
        self.moment = self.moment_after(Duration::ZERO);
        let mut known = self.moment;
        for block in 0..blocks {
            let (first, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.store.data.len()));
            let (own, others) =
                messages.split_at(messages.partition_point(|message| message.index < end as u32));
            messages = others;
            if !has_turn(block) {
                own.iter().for_each(|message| self.log.keep(*message));
                continue;
            }
            let passed = self.clock.saturating_sub(std::mem::replace(&mut self.turns[block], self.clock));
            if u128::from(passed) != known.dt.as_micros() {
                known = self.moment_after(Duration::from_micros(passed));
            }
            let events = &events[first.min(events.len())..end.min(events.len())];
            let mut units = Units {
                definition: &self.definition,
                store: &mut self.store,
                moment: known,
                transition: Transition::NONE,
            };
            units.tick(block, events, own, &mut self.log, &mut self.scratch);
        }
        if blocks > 0 {
            self.next_turn = (first + budget.min(blocks)) % blocks;
        }
        self.log.give_back(taken);
        self.deliver();
        self.store.counters.log(&self.definition.structure);
    }

    /// Puts the messages that code has sent into the log, in the order of the senders.
    pub(super) fn deliver(&mut self) {
        if self.store.out.messages.is_empty() {
            return;
        }
        let mut messages = std::mem::take(&mut self.store.out.messages);
        // A stable sort may allocate.
        if !messages.is_sorted_by_key(|(sender, ..)| *sender) {
            messages.sort_by_key(|(sender, ..)| *sender);
        }
        for (_, unit, event) in messages.drain(..) {
            if self.send(unit, event) == Err(SendError::NoSuchUnit) {
                self.store.counters.lost += 1;
            }
        }
        self.store.out.messages = messages;
    }

    /// The units outside of a tick.
    pub(super) fn units(&mut self) -> Units<'_, D> {
        Units {
            definition: &self.definition,
            store: &mut self.store,
            moment: self.moment,
            transition: Transition::NONE,
        }
    }

    pub(super) fn moment_after(&self, dt: Duration) -> Moment {
        Moment::new(self.clock, self.epoch, dt)
    }

    /// Counts the deadlines, which have 32 bits, from a new epoch.
    fn begin_epoch(&mut self) {
        let now = self.clock.saturating_sub(self.epoch) / 1000;
        if now < EPOCH_MS {
            return;
        }
        let passed = u32::try_from(now).unwrap_or(u32::MAX);
        let store = &mut self.store;
        let deadlines = store.deadline.values.iter_mut().chain(&mut store.slots.values);
        let deadlines = deadlines.chain(&mut store.earliest);
        for deadline in deadlines.filter(|deadline| **deadline != NEVER) {
            *deadline = deadline.saturating_sub(passed);
        }
        self.epoch += now * 1000;
    }
}
