//! A snake eats and grows. It must not bite itself or leave the field.

use std::collections::VecDeque;

use macroquad::prelude::{GREEN, LIME, RED, draw_circle, draw_rectangle};
use proscenium::flow::{DrawContext, GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenContext};
use proscenium::platform::Action;
use proscenium::sound::Mixer;
use proscenium::ui::Paint;
use serde::{Deserialize, Serialize};

use super::{PAUSE, SIZE, end};

pub const ID: &str = "snake";
/// The side of a cell, in virtual pixels, and the cells of the field.
const CELL: f32 = 20.0;
const FIELD: (i32, i32) = (32, 18);
/// Ticks of a step.
const STEP: u32 = 7;

type Cell = (i32, i32);

#[derive(Serialize, Deserialize)]
struct Snake {
    /// The cells of the snake, the head first.
    body: VecDeque<Cell>,
    ahead: Cell,
    /// The direction of the next step.
    next: Cell,
    food: Cell,
    ticks: u32,
}

pub fn phase() -> Phase {
    Phase::new(ID).screen(ID, |_| Snake {
        body: [(8, 9), (7, 9), (6, 9)].into(),
        ahead: (1, 0),
        next: (1, 0),
        food: (20, 9),
        ticks: 0,
    })
}

impl GameScreen for Snake {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.push(PAUSE);
        }
        let turns =
            [(Action::UP, (0, -1)), (Action::DOWN, (0, 1)), (Action::LEFT, (-1, 0)), (Action::RIGHT, (1, 0))];
        for (action, (x, y)) in turns {
            if input.is_pressed(action) && (x, y) != (-self.ahead.0, -self.ahead.1) {
                self.next = (x, y);
            }
        }
        self.ticks += 1;
        if !self.ticks.is_multiple_of(STEP) || cx.in_transition() {
            return;
        }
        self.ahead = self.next;
        let head = (self.body[0].0 + self.ahead.0, self.body[0].1 + self.ahead.1);
        let is_inside = (0..FIELD.0).contains(&head.0) && (0..FIELD.1).contains(&head.1);
        if !is_inside || self.body.contains(&head) {
            return end(cx, ID, self.body.len() as u32 - 3);
        }
        self.body.push_front(head);
        if head == self.food {
            self.food = (cx.random().i32(0..FIELD.0), cx.random().i32(0..FIELD.1));
            cx.shared::<Mixer>().play("blip", 0.8);
        } else {
            self.body.pop_back();
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
        for (index, (x, y)) in self.body.iter().enumerate() {
            let ink = if index == 0 { LIME } else { GREEN };
            draw_rectangle(*x as f32 * CELL + 1.0, *y as f32 * CELL + 1.0, CELL - 2.0, CELL - 2.0, ink);
        }
        draw_circle(
            (self.food.0 as f32 + 0.5) * CELL,
            (self.food.1 as f32 + 0.5) * CELL,
            CELL / 2.0 - 2.0,
            RED,
        );
        paint.text_centered(&(self.body.len() - 3).to_string(), SIZE.0 / 2.0, 8.0, paint.theme.accent);
    }
}
