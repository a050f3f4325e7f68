//! Where something is, how high above the ground, and how it moves without going through walls.

use super::terrain::Terrain;

/// Half the width and half the height of the feet, the part that collides, in pixels.
pub const FEET: (f32, f32) = (5.0, 3.0);
/// How fast a fall gets faster, in pixels a second, each second.
const GRAVITY: f32 = 520.0;
/// A way that is steeper than this shows a figure from the front or from behind.
const FRONT: f32 = 0.9;

/// Which way a figure looks; the number is the row of its sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Towards the player.
    #[default]
    Down = 0,
    /// To the left.
    Left = 1,
    /// To the right.
    Right = 2,
    /// Away from the player.
    Up = 3,
}

impl Facing {
    /// How a figure that goes or aims this way is seen; `None` for no way at all.
    pub fn of((x, y): (f32, f32)) -> Option<Self> {
        match (x, y) {
            (0.0, 0.0) => None,
            _ if y > 0.0 && y >= x.abs() * FRONT => Some(Self::Down),
            _ if y < 0.0 && -y >= x.abs() * FRONT => Some(Self::Up),
            _ if x < 0.0 => Some(Self::Left),
            _ => Some(Self::Right),
        }
    }
}

/// The part of a unit that is in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Body {
    /// The middle of the feet, in pixels of the level.
    pub x: f32,
    /// The middle of the feet, in pixels of the level.
    pub y: f32,
    /// Height above the ground, in pixels.
    pub z: f32,
    /// How fast it rises, in pixels a second; falls where negative.
    pub rise: f32,
    /// Which way it looks.
    pub facing: Facing,
    /// Frames that it has been walking; 0 while it stands.
    pub steps: u32,
}

impl Body {
    /// A body that stands here.
    pub const fn at(x: f32, y: f32) -> Self {
        Self { x, y, z: 0.0, rise: 0.0, facing: Facing::Down, steps: 0 }
    }

    /// The middle of the feet.
    pub const fn spot(&self) -> (f32, f32) {
        (self.x, self.y)
    }

    /// Whether it is above the ground.
    pub const fn is_in_air(&self) -> bool {
        self.z > 0.0 || self.rise > 0.0
    }

    /// Walks for a frame: `way` is a vector of length 1, or zero to stand; `speed` is in pixels a
    /// second. Where something is in the way it slides along. Answers whether it came anywhere.
    pub fn walk(&mut self, terrain: &Terrain, direction: (f32, f32), speed: f32, seconds: f32) -> bool {
        let Some(facing) = Facing::of(direction) else {
            self.steps = 0;
            return false;
        };
        self.facing = facing;
        self.steps += 1;
        self.go(terrain, (direction.0 * speed * seconds, direction.1 * speed * seconds), self.z)
    }

    /// Is moved by this much, as far as the ground lets it. Answers whether it moved. Who is thrown
    /// into the air is not thrown over a stream or a crate either: it would come down in it, and
    /// could not leave.
    pub fn shove(&mut self, terrain: &Terrain, by: (f32, f32)) -> bool {
        self.go(terrain, by, 0.0)
    }

    /// Goes over what is lower than `z`.
    fn go(&mut self, terrain: &Terrain, by: (f32, f32), z: f32) -> bool {
        let before = (self.x, self.y);
        // One axis after the other, so that a body slides along a wall.
        if by.0 != 0.0 && !terrain.blocks(self.x + by.0, self.y, z) {
            self.x += by.0;
        }
        if by.1 != 0.0 && !terrain.blocks(self.x, self.y + by.1, z) {
            self.y += by.1;
        }
        before != (self.x, self.y)
    }

    /// Leaves the ground, or rises anew in the air.
    pub const fn leap(&mut self, rise: f32) {
        self.rise = rise;
    }

    /// Rises or falls for a frame. `true` in the frame in which it comes back to the ground.
    pub fn fall(&mut self, seconds: f32) -> bool {
        if !self.is_in_air() {
            return false;
        }
        self.z += self.rise * seconds;
        self.rise -= GRAVITY * seconds;
        if self.z > 0.0 {
            return false;
        }
        (self.z, self.rise) = (0.0, 0.0);
        true
    }
}
