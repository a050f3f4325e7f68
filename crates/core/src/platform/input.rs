//! The input of one tick.

use serde::{Deserialize, Serialize};

use super::action::{Action, ActionSet};
use super::control::{Control, Device};
use super::pointer::Pointer;
use super::touch::Touch;
use super::view::WindowSize;

/// The input of one tick.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Input {
    /// Actions that are down.
    pub held: ActionSet,
    /// Actions that went down in this tick.
    pub pressed: ActionSet,
    /// Actions that went up in this tick.
    pub released: ActionSet,
    /// The mouse or the first finger.
    pub pointer: Pointer,
    /// Characters typed in this tick; U+0008 is backspace, U+007F delete.
    pub text: String,
    /// Whether the window is without the focus, or was since the last tick; a game then pauses. Covered screens that
    /// are updated see it too. No screen sees it while a transition runs.
    pub focus_lost: bool,
    /// Whether the pad that was used last is gone, by its cable or its battery, and no device was used since; a game
    /// then pauses. Covered screens that are updated see it too. No screen sees it while a transition runs.
    pub pad_lost: bool,
    /// The device that was used last, for hints.
    pub device: Device,
    /// The key or button that went down first in this tick, whatever it is bound to: for a screen that binds it.
    pub control: Option<Control>,
    /// The sticks and triggers of a pad in steps of 1/127, the same in each replay: left stick right and down,
    /// right stick right and down, left and right trigger. See [`left_stick`](Self::left_stick).
    pub axes: [i8; 6],
    /// The fingers on a touch screen. The first of them is the [`pointer`](Self::pointer) too.
    pub touches: Vec<Touch>,
    /// The size of the window, which determines the views of the screens.
    pub window: WindowSize,
}

impl Input {
    /// Input of a tick in which these actions went down.
    pub fn pressing(actions: impl IntoIterator<Item = Action>) -> Self {
        let set = actions.into_iter().collect();
        Self { held: set, pressed: set, ..Self::default() }
    }

    /// Input of a tick in which these actions are held.
    pub fn holding(actions: impl IntoIterator<Item = Action>) -> Self {
        Self { held: actions.into_iter().collect(), ..Self::default() }
    }

    /// Input of a tick in which these actions went up.
    pub fn releasing(actions: impl IntoIterator<Item = Action>) -> Self {
        Self { released: actions.into_iter().collect(), ..Self::default() }
    }

    /// Whether `action` is down.
    pub const fn is_held(&self, action: Action) -> bool {
        self.held.contains(action)
    }

    /// Whether `action` went down in this tick.
    pub const fn is_pressed(&self, action: Action) -> bool {
        self.pressed.contains(action)
    }

    /// Whether any of `actions` went down in this tick.
    pub fn any_pressed(&self, actions: &[Action]) -> bool {
        actions.iter().any(|&action| self.is_pressed(action))
    }

    /// Returns where the left stick is: right and down, in a circle of radius 1.
    pub fn left_stick(&self) -> (f32, f32) {
        (f32::from(self.axes[0]) / 127.0, f32::from(self.axes[1]) / 127.0)
    }

    /// Removes an action, so that later readers do not see it.
    pub const fn consume(&mut self, action: Action) {
        self.held.remove(action);
        self.pressed.remove(action);
        self.released.remove(action);
    }

    /// Removes the fingers, and the pointer's buttons and its wheel, but not its position.
    pub fn consume_clicks(&mut self) {
        self.touches.clear();
        let Pointer { position, moved, is_touch, .. } = self.pointer;
        self.pointer = Pointer { position, moved, is_touch, ..Pointer::default() };
    }

    /// Removes presses that have ended, for a game that stands still. What is still held stays pressed.
    pub fn drop_finished_presses(&mut self) {
        let pressed = self.pressed.intersection(self.held);
        let is_pressed = self.pointer.pressed && self.pointer.held;
        let touches = std::mem::take(&mut self.touches);
        self.end_step();
        self.pressed = pressed;
        self.pointer.pressed = is_pressed;
        self.touches = touches;
        self.touches.retain(|touch| !touch.ended);
    }

    /// Adds the input of a later frame. Presses and typed text of all frames between two ticks reach the
    /// next tick, but only the last position.
    pub fn merge(&mut self, later: &Self) {
        self.held = later.held;
        self.pressed = self.pressed.union(later.pressed);
        self.released = self.released.union(later.released);
        let before = self.pointer;
        self.pointer = Pointer {
            moved: before.moved || later.pointer.moved,
            pressed: before.pressed || later.pointer.pressed,
            released: before.released || later.pointer.released,
            secondary_pressed: before.secondary_pressed || later.pointer.secondary_pressed,
            wheel: before.wheel + later.pointer.wheel,
            ..later.pointer
        };
        self.text.push_str(&later.text);
        self.focus_lost |= later.focus_lost;
        self.pad_lost |= later.pad_lost;
        self.device = later.device;
        self.control = self.control.or(later.control);
        self.axes = later.axes;
        for touch in &later.touches {
            match self.touches.iter_mut().find(|known| known.finger == touch.finger && !known.ended) {
                Some(known) => *known = Touch { began: known.began || touch.began, ..*touch },
                None => self.touches.push(*touch),
            }
        }
        self.window = later.window;
    }

    /// Removes the events of a tick, so that only one tick sees a press. Held actions stay held, and a lost focus or
    /// pad stays lost.
    pub fn end_step(&mut self) {
        self.pressed = ActionSet::EMPTY;
        self.released = ActionSet::EMPTY;
        let Pointer { position, held, is_touch, .. } = self.pointer;
        self.pointer = Pointer { position, held, is_touch, ..Pointer::default() };
        self.text.clear();
        self.control = None;
        self.touches.retain(|touch| !touch.ended);
        self.touches.iter_mut().for_each(|touch| touch.began = false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_between_two_ticks_reaches_exactly_one_tick() {
        let mut collected = Input::default();
        collected.merge(&Input::pressing([Action::JUMP]));
        collected.merge(&Input::releasing([Action::JUMP]));
        assert!(collected.is_pressed(Action::JUMP));
        assert!(!collected.is_held(Action::JUMP));
        collected.end_step();
        assert_eq!(collected, Input::default());
    }

    #[test]
    fn a_focus_that_was_lost_between_two_ticks_reaches_the_next_tick() {
        let mut collected = Input { focus_lost: true, ..Input::default() };
        collected.merge(&Input::default());
        assert!(collected.focus_lost);
        collected.end_step();
        assert!(collected.focus_lost, "a further tick of the same frame sees it too");
    }

    #[test]
    fn a_tap_between_two_ticks_reaches_exactly_one_tick() {
        let touch = |began, ended| Touch { finger: 0, position: (1.0, 2.0), began, ended };
        let mut collected = Input::default();
        for frame in [touch(true, false), touch(false, true), touch(true, false)] {
            collected.merge(&Input { touches: vec![frame], ..Input::default() });
        }
        assert_eq!(collected.touches, [touch(true, true), touch(true, false)]);
        collected.end_step();
        assert_eq!(collected.touches, [touch(false, false)]);
    }
}
