//! Where the player wants the hero to go: the keys say it, or a mouse button or finger that is
//! held down in the level.

use proscenium::platform::{Action, Input};

/// Nearer than this to the hero the pointer says nothing, in pixels.
const DEAD_ZONE: f32 = 6.0;

/// Remembers whether the pointer that is held went down in the level, so that a click on a
/// button, or one that began in a menu, moves nobody.
#[derive(Clone, Debug, Default)]
pub struct Steering {
    is_leading: bool,
}

impl Steering {
    /// The way to go, as a vector of length 1; zero to stand. `begins` says whether the pointer
    /// begins to lead in this frame; `hero` is where the hero is on the screen, in virtual pixels.
    /// Called once a frame.
    pub fn direction(&mut self, input: &Input, begins: bool, hero: (f32, f32)) -> (f32, f32) {
        self.is_leading = begins || (self.is_leading && input.pointer.held);
        let axis =
            |less: Action, more: Action| f32::from(input.is_held(more)) - f32::from(input.is_held(less));
        let keys = (axis(Action::LEFT, Action::RIGHT), axis(Action::UP, Action::DOWN));
        match input.pointer.position {
            _ if keys != (0.0, 0.0) => unit(keys),
            Some((x, y)) if self.is_leading && input.pointer.held => {
                let direction = (x - hero.0, y - hero.1);
                if length(direction) < DEAD_ZONE { (0.0, 0.0) } else { unit(direction) }
            }
            _ => (0.0, 0.0),
        }
    }

    /// Whether the pointer leads.
    pub const fn is_leading(&self) -> bool {
        self.is_leading
    }

    /// Forgets the pointer: what is held from now on belongs to another screen.
    pub const fn release(&mut self) {
        self.is_leading = false;
    }
}

/// The length of a vector. A square root is the same on every machine, which cannot be said of
/// `hypot`, sines and arc tangents: they come from the machine's own library.
pub fn length((x, y): (f32, f32)) -> f32 {
    (x * x + y * y).sqrt()
}

/// The vector of length 1 with this direction; zero stays zero.
pub fn unit((x, y): (f32, f32)) -> (f32, f32) {
    let length = length((x, y));
    if length > 0.0 { (x / length, y / length) } else { (0.0, 0.0) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proscenium::platform::Pointer;

    const HERO: (f32, f32) = (320.0, 180.0);

    fn pointer(position: (f32, f32), pressed: bool, held: bool) -> Input {
        let pointer = Pointer { position: Some(position), pressed, held, ..Pointer::default() };
        Input { pointer, ..Input::default() }
    }

    #[test]
    fn a_pointer_that_is_held_leads_the_hero_and_one_that_hovers_does_not() {
        let mut steering = Steering::default();
        let mut lead = |at, begins, held| steering.direction(&pointer(at, begins, held), begins, HERO);
        assert_eq!(lead((420.0, 180.0), false, false), (0.0, 0.0));
        assert_eq!(lead((420.0, 180.0), true, true), (1.0, 0.0));
        assert_eq!(lead((320.0, 80.0), false, true), (0.0, -1.0));
        assert_eq!(lead((322.0, 179.0), false, true), (0.0, 0.0));
        assert_eq!(lead((320.0, 80.0), false, false), (0.0, 0.0));
    }

    #[test]
    fn a_press_that_began_elsewhere_leads_nobody() {
        let mut steering = Steering::default();
        let held = pointer((420.0, 180.0), false, true);
        assert_eq!(steering.direction(&held, false, HERO), (0.0, 0.0));
        steering.direction(&pointer((420.0, 180.0), true, true), true, HERO);
        steering.release();
        assert_eq!(steering.direction(&held, false, HERO), (0.0, 0.0));
    }

    #[test]
    fn keys_win_over_the_pointer_and_slanted_ways_are_as_long_as_straight_ones() {
        let mut steering = Steering::default();
        let mut input = pointer((420.0, 180.0), true, true);
        input.held = [Action::LEFT, Action::DOWN].into_iter().collect();
        let (x, y) = steering.direction(&input, true, HERO);
        assert!(x < 0.0 && y > 0.0 && (length((x, y)) - 1.0).abs() < 1e-6);
    }
}
