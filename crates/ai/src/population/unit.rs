//! What calls code of a machine: spawning, ticks, and changes of single units.

use std::time::Duration;

use super::block::Scratch;
use super::units::Units;
use super::{DispatchOutcome, MAX_SENT, MAX_SPAWNS, MAX_UNITS, Outcome, Population};
use crate::bindings::BLOCK;
use crate::context::{Moment, Order, Reply, Request, Sent, in_order};
use crate::error::UnitError;
use crate::event::Event;
use crate::id::{EventId, StateId, UnitId};
use crate::structure::{self, NO_STATE};

/// A population with its world, from [`Population::with`].
#[derive(Debug)]
pub struct WithWorld<'a, D, W> {
    pub(super) population: &'a mut Population<D, W>,
    pub(super) world: &'a mut W,
}

impl<D: 'static, W> WithWorld<'_, D, W> {
    /// Adds a unit, which enters the initial state before this returns.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn spawn(&mut self, data: D) -> UnitId {
        let unit = self.create(data);
        // It exists, and it is not started.
        let _ = self.start(unit, None);
        unit
    }

    /// Adds a unit that is in no state until it is [started](Self::start), for instance to give it
    /// [handlers](Population::set_handler) of its own. Ticks leave it out: its messages wait, and the events
    /// of [`tick_events`](Self::tick_events) for it are ignored.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn create(&mut self, data: D) -> UnitId {
        let index = self.population.place(data);
        self.population.store.id_at(index)
    }

    /// Starts a unit that was created: it enters `initial`, or else the initial state of the machine.
    /// A unit that was started before is left as it is.
    pub fn start(&mut self, unit: UnitId, initial: Option<StateId>) -> Result<(), UnitError> {
        self.population.spawned = 0;
        self.enter_initial(unit, initial)?;
        self.deliver();
        Ok(())
    }

    fn enter_initial(&mut self, unit: UnitId, initial: Option<StateId>) -> Result<(), UnitError> {
        let this = &mut *self.population;
        let index = this.index(unit).ok_or(UnitError::NoSuchUnit)?;
        let local = |state| this.definition.local(state).filter(|state| *state != 0);
        let initial = initial.map(|state| local(state).ok_or(UnitError::NoSuchState)).transpose()?;
        if this.store.state(index) != NO_STATE {
            return Ok(());
        }
        this.store.late.retain(|(late, _)| *late != unit.index);
        if this.turns[index / BLOCK] != this.clock {
            this.store.late.push((unit.index, this.clock));
        }
        let mut units = self.units();
        units.start(index, initial);
        // Errors are counted.
        let _ = units.finish(index, Ok(DispatchOutcome::Changed));
        Ok(())
    }

    /// Removes a unit after its exit hooks, innermost first and the top of the stack before what is
    /// below. Its data stays in the column until another unit takes the place.
    pub fn despawn(&mut self, unit: UnitId) -> Result<(), UnitError> {
        self.population.spawned = 0;
        self.stop(unit)?;
        self.deliver();
        Ok(())
    }

    fn stop(&mut self, unit: UnitId) -> Result<(), UnitError> {
        let index = self.population.index(unit).ok_or(UnitError::NoSuchUnit)?;
        self.units().stop(index);
        self.population.own.remove(&unit.index);
        let store = &mut self.population.store;
        store.clear(index);
        store.set_state(index, store.free);
        if store.shared.generations.is_empty() {
            store.shared.generations.resize(store.data.len(), 0);
        }
        let generation = &mut store.shared.generations[index];
        *generation = generation.saturating_add(1);
        // A place whose generations are used up is never taken again.
        if *generation < u16::MAX {
            self.population.free.push(unit.index);
        }
        Ok(())
    }

    /// Lets `dt` pass for all units.
    pub fn tick(&mut self, dt: Duration) {
        self.tick_blocks(dt, &[], usize::MAX);
    }

    /// Lets `dt` pass for all units and sends `events[i]` to the unit in place `i`, ahead of the
    /// messages that wait. It counts as one of those that a tick handles.
    pub fn tick_events(&mut self, dt: Duration, events: &[Option<EventId>]) {
        self.tick_blocks(dt, events, usize::MAX);
    }

    /// Lets `dt` pass, but ticks only about `units` of the units: whole blocks of 256, in turn. The
    /// time that the others miss passes for them in their next turn.
    pub fn tick_some(&mut self, dt: Duration, units: usize) {
        self.tick_blocks(dt, &[], units.div_ceil(BLOCK));
    }

    fn tick_blocks(&mut self, dt: Duration, events: &[Option<EventId>], budget: usize) {
        let this = &mut *self.population;
        let (own, carried) = structure::units(dt, this.store.carried);
        this.clock = this.clock.saturating_add(own);
        this.store.carried = carried;
        this.begin_epoch();
        let blocks = this.turns.len();
        let first = if budget >= blocks { 0 } else { this.next_turn % blocks };
        let has_turn = |block: usize| (block + blocks - first) % blocks < budget;
        if std::mem::replace(&mut this.is_ticking, true) {
            // A panic in the last tick was caught.
            this.scratch = Scratch::new();
            this.scratch.is_careful = true;
        }
        this.store.out.requests.clear();
        this.spawned = 0;
        let mut messages = this.mailbox.take();
        for block in 0..blocks {
            let (first, end) = (block * BLOCK, ((block + 1) * BLOCK).min(this.store.data.len()));
            let (to_block, mailbox) = messages.before(end);
            if !has_turn(block) {
                to_block.iter().for_each(|message| mailbox.keep(*message));
                continue;
            }
            let passed = this.clock.saturating_sub(std::mem::replace(&mut this.turns[block], this.clock));
            let moment = Moment::new(this.clock, this.epoch, passed);
            let events = &events[first.min(events.len())..end.min(events.len())];
            this.store.shared.moment = Moment { dt: if passed == own { dt } else { moment.dt }, ..moment };
            let mut units = Units::new(&this.definition, &mut this.store, &this.own, self.world);
            units.tick(block, events, to_block, mailbox, &mut this.scratch);
        }
        if blocks > 0 {
            this.next_turn = (first + budget.min(blocks)) % blocks;
        }
        drop(messages);
        this.store.shared.moment = Moment::new(this.clock, this.epoch, 0);
        (this.is_ticking, this.scratch.is_careful) = (false, false);
        self.deliver();
    }

    /// Does what code has asked of the population, in the order of the senders; keeps what it has
    /// asked of others.
    #[inline]
    pub(super) fn deliver(&mut self) {
        if !self.population.store.out.orders.is_empty() {
            self.deliver_all();
        }
    }

    fn deliver_all(&mut self) {
        while !self.population.store.out.orders.is_empty() {
            let mut orders = in_order(&mut self.population.store.out.orders, |sent| sent.unit);
            for sent in orders.drain(..) {
                if sent.to == self.population.id() {
                    self.carry_out(sent);
                } else if self.population.sent.len() < MAX_SENT {
                    self.population.sent.push(sent);
                } else {
                    self.population.refuse(sent);
                }
            }
            if self.population.store.out.orders.is_empty() {
                // Its memory is used again: a tick does not allocate.
                self.population.store.out.orders = orders;
            }
        }
    }

    pub(super) fn carry_out(&mut self, sent: Sent) {
        match sent.order {
            Order::Send(unit, event) => self.population.send_counted(unit, event),
            // Another unit may have removed it.
            Order::Despawn(unit) => drop(self.stop(unit)),
            Order::Spawn(data) => {
                let units = self.population.store.data.len() - self.population.free.len();
                self.population.spawned += 1;
                match data.downcast::<D>() {
                    Ok(data) if self.population.spawned <= MAX_SPAWNS && units < MAX_UNITS => {
                        let unit = self.create(*data);
                        let _ = self.enter_initial(unit, None);
                    }
                    _ => {
                        let this = &mut *self.population;
                        this.store.counters.count_spawn(&this.definition, sent.state.name());
                    }
                }
            }
        }
    }

    /// Begins a call from outside. Returns the place of the unit, which is started.
    #[inline]
    fn begin(&mut self, unit: UnitId) -> Result<usize, UnitError> {
        self.population.spawned = 0;
        let store = &self.population.store;
        let is_started = store.is_started(unit.index()) && store.is_own(unit);
        if is_started { Ok(unit.index()) } else { Err(self.population.not_started(unit)) }
    }

    fn units(&mut self) -> Units<'_, D, W> {
        let this = &mut *self.population;
        // A panic in a call before may have left some.
        this.store.out.requests.clear();
        Units::new(&this.definition, &mut this.store, &this.own, self.world)
    }

    /// Handles an event at once, outside of a tick and ahead of the messages that wait. Also after
    /// an error the unit is in a state that it has completely entered.
    #[inline]
    pub fn dispatch(&mut self, unit: UnitId, event: impl Into<Event>) -> Outcome {
        let index = self.begin(unit)?;
        let outcome = self.units().dispatch(index, event.into());
        self.deliver();
        outcome
    }

    /// Calls the updates of a unit at once, without letting time pass. The error is that of a change
    /// that the updates asked for.
    #[inline]
    pub fn update(&mut self, unit: UnitId) -> Result<(), UnitError> {
        let index = self.begin(unit)?;
        let mut units = self.units();
        units.update(index);
        let result = units.finish(index, Ok(DispatchOutcome::Handled));
        self.deliver();
        result.map(|_| ())
    }

    /// Goes to a state at once; see [`Context::set_state`](crate::Context::set_state).
    pub fn set_state(&mut self, unit: UnitId, target: StateId, force_when_same: bool) -> Outcome {
        let change = Request::Change(Reply::To(target));
        self.request(unit, if force_when_same { change } else { Request::Set(target) })
    }

    /// Leaves the current state at once and rests in its parent.
    pub fn leave_current(&mut self, unit: UnitId) -> Outcome {
        self.request(unit, Request::Change(Reply::Leave))
    }

    /// Pushdown: pushes `target` at once.
    pub fn enter(&mut self, unit: UnitId, target: StateId) -> Outcome {
        self.request(unit, Request::Change(Reply::Enter(target)))
    }

    /// Pushdown: replaces the top of the stack with `target` at once.
    pub fn switch(&mut self, unit: UnitId, target: StateId) -> Outcome {
        self.request(unit, Request::Change(Reply::Switch(target)))
    }

    /// Pushdown: pops the top of the stack at once; [`UnitError::StackEmpty`] for the bottom state.
    pub fn exit(&mut self, unit: UnitId) -> Outcome {
        self.request(unit, Request::Change(Reply::Exit))
    }

    fn request(&mut self, unit: UnitId, request: Request) -> Outcome {
        let index = self.begin(unit)?;
        let mut units = self.units();
        let outcome = units.apply(index, request);
        let outcome = units.finish(index, outcome);
        self.deliver();
        outcome
    }
}

