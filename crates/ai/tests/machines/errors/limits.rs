//! The limits of a machine: the largest that is fine, and the smallest that is not.

use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Family, FixedUpdate, Next, Population, Row, State};

use super::{FAMILIES, build_problems, is_fine, is_wrong, machine, only, problems, state};

const MAX_STATES: usize = 250;
const MAX_EVENTS: usize = 254;
const MAX_NESTING: usize = 64;
const MAX_MS: u32 = 8 * 60 * 60 * 1000;

fn many(count: usize) -> Blueprint {
    let mut blueprint = machine(Family::Table, (0..count).map(|number| state(&format!("s{number}"))));
    blueprint.initial = "s0".to_owned();
    blueprint
}

#[test]
fn there_are_at_most_250_states_besides_the_root() {
    let most = many(MAX_STATES);
    let structure = most.check().unwrap();
    assert_eq!(structure.state_count(), MAX_STATES + 1);
    assert!(most.build(&Bindings::<()>::new()).is_ok());
    for count in [MAX_STATES + 1, 300 * MAX_STATES] {
        let blueprint = many(count);
        let found = only(problems(&blueprint));
        assert_eq!(found, (String::new(), "there are more than 250 states".to_owned()));
    }
}

#[test]
fn a_machine_with_the_most_states_events_and_regions_works() {
    for family in FAMILIES {
        let is_stack = family == Family::Pushdown;
        for has_world in [false, true] {
            let mut blueprint = many(MAX_STATES);
            blueprint.family = family;
            for (number, state) in blueprint.states.iter_mut().enumerate() {
                let next = format!("s{}", (number + 1) % MAX_STATES);
                let then = if is_stack { Next::Switch(next) } else { Next::To(next) };
                state.on.push(Row { event: format!("r{}", number % MAX_EVENTS), then, ..Row::default() });
                state.update = has_world.then(|| "count".to_owned());
                state.min_time = 0;
            }
            let bindings = Bindings::new().action("count", |count: &mut u32, _: &mut (), _| *count += 1);
            let mut units = Population::new(&blueprint.build(&bindings).unwrap());
            let all: Vec<_> = (0..300).map(|_| units.spawn(&mut (), 0)).collect();
            for number in 0..MAX_STATES + 3 {
                let event = format!("r{}", number % MAX_STATES % MAX_EVENTS);
                let events = vec![units.definition().event(&event); 300];
                units.tick_events(&mut (), Duration::from_millis(16), &events);
                let name = format!("s{}", (number + 1) % MAX_STATES);
                let state = units.definition().state(&name).unwrap();
                assert!(all.iter().all(|unit| units.state(*unit) == Some(state)), "{family:?} {name}");
                assert_eq!(units.count_in(state), 300);
            }
            units.despawn(&mut (), all[7]).unwrap();
            units.tick(&mut (), Duration::from_millis(16));
            assert_eq!((units.len(), units.counts().iter().sum::<usize>()), (299, 299));
        }
    }
}

#[test]
fn states_are_nested_as_deep_as_may_be_and_no_deeper() {
    let chain = |count: usize| {
        let numbers = (1..count).rev();
        let inner = numbers.fold(None, |inner: Option<State>, number| {
            Some(State { states: inner.into_iter().collect(), ..state(&format!("s{number}")).from_code() })
        });
        machine(Family::Template, [State { states: inner.into_iter().collect(), ..state("a") }])
    };
    is_fine(&chain(MAX_NESTING));
    for count in [MAX_NESTING + 1, MAX_STATES - 1] {
        let blueprint = chain(count);
        let found = only(problems(&blueprint));
        assert_eq!(found, ("s64".to_owned(), "it is nested deeper than 64 states".to_owned()));
    }
}

#[test]
fn there_are_at_most_254_events() {
    let with_events = |listed: usize, of_rows: usize| {
        let mut only = state("a");
        only.on.extend((0..of_rows).map(|number| Row { event: format!("r{number}"), ..Row::default() }));
        let mut blueprint = machine(Family::Table, [only]);
        blueprint.events.extend((0..listed).map(|number| format!("l{number}")));
        blueprint
    };
    for (listed, of_rows) in [(MAX_EVENTS, 0), (0, MAX_EVENTS), (100, 154)] {
        is_fine(&with_events(listed, of_rows));
        assert!(with_events(listed, of_rows).build(&Bindings::<()>::new()).is_ok());
    }
    is_wrong(&with_events(255, 0), "", "there are 255 events, more than 254");
    is_wrong(&with_events(0, 300), "", "there are 300 events, more than 254");
    let hostile = with_events(5_000, 5_000);
    assert_eq!(only(problems(&hostile)).1, "there are 10000 events, more than 254");
}

#[test]
fn a_machine_with_too_many_transitions_is_refused() {
    let mut blueprint = many(MAX_STATES - 1);
    for number in 0..MAX_EVENTS * 20 {
        let event = format!("e{}", number % MAX_EVENTS);
        blueprint.on.push(Row { event, guard: Some("near".to_owned()), ..Row::default() });
    }
    let bindings = Bindings::<()>::new().guard("near", |(), _, _| true);
    let (_, what) = only(build_problems(&blueprint, &bindings));
    assert_eq!(what, "the machine is too large: too many combinations of states and transitions");
}

#[test]
fn a_time_is_at_most_eight_hours() {
    let what = "a time is longer than 28800000 ms";
    for ms in [MAX_MS, MAX_MS + 1, u32::MAX] {
        let fixed = FixedUpdate { every: ms, call: "act".to_owned(), ..FixedUpdate::default() };
        let states = [
            state("a").after(ms, Next::Stay),
            state("a").min_time(ms),
            State { fixed_update: Some(fixed), ..state("a") },
            state("a").after(10, Next::Stay).after(ms, Next::Stay).min_time(ms),
        ];
        for state in states {
            let blueprint = machine(Family::Hierarchy, [state]);
            if ms > MAX_MS { is_wrong(&blueprint, "a", what) } else { is_fine(&blueprint) }
        }
    }
}

#[test]
fn a_fixed_update_takes_some_time() {
    let blueprint = machine(Family::Hierarchy, [state("a").fixed_update(0, "act")]);
    is_wrong(&blueprint, "a", "its fixed update comes every 0 ms");
    is_fine(&machine(Family::Hierarchy, [state("a").fixed_update(1, "act")]));
}

#[test]
fn at_least_one_message_can_wait() {
    for family in FAMILIES {
        let blueprint = Blueprint { queue: 0, ..machine(family, [state("a")]) };
        is_wrong(&blueprint, "", "queue is 0, so no message could ever arrive");
    }
    is_fine(&Blueprint { queue: 255, ..machine(Family::Table, [state("a")]) });
}

#[test]
fn a_stack_is_from_two_to_sixty_four_deep() {
    for max_depth in [0, 1, 65, 255] {
        let blueprint = Blueprint { max_depth, ..machine(Family::Pushdown, [state("a")]) };
        is_wrong(&blueprint, "", "max_depth is not from 2 to 64");
    }
    for max_depth in [2, 64] {
        is_fine(&Blueprint { max_depth, ..machine(Family::Pushdown, [state("a")]) });
    }
}
