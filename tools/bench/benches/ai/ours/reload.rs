//! Other definitions for populations in the middle of a run.

use std::time::{Duration, Instant};

use proscenium::ai::{Blueprint, Next, Population, State, UnitId};

use super::super::workload::Data;
use super::marine::{actions, leaf, tree};
use super::units::FRAME;

/// How long it takes to replace the definition of a population by one with another state or another time:
/// the median of nine.
pub fn reloads(units: usize) -> Vec<(&'static str, Duration)> {
    let marine = |more: &str| tree(leaf("idle")).state(State::new(more).from_code());
    let mill = |seconds: u32| {
        let turns = State::new("turns").after(300, "rests").min_time(200).fixed_update(50, "idle");
        let on = State::new("on").after(seconds * 1000, "off").child(turns.on("first", "off"));
        Blueprint::template("mill", "on")
            .state(on.child(State::new("rests").after(500, "turns")))
            .state(State::new("off").after(900, "on"))
    };
    let stack = |more: &str| {
        Blueprint::pushdown("stack", "a")
            .state(State::new("a").on("first", Next::enter("b")).after(60_000, Next::switch("b")))
            .state(State::new("b").on("first", Next::enter("a")).on("second", Next::Exit))
            .state(State::new(more).from_code())
    };
    let regions = |more: &str| {
        let leaf = |name: &str, other: &str| State::new(name).on("first", other).update("idle");
        let region = |name: &str, a: &str, b: &str| State::new(name).child(leaf(a, b)).child(leaf(b, a));
        let all = State::new("all").parallel().child(region("x", "x1", "x2")).child(region("y", "y1", "y2"));
        Blueprint::template("regions", "all").state(all).state(State::new(more).from_code())
    };
    vec![
        ("marines", reload(&[marine("one"), marine("two")], units)),
        ("timers", reload(&[mill(1), mill(2)], units)),
        ("stacks with timers", reload(&[stack("one"), stack("two")], units)),
        ("two regions", reload(&[regions("one"), regions("two")], units)),
    ]
}

fn reload(blueprints: &[Blueprint; 2], units: usize) -> Duration {
    let definitions =
        blueprints.each_ref().map(|blueprint| blueprint.build(&actions()).expect("it is right"));
    let mut population = Population::new(&definitions[0]);
    let all: Vec<UnitId> = (0..units).map(|_| population.spawn(&mut (), Data::default())).collect();
    for turn in 0..3 {
        for unit in all.iter().skip(turn).step_by(3) {
            population.send(*unit, "first").expect("it is there");
        }
        population.tick(&mut (), FRAME);
    }
    let mut times: Vec<Duration> = (0..9)
        .map(|round| {
            let start = Instant::now();
            let lost = population.replace_definition(&definitions[(round + 1) % 2], None).expect("it fits");
            assert_eq!(lost, [""; 0]);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[4]
}
