//! Messages that wait for units.
//!
//! One mailbox for all units, sorted by unit before a tick; the messages of one unit keep the order in
//! which they were sent.

use super::Population;
use crate::error::UnitError;
use crate::event::{Event, Payload, PayloadType};
use crate::id::{PopulationId, UnitId};

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
        UnitId::new(self.index, self.generation, PopulationId::NONE)
    }

    #[inline]
    pub(super) fn payload(&self) -> Payload {
        // Its bits were a payload's.
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

    /// Takes the messages for a tick, sorted by unit. Those that wait on are [kept](Self::keep).
    pub(super) fn take(&mut self) -> Vec<Message> {
        self.sort();
        self.next = 0;
        std::mem::replace(&mut self.waiting, std::mem::take(&mut self.spare))
    }

    /// Gives the memory of the messages of a tick back.
    pub(super) fn done(&mut self, mut messages: Vec<Message>) {
        messages.clear();
        self.spare = messages;
    }

    pub(super) fn keep(&mut self, message: Message) {
        self.push(message.unit(), message.key, message.payload());
    }
}

impl<D, W> Population<D, W> {
    /// Sends a message, which waits until a tick handles it: one in a tick, in the order of sending.
    ///
    /// Messages beyond the unit's [queue](crate::Blueprint::queue) are dropped and
    /// [counted](crate::Counters::dropped) in the tick, or as [`UnitError::QueueFull`] when very many wait.
    /// [`Population::waiting_for`] counts those that wait.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) -> Result<(), UnitError> {
        let event = event.into();
        let key = self.key_for(unit, event)?;
        // Twice what can be handled, so that making room is rare.
        let max = self.store.data.len().saturating_mul(self.definition.queue as usize * 2);
        if self.mailbox.waiting.len() >= max && !self.make_room(unit) {
            return Err(UnitError::QueueFull);
        }
        self.mailbox.push(unit, key, event.payload);
        Ok(())
    }

    /// The number of an event that the unit may get.
    pub(crate) fn key_for(&mut self, unit: UnitId, event: Event) -> Result<u8, UnitError> {
        if !self.store.is_alive(unit) {
            return Err(UnitError::NoSuchUnit);
        }
        self.store.key_for(&self.definition, event)
    }

    /// Sends a message of code, and counts it if the unit is gone.
    pub(super) fn send_counted(&mut self, unit: UnitId, event: Event) {
        if self.send(unit, event) == Err(UnitError::NoSuchUnit) {
            self.store.counters.count_lost(&self.definition, 1);
        }
    }

    /// Drops the messages that no tick would handle. Returns whether there is room for one to `unit`.
    #[cold]
    pub(crate) fn make_room(&mut self, unit: UnitId) -> bool {
        let queue = self.definition.queue as usize;
        let (lost, dropped) = self.mailbox.trim(queue, |unit| self.store.is_alive(unit));
        let has_room = self.waiting_for(unit) < queue;
        self.store.counters.count_lost(&self.definition, lost);
        self.store.counters.count_dropped(&self.definition, dropped + u64::from(!has_room));
        has_room
    }

    /// Sends a message to every unit. Returns to how many it was sent.
    pub fn broadcast(&mut self, event: impl Into<Event>) -> usize {
        let event = event.into();
        let places = 0..self.store.data.len() as u32;
        places.filter(|&index| self.send(self.store.id_at(index), event).is_ok()).count()
    }
}
