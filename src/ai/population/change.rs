//! Changes of which only the unit itself knows what they will call: those with history,
//! deadlines, somebody to ask, or a target that code named.

use super::columns::{NO_STATE, Slot};
use super::units::Units;
use crate::ai::blueprint::History;
use crate::ai::context::{Event, Way};
use crate::ai::definition::Move;
use crate::ai::error::ChangeError;
use crate::ai::id::StateId;
use crate::ai::structure::MAX_NESTING;
use crate::ai::{ChangeKind, DispatchOutcome};

impl<D, S: Slot> Units<'_, D, S> {
    pub(super) fn perform_move(
        &mut self,
        unit: usize,
        then: Move,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        match then {
            Move::Ask(handler) => self.ask(unit, handler, event),
            Move::Stay => {
                self.call_action(unit, action, event);
                Ok(DispatchOutcome::Handled)
            }
            Move::Goto(target) | Move::Switch(target) => {
                let kind = self.goto_kind();
                let target = self.known(target)?;
                let domain = self.definition.domain(self.state(unit), target);
                Ok(self.goto(unit, target, domain, false, action, event, kind))
            }
            Move::Leave => {
                let from = self.state(unit);
                if from == 0 {
                    return Ok(DispatchOutcome::Handled);
                }
                let parent = self.definition.node(from).parent;
                Ok(self.goto(unit, parent, parent, true, action, event, self.goto_kind()))
            }
            Move::Enter(target) => {
                let target = self.known(target)?;
                self.enter(unit, target, action, event)
            }
            Move::Exit => self.exit(unit, action, event),
        }
    }

    /// Code may name a state of another machine.
    fn known(&self, target: u16) -> Result<u16, ChangeError> {
        let is_known = target != 0 && (target as usize) < self.definition.nodes.len();
        is_known.then_some(target).ok_or(ChangeError::NoSuchState)
    }

    fn call_action(&mut self, unit: usize, action: Option<u32>, event: Option<Event>) {
        let definition = self.definition;
        if let Some(action) = action {
            self.call(&*definition.actions[action as usize], unit, event);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a change has that many sides; it is called from two places"
    )]
    fn goto(
        &mut self,
        unit: usize,
        target: u16,
        domain: u16,
        is_rest: bool,
        action: Option<u32>,
        event: Option<Event>,
        kind: ChangeKind,
    ) -> DispatchOutcome {
        let from = self.state(unit);
        if !self.may_go(unit, from, domain, target, event) {
            return DispatchOutcome::Refused;
        }
        self.way = Way::new(from, target);
        self.leave_states(unit, from, domain, event);
        self.call_action(unit, action, event);
        self.enter_states(unit, domain, target, event);
        let leaf = if is_rest { target } else { self.descend(unit, target, event) };
        self.way = Way::NONE;
        self.arrive(unit, leaf, kind);
        self.refresh_deadline(unit);
        DispatchOutcome::Changed
    }

    /// Asks the states from `from` up to `domain`, which is left out, whether they let the unit
    /// go to `target`.
    fn may_go(&mut self, unit: usize, from: u16, domain: u16, target: u16, event: Option<Event>) -> bool {
        let definition = self.definition;
        let cx = self.guard_context(unit, event, StateId(target));
        let refuses = definition.up(from, domain).any(|state| {
            let can_go = definition.code(state).can_go;
            can_go.is_some_and(|guard| !definition.guard_holds(guard, &self.data[unit], &cx))
        });
        self.counters.refused += u64::from(refuses);
        !refuses
    }

    /// Exit hooks, children first. What is remembered is remembered before the first of them.
    fn leave_states(&mut self, unit: usize, from: u16, domain: u16, event: Option<Event>) {
        let definition = self.definition;
        if self.strides.history > 0 {
            for state in definition.up(from, domain).filter(|&state| state != from) {
                let Some(place) = definition.code(state).history else { continue };
                let left = match definition.node(state).spec.history {
                    History::Deep => from,
                    _ => definition.below(state, from),
                };
                self.columns.history[unit * self.strides.history + place as usize] = left;
            }
        }
        for state in definition.up(from, domain) {
            self.disarm(unit, state);
            if let Some(exit) = &definition.code(state).exit {
                self.call(&**exit, unit, event);
            }
        }
    }

    /// Enter hooks from below `domain` to `target`, parents first.
    fn enter_states(&mut self, unit: usize, domain: u16, target: u16, event: Option<Event>) {
        let definition = self.definition;
        let mut path = [0; MAX_NESTING];
        let mut length = 0;
        for state in definition.up(target, domain) {
            path[length] = state;
            length += 1;
        }
        for &state in path[..length].iter().rev() {
            self.arm(unit, state);
            if let Some(enter) = &definition.code(state).enter {
                self.call(&**enter, unit, event);
            }
        }
    }

    /// The way down from a state that was reached: what history says, else the initial child.
    fn descend(&mut self, unit: usize, mut state: u16, event: Option<Event>) -> u16 {
        let definition = self.definition;
        loop {
            let place = definition.code(state).history;
            let left = place.map(|place| self.columns.history[unit * self.strides.history + place as usize]);
            match left.filter(|&left| left != NO_STATE) {
                Some(left) => {
                    self.enter_states(unit, state, left, event);
                    if definition.node(state).spec.history == History::Deep {
                        return left;
                    }
                    state = left;
                }
                None => {
                    let Some(initial) = definition.node(state).initial else { return state };
                    self.enter_states(unit, state, initial, event);
                    state = initial;
                }
            }
        }
    }

    /// The first state of a unit that was just made.
    pub(super) fn start(&mut self, unit: usize) {
        self.states[unit] = S::of(0);
        self.way = Way::new(0, self.definition.node(0).initial.unwrap_or(0));
        let leaf = self.descend(unit, 0, None);
        self.way = Way::NONE;
        self.arrive(unit, leaf, ChangeKind::Enter);
        self.refresh_deadline(unit);
    }

    /// Leaves all states, those on top first, without a word about where to.
    pub(super) fn stop(&mut self, unit: usize) {
        loop {
            let from = self.state(unit);
            self.way = Way::out_of(from);
            self.leave_states(unit, from, 0, None);
            self.way = Way::NONE;
            let Some(below) = self.pop(unit) else { break };
            self.states[unit] = S::of(below);
        }
        self.out.requests.clear();
    }

    pub(super) fn is_full(&self, unit: usize) -> bool {
        self.columns.depth.get(unit).is_none_or(|&depth| depth as usize >= self.strides.below)
    }

    pub(super) fn stack_full(&mut self) -> ChangeError {
        if self.strides.below == 0 {
            return ChangeError::NoStack;
        }
        self.counters.stack_full += 1;
        ChangeError::StackFull
    }

    pub(super) fn stack_empty(&mut self) -> ChangeError {
        if self.strides.below == 0 {
            return ChangeError::NoStack;
        }
        self.counters.stack_empty += 1;
        ChangeError::StackEmpty
    }

    fn enter(
        &mut self,
        unit: usize,
        target: u16,
        action: Option<u32>,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        if self.is_full(unit) {
            return Err(self.stack_full());
        }
        let definition = self.definition;
        let from = self.state(unit);
        if !self.may_go(unit, from, 0, target, event) {
            return Ok(DispatchOutcome::Refused);
        }
        self.way = Way::new(from, target);
        for state in definition.up(from, 0) {
            if let Some(covered) = &definition.code(state).covered {
                self.call(&**covered, unit, event);
            }
        }
        self.call_action(unit, action, event);
        self.save_timers(unit);
        self.push(unit);
        self.enter_states(unit, 0, target, event);
        let leaf = self.descend(unit, target, event);
        self.way = Way::NONE;
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
        let from = self.state(unit);
        if !self.may_go(unit, from, 0, below, event) {
            return Ok(DispatchOutcome::Refused);
        }
        self.way = Way::out_of(from);
        self.leave_states(unit, from, 0, event);
        self.call_action(unit, action, event);
        self.way = Way::NONE;
        self.come_back(unit, event);
        Ok(DispatchOutcome::Changed)
    }

    /// The top of the stack was left; the state below takes over.
    pub(super) fn come_back(&mut self, unit: usize, event: Option<Event>) {
        let definition = self.definition;
        let Some(below) = self.pop(unit) else { return };
        let way = Way::out_of(self.state(unit));
        self.arrive(unit, below, ChangeKind::Exit);
        if !definition.has_uncovered && definition.slots == 0 {
            return;
        }
        self.restore_timers(unit);
        let mut path = [0; MAX_NESTING];
        let mut length = 0;
        for state in definition.up(below, 0) {
            path[length] = state;
            length += 1;
        }
        self.way = way;
        for &state in path[..length].iter().rev() {
            if let Some(uncovered) = &definition.code(state).uncovered {
                self.call(&**uncovered, unit, event);
            }
        }
        self.way = Way::NONE;
        self.refresh_deadline(unit);
    }

    /// Puts the current state below.
    pub(super) fn push(&mut self, unit: usize) {
        let depth = self.columns.depth[unit] as usize;
        self.columns.below[unit * self.strides.below + depth] = self.state(unit);
        self.columns.depth[unit] += 1;
    }

    fn top_below(&self, unit: usize) -> Option<u16> {
        let depth = (*self.columns.depth.get(unit)?).checked_sub(1)?;
        Some(self.columns.below[unit * self.strides.below + depth as usize])
    }

    pub(super) fn pop(&mut self, unit: usize) -> Option<u16> {
        let below = self.top_below(unit)?;
        self.columns.depth[unit] -= 1;
        Some(below)
    }
}
