//! The texts over a play, and the pages of the game for the tool `check` and the tests.

use proscenium::platform::{Device, Rect};
use proscenium::ui::{Ink, Page};

use super::camera;
#[cfg(any(test, not(target_arch = "wasm32")))]
use super::play::{Outcome, Tally};
#[cfg(any(test, not(target_arch = "wasm32")))]
use super::screens::{Ended, Ending};
#[cfg(any(test, not(target_arch = "wasm32")))]
use crate::levels::LevelNumber;
#[cfg(any(test, not(target_arch = "wasm32")))]
use crate::screens::Shown;
use crate::view::View;

/// The width of a lesson, in virtual pixels at the smallest size of texts.
const LESSON_WIDTH: f32 = 200.0;

impl View<'_> {
    /// The part of the view that shows the level.
    pub fn field(&self) -> Rect {
        let (width, height) = camera::field(self.size);
        Rect::new(0.0, 0.0, width, height)
    }

    /// The upper edge of the strip for lessons and aims: below the numbers, which have two rows in an upright view, and below
    /// their names in a wide one.
    pub fn strip_top(&self) -> f32 {
        26.0 + 2.0 * self.line_height()
    }

    /// A lesson with its number and the number of all, or the offer of them, at the left below the numbers: the beacon is
    /// in the middle.
    pub fn lesson(&self, key: &str, count: Option<(usize, usize)>, device: Device) -> Page {
        let area = Rect { y: self.strip_top(), w: LESSON_WIDTH * self.text_size, ..self.field() };
        let page = self.hint(self.text_for(device, key)).within(area).anchor(0.0, 0.0);
        let Some((number, of)) = count else { return page };
        let values = [("number", number.to_string().into()), ("of", of.to_string().into())];
        page.text(self.format_for(device, "lesson-count", &values), Ink::Dim)
    }

    /// A line of dialogue, with a portrait or without.
    pub fn speech(&self, has_portrait: bool, key: &str) -> Page {
        // The game has buttons at the right edge, or below the field.
        let (field, edge) = (self.field(), if camera::is_upright(self.size) { 4.0 } else { 36.0 });
        let area = Rect::new(edge, 0.0, field.w - 2.0 * edge, field.h);
        let page = Page::new(area).anchor(0.5, 1.0).text(self.text_of(key), Ink::Text);
        // A line with a portrait is as high as that.
        if has_portrait { page.left(44.0).min_height(32.0) } else { page }
    }
}

/// The ends of a level, and the texts over a play.
#[cfg(any(test, not(target_arch = "wasm32")))]
pub fn pages(view: &View<'_>, keys: &[&str]) -> Vec<Shown> {
    let look = &view.look;
    let ended = |name, outcome, has_beacon| {
        let tally = Tally { ticks: 35_990, score: 123_456, ..Tally::default() };
        let ending = Ending { level: LevelNumber(1), outcome, has_beacon, tally, hens: 10 };
        Shown::new(name, &Ended::new(ending).page(view), look)
    };
    let mut pages = vec![
        ended("won", Outcome::Won, true),
        ended("lost", Outcome::Lost, false),
        ended("lost", Outcome::Lost, true),
    ];
    for key in keys {
        match key.split('-').next().unwrap_or_default() {
            "aim" | "lesson" | "hud" => pages.push(Shown::new(key, &view.hint(view.text_of(key)), look)),
            "bestiary" => {
                pages.push(Shown::new(key, &view.caption().text(view.text_of(key), Ink::Text), look));
            }
            "outpost" | "ford" | "theatre" | "sign" | "layout" | "autosave" | "rules" | "warn" => {
                pages.push(Shown::new(key, &view.speech(true, key), look));
            }
            _ => {}
        }
    }
    pages
}
