//! The start of a play: its units from the level, the machines and the balance; and reinforcements.

use std::error::Error;

use proscenium::ai::{Bindings, Blueprint, Population, UnitId};
use proscenium::flow::{Machines, PopulationHandle};
use proscenium::kit::Level;
use proscenium::phase::Resources;

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
use super::steering::distance;
use super::terrain::Terrain;
use super::tuning::Tuning;
use super::{Beacon, Play, Tally};
use crate::hens::Hens;

/// The monsters of one kind.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// The kind.
    pub kind: Kind,
    /// The monsters.
    pub population: PopulationHandle<Monster>,
    /// The states and events of their machine.
    pub names: MonsterNames,
}

/// The populations of a play, except for the hens.
#[derive(Clone, Debug)]
pub struct Troops {
    hero: PopulationHandle<Hero>,
    hero_unit: UnitId,
    /// The states of the hero's machine.
    pub hero_names: HeroNames,
    /// The marines.
    pub marines: PopulationHandle<Marine>,
    /// The states and events of their machine.
    pub marine_names: MarineNames,
    /// The monsters, kind by kind.
    pub monsters: [Band; 3],
    /// The moods of all monsters.
    pub moods: PopulationHandle<Mood>,
    /// The events of their machine, and the effect of each mood.
    pub mood_names: Moods,
}

impl Troops {
    /// The hero; `None` after the screen has exited.
    pub fn hero<'a>(&self, machines: &'a Machines) -> Option<&'a Hero> {
        machines.get(self.hero)?.get(self.hero_unit)
    }

    /// The hero's population, and his unit in it.
    #[cfg(feature = "inspector")]
    pub const fn heroes(&self) -> (PopulationHandle<Hero>, UnitId) {
        (self.hero, self.hero_unit)
    }

    /// The hero, mutably.
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

    /// Ticks all machines, for tests and measurements of a play without a screen; in the game the
    /// manager does it.
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

    /// The number of monsters.
    pub fn monster_count(&self, machines: &Machines) -> usize {
        let bands = self.monsters.iter().filter_map(|band| machines.get(band.population));
        bands.map(Population::len).sum()
    }
}

impl Play {
    /// Builds the play of a level from the resources of its phase, and adds the populations to
    /// `machines`.
    ///
    /// # Errors
    ///
    /// A resource that is not loaded, and an object, a name or a number that is missing in one.
    pub fn begin(
        resources: &Resources,
        level: &str,
        machines: &mut Machines,
        seed: u64,
    ) -> Result<Self, Box<dyn Error>> {
        let level = resources.find::<Level>(level)?;
        let tuning = resources.find::<Tuning>("tuning")?.clone();
        let mut terrain = Terrain::of(level);
        let place = |name: &str| {
            let object = level.object(name).ok_or_else(|| format!("the level has no object `{name}`"))?;
            Ok::<_, Box<dyn Error>>((object.x, object.y))
        };
        let (start, beacon) = (place("hero_start")?, place("beacon")?);
        let troops = Troops::begin(resources, &tuning, start, machines)?;
        let hens = Hens::new(resources.find("hen")?, level, machines, seed)?;
        let named = level.objects().filter(|object| !object.name.is_empty());
        let places = named.map(|object| (object.name.clone(), (object.x, object.y))).collect();
        // Units walk around the beacon.
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
            places,
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
        let known = || self.places.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let place = self.places.get(name).copied();
        place.ok_or_else(|| format!("the level has no place `{name}`; it has {}", known()))
    }

    /// Adds marines at a place.
    ///
    /// # Errors
    ///
    /// The level has no such place.
    pub fn send_marines(&mut self, machines: &mut Machines, count: u32, at: &str) -> Result<(), String> {
        let place = self.place(at)?;
        for spot in self.free_places(place, 12.0).take(count as usize).collect::<Vec<_>>() {
            self.add_marine(machines, spot);
        }
        Ok(())
    }

    /// Adds monsters at a rift.
    ///
    /// # Errors
    ///
    /// The level has no such place.
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

    /// Open places around one, from which the beacon can be reached.
    fn free_places(&self, place: (f32, f32), gap: f32) -> impl Iterator<Item = (f32, f32)> {
        let is_free = |&(x, y): &(f32, f32)| {
            let cell = self.terrain.cell((x, y));
            !self.terrain.blocks(x, y, 0.0) && self.to_beacon.distance(cell) < u32::MAX
        };
        // The limit ends the search where there is no room at all.
        places_around(place, gap).take(4000).filter(is_free)
    }
}

impl Troops {
    fn begin(
        resources: &Resources,
        tuning: &Tuning,
        start: (f32, f32),
        machines: &mut Machines,
    ) -> Result<Self, Box<dyn Error>> {
        let blueprint = |id: &str| resources.find::<Blueprint>(id);
        let runner = blueprint("runner")?.build(&hero::bindings())?;
        let marine = blueprint("marine")?.build(&marine::bindings())?;
        let monster = blueprint("monster")?;
        let monster = monster.build(&monster::bindings(monster)?)?;
        let mood = blueprint("mood")?.build(&Bindings::new())?;
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

/// Counts in `stuck` the seconds in which a body has not moved by `least` pixels.
pub(super) fn count_stuck(body: &Body, seen_at: &mut (f32, f32), stuck: &mut f32, least: f32, seconds: f32) {
    if distance(body.spot(), *seen_at) > least {
        *seen_at = body.spot();
        *stuck = 0.0;
    } else {
        *stuck += seconds;
    }
}
