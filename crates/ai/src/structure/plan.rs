//! What a change leaves and enters.
//!
//! States are numbered in the order of declaration, parents first. So states are entered in the
//! order of their numbers and left in the reverse order, in all regions at once.

use super::{Family, NO_STATE, Structure};

/// How many regions a machine can have.
pub(crate) const MAX_REGIONS: usize = 16;

/// The current state of each region; [`NO_STATE`] where the region is not active.
pub(crate) type Leaves = [u8; MAX_REGIONS];

/// A set of states, or of the units of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bits(pub(crate) [u64; 4]);

impl Bits {
    pub(crate) fn add(&mut self, state: u8) {
        self.0[state as usize / 64] |= 1 << (state % 64);
    }

    pub(crate) fn has(&self, state: u8) -> bool {
        self.0[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// Its members, parents first.
    pub(crate) fn up(self) -> impl Iterator<Item = u8> {
        (0..4).flat_map(move |word| self.members(word, u64::trailing_zeros))
    }

    /// Its members, children first.
    pub(crate) fn down(self) -> impl Iterator<Item = u8> {
        (0..4).rev().flat_map(move |word| self.members(word, u64::ilog2))
    }

    /// The members in one of the words; `next` finds the next of its bits.
    fn members(self, word: u8, next: impl Fn(u64) -> u32) -> impl Iterator<Item = u8> {
        let mut bits = self.0[word as usize];
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| next(bits) as u8)?;
            bits &= !(1 << bit);
            Some(word * 64 + bit)
        })
    }
}

/// Where a change leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Route {
    /// The innermost state that stays active.
    pub(crate) top: u8,
    pub(crate) target: u8,
    /// Whether the unit rests in the target.
    pub(crate) rests: bool,
}

/// Which states inside of a state a unit comes to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside {
    Child(u8),
    /// History: the current state of each region inside.
    Leaves(Leaves),
    Rest,
}

/// What a change leaves and enters, and the current states after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) exits: Bits,
    pub(crate) enters: Bits,
    pub(crate) leaves: Leaves,
}

/// The states that a unit comes back to, with those around them.
#[derive(Clone, Copy, Default)]
struct Kept {
    path: Bits,
    ends: Bits,
}

impl Structure {
    /// The active states, without the root.
    pub(crate) fn active(&self, leaves: &Leaves) -> Bits {
        self.left(leaves, 0)
    }

    /// The active states inside of `top`.
    pub(crate) fn left(&self, leaves: &Leaves, top: u8) -> Bits {
        let mut bits = Bits::default();
        for &leaf in &leaves[..self.regions] {
            if leaf != NO_STATE && self.contains(top, leaf) {
                self.up(leaf, top).for_each(|state| bits.add(state));
            }
        }
        bits
    }

    /// Adds the parallel states around a state.
    pub(crate) fn add_outer(&self, mut state: u8, outer: &mut Bits) {
        while self.node(state).boundary != 0 {
            state = self.node(self.node(state).boundary).parent;
            outer.add(state);
        }
    }

    /// The current state from which a unit goes to `target`: in the target's region, or if this
    /// is not active, in the region around it.
    pub(crate) fn source(&self, leaves: &Leaves, target: u8) -> u8 {
        let mut at = target;
        loop {
            match leaves[self.node(at).region as usize] {
                NO_STATE => at = self.node(self.node(at).boundary).parent,
                leaf => return leaf,
            }
        }
    }

    /// The route to `target`. A state around the current one is not left; the current one is. An
    /// external transition also leaves the state that has the row, and the target.
    pub(crate) fn route(&self, leaves: &Leaves, target: u8, external: Option<u8>) -> Route {
        let mut top = self.lca(external.unwrap_or_else(|| self.source(leaves, target)), target);
        while external.is_some_and(|row| top != 0 && (top == row || top == target)) {
            top = self.node(top).parent;
        }
        // A set of regions is left as a whole, unless a region goes to itself.
        let is_own = external.is_none() && leaves[self.node(target).region as usize] == target;
        while top != target && self.node(top).spec.parallel && !(is_own && self.node(target).parent == top) {
            top = self.node(top).parent;
        }
        Route { top, target, rests: false }
    }

    /// The active states that a change leaves.
    pub(crate) fn exits(&self, leaves: &Leaves, route: Route) -> Bits {
        let Route { top, target, .. } = route;
        if top == target || !self.node(top).spec.parallel {
            return self.left(leaves, top);
        }
        // The regions beside the target stay.
        let mut exits = self.left(leaves, target);
        exits.add(target);
        exits
    }

