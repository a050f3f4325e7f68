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
use super::log::{Log, Message};
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::Poll;
use crate::ai::context::{Event, Request, Transition};
use crate::ai::definition::{BUSY, Go, Move, NEVER};
use crate::ai::id::EventId;
use crate::ai::structure::{Bits, duration};

/// The events and messages for the units of a block.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The key of the event that each unit handles; 0 for none.
    keys: [u8; BLOCK],
    payloads: [f64; BLOCK],
    /// With [`Poll::All`] the further messages, in the order of the units.
    more: Vec<(u8, Event)>,
}

/// Places of a block's units, list by list.
#[derive(Debug)]
struct Lists {
    lists: [[u8; BLOCK]; BLOCK],
    lengths: [u16; BLOCK],
}

impl Lists {
    #[inline]
    fn put(&mut self, unit: u8, list: u8) {
        let length = &mut self.lengths[list as usize];
        self.lists[list as usize][*length as usize & (BLOCK - 1)] = unit;
        *length += 1;
    }

    fn of(&self, list: usize) -> &[u8] {
        &self.lists[list][..self.lengths[list] as usize]
    }
}

/// Memory that is reused for each block.
#[derive(Debug)]
pub(super) struct Scratch {
    inputs: Inputs,
    lists: Box<Lists>,
    requests: Vec<(u32, u32, u8, Request)>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let inputs = Inputs { keys: [0; BLOCK], payloads: [0.0; BLOCK], more: Vec::new() };
        let lists = Box::new(Lists { lists: [[0; BLOCK]; BLOCK], lengths: [0; BLOCK] });
        Self { inputs, lists, requests: Vec::new() }
    }
}

/// A set of a block's units.
type Places = [u64; BLOCK / 64];

