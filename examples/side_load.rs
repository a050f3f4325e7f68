//! A town that is loaded beside the game while the hero is near it.
//!
//! `cargo run --example side_load --no-default-features` prints:
//!
//! ```text
//! tick 10: is ready: false; bytes of the gate: None
//! tick 20: is ready: true; bytes of the gate: Some(1000)
//! tick 30: is ready: true; bytes of the gate: Some(1000)
//! tick 40: is ready: false; bytes of the gate: Some(1000)
//! tick 50: is ready: false; bytes of the gate: None
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::SideLoad;
use proscenium::platform::{Input, MemorySource};

#[derive(Default)]
struct World {
    town: Option<SideLoad>,
    ticks: u32,
}

impl GameScreen for World {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        match self.ticks {
            10 => self.town = Some(cx.load_beside("town")),
            40 => self.town = None, // frees what it has
            50 => cx.quit(),
            _ => {}
        }
        if self.ticks.is_multiple_of(10) {
            let is_ready = self.town.as_ref().is_some_and(SideLoad::is_ready);
            let gate = cx.resources().find::<Vec<u8>>("town/gate").map(Vec::len);
            println!("tick {}: is ready: {is_ready}; bytes of the gate: {:?}", self.ticks, gate.ok());
        }
    }
}

fn main() {
    let source = Arc::new(MemorySource::default().with("gate.bin", [7; 1000]));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("world").screen("world", |_| World::default()));
    manager.add_phase(Phase::new("town").file::<Vec<u8>>("gate", "gate.bin"));
    manager.start("world");
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
}
