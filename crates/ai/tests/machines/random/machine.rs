//! Random machines.

use proscenium_ai::{Blueprint, Family, FixedUpdate, Go, History, Next, Row, State, Timeout, Trigger};

use super::{EVENTS, PAYLOADS};

/// A source of choices, so that one number is a whole case.
pub struct Choices(pub fastrand::Rng);

impl Choices {
    pub fn up_to(&mut self, most: usize) -> usize {
        self.0.usize(0..=most)
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.0.usize(0..n) == 0
    }

    fn guard(&mut self, states: usize) -> Option<String> {
        match self.up_to(13) {
            0 | 1 => Some(format!("g{}", self.up_to(4))),
            2 | 3 => Some(format!("!g{}", self.up_to(4))),
            4 => Some(format!("in:s{}", self.up_to(states - 1))),
            5 => Some(format!("!in:s{}", self.up_to(states - 1))),
            _ => None,
        }
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.up_to(choices.len() - 1)]
    }

    /// A name for each action, so that a list of calls shows which one was called.
    fn action(&mut self, what: &str, state: usize) -> Option<String> {
        self.one_in(3).then(|| format!("{what}.{state}"))
    }

    fn then(&mut self, family: Family, states: usize) -> Next {
        let target = format!("s{}", self.up_to(states - 1));
        match (family, self.up_to(7)) {
            (Family::Pushdown, 0..=2) => Next::Enter(target),
            (Family::Pushdown, 3 | 4) => Next::Switch(target),
            (Family::Pushdown, 5 | 6) => Next::Exit,
            (_, 7) => Next::Stay,
            (Family::Table | Family::Hierarchy | Family::Template, 5) => Next::Go(Go {
                to: target,
                history: self.of(&[None, Some(History::None), Some(History::Shallow), Some(History::Deep)]),
                or: None,
                external: self.one_in(2),
            }),
            (Family::Template, 6) => Next::Leave,
            _ => Next::To(target),
        }
    }
}

/// What a random machine may have.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub family: Family,
    pub most_states: usize,
    /// No code at all: the next state of a unit is in tables.
    pub is_bare: bool,
    /// Deadlines of all kinds.
    pub has_times: bool,
    pub has_handlers: bool,
    /// Conditions that are polled.
    pub has_triggers: bool,
    pub has_regions: bool,
}

impl Kind {
    pub fn random(choices: &mut Choices, most_states: usize) -> Self {
        let families = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template];
        let family = families[choices.up_to(3)];
        let is_bare = choices.one_in(5);
        Self {
            family,
            most_states,
            is_bare,
            has_times: !is_bare && choices.one_in(2),
            has_handlers: !is_bare && choices.one_in(3),
            has_triggers: family != Family::Table && !is_bare && choices.one_in(2),
            has_regions: matches!(family, Family::Hierarchy | Family::Template) && choices.one_in(2),
        }
    }
}

/// A machine whose states are at most 8 deep.
pub fn machine(choices: &mut Choices, kind: Kind) -> Blueprint {
    let family = kind.family;
    let most = if choices.one_in(8) { kind.most_states } else { kind.most_states.min(20) };
    let count = 2 + choices.up_to(most - 2);
    let (mut depths, mut parents) = (vec![1_usize; count], vec![None; count]);
    let mut states: Vec<State> = Vec::with_capacity(count);
    for number in 0..count {
        let mut state = State::new(&format!("s{number}")).from_code();
        if family != Family::Table && number > 0 && choices.one_in(2) {
            let parent = choices.up_to(number - 1);
            if depths[parent] < 8 {
                depths[number] = depths[parent] + 1;
                parents[number] = Some(parent);
            }
        }
        for row in 0..choices.up_to(3) {
            let is_done = choices.one_in(6);
            let event = if is_done { choices.up_to(count - 1) } else { choices.up_to(EVENTS - 1) };
            let event = if is_done { format!("done.s{event}") } else { format!("e{event}") };
            let plain = kind.is_bare;
            let guard = if plain { None } else { choices.guard(count) };
            let action = if plain { None } else { choices.action(&format!("row{row}"), number) };
            let then = choices.then(family, count);
            if state.on.iter().all(|row: &Row| row.event != event || row.guard.is_some()) {
                state.on.push(Row { event, guard, action, then });
            }
        }
        state.history = [History::None, History::None, History::Shallow, History::Deep][choices.up_to(3)];
        if !kind.is_bare {
            add_code(choices, kind, &mut state, number, count);
        }
        states.push(state);
    }
    let mut regions = 1;
    for (number, state) in states.iter_mut().enumerate() {
        let children: Vec<usize> = (0..count).filter(|&child| parents[child] == Some(number)).collect();
        if children.is_empty() {
            state.is_final = choices.one_in(4);
        } else if kind.has_regions && children.len() > 1 && regions + children.len() <= 17 {
            regions += children.len() - 1;
            state.parallel = true;
            state.history = History::None;
        } else if family != Family::Template || choices.one_in(2) {
            state.initial = Some(format!("s{}", children[choices.up_to(children.len() - 1)]));
        }
    }
    let mut blueprint = Blueprint::new("random", family, &format!("s{}", choices.up_to(count - 1)));
    blueprint.states = states;
    blueprint.max_depth = 2 + choices.up_to(4) as u8;
    blueprint.queue = 1 + choices.up_to(3) as u8;
    blueprint.all_messages = choices.one_in(4);
    for event in 0..EVENTS {
        blueprint = blueprint.event(&format!("e{event}"));
        if choices.one_in(3) {
            blueprint = blueprint.payload(&format!("e{event}"), choices.of(&PAYLOADS));
        }
    }
    if choices.one_in(3) {
        let guard = if kind.is_bare { None } else { choices.guard(count) };
        let event = format!("e{}", choices.up_to(EVENTS - 1));
        blueprint.on.push(Row { event, guard, action: None, then: choices.then(family, count) });
    }
    if kind.has_triggers && choices.one_in(3) {
        blueprint.when.push(trigger(choices, family, count, "any".to_owned()));
    }
    correct(choices, &mut blueprint, &parents);
    for number in (0..count).rev() {
        if let Some(parent) = parents[number] {
            let state = blueprint.states.remove(number);
            blueprint.states[parent].states.insert(0, state);
        }
    }
    blueprint
}

