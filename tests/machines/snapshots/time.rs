//! Deadlines of populations of any age.

use std::time::Duration;

use proscenium::ai::{Blueprint, Population, State};

use super::{build, guards, ms, names, restored};

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
        let mut restored = restored(&units, units.definition());
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
        let (mut units, _) = guards(1);
        units.tick(Duration::from_secs(days * 24 * 60 * 60));
        assert!(time_goes_on(&mut units), "after a tick of {days} days");
        let mut restored = restored(&units, units.definition());
        assert!(time_goes_on(&mut restored), "after a tick of {days} days, restored");
    }
}
