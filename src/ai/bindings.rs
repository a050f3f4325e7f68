//! Code for the names of a blueprint.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::context::{Context, Event, GuardContext, Reply};
use super::id::EventId;

/// How many units are ticked together. A place in a block fits into a byte.
pub(crate) const BLOCK: usize = 256;

/// The event that several units of a block handle, with the payload of each.
pub(super) type Events<'a> = Option<(EventId, &'a [f64; BLOCK])>;

/// An action with its loops, so that a call for many units is one indirect call:
/// `benches/machines.rs`, the marines with and without events. The context is that of the first unit.
pub(super) trait Action<D>: Send + Sync {
    fn call(&self, data: &mut D, cx: &mut Context<'_>);
    fn call_some(&self, data: &mut [D], units: &[u8], events: Events<'_>, cx: Context<'_>);
    fn call_all(&self, data: &mut [D], cx: Context<'_>);
}

impl<D, F: Fn(&mut D, &mut Context<'_>) + Send + Sync> Action<D> for F {
    fn call(&self, data: &mut D, cx: &mut Context<'_>) {
        self(data, cx);
    }

    fn call_some(&self, data: &mut [D], units: &[u8], events: Events<'_>, mut cx: Context<'_>) {
        let base = cx.unit;
        let mut call = |unit: u8, data: &mut D| {
            cx.unit = base + u32::from(unit);
            cx.event = events.map(|(id, payloads)| Event { id, payload: payloads[unit as usize] });
            self(data, &mut cx);
        };
        // An index into a full block needs no check.
        if let Ok(data) = <&mut [D; BLOCK]>::try_from(&mut *data) {
            units.iter().for_each(|&unit| call(unit, &mut data[unit as usize]));
        } else {
            units.iter().for_each(|&unit| call(unit, &mut data[unit as usize]));
        }
    }

    fn call_all(&self, data: &mut [D], mut cx: Context<'_>) {
        for data in data {
            self(data, &mut cx);
            cx.unit += 1;
        }
    }
}

/// A guard with its loop (`benches/machines.rs`, the levelled triggers).
pub(super) trait Guard<D>: Send + Sync {
    fn call(&self, data: &D, cx: &GuardContext) -> bool;
    /// Adds `flag` to the mask of each unit for which the guard is true.
    fn mask(&self, data: &[D], masks: &mut [u8], flag: u8, cx: GuardContext);
}

impl<D, F: Fn(&D, &GuardContext) -> bool + Send + Sync> Guard<D> for F {
    fn call(&self, data: &D, cx: &GuardContext) -> bool {
        self(data, cx)
    }

    fn mask(&self, data: &[D], masks: &mut [u8], flag: u8, mut cx: GuardContext) {
        let base = cx.unit;
        for (unit, (data, mask)) in (base..).zip(data.iter().zip(masks)) {
            cx.unit = unit;
            *mask |= if self(data, &cx) { flag } else { 0 };
        }
    }
}

/// Code that handles events.
pub(super) type Handler<D> = dyn Fn(&mut D, &mut Context<'_>) -> Reply + Send + Sync;

pub(super) type Named<T> = HashMap<String, Arc<T>>;

/// Code for the names of a blueprint: guards, actions and handlers over the game's own data `D` of a
/// unit.
///
/// Guards read the data. Actions change it: the hooks of a state, its updates, and the actions of
/// rows, triggers and timeouts. A name that is not bound is an error of
/// [`Blueprint::build`](super::Blueprint::build). A name that is not used is logged, as machines may
/// share their bindings. [`Blueprint::hierarchy`](super::Blueprint::hierarchy) shows an example.
#[must_use]
pub struct Bindings<D> {
    pub(super) guards: Named<dyn Guard<D>>,
    pub(super) actions: Named<dyn Action<D>>,
    pub(super) handlers: Named<Handler<D>>,
}

impl<D> Default for Bindings<D> {
    fn default() -> Self {
        Self { guards: HashMap::new(), actions: HashMap::new(), handlers: HashMap::new() }
    }
}

impl<D> fmt::Debug for Bindings<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.guards.keys().chain(self.actions.keys()).chain(self.handlers.keys());
        f.debug_set().entries(names).finish()
    }
}

impl<D> Bindings<D> {
    /// Bindings without names.
    pub fn new() -> Self {
        Self::default()
    }

    /// Binds a guard, for rows, triggers, timeouts and `can_go`.
    pub fn guard(
        mut self,
        name: &str,
        guard: impl Fn(&D, &GuardContext) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.guards.insert(name.to_owned(), Arc::new(guard));
        self
    }

    /// Binds an action, for hooks, updates, rows, triggers and timeouts.
    pub fn action(
        mut self,
        name: &str,
        action: impl Fn(&mut D, &mut Context<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.actions.insert(name.to_owned(), Arc::new(action));
        self
    }

    /// Binds a handler.
    pub fn handler(
        mut self,
        name: &str,
        handler: impl Fn(&mut D, &mut Context<'_>) -> Reply + Send + Sync + 'static,
    ) -> Self {
        self.handlers.insert(name.to_owned(), Arc::new(handler));
        self
    }

    /// Whether a guard of this name is bound.
    pub fn has_guard(&self, name: &str) -> bool {
        self.guards.contains_key(name)
    }

    /// Whether an action of this name is bound.
    pub fn has_action(&self, name: &str) -> bool {
        self.actions.contains_key(name)
    }

    /// Whether a handler of this name is bound.
    pub fn has_handler(&self, name: &str) -> bool {
        self.handlers.contains_key(name)
    }
}
