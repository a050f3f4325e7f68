//! The pages of all screens, for the tool `check` and the tests.

use proscenium::kit::{Ink, MenuPage as _, Page};

use super::pause::LEAVE_ANSWERS;
use super::question::Question;
use super::{ContinueRun, Controls, Credits, Ended, Ending, MainMenu, Pause, SaveRun, SettingsScreen};
use crate::levels::LevelNumber;
use crate::play::{Outcome, Tally};
use crate::shared::Shared;
use crate::view::View;

/// The pages of the screens and the texts over the game, with the names of what they show.
pub fn pages(shared: &Shared, view: &View<'_>, keys: &[&str]) -> Vec<(String, Page)> {
    let ended = |outcome, has_beacon| {
        let tally = Tally { ticks: 35_990, score: 123_456, ..Tally::default() };
        Ended::new(shared, Ending { level: LevelNumber(1), outcome, has_beacon, tally, hens: 10 }).page(view)
    };
    let question = |key, answers| Question::new(shared, key, answers).page(view);
    let [title, menu] = MainMenu::new(shared).pages(view);
    let [message, controls] = Controls::new(shared).pages(view);
    let unsaved = "a level is loaded".to_owned();
    let mut pages = vec![
        ("main_menu", title),
        ("main_menu", menu),
        ("settings", SettingsScreen::new(shared).page(view)),
        ("settings", question("settings-question", &["settings-keep", "settings-discard"])),
        ("main_menu", question("quit-question", &["quit-yes", "question-cancel"])),
        ("controls", message),
        ("controls", controls),
        ("credits", Credits.page(shared, view)),
        ("pause", Pause::new(shared).page(view)),
        ("pause", question("leave-question", &LEAVE_ANSWERS)),
        ("continue_run", ContinueRun::new(shared).page(view)),
        ("save_run", SaveRun::new(shared, Err(unsaved)).page(view)),
        ("save_run", question("save-question", &["save-overwrite", "question-cancel"])),
        ("won", ended(Outcome::Won, true)),
        ("lost", ended(Outcome::Lost, false)),
        ("lost", ended(Outcome::Lost, true)),
    ];
    for key in keys {
        match key.split('-').next().unwrap_or_default() {
            "hint" | "aim" => pages.push((key, view.hint(view.text_of(key)))),
            "trailer" | "skip" | "loading" | "logo" | "controls" | "failure" => {
                pages.push((key, view.caption().text(view.text_of(key), Ink::Text)));
            }
            "outpost" | "ford" | "theatre" | "sign" | "autosave" | "rules" | "warn" => {
                pages.push((key, view.speech(true, key)));
            }
            _ => {}
        }
    }
    pages.into_iter().map(|(name, page)| (name.to_owned(), page)).collect()
}
