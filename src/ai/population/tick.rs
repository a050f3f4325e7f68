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
use super::log::{Log, Message};
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::Poll;
use crate::ai::context::Request;
use crate::ai::id::{EventId, StateId};
use crate::ai::{GuardContext, Outcome};

/// Lists of places that are used again for each block.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    lists: Vec<[u8; BLOCK]>,
    requests: Vec<(u32, u32, Request)>,
}

impl Scratch {
    /// Room for the lists of a machine with so many states; `None` where units are too scattered
    /// for lists to be of use.
    pub(super) fn new(states: usize) -> Self {
        // One list for each state, one for free places, one for the busy units.
        let needed = states + 2;
        let lists = [8, 16, 32, 64, 256].into_iter().find(|&lists| needed <= lists).unwrap_or(0);
        Self { lists: vec![[0; BLOCK]; lists], requests: Vec::new() }
    }
}

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
        let mut marks = [0_u8; BLOCK];
        let is_marked = self.mark(inputs, &mut marks[..count]);
        if is_marked {
            self.tick_marked(inputs, &marks, log, scratch);
        } else if inputs.events.is_empty() {
            self.tick_quiet(scratch);
        } else {
            self.tick_events(inputs.events, scratch);
        }
        if !self.out.requests.is_empty() {
            self.settle_all(scratch);
        }
    }

    /// Marks the units that need more than an event or an update. Answers whether there are any.
    fn mark(&mut self, inputs: Inputs<'_>, marks: &mut [u8]) -> bool {
        let mut is_marked = !inputs.messages.is_empty();
        for message in inputs.messages {
            marks[(message.unit.index - self.base) as usize] = 1;
        }
        let now = self.moment.now_ms;
        for (deadlines, marks) in self.columns.deadline.chunks(64).zip(marks.chunks_mut(64)) {
            if deadlines.iter().fold(false, |due, &deadline| due | (deadline <= now)) {
                is_marked = true;
                for (mark, deadline) in marks.iter_mut().zip(deadlines) {
                    *mark |= u8::from(*deadline <= now);
                }
            }
        }
        if self.definition.triggers.any {
            is_marked |= self.mark_triggered(marks);
        }
        if is_marked {
            for (mark, event) in marks.iter_mut().zip(inputs.events) {
                *mark |= u8::from(event.is_some());
            }
        }
        is_marked
    }

    /// Marks the units for which some trigger wins, by asking each trigger about all of them.
    fn mark_triggered(&mut self, marks: &mut [u8]) -> bool {
        let definition = self.definition;
        let triggers = &definition.triggers;
        let mut any = 0;
        if triggers.columns.is_empty() {
            for (mark, state) in marks.iter_mut().zip(&*self.states) {
                let polls = triggers.of_state.get(state.get()).is_some_and(|(start, end)| start != end);
                *mark |= u8::from(polls);
                any |= *mark;
            }
            return any != 0;
        }
        let mut masks = [0_u8; BLOCK];
        let masks = &mut masks[..marks.len()];
        let cx = GuardContext { unit: self.base, now: self.moment.now, event: None, target: StateId::ROOT };
        for (bit, &guard) in triggers.columns.iter().enumerate() {
            definition.guards[guard as usize].mask(self.data, masks, bit as u8, cx);
        }
        let width = triggers.columns.len();
        for ((mark, state), bits) in marks.iter_mut().zip(&*self.states).zip(&*masks) {
            let row = (state.get() << width) | *bits as usize;
            let is_triggered = triggers.table.get(row).is_some_and(|&step| step != 0);
            *mark |= u8::from(is_triggered);
            any |= *mark;
        }
        any != 0
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
        self.sort_and_update(scratch, |_| false, |_, _| {});
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
            let mut block = crate::ai::bindings::BlockContext {
                base: self.base,
                now: self.moment.now,
                dt: self.moment.dt,
                generations: self.generations,
                out: self.out,
            };
            update.call_all(self.data, &mut block);
        }
    }

    /// Events, and no messages, deadlines or triggers.
    fn tick_events(&mut self, events: &[Option<EventId>], scratch: &mut Scratch) {
        if events.iter().all(Option::is_none) {
            self.tick_quiet(scratch);
            return;
        }
        self.sort_and_update(
            scratch,
            |unit| events[unit].is_some(),
            |units, unit| {
                if let Some(event) = events[unit] {
                    let outcome = units.dispatch(unit, event.into());
                    if !matches!(outcome, Ok(Outcome::Changed)) && !units.is_free(unit) {
                        units.update(unit);
                    }
                }
            },
        );
    }

    /// The general case.
    fn tick_marked(&mut self, inputs: Inputs<'_>, marks: &[u8; BLOCK], log: &mut Log, scratch: &mut Scratch) {
        let mut messages = inputs.messages;
        self.sort_and_update(
            scratch,
            |unit| marks[unit] != 0,
            |units, unit| {
                let place = units.base + unit as u32;
                let count = messages.iter().take_while(|message| message.unit.index == place).count();
                let (own, others) = messages.split_at(count);
                messages = others;
                let event = inputs.events.get(unit).copied().flatten();
                units.tick_one(unit, event, own, log);
            },
        );
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

    /// What updates of whole lists asked for, in the order of the units.
    fn settle_all(&mut self, scratch: &mut Scratch) {
        let mut requests = std::mem::take(&mut scratch.requests);
        let asked = self.out.requests.drain(..).zip(0..);
        requests.extend(asked.map(|((unit, request), order)| (unit, order, request)));
        requests.sort_unstable_by_key(|(unit, order, _)| (*unit, *order));
        for group in requests.chunk_by(|a, b| a.0 == b.0) {
            self.out.requests.extend(group.iter().map(|(unit, _, request)| (*unit, *request)));
            // What does not happen is counted.
            let _ = self.settle((group[0].0 - self.base) as usize);
        }
        requests.clear();
        scratch.requests = requests;
    }

    /// Writes the places into lists, calls `each` for the busy ones, and updates the others.
    fn sort_and_update(
        &mut self,
        scratch: &mut Scratch,
        is_busy: impl Fn(usize) -> bool,
        mut each: impl FnMut(&mut Self, usize),
    ) {
        let lists = scratch.lists.as_mut_slice();
        match lists.len() {
            8 => self.run_lists::<8>(lists, is_busy, &mut each),
            16 => self.run_lists::<16>(lists, is_busy, &mut each),
            32 => self.run_lists::<32>(lists, is_busy, &mut each),
            64 => self.run_lists::<64>(lists, is_busy, &mut each),
            256 => self.run_lists::<256>(lists, is_busy, &mut each),
            _ => {
                for unit in 0..self.data.len() {
                    if is_busy(unit) {
                        each(self, unit);
                    } else if !self.is_free(unit) {
                        self.update(unit);
                    }
                }
            }
        }
    }

    fn run_lists<const LISTS: usize>(
        &mut self,
        lists: &mut [[u8; BLOCK]],
        is_busy: impl Fn(usize) -> bool,
        each: &mut impl FnMut(&mut Self, usize),
    ) {
        let Ok(lists) = <&mut [[u8; BLOCK]; LISTS]>::try_from(lists) else { return };
        let mut lengths = [0_u16; LISTS];
        for (unit, state) in self.states.iter().enumerate() {
            let list = if is_busy(unit) { LISTS - 1 } else { state.get() } & (LISTS - 1);
            lists[list][lengths[list] as usize & (BLOCK - 1)] = unit as u8;
            lengths[list] += 1;
        }
        let definition = self.definition;
        for &unit in &lists[LISTS - 1][..lengths[LISTS - 1] as usize] {
            each(self, unit as usize);
        }
        for (code, (list, &length)) in definition.states.iter().zip(lists.iter().zip(&lengths)) {
            if length == 0 {
                continue;
            }
            for update in &code.updates {
                let mut block = crate::ai::bindings::BlockContext {
                    base: self.base,
                    now: self.moment.now,
                    dt: self.moment.dt,
                    generations: self.generations,
                    out: self.out,
                };
                update.call_some(self.data, &list[..length as usize], &mut block);
            }
        }
    }
}
