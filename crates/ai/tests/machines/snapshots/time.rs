//! Deadlines of populations of any age.

use std::time::Duration;

use proscenium_ai::{Blueprint, Population, State};

use super::{build, guards, ms, names, restored};

#[test]
fn deadlines_are_exact_at_any_age_of_the_population() {
    let blueprint = Blueprint::table("guard", "a")
        .state(State::new("a").after(10, "b").fixed_update(7, "count"))
        .state(State::new("b").after(10, "a"));
    for days in [0, 1, 13, 20, 24] {
        let mut units = Population::new(&build(&blueprint));
        units.tick(&mut (), Duration::from_secs(days * 24 * 60 * 60));
        units.tick(&mut (), Duration::from_micros(350));
        units.spawn(&mut (), 0);
        units.tick(&mut (), Duration::from_micros(500));
        let mut restored = restored(&units, units.definition());
        for tick in 0..200 {
            for population in [&mut units, &mut restored] {
                population.tick(&mut (), Duration::from_micros(300));
            }
            let all: Vec<_> = units.iter().collect();
            assert_eq!(names(&units, all[0]), names(&restored, all[0]), "{days} days, tick {tick}");
            assert_eq!(units.data(), restored.data(), "{days} days, tick {tick}");
        }
    }
}

#[test]
fn a_timeout_is_never_early_with_ticks_of_any_length() {
    let blueprint = Blueprint::table("guard", "a")
        .state(State::new("a").on("go", "b"))
        .state(State::new("b").after(100, "a"));
    let (time, whole) = (Duration::from_millis(100), Duration::from_nanos(16_667));
    // 1/144 s, 8 µs, 1/165 s, a long one, 1/60 s rounded down and up.
    for nanos in [6_944_444, 8_000, 6_060_606, 123_456_789, 16_666_666, 16_666_667] {
        let tick = Duration::from_nanos(nanos);
        let is_whole = nanos / 2 == 8_333_333;
        for start in 0..4 {
            let mut units = Population::new(&build(&blueprint));
            (0..start).for_each(|_| units.tick(&mut (), tick));
            let unit = units.spawn(&mut (), 0);
            units.dispatch(&mut (), unit, "go").unwrap();
            let mut ticks = 0;
            while names(&units, unit) == ["b"] {
                units = if ticks % 1000 == 7 { restored(&units, units.definition()) } else { units };
                units.tick(&mut (), tick);
                ticks += 1;
            }
            let passed = tick * ticks;
            if is_whole {
                assert_eq!(ticks, 6, "{nanos} ns");
            } else {
                assert!(
                    passed >= time && passed < time + tick + whole,
                    "{nanos} ns from {start}: {passed:?}"
                );
            }
            assert!(start > 0 || passed - tick < time, "{nanos} ns: the first tick that can be");
            let counted = units.now().abs_diff(tick * (ticks + start));
            assert!(counted < whole, "{nanos} ns: {counted:?}");
        }
    }
}

/// Whether a unit that is spawned now is led on by its timeout.
fn time_goes_on(units: &mut Population<u32>) -> bool {
    let unit = units.spawn(&mut (), 0);
    units.tick(&mut (), ms(101));
    names(units, unit) == ["walk"]
}

#[test]
fn time_goes_on_after_a_tick_of_any_length() {
    for days in [1, 24, 25, 49, 50, 51, 400] {
        let (mut units, _) = guards(1);
        units.tick(&mut (), Duration::from_secs(days * 24 * 60 * 60));
        assert!(time_goes_on(&mut units), "after a tick of {days} days");
        let mut restored = restored(&units, units.definition());
        assert!(time_goes_on(&mut restored), "after a tick of {days} days, restored");
    }
}
