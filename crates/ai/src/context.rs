//! What the code of a machine sees and what it can ask for.

mod outbox;
mod shared;

use std::ops::Deref;
use std::time::Duration;

use super::event::{Event, EventOf, Payload};
use super::handle::PopulationHandle;
use super::id::{PopulationId, StateId, UnitId};
use super::structure::{Leaves, MAX_MS, MS, NO_STATE, PARTS, duration, units};

pub use outbox::Sent;
pub(super) use outbox::{Asked, Order, Outbox, Request, Transition, in_order};
pub(super) use shared::{Column, Moment, Shared};

/// The answer of a handler to an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// The rows of the state are tried, then its parent.
    #[default]
    Unhandled,
    /// The event is handled.
    Handled,
    /// The unit goes to this state; in a pushdown machine it replaces the top of the stack.
    To(StateId),
    /// Pushdown: this state is pushed.
    Enter(StateId),
    /// Pushdown: this state replaces the top of the stack.
    Switch(StateId),
    /// Pushdown: the top of the stack is popped.
    Exit,
    /// The unit leaves the current state and rests in its parent.
    Leave,
}

/// What a guard or a trigger sees besides the data of its unit and the world; actions see
/// the same through their [`Context`].
#[derive(Clone, Copy, Debug)]
pub struct GuardContext<'a> {
    pub(super) shared: &'a Shared,
    pub(super) event: Option<Event>,
    pub(super) unit: u32,
    /// The region whose code is running, and its current state.
    pub(super) region: u8,
    pub(super) state: u8,
    /// The innermost active state of this region: in a change not always the current one.
    pub(super) at: u8,
    pub(super) target: u8,
    /// In a change of several regions, the innermost active state of each.
    pub(super) during: Option<&'a Leaves>,
}

impl GuardContext<'_> {
    /// The unit.
    pub fn unit(&self) -> UnitId {
        self.shared.id_at(self.unit)
    }

    /// The unit's population.
    pub const fn population(&self) -> PopulationId {
        self.shared.population
    }

    /// The handle of the unit's population, with the types of the data and the world that its code is called with, for
    /// units of other populations: [`Context::spawn`] needs none.
    pub const fn handle<D, W>(&self, _data: &D, _world: &W) -> PopulationHandle<D, W> {
        PopulationHandle::new(self.shared.population)
    }

    /// The current state, the innermost that is active in the region of this code. During a change it
    /// is the state that the unit comes from.
    pub fn state(&self) -> StateId {
        self.shared.structure.id(self.state)
    }

    /// Whether the unit is in this state or in a state inside of it, in any region. In the hooks of a change, states
    /// that were left are not active any more: in the exit hook of a state it is itself, and nothing inside of it, in
    /// the action of the transition what both sides share, and in the enter hook of a state it is itself, and
    /// nothing inside of it yet. States that are covered by others are not active.
    /// A state that the machine does not have is logged in debug builds, with the nearest one.
    pub fn is_in(&self, state: StateId) -> bool {
        let Shared { structure, states, .. } = self.shared;
        let Some(outer) = structure.asked(state) else { return false };
        match self.during {
            Some(leaves) => leaves.iter().any(|leaf| structure.contains(outer, *leaf)),
            None => (0..).zip(states.of(self.unit as usize)).any(|(region, leaf)| {
                structure.contains(outer, if region == self.region { self.at } else { *leaf })
            }),
        }
    }

    /// The population's clock: the time that it has been ticked for.
    pub const fn now(&self) -> Duration {
        duration(self.shared.moment.clock)
    }

    /// The time that passes for the unit in this tick; zero outside of a tick.
    pub const fn delta(&self) -> Duration {
        self.shared.moment.dt
    }

    /// The event that caused the call; `None` for triggers, timeouts and updates.
    pub const fn event(&self) -> Option<Event> {
        self.event
    }

    /// The payload of an event of [`events!`](crate::events). `None` if another event, or none, caused the call, and if
    /// the sender gave no payload.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Machine, Row, State};
    ///
    /// proscenium_ai::events! { struct Events { hit: Number } }
    ///
    /// let hurt = Row { event: "hit".to_owned(), action: Some("hurt".to_owned()), ..Row::default() };
    /// let wolf = Blueprint::template("wolf", "hunt").state(State::new("hunt").row(hurt));
    /// let events = Events::of(&wolf.check()?)?;
    /// let bindings = Bindings::new().action("hurt", move |health: &mut f64, (): &mut (), cx| {
    ///     *health -= cx.payload(events.hit).unwrap_or(1.0);
    /// });
    /// let mut wolf = Machine::new(&wolf.build(&bindings)?, &mut (), 10.0);
    /// wolf.dispatch(&mut (), events.hit.with(4.0))?;
    /// wolf.dispatch(&mut (), "hit")?;
    /// assert_eq!(*wolf.data(), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn payload<P: TryFrom<Payload>>(&self, event: EventOf<P>) -> Option<P> {
        let Event { id, payload } = self.event?;
        if id == event.id() { P::try_from(payload).ok() } else { None }
    }

    /// The target, for `can_go`. Otherwise the root.
    pub fn target(&self) -> StateId {
        self.shared.structure.id(self.target)
    }
}