    /// What a change leaves and enters. `inside` is asked for each state that is entered with its
    /// children open, the target included.
    pub(crate) fn plan(&self, leaves: &Leaves, route: Route, inside: &mut dyn FnMut(u8) -> Inside) -> Plan {
        let Route { top, target, .. } = route;
        let exits = self.exits(leaves, route);
        let mut plan = Plan { exits, enters: Bits::default(), leaves: *leaves };
        let is_region = top != target && self.node(top).spec.parallel;
        let outer = if is_region { target } else { top };
        for leaf in &mut plan.leaves[..self.regions] {
            if *leaf != NO_STATE && self.contains(outer, *leaf) {
                *leaf = NO_STATE;
            }
        }
        if is_region {
            plan.enters.add(target);
        }
        self.open(outer, route, &mut plan, inside);
        plan
    }

    /// The plan to be in `states`, and in the regions beside them. Of states that cannot be active together the
    /// first ones count.
    pub(crate) fn complete(&self, states: &[u8], inside: &mut dyn FnMut(u8) -> Inside) -> Plan {
        let (exits, enters) = (Bits::default(), Bits::default());
        let mut plan = Plan { exits, enters, leaves: [NO_STATE; MAX_REGIONS] };
        self.keep(0, states, &mut plan, inside);
        plan
    }

    /// Enters the states inside of `state` in the order of declaration: those down to the target, if this
    /// is inside of it, and what `inside` says elsewhere.
    fn open(&self, state: u8, route: Route, plan: &mut Plan, inside: &mut dyn FnMut(u8) -> Inside) {
        let Route { target, rests, .. } = route;
        if self.node(state).spec.parallel {
            for region in self.children(state) {
                plan.enters.add(region);
                self.open(region, route, plan, inside);
            }
            return;
        } else if state != target && self.contains(state, target) {
            let child = self.below(state, target);
            plan.enters.add(child);
            return self.open(child, route, plan, inside);
        }
        match if rests && state == target { Inside::Rest } else { inside(state) } {
            Inside::Rest => plan.leaves[self.node(state).region as usize] = state,
            Inside::Child(target) => self.open(state, Route { target, rests: false, ..route }, plan, inside),
            Inside::Leaves(left) => self.keep(state, &left, plan, inside),
        }
    }

    /// Enters the states inside of `top` down to `states`, of which the first ones count that can be active together,
    /// and the regions beside them.
    fn keep(&self, top: u8, states: &[u8], plan: &mut Plan, inside: &mut dyn FnMut(u8) -> Inside) {
        let mut kept = Kept::default();
        for &state in states.iter().filter(|state| **state != NO_STATE) {
            let known = self.up(state, top).find(|&at| kept.path.has(at)).unwrap_or(top);
            let is_free = self.node(known).spec.parallel || !self.children(known).any(|at| kept.path.has(at));
            if is_free {
                self.up(state, known).for_each(|at| kept.path.add(at));
                kept.ends.add(state);
            }
        }
        self.follow(top, kept, plan, inside);
    }

    /// Enters the states that are kept inside of `state`, and what `inside` says where they end in a state in which
    /// a unit cannot rest.
    fn follow(&self, state: u8, kept: Kept, plan: &mut Plan, inside: &mut dyn FnMut(u8) -> Inside) {
        let node = self.node(state);
        let is_next = |child: &u8| node.spec.parallel || kept.path.has(*child);
        if self.children(state).any(|child| is_next(&child)) {
            for child in self.children(state).filter(is_next) {
                plan.enters.add(child);
                self.follow(child, kept, plan, inside);
            }
        } else if kept.ends.has(state) && (node.end == state + 1 || self.family == Family::Template) {
            plan.leaves[node.region as usize] = state;
        } else {
            let here = Route { top: state, target: state, rests: false };
            self.open(state, here, plan, inside);
        }
    }

    /// Whether a state is done, or a parallel state's regions are, with the states that are active.
    pub(crate) fn is_done(&self, state: u8, is_active: &dyn Fn(u8) -> bool) -> bool {
        let is_final = |state: u8| self.node(state).spec.is_final && is_active(state);
        if self.node(state).spec.parallel {
            return self.children(state).all(|region| self.is_done(region, is_active));
        }
        is_final(state) || self.children(state).any(is_final)
    }

    /// The children of a state.
    pub(crate) fn children(&self, state: u8) -> impl Iterator<Item = u8> + use<'_> {
        let end = self.node(state).end;
        let first = (state + 1 < end).then_some(state + 1);
        std::iter::successors(first, move |&child| Some(self.node(child).end).filter(|&next| next < end))
    }
}
