//! What would be drawn over something else: texts that touch, and texts that leave their entry.

use proscenium_core::platform::Rect;

use super::Page;
use super::layout::Line;
use crate::look::Look;

/// How far a text may reach into another: the sizes of lines are rounded.
const TOLERANCE: f32 = 0.5;

impl<C> Page<C> {
    /// Returns the texts that touch another text, another entry, or the edge of their own entry: for a test of a game's
    /// texts.
    pub fn touching(&self, look: &Look<'_>) -> Vec<String> {
        let layout = self.sheet.layout(look, None);
        let lines: Vec<_> = layout.lines.iter().map(|line| (line, line_place(look, line))).collect();
        let mut found = Vec::new();
        for (number, (line, place)) in lines.iter().enumerate() {
            let meets = lines[number + 1..].iter().any(|(_, other)| overlap(*place, *other));
            let leaves = layout.entries.iter().enumerate().any(|(index, entry)| {
                let is_own = line.entry == Some(index);
                if is_own { !contains(entry.rect, *place) } else { overlap(*place, entry.rect) }
            });
            if meets || leaves {
                found.push(line.text.clone());
            }
        }
        found
    }

    /// Returns the places of the texts and entries that are in the view before the page is scrolled: for a test that two
    /// pages of a screen do not touch.
    pub fn places(&self, look: &Look<'_>) -> Vec<Rect> {
        let layout = self.sheet.layout(look, None);
        let lines = layout.lines.iter().filter(|line| !line.text.trim().is_empty());
        let lines = lines.map(|line| line_place(look, line));
        let places = lines.chain(layout.entries.iter().map(|entry| entry.rect));
        places.map(|place| layout.shown(place, 0.0)).filter(|place| place.h > 0.0).collect()
    }
}

/// The place of a line in the contents of the page.
fn line_place(look: &Look<'_>, line: &Line) -> Rect {
    let look = Look { text_size: line.size, ..*look };
    Rect::new(line.at.0, line.at.1, look.text_width(&line.text), look.line_height())
}

fn overlap(one: Rect, other: Rect) -> bool {
    let apart = |start: f32, end: f32, from: f32, to: f32| end <= from + TOLERANCE || to <= start + TOLERANCE;
    !apart(one.x, one.right(), other.x, other.right()) && !apart(one.y, one.bottom(), other.y, other.bottom())
}

fn contains(outer: Rect, inner: Rect) -> bool {
    inner.x >= outer.x - TOLERANCE
        && inner.y >= outer.y - TOLERANCE
        && inner.right() <= outer.right() + TOLERANCE
        && inner.bottom() <= outer.bottom() + TOLERANCE
}

#[cfg(test)]
mod tests {
    use proscenium_core::phase::Resources;

    use super::super::Ink;
    use super::*;
    use crate::theme::Theme;

    #[test]
    fn a_page_that_is_laid_out_touches_nothing_of_its_own() {
        let (resources, theme) = (Resources::default(), Theme::default());
        for text_size in [1.0, 1.5, 2.0] {
            let look = Look { text_size, ..Look::new(&resources, &theme) };
            let page = Page::new(Rect::new(0.0, 0.0, 360.0, 640.0)).title("Settings");
            let page = page.text("Some words about what follows here", Ink::Text);
            let page = page.slider(|value| value, "Volume", 3, 10).row("Kills", "12").button(0, "Back");
            assert_eq!(page.touching(&look), [""; 0]);
            assert!(page.places(&look).len() >= 6);
        }
    }

    #[test]
    fn texts_that_leave_or_meet_something_are_found() {
        let [outer, inner] = [(0.0, 0.0, 100.0, 20.0), (90.0, 4.0, 20.0, 16.0)];
        let [outer, inner] = [outer, inner].map(|(x, y, w, h)| Rect::new(x, y, w, h));
        assert!(overlap(outer, inner) && !contains(outer, inner));
        assert!(!overlap(outer, Rect { y: 20.0, ..inner }));
    }
}
