//! What code may ask for, what is refused, and when things happen.

use std::sync::Mutex;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, EventId, Family, GuardContext, Machine, Next, Population,
    Reply, State, StateId, UnitError,
};

use crate::warnings;

/// One tick of a game.
const TICK: Duration = Duration::from_nanos(16_666_667);

#[test]
fn a_hook_that_spawns_endlessly_is_stopped_and_named() {
    let blueprint = Blueprint::template("slime", "split").state(State::new("split").enter("split"));
    let split = |_: &mut (), _: &mut (), cx: &mut Context<'_>| cx.spawn(());
    let mut slimes = Population::new(&blueprint.build(&Bindings::new().action("split", split)).unwrap());
    warnings::keep();
    slimes.spawn(&mut (), ());
    slimes.tick(&mut (), TICK);
    assert!(slimes.len() <= 10_001, "{}", slimes.len());
    assert_eq!(slimes.counters().spawns, 1);
    let what = "too many units in one tick, or of another type of data, from the code of state `split`";
    assert_eq!(warnings::of("slime"), [format!("machine `slime`: {what}")]);
}

#[test]
fn a_call_outside_of_ticks_has_a_limit_of_spawns_of_its_own() {
    let row = proscenium_ai::Row {
        event: "split".to_owned(),
        action: Some("split".to_owned()),
        ..Default::default()
    };
    let blueprint = Blueprint::template("cell", "alone").state(State::new("alone").row(row));
    let split = |_: &mut u8, _: &mut (), cx: &mut Context<'_>| {
        (0..100).for_each(|_| cx.spawn(0_u8));
    };
    let mut cells = Population::new(&blueprint.build(&Bindings::new().action("split", split)).unwrap());
    let cell = cells.spawn(&mut (), 0);
    for calls in 1..=150 {
        cells.dispatch(&mut (), cell, "split").unwrap();
        assert_eq!((cells.len(), cells.counters().spawns), (100 * calls + 1, 0));
    }
    // One call that spawns too many is stopped, and the next one is not.
    let flood = |_: &mut u8, _: &mut (), cx: &mut Context<'_>| {
        (0..10_050).for_each(|_| cx.spawn(0_u8));
    };
    let mut cells = Population::new(&blueprint.build(&Bindings::new().action("split", flood)).unwrap());
    let cell = cells.spawn(&mut (), 0);
    for calls in 1..=3 {
        cells.dispatch(&mut (), cell, "split").unwrap();
        assert_eq!((cells.len(), cells.counters().spawns), (10_000 * calls + 1, 50 * calls as u64));
    }
}

