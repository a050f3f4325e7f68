//! One tick of a block of units.
//!
//! ```text
//! busy  = somebody with an event, a message or a deadline that is due, or with a trigger
//! quiet = the others
//!
//! 1. the places of the block are written into lists: one of the busy units,
//!    and one of the quiet ones for each state. No branch depends on a unit.
//! 2. the busy units, each by itself: timeouts, messages, triggers, update
//! 3. the quiet units, list by list: the updates of the state, one call for each list
//! 4. what updates asked for, each unit by itself
//! ```
//!
//! Which of two units is called first depends on their states; what becomes of one does not
//! depend on the other, so nobody can tell but an action that writes to memory that units share.

use super::columns::Slot;
use super::lists::Scratch;
use super::log::{Log, Message};
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::Poll;
use crate::ai::context::{Event, Way};
use crate::ai::definition::{BUSY, NEVER, PureTable};
use crate::ai::id::EventId;

/// What comes from outside for the units of a block.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    /// One for each unit, or none at all.
    pub(super) events: &'a [Option<EventId>],
    /// Sorted by unit.
    pub(super) messages: &'a [Message],
}

impl<D, S: Slot> Units<'_, D, S> {
    pub(super) fn tick(&mut self, inputs: Inputs<'_>, log: &mut Log, scratch: &mut Scratch) {
        let count = self.data.len();
        let definition = self.definition;
        let has_due = self.columns.earliest.first().is_some_and(|&at| at <= self.moment.now_ms);
        let is_quiet = inputs.events.is_empty() && inputs.messages.is_empty();
        if is_quiet && !has_due && self.all_sleep() {
            return;
        }
        let is_general = has_due
            || definition.triggers.any
            || self.changes.is_some()
            || definition.poll == Poll::All
            || !(inputs.events.is_empty() || inputs.messages.is_empty());
        if inputs.events.is_empty() && self.few_awake(inputs.messages.len()) {
            if is_general {
                self.tick_due(inputs.messages, log);
            } else {
                self.tick_sparse(inputs.messages, log, scratch);
            }
        } else if definition.triggers.any && self.only_triggers(inputs, has_due) {
            self.tick_triggers(log, scratch);
        } else if is_general {
            let mut marks = [0_u8; BLOCK];
            self.mark(inputs, &mut marks[..count], has_due);
            self.tick_marked(inputs, &marks, log, scratch);
        } else if !inputs.messages.is_empty() {
            self.tick_messages(inputs.messages, log, scratch);
        } else if inputs.events.iter().fold(true, |none, event| none & event.is_none()) {
            self.tick_quiet(scratch);
        } else {
            self.tick_events(inputs.events, &[], scratch);
        }
        if !self.out.requests.is_empty() {
            self.settle_all(scratch);
        }
        if has_due && self.columns.earliest[0] <= self.moment.now_ms {
            // Somebody is due and waits for a guard, or nobody looked for the next one.
            self.columns.earliest[0] = self.columns.deadline.iter().fold(NEVER, |least, &at| least.min(at));
        }
    }

    /// Whether nobody has anything to do unless something comes from outside.
    fn all_sleep(&self) -> bool {
        !self.columns.awake.is_empty() && self.columns.awake.iter().all(|word| *word == 0)
    }

    /// Whether so few units have something to do that lists are not worth it.
    fn few_awake(&self, messages: usize) -> bool {
        if self.columns.awake.is_empty() {
            return false;
        }
        let awake: u32 = self.columns.awake.iter().map(|word| word.count_ones()).sum();
        awake as usize + messages < self.data.len() / 4
    }

    /// Most units sleep: only those that are awake, or have a message, are written into lists.
    fn tick_sparse(&mut self, messages: &[Message], log: &mut Log, scratch: &mut Scratch) {
        let mut bits = [0; BLOCK / 64];
        bits.iter_mut().zip(&*self.columns.awake).for_each(|(bits, awake)| *bits = *awake);
        self.take_messages(messages, log, scratch, |unit| bits[unit / 64] |= 1 << (unit % 64));
        let definition = self.definition;
        let Scratch { lists, events, payloads, .. } = scratch;
        let Some(lists) = lists else {
            each_bit(&bits, |unit| self.tick_with(unit, events, payloads));
            *events = [None; BLOCK];
            return;
        };
        let width = definition.events.len() + 1;
        lists.clear();
        each_bit(&bits, |unit| {
            let event = events[unit].map_or(0, |event| event.index() + 1);
            let list = definition.routes.of_event.get(self.states[unit].get() * width + event);
            lists.put(unit as u8, list.copied().unwrap_or(BUSY));
        });
        self.run_lists(lists, payloads, |units, unit| units.tick_with(unit, events, payloads));
        for message in messages {
            events[(message.index - self.base) as usize] = None;
        }
    }

    /// Most units sleep, and deadlines are due: one unit after the other.
    fn tick_due(&mut self, mut messages: &[Message], log: &mut Log) {
        let mut bits = [0; BLOCK / 64];
        bits.iter_mut().zip(&*self.columns.awake).for_each(|(bits, awake)| *bits = *awake);
        for message in messages {
            let unit = (message.index - self.base) as usize;
            bits[unit / 64] |= 1 << (unit % 64);
        }
        let now = self.moment.now_ms;
        let mut earliest = NEVER;
        for (part, deadlines) in self.columns.deadline.chunks(16).enumerate() {
            let least = deadlines.iter().fold(NEVER, |least, &at| least.min(at));
            if least > now {
                earliest = earliest.min(least);
                continue;
            }
            for (index, &at) in deadlines.iter().enumerate() {
                if at <= now {
                    let unit = part * 16 + index;
                    bits[unit / 64] |= 1 << (unit % 64);
                } else {
                    earliest = earliest.min(at);
                }
            }
        }
        each_bit(&bits, |unit| {
            let place = self.base + unit as u32;
            let count = messages.iter().take_while(|message| message.index == place).count();
            let (own, others) = messages.split_at(count);
            messages = others;
            self.tick_one(unit, None, own, log);
            if let Some(&deadline) = self.columns.deadline.get(unit) {
                earliest = earliest.min(deadline);
            }
        });
        if let Some(of_block) = self.columns.earliest.first_mut() {
            *of_block = earliest;
        }
    }

    /// Writes down in which list each unit is to be, where that does not go by its event alone.
    fn mark(&mut self, inputs: Inputs<'_>, marks: &mut [u8], has_due: bool) {
        if self.definition.triggers.any {
            self.mark_triggered(marks);
        } else {
            for (mark, state) in marks.iter_mut().zip(&*self.states) {
                *mark = state.get().min(BUSY as usize) as u8;
            }
        }
        for message in inputs.messages {
            marks[(message.index - self.base) as usize] = BUSY;
        }
        for (mark, event) in marks.iter_mut().zip(inputs.events) {
            *mark |= if event.is_some() { BUSY } else { 0 };
        }
        if has_due {
            let now = self.moment.now_ms;
            for (mark, deadline) in marks.iter_mut().zip(&*self.columns.deadline) {
                *mark |= if *deadline <= now { BUSY } else { 0 };
            }
        }
    }

    /// Nothing comes from outside: updates only.
    fn tick_quiet(&mut self, scratch: &mut Scratch) {
        let count = self.data.len();
        let first = self.states[0];
        if self.states.iter().fold(true, |same, state| same & (*state == first)) {
            self.update_all(first);
            return;
        }
        let Some(lists) = &mut scratch.lists else {
            for unit in 0..count {
                if !self.is_free(unit) {
                    self.update(unit);
                }
            }
            return;
        };
        lists.fill(self.states.iter().map(|state| state.get() as u8));
        self.run_lists(lists, &[], |_, _| {});
    }

    fn update_all(&mut self, state: S) {
        let definition = self.definition;
        let Some(code) = definition.states.get(state.get()) else { return };
        for update in &code.updates {
            let (data, mut block) = self.block(None, &[], Way::NONE);
            update.call_all(data, &mut block);
        }
    }

    /// No deadlines or triggers: of the messages of each unit the first is its event.
    fn tick_messages(&mut self, messages: &[Message], log: &mut Log, scratch: &mut Scratch) {
        self.take_messages(messages, log, scratch, |_| {});
        let events = std::mem::replace(&mut scratch.events, [None; BLOCK]);
        let payloads = scratch.payloads;
        self.tick_events(&events[..self.data.len()], &payloads, scratch);
    }

    /// Takes the first message of each unit out of the log, and keeps the others as far as they
    /// may wait.
    fn take_messages(
        &mut self,
        messages: &[Message],
        log: &mut Log,
        scratch: &mut Scratch,
        mut each: impl FnMut(usize),
    ) {
        let mut last = (usize::MAX, 0);
        for message in messages {
            let unit = (message.index - self.base) as usize;
            let generation = self.generations.get(message.index as usize).copied().unwrap_or(0);
            if message.generation != generation || self.is_free(unit) {
                self.counters.lost += 1;
                continue;
            }
            let waiting = if last.0 == unit { last.1 } else { 0 };
            last = (unit, waiting + 1);
            if waiting >= self.definition.queue as usize {
                self.counters.dropped += 1;
            } else if waiting > 0 {
                log.keep(*message);
            } else {
                let event = message.event();
                scratch.events[unit] = Some(event.id);
                scratch.payloads[unit] = event.payload;
                each(unit);
            }
        }
    }

    /// An event, if there is one, and the update of one unit without deadlines or triggers.
    fn tick_with(&mut self, unit: usize, events: &[Option<EventId>], payloads: &[f64]) {
        if self.is_free(unit) {
            return;
        }
        let payload = payloads.get(unit).copied().unwrap_or(0.0);
        let event = events[unit].map(|id| Event { id, payload });
        if !event.is_some_and(|event| self.dispatch(unit, event).0) {
            self.update(unit);
            // At once: the next unit's event would take its requests for its own.
            self.settle_if_asked(unit);
        }
    }

    /// Events, and no deadlines or triggers.
    fn tick_events(&mut self, events: &[Option<EventId>], payloads: &[f64], scratch: &mut Scratch) {
        let definition = self.definition;
        if let Some(pure) = definition.pure.as_ref().filter(|_| self.is_silent()) {
            self.look_up(pure, events);
            return;
        }
        let Some(lists) = &mut scratch.lists else {
            (0..self.data.len()).for_each(|unit| self.tick_with(unit, events, payloads));
            return;
        };
        let routes = definition.routes.of_event.as_slice();
        let width = definition.events.len() + 1;
        lists.fill(self.states.iter().zip(events).map(|(state, event)| {
            let event = event.map_or(0, |event| event.index() + 1);
            routes.get(state.get() * width + event).copied().unwrap_or(BUSY)
        }));
        self.run_lists(lists, payloads, |units, unit| units.tick_with(unit, events, payloads));
    }

    /// A machine without any code: the next state of each unit is in a table.
    fn look_up(&mut self, pure: &PureTable, events: &[Option<EventId>]) {
        let mut unhandled = 0;
        for (state, event) in self.states.iter_mut().zip(events) {
            let event = event.map_or(0, |event| event.index() + 1);
            let entry = pure.entries[(state.get() << pure.shift) | event];
            *state = S::of(entry & 0xFF);
            unhandled += u64::from(entry >> 8);
        }
        self.counters.unhandled += unhandled;
    }

    /// The general case.
    fn tick_marked(&mut self, inputs: Inputs<'_>, marks: &[u8; BLOCK], log: &mut Log, scratch: &mut Scratch) {
        let mut messages = inputs.messages;
        let each = |units: &mut Self, unit: usize| {
            let place = units.base + unit as u32;
            let before = messages.iter().take_while(|message| message.index < place).count();
            let count = messages[before..].iter().take_while(|message| message.index == place).count();
            let (own, others) = messages[before..].split_at(count);
            messages = others;
            let event = inputs.events.get(unit).copied().flatten();
            units.tick_one(unit, event, own, log);
        };
        match &mut scratch.lists {
            Some(lists) => {
                lists.fill(marks[..self.data.len()].iter().copied());
                self.run_lists(lists, &[], each);
            }
            None => {
                let mut each = each;
                (0..self.data.len()).for_each(|unit| each(self, unit));
            }
        }
    }

    /// All that a tick is, for one unit.
    pub(super) fn tick_one(
        &mut self,
        unit: usize,
        event: Option<EventId>,
        messages: &[Message],
        log: &mut Log,
    ) {
        if self.is_free(unit) {
            self.counters.lost += messages.len() as u64;
            return;
        }
        let definition = self.definition;
        let mut is_changed = false;
        if definition.slots > 0 && self.columns.deadline[unit] <= self.moment.now_ms {
            is_changed |= self.heed_timeouts(unit);
            is_changed |= self.settle_if_asked(unit);
        }
        let mut polls = if definition.poll == Poll::All { usize::MAX } else { 1 };
        if let Some(event) = event {
            is_changed |= self.dispatch(unit, event.into()).0;
            polls -= 1;
        }
        let generation = self.generations.get(self.base as usize + unit).copied().unwrap_or(0);
        let mut waiting = 0;
        for message in messages {
            if message.generation != generation {
                self.counters.lost += 1;
                continue;
            }
            waiting += 1;
            if waiting > definition.queue as usize {
                self.counters.dropped += 1;
            } else if polls > 0 {
                polls -= 1;
                is_changed |= self.dispatch(unit, message.event()).0;
            } else {
                log.keep(*message);
            }
        }
        is_changed |= self.heed_triggers(unit);
        is_changed |= self.settle_if_asked(unit);
        if !is_changed {
            self.update(unit);
            self.settle_if_asked(unit);
        }
    }

    fn settle_if_asked(&mut self, unit: usize) -> bool {
        !self.out.requests.is_empty() && self.settle(unit).0
    }
}

/// Calls `each` with the places of the bits that are set, in order.
#[inline]
fn each_bit(bits: &[u64; BLOCK / 64], mut each: impl FnMut(usize)) {
    for (word, &bits) in bits.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            each(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}
