//! The places of the parts of a page.

use proscenium_core::platform::{Action, Rect};

use super::{Entry, Frame, Ink, Item, Sheet};
use crate::entry::{EntryKind, MenuEntry};
use crate::look::Look;
use crate::text_field::TextField;
use crate::wrap::NO_BREAK;

/// The space around a panel, and between a text and an entry, in virtual pixels.
const MARGIN: f32 = 8.0;
const SPACE: f32 = 10.0;
/// The space at the left and the right of a label in its entry, and between a label and its value.
const LABEL: f32 = 14.0;
const BETWEEN: f32 = 16.0;
/// The least width of a button and of other entries, and the greatest of texts, at size 1.
const BUTTON: f32 = 176.0;
const ENTRY: f32 = 280.0;
const TEXT: f32 = 400.0;
const TRACK: f32 = 100.0;
const KNOB: f32 = 10.0;
const TITLE: f32 = 2.0;
/// How much the sums of sizes may be wrong.
const ROUNDING: f32 = 0.01;
/// The space around the picture of a card.
const CARD: f32 = 4.0;

/// The places of the parts of a [`Page`](super::Page), in virtual pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    pub(crate) frame: Rect,
    /// The part of the frame that shows the contents, and the height of the contents.
    pub(crate) body: Rect,
    pub(crate) height: f32,
    /// From the top left corner of the contents, before they are scrolled.
    pub(crate) entries: Vec<MenuEntry>,
    pub(crate) lines: Vec<Line>,
    pub(super) cut: Vec<String>,
    pub(crate) keys: Vec<Action>,
    /// The entry with the first focus.
    pub(crate) first: Option<usize>,
}

/// A line of text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: (f32, f32),
    pub(crate) size: f32,
    pub(crate) ink: Ink,
    /// The entry that it belongs to.
    pub(crate) entry: Option<usize>,
}

impl Item {
    pub(super) const fn entry(&self) -> Option<&Entry> {
        if let Self::Entry(entry) = self { Some(entry) } else { None }
    }
}

impl Entry {
    /// The value as it is drawn with the focus.
    fn with_caret(&self) -> String {
        self.field.as_ref().map_or_else(|| self.value.clone(), TextField::with_caret)
    }
}

/// A part of a line: its left edge, its width, and where a text is in it: 0 at the left, 1 at the right.
type Span = (f32, f32, f32);

/// The pen that places one part below the other, from the top left corner of the contents.
struct Pen<'a> {
    look: &'a Look<'a>,
    y: f32,
    layout: Layout,
    focused: Option<usize>,
}

impl Sheet {
    /// The corners of the pictures of its cards.
    pub(super) fn pictures(&self, look: &Look<'_>, scrolled: f32) -> Vec<Option<(f32, f32)>> {
        let layout = self.layout(look, None);
        let entries = self.items.iter().filter_map(Item::entry).zip(&layout.entries);
        let cards = entries.filter(|(entry, _)| entry.card.is_some());
        let picture = |rect: Rect| {
            let shown = layout.shown(rect, scrolled);
            (shown.h + ROUNDING >= rect.h).then_some((shown.x + CARD, shown.y + CARD))
        };
        cards.map(|(_, placed)| picture(placed.rect)).collect()
    }

    /// Places the parts of the page, while this entry has the focus.
    pub(crate) fn layout(&self, look: &Look<'_>, focused: Option<usize>) -> Layout {
        let pad = match self.frame {
            Frame::Panel => look.theme.padding,
            Frame::Strip => CARD,
            Frame::None => 0.0,
        };
        let room = |size: f32| (size - 2.0 * (MARGIN + pad)).max(1.0);
        let most = (room(self.area.w) - self.left).max(1.0);
        let width = self.natural_width(look).max(self.min_width).min(most).ceil();
        let layout = Layout { keys: self.keys.clone(), first: self.first, ..Layout::default() };
        let mut pen = Pen { look, y: 0.0, layout, focused };
        self.place(&mut pen, width);
        let Pen { y: height, mut layout, .. } = pen;
        let height = height.max(self.min_height);
        let shown = height.min(room(self.area.h));
        let size = (width + self.left + 2.0 * pad, shown + 2.0 * pad);
        let along = |start: f32, room: f32, size: f32, part: f32| {
            start + MARGIN + ((room - 2.0 * MARGIN - size) * part).round()
        };
        let x = along(self.area.x, self.area.w, size.0, self.anchor.0);
        let y = along(self.area.y, self.area.h, size.1, self.anchor.1);
        layout.frame = Rect::new(x, y, size.0, size.1);
        layout.body = Rect::new(x + pad + self.left, y + pad, width, shown);
        layout.height = height;
        let too_high = layout.entries.iter().filter(|entry| entry.rect.h > shown);
        let too_high = too_high.map(|entry| format!("an entry {} pixels high", entry.rect.h));
        layout.cut.extend(too_high.collect::<Vec<_>>());
        layout
    }

