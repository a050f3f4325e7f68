//! Keys that repeat while they are held.

use crate::platform::{Action, Input};

/// Frames from the press to the first repeat.
const FIRST: u32 = 24;
/// Frames from one repeat to the next.
const NEXT: u32 = 6;

/// Which way the player wants to go in this frame, with repeats of a key that is held. Only a key
/// whose press was seen repeats, so one held over from another screen does not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Repeat {
    held: Option<(Action, u32)>,
}

impl Repeat {
    /// The direction of this frame: `UP`, `DOWN`, `LEFT` or `RIGHT`. The last key that went down
    /// counts; of several in one frame, the first in this order.
    pub(super) fn update(&mut self, input: &Input) -> Option<Action> {
        let directions = [Action::UP, Action::DOWN, Action::LEFT, Action::RIGHT];
        if let Some(action) = directions.into_iter().find(|&action| input.is_pressed(action)) {
            self.held = Some((action, 0));
            return Some(action);
        }
        let (action, frames) = self.held.as_mut()?;
        if !input.is_held(*action) {
            self.held = None;
            return None;
        }
        *frames += 1;
        let action = *action;
        if *frames < FIRST {
            return None;
        }
        // Counted back, so that a key held for years does not overflow the counter.
        *frames = FIRST - NEXT;
        Some(action)
    }
}
