//! The sheep: what the states of `assets/machines/sheep.ron` do.

use std::time::Duration;

use macroquad::color::WHITE;
use macroquad::math::Rect;
use macroquad::texture::{DrawTextureParams, draw_texture_ex};
use proscenium::ai::{Bindings, StateId};
use proscenium::platform::Animation;
use proscenium::ui::Paint;
use serde::{Deserialize, Serialize};

use super::Unit;
use crate::world::{World, at_most, distance, moved, turned};

/// The number of sheep at the start.
const SHEEP: u32 = 5;
/// The distance from which a sheep is afraid of the shepherd, in virtual pixels.
const FEAR: f32 = 70.0;
/// Speeds in virtual pixels a second.
const WALK: f32 = 20.0;
const RUN: f32 = 95.0;

/// The width and the height of a frame of `assets/textures/sheep.png`, which has a row for each animation.
const FRAME: f32 = 24.0;
const WALKING: Animation = Animation::new(4, 6);
const RUNNING: Animation = Animation::new(4, 14);
const GRAZING: Animation = Animation::new(2, 2);

/// The data of one sheep.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sheep {
    at: (f32, f32),
    direction: (f32, f32),
}

impl Unit for Sheep {
    const MACHINE: &'static str = "sheep";

    fn bindings() -> Bindings<Self, World> {
        Bindings::<Self, World>::new()
            .guard("is_afraid", |sheep, world, _| distance(sheep.at, world.shepherd) < FEAR)
            .guard("is_in_pen", |sheep, _, _| World::PEN.contains(sheep.at))
            .action("turn", |sheep, world, _| {
                let (x, y) = (world.random.f32() - 0.5, world.random.f32() - 0.5);
                sheep.direction = at_most(1.0, (x * 8.0, y * 8.0));
            })
            .action("walk", |sheep, _, cx| {
                sheep.at = moved(sheep.at, sheep.direction, WALK * cx.delta().as_secs_f32());
            })
            .action("bleat", |_, world, _| world.sounds.push("bleat"))
            .action("run", |sheep, world, cx| {
                let away = (sheep.at.0 - world.shepherd.0, sheep.at.1 - world.shepherd.1);
                sheep.direction = at_most(1.0, away);
                sheep.at = moved(sheep.at, sheep.direction, RUN * cx.delta().as_secs_f32());
            })
            .action("count", |_, world, _| {
                world.home += 1;
                world.sounds.push("home");
            })
    }

    fn all(world: &mut World) -> Vec<Self> {
        world.sheep = SHEEP;
        let mut random = || (world.random.f32() * 560.0 + 40.0, world.random.f32() * 140.0 + 190.0);
        (0..SHEEP).map(|_| Self { at: random(), direction: (1.0, 0.0) }).collect()
    }

    fn draw(&self, state: StateId, paint: &Paint<'_>, time: Duration) {
        let Some((sheet, ..)) = paint.texture("sheep_sheet") else { return };
        let (row, column) = match state.name() {
            "wander" => (0, WALKING.repeated(time)),
            "flee" => (0, RUNNING.repeated(time)),
            _ => (1, GRAZING.repeated(time)),
        };
        let frame = DrawTextureParams {
            source: Some(Rect::new(column as f32 * FRAME, row as f32 * FRAME, FRAME, FRAME)),
            // In the sheet it looks to the right.
            flip_x: turned(self.direction, paint.size).0 < 0.0,
            ..DrawTextureParams::default()
        };
        let (x, y) = turned(self.at, paint.size);
        draw_texture_ex(&sheet, x - FRAME / 2.0, y - FRAME / 2.0, WHITE, frame);
    }
}
