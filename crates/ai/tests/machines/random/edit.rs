//! Random edits of a machine, after which it is a machine again.

use proscenium_ai::{Blueprint, Family, Go, History, Next, State};

use super::{Choices, all_states, state_names};

/// Changes a few things: states are removed, added, moved and given another name, become parallel or final,
/// or choose otherwise; the machine becomes one of another family.
pub fn edited(choices: &mut Choices, blueprint: &Blueprint) -> Blueprint {
    let mut other = blueprint.clone();
    for _ in 0..=choices.up_to(3) {
        edit(choices, &mut other);
    }
    repair(&mut other);
    other
}

fn edit(choices: &mut Choices, blueprint: &mut Blueprint) {
    let names = state_names(blueprint);
    let name = names[choices.up_to(names.len() - 1)].clone();
    let fresh = format!("n{}", choices.up_to(1_000_000));
    match choices.up_to(11) {
        0 | 1 if names.len() > 2 => drop(take(&mut blueprint.states, &name, choices.one_in(2))),
        2 => change(&mut blueprint.states, &name, &mut |state| state.name.clone_from(&fresh)),
        3 | 4 => change(&mut blueprint.states, &name, &mut |state| {
            let children = (0..=choices.up_to(2)).map(|child| State::new(&format!("{fresh}.{child}")));
            state.states.extend(children.map(State::from_code));
            state.parallel |= choices.one_in(3);
        }),
        5 | 6 => change(&mut blueprint.states, &name, &mut |state| state.parallel = !state.parallel),
        7 => blueprint.states.insert(choices.up_to(blueprint.states.len()), State::new(&fresh).from_code()),
        8 => {
            let families = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template];
            blueprint.family = families[choices.up_to(3)];
        }
        9 => change(&mut blueprint.states, &name, &mut |state| {
            state.history = [History::None, History::Shallow, History::Deep][choices.up_to(2)];
            state.initial = None;
            state.after.truncate(choices.up_to(1));
        }),
        10 if names.len() > 2 => {
            if let Some(moved) = take(&mut blueprint.states, &name, false) {
                let names = state_names(blueprint);
                let to = names.get(choices.up_to(names.len())).cloned();
                match to {
                    Some(to) => change(&mut blueprint.states, &to, &mut |state| {
                        state.states.insert(choices.up_to(state.states.len()), moved.clone());
                    }),
                    None => blueprint.states.push(moved),
                }
            }
        }
        _ => blueprint.max_depth = 2 + choices.up_to(4) as u8,
    }
    if blueprint.states.is_empty() {
        blueprint.states.push(State::new(&fresh).from_code());
    }
}

/// Takes a state out; `lifts` leaves those inside of it in its place.
fn take(states: &mut Vec<State>, name: &str, lifts: bool) -> Option<State> {
    if let Some(at) = states.iter().position(|state| state.name == name) {
        let mut state = states.remove(at);
        if lifts {
            states.splice(at..at, std::mem::take(&mut state.states));
        }
        return Some(state);
    }
    states.iter_mut().find_map(|state| take(&mut state.states, name, lifts))
}

fn change(states: &mut [State], name: &str, act: &mut dyn FnMut(&mut State)) {
    for state in states {
        if state.name == name {
            return act(state);
        }
        change(&mut state.states, name, act);
    }
}

/// What makes it a machine again, without names that are gone.
fn repair(blueprint: &mut Blueprint) {
    if blueprint.family == Family::Table {
        while let Some(at) = blueprint.states.iter().position(|state| !state.states.is_empty()) {
            let inner = std::mem::take(&mut blueprint.states[at].states);
            blueprint.states.extend(inner);
        }
    }
    let mut regions = 1;
    let family = blueprint.family;
    for state in &mut blueprint.states {
        shape(state, family, &mut regions);
    }
    let known = blueprint.clone();
    let names = state_names(&known);
    let rows = Rows { all: all_states(&known), family };
    let top = None;
    blueprint.states.iter_mut().for_each(|state| rows.correct(state, top));
    blueprint.on.iter_mut().for_each(|row| rows.next(&mut row.then, false));
    blueprint.when.iter_mut().for_each(|when| rows.next(&mut when.then, false));
    blueprint.on.retain(|row| rows.knows_guard(row.guard.as_ref()));
    blueprint.when.retain(|when| family != Family::Table && rows.knows_guard(Some(&when.trigger)));
    if !names.contains(&blueprint.initial) {
        blueprint.initial.clone_from(&names[0]);
    }
}

