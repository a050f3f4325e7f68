//! What single units have of their own: a start, an initial state, an interval.

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Definition, DispatchOutcome, Machine, Next, Population, State, StateId,
    UnitError,
};

const TICK: Duration = Duration::from_millis(10);

/// A dog that barks at each event `noise`, alone in one state or inside another one.
fn dog() -> Arc<Definition<u32>> {
    let awake = State::new("awake").update("count").child(State::new("lies").on("noise", "stands"));
    let blueprint = Blueprint::template("dog", "awake")
        .state(awake.child(State::new("stands").on("noise", "lies")))
        .state(State::new("asleep").on("noise", "awake").from_code());
    let bindings = Bindings::new().action("count", |count: &mut u32, _, _| *count += 1);
    blueprint.build(&bindings).unwrap()
}

fn name<D, W>(population: &Population<D, W>, unit: proscenium_ai::UnitId) -> &'static str {
    population.state(unit).map_or("", StateId::name)
}

#[test]
fn a_created_unit_does_nothing_until_it_is_started() {
    let mut dogs = Population::new(&dog());
    let (unit, other) = (dogs.create(0), dogs.spawn(&mut (), 0));
    dogs.send(unit, "noise").unwrap();
    for _ in 0..3 {
        dogs.tick(&mut (), TICK);
    }
    assert_eq!((name(&dogs, unit), dogs.get(unit), dogs.waiting_for(unit)), ("root", Some(&0), 1));
    assert_eq!((name(&dogs, other), dogs.get(other)), ("lies", Some(&3)));
    assert_eq!(dogs.dispatch(&mut (), unit, "noise"), Err(UnitError::NotStarted));
    assert_eq!(dogs.update(&mut (), unit), Err(UnitError::NotStarted));
    assert_eq!(dogs.set_state(&mut (), unit, StateId::from("asleep"), true), Err(UnitError::NotStarted));
    dogs.start(&mut (), unit, None).unwrap();
    assert_eq!(name(&dogs, unit), "lies");
    dogs.tick(&mut (), TICK);
    assert_eq!((name(&dogs, unit), dogs.waiting_for(unit)), ("stands", 0));
    dogs.start(&mut (), unit, Some(StateId::from("asleep"))).unwrap();
    assert_eq!(name(&dogs, unit), "stands");
}

#[test]
fn a_unit_can_start_in_a_state_of_its_own() {
    let mut dogs = Population::new(&dog());
    let unit = dogs.create(0);
    assert_eq!(dogs.start(&mut (), unit, Some(StateId::from("kennel"))), Err(UnitError::NoSuchState));
    dogs.start(&mut (), unit, Some(StateId::from("asleep"))).unwrap();
    dogs.tick(&mut (), TICK);
    assert_eq!((name(&dogs, unit), dogs.get(unit)), ("asleep", Some(&0)));
}

#[test]
fn a_created_unit_can_be_removed_and_saved() {
    let definition = dog();
    let mut dogs = Population::new(&definition);
    let units: Vec<_> = (0..3).map(|_| dogs.create(0)).collect();
    dogs.despawn(&mut (), units[0]).unwrap();
    let (mut restored, lost) = Population::restore(&definition, &dogs.snapshot(), None).unwrap();
    assert_eq!((restored.len(), lost), (2, Vec::new()));
    restored.start(&mut (), units[1], None).unwrap();
    restored.tick(&mut (), TICK);
    assert_eq!((name(&restored, units[1]), name(&restored, units[2])), ("lies", "root"));
}

#[test]
fn the_ids_of_removed_units_stay_gone_after_a_reload() {
    let mut dogs = Population::new(&dog());
    let units: Vec<_> = (0..3).map(|_| dogs.spawn(&mut (), 0)).collect();
    for unit in &units {
        dogs.despawn(&mut (), *unit).unwrap();
    }
    for _ in 0..2 {
        assert_eq!(dogs.replace_definition(&dog(), None), Ok(Vec::new()));
    }
    let mut next: Vec<_> = (0..2).map(|_| dogs.spawn(&mut (), 0)).collect();
    let mut dogs = Population::restore(&dog(), &dogs.snapshot(), None).unwrap().0;
    next.extend([(); 2].map(|()| dogs.spawn(&mut (), 0)));
    assert_eq!(next.iter().map(|unit| unit.index()).collect::<Vec<_>>(), [2, 1, 0, 3], "as without a reload");
    assert!(units.iter().all(|unit| !dogs.is_alive(*unit)));
    assert!(next.iter().all(|unit| dogs.is_alive(*unit)));
}

