//! The position of a unit, its height, its health, and its movement with collision.

use serde::{Deserialize, Serialize};

use super::shots::Hit;
use super::steering::{length, unit};
use super::terrain::Terrain;

/// Gravity, in pixels per second squared.
const GRAVITY: f32 = 520.0;
/// Ticks per step of a walk.
const WALK: u32 = 8;
/// Directions steeper than this show the front or the back of a figure.
const FRONT: f32 = 0.9;

/// The direction that a figure faces; the number is the row of its sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Facing {
    /// Towards the player.
    #[default]
    Down = 0,
    Left = 1,
    Right = 2,
    /// Away from the player.
    Up = 3,
}

impl Facing {
    /// The facing for a direction of movement or aim; `None` for the zero vector.
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

/// Position and movement of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Body {
    pub x: f32,
    pub y: f32,
    /// Height above the ground, in pixels.
    pub z: f32,
    /// How fast it rises, in pixels a second; falls where negative.
    pub rise: f32,
    pub facing: Facing,
    /// Ticks of walking; 0 while it stands.
    pub steps: u32,
    /// Health; 0 or less when it falls.
    pub health: f32,
    /// The tick of the last hit taken.
    pub hurt: Option<u64>,
}

impl Body {
    pub const fn at((x, y): (f32, f32), health: f32) -> Self {
        Self { x, y, z: 0.0, rise: 0.0, facing: Facing::Down, steps: 0, health, hurt: None }
    }

    pub const fn spot(&self) -> (f32, f32) {
        (self.x, self.y)
    }

    pub const fn is_in_air(&self) -> bool {
        self.z > 0.0 || self.rise > 0.0
    }

    /// The column of a sheet with four cells of walking, of which the first stands.
    pub const fn walk_column(&self) -> u32 {
        if self.steps == 0 { 0 } else { (self.steps / WALK + 1) % 4 }
    }

    /// Takes the damage and the push of a hit. Returns whether a unit that handles one message a tick should
    /// get one of it: not under constant fire.
    pub fn take(&mut self, hit: &Hit, terrain: &Terrain, tick: u64) -> bool {
        self.health -= hit.damage;
        let (x, y) = (self.x - hit.from.0, self.y - hit.from.1);
        if length((x, y)) >= 0.01 {
            let (x, y) = unit((x, y));
            self.shove(terrain, (x * hit.push, y * hit.push));
        }
        self.hurt.replace(tick).is_none_or(|before| before + 1 < tick)
    }

    /// Walks for one tick and slides along obstacles. `direction` is a vector of length 1, or zero to
    /// stand; `speed` is in pixels a second. Returns whether it moved.
    pub fn walk(&mut self, terrain: &Terrain, direction: (f32, f32), speed: f32, seconds: f32) -> bool {
        let Some(facing) = Facing::of(direction) else {
            self.steps = 0;
            return false;
        };
        self.facing = facing;
        self.steps = self.steps.wrapping_add(1);
        self.go(terrain, (direction.0 * speed * seconds, direction.1 * speed * seconds), self.z)
    }

    /// Moves by this much, as far as the ground allows. Returns whether it moved. Low obstacles block
    /// it even in the air, because it could land in one and be stuck.
    pub fn shove(&mut self, terrain: &Terrain, by: (f32, f32)) -> bool {
        self.go(terrain, by, 0.0)
    }

    /// Moves over obstacles lower than `z`.
    fn go(&mut self, terrain: &Terrain, by: (f32, f32), z: f32) -> bool {
        let before = (self.x, self.y);
        // One axis at a time, to slide along walls.
        if by.0 != 0.0 && !terrain.blocks(self.x + by.0, self.y, z) {
            self.x += by.0;
        }
        if by.1 != 0.0 && !terrain.blocks(self.x, self.y + by.1, z) {
            self.y += by.1;
        }
        before != (self.x, self.y)
    }

    /// Jumps, from the ground or in the air.
    pub const fn leap(&mut self, rise: f32) {
        self.rise = rise;
    }

    /// Rises or falls for one tick. Returns `true` in the tick of the landing.
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
