//! A menu without its picture: which entry has the focus, and what the player asked of it.

mod entry;
mod pointer;
mod repeat;

pub use self::entry::{EntryKind, MenuEntry, MenuEvent};

use self::repeat::Repeat;
use super::rect::Rect;
use crate::platform::{Action, Input};

/// The focus of a menu, for keys, mouse and touch alike; drawing is the game's.
///
/// * The focus starts on the first enabled entry. Up and down move it, round the ends, and
///   repeat while held: first after 24 frames, then every 6. Left and right repeat alike.
/// * The pointer takes the focus only when it moved, so a mouse at rest leaves it to the keys;
///   a press takes it too, so that a finger works.
/// * A press and a release on the same entry activate it. Sliding off before the release is a
///   change of mind, and a release without a press on this menu belongs to another screen.
/// * As long as any entry is enabled an enabled one has the focus.
///
/// ```
/// use proscenium::kit::{Menu, MenuEvent};
/// use proscenium::platform::{Action, Input};
///
/// let mut menu = Menu::column(220.0, 120.0, 200.0, 24.0, 8.0, 4);
/// assert_eq!(menu.focused(), Some(0));
/// assert_eq!(menu.update(&Input::pressing([Action::DOWN])), None);
/// assert_eq!(menu.update(&Input::pressing([Action::ACCEPT])), Some(MenuEvent::Activated(1)));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Menu {
    entries: Vec<MenuEntry>,
    focused: Option<usize>,
    hovered: Option<usize>,
    pressed: Option<usize>,
    is_dragging: bool,
    /// The part of a notch that the wheel turned.
    wheel: f32,
    repeat: Repeat,
}

impl FromIterator<MenuEntry> for Menu {
    fn from_iter<I: IntoIterator<Item = MenuEntry>>(entries: I) -> Self {
        let mut menu = Self { entries: entries.into_iter().collect(), ..Self::default() };
        for index in 0..menu.entries.len() {
            menu.clamp_slider(index);
        }
        menu.keep_focus();
        menu
    }
}

impl Menu {
    /// `n` buttons one below the other, each `w` by `h`, the first with its top left corner at
    /// `x`, `y`, with `gap` between them; all in virtual pixels.
    #[must_use]
    pub fn column(x: f32, y: f32, w: f32, h: f32, gap: f32, n: usize) -> Self {
        (0..n)
            .map(|row| Rect::new(x, y + row as f32 * (h + gap), w, h))
            .map(|rect| MenuEntry::new(rect, EntryKind::Button))
            .collect()
    }

    /// The entries, in the order in which up and down go through them.
    #[must_use]
    pub fn entries(&self) -> &[MenuEntry] {
        &self.entries
    }

    /// The entry with the focus; `None` only if no entry is enabled.
    #[must_use]
    pub const fn focused(&self) -> Option<usize> {
        self.focused
    }

    /// The enabled entry under the pointer.
    #[must_use]
    pub const fn hovered(&self) -> Option<usize> {
        self.hovered
    }

    /// The entry that a press began on and that a release would activate now: the pointer is
    /// still, or again, over it. A slider stays pressed while it is dragged.
    #[must_use]
    pub fn pressed(&self) -> Option<usize> {
        self.pressed.filter(|_| self.is_dragging || self.pressed == self.hovered)
    }

    /// The value of a slider; `None` for other entries.
    #[must_use]
    pub fn value(&self, index: usize) -> Option<u32> {
        match self.entries.get(index)?.kind {
            EntryKind::Slider { value, .. } => Some(value),
            EntryKind::Button | EntryKind::Choice => None,
        }
    }

    /// Gives a slider a value; one that is too large is taken down to its steps. Other entries
    /// and indices that do not exist are left alone, here and in the functions that follow.
    pub fn set_value(&mut self, index: usize, new: u32) {
        if let Some(EntryKind::Slider { value, .. }) =
            self.entries.get_mut(index).map(|entry| &mut entry.kind)
        {
            *value = new;
        }
        self.clamp_slider(index);
    }

