//! The direction of the hero, from the keys or from a pointer that is held down in the level; and
//! what all units share to find their ways: vectors, progress, formations.

use proscenium::platform::{Action, Input};
use serde::{Deserialize, Serialize};

/// Pointer positions nearer to the hero than this are ignored, in pixels.
const DEAD_ZONE: f32 = 6.0;

/// Whether the pointer steers: it must have been pressed in the level, not on a button or in a menu.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Steering {
    is_leading: bool,
}

impl Steering {
    /// The direction to move in, a vector of length 1, or zero to stand. `begins` is whether the
    /// pointer starts to steer in this tick; `hero` is the hero's position on the screen, in virtual
    /// pixels. Called once per tick.
    pub fn direction(&mut self, input: &Input, begins: bool, hero: (f32, f32)) -> (f32, f32) {
        self.is_leading = begins || (self.is_leading && input.pointer.held);
        let axis =
            |less: Action, more: Action| f32::from(input.is_held(more)) - f32::from(input.is_held(less));
        let keys = (axis(Action::LEFT, Action::RIGHT), axis(Action::UP, Action::DOWN));
        match input.pointer.position {
            _ if input.left_stick() != (0.0, 0.0) => unit(input.left_stick()),
            _ if keys != (0.0, 0.0) => unit(keys),
            Some((x, y)) if self.is_leading && input.pointer.held => {
                let direction = (x - hero.0, y - hero.1);
                if length(direction) < DEAD_ZONE { (0.0, 0.0) } else { unit(direction) }
            }
            _ => (0.0, 0.0),
        }
    }

    pub const fn is_leading(&self) -> bool {
        self.is_leading
    }

    /// Stops steering with the pointer, because another screen becomes active.
    pub const fn release(&mut self) {
        self.is_leading = false;
    }
}

/// The length of a vector. `sqrt` gives the same bits on every machine; `hypot` and `sin` do not.
pub fn length((x, y): (f32, f32)) -> f32 {
    (x * x + y * y).sqrt()
}

pub fn distance(a: (f32, f32), b: (f32, f32)) -> f32 {
    length((a.0 - b.0, a.1 - b.1))
}

/// The vector of length 1 with this direction; zero stays zero.
pub fn unit((x, y): (f32, f32)) -> (f32, f32) {
    let length = length((x, y));
    if length > 0.0 { (x / length, y / length) } else { (0.0, 0.0) }
}

/// For how long a unit has walked without getting anywhere.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    at: (f32, f32),
    /// In seconds.
    pub stuck: f32,
}

impl Progress {
    /// Counts the time in which the unit has not moved by `least` pixels. Returns whether this is
    /// longer than its patience, and then starts again.
    pub fn is_stuck(&mut self, spot: (f32, f32), least: f32, patience: f32, seconds: f32) -> bool {
        if distance(spot, self.at) > least {
            *self = Self { at: spot, stuck: 0.0 };
        } else {
            self.stuck += seconds;
        }
        let is_stuck = self.stuck > patience;
        self.stuck = if is_stuck { 0.0 } else { self.stuck };
        is_stuck
    }
}

/// Destinations for a group around a goal: the goal itself, then rings of six, twelve and so on,
/// `gap` pixels apart.
pub fn places_around(goal: (f32, f32), gap: f32) -> impl Iterator<Item = (f32, f32)> {
    // The six corners of a hexagon with sides of 1.
    const CORNERS: [(f32, f32); 6] =
        [(1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866)];
    let rings = (1_u16..).flat_map(move |ring| {
        (0..6_usize).flat_map(move |side| {
            let (a, b) = (CORNERS[side], CORNERS[(side + 1) % 6]);
            (0..ring).map(move |step| {
                let part = f32::from(step) / f32::from(ring);
                let radius = f32::from(ring) * gap;
                (
                    goal.0 + (a.0 + (b.0 - a.0) * part) * radius,
                    goal.1 + (a.1 + (b.1 - a.1) * part) * radius * 0.8,
                )
            })
        })
    });
    std::iter::once(goal).chain(rings)
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
    fn a_held_pointer_steers_and_a_hovering_one_does_not() {
        let mut steering = Steering::default();
        let mut lead = |at, begins, held| steering.direction(&pointer(at, begins, held), begins, HERO);
        assert_eq!(lead((420.0, 180.0), false, false), (0.0, 0.0));
        assert_eq!(lead((420.0, 180.0), true, true), (1.0, 0.0));
        assert_eq!(lead((320.0, 80.0), false, true), (0.0, -1.0));
        assert_eq!(lead((322.0, 179.0), false, true), (0.0, 0.0));
        assert_eq!(lead((320.0, 80.0), false, false), (0.0, 0.0));
    }

    #[test]
    fn a_press_that_began_elsewhere_does_not_steer() {
        let mut steering = Steering::default();
        let held = pointer((420.0, 180.0), false, true);
        assert_eq!(steering.direction(&held, false, HERO), (0.0, 0.0));
        steering.direction(&pointer((420.0, 180.0), true, true), true, HERO);
        steering.release();
        assert_eq!(steering.direction(&held, false, HERO), (0.0, 0.0));
    }

    #[test]
    fn keys_win_over_the_pointer_and_diagonals_have_length_one() {
        let mut steering = Steering::default();
        let mut input = pointer((420.0, 180.0), true, true);
        input.held = [Action::LEFT, Action::DOWN].into_iter().collect();
        let (x, y) = steering.direction(&input, true, HERO);
        assert!(x < 0.0 && y > 0.0 && (length((x, y)) - 1.0).abs() < 1e-6);
    }
}
