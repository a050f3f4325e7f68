//! A machine as a picture: its states as boxes below one another, inner ones moved to the right, and
//! beside them the arrows that lead from one to the other, each in a lane of its own.
//!
//! ```text
//! ┌──────────┐
//! │ shut     ├─┐ ◄┐
//! └┬─────────┤ │  │
//!  │ locked  │ │  │
//! ┌┴─────────┤ │  │
//! │ open     │◄┘ ─┘
//! └──────────┘
//! ```

use std::collections::BTreeSet;

use proscenium::ai::{Blueprint, Family, Next, State};
use proscenium::kit::Rect;

/// Height of a row, and of the box in it.
const ROW: (f32, f32) = (22.0, 17.0);
/// How far inner states are moved to the right.
const INDENT: f32 = 16.0;
/// The left edge of the outermost boxes, the right one of all of them, and the top of the first.
const BOXES: (f32, f32, f32) = (48.0, 188.0, 84.0);
/// Where the first lane is, and how far it is to the next.
const LANES: (f32, f32) = (199.0, 8.0);

/// One state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name; `*` is whatever the unit is in.
    pub name: String,
    /// How deep it is inside of others.
    pub depth: usize,
    /// Whether a unit begins here.
    pub is_first: bool,
    /// Whether it may end, so that what lay below it goes on.
    pub ends: bool,
    /// What leads out of it, one text for each way.
    pub exits: Vec<String>,
}

/// From one state to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The number of the state that it leads out of.
    pub from: usize,
    /// The number of the one that it leads to, which may be the same.
    pub to: usize,
    /// How many lanes are between it and the boxes.
    pub lane: usize,
}

/// The whole machine, states in the order of declaration, parents first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    family: &'static str,
    nodes: Vec<Node>,
    arrows: Vec<Arrow>,
}

impl Diagram {
    /// The diagram of a machine.
    pub fn of(blueprint: &Blueprint) -> Self {
        let family = match blueprint.family {
            Family::Table => "table",
            Family::Pushdown => "pushdown",
            Family::Hierarchy => "hierarchy",
            Family::Template => "template",
        };
        let mut found = Vec::new();
        let everywhere = State { name: "*".to_owned(), ..State::default() };
        let everywhere = State { on: blueprint.on.clone(), when: blueprint.when.clone(), ..everywhere };
        if !exits_of(&everywhere).is_empty() {
            found.push((&everywhere, 0, false));
        }
        for state in &blueprint.states {
            flatten(state, 0, &blueprint.initial, &mut found);
        }
        let place = |name: &str| found.iter().position(|(state, ..)| state.name == name);
        let mut arrows = BTreeSet::new();
        let mut nodes = Vec::new();
        for (number, &(state, depth, is_first)) in found.iter().enumerate() {
            let exits = exits_of(state);
            let ends = exits.iter().any(|(_, then)| matches!(then, Next::Exit | Next::Leave));
            arrows.extend(exits.iter().filter_map(|(_, then)| Some((number, place(goal(then)?.1)?))));
            let exits = exits.iter().map(|(cause, then)| exit_text(cause, then)).collect();
            nodes.push(Node { name: state.name.clone(), depth, is_first, ends, exits });
        }
        Self { family, nodes, arrows: assign_lanes(arrows) }
    }

    /// Which of the four families it is.
    pub const fn family(&self) -> &'static str {
        self.family
    }

    /// The states.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// What leads from one to the other.
    pub fn arrows(&self) -> &[Arrow] {
        &self.arrows
    }

    /// Where the box of a state is.
    pub fn rect(&self, number: usize) -> Rect {
        let depth = self.nodes.get(number).map_or(0, |node| node.depth);
        let left = BOXES.0 + depth as f32 * INDENT;
        Rect::new(left, BOXES.2 + number as f32 * ROW.0, BOXES.1 - left, ROW.1)
    }

    /// Where a lane is, from the left.
    pub fn lane(lane: usize) -> f32 {
        LANES.0 + lane as f32 * LANES.1
    }
}

