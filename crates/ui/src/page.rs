//! A page of texts and entries, laid out for a view and a text size.

mod collisions;
#[cfg(feature = "window")]
mod focused;
mod layout;

use std::fmt;

use proscenium_core::platform::{Action, Rect};

pub(super) use layout::Layout;

use super::entry::{EntryKind, MenuEvent};
use super::look::Look;
use super::text_field::TextField;
use super::wrap::NO_BREAK;

/// The contents of a menu, a dialog or a hint: a title, texts and entries, one below the other, in a panel. An entry has
/// the value that the game gets when the player chooses it, of a type `C` of the game; a page without entries is a `Page`.
///
/// A screen makes a page from its state in each tick and in each frame. [`Menu::update`] places the
/// entries for the pointer and the keys and returns what was chosen, and `Paint::page` draws the page. Sizes and places
/// follow from the texts, the text size and the view. A page that does not fit into the view is scrolled.
///
/// ```
/// use proscenium_ui::{Look, Menu, Page, Theme};
/// use proscenium_core::platform::Rect;
/// use proscenium_core::phase::Resources;
/// use proscenium_core::platform::{Action, Input};
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Choice {
///     Resume,
///     Volume(u32),
///     Leave,
/// }
///
/// let (resources, theme) = (Resources::default(), Theme::default());
/// let look = Look::new(&resources, &theme);
/// let page = Page::new(look.area())
///     .title("Pause")
///     .button(Choice::Resume, "Resume")
///     .slider(Choice::Volume, "Volume", 5, 10)
///     .button(Choice::Leave, "Leave")
///     .on(Action::CANCEL, Choice::Resume);
///
/// let mut menu = Menu::default();
/// let mut choose = |action| menu.update_with(&page, &look, &Input::pressing([action]));
/// assert_eq!(choose(Action::ACCEPT), Some(Choice::Resume));
/// assert_eq!(choose(Action::DOWN), None); // the focus is on the slider
/// assert_eq!(choose(Action::RIGHT), Some(Choice::Volume(6)));
/// assert_eq!(choose(Action::CANCEL), Some(Choice::Resume));
/// ```
///
/// [`Menu::update`]: super::Menu::update
#[must_use]
pub struct Page<C = ()> {
    pub(super) sheet: Sheet,
    /// What each entry returns.
    answers: Vec<Answer<C>>,
    /// What each key of the sheet returns.
    keys: Vec<C>,
}

/// Shows the texts and the entries.
impl<C> fmt::Debug for Page<C> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sheet.fmt(formatter)
    }
}

/// What an entry returns.
enum Answer<C> {
    Value(C),
    By(Box<dyn Fn(i32) -> C>),
    To(Box<dyn Fn(u32) -> C>),
    Field(Box<dyn Fn(TextField) -> C>, C),
}

/// A page without what it returns.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    area: Rect,
    title: String,
    items: Vec<Item>,
    /// The actions that return a value whatever has the focus.
    keys: Vec<Action>,
    /// The entry with the first focus.
    first: Option<usize>,
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
    /// The text of a field.
    field: Option<TextField>,
    /// The least height, and the lines of a card: texts beside a picture of this width.
    height: f32,
    card: Option<(f32, Vec<(String, Ink)>)>,
}

impl Page {
    /// Makes a page with a text on a dark strip, at the lower edge of `area`.
    pub fn hint(area: Rect, text: impl Into<String>) -> Self {
        Self::new(area).strip().centered().anchor(0.5, 1.0).text(text, Ink::Text)
    }
}

impl<C> Page<C> {
    /// Makes an empty page in a panel in the middle of `area`, in virtual pixels.
    pub fn new(area: Rect) -> Self {
        let sheet = Sheet { area, anchor: (0.5, 0.5), ..Sheet::default() };
        Self { sheet, answers: Vec::new(), keys: Vec::new() }
    }

