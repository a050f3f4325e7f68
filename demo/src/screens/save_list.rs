//! The list of saved runs, for the screens that show it.

use proscenium::platform::StorageError;

use crate::saves::SaveInfo;
use crate::shared::Shared;

/// Height of the row of a slot, and from one row to the next, in virtual pixels.
pub const ROW_HEIGHT: f32 = 60.0;
pub const ROW_STEP: f32 = 62.0;

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
            slots: shared.saves().list(),
            #[cfg(feature = "window")]
            pictures: crate::paint::Pictures::default(),
        }
    }

    fn info(&self, slot: u32) -> Option<&SaveInfo> {
        self.slots.get(slot as usize)?.as_ref().ok()?.as_ref()
    }

    /// Whether a slot has a run.
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

    /// Whether there is nothing to show, not even a damaged slot.
    pub fn is_empty(&self) -> bool {
        self.slots.iter().all(|slot| matches!(slot, Ok(None)))
    }

    /// Draws a slot over its entry of a menu.
    #[cfg(feature = "window")]
    pub fn draw(&self, paint: &crate::paint::Paint<'_>, slot: u32, rect: proscenium::kit::Rect) {
        use crate::levels::{LevelInfo, LevelNumber};
        use crate::paint::color;
        let name = match slot {
            crate::saves::AUTOSAVE => paint.localized("saves-autosave"),
            _ => paint.localized_with("saves-slot", "number", &slot.to_string()),
        };
        let (x, y) = (rect.x + 108.0, rect.y + 5.0);
        let info = match &self.slots[slot as usize] {
            Ok(Some(info)) => info,
            Ok(None) => {
                paint.text(&name, x, y, color::CREAM);
                return paint.text_key("saves-empty", x, y + 17.0, color::CREAM);
            }
            Err(error) => {
                paint.text(&name, x, y, color::SCARLET);
                let width = rect.x + rect.w - x - 4.0;
                return paint.text_wrapped(&error.to_string(), x, y + 17.0, width, color::SCARLET);
            }
        };
        let pictures = (0..).take(self.slots.len()).map(|slot| self.info(slot)?.picture.as_ref());
        self.pictures.draw(pictures, slot as usize, (rect.x + 4.0, rect.y + 3.0));
        paint.text(&name, x, y, color::CREAM);
        let level = paint.localized(LevelInfo::of(LevelNumber(info.level)).name);
        let wave = paint.localized_with("saves-wave", "wave", &info.wave.to_string());
        paint.text(&format!("{level}, {wave}"), x, y + 17.0, color::FOOTLIGHT);
        paint.text(&date(info.date), x, y + 34.0, color::CREAM);
    }
}

/// The date and the time in UTC of seconds since the beginning of 1970.
#[cfg(any(test, feature = "window"))]
fn date(seconds: u64) -> String {
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
    format!("{year}-{month:02}-{day:02} {:02}:{:02} UTC", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn a_date_is_that_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_199, "2024-02-29 23:59 UTC"),
            (1_735_689_600, "2025-01-01 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(date(seconds), expected);
        }
        date(u64::MAX);
    }
}
