//! A world of six regions that are streamed: those around the hero are requested, and those behind are
//! released. What is released stays until the limit of bytes needs its room, so that the way back is short.
//!
//! `cargo run --example streaming --no-default-features` prints a line whenever something changes:
//!
//! ```text
//! tick   0: in region 0, with [] in memory
//! tick  10: in region 0, with [0] in memory
//! tick  11: in region 0, with [0 1] in memory
//! tick  30: in region 1, with [0 1] in memory
//! tick  39: in region 1, with [0 1 2] in memory
//! tick  60: in region 2, with [0 1 2] in memory
//! tick  69: in region 2, with [0 1 2 3] in memory
//! tick  90: in region 3, with [0 1 2 3] in memory
//! tick  99: in region 3, with [1 2 3 4] in memory
//! tick 120: in region 4, with [1 2 3 4] in memory
//! tick 129: in region 4, with [2 3 4 5] in memory
//! tick 150: in region 3, with [2 3 4 5] in memory
//! tick 180: in region 2, with [2 3 4 5] in memory
//! tick 189: in region 2, with [1 2 3 4] in memory
//! ended in order
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::StreamTicket;
use proscenium::platform::{Input, MemorySource};

/// The phase.
const WORLD: &str = "world";

/// Where the hero goes, one region in each half of a second.
const WAY: [usize; 7] = [0, 1, 2, 3, 4, 3, 2];
const TICKS: usize = 30;
const REGIONS: usize = 6;

/// The phase, with a ticket for each region that it needs.
#[derive(Default)]
struct World {
    tickets: [Option<StreamTicket>; REGIONS],
    ticks: usize,
    shown: String,
}

impl GameScreen for World {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(&here) = WAY.get(self.ticks / TICKS) else { return cx.quit() };
        for (region, ticket) in self.tickets.iter_mut().enumerate() {
            match region.abs_diff(here) {
                // The one that the hero is in comes first.
                far @ 0..=1 if ticket.is_none() => {
                    *ticket = Some(cx.stream([format!("region_{region}")], if far == 0 { 1 } else { 0 }));
                }
                0..=1 => {}
                // Dropping the ticket releases it.
                _ => *ticket = None,
            }
        }
        if let Some(Err(error)) = self.tickets[here].as_ref().and_then(StreamTicket::outcome) {
            return cx.fail(error);
        }
        let there: Vec<_> = cx.resources().ids().iter().map(|id| id.name().replace("region_", "")).collect();
        let shown = format!("in region {here}, with [{}] in memory", there.join(" "));
        if shown != self.shown {
            println!("tick {:>3}: {shown}", self.ticks);
            self.shown = shown;
        }
        self.ticks += 1;
    }
}

fn main() {
    let names: Vec<String> = (0..REGIONS).map(|region| format!("region_{region}")).collect();
    let source = names.iter().fold(MemorySource::default(), |source, name| source.with(name, [7; 1000]));
    let entries = names.iter().map(|name| format!("bytes(id: \"{name}\", path: \"{name}\", streamed: true)"));
    let manifest = format!("(resources: [{}])", entries.collect::<Vec<_>>().join(", "));
    let mut manager = ScreenManager::new(ManagerSettings {
        source: Arc::new(source.with("world.ron", manifest)),
        // Four of the regions.
        stream_limit: 4000,
        ..ManagerSettings::default()
    });
    manager.add_phase(Phase::new(WORLD).manifest("world.ron").screen("world", |_| World::default()));
    manager.start(WORLD);
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    println!("ended in order");
}
