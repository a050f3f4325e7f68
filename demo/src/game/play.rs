//! The rules of the game: a hero, marines and monsters on the ground of a level, the beacon that they
//! fight for, and a script that sends the waves. No drawing and no keys.
//!
//! A [`Play`] is the world of all machines: what their states do reads and changes it. Only the files of
//! `units` know what kinds of units there are; drawing, the inspector, the bestiary, hits, saves and `check`
//! go through the list.
//!
//! | what | where |
//! |---|---|
//! | the list of all kinds | `units` |
//! | a type of units: what its states do, how it looks, what hits and the inspector find | `units/NAME` |
//! | its machine, and its numbers | `assets/machines/NAME.ron`, `assets/tuning.ron` |
//! | what a type of units can say of itself | `unit`, with its `body`, `look` and `survey` |
//! | a population of any type, for code that deals with all units | `troops` |
//! | who appears where | the class of an object in `assets/levels`, and `units` in `assets/scripts/*.rhai` |
//! | who is near, who hits whom | `crowd`, `shots`, `blows` |
//! | ways and ground | `routes`, `field`, `steering`, `terrain` |
//! | orders, waves, dangers, sounds, effects | `squad`, `director`, `dangers`, `ember`, `cues`, `effects` |
//!
//! The guide `proscenium::docs::unit` adds a kind step by step.
//!
//! ```text
//! a tick:    the player's orders to the marines            squad
//!            fill the crowd with all actors
//!            push apart actors that overlap                crowd
//!            search paths                                  routes
//!            pass the player's input to the hero           hero
//!            advance shots, apply hits                     shots, blows
//! then the manager ticks the machines, in the order of `units`
//! ```
//!
//! A unit that looks around sees the actors where they were at the beginning of the tick. What it hits
//! is hurt in the next one.

mod blows;
pub mod body;
pub mod crowd;
pub mod cues;
mod dangers;
mod director;
pub mod effects;
mod ember;
mod field;
pub mod kind;
pub mod look;
pub mod order;
mod reload;
mod routes;
pub mod shots;
pub mod squad;
mod stage;
pub mod steering;
pub mod stress;
pub mod survey;
pub mod terrain;
pub mod troops;
pub mod tuning;
pub mod unit;
pub mod units;

#[cfg(test)]
mod tests;

pub use director::{Directive, Director, Now};

use std::collections::BTreeMap;

use proscenium::flow::Populations;
use serde::{Deserialize, Serialize};

use crowd::{Actor, Crowd};
use cues::Cue;
use effects::{EffectKind, Effects};
use field::DistanceField;
use kind::{ActorId, Kind, Side};
use routes::Routes;
use shots::{Hit, Shots};
use steering::distance;
use terrain::Terrain;
use troops::{Troops, of, of_mut};
use tuning::{MonsterTuning, Tuning};
use units::hero::{Control, HERO, Hero};
use units::marine::Marine;

use crate::settings::Difficulty;

/// Ticks between two calls of units to others.
const CALL_INTERVAL: u64 = 6;

/// The end of a play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    /// The last wave is beaten.
    Won,
    /// The beacon is out, or the hero and all marines have fallen.
    Lost,
}

/// The statistics of a play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub score: u32,
    pub kills: u32,
    /// Marines lost.
    pub losses: u32,
    pub ticks: u64,
    pub wave: u32,
    /// How many waves the level has; 0 before the first one.
    #[serde(default)]
    pub waves: u32,
}

