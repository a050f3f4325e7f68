//! Snapshots: a restored population continues unchanged, also with a later definition; a
//! damaged snapshot is an error or harmless.

use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{
    Bindings, Blueprint, Definition, Event, History, Machine, Next, Population, RestoreError, Snapshot,
    State, StateId, UnitId,
};
use serde_json::Value;

use crate::random::{Choices, EVENTS, Kind, Unit, bindings, machine};

/// A guard of five states in two groups, with deadlines and history.
fn guard() -> Blueprint {
    Blueprint::template("guard", "post")
        .on("alarm", "fight")
        .state(
            State::new("post")
                .history(History::Deep)
                .child(State::new("stand").enter("enter").after(100, "walk"))
                .child(State::new("walk").after(50, "stand")),
        )
        .state(
            State::new("fight")
                .exit("exit")
                .on("calm", "post")
                .child(State::new("strike").enter("enter").fixed_update(30, "count"))
                .child(State::new("duck").from_code()),
        )
}

fn build(blueprint: &Blueprint) -> Arc<Definition<u32>> {
    let count =
        |calls: &mut u32, (): &mut (), _: &mut proscenium::ai::Context<'_>| *calls = calls.wrapping_add(1);
    let bindings = Bindings::new().action("enter", count).action("exit", count).action("count", count);
    blueprint.build(&bindings).unwrap()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Through the text that a game would write into a file.
fn saved<D: Clone + serde::Serialize + serde::de::DeserializeOwned + 'static>(
    population: &Population<D>,
) -> Snapshot<D> {
    let text = serde_json::to_string(&population.snapshot()).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn guards(count: usize) -> Population<u32> {
    let mut guards = Population::new(&build(&guard()));
    for _ in 0..count {
        guards.spawn(0);
    }
    guards
}

fn names(population: &Population<u32>, unit: UnitId) -> Vec<&'static str> {
    population.stack(unit).map(StateId::name).collect()
}

/// What can be seen of a population of random machines.
fn seen(population: &Population<Unit>) -> Vec<(UnitId, Vec<&'static str>, usize, Unit)> {
    let unit = |unit: UnitId| {
        let stack = population.stack(unit).map(StateId::name).collect();
        (unit, stack, population.waiting_for(unit), population.get(unit).unwrap().clone())
    };
    population.iter().map(unit).collect()
}

impl serde::Serialize for Unit {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.calls, self.flags, self.asks).serialize(serializer)
    }
}

impl<'de> serde::Deserialize<'de> for Unit {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (calls, flags, asks) = serde::Deserialize::deserialize(deserializer)?;
        Ok(Self { calls, flags, asks, reach: 0 })
    }
}

#[test]
fn a_restored_population_continues_unchanged() {
    for seed in 0..60 {
        let mut choices = Choices(fastrand::Rng::with_seed(seed));
        let kind = Kind::random(&mut choices, 40);
        let blueprint = machine(&mut choices, kind);
        let definition = blueprint.build(&bindings(&blueprint)).unwrap();
        let count = if seed % 10 == 0 { 300 } else { 8 };
        let mut units = Population::new(&definition);
        for _ in 0..count {
            let flags = choices.up_to(255) as u8;
            units.spawn(Unit { flags, asks: choices.one_in(2), ..Unit::default() });
        }
        for tick in 0..20 {
            let mut restored = Population::restore(&definition, &saved(&units), None).unwrap().0;
            assert_eq!(seen(&restored), seen(&units), "seed {seed}, tick {tick}");
            restored.record_changes(true);
            units.record_changes(true);
            units.take_changes();
            // The same happens to both.
            let ids: Vec<_> = units.iter().collect();
            for id in ids {
                let event = Event {
                    id: definition.event(&format!("e{}", choices.up_to(EVENTS - 1))).unwrap(),
                    payload: choices.up_to(9) as f64,
                };
                match choices.up_to(20) {
                    0..=7 => assert_eq!(units.send(id, event), restored.send(id, event)),
                    8 | 9 => assert_eq!(units.dispatch(id, event), restored.dispatch(id, event)),
                    10 => assert_eq!(units.despawn(id), restored.despawn(id)),
                    _ => {}
                }
            }
            if choices.one_in(3) {
                let unit = Unit { flags: choices.up_to(255) as u8, ..Unit::default() };
                assert_eq!(units.spawn(unit.clone()), restored.spawn(unit));
            }
            let (dt, budget) = (Duration::from_micros(choices.up_to(30_000) as u64), choices.up_to(600));
            for population in [&mut units, &mut restored] {
                population.tick_some(dt, budget);
            }
            assert_eq!(units.take_changes(), restored.take_changes(), "seed {seed}, tick {tick}");
            assert_eq!(seen(&restored), seen(&units), "seed {seed}, after tick {tick}");
            units = restored;
        }
    }
}

