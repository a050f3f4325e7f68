//! The end of a level: who has won, what was counted, and where to go from here.

use std::error::Error;

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::levels::LEVELS;
use crate::play::Outcome;
use crate::shared::Shared;
use crate::sounds::{HUSH, LOSE, WIN};
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT};

/// The texts of the entries. The first is left out where no level follows.
const ENTRIES: [&str; 3] = ["ended-next", "ended-again", "ended-leave"];

/// Says how a level has ended.
pub struct Ended {
    shared: Shared,
    outcome: Outcome,
    menu: Menu,
}

impl Ended {
    /// The screen for one way to end.
    pub fn new(_cx: &BuildContext<'_>, shared: &Shared, outcome: Outcome) -> Result<Self, Box<dyn Error>> {
        Ok(Self { shared: shared.clone(), outcome, menu: Menu::default() })
    }

    fn entries(&self) -> &'static [&'static str] {
        let is_last = self.shared.level() as usize >= LEVELS.len();
        if self.outcome == Outcome::Won && !is_last { &ENTRIES } else { &ENTRIES[1..] }
    }
}

impl GameScreen for Ended {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.shared.mixer().stop_music(HUSH);
        self.shared.mixer().play(if self.outcome == Outcome::Won { WIN } else { LOSE }, 1.0);
        self.menu = Menu::column(232.0, 206.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, self.entries().len());
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(MenuEvent::Activated(index)) = self.shared.ask(&mut self.menu, cx) else { return };
        match self.entries().get(index).copied() {
            Some("ended-next") => {
                self.shared.choose_level(self.shared.level() + 1);
                cx.load("in_game");
            }
            Some("ended-again") => cx.load("in_game"),
            _ => cx.load("main_menu"),
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(136.0, 40.0, 368.0, 280.0);
        let (title, text) = match self.outcome {
            Outcome::Won => ("ended-won", "ended-won-text"),
            Outcome::Lost => ("ended-lost", "ended-lost-text"),
        };
        paint.title_key_centered(title, 320.0, 54.0);
        paint.text_key_centered(text, 320.0, 92.0, color::CREAM);
        if let Some(result) = self.shared.result() {
            let seconds = result.tally.frames / 60;
            let time = format!("{}:{:02}", seconds / 60, seconds % 60);
            let rows = [
                ("ended-score", result.tally.score.to_string()),
                ("ended-kills", result.tally.kills.to_string()),
                ("ended-losses", result.tally.losses.to_string()),
                ("ended-hens", result.hens.to_string()),
                ("ended-time", time),
            ];
            for (row, (key, value)) in rows.iter().enumerate() {
                let y = 114.0 + row as f32 * 17.0;
                paint.text_key(key, 212.0, y, color::ASH);
                paint.text_right(value, 428.0, y, color::FOOTLIGHT);
            }
        }
        paint.menu_keys(&self.menu, self.entries());
    }
}
