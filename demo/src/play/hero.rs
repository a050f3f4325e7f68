//! The hero: runs, jumps, and double-jumps. His movement is here; his states follow from his speed and
//! height in a hierarchical machine, `assets/machines/runner.ron`.

use proscenium::ai::Bindings;
use proscenium::flow::Machines;

use super::Play;
use super::body::{Body, Facing};
use super::crowd::{ActorId, Side};
use super::cues::CueKind;
use super::effects::EffectKind;
use super::field::DistanceField;
use super::monster::KNOCK;
use super::shots::Hit;
use super::steering::unit;
use super::terrain::Terrain;
use super::tuning::HeroTuning;

/// Acceleration and deceleration, in pixels per second squared.
const ACCELERATION: f32 = 900.0;
/// The damage factor of a blow from the air, which also throws its targets into the air.
const FROM_ABOVE: f32 = 2.0;
/// Monsters nearer than this are hit in all directions, in pixels.
const ALL_ROUND: f32 = 12.0;

/// The player's input for the hero in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// The direction to move in: a vector of length 1, or zero to stand.
    pub direction: (f32, f32),
    /// Whether to run.
    pub runs: bool,
    /// Whether to jump in this tick.
    pub jumps: bool,
    /// Whether to strike in this tick.
    pub strikes: bool,
}

/// An event of the hero's movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// He jumped, from the ground or in the air.
    Jumped,
    /// He landed.
    Landed,
    /// He landed in a stream or on a crate, and was moved back to where he jumped.
    Splashed,
}

/// The hero's own data.
#[derive(Clone, Debug)]
pub struct Hero {
    /// His position and movement.
    pub body: Body,
    /// His health; 0 when he is down.
    pub health: f32,
    /// His speed on the ground, in pixels a second.
    pub speed: f32,
    /// Jumps since he left the ground.
    pub jumps: u32,
    /// Where he left the ground.
    pub takeoff: (f32, f32),
    /// Seconds until he can strike again.
    pub pause: f32,
    /// Ticks since his last blow, and since he was last hit.
    pub struck: u32,
    pub hurt: u32,
    /// The speed above which he runs.
    run_from: f32,
}

impl Hero {
    /// A hero standing at this position.
    pub fn at(x: f32, y: f32, tuning: &HeroTuning) -> Self {
        Self {
            body: Body::at(x, y),
            health: tuning.health,
            speed: 0.0,
            jumps: 0,
            takeoff: (x, y),
            pause: 0.0,
            struck: 1000,
            hurt: 1000,
            run_from: (tuning.walk + tuning.run) / 2.0,
        }
    }

    /// Whether he is alive.
    pub fn is_up(&self) -> bool {
        self.health > 0.0
    }

    /// Advances his movement by one tick. [`Play`] handles his blows.
    pub fn advance(
        &mut self,
        control: Control,
        terrain: &Terrain,
        tuning: &HeroTuning,
        seconds: f32,
    ) -> Option<Step> {
        self.struck += 1;
        self.hurt += 1;
        self.pause = (self.pause - seconds).max(0.0);
        if !self.is_up() {
            self.speed = 0.0;
            self.body.steps = 0;
            self.body.fall(seconds);
            return None;
        }
        let target_speed = match control.direction {
            (0.0, 0.0) => 0.0,
            _ if control.runs => tuning.run,
            _ => tuning.walk,
        };
        let limit = ACCELERATION * seconds;
        let change = (target_speed - self.speed).clamp(-limit, limit);
        // Releasing the key stops him at once.
        self.speed = if target_speed == 0.0 { 0.0 } else { self.speed + change };
        self.body.walk(terrain, control.direction, self.speed, seconds);
        let mut step = None;
        if control.jumps && self.jumps < 2 {
            if self.jumps == 0 {
                self.takeoff = self.body.spot();
            }
            self.body.leap(if self.jumps == 0 { tuning.jump } else { tuning.double_jump });
            self.jumps += 1;
            step = Some(Step::Jumped);
        }
        if self.body.fall(seconds) {
            self.jumps = 0;
            step = Some(Step::Landed);
            if terrain.blocks(self.body.x, self.body.y, 0.0) {
                (self.body.x, self.body.y) = self.takeoff;
                step = Some(Step::Splashed);
            }
        }
        step
    }
}

