//! A block of units in a tick, and the memory for it.

use super::mailbox::{Mailbox, Message};
use crate::bindings::{BLOCK, Split};
use crate::context::{Asked, Column};
use crate::definition::BUSY;
use crate::event::{Event, Payload};
use crate::id::EventId;
use crate::structure::{Bits, NO_STATE, Structure};

/// What comes to the units of a block besides the column of events.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The key of the event or message that each unit handles; 0 for none.
    pub(super) keys: [u8; BLOCK],
    pub(super) payloads: [Payload; BLOCK],
    /// With [`Blueprint::all_messages`](crate::Blueprint::all_messages) the further messages, in the order of the units.
    pub(super) more: Vec<(u8, Event)>,
    /// [`BUSY`] for the units that are ticked by themselves, else 0.
    pub(super) busy: [u8; BLOCK],
}

impl Inputs {
    pub(super) fn clear(&mut self, events: &[Option<EventId>], messages: &[Message]) {
        if !events.is_empty() {
            self.keys = [0; BLOCK];
        }
        for message in messages {
            let unit = message.index as usize % BLOCK;
            (self.keys[unit], self.payloads[unit]) = (0, Payload::None);
        }
        self.more.clear();
        self.busy = [0; BLOCK];
    }
}

/// Memory that is reused for each block.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) inputs: Inputs,
    pub(super) lists: Box<Lists>,
    pub(super) split: Split,
    pub(super) requests: Vec<Kept>,
    /// Whether units with events are ticked one by one, after a panic.
    pub(super) is_careful: bool,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let (keys, payloads, busy) = ([0; BLOCK], [Payload::None; BLOCK], [0; BLOCK]);
        Self {
            inputs: Inputs { keys, payloads, more: Vec::new(), busy },
            lists: Box::new(Lists { units: [0; BLOCK * BLOCK], ends: STARTS }),
            split: Split { units: keys, count: 0, taken: keys, taken_count: 0 },
            requests: Vec::new(),
            is_careful: false,
        }
    }
}

/// The units of a block in a tick.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) inputs: &'a Inputs,
    pub(super) mailbox: &'a Mailbox,
    /// No unit has an event, a timeout or handlers of its own.
    pub(super) is_quiet: bool,
}

impl Block<'_> {
    /// What the unit in a place handles, unless it is an event of another machine.
    pub(super) fn event(&self, structure: &Structure, place: usize) -> Option<Event> {
        let key = (self.inputs.keys[place] as usize).checked_sub(1)?;
        structure.events.get(key).map(|&id| Event { id, payload: self.inputs.payloads[place] })
    }
}

impl Block<'_> {
    /// The state of all units of a full block in which nothing but states matters: `benches/machines.rs`, the marines
    /// without events.
    pub(super) fn only_state(&self, states: &Column<u8>) -> Option<u8> {
        if !self.is_quiet || states.stride > 1 {
            return None;
        }
        let states = states.values[self.first..].first_chunk::<BLOCK>()?;
        let is_one = states.iter().fold(true, |is_one, state| is_one & (*state == states[0]));
        is_one.then_some(states[0])
    }
}

/// A request with the order of asking.
pub(super) type Kept = (u32, Asked);

/// Places of a block's units, list by list.
#[derive(Debug)]
pub(super) struct Lists {
    /// `BLOCK` places for each list.
    units: [u8; BLOCK * BLOCK],
    /// Where the next unit of each list goes. That of a full last list is 0.
    ends: [u16; BLOCK],
}

/// Where the lists begin.
const STARTS: [u16; BLOCK] = {
    let (mut starts, mut list) = ([0; BLOCK], 1);
    while list < BLOCK {
        starts[list] = starts[list - 1] + BLOCK as u16;
        list += 1;
    }
    starts
};

/// The places of a block.
pub(super) const PLACES: [u8; BLOCK] = {
    let (mut places, mut place) = ([0; BLOCK], 0);
    while place < BLOCK {
        places[place] = place as u8;
        place += 1;
    }
    places
};

impl Lists {
    /// Puts the units of a block, or those of `sparse`, into the lists of their states in all regions. A unit
    /// with a region in [`BUSY`] is in no other list.
    pub(super) fn sort(
        &mut self,
        units: Block<'_>,
        states: &Column<u8>,
        table: &[[u8; 256]],
        sparse: Option<Bits>,
    ) {
        let (regions, Inputs { keys, busy, .. }) = (states.stride, units.inputs);
        let states = &states.values[units.first * regions..][..units.count * regions];
        if regions == 1 && sparse.is_none() {
            // `benches/machines.rs`, the marines and the levelled triggers.
            if units.is_quiet {
                self.sort_all(states, |_, state| table[0][state as usize]);
            } else {
                self.sort_all(states, |unit, state| table[keys[unit] as usize][state as usize] | busy[unit]);
            }
            return;
        }
        let mut put = |unit: u8| {
            let place = unit as usize;
            let (lists, own) = (&table[keys[place] as usize], &states[place * regions..][..regions]);
            if own.iter().fold(busy[place], |busy, state| busy | u8::from(lists[*state as usize] == BUSY)) > 0
            {
                self.put(unit, BUSY);
            } else {
                let active = own.iter().filter(|state| **state != NO_STATE);
                active.for_each(|state| self.put(unit, lists[*state as usize]));
            }
        };
        match sparse {
            Some(units) => units.up().for_each(put),
            None => (0..units.count).for_each(|unit| put(unit as u8)),
        }
    }

    /// Puts all units into lists, two at a time: the end of a list is read again only after it was written
    /// (`benches/machines.rs`, the marines). In a function of its own what the loop needs stays in registers.
    #[inline(never)]
    fn sort_all(&mut self, states: &[u8], list: impl Fn(usize, u8) -> u8) {
        let (pairs, rest) = states.as_chunks::<2>();
        for (unit, pair) in (0..BLOCK).step_by(2).zip(pairs) {
            let lists = [list(unit, pair[0]), list(unit + 1, pair[1])];
            let [first, mut second] = lists.map(|list| self.ends[list as usize]);
            second = second.wrapping_add(u16::from(lists[0] == lists[1]));
            for (unit, (list, end)) in (unit..).zip(lists.into_iter().zip([first, second])) {
                self.units[end as usize] = unit as u8;
                self.ends[list as usize] = end.wrapping_add(1);
            }
        }
        for (unit, state) in (states.len() - rest.len()..).zip(rest) {
            self.put(unit as u8, list(unit, *state));
        }
    }

    #[inline]
    fn put(&mut self, unit: u8, list: u8) {
        let end = &mut self.ends[list as usize];
        self.units[*end as usize] = unit;
        *end = end.wrapping_add(1);
    }

    pub(super) const fn clear(&mut self) {
        self.ends = STARTS;
    }

    #[inline]
    pub(super) fn of(&self, list: usize) -> &[u8] {
        let (start, end) = (STARTS[list], self.ends[list]);
        &self.units[start as usize..][..end.wrapping_sub(start) as usize]
    }
}
