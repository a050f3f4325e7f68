//! The beginning of a play: from a level, its machines and the numbers to everybody in place.

use std::collections::BTreeMap;

use proscenium::ai::{Blueprint, Population, UnitId};
use proscenium::flow::{Machines, PopulationHandle};
use proscenium::kit::Level;

use super::body::Body;
use super::crowd::Crowd;
use super::cues::Cues;
use super::effects::Effects;
use super::field::DistanceField;
use super::hero::{self, Hero, HeroNames};
use super::kind::Kind;
use super::marine::{self, Marine, MarineNames, places_around};
use super::monster::{self, Monster, MonsterNames, Mood, Moods};
use super::routes::Routes;
use super::shots::Shots;
use super::terrain::Terrain;
use super::tuning::Tuning;
use super::{Beacon, Play, Tally};
use crate::hens::Hens;

/// The places of a level that have a name.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    places: BTreeMap<String, (f32, f32)>,
}

impl Stage {
    /// A place by its name.
    pub fn place(&self, name: &str) -> Option<(f32, f32)> {
        self.places.get(name).copied()
    }

    /// The names, for an error.
    pub fn names(&self) -> String {
        self.places.keys().map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// The monsters of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// Which kind.
    pub kind: Kind,
    /// The monsters.
    pub population: PopulationHandle<Monster>,
    /// What their machine calls things.
    pub names: MonsterNames,
}

/// Everybody with a machine.
#[derive(Clone, Debug)]
pub struct Troops {
    hero: PopulationHandle<Hero>,
    hero_unit: UnitId,
    /// What the hero's machine calls things.
    pub hero_names: HeroNames,
    /// The marines.
    pub marines: PopulationHandle<Marine>,
    /// What their machine calls things.
    pub marine_names: MarineNames,
    /// The monsters, kind by kind.
    pub monsters: [Band; 3],
    /// The moods of all monsters.
    pub moods: PopulationHandle<Mood>,
    /// What their machine calls things, and what each mood makes of a monster.
    pub mood_names: Moods,
}

impl Troops {
    /// The hero; `None` when the screen has left.
    pub fn hero<'a>(&self, machines: &'a Machines) -> Option<&'a Hero> {
        machines.get(self.hero)?.get(self.hero_unit)
    }

    /// The population that the hero is alone in, and his unit.
    #[cfg(feature = "inspector")]
    pub const fn heroes(&self) -> (PopulationHandle<Hero>, UnitId) {
        (self.hero, self.hero_unit)
    }

    /// The hero, to be changed.
    pub fn hero_mut<'a>(&self, machines: &'a mut Machines) -> Option<&'a mut Hero> {
        machines.get_mut(self.hero)?.get_mut(self.hero_unit)
    }

    /// Whether the hero is in a state.
    pub fn hero_is_in(&self, machines: &Machines, state: proscenium::ai::StateId) -> bool {
        machines.get(self.hero).is_some_and(|heroes| heroes.is_in(self.hero_unit, state))
    }

    /// The monsters of a kind.
    pub const fn band(&self, kind: Kind) -> &Band {
        &self.monsters[kind as usize]
    }

    /// Lets the machines of everybody think, which in the game is the manager's business: for
    /// tests and measurements of a play without a screen.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn tick(&self, machines: &mut Machines, seconds: std::time::Duration) {
        if let Some(heroes) = machines.get_mut(self.hero) {
            heroes.tick(seconds);
        }
        if let Some(marines) = machines.get_mut(self.marines) {
            marines.tick(seconds);
        }
        for band in &self.monsters {
            if let Some(monsters) = machines.get_mut(band.population) {
                monsters.tick(seconds);
            }
        }
        if let Some(moods) = machines.get_mut(self.moods) {
            moods.tick(seconds);
        }
    }

    /// How many monsters there are.
    pub fn monster_count(&self, machines: &Machines) -> usize {
        let bands = self.monsters.iter().filter_map(|band| machines.get(band.population));
        bands.map(Population::len).sum()
    }
}

/// The machines that a play needs, from their files.
#[derive(Clone, Copy, Debug)]
pub struct Blueprints<'a> {
    pub hero: &'a Blueprint,
    pub marine: &'a Blueprint,
    pub monster: &'a Blueprint,
    pub mood: &'a Blueprint,
    pub hen: &'a Blueprint,
}

