//! The rules of the game: a hero, marines and monsters on the ground of a level, the beacon that they
//! fight for, and a script that sends the waves. No drawing and no keys.
//!
//! ```text
//! a tick:    fill the crowd with all actors
//!            move the hero as the player directs           hero
//!            marines: look around, march, shoot            squad
//!            monsters: look around, march, fight           horde
//!            push apart actors that overlap                crowd
//!            advance shots, apply hits                     shots, blows
//! after it:  the machines of all units                     (the manager ticks them)
//! ```
//!
//! So a machine decides on what its unit saw in this tick, and the unit acts on it in the next.

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
pub use stage::Troops;

use std::collections::BTreeMap;

use proscenium::flow::Machines;

use crowd::{Actor, ActorId, Crowd, Side};
use cues::{CueKind, Cues};
use effects::{EffectKind, Effects};
use field::DistanceField;
use hero::{Control, Step};
use routes::Routes;
use shots::{Hit, Shots};
use steering::distance;
use terrain::Terrain;
use tuning::Tuning;

use super::hens::Hens;

/// The parts of a tick, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The spatial index of all actors.
    Crowd,
    /// Path finding.
    Routes,
    /// Units look around, move and fight.
    Units,
    /// Actors that overlap are pushed apart.
    Collision,
    /// Shots and hits.
    Shots,
}

/// The end of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The last wave is beaten.
    Won,
    /// The beacon is out, or the hero and all marines have fallen.
    Lost,
}

/// The statistics of a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Points.
    pub score: u32,
    /// Monsters killed.
    pub kills: u32,
    /// Marines lost.
    pub losses: u32,
    /// Ticks since the start.
    pub ticks: u64,
    /// The current wave.
    pub wave: u32,
}

/// The beacon that the outpost defends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beacon {
    /// The center of its base, in pixels of the level.
    pub spot: (f32, f32),
    /// Its health; 0 when it is out.
    pub health: f32,
}

/// The state of a level, except for its units, which are populations of the screen.
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
    /// The last monster that hit the outpost, and the tick of the hit.
    alarm: Option<(ActorId, u64)>,
    routes: Routes,
    /// Distances to the beacon and to the hero, whose cell it was computed for.
    to_beacon: DistanceField,
    to_hero: DistanceField,
    hero_cell: terrain::Cell,
    /// The named objects of the level.
    places: BTreeMap<String, (f32, f32)>,
    random: fastrand::Rng,
}

impl Play {
    /// Advances the play by one tick of `seconds`. The machines are ticked after it.
    pub fn update(&mut self, machines: &mut Machines, control: Control, seconds: f32) {
        self.update_timed(machines, control, seconds, |_| ());
    }

    /// As [`update`](Self::update); calls `done` after each part, for measurements.
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
        done(Part::Crowd);
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

    /// Runs the path searches of this tick.
    fn find_routes(&mut self, machines: &mut Machines) {
        let Some(marines) = machines.get_mut(self.troops.marines) else { return };
        self.routes.work(&self.terrain, |unit, route| {
            if let Some(marine) = marines.get_mut(unit) {
                marine.is_waiting = false;
                // An unreachable goal counts as reached.
                marine.route = Some(route.unwrap_or_default());
            }
        });
    }

    /// Fills the crowd with all actors, at their positions at the start of the tick.
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
        hens.for_each(machines, |unit, spot| {
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
                Step::Jumped => (CueKind::Jump, hero.body.z),
                Step::Landed => (CueKind::Land, 0.0),
                Step::Splashed => (CueKind::Splash, 0.0),
            };
            self.effects.add(EffectKind::Dust, spot, height);
            self.cues.add(cue, spot);
        }
        let is_in_light = distance(spot, self.beacon.spot) < self.tuning.beacon.light;
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
            // Monsters that see him are nearer than 200 tenths of a tile.
            self.to_hero = DistanceField::towards(&self.terrain, [cell], 200);
        }
    }

    /// Pushes apart actors that overlap.
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

    /// The state of the play as the level's script sees it.
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

    /// Whether a marine is drawn at a place: sprites extend above the feet.
    pub fn has_marine_at(&self, machines: &Machines, (x, y): (f32, f32)) -> bool {
        machines.get(self.troops.marines).is_some_and(|marines| {
            marines
                .iter()
                .map(|unit| &marines.data()[unit.index()].body)
                .any(|body| (body.x - x).abs() < 10.0 && (-6.0..26.0).contains(&(body.y - y)))
        })
    }

    /// Marks the destination of an order on the ground.
    pub fn mark(&mut self, order: marine::Order) {
        match order {
            marine::Order::Stop => {}
            marine::Order::Move(at) => self.effects.add(EffectKind::MoveMark, at, 0.0),
            marine::Order::Attack(at) | marine::Order::Patrol(at) => {
                self.effects.add(EffectKind::AttackMark, at, 0.0);
            }
        }
    }

    /// The number of queued path searches.
    #[cfg(feature = "inspector")]
    pub fn waiting_routes(&self) -> usize {
        self.routes.waiting()
    }
}
