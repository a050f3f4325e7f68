//! One tick of a block of units.
//!
//! ```text
//! 1. collect the event or message of each unit
//! 2. sort the places of the units into the lists of `Routes`
//! 3. tick the busy units one by one: timeouts, messages, triggers, update
//! 4. tick the others list by list: one call for all units with the same step or update
//! 5. apply the requests of hooks and updates of step 4, unit by unit
//! ```
//!
//! The order in which units are called depends on their states. Only an action that writes to
//! memory that units share can observe it.

use super::DispatchOutcome;
use super::lists::{Inputs, Kept, Lists};
use super::log::{Log, Message};
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::Poll;
use crate::ai::context::{Event, Transition};
use crate::ai::definition::{BUSY, Go, Move, NEVER};
use crate::ai::id::EventId;
use crate::ai::structure::{NO_STATE, duration};

/// Memory that is reused for each block.
#[derive(Debug)]
pub(super) struct Scratch {
    inputs: Inputs,
    lists: Box<Lists>,
    requests: Vec<Kept>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let inputs = Inputs { keys: [0; BLOCK], payloads: [0.0; BLOCK], more: Vec::new() };
        let lists = Box::new(Lists { lists: [[0; BLOCK]; BLOCK], lengths: [0; BLOCK] });
        Self { inputs, lists, requests: Vec::new() }
    }
}

/// A set of a block's units.
type Bits = [u64; BLOCK / 64];

#[inline]
fn each_bit(bits: &Bits, mut each: impl FnMut(usize)) {
    for (word, &bits) in bits.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            each(word * 64 + bits.trailing_zeros() as usize);
            bits &= bits - 1;
        }
    }
}

/// The units with something to do, if they are so few that it is faster to look at each alone:
/// `benches/machines.rs`, the sleepers and waiting.
fn few(mut bits: Bits, messages: &[Message], busy: Option<&[u8; BLOCK]>, count: usize) -> Option<Bits> {
    let mut add = |unit: usize| bits[unit / 64] |= 1 << (unit % 64);
    messages.iter().for_each(|message| add(message.index as usize % BLOCK));
    let busy = busy.into_iter().flatten().enumerate();
    busy.filter(|(_, busy)| **busy != 0).for_each(|(unit, _)| add(unit));
    let active: u32 = bits.iter().map(|word| word.count_ones()).sum();
    ((active as usize) < count / 4).then_some(bits)
}

