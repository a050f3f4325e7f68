//! The hero: walks where the player leads, and not through walls.

use proscenium::phase::Level;

/// Pixels that the hero walks in one second.
const SPEED: f32 = 84.0;
/// Half the width and half the height of the feet, the part that collides, in pixels.
const FEET: (f32, f32) = (5.0, 3.0);
/// A way that is steeper than this shows the hero from the front or from behind.
const FRONT: f32 = 0.9;
/// Frames of a step of the walk cycle.
const STEP_FRAMES: u32 = 8;

/// Which way the hero looks; the number is the row of the sprite sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facing {
    /// Towards the player.
    Down = 0,
    /// To the left.
    Left = 1,
    /// To the right.
    Right = 2,
    /// Away from the player.
    Up = 3,
}

/// The hero of the level.
#[derive(Clone, Debug)]
pub struct Hero {
    /// The middle of the feet, in pixels of the level.
    pub x: f32,
    /// The middle of the feet, in pixels of the level.
    pub y: f32,
    /// Which way the hero looks.
    pub facing: Facing,
    walked_frames: u32,
}

impl Hero {
    /// A hero that stands at this place.
    pub const fn at(x: f32, y: f32) -> Self {
        Self { x, y, facing: Facing::Down, walked_frames: 0 }
    }

    /// One frame of `seconds`: walks in `direction`, a vector of length 1 or zero, along walls where
    /// they are in the way.
    pub fn update(&mut self, direction: (f32, f32), level: &Level, seconds: f32) {
        let (dx, dy) = direction;
        if (dx, dy) == (0.0, 0.0) {
            self.walked_frames = 0;
            return;
        }
        self.walked_frames += 1;
        self.facing = match (dx, dy) {
            (x, y) if y > 0.0 && y >= x.abs() * FRONT => Facing::Down,
            (x, y) if y < 0.0 && -y >= x.abs() * FRONT => Facing::Up,
            (x, _) if x < 0.0 => Facing::Left,
            _ => Facing::Right,
        };
        let step = SPEED * seconds;
        // One axis after the other, so that the hero slides along a wall.
        if !collides(level, self.x + dx * step, self.y) {
            self.x += dx * step;
        }
        if !collides(level, self.x, self.y + dy * step) {
            self.y += dy * step;
        }
    }

    /// The column of the sprite sheet: the first while standing, the walk cycle otherwise.
    pub const fn walk_column(&self) -> u32 {
        if self.walked_frames == 0 { 0 } else { (self.walked_frames / STEP_FRAMES + 1) % 4 }
    }

    /// Whether a thing at this place is within reach.
    pub fn is_near(&self, x: f32, y: f32) -> bool {
        (self.x - x).abs() < 26.0 && (self.y - y).abs() < 26.0
    }
}

/// Whether feet at this place would be in something solid.
pub fn collides(level: &Level, x: f32, y: f32) -> bool {
    let (width, height) = (level.tile_width() as f32, level.tile_height() as f32);
    let corners = [(-FEET.0, -FEET.1), (FEET.0, -FEET.1), (-FEET.0, FEET.1), (FEET.0, FEET.1)];
    corners.iter().any(|(dx, dy)| {
        let (column, row) = (((x + dx) / width).floor(), ((y + dy) / height).floor());
        level.is_solid(column as i32, row as i32)
    })
}