fn flatten<'a>(state: &'a State, depth: usize, initial: &str, found: &mut Vec<(&'a State, usize, bool)>) {
    found.push((state, depth, state.name == initial));
    for child in &state.states {
        flatten(child, depth + 1, state.initial.as_deref().unwrap_or_default(), found);
    }
}

/// Gives each arrow the innermost lane in which it meets no other, the short ones first.
fn assign_lanes(arrows: BTreeSet<(usize, usize)>) -> Vec<Arrow> {
    let mut arrows: Vec<_> = arrows.into_iter().collect();
    arrows.sort_by_key(|&(from, to)| (from.abs_diff(to), from.min(to), from));
    let mut placed: Vec<Arrow> = Vec::new();
    for (from, to) in arrows {
        let meets = |other: &Arrow| {
            from.min(to) <= other.from.max(other.to) && other.from.min(other.to) <= from.max(to)
        };
        let is_free = |lane: &usize| !placed.iter().any(|other| other.lane == *lane && meets(other));
        let lane = (0..).find(is_free).unwrap_or_default();
        placed.push(Arrow { from, to, lane });
    }
    placed
}

/// What leads out of a state: why, and what happens then.
fn exits_of(state: &State) -> Vec<(String, &Next)> {
    let events = state.on.iter().map(|on| (on.event.clone(), &on.then));
    let triggers = state.when.iter().map(|when| (format!("[{}]", when.trigger), &when.then));
    let timeouts = state
        .after
        .iter()
        .map(|after| (format!("{}.{}\u{a0}s", after.ms / 1000, after.ms % 1000 / 100), &after.then));
    let all = events.chain(triggers).chain(timeouts);
    all.filter(|(_, then)| !matches!(then, Next::Stay)).collect()
}

/// The state that it leads to, and how that is drawn in a text.
const fn goal(then: &Next) -> Option<(char, &str)> {
    match then {
        Next::To(state) => Some(('→', state.as_str())),
        Next::Enter(state) => Some(('↑', state.as_str())),
        Next::Switch(state) => Some(('↔', state.as_str())),
        Next::Stay | Next::Exit | Next::Leave => None,
    }
}

/// A way as a text.
fn exit_text(cause: &str, then: &Next) -> String {
    match goal(then) {
        Some((sign, state)) => format!("{cause} {sign}\u{a0}{state}"),
        None => format!("{cause} ↓"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door() -> Diagram {
        Diagram::of(
            &Blueprint::template("door", "shut")
                .state(
                    State::new("shut")
                        .on("push", "open")
                        .on("kick", "open")
                        .child(State::new("locked"))
                        .child(State::new("free")),
                )
                .state(State::new("open").after(1500, "shut")),
        )
    }

    #[test]
    fn a_tree_is_told_parents_first_with_what_leads_out() {
        let lines: Vec<_> = door()
            .nodes()
            .iter()
            .map(|node| format!("{}{} {:?} {}", "-".repeat(node.depth), node.name, node.exits, node.is_first))
            .collect();
        assert_eq!(
            lines,
            [
                "shut [\"push →\\u{a0}open\", \"kick →\\u{a0}open\"] true",
                "-locked [] true",
                "-free [] false",
                "open [\"1.5\\u{a0}s →\\u{a0}shut\"] false",
            ]
        );
    }

    #[test]
    fn arrows_between_the_same_states_are_one_and_no_two_meet_in_a_lane() {
        let arrows = door().arrows().to_vec();
        assert_eq!(arrows, [Arrow { from: 0, to: 3, lane: 0 }, Arrow { from: 3, to: 0, lane: 1 }]);
        let many: BTreeSet<_> = (0..6).flat_map(|from| (0..6).map(move |to| (from, to))).collect();
        let placed = assign_lanes(many.clone());
        assert_eq!(placed.len(), many.len());
        for (number, one) in placed.iter().enumerate() {
            for other in placed[number + 1..].iter().filter(|other| other.lane == one.lane) {
                let (low, high) = (one.from.min(one.to), one.from.max(one.to));
                let is_apart = other.from.max(other.to) < low || high < other.from.min(other.to);
                assert!(is_apart, "{one:?} meets {other:?}");
            }
        }
    }
}
