//! From nested states with names to a list with numbers.
//!
//! Nothing here is recursive: a hostile file may nest states without a limit.

use std::collections::HashSet;
use std::sync::Arc;

use super::check::{MAX_PROBLEMS, Problems, check_machine, check_reach, check_states, short};
use super::{MAX_EVENTS, MAX_NESTING, MAX_REGIONS, MAX_STATES, Node, Structure};
use crate::blueprint::{Blueprint, State};
use crate::event::PayloadType;
use crate::nearest::nearest;

pub(super) fn structure(blueprint: &Blueprint, problems: &mut Problems) -> Option<Structure> {
    check_machine(blueprint, problems);
    let mut structure = build(blueprint, problems)?;
    let events = events(&structure.nodes, blueprint, problems);
    check_states(&structure, problems);
    if problems.is_empty() {
        check_reach(&structure, problems);
    }
    structure.payloads = payloads(&events, blueprint, problems);
    if problems.is_empty() && !structure.number(&events) {
        let what = "the program has too many names of states and events, more than 65,534";
        problems.machine(what, "use the same names in several machines");
    }
    problems.is_empty().then_some(structure)
}

fn build(blueprint: &Blueprint, problems: &mut Problems) -> Option<Structure> {
    let mut nodes = vec![root(blueprint)];
    let mut regions = 1;
    let mut names = HashSet::from(["root"]);
    // The states that have no number yet, the next one last, each with its parent and its depth.
    let mut todo: Vec<_> = blueprint.states.iter().rev().map(|state| (state, 0, 1)).collect();
    while let Some((state, parent, depth)) = todo.pop() {
        // With the root.
        if nodes.len() > MAX_STATES {
            let what = format!("there are more than {MAX_STATES} states");
            problems.machine(what, "split it into several machines");
            return None;
        }
        if depth > MAX_NESTING {
            let what = format!("it is nested deeper than {MAX_NESTING} states");
            problems.state(&state.name, what, "flatten the tree");
            return None;
        }
        if !names.insert(&state.name) {
            problems.state(&state.name, "the name is taken twice", "give each state its own name");
        }
        let number = nodes.len() as u8;
        todo.extend(state.states.iter().rev().map(|inner| (inner, number, depth + 1)));
        let spec = State { states: Vec::new(), ..state.clone() };
        let (region, boundary) = region(&nodes, parent, number, &mut regions);
        nodes.push(Node { parent, end: number + 1, region, boundary, done: 0, initial: None, spec });
    }
    if nodes.len() == 1 {
        problems.machine("there are no states", "add at least the initial one");
    }
    if nodes.len() == 1 || names.len() < nodes.len() {
        return None;
    }
    for number in (1..nodes.len()).rev() {
        let (parent, end) = (nodes[number].parent as usize, nodes[number].end);
        nodes[parent].end = nodes[parent].end.max(end);
    }
    if regions > MAX_REGIONS {
        let what = format!("there are {regions} regions, more than {MAX_REGIONS}");
        problems.machine(what, "split it into several machines");
        return None;
    }
    let mut structure = Structure {
        name: blueprint.name.clone(),
        family: blueprint.family,
        max_depth: blueprint.max_depth,
        queue: blueprint.queue,
        all_messages: blueprint.all_messages,
        has_script: blueprint.script.is_some(),
        events: Vec::new(),
        regions,
        parallels: Vec::new(),
        listeners: Vec::new(),
        nodes,
        ids: Vec::new(),
        asked: Arc::default(),
        events_by_name: Vec::new(),
        payloads: Vec::new(),
    };
    for state in 0..structure.nodes.len() {
        structure.nodes[state].initial = initial(&structure, state as u8, problems);
    }
    Some(structure)
}

/// The root, with the rows and triggers of all states.
fn root(blueprint: &Blueprint) -> Node {
    let spec = State {
        name: "root".to_owned(),
        initial: Some(blueprint.initial.clone()),
        on: blueprint.on.clone(),
        when: blueprint.when.clone(),
        ..State::default()
    };
    Node { parent: 0, end: 1, region: 0, boundary: 0, done: 0, initial: None, spec }
}

/// The region of a new state and its boundary. The first child of a parallel state keeps the region.
fn region(nodes: &[Node], parent: u8, number: u8, regions: &mut usize) -> (u8, u8) {
    let outer = &nodes[parent as usize];
    if !outer.spec.parallel {
        return (outer.region, outer.boundary);
    }
    if number == parent + 1 {
        return (outer.region, number);
    }
    *regions += 1;
    ((*regions - 1) as u8, number)
}

fn initial(structure: &Structure, number: u8, problems: &mut Problems) -> Option<u8> {
    let name = structure.node(number).spec.initial.as_deref()?;
    let path = structure.path_of(number);
    let Some(initial) = structure.find(name) else {
        problems.missing(structure, &path, "its initial state", name);
        return None;
    };
    let (what, help) = if initial == number || !structure.contains(number, initial) {
        ("is not inside of it", "name one of its children")
    } else if number != 0 && structure.node(initial).parent != number {
        ("is not a child but further inside", "name the child, and let that one name its own initial state")
    } else {
        return Some(initial);
    };
    problems.text(&path, name, format!("its initial state `{}` {what}", short(name)), help);
    None
}

/// The events that are declared, then the events of rows.
fn events(nodes: &[Node], blueprint: &Blueprint, problems: &mut Problems) -> Vec<String> {
    let of_rows = nodes.iter().flat_map(|node| &node.spec.on).map(|row| &row.event);
    let mut known = HashSet::new();
    let all = blueprint.events.iter().chain(of_rows).filter(|event| known.insert(event.as_str()));
    let events: Vec<String> = all.cloned().collect();
    if events.len() > MAX_EVENTS {
        let what = format!("there are {} events, more than {MAX_EVENTS}", events.len());
        problems.machine(what, "let events carry a payload instead of having one for each value");
    }
    events
}

/// The declared payload of each event.
fn payloads(events: &[String], blueprint: &Blueprint, problems: &mut Problems) -> Vec<Option<PayloadType>> {
    if events.len() > MAX_EVENTS {
        return Vec::new();
    }
    let unknown = blueprint.payloads.keys().filter(|name| !events.contains(name));
    // A hostile file has very many, each with a long search.
    for name in unknown.take(MAX_PROBLEMS) {
        let near = nearest(name, events.iter().map(String::as_str));
        let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let what = format!("there is no event `{}`{near} for the payload", short(name));
        problems.text("", name, what, "correct the name, or add it to `events`");
    }
    events.iter().map(|event| blueprint.payloads.get(event).copied()).collect()
}
