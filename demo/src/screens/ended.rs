//! The end of a level: the outcome, the statistics, and a menu.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::levels::{LEVELS, LevelNumber};
use crate::play::{Outcome, Tally};
use crate::shared::Shared;
use crate::sounds::{JINGLE_FADE, LOSE, WIN};
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT, iris};

/// The text keys of the entries. The first is left out where no level follows.
const ENTRIES: [&str; 3] = ["ended-next", "ended-again", "ended-leave"];

/// The end of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// The level.
    pub level: LevelNumber,
    /// Won or lost.
    pub outcome: Outcome,
    /// The statistics.
    pub tally: Tally,
    /// Hens left.
    pub hens: usize,
}

/// The screen at the end of a level.
pub struct Ended {
    shared: Shared,
    ending: Ending,
    menu: Menu,
}

impl Ended {
    /// A screen for this ending.
    pub fn new(shared: &Shared, ending: Ending) -> Self {
        Self { shared: shared.clone(), ending, menu: Menu::default() }
    }

    /// The end of the play.
    #[cfg(test)]
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    fn entries(&self) -> &'static [&'static str] {
        let is_last = self.ending.level.0 as usize >= LEVELS.len();
        if self.ending.outcome == Outcome::Won && !is_last { &ENTRIES } else { &ENTRIES[1..] }
    }

    const fn next(&self) -> LevelNumber {
        LevelNumber(self.ending.level.0 + 1)
    }
}

impl GameScreen for Ended {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        if self.entries().len() == ENTRIES.len() {
            // It comes while the player reads.
            cx.preload_with("in_game", self.next());
        }
        self.shared.mixer().stop_music(JINGLE_FADE);
        self.shared.play_jingle(if self.ending.outcome == Outcome::Won { WIN } else { LOSE });
        self.menu = Menu::column(232.0, 206.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, self.entries().len());
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(MenuEvent::Activated(index)) = self.shared.update_menu(&mut self.menu, cx) else { return };
        let command = match self.entries().get(index).copied() {
            Some("ended-next") => ScreenCommand::load_with("in_game", self.next()),
            Some("ended-again") => ScreenCommand::load_with("in_game", self.ending.level),
            _ => ScreenCommand::load("main_menu"),
        };
        cx.command(command.through(iris()));
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(136.0, 40.0, 368.0, 280.0);
        let (title, text) = match self.ending.outcome {
            Outcome::Won => ("ended-won", "ended-won-text"),
            Outcome::Lost => ("ended-lost", "ended-lost-text"),
        };
        paint.title_key_centered(title, 320.0, 54.0);
        paint.text_key_centered(text, 320.0, 92.0, color::CREAM);
        let ending = &self.ending;
        let seconds = ending.tally.ticks / 60;
        let time = format!("{}:{:02}", seconds / 60, seconds % 60);
        let rows = [
            ("ended-score", ending.tally.score.to_string()),
            ("ended-kills", ending.tally.kills.to_string()),
            ("ended-losses", ending.tally.losses.to_string()),
            ("ended-hens", ending.hens.to_string()),
            ("ended-time", time),
        ];
        for (row, (key, value)) in rows.iter().enumerate() {
            let y = 114.0 + row as f32 * 17.0;
            paint.text_key(key, 212.0, y, color::ASH);
            paint.text_right(value, 428.0, y, color::FOOTLIGHT);
        }
        paint.menu_keys(&self.menu, self.entries());
    }
}
