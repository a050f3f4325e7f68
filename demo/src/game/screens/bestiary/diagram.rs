//! The layout of a machine's diagram: states as boxes below one another, children indented, and beside
//! them the transitions as arrows, in lanes so that no two overlap.
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
use proscenium::platform::Rect;

/// Height of a row, and of the box in it.
const ROW: (f32, f32) = (22.0, 17.0);
const INDENT: f32 = 12.0;
/// Left edge of the outermost boxes, right edge of all boxes, top of the first box.
const BOXES: (f32, f32, f32) = (48.0, 188.0, 84.0);
/// Position of the first lane, and distance between two lanes.
const LANES: (f32, f32) = (199.0, 8.0);

/// The name of the node for the transitions out of any state.
pub const ANY: &str = "*";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name, or [`ANY`].
    pub name: String,
    pub depth: usize,
    pub is_first: bool,
    /// Whether it can be popped from the stack.
    pub ends: bool,
    /// A text for each transition out of it.
    pub exits: Vec<String>,
}

/// A transition between two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    pub from: usize,
    /// The index of the target state, which may be the same.
    pub to: usize,
    /// Its lane; 0 is next to the boxes.
    pub lane: usize,
}

/// The diagram of a machine, with its states in the order of declaration, parents first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// As [`texts_of`] the machine's family.
    pub family: &'static str,
    pub about: &'static str,
    pub nodes: Vec<Node>,
    pub arrows: Vec<Arrow>,
}

impl Diagram {
    pub fn of(blueprint: &Blueprint) -> Self {
        let [family, about] = texts_of(blueprint.family);
        let mut found = Vec::new();
        let everywhere = State { name: ANY.to_owned(), ..State::default() };
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
            arrows.extend(exits.iter().filter_map(|(_, then)| Some(arrow(number, place(target(then)?.1)?))));
            let exits = exits.iter().map(|(cause, then)| exit_text(cause, then)).collect();
            nodes.push(Node { name: state.name.clone(), depth, is_first, ends, exits });
        }
        Self { family, about, nodes, arrows: assign_lanes(arrows) }
    }

    pub fn rect(&self, number: usize) -> Rect {
        let depth = self.nodes.get(number).map_or(0, |node| node.depth);
        let left = BOXES.0 + depth as f32 * INDENT;
        Rect::new(left, BOXES.2 + number as f32 * ROW.0, BOXES.1 - left, ROW.1)
    }

    pub fn lane(lane: usize) -> f32 {
        LANES.0 + lane as f32 * LANES.1
    }
}

/// The text keys of the name of a family, and of what there is to say about it.
pub const fn texts_of(family: Family) -> [&'static str; 2] {
    match family {
        Family::Table => ["bestiary-table", "bestiary-about-table"],
        Family::Pushdown => ["bestiary-pushdown", "bestiary-about-pushdown"],
        Family::Hierarchy => ["bestiary-hierarchy", "bestiary-about-hierarchy"],
        Family::Template => ["bestiary-template", "bestiary-about-template"],
    }
}

fn flatten<'a>(state: &'a State, depth: usize, initial: &str, found: &mut Vec<(&'a State, usize, bool)>) {
    found.push((state, depth, state.name == initial));
    for child in &state.states {
        flatten(child, depth + 1, state.initial.as_deref().unwrap_or_default(), found);
    }
}

/// Length, upper end, from and to of an arrow: short ones come first.
fn arrow(from: usize, to: usize) -> (usize, usize, usize, usize) {
    (from.abs_diff(to), from.min(to), from, to)
}

/// Assigns each arrow the innermost free lane.
fn assign_lanes(arrows: BTreeSet<(usize, usize, usize, usize)>) -> Vec<Arrow> {
    let mut placed: Vec<Arrow> = Vec::new();
    for (_, _, from, to) in arrows {
        let meets = |other: &Arrow| {
            from.min(to) <= other.from.max(other.to) && other.from.min(other.to) <= from.max(to)
        };
        let is_free = |lane: &usize| !placed.iter().any(|other| other.lane == *lane && meets(other));
        let lane = (0..).find(is_free).unwrap_or_default();
        placed.push(Arrow { from, to, lane });
    }
    placed
}

/// The transitions out of a state: cause and action.
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

/// The target state, and the sign for the kind of transition.
const fn target(then: &Next) -> Option<(char, &str)> {
    match then {
        Next::To(state) => Some(('→', state.as_str())),
        Next::Go(go) => Some(('→', go.to.as_str())),
        Next::Enter(state) => Some(('↑', state.as_str())),
        Next::Switch(state) => Some(('↔', state.as_str())),
        Next::Stay | Next::Exit | Next::Leave => None,
    }
}

fn exit_text(cause: &str, then: &Next) -> String {
    match target(then) {
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
    fn states_are_listed_parents_first_with_their_transitions() {
        let lines: Vec<_> = door()
            .nodes
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
    fn arrows_are_merged_and_never_overlap_in_a_lane() {
        let arrows = door().arrows;
        assert_eq!(arrows, [Arrow { from: 0, to: 3, lane: 0 }, Arrow { from: 3, to: 0, lane: 1 }]);
        let many: BTreeSet<_> = (0..6).flat_map(|from| (0..6).map(move |to| arrow(from, to))).collect();
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
