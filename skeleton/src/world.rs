//! The world of a run: what all units see and change.

use proscenium::platform::{Action, Input, Rect};

/// The world of a run. Positions are in virtual pixels from the upper left corner.
pub struct World {
    /// The position of the shepherd, who is the player.
    pub shepherd: (f32, f32),
    /// The number of sheep, and how many of them are in the pen.
    pub sheep: u32,
    pub home: u32,
    /// How long the run has lasted, without pauses.
    pub seconds: f32,
    /// The sounds that units made in this tick.
    pub sounds: Vec<&'static str>,
    /// The random numbers of the run.
    pub random: fastrand::Rng,
}

impl World {
    /// Width and height.
    pub const SIZE: (f32, f32) = (640.0, 360.0);
    /// Where the sheep belong.
    pub const PEN: Rect = Rect::new(260.0, 40.0, 120.0, 80.0);
    /// The speed of the shepherd, in virtual pixels a second.
    const SPEED: f32 = 130.0;

    pub fn new(seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { shepherd: (320.0, 180.0), sheep: 0, home: 0, seconds: 0.0, sounds: Vec::new(), random }
    }

    /// Moves the shepherd with keys, pad and stick, or towards the pointer while it is held, as seen in this view.
    pub fn steer(&mut self, input: &Input, view: (f32, f32), seconds: f32) {
        let axis = |less, more| f32::from(i8::from(input.is_held(more)) - i8::from(input.is_held(less)));
        let (mut x, mut y) = input.left_stick();
        if (x, y) == (0.0, 0.0) {
            (x, y) = (axis(Action::LEFT, Action::RIGHT), axis(Action::UP, Action::DOWN));
        }
        if let Some(at) = input.pointer.position.filter(|_| input.pointer.held) {
            let shepherd = turned(self.shepherd, view);
            (x, y) = (at.0 - shepherd.0, at.1 - shepherd.1);
        }
        let direction = turned(at_most(1.0, (x, y)), view);
        self.shepherd = moved(self.shepherd, direction, Self::SPEED * seconds);
    }
}

/// Where a place or a direction of the world is in a view of this size, and back: an upright one swaps x and y.
pub fn turned(place: (f32, f32), view: (f32, f32)) -> (f32, f32) {
    if view.0 < view.1 { (place.1, place.0) } else { place }
}

/// A place in the world, `by` virtual pixels away in this direction.
pub fn moved(at: (f32, f32), direction: (f32, f32), by: f32) -> (f32, f32) {
    let (x, y) = (at.0 + direction.0 * by, at.1 + direction.1 * by);
    (x.clamp(16.0, World::SIZE.0 - 16.0), y.clamp(16.0, World::SIZE.1 - 16.0))
}

/// The vector, shortened to this length if it is longer.
pub fn at_most(most: f32, (x, y): (f32, f32)) -> (f32, f32) {
    let length = distance((x, y), (0.0, 0.0)).max(most);
    (x / length * most, y / length * most)
}

/// The distance between two places. Unlike `hypot`, `sqrt` gives the same bits on every machine.
pub fn distance(a: (f32, f32), b: (f32, f32)) -> f32 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}