impl<D, W> Units<'_, D, W> {
    /// Ticks a block. `messages` are sorted by unit.
    pub(super) fn tick(
        &mut self,
        block: usize,
        events: &[Option<EventId>],
        messages: &[Message],
        log: &mut Log,
        scratch: &mut Scratch,
    ) {
        let first = block * BLOCK;
        let count = (self.store.data.len() - first).min(BLOCK);
        let none = events.iter().fold(true, |none, event| none & event.is_none());
        let events = if none { &[] } else { events };
        let has_due = self.store.earliest.get(block).is_some_and(|&at| at <= self.store.now());
        let is_quiet = events.is_empty() && messages.is_empty() && !has_due;
        let watched = self.begin_watched_tick(first..first + count);
        self.moved = 0;
        let active = self.awake(block);
        if is_quiet && active == Some([0; BLOCK / 64]) {
            self.store.late.retain(|(unit, _)| *unit as usize / BLOCK != block);
            return;
        }
        let definition = self.definition;
        let routes = &definition.routes;
        // `benches/machines.rs`, the moods.
        let is_silent = self.store.is_silent() && self.store.late.is_empty();
        if !routes.next.is_empty() && is_silent && messages.is_empty() && !definition.is_ordered {
            return self.look_up(first, events);
        }
        let Scratch { inputs, lists, requests } = scratch;
        let is_plain = is_quiet && !definition.has_triggers && self.store.late.is_empty() && !definition.is_ordered;
        if is_plain && self.update_as_one(block, count) {
            self.apply_all(requests);
            return;
        }

        let mut busy = [0; BLOCK];
        let is_foreign = definition.keys_of(events, &mut inputs.keys);
        if is_foreign {
            self.count_foreign(events);
        }
        self.take_messages(messages, log, inputs, &mut busy);
        if has_due {
            self.mark_due(block, &mut busy);
        }
        for (unit, _) in self.store.late.iter().filter(|(unit, _)| *unit as usize / BLOCK == block) {
            busy[*unit as usize % BLOCK] = BUSY;
        }
        watched.into_iter().for_each(|unit| busy[unit % BLOCK] = BUSY);
        if definition.is_ordered {
            self.tick_in_order(block, count, inputs, &busy);
            self.clear(block, events, messages, inputs);
            return;
        }
        let some_busy = (has_due || watched.is_some()).then_some(&busy);
        let sparse = active.filter(|_| events.is_empty());
        let sparse = sparse.and_then(|bits| few(bits, messages, some_busy, count));
        let list_of = |state: u8, key: u8, busy: u8| routes.list_of(state, key) | busy;
        if definition.regions > 1 {
            self.tick_regions(block, count, inputs, &mut busy, lists, requests);
        } else {
            let states = &self.store.shared.states[first..first + count];
            let keys = &inputs.keys;
            match sparse {
                Some(bits) => {
                    each_bit(&bits, |unit| {
                        lists.put(unit as u8, list_of(states[unit], keys[unit], busy[unit]));
                    });
                }
                None => {
                    let units = states.iter().zip(keys).zip(&busy);
                    let units = units.map(|((&state, &key), &busy)| list_of(state, key, busy));
                    units.enumerate().for_each(|(unit, list)| lists.put(unit as u8, list));
                }
            }
            for &unit in lists.of(BUSY as usize) {
                self.tick_one(block, unit, inputs);
            }
            self.take_steps(block, lists, inputs);
            self.run_updates(block, lists, requests);
            lists.clear();
        }
        self.apply_all(requests);
        self.clear(block, events, messages, inputs);
    }

    /// Forgets the inputs of a block.
    fn clear(&mut self, block: usize, events: &[Option<EventId>], messages: &[Message], inputs: &mut Inputs) {
        if !events.is_empty() {
            inputs.keys = [0; BLOCK];
        }
        for message in messages {
            let unit = message.index as usize % BLOCK;
            (inputs.keys[unit], inputs.payloads[unit]) = (0, 0.0);
        }
        inputs.more.clear();
        self.store.late.retain(|(unit, _)| *unit as usize / BLOCK != block);
    }

    /// Ticks the units of a block one after the other, as they share a world.
    fn tick_in_order(&mut self, block: usize, count: usize, inputs: &Inputs, busy: &[u8; BLOCK]) {
        let (definition, routes) = (self.definition, &self.definition.routes);
        let first = block * BLOCK;
        let mut place = 0;
        while place < count {
            // The updates of units up to the next one with more to do.
            let (data, world, mut cx) = self.context(first + place, None, Transition::NONE);
            let mut list = BUSY;
            while place < count {
                let state = cx.shared.states[first + place];
                list = routes.list_of(state, inputs.keys[place]) | busy[place];
                if !routes.is_state(list) {
                    break;
                }
                if let Some(code) = definition.states.get(state as usize) {
                    (cx.about.unit, cx.about.state) = ((first + place) as u32, state);
                    code.updates.iter().for_each(|update| update.call(&mut data[first + place], world, &mut cx));
                    if !cx.out.requests.is_empty() {
                        break;
                    }
                }
                place += 1;
            }
            if place == count {
                return;
            }
            let unit = first + place;
            if !routes.is_state(list) {
                if let Some((step, key)) = routes.step_of(list) {
                    let id = definition.events[key as usize - 1];
                    let event = Event { id, payload: inputs.payloads[place] };
                    let outcome = self.perform(unit, &definition.steps[step as usize], Some(event));
                    let _ = self.finish(unit, outcome);
                } else {
                    self.tick_one(block, place as u8, inputs);
                }
            } else {
                let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
            }
            place += 1;
        }
    }

    /// Ticks the units of a block whose machine has several regions: the events go to each region in
    /// order, then the regions are updated in order.
    fn tick_regions(
        &mut self,
        block: usize,
        count: usize,
        inputs: &Inputs,
        busy: &mut [u8; BLOCK],
        lists: &mut Lists,
        requests: &mut Vec<Kept>,
    ) {
        let (definition, routes) = (self.definition, &self.definition.routes);
        let first = block * BLOCK;
        // The regions of each unit that have changed.
        let mut moved = [0_u16; BLOCK];
        let has_events = inputs.keys[..count].iter().any(|key| *key != 0);
        for place in 0..count {
            if busy[place] != 0 || definition.has_triggers || self.is_busy(first + place, inputs.keys[place]) {
                busy[place] = BUSY;
                self.tick_one(block, place as u8, inputs);
            }
        }
        for region in (0..definition.regions).filter(|_| has_events) {
            self.region = region;
            for place in (0..count).filter(|&place| inputs.keys[place] != 0 && busy[place] == 0) {
                let list = routes.list_of(self.state(first + place), inputs.keys[place]);
                if routes.step_of(list).is_some() {
                    lists.put(place as u8, list);
                    moved[place] |= 1 << region;
                }
            }
            self.take_steps(block, lists, inputs);
            lists.clear();
        }
        self.region = 0;
        self.apply_moved(requests, &mut moved);
        for region in 0..definition.regions {
            self.region = region;
            for place in 0..count {
                let is_done = busy[place] != 0 || moved[place] >> region & 1 == 1;
                lists.put(place as u8, if is_done { BUSY } else { self.state(first + place) });
            }
            self.run_updates(block, lists, requests);
            lists.clear();
        }
        self.region = 0;
    }

    /// Whether a unit with regions handles an event by more than plain steps, or not at all.
    fn is_busy(&mut self, unit: usize, key: u8) -> bool {
        let mut is_handled = key == 0;
        for region in 0..self.definition.regions {
            self.region = region;
            let state = self.state(unit);
            let list = if state == NO_STATE { 0 } else { self.definition.routes.list_of(state, key) };
            if list == BUSY {
                self.region = 0;
                return true;
            }
            is_handled |= !self.definition.routes.is_state(list);
        }
        self.region = 0;
        !is_handled
    }

    /// The units with something to do in a tick without events; `None` if that is not tracked.
    fn awake(&self, block: usize) -> Option<Bits> {
        let words = self.store.awake.get(block * (BLOCK / 64)..)?;
        if words.is_empty() {
            return None;
        }
        let mut bits = [0; BLOCK / 64];
        bits.iter_mut().zip(words).for_each(|(bits, word)| *bits = *word);
        Some(bits)
    }

    /// Takes the first message of each unit without an event, with [`Poll::All`] all of them, and
    /// keeps the others up to the queue's limit.
    fn take_messages(
        &mut self,
        messages: &[Message],
        log: &mut Log,
        inputs: &mut Inputs,
        busy: &mut [u8; BLOCK],
    ) {
        let definition = self.definition;
        let mut last = (None, 0);
        for message in messages {
            let place = message.index as usize;
            if !self.store.is_alive(message.unit()) {
                self.store.counters.lost += 1;
                continue;
            }
            let waiting = if last.0 == Some(place) { last.1 + 1 } else { 1 };
            last = (Some(place), waiting);
            let unit = place % BLOCK;
            let (key, payload) = (message.key, message.payload);
            if waiting > definition.queue as usize {
                self.store.counters.dropped += 1;
            } else if inputs.keys[unit] == 0 {
                inputs.keys[unit] = key;
                inputs.payloads[unit] = payload;
            } else if definition.poll == Poll::All {
                let id = definition.events[key as usize - 1];
                inputs.more.push((unit as u8, Event { id, payload }));
                busy[unit] = BUSY;
            } else {
                log.keep(*message);
            }
        }
    }

    /// Marks the units with a deadline that is due, and finds the earliest of the others.
    fn mark_due(&mut self, block: usize, busy: &mut [u8; BLOCK]) {
        let (first, now) = (block * BLOCK, self.store.now());
        let mut earliest = NEVER;
        for (&at, busy) in self.store.deadline.values[first..].iter().zip(busy) {
            let is_due = at <= now;
            *busy |= if is_due { BUSY } else { 0 };
            earliest = earliest.min(if is_due { NEVER } else { at });
        }
        self.store.earliest[block] = earliest;
    }

    fn tick_one(&mut self, block: usize, place: u8, inputs: &Inputs) {
        let unit = block * BLOCK + place as usize;
        if !self.store.is_taken(unit) {
            return;
        }
        let definition = self.definition;
        let moment = self.store.shared.moment;
        if let Some((_, since)) = self.store.late.iter().find(|(late, _)| *late as usize == unit) {
            self.store.shared.moment.dt = duration(moment.clock.saturating_sub(*since));
        }
        self.moved = 0;
        let is_due = definition.slots > 0 && self.store.deadline.values[unit] <= self.store.now();
        if is_due {
            self.in_each_region(unit, Self::take_timeout);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        let key = inputs.keys[place as usize];
        if key != 0 {
            let (id, payload) = (definition.events[key as usize - 1], inputs.payloads[place as usize]);
            self.begin_event(unit, false);
            let outcome = self.fire_key(unit, key, Event { id, payload });
            let _ = self.finish(unit, outcome);
        }
        if !inputs.more.is_empty() {
            let start = inputs.more.partition_point(|(other, _)| *other < place);
            for (_, event) in inputs.more[start..].iter().take_while(|(other, _)| *other == place) {
                let _ = self.dispatch(unit, *event);
            }
        }
        if definition.has_triggers {
            self.in_each_region(unit, Self::take_trigger);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        if self.moved.count_ones() < definition.regions as u32 {
            self.update(unit);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        self.store.shared.moment = moment;
        if is_due {
            // A timeout that waits for its guard is still due.
            self.store.wake_at(unit, self.store.deadline.values[unit]);
        }
    }

    /// Calls `step` for each region, but for those that the step of another region has moved.
    fn in_each_region(&mut self, unit: usize, step: impl Fn(&mut Self, usize)) {
        let moved = std::mem::take(&mut self.moved);
        for region in 0..self.definition.regions {
            self.region = region;
            if self.moved >> region & 1 == 0 && self.state(unit) != NO_STATE {
                step(self, unit);
            }
        }
        self.region = 0;
        self.moved |= moved;
    }

    /// Takes the first trigger of the current region that holds.
    fn take_trigger(&mut self, unit: usize) {
        let definition = self.definition;
        let (start, end) = definition.triggers[self.state(unit) as usize];
        for step in &definition.steps[start as usize..end as usize] {
            let is_new = definition.regions == 1 || !self.is_there(unit, step.then);
            if is_new && self.attempt(unit, step, None).is_some() {
                return;
            }
        }
    }

    /// Whether the unit is in the target in some region.
    fn is_there(&self, unit: usize, then: Move) -> bool {
        let definition = self.definition;
        let external = matches!(then, Move::Go(Go { external: true, .. }));
        let target = then.target().filter(|_| !external);
        target.is_some_and(|target| definition.active(&self.store.leaves(unit)).has(target))
    }
}
