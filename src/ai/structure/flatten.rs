//! From nested states with names to a list with numbers.
//!
//! Nothing here calls itself: a hostile file may nest, or refer to parents, as deep as it likes.

use std::collections::HashMap;

use super::check::{Problems, check_names, check_states, short};
use super::reach::check_reach;
use super::{MAX_EVENTS, MAX_NESTING, MAX_STATES, Node, Structure};
use crate::ai::blueprint::{Blueprint, State};
use crate::ai::error::BuildError;

/// A state on its way into the list.
struct Flat<'a> {
    spec: &'a State,
    parent: Option<usize>,
    children: Vec<usize>,
}

pub(super) fn structure(blueprint: &Blueprint) -> Result<Structure, BuildError> {
    let mut problems = Problems::default();
    check_names(blueprint, &mut problems);
    let built = build(blueprint, &mut problems);
    if let Some(structure) = &built {
        check_states(structure, &mut problems);
        if problems.is_empty() {
            check_reach(structure, &mut problems);
        }
    }
    match built {
        Some(structure) if problems.is_empty() => Ok(structure),
        _ => Err(problems.into_error(&blueprint.name)),
    }
}

fn build(blueprint: &Blueprint, problems: &mut Problems) -> Option<Structure> {
    let mut flat = collect(blueprint, problems)?;
    link(&mut flat, problems)?;
    let order = preorder(&flat, problems)?;
    let mut nodes = vec![root(blueprint)];
    let mut ids = HashMap::from([("root".to_owned(), 0)]);
    let mut numbers = vec![0_u8; flat.len()];
    for &index in &order {
        let number = u8::try_from(nodes.len()).ok()?;
        numbers[index] = number;
        let parent = flat[index].parent.map_or(0, |parent| numbers[parent]);
        let mut spec = flat[index].spec.clone();
        spec.states = Vec::new();
        ids.insert(spec.name.clone(), number);
        let depth = nodes[parent as usize].depth + 1;
        nodes.push(Node { parent, end: number + 1, depth, initial: None, spec });
    }
    for number in (1..nodes.len()).rev() {
        let (parent, end) = (nodes[number].parent as usize, nodes[number].end);
        nodes[parent].end = nodes[parent].end.max(end);
    }
    let mut structure = Structure {
        name: blueprint.name.clone(),
        family: blueprint.family,
        max_depth: blueprint.max_depth,
        queue: blueprint.queue,
        poll: blueprint.poll,
        nodes,
        events: Vec::new(),
        ids,
    };
    set_initials(&mut structure, problems);
    set_events(&mut structure, blueprint, problems);
    Some(structure)
}

/// The root is made by itself; what holds in any state is its.
fn root(blueprint: &Blueprint) -> Node {
    let spec = State {
        name: "root".to_owned(),
        initial: Some(blueprint.initial.clone()),
        on: blueprint.on.clone(),
        when: blueprint.when.clone(),
        ..State::default()
    };
    Node { parent: 0, end: 1, depth: 0, initial: None, spec }
}

/// All states in the order in which they are written.
fn collect<'a>(blueprint: &'a Blueprint, problems: &mut Problems) -> Option<Vec<Flat<'a>>> {
    let mut flat: Vec<Flat<'a>> = Vec::new();
    let mut todo: Vec<(Option<usize>, &'a State)> =
        blueprint.states.iter().rev().map(|state| (None, state)).collect();
    while let Some((parent, spec)) = todo.pop() {
        if flat.len() + 1 >= MAX_STATES {
            problems.machine(
                format!("there are more than {MAX_STATES} states"),
                "split it into several machines",
            );
            return None;
        }
        let index = flat.len();
        flat.push(Flat { spec, parent, children: Vec::new() });
        todo.extend(spec.states.iter().rev().map(|state| (Some(index), state)));
    }
    if flat.is_empty() {
        problems.machine("there are no states".to_owned(), "add at least the initial one");
        return None;
    }
    Some(flat)
}

