//! Numbers for the fingers on a touch screen.

use proscenium_core::platform::Touch;

/// The fingers that are down: gives them numbers.
#[derive(Debug, Default)]
pub(crate) struct Fingers {
    /// The id of the system and the last position of each finger, by number.
    down: [Option<(u64, (f32, f32))>; Self::MAX],
}

impl Fingers {
    /// More fingers than these are ignored.
    const MAX: usize = 10;

    /// Takes a finger as the system reports it: its id, where it is (`None` outside of the view), and
    /// whether it was lifted. Returns `None` for one that began outside, and for one too many.
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
