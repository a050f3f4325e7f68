//! The hero: runs, jumps, and jumps once more in the air. How he moves is here; what he is doing
//! is said by his machine, a hierarchy whose states follow from how fast and how high he is,
//! `assets/machines/runner.ron`.

use proscenium::ai::{Bindings, Definition, StateId};

use super::body::Body;
use super::names::state;
use super::terrain::Terrain;
use super::tuning::HeroTuning;

/// How fast he gets faster and slower, in pixels a second, each second.
const EFFORT: f32 = 900.0;

/// What the player wants of him in one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Control {
    /// Where to, a vector of length 1, or zero.
    pub direction: (f32, f32),
    /// Whether to run.
    pub runs: bool,
    /// Whether to jump in this frame.
    pub jumps: bool,
    /// Whether to strike in this frame.
    pub strikes: bool,
}

/// What happened to him in a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// He left the ground, or rose anew.
    Leapt,
    /// He came back to the ground.
    Landed,
    /// He came down in a stream or on a crate, and is where he had jumped from.
    Splashed,
}

/// What is the hero's own.
#[derive(Clone, Debug)]
pub struct Hero {
    /// Where he is.
    pub body: Body,
    /// What is left of his health.
    pub health: f32,
    /// How fast he is, in pixels a second.
    pub speed: f32,
    /// Jumps since he left the ground.
    pub jumps: u32,
    /// Where he left the ground.
    pub takeoff: (f32, f32),
    /// Seconds until he can strike again.
    pub pause: f32,
    /// Frames since his last blow, and since his last wound.
    pub struck: u32,
    pub hurt: u32,
    /// The speeds from which on he runs.
    run_from: f32,
}

impl Hero {
    /// A hero who stands here.
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

    /// Whether he is on his feet.
    pub fn is_up(&self) -> bool {
        self.health > 0.0
    }

    /// One frame of his movement. Blows are the play's business.
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
        let change = (target_speed - self.speed).clamp(-EFFORT * seconds, EFFORT * seconds);
        // He stops at once on the ground: who lets go of the key wants to stand.
        self.speed = if target_speed == 0.0 { 0.0 } else { self.speed + change };
        self.body.walk(terrain, control.direction, self.speed, seconds);
        let mut step = None;
        if control.jumps && self.jumps < 2 {
            if self.jumps == 0 {
                self.takeoff = self.body.spot();
            }
            self.body.leap(if self.jumps == 0 { tuning.jump } else { tuning.double_jump });
            self.jumps += 1;
            step = Some(Step::Leapt);
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

/// What the names of `runner.ron` mean.
pub fn bindings() -> Bindings<Hero> {
    Bindings::new()
        .guard("in_air", |hero: &Hero, _| hero.body.is_in_air())
        .guard("very_high", |hero: &Hero, _| hero.jumps > 1)
        .guard("moving", |hero: &Hero, _| hero.speed > 0.0)
        .guard("fast", |hero: &Hero, _| hero.speed > hero.run_from)
        .guard("at_rest", |hero: &Hero, _| !hero.body.is_in_air() && hero.speed <= 0.0)
        .guard("landed", |hero: &Hero, _| !hero.body.is_in_air() && hero.speed > 0.0)
}

/// The states that the picture asks for.
#[derive(Clone, Copy, Debug)]
pub struct HeroNames {
    pub run: StateId,
    pub jumping: StateId,
    pub double_jump: StateId,
}

impl HeroNames {
    /// Looks them up; answers with the name that the machine does not have.
    pub fn of(definition: &Definition<Hero>) -> Result<Self, String> {
        Ok(Self {
            run: state(definition, "run")?,
            jumping: state(definition, "jumping")?,
            double_jump: state(definition, "double_jump")?,
        })
    }
}
