//! The entries of a menu, and what input does to it.

use proscenium_core::platform::Rect;

/// The kind of a menu entry, which decides what input does to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum EntryKind {
    /// Accept or a click activates it.
    #[default]
    Button,
    /// One of several values, which the game keeps. Left, right and a click on its left or right half
    /// change to the previous or the next value; accept changes to the next.
    Choice,
    /// A value from 0 to `steps`, which the menu keeps. Left, right and the wheel change it by one, and
    /// it can be dragged.
    Slider {
        /// The value; one above `steps` counts as `steps`.
        value: u32,
        /// The largest value.
        steps: u32,
    },
    /// A text that the player types. Left and right move its caret, accept activates it, and a click gives it the
    /// focus.
    Field,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MenuEntry {
    /// The place of the entry, in virtual pixels.
    pub(super) rect: Rect,
    /// The part of a slider that is dragged, from 0 at its left edge to `steps` at its right edge.
    pub(super) track: Rect,
    pub(super) kind: EntryKind,
    /// Whether it can have the focus.
    pub(super) enabled: bool,
}

/// What the input of a tick does to the entries and keys of a menu's layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuEvent {
    /// This button, or field, was activated.
    Activated(usize),
    /// A choice is to change its value, or a field is to move its caret: -1 for the previous one, 1 for the next.
    Changed { index: usize, by: i32 },
    /// A slider has changed its value.
    SetTo { index: usize, value: u32 },
    /// The player typed into this field, which has the focus.
    Typed(usize),
    /// The action of this key of the page was pressed.
    Key(usize),
}
