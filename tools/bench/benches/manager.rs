//! What a tick of the manager costs, alone and with its drawing, for stacks of 1, 4 and 16 empty screens, beside the
//! least that it could be, a loop over boxed closures.
//!
//! To reach: under 100 ns for one screen.

use std::hint::black_box;
use std::time::{Duration, Instant};

use bench::ratio::{self, Table};
use proscenium::flow::{
    Cover, DrawContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager, Target,
};
use proscenium::platform::Input;

/// How many ticks a turn times: about a millisecond.
const CALLS: u32 = 10_000;

/// A screen that does nothing, lets the screens below it run, and draws them.
struct Empty;

impl GameScreen for Empty {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        black_box(cx.delta());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        black_box(cx.tick());
    }

    fn cover(&self) -> Cover {
        Cover { speed: 1.0, ..Cover::default() }
    }
}

fn manager(depth: usize) -> ScreenManager {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(Phase::new("bench").screen("bench", |_| Empty));
    manager.start("bench");
    let idle = Input::default();
    for _ in 0..8 {
        manager.step(&idle);
    }
    for _ in 1..depth {
        manager.command(proscenium::flow::ScreenCommand::push(Target::fresh("bench", Empty)));
    }
    manager.step(&idle);
    assert_eq!(manager.stack().ids().count(), depth);
    manager
}

/// The time of `CALLS` calls.
fn time(mut call: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..CALLS).for_each(|_| call());
    start.elapsed()
}

#[expect(clippy::print_stdout, reason = "the tables are what the benchmark is for")]
fn main() {
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 101 } else { 1 };
    for depth in [1, 4, 16] {
        let mut by_hand: Vec<Box<dyn FnMut()>> = (0..depth * 2)
            .map(|number| {
                Box::new(move || {
                    black_box(number);
                }) as Box<dyn FnMut()>
            })
            .collect();
        let (mut without, mut manager, idle) = (manager(depth), manager(depth), Input::default());
        let rows = ratio::compare(
            &mut [
                ("boxed closures", &mut || time(|| by_hand.iter_mut().for_each(|call| call()))),
                ("manager, without drawing", &mut || time(|| without.step(black_box(&idle)))),
                ("manager", &mut || {
                    time(|| {
                        manager.step(black_box(&idle));
                        manager.draw();
                    })
                }),
            ],
            rounds,
        );
        println!(
            "{}",
            Table { title: &format!("tick and draw, {depth} screens"), rows: &rows, pieces: CALLS.into() }
        );
    }
}
