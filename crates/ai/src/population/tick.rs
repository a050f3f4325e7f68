//! One tick of a block of units.
//!
//! ```text
//! 1. collect the message of each unit
//! 2. sort the places of the units into the lists of `Routes`, by state and event
//! 3. tick the busy units one by one: timeouts, messages, triggers, update
//! 4. tick the others list by list: one call for all units with the same step or update
//! 5. apply the requests of hooks and updates of step 4, unit by unit
//! ```
//!
//! The order in which units are called depends on their states. Only an action that writes to
//! memory that units share can observe it: units with a world are ticked [in order](super::tick_ordered).

use std::ops::Range;

use super::block::{Block, Inputs, Scratch};
use super::mailbox::{Mailbox, Message};
use super::units::Units;
use crate::bindings::BLOCK;
use crate::definition::{BUSY, NEVER};
use crate::event::Event;
use crate::id::EventId;
use crate::structure::{Bits, NO_STATE};

/// The units with something to do, if they are so few that it is faster to look at each alone:
/// `benches/machines.rs`, the sleepers and waiting.
fn few(mut bits: Bits, messages: &[Message], busy: Option<&[u8; BLOCK]>, count: usize) -> Option<Bits> {
    messages.iter().for_each(|message| bits.add((message.index as usize % BLOCK) as u8));
    let busy = busy.into_iter().flatten().enumerate();
    busy.filter(|(_, busy)| **busy != 0).for_each(|(unit, _)| bits.add(unit as u8));
    let active: u32 = bits.0.iter().map(|word| word.count_ones()).sum();
    ((active as usize) < count / 4).then_some(bits)
}

impl<D, W> Units<'_, D, W> {
    /// Ticks a block. `messages` are sorted by unit.
    pub(super) fn tick(
        &mut self,
        block: usize,
        events: &[Option<EventId>],
        messages: &[Message],
        mailbox: &mut Mailbox,
        scratch: &mut Scratch,
    ) {
        let first = block * BLOCK;
        let count = (self.store.data.len() - first).min(BLOCK);
        let none = events.iter().fold(true, |none, event| none & event.is_none());
        let events = if none { &[] } else { events };
        let has_due = self.store.earliest.get(block).is_some_and(|&at| at <= self.store.now());
        let watched = self.begin_watched_tick(first..first + count);
        let is_special = watched.is_some() || self.special(first..first + count).next().is_some();
        let is_plain = messages.is_empty() && !has_due && !is_special;
        let is_quiet = is_plain && events.is_empty();
        self.moved = 0;
        let active = self.awake(block);
        if is_quiet && active == Some(Bits::default()) {
            return;
        }
        let definition = self.definition;
        // `benches/machines.rs`, the moods.
        if is_plain && !definition.is_ordered && !definition.routes.next.is_empty() && self.store.is_silent()
        {
            return self.look_up(first, events);
        }
        let Scratch { inputs, lists, split, requests, is_careful } = scratch;
        if !is_quiet {
            definition.find_keys(events, &mut inputs.keys[..count]);
            if inputs.keys.contains(&definition.foreign_key()) {
                self.count_foreign(events);
            }
            self.take_messages(messages, mailbox, inputs);
            if *is_careful {
                inputs.busy = inputs.keys.map(|key| if key > 0 { BUSY } else { 0 });
            }
            if has_due {
                self.mark_due(block, &mut inputs.busy);
            }
            let special = self.special(first..first + count).chain(watched);
            special.for_each(|unit| inputs.busy[unit % BLOCK] = BUSY);
        }
        let units = Block { first, count, inputs, mailbox, is_quiet };
        if definition.is_ordered {
            self.tick_in_order(units);
        } else {
            let some_busy = (has_due || is_special).then_some(&inputs.busy);
            let sparse = active.filter(|_| events.is_empty());
            let sparse = sparse.and_then(|bits| few(bits, messages, some_busy, count));
            self.tick_lists(units, sparse, lists, split, requests);
        }
        if !is_quiet {
            inputs.clear(events, messages);
            mailbox.taken.clear();
            mailbox.begun.take();
        }
        self.store.late.retain(|(unit, _)| *unit as usize / BLOCK != block);
    }

    /// The units with handlers of their own, and those that were started since the last turn.
    fn special(&self, units: Range<usize>) -> impl Iterator<Item = usize> {
        let own = self.own.range(units.start as u32..units.end as u32).map(|(unit, _)| *unit as usize);
        let late = self.store.late.iter().map(|(unit, _)| *unit as usize);
        own.chain(late.filter(move |unit| units.contains(unit)))
    }

    /// The units with something to do in a tick without events; `None` if that is not tracked.
    fn awake(&self, block: usize) -> Option<Bits> {
        let words = self.store.awake.get(block * (BLOCK / 64)..)?;
        if words.is_empty() {
            return None;
        }
        let mut bits = Bits::default();
        bits.0.iter_mut().zip(words).for_each(|(bits, word)| *bits = *word);
        Some(bits)
    }

    /// Takes the first message of each unit without an event, or all of them, and
    /// keeps the others up to the queue's limit.
    fn take_messages(&mut self, messages: &[Message], mailbox: &mut Mailbox, inputs: &mut Inputs) {
        let definition = self.definition;
        let mut last = (None, 0);
        for message in messages {
            let place = message.index as usize;
            if !self.store.is_alive(message.unit()) {
                self.store.counters.count_lost(definition, 1);
                continue;
            }
            if self.store.state(place) == NO_STATE {
                mailbox.keep(*message);
                continue;
            }
            let waiting = if last.0 == Some(place) { last.1 + 1 } else { 1 };
            last = (Some(place), waiting);
            let unit = place % BLOCK;
            let (key, payload) = (message.key, message.payload());
            if waiting > definition.queue as usize {
                self.store.counters.count_dropped(definition, 1);
            } else if inputs.keys[unit] == 0 {
                inputs.keys[unit] = key;
                inputs.payloads[unit] = payload;
                mailbox.taken.push(*message);
            } else if definition.all_messages {
                let id = definition.events[key as usize - 1];
                inputs.more.push((unit as u8, Event { id, payload }));
                inputs.busy[unit] = BUSY;
                mailbox.taken.push(*message);
            } else {
                mailbox.keep(*message);
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
}
