//! The end of a level: the outcome, the statistics, and a menu.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use crate::levels::{LEVELS, LevelNumber};
use crate::play::{Outcome, Tally};
use crate::shared::Shared;
use crate::sounds::{JINGLE_FADE, LOSE, WIN};
use crate::theme::iris;
use crate::view::View;

/// The text keys of the entries. The first is left out where no level follows.
const ENTRIES: [&str; 3] = ["ended-next", "ended-again", "ended-leave"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    pub level: LevelNumber,
    pub outcome: Outcome,
    /// Whether the beacon still burns, as it may when the squad has fallen.
    pub has_beacon: bool,
    pub tally: Tally,
    pub hens: usize,
}

/// The screen at the end of a level.
pub struct Ended {
    shared: Shared,
    ending: Ending,
    menu: Menu,
}

impl Ended {
    pub fn new(shared: &Shared, ending: Ending) -> Self {
        Self { shared: shared.clone(), ending, menu: Menu::default() }
    }

    #[cfg(test)]
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    fn entries(&self) -> &'static [&'static str] {
        let is_last = self.ending.level.0 as usize >= LEVELS.len();
        if self.ending.outcome == Outcome::Won && !is_last { &ENTRIES } else { &ENTRIES[1..] }
    }

    /// The outcome, the statistics and the menu.
    pub fn page(&self, view: &View<'_>) -> Page {
        let (title, text, tip) = match self.ending.outcome {
            Outcome::Won => ("ended-won", "ended-won-text", None),
            Outcome::Lost if self.ending.has_beacon => {
                ("ended-lost", "ended-fallen-text", Some("ended-fallen-tip"))
            }
            Outcome::Lost => ("ended-lost", "ended-lost-text", Some("ended-lost-tip")),
        };
        let Ending { tally, hens, .. } = &self.ending;
        let seconds = tally.ticks / 60;
        let rows = [
            ("ended-score", tally.score.to_string()),
            ("ended-kills", tally.kills.to_string()),
            ("ended-losses", tally.losses.to_string()),
            ("ended-hens", hens.to_string()),
            ("ended-time", format!("{}:{:02}", seconds / 60, seconds % 60)),
        ];
        let page = view.page(title).centered().min_width(216.0).text(view.text_of(text), Ink::Text);
        let page = tip.into_iter().fold(page, |page, tip| page.text(view.text_of(tip), Ink::Dim));
        // Who has lost reads what to try instead of what did not help.
        let count = if tip.is_some() { 2 } else { rows.len() };
        let page =
            rows.into_iter().take(count).fold(page, |page, (key, value)| page.row(view.text_of(key), value));
        page.buttons(view.texts(self.entries()))
    }

    const fn next(&self) -> LevelNumber {
        LevelNumber(self.ending.level.0 + 1)
    }
}

impl GameScreen for Ended {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.shared.mixer().stop_music(JINGLE_FADE);
        self.shared.play_jingle(if self.ending.outcome == Outcome::Won { WIN } else { LOSE });
        self.menu = Menu::default();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        let event = self.shared.update_menu(&mut self.menu, &page, cx);
        let Some(MenuEvent::Activated(index)) = event else { return };
        let command = match self.entries().get(index).copied() {
            Some("ended-next") => ScreenCommand::load_with("in_game", self.next()),
            Some("ended-again") => ScreenCommand::load_with("in_game", self.ending.level),
            _ => ScreenCommand::load("main_menu"),
        };
        cx.command(command.through(iris()));
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx, &self.shared);
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
