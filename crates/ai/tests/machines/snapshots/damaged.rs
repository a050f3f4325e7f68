//! Snapshots with random damage.

use proscenium_ai::{Population, RestoreError, Snapshot};
use serde_json::{Value, json};

use super::{build, guard, guards, ms, names, saved_id, stacked};
use crate::random::Choices;

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

#[test]
fn a_damaged_snapshot_is_an_error_or_harmless() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u64>().ok()).unwrap_or(1);
    let mut accepted = 0;
    for blueprint in [guard(), stacked()] {
        let definition = build(&blueprint);
        let mut units = Population::new(&definition);
        let ids: Vec<_> = (0..6).map(|_| units.spawn(&mut (), 0)).collect();
        for (number, id) in ids.iter().enumerate() {
            units.tick(&mut (), ms(35));
            if number % 2 == 0 {
                units.dispatch(&mut (), *id, "alarm").unwrap();
            }
            units.send(*id, "alarm").unwrap();
        }
        units.despawn(&mut (), ids[4]).unwrap();
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
                restored.broadcast("alarm");
                restored.tick(&mut (), ms(40));
            }
            let again = restored.snapshot();
            assert!(Population::restore(&definition, &again, None).is_ok(), "seed {seed}");
            restored.spawn(&mut (), 0);
            let all: Vec<_> = restored.iter().collect();
            for unit in all {
                restored.despawn(&mut (), unit).unwrap();
            }
            assert!(restored.is_empty());
        }
    }
    assert!(accepted > 100, "only {accepted} were read at all");
}

#[test]
fn a_time_beyond_eight_hours_is_eight_hours() {
    let mut units = Population::new(&build(&stacked()));
    let unit = saved_id(units.spawn(&mut (), 0));
    units.dispatch(&mut (), unit, "alarm").unwrap();
    let mut broken = serde_json::to_value(units.snapshot()).unwrap();
    // The timeout of `stand`, which is covered.
    broken["state"]["timers"][0]["time"] = 0.into();
    broken["state"]["units"][0]["timers"][1]["left"] = i64::MAX.into();
    let snapshot: Snapshot<u32> = serde_json::from_value(broken).unwrap();
    let (mut restored, _) = Population::restore(units.definition(), &snapshot, None).unwrap();
    restored.dispatch(&mut (), unit, "calm").unwrap();
    restored.tick(&mut (), ms(8 * 60 * 60 * 1000 - 1));
    assert_eq!(names(&restored, unit), ["stand"]);
    restored.tick(&mut (), ms(1));
    assert_eq!(names(&restored, unit), ["walk"]);
}

#[test]
fn a_place_is_not_free_twice() {
    let (mut guards, units) = guards(2);
    guards.despawn(&mut (), units[0]).unwrap();
    for free in [json!([[0, 65_535], [0, 65_535]]), json!([[0, 1], [0, 1]])] {
        let mut broken = serde_json::to_value(guards.snapshot()).unwrap();
        broken["state"]["free"] = free;
        let snapshot: Snapshot<u32> = serde_json::from_value(broken).unwrap();
        let error = Population::restore(guards.definition(), &snapshot, None).unwrap_err();
        assert_eq!(error, RestoreError::Damaged("a free place is taken, or there twice"));
    }
}

#[test]
fn a_place_whose_generations_are_used_up_is_left_free() {
    let (mut guards, units) = guards(1);
    let mut last = units[0];
    while last.index() == 0 {
        guards.despawn(&mut (), last).unwrap();
        last = guards.spawn(&mut (), 0);
    }
    let (mut restored, _) = Population::restore(guards.definition(), &guards.snapshot(), None).unwrap();
    assert_eq!((restored.iter().collect::<Vec<_>>(), restored.spawn(&mut (), 0).index()), (vec![last], 2));
}
