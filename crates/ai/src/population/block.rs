//! A block of units in a tick, and the memory for it.

use crate::bindings::BLOCK;
use crate::context::{Asked, Column};
use crate::definition::BUSY;
use crate::event::{Event, Payload};
use crate::structure::{NO_STATE, Structure};

/// What comes to the units of a block besides the column of events.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The key of the event or message that each unit handles; 0 for none.
    pub(super) keys: [u8; BLOCK],
    pub(super) payloads: [Payload; BLOCK],
    pub(super) has_payloads: bool,
    /// With [`Blueprint::all_messages`](crate::Blueprint::all_messages) the further messages, in the order of the units.
    pub(super) more: Vec<(u8, Event)>,
    /// [`BUSY`] for the units that are ticked by themselves, else 0.
    pub(super) busy: [u8; BLOCK],
}

impl Inputs {
    pub(super) fn clear(&mut self) {
        self.keys = [0; BLOCK];
        if std::mem::take(&mut self.has_payloads) {
            self.payloads = [Payload::None; BLOCK];
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
    pub(super) requests: Vec<Kept>,
}

impl Scratch {
    pub(super) fn new() -> Self {
        let (keys, payloads, busy) = ([0; BLOCK], [Payload::None; BLOCK], [0; BLOCK]);
        Self {
            inputs: Inputs { keys, payloads, has_payloads: false, more: Vec::new(), busy },
            lists: Box::new(Lists { units: [0; BLOCK * BLOCK], ends: starts() }),
            requests: Vec::new(),
        }
    }
}

/// The units of a block in a tick.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) inputs: &'a Inputs,
    /// No unit has an event or a timeout.
    pub(super) is_quiet: bool,
}

impl Block<'_> {
    /// What the unit in a place handles.
    pub(super) fn event(&self, structure: &Structure, place: usize) -> Option<Event> {
        let key = (self.inputs.keys[place] as usize).checked_sub(1)?;
        structure.events.get(key).map(|&id| Event { id, payload: self.inputs.payloads[place] })
    }

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
fn starts() -> [u16; BLOCK] {
    std::array::from_fn(|list| (list * BLOCK) as u16)
}

impl Lists {
    /// Puts the units of a block into the lists of their states in all regions. A unit
    /// with a region in [`BUSY`] is in no other list.
    pub(super) fn sort(&mut self, units: Block<'_>, states: &Column<u8>, table: &[[u8; 256]]) {
        let (regions, Inputs { keys, busy, .. }) = (states.stride, units.inputs);
        let states = &states.values[units.first * regions..][..units.count * regions];
        if regions == 1 {
            // `benches/machines.rs`, the marines and the levelled triggers.
            if units.is_quiet {
                self.sort_all(states, |_, state| table[0][state as usize]);
            } else {
                self.sort_all(states, |unit, state| table[keys[unit] as usize][state as usize] | busy[unit]);
            }
            return;
        }
        for (place, own) in states.chunks_exact(regions).enumerate() {
            let lists = &table[keys[place] as usize];
            let is_busy = busy[place] == BUSY || own.iter().any(|state| lists[*state as usize] == BUSY);
            if is_busy {
                self.put(place as u8, BUSY);
            } else {
                let active = own.iter().filter(|state| **state != NO_STATE);
                active.for_each(|state| self.put(place as u8, lists[*state as usize]));
            }
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

    pub(super) fn clear(&mut self) {
        self.ends = starts();
    }

    #[inline]
    pub(super) fn of(&self, list: usize) -> &[u8] {
        let start = list * BLOCK;
        let count = self.ends[list].wrapping_sub(start as u16);
        &self.units[start..][..count as usize]
    }
}
