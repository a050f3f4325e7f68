//! The game: the player drives the sheep into the pen.

use std::ops::ControlFlow;

use macroquad::color::Color;
use macroquad::shapes::{draw_circle, draw_rectangle, draw_rectangle_lines};
use proscenium::flow::{
    DrawContext, GameEvent, GameScreen, Notice, Reloaded, SaveContext, SaveError, SavedState,
};
use proscenium::flow::{ScreenCommand, ScreenContext, World as Lend};
use proscenium::platform::{Action, View, Views};
use proscenium::sound::Mixer;
use proscenium::ui::{Ink, Page, Paint, Rgb};

use super::touch::Touch;
use super::{MUSIC_FADE, pause};
use crate::units::{self, Herd};
use crate::world::{World, turned};

pub const ID: &str = "in_game";

const GRASS: Rgb = Rgb::hex(0x4f8a4b);
const TUFT: Rgb = Rgb::hex(0x3f7440);
const EARTH: Rgb = Rgb::hex(0xa8875a);
const FENCE: Rgb = Rgb::hex(0x5d4326);
const SHEPHERD: Rgb = Rgb::hex(0xffd27a);
const SHADOW: Color = Color::new(0.0, 0.0, 0.0, 0.25);

pub struct InGame {
    world: World,
    /// Whether all sheep are in the pen.
    is_won: bool,
    touch: Touch,
}

impl InGame {
    pub fn new() -> Self {
        Self { world: World::new(0), is_won: false, touch: Touch::default() }
    }
}

impl GameScreen for InGame {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared::<Mixer>().play_music("music_game", MUSIC_FADE);
        (self.world, self.is_won) = (World::new(cx.random().u64(..)), false);
        let lend = Lend::of(|screen: &mut Self| &mut screen.world);
        if let Err(error) = units::add_all(cx, &mut self.world, &lend) {
            cx.fail(error);
        }
    }

    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {
        self.touch.reset();
    }

    // A run goes on with these, and with the units: after `cargo run -- --resume`.
    fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        let World { shepherd, sheep, home, seconds, random, .. } = &self.world;
        cx.write(&(shepherd, sheep, home, seconds, random.get_seed()))
    }

    fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
        let (shepherd, sheep, home, seconds, seed) = state.read()?;
        let world = &mut self.world;
        (world.shepherd, world.sheep, world.home, world.seconds) = (shepherd, sheep, home, seconds);
        world.random.seed(seed);
        Ok(())
    }

    fn on_event(&mut self, cx: &mut ScreenContext<'_>, event: &dyn GameEvent) -> ControlFlow<()> {
        if let Some(Reloaded { id, .. }) = event.downcast_ref() {
            match units::reload(cx, id.name()) {
                Ok(lost) if lost.is_empty() => {}
                Ok(lost) => cx.post(Notice(format!("not kept: {}", lost.join(", ")))),
                Err(error) => cx.post(Notice(error.to_string())),
            }
        }
        ControlFlow::Continue(())
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = self.touch.apply(cx);
        if input.any_pressed(&[Action::PAUSE, Action::CANCEL]) || input.focus_lost || input.pad_lost {
            // At once: the game does not go on behind a fade.
            cx.command(ScreenCommand::push(pause::ID).without_transition());
            return;
        }
        if self.is_won && (input.is_pressed(Action::ACCEPT) || input.pointer.pressed) {
            return cx.replace(ID);
        }
        if self.world.home < self.world.sheep {
            self.world.seconds += cx.delta().as_secs_f32();
        } else if !self.is_won {
            self.is_won = true;
        }
        self.world.steer(&input, cx.view_size(), cx.delta().as_secs_f32());
        // Those of the units, which are updated after this, sound in the next tick.
        self.world.sounds.drain(..).for_each(|sound| cx.shared::<Mixer>().play(sound, 0.7));
    }

    fn view(&self, views: &Views) -> View {
        views.suitable()
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::of(cx);
        let (width, height) = paint.size;
        let place = |place| turned(place, paint.size);
        let (x, y) = place(self.world.shepherd);
        let (pen, (w, h)) = (place((World::PEN.x, World::PEN.y)), place((World::PEN.w, World::PEN.h)));
        paint.fill(GRASS);
        for tuft in 0..100 {
            // Places that look random.
            draw_rectangle(tuft as f32 * 127.1 % width, tuft as f32 * 59.7 % height, 4.0, 2.0, TUFT.into());
        }
        draw_rectangle(pen.0, pen.1, w, h, EARTH.into());
        draw_rectangle_lines(pen.0, pen.1, w, h, 6.0, FENCE.into());
        cx.populations().all::<dyn Herd>().for_each(|herd| herd.draw(&paint));
        draw_circle(x, y + 6.0, 11.0, SHADOW);
        draw_circle(x, y, 11.0, SHEPHERD.into());
        if !cx.is_active() {
            return;
        }
        let World { home, sheep, seconds, .. } = self.world;
        let numbers = [("home", home.into()), ("all", sheep.into()), ("seconds", (seconds as u32).into())];
        let count = Page::new(paint.area()).strip().anchor(0.0, 0.0);
        paint.texts(&count.text(paint.format("game-home", &numbers), Ink::Accent));
        let hint = if self.is_won { "game-won" } else { "game-hint" };
        let hint = Page::hint(paint.area(), paint.text_for(cx.device(), hint));
        paint.texts(&hint);
        self.touch.draw(cx, &paint);
    }
}
