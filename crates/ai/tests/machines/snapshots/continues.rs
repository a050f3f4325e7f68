//! A restored population does what the first one would have done.

use std::time::Duration;

use proscenium_ai::{Event, Machine, Payload, Population, StateId, UnitId};

use super::{build, guard, guards, ms, names, restored, saved, saved_id, stacked};
use crate::random::{Choices, EVENTS, Kind, Unit, bindings, machine, payload};

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
            units.spawn(&mut (), Unit { flags, asks: choices.one_in(2), ..Unit::default() });
        }
        for tick in 0..20 {
            let mut restored = restored(&units, &definition);
            assert_eq!(seen(&restored), seen(&units), "seed {seed}, tick {tick}");
            restored.record_changes(true);
            units.record_changes(true);
            units.take_changes();
            // The same happens to both.
            let ids: Vec<_> = units.iter().map(saved_id).collect();
            for id in ids {
                let event = Event {
                    id: definition.event(&format!("e{}", choices.up_to(EVENTS - 1))).unwrap(),
                    payload: payload(choices.up_to(71)),
                };
                match choices.up_to(20) {
                    0..=7 => assert_eq!(units.send(id, event), restored.send(id, event)),
                    8 | 9 => {
                        assert_eq!(units.dispatch(&mut (), id, event), restored.dispatch(&mut (), id, event));
                    }
                    10 => assert_eq!(units.despawn(&mut (), id), restored.despawn(&mut (), id)),
                    _ => {}
                }
            }
            if choices.one_in(3) {
                let unit = Unit { flags: choices.up_to(255) as u8, ..Unit::default() };
                assert_eq!(units.spawn(&mut (), unit.clone()), restored.spawn(&mut (), unit));
            }
            let dt = Duration::from_micros(choices.up_to(30_000) as u64);
            for population in [&mut units, &mut restored] {
                population.tick(&mut (), dt);
            }
            assert_eq!(units.take_changes(), restored.take_changes(), "seed {seed}, tick {tick}");
            assert_eq!(seen(&restored), seen(&units), "seed {seed}, after tick {tick}");
            units = restored;
        }
    }
}

#[test]
fn restoring_calls_no_hook_and_keeps_deadlines_and_history() {
    let (mut guards, units) = guards(2);
    guards.tick(&mut (), ms(120));
    guards.dispatch(&mut (), units[1], "alarm").unwrap();
    guards.tick(&mut (), ms(20));
    let calls = guards.data().to_vec();
    let mut restored = restored(&guards, guards.definition());
    assert_eq!(restored.data(), calls);
    assert_eq!((names(&restored, units[0]), names(&restored, units[1])), (vec!["walk"], vec!["strike"]));
    // It walks since 20 ms.
    restored.tick(&mut (), ms(29));
    assert_eq!(names(&restored, units[0]), ["walk"]);
    restored.tick(&mut (), ms(1));
    assert_eq!(names(&restored, units[0]), ["stand"]);
    // And the other remembers that it walked.
    restored.dispatch(&mut (), units[1], "calm").unwrap();
    assert_eq!(names(&restored, units[1]), ["walk"]);
}

#[test]
fn the_id_of_a_unit_that_is_gone_stays_gone() {
    let (mut guards, units) = guards(3);
    guards.despawn(&mut (), units[1]).unwrap();
    let mut restored = restored(&guards, guards.definition());
    assert!(!restored.is_alive(units[1]));
    let new = restored.spawn(&mut (), 0);
    assert_eq!(new.index(), 1);
    assert!(restored.is_alive(new) && !restored.is_alive(units[1]));
}

#[test]
fn a_machine_by_itself_is_saved_as_the_population_that_it_is() {
    let mut one = Machine::new(&build(&stacked()), &mut (), 0);
    one.dispatch(&mut (), "alarm").unwrap();
    let mut other = Machine::new(one.definition(), &mut (), 7);
    other.population_mut().replace_units(&saved(one.population()), None).unwrap();
    assert_eq!(other.stack().collect::<Vec<_>>(), ["fight", "stand"]);
    assert_eq!(*other.data(), 0);
}

#[test]
fn a_population_whose_units_are_gone_keeps_its_next_places() {
    let (mut guards, units) = guards(3);
    for unit in [units[2], units[0], units[1]] {
        guards.despawn(&mut (), unit).unwrap();
    }
    let mut restored = restored(&guards, guards.definition());
    for _ in 0..4 {
        assert_eq!(restored.spawn(&mut (), 0), guards.spawn(&mut (), 0));
    }
}

#[test]
fn a_restored_population_is_saved_as_the_other_without_units() {
    let mut guards = Population::new(&build(&guard()));
    let units = [10, 20].map(|calls| saved_id(guards.spawn(&mut (), calls)));
    guards.despawn(&mut (), units[0]).unwrap();
    let mut restored = restored(&guards, guards.definition());
    for play in [&mut guards, &mut restored] {
        play.despawn(&mut (), units[1]).unwrap();
    }
    assert_eq!(guards.snapshot(), restored.snapshot());
}

#[test]
fn a_message_that_waits_keeps_any_payload() {
    let (mut guards, units) = guards(1);
    let numbers = [0.1, -0.0, f64::INFINITY, f64::NEG_INFINITY].map(Payload::Number);
    let others = [
        Payload::None,
        Payload::Integer(i64::MIN),
        Payload::Unit(units[0]),
        Payload::Point([-0.5, f32::INFINITY]),
        Payload::Number(f64::NAN),
    ];
    let payloads = [&numbers[..], &others].concat();
    for &payload in &payloads {
        guards.send(units[0], Event { id: "alarm".into(), payload }).unwrap();
    }
    let restored = restored(&guards, guards.definition());
    let kept: Vec<_> = restored.messages_for(units[0]).map(|event| event.payload).collect();
    // NaN is not equal to itself, and zero is to its negative.
    assert_eq!(format!("{kept:?}"), format!("{payloads:?}"));
}
