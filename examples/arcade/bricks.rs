//! A paddle keeps a ball in the field until all bricks are gone.

use macroquad::prelude::{ORANGE, WHITE, draw_rectangle, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenContext};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;
use proscenium::sound::Mixer;
use proscenium::ui::Paint;
use proscenium::window::DrawExt;
use serde::{Deserialize, Serialize};

use super::{PAUSE, SIZE, end};

pub const ID: &str = "bricks";
/// Sizes in virtual pixels, speeds in virtual pixels a second.
const BALL: f32 = 16.0;
const PADDLE: (f32, f32) = (80.0, 10.0);
const BRICK: (f32, f32) = (64.0, 20.0);
const COLUMNS: usize = 10;
const SPEED: f32 = 360.0;

#[derive(Serialize, Deserialize)]
struct Run {
    paddle: f32,
    ball: (f32, f32),
    speed: (f32, f32),
    /// Which of the bricks are there, row by row.
    bricks: Vec<bool>,
}

struct Bricks {
    texture: Handle<Texture>,
    run: Run,
}

pub fn phase() -> Phase {
    let run = || Run {
        paddle: SIZE.0 / 2.0,
        ball: (SIZE.0 / 2.0, 250.0),
        speed: (150.0, -220.0),
        bricks: vec![true; COLUMNS * 5],
    };
    let phase = Phase::new(ID).file::<Texture>("ball", "textures/ball.png");
    phase.screen(ID, move |cx| Bricks { texture: cx.handle("ball"), run: run() })
}

/// The left upper corner of a brick.
fn corner(index: usize) -> (f32, f32) {
    ((index % COLUMNS) as f32 * BRICK.0, 40.0 + (index / COLUMNS) as f32 * BRICK.1)
}

impl GameScreen for Bricks {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, time) = (cx.input(), cx.delta().as_secs_f32());
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.push(PAUSE);
        }
        let axis = i8::from(input.is_held(Action::RIGHT)) - i8::from(input.is_held(Action::LEFT));
        let pointer = input.pointer.position.filter(|_| input.pointer.moved || input.pointer.held);
        let Run { paddle, ball, speed, bricks } = &mut self.run;
        *paddle = pointer.map_or(*paddle + f32::from(axis) * SPEED * time, |(x, _)| x);
        *paddle = paddle.clamp(PADDLE.0 / 2.0, SIZE.0 - PADDLE.0 / 2.0);
        *ball = (ball.0 + speed.0 * time, ball.1 + speed.1 * time);
        if !(BALL / 2.0..SIZE.0 - BALL / 2.0).contains(&ball.0) {
            speed.0 = speed.0.abs() * (SIZE.0 / 2.0 - ball.0).signum();
        }
        if ball.1 < BALL / 2.0 {
            speed.1 = speed.1.abs();
        }
        let part = (ball.0 - *paddle) / (PADDLE.0 / 2.0);
        if speed.1 > 0.0 && (ball.1 - 330.0).abs() < (PADDLE.1 + BALL) / 2.0 && part.abs() < 1.1 {
            *speed = (part * 260.0, -speed.1.abs() - 4.0);
        }
        let is_at = |index: &usize| {
            let (x, y) = corner(*index);
            bricks[*index] && (x..x + BRICK.0).contains(&ball.0) && (y..y + BRICK.1).contains(&ball.1)
        };
        if let Some(hit) = (0..bricks.len()).find(is_at) {
            bricks[hit] = false;
            speed.1 = -speed.1;
            cx.shared::<Mixer>().play("blip", 0.8);
        }
        let gone = bricks.iter().filter(|brick| !**brick).count();
        if (ball.1 > SIZE.1 + BALL || gone == bricks.len()) && !cx.in_transition() {
            end(cx, ID, gone as u32);
        }
    }

    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        cx.write(&self.run)
    }

    fn restore(&mut self, _: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        self.run = state.read()?;
        Ok(())
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let Run { paddle, ball, bricks, .. } = &self.run;
        draw_rectangle(0.0, 0.0, SIZE.0, SIZE.1, Paint::of(cx).theme.shadow.into());
        for (x, y) in (0..bricks.len()).filter(|index| bricks[*index]).map(corner) {
            draw_rectangle(x + 1.0, y + 1.0, BRICK.0 - 2.0, BRICK.1 - 2.0, ORANGE);
        }
        draw_rectangle(paddle - PADDLE.0 / 2.0, 330.0 - PADDLE.1 / 2.0, PADDLE.0, PADDLE.1, WHITE);
        draw_texture(&cx.texture(self.texture), ball.0 - BALL / 2.0, ball.1 - BALL / 2.0, WHITE);
    }
}