/// The bindings of `runner.ron`.
pub fn bindings() -> Bindings<Hero> {
    Bindings::new()
        .guard("in_air", |hero: &Hero, _, _| hero.body.is_in_air())
        .guard("very_high", |hero: &Hero, _, _| hero.jumps > 1)
        .guard("moving", |hero: &Hero, _, _| hero.speed > 0.0)
        .guard("fast", |hero: &Hero, _, _| hero.speed > hero.run_from)
        // Standing still is not slow: who stops is idle at once.
        .guard("slow", |hero: &Hero, _, _| hero.speed > 0.0 && hero.speed <= hero.run_from)
        .guard("at_rest", |hero: &Hero, _, _| !hero.body.is_in_air() && hero.speed <= 0.0)
        .guard("landed", |hero: &Hero, _, _| !hero.body.is_in_air() && hero.speed > 0.0)
}

impl Play {
    /// Moves the hero as the player directs, and lets him strike.
    pub(super) fn update_hero(&mut self, machines: &mut Machines, control: Control, seconds: f32) {
        let tuning = &self.tuning.hero;
        let Some(hero) = self.troops.hero_mut(machines) else { return };
        let step = hero.advance(control, &self.terrain, tuning, seconds);
        let spot = hero.body.spot();
        if let Some(step) = step {
            let (cue, height) = match step {
                Step::Jumped => (CueKind::Jump, hero.body.z),
                Step::Landed => (CueKind::Land, 0.0),
                Step::Splashed => (CueKind::Splash, 0.0),
            };
            self.effects.add(EffectKind::Dust, spot, height);
            self.cues.add(cue, spot);
        }
        if hero.is_up() && self.is_lit(spot) {
            hero.health = (hero.health + self.tuning.hero.rest * seconds).min(self.tuning.hero.health);
        }
        let strikes = control.strikes && hero.is_up() && hero.pause <= 0.0;
        if strikes {
            hero.pause = self.tuning.hero.pause;
            hero.struck = 0;
            self.cues.add(CueKind::Strike, spot);
        }
        let (facing, z) = (hero.body.facing, hero.body.z);
        if strikes {
            self.hero_strikes(spot, facing, z);
        }
        let cell = self.terrain.cell(spot);
        if cell != self.hero_cell {
            self.hero_cell = cell;
            // Monsters that see him are nearer than 200 tenths of a tile.
            self.to_hero = DistanceField::towards(&self.terrain, [cell], 200);
        }
    }

    /// Hits all monsters in front of the hero and in reach of his staff.
    fn hero_strikes(&mut self, spot: (f32, f32), facing: Facing, z: f32) {
        let numbers = &self.tuning.hero;
        let is_from_above = z > 2.0;
        let damage = numbers.damage * if is_from_above { FROM_ABOVE } else { 1.0 };
        let ahead = match facing {
            Facing::Down => (0.0, 1.0),
            Facing::Left => (-1.0, 0.0),
            Facing::Right => (1.0, 0.0),
            Facing::Up => (0.0, -1.0),
        };
        for (actor, far) in self.crowd.near(Side::Rift, spot, numbers.reach + 12.0) {
            let (x, y) = unit((actor.spot.0 - spot.0, actor.spot.1 - spot.1));
            let is_ahead = x * ahead.0 + y * ahead.1 > 0.3;
            let is_in_reach = far.sqrt() <= numbers.reach + actor.radius;
            if is_in_reach && (is_ahead || far < ALL_ROUND * ALL_ROUND) {
                let (target, by) = (actor.id, ActorId::Hero);
                let damage = if is_from_above { damage.max(KNOCK) } else { damage };
                self.hits.push(Hit { target, by, damage, from: spot, push: 8.0, stuns: true });
            }
        }
    }
}
