//! Changes whose calls depend on the unit: those with history, deadlines, a `can_go`, or a target
//! that code named.

use std::sync::Arc;

use super::store::NO_STATE;
use super::units::Units;
use super::{ChangeKind, DispatchOutcome, Outcome};
use crate::ai::bindings::Action;
use crate::ai::blueprint::{Family, History};
use crate::ai::context::{Event, Transition};
use crate::ai::definition::Move;
use crate::ai::error::ChangeError;
use crate::ai::id::StateId;

type Hook<D> = Arc<dyn Action<D>>;

impl<D> Units<'_, D> {
    pub(super) fn change(
        &mut self,
        unit: usize,
        then: Move,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Outcome {
        let definition = self.definition;
        let action = action.map(|number| &definition.actions[number as usize]);
        let from = self.state(unit);
        let (top, target) = match then {
            Move::Ask(handler) => return self.ask(unit, handler, event),
            Move::Stay => {
                self.call_hook(action, unit, event);
                return Ok(DispatchOutcome::Handled);
            }
            Move::Leave if definition.family != Family::Template => return Err(ChangeError::NotATemplate),
            Move::Leave if from == 0 => return Ok(DispatchOutcome::Handled),
            Move::Leave => (definition.node(from).parent, definition.node(from).parent),
            Move::Exit => (0, self.store.below(unit).last().copied().unwrap_or(0)),
            // Code may name a state of another machine.
            Move::Goto(target) | Move::Switch(target) | Move::Enter(target)
                if target == 0 || target as usize >= definition.nodes.len() =>
            {
                return Err(ChangeError::NoSuchState);
            }
            Move::Goto(target) | Move::Switch(target) => (definition.lca(from, target), target),
            Move::Enter(target) => (0, target),
        };
        self.check_stack(unit, then)?;
        if !self.may_go(unit, top, target, event) {
            return Ok(DispatchOutcome::Refused);
        }
        let is_exit = then == Move::Exit;
        self.transition = if is_exit { Transition::out_of(from) } else { Transition::new(from, target) };
        let is_enter = matches!(then, Move::Enter(_));
        if is_enter {
            for state in definition.up(from, 0) {
                self.call_hook(definition.code(state).covered.as_ref(), unit, event);
            }
        } else {
            self.leave_states(unit, top, event);
        }
        self.call_hook(action, unit, event);
        if is_exit {
            self.uncover(unit, event);
            return Ok(DispatchOutcome::Changed);
        }
        if is_enter {
            self.save_timers(unit);
            self.push(unit);
        }
        self.enter_states(unit, top, target, event);
        // A target that was not left has no history of this visit.
        let is_inside = top == target;
        let leaf = if then == Move::Leave { target } else { self.descend(unit, target, event, is_inside) };
        self.transition = Transition::NONE;
        self.arrive(unit, leaf, if is_enter { ChangeKind::Enter } else { self.goto_kind() });
        self.refresh_deadline(unit);
        Ok(DispatchOutcome::Changed)
    }

    fn call_hook(&mut self, hook: Option<&Hook<D>>, unit: usize, event: Option<Event>) {
        if let Some(hook) = hook {
            self.call(&**hook, unit, event, self.transition);
        }
    }

    /// Whether the states below `top` let the unit go to `target`.
    fn may_go(&mut self, unit: usize, top: u8, target: u8, event: Option<Event>) -> bool {
        let definition = self.definition;
        let may_go = definition
            .up(self.state(unit), top)
            .all(|state| self.holds(unit, definition.code(state).can_go, event, StateId(target)));
        self.store.counters.refused += u64::from(!may_go);
        may_go
    }

    /// Notes the history of the states below `top`, then calls their exit hooks, children first.
    fn leave_states(&mut self, unit: usize, top: u8, event: Option<Event>) {
        let definition = self.definition;
        let from = self.state(unit);
        for state in definition.up(from, top).filter(|&state| state != from) {
            let Some(place) = definition.code(state).history else { continue };
            let left = match definition.node(state).spec.history {
                History::Deep => from,
                _ => definition.below(state, from),
            };
            self.store.history.of_mut(unit)[place as usize] = left;
        }
        for state in definition.up(from, top) {
            self.disarm(unit, state);
            self.call_hook(definition.code(state).exit.as_ref(), unit, event);
        }
    }

    /// Calls the enter hooks from below `top` to `target`, parents first.
    fn enter_states(&mut self, unit: usize, top: u8, target: u8, event: Option<Event>) {
        let definition = self.definition;
        for state in definition.down(top, target) {
            self.arm(unit, state);
            self.call_hook(definition.code(state).enter.as_ref(), unit, event);
        }
    }

    /// Enters the states from `state` down: those of its history, else the initial children. The
    /// history of `state` itself is not used if it `restarts`. Returns the last one.
    fn descend(&mut self, unit: usize, mut state: u8, event: Option<Event>, mut restarts: bool) -> u8 {
        let definition = self.definition;
        loop {
            let place = definition.code(state).history.filter(|_| !restarts);
            restarts = false;
            let left = place.map(|place| self.store.history.of(unit)[place as usize]);
            let left = left.filter(|&left| left != NO_STATE);
            let Some(next) = left.or(definition.node(state).initial) else { return state };
            self.enter_states(unit, state, next, event);
            if left.is_some() && definition.node(state).spec.history == History::Deep {
                return next;
            }
            state = next;
        }
    }

    pub(super) fn start(&mut self, unit: usize) {
        self.store.states[unit] = 0;
        self.transition = Transition::new(0, self.definition.node(0).initial.unwrap_or(0));
        let leaf = self.descend(unit, 0, None, false);
        self.transition = Transition::NONE;
        self.arrive(unit, leaf, ChangeKind::Enter);
        self.refresh_deadline(unit);
    }

    /// Leaves all states, those on top of the stack first.
    pub(super) fn stop(&mut self, unit: usize) {
        loop {
            self.transition = Transition::out_of(self.state(unit));
            self.leave_states(unit, 0, None);
            self.transition = Transition::NONE;
            let Some(below) = self.pop(unit) else { break };
            self.store.states[unit] = below;
        }
        self.store.out.requests.clear();
    }

    /// Pops the state that was left.
    pub(super) fn uncover(&mut self, unit: usize, event: Option<Event>) {
        let definition = self.definition;
        let Some(below) = self.pop(unit) else { return };
        self.transition = Transition::out_of(self.state(unit));
        self.arrive(unit, below, ChangeKind::Exit);
        self.restore_timers(unit);
        for state in definition.down(0, below) {
            self.call_hook(definition.code(state).uncovered.as_ref(), unit, event);
        }
        self.transition = Transition::NONE;
        self.refresh_deadline(unit);
    }

    /// Checks that the unit's stack has room for a push, or a state below for a pop.
    pub(super) fn check_stack(&mut self, unit: usize, then: Move) -> Result<(), ChangeError> {
        let max = self.store.below.stride;
        match (then, self.store.depth.values.get(unit)) {
            (Move::Enter(_) | Move::Exit, None) => Err(ChangeError::NoStack),
            (Move::Enter(_), Some(&depth)) if depth as usize == max => {
                self.store.counters.stack_full += 1;
                Err(ChangeError::StackFull)
            }
            (Move::Exit, Some(0)) => {
                self.store.counters.stack_empty += 1;
                Err(ChangeError::StackEmpty)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn push(&mut self, unit: usize) {
        let depth = self.store.depth.values[unit];
        self.store.below.values[unit * self.store.below.stride + depth as usize] = self.state(unit);
        self.store.depth.values[unit] = depth + 1;
    }

    pub(super) fn pop(&mut self, unit: usize) -> Option<u8> {
        let depth = self.store.depth.values.get(unit)?.checked_sub(1)?;
        self.store.depth.values[unit] = depth;
        Some(self.store.below.values[unit * self.store.below.stride + depth as usize])
    }
}