    /// Makes an entry one of another kind.
    pub fn set_kind(&mut self, index: usize, kind: EntryKind) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.kind = kind;
            self.clamp_slider(index);
        }
    }

    /// Enables or disables an entry. If it had the focus, the next enabled one gets it.
    pub fn set_enabled(&mut self, index: usize, enabled: bool) {
        if let Some(entry) = self.entries.get_mut(index) {
            entry.enabled = enabled;
            self.keep_focus();
        }
    }

    /// Gives the focus to an entry, unless it is disabled.
    pub fn focus(&mut self, index: usize) {
        if self.is_enabled(index) {
            self.focused = Some(index);
        }
    }

    /// Takes the input of one frame. At most one thing comes of it; the pointer goes ahead of
    /// the keys, and cancel ahead of the other keys.
    pub fn update(&mut self, input: &Input) -> Option<MenuEvent> {
        let by_pointer = self.update_pointer(&input.pointer);
        // Also in a frame that the pointer wins the repeats must see which keys are held.
        let direction = self.repeat.update(input);
        if by_pointer.is_some() {
            return by_pointer;
        }
        if input.is_pressed(Action::CANCEL) {
            return Some(MenuEvent::Cancelled);
        }
        if input.is_pressed(Action::ACCEPT) {
            return self.focused.and_then(|index| self.activate(index, 1));
        }
        match direction? {
            Action::UP => self.move_focus(-1),
            Action::DOWN => self.move_focus(1),
            Action::LEFT => return self.focused.and_then(|index| self.change(index, -1)),
            _ => return self.focused.and_then(|index| self.change(index, 1)),
        }
        None
    }

    /// Accept, or a click: a choice changes by `by`, and a slider has nothing to activate.
    fn activate(&mut self, index: usize, by: i32) -> Option<MenuEvent> {
        match self.entries.get(index)?.kind {
            EntryKind::Button => Some(MenuEvent::Activated(index)),
            EntryKind::Choice => self.change(index, by),
            EntryKind::Slider { .. } => None,
        }
    }

    fn change(&mut self, index: usize, by: i32) -> Option<MenuEvent> {
        match self.entries.get(index)?.kind {
            EntryKind::Button => None,
            EntryKind::Choice => Some(MenuEvent::Changed { index, by }),
            EntryKind::Slider { value, .. } => self.slide_to(index, value.saturating_add_signed(by)),
        }
    }

    /// Gives a slider a value and tells if that is another one.
    fn slide_to(&mut self, index: usize, new: u32) -> Option<MenuEvent> {
        let EntryKind::Slider { value, steps, .. } = &mut self.entries.get_mut(index)?.kind else {
            return None;
        };
        let new = new.min(*steps);
        let has_changed = std::mem::replace(value, new) != new;
        has_changed.then_some(MenuEvent::SetTo { index, value: new })
    }

    fn is_enabled(&self, index: usize) -> bool {
        self.entries.get(index).is_some_and(|entry| entry.enabled)
    }

    /// Moves the focus to the enabled entry before (-1) or after (1), round the ends.
    fn move_focus(&mut self, by: isize) {
        let Some(focused) = self.focused else { return };
        let count = self.entries.len();
        let step = by.rem_euclid(count.max(1) as isize) as usize;
        let next = (1..count).map(|steps| (focused + steps * step) % count);
        self.focused = next.into_iter().find(|&index| self.is_enabled(index)).or(self.focused);
    }

    /// Sees to it that an enabled entry has the focus, if there is one.
    fn keep_focus(&mut self) {
        let count = self.entries.len();
        let from = self.focused.unwrap_or(0);
        self.focused = (0..count).map(|steps| (from + steps) % count).find(|&index| self.is_enabled(index));
        self.hovered = self.hovered.filter(|&index| self.is_enabled(index));
        if !self.pressed.is_some_and(|index| self.is_enabled(index)) {
            self.pressed = None;
            self.is_dragging = false;
        }
    }

    fn clamp_slider(&mut self, index: usize) {
        if let Some(EntryKind::Slider { value, steps, .. }) =
            self.entries.get_mut(index).map(|entry| &mut entry.kind)
        {
            *value = (*value).min(*steps);
        }
    }
}
