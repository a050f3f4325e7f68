//! Pong: a title, a game, a pause over it, an end, fades between them, a texture, a sound, and a best
//! score that is kept. Arrows move the paddle; or it follows the mouse or a finger. It runs in a window
//! (`cargo run --example pong`) and in a page (`cargo web --example pong`).

use std::cell::RefCell;
use std::process::ExitCode;
use std::rc::Rc;

use macroquad::prelude::{Color, WHITE, draw_rectangle, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext};
use proscenium::kit::{Game, Menu, MenuEvent, Mixer, Paint, SettingsFile, SetupContext, Theme};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;
use serde::{Deserialize, Serialize};

const COURT: Color = Color::new(0.09, 0.12, 0.2, 1.0);
/// Width and height of the court, of a paddle, and the side of the ball, in virtual pixels.
const SIZE: (f32, f32) = (640.0, 360.0);
const PADDLE: (f32, f32) = (10.0, 64.0);
const BALL: f32 = 16.0;

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Kept {
    best: u32,
}

/// What all screens share.
#[derive(Clone)]
struct Shared {
    theme: Theme,
    mixer: Mixer,
    file: Rc<SettingsFile<Kept>>,
    kept: Rc<RefCell<Kept>>,
}

/// A menu with a title, over whatever is below: the title, the pause and the end.
struct Card {
    shared: Shared,
    title: &'static str,
    entries: [&'static str; 2],
    menu: Menu,
}

impl Card {
    fn new(shared: &Shared, title: &'static str, entries: [&'static str; 2]) -> Self {
        Self { shared: shared.clone(), title, entries, menu: Menu::column(230.0, 190.0, 180.0, 30.0, 8.0, 2) }
    }
}

impl GameScreen for Card {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(MenuEvent::Activated(index)) = self.menu.update(cx.input()) else { return };
        self.shared.mixer.play("blip", 0.5);
        match self.entries[index] {
            "Resume" => cx.pop(),
            "Quit" => cx.quit(),
            "Leave" => cx.command(ScreenCommand::Reset(vec!["title".into()])),
            _ => cx.command(ScreenCommand::Reset(vec!["court".into()])),
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::new(cx.resources(), &self.shared.theme);
        paint.fill(COURT);
        cx.draw_parent();
        paint.darken();
        paint.panel(200.0, 90.0, 240.0, 184.0);
        paint.title_centered(self.title, 320.0, 108.0);
        let best = format!("best score: {}", self.shared.kept.borrow().best);
        paint.text_centered(&best, 320.0, 152.0, self.shared.theme.accent);
        paint.menu(&self.menu, &self.entries);
    }
}

struct Court {
    shared: Shared,
    picture: Handle<Texture>,
    ball: (f32, f32),
    speed: (f32, f32),
    /// The middles of both paddles.
    paddles: [f32; 2],
    score: u32,
}

impl GameScreen for Court {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        (self.ball, self.speed) = ((SIZE.0 / 2.0, SIZE.1 / 2.0), (-220.0, 90.0));
        (self.paddles, self.score) = ([SIZE.1 / 2.0; 2], 0);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, time) = (cx.input(), cx.delta().as_secs_f32());
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.command(ScreenCommand::push("pause").at_once());
        }
        let axis = f32::from(input.is_held(Action::DOWN)) - f32::from(input.is_held(Action::UP));
        let [mine, other] = &mut self.paddles;
        *mine += axis * 300.0 * time;
        if let Some((_, y)) = input.pointer.position.filter(|_| input.pointer.moved || input.pointer.held) {
            *mine = y;
        }
        *mine = mine.clamp(PADDLE.1 / 2.0, SIZE.1 - PADDLE.1 / 2.0);
        // It sees a ball that comes.
        let goal = if self.speed.0 > 0.0 { self.ball.1 } else { SIZE.1 / 2.0 };
        *other += (goal - *other).clamp(-230.0 * time, 230.0 * time);
        self.ball = (self.ball.0 + self.speed.0 * time, self.ball.1 + self.speed.1 * time);
        if (self.ball.1 < BALL / 2.0 && self.speed.1 < 0.0)
            || (self.ball.1 > SIZE.1 - BALL / 2.0 && self.speed.1 > 0.0)
        {
            self.speed.1 = -self.speed.1;
        }
        for (side, paddle) in self.paddles.into_iter().enumerate() {
            let face = [24.0 + PADDLE.0, SIZE.0 - 24.0 - PADDLE.0][side];
            let is_coming = (side == 0) == (self.speed.0 < 0.0);
            let reach = (self.ball.1 - paddle) / (PADDLE.1 / 2.0 + BALL / 2.0);
            if is_coming && (self.ball.0 - face).abs() < BALL / 2.0 && reach.abs() < 1.0 {
                self.speed = (-self.speed.0 * 1.05, reach * 260.0);
                self.shared.mixer.play("blip", 0.8);
                self.score += u32::from(side == 0);
            }
        }
        if self.ball.0 > SIZE.0 + BALL {
            self.score += 10;
            (self.ball, self.speed) = ((SIZE.0 / 2.0, SIZE.1 / 2.0), (-220.0, 90.0));
        } else if self.ball.0 < -BALL {
            let mut kept = self.shared.kept.borrow_mut();
            kept.best = kept.best.max(self.score);
            if let Err(error) = self.shared.file.save(&kept) {
                log::warn!("{error}");
            }
            cx.push("over");
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::new(cx.resources(), &self.shared.theme);
        paint.fill(COURT);
        for row in 0..12 {
            draw_rectangle(SIZE.0 / 2.0 - 1.0, row as f32 * 30.0 + 8.0, 2.0, 14.0, self.shared.theme.ground);
        }
        paint.title_centered(&self.score.to_string(), SIZE.0 / 2.0, 16.0);
        for (x, y) in [24.0, SIZE.0 - 24.0 - PADDLE.0].into_iter().zip(self.paddles) {
            draw_rectangle(x, y - PADDLE.1 / 2.0, PADDLE.0, PADDLE.1, self.shared.theme.text);
        }
        draw_texture(&cx.texture(self.picture), self.ball.0 - BALL / 2.0, self.ball.1 - BALL / 2.0, WHITE);
    }
}

fn set_up(cx: &mut SetupContext<'_>) {
    let file = Rc::new(SettingsFile::new(Rc::clone(cx.storage)));
    let kept = Rc::new(RefCell::new(file.load().0));
    let shared = Shared { theme: Theme::default(), mixer: cx.mixer.clone(), file, kept };
    let [title, court, pause, over] = [(); 4].map(|()| shared.clone());
    let new_court = move |picture| Court {
        shared: court.clone(),
        picture,
        ball: (0.0, 0.0),
        speed: (0.0, 0.0),
        paddles: [0.0; 2],
        score: 0,
    };
    cx.manager.add_phase(
        Phase::new("pong")
            .texture("ball", "textures/ball.png")
            .sound("blip", "sounds/blip.wav")
            .screen("title", move |_| Card::new(&title, "PONG", ["Play", "Quit"]))
            .screen("court", move |cx| new_court(cx.handle("ball")))
            .screen("pause", move |_| Card::new(&pause, "Pause", ["Resume", "Leave"]))
            .screen("over", move |_| Card::new(&over, "Game over", ["Again", "Leave"])),
    );
}

fn main() -> ExitCode {
    Game::new("pong").title("Pong").assets("examples/assets").setup(set_up).run()
}
