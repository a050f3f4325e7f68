//! Actions of the player, apart from their keys and buttons.

use serde::{Deserialize, Serialize};

/// An action of the player, such as *accept* or *jump*.
///
/// Eight actions are built in; a game adds its own with [`Action::custom`]:
///
/// ```
/// use proscenium_core::platform::Action;
///
/// const FIRE: Action = Action::custom(0, "fire");
/// assert_eq!(FIRE.name(), "fire");
/// assert_ne!(FIRE, Action::JUMP);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    index: u8,
    name: &'static str,
}

impl Action {
    /// Move the hero or the focus up.
    pub const UP: Self = Self::built_in(0, "up");
    /// Move the hero or the focus down.
    pub const DOWN: Self = Self::built_in(1, "down");
    /// Move the hero left, or turn a value down.
    pub const LEFT: Self = Self::built_in(2, "left");
    /// Move the hero right, or turn a value up.
    pub const RIGHT: Self = Self::built_in(3, "right");
    /// Take the focused entry; skip the logo and the trailer.
    pub const ACCEPT: Self = Self::built_in(4, "accept");
    /// Go back; skip the logo and the trailer.
    pub const CANCEL: Self = Self::built_in(5, "cancel");
    /// Open and close the pause menu.
    pub const PAUSE: Self = Self::built_in(6, "pause");
    /// Jump.
    pub const JUMP: Self = Self::built_in(7, "jump");

    /// The built-in actions, in the order of their numbers.
    pub const BUILT_IN: [Self; 8] =
        [Self::UP, Self::DOWN, Self::LEFT, Self::RIGHT, Self::ACCEPT, Self::CANCEL, Self::PAUSE, Self::JUMP];

    const fn built_in(index: u8, name: &'static str) -> Self {
        Self { index, name }
    }

    /// An action of a game: `number` is unique in the game (0 to 55), and `name` is the word of input
    /// scripts. Panics when `number` is 56 or more; in a `const` that is a compile error.
    pub const fn custom(number: u8, name: &'static str) -> Self {
        assert!(number < 56, "a game can have 56 actions of its own, numbered 0 to 55");
        Self { index: number + 8, name }
    }

    /// The word for this action in input scripts.
    pub const fn name(self) -> &'static str {
        self.name
    }

    const fn bit(self) -> u64 {
        1 << self.index
    }
}

/// A set of actions, with one bit for each action.
#[must_use]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActionSet(u64);

impl ActionSet {
    /// The set without any action.
    pub const EMPTY: Self = Self(0);

    /// Whether `action` is in the set.
    pub const fn contains(self, action: Action) -> bool {
        self.0 & action.bit() != 0
    }

    /// Adds `action`.
    pub const fn insert(&mut self, action: Action) {
        self.0 |= action.bit();
    }

    /// Removes `action`.
    pub const fn remove(&mut self, action: Action) {
        self.0 &= !action.bit();
    }

    /// The actions that are in this set or in `other`.
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The actions that are in this set and in `other`.
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The actions that are in this set and not in `other`.
    pub const fn difference(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<Action> for ActionSet {
    fn from_iter<I: IntoIterator<Item = Action>>(actions: I) -> Self {
        let mut set = Self::EMPTY;
        for action in actions {
            set.insert(action);
        }
        set
    }
}