/// A thinker that thinks every 100 ms, and every 30 ms after it was hurried. Returns the ticks in
/// which it thought.
fn thinks(population: &mut Population<u32>, ticks: u32) -> Vec<u32> {
    let mut thoughts = Vec::new();
    for tick in 1..=ticks {
        let before = population.data()[0];
        population.tick(&mut (), TICK);
        if population.data()[0] > before {
            thoughts.push(tick);
        }
    }
    thoughts
}

#[test]
fn an_interval_changes_while_the_state_runs_and_ends_with_it() {
    let hurry = |_: &mut u32, _: &mut (), cx: &mut Context<'_>| cx.set_interval(Duration::from_millis(30));
    let bindings =
        Bindings::new().action("think", |count: &mut u32, _, _| *count += 1).action("hurry", hurry);
    let build = |every: u32| {
        let mut work = State::new("work").fixed_update(every, "think").on("again", "work");
        work.on.push(proscenium_ai::Row {
            event: "hurry".to_owned(),
            action: Some("hurry".to_owned()),
            ..Default::default()
        });
        Blueprint::template("thinker", "work").state(work).build(&bindings).unwrap()
    };
    let mut units = Population::new(&build(100));
    let unit = units.spawn(&mut (), 0);
    assert_eq!(thinks(&mut units, 25), [10, 20]);
    units.dispatch(&mut (), unit, "hurry").unwrap();
    assert_eq!(thinks(&mut units, 10), [3, 6, 9]);
    assert_eq!(units.replace_definition(&build(200), None), Ok(Vec::new()));
    assert_eq!(thinks(&mut units, 8), [2, 5, 8]);
    units.dispatch(&mut (), unit, "again").unwrap();
    assert_eq!(thinks(&mut units, 41), [20, 40]);
}

/// Code for machines whose fixed update `think` counts.
fn thinking() -> Bindings<u32> {
    let hurry = |_: &mut u32, _: &mut (), cx: &mut Context<'_>| cx.set_interval(Duration::from_millis(30));
    Bindings::new().action("think", |count: &mut u32, _, _| *count += 1).action("hurry", hurry)
}

#[test]
fn a_state_on_the_stack_twice_has_two_intervals() {
    let machine = Blueprint::pushdown("thinker", "think")
        .state(State::new("think").fixed_update(100, "think").enter("arrive").from_code());
    // The first visit hurries, the second does not.
    let arrive = |count: &mut u32, _: &mut (), cx: &mut Context<'_>| {
        if *count == 0 {
            cx.set_interval(Duration::from_millis(30));
        }
    };
    let definition = machine.build(&thinking().action("arrive", arrive)).unwrap();
    let mut units = Population::new(&definition);
    let unit = units.spawn(&mut (), 0);
    assert_eq!(thinks(&mut units, 7), [3, 6]);
    units.enter(&mut (), unit, StateId::from("think")).unwrap();
    assert_eq!(units.replace_definition(&definition, None), Ok(Vec::new()));
    assert_eq!(thinks(&mut units, 20), [10, 20], "the interval of the entry above");
    units.exit(&mut (), unit).unwrap();
    assert_eq!(thinks(&mut units, 8), [2, 5, 8], "the interval of the entry below");
}

#[test]
fn an_interval_for_a_region_that_was_left_does_nothing() {
    let leave = |_: &mut u32, _: &mut (), cx: &mut Context<'_>| {
        cx.set_state(StateId::from("rest"), false);
        cx.set_interval(Duration::from_millis(30));
    };
    let regions = State::new("work").child(State::new("left")).child(State::new("right").update("leave"));
    let definition = Blueprint::template("thinker", "work")
        .state(regions.parallel())
        .state(State::new("rest").from_code().fixed_update(100, "think"))
        .build(&thinking().action("leave", leave))
        .unwrap();
    let mut units = Population::new(&definition);
    let unit = units.spawn(&mut (), 0);
    units.tick(&mut (), TICK);
    assert_eq!(name(&units, unit), "rest");
    assert_eq!(thinks(&mut units, 10), [10]);
}

