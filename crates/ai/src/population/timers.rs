//! Deadlines of units: arming, disarming, and what is due.

use super::store::{NOTHING_LEFT, Store};
use super::units::Units;
use super::{CandidateCause, DispatchOutcome};
use crate::definition::{Definition, Move, NEVER, Step};
use crate::structure::NO_STATE;

/// 2^32 divided by the golden ratio: multiples of it, cut to 32 bits, are spread evenly.
const GOLDEN: u32 = 0x9E37_79B1;

impl<D> Store<D> {
    /// Starts the timers of a state.
    pub(super) fn arm<W>(&mut self, definition: &Definition<D, W>, unit: usize, state: u8) {
        let (now, timers) = (self.start(), &definition.code(state).timers);
        for (slot, timeout) in (timers.base..).zip(&timers.timeouts) {
            self.set_deadline(unit, slot, now + timeout.time);
        }
        if let Some(slot) = timers.min_slot() {
            self.set_deadline(unit, slot, now + timers.min_time);
        }
        if let Some(slot) = timers.fixed_slot() {
            let number = (unit as u32).wrapping_mul(GOLDEN);
            let offset = (u64::from(timers.every) * u64::from(number)) >> 32;
            let first = if timers.spread { timers.every - offset as u32 } else { timers.every };
            self.set_deadline(unit, slot, now + first);
        }
    }

    /// Finds the deadline at which a tick looks at the unit. A minimum time is none.
    pub(super) fn refresh_deadline<W>(&mut self, definition: &Definition<D, W>, unit: usize) {
        if definition.slots == 0 {
            return;
        }
        if self.slots.stride > 0 {
            let slots = definition.active(&self.leaves(unit)).up().flat_map(|state| {
                let timers = &definition.code(state).timers;
                timers.slots().filter(move |&slot| timers.min_slot() != Some(slot))
            });
            let earliest = slots.map(|slot| self.deadline(unit, slot)).min();
            self.deadline.values[unit] = earliest.unwrap_or(NEVER);
        }
        self.wake_at(unit, self.deadline.values[unit]);
    }
}

impl<'a, D, W> Units<'a, D, W> {
    pub(super) fn disarm(&mut self, unit: usize, state: u8) {
        for slot in self.definition.code(state).timers.slots() {
            self.store.set_deadline(unit, slot, NEVER);
        }
        if !self.store.intervals.is_empty() {
            self.store.intervals.remove(&self.store.interval_key(unit, state));
        }
    }

    /// Sets the interval of the innermost fixed update of the current region.
    pub(super) fn set_interval(&mut self, unit: usize, every: u32) {
        let definition = self.definition;
        // A request before this one may have left the region.
        let current = Some(self.state(unit)).filter(|state| *state != NO_STATE);
        let mut around = current.into_iter().flat_map(|state| definition.up(state, 0));
        let own = around.find_map(|state| Some((state, definition.code(state).timers.fixed_slot()?)));
        if let Some((state, slot)) = own {
            self.store.intervals.insert(self.store.interval_key(unit, state), every);
            self.store.set_deadline(unit, slot, self.store.start() + every);
            self.store.refresh_deadline(self.definition, unit);
        }
    }

    /// Arms the deadlines of a state that is uncovered, after the stack was popped.
    pub(super) fn restore_timers(&mut self, unit: usize) {
        let slots = self.definition.slots;
        for slot in 0..slots {
            let first = self.store.depth.values[unit] as usize * slots;
            let left = self.store.saved.of(unit)[first + slot];
            let start = self.store.start();
            let deadline = if left == NOTHING_LEFT { NEVER } else { start.saturating_add_signed(left) };
            self.store.set_deadline(unit, slot, deadline);
        }
    }

