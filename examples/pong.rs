//! Pong: title, game, pause and game over, with fades, a texture, a sound and a saved setting. Arrows, mouse
//! or touch move the paddle. In a window, or in a page: `cargo web --example pong`.

use std::cell::Cell;
use std::rc::Rc;

use macroquad::prelude::{WHITE, draw_rectangle, draw_texture};
use proscenium::flow::{BuildContext, DrawContext, GameScreen, Phase, ScreenContext};
use proscenium::kit::{
    Game, Ink, Look, Menu, MenuEvent, Mixer, Page, Paint, Rect, SettingsFile, SetupContext, Theme,
};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;

/// Sizes and positions in virtual pixels; the speed of a serve in virtual pixels a second.
const SIZE: (f32, f32) = (640.0, 360.0);
const PADDLE: (f32, f32) = (10.0, 64.0);
const BALL: f32 = 16.0;
const MIDDLE: (f32, f32) = (SIZE.0 / 2.0, SIZE.1 / 2.0);
const SERVE: (f32, f32) = (-220.0, 90.0);
const EDGES: [f32; 2] = [24.0, SIZE.0 - 24.0 - PADDLE.0];

struct Shared {
    theme: Theme,
    mixer: Mixer,
    file: SettingsFile<bool>,
    is_silent: Cell<bool>,
    score: Cell<u32>,
}

/// A menu with a title over its parent: the title screen, the pause menu, the end of a game.
#[derive(Clone)]
struct Card {
    shared: Rc<Shared>,
    title: &'static str,
    entries: [&'static str; 3],
    menu: Menu,
}

impl Card {
    fn page(&self) -> Page {
        let sound = if self.shared.is_silent.get() { "off" } else { "on" };
        let status = format!("score {}, sound {sound}", self.shared.score.get());
        let page = Page::new(Rect::new(0.0, 0.0, SIZE.0, SIZE.1)).title(self.title).centered();
        page.text(status, Ink::Dim).buttons(self.entries)
    }
}

impl GameScreen for Card {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.menu.arrange(&self.page(), &Look::new(cx.resources(), &self.shared.theme));
        let Some(MenuEvent::Activated(index)) = self.menu.update(cx.input()) else { return };
        self.shared.mixer.play("blip", 0.5);
        match self.entries[index] {
            "Resume" => cx.pop(),
            "Quit" => cx.quit(),
            "Leave" => cx.reset(["title"]),
            "Sound" => {
                let is_silent = !self.shared.is_silent.replace(!self.shared.is_silent.get());
                self.shared.mixer.set_muted(is_silent);
                self.shared.file.save(&is_silent).unwrap_or_else(|error| log::warn!("{error}"));
            }
            _ => cx.reset(["court"]),
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::new(Look::new(cx.resources(), &self.shared.theme));
        cx.draw_parent();
        paint.darken();
        paint.page(&self.page(), &self.menu);
    }
}

struct Court {
    shared: Rc<Shared>,
    texture: Handle<Texture>,
    ball: (f32, f32),
    speed: (f32, f32),
    paddles: [f32; 2],
}

impl GameScreen for Court {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        (self.ball, self.speed, self.paddles) = (MIDDLE, SERVE, [MIDDLE.1; 2]);
        self.shared.score.set(0);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (input, time) = (cx.input(), cx.delta().as_secs_f32());
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) {
            return cx.push("pause");
        }
        let axis = i8::from(input.is_held(Action::DOWN)) - i8::from(input.is_held(Action::UP));
        let pointer = input.pointer.position.filter(|_| input.pointer.moved || input.pointer.held);
        let y = pointer.map_or(self.paddles[0] + f32::from(axis) * 300.0 * time, |(_, y)| y);
        self.paddles[0] = y.clamp(PADDLE.1 / 2.0, SIZE.1 - PADDLE.1 / 2.0);
        // The opponent follows an approaching ball.
        let goal = if self.speed.0 > 0.0 { self.ball.1 } else { MIDDLE.1 };
        self.paddles[1] += (goal - self.paddles[1]).clamp(-210.0 * time, 210.0 * time);
        self.ball = (self.ball.0 + self.speed.0 * time, self.ball.1 + self.speed.1 * time);
        if !(BALL / 2.0..SIZE.1 - BALL / 2.0).contains(&self.ball.1) {
            self.speed.1 = self.speed.1.abs() * (MIDDLE.1 - self.ball.1).signum();
        }
        for (side, paddle) in self.paddles.into_iter().enumerate() {
            let face = EDGES[side] + PADDLE.0 / 2.0;
            let part = (self.ball.1 - paddle) / ((PADDLE.1 + BALL) / 2.0);
            let is_coming = (side == 0) == (self.speed.0 < 0.0);
            if is_coming && (self.ball.0 - face).abs() < (PADDLE.0 + BALL) / 2.0 && part.abs() < 1.0 {
                self.speed = (self.speed.0 * -1.05, part * 260.0);
                self.shared.mixer.play("blip", 0.8);
            }
        }
        if self.ball.0 > SIZE.0 + BALL {
            self.shared.score.set(self.shared.score.get() + 1);
            (self.ball, self.speed) = (MIDDLE, SERVE);
        } else if self.ball.0 < -BALL && !cx.in_transition() {
            cx.replace("over");
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let theme = &self.shared.theme;
        let paint = Paint::new(Look { text_size: 2.0, ..Look::new(cx.resources(), theme) });
        draw_rectangle(MIDDLE.0 - 1.0, 0.0, 2.0, SIZE.1, theme.ground.into());
        paint.text_centered(&self.shared.score.get().to_string(), MIDDLE.0, 16.0, theme.accent);
        for (x, y) in EDGES.into_iter().zip(self.paddles) {
            draw_rectangle(x, y - PADDLE.1 / 2.0, PADDLE.0, PADDLE.1, theme.text.into());
        }
        draw_texture(&cx.texture(self.texture), self.ball.0 - BALL / 2.0, self.ball.1 - BALL / 2.0, WHITE);
    }
}

fn set_up(cx: &mut SetupContext<'_>) {
    let file = SettingsFile::<bool>::new(Rc::clone(cx.storage));
    let (theme, mixer, is_silent) = (Theme::default(), cx.mixer.clone(), Cell::new(file.load().0));
    mixer.set_muted(is_silent.get());
    let shared = Rc::new(Shared { theme, mixer, file, is_silent, score: Cell::default() });
    let card = |title, entries| {
        let card = Card { shared: Rc::clone(&shared), title, entries, menu: Menu::default() };
        move |_: &BuildContext<'_>| card.clone()
    };
    let phase = Phase::new("pong")
        .texture("ball", "textures/ball.png")
        .sound("blip", "sounds/blip.wav")
        .screen("title", card("PONG", ["Play", "Sound", "Quit"]))
        .screen("pause", card("Pause", ["Resume", "Sound", "Leave"]))
        .screen("over", card("Game over", ["Again", "Sound", "Leave"]))
        .screen("court", move |cx| {
            let (shared, texture) = (Rc::clone(&shared), cx.handle("ball"));
            Court { shared, texture, ball: MIDDLE, speed: SERVE, paddles: [MIDDLE.1; 2] }
        });
    cx.manager.add_phase(phase);
}

fn main() -> std::process::ExitCode {
    Game::new("pong").title("Pong").assets("examples/assets").setup(set_up).run()
}
