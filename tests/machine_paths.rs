//! The short ways of a population: units in lists, steps taken together, tables without code. They must
//! be no different from one unit after the other, whose every change is recorded, which takes the general way.

use std::time::Duration;

use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, TestRunner};
use proscenium::ai::{
    After, Bindings, Blueprint, Context, EventId, Family, History, Machine, On, Poll, Population, State,
    Then, When,
};

/// What a unit is made of: all calls in order, and what guards look at.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unit {
    calls: Vec<String>,
    flags: u8,
}

/// A source of choices, so that one number is a whole case.
struct Choices(fastrand::Rng);

impl Choices {
    fn up_to(&mut self, most: usize) -> usize {
        self.0.usize(0..=most)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.0.usize(0..n) == 0
    }

    fn guard(&mut self) -> Option<String> {
        match self.up_to(5) {
            0 => Some(format!("g{}", self.up_to(2))),
            1 => Some(format!("!g{}", self.up_to(2))),
            _ => None,
        }
    }

    fn action(&mut self) -> Option<String> {
        self.one_in(3).then(|| format!("a{}", self.up_to(5)))
    }

    fn then(&mut self, family: Family, states: usize) -> Then {
        let target = format!("s{}", self.up_to(states - 1));
        match (family, self.up_to(7)) {
            (Family::Pushdown, 0..=2) => Then::Enter(target),
            (Family::Pushdown, 3 | 4) => Then::Switch(target),
            (Family::Pushdown, 5 | 6) => Then::Exit,
            (_, 7) => Then::Stay,
            (Family::Template, 6) => Then::Leave,
            _ => Then::To(target),
        }
    }
}

const EVENTS: usize = 4;

/// A machine of a family. `is_bare` has no code at all.
fn machine(choices: &mut Choices, family: Family) -> Blueprint {
    let most = if choices.one_in(8) { 300 } else { 20 };
    let count = 2 + choices.up_to(most);
    let is_bare = choices.one_in(4);
    let has_times = !is_bare && choices.one_in(2);
    let mut states: Vec<State> =
        (0..count).map(|number| State::new(&format!("s{number}")).from_code()).collect();
    for (number, state) in states.iter_mut().enumerate() {
        if family != Family::Table && number > 0 && choices.one_in(2) {
            let parent = choices.up_to(number - 1);
            state.parent = Some(format!("s{parent}"));
        }
        for _ in 0..choices.up_to(3) {
            let event = format!("e{}", choices.up_to(EVENTS - 1));
            let (guard, action) = if is_bare { (None, None) } else { (choices.guard(), choices.action()) };
            state.on.push(On { event, guard, action, then: choices.then(family, count) });
        }
        if is_bare {
            continue;
        }
        state.enter = choices.action();
        state.exit = choices.action();
        state.update = choices.action();
        if family == Family::Pushdown {
            state.covered = choices.action();
            state.uncovered = choices.action();
        }
        if choices.one_in(10) {
            state.can_go = Some("g0".to_owned());
        }
        if has_times && choices.one_in(3) {
            let then = choices.then(family, count);
            state.after.push(After {
                ms: 1 + choices.up_to(90) as u32,
                guard: choices.guard(),
                action: None,
                then,
            });
        }
        if has_times && choices.one_in(5) {
            *state = state.clone().fixed_update(1 + choices.up_to(60) as u32, "a0");
            // The offset goes by the unit's place, and a unit by itself has another one.
            state.fixed_update.as_mut().expect("it was just set").spread = false;
        }
        if matches!(family, Family::Hierarchy | Family::Template) {
            if has_times && choices.one_in(6) {
                state.min_time = choices.up_to(60) as u32;
            }
            for _ in 0..choices.up_to(2) {
                let trigger = format!("{}g{}", if choices.one_in(2) { "!" } else { "" }, choices.up_to(2));
                let then = Then::To(format!("s{}", choices.up_to(count - 1)));
                state.when.push(When { trigger, level: choices.up_to(2) as i32, action: None, then });
            }
        }
        state.history = [History::None, History::None, History::Shallow, History::Deep][choices.up_to(3)];
    }
    for number in 0..count {
        let child = states.iter().find(|state| state.parent == Some(format!("s{number}")));
        let child = child.map(|state| state.name.clone());
        if family != Family::Template || choices.one_in(2) {
            states[number].initial = child;
        }
    }
    let mut blueprint = Blueprint::new("random", family, "s0");
    blueprint.states = states;
    blueprint.max_depth = 2 + choices.up_to(4) as u8;
    blueprint.queue = 1 + choices.up_to(3) as u8;
    blueprint.poll = if choices.one_in(4) { Poll::All } else { Poll::One };
    for event in 0..EVENTS {
        blueprint = blueprint.event(&format!("e{event}"));
    }
    blueprint
}

