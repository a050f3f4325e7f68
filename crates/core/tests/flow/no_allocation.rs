//! A steady frame, one in which nothing changes, takes no memory from the heap, however many
//! screens are on the stack.

mod machines;

use std::ops::Range;
use std::sync::Arc;

use proscenium_core::flow::{
    Cover, DrawContext, GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager,
    Target,
};
use proscenium_core::phase::{Handle, Resource};
use proscenium_core::platform::{Action, Input, MemorySource};

/// A screen that does nothing but look resources up.
struct Looking {
    below: f32,
    data: Handle<Vec<u8>>,
}

impl GameScreen for Looking {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        assert_eq!(cx.get(self.data).unwrap(), b"1234");
        self.data = cx.resources().handle("data").unwrap();
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        assert_eq!(cx.get(self.data).unwrap(), b"1234");
        assert_eq!(cx.resources().find::<Vec<u8>>("data").unwrap(), b"1234");
        cx.draw_parent();
    }

    fn cover(&self) -> Cover {
        Cover { speed: self.below, ..Cover::default() }
    }
}

fn allocations_of_steady_frames(depth: usize, below: f32) -> u64 {
    let source = Arc::new(MemorySource::default().with("data.bin", "1234"));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    let phase = Phase::new("steady").resource(Resource::file::<Vec<u8>>("data", "data.bin"));
    manager.add_phase(phase.screen("steady", move |cx| Looking { below, data: cx.handle("data") }));
    manager.start("steady");
    let inputs = [Input::default(), Input::pressing([Action::UP]), Input::holding([Action::UP])];
    for frame in 0..10 {
        manager.step(&inputs[frame % 3]);
    }
    let data = manager.assets().resources().handle("data").unwrap();
    for _ in 1..depth {
        manager.command(ScreenCommand::push(Target::fresh("steady", Looking { below, data })));
    }
    for frame in 0..10 {
        manager.step(&inputs[frame % 3]);
    }
    assert_eq!(manager.stack().ids().count(), depth);
    let counted = allocation_counter::measure(|| {
        for frame in 0..1000 {
            manager.step(&inputs[frame % 3]);
            manager.draw();
        }
    });
    counted.count_total
}

#[test]
fn a_steady_tick_allocates_nothing_at_any_depth() {
    for depth in [1, 4, 16, 64] {
        for below in [0.0, 1.0, 0.5] {
            assert_eq!(allocations_of_steady_frames(depth, below), 0, "{depth} screens, {below:?}");
        }
    }
}

/// Lets `tick` run until `counted` begins, and then counts.
fn allocations(counted: Range<usize>, mut tick: impl FnMut(usize)) -> u64 {
    (0..counted.start).for_each(&mut tick);
    allocation_counter::measure(|| counted.for_each(&mut tick)).count_total
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocation_counter::measure(|| drop(std::hint::black_box(Box::new(1)))).count_total, 1);
}
