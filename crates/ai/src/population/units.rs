//! Units in a tick: events, plain steps, and the requests of code. Steps that are not plain are in
//! [`change`](super::change).

use super::store::Store;
use super::{Change, ChangeKind, DispatchOutcome, Outcome};
use crate::bindings::{Action, BLOCK, Events, Handler};
use crate::context::{Column, Context, GuardContext, Reply, Request, Transition};
use crate::definition::{Definition, GuardRef, Move, Step};
use crate::error::{MAX_CHANGES, MAX_REQUESTS, UnitError};
use crate::event::Event;
use crate::id::StateId;
use crate::structure::{Leaves, duration};

/// The units of a population while their code is called. A unit is named by its place.
pub(super) struct Units<'a, D, W> {
    pub(super) definition: &'a Definition<D, W>,
    pub(super) store: &'a mut Store<D>,
    pub(super) world: &'a mut W,
    /// The change in progress, and the event that caused it or is being handled.
    pub(super) transition: Transition,
    pub(super) event: Option<Event>,
    /// The innermost active state of each region, while a change leaves and enters states.
    pub(super) during: Option<Leaves>,
    /// The region whose code is running.
    pub(super) region: usize,
    /// The regions of a unit that have changed in this tick.
    pub(super) moved: u16,
    /// What code has asked of a unit in this tick or call, and how often that has changed it.
    chain: Chain,
}

/// What the code of a unit has asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    requests: u16,
    changes: u16,
    /// Whether what is being done is one change too many, if it is a change.
    is_full: bool,
}

impl<'a, D, W> Units<'a, D, W> {
    #[inline]
    pub(super) fn new(definition: &'a Definition<D, W>, store: &'a mut Store<D>, world: &'a mut W) -> Self {
        let transition = Transition::NONE;
        let chain = Chain::default();
        Self { definition, store, world, transition, event: None, during: None, region: 0, moved: 0, chain }
    }

    /// Whether nothing but the state has to be noted of a change.
    #[inline]
    fn is_bare(&self) -> bool {
        self.store.is_silent() && self.definition.slots == 0
    }

    /// The current state in the region whose code is running.
    #[inline]
    pub(super) fn state(&self, unit: usize) -> u8 {
        let Column { values, stride, .. } = &self.store.shared.states;
        values[unit * stride + self.region]
    }

    fn set_state(&mut self, unit: usize, state: u8) {
        self.store.shared.states.of_mut(unit)[self.region] = state;
    }

    /// Begins what a tick does with one unit.
    #[inline]
    pub(super) fn begin_unit(&mut self) {
        self.moved = 0;
        self.chain = Chain::default();
    }

    /// Handles an event, and the requests of the hooks that it calls. The unit may have changed in
    /// spite of an error, which is the first one.
    pub(super) fn dispatch(&mut self, unit: usize, event: Event) -> Outcome {
        self.begin_event(unit, false);
        let outcome = self.fire(unit, event);
        self.finish(unit, outcome)
    }

    /// Applies the requests of the code that led to `outcome`, first in, first out, and the requests of the
    /// hooks that this calls.
    #[inline]
    pub(super) fn finish(&mut self, unit: usize, outcome: Outcome) -> Outcome {
        if self.store.out.requests.is_empty() { outcome } else { self.apply_requests(unit, outcome) }
    }

    fn apply_requests(&mut self, unit: usize, outcome: Outcome) -> Outcome {
        let (mut result, mut is_changed) = (outcome, outcome == Ok(DispatchOutcome::Changed));
        let (mut next, mut circle) = (0, [StateId::ROOT; 3]);
        while let Some(&(_, region, request)) = self.store.out.requests.get(next) {
            next += 1;
            self.region = region as usize;
            let applied = self.apply_counted(unit, request);
            self.region = region as usize;
            if let Err(UnitError::Endless(_)) = applied {
                let error = UnitError::Endless(circle);
                if self.store.counters.endless == 0 {
                    log::error!("machine `{}`: {error}", self.definition.name);
                }
                self.store.counters.endless += 1;
                result = outcome.and(Err(error));
                break;
            }
            circle = [circle[1], circle[2], self.definition.id(self.state(unit))];
            is_changed |= applied == Ok(DispatchOutcome::Changed);
            result = result.and_then(|outcome| applied.map(|_| outcome));
        }
        self.region = 0;
        self.store.out.requests.clear();
        if is_changed { result.map(|_| DispatchOutcome::Changed) } else { result }
    }

