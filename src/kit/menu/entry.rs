//! The entries of a menu, and what comes of them.

use crate::kit::rect::Rect;

/// What kind of entry it is, which decides how it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum EntryKind {
    /// Accept or a click activates it.
    #[default]
    Button,
    /// One of several values, which the game keeps. Left and right ask for the one before and
    /// the next; so does a click on its left or right half, and accept asks for the next.
    Choice,
    /// A value from 0 to `steps`, which the menu keeps. Left, right and the wheel change it by
    /// one, and it can be dragged.
    Slider {
        /// The value, 0 to `steps`.
        value: u32,
        /// The largest value.
        steps: u32,
        /// The part of the entry that can be dragged, from 0 at its left to `steps` at its right
        /// edge; `None` for all of it.
        track: Option<Rect>,
    },
}

/// One entry of a [`Menu`](super::Menu).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MenuEntry {
    /// Where it is, in virtual pixels.
    pub rect: Rect,
    /// What kind it is.
    pub kind: EntryKind,
    /// Whether it can have the focus.
    pub enabled: bool,
}

/// What the player asked of a menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuEvent {
    /// This button was activated.
    Activated(usize),
    /// Another value was asked of a choice.
    Changed {
        /// The entry.
        index: usize,
        /// -1 for the value before, 1 for the next.
        by: i32,
    },
    /// A slider has another value now.
    SetTo {
        /// The entry.
        index: usize,
        /// Its new value.
        value: u32,
    },
    /// The player wants to go back.
    Cancelled,
}

impl MenuEntry {
    /// An enabled entry.
    #[must_use]
    pub const fn new(rect: Rect, kind: EntryKind) -> Self {
        Self { rect, kind, enabled: true }
    }
}

impl EntryKind {
    /// A slider that can be dragged in all of its entry. `value` is at most `steps`; a larger one
    /// is taken down to it.
    #[must_use]
    pub fn slider(value: u32, steps: u32) -> Self {
        Self::Slider { value: value.min(steps), steps, track: None }
    }
}