    /// Takes in the current region the first timeout that is due and whose guard holds.
    pub(super) fn take_timeout(&mut self, unit: usize) {
        let mut tried = None;
        while let Some((deadline, slot, step)) = self.next_due(unit, tried) {
            tried = Some((deadline, slot));
            self.store.set_deadline(unit, slot, NEVER);
            let Some(outcome) = self.attempt(unit, step, CandidateCause::Timeout) else {
                self.store.set_deadline(unit, slot, deadline);
                continue;
            };
            if matches!(outcome, Ok(DispatchOutcome::Refused) | Err(_)) {
                self.store.set_deadline(unit, slot, deadline);
            }
            self.store.refresh_deadline(self.definition, unit);
            return;
        }
    }

    /// The earliest timeout of the current region that is due and comes after `tried`, with its slot.
    /// On a tie outer states come first, then the order of declaration.
    fn next_due(&self, unit: usize, tried: Option<(u32, usize)>) -> Option<(u32, usize, &'a Step)> {
        let definition = self.definition;
        let timers = definition.own_path(self.state(unit)).map(|state| &definition.code(state).timers);
        let timeouts = timers.flat_map(|timers| (timers.base..).zip(&timers.timeouts));
        let due = timeouts.map(|(slot, timeout)| (self.store.deadline(unit, slot), slot, &timeout.step));
        let due = due.filter(|&(deadline, slot, _)| {
            deadline <= self.store.now() && tried.is_none_or(|tried| (deadline, slot) > tried)
        });
        due.min_by_key(|&(deadline, slot, _)| (deadline, slot))
    }

    /// Whether a minimum time keeps the unit in a state that a trigger's step would leave.
    pub(super) fn is_held(&self, unit: usize, step: &Step) -> bool {
        // A state that is covered is not left.
        let leaves_none = matches!(step.then, Move::Enter(_) | Move::Stay | Move::Ask(_));
        if !self.definition.has_min_time || leaves_none {
            return false;
        }
        let leaves = self.store.leaves(unit);
        let Ok(route) = self.route(&leaves, step.then) else { return false };
        self.definition.exits(&leaves, route).up().any(|state| {
            let slot = self.definition.code(state).timers.min_slot();
            slot.is_some_and(|slot| self.store.deadline(unit, slot) > self.store.now())
        })
    }

    /// Calls the updates of one unit, region by region, but for those that have `moved`.
    #[inline]
    pub(super) fn update(&mut self, unit: usize) {
        // `benches/machines.rs`, the marines one by one.
        let state = self.store.state(unit) as usize;
        if let Some(update) = self.definition.only_update[state].as_ref().filter(|_| self.moved == 0) {
            return self.call(update.as_ref(), unit);
        }
        self.in_each_region(unit, Self::update_region);
    }

    /// Calls the updates of a unit in the current region, parents first; a fixed update that is due
    /// replaces its state's update.
    pub(super) fn update_region(&mut self, unit: usize) {
        let definition = self.definition;
        let state = self.state(unit);
        if definition.slots == 0 || self.store.deadline.values[unit] > self.store.now() {
            for update in &definition.updates[state as usize] {
                self.call(update.as_ref(), unit);
            }
            return;
        }
        for state in definition.own_path(state) {
            let code = definition.code(state);
            // A remainder that is dropped: compares before it adds the tick's time.
            let drops = code.timers.drops_remainder;
            let now = if drops { self.store.shared.moment.before } else { self.store.now() };
            let due = code.timers.fixed_slot().filter(|&slot| self.store.deadline(unit, slot) <= now);
            if let Some(slot) = due {
                let from = if drops { self.store.start() } else { self.store.deadline(unit, slot) };
                let own = self.store.intervals.get(&self.store.interval_key(unit, state));
                self.store.set_deadline(unit, slot, from + own.unwrap_or(&code.timers.every));
            }
            if let Some(update) = if due.is_some() { code.fixed_update } else { code.update } {
                self.call(definition.action(update), unit);
            }
        }
        self.store.refresh_deadline(self.definition, unit);
    }
}