/// Finds the parents that are named instead of written around their children.
fn link(flat: &mut [Flat<'_>], problems: &mut Problems) -> Option<()> {
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    let mut is_fine = true;
    for (index, state) in flat.iter().enumerate() {
        if by_name.insert(&state.spec.name, index).is_some() || state.spec.name == "root" {
            problems.named(&state.spec.name, "the name is taken twice", "give each state its own name");
            is_fine = false;
        }
    }
    for state in flat.iter_mut() {
        let Some(named) = &state.spec.parent else { continue };
        let name = &state.spec.name;
        match by_name.get(named.as_str()) {
            None => {
                problems.target(name, "its parent", named);
                is_fine = false;
            }
            Some(parent) if state.parent.is_some_and(|written| written != *parent) => {
                problems.named(
                    name,
                    "it is written inside of one state and names another as its parent",
                    "keep one of the two",
                );
                is_fine = false;
            }
            Some(parent) => state.parent = Some(*parent),
        }
    }
    is_fine.then_some(())?;
    let parents: Vec<Option<usize>> = flat.iter().map(|state| state.parent).collect();
    for (index, parent) in parents.into_iter().enumerate() {
        if let Some(parent) = parent {
            flat[parent].children.push(index);
        }
    }
    Some(())
}

/// Parents before their children. States that are inside of one another in a circle are in no
/// order at all, and that is how they are found.
fn preorder(flat: &[Flat<'_>], problems: &mut Problems) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(flat.len());
    let mut todo: Vec<(usize, usize)> =
        (0..flat.len()).rev().filter(|&index| flat[index].parent.is_none()).map(|index| (index, 1)).collect();
    let mut seen = vec![false; flat.len()];
    while let Some((index, depth)) = todo.pop() {
        if depth > MAX_NESTING {
            problems.named(
                &flat[index].spec.name,
                &format!("it is nested deeper than {MAX_NESTING} states"),
                "flatten the tree",
            );
            return None;
        }
        seen[index] = true;
        order.push(index);
        todo.extend(flat[index].children.iter().rev().map(|&child| (child, depth + 1)));
    }
    let Some(first) = seen.iter().position(|seen| !seen) else { return Some(order) };
    // The first one may only hang below the circle; as many steps up as there are states lead
    // into it for certain.
    let up = |index: usize| flat[index].parent.unwrap_or(index);
    let start = (0..flat.len()).fold(first, |at, _| up(at));
    let mut names = vec![short(&flat[start].spec.name)];
    let mut at = up(start);
    while at != start && names.len() < 8 {
        names.push(short(&flat[at].spec.name));
        at = up(at);
    }
    let circle = names.join(" inside of ");
    problems.named(
        &flat[start].spec.name,
        &format!("states are inside of one another in a circle: {circle} inside of {}", names[0]),
        "correct one of the parents",
    );
    None
}

fn set_initials(structure: &mut Structure, problems: &mut Problems) {
    for index in 0..structure.nodes.len() {
        let Some(name) = structure.nodes[index].spec.initial.clone() else { continue };
        let found = structure.state(&name).map(|state| state.0);
        let number = super::id(index).0;
        match found {
            None => problems.target(&structure.path(super::id(index)), "its initial state", &name),
            Some(initial) if initial == number || !structure.contains(number, initial) => problems
                .named_text(
                    &structure.path(super::id(index)),
                    &name,
                    &format!("its initial state `{}` is not inside of it", short(&name)),
                    "name one of its children",
                ),
            Some(initial) if number != 0 && structure.node(initial).parent != number => problems.named_text(
                &structure.path(super::id(index)),
                &name,
                &format!("its initial state `{}` is not a child but further inside", short(&name)),
                "name the child, and let that one name its own initial state",
            ),
            Some(initial) => structure.nodes[index].initial = Some(initial),
        }
    }
}

fn set_events(structure: &mut Structure, blueprint: &Blueprint, problems: &mut Problems) {
    let mut known = std::collections::HashSet::new();
    let of_rows = structure.nodes.iter().flat_map(|node| &node.spec.on).map(|row| &row.event);
    let all = blueprint.events.iter().chain(of_rows);
    let events: Vec<String> = all.filter(|event| known.insert(event.as_str())).cloned().collect();
    if events.len() > MAX_EVENTS {
        problems.machine(
            format!("there are {} events, more than {MAX_EVENTS}", events.len()),
            "let events carry a payload instead of having one for each value",
        );
    }
    structure.events = events;
}