#[test]
fn restoring_calls_no_hook_and_keeps_deadlines_and_history() {
    let mut guards = guards(2);
    let units: Vec<_> = guards.iter().collect();
    guards.tick(ms(120));
    guards.dispatch(units[1], guards.definition().event("alarm").unwrap()).unwrap();
    guards.tick(ms(20));
    let calls = guards.data().to_vec();
    let mut restored = Population::restore(guards.definition(), &saved(&guards), None).unwrap().0;
    assert_eq!(restored.data(), calls);
    assert_eq!((names(&restored, units[0]), names(&restored, units[1])), (vec!["walk"], vec!["strike"]));
    // It walks since 20 ms.
    restored.tick(ms(29));
    assert_eq!(names(&restored, units[0]), ["walk"]);
    restored.tick(ms(1));
    assert_eq!(names(&restored, units[0]), ["stand"]);
    // And the other remembers that it walked.
    restored.dispatch(units[1], restored.definition().event("calm").unwrap()).unwrap();
    assert_eq!(names(&restored, units[1]), ["walk"]);
}

#[test]
fn a_later_definition_finds_states_by_name() {
    let mut guards = guards(3);
    let units: Vec<_> = guards.iter().collect();
    guards.dispatch(units[1], guards.definition().event("alarm").unwrap()).unwrap();
    guards.send(units[2], guards.definition().event("alarm").unwrap()).unwrap();
    let mut later = guard().state(State::new("sleep").from_code());
    later.states.rotate_right(1);
    later.states[1].states.reverse();
    later.events = vec!["snore".to_owned()];
    let mut restored = Population::restore(&build(&later), &saved(&guards), None).unwrap().0;
    assert_eq!(
        units.iter().map(|unit| names(&restored, *unit)[0]).collect::<Vec<_>>(),
        ["stand", "strike", "stand"]
    );
    restored.tick(ms(1));
    assert_eq!(names(&restored, units[2]), ["strike"]);
    // In place: the population goes on with the corrected machine.
    guards.replace_definition(&build(&later), None).unwrap();
    assert_eq!(names(&guards, units[1]), ["strike"]);
    assert!(guards.definition().state("sleep").is_some());
}

#[test]
fn a_snapshot_that_does_not_fit_is_an_error() {
    let mut guards = guards(2);
    let units: Vec<_> = guards.iter().collect();
    let alarm = guards.definition().event("alarm").unwrap();
    guards.dispatch(units[1], alarm).unwrap();
    let mut without = guard();
    without.states[1].states[0].name = "slash".to_owned();
    without.states[1].initial = Some("slash".to_owned());
    let gone = RestoreError::StateGone("strike".to_owned());
    assert_eq!(Population::restore(&build(&without), &saved(&guards), None).map(|_| ()), Err(gone.clone()));
    assert_eq!(guards.replace_definition(&build(&without), None), Err(gone));
    assert_eq!(names(&guards, units[1]), ["strike"]);

    let other = Blueprint { name: "hero".to_owned(), ..guard() };
    let error = Population::restore(&build(&other), &saved(&guards), None).map(|_| ());
    assert_eq!(
        error,
        Err(RestoreError::OtherMachine { found: "guard".to_owned(), expected: "hero".to_owned() })
    );
    let mut newer = serde_json::to_value(saved(&guards)).unwrap();
    newer["version"] = 3.into();
    let newer = serde_json::from_value(newer).unwrap();
    let error = Population::<u32>::restore(guards.definition(), &newer, None).map(|_| ());
    assert_eq!(error, Err(RestoreError::Version { found: 3, expected: 2 }));
}

