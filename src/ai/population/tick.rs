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
use crate::ai::context::Event;
use crate::ai::definition::BUSY;
use crate::ai::id::{EventId, StateId};
use crate::ai::{GuardContext, Outcome};

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
        let has_due = self.has_due();
        if has_due
            || self.definition.triggers.any
            || self.changes.is_some()
            || self.definition.poll == Poll::All
        {
            let mut marks = [0_u8; BLOCK];
            self.mark(inputs, &mut marks[..count], has_due);
            self.tick_marked(inputs, &marks, log, scratch);
        } else if !inputs.messages.is_empty() {
            self.tick_messages(inputs, log, scratch);
        } else if inputs.events.iter().fold(true, |none, event| none & event.is_none()) {
            self.tick_quiet(scratch);
        } else {
            self.tick_events(inputs.events, &[], scratch);
        }
        if !self.out.requests.is_empty() {
            self.settle_all(scratch);
        }
    }

    /// Whether the deadline of somebody is due.
    fn has_due(&self) -> bool {
        let now = self.moment.now_ms;
        self.columns
            .deadline
            .chunks(64)
            .any(|deadlines| deadlines.iter().fold(false, |due, &at| due | (at <= now)))
    }

    /// Writes down in which list each unit is to be, where that does not go by its event alone.
    fn mark(&mut self, inputs: Inputs<'_>, marks: &mut [u8], has_due: bool) {
        for (mark, state) in marks.iter_mut().zip(&*self.states) {
            *mark = state.get().min(BUSY as usize) as u8;
        }
        if self.definition.triggers.any {
            self.mark_triggered(marks);
        }
        for message in inputs.messages {
            marks[(message.unit.index - self.base) as usize] = BUSY;
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

    /// Writes down which units some trigger moves, by asking each trigger about all of them.
    fn mark_triggered(&mut self, marks: &mut [u8]) {
        let definition = self.definition;
        let triggers = &definition.triggers;
        if triggers.columns.is_empty() {
            for (mark, state) in marks.iter_mut().zip(&*self.states) {
                let polls = triggers.of_state.get(state.get()).is_some_and(|(start, end)| start != end);
                *mark |= if polls { BUSY } else { 0 };
            }
            return;
        }
        let mut masks = [0_u8; BLOCK];
        let masks = &mut masks[..marks.len()];
        let cx = GuardContext { unit: self.base, now: self.moment.now, event: None, target: StateId::ROOT };
        for (bit, &guard) in triggers.columns.iter().enumerate() {
            definition.guards[guard as usize].mask(self.data, masks, bit as u8, cx);
        }
        let is_recording = self.changes.is_some();
        let width = triggers.columns.len();
        for ((mark, state), bits) in marks.iter_mut().zip(&*self.states).zip(&*masks) {
            let row = (state.get() << width) | *bits as usize;
            if let Some(list) = triggers.routes.get(row) {
                *mark = if is_recording && *list != *mark { BUSY } else { *list };
            }
        }
    }

    /// Nothing comes from outside: updates only.
    fn tick_quiet(&mut self, scratch: &mut Scratch) {
        let count = self.data.len();
        if !self.columns.awake.is_empty() {
            let awake: u32 = self.columns.awake.iter().map(|word| word.count_ones()).sum();
            if (awake as usize) < count / 4 {
                self.update_awake();
                return;
            }
        }
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

    fn update_awake(&mut self) {
        for word in 0..self.columns.awake.len() {
            let mut bits = self.columns.awake[word];
            while bits != 0 {
                let unit = word * 64 + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                self.update(unit);
            }
        }
    }

    fn update_all(&mut self, state: S) {
        let definition = self.definition;
        let Some(code) = definition.states.get(state.get()) else { return };
        for update in &code.updates {
            let (data, mut block) = self.block(None, &[]);
            update.call_all(data, &mut block);
        }
    }

    /// One message at most for each unit, and no deadlines or triggers: messages are events.
    fn tick_messages(&mut self, inputs: Inputs<'_>, log: &mut Log, scratch: &mut Scratch) {
        let mut events = [None; BLOCK];
        let mut payloads = [0.0; BLOCK];
        events[..inputs.events.len()].copy_from_slice(inputs.events);
        let mut last = (usize::MAX, 0);
        for message in inputs.messages {
            let unit = (message.unit.index - self.base) as usize;
            let generation = self.generations.get(message.unit.index()).copied().unwrap_or(0);
            if message.unit.generation != generation || self.is_free(unit) {
                self.counters.lost += 1;
                continue;
            }
            let waiting = if last.0 == unit { last.1 } else { 0 };
            last = (unit, waiting + 1);
            if waiting >= self.definition.queue as usize {
                self.counters.dropped += 1;
            } else if events[unit].is_some() {
                log.keep(*message);
            } else {
                events[unit] = Some(message.event.id);
                payloads[unit] = message.event.payload;
            }
        }
        self.tick_events(&events[..self.data.len()], &payloads, scratch);
    }

    /// Events, and no deadlines or triggers.
    fn tick_events(&mut self, events: &[Option<EventId>], payloads: &[f64], scratch: &mut Scratch) {
        let definition = self.definition;
        let routes = definition.routes.of_event.as_slice();
        let width = definition.events.len() + 1;
        let each = |units: &mut Self, unit: usize| {
            if units.is_free(unit) {
                return;
            }
            let payload = payloads.get(unit).copied().unwrap_or(0.0);
            let event = events[unit].map(|id| Event { id, payload });
            if event.map(|event| units.dispatch(unit, event)) != Some(Ok(Outcome::Changed)) {
                units.update(unit);
            }
        };
        let Some(lists) = &mut scratch.lists else {
            (0..self.data.len()).for_each(|unit| each(self, unit));
            return;
        };
        lists.fill(self.states.iter().zip(events).map(|(state, event)| {
            let event = event.map_or(0, |event| event.index() + 1);
            routes.get(state.get() * width + event).copied().unwrap_or(BUSY)
        }));
        self.run_lists(lists, payloads, each);
    }

    /// The general case.
    fn tick_marked(&mut self, inputs: Inputs<'_>, marks: &[u8; BLOCK], log: &mut Log, scratch: &mut Scratch) {
        let mut messages = inputs.messages;
        let each = |units: &mut Self, unit: usize| {
            let place = units.base + unit as u32;
            let before = messages.iter().take_while(|message| message.unit.index < place).count();
            let count = messages[before..].iter().take_while(|message| message.unit.index == place).count();
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
    fn tick_one(&mut self, unit: usize, event: Option<EventId>, messages: &[Message], log: &mut Log) {
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
            is_changed |= self.dispatch(unit, event.into()) == Ok(Outcome::Changed);
            polls -= 1;
        }
        let generation = self.generations.get(self.base as usize + unit).copied().unwrap_or(0);
        let mut waiting = 0;
        for message in messages {
            if message.unit.generation != generation {
                self.counters.lost += 1;
                continue;
            }
            waiting += 1;
            if waiting > definition.queue as usize {
                self.counters.dropped += 1;
            } else if polls > 0 {
                polls -= 1;
                is_changed |= self.dispatch(unit, message.event) == Ok(Outcome::Changed);
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
        !self.out.requests.is_empty() && self.settle(unit) == Ok(true)
    }

    /// The first trigger that holds.
    fn heed_triggers(&mut self, unit: usize) -> bool {
        let definition = self.definition;
        if !definition.triggers.any {
            return false;
        }
        let (start, end) = definition.triggers.of_state[self.state(unit) as usize];
        for step in &definition.steps[start as usize..end as usize] {
            if self.holds(unit, step, None) && !self.is_held(unit, step) {
                return self.perform(unit, step, None) == Ok(Outcome::Changed);
            }
        }
        false
    }
}
