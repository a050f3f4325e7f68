//! Messages that wait for units.
//!
//! One mailbox for all units, sorted by unit before a tick; the messages of one unit keep the order in
//! which they were sent.

use std::cell::Cell;

use crate::bindings::BLOCK;
use crate::event::{Payload, PayloadType};
use crate::id::UnitId;
use crate::structure::Bits;

/// A message.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    /// The bits and the type of the payload: a third less memory for a message, which is moved several times.
    payload: u64,
    payload_type: Option<PayloadType>,
    pub(super) index: u32,
    pub(super) generation: u16,
    /// The number of the event, from 1.
    pub(super) key: u8,
    /// How many messages came before it.
    order: u32,
}

impl Message {
    /// It was sent to a unit of this population.
    pub(super) const fn unit(&self) -> UnitId {
        UnitId::new(self.index, self.generation, 0)
    }

    #[inline]
    pub(super) fn payload(&self) -> Payload {
        // Its bits are those of a payload.
        Payload::of_bits(self.payload_type, self.payload).unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Mailbox {
    /// In the order of sending, or sorted by unit.
    pub(super) waiting: Vec<Message>,
    spare: Vec<Message>,
    next: u32,
    is_unsorted: bool,
    /// The messages that a block handles in this tick, and the units that have begun with theirs.
    pub(super) taken: Vec<Message>,
    pub(super) begun: Cell<Bits>,
}

impl Mailbox {
    pub(super) fn push(&mut self, unit: UnitId, key: u8, payload: Payload) {
        self.is_unsorted |= self.waiting.last().is_some_and(|last| last.index > unit.index);
        let UnitId { index, generation, .. } = unit;
        let (payload_type, payload) = (payload.payload_type(), payload.to_bits());
        self.waiting.push(Message { payload, payload_type, index, generation, key, order: self.next });
        self.next += 1;
    }

    /// Drops the messages to units that are gone, and for each unit those beyond `queue`. Returns
    /// how many of either there were.
    pub(super) fn trim(&mut self, queue: usize, is_there: impl Fn(UnitId) -> bool) -> (u64, u64) {
        self.sort();
        let before = self.waiting.len();
        let (mut last, mut waiting, mut lost) = (None, 0, 0);
        self.waiting.retain(|message| {
            let unit = message.unit();
            if !is_there(unit) {
                lost += 1;
                return false;
            }
            waiting = if last == Some(unit) { waiting + 1 } else { 1 };
            last = Some(unit);
            waiting <= queue
        });
        let gone = (before - self.waiting.len()) as u64;
        (0..).zip(&mut self.waiting).for_each(|(order, message)| message.order = order);
        self.next = self.waiting.len() as u32;
        (lost, gone - lost)
    }

    fn sort(&mut self) {
        if std::mem::take(&mut self.is_unsorted) {
            // A stable sort may allocate.
            self.waiting.sort_unstable_by_key(|message| (message.index, message.order));
        }
    }

    /// Takes the messages for a tick, sorted by unit.
    pub(super) fn take(&mut self) -> Taken<'_> {
        self.sort();
        self.next = 0;
        let messages = std::mem::replace(&mut self.waiting, std::mem::take(&mut self.spare));
        Taken { mailbox: self, messages, done: 0 }
    }

    pub(super) fn keep(&mut self, message: Message) {
        self.push(message.unit(), message.key, message.payload());
    }

    /// Notes that units of the block begin with their messages.
    #[inline]
    pub(super) fn begin(&self, units: &[u8]) {
        if !self.taken.is_empty() {
            let mut begun = self.begun.get();
            units.iter().for_each(|&unit| begun.add(unit));
            self.begun.set(begun);
        }
    }
}

/// The messages of a tick. Those that no unit has begun with go back to the log when a tick panics; units that were
/// called together have all not begun.
pub(super) struct Taken<'a> {
    mailbox: &'a mut Mailbox,
    messages: Vec<Message>,
    done: usize,
}

impl Taken<'_> {
    /// Takes the messages for the units before `end`. The log is for those that wait on.
    pub(super) fn before(&mut self, end: usize) -> (&[Message], &mut Mailbox) {
        let first = self.done;
        let own = self.messages[first..].iter().take_while(|message| (message.index as usize) < end);
        self.done += own.count();
        (&self.messages[first..self.done], self.mailbox)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        if !self.mailbox.taken.is_empty() {
            let (begun, later) = (self.mailbox.begun.take(), std::mem::take(&mut self.mailbox.waiting));
            let mut taken = std::mem::take(&mut self.mailbox.taken);
            taken.retain(|message| !begun.has((message.index as usize % BLOCK) as u8));
            taken.iter().chain(&later).for_each(|message| self.mailbox.keep(*message));
        }
        self.messages[self.done..].iter().for_each(|message| self.mailbox.keep(*message));
        self.messages.clear();
        self.mailbox.spare = std::mem::take(&mut self.messages);
    }
}
