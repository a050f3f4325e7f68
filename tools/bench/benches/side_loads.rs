//! What it costs the ticks of a game of 2,500 units that a level comes in meanwhile: 16 PNGs of 1024 x 1024,
//! loaded beside it, on a display of sixty frames a second. What happens in a tick is the same in
//! each round, so the time of a tick is the least of some rounds, and what the load adds to it is the difference to the
//! same tick without it. The noise is the difference of two times without.
//!
//! To reach: at most 1 ms added to any tick, with threads. Without threads a tick decodes for at most 4 ms.

mod images;

use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proscenium::ai::{Bindings, Blueprint, Context, Population, State};
use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{Background, Resource, SideLoad, Texture};
use proscenium::platform::{Clock, DirSource, Input};

const UNITS: u32 = 2500;
const TEXTURES: usize = 16;
/// The weight of each: the ticks from one to the next.
const WEIGHT: u32 = 2;
const ROUNDS: usize = 7;
const TICKS: usize = 150;
/// The tick in which it begins.
const BEGIN: usize = 30;
const FRAME: Duration = Duration::from_nanos(16_666_667);

struct Walker {
    left: u32,
    place: (f32, f32),
    dice: u32,
}

fn walkers() -> Result<Population<Walker, ()>, Box<dyn std::error::Error>> {
    let blueprint = Blueprint::template("walker", "stand")
        .state(State::new("stand").enter("begin").update("wait").when(0, "is_over", "walk"))
        .state(State::new("walk").enter("begin").update("walk").when(0, "is_over", "stand"));
    let bindings = Bindings::new()
        .guard("is_over", |walker: &Walker, _, _| walker.left == 0)
        .action("begin", |walker: &mut Walker, (): &mut (), _: &mut Context<'_>| {
            walker.dice = walker.dice.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            walker.left = 10 + (walker.dice >> 16) % 50;
        })
        .action("wait", |walker: &mut Walker, _, _| walker.left -= 1)
        .action("walk", |walker: &mut Walker, _, _| {
            walker.left -= 1;
            let (sin, cos) = (walker.dice as f32).sin_cos();
            walker.place = (walker.place.0 + cos, walker.place.1 + sin);
        });
    let mut all = Population::new(&blueprint.build(&bindings)?);
    for dice in 0..UNITS {
        all.spawn(&mut (), Walker { left: 1, place: (0.0, 0.0), dice });
    }
    Ok(all)
}

struct Game;

impl GameScreen for Game {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        match walkers() {
            Ok(walkers) => drop(cx.populations().add(walkers)),
            Err(error) => cx.fail(error),
        }
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// The milliseconds of each tick.
fn play(background: Background, loads: bool) -> Vec<f64> {
    let mut manager = ScreenManager::new(ManagerSettings {
        source: Arc::new(DirSource::new(images::folder())),
        clock: Clock::system(),
        background,
        ..ManagerSettings::default()
    });
    let names: Vec<_> = (0..TEXTURES).map(images::name).collect();
    let phase = names.iter().fold(Phase::new("town"), |phase, name| {
        phase.resource(Resource::file::<Texture>(images::id(name), name).weight(WEIGHT))
    });
    manager.add_phase(phase);
    manager.add_phase(Phase::new("level").screen("game", |_| Game));
    manager.start("level");
    let idle = Input::default();
    while manager.flow().phase().is_none() {
        manager.step(&idle);
    }
    let (mut side, mut times) = (None, Vec::with_capacity(TICKS));
    for tick in 0..TICKS {
        let begin = Instant::now();
        if loads && tick == BEGIN {
            side = Some(manager.flow().load_beside("town"));
        }
        manager.step(&idle);
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
        std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
    }
    assert_eq!(side.as_ref().is_some_and(SideLoad::is_ready), loads);
    times
}

/// The least time of each tick in some rounds.
fn least(rounds: &[Vec<f64>]) -> Vec<f64> {
    (0..TICKS).map(|tick| rounds.iter().map(|times| times[tick]).fold(f64::INFINITY, f64::min)).collect()
}

fn longest(times: impl Iterator<Item = f64>) -> f64 {
    times.fold(0.0, f64::max)
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn main() {
    images::folder();
    say(
        "| 2,500 units, 16 PNGs of 1024 x 1024 come in | alone, longest tick | with the load  | added | noise |",
    );
    say(
        "|---------------------------------------------|---------------------|------------------|-------|-------|",
    );
    row("a thread for each core", Background::for_this_machine);
    row("no thread", Background::single_threaded);
}

fn row(name: &str, background: fn() -> Background) {
    let mut rounds = [const { Vec::new() }; 3];
    for _ in 0..ROUNDS {
        for (loads, times) in [false, false, true].into_iter().zip(&mut rounds) {
            times.push(play(background(), loads));
        }
    }
    let [alone, again, loading] = rounds.map(|times| least(&times));
    let [noise, added] =
        [&again, &loading].map(|times| longest(alone.iter().zip(times).map(|(alone, time)| time - alone)));
    let [alone, loading] = [alone, loading].map(|times| longest(times.into_iter()));
    say(&format!("| {name:<43} | {alone:>16.2} ms | {loading:>13.2} ms | {added:>5.2} | {noise:>5.2} |"));
}