    /// The width that the contents take if there is room.
    fn natural_width(&self, look: &Look<'_>) -> f32 {
        let width = |text: &str| text.lines().map(|line| look.text_width(line)).fold(0.0, f32::max);
        let size = look.text_size;
        let title = Look { text_size: title_size(look), ..*look }.text_width(&self.title);
        let width_of = |item: &Item| match item {
            Item::Text { text, .. } => width(text).min(TEXT * size),
            Item::Row { label, value } => width(label) + BETWEEN + width(value),
            Item::Entry(Entry { card: Some((picture, lines)), .. }) => {
                let lines = lines.iter().map(|(line, _)| width(line).min(TEXT / 2.0 * size));
                (picture + 3.0 * CARD + LABEL + lines.fold(0.0, f32::max)).max(ENTRY)
            }
            Item::Entry(entry) => {
                let label = width(&entry.label) + 2.0 * LABEL;
                match entry.kind {
                    EntryKind::Button if entry.value.is_empty() => label.max(BUTTON),
                    EntryKind::Slider { .. } => (label + BETWEEN + TRACK + KNOB).max(ENTRY),
                    _ => (label + BETWEEN + width(&entry.with_caret())).max(ENTRY),
                }
            }
        };
        let (entries, texts): (Vec<_>, Vec<_>) = self.items.iter().partition(|item| item.entry().is_some());
        let widest = |items: &[&Item]| items.iter().map(|item| width_of(item)).fold(0.0, f32::max);
        let side_by_side = if self.is_row { entries.len() as f32 } else { 1.0 };
        let gap = look.theme.gap;
        title.max(widest(&texts)).max((widest(&entries) + gap) * side_by_side - gap)
    }

    /// The least width of the entries side by side: buttons may be narrower than one below the other.
    fn row_width(&self, look: &Look<'_>) -> f32 {
        let width = |entry: &Entry| match (&entry.card, entry.kind) {
            (None, EntryKind::Button) => look.text_width(&entry.label) + 2.0 * LABEL,
            _ => ENTRY,
        };
        let entries = self.items.iter().filter_map(Item::entry);
        let (count, widest) =
            entries.fold((0, 0.0), |(count, widest), entry| (count + 1, f32::max(width(entry), widest)));
        (widest + look.theme.gap) * count as f32 - look.theme.gap
    }

    fn place_row(&self, pen: &mut Pen<'_>, width: f32) {
        let entries: Vec<_> = self.items.iter().filter_map(Item::entry).collect();
        let gap = pen.look.theme.gap;
        let each = ((width + gap) / entries.len().max(1) as f32 - gap).floor();
        let (top, mut bottom) = (pen.y, pen.y);
        for (number, entry) in entries.into_iter().enumerate() {
            let lines = pen.layout.lines.len();
            pen.y = top;
            pen.entry(entry, each);
            bottom = pen.y.max(bottom);
            let x = number as f32 * (each + gap);
            pen.layout.lines[lines..].iter_mut().for_each(|line| line.at.0 += x);
            pen.layout.entries[number].rect.x += x;
            pen.layout.entries[number].track.x += x;
        }
        pen.y = bottom;
    }