#[test]
fn the_id_of_a_unit_that_is_gone_stays_gone() {
    let mut guards = guards(3);
    let units: Vec<_> = guards.iter().collect();
    guards.despawn(units[1]).unwrap();
    let mut restored = Population::restore(guards.definition(), &saved(&guards), None).unwrap().0;
    assert!(!restored.is_alive(units[1]));
    let new = restored.spawn(0);
    assert_eq!(new.index(), 1);
    assert!(restored.is_alive(new) && !restored.is_alive(units[1]));
}

/// Puts something else into the place of a value somewhere in a document.
fn damage(value: &mut Value, choices: &mut Choices) {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let place = choices.up_to(items.len() - 1);
            match choices.up_to(7) {
                0 => drop(items.remove(place)),
                1 => items.push(items[place].clone()),
                2 => items.swap(0, place),
                _ => damage(&mut items[place], choices),
            }
        }
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(choices.up_to(fields.len() - 1)).cloned().unwrap();
            if choices.one_in(12) { drop(fields.remove(&key)) } else { damage(&mut fields[&key], choices) }
        }
        other => {
            let numbers = [0, 1, 2, 255, 256, 65_535, 65_536, 4_294_967_295, u64::MAX];
            *other = match choices.up_to(9) {
                0 => Value::Null,
                1 => Value::from("walk"),
                2 => Value::from(-1),
                3 => Value::from(i64::MIN),
                4 => Value::from(1e308),
                _ => Value::from(numbers[choices.up_to(numbers.len() - 1)]),
            };
        }
    }
}

/// A pushdown machine with all that a unit can own.
fn stacked() -> Blueprint {
    Blueprint::pushdown("guard", "post")
        .state(
            State::new("post")
                .history(History::Shallow)
                .on("alarm", Next::enter("fight"))
                .child(State::new("stand").after(100, Next::switch("walk")))
                .child(State::new("walk").after(50, Next::switch("stand"))),
        )
        .state(
            State::new("fight")
                .fixed_update(30, "count")
                .on("calm", Next::Exit)
                .on("alarm", Next::enter("fight")),
        )
}

#[test]
fn a_damaged_snapshot_is_an_error_or_harmless() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let mut accepted = 0;
    for blueprint in [guard(), stacked()] {
        let definition = build(&blueprint);
        let mut units = Population::new(&definition);
        let ids: Vec<_> = (0..6).map(|_| units.spawn(0)).collect();
        let alarm = definition.event("alarm").unwrap();
        for (number, id) in ids.iter().enumerate() {
            units.tick(ms(35));
            if number % 2 == 0 {
                units.dispatch(*id, alarm).unwrap();
            }
            units.send(*id, alarm).unwrap();
        }
        units.despawn(ids[4]).unwrap();
        let whole = serde_json::to_value(units.snapshot()).unwrap();
        for seed in 0..2_000 * times {
            let mut choices = Choices(fastrand::Rng::with_seed(seed));
            let mut broken = whole.clone();
            for _ in 0..=choices.up_to(2) {
                damage(&mut broken, &mut choices);
            }
            let Ok(snapshot) = serde_json::from_value::<Snapshot<u32>>(broken) else { continue };
            let Ok((mut restored, _)) = Population::restore(&definition, &snapshot, None) else { continue };
            accepted += 1;
            for _ in 0..5 {
                restored.broadcast(alarm);
                restored.tick(ms(40));
            }
            restored.tick_some(ms(20), 1);
            let again = restored.snapshot();
            assert!(Population::restore(&definition, &again, None).is_ok(), "seed {seed}");
            restored.spawn(0);
            let all: Vec<_> = restored.iter().collect();
            for unit in all {
                restored.despawn(unit).unwrap();
            }
            assert!(restored.is_empty());
        }
    }
    assert!(accepted > 100, "only {accepted} were read at all");
}

#[test]
fn a_machine_by_itself_is_saved_as_the_population_that_it_is() {
    let mut one = Machine::new(&build(&stacked()), 0);
    one.dispatch(one.definition().event("alarm").unwrap()).unwrap();
    let snapshot = saved(one.population());
    let mut other = Machine::new(one.definition(), 7);
    *other.population_mut() = Population::restore(one.definition(), &snapshot, None).unwrap().0;
    assert_eq!(other.stack().collect::<Vec<_>>(), ["fight", "stand"]);
    assert_eq!(*other.data(), 0);
}

