//! Menus: which entry has the focus and what the player did with it. Drawing is the game's.

use super::rect::Rect;
use crate::platform::{Action, Input, Pointer};

/// Frames that a direction is held before it repeats.
const REPEAT_AFTER: u32 = 24;
/// Frames between two repeats.
const REPEAT_EVERY: u32 = 6;

/// What an entry is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// It does something.
    #[default]
    Button,
    /// It has a value that left and right change, and *accept* too.
    Choice,
    /// It has a number that left and right, the wheel and dragging change.
    Slider {
        /// The number, 0 to `steps`.
        value: u32,
        /// The largest number.
        steps: u32,
    },
    /// It is shown and cannot be used.
    Disabled,
}

/// What the player did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuEvent {
    /// An entry was taken, by *accept* or by a click.
    Activated(usize),
    /// A choice was turned.
    Changed {
        /// The entry.
        index: usize,
        /// -1 to the left, 1 to the right.
        by: i32,
    },
    /// A slider was moved. The menu shows the number already.
    SetTo {
        /// The entry.
        index: usize,
        /// The new number.
        value: u32,
    },
    /// The player wants to go back.
    Cancelled,
}

/// A menu: its entries with their places, and the focus.
///
/// The focus starts on the first entry; up and down move it round in a circle and repeat when
/// held; the pointer moves it when it moves, so that a mouse at rest does not fight the keyboard.
/// A click counts when it began and ended on the same entry, so touch works the same way.
///
/// ```
/// use proscenium::kit::{Menu, MenuEvent};
/// use proscenium::platform::{Action, Input};
///
/// let mut menu = Menu::column(20.0, 20.0, 160.0, 24.0, 4.0, 3);
/// assert_eq!(menu.update(&Input::pressing([Action::DOWN])), None);
/// assert_eq!(menu.focused(), Some(1));
/// assert_eq!(menu.update(&Input::pressing([Action::ACCEPT])), Some(MenuEvent::Activated(1)));
/// ```
#[derive(Clone, Debug)]
pub struct Menu {
    entries: Vec<(Rect, Entry)>,
    focus: Option<usize>,
    hovered: Option<usize>,
    /// The entry on which the pointer went down.
    grabbed: Option<usize>,
    held: Option<Action>,
    held_frames: u32,
}

impl Menu {
    /// `count` buttons below one another: the top left corner of the first, the size of each,
    /// and the gap between two, in virtual pixels.
    #[must_use]
    pub fn column(x: f32, y: f32, width: f32, height: f32, gap: f32, count: usize) -> Self {
        let place = |number: usize| Rect::new(x, y + number as f32 * (height + gap), width, height);
        let entries: Vec<_> = (0..count).map(|number| (place(number), Entry::Button)).collect();
        let focus = (!entries.is_empty()).then_some(0);
        Self { entries, focus, hovered: None, grabbed: None, held: None, held_frames: 0 }
    }

    /// Makes an entry something else than a button. An index that does not exist is ignored.
    pub fn set_entry(&mut self, index: usize, entry: Entry) {
        if let Some(known) = self.entries.get_mut(index) {
            known.1 = entry;
        }
        if self.focus.is_none_or(|focus| !self.is_enabled(focus)) {
            self.focus = (0..self.entries.len()).find(|&index| self.is_enabled(index));
        }
    }

    /// Puts the focus on the first entry and forgets what is pressed.
    pub fn reset(&mut self) {
        self.focus = (0..self.entries.len()).find(|&index| self.is_enabled(index));
        (self.hovered, self.grabbed, self.held) = (None, None, None);
    }

    /// What an entry is.
    #[must_use]
    pub fn entry(&self, index: usize) -> Option<Entry> {
        self.entries.get(index).map(|(_, entry)| *entry)
    }

    /// Where an entry is.
    #[must_use]
    pub fn rect(&self, index: usize) -> Option<Rect> {
        self.entries.get(index).map(|(rect, _)| *rect)
    }

    /// The entry that has the focus; `None` only when no entry can be used.
    #[must_use]
    pub const fn focused(&self) -> Option<usize> {
        self.focus
    }

    /// The entry below the pointer.
    #[must_use]
    pub const fn hovered(&self) -> Option<usize> {
        self.hovered
    }

    /// The entry that is being clicked: the pointer is down and still on it.
    #[must_use]
    pub fn pressed(&self) -> Option<usize> {
        self.grabbed.filter(|_| self.grabbed == self.hovered)
    }

