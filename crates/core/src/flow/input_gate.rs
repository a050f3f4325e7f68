//! The input of the active screen, and the rule for held keys.

use crate::platform::{ActionSet, Device, Input, Pointer, Touch};

/// Masks the input for the active screen: what was already held when the active screen changed, or
/// while the gate was closed, is masked until it is released. Otherwise the key that skips the logo
/// would also start the game. The input is not copied: what is down is put back after the tick.
#[derive(Debug, Default)]
pub(super) struct InputGate {
    held_over: ActionSet,
    pointer_held_over: bool,
    /// The fingers that are masked: a bit for the number of each.
    fingers_held_over: u16,
    /// The sticks and triggers that are masked until they are let go.
    axes_held_over: [bool; 6],
    /// What was down in the last tick, masked or not.
    last_held: ActionSet,
    last_pointer: Pointer,
    last_touches: Vec<Touch>,
    last_axes: [i8; 6],
    /// Whether the focus and the pad were lost in the last tick.
    last_lost: [bool; 2],
    /// Whether no screen sees the input of this tick.
    pub(super) is_closed: bool,
    /// Whether they were lost while the gate was closed.
    were_lost: [bool; 2],
    /// Whether the last pointer that a screen has seen was a finger.
    was_touch: bool,
    /// The device that was used last.
    pub(super) device: Device,
}

fn finger_bit(touch: &Touch) -> u16 {
    1 << (touch.finger & 15)
}

impl InputGate {
    /// Masks what is held now, because the active screen has changed.
    pub(super) fn hold_over(&mut self) {
        self.held_over = self.last_held;
        self.pointer_held_over = self.last_pointer.held;
        self.fingers_held_over = self.last_fingers();
        self.axes_held_over = self.last_axes.map(|axis| axis != 0);
    }

    fn last_fingers(&self) -> u16 {
        let down = self.last_touches.iter().filter(|touch| !touch.ended);
        down.fold(0, |fingers, touch| fingers | finger_bit(touch))
    }

    /// Masks all of the input of a tick in which no screen sees it.
    pub(super) fn close(&mut self, input: &mut Input) {
        self.see(input);
        self.hold_over();
        self.is_closed = true;
        // A lost focus is kept until a screen sees it: the game must not go on behind another window
        // because a fade was running.
        for (were_lost, lost) in self.were_lost.iter_mut().zip(self.last_lost) {
            *were_lost |= lost;
        }
        *input = Input {
            pointer: Pointer {
                position: input.pointer.position,
                is_touch: self.was_touch,
                ..Pointer::default()
            },
            device: input.device,
            window: input.window,
            ..Input::default()
        };
    }

    /// Masks the input of a tick in which the active screen sees it.
    pub(super) fn pass(&mut self, input: &mut Input) {
        self.see(input);
        self.is_closed = false;
        let (held_over, held, released) = (self.held_over, input.held, input.released);
        input.held = held.difference(held_over);
        // What is held over cannot be pressed, unless it was released within the same step.
        input.pressed = input.pressed.difference(held_over.difference(released));
        input.released = released.difference(held_over);
        self.was_touch = input.pointer.is_touch;
        if self.pointer_held_over {
            input.pointer.held = false;
            input.pointer.pressed &= input.pointer.released;
            input.pointer.released = false;
        }
        let [focus_was_lost, pad_was_lost] = std::mem::take(&mut self.were_lost);
        input.focus_lost |= focus_was_lost;
        input.pad_lost |= pad_was_lost;
        for (axis, held_over) in input.axes.iter_mut().zip(&mut self.axes_held_over) {
            *held_over &= *axis != 0;
            if *held_over {
                *axis = 0;
            }
        }
        for touch in &self.last_touches {
            if self.fingers_held_over & finger_bit(touch) == 0 {
                input.touches.push(*touch);
            } else if touch.ended {
                self.fingers_held_over &= !finger_bit(touch);
            }
        }
        self.fingers_held_over &= self.last_fingers();
        self.held_over = held_over.intersection(held).difference(released);
        self.pointer_held_over &= self.last_pointer.held && !self.last_pointer.released;
    }

    /// Notes what is down, and takes the fingers out of the input.
    fn see(&mut self, input: &mut Input) {
        self.last_held = input.held;
        self.last_pointer = input.pointer;
        self.last_axes = input.axes;
        self.last_lost = [input.focus_lost, input.pad_lost];
        self.device = input.device;
        self.last_touches.clear();
        std::mem::swap(&mut self.last_touches, &mut input.touches);
    }

    /// Puts back what is down, at the end of the tick.
    pub(super) fn unmask(&self, input: &mut Input) {
        input.held = self.last_held;
        input.pointer = self.last_pointer;
        input.axes = self.last_axes;
        [input.focus_lost, input.pad_lost] = self.last_lost;
        input.touches.clone_from(&self.last_touches);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Action;

    #[test]
    fn a_masked_key_released_and_pressed_in_one_tick_is_a_press() {
        let mut gate = InputGate::default();
        gate.close(&mut Input::holding([Action::ACCEPT]));
        let mut input = Input::pressing([Action::ACCEPT]);
        input.released.insert(Action::ACCEPT);
        gate.pass(&mut input);
        assert!(input.is_pressed(Action::ACCEPT));
        let mut input = Input::holding([Action::ACCEPT]);
        gate.pass(&mut input);
        assert!(input.is_held(Action::ACCEPT));
    }

    #[test]
    fn what_is_masked_is_there_again_after_the_tick() {
        let touch = Touch { finger: 2, position: (1.0, 2.0), began: false, ended: false };
        let pointer =
            Pointer { position: Some((1.0, 2.0)), held: true, is_touch: true, ..Pointer::default() };
        let down = Input { touches: vec![touch], pointer, axes: [5; 6], ..Input::holding([Action::JUMP]) };
        let mut gate = InputGate::default();
        for mask in [InputGate::close, InputGate::pass] {
            let mut input = down.clone();
            mask(&mut gate, &mut input);
            let seen = (input.is_held(Action::JUMP), input.pointer.held, input.touches.len(), input.axes);
            assert_eq!(seen, (false, false, 0, [0; 6]));
            gate.unmask(&mut input);
            assert_eq!(input, down);
        }
    }
}