/// What a state says about its children.
fn shape(state: &mut State, family: Family, regions: &mut usize) {
    let count = state.states.len();
    let may_be = matches!(family, Family::Hierarchy | Family::Template) && count > 1;
    state.parallel &= may_be && *regions + count <= 17;
    if state.parallel {
        *regions += count - 1;
        (state.history, state.initial) = (History::None, None);
    }
    if count == 0 {
        state.initial = None;
    }
    state.is_final &= count == 0;
    let is_child = |name: &String| state.states.iter().any(|child| child.name == *name);
    let plain = !state.parallel;
    if !plain || !state.initial.as_ref().is_some_and(is_child) {
        let first = state.states.first().filter(|_| plain && family != Family::Template);
        state.initial = first.map(|child| child.name.clone());
    }
    if family != Family::Pushdown {
        (state.covered, state.uncovered) = (None, None);
    }
    if family == Family::Table {
        state.when.clear();
    }
    for child in &mut state.states {
        shape(child, family, regions);
    }
}

struct Rows<'a> {
    all: Vec<(&'a State, Option<&'a State>)>,
    family: Family,
}

impl Rows<'_> {
    fn find(&self, name: &str) -> Option<&State> {
        self.all.iter().find(|(state, _)| state.name == name).map(|(state, _)| *state)
    }

    fn knows_guard(&self, guard: Option<&String>) -> bool {
        let state = guard.and_then(|guard| guard.trim_start_matches('!').strip_prefix("in:"));
        state.is_none_or(|state| self.find(state).is_some())
    }

    fn next(&self, next: &mut Next, is_region: bool) {
        let is_known = next.target().is_none_or(|target| self.find(target).is_some());
        if let Next::Go(go) = next {
            let target = self.find(&go.to);
            let is_inside = |or: &String| {
                let inner = target.map_or(Vec::new(), names_inside);
                inner.contains(or)
            };
            go.or = go.or.take().filter(|or| is_inside(or));
            if target.is_some_and(|target| target.parallel) {
                (go.or, go.history) = (None, None);
            }
        }
        let is_stack = self.family == Family::Pushdown;
        let fits = match next {
            Next::Stay => true,
            Next::To(_) | Next::Go(_) => !is_stack,
            Next::Enter(_) | Next::Switch(_) | Next::Exit => is_stack,
            Next::Leave => self.family == Family::Template && !is_region,
        };
        if !fits || !is_known {
            *next = Next::Stay;
        }
    }

    /// A trigger to a state that the unit is in anyway is a mistake.
    fn trigger(&self, next: &mut Next, own: &String) {
        let is_there =
            |to: &String| to == own || self.find(to).is_some_and(|target| names_inside(target).contains(own));
        if matches!(&next, Next::To(to) | Next::Go(Go { to, external: false, .. }) if is_there(to)) {
            *next = Next::Stay;
        }
    }

    fn correct(&self, state: &mut State, parent: Option<&State>) {
        let is_region = parent.is_some_and(|parent| parent.parallel);
        state.on.iter_mut().for_each(|row| self.next(&mut row.then, is_region));
        state.when.iter_mut().for_each(|when| self.next(&mut when.then, is_region));
        state.when.iter_mut().for_each(|when| self.trigger(&mut when.then, &state.name));
        state.after.iter_mut().for_each(|after| self.next(&mut after.then, is_region));
        state.on.retain(|row| self.knows_guard(row.guard.as_ref()));
        state.when.retain(|when| self.knows_guard(Some(&when.trigger)));
        state.after.retain(|after| self.knows_guard(after.guard.as_ref()));
        state.can_go = state.can_go.take().filter(|guard| self.knows_guard(Some(guard)));
        let own = state.clone();
        state.states.iter_mut().for_each(|child| self.correct(child, Some(&own)));
    }
}

fn names_inside(state: &State) -> Vec<String> {
    let own = state.states.iter().map(|child| child.name.clone());
    own.chain(state.states.iter().flat_map(names_inside)).collect()
}
