//! Units of random machines, reloaded and restored into random edits of them: where they are is a configuration
//! that the machine allows, and what they lose is listed.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Definition, Event, Family, History, Next, Population, State, StateId, UnitId,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::model::run;
use crate::random::{Choices, EVENTS, Kind, all_states, edited, machine, state_names};

/// A unit whose code does nothing: what is compared is where it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Silent;

fn build(blueprint: &Blueprint) -> std::sync::Arc<Definition<Silent>> {
    let structure = blueprint.check().unwrap();
    let mut bindings = Bindings::new();
    for name in structure.guards() {
        let answer = name.len() % 3 != 0;
        bindings = bindings.guard(name, move |_: &Silent, _: &(), _| answer);
    }
    for name in structure.actions() {
        bindings = bindings.action(name, |_, _, _| {});
    }
    for name in structure.handlers() {
        bindings = bindings.handler(name, |_, _, _| proscenium_ai::Reply::Unhandled);
    }
    blueprint.build(&bindings).unwrap()
}

fn names(population: &Population<Silent>, unit: UnitId) -> Vec<&'static str> {
    let family = population.definition().family();
    let states: Vec<StateId> = if family == Family::Pushdown {
        population.stack(unit).collect()
    } else {
        population.states(unit).collect()
    };
    states.into_iter().map(StateId::name).collect()
}

/// What a configuration may not be; `None` if it is allowed.
fn fault(blueprint: &Blueprint, current: &[&str]) -> Option<String> {
    let all = all_states(blueprint);
    let parent = |name: &str| {
        let (_, parent) = all.iter().find(|(state, _)| state.name == name)?;
        parent.map(|parent| parent.name.as_str())
    };
    if blueprint.family == Family::Pushdown {
        if current.is_empty() || current.len() > usize::from(blueprint.max_depth) {
            return Some(format!("a stack of {}", current.len()));
        }
        let rests =
            |name: &&&str| all.iter().any(|(state, _)| state.name == ***name && !state.states.is_empty());
        return current.iter().find(rests).map(|name| format!("an entry rests in `{name}`"));
    }
    let mut active: HashSet<&str> = HashSet::new();
    for leaf in current.iter().filter(|leaf| **leaf != "root") {
        let mut at = Some(*leaf);
        while let Some(name) = at {
            let (state, _) = all.iter().find(|(state, _)| state.name == name)?;
            active.insert(state.name.as_str());
            at = parent(name);
        }
    }
    let may_rest = blueprint.family == Family::Template;
    let top = (&blueprint.states, false, "root");
    let inner = all.iter().filter(|(state, _)| active.contains(state.name.as_str()));
    let inner = inner.map(|(state, _)| (&state.states, state.parallel, state.name.as_str()));
    let mut ends = 0;
    for (children, is_parallel, name) in std::iter::once(top).chain(inner) {
        let count = children.iter().filter(|child| active.contains(child.name.as_str())).count();
        ends += usize::from(count == 0);
        let is_right = match count {
            _ if is_parallel => count == children.len(),
            0 => (children.is_empty() || may_rest) && current.contains(&name),
            _ => count == 1,
        };
        if !is_right {
            return Some(format!("{count} states inside of `{name}` are active"));
        }
    }
    (ends != current.len()).then(|| format!("{} current states, but {ends} ends", current.len()))
}

type Pairs = Vec<(String, String)>;

/// What a snapshot has of a unit beside its states: history, and timers of states.
fn memory(snapshot: &Value) -> (Pairs, Pairs, BTreeMap<String, usize>) {
    let state = &snapshot["state"];
    let name =
        |number: &Value| state["states"][number.as_u64().unwrap() as usize][0].as_str().unwrap().to_owned();
    let unit = &state["units"][0];
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let history = list(&unit["history"]).iter().map(|pair| (name(&pair[0]), name(&pair[1]))).collect();
    let timers = list(&unit["timers"]).into_iter().map(|timer| {
        let key = &state["timers"][timer["timer"].as_u64().unwrap() as usize]["key"];
        (name(&key["state"]), key["kind"].as_str().unwrap().to_owned())
    });
    let mut messages = BTreeMap::new();
    for message in list(&state["messages"]) {
        let event = state["events"][message["event"].as_u64().unwrap() as usize].as_str().unwrap();
        *messages.entry(event.to_owned()).or_default() += 1;
    }
    (history, timers.collect(), messages)
}