impl Tally {
    /// How long the play has lasted.
    pub fn seconds(&self) -> u32 {
        u32::try_from(self.ticks / 60).unwrap_or(u32::MAX)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Beacon {
    /// The center of its base, in pixels of the level.
    pub spot: (f32, f32),
    /// Its health; 0 when it is out.
    pub health: f32,
}

/// The state of a level, except for its units, which are populations of the screen. It is the world
/// of their machines. What is skipped in a save comes from the level.
#[derive(Default, Serialize, Deserialize)]
pub struct Play {
    #[serde(skip)]
    pub terrain: Terrain,
    #[serde(skip)]
    pub tuning: Tuning,
    pub beacon: Beacon,
    #[serde(skip)]
    pub troops: Troops,
    pub shots: Shots,
    pub effects: Effects,
    #[serde(skip)]
    /// Cleared by the screen, which plays them.
    pub cues: Vec<Cue>,
    pub tally: Tally,
    pub(super) crowd: Crowd,
    #[serde(skip)]
    shoves: Vec<(f32, f32)>,
    hits: Vec<Hit>,
    /// The last monster that hit the outpost; and where it was at the start of this tick, if it lives.
    last_attacker: Option<ActorId>,
    attacker: Option<Actor>,
    /// The tick from which a unit may call others.
    next_call: u64,
    routes: Routes,
    /// Distances to the beacon and to the hero, whose cell it was computed for.
    #[serde(skip)]
    pub(super) to_beacon: DistanceField,
    #[serde(skip)]
    to_hero: DistanceField,
    hero_cell: terrain::Cell,
    /// The player's input for the hero in this tick.
    pub control: Control,
    /// For how many more ticks a blow of the hero stops time.
    #[serde(default)]
    stopped: u8,
    /// Whether the player has pressed jump or strike meanwhile.
    #[serde(default)]
    pressed: Control,
    #[serde(default)]
    pub difficulty: Difficulty,
    /// Where an ember lies.
    #[serde(default)]
    pub ember: Option<(f32, f32)>,
    /// Where the last monster has fallen since the last ember.
    #[serde(default)]
    last_fallen: Option<(f32, f32)>,
    /// Whether the hero has struck the straw man of the level.
    #[serde(default)]
    pub has_struck_straw: bool,
    /// Whether nothing takes damage any more, in the stress test.
    is_harmless: bool,
    /// The named objects of the level.
    #[serde(skip)]
    places: BTreeMap<String, (f32, f32)>,
    #[serde(with = "random")]
    random: fastrand::Rng,
}

impl Play {
    /// Advances the play by one tick of `seconds`. The machines are ticked after it. Returns `false` in a tick in which a blow
    /// stops time.
    pub fn update(&mut self, populations: &mut Populations, mut control: Control, seconds: f32) -> bool {
        let pressed = std::mem::take(&mut self.pressed);
        control.jumps |= pressed.jumps;
        control.strikes |= pressed.strikes;
        if self.stopped > 0 {
            (self.stopped, self.pressed) = (self.stopped - 1, control);
            populations.hold();
            return false;
        }
        self.tally.ticks = self.tally.ticks.saturating_add(1);
        self.fill_crowd(populations);
        self.separate(populations);
        self.find_routes(populations);
        self.direct_hero(populations, control);
        let Self { shots, crowd, terrain, hits, effects, cues, .. } = self;
        shots.advance(crowd, terrain, seconds, hits, |shot| {
            let kind = match shot.kind {
                shots::ShotKind::Bullet => EffectKind::Spark,
                shots::ShotKind::Bolt => {
                    cues.push((cues::BURST, shot.spot));
                    EffectKind::Burst
                }
            };
            effects.add(kind, shot.spot, shot.kind.height());
        });
        self.apply_hits(populations);
        self.take_ember(populations);
        self.effects.advance();
        true
    }

    /// The hero; `None` after the screen has exited.
    pub fn hero<'a>(&self, populations: &'a Populations) -> Option<&'a Hero> {
        of::<Hero>(populations)?.data().first()
    }

    /// The balance of a kind of monster at the difficulty of this play.
    fn monster(&self, kind: Kind) -> MonsterTuning {
        let mut numbers = *self.tuning.monster(kind);
        if let Some(difficulty) = self.tuning.difficulties.get(&self.difficulty) {
            numbers.health *= difficulty.health;
            numbers.damage *= difficulty.damage;
        }
        numbers
    }

    /// The distances to a target of monsters, for those without a clear path to it.
    fn field_to(&self, target: ActorId) -> &DistanceField {
        if target.is(&HERO) { &self.to_hero } else { &self.to_beacon }
    }

