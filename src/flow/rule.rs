//! Flow rules.

use std::ops::Deref;

use super::event::GameEvent;
use super::handle::FlowHandle;
use crate::phase::PhaseId;

/// A rule with its check of the event's type.
pub(super) type Rule = Box<dyn FnMut(&dyn GameEvent, &mut RuleContext<'_>)>;

/// What a flow rule can see and request: the phase, and all of a [`FlowHandle`].
pub struct RuleContext<'a> {
    pub(super) flow: &'a FlowHandle,
    pub(super) phase: Option<PhaseId>,
}

impl RuleContext<'_> {
    /// The phase; `None` while one is being loaded.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }
}

impl Deref for RuleContext<'_> {
    type Target = FlowHandle;

    fn deref(&self) -> &FlowHandle {
        self.flow
    }
}
