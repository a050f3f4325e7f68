//! What one frame of the manager costs: step and draw, for stacks of 1, 4 and 16 empty screens,
//! beside the least that such a frame could be, a loop over boxed closures.
//!
//! To reach: under 100 ns for one screen.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use proscenium::flow::{
    Cover, DrawContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager, Target, Update,
};
use proscenium::platform::Input;

/// A screen that does nothing, lets those below it run, and draws them.
struct Empty;

impl GameScreen for Empty {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        black_box(cx.delta());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        black_box(cx.frame());
    }

    fn cover(&self) -> Cover {
        Cover { update: Update::Run, ..Cover::default() }
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
    assert_eq!(manager.stack().count(), depth);
    manager
}

fn frame(c: &mut Criterion) {
    let mut group = c.benchmark_group("frame");
    for depth in [1, 4, 16] {
        let mut manager = manager(depth);
        let idle = Input::default();
        group.bench_function(BenchmarkId::new("manager", depth), |b| {
            b.iter(|| {
                manager.step(black_box(&idle));
                manager.draw();
            });
        });
        let mut by_hand: Vec<Box<dyn FnMut()>> = (0..depth * 2)
            .map(|number| {
                Box::new(move || {
                    black_box(number);
                }) as Box<dyn FnMut()>
            })
            .collect();
        group.bench_function(BenchmarkId::new("boxed closures", depth), |b| {
            b.iter(|| by_hand.iter_mut().for_each(|call| call()));
        });
    }
    group.finish();
}

criterion_group!(benches, frame);
criterion_main!(benches);
