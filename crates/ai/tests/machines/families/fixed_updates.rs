//! Updates at an interval: the time beyond it is kept or dropped, and units can be spread over ticks.

use proscenium_ai::{Blueprint, FixedUpdate, Next, Population, State};

use super::{Notes, bindings, ms, take, unit};

/// In which of `ticks` ticks of 400 ms a fixed update of a second comes.
fn fixed_updates(drop_remainder: bool, ticks: usize) -> Vec<usize> {
    let mut state = State::new("a").update("each");
    state.fixed_update =
        Some(FixedUpdate { every: 1000, call: "fixed".to_owned(), drop_remainder, spread: false });
    let mut unit = unit(&Blueprint::pushdown("m", "a").state(state));
    let calls = (1..=ticks).filter(|_| {
        unit.tick(&mut (), ms(400));
        take(&mut unit) == "fixed"
    });
    calls.collect()
}

#[test]
fn a_fixed_update_replaces_the_update_and_keeps_its_remainder() {
    // n calls in n seconds: at 1.2, 2.0, 3.2, 4.0, 5.2, 6.0 s.
    assert_eq!(fixed_updates(false, 15), [3, 5, 8, 10, 13, 15]);
}

#[test]
fn a_fixed_update_can_drop_its_remainder() {
    // The document compares before it adds, drops what is beyond, and does not count the tick of the call: its
    // `_deltaTime` reaches a second after three ticks, the fourth calls, and the rule starts again.
    let mut literal = Vec::new();
    let (mut delta, check) = (0.0, 1.0);
    for tick in 1..=15 {
        if delta >= check {
            delta = 0.0;
            literal.push(tick);
        } else {
            delta += 0.4;
        }
    }
    assert_eq!(literal, [4, 8, 12]);
    assert_eq!(fixed_updates(true, 15), literal);
}

#[test]
fn fixed_updates_of_units_are_spread_over_ticks() {
    let mut state = State::new("a").fixed_update(1000, "think");
    state.fixed_update.as_mut().unwrap().spread = true;
    let blueprint = Blueprint::pushdown("m", "a").state(state);
    let mut units = Population::new(&blueprint.build(&bindings(&blueprint)).unwrap());
    for _ in 0..1000 {
        units.spawn(&mut (), Notes::default());
    }
    let mut busiest = 0;
    for _ in 0..100 {
        units.tick(&mut (), ms(20));
        let calls: usize =
            units.data_mut().iter_mut().map(|notes| std::mem::take(&mut notes.calls).len()).sum();
        busiest = busiest.max(calls);
    }
    // Twenty on average.
    assert!(busiest <= 24, "{busiest}");
}

#[test]
fn a_fixed_update_spreads_only_where_it_says_so() {
    let by_builder = State::new("a").fixed_update(500, "think").fixed_update.unwrap();
    assert_eq!(by_builder, FixedUpdate { every: 500, call: "think".to_owned(), ..FixedUpdate::default() });
    let by_file: FixedUpdate = serde_json::from_str(r#"{"every": 500, "call": "think"}"#).unwrap();
    assert_eq!((&by_file, by_file.spread), (&by_builder, false));
}

#[test]
fn fixed_updates_that_are_due_when_a_state_is_covered_come_after_it_is_uncovered() {
    let think = State::new("think").fixed_update(10, "fixed").on("push", Next::enter("wait"));
    let wait = State::new("wait").on("pop", Next::Exit);
    let mut unit = unit(&Blueprint::pushdown("m", "think").state(think).state(wait));
    let count = |unit: &mut super::Machine<Notes>, ticks: usize| {
        let calls = (0..ticks).filter(|_| {
            unit.tick(&mut (), ms(1));
            take(unit).contains("fixed")
        });
        calls.count()
    };
    unit.tick(&mut (), ms(100));
    assert_eq!(take(&mut unit), "fixed");
    unit.dispatch(&mut (), "push").unwrap();
    assert_eq!(count(&mut unit, 50), 0);
    unit.dispatch(&mut (), "pop").unwrap();
    // Nine that were due, one in each tick.
    assert_eq!(count(&mut unit, 9), 9);
    assert_eq!(count(&mut unit, 1), 1);
    assert_eq!(count(&mut unit, 9), 0);
}
