//! The sheep: what the states of `assets/machines/sheep.ron` do.

use macroquad::color::{Color, WHITE};
use macroquad::shapes::{draw_circle, draw_ellipse};
use proscenium::ai::{Bindings, StateId};
use proscenium::ui::Rgb;

use super::Unit;
use crate::world::{World, at_most, distance, moved, turned};

/// The number of sheep at the start.
const SHEEP: u32 = 5;
/// The distance from which a sheep is afraid of the shepherd, in virtual pixels.
const FEAR: f32 = 70.0;
/// Speeds in virtual pixels a second.
const WALK: f32 = 20.0;
const RUN: f32 = 95.0;

const SHADOW: Color = Color::new(0.0, 0.0, 0.0, 0.25);
const FACE: Rgb = Rgb::hex(0x3a2f3c);

/// The data of one sheep.
#[derive(Clone)]
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

    fn draw(&self, state: StateId, view: (f32, f32)) {
        let (x, y) = turned(self.at, view);
        let ahead = if turned(self.direction, view).0 < 0.0 { -12.0 } else { 12.0 };
        // A grazing sheep has its head in the grass.
        let head = if state.name() == "graze" { y + 4.0 } else { y - 5.0 };
        draw_ellipse(x, y + 9.0, 14.0, 5.0, 0.0, SHADOW);
        draw_ellipse(x, y, 13.0, 9.0, 0.0, WHITE);
        draw_circle(x + ahead, head, 5.0, FACE.into());
    }
}
