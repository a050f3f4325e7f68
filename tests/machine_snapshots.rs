//! Saved machines: whoever is restored goes on as if nothing had happened, also with a later definition; and a
//! damaged snapshot is an error or harmless.

#[path = "support/machines.rs"]
#[allow(dead_code, reason = "the other tests that use it need more of it")]
mod machines;

use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{
    Bindings, Blueprint, Definition, Event, Family, History, Machine, Population, RestoreError,
    SNAPSHOT_VERSION, Snapshot, State, Then, UnitId,
};
use serde_json::Value;

use machines::{Choices, EVENTS, Kind, Unit, bindings, machine};

/// A guard of five states in two groups, with deadlines and history.
fn guard() -> Blueprint {
    Blueprint::new("guard", Family::Template, "post")
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
    let count = |calls: &mut u32, _: &mut proscenium::ai::Context<'_>| *calls = calls.wrapping_add(1);
    let bindings = Bindings::new().action("enter", count).action("exit", count).action("count", count);
    blueprint.build(&bindings).unwrap()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Through the text that a game would write into a file.
fn saved<D: Clone + serde::Serialize + serde::de::DeserializeOwned>(
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

fn names(population: &Population<u32>, unit: UnitId) -> Vec<&str> {
    population.stack(unit).map(|state| population.definition().state_name(state)).collect()
}

/// What can be seen of a population of random machines.
fn seen(population: &Population<Unit>) -> Vec<(UnitId, Vec<usize>, usize, Unit)> {
    let unit = |unit: UnitId| {
        let stack = population.stack(unit).map(proscenium::ai::StateId::index).collect();
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
        Ok(Self { calls, flags, asks })
    }
}

#[test]
fn a_population_restored_at_any_tick_goes_on_as_if_nothing_had_happened() {
    for seed in 0..60 {
        let mut choices = Choices(fastrand::Rng::with_seed(seed));
        let kind = Kind::random(&mut choices, 40);
        let blueprint = machine(&mut choices, kind);
        let definition = blueprint.build(&bindings(&blueprint)).unwrap();
        let count = if seed % 10 == 0 { 300 } else { 8 };
        let mut units = Population::new(&definition);
        for _ in 0..count {
            units.spawn(Unit { flags: choices.up_to(255) as u8, calls: Vec::new(), asks: choices.one_in(2) });
        }
        for tick in 0..20 {
            let mut restored = Population::restore(&definition, &saved(&units)).unwrap();
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
    let mut restored = Population::restore(guards.definition(), &saved(&guards)).unwrap();
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
fn a_later_definition_finds_its_units_by_the_names_of_their_states() {
    let mut guards = guards(3);
    let units: Vec<_> = guards.iter().collect();
    guards.dispatch(units[1], guards.definition().event("alarm").unwrap()).unwrap();
    guards.send(units[2], guards.definition().event("alarm").unwrap()).unwrap();
    let mut later = guard().state(State::new("sleep").from_code());
    later.states.rotate_right(1);
    later.states[1].states.reverse();
    later.events = vec!["snore".to_owned()];
    let mut restored = Population::restore(&build(&later), &saved(&guards)).unwrap();
    assert_eq!(
        units.iter().map(|unit| names(&restored, *unit)[0]).collect::<Vec<_>>(),
        ["stand", "strike", "stand"]
    );
    restored.tick(ms(1));
    assert_eq!(names(&restored, units[2]), ["strike"]);
    // In place: the population goes on with the corrected machine.
    guards.replace_definition(&build(&later)).unwrap();
    assert_eq!(names(&guards, units[1]), ["strike"]);
    assert!(guards.definition().state("sleep").is_some());
}

#[test]
fn what_is_gone_or_foreign_is_told_and_changes_nothing() {
    let mut guards = guards(2);
    let units: Vec<_> = guards.iter().collect();
    let alarm = guards.definition().event("alarm").unwrap();
    guards.dispatch(units[1], alarm).unwrap();
    let mut without = guard();
    without.states[1].states[0].name = "slash".to_owned();
    without.states[1].initial = Some("slash".to_owned());
    let gone = RestoreError::StateGone(vec!["strike".to_owned()]);
    assert_eq!(Population::restore(&build(&without), &saved(&guards)).map(|_| ()), Err(gone.clone()));
    assert_eq!(
        gone.to_string(),
        "the machine has no state strike any more, in which units of the snapshot are"
    );
    assert_eq!(guards.replace_definition(&build(&without)), Err(gone));
    assert_eq!(names(&guards, units[1]), ["strike"]);

    guards.send(units[0], alarm).unwrap();
    let mut deaf = guard();
    deaf.on.clear();
    deaf.states[1].from_code = true;
    let error = Population::restore(&build(&deaf), &saved(&guards)).map(|_| ());
    assert_eq!(error, Err(RestoreError::EventGone(vec!["alarm".to_owned()])));

    let other = Blueprint { name: "hero".to_owned(), ..guard() };
    let error = Population::restore(&build(&other), &saved(&guards)).map(|_| ());
    assert_eq!(
        error,
        Err(RestoreError::OtherMachine { found: "guard".to_owned(), expected: "hero".to_owned() })
    );
    let newer = Snapshot { version: SNAPSHOT_VERSION + 1, ..saved(&guards) };
    let error = Population::restore(guards.definition(), &newer).map(|_| ());
    assert_eq!(error, Err(RestoreError::Version { found: SNAPSHOT_VERSION + 1, expected: SNAPSHOT_VERSION }));
    let claims =
        Snapshot { places: u32::MAX, turns: vec![0; (u32::MAX as usize).div_ceil(256)], ..saved(&guards) };
    assert!(matches!(Population::restore(guards.definition(), &claims), Err(RestoreError::Damaged(_))));
}

#[test]
fn the_id_of_a_unit_that_is_gone_stays_gone() {
    let mut guards = guards(3);
    let units: Vec<_> = guards.iter().collect();
    guards.despawn(units[1]).unwrap();
    let mut restored = Population::restore(guards.definition(), &saved(&guards)).unwrap();
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
    Blueprint::new("guard", Family::Pushdown, "post")
        .state(
            State::new("post")
                .history(History::Shallow)
                .on("alarm", Then::enter("fight"))
                .child(State::new("stand").after(100, Then::switch("walk")))
                .child(State::new("walk").after(50, Then::switch("stand"))),
        )
        .state(
            State::new("fight")
                .fixed_update(30, "count")
                .on("calm", Then::Exit)
                .on("alarm", Then::enter("fight")),
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
            let Ok(mut restored) = Population::restore(&definition, &snapshot) else { continue };
            accepted += 1;
            for _ in 0..5 {
                restored.broadcast(alarm);
                restored.tick(ms(40));
            }
            restored.tick_some(ms(20), 1);
            let again = restored.snapshot();
            assert!(Population::restore(&definition, &again).is_ok(), "seed {seed}");
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
    *other.population_mut() = Population::restore(one.definition(), &snapshot).unwrap();
    assert_eq!(other.stack().collect::<Vec<_>>(), ["fight", "stand"]);
    assert_eq!(*other.data(), 0);
}

/// What happens to a population in one tick, by place, so that it can be done again to another one.
#[derive(Clone, Debug)]
enum Deed {
    Send(usize, usize, f64),
    Dispatch(usize, usize),
    Set(usize, usize),
    Flags(usize, u8),
    Despawn(usize),
    Spawn(Unit),
    Tick(u64),
    TickSome(u64, usize),
    TickEvents(u64, Vec<Option<usize>>),
}

fn script(choices: &mut Choices, places: usize, states: usize) -> Vec<Vec<Deed>> {
    let unit = |choices: &mut Choices| Unit {
        flags: choices.up_to(255) as u8,
        calls: Vec::new(),
        asks: choices.one_in(2),
    };
    let mut script = vec![(0..places).map(|_| Deed::Spawn(unit(choices))).collect::<Vec<_>>()];
    for _ in 0..18 {
        let mut deeds = Vec::new();
        for place in 0..places {
            let event = choices.up_to(EVENTS - 1);
            match choices.up_to(30) {
                0..=9 => deeds.push(Deed::Send(place, event, choices.up_to(9) as f64 / 3.0)),
                10 | 11 => deeds.push(Deed::Dispatch(place, event)),
                12 => deeds.push(Deed::Set(place, choices.up_to(states))),
                13 | 14 => deeds.push(Deed::Flags(place, choices.up_to(255) as u8)),
                15 => deeds.push(Deed::Despawn(place)),
                _ => {}
            }
        }
        if choices.one_in(3) {
            deeds.push(Deed::Spawn(unit(choices)));
        }
        let micros = choices.up_to(25_000) as u64;
        deeds.push(match choices.up_to(5) {
            0 => Deed::TickSome(micros, choices.up_to(600)),
            1 => {
                let event = |choices: &mut Choices| choices.one_in(3).then(|| choices.up_to(EVENTS - 1));
                Deed::TickEvents(micros, (0..places).map(|_| event(choices)).collect())
            }
            _ => Deed::Tick(micros),
        });
        script.push(deeds);
    }
    script
}

/// Does it, and writes down all that can be seen of it.
fn play(units: &mut Population<Unit>, deeds: &[Deed]) -> String {
    let definition = Arc::clone(units.definition());
    let events: Vec<_> = definition.events().filter_map(|name| definition.event(name)).collect();
    let states: Vec<_> = definition.states().collect();
    let at = |units: &Population<Unit>, place: usize| units.iter().find(|unit| unit.index() == place);
    let mut told = String::new();
    for deed in deeds {
        let answer = match deed {
            Deed::Send(place, event, payload) => at(units, *place).map(|unit| {
                let event = Event { id: events[*event], payload: *payload };
                format!("{:?}", units.send(unit, event))
            }),
            Deed::Dispatch(place, event) => {
                at(units, *place).map(|unit| format!("{:?}", units.dispatch(unit, events[*event])))
            }
            Deed::Set(place, state) => at(units, *place)
                .map(|unit| format!("{:?}", units.set_state(unit, states[state % states.len()], true))),
            Deed::Flags(place, flags) => at(units, *place).map(|unit| {
                units.get_mut(unit).unwrap().flags = *flags;
                String::new()
            }),
            Deed::Despawn(place) => at(units, *place).map(|unit| format!("{:?}", units.despawn(unit))),
            Deed::Spawn(unit) => Some(format!("{:?}", units.spawn(unit.clone()))),
            Deed::Tick(micros) => {
                units.tick(Duration::from_micros(*micros));
                None
            }
            Deed::TickSome(micros, budget) => {
                units.tick_some(Duration::from_micros(*micros), *budget);
                None
            }
            Deed::TickEvents(micros, named) => {
                let named: Vec<_> = named.iter().map(|event| event.map(|event| events[event])).collect();
                units.tick_events(Duration::from_micros(*micros), &named);
                None
            }
        };
        told.extend(answer);
    }
    format!("{told} {:?} {:?} {:?}", seen(units), units.take_changes(), units.now())
}

/// What a run has had in it when it was saved.
#[derive(Debug, Default)]
struct Had {
    timers: usize,
    covered_timers: usize,
    history: usize,
    stacks: usize,
    waiting: usize,
    gone: usize,
}

impl Had {
    fn note(&mut self, snapshot: &Snapshot<Unit>) {
        let timers = || snapshot.units.iter().flat_map(|unit| &unit.timers);
        self.timers += timers().count();
        self.covered_timers += timers().filter(|timer| timer.covered_by > 0).count();
        self.history += snapshot.units.iter().map(|unit| unit.history.len()).sum::<usize>();
        self.stacks += snapshot.units.iter().filter(|unit| unit.stack.len() > 1).count();
        self.waiting += snapshot.messages.len();
        self.gone += snapshot.free.len();
    }
}

/// Runs a random machine of a family to its end, and from each tick once more, restored. What is lost by saving may
/// show only much later.
fn goes_on_to_the_end(seed: u64, family: Family, places: usize, had: &mut Had) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let has_times = !seed.is_multiple_of(4);
    let kind = Kind {
        family,
        most_states: 40,
        is_bare: seed.is_multiple_of(11),
        has_times: has_times && !seed.is_multiple_of(11),
        has_handlers: choices.one_in(3),
        has_triggers: family != Family::Table && choices.one_in(2),
    };
    let blueprint = machine(&mut choices, kind);
    let definition = blueprint.build(&bindings(&blueprint)).unwrap();
    let script = script(&mut choices, places, definition.state_count());
    let mut units = Population::new(&definition);
    units.record_changes(true);
    let mut saves = Vec::new();
    let mut told = Vec::new();
    for deeds in &script {
        saves.push(saved(&units));
        told.push(play(&mut units, deeds));
    }
    for (tick, snapshot) in saves.iter().enumerate() {
        had.note(snapshot);
        // Nobody was there yet.
        if snapshot.units.is_empty() {
            continue;
        }
        let mut restored = Population::restore(&definition, snapshot).unwrap();
        assert_eq!(restored.snapshot(), *snapshot, "seed {seed}, {kind:?}, tick {tick}");
        restored.record_changes(true);
        for (later, deeds) in script.iter().enumerate().skip(tick) {
            let again = play(&mut restored, deeds);
            assert_eq!(again, told[later], "seed {seed}, {kind:?}, saved at {tick}, tick {later}");
        }
    }
}

#[test]
fn whoever_is_restored_at_any_tick_goes_the_whole_way_to_the_end_of_a_table() {
    let mut had = Had::default();
    (0..30).for_each(|seed| goes_on_to_the_end(seed, Family::Table, 6, &mut had));
    assert!(had.timers > 0 && had.waiting > 0 && had.gone > 0, "{had:?}");
}

#[test]
fn whoever_is_restored_at_any_tick_goes_the_whole_way_to_the_end_of_a_pushdown_machine() {
    let mut had = Had::default();
    (0..30).for_each(|seed| goes_on_to_the_end(seed, Family::Pushdown, 6, &mut had));
    assert!(had.timers > 0 && had.covered_timers > 0 && had.history > 0, "{had:?}");
    assert!(had.stacks > 0 && had.waiting > 0 && had.gone > 0, "{had:?}");
}

#[test]
fn whoever_is_restored_at_any_tick_goes_the_whole_way_to_the_end_of_a_hierarchy() {
    let mut had = Had::default();
    (0..30).for_each(|seed| goes_on_to_the_end(seed, Family::Hierarchy, 6, &mut had));
    assert!(had.timers > 0 && had.history > 0 && had.waiting > 0 && had.gone > 0, "{had:?}");
}

#[test]
fn whoever_is_restored_at_any_tick_goes_the_whole_way_to_the_end_of_a_template() {
    let mut had = Had::default();
    (0..30).for_each(|seed| goes_on_to_the_end(seed, Family::Template, 6, &mut had));
    assert!(had.timers > 0 && had.history > 0 && had.waiting > 0 && had.gone > 0, "{had:?}");
}

#[test]
fn units_whose_turn_is_yet_to_come_are_restored_with_what_they_have_missed() {
    let mut had = Had::default();
    for (seed, family) in [(1, Family::Pushdown), (2, Family::Hierarchy), (3, Family::Template)] {
        goes_on_to_the_end(seed, family, 520, &mut had);
    }
}

#[test]
fn deadlines_are_kept_to_the_millisecond_however_old_the_population_is() {
    let blueprint = Blueprint::new("guard", Family::Table, "a")
        .state(State::new("a").after(10, "b").fixed_update(7, "count"))
        .state(State::new("b").after(10, "a"));
    for days in [0, 1, 13, 20, 24] {
        let mut units = Population::new(&build(&blueprint));
        units.tick(Duration::from_secs(days * 24 * 60 * 60));
        units.tick(Duration::from_micros(350));
        units.spawn(0);
        units.tick(Duration::from_micros(500));
        let mut restored = Population::restore(units.definition(), &saved(&units)).unwrap();
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
fn time_goes_on_for_whoever_is_spawned_into_an_old_population() {
    let definition = build(&guard());
    let u32_ms = u64::from(u32::MAX) * 1000;
    for clock in [0, 1 << 31, u32_ms / 2, u32_ms - 50_000, u32_ms, u32_ms * 3, 1 << 50] {
        let snapshot = Snapshot { clock, ..saved(&Population::new(&definition)) };
        let mut units = Population::restore(&definition, &snapshot).unwrap();
        assert!(time_goes_on(&mut units), "without units, at {clock} us");
        let mut one = Population::new(&definition);
        one.spawn(0);
        let snapshot = Snapshot { clock, ..saved(&one) };
        let mut units = Population::restore(&definition, &snapshot).unwrap();
        assert!(time_goes_on(&mut units), "with a unit, at {clock} us");
    }
}

#[test]
fn time_goes_on_after_a_tick_of_any_length() {
    for days in [1, 24, 25, 49, 50, 51, 400] {
        let mut units = guards(1);
        units.tick(Duration::from_secs(days * 24 * 60 * 60));
        assert!(time_goes_on(&mut units), "after a tick of {days} days");
        let mut restored = Population::restore(units.definition(), &saved(&units)).unwrap();
        assert!(time_goes_on(&mut restored), "after a tick of {days} days, restored");
    }
}

#[test]
fn a_message_to_a_unit_that_is_gone_does_not_keep_a_population_from_being_saved() {
    let mut units = guards(1);
    let unit = units.iter().next().unwrap();
    units.send(unit, units.definition().event("alarm").unwrap()).unwrap();
    units.despawn(unit).unwrap();
    let restored = Population::restore(units.definition(), &saved(&units));
    assert!(restored.as_ref().is_ok_and(Population::is_empty), "{:?}", restored.err());
    assert_eq!(units.replace_definition(&build(&guard())), Ok(()));
}

#[test]
fn an_event_that_is_gone_matters_only_to_units_that_are_there() {
    let mut units = guards(2);
    let unit = units.iter().next().unwrap();
    units.send(unit, units.definition().event("alarm").unwrap()).unwrap();
    units.despawn(unit).unwrap();
    let mut deaf = guard();
    deaf.on.clear();
    deaf.states[1].from_code = true;
    assert_eq!(Population::restore(&build(&deaf), &saved(&units)).map(|_| ()), Ok(()));
}

#[test]
fn a_place_that_is_free_twice_is_damage() {
    let mut units = guards(3);
    let all: Vec<_> = units.iter().collect();
    units.despawn(all[1]).unwrap();
    let mut snapshot = saved(&units);
    let twice = snapshot.free[0];
    snapshot.free.push(twice);
    let restored = Population::restore(units.definition(), &snapshot);
    if let Ok(mut restored) = restored {
        let (one, other) = (restored.spawn(0), restored.spawn(0));
        panic!("two units are one: {one:?}, {other:?}");
    }
}

#[test]
fn a_covered_deadline_that_is_far_off_does_no_harm_when_it_is_uncovered() {
    let definition = build(&stacked());
    let mut units = Population::new(&definition);
    let unit = units.spawn(0);
    units.tick(ms(10));
    units.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
    for left in [i64::MAX, i64::from(u32::MAX), i64::from(u32::MAX) - 1, 1 << 31, -1, i64::MIN] {
        let mut snapshot = saved(&units);
        let mut timers = snapshot.units[0].timers.iter_mut().filter(|timer| timer.covered_by > 0);
        timers.next().expect("`stand` has one").left = left;
        let Ok(mut restored) = Population::restore(&definition, &snapshot) else { continue };
        restored.dispatch(unit, definition.event("calm").unwrap()).unwrap();
        restored.tick(ms(10));
    }
}

#[test]
fn a_deadline_that_is_far_off_does_no_harm_when_it_is_covered_for_a_while() {
    let definition = build(&stacked());
    let mut units = Population::new(&definition);
    let unit = units.spawn(0);
    units.tick(ms(10));
    for left in [i64::MAX, i64::from(u32::MAX), i64::from(u32::MAX) - 20, 1 << 31, -1, i64::MIN] {
        let mut snapshot = saved(&units);
        snapshot.units[0].timers[0].left = left;
        let Ok(mut restored) = Population::restore(&definition, &snapshot) else { continue };
        restored.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
        restored.tick(ms(50));
        restored.dispatch(unit, definition.event("calm").unwrap()).unwrap();
        restored.tick(ms(10));
    }
}

#[test]
fn a_covered_state_that_is_gone_is_told_with_all_others() {
    let definition = build(&stacked());
    let mut units = Population::new(&definition);
    let all: Vec<_> = (0..2).map(|_| units.spawn(0)).collect();
    units.dispatch(all[0], definition.event("alarm").unwrap()).unwrap();
    let mut less = stacked();
    less.states[0].states.remove(0);
    less.states[0].initial = Some("walk".to_owned());
    less.states[0].states[0].after.clear();
    let error = Population::restore(&build(&less), &saved(&units)).map(|_| ());
    assert_eq!(error, Err(RestoreError::StateGone(vec!["stand".to_owned()])));
    less.states[1].name = "brawl".to_owned();
    less.states[0].on[0].then = Then::enter("brawl");
    less.states[1].on[1].then = Then::enter("brawl");
    let error = Population::restore(&build(&less), &saved(&units)).map(|_| ());
    assert_eq!(error, Err(RestoreError::StateGone(vec!["stand".to_owned(), "fight".to_owned()])));
}

#[test]
fn a_state_that_is_gone_and_was_only_remembered_is_forgotten() {
    let mut units = guards(1);
    let unit = units.iter().next().unwrap();
    units.tick(ms(120));
    units.dispatch(unit, units.definition().event("alarm").unwrap()).unwrap();
    let mut less = guard();
    less.states[0].states.pop();
    less.states[0].states[0].after.clear();
    let mut restored = Population::restore(&build(&less), &saved(&units)).unwrap();
    restored.dispatch(unit, restored.definition().event("calm").unwrap()).unwrap();
    assert_eq!(names(&restored, unit), ["stand"]);
}

#[test]
fn stacks_deadlines_and_history_are_found_by_name_in_a_definition_in_another_order() {
    let definition = build(&stacked());
    let mut units = Population::new(&definition);
    let unit = units.spawn(0);
    units.tick(ms(30));
    units.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
    units.dispatch(unit, definition.event("alarm").unwrap()).unwrap();
    let mut later = stacked().state(State::new("new").from_code()).event("first");
    later.states.rotate_right(1);
    later.states[1].states.rotate_right(1);
    let mut restored = Population::restore(&build(&later), &saved(&units)).unwrap();
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
    let mut deaf = guard();
    deaf.on.clear();
    deaf.states[1].from_code = true;
    let other = Blueprint { name: "hero".to_owned(), ..guard() };
    for blueprint in [without, deaf, other] {
        assert!(units.replace_definition(&build(&blueprint)).is_err());
        assert!(Arc::ptr_eq(units.definition(), &definition));
        assert_eq!((units.snapshot(), units.counters()), (before.clone(), &counters));
    }
    assert_eq!(units.take_changes().len(), 1);
}

#[test]
fn a_definition_that_fits_keeps_the_counters_and_what_was_recorded() {
    let mut units = guards(2);
    units.record_changes(true);
    let all: Vec<_> = units.iter().collect();
    units.dispatch(all[0], units.definition().event("calm").unwrap()).unwrap();
    units.dispatch(all[0], units.definition().event("alarm").unwrap()).unwrap();
    let (calls, unhandled) = (units.data().to_vec(), units.counters().unhandled);
    assert_eq!(unhandled, 1);
    units.replace_definition(&build(&guard().state(State::new("sleep").from_code()))).unwrap();
    assert_eq!((units.data(), units.counters().unhandled), (&calls[..], 1));
    assert_eq!(units.take_changes().len(), 1);
    units.dispatch(all[0], units.definition().event("calm").unwrap()).unwrap();
    assert_eq!(units.take_changes().len(), 1);
}

/// Shortest stays, triggers and rows, for those families that the other two machines are not of.
fn others() -> [Blueprint; 2] {
    let watched = Blueprint::new("guard", Family::Hierarchy, "post").when(1, "odd", "fight").state(
        State::new("post")
            .history(History::Shallow)
            .on("calm", "walk")
            .child(State::new("stand").min_time(40).when(0, "odd", "walk"))
            .child(State::new("walk").after(50, "stand").update("count")),
    );
    let watched =
        watched.state(State::new("fight").on("alarm", "post").min_time(30).fixed_update(20, "count"));
    let table = Blueprint::new("guard", Family::Table, "post")
        .state(State::new("post").on("alarm", "fight").after(90, "fight"))
        .state(State::new("fight").on("calm", "post").update("count"));
    [watched, table]
}

#[test]
fn a_damaged_snapshot_of_any_family_can_be_played_on_with_or_is_refused() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let mut accepted = [0; 4];
    let [watched, table] = others();
    for (family, blueprint) in [guard(), stacked(), watched, table].iter().enumerate() {
        let count = |calls: &mut u32, _: &mut proscenium::ai::Context<'_>| *calls = calls.wrapping_add(1);
        let bindings = Bindings::new().guard("odd", |calls: &u32, _| calls % 2 == 1);
        let bindings = bindings.action("enter", count).action("exit", count).action("count", count);
        let definition = blueprint.build(&bindings).unwrap();
        let events: Vec<_> = definition.events().filter_map(|name| definition.event(name)).collect();
        let mut units = Population::new(&definition);
        let ids: Vec<_> = (0..6).map(|data| units.spawn(data)).collect();
        for (number, id) in ids.iter().enumerate() {
            units.tick(ms(25));
            let _ = units.dispatch(*id, events[number % events.len()]);
            units.send(*id, events[0]).unwrap();
        }
        units.despawn(ids[4]).unwrap();
        let whole = serde_json::to_value(units.snapshot()).unwrap();
        for seed in 0..1_000 * times {
            let mut choices = Choices(fastrand::Rng::with_seed(seed ^ 0xDA_4A6E));
            let mut broken = whole.clone();
            for _ in 0..=choices.up_to(1) {
                damage(&mut broken, &mut choices);
            }
            let text = broken.to_string();
            let Ok(snapshot) = serde_json::from_str::<Snapshot<u32>>(&text) else { continue };
            let Ok(mut restored) = Population::restore(&definition, &snapshot) else { continue };
            accepted[family] += 1;
            let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                play_damaged(&mut restored, &events);
            }));
            assert!(played.is_ok(), "{blueprint:#?}\nseed {seed}\n{text}");
        }
    }
    assert!(accepted.iter().all(|accepted| *accepted > 100), "{accepted:?}");
}

/// All that a game does with units, with each of them.
fn play_damaged(restored: &mut Population<u32>, events: &[proscenium::ai::EventId]) {
    let definition = Arc::clone(restored.definition());
    for tick in 0..4 {
        for event in events.iter().rev() {
            restored.broadcast(*event);
        }
        restored.tick(ms(17 * tick));
        for unit in restored.iter().collect::<Vec<_>>() {
            for event in events {
                let _ = restored.dispatch(unit, *event);
            }
            let _ = (restored.exit(unit), restored.leave_current(unit));
        }
    }
    let again = restored.snapshot();
    assert!(Population::restore(&definition, &again).is_ok());
    let ids: Vec<_> = (0..3).map(|_| restored.spawn(0)).collect();
    assert!(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2], "{ids:?}");
    for unit in restored.iter().collect::<Vec<_>>() {
        restored.despawn(unit).unwrap();
    }
    assert!(restored.is_empty());
}