/// One machine and many edits of it.
fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let kind = Kind::random(&mut choices, 24);
    let mut blueprint = machine(&mut choices, kind);
    let mut units = Population::new(&build(&blueprint));
    units.set_seed(seed);
    let mut unit = units.spawn(&mut (), Silent);
    for step in 0..25 {
        for _ in 0..choices.up_to(6) {
            let known = state_names(&blueprint);
            let state = StateId::from(known[choices.up_to(known.len() - 1)].as_str());
            let event = format!("e{}", choices.up_to(EVENTS - 1));
            let _ = match choices.up_to(5) {
                0 => units.enter(&mut (), unit, state),
                1 => units.leave_current(&mut (), unit),
                2 => units.dispatch(&mut (), unit, event.as_str()),
                3 => units.send(unit, event.as_str()).map(|()| proscenium_ai::DispatchOutcome::Handled),
                _ => units.set_state(&mut (), unit, state, true),
            };
        }
        let before = names(&units, unit);
        let at = format!("seed {seed}, step {step}, {before:?}");
        assert_eq!(fault(&blueprint, &before), None, "{at}");
        let later = edited(&mut choices, &blueprint);
        if let Err(error) = later.check() {
            // Timeouts of 0 ms in a circle, or states that nothing leads to.
            panic!("{at}: {error}");
        }
        let known = state_names(&later);
        let fallback = known[choices.up_to(known.len() - 1)].clone();
        let snapshot = serde_json::to_value(units.snapshot()).unwrap();
        let lost = if choices.one_in(2) {
            units.replace_definition(&build(&later), Some(&fallback)).unwrap()
        } else {
            let text = serde_json::from_value(snapshot.clone()).unwrap();
            let (restored, lost) = Population::restore(&build(&later), &text, Some(&fallback)).unwrap();
            units = restored;
            unit = units.iter().next().unwrap();
            lost
        };
        let after = names(&units, unit);
        let at = format!(
            "{at} -> {after:?}, fallback {fallback}, lost {lost:?}\n{}\n{}",
            ron::to_string(&tree(&blueprint)).unwrap(),
            ron::to_string(&tree(&later)).unwrap()
        );
        assert_eq!(fault(&later, &after), None, "{at}");
        let says = |name: &str| lost.iter().any(|line| line.contains(&format!("`{name}`")));
        let is_in = |name: &str| {
            name == "root" || after.iter().any(|leaf| around(&later, leaf).any(|state| state == name))
        };
        for name in &before {
            assert!(is_in(name) || says(name), "`{name}` is lost: {at}");
            // Of a state that is lost those around it are not listed.
            for outer in around(&blueprint, name).filter(|_| !says(name)) {
                assert!(is_in(outer) || says(outer), "`{outer}` around `{name}` is lost: {at}");
            }
        }
        if blueprint.family == Family::Pushdown {
            assert!(after.len() >= before.len() || !lost.is_empty(), "{at}");
        }
        let (history, timers, messages) = memory(&snapshot);
        let (now_history, now_timers, now_messages) =
            memory(&serde_json::to_value(units.snapshot()).unwrap());
        for (owner, left) in &history {
            // What was left may have states inside now.
            let is_it =
                |now: &(String, String)| now.0 == *owner && around(&later, &now.1).any(|at| at == left);
            assert!(now_history.iter().any(is_it) || says(owner), "history of `{owner}`, `{left}`: {at}");
        }
        for (state, kind) in &timers {
            let is_kept = now_timers.contains(&(state.clone(), kind.clone()));
            let is_inside = |leaf: &&&str| around(&blueprint, leaf).any(|at| at == state);
            let is_listed = before.iter().filter(is_inside).any(|leaf| says(leaf));
            assert!(is_kept || says(state) || is_listed, "{kind} of `{state}`: {at}");
        }
        for (event, count) in &messages {
            assert!(now_messages.get(event) == Some(count) || says(event), "messages `{event}`: {at}");
        }
        for _ in 0..3 {
            let event = format!("e{}", choices.up_to(EVENTS - 1));
            let _ = units.dispatch(&mut (), unit, Event::from(event.as_str()));
            units.tick(&mut (), Duration::from_millis(20));
            let current = names(&units, unit);
            assert_eq!(fault(&later, &current), None, "later {current:?}, {at}");
        }
        blueprint = later;
    }
}