    fn place(&self, pen: &mut Pen<'_>, width: f32) {
        let align = if self.is_centered { 0.5 } else { 0.0 };
        if !self.title.is_empty() {
            let align = if self.frame == Frame::Panel { 0.5 } else { align };
            let large = Look { text_size: title_size(pen.look), ..*pen.look };
            pen.text(&self.title, &large, (0.0, width, align), Ink::Accent);
            pen.y += SPACE;
        }
        let is_row = self.is_row && self.row_width(pen.look) <= width;
        let mut was_entry = false;
        let items = self.items.iter().filter(|item| !is_row || item.entry().is_none());
        for (number, item) in items.enumerate() {
            let is_entry = matches!(item, Item::Entry(_));
            pen.y += match (number, was_entry, is_entry) {
                (0, ..) => 0.0,
                (_, false, false) => 1.0,
                (_, true, true) => pen.look.theme.gap,
                _ => SPACE,
            };
            was_entry = is_entry;
            match item {
                Item::Text { text, ink } => pen.text(text, pen.look, (0.0, width, align), *ink),
                Item::Row { label, value } => pen.pair(label, value, (0.0, width), [Ink::Dim, Ink::Accent]),
                Item::Entry(entry) => pen.entry(entry, width),
            }
        }
        if is_row {
            pen.y += if pen.layout.lines.is_empty() { 0.0 } else { SPACE };
            self.place_row(pen, width);
        }
    }
}

impl Pen<'_> {
    /// Places the lines of a text. A word that is too wide for its line is smaller, rather than cut.
    fn text(&mut self, text: &str, look: &Look<'_>, span: Span, ink: Ink) {
        let fitting = fitting(text, look, span.1);
        if fitting.is_none() {
            self.layout.cut.push(text.to_owned());
        }
        self.lines(text, &fitting.unwrap_or(Look { text_size: look.text_size.min(1.0), ..*look }), span, ink);
    }

    /// Places the lines of a text that may be a player's: a word that is too wide at any size goes on in the next line.
    fn players_text(&mut self, text: &str, span: Span, ink: Ink) {
        let look = self.look;
        self.lines(text, &fitting(text, look, span.1).unwrap_or(*look), span, ink);
    }

    fn lines(&mut self, text: &str, look: &Look<'_>, (left, width, align): Span, ink: Ink) {
        for (number, line) in look.wrap(text, width).into_iter().enumerate() {
            self.y += if number > 0 { 1.0 } else { 0.0 };
            // Not every font has the other space.
            let text = line.replace(NO_BREAK, " ");
            let x = left + ((width - look.text_width(&text)) * align).round();
            let size = look.text_size;
            self.layout.lines.push(Line { text, at: (x, self.y), size, ink, entry: None });
            self.y += look.line_height();
        }
    }

    /// Places a label. What follows is beside it if there is room for `other`, or else below.
    fn label(&mut self, label: &str, other: f32, (left, width): (f32, f32), ink: Ink) {
        let (look, top) = (self.look, self.y);
        self.text(label, look, (left, width, 0.0), ink);
        if look.text_width(label) + BETWEEN + other <= width {
            self.y = top;
        }
    }

    /// Places a label and a value, side by side if they fit.
    fn pair(&mut self, label: &str, value: &str, (left, width): (f32, f32), inks: [Ink; 2]) {
        let (look, top) = (self.look, self.y);
        self.label(label, look.text_width(value), (left, width), inks[0]);
        self.text(value, look, (left, width, 1.0), inks[1]);
        self.y = self.y.max(top + look.line_height());
    }

    fn entry(&mut self, entry: &Entry, width: f32) {
        let (look, top, first) = (self.look, self.y, self.layout.lines.len());
        self.y += look.theme.inset;
        let inner = (width - 2.0 * LABEL).max(1.0);
        let mut track = Rect::default();
        match (&entry.card, entry.kind) {
            (Some((picture, lines)), _) => {
                let (left, align) = if *picture > 0.0 { (picture + 3.0 * CARD, 0.0) } else { (CARD, 0.5) };
                for (line, ink) in lines {
                    self.players_text(line, (left, (width - left - CARD).max(1.0), align), *ink);
                }
            }
            (None, EntryKind::Button) if entry.value.is_empty() => {
                self.text(&entry.label, look, (LABEL, inner, 0.5), Ink::Text);
            }
            (None, EntryKind::Slider { .. }) => {
                self.label(&entry.label, TRACK + KNOB, (LABEL, inner), Ink::Text);
                let length = TRACK.min(inner - KNOB);
                track = Rect::new(LABEL + inner - KNOB - length, self.y, length, look.line_height());
                self.y += look.line_height();
            }
            (None, _) => {
                let is_focused = self.focused == Some(self.layout.entries.len());
                let value = if is_focused { &entry.with_caret() } else { &entry.value };
                self.pair(&entry.label, value, (LABEL, inner), [Ink::Text; 2]);
            }
        }
        self.y += look.theme.inset;
        let missing = (entry.height - (self.y - top)).max(0.0);
        self.y += missing;
        for line in &mut self.layout.lines[first..] {
            line.entry = Some(self.layout.entries.len());
            // They stay in the middle.
            line.at.1 += (missing / 2.0).round();
        }
        let rect = Rect::new(0.0, top, width, self.y - top);
        let enabled = !entry.is_disabled;
        self.layout.entries.push(MenuEntry { rect, track, kind: entry.kind, enabled });
    }
}

