//! A range of units while they are worked on: heeding an event, and the changes whose calls are
//! known beforehand. The others are in [`change`](super::change).

use std::time::Duration;

use super::MAX_CHAIN;
use super::columns::{ColumnsMut, Slot, Strides};
use super::counters::Counters;
use super::watch::Changes;
use crate::ai::context::{Context, Event, GuardContext, Outbox, Request, Way};
use crate::ai::definition::{Definition, Move, Step};
use crate::ai::error::ChangeError;
use crate::ai::id::StateId;
use crate::ai::{Change, ChangeKind, DispatchOutcome, Reply, UnitId};

/// What time it is for the units that are ticked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    /// Microseconds of the population's clock.
    pub(super) now: u64,
    /// Milliseconds since the epoch of the deadlines.
    pub(super) now_ms: u32,
    /// The same before this tick.
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

/// A range of units with all that is theirs.
pub(super) struct Units<'a, D, S> {
    pub(super) definition: &'a Definition<D>,
    /// The place of the first one in the population.
    pub(super) base: u32,
    pub(super) data: &'a mut [D],
    pub(super) states: &'a mut [S],
    pub(super) columns: ColumnsMut<'a>,
    pub(super) generations: &'a [u16],
    pub(super) strides: Strides,
    pub(super) moment: Moment,
    pub(super) out: &'a mut Outbox,
    pub(super) counters: &'a mut Counters,
    pub(super) changes: Option<&'a mut Changes>,
    /// The change that is going on, while hooks are called one by one.
    pub(super) way: Way,
}

