//! The end of a level: the outcome, the statistics, and a menu.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::platform::Views;
use proscenium::ui::{Ink, Menu, Page};

use crate::game::play::{Outcome, Tally};
use crate::game::sounds::{JINGLE_FADE, LOSE, WIN};
use crate::levels::{LEVELS, LevelNumber};
use crate::saves::{self, AUTOSAVE};
use crate::shared::Shared;
use crate::theme::iris;
use crate::view::View;

/// The way on from the end of a level.
#[derive(Clone, Copy)]
pub enum Choice {
    Play(LevelNumber),
    /// The autosave.
    Continue,
    Credits,
    Leave,
}

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
    ending: Ending,
    menu: Menu,
    /// The wave at whose start the level was saved.
    saved_wave: Option<u32>,
    /// Why the run cannot be continued.
    problem: Option<String>,
}

impl Ended {
    pub fn new(ending: Ending) -> Self {
        Self { ending, menu: Menu::default(), saved_wave: None, problem: None }
    }

    #[cfg(test)]
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// The next level, after one that is won.
    fn next(&self) -> Option<LevelNumber> {
        let is_last = self.ending.level.0 as usize >= LEVELS.len();
        (self.ending.outcome == Outcome::Won && !is_last).then(|| LevelNumber(self.ending.level.0 + 1))
    }

    /// The outcome, the statistics and the menu.
    pub fn page(&self, view: &View<'_>) -> Page<Choice> {
        let (title, text, tip) = match self.ending.outcome {
            Outcome::Won if self.next().is_none() => ("ended-won", "ended-finale-text", None),
            Outcome::Won => ("ended-won", "ended-won-text", None),
            Outcome::Lost if self.ending.has_beacon => {
                ("ended-lost", "ended-fallen-text", Some("ended-fallen-tip"))
            }
            Outcome::Lost => ("ended-lost", "ended-lost-text", Some("ended-lost-tip")),
        };
        let Ending { level, tally, hens, .. } = &self.ending;
        let seconds = tally.seconds();
        let best = view.shared.settings().best_seconds.get(&level.0).copied().unwrap_or(seconds);
        let rows = match tip {
            // Who has lost reads what to try instead of what did not help.
            Some(_) => vec![
                ("ended-wave", format!("{}/{}", tally.wave, tally.waves)),
                ("ended-score", tally.score.to_string()),
            ],
            None => vec![
                ("ended-score", tally.score.to_string()),
                ("ended-kills", tally.kills.to_string()),
                ("ended-losses", tally.losses.to_string()),
                ("ended-hens", hens.to_string()),
                ("ended-time", View::clock(seconds)),
                ("ended-best", View::clock(best)),
            ],
        };
        let page = view.page(title).centered().min_width(216.0).text(view.text_of(text), Ink::Text);
        let page = tip.into_iter().fold(page, |page, tip| page.text(view.text_of(tip), Ink::Dim));
        let page = rows.into_iter().fold(page, |page, (key, value)| page.row(view.text_of(key), value));
        let page = match (self.ending.outcome, self.next(), self.saved_wave) {
            (Outcome::Won, Some(next), _) => page.button(Choice::Play(next), view.text_of("ended-next")),
            (Outcome::Won, None, _) => page.button(Choice::Credits, view.text_of("ended-credits")),
            (Outcome::Lost, _, Some(wave)) => {
                page.button(Choice::Continue, view.text_with("ended-from-wave", "wave", wave))
            }
            (Outcome::Lost, ..) => page,
        };
        let unsaved =
            view.shared.save_problem().map(|cause| view.text_with("settings-not-saved", "cause", cause));
        let page = page.text(self.problem.clone().or(unsaved).unwrap_or_default(), Ink::Error);
        let page = page.button(Choice::Play(self.ending.level), view.text_of("ended-again"));
        page.button(Choice::Leave, view.text_of("ended-leave"))
    }
}

impl GameScreen for Ended {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let shared = cx.shared::<Shared>();
        shared.mixer().stop_music(JINGLE_FADE);
        shared.play_jingle(if self.ending.outcome == Outcome::Won { WIN } else { LOSE });
        let autosave = shared.saves.slots.info(AUTOSAVE).ok().flatten();
        let saved_wave = autosave.filter(|info| info.level == self.ending.level.0).map(|info| info.wave);
        // The first wave is where "Play again" begins.
        self.saved_wave = saved_wave.filter(|wave| *wave > 1);
        self.menu = Menu::default();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&View::of(cx));
        let command = match self.menu.update(&page, cx) {
            Some(Choice::Play(level)) => ScreenCommand::load_with("in_game", level),
            Some(Choice::Continue) => {
                self.problem = saves::restore(cx, AUTOSAVE).err();
                return;
            }
            Some(Choice::Credits) => return cx.push("credits"),
            Some(Choice::Leave) => ScreenCommand::load("main_menu"),
            None => return,
        };
        cx.command(command.through(iris()));
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx);
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
