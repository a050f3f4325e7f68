//! Projectiles: the marines' bullets and the witches' bolts; and hits.

use serde::{Deserialize, Serialize};

use super::crowd::Crowd;
use super::kind::{ActorId, Side};
use super::steering::{length, unit};
use super::terrain::{Ground, Terrain};

/// A hit with this much damage throws a monster into the air.
pub const KNOCK: f32 = 18.0;

/// A bolt also hits those within this distance of its target, in pixels, with this part of its damage.
const BURST: f32 = 24.0;
const BURST_PART: f32 = 0.5;

/// A hit, to be applied to its target.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    pub target: ActorId,
    pub by: ActorId,
    pub damage: f32,
    /// The origin, from which the target is pushed away.
    pub from: (f32, f32),
    /// How far it pushes the target, in pixels.
    pub push: f32,
    pub stuns: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ShotKind {
    /// Fired by a marine.
    Bullet,
    /// Thrown by a witch.
    Bolt,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shot {
    pub kind: ShotKind,
    pub by: ActorId,
    /// Its position on the ground.
    pub spot: (f32, f32),
    /// Its direction, a vector of length 1.
    pub direction: (f32, f32),
    pub damage: f32,
    /// Ticks until it ends.
    left: u32,
}

impl ShotKind {
    const fn speed(self) -> f32 {
        match self {
            Self::Bullet => 420.0,
            Self::Bolt => 150.0,
        }
    }

    /// Its height above the ground, in pixels.
    pub const fn height(self) -> f32 {
        match self {
            Self::Bullet => 11.0,
            Self::Bolt => 12.0,
        }
    }

    const fn hits(self) -> Side {
        match self {
            Self::Bullet => Side::Rift,
            Self::Bolt => Side::Outpost,
        }
    }
}

/// The projectiles in flight.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Shots {
    all: Vec<Shot>,
}

impl Shots {
    /// Adds a projectile from one place towards another. It flies a little farther than `range`.
    pub fn fire(
        &mut self,
        kind: ShotKind,
        by: ActorId,
        from: (f32, f32),
        to: (f32, f32),
        damage: f32,
        range: f32,
    ) {
        let direction = unit((to.0 - from.0, to.1 - from.1));
        let left = (range * 1.2 / kind.speed() * 60.0).ceil() as u32;
        self.all.push(Shot { kind, by, spot: from, direction, damage, left });
    }

    /// Advances by one tick. A projectile ends at a target, at a wall, or at its range. Adds to `hits`,
    /// and calls `ends` for each that ended.
    pub fn advance(
        &mut self,
        crowd: &Crowd,
        terrain: &Terrain,
        seconds: f32,
        hits: &mut Vec<Hit>,
        mut ends: impl FnMut(&Shot),
    ) {
        self.all.retain_mut(|shot| {
            let step = shot.kind.speed() * seconds;
            let middle =
                (shot.spot.0 + shot.direction.0 * step / 2.0, shot.spot.1 + shot.direction.1 * step / 2.0);
            // The nearest actor close to the segment of this tick.
            let hit = crowd.nearest(shot.kind.hits(), middle, step / 2.0 + 12.0, |actor| {
                let (dx, dy) = (actor.spot.0 - shot.spot.0, actor.spot.1 - shot.spot.1);
                let along = (dx * shot.direction.0 + dy * shot.direction.1).clamp(0.0, step);
                let past = length((dx - shot.direction.0 * along, dy - shot.direction.1 * along));
                past <= actor.radius + 2.0 && actor.z < 30.0
            });
            shot.spot = (shot.spot.0 + shot.direction.0 * step, shot.spot.1 + shot.direction.1 * step);
            shot.left = shot.left.saturating_sub(1);
            if let Some(actor) = hit {
                let from = (actor.spot.0 - shot.direction.0 * 16.0, actor.spot.1 - shot.direction.1 * 16.0);
                let hit =
                    Hit { target: actor.id, by: shot.by, damage: shot.damage, from, push: 2.0, stuns: false };
                hits.push(hit);
                if shot.kind == ShotKind::Bolt {
                    let near = crowd.near(shot.kind.hits(), actor.spot, BURST).map(|(other, _)| other.id);
                    let damage = shot.damage * BURST_PART;
                    hits.extend(near.filter(|id| *id != actor.id).map(|target| Hit {
                        target,
                        damage,
                        ..hit
                    }));
                }
                shot.spot = actor.spot;
            }
            let is_over =
                hit.is_some() || shot.left == 0 || terrain.at(terrain.cell(shot.spot)) == Ground::Wall;
            if is_over {
                ends(shot);
            }
            !is_over
        });
    }

    pub fn iter(&self) -> impl Iterator<Item = &Shot> {
        self.all.iter()
    }
}
