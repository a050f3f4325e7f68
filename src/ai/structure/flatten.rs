//! From nested states with names to a list with numbers.
//!
//! Nothing here is recursive: a hostile file may nest states, or chain parents, without a limit.

use std::collections::{HashMap, HashSet};

use super::check::{Problems, check_machine, check_reach, check_states, short};
use super::{MAX_EVENTS, MAX_NESTING, MAX_REGIONS, MAX_STATES, Node, Structure};
use crate::ai::blueprint::{Blueprint, State};
use crate::ai::error::BuildError;

/// A state before its place in the list is known.
struct Flat<'a> {
    spec: &'a State,
    parent: Option<usize>,
}

pub(super) fn structure(blueprint: &Blueprint) -> Result<Structure, BuildError> {
    let mut problems = Problems::default();
    check_machine(blueprint, &mut problems);
    let Some(mut structure) = build(blueprint, &mut problems) else {
        return Err(problems.into_error(&blueprint.name));
    };
    let events = events(&structure.nodes, blueprint, &mut problems);
    check_states(&structure, &mut problems);
    if problems.is_empty() {
        check_reach(&structure, &mut problems);
    }
    if !problems.is_empty() {
        return Err(problems.into_error(&blueprint.name));
    }
    if !structure.number(&events) {
        let what = "the program has too many names of states and events, more than 65,534";
        problems.machine(what, "use the same names in several machines");
        return Err(problems.into_error(&blueprint.name));
    }
    Ok(structure)
}

fn build(blueprint: &Blueprint, problems: &mut Problems) -> Option<Structure> {
    let mut flat = collect(blueprint, problems)?;
    link(&mut flat, problems)?;
    let order = preorder(&flat, problems)?;
    let mut nodes = vec![root(blueprint)];
    let mut numbers = vec![0_u8; flat.len()];
    let mut regions = 1;
    for &index in &order {
        let number = nodes.len() as u8;
        numbers[index] = number;
        let parent = flat[index].parent.map_or(0, |parent| numbers[parent]);
        let spec = State { states: Vec::new(), ..flat[index].spec.clone() };
        let (region, boundary) = region(&nodes, parent, number, &mut regions);
        nodes.push(Node { parent, end: number + 1, region, boundary, done: 0, initial: None, spec });
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
        poll: blueprint.poll,
        events: Vec::new(),
        regions,
        parallels: Vec::new(),
        nodes,
        ids: Vec::new(),
        states_by_name: Vec::new(),
        events_by_name: Vec::new(),
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

/// All states in the order of declaration.
fn collect<'a>(blueprint: &'a Blueprint, problems: &mut Problems) -> Option<Vec<Flat<'a>>> {
    let mut flat: Vec<Flat<'a>> = Vec::new();
    let mut todo: Vec<(Option<usize>, &'a State)> =
        blueprint.states.iter().rev().map(|state| (None, state)).collect();
    while let Some((parent, spec)) = todo.pop() {
        if flat.len() + 1 >= MAX_STATES {
            let what = format!("there are more than {MAX_STATES} states");
            problems.machine(what, "split it into several machines");
            return None;
        }
        todo.extend(spec.states.iter().rev().map(|state| (Some(flat.len()), state)));
        flat.push(Flat { spec, parent });
    }
    if flat.is_empty() {
        problems.machine("there are no states", "add at least the initial one");
        return None;
    }
    Some(flat)
}

/// Finds the parents that are named instead of written around their children.
fn link(flat: &mut [Flat<'_>], problems: &mut Problems) -> Option<()> {
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    let before = problems.0.len();
    for (index, Flat { spec, .. }) in flat.iter().enumerate() {
        if by_name.insert(&spec.name, index).is_some() || spec.name == "root" {
            problems.state(&spec.name, "the name is taken twice", "give each state its own name");
        }
    }
    for Flat { spec, parent } in flat.iter_mut() {
        let Some(named) = &spec.parent else { continue };
        match by_name.get(named.as_str()) {
            None => problems.missing(&spec.name, "its parent", named),
            Some(named) if parent.is_some_and(|written| written != *named) => {
                let what = "it is written inside of one state and names another as its parent";
                problems.state(&spec.name, what, "keep one of the two");
            }
            Some(named) => *parent = Some(*named),
        }
    }
    (problems.0.len() == before).then_some(())
}

/// Parents before their children. States that are their own ancestors are not reached.
fn preorder(flat: &[Flat<'_>], problems: &mut Problems) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(flat.len());
    let inside = |parent| (0..flat.len()).rev().filter(move |&index| flat[index].parent == parent);
    let mut todo: Vec<(usize, usize)> = inside(None).map(|index| (index, 1)).collect();
    while let Some((index, depth)) = todo.pop() {
        if depth > MAX_NESTING {
            let what = format!("it is nested deeper than {MAX_NESTING} states");
            problems.state(&flat[index].spec.name, what, "flatten the tree");
            return None;
        }
        order.push(index);
        todo.extend(inside(Some(index)).map(|child| (child, depth + 1)));
    }
    if let Some(first) = (0..flat.len()).find(|index| !order.contains(index)) {
        problems.state(&flat[first].spec.name, "its parents form a circle", "correct one of them");
        return None;
    }
    Some(order)
}

fn initial(structure: &Structure, number: u8, problems: &mut Problems) -> Option<u8> {
    let name = structure.node(number).spec.initial.as_deref()?;
    let path = structure.path_of(number);
    let Some(initial) = structure.find(name) else {
        problems.missing(&path, "its initial state", name);
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

/// The events that are declared, then those of rows.
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
