//! Ticks of a whole population, and the messages between its units.

use std::time::Duration;

use super::Population;
use super::log::Message;
use super::units::{Moment, Units};
use crate::ai::bindings::BLOCK;
use crate::ai::context::Transition;
use crate::ai::definition::NEVER;
use crate::ai::error::SendError;
use crate::ai::id::EventId;

/// After so many milliseconds all deadlines are counted from a new epoch.
const EPOCH_MS: u64 = 1 << 31;

impl<D> Population<D> {
    /// Lets `dt` pass for all units.
    pub fn tick(&mut self, dt: Duration) {
        self.tick_blocks(dt, &[], usize::MAX);
    }

    /// Lets `dt` pass for all units and gives each its event of this tick, `events[i]` to the unit
    /// in place `i`. An event of the tick comes before the messages that wait, and counts as one
    /// of those that a tick handles. Units beyond the end of the list have no event.
    pub fn tick_events(&mut self, dt: Duration, events: &[Option<EventId>]) {
        self.tick_blocks(dt, events, usize::MAX);
    }

    /// Lets `dt` pass, but works on about `units` of the units only: whole blocks of 256, those
    /// whose turn is the longest ago; none for 0. The time that the others miss passes for them when
    /// their turn comes.
    pub fn tick_some(&mut self, dt: Duration, units: usize) {
        self.tick_blocks(dt, &[], units.div_ceil(BLOCK));
    }

    fn tick_blocks(&mut self, dt: Duration, events: &[Option<EventId>], budget: usize) {
        self.clock = self.clock.saturating_add(u64::try_from(dt.as_micros()).unwrap_or(u64::MAX));
        self.begin_epoch();
        let blocks = self.turns.len();
        let first = if budget >= blocks { 0 } else { self.next_turn % blocks };
        let has_turn = |block: usize| (block + blocks - first) % blocks < budget;
        self.log.sorted(self.store.data.len());
        let taken = self.log.take();
        let mut messages = taken.as_slice();
        // Most blocks have missed the same time.
        self.moment = self.moment_after(Duration::ZERO);
        let mut known = self.moment;
        for block in 0..blocks {
            let (first, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.store.data.len()));
            let (own, others) = messages.split_at(of_block(messages, end as u32));
            messages = others;
            if !has_turn(block) {
                own.iter().for_each(|message| self.log.keep(*message));
                continue;
            }
            let passed = self.clock - std::mem::replace(&mut self.turns[block], self.clock);
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
    #[inline]
    pub(super) fn deliver(&mut self) {
        if !self.store.out.messages.is_empty() {
            self.deliver_all();
        }
    }

    fn deliver_all(&mut self) {
        let mut messages = std::mem::take(&mut self.store.out.messages);
        let is_ordered = messages.is_sorted_by_key(|(sender, ..)| *sender);
        if !is_ordered {
            messages.sort_by_key(|(sender, ..)| *sender);
        }
        for (_, unit, event) in messages.drain(..) {
            match self.send(unit, event) {
                Err(SendError::NoSuchUnit) => self.store.counters.lost += 1,
                Ok(()) | Err(SendError::QueueFull) => {}
            }
        }
        self.store.out.messages = messages;
    }

    /// The units, to work on outside of a tick.
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

    /// Deadlines are 32 bits wide. Long before the clock leaves them they are counted from a new start.
    fn begin_epoch(&mut self) {
        let now = self.clock.saturating_sub(self.epoch) / 1000;
        if now < EPOCH_MS {
            return;
        }
        let passed = u32::try_from(now).unwrap_or(u32::MAX);
        let store = &mut self.store;
        let deadlines = store.deadline.iter_mut().chain(&mut store.slots).chain(&mut store.earliest);
        for deadline in deadlines.filter(|deadline| **deadline != NEVER) {
            *deadline = deadline.saturating_sub(passed);
        }
        self.epoch += now * 1000;
    }
}

/// How many of the messages, which are sorted, are for places before `end`. Most blocks have few
/// of many, or all that there are.
fn of_block(messages: &[Message], end: u32) -> usize {
    if messages.last().is_none_or(|last| last.index < end) {
        return messages.len();
    }
    let mut most = 4;
    while messages.get(most).is_some_and(|message| message.index < end) {
        most *= 2;
    }
    messages[..most.min(messages.len())].partition_point(|message| message.index < end)
}