impl<D, S: Slot> Units<'_, D, S> {
    pub(super) fn state(&self, unit: usize) -> u16 {
        // A state fits, however wide the column is.
        self.states[unit].get() as u16
    }

    pub(super) fn is_free(&self, unit: usize) -> bool {
        self.states[unit].get() >= self.definition.nodes.len()
    }

    /// Handles an event now: its row, and whatever hooks asked for on the way. Answers whether
    /// the unit changed, and with the outcome or the first thing that could not be done: with
    /// one it may have changed all the same.
    pub(super) fn dispatch(
        &mut self,
        unit: usize,
        event: Event,
    ) -> (bool, Result<DispatchOutcome, ChangeError>) {
        let outcome = self.fire(unit, event);
        self.settle_after(unit, outcome)
    }

    /// Applies what code asked for on the way to `outcome`.
    pub(super) fn settle_after(
        &mut self,
        unit: usize,
        outcome: Result<DispatchOutcome, ChangeError>,
    ) -> (bool, Result<DispatchOutcome, ChangeError>) {
        let mut is_changed = outcome == Ok(DispatchOutcome::Changed);
        if self.out.requests.is_empty() {
            return (is_changed, outcome);
        }
        let (has_moved, result) = self.settle(unit);
        is_changed |= has_moved;
        let or_changed = |outcome| if is_changed { DispatchOutcome::Changed } else { outcome };
        (is_changed, outcome.and_then(|outcome| result.map(|()| or_changed(outcome))))
    }

    /// The first candidate that holds, from the unit's state outwards.
    fn fire(&mut self, unit: usize, event: Event) -> Result<DispatchOutcome, ChangeError> {
        let definition = self.definition;
        let index = self.states[unit].get() * definition.events.len() + event.id.index();
        let Some(first) = definition.table.get(index).copied().unwrap_or(0).checked_sub(1) else {
            self.counters.unhandled += 1;
            return Ok(DispatchOutcome::Unhandled);
        };
        for step in &definition.steps[first as usize..] {
            if step.guard.is_none_or(|_| self.holds(unit, step, Some(event))) {
                let outcome = self.perform(unit, step, Some(event))?;
                if outcome != DispatchOutcome::Unhandled {
                    return Ok(outcome);
                }
            }
            if step.is_last {
                break;
            }
        }
        self.counters.unhandled += 1;
        Ok(DispatchOutcome::Unhandled)
    }

    pub(super) fn holds(&self, unit: usize, step: &Step, event: Option<Event>) -> bool {
        let cx = self.guard_context(unit, event, StateId::ROOT);
        step.guard.is_none_or(|guard| self.definition.guard_holds(guard, &self.data[unit], &cx))
    }

    pub(super) fn guard_context(&self, unit: usize, event: Option<Event>, target: StateId) -> GuardContext {
        GuardContext { unit: self.base + unit as u32, now: self.moment.now, event, target }
    }

    /// Does what a step says.
    pub(super) fn perform(
        &mut self,
        unit: usize,
        step: &Step,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        if !step.is_plain {
            return self.perform_move(unit, step.then, step.action, event);
        }
        match step.then {
            Move::Enter(_) if self.is_full(unit) => return Err(self.stack_full()),
            Move::Exit if self.columns.depth[unit] == 0 => return Err(self.stack_empty()),
            _ => {}
        }
        let first = step.ops as usize;
        let ops = &self.definition.ops[first..first + step.op_count as usize];
        let mut cx = Context {
            unit: self.base + unit as u32,
            now: self.moment.now,
            dt: self.moment.dt,
            event,
            way: step.way,
            generations: self.generations,
            out: self.out,
        };
        for op in ops {
            op.call(&mut self.data[unit], &mut cx);
        }
        match step.then {
            Move::Goto(_) | Move::Switch(_) => self.arrive(unit, step.leaf, self.goto_kind()),
            Move::Enter(_) => {
                self.push(unit);
                self.arrive(unit, step.leaf, ChangeKind::Enter);
            }
            Move::Exit => self.come_back(unit, event),
            Move::Stay | Move::Leave | Move::Ask(_) => return Ok(DispatchOutcome::Handled),
        }
        Ok(DispatchOutcome::Changed)
    }

    /// Whether nobody asked to keep anything of a change.
    pub(super) fn is_silent(&self) -> bool {
        self.changes.is_none() && self.columns.previous.is_empty()
    }

    /// What a change of the current state is called.
    pub(super) const fn goto_kind(&self) -> ChangeKind {
        if self.strides.below > 0 { ChangeKind::Switch } else { ChangeKind::Transition }
    }

    /// The unit is in `leaf` now.
    pub(super) fn arrive(&mut self, unit: usize, leaf: u16, kind: ChangeKind) {
        if let Some(changes) = self.changes.as_mut() {
            let generation = self.generations.get(self.base as usize + unit).copied().unwrap_or(0);
            let id = UnitId { index: self.base + unit as u32, generation };
            let from = StateId(self.states[unit].get() as u16);
            let at = Duration::from_micros(self.moment.now);
            changes.note(Change { unit: id, kind, from, to: StateId(leaf), at });
        }
        if let Some(previous) = self.columns.previous.get_mut(unit) {
            *previous = self.states[unit].get() as u16;
        }
        self.states[unit] = S::of(leaf);
        if !self.columns.awake.is_empty() {
            let bit = 1_u64 << (unit % 64);
            let word = &mut self.columns.awake[unit / 64];
            if self.definition.code(leaf).is_awake { *word |= bit } else { *word &= !bit }
        }
    }

    /// Applies what code asked for, first in, first out, and what is asked for on the way.
    /// Answers whether the unit changed, and with the first thing that could not be done.
    pub(super) fn settle(&mut self, unit: usize) -> (bool, Result<(), ChangeError>) {
        let mut is_changed = false;
        let mut result = Ok(());
        let mut next = 0;
        while let Some(&(_, request)) = self.out.requests.get(next) {
            next += 1;
            if next > MAX_CHAIN {
                let last = self.out.requests[next - 5..next - 1].iter();
                self.counters.note_endless(last.filter_map(|(_, request)| request.target()));
                result = Err(ChangeError::Endless);
                break;
            }
            let outcome = self.apply(unit, request);
            is_changed |= outcome == Ok(DispatchOutcome::Changed);
            result = result.and(outcome.map(|_| ()));
        }
        self.out.requests.clear();
        (is_changed, result)
    }

    pub(super) fn apply(&mut self, unit: usize, request: Request) -> Result<DispatchOutcome, ChangeError> {
        let then = match request {
            Request::Set { target, force_when_same } => {
                if !force_when_same && target.0 == self.state(unit) {
                    return Ok(DispatchOutcome::Handled);
                }
                Move::Goto(target.0)
            }
            Request::LeaveCurrent => Move::Leave,
            Request::Enter(target) => Move::Enter(target.0),
            Request::Switch(target) => Move::Switch(target.0),
            Request::Exit => Move::Exit,
        };
        self.perform_move(unit, then, None, None)
    }

    /// Asks a handler and does what it answers.
    pub(super) fn ask(
        &mut self,
        unit: usize,
        handler: u32,
        event: Option<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        let mut cx = Context {
            unit: self.base + unit as u32,
            now: self.moment.now,
            dt: self.moment.dt,
            event,
            way: Way::NONE,
            generations: self.generations,
            out: self.out,
        };
        let then = match self.definition.handlers[handler as usize].call(&mut self.data[unit], &mut cx) {
            Reply::Unhandled => return Ok(DispatchOutcome::Unhandled),
            Reply::Handled => return Ok(DispatchOutcome::Handled),
            Reply::To(target) => Move::Goto(target.0),
            Reply::Enter(target) => Move::Enter(target.0),
            Reply::Switch(target) => Move::Switch(target.0),
            Reply::Exit => Move::Exit,
            Reply::Leave => Move::Leave,
        };
        self.perform_move(unit, then, None, event)
    }

    /// Calls an action for one unit.
    pub(super) fn call(
        &mut self,
        action: &dyn crate::ai::bindings::Action<D>,
        unit: usize,
        event: Option<Event>,
    ) {
        let mut cx = Context {
            unit: self.base + unit as u32,
            now: self.moment.now,
            dt: self.moment.dt,
            event,
            way: self.way,
            generations: self.generations,
            out: self.out,
        };
        action.call(&mut self.data[unit], &mut cx);
    }
}

impl Request {
    const fn target(self) -> Option<StateId> {
        match self {
            Self::Set { target, .. } | Self::Enter(target) | Self::Switch(target) => Some(target),
            Self::LeaveCurrent | Self::Exit => None,
        }
    }
}
