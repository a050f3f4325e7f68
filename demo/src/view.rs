//! What the page of a screen is made with: texts in the player's language, the look, and the size of the
//! view.

use std::ops::Deref;

use proscenium::flow::ScreenContext;
#[cfg(test)]
use proscenium::phase::Resources;
use proscenium::ui::{Look, Page};

use super::shared::Shared;
use super::theme::{HEIGHT, WIDTH};

/// The view of a player in a tick or a frame.
#[derive(Clone, Copy)]
pub struct View<'a> {
    pub shared: &'a Shared,
    /// The theme, the text size, the language and the size.
    pub look: Look<'a>,
}

impl<'a> Deref for View<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl<'a> From<Look<'a>> for View<'a> {
    fn from(look: Look<'a>) -> Self {
        Self { shared: look.shared(), look }
    }
}

impl<'a> View<'a> {
    /// The view of a screen in a tick, for its page.
    pub fn of(cx: &'a ScreenContext<'_>) -> Self {
        Self::from(Look::of(cx))
    }

    #[cfg(test)]
    pub fn new(shared: &'a Shared, resources: &'a Resources, size: (f32, f32)) -> Self {
        Self { shared, look: shared.look(resources, size) }
    }

    /// The text of `key` with `value` for its variable `name`.
    pub fn text_with(&self, key: &str, name: &str, value: impl ToString) -> String {
        self.format(key, &[(name, value.to_string())])
    }

    /// The text of `key` with values for its variables.
    pub fn format(&self, key: &str, values: &[(&str, String)]) -> String {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, value.as_str().into())).collect();
        self.look.format(key, &values)
    }

    /// A time in minutes and seconds.
    pub fn clock(seconds: u32) -> String {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// Whether purely visual motion is turned off.
    pub fn has_reduced_motion(&self) -> bool {
        self.shared.settings().reduced_motion
    }

    /// A page in the middle of the view, with the text of `title` as its title.
    pub fn page<C>(&self, title: &str) -> Page<C> {
        Page::new(self.area()).title(self.text_of(title))
    }

    /// A text on a dark strip, at the lower edge of the view.
    pub fn hint(&self, text: impl Into<String>) -> Page {
        Page::hint(self.area(), text)
    }

    /// Texts without a panel, at the lower edge of the view.
    pub fn caption(&self) -> Page {
        Page::new(self.area()).plain().centered().anchor(0.5, 1.0)
    }

    /// The top left corner of the least size in the middle of the view, for what has places in that size.
    pub fn least_corner(&self) -> (f32, f32) {
        (((self.size.0 - WIDTH) / 2.0).round(), ((self.size.1 - HEIGHT) / 2.0).round())
    }
}
