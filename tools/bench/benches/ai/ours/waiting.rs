//! Units that only wait, and units that think at an interval.

use proscenium::ai::{Bindings, Blueprint, FixedUpdate, Population, State};

use super::super::contest::Competitor;
use super::units::FRAME;

/// Units that only wait: for one second, two, up to nine, and round again; `STRETCH` times as long.
pub struct Waiting<const STRETCH: u32>(Population<()>);

impl<const STRETCH: u32> Competitor for Waiting<STRETCH> {
    fn new(units: usize) -> Self {
        let name = |number: u32| format!("wait_{number}");
        let mut machine = Blueprint::template("waiting", &name(1));
        for number in 1..10 {
            let next = name(number % 9 + 1);
            machine = machine.state(State::new(&name(number)).after(number * 1000 * STRETCH, next.as_str()));
        }
        let definition = machine.build(&Bindings::new()).expect("the machine is right");
        let mut population = Population::new(&definition);
        // They come one after the other over nine seconds, so that they do not all wake at once.
        for unit in 0..units {
            population.spawn(&mut (), ());
            if unit % (units / 500).max(1) == 0 {
                population.tick(&mut (), FRAME);
            }
        }
        Self(population)
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick(&mut (), FRAME);
    }

    fn checksum(&self) -> u64 {
        0
    }
}

/// How many of some units, which all begin together, think in each frame: a throttled update once in a
/// second, over ten seconds. Answers with the busiest frame and the mean.
pub fn throttled(units: usize) -> (u64, f64) {
    let call = "think".to_owned();
    let fixed = FixedUpdate { every: 1000, call, spread: true, ..FixedUpdate::default() };
    let machine = Blueprint::template("thinker", "stand")
        .state(State { fixed_update: Some(fixed), ..State::new("stand") });
    let bindings = Bindings::new().action("think", |thoughts: &mut u64, _, _| *thoughts += 1);
    let definition = machine.build(&bindings).expect("the machine is right");
    let mut population = Population::new(&definition);
    for _ in 0..units {
        population.spawn(&mut (), 0);
    }
    let mut frames = Vec::new();
    let mut before = 0;
    for _ in 0..625 {
        population.tick(&mut (), FRAME);
        let all: u64 = population.data().iter().sum();
        frames.push(all - before);
        before = all;
    }
    let mean = before as f64 / frames.len() as f64;
    (frames.into_iter().max().unwrap_or_default(), mean)
}