#[test]
fn only_a_pushdown_machine_switches() {
    for family in [Family::Table, Family::Hierarchy, Family::Template, Family::Pushdown] {
        let mut ask = State::new("a").handler("switch").from_code();
        ask.update = Some("switch".to_owned());
        let blueprint =
            Blueprint::new("unit", family, "a").event("go").state(ask).state(State::new("b").from_code());
        let bindings = Bindings::new()
            .handler("switch", |(): &mut (), _, _| Reply::Switch("b".into()))
            .action("switch", |(): &mut (), _, cx: &mut Context<'_>| cx.switch("b".into()));
        let definition = blueprint.build(&bindings).unwrap();
        let is_stack = family == Family::Pushdown;
        let expected = if is_stack { Ok(DispatchOutcome::Changed) } else { Err(UnitError::NoStack) };
        assert_eq!(
            Machine::new(&definition, &mut (), ()).switch(&mut (), "b".into()),
            expected,
            "{family:?}"
        );
        assert_eq!(Machine::new(&definition, &mut (), ()).dispatch(&mut (), "go"), expected, "{family:?}");
        let mut units = Population::new(&definition);
        let unit = units.spawn(&mut (), ());
        assert_eq!(units.update(&mut (), unit), expected.map(|_| ()), "{family:?}");
    }
}

#[test]
fn names_of_other_machines_are_refused_and_counted() {
    let blueprint = Blueprint::table("gate", "shut").state(State::new("shut").on("open", Next::Stay));
    let mut doors = Population::new(&blueprint.build(&Bindings::new()).unwrap());
    let door = doors.spawn(&mut (), ());
    warnings::keep();
    assert_eq!(doors.dispatch(&mut (), door, "bark"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.send(door, "bark"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.set_state(&mut (), door, StateId::from("kennel"), true), Err(UnitError::NoSuchState));
    doors.tick_events(&mut (), TICK, &[Some(EventId::from("bark"))]);
    assert_eq!(doors.send(door, "opne"), Err(UnitError::NoSuchEvent));
    assert_eq!(doors.counters().foreign, 5);
    (0..100).for_each(|number| assert!(doors.send(door, format!("bark_{number}").as_str()).is_err()));
    assert_eq!(doors.counters().foreign, 105);
    let logged = warnings::of("gate");
    let unknown = ["`bark`", "`kennel`", "`opne`; did you mean `open`?", "`bark_0`", "`bark_1`"];
    assert_eq!(logged[..5], unknown.map(|name| format!("machine `gate`: it has no state or event {name}")));
    assert_eq!(logged.len(), 16);
}

#[test]
fn a_timeout_takes_the_same_ticks_whenever_it_starts() {
    for (ms, expected) in [(1, 1), (16, 1), (17, 2), (33, 2), (34, 3), (50, 3), (51, 4), (1_000, 60)] {
        let blueprint = Blueprint::template("clock", "idle")
            .state(State::new("idle").on("start", "run"))
            .state(State::new("run").after(ms, "idle"));
        let mut clock = Machine::new(&blueprint.build(&Bindings::new()).unwrap(), &mut (), ());
        for _ in 0..100 {
            clock.tick(&mut (), TICK);
            clock.dispatch(&mut (), "start").unwrap();
            let ticks = (1..).find(|_| {
                clock.tick(&mut (), TICK);
                clock.state_name() == "idle"
            });
            assert_eq!(ticks, Some(expected), "{ms} ms");
        }
    }
}

#[test]
fn guards_are_asked_only_for_units_in_a_state_with_them() {
    for triggers in [1, 8, 9, 20] {
        let mut polls = State::new("polls").from_code();
        let mut bindings: Bindings<bool> = Bindings::new();
        for number in 0..triggers {
            let name = format!("g{number}");
            polls = polls.when(0, &name, "other");
            bindings = bindings.guard(&name, |polls: &bool, _, cx: &GuardContext<'_>| {
                assert!(*polls && cx.state().name() == "polls" && cx.delta() == TICK, "{cx:?}");
                false
            });
        }
        let blueprint = Blueprint::hierarchy("guards", "other").state(State::new("other")).state(polls);
        let mut units = Population::new(&blueprint.build(&bindings).unwrap());
        let ids: Vec<_> = (0..20).map(|number| units.spawn(&mut (), number % 3 == 0)).collect();
        for &id in ids.iter().filter(|id| id.index() % 3 == 0) {
            units.set_state(&mut (), id, StateId::from("polls"), true).unwrap();
        }
        // A unit that is gone leaves its data behind.
        units.despawn(&mut (), ids[3]).unwrap();
        units.data_mut()[3] = false;
        units.tick(&mut (), TICK);
    }
}

#[test]
fn units_with_a_world_without_data_are_called_in_order() {
    struct Ground;
    let blueprint = Blueprint::table("walker", "a")
        .state(State::new("a").update("note").on("go", "b"))
        .state(State::new("b").update("note"));
    let order: &'static Mutex<Vec<usize>> = Box::leak(Box::default());
    let note = |(): &mut (), _: &mut Ground, cx: &mut Context<'_>| {
        order.lock().unwrap().push(cx.unit().index());
    };
    let mut units = Population::new(&blueprint.build(&Bindings::new().action("note", note)).unwrap());
    let ground = &mut Ground;
    let all: Vec<_> = (0..20).map(|_| units.spawn(ground, ())).collect();
    for unit in all.iter().step_by(2) {
        units.dispatch(ground, *unit, "go").unwrap();
    }
    units.tick(ground, TICK);
    assert_eq!(*order.lock().unwrap(), (0..20).collect::<Vec<_>>());
}

#[test]
fn a_full_block_of_sleepers_with_a_world_is_ticked() {
    let blueprint = Blueprint::template("sleeper", "sleep")
        .state(State::new("sleep").on("wake", "eat"))
        .state(State::new("eat").update("eat"));
    let eat = |(): &mut (), eaten: &mut u32, _: &mut Context<'_>| *eaten += 1;
    let mut units = Population::new(&blueprint.build(&Bindings::new().action("eat", eat)).unwrap());
    let mut eaten = 0;
    let ids: Vec<_> = (0..300).map(|_| units.spawn(&mut eaten, ())).collect();
    for id in [ids[0], ids[255], ids[256]] {
        units.dispatch(&mut eaten, id, "wake").unwrap();
    }
    units.tick(&mut eaten, TICK);
    assert_eq!(eaten, 3);
}

#[test]
fn an_error_in_one_step_of_a_tick_does_not_undo_what_was_noted() {
    // The timeout has changed the region, so it is not updated, although the event is refused.
    let region = State::new("a").child(State::new("a1").after(10, "a2"));
    let region = region.child(State::new("a2").update("update").handler("enter"));
    let both = State::new("both").parallel().child(region).child(State::new("b"));
    let blueprint = Blueprint::template("both", "both").state(both).event("go");
    let bindings = Bindings::new()
        .action("update", |updates: &mut u32, _, _| *updates += 1)
        .handler("enter", |_, _, _| Reply::Enter(StateId::from("b")));
    let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), 0);
    unit.send("go").unwrap();
    unit.tick(&mut (), TICK);
    assert_eq!((*unit.data(), unit.state_name()), (0, "a2"));
    assert_eq!(unit.dispatch(&mut (), "go"), Err(UnitError::NoStack));
}

#[test]
fn a_unit_that_cannot_pop_or_push_is_updated() {
    let blueprint = Blueprint::pushdown("marine", "idle")
        .max_depth(2)
        .state(State::new("idle").update("count").on("pop", Next::Exit).on("push", Next::enter("attack")))
        .state(State::new("attack").update("count").on("push", Next::enter("attack")));
    let alone = Bindings::new().action("count", |count: &mut u32, _: &mut (), _| *count += 1);
    let together = Bindings::new().action("count", |count: &mut u32, all: &mut u32, _| {
        *count += 1;
        *all += 1;
    });
    let mut units = Population::new(&blueprint.build(&alone).unwrap());
    let mut in_world = Population::new(&blueprint.build(&together).unwrap());
    let mut world = 0;
    units.spawn(&mut (), 0);
    in_world.spawn(&mut world, 0);
    for (event, updates) in [("pop", 1), ("push", 1), ("push", 2)] {
        let events = [Some(EventId::from(event))];
        units.tick_events(&mut (), TICK, &events);
        in_world.tick_events(&mut world, TICK, &events);
        assert_eq!(
            (units.data(), in_world.data(), world),
            (&[updates][..], &[updates][..], updates),
            "{event}"
        );
    }
}
