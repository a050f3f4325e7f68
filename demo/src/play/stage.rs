//! The start of a play: its units from the level, the machines and the balance; and reinforcements.

use std::error::Error;

use proscenium::ai::{Blueprint, Definition, Population, StateId, UnitId};
use proscenium::flow::{GameScreen, Machines, PopulationHandle};
use proscenium::kit::Level;
use proscenium::phase::Resources;

use super::body::Body;
use super::crowd::{ActorId, Crowd};
use super::cues::Cues;
use super::effects::Effects;
use super::field::DistanceField;
use super::hero::{self, Control, Hero};
use super::kind::Kind;
use super::marine::{self, Marine};
use super::monster::{self, Monster};
use super::mood::{self, Mood};
use super::routes::Routes;
use super::shots::Shots;
use super::steering::places_around;
use super::terrain::Terrain;
use super::tuning::Tuning;
use super::{Beacon, Play, Tally};
use crate::hens::{self, Hen};

/// The populations of a play.
#[derive(Clone, Debug, Default)]
pub struct Troops {
    /// The hero, the only one.
    pub heroes: PopulationHandle<Hero, Play>,
    /// The marines.
    pub marines: PopulationHandle<Marine, Play>,
    /// The monsters, kind by kind.
    monsters: [PopulationHandle<Monster, Play>; 3],
    /// The moods of all monsters.
    pub moods: PopulationHandle<Mood, Play>,
    /// The hens.
    pub hens: PopulationHandle<Hen, Play>,
}

impl Troops {
    /// The hero; `None` after the screen has exited.
    pub fn hero<'a>(&self, machines: &'a Machines) -> Option<&'a Hero> {
        machines.get(self.heroes)?.data().first()
    }

    /// The hero, mutably.
    pub fn hero_mut<'a>(&self, machines: &'a mut Machines) -> Option<&'a mut Hero> {
        machines.get_mut(self.heroes)?.data_mut().first_mut()
    }

    /// The monsters of a kind.
    pub const fn monsters_of(&self, kind: Kind) -> PopulationHandle<Monster, Play> {
        self.monsters[kind as usize]
    }

    /// The monsters, kind by kind.
    pub fn monsters(&self) -> impl Iterator<Item = (Kind, PopulationHandle<Monster, Play>)> {
        Kind::ALL.into_iter().zip(self.monsters)
    }

    /// Makes all units part of a save. Those in a state that their machine does not have any more come to the
    /// initial one.
    fn keep(&self, resources: &Resources, machines: &mut Machines) -> Result<(), Box<dyn Error>> {
        let initial =
            |machine: &str| resources.find::<Blueprint>(machine).map(|found| found.initial.as_str());
        machines.keep(self.heroes, Some(initial("runner")?));
        machines.keep(self.marines, Some(initial("marine")?));
        for monsters in self.monsters {
            machines.keep(monsters, Some(initial("monster")?));
        }
        machines.keep(self.moods, Some(initial("mood")?));
        machines.keep(self.hens, Some(initial("hen")?));
        Ok(())
    }

    /// The number of monsters.
    pub fn monster_count(&self, machines: &Machines) -> usize {
        self.monsters().filter_map(|(_, monsters)| machines.get(monsters)).map(Population::len).sum()
    }

    /// The body of an actor that can move.
    pub(super) fn body_mut<'a>(&self, machines: &'a mut Machines, id: ActorId) -> Option<&'a mut Body> {
        match id {
            ActorId::Hero => Some(&mut self.hero_mut(machines)?.body),
            ActorId::Marine(unit) => Some(&mut machines.get_mut(self.marines)?.get_mut(unit)?.body),
            ActorId::Monster(kind, unit) => {
                Some(&mut machines.get_mut(self.monsters_of(kind))?.get_mut(unit)?.body)
            }
            ActorId::Hen(unit) => Some(&mut machines.get_mut(self.hens)?.get_mut(unit)?.body),
            ActorId::Beacon => None,
        }
    }
}

impl Play {
    /// The play of a level from the resources of its phase, without units.
    ///
    /// # Errors
    ///
    /// A resource that is not loaded, and an object that is missing in the level.
    pub fn new(resources: &Resources, level: &str, seed: u64) -> Result<Self, Box<dyn Error>> {
        let level = resources.find::<Level>(level)?;
        let tuning = resources.find::<Tuning>("tuning")?.clone();
        let mut terrain = Terrain::of(level);
        let named = level.objects().filter(|object| !object.name.is_empty());
        let places = named.map(|object| (object.name.clone(), (object.x, object.y))).collect();
        let beacon = place(level, "beacon")?;
        // Units walk around the beacon.
        let cell = terrain.cell(beacon);
        terrain.obstruct(cell);
        Ok(Self {
            to_beacon: DistanceField::towards(&terrain, [cell], u32::MAX),
            to_hero: DistanceField::default(),
            hero_cell: (-1, -1),
            control: Control::default(),
            is_harmless: false,
            beacon: Beacon { spot: beacon, health: tuning.beacon.health },
            terrain,
            tuning,
            troops: Troops::default(),
            shots: Shots::default(),
            effects: Effects::default(),
            cues: Cues::default(),
            tally: Tally::default(),
            crowd: Crowd::default(),
            shoves: Vec::new(),
            hits: Vec::new(),
            last_attacker: None,
            attacker: None,
            next_call: 0,
            routes: Routes::default(),
            places,
            hen_script: None,
            random: fastrand::Rng::with_seed(seed),
        })
    }

