//! What flies: the marines' bullets and the witches' bolts.

use super::crowd::{ActorId, Crowd, Side};
use super::steering::{length, unit};
use super::terrain::{Ground, Terrain};

/// What was done to somebody.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// To whom.
    pub target: ActorId,
    /// By whom.
    pub by: ActorId,
    /// What it takes.
    pub damage: f32,
    /// Where it came from.
    pub from: (f32, f32),
    /// How far it throws.
    pub push: f32,
    /// Whether it stuns.
    pub stuns: bool,
}

/// What it is that flies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotKind {
    /// A marine's.
    Bullet,
    /// A witch's.
    Bolt,
}

/// Something that flies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// What it is.
    pub kind: ShotKind,
    /// Who let it fly.
    pub by: ActorId,
    /// Where it is above the ground.
    pub spot: (f32, f32),
    /// Which way it flies, a vector of length 1.
    pub direction: (f32, f32),
    /// What it takes from whom it hits.
    pub damage: f32,
    /// Frames that it still flies.
    left: u32,
}

impl ShotKind {
    const fn speed(self) -> f32 {
        match self {
            Self::Bullet => 420.0,
            Self::Bolt => 150.0,
        }
    }

    /// How far above the ground it flies, in pixels.
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

/// All that fly.
#[derive(Clone, Debug, Default)]
pub struct Shots {
    all: Vec<Shot>,
}

impl Shots {
    /// Lets one fly from a place to another, and on, as far as `range`.
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

    /// A frame: they fly on, and end where they hit somebody, a wall, or nothing. `hits` gets
    /// those who were hit, `ends` the places where one has ended.
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
            let side = shot.kind.hits();
            let middle =
                (shot.spot.0 + shot.direction.0 * step / 2.0, shot.spot.1 + shot.direction.1 * step / 2.0);
            // Whoever the way of this frame leads past closely enough.
            let hit = crowd.nearest(middle, step / 2.0 + 12.0, |actor| {
                let (dx, dy) = (actor.spot.0 - shot.spot.0, actor.spot.1 - shot.spot.1);
                let along = (dx * shot.direction.0 + dy * shot.direction.1).clamp(0.0, step);
                let past = length((dx - shot.direction.0 * along, dy - shot.direction.1 * along));
                actor.side == side && past <= actor.radius + 2.0 && actor.z < 30.0
            });
            shot.spot = (shot.spot.0 + shot.direction.0 * step, shot.spot.1 + shot.direction.1 * step);
            shot.left = shot.left.saturating_sub(1);
            if let Some(actor) = hit {
                hits.push(Hit {
                    target: actor.id,
                    by: shot.by,
                    damage: shot.damage,
                    from: (actor.spot.0 - shot.direction.0 * 16.0, actor.spot.1 - shot.direction.1 * 16.0),
                    push: 2.0,
                    stuns: false,
                });
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

    /// All that fly.
    pub fn iter(&self) -> impl Iterator<Item = &Shot> {
        self.all.iter()
    }
}