#[test]
fn an_interval_ends_with_a_state_that_a_reload_takes() {
    let work = || State::new("work").fixed_update(100, "think").from_code();
    let inner = work().child(State::new("inner").enter("hurry").from_code());
    let machine = |work: State| {
        let rest = State::new("rest").from_code();
        Blueprint::template("thinker", "work").state(work).state(rest).build(&thinking()).unwrap()
    };
    let mut units = Population::new(&machine(inner));
    let unit = units.spawn(&mut (), 0);
    assert_eq!(thinks(&mut units, 6), [3, 6]);
    assert_eq!(units.replace_definition(&machine(work()), Some("rest")).unwrap().len(), 1);
    assert_eq!(name(&units, unit), "rest");
    units.set_state(&mut (), unit, StateId::from("work"), false).unwrap();
    assert_eq!(thinks(&mut units, 20), [10, 20]);
}

#[test]
fn the_units_are_those_that_live_with_their_states_and_data() {
    let region = |name: &str| State::new(name).child(State::new(&format!("{name}_1")).from_code());
    let body = State::new("body").parallel().child(region("arms")).child(region("legs"));
    for blueprint in [
        Blueprint::template("m", "a").state(State::new("a").on("go", "b")).state(State::new("b")),
        Blueprint::template("m", "body").state(body),
    ] {
        let mut units = Population::new(&blueprint.build(&Bindings::<u32>::new()).unwrap());
        assert_eq!(units.units().count(), 0);
        let ids: Vec<_> = (0..5).map(|number| units.spawn(&mut (), number)).collect();
        let waits = units.create(5);
        let _ = units.dispatch(&mut (), ids[1], "go");
        units.despawn(&mut (), ids[2]).unwrap();
        let expected =
            units.iter().map(|unit| (unit, units.state(unit).unwrap(), units.get(unit).copied().unwrap()));
        let expected: Vec<_> = expected.collect();
        assert_eq!(expected.last(), Some(&(waits, StateId::ROOT, 5)));
        assert_eq!(
            units.units().map(|(unit, state, data)| (unit, state, *data)).collect::<Vec<_>>(),
            expected
        );
        let changed = units.units_mut().map(|(unit, state, data)| {
            *data += 10;
            (unit, state, *data - 10)
        });
        assert_eq!(changed.collect::<Vec<_>>(), expected);
        assert_eq!(units.units().map(|(.., data)| *data).collect::<Vec<_>>(), [10, 11, 13, 14, 15]);
    }
}

#[test]
fn a_machine_with_a_world_does_what_one_without_does() {
    let blueprint = Blueprint::pushdown("m", "a")
        .on_if("stop", "is_even", Next::Exit)
        .state(State::new("a").update("count").on("go", Next::Enter("b".to_owned())));
    let blueprint = blueprint.state(State::new("b").enter("count").update("count"));
    let bindings = Bindings::<u32, u32>::new()
        .guard("is_even", |own, world, _| (own + world).is_multiple_of(2))
        .action("count", |own, world, _| (*own, *world) = (*own + 1, *world + 10));
    let definition = blueprint.build(&bindings).unwrap();
    let mut world = 0;
    let mut unit = Machine::recording(&definition, &mut world, 0);
    unit.send("go").unwrap();
    unit.tick(&mut world, TICK);
    assert_eq!((unit.state_name(), *unit.data(), world), ("b", 1, 10));
    assert_eq!(unit.dispatch(&mut world, "stop"), Ok(DispatchOutcome::Unhandled));
    unit.tick(&mut world, TICK);
    assert_eq!(unit.dispatch(&mut world, "stop"), Ok(DispatchOutcome::Changed));
    assert_eq!((unit.stack().collect::<Vec<_>>(), *unit.data(), world), (vec!["a"], 2, 20));
    let kinds = unit.take_changes().into_iter().map(|change| change.kind.name());
    assert_eq!(kinds.collect::<Vec<_>>(), ["enter", "enter", "exit"]);
    assert_eq!(unit.switch(&mut world, "b".into()), Ok(DispatchOutcome::Changed));
    assert_eq!(unit.previous().name(), "a");
}
