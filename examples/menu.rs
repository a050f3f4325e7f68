//! A settings menu: what the player can change, as one type of the program. The library saves it and sets the volumes.

use std::process::ExitCode;
use std::time::Duration;

use macroquad::prelude::Color;
use proscenium::flow::{DrawContext, Phase, ScreenContext};
use proscenium::game::{Game, Preferences};
use proscenium::phase::Sound;
use proscenium::platform::{Action, Bus};
use proscenium::sound::Mixer;
use proscenium::ui::{Look, MenuPage, MenuScreen, Page, Paint};
use serde::{Deserialize, Serialize};

const COLORS: [(&str, Color); 3] = [
    ("blue", Color::new(0.1, 0.14, 0.26, 1.0)),
    ("green", Color::new(0.08, 0.2, 0.16, 1.0)),
    ("plum", Color::new(0.2, 0.1, 0.2, 1.0)),
];

type Profile = proscenium::game::Profile<Settings>;

/// Fields that an older file does not have get their defaults.
#[derive(Clone, Serialize, Deserialize)]
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

impl Settings {
    /// A file may have any number.
    const fn color(&self) -> (&'static str, Color) {
        COLORS[self.color % COLORS.len()]
    }
}

impl Preferences for Settings {
    fn volume(&self, bus: Bus) -> f32 {
        let volume = match bus {
            Bus::Music => self.music,
            Bus::Effects => self.effects,
            Bus::Master | Bus::Voice => 10,
        };
        volume as f32 / 10.0
    }
}

#[derive(Clone, Copy)]
enum Choice {
    Music(u32),
    Effects(u32),
    Color(i32),
    Quit,
}

#[derive(Clone)]
struct SettingsMenu;

impl MenuPage for SettingsMenu {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let settings = look.shared::<Profile>().settings();
        Page::new(look.area())
            .title("Settings")
            .slider(Choice::Music, "Music", settings.music, 10)
            .slider(Choice::Effects, "Effects", settings.effects, 10)
            .choice(Choice::Color, "Colour", settings.color().0)
            .button(Choice::Quit, "Quit")
            .on(Action::CANCEL, Choice::Quit)
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        let count = COLORS.len() as i32;
        cx.shared::<Profile>().change(|settings| match choice {
            Choice::Music(volume) => settings.music = volume,
            Choice::Effects(volume) => settings.effects = volume,
            Choice::Color(by) => {
                settings.color = (settings.color as i32 % count + by).rem_euclid(count) as usize;
            }
            Choice::Quit => {}
        });
        if let Choice::Quit = choice {
            cx.quit();
        }
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared::<Mixer>().play_music("theme", Duration::from_secs(1));
    }

    fn draw_behind(&self, cx: &DrawContext<'_>) {
        Paint::of(cx).fill(cx.shared::<Profile>().settings().color().1);
    }
}

fn main() -> ExitCode {
    let phase = Phase::new("menu")
        .file::<Sound>("theme", "sounds/theme.wav")
        .file::<Sound>("sound_menu_move", "sounds/blip.wav")
        .file::<Sound>("sound_menu_accept", "sounds/blip.wav")
        .screen("settings", MenuScreen::of(SettingsMenu));
    Game::new("menu-example")
        .title("Menu, mixer, settings")
        .assets("examples/assets")
        .settings::<Settings>()
        .phase(phase)
        .run()
}
