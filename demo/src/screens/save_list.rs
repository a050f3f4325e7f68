//! The list of saved runs, for the screens that show it.

use proscenium::platform::StorageError;
use proscenium::ui::{Ink, Page};

use crate::levels::{LevelInfo, LevelNumber};
use crate::saves::{AUTOSAVE, Picture, SaveInfo};
use crate::shared::Shared;
use crate::view::View;

/// The slots as they were when the list was made.
pub struct SaveList {
    slots: Vec<Result<Option<SaveInfo>, StorageError>>,
    #[cfg(feature = "window")]
    pictures: crate::paint::Pictures,
}

impl SaveList {
    /// Reads what the list shows.
    pub fn new(shared: &Shared) -> Self {
        Self {
            slots: shared.saves.list(),
            #[cfg(feature = "window")]
            pictures: crate::paint::Pictures::default(),
        }
    }

    fn info(&self, slot: u32) -> Option<&SaveInfo> {
        self.slots.get(slot as usize)?.as_ref().ok()?.as_ref()
    }

    pub fn has_run(&self, slot: u32) -> bool {
        self.info(slot).is_some()
    }

    /// The slot that was written last.
    pub fn newest(&self) -> Option<u32> {
        (0..self.slots.len() as u32).filter(|slot| self.has_run(*slot)).max_by_key(|slot| {
            let info = self.info(*slot);
            (info.map(|info| info.date), std::cmp::Reverse(*slot))
        })
    }

    /// Whether a slot has nothing, not even a damaged run.
    pub fn is_free(&self, slot: u32) -> bool {
        matches!(self.slots[slot as usize], Ok(None))
    }

    /// The slots with a run, or with a damaged one.
    pub fn taken(&self) -> impl Iterator<Item = u32> {
        (0..self.slots.len() as u32).filter(|slot| !self.is_free(*slot))
    }

    pub fn is_empty(&self) -> bool {
        self.taken().next().is_none()
    }

    /// Adds a slot to a page, as a card; one that was just written says so.
    pub fn card<C>(&self, page: Page<C>, choice: C, view: &View<'_>, slot: u32, is_written: bool) -> Page<C> {
        let has_picture = self.info(slot).is_some_and(|info| info.picture.is_some());
        let (width, height) = Picture::SIZE;
        let width = if has_picture { width } else { 0 };
        let name = match slot {
            AUTOSAVE => view.text_of("saves-autosave"),
            _ => view.text_with("saves-slot", "number", slot),
        };
        let lines = match &self.slots[slot as usize] {
            Ok(Some(info)) => {
                let level = view.text_of(LevelInfo::of(LevelNumber(info.level)).name);
                let name = if info.name.is_empty() { name } else { info.name.clone() };
                let place = match info.wave {
                    0 => level,
                    wave => format!("{level}, {}", view.text_with("saves-wave", "wave", wave)),
                };
                let date = date(info.date, view.shared.saves.offset(info.date));
                let date = if is_written { view.text_with("save-done", "date", date) } else { date };
                vec![(name, Ink::Text), (place, Ink::Accent), (date, Ink::Text)]
            }
            Ok(None) => vec![(name, Ink::Text), (view.text_of("saves-empty"), Ink::Text)],
            Err(error) => vec![(name, Ink::Accent), (error.to_string(), Ink::Text)],
        };
        page.card(choice, width as f32, height as f32 + 8.0, lines)
    }

    /// Draws the pictures of slots, at the places of those on the cards of a page.
    #[cfg(feature = "window")]
    pub fn draw(&self, places: Vec<Option<(f32, f32)>>, slots: impl Iterator<Item = u32>) {
        for (slot, place) in slots.zip(places) {
            let pictures = (0..).take(self.slots.len()).map(|slot| self.info(slot)?.picture.as_ref());
            if let Some(at) = place {
                self.pictures.draw(pictures, slot as usize, at);
            }
        }
    }
}

/// The date and the time of seconds since the beginning of 1970, with an offset from UTC in seconds.
fn date(seconds: u64, offset: i32) -> String {
    let seconds = seconds.saturating_add_signed(offset.into());
    // Years begin in March here, so that a leap day is the last day of one.
    let days = (seconds / 86_400).min(100_000_000) + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, is_next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = era * 400 + year + is_next;
    let minutes = seconds / 60 % 1440;
    format!("{year}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn a_date_is_that_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00"),
            (951_782_399, "2000-02-28 23:59"),
            (951_782_400, "2000-02-29 00:00"),
            (1_709_251_199, "2024-02-29 23:59"),
            (1_735_689_600, "2025-01-01 00:00"),
            (4_107_542_400, "2100-03-01 00:00"),
        ] {
            assert_eq!(date(seconds, 0), expected);
        }
        assert_eq!(date(951_782_400, -60), "2000-02-28 23:59");
        assert_eq!(date(951_782_400, 19_800), "2000-02-29 05:30");
        date(u64::MAX, i32::MAX);
        date(0, i32::MIN);
    }
}
