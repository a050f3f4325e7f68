//! A page of texts and entries, laid out for a view and a text size.

mod layout;

pub(super) use layout::Layout;

use super::entry::EntryKind;
use super::text_field::TextField;
use super::wrap::NO_BREAK;
use crate::platform::Rect;

/// The contents of a menu, a dialog or a hint: a title, texts and entries, one below the other, in a panel.
///
/// A screen makes a page from its state in each tick and in each frame. [`Menu::arrange`] places the
/// entries for the pointer and the keys, and `Paint::page` draws the page. Sizes and places follow from
/// the texts, the text size and the view. What does not fit into the view is scrolled.
///
/// ```
/// use proscenium::kit::{Look, Menu, MenuEvent, Page, Rect, Theme};
/// use proscenium::phase::Resources;
/// use proscenium::platform::{Action, Input};
///
/// let (resources, theme) = (Resources::default(), Theme::default());
/// let look = Look::new(&resources, &theme);
/// let page = Page::new(Rect::new(0.0, 0.0, 640.0, 360.0)).title("Pause").button("Resume").button("Leave");
///
/// let mut menu = Menu::default();
/// menu.arrange(&page, &look);
/// assert_eq!(menu.update(&Input::pressing([Action::ACCEPT])), Some(MenuEvent::Activated(0)));
/// ```
///
/// [`Menu::arrange`]: super::Menu::arrange
#[must_use]
#[derive(Clone, Debug, Default)]
pub struct Page {
    area: Rect,
    title: String,
    items: Vec<Item>,
    anchor: (f32, f32),
    pub(super) frame: Frame,
    min_width: f32,
    min_height: f32,
    left: f32,
    is_centered: bool,
    is_row: bool,
}

/// What is behind the contents of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Frame {
    #[default]
    Panel,
    Strip,
    None,
}

/// The colour of a text, by its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Texts.
    Text,
    /// Less important texts.
    Dim,
    /// Titles, headings, values.
    Accent,
    /// Error messages.
    Error,
}

#[derive(Clone, Debug)]
enum Item {
    Text { text: String, ink: Ink },
    Row { label: String, value: String },
    Entry(Entry),
}

#[derive(Clone, Debug, Default)]
struct Entry {
    label: String,
    value: String,
    kind: EntryKind,
    is_disabled: bool,
    /// A field that has the focus.
    focused: Option<TextField>,
    /// The least height, and the lines of a card: texts beside a picture of this width.
    height: f32,
    card: Option<(f32, Vec<(String, Ink)>)>,
}

impl Page {
    /// Makes an empty page in a panel in the middle of `area`, in virtual pixels.
    pub fn new(area: Rect) -> Self {
        Self { area, anchor: (0.5, 0.5), ..Self::default() }
    }

    /// Makes a page with a text on a dark strip, at the lower edge of `area`.
    pub fn hint(area: Rect, text: impl Into<String>) -> Self {
        Self::new(area).strip().centered().anchor(0.5, 1.0).text(text, Ink::Text)
    }

    /// Sets the title, in large letters.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Places the page in its area: 0 is at the left or the top, 0.5 in the middle, 1 at the right or the
    /// bottom.
    pub const fn anchor(mut self, x: f32, y: f32) -> Self {
        self.anchor = (x, y);
        self
    }

    /// Sets the area of the page, in virtual pixels.
    pub const fn within(mut self, area: Rect) -> Self {
        self.area = area;
        self
    }

    /// Draws the page without a panel.
    pub const fn plain(mut self) -> Self {
        self.frame = Frame::None;
        self
    }

    /// Draws the page on a dark strip instead of a panel.
    pub const fn strip(mut self) -> Self {
        self.frame = Frame::Strip;
        self
    }

    /// Centres the lines of texts.
    pub const fn centered(mut self) -> Self {
        self.is_centered = true;
        self
    }

    /// Places the entries side by side, below the texts, if they fit.
    pub const fn in_row(mut self) -> Self {
        self.is_row = true;
        self
    }