    /// The nearest threat to a hen: the hero, or a monster.
    pub fn threat_to(&self, hen: (f32, f32), reach: f32) -> Option<Actor> {
        let hero = self.crowd.nearest(Side::Outpost, hen, reach, |actor| actor.id.is(&HERO));
        let monster = self.crowd.nearest(Side::Rift, hen, reach, |_| true);
        let far = |actor: &Actor| distance(actor.spot, hen);
        hero.into_iter().chain(monster).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Whether a unit may call others: in a large crowd not all of them at once.
    const fn may_call(&mut self) -> bool {
        let may_call = self.tally.ticks >= self.next_call;
        if may_call {
            self.next_call = self.tally.ticks + CALL_INTERVAL;
        }
        may_call
    }

    /// Whether a place is in the light of the beacon.
    fn is_lit(&self, spot: (f32, f32)) -> bool {
        self.beacon.health > 0.0 && distance(spot, self.beacon.spot) < self.tuning.beacon.light
    }

    /// Passes the player's input to the hero. What is held is read in his states; a press is an event.
    fn direct_hero(&mut self, populations: &mut Populations, control: Control) {
        self.control = control;
        let Some(heroes) = of_mut::<Hero>(populations) else { return };
        let Some(hero) = heroes.iter().next() else { return };
        for (is_pressed, event) in [(control.jumps, "jump"), (control.strikes, "strike")] {
            if is_pressed {
                // One that has fallen does not handle it.
                let _ = heroes.dispatch(self, hero, event);
            }
        }
    }

    /// Computes the distances to the hero's cell.
    fn look_for_hero(&mut self) {
        // Monsters that see him are nearer than 200 tenths of a tile.
        self.to_hero = DistanceField::towards(&self.terrain, [self.hero_cell], 200);
    }

    fn find_routes(&mut self, populations: &mut Populations) {
        let hero = self.hero(populations).map(|hero| self.terrain.cell(hero.body.spot()));
        if let Some(cell) = hero.filter(|cell| *cell != self.hero_cell) {
            self.hero_cell = cell;
            self.look_for_hero();
        }
        let Some(marines) = of_mut::<Marine>(populations) else { return };
        self.routes.work(&self.terrain, |unit, route| {
            if let Some(marine) = marines.get_mut(unit) {
                // An unreachable goal counts as reached.
                marine.route = Some(route.unwrap_or_default());
            }
        });
    }

    /// Continues this play, which was saved. What is not saved it takes from a play that was begun on the
    /// same level. Its units are restored separately.
    pub fn resume(&mut self, begun: Self) {
        (self.terrain, self.tuning, self.places) = (begun.terrain, begun.tuning, begun.places);
        (self.troops, self.to_beacon) = (begun.troops, begun.to_beacon);
        self.beacon.spot = begun.beacon.spot;
        self.look_for_hero();
        self.crowd.resume(self.terrain.pixels());
        if self.is_harmless {
            self.disarm();
        }
    }

    /// Fills the crowd with all actors, at their positions at the start of the tick.
    fn fill_crowd(&mut self, populations: &Populations) {
        let Self { crowd, terrain, troops, beacon, tuning, .. } = self;
        crowd.clear(terrain.pixels());
        for (kind, troop) in troops.iter(populations) {
            troop.gather(kind, tuning, crowd);
            // The order decides between actors at the same distance.
            if *kind == HERO && beacon.health > 0.0 {
                let (id, side) = (ActorId::Beacon, Side::Outpost);
                crowd.add(Actor { id, side, spot: beacon.spot, z: 0.0, radius: 12.0 });
            }
        }
        crowd.sort();
        let find = |wanted: ActorId| crowd.actors().iter().find(|actor| actor.id == wanted);
        self.attacker = self.last_attacker.and_then(find).copied();
        self.last_attacker = self.attacker.map(|attacker| attacker.id);
    }

    fn separate(&mut self, populations: &mut Populations) {
        let Self { crowd, shoves, terrain, troops, .. } = self;
        crowd.shoves(shoves);
        let moved = crowd.actors().iter().zip(shoves.iter()).filter(|(_, by)| **by != (0.0, 0.0));
        for (actor, &by) in moved {
            let ActorId::Unit(kind, unit) = actor.id else { continue };
            if let Some(body) = troops.get_mut(populations, kind).and_then(|troop| troop.body_mut(unit)) {
                body.shove(terrain, by);
            }
        }
    }

    /// The state of the play as the level's script sees it.
    pub fn now(&self, populations: &Populations) -> Now {
        let hero = self.hero(populations).map_or(0.0, |hero| hero.body.health / self.tuning.hero.health);
        Now {
            time: (self.tally.ticks / 60) as i64,
            monsters: self.troops.count(populations, Side::Rift) as i64,
            marines: of::<Marine>(populations).map_or(0, |marines| marines.len() as i64),
            beacon: f64::from(self.beacon.health / self.tuning.beacon.health),
            hero: f64::from(hero),
            kills: i64::from(self.tally.kills),
            calls: false,
        }
    }

    #[cfg(any(test, feature = "dev"))]
    pub fn waiting_routes(&self) -> usize {
        self.routes.waiting()
    }
}

/// Saves a random number generator as its state.
mod random {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(random: &fastrand::Rng, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(random.get_seed())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<fastrand::Rng, D::Error> {
        u64::deserialize(deserializer).map(fastrand::Rng::with_seed)
    }
}