    /// One frame. At most one thing happens in it; the pointer goes before the keys.
    pub fn update(&mut self, input: &Input) -> Option<MenuEvent> {
        if let Some(event) = self.point(&input.pointer) {
            return Some(event);
        }
        if input.is_pressed(Action::CANCEL) {
            return Some(MenuEvent::Cancelled);
        }
        if input.is_pressed(Action::ACCEPT) {
            return self.focus.map(MenuEvent::Activated);
        }
        match self.direction(input)? {
            Action::UP => self.move_focus(self.entries.len() - 1),
            Action::DOWN => self.move_focus(1),
            Action::LEFT => return self.turn(-1),
            _ => return self.turn(1),
        }
        None
    }

    fn is_enabled(&self, index: usize) -> bool {
        self.entries.get(index).is_some_and(|(_, entry)| *entry != Entry::Disabled)
    }

    /// The pointer's part of the frame.
    fn point(&mut self, pointer: &Pointer) -> Option<MenuEvent> {
        let under = pointer.position.and_then(|position| {
            (0..self.entries.len())
                .find(|&index| self.is_enabled(index) && self.entries[index].0.contains(position))
        });
        self.hovered = under;
        if (pointer.moved || pointer.pressed) && self.grabbed.is_none() && under.is_some() {
            self.focus = under;
        }
        if pointer.pressed {
            self.grabbed = under;
        }
        let mut event = None;
        if let (Some(index), Some((x, _))) = (self.grabbed, pointer.position)
            && (pointer.held || pointer.pressed)
        {
            event = self.drag(index, x);
        }
        if pointer.wheel != 0.0
            && let Some(index) = under
        {
            self.focus = Some(index);
            event = event.or_else(|| self.turn(if pointer.wheel > 0.0 { 1 } else { -1 }));
        }
        if pointer.released {
            let clicked = self.grabbed.take().filter(|grabbed| Some(*grabbed) == under);
            let is_slider = |index: &usize| matches!(self.entries[*index].1, Entry::Slider { .. });
            event = event.or(clicked.filter(|index| !is_slider(index)).map(MenuEvent::Activated));
        } else if !pointer.held {
            self.grabbed = None;
        }
        event
    }

    /// Moves a slider to where the pointer is. Its track is the right part of the entry.
    fn drag(&mut self, index: usize, x: f32) -> Option<MenuEvent> {
        let (rect, Entry::Slider { value, steps }) = &mut self.entries[index] else { return None };
        let (left, width) = Self::track(rect);
        let part = ((x - left) / width).clamp(0.0, 1.0);
        let wanted = (part * *steps as f32).round() as u32;
        if wanted == *value {
            return None;
        }
        *value = wanted;
        Some(MenuEvent::SetTo { index, value: wanted })
    }

    /// The left edge and the width of a slider's track inside its entry, in virtual pixels: 100
    /// pixels that end 24 before the right edge.
    #[must_use]
    pub fn track(rect: &Rect) -> (f32, f32) {
        (rect.x + rect.w - 124.0, 100.0)
    }

    fn turn(&mut self, by: i32) -> Option<MenuEvent> {
        let index = self.focus?;
        match &mut self.entries[index].1 {
            Entry::Choice => Some(MenuEvent::Changed { index, by }),
            Entry::Slider { value, steps } => {
                let wanted = value.saturating_add_signed(by).min(*steps);
                let has_moved = wanted != *value;
                *value = wanted;
                has_moved.then_some(MenuEvent::SetTo { index, value: wanted })
            }
            Entry::Button | Entry::Disabled => None,
        }
    }

    /// Moves the focus `by` entries down, round in a circle, past those that cannot be used.
    fn move_focus(&mut self, by: usize) {
        let Some(mut index) = self.focus else { return };
        for _ in 0..self.entries.len() {
            index = (index + by) % self.entries.len();
            if self.is_enabled(index) {
                self.focus = Some(index);
                return;
            }
        }
    }