/// Corrects what cannot be said before all states are known. Each is listed beside its parent.
fn correct(choices: &mut Choices, blueprint: &mut Blueprint, parents: &[Option<usize>]) {
    let states = blueprint.states.clone();
    let find = |name: &String| states.iter().position(|state| state.name == *name);
    let is_parallel = |state: Option<usize>| state.is_some_and(|state| states[state].parallel);
    let is_inside = |state: usize, outer: Option<usize>| {
        std::iter::successors(parents[state], |&state| parents[state]).any(|around| Some(around) == outer)
    };
    let mut correct = |next: &mut Next, is_region: bool| match next {
        Next::Leave if is_region => *next = Next::Stay,
        Next::Go(go) if is_parallel(find(&go.to)) => go.history = None,
        Next::Go(go) => {
            let to = find(&go.to);
            let inside: Vec<usize> = (0..states.len()).filter(|&state| is_inside(state, to)).collect();
            if !inside.is_empty() && choices.one_in(2) {
                go.or = Some(format!("s{}", inside[choices.up_to(inside.len() - 1)]));
            }
        }
        _ => {}
    };
    for (state, parent) in blueprint.states.iter_mut().zip(parents) {
        let is_region = is_parallel(*parent);
        state.on.iter_mut().for_each(|row| correct(&mut row.then, is_region));
        state.when.iter_mut().for_each(|when| correct(&mut when.then, is_region));
        // A trigger to a state that the unit is in anyway is a mistake.
        let number = find(&state.name);
        let is_there = |to: &String| number == find(to) || number.is_some_and(|own| is_inside(own, find(to)));
        for when in &mut state.when {
            if matches!(&when.then, Next::To(to) | Next::Go(Go { to, external: false, .. }) if is_there(to)) {
                when.then = Next::Stay;
            }
        }
        state.after.iter_mut().for_each(|after| correct(&mut after.then, is_region));
    }
    blueprint.on.iter_mut().for_each(|row| correct(&mut row.then, false));
    blueprint.when.iter_mut().for_each(|when| correct(&mut when.then, false));
}

/// The same machine with its states in another order, but for children whose order matters.
pub fn reordered(choices: &mut Choices, blueprint: &Blueprint) -> Blueprint {
    let mut other = blueprint.clone();
    choices.0.shuffle(&mut other.states);
    each(&mut other.states, &mut |state| {
        if !state.parallel {
            choices.0.shuffle(&mut state.states);
        }
    });
    other
}

/// The same machine with other intervals of fixed updates.
pub fn retimed(choices: &mut Choices, blueprint: &Blueprint) -> Blueprint {
    let mut other = blueprint.clone();
    each(&mut other.states, &mut |state| {
        let fixed = state.fixed_update.iter_mut();
        fixed.for_each(|fixed| fixed.every = 1 + choices.up_to(60) as u32);
    });
    other
}

/// Calls `change` for all of these states and those inside of them.
fn each(states: &mut [State], change: &mut impl FnMut(&mut State)) {
    for state in states {
        change(state);
        each(&mut state.states, change);
    }
}

fn trigger(choices: &mut Choices, family: Family, count: usize, action: String) -> Trigger {
    let not = choices.of(&["", "!"]);
    let trigger = match choices.one_in(6) {
        true => format!("{not}in:s{}", choices.up_to(count - 1)),
        false => format!("{not}g{}", choices.up_to(4)),
    };
    let action = choices.one_in(4).then_some(action);
    Trigger { trigger, level: choices.up_to(2) as i32 - 1, action, then: choices.then(family, count) }
}

fn add_code(choices: &mut Choices, kind: Kind, state: &mut State, number: usize, count: usize) {
    let family = kind.family;
    state.enter = choices.action("enter", number);
    state.exit = choices.action("exit", number);
    state.update = choices.action("update", number);
    if family == Family::Pushdown {
        state.covered = choices.action("covered", number);
        state.uncovered = choices.action("uncovered", number);
    }
    if choices.one_in(10) {
        state.can_go = Some(format!("g{}", choices.up_to(4)));
    }
    if kind.has_handlers && choices.one_in(4) {
        state.handler = Some(format!("handler.{number}"));
    }
    if kind.has_times {
        for timeout in 0..choices.up_to(2).saturating_sub(choices.up_to(1)) {
            let (ms, guard) = (1 + choices.up_to(90) as u32, choices.guard(count));
            let action = choices.action(&format!("timeout{timeout}"), number);
            state.after.push(Timeout { ms, guard, action, then: choices.then(family, count) });
        }
        if choices.one_in(5) {
            let drop_remainder = !choices.one_in(2);
            let (every, call) = (1 + choices.up_to(60) as u32, format!("fixed.{number}"));
            // Without an offset, which goes by the unit's place.
            state.fixed_update = Some(FixedUpdate { every, call, drop_remainder, spread: false });
        }
        if choices.one_in(6) {
            state.min_time = choices.up_to(60) as u32;
        }
    }
    if kind.has_triggers {
        for row in 0..choices.up_to(2) {
            state.when.push(trigger(choices, family, count, format!("trigger{row}.{number}")));
        }
    }
}
