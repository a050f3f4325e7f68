//! A page of texts and entries, laid out for a view and a text size.

mod layout;

use super::entry::EntryKind;
use super::rect::Rect;
use super::text_field::TextField;
use super::wrap::NO_BREAK;

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
#[derive(Clone, Debug)]
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
    #[cfg(all(feature = "window", target_arch = "wasm32"))]
    typed: Option<String>,
}

/// What is behind the contents of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Frame {
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

#[derive(Clone, Debug)]
struct Entry {
    label: String,
    value: String,
    kind: EntryKind,
    enabled: bool,
    /// The characters before the caret, of a field that has the focus.
    caret: Option<usize>,
    /// The least height, and the lines of a card: texts beside a picture of this width.
    height: f32,
    card: Option<(f32, Vec<(String, Ink)>)>,
}

impl Page {
    /// Makes an empty page in a panel in the middle of `area`, in virtual pixels.
    pub const fn new(area: Rect) -> Self {
        Self {
            area,
            title: String::new(),
            items: Vec::new(),
            anchor: (0.5, 0.5),
            frame: Frame::Panel,
            min_width: 0.0,
            min_height: 0.0,
            left: 0.0,
            is_centered: false,
            is_row: false,
            #[cfg(all(feature = "window", target_arch = "wasm32"))]
            typed: None,
        }
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
        self.entry(label, "", EntryKind::Button)
    }

    /// Adds a button with a value at its right, which left and right do not change.
    pub fn button_with(self, label: impl Into<String>, value: impl Into<String>) -> Self {
        self.entry(label, value, EntryKind::Button)
    }

    /// Adds buttons.
    pub fn buttons(self, labels: impl IntoIterator<Item: Into<String>>) -> Self {
        labels.into_iter().fold(self, Self::button)
    }

    /// Adds a choice with its current value.
    pub fn choice(self, label: impl Into<String>, value: impl AsRef<str>) -> Self {
        self.entry(label, format!("<{NO_BREAK}{}{NO_BREAK}>", value.as_ref()), EntryKind::Choice)
    }

    /// Adds a slider with a value from 0 to `steps`.
    pub fn slider(self, label: impl Into<String>, value: u32, steps: u32) -> Self {
        self.entry(label, "", EntryKind::Slider { value, steps })
    }

    /// Adds a field for a text, with its caret if `is_focused`. On a phone, a page in a browser shows the keyboard
    /// while the field is drawn with the focus.
    pub fn field(mut self, label: impl Into<String>, field: &TextField, is_focused: bool) -> Self {
        self = self.entry(label, field.text(), EntryKind::Field);
        if let Some(Item::Entry(entry)) = self.items.last_mut() {
            entry.caret = is_focused.then(|| field.caret());
        }
        #[cfg(all(feature = "window", target_arch = "wasm32"))]
        if is_focused {
            self.typed = Some(field.before_caret());
        }
        self
    }

    /// Adds a button with several lines of text beside a picture of `width` by `height` virtual pixels,
    /// which the screen draws: [`pictures`](Self::pictures). Without a width the lines are centred. A line may be a
    /// player's text: a word that is too wide goes on in the next line.
    pub fn card(mut self, width: f32, height: f32, lines: impl IntoIterator<Item = (String, Ink)>) -> Self {
        self = self.button("");
        if let Some(Item::Entry(entry)) = self.items.last_mut() {
            entry.height = height;
            entry.card = Some((width, lines.into_iter().collect()));
        }
        self
    }

    /// Disables the entry that was added last, unless `enabled`.
    pub fn enabled(mut self, enabled: bool) -> Self {
        if let Some(Item::Entry(entry)) = self.items.last_mut() {
            entry.enabled = enabled;
        }
        self
    }

    fn entry(mut self, label: impl Into<String>, value: impl Into<String>, kind: EntryKind) -> Self {
        let (label, value) = (label.into(), value.into());
        let entry = Entry { label, value, kind, enabled: true, caret: None, height: 0.0, card: None };
        self.items.push(Item::Entry(entry));
        self
    }

    /// Returns [`TextField::before_caret`] of the field that has the focus.
    #[cfg(all(feature = "window", target_arch = "wasm32"))]
    pub(super) fn typed(&self) -> Option<&str> {
        self.typed.as_deref()
    }
}
