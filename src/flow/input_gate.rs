//! The input of the active screen, and the rule for held keys.

use crate::platform::{ActionSet, Input};

/// Filters the input for the active screen: what was already held when the active screen changed, or
/// while the gate was closed, is masked until it is released. Otherwise the key that skips the logo
/// would also start the game.
#[derive(Debug, Default)]
pub(super) struct InputGate {
    held_over: ActionSet,
    pointer_held_over: bool,
    last_held: ActionSet,
    last_pointer_held: bool,
    focus_was_lost: bool,
    open: Input,
}

impl InputGate {
    /// Masks what is held now, because the active screen has changed.
    pub(super) fn hold_over(&mut self) {
        self.held_over = self.held_over.union(self.last_held);
        self.pointer_held_over |= self.last_pointer_held;
    }

    /// Takes the input of a tick in which no screen sees it.
    pub(super) fn close(&mut self, raw: &Input) {
        self.last_held = raw.held;
        self.last_pointer_held = raw.pointer.held;
        self.held_over = raw.held;
        self.pointer_held_over = raw.pointer.held;
        // A lost focus is kept until a screen sees it: the game must not go on behind another window
        // because a fade was running.
        self.focus_was_lost |= raw.focus_lost;
        self.open.end_step();
        self.open.held = ActionSet::EMPTY;
        self.open.pointer.held = false;
        self.open.pointer.position = raw.pointer.position;
        self.open.is_upright = raw.is_upright;
    }

    /// Takes the input of a tick in which the active screen sees it.
    pub(super) fn pass(&mut self, raw: &Input) {
        self.last_held = raw.held;
        self.last_pointer_held = raw.pointer.held;
        let held_over = self.held_over;
        let open = &mut self.open;
        open.held = raw.held.difference(held_over);
        // What is held over cannot be pressed, unless it was released within the same step.
        open.pressed = raw.pressed.difference(held_over.difference(raw.released));
        open.released = raw.released.difference(held_over);
        open.pointer = raw.pointer;
        if self.pointer_held_over {
            open.pointer.held = false;
            open.pointer.pressed &= raw.pointer.released;
            open.pointer.released = false;
        }
        open.text.clone_from(&raw.text);
        open.is_upright = raw.is_upright;
        open.focus_lost = raw.focus_lost || std::mem::take(&mut self.focus_was_lost);
        self.held_over = held_over.intersection(raw.held).difference(raw.released);
        self.pointer_held_over &= raw.pointer.held && !raw.pointer.released;
    }

    /// What the active screen sees.
    pub(super) const fn open(&self) -> &Input {
        &self.open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Action;

    #[test]
    fn a_key_held_over_a_change_is_masked_until_released() {
        let mut gate = InputGate::default();
        gate.pass(&Input::pressing([Action::ACCEPT]));
        assert!(gate.open().is_pressed(Action::ACCEPT));
        gate.hold_over();
        gate.pass(&Input::holding([Action::ACCEPT]));
        assert!(!gate.open().is_held(Action::ACCEPT));
        gate.pass(&Input::releasing([Action::ACCEPT]));
        assert_eq!(gate.open(), &Input::default());
        gate.pass(&Input::pressing([Action::ACCEPT]));
        assert!(gate.open().is_pressed(Action::ACCEPT));
    }

    #[test]
    fn a_masked_key_released_and_pressed_in_one_tick_is_a_press() {
        let mut gate = InputGate::default();
        gate.close(&Input::holding([Action::ACCEPT]));
        let mut raw = Input::pressing([Action::ACCEPT]);
        raw.released.insert(Action::ACCEPT);
        gate.pass(&raw);
        assert!(gate.open().is_pressed(Action::ACCEPT));
        gate.pass(&Input::holding([Action::ACCEPT]));
        assert!(gate.open().is_held(Action::ACCEPT));
    }

    #[test]
    fn a_focus_lost_while_the_gate_is_closed_is_kept() {
        let mut gate = InputGate::default();
        gate.close(&Input { focus_lost: true, ..Input::default() });
        assert!(!gate.open().focus_lost);
        gate.pass(&Input::default());
        assert!(gate.open().focus_lost);
        gate.pass(&Input::default());
        assert!(!gate.open().focus_lost);
    }
}