#[test]
fn deadlines_are_exact_at_any_age_of_the_population() {
    let blueprint = Blueprint::table("guard", "a")
        .state(State::new("a").after(10, "b").fixed_update(7, "count"))
        .state(State::new("b").after(10, "a"));
    for days in [0, 1, 13, 20, 24] {
        let mut units = Population::new(&build(&blueprint));
        units.tick(Duration::from_secs(days * 24 * 60 * 60));
        units.tick(Duration::from_micros(350));
        units.spawn(0);
        units.tick(Duration::from_micros(500));
        let mut restored = Population::restore(units.definition(), &saved(&units), None).unwrap().0;
        for tick in 0..200 {
            for population in [&mut units, &mut restored] {
                population.tick(Duration::from_micros(300));
            }
            let all: Vec<_> = units.iter().collect();
            assert_eq!(names(&units, all[0]), names(&restored, all[0]), "{days} days, tick {tick}");
            assert_eq!(units.data(), restored.data(), "{days} days, tick {tick}");
        }
    }
}

/// Whether a unit that is spawned now is led on by its timeout.
fn time_goes_on(units: &mut Population<u32>) -> bool {
    let unit = units.spawn(0);
    units.tick(ms(101));
    names(units, unit) == ["walk"]
}

#[test]
fn time_goes_on_after_a_tick_of_any_length() {
    for days in [1, 24, 25, 49, 50, 51, 400] {
        let mut units = guards(1);
        units.tick(Duration::from_secs(days * 24 * 60 * 60));
        assert!(time_goes_on(&mut units), "after a tick of {days} days");
        let mut restored = Population::restore(units.definition(), &saved(&units), None).unwrap().0;
        assert!(time_goes_on(&mut restored), "after a tick of {days} days, restored");
    }
}

#[test]
fn what_a_later_definition_cannot_keep_is_listed() {
    let mut units = guards(3);
    let all: Vec<_> = units.iter().collect();
    units.dispatch(all[1], "alarm").unwrap();
    units.send(all[0], "alarm").unwrap();
    let mut later = guard();
    later.on.clear();
    later.states[1].from_code = true;
    later.states[1].states[0].name = "slash".to_owned();
    later.states[1].initial = Some("slash".to_owned());
    later.states[0].states[1].after.clear();
    let (restored, lost) = Population::restore(&build(&later), &saved(&units), Some("stand")).unwrap();
    assert_eq!(names(&restored, all[1]), ["stand"]);
    assert_eq!(lost, ["messages `alarm` (1)", "state `strike` (1)", "timeout of state `walk` (1)"]);

    let mut renamed = saved(&units);
    renamed.rename("strike", "slash");
    let (restored, _) = Population::restore(&build(&later), &renamed, None).unwrap();
    assert_eq!(names(&restored, all[1]), ["slash"]);
}

#[test]
fn timers_keep_their_kind_and_the_time_that_has_passed() {
    let blueprint = |a: State| {
        Blueprint::template("guard", "a")
            .state(a)
            .state(State::new("b").from_code())
            .state(State::new("c").from_code())
            .state(State::new("d").from_code())
    };
    let before = blueprint(State::new("a").after(100, "b").after(300, "c"));
    let mut units = Population::new(&build(&before));
    let unit = units.spawn(0);
    units.tick(ms(60));
    let state_after = |a: State, time: u64| {
        let (mut restored, _) = Population::restore(&build(&blueprint(a)), &saved(&units), None).unwrap();
        restored.tick(ms(time));
        (names(&restored, unit)[0], restored.data()[0])
    };
    // Swapped, they keep their times; a shorter time counts from the same start.
    let swapped = || State::new("a").after(300, "c").after(100, "b");
    assert_eq!([state_after(swapped(), 39).0, state_after(swapped(), 40).0], ["a", "b"]);
    let shorter = || State::new("a").after(80, "b");
    assert_eq!([state_after(shorter(), 19).0, state_after(shorter(), 20).0], ["a", "b"]);
    // A fixed update in the place of a timeout is no timeout, and a new timer starts now.
    let other = || State::new("a").fixed_update(50, "count").after(70, "d");
    assert_eq!([state_after(other(), 49), state_after(other(), 50)], [("a", 0), ("a", 1)]);
    assert_eq!([state_after(other(), 69).0, state_after(other(), 70).0], ["a", "d"]);
}