    /// The direction that counts in this frame: pressed, or held long enough.
    fn direction(&mut self, input: &Input) -> Option<Action> {
        let all = [Action::UP, Action::DOWN, Action::LEFT, Action::RIGHT];
        if let Some(pressed) = all.into_iter().find(|&action| input.is_pressed(action)) {
            (self.held, self.held_frames) = (Some(pressed), 0);
            return Some(pressed);
        }
        let held = self.held.filter(|&action| input.is_held(action));
        self.held = held;
        self.held_frames += 1;
        let is_due = self.held_frames >= REPEAT_AFTER
            && (self.held_frames - REPEAT_AFTER).is_multiple_of(REPEAT_EVERY);
        held.filter(|_| is_due)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pointer(x: f32, y: f32) -> Pointer {
        Pointer { position: Some((x, y)), moved: true, ..Pointer::default() }
    }

    fn with(pointer: Pointer) -> Input {
        Input { pointer, ..Input::default() }
    }

    fn menu() -> Menu {
        Menu::column(0.0, 0.0, 200.0, 20.0, 0.0, 4)
    }

    #[test]
    fn the_focus_goes_round_and_skips_what_cannot_be_used() {
        let mut menu = menu();
        menu.set_entry(1, Entry::Disabled);
        menu.update(&Input::pressing([Action::DOWN]));
        assert_eq!(menu.focused(), Some(2));
        menu.update(&Input::pressing([Action::UP]));
        menu.update(&Input::pressing([Action::UP]));
        assert_eq!(menu.focused(), Some(3));
    }

    #[test]
    fn a_held_direction_repeats_after_a_while() {
        let mut menu = menu();
        menu.update(&Input::pressing([Action::DOWN]));
        for _ in 0..REPEAT_AFTER {
            menu.update(&Input::holding([Action::DOWN]));
        }
        assert_eq!(menu.focused(), Some(2));
        for _ in 0..REPEAT_EVERY {
            menu.update(&Input::holding([Action::DOWN]));
        }
        assert_eq!(menu.focused(), Some(3));
    }

    #[test]
    fn a_click_counts_only_where_it_began() {
        let mut menu = menu();
        let down = Pointer { held: true, pressed: true, ..pointer(10.0, 30.0) };
        let up_elsewhere = Pointer { released: true, ..pointer(10.0, 50.0) };
        let up_here = Pointer { released: true, ..pointer(12.0, 35.0) };
        assert_eq!(menu.update(&with(down)), None);
        assert_eq!(menu.pressed(), Some(1));
        assert_eq!(menu.update(&with(up_elsewhere)), None);
        menu.update(&with(down));
        assert_eq!(menu.update(&with(up_here)), Some(MenuEvent::Activated(1)));
        assert_eq!(menu.update(&with(up_here)), None, "a release without a press does nothing");
    }

    #[test]
    fn a_pointer_at_rest_does_not_take_the_focus() {
        let mut menu = menu();
        menu.update(&with(pointer(10.0, 30.0)));
        assert_eq!(menu.focused(), Some(1));
        let at_rest = Pointer { moved: false, ..pointer(10.0, 30.0) };
        menu.update(&Input { pointer: at_rest, ..Input::pressing([Action::DOWN]) });
        assert_eq!(menu.focused(), Some(2));
    }

    #[test]
    fn a_slider_is_turned_and_dragged_within_its_range() {
        let mut menu = menu();
        menu.set_entry(0, Entry::Slider { value: 9, steps: 10 });
        let right = Input::pressing([Action::RIGHT]);
        assert_eq!(menu.update(&right), Some(MenuEvent::SetTo { index: 0, value: 10 }));
        assert_eq!(menu.update(&right), None);
        let drag = Pointer { held: true, pressed: true, ..pointer(76.0, 10.0) };
        assert_eq!(menu.update(&with(drag)), Some(MenuEvent::SetTo { index: 0, value: 0 }));
        let up = Pointer { released: true, ..pointer(76.0, 10.0) };
        assert_eq!(menu.update(&with(up)), None);
    }

    proptest! {
        #[test]
        fn the_focus_is_always_on_an_entry_that_can_be_used(
            disabled in proptest::collection::vec(any::<bool>(), 1..6),
            moves in proptest::collection::vec((0usize..4, 0f32..220.0, 0f32..140.0, any::<bool>()), 0..60),
        ) {
            let mut menu = Menu::column(0.0, 0.0, 200.0, 20.0, 2.0, disabled.len());
            for (index, &is_disabled) in disabled.iter().enumerate() {
                menu.set_entry(index, if is_disabled { Entry::Disabled } else { Entry::Choice });
            }
            let keys = [Action::UP, Action::DOWN, Action::LEFT, Action::ACCEPT];
            for (key, x, y, pressed) in moves {
                let pointer = Pointer { pressed, held: pressed, released: !pressed, ..pointer(x, y) };
                menu.update(&Input { pointer, ..Input::pressing([keys[key]]) });
                match menu.focused() {
                    Some(focus) => prop_assert!(!disabled[focus]),
                    None => prop_assert!(disabled.iter().all(|&is_disabled| is_disabled)),
                }
            }
        }
    }
}
