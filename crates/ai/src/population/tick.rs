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
//! memory that units share can observe it: units with a world are ticked [in order](super::one_by_one).

use super::block::{Block, Inputs, Scratch};
use super::mailbox::{Mailbox, Message};
use super::units::Units;
use crate::bindings::BLOCK;
use crate::definition::{BUSY, NEVER};
use crate::event::{Event, Payload};
use crate::structure::NO_STATE;

impl<D, W> Units<'_, D, W> {
    /// Takes the events of a block's units. Returns whether there are any.
    pub(super) fn take_events<E: Copy + Into<Event>>(
        &mut self,
        events: &[Option<E>],
        inputs: &mut Inputs,
    ) -> bool {
        // Without branches (`benches/machines.rs`, the marines with events).
        let (definition, mut has_payload) = (self.definition, false);
        if !events.iter().fold(false, |any, event| any | event.is_some()) {
            return false;
        }
        for (key, event) in inputs.keys.iter_mut().zip(events) {
            let event: Option<Event> = event.map(Into::into);
            *key = definition.key_or_foreign(event.map_or(0, |event| event.id.number()));
            has_payload |= event.is_some_and(|event| event.payload != Payload::None);
        }
        if has_payload || inputs.keys.contains(&definition.foreign_key()) {
            self.take_payloads(events, inputs);
        }
        true
    }

    /// Takes the payloads of events, and counts the events that are not for this machine.
    #[cold]
    fn take_payloads<E: Copy + Into<Event>>(&mut self, events: &[Option<E>], inputs: &mut Inputs) {
        for (place, event) in events.iter().enumerate() {
            let Some(event) = event.map(Into::into) else { continue };
            match self.store.key_for(self.definition, event) {
                Ok(_) => (inputs.payloads[place], inputs.has_payloads) = (event.payload, true),
                Err(_) => inputs.keys[place] = 0,
            }
        }
    }

    /// Ticks a block. `messages` are sorted by unit.
    pub(super) fn tick(
        &mut self,
        block: usize,
        has_events: bool,
        messages: &[Message],
        mailbox: &mut Mailbox,
        scratch: &mut Scratch,
    ) {
        let first = block * BLOCK;
        let count = (self.store.data.len() - first).min(BLOCK);
        let has_due = self.store.earliest.get(block).is_some_and(|&at| at <= self.store.now());
        let watched = self.begin_watched_tick(first..first + count);
        let is_quiet = messages.is_empty() && !has_due && watched.is_none() && !has_events;
        self.moved = 0;
        let Scratch { inputs, lists, requests } = scratch;
        if !is_quiet {
            self.take_messages(messages, mailbox, inputs);
            if has_due {
                self.mark_due(block, &mut inputs.busy);
            }
            if let Some(unit) = watched {
                inputs.busy[unit % BLOCK] = BUSY;
            }
        }
        let units = Block { first, count, inputs, is_quiet };
        if self.definition.is_ordered {
            self.tick_in_order(units);
        } else {
            self.tick_lists(units, lists, requests);
        }
        if !is_quiet {
            inputs.clear();
        }
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
                inputs.has_payloads |= payload != Payload::None;
            } else if definition.all_messages {
                let id = definition.events[key as usize - 1];
                inputs.more.push((unit as u8, Event { id, payload }));
                inputs.busy[unit] = BUSY;
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