impl Play {
    /// Everybody in place. The populations are added to `machines`.
    ///
    /// # Errors
    ///
    /// A sentence: what the level, a machine or the numbers lack.
    pub fn begin(
        level: &Level,
        blueprints: Blueprints<'_>,
        tuning: Tuning,
        machines: &mut Machines,
        seed: u64,
    ) -> Result<Self, String> {
        let mut terrain = Terrain::of(level);
        let place = |name: &str| {
            let object = level.object(name).ok_or_else(|| format!("the level has no object `{name}`"))?;
            Ok::<_, String>((object.x, object.y))
        };
        let (start, beacon) = (place("hero_start")?, place("beacon")?);
        let troops = Troops::begin(blueprints, &tuning, start, machines)?;
        let hens = Hens::new(blueprints.hen, level, machines, seed).map_err(|error| error.to_string())?;
        let named = level.objects().filter(|object| !object.name.is_empty());
        let places = named.map(|object| (object.name.clone(), (object.x, object.y))).collect();
        // It stands in everybody's way, so ways lead around it.
        let cell = terrain.cell(beacon);
        terrain.obstruct(cell);
        let play = Self {
            to_beacon: DistanceField::towards(&terrain, [cell], u32::MAX),
            to_hero: DistanceField::default(),
            hero_cell: (-1, -1),
            beacon: Beacon { spot: beacon, health: tuning.beacon.health },
            terrain,
            tuning,
            troops,
            hens,
            shots: Shots::default(),
            effects: Effects::default(),
            cues: Cues::default(),
            tally: Tally::default(),
            crowd: Crowd::default(),
            shoves: Vec::new(),
            hits: Vec::new(),
            alarm: None,
            routes: Routes::default(),
            stage: Stage { places },
            random: fastrand::Rng::with_seed(seed),
        };
        for post in level.objects().filter(|object| object.user_type == "marine") {
            play.add_marine(machines, (post.x, post.y));
        }
        Ok(play)
    }

    fn add_marine(&self, machines: &mut Machines, (x, y): (f32, f32)) {
        if let Some(marines) = machines.get_mut(self.troops.marines) {
            marines.spawn(Marine::at(x, y, self.tuning.marine.health));
        }
    }

    fn place(&self, name: &str) -> Result<(f32, f32), String> {
        let known = || format!("the level has no place `{name}`; it has {}", self.stage.names());
        self.stage.place(name).ok_or_else(known)
    }

    /// Lets marines come to help.
    ///
    /// # Errors
    ///
    /// A place that the level does not have.
    pub fn send_marines(&mut self, machines: &mut Machines, count: u32, at: &str) -> Result<(), String> {
        let place = self.place(at)?;
        for spot in self.free_places(place, 12.0).take(count as usize).collect::<Vec<_>>() {
            self.add_marine(machines, spot);
        }
        Ok(())
    }

    /// Lets monsters come out of a rift.
    ///
    /// # Errors
    ///
    /// A place that the level does not have.
    pub fn send_monsters(
        &mut self,
        machines: &mut Machines,
        kind: Kind,
        count: u32,
        at: &str,
    ) -> Result<(), String> {
        let place = self.place(at)?;
        let numbers = self.tuning.monster(kind).clone();
        let spots: Vec<_> = self.free_places(place, numbers.radius * 2.0).take(count as usize).collect();
        for (x, y) in spots {
            let Some(moods) = machines.get_mut(self.troops.moods) else { continue };
            let mood = moods.spawn(Mood);
            let hunger = numbers.hunger * (0.5 + self.random.f32());
            let Some(monsters) = machines.get_mut(self.troops.band(kind).population) else { continue };
            monsters.spawn(Monster::at(x, y, numbers.health, hunger, mood));
        }
        Ok(())
    }

    /// Open places around one, from which a way leads to the beacon.
    fn free_places(&self, place: (f32, f32), gap: f32) -> impl Iterator<Item = (f32, f32)> {
        let is_free = |&(x, y): &(f32, f32)| {
            let cell = self.terrain.cell((x, y));
            !self.terrain.blocks(x, y, 0.0) && self.to_beacon.distance(cell) < u32::MAX
        };
        // Where there is no room at all nobody comes, instead of a search without an end.
        places_around(place, gap).take(4000).filter(is_free)
    }
}

impl Troops {
    fn begin(
        blueprints: Blueprints<'_>,
        tuning: &Tuning,
        start: (f32, f32),
        machines: &mut Machines,
    ) -> Result<Self, String> {
        let message = |error: proscenium::ai::BuildError| error.to_string();
        let runner = blueprints.hero.build(&hero::bindings()).map_err(message)?;
        let marine = blueprints.marine.build(&marine::bindings()).map_err(message)?;
        let monster = blueprints
            .monster
            .build(&monster::bindings(blueprints.monster).map_err(message)?)
            .map_err(message)?;
        let mood = blueprints.mood.build(&proscenium::ai::Bindings::new()).map_err(message)?;
        let mut heroes = Population::new(&runner);
        let hero_unit = heroes.spawn(Hero::at(start.0, start.1, &tuning.hero));
        let names = MonsterNames::of(&monster)?;
        let monsters = Kind::ALL.map(|kind| {
            let population = machines.add(Population::new(&monster));
            Band { kind, population, names }
        });
        Ok(Self {
            hero_names: HeroNames::of(&runner)?,
            hero: machines.add(heroes),
            hero_unit,
            marine_names: MarineNames::of(&marine)?,
            marines: machines.add(Population::new(&marine)),
            monsters,
            mood_names: Moods::of(&mood, tuning)?,
            moods: machines.add(Population::new(&mood)),
        })
    }
}

/// How far a body has come towards wherever it wants to go: counts the seconds for which it has
/// not moved by `least` pixels.
pub(super) fn count_stuck(body: &Body, seen_at: &mut (f32, f32), stuck: &mut f32, least: f32, seconds: f32) {
    let (dx, dy) = (body.x - seen_at.0, body.y - seen_at.1);
    if dx * dx + dy * dy > least * least {
        *seen_at = body.spot();
        *stuck = 0.0;
    } else {
        *stuck += seconds;
    }
}