    /// Sets the least width of the contents, in virtual pixels.
    pub const fn min_width(mut self, width: f32) -> Self {
        self.min_width = width;
        self
    }

    /// Sets the least height of the contents, in virtual pixels.
    pub const fn min_height(mut self, height: f32) -> Self {
        self.min_height = height;
        self
    }

    /// Leaves a space of this width free at the left of the contents, for a picture.
    pub const fn left(mut self, width: f32) -> Self {
        self.left = width;
        self
    }

    /// Adds a text, in lines of at most 400 virtual pixels times the text size, more with a
    /// [least width](Self::min_width). An empty one is left out.
    pub fn text(mut self, text: impl Into<String>, ink: Ink) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.items.push(Item::Text { text, ink });
        }
        self
    }

    /// Adds a line with a label at the left and a value at the right.
    pub fn row(mut self, label: impl Into<String>, value: impl Into<String>) -> Self {
        self.items.push(Item::Row { label: label.into(), value: value.into() });
        self
    }

    /// Adds a button.
    pub fn button(self, label: impl Into<String>) -> Self {
        self.button_with(label, "")
    }

    /// Adds a button with a value at its right, which left and right do not change.
    pub fn button_with(self, label: impl Into<String>, value: impl Into<String>) -> Self {
        self.entry(Entry { label: label.into(), value: value.into(), ..Entry::default() })
    }

    /// Adds buttons.
    pub fn buttons(self, labels: impl IntoIterator<Item: Into<String>>) -> Self {
        labels.into_iter().fold(self, Self::button)
    }

    /// Adds a choice with its current value.
    pub fn choice(self, label: impl Into<String>, value: impl AsRef<str>) -> Self {
        let value = format!("<{NO_BREAK}{}{NO_BREAK}>", value.as_ref());
        self.entry(Entry { label: label.into(), value, kind: EntryKind::Choice, ..Entry::default() })
    }

    /// Adds a slider with a value from 0 to `steps`.
    pub fn slider(self, label: impl Into<String>, value: u32, steps: u32) -> Self {
        let kind = EntryKind::Slider { value, steps };
        self.entry(Entry { label: label.into(), kind, ..Entry::default() })
    }

    /// Adds a field for a text, with its caret if `is_focused`. On a phone, a page in a browser shows the keyboard
    /// while the field is drawn with the focus.
    pub fn field(self, label: impl Into<String>, field: &TextField, is_focused: bool) -> Self {
        let focused = is_focused.then(|| field.clone());
        let (label, value) = (label.into(), field.text());
        self.entry(Entry { label, value, kind: EntryKind::Field, focused, ..Entry::default() })
    }

    /// Adds a button with several lines of text beside a picture of `width` by `height` virtual pixels,
    /// which the screen draws: [`pictures`](Self::pictures). Without a width the lines are centred. A line may be a
    /// player's text: a word that is too wide goes on in the next line.
    pub fn card(self, width: f32, height: f32, lines: impl IntoIterator<Item = (String, Ink)>) -> Self {
        let card = Some((width, lines.into_iter().collect()));
        self.entry(Entry { height, card, ..Entry::default() })
    }

    /// Disables the entry that was added last, unless `enabled`.
    pub fn enabled(mut self, enabled: bool) -> Self {
        if let Some(Item::Entry(entry)) = self.items.last_mut() {
            entry.is_disabled = !enabled;
        }
        self
    }

    fn entry(mut self, entry: Entry) -> Self {
        self.items.push(Item::Entry(entry));
        self
    }

    /// Returns [`TextField::before_caret`] of the field that has the focus.
    #[cfg(all(feature = "window", target_arch = "wasm32"))]
    pub(super) fn typed(&self) -> Option<String> {
        let mut entries = self.items.iter().filter_map(Item::entry);
        entries.find_map(|entry| Some(entry.focused.as_ref()?.before_caret()))
    }
}
