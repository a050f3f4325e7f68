//! How often a unit changes in one tick because its code asks for it: what counts is what changed.

use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, Machine, Next, Population, Row, State, StateId, UnitError,
};

const TICK: Duration = Duration::from_nanos(16_666_667);

/// What a unit's code does: it raises `raises` events `note`, and of its changes it asks for `asks` more.
#[derive(Default)]
struct Unit {
    raises: u32,
    asks: u32,
    noted: u32,
    changes: u32,
}

/// `a` and `b` take turns on `flip`; `note` changes nothing.
fn flipper() -> Blueprint {
    let note = Row { event: "note".to_owned(), action: Some("note".to_owned()), ..Row::default() };
    let blueprint = Blueprint::template("flipper", "a")
        .state(State::new("a").enter("entered").on("flip", "b"))
        .state(State::new("b").enter("entered").on("flip", "a"));
    let shout = Row { event: "shout".to_owned(), action: Some("raise".to_owned()), ..Row::default() };
    Blueprint { on: vec![note, shout], queue: 255, all_messages: true, ..blueprint }
}

fn bindings() -> Bindings<Unit> {
    Bindings::new()
        .action("raise", |unit: &mut Unit, _, cx: &mut Context<'_>| {
            (0..unit.raises).for_each(|_| cx.raise("note"));
        })
        .action("note", |unit: &mut Unit, _, _| unit.noted += 1)
        .action("entered", |unit: &mut Unit, _, cx: &mut Context<'_>| {
            unit.changes += 1;
            if unit.asks > 0 {
                unit.asks -= 1;
                cx.raise("flip");
            }
        })
}

fn unit() -> Machine<Unit> {
    let mut unit = Machine::new(&flipper().build(&bindings()).unwrap(), &mut (), Unit::default());
    unit.data_mut().changes = 0;
    unit
}

#[test]
fn events_that_change_nothing_do_not_count() {
    let mut unit = unit();
    unit.data_mut().raises = 100;
    assert_eq!(unit.dispatch(&mut (), "shout"), Ok(DispatchOutcome::Handled));
    assert_eq!((unit.data().noted, unit.counters().endless), (100, 0));
    unit.send("shout").unwrap();
    unit.tick(&mut (), TICK);
    assert_eq!((unit.data().noted, unit.counters().endless), (200, 0));
}

#[test]
fn sixty_four_changes_are_fine_and_one_more_is_endless() {
    for (asks, changes, endless) in [(64, 65, 0), (65, 65, 1), (1_000_000, 65, 1)] {
        let mut unit = unit();
        unit.data_mut().asks = asks;
        let outcome = unit.dispatch(&mut (), "flip");
        assert_eq!((unit.data().changes, unit.counters().endless), (changes, endless), "{asks}");
        match outcome {
            Err(UnitError::Endless(states)) => {
                assert_eq!(states.map(StateId::name), ["b", "a", "b"]);
            }
            outcome => assert_eq!((outcome, endless), (Ok(DispatchOutcome::Changed), 0)),
        }
        assert_eq!(unit.state_name(), "b");
        // The next call, or the next tick, begins again.
        unit.data_mut().asks = 0;
        assert_eq!(unit.dispatch(&mut (), "flip"), Ok(DispatchOutcome::Changed));
    }
}

#[test]
fn what_changes_nothing_after_the_last_change_is_no_error() {
    let mut unit = unit();
    (unit.data_mut().asks, unit.data_mut().raises) = (64, 10);
    unit.dispatch(&mut (), "flip").unwrap();
    unit.dispatch(&mut (), "shout").unwrap();
    assert_eq!((unit.data().changes, unit.data().noted, unit.counters().endless), (65, 10, 0));
}

