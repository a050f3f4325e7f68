//! The input of the active screen, and the rule for held keys.

use crate::platform::{ActionSet, Input, Pointer};

/// Filters the input for the active screen: what was already held when the active screen changed, or
/// while the gate was closed, is masked until it is released. Otherwise the key that skips the logo
/// would also start the game.
#[derive(Debug, Default)]
pub(super) struct InputGate {
    held_over: ActionSet,
    pointer_held_over: bool,
    last_held: ActionSet,
    last_pointer_held: bool,
    /// The fingers that are masked, and those that are down: a bit for the number of each.
    fingers_held_over: u16,
    last_fingers: u16,
    /// The sticks and triggers that are masked until they are let go.
    axes_held_over: [bool; 6],
    last_axes: [i8; 6],
    /// Whether no screen sees the input of this tick.
    pub(super) is_closed: bool,
    focus_was_lost: bool,
    pad_was_lost: bool,
    open: Input,
}

impl InputGate {
    /// Masks what is held now, because the active screen has changed.
    pub(super) fn hold_over(&mut self) {
        self.held_over = self.last_held;
        self.pointer_held_over = self.last_pointer_held;
        self.fingers_held_over = self.last_fingers;
        self.axes_held_over = self.last_axes.map(|axis| axis != 0);
    }

    /// Takes the input of a tick in which no screen sees it.
    pub(super) fn close(&mut self, raw: &Input) {
        self.see(raw);
        self.hold_over();
        self.is_closed = true;
        // A lost focus is kept until a screen sees it: the game must not go on behind another window
        // because a fade was running.
        self.focus_was_lost |= raw.focus_lost;
        self.pad_was_lost |= raw.pad_lost;
        let (position, is_touch) = (raw.pointer.position, self.open.pointer.is_touch);
        self.open = Input {
            pointer: Pointer { position, is_touch, ..Pointer::default() },
            device: raw.device,
            is_upright: raw.is_upright,
            ..Input::default()
        };
    }

    /// Takes the input of a tick in which the active screen sees it.
    pub(super) fn pass(&mut self, raw: &Input) {
        self.see(raw);
        self.is_closed = false;
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
        open.pad_lost = raw.pad_lost || std::mem::take(&mut self.pad_was_lost);
        (open.device, open.control) = (raw.device, raw.control);
        for ((open, raw), held_over) in open.axes.iter_mut().zip(raw.axes).zip(&mut self.axes_held_over) {
            *held_over &= raw != 0;
            *open = if *held_over { 0 } else { raw };
        }
        open.touches.clear();
        for touch in &raw.touches {
            let bit = 1 << (touch.finger & 15);
            if self.fingers_held_over & bit == 0 {
                open.touches.push(*touch);
            } else if touch.ended {
                self.fingers_held_over &= !bit;
            }
        }
        self.fingers_held_over &= self.last_fingers;
        self.held_over = held_over.intersection(raw.held).difference(raw.released);
        self.pointer_held_over &= raw.pointer.held && !raw.pointer.released;
    }

    fn see(&mut self, raw: &Input) {
        self.last_held = raw.held;
        self.last_pointer_held = raw.pointer.held;
        let down = raw.touches.iter().filter(|touch| !touch.ended);
        self.last_fingers = down.fold(0, |fingers, touch| fingers | 1 << (touch.finger & 15));
        self.last_axes = raw.axes;
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
}
