//! Messages that wait for units.
//!
//! There is one log for all units, so memory goes with the messages and not with the units. It
//! is brought into the order of the units before a tick, the messages of one unit in the order in
//! which they were sent.

use crate::ai::context::Event;
use crate::ai::id::{EventId, UnitId};

/// A message on its way, in 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message {
    payload: f64,
    pub(super) index: u32,
    pub(super) generation: u16,
    pub(super) id: EventId,
}

impl Message {
    pub(super) const fn unit(&self) -> UnitId {
        UnitId { index: self.index, generation: self.generation }
    }

    pub(super) const fn event(&self) -> Event {
        Event { id: self.id, payload: self.payload }
    }
}

/// The messages of a population.
#[derive(Clone, Debug)]
pub(super) struct Log {
    waiting: Vec<Message>,
    spare: Vec<Message>,
    counts: Vec<u32>,
    is_sorted: bool,
}

impl Default for Log {
    fn default() -> Self {
        Self { waiting: Vec::new(), spare: Vec::new(), counts: Vec::new(), is_sorted: true }
    }
}

impl Log {
    pub(super) const fn len(&self) -> usize {
        self.waiting.len()
    }

    pub(super) fn push(&mut self, unit: UnitId, event: Event) {
        self.is_sorted &= self.waiting.last().is_none_or(|last| last.index <= unit.index);
        let UnitId { index, generation } = unit;
        self.waiting.push(Message { payload: event.payload, index, generation, id: event.id });
    }

    /// All messages, unit by unit.
    pub(super) fn sorted(&mut self, units: usize) -> &[Message] {
        if !self.is_sorted {
            self.sort(units);
            self.is_sorted = true;
        }
        &self.waiting
    }

    /// Forgets what no tick would handle: messages to units that are gone, and for each unit those
    /// beyond `queue`. Answers how many of either there were.
    pub(super) fn trim(
        &mut self,
        units: usize,
        queue: usize,
        is_there: impl Fn(UnitId) -> bool,
    ) -> (u64, u64) {
        self.sorted(units);
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
        (lost, gone - lost)
    }

    /// Counts and distributes, first by the low byte of the place, then by the rest: both passes
    /// keep the order of equals, and neither takes memory once the lists have grown.
    fn sort(&mut self, units: usize) {
        for (shift, keys) in [(0, 256), (8, units / 256 + 1)] {
            self.counts.clear();
            self.counts.resize(keys + 1, 0);
            let key = |message: &Message| {
                let key = (message.index >> shift) as usize;
                if shift == 0 { key & 255 } else { key }
            };
            for message in &self.waiting {
                self.counts[key(message) + 1] += 1;
            }
            for index in 0..keys {
                self.counts[index + 1] += self.counts[index];
            }
            self.spare.clear();
            self.spare.extend_from_slice(&self.waiting);
            for message in &self.waiting {
                let place = &mut self.counts[key(message)];
                self.spare[*place as usize] = *message;
                *place += 1;
            }
            std::mem::swap(&mut self.waiting, &mut self.spare);
        }
        self.spare.clear();
    }

    /// Takes the sorted messages out for a tick. What is still to wait comes back with
    /// [`Log::keep`].
    pub(super) fn take(&mut self) -> Vec<Message> {
        std::mem::replace(&mut self.waiting, std::mem::take(&mut self.spare))
    }

    /// Ends a tick: `taken` is only the memory of the list that was taken.
    pub(super) fn give_back(&mut self, mut taken: Vec<Message>) {
        taken.clear();
        self.spare = taken;
    }

    /// A message that waits on.
    pub(super) fn keep(&mut self, message: Message) {
        self.push(message.unit(), message.event());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Message> {
        self.waiting.iter()
    }
}