impl Layout {
    /// Where a part is shown when the page is scrolled up by this much. A part outside the view has no height.
    pub(crate) fn shown(&self, rect: Rect, scrolled: f32) -> Rect {
        let Rect { x, y, h, .. } = self.body;
        let rect = Rect { x: x + rect.x, y: y + rect.y, ..rect };
        let inside = |at: f32| (at - scrolled).clamp(y, y + h);
        Rect { y: inside(rect.y), h: inside(rect.bottom()) - inside(rect.y), ..rect }
    }

    /// Whether a part is shown whole, or as much of it as fits into the view.
    #[cfg(feature = "window")]
    pub(crate) fn shows(&self, rect: Rect, scrolled: f32) -> bool {
        self.shown(rect, scrolled).h + ROUNDING >= rect.h.min(self.body.h)
    }
}

/// The look with the largest text in which no word is too wide for its line, if there is one.
fn fitting<'a>(text: &str, look: &Look<'a>, width: f32) -> Option<Look<'a>> {
    let sizes = [look.text_size, 1.5, 1.0].into_iter().filter(|size| *size <= look.text_size);
    sizes.map(|text_size| Look { text_size, ..*look }).find(|look| !look.cuts(text, width))
}

fn title_size(look: &Look<'_>) -> f32 {
    TITLE.max(look.text_size)
}

#[cfg(test)]
mod tests {
    use proscenium_core::phase::Resources;

    use super::super::Page;
    use super::*;
    use crate::theme::Theme;

    /// The lines of a page in a view of this width, at text size 2.
    fn lines(page: Page<i32>, width: f32) -> Vec<Line> {
        let (resources, theme) = (Resources::default(), Theme::default());
        let look = Look { text_size: 2.0, ..Look::new(&resources, &theme) };
        page.within(Rect::new(0.0, 0.0, width, 640.0)).sheet.layout(&look, None).lines
    }

    #[test]
    fn an_arrow_of_a_choice_is_never_alone_in_its_line() {
        for value in ["English", "Keys and mouse", "简体中文"] {
            for width in (170..640).step_by(10) {
                let page = Page::new(Rect::default()).choice(|by| by, "Language", value);
                let texts: Vec<_> = lines(page, width as f32).into_iter().map(|line| line.text).collect();
                let has_both = |text: &String| text.starts_with("< ") || text.ends_with(" >");
                assert!(texts.iter().any(has_both), "{texts:?}");
                assert!(!texts.iter().any(|text| text == "<" || text == ">"), "{texts:?} at {width}");
            }
        }
    }

    #[test]
    fn the_lines_of_a_card_without_a_picture_are_centred() {
        let (resources, theme) = (Resources::default(), Theme::default());
        let look = Look::new(&resources, &theme);
        let card = |width| {
            let texts = ["Slot 1", "Empty"].map(|text| (text.to_owned(), Ink::Text));
            let page = Page::new(Rect::new(0.0, 0.0, 640.0, 360.0)).card((), width, 44.0, texts);
            let layout = page.sheet.layout(&look, None);
            let middle = layout.entries[0].rect.centre().0;
            let offsets =
                layout.lines.iter().map(|line| line.at.0 + look.text_width(&line.text) / 2.0 - middle);
            offsets.map(f32::abs).fold(0.0, f32::max)
        };
        assert!(card(0.0) <= 1.0, "{}", card(0.0));
        assert!(card(72.0) > 10.0, "beside a picture they begin at its edge");
    }
}
