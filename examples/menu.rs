//! A settings menu: `Menu` drawn with a theme, `Mixer` with music, and settings of the program's own type
//! that `SettingsFile` saves.

use std::process::ExitCode;
use std::rc::Rc;
use std::time::Duration;

use macroquad::prelude::Color;
use proscenium::flow::{DrawContext, Exit, GameScreen, Phase, ScreenContext};
use proscenium::kit::{Game, Look, Menu, MenuEvent, Mixer, Page, Paint, Rect, SettingsFile, Theme};
use proscenium::platform::Bus;
use serde::{Deserialize, Serialize};

const MUSIC: usize = 0;
const EFFECTS: usize = 1;
const COLOR: usize = 2;
const COLORS: [(&str, Color); 3] = [
    ("blue", Color::new(0.1, 0.14, 0.26, 1.0)),
    ("green", Color::new(0.08, 0.2, 0.16, 1.0)),
    ("plum", Color::new(0.2, 0.1, 0.2, 1.0)),
];

/// Fields that an older file does not have get their defaults.
#[derive(Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    music: u32,
    effects: u32,
    color: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { music: 5, effects: 8, color: 0 }
    }
}

struct SettingsScreen {
    menu: Menu,
    settings: Settings,
    file: SettingsFile<Settings>,
    mixer: Mixer,
    theme: Theme,
}

impl SettingsScreen {
    fn new(file: SettingsFile<Settings>, mixer: Mixer) -> Self {
        let (settings, problem) = file.load();
        if let Some(problem) = problem {
            log::warn!("{problem}");
        }
        Self { menu: Menu::default(), settings, file, mixer, theme: Theme::default() }
    }

    fn page(&self) -> Page {
        let Settings { music, effects, color } = self.settings;
        Page::new(Rect::new(0.0, 0.0, 640.0, 360.0))
            .title("Settings")
            .slider("Music", music, 10)
            .slider("Effects", effects, 10)
            .choice("Colour", COLORS[color % COLORS.len()].0)
            .button("Save and quit")
    }

    fn apply(&self) {
        for (bus, volume) in [(Bus::Music, self.settings.music), (Bus::Effects, self.settings.effects)] {
            self.mixer.set_volume(bus, volume as f32 / 10.0);
        }
    }
}

impl GameScreen for SettingsScreen {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.apply();
        self.mixer.play_music("theme", Duration::from_secs(1));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.menu.arrange(&self.page(), &Look::new(cx.resources(), &self.theme));
        let Some(event) = self.menu.update(cx.input()) else { return };
        match event {
            MenuEvent::SetTo { index: MUSIC, value } => self.settings.music = value,
            MenuEvent::SetTo { index: EFFECTS, value } => self.settings.effects = value,
            MenuEvent::Changed { index: COLOR, by } => {
                let (color, count) = (self.settings.color % COLORS.len(), COLORS.len() as i32);
                self.settings.color = (color as i32 + by).rem_euclid(count) as usize;
            }
            MenuEvent::Activated(_) => {
                if let Err(error) = self.file.save(&self.settings) {
                    log::warn!("{error}");
                }
                cx.quit();
            }
            MenuEvent::Cancelled => cx.quit(),
            _ => {}
        }
        self.apply();
        self.mixer.play("blip", 0.6);
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let (_, ground) = COLORS[self.settings.color % COLORS.len()];
        let paint = Paint::new(Look::new(cx.resources(), &self.theme));
        paint.fill(ground);
        paint.page(&self.page(), &self.menu);
    }
}

fn main() -> ExitCode {
    Game::new("menu-example")
        .title("Menu, mixer, settings")
        .assets("examples/assets")
        .setup(|cx| {
            let (storage, mixer) = (Rc::clone(cx.storage), cx.mixer.clone());
            cx.manager.add_phase(
                Phase::new("menu")
                    .sound("theme", "sounds/theme.wav")
                    .sound("blip", "sounds/blip.wav")
                    .screen("settings", move |_| {
                        SettingsScreen::new(SettingsFile::new(Rc::clone(&storage)), mixer.clone())
                    })
                    .leads_to([Exit::Quit]),
            );
        })
        .run()
}
