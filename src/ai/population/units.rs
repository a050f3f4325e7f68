//! Units in a tick: events, plain steps, and the requests of code. Steps that are not plain are in
//! [`change`](super::change).

use std::time::Duration;

use super::store::Store;
use super::{Change, ChangeKind, DispatchOutcome, Outcome};
use crate::ai::bindings::{Action, BLOCK, Events};
use crate::ai::context::{Context, Event, GuardContext, MAX_REQUESTS, Reply, Request, Transition};
use crate::ai::definition::{Definition, GuardRef, Move, Step};
use crate::ai::error::ChangeError;
use crate::ai::id::StateId;

#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Microseconds of the population's clock.
    pub(super) now: u64,
    /// Milliseconds since the epoch of the deadlines.
    pub(super) now_ms: u32,
    /// The same, before this tick.
    pub(super) before_ms: u32,
    pub(super) dt: Duration,
}

impl Moment {
    pub(super) fn new(now: u64, epoch: u64, dt: Duration) -> Self {
        let ms = |micros: u64| u32::try_from(micros.saturating_sub(epoch) / 1000).unwrap_or(u32::MAX);
        let before = now.saturating_sub(u64::try_from(dt.as_micros()).unwrap_or(u64::MAX));
        Self { now, now_ms: ms(now), before_ms: ms(before), dt }
    }
}

/// The units of a population while their code is called. A unit is named by its place.
pub(super) struct Units<'a, D> {
    pub(super) definition: &'a Definition<D>,
    pub(super) store: &'a mut Store<D>,
    pub(super) moment: Moment,
    pub(super) transition: Transition,
}