#[inline]
fn each_bit(bits: &Places, mut each: impl FnMut(usize)) {
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
fn few(
    mut bits: Places,
    messages: &[Message],
    busy: Option<&[u8; BLOCK]>,
    count: usize,
) -> Option<Places> {
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
        let has_due = self.store.earliest.get(block).is_some_and(|&at| at <= self.moment.now);
        let is_quiet = events.is_empty() && messages.is_empty() && !has_due;
        self.moved = 0;
        let active = self.awake(block);
        if is_quiet && active == Some([0; BLOCK / 64]) {
            self.store.late.retain(|(unit, _)| *unit as usize / BLOCK != block);
            return;
        }
        let definition = self.definition;
        let is_ordered = size_of::<W>() > 0 || definition.has_random;
        let routes = &definition.routes;
        let mut masks = [0; BLOCK];
        // `benches/machines.rs`, the moods and the levelled triggers.
        let is_silent = self.store.is_silent() && self.store.late.is_empty();
        if !routes.next.is_empty() && is_silent && messages.is_empty() && !is_ordered {
            if !definition.has_triggers {
                let mut has_foreign = false;
                let keys = events.iter().map(|event| {
                    let key = event.map_or(0, |id| definition.key(id));
                    has_foreign |= event.is_some() && key == 0;
                    key
                });
                self.look_up(first, keys);
                if has_foreign {
                    self.count_foreign(events);
                }
                return;
            } else if is_quiet {
                self.ask_triggers(first, &mut masks[..count]);
                return self.look_up(first, masks[..count].iter().copied());
            }
        }
        let Scratch { inputs, lists, requests } = scratch;
        let is_plain = is_quiet && !definition.has_triggers && self.store.late.is_empty() && !is_ordered;
        if is_plain && self.update_as_one(block, count) {
            self.apply_all(requests);
            return;
        }

        let mut busy = [0; BLOCK];
        for (key, event) in inputs.keys.iter_mut().zip(events) {
            *key = event.map_or(0, |id| definition.key(id));
        }
        self.count_foreign(events);
        self.take_messages(messages, log, inputs, &mut busy);
        if has_due {
            self.mark_due(block, &mut busy);
        }
        for (unit, _) in self.store.late.iter().filter(|(unit, _)| *unit as usize / BLOCK == block) {
            busy[*unit as usize % BLOCK] = BUSY;
        }
        if is_ordered {
            self.tick_in_order(block, count, inputs, &busy, active);
            self.clear(block, events, messages, inputs);
            return;
        }
        let sparse = active.filter(|_| events.is_empty());
        let sparse = sparse.and_then(|bits| few(bits, messages, has_due.then_some(&busy), count));
        if definition.has_triggers {
            if sparse.is_some() || definition.regions > 1 {
                busy = [BUSY; BLOCK];
            } else {
                self.ask_triggers(first, &mut masks[..count]);
            }
            // An event may lead to a state with other triggers.
            for (busy, key) in busy.iter_mut().zip(&inputs.keys) {
                *busy |= if *key == 0 { 0 } else { BUSY };
            }
        }
        let keys = if definition.has_triggers { &masks } else { &inputs.keys };
        let (states, table) = (&self.store.states[first..first + count], routes.lists.as_slice());
        let list_of = |state: u8, key: u8, busy: u8| {
            let row = (state as usize) << routes.shift | key as usize;
            table.get(row).copied().unwrap_or(BUSY) | busy
        };
        match sparse {
            Some(bits) => {
                each_bit(&bits, |unit| lists.put(unit as u8, list_of(states[unit], keys[unit], busy[unit])));
            }
            None => {
                let units = states.iter().zip(keys).zip(&busy);
                let units = units.map(|((&state, &key), &busy)| list_of(state, key, busy));
                units.enumerate().for_each(|(unit, list)| lists.put(unit as u8, list));
            }
        }
        self.run_lists(block, lists, inputs);
        for region in 1..definition.regions {
            self.update_region_of_all(block, region, lists, &inputs.keys, &busy);
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

    #[cold]
    fn count_event(&mut self, event: EventId) {
        self.store.counters.count_foreign(event.name());
    }

    /// Counts events of other machines.
    fn count_foreign(&mut self, events: &[Option<EventId>]) {
        for event in events.iter().flatten() {
            if self.definition.key(*event) == 0 {
                self.count_event(*event);
            }
        }
    }

    /// Ticks the units of a block one after the other, as they share a world.
    fn tick_in_order(
        &mut self,
        block: usize,
        count: usize,
        inputs: &Inputs,
        busy: &[u8; BLOCK],
        active: Option<Places>,
    ) {
        let definition = self.definition;
        for place in 0..count {
            let unit = block * BLOCK + place;
            let state = self.store.states[unit];
            let is_busy = busy[place] | inputs.keys[place] != 0;
            if is_busy || definition.has_triggers || definition.regions > 1 {
                self.tick_one(block, place as u8, inputs);
            } else if active.is_none_or(|bits| bits[place / 64] >> (place % 64) & 1 == 1)
                && state < self.store.free
            {
                for update in &definition.code(state).updates {
                    self.call(&**update, unit, None, Transition::NONE);
                }
                if !self.store.out.requests.is_empty() {
                    let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
                }
            }
        }
    }

    /// Updates the units of a block in one further region, but for those that were ticked one by one.
    fn update_region_of_all(
        &mut self,
        block: usize,
        region: usize,
        lists: &mut Lists,
        keys: &[u8; BLOCK],
        busy: &[u8; BLOCK],
    ) {
        let definition = self.definition;
        self.region = region;
        let states = self.store.more[region - 1][block * BLOCK..].iter();
        for (place, (&state, (&key, &busy))) in (0..=255).zip(states.zip(keys.iter().zip(busy))) {
            lists.put(place, if key | busy == 0 { state } else { BUSY });
        }
        for (list, code) in definition.states.iter().enumerate().filter(|(list, _)| *list != BUSY as usize) {
            if lists.lengths[list] > 0 {
                for update in &code.updates {
                    self.call_some(&**update, block, lists.of(list), None, Transition::NONE);
                }
            }
        }
        lists.lengths.fill(0);
        self.region = 0;
    }

    /// Updates a block whose units are all in the same state: `benches/machines.rs`, the marines
    /// without events. Returns whether it is such a block.
    fn update_as_one(&mut self, block: usize, count: usize) -> bool {
        let states = &self.store.states[block * BLOCK..][..count];
        let first = states[0];
        if !states.iter().fold(true, |same, state| same & (*state == first)) {
            return false;
        }
        let definition = self.definition;
        if definition.regions > 1 {
            return false;
        }
        for update in definition.states.get(first as usize).map_or(&[][..], |code| &code.updates) {
            let (data, world, cx) = self.context(block * BLOCK, None, Transition::NONE);
            update.call_all(&mut data[block * BLOCK..][..count], world, cx);
        }
        true
    }

    /// The units with something to do in a tick without events; `None` if that is not tracked.
    fn awake(&self, block: usize) -> Option<Places> {
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
        let (first, now) = (block * BLOCK, self.moment.now);
        let mut earliest = NEVER;
        for (&at, busy) in self.store.deadline.values[first..].iter().zip(busy) {
            let is_due = at <= now;
            *busy |= if is_due { BUSY } else { 0 };
            earliest = earliest.min(if is_due { NEVER } else { at });
        }
        self.store.earliest[block] = earliest;
    }

    /// Polls each trigger for all units of a block; the answers are the bits of the masks.
    fn ask_triggers(&self, first: usize, masks: &mut [u8]) {
        let routes = &self.definition.routes;
        let Some(polls) = routes.polls.first_chunk().filter(|_| !routes.mask.is_empty()) else { return };
        let cx = self.guard_context(first, None, 0);
        let units = first..first + masks.len();
        let (data, states) = (&self.store.data[units.clone()], &self.store.states[units]);
        for (bit, &guard) in routes.mask.iter().enumerate() {
            self.definition.guards[guard as usize].mask(data, self.world, states, polls, masks, cx, 1 << bit);
        }
    }

    /// Ticks the units of a machine that only changes states.
    fn look_up(&mut self, first: usize, keys: impl Iterator<Item = u8>) {
        let routes = &self.definition.routes;
        let mut unhandled = 0;
        for (state, key) in self.store.states[first..].iter_mut().zip(keys) {
            let next = routes.next[(*state as usize) << routes.shift | key as usize];
            *state = next as u8;
            unhandled += u64::from(next >> 8);
        }
        self.store.counters.unhandled += unhandled;
    }

    /// Does the work of each list, and empties it.
    fn run_lists(&mut self, block: usize, lists: &mut Lists, inputs: &Inputs) {
        let definition = self.definition;
        let count = definition.states.len();
        for &unit in lists.of(BUSY as usize) {
            self.tick_one(block, unit, inputs);
        }
        lists.lengths[BUSY as usize] = 0;
        for (list, (step, event)) in (count + 1..).zip(&definition.routes.steps) {
            if lists.lengths[list] > 0 {
                let step = &definition.steps[*step as usize];
                let event = (*event as usize).checked_sub(1).map(|key| definition.events[key]);
                let events = event.map(|event| (event, &inputs.payloads));
                self.perform_all(block, lists.of(list), step, events);
            }
        }
        for (list, code) in definition.states.iter().enumerate() {
            if lists.lengths[list] > 0 {
                for update in &code.updates {
                    self.call_some(&**update, block, lists.of(list), None, Transition::NONE);
                }
            }
        }
        lists.lengths[..count + 1 + definition.routes.steps.len()].fill(0);
    }

    /// Applies the requests of whole lists, in the order of the units.
    fn apply_all(&mut self, requests: &mut Vec<(u32, u32, u8, Request)>) {
        let asked = self.store.out.requests.drain(..).zip(0..);
        requests.extend(asked.map(|((unit, region, request), order)| (unit, order, region, request)));
        // A stable sort may allocate.
        requests.sort_unstable_by_key(|(unit, order, ..)| (*unit, *order));
        for group in requests.chunk_by(|a, b| a.0 == b.0) {
            let asked = group.iter().map(|(unit, _, region, request)| (*unit, *region, *request));
            self.store.out.requests.extend(asked);
            let _ = self.finish(group[0].0 as usize, Ok(DispatchOutcome::Handled));
        }
        requests.clear();
    }

    fn tick_one(&mut self, block: usize, place: u8, inputs: &Inputs) {
        let unit = block * BLOCK + place as usize;
        if !self.store.is_taken(unit) {
            return;
        }
        let definition = self.definition;
        let moment = self.moment;
        if let Some((_, since)) = self.store.late.iter().find(|(late, _)| *late as usize == unit) {
            self.moment.dt = duration(moment.clock.saturating_sub(*since));
        }
        self.moved = 0;
        let is_due = definition.slots > 0 && self.store.deadline.values[unit] <= self.moment.now;
        if is_due {
            self.entered = Bits::default();
            for region in 0..definition.regions {
                self.region = region;
                // A state that the timeout of another region has entered waits for the next tick.
                if !self.entered.has(self.state(unit)) {
                    self.take_timeout(unit);
                }
            }
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        if let Some(key) = (inputs.keys[place as usize] as usize).checked_sub(1) {
            let (id, payload) = (definition.events[key], inputs.payloads[place as usize]);
            let _ = self.dispatch(unit, Event { id, payload });
        }
        let start = inputs.more.partition_point(|(other, _)| *other < place);
        for (_, event) in inputs.more[start..].iter().take_while(|(other, _)| *other == place) {
            let _ = self.dispatch(unit, *event);
        }
        self.take_triggers(unit);
        let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        if self.moved.count_ones() < definition.regions as u32 {
            self.update(unit);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        self.moment = moment;
        if is_due {
            // A timeout that waits for its guard is still due.
            self.store.wake_at(unit, self.store.deadline.values[unit]);
        }
    }

    /// Takes in each region the first trigger that holds.
    fn take_triggers(&mut self, unit: usize) {
        let definition = self.definition;
        self.entered = Bits::default();
        for region in 0..if definition.has_triggers { definition.regions } else { 0 } {
            self.region = region;
            let state = self.state(unit);
            if self.entered.has(state) {
                continue;
            }
            let (start, end) = definition.triggers.get(state as usize).copied().unwrap_or((0, 0));
            for step in &definition.steps[start as usize..end as usize] {
                let is_new = definition.regions == 1 || !self.is_there(unit, step.then);
                if is_new && self.holds(unit, step.guard, None, 0) && !self.is_held(unit, step) {
                    let _ = self.perform(unit, step, None);
                    break;
                }
            }
        }
        self.region = 0;
    }

    /// Whether the unit is in the target in some region.
    fn is_there(&self, unit: usize, then: Move) -> bool {
        let definition = self.definition;
        let external = matches!(then, Move::Go(Go { external: true, .. }));
        let target = then.target().filter(|_| !external);
        target.is_some_and(|target| definition.active(&self.store.leaves(unit)).has(target))
    }
}
