//! Changes whose calls depend on the unit: those with history, deadlines, regions, a `can_go`, or a
//! target that code named.

use super::counters::add;
use super::units::Units;
use super::{ChangeKind, DispatchOutcome, Outcome};
use crate::blueprint::{Family, History};
use crate::context::{Request, Transition};
use crate::definition::{CompiledGo, Move};
use crate::error::UnitError;
use crate::structure::{Bits, Inside, Leaves, MAX_REGIONS, NO_STATE, Plan, Route};

impl<D, W> Units<'_, D, W> {
    pub(super) fn change(&mut self, unit: usize, then: Move, action: Option<u32>) -> Outcome {
        let definition = self.definition;
        let leaves = self.store.leaves(unit);
        let current = leaves[self.region];
        match then {
            Move::Ask(handler) => return self.ask(unit, &*definition.handlers[handler as usize]),
            Move::Stay => {
                self.call_hook(action, unit);
                return Ok(DispatchOutcome::Handled);
            }
            _ => {}
        }
        let route = self.route(&leaves, then)?;
        self.check_stack(unit, then)?;
        let exits = definition.exits(&leaves, route);
        let is_exit = then == Move::Exit;
        let target = if is_exit { self.store.below(unit).last().copied().unwrap_or(0) } else { route.target };
        if !self.may_go(unit, exits, target) {
            return Ok(DispatchOutcome::Refused);
        }
        self.check_chain()?;
        let from = if is_exit { current } else { definition.source(&leaves, target) };
        self.transition = if is_exit { Transition::out_of(from) } else { Transition::new(from, target) };
        let (is_enter, region) = (matches!(then, Move::Enter(_)), self.region);
        if !is_enter {
            self.note_history(unit, exits, &leaves);
        }
        let plan = definition.plan(&leaves, route, &mut |state| self.inside(unit, state, route, then));
        self.during = Some(leaves);
        for state in exits.down() {
            let code = definition.code(state);
            if !is_enter {
                self.disarm(unit, state);
            }
            self.leave(unit, state, if is_enter { code.covered } else { code.exit });
        }
        self.region = region;
        self.call_hook(action, unit);
        if is_exit {
            self.during = None;
            self.uncover(unit);
            return Ok(DispatchOutcome::Changed);
        }
        if is_enter {
            self.store.save_timers(definition.slots, unit);
            self.store.cover(unit);
        }
        let kind = if is_enter { ChangeKind::Enter } else { self.goto_kind() };
        self.come(unit, &plan, kind);
        for (region, &leaf) in plan.leaves[..definition.regions].iter().enumerate() {
            let is_moved = leaf != leaves[region] || (leaf != NO_STATE && plan.enters.has(leaf));
            self.moved |= u16::from(is_moved) << region;
        }
        Ok(DispatchOutcome::Changed)
    }

    /// Where a change leads in the current region.
    pub(super) fn route(&self, leaves: &Leaves, then: Move) -> Result<Route, UnitError> {
        let definition = self.definition;
        Ok(match then {
            Move::Go(CompiledGo { to, external, .. }) => definition.route(leaves, to, external),
            Move::Enter(target) => Route { top: 0, target, rests: false },
            Move::Leave if definition.family != Family::Template => return Err(UnitError::NotATemplate),
            Move::Leave => {
                let current = Some(leaves[self.region]).filter(|state| !matches!(*state, 0 | NO_STATE));
                let parent = current.map(|state| definition.node(state).parent);
                let parent = parent.filter(|parent| !definition.node(*parent).spec.parallel);
                let top = parent.ok_or(UnitError::AtRoot)?;
                Route { top, target: top, rests: true }
            }
            Move::Exit | Move::Stay | Move::Ask(_) => Route { top: 0, target: 0, rests: true },
        })
    }

    /// Calls the hook of a state that is left. Then the unit is in the state around it.
    fn leave(&mut self, unit: usize, state: u8, hook: Option<u32>) {
        let node = self.definition.node(state);
        self.region = node.region as usize;
        self.call_hook(hook, unit);
        let is_in_region = self.definition.node(node.parent).region == node.region;
        if let Some(leaves) = &mut self.during {
            leaves[self.region] = if is_in_region { node.parent } else { NO_STATE };
        }
    }

    fn call_hook(&mut self, hook: Option<u32>, unit: usize) {
        if let Some(hook) = hook {
            self.call(self.definition.action(hook), unit);
        }
    }

    /// Whether the states that are left let the unit go to `target`.
    fn may_go(&mut self, unit: usize, exits: Bits, target: u8) -> bool {
        let definition = self.definition;
        let mut guards = exits.down().map(|state| definition.code(state).can_go);
        let refused = guards.find(|guard| !self.holds(unit, *guard, target));
        if let Some(guard) = refused {
            self.store.counters.refused += 1;
            self.note_refused(unit, guard);
        }
        refused.is_none()
    }

    /// Notes where the unit was in the states that are left.
    fn note_history(&mut self, unit: usize, exits: Bits, leaves: &Leaves) {
        let definition = self.definition;
        if definition.histories == 0 {
            return;
        }
        for state in exits.down() {
            let Some(first) = definition.code(state).history else { continue };
            let left = leaves[..definition.regions].iter().map(|&leaf| {
                let is_inside = leaf != NO_STATE && leaf != state && definition.contains(state, leaf);
                if is_inside { leaf } else { NO_STATE }
            });
            if left.clone().any(|leaf| leaf != NO_STATE) {
                let places = &mut self.store.history.of_mut(unit)[first as usize..];
                places.iter_mut().zip(left).for_each(|(place, leaf)| *place = leaf);
            }
        }
    }

    /// Where a unit that comes to `state` goes inside of it: by history, else to the initial child.
    fn inside(&mut self, unit: usize, state: u8, route: Route, then: Move) -> Inside {
        let definition = self.definition;
        let node = definition.node(state);
        // A target that was not left has no history of this visit.
        let is_entered = route.top != state;
        let (history, or) = match then {
            Move::Go(go) if go.to == state => (go.history.unwrap_or(node.spec.history), go.or),
            _ => (node.spec.history, None),
        };
        let place = definition.code(state).history.filter(|_| is_entered && history != History::None);
        if let Some(first) = place {
            let left = &self.store.history.of(unit)[first as usize..][..definition.regions];
            let current = left[node.region as usize];
            if current != NO_STATE && history == History::Shallow {
                return Inside::Child(definition.below(state, current));
            } else if current != NO_STATE {
                let mut leaves = [NO_STATE; MAX_REGIONS];
                leaves[..left.len()].copy_from_slice(left);
                return Inside::Leaves(leaves);
            }
        }
        or.or(node.initial).map_or(Inside::Rest, Inside::Child)
    }

    /// Enters the states of a plan, and ends the change.
    fn come(&mut self, unit: usize, plan: &Plan, kind: ChangeKind) {
        let definition = self.definition;
        let Transition { from, to: target } = self.transition;
        let before = self.store.leaves(unit);
        for state in plan.enters.up() {
            self.store.arm(definition, unit, state);
            self.region = definition.node(state).region as usize;
            if let Some(leaves) = &mut self.during {
                leaves[self.region] = state;
            }
            self.call_hook(definition.code(state).enter, unit);
            if definition.node(state).spec.is_final {
                self.raise_done(unit, state, plan);
            }
        }
        self.during = None;
        self.store.set_leaves(unit, &plan.leaves);
        let own = definition.node(target).region as usize;
        for region in (0..definition.regions).filter(|&region| region != own) {
            let (old, new) = (before[region], plan.leaves[region]);
            if new != old && new != NO_STATE {
                self.region = region;
                self.arrive(unit, if old == NO_STATE { from } else { old }, new, kind);
            }
        }
        self.region = own;
        self.arrive(unit, from, plan.leaves[own], kind);
    }

    /// Raises the events of the states around a final state, which was just entered, as far as they
    /// are done by it.
    fn raise_done(&mut self, unit: usize, state: u8, plan: &Plan) {
        let definition = self.definition;
        let active = definition.active(&plan.leaves);
        let is_there = |at: u8| active.has(at) && (at <= state || !plan.enters.has(at));
        let mut at = definition.node(state).parent;
        if !definition.node(at).spec.parallel {
            self.raise(unit, definition.node(at).done);
            at = definition.node(at).parent;
        }
        while definition.node(at).spec.parallel && definition.is_done(at, &is_there) {
            self.raise(unit, definition.node(at).done);
            at = definition.node(at).parent;
        }
    }

    /// Raises an event by its number; 0 is none.
    fn raise(&mut self, unit: usize, key: u8) {
        if let Some(&id) = (key as usize).checked_sub(1).and_then(|key| self.definition.events.get(key)) {
            self.store.out.requests.push((unit as u32, 0, Request::Raise(id.into())));
        }
    }

    /// Enters the initial state, or another one for this unit.
    pub(super) fn start(&mut self, unit: usize, initial: Option<u8>) {
        let definition = self.definition;
        let mut leaves = [NO_STATE; MAX_REGIONS];
        leaves[0] = 0;
        self.store.set_leaves(unit, &leaves);
        let target = initial.or(definition.node(0).initial).unwrap_or(0);
        self.transition = Transition::new(0, target);
        let route = Route { top: 0, target: initial.unwrap_or(0), rests: false };
        let plan = definition.plan(&leaves, route, &mut |state| self.inside(unit, state, route, Move::Stay));
        self.during = Some(leaves);
        self.come(unit, &plan, ChangeKind::Enter);
    }

    /// Leaves all states, those on top of the stack first.
    pub(super) fn stop(&mut self, unit: usize) {
        let definition = self.definition;
        loop {
            self.transition = Transition::out_of(self.store.state(unit));
            let leaves = self.store.leaves(unit);
            self.during = Some(leaves);
            for state in definition.active(&leaves).down() {
                self.disarm(unit, state);
                self.leave(unit, state, definition.code(state).exit);
            }
            (self.region, self.during) = (0, None);
            self.transition = Transition::NONE;
            let Some(below) = self.pop(unit) else { break };
            self.store.set_state(unit, below);
        }
        self.store.out.requests.clear();
    }

    /// Pops the state that was left.
    pub(super) fn uncover(&mut self, unit: usize) {
        let definition = self.definition;
        let Some(below) = self.pop(unit) else { return };
        let from = self.store.state(unit);
        self.store.set_state(unit, below);
        self.transition = Transition::out_of(from);
        self.restore_timers(unit);
        for state in definition.down(0, below) {
            self.call_hook(definition.code(state).uncovered, unit);
        }
        self.arrive(unit, from, below, ChangeKind::Exit);
    }

    /// Checks that the unit's stack has room for a push, or a state below for a pop.
    pub(super) fn check_stack(&mut self, unit: usize, then: Move) -> Result<(), UnitError> {
        let max = self.store.below.stride;
        match (then, self.store.depth.values.get(unit)) {
            (Move::Enter(_) | Move::Exit, None) => Err(UnitError::NoStack),
            (Move::Enter(_), Some(&depth)) if depth as usize == max => {
                let what = || format!("a stack is full (max. {} states)", self.definition.max_depth);
                add(&mut self.store.counters.stack_full, 1, self.definition, what);
                Err(UnitError::StackFull)
            }
            (Move::Exit, Some(0)) => {
                let what = || "cannot pop the bottom state of a stack".to_owned();
                add(&mut self.store.counters.stack_empty, 1, self.definition, what);
                Err(UnitError::StackEmpty)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn pop(&mut self, unit: usize) -> Option<u8> {
        let depth = self.store.depth.values.get(unit)?.checked_sub(1)?;
        self.store.depth.values[unit] = depth;
        Some(self.store.below.values[unit * self.store.below.stride + depth as usize])
    }
}
