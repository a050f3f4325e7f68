//! The play: a hero, marines and monsters on the ground of a level, a beacon that they fight
//! about, and a script that decides what comes when. It knows no pictures and no keys.
//!
//! ```text
//! a frame:   gather everybody in a crowd
//!            the hero moves as the player leads            hero
//!            marines look around, march, shoot             squad
//!            monsters look around, march, fight            horde
//!            those who stand on one another part           crowd
//!            shots fly, hits are dealt out                 shots, blows
//! after it:  the machines of all of them think             (the manager ticks them)
//! ```
//!
//! So a machine decides with what its unit saw in this frame, and the unit does it in the next.

mod blows;
pub mod body;
pub mod crowd;
pub mod cues;
mod director;
pub mod effects;
mod field;
pub mod hero;
mod horde;
pub mod kind;
pub mod marine;
pub mod monster;
mod names;
mod routes;
pub mod shots;
mod squad;
mod stage;
pub mod steering;
pub mod stress;
#[cfg(feature = "inspector")]
mod survey;
pub mod terrain;
pub mod tuning;

#[cfg(test)]
mod soak;
#[cfg(test)]
mod tests;

pub use director::{Directive, Director, Now};
pub use stage::{Blueprints, Stage, Troops};

use proscenium::flow::Machines;

use crowd::{Actor, ActorId, Crowd, Side};
use cues::{CueKind, Cues};
use effects::{EffectKind, Effects};
use field::DistanceField;
use hero::{Control, Step};
use routes::Routes;
use shots::{Hit, Shots};
use terrain::Terrain;
use tuning::Tuning;

use super::hens::Hens;

/// The parts of a frame, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Everybody is sorted by where they are.
    Gathering,
    /// Ways are searched.
    Routes,
    /// Everybody looks around, moves and fights.
    Units,
    /// Those who stand on one another part.
    Collision,
    /// Shots fly, hits are dealt out.
    Shots,
}

/// How the play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The outpost has held out.
    Won,
    /// The beacon, or everybody, has fallen.
    Lost,
}

/// What is counted while the play goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points.
    pub score: u32,
    /// Monsters that have fallen.
    pub kills: u32,
    /// Marines who have fallen.
    pub losses: u32,
    /// Frames since the beginning.
    pub ticks: u64,
    /// The wave that the script has announced.
    pub wave: u32,
}

/// The beacon: while it burns the outpost stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beacon {
    /// The middle of its foot.
    pub spot: (f32, f32),
    /// What is left of it.
    pub health: f32,
}

/// Everything that happens in a level, but for the units, which are populations of the screen.
pub struct Play {
    pub terrain: Terrain,
    pub tuning: Tuning,
    pub beacon: Beacon,
    pub troops: Troops,
    pub hens: Hens,
    pub shots: Shots,
    pub effects: Effects,
    pub cues: Cues,
    pub tally: Tally,
    crowd: Crowd,
    shoves: Vec<(f32, f32)>,
    hits: Vec<Hit>,
    /// The monster that has hurt somebody of the outpost last, and in which frame.
    alarm: Option<(ActorId, u64)>,
    routes: Routes,
    /// The way to the beacon, and the way to the hero, who moves.
    to_beacon: DistanceField,
    to_hero: DistanceField,
    hero_cell: terrain::Cell,
    stage: Stage,
    random: fastrand::Rng,
}

impl Play {
    /// One frame of `seconds`. The machines think after it.
    pub fn update(&mut self, machines: &mut Machines, control: Control, seconds: f32) {
        self.update_timed(machines, control, seconds, |_| ());
    }

    /// As [`update`](Self::update); `done` is told of each part when it is done, so that a
    /// benchmark can see which of them takes how long.
    pub fn update_timed(
        &mut self,
        machines: &mut Machines,
        control: Control,
        seconds: f32,
        mut done: impl FnMut(Part),
    ) {
        self.tally.ticks += 1;
        self.cues.clear();
        self.fill_crowd(machines);
        done(Part::Gathering);
        self.find_routes(machines);
        done(Part::Routes);
        self.update_hero(machines, control, seconds);
        self.update_marines(machines, seconds);
        self.update_monsters(machines, seconds);
        self.hens.update(machines, &self.crowd, &self.terrain, seconds);
        done(Part::Units);
        self.separate(machines);
        done(Part::Collision);
        let Self { shots, crowd, terrain, hits, effects, cues, .. } = self;
        shots.advance(crowd, terrain, seconds, hits, |shot| {
            let kind = match shot.kind {
                shots::ShotKind::Bullet => EffectKind::Spark,
                shots::ShotKind::Bolt => {
                    cues.add(CueKind::Burst, shot.spot);
                    EffectKind::Burst
                }
            };
            effects.add(kind, shot.spot, shot.kind.height());
        });
        self.apply_hits(machines);
        self.effects.advance();
        done(Part::Shots);
    }