impl<D> Units<'_, D> {
    pub(super) fn state(&self, unit: usize) -> u8 {
        self.store.states[unit]
    }

    /// Handles an event, and the requests of the hooks that it calls. Returns whether the unit
    /// changed, and the outcome or the first error; the unit may have changed in spite of an error.
    pub(super) fn dispatch(&mut self, unit: usize, event: Event) -> (bool, Outcome) {
        let outcome = self.fire(unit, event);
        self.finish(unit, outcome)
    }

    /// Applies the requests of the code that led to `outcome`, first in, first out, and those of the
    /// hooks that this calls. Returns whether the unit changed, and the outcome or the first error.
    pub(super) fn finish(&mut self, unit: usize, outcome: Outcome) -> (bool, Outcome) {
        let mut is_changed = outcome == Ok(DispatchOutcome::Changed);
        let mut result = outcome;
        let mut next = 0;
        while let Some(&(_, request)) = self.store.out.requests.get(next) {
            next += 1;
            if next > MAX_REQUESTS {
                let last = self.store.out.requests[next - 5..next - 1].iter();
                self.store.counters.count_endless(last.filter_map(|(_, request)| request.change.target()));
                result = outcome.and(Err(ChangeError::Endless));
                break;
            }
            let applied = self.apply(unit, request);
            is_changed |= applied == Ok(DispatchOutcome::Changed);
            result = result.and_then(|outcome| applied.map(|_| outcome));
        }
        self.store.out.requests.clear();
        (is_changed, if is_changed { result.map(|_| DispatchOutcome::Changed) } else { result })
    }

    /// Takes the first candidate that holds, from the unit's state outwards.
    fn fire(&mut self, unit: usize, event: Event) -> Outcome {
        let definition = self.definition;
        let index = self.state(unit) as usize * definition.events.len() + event.id.index();
        if let Some(first) = definition.table.get(index).copied().unwrap_or(0).checked_sub(1) {
            for step in &definition.steps[first as usize..] {
                if self.holds(unit, step.guard, Some(event), StateId::ROOT) {
                    let outcome = self.perform(unit, step, Some(event))?;
                    if outcome != DispatchOutcome::Unhandled {
                        return Ok(outcome);
                    }
                }
                if step.is_last {
                    break;
                }
            }
        }
        self.store.counters.unhandled += 1;
        Ok(DispatchOutcome::Unhandled)
    }

    pub(super) fn holds(
        &self,
        unit: usize,
        guard: Option<GuardRef>,
        event: Option<Event>,
        target: StateId,
    ) -> bool {
        guard.is_none_or(|guard| {
            let cx = self.guard_context(unit, event, target);
            let code = &self.definition.guards[guard.index as usize];
            code.call(&self.store.data[unit], &cx) != guard.negated
        })
    }

    pub(super) fn guard_context(&self, unit: usize, event: Option<Event>, target: StateId) -> GuardContext {
        GuardContext { unit: unit as u32, now: self.moment.now, event, target }
    }

    pub(super) fn perform(&mut self, unit: usize, step: &Step, event: Option<Event>) -> Outcome {
        if !step.is_plain {
            return self.change(unit, step.then, step.action, event);
        }
        self.check_stack(unit, step.then)?;
        for op in &self.definition.ops[step.ops.0 as usize..step.ops.1 as usize] {
            self.call(&**op, unit, event, step.transition);
        }
        Ok(self.end_step(unit, step, event))
    }

    /// Does a plain step for several units of a block.
    pub(super) fn perform_all(&mut self, block: usize, units: &[u8], step: &Step, events: Events<'_>) {
        let first = block * BLOCK;
        let mut able = [0; BLOCK];
        let mut units = units;
        if matches!(step.then, Move::Enter(_) | Move::Exit) {
            let mut count = 0;
            for &unit in units {
                if self.check_stack(first + unit as usize, step.then).is_ok() {
                    able[count] = unit;
                    count += 1;
                } else {
                    self.update(first + unit as usize);
                }
            }
            units = &able[..count];
        }
        for op in &self.definition.ops[step.ops.0 as usize..step.ops.1 as usize] {
            self.call_some(&**op, block, units, events, step.transition);
        }
        // `benches/machines.rs`, the marines with 50 % events and the pushdown machine.
        let is_silent = self.store.is_silent() && self.store.awake.is_empty();
        match step.then {
            Move::Enter(_) if is_silent => {
                for &unit in units {
                    self.push(first + unit as usize);
                    self.store.states[first + unit as usize] = step.leaf;
                }
                return;
            }
            Move::Exit if is_silent && !self.definition.has_uncovered => {
                for unit in units.iter().map(|&unit| first + unit as usize) {
                    self.store.states[unit] = self.pop(unit).unwrap_or(0);
                }
                return;
            }
            Move::Goto(_) | Move::Switch(_) if is_silent => {
                let states = &mut self.store.states[first..];
                units.iter().for_each(|&unit| states[unit as usize] = step.leaf);
                return;
            }
            _ => {}
        }
        for &unit in units {
            let event = events.map(|(id, payloads)| Event { id, payload: payloads[unit as usize] });
            self.end_step(first + unit as usize, step, event);
        }
    }

    fn end_step(&mut self, unit: usize, step: &Step, event: Option<Event>) -> DispatchOutcome {
        match step.then {
            Move::Goto(_) | Move::Switch(_) => self.arrive(unit, step.leaf, self.goto_kind()),
            Move::Enter(_) => {
                self.push(unit);
                self.arrive(unit, step.leaf, ChangeKind::Enter);
            }
            Move::Exit => self.uncover(unit, event),
            Move::Stay | Move::Leave | Move::Ask(_) => return DispatchOutcome::Handled,
        }
        DispatchOutcome::Changed
    }

    pub(super) const fn goto_kind(&self) -> ChangeKind {
        if self.store.below.stride > 0 { ChangeKind::Switch } else { ChangeKind::Transition }
    }

    pub(super) fn arrive(&mut self, unit: usize, leaf: u8, kind: ChangeKind) {
        let from = std::mem::replace(&mut self.store.states[unit], leaf);
        if let Some(previous) = self.store.previous.values.get_mut(unit) {
            *previous = from;
        }
        if !self.store.awake.is_empty() {
            self.store.set_awake(unit, self.definition.code(leaf).is_awake);
        }
        if self.store.changes.is_on() {
            let (unit, at) = (self.store.id_at(unit as u32), Duration::from_micros(self.moment.now));
            let (from, to) = (StateId(from), StateId(leaf));
            self.store.changes.note(Change { unit, kind, from, to, at });
        }
    }

    pub(super) fn apply(&mut self, unit: usize, request: Request) -> Outcome {
        if request.skips_same && request.change == Reply::To(StateId(self.state(unit))) {
            return Ok(DispatchOutcome::Handled);
        }
        self.reply(unit, request.change, None)
    }

    pub(super) fn ask(&mut self, unit: usize, handler: u32, event: Option<Event>) -> Outcome {
        let handler = &self.definition.handlers[handler as usize];
        let (data, mut cx) = self.context(unit, event, Transition::NONE);
        let reply = handler(&mut data[unit], &mut cx);
        self.reply(unit, reply, event)
    }

    fn reply(&mut self, unit: usize, reply: Reply, event: Option<Event>) -> Outcome {
        let then = match reply {
            Reply::Unhandled => return Ok(DispatchOutcome::Unhandled),
            Reply::Handled => return Ok(DispatchOutcome::Handled),
            Reply::To(target) => Move::Goto(target.0),
            Reply::Enter(target) => Move::Enter(target.0),
            Reply::Switch(target) => Move::Switch(target.0),
            Reply::Exit => Move::Exit,
            Reply::Leave => Move::Leave,
        };
        self.change(unit, then, None, event)
    }

    pub(super) fn call(
        &mut self,
        action: &dyn Action<D>,
        unit: usize,
        event: Option<Event>,
        transition: Transition,
    ) {
        let (data, mut cx) = self.context(unit, event, transition);
        action.call(&mut data[unit], &mut cx);
    }

    pub(super) fn call_some(
        &mut self,
        action: &dyn Action<D>,
        block: usize,
        units: &[u8],
        events: Events<'_>,
        transition: Transition,
    ) {
        let first = block * BLOCK;
        let (data, cx) = self.context(first, None, transition);
        let end = data.len().min(first + BLOCK);
        action.call_some(&mut data[first..end], units, events, cx);
    }

    /// The data of all units, and the context of one.
    #[inline]
    pub(super) fn context(
        &mut self,
        unit: usize,
        event: Option<Event>,
        transition: Transition,
    ) -> (&mut [D], Context<'_>) {
        let Moment { now, dt, .. } = self.moment;
        let (generations, out) = (&self.store.generations, &mut self.store.out);
        let cx = Context { unit: unit as u32, now, dt, event, transition, generations, out };
        (&mut self.store.data, cx)
    }
}