fn bindings(blueprint: &Blueprint, asks: bool) -> Bindings<Unit> {
    let structure = blueprint.check().expect("the machine was made right");
    let mut bindings = Bindings::new();
    for number in 0..3 {
        bindings = bindings.guard(&format!("g{number}"), move |unit: &Unit, _| unit.flags >> number & 1 == 1);
    }
    let states: Vec<_> = structure.states().skip(1).collect();
    for number in 0..6_usize {
        let name = format!("a{number}");
        let event = structure.event("e1").expect("it is declared");
        let states = states.clone();
        let action = move |unit: &mut Unit, cx: &mut Context<'_>| {
            unit.calls.push(format!("{number} {:?} {}", cx.event(), cx.delta().as_millis()));
            unit.flags = unit.flags.rotate_left(1) ^ number as u8;
            let target = states[unit.calls.len() % states.len()];
            match number {
                4 if asks && unit.calls.len().is_multiple_of(3) => cx.set_state(target, unit.flags & 1 == 0),
                5 if asks && unit.calls.len().is_multiple_of(4) => cx.send(cx.unit(), event),
                _ => {}
            }
        };
        bindings = bindings.action(&name, action);
    }
    bindings
}

/// Plays a case on a population, and on machines of their own.
fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let family = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template][choices.up_to(3)];
    let blueprint = machine(&mut choices, family);
    let asks = choices.one_in(2);
    let Ok(definition) = blueprint.build(&bindings(&blueprint, asks)) else {
        // Timeouts may lead around in no time; that is not what is looked at here.
        return;
    };
    let count = if choices.one_in(8) { 300 + choices.up_to(100) } else { 1 + choices.up_to(20) };
    let mut all = Population::new(&definition);
    let mut ones = Vec::new();
    for _ in 0..count {
        let unit = Unit { flags: choices.up_to(255) as u8, calls: Vec::new() };
        all.spawn(unit.clone());
        ones.push(Machine::recording(&definition, unit));
    }
    let ids: Vec<_> = all.iter().collect();
    let events: Vec<EventId> =
        (0..EVENTS).filter_map(|number| definition.event(&format!("e{number}"))).collect();
    for tick in 0..30 {
        let rate = 1 + choices.up_to(20);
        let mut column = vec![None; count];
        let by_message = choices.one_in(2);
        for unit in 0..count {
            if choices.one_in(rate) {
                let event = events[choices.up_to(EVENTS - 1)];
                if by_message {
                    // A population may drop what is too much only in the tick.
                    let _ = (all.send(ids[unit], event), ones[unit].send(event));
                } else {
                    column[unit] = Some(event);
                }
            }
            if choices.one_in(9) {
                let flags = choices.up_to(255) as u8;
                all.data_mut()[unit].flags = flags;
                ones[unit].data_mut().flags = flags;
            }
        }
        let dt = Duration::from_millis(choices.up_to(40) as u64);
        if by_message {
            all.tick(dt)
        } else {
            all.tick_events(dt, &column)
        }
        for (unit, one) in ones.iter_mut().enumerate() {
            if by_message {
                one.tick(dt)
            } else {
                one.population_mut().tick_events(dt, &column[unit..=unit])
            }
            let (own, own_id) = (one.population(), one.unit());
            let is_same = all.stack(ids[unit]).eq(own.stack(own_id))
                && all.data()[unit] == *one.data()
                && all.waiting_for(ids[unit]) == own.waiting_for(own_id);
            assert!(
                is_same,
                "seed {seed}, {family:?}, tick {tick}, unit {unit} of {count}\n{:#?}\n{:#?}\n{blueprint:#?}",
                (all.stack(ids[unit]).collect::<Vec<_>>(), &all.data()[unit]),
                (own.stack(own_id).collect::<Vec<_>>(), one.data()),
            );
        }
    }
}

#[test]
fn units_in_lists_are_no_different_from_one_after_the_other() {
    let cases = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u32>().ok()).unwrap_or(1) * 400;
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, max_shrink_iters: 20, ..Config::default() },
        proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha),
    );
    runner
        .run(&any::<u64>().prop_map(|seed| seed), |seed| {
            play(seed);
            Ok(())
        })
        .unwrap();
}
