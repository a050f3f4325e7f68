//! The rows and triggers that a state has itself, with numbers in the place of names.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::compile::Compiler;
use super::{GuardRef, Move};

/// A guard, an action, and what becomes of the unit.
pub(super) type Row = (Option<GuardRef>, Option<u32>, Move);

/// What one state has of its own; what it has from the states around it is theirs.
pub(super) struct OwnRows {
    pub(super) handler: Option<u32>,
    /// Each with the place of its event.
    pub(super) on: Vec<(usize, Row)>,
    /// Each with its level.
    pub(super) when: Vec<(i32, Row)>,
}

impl<D> Compiler<'_, D> {
    /// For each state, the root included.
    pub(super) fn own_rows(&mut self) -> Vec<OwnRows> {
        let structure = self.structure;
        let events: HashMap<&str, usize> = structure.events().zip(0..).collect();
        let own_of = |index: usize| {
            let state = crate::ai::structure::id(index);
            let spec = &structure.node(state.0).spec;
            let path = structure.path(state);
            let handler = spec.handler.as_deref().and_then(|name| self.handler(&path, name));
            let mut on = Vec::new();
            // Behind a row that always holds nobody is asked any more.
            let mut closed = HashSet::new();
            for row in &spec.on {
                let guard = self.guard(&path, row.guard.as_deref());
                let action = self.action(&path, row.action.as_deref());
                let event = events[row.event.as_str()];
                if !closed.contains(&event) {
                    on.push((event, (guard, action, self.then(&row.then))));
                }
                if row.guard.is_none() {
                    closed.insert(event);
                }
            }
            let mut when = Vec::new();
            for row in &spec.when {
                let guard = self.guard(&path, Some(&row.trigger));
                let action = self.action(&path, row.action.as_deref());
                when.push((row.level, (guard, action, self.then(&row.then))));
            }
            OwnRows { handler, on, when }
        };
        (0..structure.state_count()).map(own_of).collect()
    }

    fn handler(&mut self, path: &str, name: &str) -> Option<u32> {
        if let Some(&index) = self.handler_ids.get(name) {
            return Some(index);
        }
        let bindings = self.bindings;
        let Some((name, handler)) = bindings.handlers.get_key_value(name) else {
            self.unbound(path, "handler", name);
            return None;
        };
        let index = u32::try_from(self.handlers.len()).ok()?;
        self.handlers.push(Arc::clone(handler));
        self.handler_ids.insert(name, index);
        Some(index)
    }
}
