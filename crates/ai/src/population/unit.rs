//! What calls code of a machine: spawning, ticks, and changes of single units.

use std::time::Duration;

use super::units::Units;
use super::{DispatchOutcome, MAX_SENT, MAX_SPAWNS, MAX_UNITS, Outcome, Population};
use crate::bindings::BLOCK;
use crate::context::{Moment, Order, Reply, Request, Sent, in_order};
use crate::error::UnitError;
use crate::event::Event;
use crate::id::{EventId, StateId, UnitId};
use crate::structure::{self, NO_STATE};

impl<D: 'static, W> Population<D, W> {
    /// Adds a unit, which enters the initial state before this returns.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn spawn(&mut self, world: &mut W, data: D) -> UnitId {
        let unit = self.create(data);
        // It exists, and it is not started.
        let _ = self.start(world, unit, None);
        unit
    }

    /// Adds a unit that is in no state until it is [started](Self::start), for instance to give it
    /// messages first. Ticks leave it out: its messages wait, and the events
    /// of [`tick_events`](Self::tick_events) for it are ignored.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn create(&mut self, data: D) -> UnitId {
        let index = self.place(data);
        self.store.id_at(index)
    }

    /// Starts a unit that was created: it enters `initial`, or else the initial state of the machine.
    /// A unit that was started before is left as it is.
    pub fn start(&mut self, world: &mut W, unit: UnitId, initial: Option<StateId>) -> Result<(), UnitError> {
        self.spawned = 0;
        self.enter_initial(world, unit, initial)?;
        self.deliver(world);
        Ok(())
    }

    fn enter_initial(
        &mut self,
        world: &mut W,
        unit: UnitId,
        initial: Option<StateId>,
    ) -> Result<(), UnitError> {
        let index = self.index(unit).ok_or(UnitError::NoSuchUnit)?;
        let local = |state| self.definition.local(state).filter(|state| *state != 0);
        let initial = initial.map(|state| local(state).ok_or(UnitError::NoSuchState)).transpose()?;
        if self.store.state(index) != NO_STATE {
            return Ok(());
        }
        let mut units = self.called(world);
        units.start(index, initial);
        // Errors are counted.
        let _ = units.finish(index, Ok(DispatchOutcome::Changed));
        Ok(())
    }

    /// Removes a unit after its exit hooks, innermost first and the top of the stack before what is
    /// below. Its data stays in the column until another unit takes the place.
    pub fn despawn(&mut self, world: &mut W, unit: UnitId) -> Result<(), UnitError> {
        self.spawned = 0;
        self.stop(world, unit)?;
        self.deliver(world);
        Ok(())
    }

    fn stop(&mut self, world: &mut W, unit: UnitId) -> Result<(), UnitError> {
        let index = self.index(unit).ok_or(UnitError::NoSuchUnit)?;
        self.called(world).stop(index);
        let store = &mut self.store;
        store.clear(index);
        store.set_state(index, store.free);
        if store.shared.generations.is_empty() {
            store.shared.generations.resize(store.data.len(), 0);
        }
        let generation = &mut store.shared.generations[index];
        *generation = generation.saturating_add(1);
        // A place whose generations are used up is never taken again.
        if *generation < u16::MAX {
            self.free.push(unit.index);
        }
        Ok(())
    }

    /// Lets `dt` pass for all units.
    pub fn tick(&mut self, world: &mut W, dt: Duration) {
        self.tick_events::<EventId>(world, dt, &[]);
    }

    /// Lets `dt` pass for all units and sends `events[i]`, an [`EventId`] or an [`Event`] with its payload, to the unit
    /// in place `i`, ahead of the messages that wait. It counts as one of those that a tick handles. Events that the
    /// machine does not have and payloads of a wrong type are [counted](super::Counters).
    pub fn tick_events<E: Copy + Into<Event>>(&mut self, world: &mut W, dt: Duration, events: &[Option<E>]) {
        let (passed, carried) = structure::units(dt, self.store.carried);
        self.clock = self.clock.saturating_add(passed);
        self.store.carried = carried;
        self.begin_epoch();
        self.spawned = 0;
        self.store.shared.moment = Moment { dt, ..Moment::new(self.clock, self.epoch, passed) };
        let messages = self.mailbox.take();
        let mut to_all = &*messages;
        for block in 0..self.store.data.len().div_ceil(BLOCK) {
            let (first, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.store.data.len()));
            let split = to_all.partition_point(|message| (message.index as usize) < end);
            let (to_block, later) = to_all.split_at(split);
            to_all = later;
            let events = &events[first.min(events.len())..end.min(events.len())];
            let mut units = Units::new(&self.definition, &mut self.store, world);
            let has_events = units.take_events(events, &mut self.scratch.inputs);
            units.tick(block, has_events, to_block, &mut self.mailbox, &mut self.scratch);
        }
        self.mailbox.done(messages);
        self.store.shared.moment = Moment::new(self.clock, self.epoch, 0);
        self.deliver(world);
    }

    /// Does what code has asked of the population, in the order of the senders; keeps what it has
    /// asked of others.
    #[inline]
    pub(super) fn deliver(&mut self, world: &mut W) {
        if !self.store.out.orders.is_empty() {
            self.deliver_all(world);
        }
    }

    fn deliver_all(&mut self, world: &mut W) {
        while !self.store.out.orders.is_empty() {
            let mut orders = in_order(&mut self.store.out.orders, |sent| sent.unit);
            for sent in orders.drain(..) {
                if sent.to == self.id() {
                    self.carry_out(world, sent);
                } else if self.sent.len() < MAX_SENT {
                    self.sent.push(sent);
                } else {
                    self.refuse(sent);
                }
            }
            if self.store.out.orders.is_empty() {
                // Its memory is used again: a tick does not allocate.
                self.store.out.orders = orders;
            }
        }
    }

    pub(super) fn carry_out(&mut self, world: &mut W, sent: Sent) {
        match sent.order {
            Order::Send(unit, event) => self.send_counted(unit, event),
            // Another unit may have removed it.
            Order::Despawn(unit) => drop(self.stop(world, unit)),
            Order::Spawn(data) => {
                let units = self.store.data.len() - self.free.len();
                self.spawned += 1;
                match data.downcast::<D>() {
                    Ok(data) if self.spawned <= MAX_SPAWNS && units < MAX_UNITS => {
                        let unit = self.create(*data);
                        let _ = self.enter_initial(world, unit, None);
                    }
                    _ => {
                        self.store.counters.count_spawn(&self.definition, sent.state.name());
                    }
                }
            }
        }
    }

    /// Begins a call from outside. Returns the place of the unit, which is started.
    #[inline]
    fn begin(&mut self, unit: UnitId) -> Result<usize, UnitError> {
        self.spawned = 0;
        let store = &self.store;
        let is_started = store.is_started(unit.index()) && store.is_own(unit);
        if is_started { Ok(unit.index()) } else { Err(self.not_started(unit)) }
    }

    fn called<'a>(&'a mut self, world: &'a mut W) -> Units<'a, D, W> {
        Units::new(&self.definition, &mut self.store, world)
    }

    /// Handles an event at once, outside of a tick and ahead of the messages that wait. Also after
    /// an error the unit is in a state that it has completely entered.
    #[inline]
    pub fn dispatch(&mut self, world: &mut W, unit: UnitId, event: impl Into<Event>) -> Outcome {
        let index = self.begin(unit)?;
        let outcome = self.called(world).dispatch(index, event.into());
        self.deliver(world);
        outcome
    }

    /// Calls the updates of a unit at once, without letting time pass. The error comes from a change
    /// that the updates asked for.
    #[inline]
    pub fn update(&mut self, world: &mut W, unit: UnitId) -> Result<(), UnitError> {
        let index = self.begin(unit)?;
        let mut units = self.called(world);
        units.update(index);
        let result = units.finish(index, Ok(DispatchOutcome::Handled));
        self.deliver(world);
        result.map(|_| ())
    }

    /// Goes to a state at once; see [`Context::set_state`](crate::Context::set_state).
    pub fn set_state(
        &mut self,
        world: &mut W,
        unit: UnitId,
        target: StateId,
        force_when_same: bool,
    ) -> Outcome {
        let change = Request::Change(Reply::To(target));
        self.request(world, unit, if force_when_same { change } else { Request::Set(target) })
    }

    /// Leaves the current state at once and rests in its parent.
    pub fn leave_current(&mut self, world: &mut W, unit: UnitId) -> Outcome {
        self.request(world, unit, Request::Change(Reply::Leave))
    }

    /// Pushdown: pushes `target` at once.
    pub fn enter(&mut self, world: &mut W, unit: UnitId, target: StateId) -> Outcome {
        self.request(world, unit, Request::Change(Reply::Enter(target)))
    }

    /// Pushdown: replaces the top of the stack with `target` at once.
    pub fn switch(&mut self, world: &mut W, unit: UnitId, target: StateId) -> Outcome {
        self.request(world, unit, Request::Change(Reply::Switch(target)))
    }

    /// Pushdown: pops the top of the stack at once; [`UnitError::StackEmpty`] for the bottom state.
    pub fn exit(&mut self, world: &mut W, unit: UnitId) -> Outcome {
        self.request(world, unit, Request::Change(Reply::Exit))
    }

    fn request(&mut self, world: &mut W, unit: UnitId, request: Request) -> Outcome {
        let index = self.begin(unit)?;
        let mut units = self.called(world);
        let outcome = units.apply(index, request);
        let outcome = units.finish(index, outcome);
        self.deliver(world);
        outcome
    }
}