    /// Sets the title, in large letters.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.sheet.title = title.into();
        self
    }

    /// Places the page in its area: 0 is at the left or the top, 0.5 in the middle, 1 at the right or the
    /// bottom.
    pub fn anchor(mut self, x: f32, y: f32) -> Self {
        self.sheet.anchor = (x, y);
        self
    }

    /// Sets the area of the page, in virtual pixels.
    pub fn within(mut self, area: Rect) -> Self {
        self.sheet.area = area;
        self
    }

    /// Draws the page without a panel.
    pub fn plain(mut self) -> Self {
        self.sheet.frame = Frame::None;
        self
    }

    /// Draws the page on a dark strip instead of a panel.
    pub fn strip(mut self) -> Self {
        self.sheet.frame = Frame::Strip;
        self
    }

    /// Centres the lines of texts.
    pub fn centered(mut self) -> Self {
        self.sheet.is_centered = true;
        self
    }

    /// Places the entries side by side, below the texts, if they fit: buttons then may be as narrow as their labels.
    pub fn in_row(mut self) -> Self {
        self.sheet.is_row = true;
        self
    }

    /// Sets the least width of the contents, in virtual pixels.
    pub fn min_width(mut self, width: f32) -> Self {
        self.sheet.min_width = width;
        self
    }

    /// Sets the least height of the contents, in virtual pixels.
    pub fn min_height(mut self, height: f32) -> Self {
        self.sheet.min_height = height;
        self
    }

    /// Leaves a space of this width free at the left of the contents, for a picture.
    pub fn left(mut self, width: f32) -> Self {
        self.sheet.left = width;
        self
    }

    /// Adds a text, in lines of at most 400 virtual pixels times the text size, more with a
    /// [least width](Self::min_width). An empty one is left out.
    pub fn text(mut self, text: impl Into<String>, ink: Ink) -> Self {
        let text = text.into();
        if !text.is_empty() {
            self.sheet.items.push(Item::Text { text, ink });
        }
        self
    }

    /// Adds a line with a label at the left and a value at the right.
    pub fn row(mut self, label: impl Into<String>, value: impl Into<String>) -> Self {
        self.sheet.items.push(Item::Row { label: label.into(), value: value.into() });
        self
    }

    /// Adds a button, which returns `choice`.
    pub fn button(self, choice: C, label: impl Into<String>) -> Self {
        self.button_with(choice, label, "")
    }

    /// Adds a button with a value at its right, which left and right do not change.
    pub fn button_with(self, choice: C, label: impl Into<String>, value: impl Into<String>) -> Self {
        let entry = Entry { label: label.into(), value: value.into(), ..Entry::default() };
        self.entry(entry, Answer::Value(choice))
    }

    /// Adds buttons, each with the value that it returns.
    pub fn buttons(self, buttons: impl IntoIterator<Item = (C, impl Into<String>)>) -> Self {
        buttons.into_iter().fold(self, |page, (choice, label)| page.button(choice, label))
    }

    /// Adds a choice with its current value. `choose` makes the returned value from -1 for the previous one or 1 for
    /// the next.
    pub fn choice(
        self,
        choose: impl Fn(i32) -> C + 'static,
        label: impl Into<String>,
        value: impl AsRef<str>,
    ) -> Self {
        let value = format!("<{NO_BREAK}{}{NO_BREAK}>", value.as_ref());
        let entry = Entry { label: label.into(), value, kind: EntryKind::Choice, ..Entry::default() };
        self.entry(entry, Answer::By(Box::new(choose)))
    }

    /// Adds a slider with a value from 0 to `steps`. `choose` makes the returned value from the new one.
    pub fn slider(
        self,
        choose: impl Fn(u32) -> C + 'static,
        label: impl Into<String>,
        value: u32,
        steps: u32,
    ) -> Self {
        let kind = EntryKind::Slider { value, steps };
        self.entry(Entry { label: label.into(), kind, ..Entry::default() }, Answer::To(Box::new(choose)))
    }

    /// Adds a field for a text, with its caret while it has the focus. `edited` makes the returned value from the field
    /// that the player has changed; *accept* returns `accepted`. On a phone, a page in a browser shows the keyboard
    /// while the field is drawn with the focus.
    pub fn field(
        self,
        edited: impl Fn(TextField) -> C + 'static,
        accepted: C,
        label: impl Into<String>,
        field: &TextField,
    ) -> Self {
        let (label, value, kind) = (label.into(), field.text(), EntryKind::Field);
        let entry = Entry { label, value, kind, field: Some(field.clone()), ..Entry::default() };
        self.entry(entry, Answer::Field(Box::new(edited), accepted))
    }

    /// Adds a button with several lines of text beside a picture of `width` by `height` virtual pixels,
    /// which the screen draws: [`pictures`](Self::pictures). Without a width the lines are centred. A line may be a
    /// player's text: a word that is too wide goes on in the next line.
    pub fn card(
        self,
        choice: C,
        width: f32,
        height: f32,
        lines: impl IntoIterator<Item = (String, Ink)>,
    ) -> Self {
        let card = Some((width, lines.into_iter().collect()));
        self.entry(Entry { height, card, ..Entry::default() }, Answer::Value(choice))
    }

    /// Returns `choice` when an action is pressed, whatever has the focus: *cancel* for a way back, *pause* for a menu
    /// that the same key closes. Keys that type into a field do not count.
    pub fn on(mut self, action: Action, choice: C) -> Self {
        self.sheet.keys.push(action);
        self.keys.push(choice);
        self
    }

    /// Gives the first focus to the entry that was added last, unless it is disabled. By default the first enabled
    /// entry has it.
    pub fn focused(mut self) -> Self {
        self.sheet.first = self.answers.len().checked_sub(1);
        self
    }

    /// Disables the entry that was added last, unless `enabled`.
    pub fn enabled(mut self, enabled: bool) -> Self {
        if let Some(Item::Entry(entry)) = self.sheet.items.last_mut() {
            entry.is_disabled = !enabled;
        }
        self
    }

    fn entry(mut self, entry: Entry, answer: Answer<C>) -> Self {
        self.sheet.items.push(Item::Entry(entry));
        self.answers.push(answer);
        self
    }

    /// Returns the place of the panel.
    pub fn frame(&self, look: &Look<'_>) -> Rect {
        self.sheet.layout(look, None).frame
    }

    /// Returns the texts that cannot be shown whole: a word is wider than its line, or an entry is higher
    /// than the view.
    pub fn clipped(&self, look: &Look<'_>) -> Vec<String> {
        self.sheet.layout(look, None).cut
    }

    /// Returns the upper left corner of the picture of each [card](Self::card) when the page is scrolled up by this
    /// much ([`Menu::scrolled`](crate::Menu::scrolled)); `None` for one that is not completely in the view.
    pub fn pictures(&self, look: &Look<'_>, scrolled: f32) -> Vec<Option<(f32, f32)>> {
        self.sheet.pictures(look, scrolled)
    }
}

