//! The manager as the host of AI machines.

mod bad_input;
mod events;
mod exchange;
mod kinds;
mod life;
mod loading;
mod trace;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, Definition, Population, PopulationHandle, State};
use proscenium_core::flow::{Cover, GameEvent, ManagerSettings, Phase};

use crate::stage::Stage;

/// What a unit counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unit {
    updates: u32,
    time: Duration,
}

/// A sheep that grazes until it hears the wolf, and comes back after 50 ms.
fn sheep() -> Arc<Definition<Unit>> {
    let blueprint = Blueprint::template("sheep", "graze")
        .state(State::new("graze").update("eat").on("wolf", "flee"))
        .state(State::new("flee").update("eat").after(50, "graze"));
    let bindings = Bindings::new().action("eat", |unit: &mut Unit, _, cx: &mut Context<'_>| {
        unit.updates += 1;
        unit.time += cx.delta();
    });
    blueprint.build(&bindings).unwrap()
}

type Flock = PopulationHandle<Unit>;

fn flock(count: usize) -> Population<Unit> {
    let mut flock = Population::new(&sheep());
    for _ in 0..count {
        flock.spawn(&mut (), Unit::default());
    }
    flock
}

/// A stage whose screen `field` has a flock from the moment at which it is entered.
fn meadow(screens: &[&'static str], count: usize) -> (Stage, Rc<Cell<Option<Flock>>>) {
    let handle = Rc::new(Cell::new(None));
    let mut stage = Stage::empty(ManagerSettings::default());
    let shared = Rc::clone(&handle);
    stage.when("field", "on_enter", move |cx| shared.set(Some(cx.populations().add(flock(count)))));
    stage.add_phase(Phase::new("play"), screens);
    stage.manager.start("play");
    stage.run_until_idle();
    stage.lines();
    stage.notes();
    (stage, handle)
}

/// The first unit of the flock of the screen `field`.
fn first(stage: &Stage, handle: &Cell<Option<Flock>>) -> Option<Unit> {
    let populations = stage.manager.stack().populations("field")?;
    populations.get(handle.get()?).map(|flock| flock.data()[0].clone())
}

fn ticks(stage: &mut Stage, count: usize) {
    (0..count).for_each(|_| stage.frame());
}

fn machine_lines(stage: &mut Stage) -> Vec<String> {
    stage.lines().into_iter().filter(|line| line.starts_with("sheep ")).collect()
}

struct Heard(&'static str);

impl GameEvent for Heard {
    fn name(&self) -> &str {
        self.0
    }
}

/// The flock of the screen `field`.
fn hosted<'a>(stage: &'a Stage, handle: &Cell<Option<Flock>>) -> &'a Population<Unit> {
    stage.manager.stack().populations("field").unwrap().get(handle.get().unwrap()).unwrap()
}

fn cover(stage: &Stage, screen: &'static str, speed: f32) {
    stage.script.borrow_mut().covers.insert(screen, Cover { speed, ..Cover::default() });
}

/// A time to ten microseconds: a sum of ticks is some nanoseconds beside the clock.
fn rounded(time: Duration) -> Duration {
    Duration::from_micros((u64::try_from(time.as_nanos()).unwrap() + 5_000) / 10_000 * 10)
}

/// A stone with an event that sheep do not have, and a state that ignores it.
fn stones(count: usize) -> Population<Unit> {
    let blueprint = Blueprint::table("stone", "lies")
        .state(State::new("lies").on("kick", "rolls"))
        .state(State::new("rolls"));
    let mut stones = Population::new(&blueprint.build(&Bindings::new()).unwrap());
    for _ in 0..count {
        stones.spawn(&mut (), Unit::default());
    }
    stones
}
