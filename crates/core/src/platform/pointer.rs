//! The mouse, or the first finger.

use serde::{Deserialize, Serialize};

use super::touch::Touch;

/// The pointer: the mouse, or the first finger on a touch screen.
///
/// Positions are in virtual pixels, so that logic does not depend on the size of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pointer {
    /// Where the pointer is, in virtual pixels from the top left; `None` while it is outside.
    pub position: Option<(f32, f32)>,
    /// Whether it moved since the last tick. A menu moves its focus only then.
    pub moved: bool,
    /// Whether the button (or the finger) is down.
    pub held: bool,
    /// Whether it went down in this tick.
    pub pressed: bool,
    /// Whether it went up in this tick.
    pub released: bool,
    /// Whether the second button, usually the right one, went down in this tick.
    pub secondary_pressed: bool,
    /// Whether it is a finger, which does not hover and has no second button.
    pub is_touch: bool,
    /// The turn of the wheel in notches; up is positive.
    pub wheel: f32,
}

impl Pointer {
    /// Lets the pointer be the finger `leader`, or the first that goes down while there is none. `touches` are the fingers
    /// of this tick; `leader` is kept from tick to tick, and is `None` again when the finger goes up.
    pub fn follow<'a>(&mut self, leader: &mut Option<u8>, touches: impl IntoIterator<Item = &'a Touch>) {
        let before = self.position;
        (self.held, self.pressed, self.released) = (false, false, false);
        for touch in touches {
            if leader.is_none() && touch.began {
                *leader = Some(touch.finger);
                self.pressed = true;
            }
            if *leader == Some(touch.finger) {
                self.is_touch = true;
                self.position = Some(touch.position);
                self.held = !touch.ended;
                if touch.ended {
                    self.released = true;
                    *leader = None;
                }
            }
        }
        self.moved = self.position != before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pointer_is_the_first_finger_until_it_is_lifted() {
        let touch = |finger, x, began, ended| Touch { finger, position: (x, 0.0), began, ended };
        let (mut pointer, mut leader) = (Pointer::default(), None);
        let mut follow = |touches: &[Touch]| {
            pointer.follow(&mut leader, touches);
            (pointer.position.map(|at| at.0), pointer.pressed, pointer.held, pointer.released)
        };
        assert_eq!(
            follow(&[touch(0, 1.0, true, false), touch(1, 9.0, true, false)]),
            (Some(1.0), true, true, false)
        );
        assert_eq!(
            follow(&[touch(0, 2.0, false, true), touch(1, 9.0, false, false)]),
            (Some(2.0), false, false, true)
        );
        assert_eq!(follow(&[touch(1, 8.0, false, false)]), (Some(2.0), false, false, false));
        assert_eq!(follow(&[touch(0, 3.0, true, true)]), (Some(3.0), true, false, true));
    }
}
