//! Two phases with textures, again and again through all transitions.

use std::rc::Rc;

use macroquad::prelude as mq;
use macroquad::telemetry::textures_count;
use proscenium::flow::{ScreenCommand, ScreenManager};

use super::effects::{Shared, effects};
use super::rush;

/// The memory of the process, in bytes; 0 where that cannot be known.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
}

/// 200 rounds of both phases, 1,000 changes: each round has the textures and bytes of the one before.
pub async fn rounds(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let mut effects =
        effects().into_iter().map(|(_, effect, _)| effect).collect::<Vec<_>>().into_iter().cycle();
    let (mut first, mut before) = (None, 0);
    for round in 0..200 {
        let commands = [
            ScreenCommand::load("second"),
            ScreenCommand::replace("red"),
            ScreenCommand::load("first"),
            ScreenCommand::replace("red"),
            ScreenCommand::replace("blue"),
        ];
        for command in commands {
            let effect = effects.next().map(|effect| Shared(Rc::clone(&effect)));
            effect.map(|effect| manager.command(command.through(effect)));
            rush(manager).await;
        }
        mq::next_frame().await;
        // What transitions, macroquad and the driver keep for good is there after some of them.
        if round < 20 {
            before = memory();
            continue;
        }
        let found = (textures_count(), manager.assets().texture_count(), manager.assets().memory());
        let first = *first.get_or_insert(found);
        if found != first {
            wrong.push(format!("round {round}: {first:?} became {found:?}"));
        }
    }
    let growth = memory().saturating_sub(before) >> 20;
    eprintln!("{:?}, {growth} MB more after 180 rounds", first.unwrap_or_default());
    if growth > 16 {
        wrong.push(format!("{growth} MB more after 180 rounds"));
    }
}
