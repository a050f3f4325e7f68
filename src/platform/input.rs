//! What the player did, as one value for one frame.

use super::action::{Action, ActionSet};

/// The pointer: the mouse, or the first finger on a touch screen.
///
/// Positions are in virtual pixels, so that logic does not depend on the size of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pointer {
    /// Where the pointer is, in virtual pixels from the top left; `None` while it is outside.
    pub position: Option<(f32, f32)>,
    /// Whether it moved since the last frame. A menu moves its focus only then, so that a mouse
    /// at rest does not fight the keyboard.
    pub moved: bool,
    /// Whether the button (or the finger) is down.
    pub held: bool,
    /// Whether it went down in this frame.
    pub pressed: bool,
    /// Whether it went up in this frame.
    pub released: bool,
    /// Whether the second button, usually the right one, went down in this frame.
    pub secondary_pressed: bool,
    /// Whether it is a finger: then it hovers over nothing, and there is no second button.
    pub is_touch: bool,
    /// How far the wheel turned, in notches, up is positive.
    pub wheel: f32,
}

/// What the player did in one frame.
///
/// ```
/// use proscenium::platform::{Action, Input};
///
/// let input = Input::pressing([Action::ACCEPT]);
/// assert!(input.is_pressed(Action::ACCEPT));
/// assert!(input.is_held(Action::ACCEPT));
/// assert!(!input.is_pressed(Action::CANCEL));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// Actions that are down.
    pub held: ActionSet,
    /// Actions that went down in this frame.
    pub pressed: ActionSet,
    /// Actions that went up in this frame.
    pub released: ActionSet,
    /// The mouse or the first finger.
    pub pointer: Pointer,
    /// Characters typed in this frame.
    pub text: String,
    /// Whether the window lost the focus in this frame: the usual moment to open the pause menu.
    pub focus_lost: bool,
}

impl Input {
    /// Input of a frame in which these actions went down.
    pub fn pressing(actions: impl IntoIterator<Item = Action>) -> Self {
        let set = actions.into_iter().collect();
        Self { held: set, pressed: set, ..Self::default() }
    }

    /// Input of a frame in which these actions were already down.
    pub fn holding(actions: impl IntoIterator<Item = Action>) -> Self {
        Self { held: actions.into_iter().collect(), ..Self::default() }
    }

    /// Input of a frame in which these actions went up.
    pub fn releasing(actions: impl IntoIterator<Item = Action>) -> Self {
        Self { released: actions.into_iter().collect(), ..Self::default() }
    }

    /// Whether `action` is down.
    pub const fn is_held(&self, action: Action) -> bool {
        self.held.contains(action)
    }

    /// Whether `action` went down in this frame.
    pub const fn is_pressed(&self, action: Action) -> bool {
        self.pressed.contains(action)
    }

    /// Whether any of `actions` went down in this frame.
    pub fn any_pressed(&self, actions: &[Action]) -> bool {
        actions.iter().any(|&action| self.is_pressed(action))
    }

    /// Takes an action away, so that whoever comes later does not see it.
    pub const fn consume(&mut self, action: Action) {
        self.held.remove(action);
        self.pressed.remove(action);
        self.released.remove(action);
    }

    /// Takes the pointer's buttons and its wheel away; where it is stays known.
    pub const fn consume_clicks(&mut self) {
        let Pointer { position, moved, is_touch, .. } = self.pointer;
        self.pointer = Pointer {
            position,
            moved,
            is_touch,
            held: false,
            pressed: false,
            released: false,
            secondary_pressed: false,
            wheel: 0.0,
        };
    }

    /// Forgets what has begun and is over already, for a game that stands still: what is still held
    /// was pressed, everything else did not happen.
    pub fn drop_finished_presses(&mut self) {
        let pressed = self.pressed.intersection(self.held);
        let is_pressed = self.pointer.pressed && self.pointer.held;
        self.end_step();
        self.pressed = pressed;
        self.pointer.pressed = is_pressed;
    }

    /// Adds what a later picture saw. Several pictures may be presented between two logic steps;
    /// presses and typed text of all of them must reach the next step, positions only the last.
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
    }

    /// Forgets what happened in one frame only; what is held stays held. Called after a logic
    /// step, so that a press is seen by one step and not by the next as well.
    pub fn end_step(&mut self) {
        self.pressed = ActionSet::EMPTY;
        self.released = ActionSet::EMPTY;
        self.pointer.moved = false;
        self.pointer.pressed = false;
        self.pointer.released = false;
        self.pointer.secondary_pressed = false;
        self.pointer.wheel = 0.0;
        self.text.clear();
        self.focus_lost = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_between_two_steps_reaches_exactly_one_step() {
        let mut collected = Input::default();
        collected.merge(&Input::pressing([Action::JUMP]));
        collected.merge(&Input::releasing([Action::JUMP]));
        assert!(collected.is_pressed(Action::JUMP));
        assert!(!collected.is_held(Action::JUMP));
        collected.end_step();
        assert_eq!(collected, Input::default());
    }
}