/// The methods of [`WithWorld`] for a population without a world.
macro_rules! without_world {
    ($($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        impl<D: 'static> Population<D> {
            $(
                #[doc = concat!("As [`WithWorld::", stringify!($name), "`].")]
                #[inline]
                pub fn $name(&mut self, $($argument: $type),*) $(-> $result)? {
                    self.with(&mut ()).$name($($argument),*)
                }
            )*
        }
    };
}

without_world! {
    spawn(data: D) -> UnitId;
    create(data: D) -> UnitId;
    start(unit: UnitId, initial: Option<StateId>) -> Result<(), UnitError>;
    despawn(unit: UnitId) -> Result<(), UnitError>;
    receive(sent: Sent);
    tick(dt: Duration);
    tick_events(dt: Duration, events: &[Option<EventId>]);
    tick_some(dt: Duration, units: usize);
    dispatch(unit: UnitId, event: impl Into<Event>) -> Outcome;
    update(unit: UnitId) -> Result<(), UnitError>;
    set_state(unit: UnitId, target: StateId, force_when_same: bool) -> Outcome;
    leave_current(unit: UnitId) -> Outcome;
    enter(unit: UnitId, target: StateId) -> Outcome;
    switch(unit: UnitId, target: StateId) -> Outcome;
    exit(unit: UnitId) -> Outcome;
}