#[test]
fn a_state_that_got_children_leads_to_the_initial_one() {
    let mut units = guards(1);
    let unit = units.iter().next().unwrap();
    let mut later = guard();
    later.states[0].states[0] = State::new("stand").child(State::new("look").after(30, "walk"));
    let (mut restored, lost) = Population::restore(&build(&later), &saved(&units), None).unwrap();
    assert_eq!((names(&restored, unit), lost.len()), (vec!["look"], 2));
    restored.tick(ms(30));
    assert_eq!(names(&restored, unit), ["walk"]);
    units.tick(ms(1));
}

#[test]
fn a_definition_in_another_order_finds_stacks_and_timers() {
    let definition = build(&stacked());
    let mut units = Population::new(&definition);
    let unit = units.spawn(0);
    units.tick(ms(30));
    units.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
    units.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
    let mut later = stacked().state(State::new("new").from_code()).event("first");
    later.states.rotate_right(1);
    later.states[1].states.rotate_right(1);
    let mut restored = Population::restore(&build(&later), &saved(&units), None).unwrap().0;
    assert_eq!(names(&restored, unit), ["fight", "fight", "stand"]);
    let calm = restored.definition().event("calm").unwrap();
    restored.dispatch(unit, calm).unwrap();
    restored.dispatch(unit, calm).unwrap();
    assert_eq!(names(&restored, unit), ["stand"]);
    // 30 of its 100 ms are over, and while it was covered its clock stood still.
    restored.tick(ms(69));
    assert_eq!(names(&restored, unit), ["stand"]);
    restored.tick(ms(1));
    assert_eq!(names(&restored, unit), ["walk"]);
}

#[test]
fn a_definition_that_does_not_fit_leaves_a_population_as_it_is() {
    let mut units = guards(3);
    units.record_changes(true);
    let all: Vec<_> = units.iter().collect();
    let alarm = units.definition().event("alarm").unwrap();
    units.dispatch(all[1], alarm).unwrap();
    units.send(all[2], alarm).unwrap();
    units.despawn(all[0]).unwrap();
    let (before, counters) = (units.snapshot(), units.counters().clone());
    let definition = Arc::clone(units.definition());
    let mut without = guard();
    without.states[1].states[0].name = "slash".to_owned();
    without.states[1].initial = Some("slash".to_owned());
    let other = Blueprint { name: "hero".to_owned(), ..guard() };
    for blueprint in [without, other] {
        assert!(units.replace_definition(&build(&blueprint), None).is_err());
        assert!(Arc::ptr_eq(units.definition(), &definition));
        assert_eq!((units.snapshot(), units.counters()), (before.clone(), &counters));
    }
    assert_eq!(units.take_changes().len(), 1);
}

#[test]
fn a_replaced_definition_keeps_counters_and_changes() {
    let mut units = guards(2);
    units.record_changes(true);
    let all: Vec<_> = units.iter().collect();
    units.dispatch(all[0], units.definition().event("calm").unwrap()).unwrap();
    units.dispatch(all[0], units.definition().event("alarm").unwrap()).unwrap();
    let (calls, unhandled) = (units.data().to_vec(), units.counters().unhandled);
    assert_eq!(unhandled, 1);
    units.replace_definition(&build(&guard().state(State::new("sleep").from_code())), None).unwrap();
    assert_eq!((units.data(), units.counters().unhandled), (&calls[..], 1));
    assert_eq!(units.take_changes().len(), 1);
    units.dispatch(all[0], units.definition().event("calm").unwrap()).unwrap();
    assert_eq!(units.take_changes().len(), 1);
}

#[test]
fn a_stack_that_became_too_deep_keeps_its_top() {
    let mut units = Population::new(&build(&stacked()));
    let unit = units.spawn(0);
    units.dispatch(unit, "alarm").unwrap();
    units.dispatch(unit, "alarm").unwrap();
    assert_eq!(names(&units, unit), ["fight", "fight", "stand"]);
    let later = stacked().max_depth(2);
    let (restored, lost) = Population::restore(&build(&later), &saved(&units), None).unwrap();
    assert_eq!((names(&restored, unit), lost.len()), (vec!["fight", "fight"], 1));
}
