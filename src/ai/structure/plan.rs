//! What a change leaves and enters.
//!
//! States are numbered in the order of declaration, parents first. So states are entered in the
//! order of their numbers and left in the reverse order, in all regions at once.

use super::{NO_STATE, Structure};

/// How many regions a machine can have.
pub(in crate::ai) const MAX_REGIONS: usize = 16;

/// The current state of each region; [`NO_STATE`] where the region is not active.
pub(in crate::ai) type Leaves = [u8; MAX_REGIONS];

/// A set of states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::ai) struct Bits([u64; 4]);

impl Bits {
    pub(in crate::ai) fn add(&mut self, state: u8) {
        self.0[state as usize / 64] |= 1 << (state % 64);
    }

    pub(in crate::ai) fn has(&self, state: u8) -> bool {
        self.0[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// The states, parents first.
    pub(in crate::ai) fn up(self) -> impl Iterator<Item = u8> {
        (0..4_u8).flat_map(move |word| {
            let mut bits = self.0[word as usize];
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(word * 64 + bit)
            })
        })
    }

    /// The states, children first.
    pub(in crate::ai) fn down(self) -> impl Iterator<Item = u8> {
        (0..4_u8).rev().flat_map(move |word| {
            let mut bits = self.0[word as usize];
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| 63 - bits.leading_zeros() as u8)?;
                bits &= !(1 << bit);
                Some(word * 64 + bit)
            })
        })
    }
}

/// Where a change leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ai) struct Route {
    /// The innermost state that stays active.
    pub(in crate::ai) top: u8,
    pub(in crate::ai) target: u8,
    /// Whether the unit rests in the target.
    pub(in crate::ai) rests: bool,
}

/// Which states inside of a state a unit comes to.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) enum Inside {
    Child(u8),
    /// History: the current state of each region inside.
    Leaves(Leaves),
    Rest,
}

/// What a change leaves and enters, and the current states after it.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Plan {
    pub(in crate::ai) exits: Bits,
    pub(in crate::ai) enters: Bits,
    pub(in crate::ai) leaves: Leaves,
}

impl Structure {
    /// The active states, without the root.
    pub(in crate::ai) fn active(&self, leaves: &Leaves) -> Bits {
        self.left(leaves, 0)
    }

    /// The active states inside of `top`.
    pub(in crate::ai) fn left(&self, leaves: &Leaves, top: u8) -> Bits {
        let mut bits = Bits::default();
        for &leaf in &leaves[..self.regions] {
            if leaf != NO_STATE && self.contains(top, leaf) {
                self.up(leaf, top).for_each(|state| bits.add(state));
            }
        }
        bits
    }

    /// Adds the parallel states around a state.
    pub(in crate::ai) fn add_outer(&self, mut state: u8, outer: &mut Bits) {
        while self.node(state).boundary != 0 {
            state = self.node(self.node(state).boundary).parent;
            outer.add(state);
        }
    }

    /// The current state from which a unit goes to `target`: that of the target's region, or if this
    /// is not active, of the region around it.
    pub(in crate::ai) fn source(&self, leaves: &Leaves, target: u8) -> u8 {
        let mut at = target;
        loop {
            match leaves[self.node(at).region as usize] {
                NO_STATE => at = self.node(self.node(at).boundary).parent,
                leaf => return leaf,
            }
        }
    }

    /// The route to `target`. A state around the current one is not left; the current one is.
    pub(in crate::ai) fn route(&self, leaves: &Leaves, target: u8) -> Route {
        let top = self.compound(self.lca(self.source(leaves, target), target), target);
        Route { top, target, rests: false }
    }

    /// The route that also leaves `row`, the state that has the row, and `target`.
    pub(in crate::ai) fn external(&self, leaves: &Leaves, row: u8, target: u8) -> Route {
        let mut top = self.lca(self.source(leaves, target), target);
        while top != 0 && (self.contains(row, top) || self.contains(target, top)) {
            top = self.node(top).parent;
        }
        Route { top: self.compound(top, target), target, rests: false }
    }

