//! What the page of a screen is made with: texts in the player's language, the look, and the size of the
//! view.

use std::ops::Deref;

use proscenium::flow::ScreenContext;
use proscenium::kit::{Ink, Look, Page};
#[cfg(test)]
use proscenium::phase::Resources;
use proscenium::platform::{Control, Device, Rect};

use super::camera;
use super::commander::ACTIONS;
use super::controls::{self, Label};
use super::shared::Shared;

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

    /// Whether purely visual motion is turned off.
    pub fn has_reduced_motion(&self) -> bool {
        self.shared.settings().reduced_motion
    }

    pub fn label(&self, control: Control) -> String {
        match controls::label(control) {
            Label::Plain(name) => name,
            Label::Text(key, name) => self.text_with(key, "name", name),
        }
    }

    /// The hint of `key` for a device. Its variables are `device`, and the name of each action for the first key or
    /// button of it.
    pub fn hint_text(&self, key: &str, device: Device) -> String {
        self.hint_text_with(key, device, ("", String::new()))
    }

    /// The same, with a further variable.
    pub fn hint_text_with(&self, key: &str, device: Device, further: (&str, String)) -> String {
        let (name, bound) = match device {
            Device::Pad => ("pad", Device::Pad),
            Device::Touch => ("touch", Device::Keyboard),
            Device::Keyboard | Device::Mouse => ("keyboard", Device::Keyboard),
        };
        let mut arguments = vec![("device", name.to_owned()), further];
        for action in ACTIONS {
            let control = self.shared.input_map().borrow().control_on(bound, action);
            arguments
                .push((action.name(), control.map_or_else(|| "-".to_owned(), |control| self.label(control))));
        }
        self.format(key, &arguments)
    }

    /// A page in the middle of the view, with the text of `title` as its title.
    pub fn page<C>(&self, title: &str) -> Page<C> {
        Page::new(self.area()).title(self.text_of(title))
    }

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

    /// A lesson, or the offer of them, at the upper edge of a strip.
    pub fn lesson(&self, key: &str, device: Device) -> Page {
        let page = self.hint(self.hint_text(key, device));
        if key == "lesson-offer" { page } else { page.text(self.hint_text("lesson-skip", device), Ink::Dim) }
    }

    /// A text on a dark strip, at the lower edge of the view.
    pub fn hint(&self, text: impl Into<String>) -> Page {
        Page::hint(self.area(), text)
    }

    /// Texts without a panel, at the lower edge of the view.
    pub fn caption(&self) -> Page {
        Page::new(self.area()).plain().centered().anchor(0.5, 1.0)
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