/// What an action, a hook, an update or a handler sees besides the data of its unit and the world,
/// and what it can ask for. It dereferences to a [`GuardContext`] with the unit, its state and the
/// event.
///
/// Requests for the unit itself are applied after the change in progress, first in, first out: a
/// machine is never re-entered. Messages, spawns and despawns are applied after the tick, in the
/// order of the units that asked.
#[derive(Debug)]
pub struct Context<'a> {
    pub(super) about: GuardContext<'a>,
    pub(super) transition: Transition,
    pub(super) out: &'a mut Outbox,
}

impl<'a> Deref for Context<'a> {
    type Target = GuardContext<'a>;

    fn deref(&self) -> &GuardContext<'a> {
        &self.about
    }
}

impl Context<'_> {
    /// The state that the unit comes from, in its hooks and the action of a transition. `None` in
    /// updates and handlers. [`Population::previous`](super::Population::previous) returns it
    /// afterwards.
    pub fn previous(&self) -> Option<StateId> {
        (self.transition.from != NO_STATE).then(|| self.shared.structure.id(self.transition.from))
    }

    /// The target of the change, in the unit's hooks and the action of a transition. `None` in
    /// updates and handlers, when the stack is popped, and when the unit is removed.
    pub fn pending(&self) -> Option<StateId> {
        (self.transition.to != NO_STATE).then(|| self.shared.structure.id(self.transition.to))
    }

    /// The random numbers of the unit, from the crate `fastrand`: `cx.random().f32()`, `cx.random().u32(1..=6)`.
    ///
    /// Each unit has its own, which depend on the population's [seed](super::Population::set_seed), on the unit's id and on
    /// how many it has taken: not on the order in which units are called, nor on what other units do. With the
    /// same seed and the same calls they are the same in every run and on every platform. A
    /// [snapshot](super::Snapshot) keeps where each unit is in its numbers.
    ///
    /// Guards have none: they are asked in a number and an order that a game should not depend on.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Context, Population, State};
    /// use std::time::Duration;
    ///
    /// let dice = Blueprint::template("die", "roll").state(State::new("roll").update("throw"));
    /// let throw = |eyes: &mut Vec<u8>, (): &mut (), cx: &mut Context<'_>| eyes.push(cx.random().u8(1..=6));
    /// let definition = dice.build(&Bindings::new().action("throw", throw))?;
    /// let play = |seed| {
    ///     let mut dice = Population::new(&definition);
    ///     dice.set_seed(seed);
    ///     let all = [dice.spawn(&mut (), Vec::new()), dice.spawn(&mut (), Vec::new())];
    ///     (0..20).for_each(|_| dice.tick(&mut (), Duration::from_millis(16)));
    ///     all.map(|die| dice.get(die).cloned().unwrap_or_default())
    /// };
    /// assert_eq!(play(1), play(1));
    /// assert_ne!(play(1), play(2));
    /// let [first, second] = play(1);
    /// assert_ne!(first, second);
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub fn random(&mut self) -> &mut fastrand::Rng {
        let GuardContext { shared, unit, .. } = self.about;
        let known = self.out.randoms.len() as u32;
        self.out.randoms.extend((known..=unit).map(|place| shared.random_at(place)));
        &mut self.out.randoms[unit as usize]
    }

    /// Raises an event for the unit itself. It is handled after the change or the update in progress,
    /// in the same tick and before any message.
    pub fn raise(&mut self, event: impl Into<Event>) {
        self.push(Request::Raise(event.into()));
    }

    /// Sends a message to a unit of the same population. It is handled in the next tick at the
    /// earliest.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) {
        self.send_to(self.population(), unit, event);
    }

    /// Sends a message to a unit of another population of the same [host](super::Population::take_sent). It is handled in that
    /// population's next tick. To a unit that is not one of that population it is lost and
    /// [counted](super::Counters::lost).
    pub fn send_to(&mut self, population: impl Into<PopulationId>, unit: UnitId, event: impl Into<Event>) {
        self.order(population.into(), Order::Send(unit, event.into()));
    }

    /// Adds a unit to the own population after the tick, as [`spawn_in`](Self::spawn_in) does to any. Data of another type
    /// than the unit's own are dropped and [counted](super::Counters::spawns).
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Context, Population, State};
    /// use std::time::Duration;
    ///
    /// let slime = Blueprint::template("slime", "grow").state(State::new("grow").update("split"));
    /// let split = |size: &mut u32, (): &mut (), cx: &mut Context<'_>| {
    ///     *size /= 2;
    ///     cx.spawn(*size);
    /// };
    /// let mut slimes = Population::new(&slime.build(&Bindings::new().action("split", split))?);
    /// slimes.spawn(&mut (), 8);
    /// (0..2).for_each(|_| slimes.tick(&mut (), Duration::from_millis(16)));
    /// assert_eq!(slimes.data(), [2, 2, 2, 2]);
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub fn spawn<D: Send + 'static>(&mut self, data: D) {
        self.order(self.population(), Order::Spawn(Box::new(data)));
    }

    /// Adds a unit to a population of the same host after the tick: at most 10,000 to a population in one tick, or in one
    /// call from outside of ticks. Further ones are [counted](super::Counters::spawns).
    ///
    /// The data are [`Send`], as a population may be sent to another thread with what its units ask for. Data of another
    /// type than the population's do not compile:
    ///
    /// ```
    /// use proscenium_ai::{Context, PopulationHandle};
    ///
    /// struct Egg { warm: f32 }
    ///
    /// fn lay(eggs: PopulationHandle<Egg>, cx: &mut Context<'_>) {
    ///     cx.spawn_in(eggs, Egg { warm: 1.0 });
    /// }
    /// ```
    ///
    /// ```compile_fail,E0308
    /// # use proscenium_ai::{Context, PopulationHandle};
    /// # struct Egg { warm: f32 }
    /// fn lay(eggs: PopulationHandle<Egg>, cx: &mut Context<'_>) {
    ///     cx.spawn_in(eggs, 1.0);
    /// }
    /// ```
    pub fn spawn_in<D: Send + 'static, W>(&mut self, population: PopulationHandle<D, W>, data: D) {
        self.order(population.into(), Order::Spawn(Box::new(data)));
    }

    /// Removes a unit of a population of the same host after the tick, with its exit hooks.
    pub fn despawn(&mut self, population: impl Into<PopulationId>, unit: UnitId) {
        self.order(population.into(), Order::Despawn(unit));
    }

    /// Posts an event to the host of the population, which takes it after the tick
    /// ([`Population::take_posts`](super::Population::take_posts)). In `proscenium` the host is a screen: the event goes
    /// to the rules of the flow and the screens, and as a message to all units of machines with an event of this name.
    pub fn post(&mut self, event: impl Into<Event>) {
        self.out.posts.push((self.unit, event.into()));
    }

    fn order(&mut self, to: PopulationId, order: Order) {
        let (unit, state) = (self.unit, self.pending().unwrap_or_else(|| self.state()));
        self.out.orders.push(Sent { unit, state, to, order });
    }

    /// Asks to go to `target`. If that is the current state, of any region, nothing happens unless
    /// `force_when_same`, which leaves it and enters it again.
    pub fn set_state(&mut self, target: StateId, force_when_same: bool) {
        self.push(if force_when_same { Request::Change(Reply::To(target)) } else { Request::Set(target) });
    }

    /// Asks to leave the current state and to rest in its parent.
    pub fn leave_current(&mut self) {
        self.request(Reply::Leave);
    }

    /// Pushdown: asks to push `target`.
    pub fn enter(&mut self, target: StateId) {
        self.request(Reply::Enter(target));
    }

    /// Pushdown: asks to replace the top of the stack with `target`.
    pub fn switch(&mut self, target: StateId) {
        self.request(Reply::Switch(target));
    }

    /// Pushdown: asks to pop the top of the stack.
    pub fn exit(&mut self) {
        self.request(Reply::Exit);
    }

    /// Sets the interval of the unit's [fixed update](super::State::fixed_update), the innermost one of
    /// its current state and those around it, until it leaves the state that has it. The next call
    /// comes after the new interval. Nothing happens in a state without one. An interval of zero is
    /// one of 1/60,000 s, and one beyond eight hours is eight hours.
    pub fn set_interval(&mut self, every: Duration) {
        self.push(Request::Interval(units(every, PARTS / 2).0.clamp(1, u64::from(MAX_MS * MS)) as u32));
    }

    fn request(&mut self, change: Reply) {
        self.push(Request::Change(change));
    }

    fn push(&mut self, request: Request) {
        self.out.requests.push((self.unit, self.region, request));
    }
}
