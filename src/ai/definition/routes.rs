//! Which of a block's units can be worked on together.
//!
//! The units of a block are written into lists, and what they have in common is done list by
//! list:
//!
//! ```text
//! list 0 .. states      units in this state, with nothing but their updates to do
//! list states           free places
//! list states + 1 ..    units that take the same plain step
//! list 255              everybody else, each by itself
//! ```

use super::{Move, Step, Triggers};
use crate::ai::id::EventId;

/// The list of the units that are worked on one by one.
pub(in crate::ai) const BUSY: u8 = 255;

/// The lists of a definition.
#[derive(Clone, Debug, Default)]
pub(in crate::ai) struct Routes {
    /// For each state, and each event plus one, the list; 0 stands for no event. Empty where a
    /// machine has more states than there are lists.
    pub(in crate::ai) of_event: Vec<u8>,
    /// For each step the list.
    pub(in crate::ai) of_step: Vec<u8>,
    /// The steps that have lists, and the event that each is taken for.
    pub(in crate::ai) steps: Vec<(u32, Option<EventId>)>,
}

impl Routes {
    pub(super) fn new(
        states: usize,
        events: usize,
        table: &[u32],
        steps: &[Step],
        triggers: &Triggers,
        has_min_time: bool,
    ) -> Self {
        let mut this = Self { of_event: Vec::new(), of_step: vec![BUSY; steps.len()], steps: Vec::new() };
        if states + 1 >= BUSY as usize {
            return this;
        }
        for state in 0..=states {
            this.of_event.push(state as u8);
            for event in 0..events {
                // A free place heeds nothing.
                let first = table.get(state * events + event).copied();
                let list = match first.map(|first| first.checked_sub(1)) {
                    None => state as u8,
                    Some(None) => BUSY,
                    Some(Some(step)) => {
                        let is_sure = steps[step as usize].guard.is_none();
                        if is_sure { this.list(states, steps, step, EventId::at(event)) } else { BUSY }
                    }
                };
                this.of_event.push(list);
            }
        }
        if !has_min_time {
            for step in triggers.of_state.iter().flat_map(|&(start, end)| start..end) {
                this.list(states, steps, step, None);
            }
        }
        this
    }

    fn list(&mut self, states: usize, steps: &[Step], step: u32, event: Option<EventId>) -> u8 {
        let known = self.of_step[step as usize];
        let list = states + 1 + self.steps.len();
        let is_simple = steps[step as usize].is_plain && steps[step as usize].then != Move::Stay;
        if known != BUSY || !is_simple || list >= BUSY as usize {
            return known;
        }
        self.steps.push((step, event));
        self.of_step[step as usize] = list as u8;
        list as u8
    }
}

/// A machine without any code or condition, as a plain table: what most table machines are.
#[derive(Clone, Debug)]
pub(in crate::ai) struct PureTable {
    /// For each state, and each event plus one, the next state; plus 256 where no state heeds
    /// the event.
    pub(in crate::ai) entries: Vec<u16>,
    /// A row has two to the power of this many entries.
    pub(in crate::ai) shift: u32,
}

impl PureTable {
    /// `None` if there is more to the machine than its rows. That there are no updates, triggers
    /// and deadlines is for the caller to know.
    pub(super) fn new(states: usize, events: usize, table: &[u32], steps: &[Step]) -> Option<Self> {
        let is_pure = |step: &Step| step.is_sure && step.op_count == 0;
        if states >= 256 || events == 0 || !steps.iter().all(is_pure) {
            return None;
        }
        let shift = (events + 1).next_power_of_two().trailing_zeros();
        let mut entries = Vec::new();
        for state in 0..=states {
            let mut row = vec![state as u16; 1 << shift];
            for (event, entry) in row.iter_mut().skip(1).take(events).enumerate() {
                // A free place heeds nothing, and nobody counts it.
                let Some(first) = table.get(state * events + event) else { break };
                *entry = match first.checked_sub(1) {
                    None => state as u16 + 256,
                    Some(step) => steps[step as usize].leaf,
                };
            }
            entries.append(&mut row);
        }
        Some(Self { entries, shift })
    }
}