impl<C: Clone> Page<C> {
    /// What an event returns; `typed` is the text of the tick.
    pub(super) fn answer(&self, event: MenuEvent, typed: &str) -> Option<C> {
        let index = match event {
            MenuEvent::Key(key) => return self.keys.get(key).cloned(),
            MenuEvent::Activated(index)
            | MenuEvent::Typed(index)
            | MenuEvent::Changed { index, .. }
            | MenuEvent::SetTo { index, .. } => index,
        };
        Some(match (self.answers.get(index)?, event) {
            (Answer::Value(choice) | Answer::Field(_, choice), MenuEvent::Activated(_)) => choice.clone(),
            (Answer::By(choose), MenuEvent::Changed { by, .. }) => choose(by),
            (Answer::To(choose), MenuEvent::SetTo { value, .. }) => choose(value),
            (Answer::Field(edited, _), MenuEvent::Typed(_) | MenuEvent::Changed { .. }) => {
                let mut field = self.sheet.field(index)?.clone();
                match event {
                    MenuEvent::Changed { by, .. } => field.move_caret(by),
                    _ => field.type_text(typed),
                }
                edited(field)
            }
            _ => return None,
        })
    }
}

impl Sheet {
    fn field(&self, index: usize) -> Option<&TextField> {
        self.items.iter().filter_map(Item::entry).nth(index)?.field.as_ref()
    }
}
