//! The names that code gives a meaning.

use std::collections::BTreeSet;

use super::Structure;

impl Structure {
    /// The names of guards and triggers, without a leading `!`; sorted.
    pub fn guards(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names =
            specs.flat_map(|spec| spec.edges().filter_map(|edge| edge.guard).chain(spec.can_go.as_deref()));
        names.map(|name| name.strip_prefix('!').unwrap_or(name)).collect()
    }

    /// The names of actions: hooks, updates, and what rows, triggers and timeouts call; sorted.
    pub fn actions(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names = specs.flat_map(|spec| {
            let hooks = [&spec.enter, &spec.exit, &spec.covered, &spec.uncovered, &spec.update];
            let fixed = spec.fixed_update.iter().map(|fixed| fixed.call.as_str());
            let hooks = hooks.into_iter().flatten().map(String::as_str).chain(fixed);
            hooks.chain(spec.edges().filter_map(|edge| edge.action))
        });
        names.collect()
    }

    /// The names of handlers; sorted.
    pub fn handlers(&self) -> BTreeSet<&str> {
        self.nodes.iter().filter_map(|node| node.spec.handler.as_deref()).collect()
    }
}
