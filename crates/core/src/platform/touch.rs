//! Fingers on a touch screen.

use serde::{Deserialize, Serialize};

/// A finger on a touch screen in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// The number of the finger while it is down, from 0. A finger that is lifted leaves its number to the next.
    pub finger: u8,
    /// Where it is, in virtual pixels from the top left. One that leaves the virtual screen stays at its edge.
    pub position: (f32, f32),
    /// Whether it went down in this tick.
    pub began: bool,
    /// Whether it went up in this tick.
    pub ended: bool,
}

/// The fingers that are down: gives them numbers.
#[derive(Debug, Default)]
pub(crate) struct Fingers {
    /// The id of the system and the last position of each finger, by number.
    down: [Option<(u64, (f32, f32))>; Self::MAX],
}

impl Fingers {
    /// More fingers than these are ignored.
    const MAX: usize = 10;

    /// Takes a finger as the system reports it: its id, where it is (`None` outside of the virtual screen), and
    /// whether it was lifted. Returns `None` for one that began outside, and for one too many.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only a window has fingers"))]
    pub(crate) fn see(&mut self, id: u64, position: Option<(f32, f32)>, is_lifted: bool) -> Option<Touch> {
        let known = self.down.iter().position(|finger| finger.is_some_and(|(other, _)| other == id));
        let finger = known.or_else(|| self.down.iter().position(Option::is_none))?;
        let slot = &mut self.down[finger];
        let position = position.or(slot.map(|(_, last)| last))?;
        *slot = (!is_lifted).then_some((id, position));
        let finger = finger as u8;
        Some(Touch { finger, position, began: known.is_none(), ended: is_lifted })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingers_keep_their_numbers_until_they_are_lifted() {
        let mut fingers = Fingers::default();
        let mut see = |id, at: Option<(f32, f32)>, is_lifted| {
            fingers
                .see(id, at, is_lifted)
                .map(|touch| (touch.finger, touch.position.0, touch.began, touch.ended))
        };
        assert_eq!(see(70, Some((1.0, 0.0)), false), Some((0, 1.0, true, false)));
        assert_eq!(see(71, Some((2.0, 0.0)), false), Some((1, 2.0, true, false)));
        assert_eq!(see(70, None, false), Some((0, 1.0, false, false)));
        assert_eq!(see(70, Some((3.0, 0.0)), true), Some((0, 3.0, false, true)));
        assert_eq!(see(72, None, false), None);
        assert_eq!(see(73, Some((4.0, 0.0)), true), Some((0, 4.0, true, true)));
        assert_eq!(see(71, Some((5.0, 0.0)), true), Some((1, 5.0, false, true)));
    }
}