    /// Applies a request, unless it is one too many.
    fn apply_counted(&mut self, unit: usize, request: Request) -> Outcome {
        if self.chain.requests == MAX_REQUESTS {
            return Err(UnitError::Endless([StateId::ROOT; 3]));
        }
        self.chain.requests += 1;
        self.chain.is_full = self.chain.changes == MAX_CHANGES;
        let applied = self.apply(unit, request);
        self.chain.is_full = false;
        self.chain.changes += u16::from(applied == Ok(DispatchOutcome::Changed));
        applied
    }

    /// Checks that the unit may change once more.
    #[inline]
    pub(super) const fn check_chain(&self) -> Result<(), UnitError> {
        if self.chain.is_full { Err(UnitError::Endless([StateId::ROOT; 3])) } else { Ok(()) }
    }

    pub(super) fn holds(&self, unit: usize, guard: Option<GuardRef>, target: u8) -> bool {
        guard.is_none_or(|guard| {
            let cx = self.guard_context(unit, target);
            let code = &self.definition.guards[guard.index as usize];
            code(&self.store.data[unit], self.world, &cx) != guard.negated
        })
    }

    pub(super) fn guard_context(&self, unit: usize, target: u8) -> GuardContext<'_> {
        GuardContext {
            shared: &self.store.shared,
            event: self.event,
            unit: unit as u32,
            region: self.region as u8,
            state: self.state(unit),
            at: self.state(unit),
            target,
            during: self.during.as_ref(),
        }
    }

    pub(super) fn perform(&mut self, unit: usize, step: &Step) -> Outcome {
        if !step.is_plain {
            return self.change(unit, step.then, step.action);
        }
        self.check_stack(unit, step.then)?;
        if step.then != Move::Stay {
            self.check_chain()?;
        }
        let from = self.state(unit);
        if step.ops.0 < step.ops.1 {
            let calls = self.definition.calls(step, from);
            let (data, world, mut cx) = self.context(unit);
            cx.transition = step.transition;
            let data = &mut data[unit];
            for (op, at) in calls {
                cx.about.at = at;
                op.call(data, world, &mut cx);
            }
        }
        Ok(self.end_step(unit, from, step))
    }

    /// Does a plain step for several units of a block.
    #[inline]
    pub(super) fn perform_all(&mut self, first: usize, units: &[u8], step: &Step, events: Events<'_>) {
        let mut able = [0; BLOCK];
        let mut units = units;
        if matches!(step.then, Move::Enter(_) | Move::Exit) {
            let mut count = 0;
            for &unit in units {
                if self.check_stack(first + unit as usize, step.then).is_ok() {
                    able[count] = unit;
                    count += 1;
                } else {
                    self.update_region(first + unit as usize);
                }
            }
            units = &able[..count];
        }
        let current = units.first().map_or(0, |unit| self.state(first + *unit as usize));
        self.call_some(self.definition.calls(step, current), first, units, events, step.transition);
        // `benches/machines.rs`, the marines with 50 % events and the pushdown machine.
        if self.is_bare() && !(step.then == Move::Exit && self.definition.has_uncovered) {
            if step.then == Move::Exit {
                for unit in units.iter().map(|&unit| first + unit as usize) {
                    let uncovered = self.pop(unit).unwrap_or(0);
                    self.set_state(unit, uncovered);
                }
                return;
            }
            if matches!(step.then, Move::Enter(_)) {
                units.iter().for_each(|&unit| self.store.cover(first + unit as usize));
            }
            let Column { values, stride, .. } = &mut self.store.shared.states;
            let states = &mut values[first * *stride + self.region..];
            units.iter().for_each(|&unit| states[unit as usize * *stride] = step.leaf);
            return;
        }
        for &unit in units {
            self.event = events.map(|(id, payloads)| Event { id, payload: payloads[unit as usize] });
            let unit = first + unit as usize;
            self.end_step(unit, self.state(unit), step);
        }
        self.event = None;
    }

    fn end_step(&mut self, unit: usize, from: u8, step: &Step) -> DispatchOutcome {
        let kind = match step.then {
            Move::Go(_) => self.goto_kind(),
            Move::Enter(_) => {
                self.store.cover(unit);
                ChangeKind::Enter
            }
            Move::Exit => {
                self.uncover(unit);
                return DispatchOutcome::Changed;
            }
            Move::Stay | Move::Leave | Move::Ask(_) => return DispatchOutcome::Handled,
        };
        self.set_state(unit, step.leaf);
        self.moved |= 1 << self.region;
        if !self.is_bare() {
            self.arrive(unit, from, step.leaf, kind);
        }
        DispatchOutcome::Changed
    }

    pub(super) const fn goto_kind(&self) -> ChangeKind {
        if self.store.below.stride > 0 { ChangeKind::Switch } else { ChangeKind::Transition }
    }

    /// Ends a change: notes it, and what follows from the new state.
    pub(super) fn arrive(&mut self, unit: usize, from: u8, leaf: u8, kind: ChangeKind) {
        self.transition = Transition::NONE;
        self.moved |= 1 << self.region;
        if let Some(previous) = self.store.previous.values.get_mut(unit) {
            *previous = from;
        }
        if self.store.changes.is_on() {
            let id = |state| self.definition.structure.id(state);
            let (from, to, at) = (id(from), id(leaf), duration(self.store.shared.moment.clock));
            self.store.changes.note(Change { unit: self.store.id_at(unit as u32), kind, from, to, at });
        }
        self.store.refresh_deadline(self.definition, unit);
    }

    pub(super) fn apply(&mut self, unit: usize, request: Request) -> Outcome {
        match request {
            Request::Set(target) => {
                let leaves = self.store.leaves(unit);
                match self.definition.local(target) {
                    Some(state) if leaves.contains(&state) => Ok(DispatchOutcome::Handled),
                    _ => self.reply(unit, Reply::To(target)),
                }
            }
            Request::Change(reply) => self.reply(unit, reply),
            Request::Raise(event) => {
                self.begin_event(unit, true);
                self.fire(unit, event)
            }
            Request::Interval(every) => {
                self.set_interval(unit, every);
                Ok(DispatchOutcome::Handled)
            }
        }
    }

    pub(super) fn ask(&mut self, unit: usize, handler: &Handler<D, W>) -> Outcome {
        let (data, world, mut cx) = self.context(unit);
        let reply = handler(&mut data[unit], world, &mut cx);
        self.reply(unit, reply)
    }

    fn reply(&mut self, unit: usize, reply: Reply) -> Outcome {
        let then = match reply {
            Reply::Unhandled => return Ok(DispatchOutcome::Unhandled),
            Reply::Handled => return Ok(DispatchOutcome::Handled),
            Reply::Switch(_) if self.store.below.stride == 0 => return Err(UnitError::NoStack),
            Reply::To(target) | Reply::Switch(target) => Move::to(self.target(target)?),
            Reply::Enter(target) => Move::Enter(self.target(target)?),
            Reply::Exit => Move::Exit,
            Reply::Leave => Move::Leave,
        };
        self.change(unit, then, None)
    }

    /// A target that code names.
    fn target(&mut self, state: StateId) -> Result<u8, UnitError> {
        let target = self.definition.local(state).filter(|&state| state != 0);
        target.ok_or_else(|| {
            self.store.count_foreign(state.name());
            UnitError::NoSuchState
        })
    }

    #[inline]
    pub(super) fn call(&mut self, action: &dyn Action<D, W>, unit: usize) {
        let (data, world, mut cx) = self.context(unit);
        action.call(&mut data[unit], world, &mut cx);
    }

    /// Calls actions for units of a block that are in the same state, each with the innermost active state.
    #[inline]
    pub(super) fn call_some<'b>(
        &mut self,
        actions: impl ExactSizeIterator<Item = (&'b dyn Action<D, W>, u8)>,
        first: usize,
        units: &[u8],
        events: Events<'_>,
        transition: Transition,
    ) where
        D: 'b,
        W: 'b,
    {
        let Some(&some) = units.first().filter(|_| actions.len() > 0) else { return };
        let (data, world, mut cx) = self.context(first + some as usize);
        cx.transition = transition;
        let data = &mut data[first..];
        for (action, at) in actions {
            cx.about.at = at;
            action.call_some(data, world, units, events, &mut cx);
        }
    }

    /// The data of all units, and the context of one.
    #[inline]
    pub(super) fn context(&mut self, unit: usize) -> (&mut [D], &mut W, Context<'_>) {
        let (event, region, state) = (self.event, self.region as u8, self.state(unit));
        let Store { data, shared, out, .. } = &mut *self.store;
        let (unit, during) = (unit as u32, self.during.as_ref());
        let about = GuardContext { shared, event, unit, region, state, at: state, target: 0, during };
        (data, self.world, Context { about, transition: self.transition, out })
    }
}
