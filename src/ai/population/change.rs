//! Changes of which only the unit itself knows what they will call: those with history,
//! deadlines, a guard to ask, or a target that code named.

use super::store::NO_STATE;
use super::units::Units;
use super::{ChangeKind, DispatchOutcome};
use crate::ai::blueprint::History;
use crate::ai::context::{Event, Transition};
use crate::ai::definition::Move;
use crate::ai::error::ChangeError;
use crate::ai::id::StateId;

impl<D> Units<'_, D> {
    /// Does what a step says, whatever it depends on.
    pub(super) fn change(
        &mut self,
        unit: usize,
        then: Move,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        let from = self.state(unit);
        match then {
            Move::Ask(handler) => self.ask(unit, handler, event),
            Move::Stay => {
                self.call_action(unit, action, event);
                Ok(DispatchOutcome::Handled)
            }
            Move::Goto(target) | Move::Switch(target) => {
                let target = self.known(target)?;
                let top = self.definition.lca(from, target);
                Ok(self.go(unit, top, target, action, event, true))
            }
            Move::Leave if from == 0 => Ok(DispatchOutcome::Handled),
            Move::Leave => {
                let parent = self.definition.node(from).parent;
                Ok(self.go(unit, parent, parent, action, event, false))
            }
            Move::Enter(target) => {
                let target = self.known(target)?;
                self.enter(unit, target, action, event)
            }
            Move::Exit => self.exit(unit, action, event),
        }
    }

    /// Code may name a state of another machine.
    fn known(&self, target: u8) -> Result<u8, ChangeError> {
        let is_known = target != 0 && (target as usize) < self.definition.nodes.len();
        is_known.then_some(target).ok_or(ChangeError::NoSuchState)
    }

    fn call_action(&mut self, unit: usize, action: Option<u32>, event: Option<Event>) {
        if let Some(action) = action {
            self.call(&*self.definition.actions[action as usize], unit, event, self.transition);
        }
    }

    /// Leaves the states below `top` and goes to `target`, and from there down if `descends`.
    fn go(
        &mut self,
        unit: usize,
        top: u8,
        target: u8,
        action: Option<u32>,
        event: Option<Event>,
        descends: bool,
    ) -> DispatchOutcome {
        let from = self.state(unit);
        if !self.may_go(unit, top, target, event) {
            return DispatchOutcome::Refused;
        }
        self.transition = Transition::new(from, target);
        self.leave_states(unit, top, event);
        self.call_action(unit, action, event);
        self.enter_states(unit, top, target, event);
        let leaf = if descends { self.descend(unit, target, event) } else { target };
        self.transition = Transition::NONE;
        self.arrive(unit, leaf, self.goto_kind());
        self.refresh_deadline(unit);
        DispatchOutcome::Changed
    }

    /// Asks the states below `top` whether they let the unit go to `target`.
    fn may_go(&mut self, unit: usize, top: u8, target: u8, event: Option<Event>) -> bool {
        let definition = self.definition;
        let cx = self.guard_context(unit, event, StateId(target));
        let refuses = definition.up(self.state(unit), top).any(|state| {
            let can_go = definition.code(state).can_go;
            can_go.is_some_and(|guard| !definition.guard_holds(guard, &self.store.data[unit], &cx))
        });
        self.store.counters.refused += u64::from(refuses);
        !refuses
    }

    /// Exit hooks of the states below `top`, children first. History is noted before the first of
    /// them.
    fn leave_states(&mut self, unit: usize, top: u8, event: Option<Event>) {
        let definition = self.definition;
        let from = self.state(unit);
        for state in definition.up(from, top).filter(|&state| state != from) {
            let Some(place) = definition.code(state).history else { continue };
            let left = match definition.node(state).spec.history {
                History::Deep => from,
                _ => definition.below(state, from),
            };
            self.store.history[unit * self.store.strides.history + place as usize] = left;
        }
        for state in definition.up(from, top) {
            self.disarm(unit, state);
            if let Some(exit) = &definition.code(state).exit {
                self.call(&**exit, unit, event, self.transition);
            }
        }
    }

    /// Enter hooks from below `top` to `target`, parents first.
    fn enter_states(&mut self, unit: usize, top: u8, target: u8, event: Option<Event>) {
        let definition = self.definition;
        for state in definition.down(top, target) {
            self.arm(unit, state);
            if let Some(enter) = &definition.code(state).enter {
                self.call(&**enter, unit, event, self.transition);
            }
        }
    }

    /// The descent from a state that was reached: to what history says, else to the initial child.
    fn descend(&mut self, unit: usize, mut state: u8, event: Option<Event>) -> u8 {
        let definition = self.definition;
        loop {
            let place = definition.code(state).history;
            let stride = self.store.strides.history;
            let left = place.map(|place| self.store.history[unit * stride + place as usize]);
            let left = left.filter(|&left| left != NO_STATE);
            let Some(next) = left.or(definition.node(state).initial) else { return state };
            self.enter_states(unit, state, next, event);
            if left.is_some() && definition.node(state).spec.history == History::Deep {
                return next;
            }
            state = next;
        }
    }

    /// The first state of a unit that was just made.
    pub(super) fn start(&mut self, unit: usize) {
        self.store.states[unit] = 0;
        self.transition = Transition::new(0, self.definition.node(0).initial.unwrap_or(0));
        let leaf = self.descend(unit, 0, None);
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

    fn enter(
        &mut self,
        unit: usize,
        target: u8,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        if self.is_full(unit) {
            return Err(self.stack_full());
        }
        if !self.may_go(unit, 0, target, event) {
            return Ok(DispatchOutcome::Refused);
        }
        let definition = self.definition;
        let from = self.state(unit);
        self.transition = Transition::new(from, target);
        for state in definition.up(from, 0) {
            if let Some(covered) = &definition.code(state).covered {
                self.call(&**covered, unit, event, self.transition);
            }
        }
        self.call_action(unit, action, event);
        self.save_timers(unit);
        self.push(unit);
        self.enter_states(unit, 0, target, event);
        let leaf = self.descend(unit, target, event);
        self.transition = Transition::NONE;
        self.arrive(unit, leaf, ChangeKind::Enter);
        self.refresh_deadline(unit);
        Ok(DispatchOutcome::Changed)
    }

    fn exit(
        &mut self,
        unit: usize,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        let Some(below) = self.top_below(unit) else { return Err(self.stack_empty()) };
        if !self.may_go(unit, 0, below, event) {
            return Ok(DispatchOutcome::Refused);
        }
        self.transition = Transition::out_of(self.state(unit));
        self.leave_states(unit, 0, event);
        self.call_action(unit, action, event);
        self.uncover(unit, event);
        Ok(DispatchOutcome::Changed)
    }

    /// The top of the stack was left; the state below is current again.
    pub(super) fn uncover(&mut self, unit: usize, event: Option<Event>) {
        let definition = self.definition;
        let Some(below) = self.pop(unit) else { return };
        self.transition = Transition::out_of(self.state(unit));
        self.arrive(unit, below, ChangeKind::Exit);
        self.restore_timers(unit);
        for state in definition.down(0, below) {
            if let Some(uncovered) = &definition.code(state).uncovered {
                self.call(&**uncovered, unit, event, self.transition);
            }
        }
        self.transition = Transition::NONE;
        self.refresh_deadline(unit);
    }

    pub(super) fn is_full(&self, unit: usize) -> bool {
        self.store.depth.get(unit).is_none_or(|&depth| depth as usize >= self.store.strides.below)
    }

    pub(super) fn stack_full(&mut self) -> ChangeError {
        if self.store.strides.below == 0 {
            return ChangeError::NoStack;
        }
        self.store.counters.stack_full += 1;
        ChangeError::StackFull
    }

    pub(super) fn stack_empty(&mut self) -> ChangeError {
        if self.store.strides.below == 0 {
            return ChangeError::NoStack;
        }
        self.store.counters.stack_empty += 1;
        ChangeError::StackEmpty
    }

    /// Puts the current state below.
    pub(super) fn push(&mut self, unit: usize) {
        let depth = self.store.depth[unit] as usize;
        self.store.below[unit * self.store.strides.below + depth] = self.state(unit);
        self.store.depth[unit] += 1;
    }

    fn top_below(&self, unit: usize) -> Option<u8> {
        let depth = (*self.store.depth.get(unit)?).checked_sub(1)?;
        Some(self.store.below[unit * self.store.strides.below + depth as usize])
    }

    fn pop(&mut self, unit: usize) -> Option<u8> {
        let below = self.top_below(unit)?;
        self.store.depth[unit] -= 1;
        Some(below)
    }
}
