//! The entry with the focus as texts, for a screen reader and the clipboard.

use proscenium_window::FocusedEntry;

use super::{Entry, Item, Sheet, TextField};
use crate::entry::EntryKind;
use crate::wrap::NO_BREAK;

impl Sheet {
    /// The texts and the place of the entry with this index.
    pub(crate) fn focused_entry(&self, index: usize) -> Option<FocusedEntry> {
        let entries = || self.items.iter().filter_map(Item::entry);
        let entry = entries().nth(index)?;
        let field = entry.field.as_ref();
        Some(FocusedEntry {
            label: entry.spoken_label(),
            value: entry.spoken_value(),
            place: index + 1,
            count: entries().count(),
            before_caret: field.map(|field| field.before().to_owned()),
            room: field.map_or(0, TextField::room_before_caret),
        })
    }
}

impl Entry {
    fn spoken_label(&self) -> String {
        let Some((_, lines)) = &self.card else { return self.label.clone() };
        lines.iter().map(|(line, _)| line.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The value without the arrows of a choice, and the percentage of a slider.
    fn spoken_value(&self) -> String {
        match self.kind {
            EntryKind::Slider { value, steps } => {
                format!("{} %", u64::from(value.min(steps)) * 100 / u64::from(steps.max(1)))
            }
            EntryKind::Choice => self.value.trim_matches(['<', '>', NO_BREAK]).to_owned(),
            EntryKind::Button | EntryKind::Field => self.value.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ink, Page};
    use proscenium_core::platform::Rect;

    #[test]
    fn an_entry_has_its_label_its_value_and_its_place() {
        let page = Page::new(Rect::new(0.0, 0.0, 640.0, 360.0)).text("Sound", Ink::Text);
        let page = page.slider(|_| (), "Music", 7, 10).choice(|_| (), "Language", "English");
        let mut name = TextField::new("Bob", 5);
        name.move_caret(-1);
        let page = page.card((), 0.0, 0.0, ["Save 1", "The ford"].map(|line| (line.to_owned(), Ink::Text)));
        let page = page.field(|_| (), (), "Name", &name).button((), "Back");
        let texts = |index| page.sheet.focused_entry(index).map(|entry| [entry.label, entry.value]);
        assert_eq!(texts(0), Some(["Music", "70 %"].map(str::to_owned)));
        assert_eq!(texts(1), Some(["Language", "English"].map(str::to_owned)));
        assert_eq!(texts(2), Some(["Save 1, The ford", ""].map(str::to_owned)));
        assert_eq!(texts(5), None);
        let field = FocusedEntry {
            label: "Name".to_owned(),
            value: "Bob".to_owned(),
            place: 4,
            count: 5,
            before_caret: Some("Bo".to_owned()),
            room: 4,
        };
        assert_eq!(page.sheet.focused_entry(3), Some(field));
    }
}