    /// The innermost state around `top` that is not a set of regions.
    fn compound(&self, mut top: u8, target: u8) -> u8 {
        while top != target && self.node(top).spec.parallel {
            top = self.node(top).parent;
        }
        top
    }

    /// What a change leaves and enters. `inside` is asked for each state that is entered with its
    /// children open, the target included.
    pub(in crate::ai) fn plan(
        &self,
        leaves: &Leaves,
        route: Route,
        inside: &mut dyn FnMut(u8) -> Inside,
    ) -> Plan {
        let Route { top, target, rests } = route;
        let mut plan = Plan { exits: self.left(leaves, top), enters: Bits::default(), leaves: *leaves };
        for leaf in &mut plan.leaves[..self.regions] {
            if *leaf != NO_STATE && self.contains(top, *leaf) {
                *leaf = NO_STATE;
            }
        }
        self.walk(top, target, &mut plan, inside);
        if rests {
            plan.leaves[self.node(target).region as usize] = target;
        } else {
            self.fill(target, &mut plan, inside);
        }
        plan
    }

    /// The plan to be in `states`, or in as many of them as can be active together, and in the regions
    /// beside them.
    pub(in crate::ai) fn complete(&self, states: &[u8], inside: &mut dyn FnMut(u8) -> Inside) -> Plan {
        let mut plan =
            Plan { exits: Bits::default(), enters: Bits::default(), leaves: [NO_STATE; MAX_REGIONS] };
        let mut kept: Vec<u8> = Vec::new();
        for &state in states {
            let fits = |&other: &u8| other != state && self.node(self.lca(other, state)).spec.parallel;
            if kept.iter().all(fits) {
                kept.push(state);
                plan.leaves[self.node(state).region as usize] = state;
                self.up(state, 0).for_each(|state| plan.enters.add(state));
            }
        }
        for state in (0..self.nodes.len() as u8).filter(|&state| self.node(state).spec.parallel) {
            for region in self.children(state) {
                if plan.enters.has(state) && !plan.enters.has(region) {
                    plan.enters.add(region);
                    self.fill(region, &mut plan, inside);
                }
            }
        }
        plan
    }

    /// Enters the states from `top` down to `target`, and the other regions on the way.
    fn walk(&self, top: u8, target: u8, plan: &mut Plan, inside: &mut dyn FnMut(u8) -> Inside) {
        for state in self.down(top, target) {
            let parent = self.node(state).parent;
            if self.node(parent).spec.parallel && plan.enters.has(parent) {
                for region in self.children(parent).filter(|&region| region != state) {
                    plan.enters.add(region);
                    self.fill(region, plan, inside);
                }
            }
            plan.enters.add(state);
        }
    }

    /// Enters what is inside of `state`.
    fn fill(&self, state: u8, plan: &mut Plan, inside: &mut dyn FnMut(u8) -> Inside) {
        if self.node(state).spec.parallel {
            for region in self.children(state) {
                plan.enters.add(region);
                self.fill(region, plan, inside);
            }
            return;
        }
        match inside(state) {
            Inside::Rest => plan.leaves[self.node(state).region as usize] = state,
            Inside::Child(child) => {
                self.walk(state, child, plan, inside);
                self.fill(child, plan, inside);
            }
            Inside::Leaves(left) => {
                for (leaf, &left) in plan.leaves.iter_mut().zip(&left) {
                    if left != NO_STATE {
                        *leaf = left;
                        self.down(state, left).for_each(|state| plan.enters.add(state));
                    }
                }
            }
        }
    }

    /// The children of a state.
    pub(in crate::ai) fn children(&self, state: u8) -> impl Iterator<Item = u8> + use<'_> {
        let end = self.node(state).end;
        let first = (state + 1 < end).then_some(state + 1);
        std::iter::successors(first, move |&child| Some(self.node(child).end).filter(|&next| next < end))
    }
}