#[test]
fn raised_events_without_an_end_are_stopped() {
    let raise = Row { event: "again".to_owned(), action: Some("again".to_owned()), ..Row::default() };
    let blueprint = Blueprint::table("echo", "a").state(State::new("a").row(raise).enter("again"));
    for times in [1, 2, 100] {
        let again = move |calls: &mut u32, _: &mut (), cx: &mut Context<'_>| {
            *calls += 1;
            (0..times).for_each(|_| cx.raise("again"));
        };
        let mut unit =
            Machine::new(&blueprint.build(&Bindings::new().action("again", again)).unwrap(), &mut (), 0_u32);
        assert!((64..=1_100).contains(unit.data()), "{}", unit.data());
        assert_eq!(unit.counters().endless, 1);
        *unit.data_mut() = 0;
        assert_eq!(unit.dispatch(&mut (), "again"), Err(UnitError::Endless(["a".into(); 3])));
        assert!((64..=1_100).contains(unit.data()), "{}", unit.data());
    }
}

#[test]
fn changes_are_counted_over_all_messages_of_a_tick() {
    // Each of 82 messages changes the unit, and its hooks ask for three more changes.
    let three = |changes: &mut u32, _: &mut (), cx: &mut Context<'_>| {
        *changes += 1;
        if !changes.is_multiple_of(4) {
            cx.raise("flip");
        }
    };
    let definition = flipper();
    let bindings =
        Bindings::new().action("entered", three).action("note", |_, _, _| {}).action("raise", |_, _, _| {});
    let mut unit = Machine::new(&definition.build(&bindings).unwrap(), &mut (), 3_u32);
    *unit.data_mut() = 0;
    for _ in 0..82 {
        unit.send("flip").unwrap();
    }
    unit.tick(&mut (), TICK);
    assert_eq!(unit.waiting(), 0);
    // The 82 changes by messages are what was sent; of those that code asked for there are 64.
    assert!(unit.counters().endless > 0);
    assert_eq!(*unit.data(), 82 + 64);
    // Without code that asks, all messages of a tick change the unit.
    let mut unit = self::unit();
    for _ in 0..255 {
        unit.send("flip").unwrap();
    }
    unit.tick(&mut (), TICK);
    assert_eq!((unit.data().changes, unit.counters().endless), (255, 0));
}

#[test]
fn changes_are_counted_over_the_steps_of_a_tick() {
    // Timeout, message, trigger and update each ask for 20 changes.
    let blueprint = Blueprint::hierarchy("steps", "a")
        .state(
            State::new("a")
                .enter("entered")
                .update("twenty")
                .on("flip", "b")
                .row(Row { event: "go".to_owned(), action: Some("twenty".to_owned()), ..Row::default() })
                .after(1, Next::Stay),
        )
        .state(State::new("b").enter("entered").on("flip", "a"));
    let mut blueprint = Blueprint { queue: 255, all_messages: true, ..blueprint };
    blueprint.states[0].after[0].action = Some("twenty".to_owned());
    let bindings = Bindings::new()
        .action("twenty", |_: &mut u32, _, cx: &mut Context<'_>| (0..20).for_each(|_| cx.raise("flip")))
        .action("entered", |changes: &mut u32, _, _| *changes += 1);
    let mut units = Population::new(&blueprint.build(&bindings).unwrap());
    for _ in 0..3 {
        let unit = units.spawn(&mut (), 0);
        for _ in 0..3 {
            units.send(unit, "go").unwrap();
        }
    }
    units.data_mut().fill(0);
    units.tick(&mut (), TICK);
    assert_eq!((units.data(), units.counters().endless), (&[64, 64, 64][..], 3));
    units.data_mut().fill(0);
    units.tick(&mut (), TICK);
    assert_eq!((units.data(), units.counters().endless), (&[20, 20, 20][..], 3));
}

#[test]
fn units_that_are_spawned_have_a_count_of_their_own() {
    let blueprint = flipper();
    let bindings = bindings();
    let mut units = Population::new(&blueprint.build(&bindings).unwrap());
    for _ in 0..10 {
        units.spawn(&mut (), Unit { asks: 64, ..Unit::default() });
    }
    assert!(units.data().iter().all(|unit| unit.changes == 65));
    assert_eq!(units.counters().endless, 0);
}
