//! Deadlines of units: arming, disarming, and what is due.

use super::DispatchOutcome;
use super::units::Units;
use crate::ai::context::Transition;
use crate::ai::definition::{Move, NEVER, Step};
use crate::ai::id::StateId;

/// 2^32 divided by the golden ratio. Multiples of it, cut to 32 bits, lie evenly however many
/// there are, so offsets made from them are spread over an interval.
const GOLDEN: u32 = 0x9E37_79B1;

impl<D> Units<'_, D> {
    /// The deadlines of a state that is being entered.
    pub(super) fn arm(&mut self, unit: usize, state: u8) {
        let timers = self.definition.code(state).timers;
        if timers.slots() == 0 {
            return;
        }
        let now = self.moment.now_ms;
        for index in 0..timers.timeouts {
            let ms = self.definition.timeouts[timers.first_timeout as usize + index as usize].ms;
            self.store.set_deadline(unit, (timers.base + index) as usize, now + ms);
        }
        if let Some(place) = timers.min_slot() {
            self.store.set_deadline(unit, place, now + timers.min_time);
        }
        if let Some(place) = timers.fixed_slot() {
            let number = (unit as u32).wrapping_mul(GOLDEN);
            let offset = (u64::from(timers.every) * u64::from(number)) >> 32;
            let first = if timers.spread { timers.every - offset as u32 } else { timers.every };
            self.store.set_deadline(unit, place, now + first);
        }
    }

    /// The deadlines of a state that is being left.
    pub(super) fn disarm(&mut self, unit: usize, state: u8) {
        let timers = self.definition.code(state).timers;
        for index in 0..timers.slots() {
            self.store.set_deadline(unit, timers.base as usize + index, NEVER);
        }
    }

    /// Finds the deadline that the population's scan looks at. Minimum times wake no unit.
    pub(super) fn refresh_deadline(&mut self, unit: usize) {
        let definition = self.definition;
        if definition.slots == 0 {
            return;
        }
        if self.store.strides.slots > 0 {
            let mut earliest = NEVER;
            for state in definition.up(self.state(unit), 0) {
                let timers = definition.code(state).timers;
                let wakes = (0..timers.timeouts as usize).map(|index| timers.base as usize + index);
                for place in wakes.chain(timers.fixed_slot()) {
                    earliest = earliest.min(self.store.deadline(unit, place));
                }
            }
            self.store.deadline[unit] = earliest;
        }
        self.store.wake_at(unit, self.store.deadline[unit]);
    }

    /// The clock of a state that is covered stands still: what is left is kept.
    pub(super) fn save_timers(&mut self, unit: usize) {
        let slots = self.definition.slots;
        if slots == 0 {
            return;
        }
        let first = unit * self.store.strides.saved + self.store.depth[unit] as usize * slots;
        for place in 0..slots {
            let deadline = self.store.deadline(unit, place);
            self.store.set_deadline(unit, place, NEVER);
            let left = if deadline == NEVER { NEVER } else { deadline.saturating_sub(self.moment.now_ms) };
            self.store.saved[first + place] = left;
        }
    }

    /// And goes on when it is uncovered. Called after the stack was popped.
    pub(super) fn restore_timers(&mut self, unit: usize) {
        let slots = self.definition.slots;
        if slots == 0 {
            return;
        }
        let first = unit * self.store.strides.saved + self.store.depth[unit] as usize * slots;
        for place in 0..slots {
            let left = self.store.saved[first + place];
            self.store.set_deadline(
                unit,
                place,
                if left == NEVER { NEVER } else { self.moment.now_ms + left },
            );
        }
    }

    /// Takes the first timeout that is due and whose guard holds. Returns whether the unit
    /// changed.
    pub(super) fn take_timeout(&mut self, unit: usize) -> bool {
        let mut tried = None;
        while let Some((deadline, place, timeout)) = self.next_due(unit, tried) {
            tried = Some((deadline, place));
            let timeout = self.definition.timeouts[timeout];
            let cx = self.guard_context(unit, None, StateId::ROOT);
            let holds = |guard| self.definition.guard_holds(guard, &self.store.data[unit], &cx);
            if !timeout.guard.is_none_or(holds) {
                continue;
            }
            // It is done with, unless a guard refuses.
            self.store.set_deadline(unit, place, NEVER);
            let outcome = self.change(unit, timeout.then, timeout.action, None);
            if matches!(outcome, Ok(DispatchOutcome::Refused) | Err(_)) {
                self.store.set_deadline(unit, place, deadline);
            }
            self.refresh_deadline(unit);
            return outcome == Ok(DispatchOutcome::Changed);
        }
        false
    }

    /// The earliest timeout that is due and comes after `tried`; outer states first, then the
    /// order of declaration.
    fn next_due(&self, unit: usize, tried: Option<(u32, usize)>) -> Option<(u32, usize, usize)> {
        let definition = self.definition;
        let mut next: Option<(u32, usize, usize)> = None;
        for state in definition.up(self.state(unit), 0) {
            let timers = definition.code(state).timers;
            for index in 0..timers.timeouts as usize {
                let place = timers.base as usize + index;
                let deadline = self.store.deadline(unit, place);
                let is_due =
                    deadline <= self.moment.now_ms && tried.is_none_or(|tried| (deadline, place) > tried);
                if is_due && next.is_none_or(|next| (deadline, place) < (next.0, next.1)) {
                    next = Some((deadline, place, timers.first_timeout as usize + index));
                }
            }
        }
        next
    }

    /// Whether a minimum time holds the unit back from what a trigger's step would leave.
    pub(super) fn is_held(&self, unit: usize, step: &Step) -> bool {
        if !self.definition.has_min_time {
            return false;
        }
        let from = self.state(unit);
        let lca = match step.then {
            Move::Goto(target) | Move::Switch(target) => self.definition.lca(from, target),
            Move::Leave => self.definition.node(from).parent,
            Move::Exit => 0,
            // A state that is covered is not left.
            Move::Enter(_) | Move::Stay | Move::Ask(_) => return false,
        };
        self.definition.up(from, lca).any(|state| {
            let place = self.definition.code(state).timers.min_slot();
            place.is_some_and(|place| self.store.deadline(unit, place) > self.moment.now_ms)
        })
    }

    /// The updates of one unit, parents first; fixed updates that are due in their place.
    pub(super) fn update(&mut self, unit: usize) {
        let definition = self.definition;
        let state = self.state(unit);
        if definition.slots == 0 || self.store.deadline[unit] > self.moment.now_ms {
            for update in &definition.code(state).updates {
                self.call(&**update, unit, None, Transition::NONE);
            }
            return;
        }
        for state in definition.down(0, state) {
            let code = definition.code(state);
            // The literal rule compares before it adds the tick's time.
            let drops = code.timers.drops_remainder;
            let now = if drops { self.moment.before_ms } else { self.moment.now_ms };
            if let Some(place) =
                code.timers.fixed_slot().filter(|&place| self.store.deadline(unit, place) <= now)
            {
                self.rearm(unit, place, code.timers.every, drops);
                if let Some(fixed) = &code.fixed_update {
                    self.call(&**fixed, unit, None, Transition::NONE);
                }
            } else if let Some(update) = &code.update {
                self.call(&**update, unit, None, Transition::NONE);
            }
        }
        self.refresh_deadline(unit);
    }

    /// The next call of a fixed update. Whole intervals that a long tick has skipped are lost,
    /// but the beat is kept.
    fn rearm(&mut self, unit: usize, place: usize, every: u32, drops_remainder: bool) {
        let now = self.moment.now_ms;
        let due = self.store.deadline(unit, place);
        let next = if drops_remainder { now + every } else { due + every * ((now - due) / every + 1) };
        self.store.set_deadline(unit, place, next);
    }
}