    /// Builds the play of a level, and adds its populations to `machines`. `lend` borrows the play from
    /// the screen.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new), and a name or a number that is missing in a machine or the balance.
    pub fn begin<S: GameScreen>(
        resources: &Resources,
        level: &str,
        machines: &mut Machines,
        seed: u64,
        lend: fn(&mut S) -> &mut Self,
    ) -> Result<Self, Box<dyn Error>> {
        let mut play = Self::new(resources, level, seed)?;
        let level = resources.find::<Level>(level)?;
        let blueprint = |id: &str| resources.find::<Blueprint>(id);
        let hero = blueprint("runner")?.build(&hero::bindings())?;
        let marine = blueprint("marine")?.build(&marine::bindings())?;
        let monster = blueprint("monster")?.build(&monster::bindings())?;
        let mood = blueprint("mood")?.build(&mood::bindings())?;
        let (script, hen) = hens::definition(blueprint("hen")?, resources.find("hen_script")?)?;
        play.hen_script = Some(script);
        check_moods(&mood, &play.tuning)?;
        play.troops = Troops {
            heroes: machines.add_with(Population::new(&hero), lend),
            marines: machines.add_with(Population::new(&marine), lend),
            monsters: Kind::ALL.map(|_| machines.add_with(Population::new(&monster), lend)),
            moods: machines.add_with(Population::new(&mood), lend),
            hens: machines.add_with(Population::new(&hen), lend),
        };
        play.troops.keep(resources, machines)?;
        let (x, y) = place(level, "hero_start")?;
        play.add(machines, play.troops.heroes, Hero::at(x, y, &play.tuning.hero));
        for post in level.objects().filter(|object| object.user_type == "marine") {
            play.add_marine(machines, (post.x, post.y));
        }
        let hens = level.objects().filter(|object| object.user_type == "hen");
        for (hen, number) in hens.zip(seed..) {
            play.add(machines, play.troops.hens, Hen::at(hen.x, hen.y, number));
        }
        Ok(play)
    }

    fn add<D: 'static>(
        &mut self,
        machines: &mut Machines,
        population: PopulationHandle<D, Self>,
        data: D,
    ) -> Option<UnitId> {
        Some(machines.get_mut(population)?.with(self).spawn(data))
    }

    pub(super) fn add_marine(&mut self, machines: &mut Machines, (x, y): (f32, f32)) -> Option<UnitId> {
        let marine = Marine::at(x, y, self.tuning.marine.health);
        self.add(machines, self.troops.marines, marine)
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
        let gap = self.tuning.monster(kind).radius * 2.0;
        let spots: Vec<_> = self.free_places(place, gap).take(count as usize).collect();
        for spot in spots {
            self.add_monster(machines, kind, spot);
        }
        Ok(())
    }

    /// Adds a monster with its mood.
    pub(super) fn add_monster(
        &mut self,
        machines: &mut Machines,
        kind: Kind,
        spot: (f32, f32),
    ) -> Option<UnitId> {
        let numbers = self.tuning.monster(kind);
        let (health, hunger) = (numbers.health, numbers.hunger * (0.5 + self.random.f32()));
        let mood = self.add(machines, self.troops.moods, Mood::default())?;
        let monster = Monster::at(kind, spot, health, hunger, mood);
        let monster = self.add(machines, self.troops.monsters_of(kind), monster)?;
        machines.get_mut(self.troops.moods)?.get_mut(mood)?.owner = Some((kind, monster));
        Some(monster)
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

/// The position of an object that a level must have.
fn place(level: &Level, name: &str) -> Result<(f32, f32), String> {
    let object = level.object(name).ok_or_else(|| format!("the level has no object `{name}`"))?;
    Ok((object.x, object.y))
}

/// Checks that the balance has each mood.
pub(super) fn check_moods<D, W>(machine: &Definition<D, W>, tuning: &Tuning) -> Result<(), String> {
    let mut states = machine.states().filter(|state| *state != StateId::ROOT);
    let missing = states.find(|state| !tuning.moods.iter().any(|mood| mood.name == state.name()));
    missing.map_or(Ok(()), |state| Err(format!("tuning.ron has no mood `{state}`")))
}
