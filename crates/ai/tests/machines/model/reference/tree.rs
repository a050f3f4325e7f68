//! The tree of a machine, and where a unit is in it.

use std::collections::HashMap;

use proscenium_ai::State;

use super::{Current, Entry, ROOT, Reference, Timer};

impl<'a> Reference<'a> {
    pub(super) fn state(&self, name: &str) -> &'a State {
        self.states.iter().find(|(state, _)| state.name == name).expect("a state of the machine").0
    }

    pub(super) fn children(&self, state: &str) -> Vec<String> {
        let inside = if state == ROOT { &self.blueprint.states } else { &self.state(state).states };
        inside.iter().map(|state| state.name.clone()).collect()
    }

    pub(super) fn all_inside(&self, state: &str) -> Vec<String> {
        let with_inner = |child: String| [vec![child.clone()], self.all_inside(&child)].concat();
        self.children(state).into_iter().flat_map(with_inner).collect()
    }

    /// The state, its parent, and so on, without the root.
    pub(super) fn outwards(&self, state: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(state.to_owned()).filter(|name| name != ROOT);
        while let Some(name) = at {
            at = Some(self.parent(&name)).filter(|parent| parent != ROOT);
            names.push(name);
        }
        names
    }

    pub(super) fn is_inside(&self, inner: &str, outer: &str) -> bool {
        outer == ROOT || self.outwards(inner).iter().any(|name| name == outer)
    }

    pub(super) fn parent(&self, state: &str) -> String {
        let (_, parent) =
            self.states.iter().find(|(own, _)| own.name == state).expect("a state of the machine");
        parent.map_or_else(|| ROOT.to_owned(), |parent| parent.name.clone())
    }

    pub(super) fn is_parallel(&self, state: &str) -> bool {
        state != ROOT && self.state(state).parallel
    }

    pub(super) fn is_region(&self, state: &str) -> bool {
        state != ROOT && self.is_parallel(&self.parent(state))
    }

    /// The innermost region around a state, the root if there is none. The first child of a parallel
    /// state does not begin a region of its own: it goes on with the parallel state's region.
    pub(super) fn region(&self, state: &str) -> String {
        let begins = |at: &String| self.is_region(at) && self.children(&self.parent(at))[0] != *at;
        self.outwards(state).into_iter().find(begins).unwrap_or_else(|| ROOT.to_owned())
    }

    /// The child of a parallel state that a state is in.
    pub(super) fn boundary(&self, state: &str) -> String {
        let mut around = self.outwards(state).into_iter();
        around.find(|at| self.is_region(at)).unwrap_or_else(|| ROOT.to_owned())
    }

    pub(super) fn top(&self) -> &Entry {
        self.stack.last().expect("a stack is never empty")
    }

    pub(super) fn top_mut(&mut self) -> &mut Entry {
        self.stack.last_mut().expect("a stack is never empty")
    }

    pub(super) fn timers(&mut self) -> &mut HashMap<(String, Timer), i64> {
        &mut self.top_mut().timers
    }

    /// The current state of a region; `None` while it is not active.
    pub(super) fn leaf(&self, region: &str) -> Option<String> {
        self.top().current.get(region).cloned()
    }

    /// The active states of a region, the innermost first.
    pub(super) fn path(&self, region: &str) -> Vec<String> {
        let all = self.leaf(region).map_or(Vec::new(), |leaf| self.outwards(&leaf));
        all.into_iter().filter(|state| self.region(state) == region).collect()
    }

    pub(super) fn active_in(&self, current: &Current) -> Vec<String> {
        let is_active = |state: &&String| current.values().any(|leaf| self.is_inside(leaf, state));
        self.order.iter().filter(is_active).cloned().collect()
    }

    /// The active states, parents first, in the order of declaration.
    pub(super) fn active(&self) -> Vec<String> {
        self.active_in(&self.top().current)
    }

    pub(super) fn is_in(&self, state: &str) -> bool {
        self.active().iter().any(|active| active == state)
    }

    /// The current state in the target's region or, if that is not active, in the region around it.
    pub(super) fn source(&self, target: &str) -> String {
        let mut at = target.to_owned();
        loop {
            match self.leaf(&self.region(&at)) {
                Some(leaf) => return leaf,
                None => at = self.parent(&self.boundary(&at)),
            }
        }
    }

    /// What stays active: the innermost state around the target and what is current there, but no
    /// parallel state, as its regions are only left together.
    pub(super) fn stays(&self, target: &str) -> String {
        let source = self.source(target);
        if source != target && self.is_inside(&source, target) {
            return target.to_owned();
        }
        if source == target && self.is_region(target) {
            return self.parent(target);
        }
        let around = self.outwards(target).into_iter().skip(1);
        let mut common = around.filter(|at| self.is_inside(&source, at) && !self.is_parallel(at));
        common.next().unwrap_or_else(|| ROOT.to_owned())
    }

    /// The states that a change to `target` leaves: those inside of what stays; of a region that goes to itself, that
    /// region alone.
    pub(super) fn leaves(&self, top: &str, target: &str) -> Vec<String> {
        let left = self.left(top).into_iter();
        left.filter(|state| !self.is_own_region(top, target) || self.is_inside(state, target)).collect()
    }

    pub(super) fn is_own_region(&self, top: &str, target: &str) -> bool {
        top != target && self.is_parallel(top)
    }

    /// The same where the state with the row and the target are left.
    pub(super) fn stays_outside(&self, row: &str, target: &str) -> String {
        let mut around = self.outwards(row).into_iter().skip(1);
        let is_around = |at: &String| at != target && self.is_inside(target, at) && !self.is_parallel(at);
        around.find(is_around).unwrap_or_else(|| ROOT.to_owned())
    }
}
