//! The game: a level, a hero who walks in it and reads its signs, and hens that run from him.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;

use proscenium::flow::{BuildContext, GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::Rect;
use proscenium::phase::{Handle, Level, MachineData, Script, script_engine};
use proscenium::platform::{Action, Input};

use crate::game::camera;
use crate::game::hens::Hens;
use crate::game::hero::Hero;
use crate::game::shared::Shared;
use crate::game::steering::Steering;

/// Frames that a text stays.
const TEXT_FRAMES: u32 = 300;

/// The button that pauses, for those who have no keys at hand.
const PAUSE_BUTTON: Rect = Rect::new(604.0, 4.0, 32.0, 32.0);

/// How near to the foot of a sign a click has to be, in pixels.
const SIGN_REACH: f32 = 20.0;

/// A sign post of the level.
struct Sign {
    x: f32,
    y: f32,
    text: String,
}

/// The game itself.
pub struct InGame {
    shared: Shared,
    level: Handle<Level>,
    script: Handle<Script>,
    engine: rhai::Engine,
    scope: RefCell<rhai::Scope<'static>>,
    hero: Hero,
    steering: Steering,
    hen_machine: Handle<MachineData>,
    /// The hens are there while the screen is on the stack.
    hens: Option<Hens>,
    signs: Vec<Sign>,
    read: HashMap<String, i64>,
    /// The key of the text that is shown, and for how many frames still.
    said: Option<(String, u32)>,
}

impl InGame {
    /// The level with the hero at its start.
    pub fn new(cx: &BuildContext<'_>, shared: &Shared) -> Result<Self, Box<dyn Error>> {
        let level_handle = cx.resources().handle::<Level>("level")?;
        let level = cx.resources().get(level_handle)?;
        let start = level.object("hero_start").ok_or("the level has no object `hero_start`")?;
        let signs = level.objects().iter().filter(|object| object.class == "sign");
        let signs = signs.filter_map(|object| {
            let text = object.properties.get("text")?.as_text()?.to_owned();
            Some(Sign { x: object.x, y: object.y, text })
        });
        Ok(Self {
            shared: shared.clone(),
            level: level_handle,
            script: cx.resources().handle("script")?,
            engine: script_engine(),
            scope: RefCell::default(),
            hero: Hero::at(start.x, start.y),
            steering: Steering::default(),
            hen_machine: cx.resources().handle("hen_machine")?,
            hens: None,
            signs: signs.collect(),
            read: HashMap::new(),
            said: None,
        })
    }

    /// Asks the level's script, which answers with the key of a text. A script that fails ends
    /// the phase: its error has the file and the place.
    fn ask_script(&mut self, cx: &mut ScreenContext<'_>, function: &str, args: impl rhai::FuncArgs) {
        let Ok(script) = cx.resources().get(self.script) else { return };
        match script.call(&self.engine, &mut self.scope.borrow_mut(), function, args) {
            Ok(answer) => match answer.into_string() {
                Ok(key) if key.is_empty() => self.said = None,
                Ok(key) => self.said = Some((key, TEXT_FRAMES)),
                Err(other) => cx.fail(format!(
                    "{}: `{function}` must answer with the key of a text, not with {other}",
                    script.path()
                )),
            },
            Err(error) => cx.fail(error),
        }
    }

    fn add_hens(&mut self, cx: &mut ScreenContext<'_>) {
        let resources = cx.resources();
        let (Ok(level), Ok(machine)) = (resources.get(self.level), resources.get(self.hen_machine)) else {
            return;
        };
        let Some(blueprint) = machine.blueprint() else { return };
        let seed = u64::from(cx.random().u32(..));
        match Hens::new(blueprint, level, cx.machines(), seed) {
            Ok(hens) => self.hens = Some(hens),
            Err(error) => cx.fail(error),
        }
    }

    fn near_sign(&self) -> Option<&Sign> {
        self.signs.iter().find(|sign| self.hero.is_near(sign.x, sign.y))
    }

    /// The part of the level that is seen: its top left corner, in pixels of the level.
    fn view(&self, level: &Level) -> (f32, f32) {
        let (width, height) = (level.width() * level.tile_width(), level.height() * level.tile_height());
        camera::corner((self.hero.x, self.hero.y - 12.0), (width as f32, height as f32))
    }

    /// Whether the player asks to read the sign that is near: by key, or with a click on it.
    fn wants_to_read(&self, input: &Input, level: &Level) -> bool {
        let (left, top) = self.view(level);
        let is_click_on = |sign: &Sign| {
            input.pointer.position.is_some_and(|(x, y)| {
                // A sign stands above its foot.
                let (dx, dy) = (x + left - sign.x, y + top - (sign.y - 8.0));
                dx.abs() < SIGN_REACH && dy.abs() < SIGN_REACH
            })
        };
        input.is_pressed(Action::ACCEPT)
            || (input.pointer.pressed && self.near_sign().is_some_and(is_click_on))
    }

    /// Whether the player asks for the pause. Who turns to another window finds the game paused.
    fn wants_pause(input: &Input) -> bool {
        let is_on_button = input.pointer.position.is_some_and(|at| PAUSE_BUTTON.contains(at));
        input.any_pressed(&[Action::PAUSE, Action::CANCEL])
            || input.focus_lost
            || (input.pointer.pressed && is_on_button)
    }
}

impl GameScreen for InGame {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.add_hens(cx);
        self.ask_script(cx, "start", ());
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if Self::wants_pause(input) {
            self.steering.let_go();
            cx.command(ScreenCommand::push("pause").at_once());
            return;
        }
        let mut wants_to_read = false;
        if let Ok(level) = cx.resources().get(self.level) {
            let seconds = cx.delta().as_secs_f32();
            let (left, top) = self.view(level);
            wants_to_read = self.wants_to_read(input, level);
            let direction = self.steering.direction(input, (self.hero.x - left, self.hero.y - top));
            self.hero.update(direction, level, seconds);
            if let Some(hens) = &self.hens {
                hens.update(cx.machines(), &self.hero, level, seconds);
            }
        }
        if let Some((_, frames)) = &mut self.said {
            *frames -= 1;
            if *frames == 0 {
                self.said = None;
            }
        }
        if wants_to_read && let Some(text) = self.near_sign().map(|sign| sign.text.clone()) {
            let times = self.read.entry(text.clone()).or_insert(0);
            *times += 1;
            let times = *times;
            self.ask_script(cx, "read_sign", (text, times));
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::game::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        let Ok(level) = cx.resources().get(self.level) else { return };
        let (left, top) = self.view(level);
        paint.fill(color::INK);
        paint.level(level, "tiles", (left, top), |layer| layer != "above");
        let hens = |is_behind: bool| {
            let hens = self.hens.iter().flat_map(|hens| hens.cells(cx.machines()));
            for (hen, cell) in hens.filter(|(hen, _)| (hen.y <= self.hero.y) == is_behind) {
                let (x, y) = ((hen.x - left).round(), (hen.y - top).round());
                paint.cell("hen", cell, (16.0, 14.0), (x - 8.0, y - 12.0));
            }
        };
        hens(true);
        let (x, y) = ((self.hero.x - left).round(), (self.hero.y - top).round());
        paint.picture("shadow", x - 8.0, y - 2.0);
        paint.cell(
            "hero",
            (self.hero.walk_column(), self.hero.facing as u32),
            (16.0, 32.0),
            (x - 8.0, y - 27.0),
        );
        hens(false);
        paint.level(level, "tiles", (left, top), |layer| layer == "above");
        if !cx.is_active() {
            return;
        }
        paint.pause_button(PAUSE_BUTTON);
        if let Some((key, _)) = &self.said {
            paint.panel(80.0, 286.0, 480.0, 60.0);
            let text = self.shared.text(cx.resources(), key);
            paint.text_wrapped(&text, 100.0, 300.0, 440.0, color::CREAM);
        } else if self.near_sign().is_some() {
            paint.hint_key("hint-read", 336.0);
        } else {
            paint.hint_key("hint-controls", 336.0);
        }
    }
}