/// A state and those around it.
fn around<'a>(blueprint: &'a Blueprint, name: &'a str) -> impl Iterator<Item = &'a str> {
    let all = all_states(blueprint);
    std::iter::successors(Some(name), move |name| {
        let (_, parent) = all.iter().find(|(state, _)| state.name == **name)?;
        parent.map(|parent| parent.name.as_str())
    })
}

/// The states alone.
fn tree(blueprint: &Blueprint) -> (Family, Vec<String>) {
    fn text(state: &State) -> String {
        let inner: Vec<String> = state.states.iter().map(text).collect();
        let mark = if state.parallel { "||" } else { "" };
        format!("{}{mark}({})", state.name, inner.join(" "))
    }
    (blueprint.family, blueprint.states.iter().map(text).collect())
}

#[test]
fn units_come_to_a_configuration_that_an_edited_machine_allows() {
    // 25 edits each.
    run(400, play);
}

fn from_code(name: &str) -> State {
    State::new(name).from_code()
}

/// `p` with the regions `a` and `b`, of which the second has these states.
fn regions(second: &[&str]) -> Blueprint {
    let a = from_code("a").child(from_code("a1")).child(from_code("a2"));
    let b = second.iter().fold(from_code("b"), |b, name| b.child(from_code(name)));
    Blueprint::template("unit", "p")
        .state(from_code("p").parallel().child(a).child(b))
        .state(from_code("rest"))
}

/// A unit of a machine in these states, the next version of the machine, and where the unit is then.
fn reloaded(
    blueprint: &Blueprint,
    states: &[&str],
    later: &Blueprint,
    fallback: Option<&str>,
) -> (Vec<&'static str>, Vec<String>) {
    let mut units = Population::new(&build(blueprint));
    let unit = units.spawn(&mut (), Silent);
    for state in states {
        units.set_state(&mut (), unit, StateId::from(*state), false).unwrap();
    }
    let lost = units.replace_definition(&build(later), fallback).unwrap();
    (names(&units, unit), lost)
}

#[test]
fn all_regions_are_active_when_the_state_of_one_is_gone() {
    let (before, later) = (regions(&["b1", "b2"]), regions(&["b1"]));
    for fallback in ["p", "b", "b1", "a1", "rest"] {
        let (states, lost) = reloaded(&before, &["a2", "b2"], &later, Some(fallback));
        assert_eq!((states, lost), (vec!["a2", "b1"], vec!["state `b2` (1)".to_owned()]), "{fallback}");
    }
    // The region is gone, and nothing is parallel any more.
    let mut flat = regions(&["b1"]);
    flat.states[0].states.pop();
    (flat.states[0].parallel, flat.states[0].initial) = (false, Some("a".to_owned()));
    let (states, lost) = reloaded(&before, &["a2", "b2"], &flat, Some("rest"));
    assert_eq!((states, lost), (vec!["a2"], vec!["state `b2` (1)".to_owned()]));
}

#[test]
fn a_state_that_becomes_parallel_around_the_current_one_has_all_regions_active() {
    let p = from_code("p")
        .child(from_code("a").child(from_code("a1")).child(from_code("a2")))
        .child(from_code("b"));
    let before = Blueprint::template("unit", "p").state(p);
    for (current, expected) in [("a2", ["a2", "b1"]), ("b", ["a1", "b1"])] {
        let (states, lost) = reloaded(&before, &[current], &regions(&["b1", "b2"]), None);
        assert_eq!(states, expected);
        let rest = "rest in state `b`, which has states inside now (1)".to_owned();
        assert_eq!(lost, if current == "b" { vec![rest] } else { Vec::new() });
    }
}