    /// A frame's share of the searches for ways.
    fn find_routes(&mut self, machines: &mut Machines) {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return };
        self.routes.work(&self.terrain, |unit, route| {
            if let Some(marine) = marines.get_mut(unit) {
                marine.is_waiting = false;
                // Where no way leads, the marine is as far as can be.
                marine.route = Some(route.unwrap_or_default());
            }
        });
    }

    /// Everybody as they are at the beginning of the frame.
    fn fill_crowd(&mut self, machines: &Machines) {
        let Self { crowd, terrain, troops, beacon, tuning, hens, .. } = self;
        crowd.clear(terrain.pixels());
        let outpost = |id, spot, z, radius| Actor { id, side: Side::Outpost, spot, z, radius };
        if let Some(hero) = troops.hero(machines).filter(|hero| hero.is_up()) {
            crowd.add(outpost(ActorId::Hero, hero.body.spot(), hero.body.z, 6.0));
        }
        if beacon.health > 0.0 {
            crowd.add(outpost(ActorId::Beacon, beacon.spot, 0.0, 12.0));
        }
        if let Some(marines) = machines.get(troops.marines) {
            for unit in marines.iter() {
                let body = &marines.data()[unit.index()].body;
                crowd.add(outpost(ActorId::Marine(unit), body.spot(), body.z, 5.5));
            }
        }
        for band in &troops.monsters {
            let Some(monsters) = machines.get(band.population) else { continue };
            let radius = tuning.monster(band.kind).radius;
            for unit in monsters.iter() {
                let body = &monsters.data()[unit.index()].body;
                let id = ActorId::Monster(band.kind, unit);
                crowd.add(Actor { id, side: Side::Rift, spot: body.spot(), z: body.z, radius });
            }
        }
        hens.gather(machines, |unit, spot| {
            crowd.add(Actor { id: ActorId::Hen(unit), side: Side::Neutral, spot, z: 0.0, radius: 4.0 });
        });
        crowd.sort();
    }

    fn update_hero(&mut self, machines: &mut Machines, control: Control, seconds: f32) {
        let tuning = &self.tuning.hero;
        let Some(hero) = self.troops.hero_mut(machines) else { return };
        let step = hero.advance(control, &self.terrain, tuning, seconds);
        let spot = hero.body.spot();
        if let Some(step) = step {
            let (cue, height) = match step {
                Step::Leapt => (CueKind::Jump, hero.body.z),
                Step::Landed => (CueKind::Land, 0.0),
                Step::Splashed => (CueKind::Splash, 0.0),
            };
            self.effects.add(EffectKind::Dust, spot, height);
            self.cues.add(cue, spot);
        }
        let (dx, dy) = (spot.0 - self.beacon.spot.0, spot.1 - self.beacon.spot.1);
        let is_in_light = dx * dx + dy * dy < self.tuning.beacon.light * self.tuning.beacon.light;
        if hero.is_up() && is_in_light && self.beacon.health > 0.0 {
            hero.health = (hero.health + tuning.rest * seconds).min(tuning.health);
        }
        let strikes = control.strikes && hero.is_up() && hero.pause <= 0.0;
        if strikes {
            hero.pause = tuning.pause;
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
            // Monsters that see him come from no farther than that.
            self.to_hero = DistanceField::towards(&self.terrain, [cell], 200);
        }
    }

    /// Lets those who stand on one another part.
    fn separate(&mut self, machines: &mut Machines) {
        let Self { crowd, shoves, terrain, troops, hens, .. } = self;
        crowd.shoves(shoves);
        let moved = crowd.actors().iter().zip(shoves.iter()).filter(|(_, by)| **by != (0.0, 0.0));
        for (actor, &by) in moved {
            match actor.id {
                ActorId::Hero => {
                    if let Some(hero) = troops.hero_mut(machines) {
                        hero.body.shove(terrain, by);
                    }
                }
                ActorId::Marine(unit) => {
                    if let Some(marine) =
                        machines.get_mut(troops.marines).and_then(|marines| marines.get_mut(unit))
                    {
                        marine.body.shove(terrain, by);
                    }
                }
                ActorId::Monster(kind, unit) => {
                    if let Some(monster) = machines
                        .get_mut(troops.band(kind).population)
                        .and_then(|monsters| monsters.get_mut(unit))
                    {
                        monster.body.shove(terrain, by);
                    }
                }
                ActorId::Hen(unit) => hens.shove(machines, unit, terrain, by),
                ActorId::Beacon => {}
            }
        }
    }

    /// How things stand.
    pub fn now(&self, machines: &Machines) -> Now {
        let hero = self.troops.hero(machines).map_or(0.0, |hero| hero.health / self.tuning.hero.health);
        Now {
            time: (self.tally.ticks / 60) as i64,
            monsters: self.troops.monster_count(machines) as i64,
            marines: machines.get(self.troops.marines).map_or(0, |marines| marines.len() as i64),
            beacon: f64::from(self.beacon.health / self.tuning.beacon.health),
            hero: f64::from(hero),
            kills: i64::from(self.tally.kills),
        }
    }

    /// Whether a marine is at a place, seen from above: figures stand above their feet.
    pub fn has_marine_at(&self, machines: &Machines, (x, y): (f32, f32)) -> bool {
        machines.get(self.troops.marines).is_some_and(|marines| {
            marines
                .iter()
                .map(|unit| &marines.data()[unit.index()].body)
                .any(|body| (body.x - x).abs() < 10.0 && (-6.0..26.0).contains(&(body.y - y)))
        })
    }

    /// Shows where an order leads.
    pub fn mark(&mut self, order: marine::Order) {
        match order {
            marine::Order::Stop => {}
            marine::Order::Move(at) => self.effects.add(EffectKind::MoveMark, at, 0.0),
            marine::Order::Attack(at) | marine::Order::Patrol(at) => {
                self.effects.add(EffectKind::AttackMark, at, 0.0);
            }
        }
    }

    /// The searches for ways that wait.
    #[cfg(feature = "inspector")]
    pub fn waiting_routes(&self) -> usize {
        self.routes.waiting()
    }
}
