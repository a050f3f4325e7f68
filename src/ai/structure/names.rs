//! The names that a machine leaves for code to give a meaning.

use std::collections::BTreeSet;

use super::Structure;

impl Structure {
    /// The names of guards and triggers, without the `!` of those that are meant the other way
    /// round; sorted.
    #[must_use]
    pub fn guards(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names = specs.flat_map(|spec| {
            let rows = spec.on.iter().filter_map(|row| row.guard.as_ref());
            let triggers = spec.when.iter().map(|row| &row.trigger);
            let timeouts = spec.after.iter().filter_map(|row| row.guard.as_ref());
            rows.chain(triggers).chain(timeouts).chain(&spec.can_go)
        });
        names.map(|name| name.strip_prefix('!').unwrap_or(name)).collect()
    }

    /// The names of actions: hooks, updates, and what rows, triggers and timeouts call; sorted.
    #[must_use]
    pub fn actions(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names = specs.flat_map(|spec| {
            let hooks = [&spec.enter, &spec.exit, &spec.covered, &spec.uncovered, &spec.update];
            let rows = spec.on.iter().map(|row| &row.action);
            let triggers = spec.when.iter().map(|row| &row.action);
            let timeouts = spec.after.iter().map(|row| &row.action);
            let fixed = spec.fixed_update.as_ref().map(|fixed| &fixed.call);
            hooks.into_iter().chain(rows).chain(triggers).chain(timeouts).flatten().chain(fixed)
        });
        names.map(String::as_str).collect()
    }

    /// The names of handlers; sorted.
    #[must_use]
    pub fn handlers(&self) -> BTreeSet<&str> {
        self.nodes.iter().filter_map(|node| node.spec.handler.as_deref()).collect()
    }
}
