//! The start of a play: its units from the level, the machines and the balance; and reinforcements.

use std::error::Error;

use proscenium::ai::{Population, UnitId};
use proscenium::flow::{Populations, World};
use proscenium::formats::Level;
use proscenium::phase::Resources;

use super::field::DistanceField;
use super::kind::{Kind, Side};
use super::steering::places_around;
use super::terrain::Terrain;
use super::troops::Troops;
use super::tuning::Tuning;
use super::unit::Unit;
use super::units::hero::HERO;
use super::units::{UNITS, entry_of};
use super::{Beacon, Play};

impl Play {
    /// The play of a level from the resources of its phase, without units.
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
            hero_cell: (-1, -1),
            beacon: Beacon { spot: beacon, health: tuning.beacon.health },
            terrain,
            tuning,
            places,
            random: fastrand::Rng::with_seed(seed),
            ..Self::default()
        })
    }

    /// Builds the play of a level, and adds its populations to `machines`. `world` borrows the play from
    /// the screen.
    pub fn begin(
        resources: &Resources,
        level: &str,
        populations: &mut Populations,
        seed: u64,
        world: &World<Self>,
    ) -> Result<Self, Box<dyn Error>> {
        let mut play = Self::new(resources, level, seed)?;
        let level = resources.find::<Level>(level)?;
        play.troops = Troops::recruit(UNITS, populations, world, resources)?;
        play.add(populations, &HERO, place(level, "hero_start")?);
        for kind in UNITS.iter().map(|entry| entry.kind) {
            for object in level.objects().filter(|object| object.user_type == kind.name) {
                play.add(populations, kind, (object.x, object.y));
            }
        }
        Ok(play)
    }

    pub fn add(&mut self, populations: &mut Populations, kind: Kind, spot: (f32, f32)) -> Option<UnitId> {
        (entry_of(kind)?.add)(kind, self, populations, spot)
    }

    /// Adds a unit with this data, of this kind.
    pub fn spawn<D: Unit>(&mut self, populations: &mut Populations, kind: Kind, data: D) -> Option<UnitId> {
        let units = populations.get_mut_as::<Population<D, Self>>(self.troops.id(kind))?;
        Some(units.spawn(self, data))
    }

    fn place(&self, name: &str) -> Result<(f32, f32), String> {
        let known = || self.places.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let place = self.places.get(name).copied();
        place.ok_or_else(|| format!("the level has no place `{name}`; it has {}", known()))
    }

    /// Adds units of a kind at a place of the level: `count`, and of monsters as many as the difficulty makes of that.
    pub fn send(
        &mut self,
        populations: &mut Populations,
        kind: Kind,
        count: u32,
        at: &str,
    ) -> Result<(), String> {
        let crowd = match kind.side {
            Side::Rift => self.tuning.difficulties.get(&self.difficulty).map_or(1.0, |of| of.crowd),
            _ => 1.0,
        };
        let count = (count as f32 * crowd).round() as usize;
        let place = self.place(at)?;
        let Some(entry) = entry_of(kind) else { return Ok(()) };
        let gap = (entry.gap)(kind, &self.tuning);
        for spot in self.free_places(place, gap).take(count).collect::<Vec<_>>() {
            (entry.add)(kind, self, populations, spot);
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

/// The position of an object that a level must have.
fn place(level: &Level, name: &str) -> Result<(f32, f32), String> {
    let object = level.object(name).ok_or_else(|| format!("the level has no object `{name}`"))?;
    Ok((object.x, object.y))
}
