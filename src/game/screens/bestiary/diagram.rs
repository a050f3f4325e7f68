//! A machine as a tree of boxes, with what leads out of each state beside it.

use proscenium::ai::{Blueprint, Family, State, Then};

/// One state of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// How deep it is inside of others.
    pub depth: usize,
    /// Whether a unit begins here.
    pub is_first: bool,
    /// What leads out of it, one text for each way.
    pub ways: Vec<String>,
}

/// The whole tree, states in the order of declaration, parents first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    family: &'static str,
    nodes: Vec<Node>,
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
        let mut nodes = Vec::new();
        let ways = ways_of(&blueprint.on, &blueprint.when, &[]);
        if !ways.is_empty() {
            nodes.push(Node { name: "*".to_owned(), depth: 0, is_first: false, ways });
        }
        for state in &blueprint.states {
            add(state, 0, &blueprint.initial, &mut nodes);
        }
        Self { family, nodes }
    }

    /// Which of the four families it is.
    pub const fn family(&self) -> &'static str {
        self.family
    }

    /// The states.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

fn add(state: &State, depth: usize, initial: &str, nodes: &mut Vec<Node>) {
    nodes.push(Node {
        name: state.name.clone(),
        depth,
        is_first: state.name == initial,
        ways: ways_of(&state.on, &state.when, &state.after),
    });
    for child in &state.states {
        add(child, depth + 1, state.initial.as_deref().unwrap_or_default(), nodes);
    }
}

fn ways_of(
    on: &[proscenium::ai::On],
    when: &[proscenium::ai::When],
    after: &[proscenium::ai::After],
) -> Vec<String> {
    // Spaces that do not break keep the parts of a way on one line.
    let way = |cause: &str, then: &Then| match then {
        Then::Stay => None,
        Then::To(state) => Some(format!("{cause}\u{a0}→\u{a0}{state}")),
        Then::Enter(state) => Some(format!("{cause}\u{a0}↑\u{a0}{state}")),
        Then::Switch(state) => Some(format!("{cause}\u{a0}↔\u{a0}{state}")),
        Then::Exit => Some(format!("{cause}\u{a0}↓")),
        Then::Leave => Some(format!("{cause}\u{a0}←")),
    };
    let events = on.iter().filter_map(|on| way(&on.event, &on.then));
    let triggers = when.iter().filter_map(|when| way(&format!("[{}]", when.trigger), &when.then));
    let timeouts = after.iter().filter_map(|after| {
        way(&format!("{}.{}\u{a0}s", after.ms / 1000, after.ms % 1000 / 100), &after.then)
    });
    events.chain(triggers).chain(timeouts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenium::ai::State;

    #[test]
    fn a_tree_is_told_parents_first_with_what_leads_out() {
        let blueprint = Blueprint::new("door", Family::Template, "shut")
            .state(
                State::new("shut").on("push", "open").child(State::new("locked")).child(State::new("free")),
            )
            .state(State::new("open").after(1500, "shut"));
        let diagram = Diagram::of(&blueprint);
        let told: Vec<_> = diagram
            .nodes()
            .iter()
            .map(|node| format!("{}{} {:?} {}", "-".repeat(node.depth), node.name, node.ways, node.is_first))
            .collect();
        assert_eq!(
            told,
            [
                "shut [\"push\\u{a0}→\\u{a0}open\"] true",
                "-locked [] true",
                "-free [] false",
                "open [\"1.5\\u{a0}s\\u{a0}→\\u{a0}shut\"] false",
            ]
        );
    }
}
