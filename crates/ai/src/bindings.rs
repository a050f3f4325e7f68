//! Code for the names of a blueprint.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::context::{Context, GuardContext, Reply};
use super::event::{Event, Payload, PayloadType};
use super::id::EventId;

/// How many units are ticked together. A place in a block fits into a byte.
pub(crate) const BLOCK: usize = 256;

/// The event that several units of a block handle, with the payload of each.
pub(super) type Events<'a> = Option<(EventId, &'a [Payload; BLOCK])>;

/// An action with its loops, so that a call for many units is one indirect call:
/// `benches/machines.rs`, the marines with and without events. The context belongs to a
/// unit of the block.
pub(super) trait Action<D, W>: Send + Sync {
    fn call(&self, data: &mut D, world: &mut W, cx: &mut Context<'_>);
    fn call_some(
        &self,
        data: &mut [D],
        world: &mut W,
        units: &[u8],
        events: Events<'_>,
        cx: &mut Context<'_>,
    );
    /// The same code in a box. A call through an `Arc` first finds the place behind its counters:
    /// `benches/machines.rs`, the world and the marines one by one.
    fn share(&self) -> Box<dyn Action<D, W>>;
}

/// An action that several machines share.
struct Code<F>(Arc<F>);

impl<D, W, F: Fn(&mut D, &mut W, &mut Context<'_>) + Send + Sync + 'static> Action<D, W> for Code<F> {
    fn call(&self, data: &mut D, world: &mut W, cx: &mut Context<'_>) {
        (self.0)(data, world, cx);
    }

    fn share(&self) -> Box<dyn Action<D, W>> {
        Box::new(Self(Arc::clone(&self.0)))
    }

    fn call_some(
        &self,
        data: &mut [D],
        world: &mut W,
        units: &[u8],
        events: Events<'_>,
        cx: &mut Context<'_>,
    ) {
        let base = cx.unit / BLOCK as u32 * BLOCK as u32;
        // Code that does not look at it does not pay for it.
        let mut own = Context { out: &mut *cx.out, ..*cx };
        let cx = &mut own;
        if units.len() == BLOCK && events.is_none() {
            // All of them, in order (`benches/machines.rs`, the marines without events).
            for (unit, data) in (base..).zip(&mut data[..BLOCK]) {
                cx.about.unit = unit;
                (self.0)(data, world, cx);
            }
            return;
        }
        let mut call = |unit: u8, data: &mut D| {
            cx.about.unit = base + u32::from(unit);
            cx.about.event = events.map(|(id, payloads)| Event { id, payload: payloads[unit as usize] });
            (self.0)(data, world, cx);
        };
        match data.first_chunk_mut::<BLOCK>() {
            // An index into a full block needs no check.
            Some(data) => units.iter().for_each(|&unit| call(unit, &mut data[unit as usize])),
            None => units.iter().for_each(|&unit| call(unit, &mut data[unit as usize])),
        }
    }
}

/// Code that says yes or no.
pub(super) type Guard<D, W> = dyn Fn(&D, &W, &GuardContext<'_>) -> bool + Send + Sync;

/// Code that handles events.
pub(super) type Handler<D, W> = dyn Fn(&mut D, &mut W, &mut Context<'_>) -> Reply + Send + Sync;

pub(super) type Named<T> = HashMap<String, T>;

/// Code for the names of a blueprint: guards, actions and handlers over the game's own data `D` of a
/// unit and the world `W` that units share, `()` if there is none.
///
/// Guards read the data and the world. Actions change them: the hooks of a state, its updates, and the actions of
/// rows, triggers and timeouts. A name that is not bound is an error of
/// [`Blueprint::build`](super::Blueprint::build), and so is a handler that no state has: nothing would ask it. A guard or
/// an action that the machine does not use is logged. Both messages have the nearest name. Bindings that several
/// machines use are [`shared`](Self::shared). [`Blueprint::hierarchy`](super::Blueprint::hierarchy) shows an example.
#[must_use]
pub struct Bindings<D, W = ()> {
    pub(super) guards: Named<Arc<Guard<D, W>>>,
    pub(super) actions: Named<Box<dyn Action<D, W>>>,
    pub(super) handlers: Named<Arc<Handler<D, W>>>,
    pub(super) payloads: Vec<(EventId, PayloadType)>,
    pub(super) is_shared: bool,
    pub(super) is_independent: bool,
}

impl<D, W> Default for Bindings<D, W> {
    fn default() -> Self {
        Self {
            guards: HashMap::new(),
            actions: HashMap::new(),
            handlers: HashMap::new(),
            payloads: Vec::new(),
            is_shared: false,
            is_independent: false,
        }
    }
}

impl<D, W> fmt::Debug for Bindings<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.guards.keys().chain(self.actions.keys()).chain(self.handlers.keys());
        f.debug_set().entries(names).finish()
    }
}

impl<D, W> Bindings<D, W> {
    /// Bindings without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Says that several machines share these bindings: a machine may leave out any of them, without an error
    /// and without a line in the log.
    pub fn shared(mut self) -> Self {
        self.is_shared = true;
        self
    }

    /// Says which payloads the code takes, with the `payloads` of an [`events!`](crate::events) struct: as if the machine's file
    /// [declared](crate::Blueprint::payloads) them. Events that the machine does not have are left out. One that it
    /// declares with another type is an error of [`Blueprint::build`](super::Blueprint::build).
    pub fn payloads(mut self, payloads: impl IntoIterator<Item = (EventId, PayloadType)>) -> Self {
        self.payloads.extend(payloads);
        self
    }

    /// Says that the code of a unit does not read what the code of another unit writes to the world in the same tick.
    ///
    /// Units with a world are ticked one after the other, in the order of their places. Independent ones are grouped by
    /// their states and events as those without a world are, which takes about half of the time. What they add to the
    /// world, such as shots to a list, comes in the order of the groups: another order, and the same in each run.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Population, State};
    /// use std::time::Duration;
    ///
    /// let miner = Blueprint::template("miner", "dig").state(State::new("dig").update("dig"));
    /// let bindings = Bindings::new().action("dig", |ore: &mut u32, dug: &mut u32, _| *dug += *ore).independent();
    /// let mut miners = Population::new(&miner.build(&bindings)?);
    /// let mut dug = 0;
    /// miners.spawn(&mut dug, 3);
    /// miners.spawn(&mut dug, 4);
    /// miners.tick(&mut dug, Duration::from_millis(16));
    /// assert_eq!(dug, 7);
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub fn independent(mut self) -> Self {
        self.is_independent = true;
        self
    }

    /// Binds a guard, for rows, triggers, timeouts and `can_go`.
    pub fn guard(
        mut self,
        name: &str,
        guard: impl Fn(&D, &W, &GuardContext<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.guards.insert(name.to_owned(), Arc::new(guard));
        self
    }

    /// Binds an action, for hooks, updates, rows, triggers and timeouts.
    pub fn action(
        mut self,
        name: &str,
        action: impl Fn(&mut D, &mut W, &mut Context<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.actions.insert(name.to_owned(), Box::new(Code(Arc::new(action))));
        self
    }

    /// Binds a handler.
    pub fn handler(
        mut self,
        name: &str,
        handler: impl Fn(&mut D, &mut W, &mut Context<'_>) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.handlers.insert(name.to_owned(), Arc::new(handler));
        self
    }
}