#[test]
fn history_does_not_lead_to_rest_in_a_state_that_got_children() {
    for history in [History::Shallow, History::Deep] {
        let move_with = |walk: State| {
            let movement = from_code("move").history(history).child(from_code("stand")).child(walk);
            Blueprint::hierarchy("unit", "move").state(movement).state(from_code("idle"))
        };
        let mut units = Population::new(&build(&move_with(from_code("walk"))));
        let unit = units.spawn(&mut (), Silent);
        for state in ["walk", "idle"] {
            units.set_state(&mut (), unit, StateId::from(state), false).unwrap();
        }
        let walk = from_code("walk").child(from_code("slow")).child(from_code("fast"));
        units.replace_definition(&build(&move_with(walk)), None).unwrap();
        units.set_state(&mut (), unit, StateId::from("move"), false).unwrap();
        assert_eq!(names(&units, unit), ["slow"], "{history:?}");
    }
}

#[test]
fn what_another_family_cannot_have_is_listed() {
    let flat = |family| {
        let states = ["a", "b", "c"].map(from_code);
        Blueprint { states: states.to_vec(), ..Blueprint::new("unit", family, "a") }
    };
    let mut units = Population::new(&build(&flat(Family::Pushdown)));
    let unit = units.spawn(&mut (), Silent);
    for state in ["b", "c"] {
        units.enter(&mut (), unit, StateId::from(state)).unwrap();
    }
    for family in [Family::Table, Family::Hierarchy, Family::Template] {
        let (restored, lost) = Population::restore(&build(&flat(family)), &units.snapshot(), None).unwrap();
        assert_eq!((names(&restored, unit), lost.len()), (vec!["c"], 2), "{family:?}: {lost:?}");
        assert!(lost[0].contains("`a`") && lost[1].contains("`b`"), "{lost:?}");
    }
    // Regions are no stack.
    let mut stack = flat(Family::Pushdown);
    stack.states.extend(regions(&["b1", "b2"]).states);
    stack.states.retain(|state| state.name != "b" && state.name != "a");
    stack.initial = "c".to_owned();
    (stack.states[1].parallel, stack.states[1].initial) = (false, Some("a".to_owned()));
    let (states, lost) = reloaded(&regions(&["b1", "b2"]), &["a2", "b2"], &stack, None);
    assert_eq!((states, lost), (vec!["a2"], vec!["state `b2` (1)".to_owned()]));
    // A unit of a template rests in a state, one of a hierarchy does not.
    let walk = || from_code("walk").child(from_code("slow"));
    let mut units = Population::new(&build(&Blueprint::template("unit", "walk").state(walk())));
    let unit = units.spawn(&mut (), Silent);
    units.leave_current(&mut (), unit).unwrap();
    let later = Blueprint::hierarchy("unit", "walk").state(walk());
    let lost = units.replace_definition(&build(&later), None).unwrap();
    assert_eq!(names(&units, unit), ["slow"]);
    assert_eq!(lost, ["rest in state `walk`, which has states inside now (1)"]);
}

#[test]
fn a_stack_keeps_its_top_in_a_machine_with_a_lower_one() {
    let stack = |max_depth| {
        let on = |name: &str| from_code(name).on("push", Next::enter("b"));
        Blueprint::pushdown("unit", "a").max_depth(max_depth).state(on("a")).state(on("b")).state(on("c"))
    };
    let mut units = Population::new(&build(&stack(4)));
    let unit = units.spawn(&mut (), Silent);
    for state in ["b", "c", "b"] {
        units.enter(&mut (), unit, StateId::from(state)).unwrap();
    }
    let lost = units.replace_definition(&build(&stack(2)), None).unwrap();
    assert_eq!(names(&units, unit), ["b", "c"]);
    let of = |name: &str| format!("state `{name}` below on the stack (1)");
    assert_eq!(lost, [of("a"), of("b")]);
}
