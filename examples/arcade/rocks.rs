//! A ship turns, thrusts and shoots. Rocks break into smaller ones.

use macroquad::prelude::{
    GRAY, Vec2, WHITE, YELLOW, draw_circle, draw_poly_lines, draw_rectangle, draw_triangle,
};
use proscenium::flow::{DrawContext, GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenContext};
use proscenium::platform::Action;
use proscenium::sound::Mixer;
use proscenium::ui::Paint;
use serde::{Deserialize, Serialize};

use super::{PAUSE, SIZE, end};

pub const ID: &str = "rocks";
/// The radius of the largest rock, of the smallest, and of the ship, in virtual pixels.
const LARGE: f32 = 40.0;
const SMALL: f32 = 12.0;
const SHIP: f32 = 10.0;

/// A thing that flies through the field, and comes back on the other side.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Body {
    at: (f32, f32),
    /// In virtual pixels a second.
    speed: (f32, f32),
    radius: f32,
}

impl Body {
    fn fly(&mut self, time: f32) {
        self.at.0 = (self.at.0 + self.speed.0 * time).rem_euclid(SIZE.0);
        self.at.1 = (self.at.1 + self.speed.1 * time).rem_euclid(SIZE.1);
    }

    fn touches(&self, other: &Self) -> bool {
        (self.at.0 - other.at.0).hypot(self.at.1 - other.at.1) < self.radius + other.radius
    }
}

#[derive(Serialize, Deserialize)]
struct Rocks {
    ship: Body,
    /// Where the ship points, in radians.
    angle: f32,
    /// The shots, each with the ticks that it flies on.
    shots: Vec<(Body, u32)>,
    rocks: Vec<Body>,
    points: u32,
}

pub fn phase() -> Phase {
    let rock = |x, y, speed| Body { at: (x, y), speed, radius: LARGE };
    Phase::new(ID).screen(ID, move |_| Rocks {
        ship: Body { at: (SIZE.0 / 2.0, SIZE.1 / 2.0), speed: (0.0, 0.0), radius: SHIP },
        angle: 0.0,
        shots: Vec::new(),
        rocks: vec![
            rock(80.0, 60.0, (40.0, 25.0)),
            rock(540.0, 90.0, (-35.0, 30.0)),
            rock(120.0, 300.0, (30.0, -40.0)),
        ],
        points: 0,
    })
}

impl GameScreen for Rocks {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, time) = (cx.input(), cx.delta().as_secs_f32());
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.push(PAUSE);
        }
        let turn = i8::from(input.is_held(Action::RIGHT)) - i8::from(input.is_held(Action::LEFT));
        self.angle += f32::from(turn) * 4.0 * time;
        let (y, x) = self.angle.sin_cos();
        if input.is_held(Action::UP) {
            self.ship.speed = (self.ship.speed.0 + x * 160.0 * time, self.ship.speed.1 + y * 160.0 * time);
        }
        if input.is_pressed(Action::JUMP) {
            self.shots.push((Body { at: self.ship.at, speed: (x * 320.0, y * 320.0), radius: 2.0 }, 70));
        }
        self.ship.fly(time);
        self.rocks.iter_mut().for_each(|rock| rock.fly(time));
        self.shots.retain_mut(|(shot, ticks)| {
            shot.fly(time);
            *ticks -= 1;
            *ticks > 0
        });
        let mut pieces = Vec::new();
        self.rocks.retain(|rock| {
            let Some(hit) = self.shots.iter().position(|(shot, _)| shot.touches(rock)) else { return true };
            self.shots.remove(hit);
            self.points += 1;
            let (Body { at, speed: (x, y), radius }, smaller) = (*rock, rock.radius / 1.8);
            if smaller >= SMALL {
                pieces.extend([(-y, x), (y, -x)].map(|speed| Body { at, speed, radius: radius / 1.8 }));
            }
            false
        });
        if !pieces.is_empty() {
            cx.shared::<Mixer>().play("blip", 0.8);
        }
        self.rocks.append(&mut pieces);
        let is_hit = self.rocks.iter().any(|rock| rock.touches(&self.ship));
        if (is_hit || self.rocks.is_empty()) && !cx.in_transition() {
            end(cx, ID, self.points);
        }
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(self)
    }

    fn restore(&mut self, _: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        *self = state.read()?;
        Ok(())
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::of(cx);
        draw_rectangle(0.0, 0.0, SIZE.0, SIZE.1, paint.theme.shadow.into());
        for Body { at: (x, y), radius, .. } in &self.rocks {
            draw_poly_lines(*x, *y, 7, *radius, 0.0, 2.0, GRAY);
        }
        for (shot, _) in &self.shots {
            draw_circle(shot.at.0, shot.at.1, shot.radius, YELLOW);
        }
        let (middle, ahead) = (Vec2::from(self.ship.at), Vec2::from_angle(self.angle) * SHIP);
        draw_triangle(
            middle + ahead * 1.6,
            middle - ahead + ahead.perp() * 0.8,
            middle - ahead - ahead.perp() * 0.8,
            WHITE,
        );
        paint.text_centered(&self.points.to_string(), SIZE.0 / 2.0, 8.0, paint.theme.accent);
    }
}
