//! What somebody who looks on can see of the play: who is where, how far they see, whom they are
//! after, and which way they take. Nothing here changes anything.

use proscenium::ai::{StateId, UnitId};
use proscenium::flow::Machines;

use super::Play;
use super::crowd::ActorId;
use super::kind::Kind;
use super::monster::Monster;
use super::routes::Route;
use super::steering::length;
use crate::hens::FEAR;

/// How near to the middle of a figure a click has to be, in pixels.
const CLICK: f32 = 18.0;
/// The most tiles of a way across a field that are told.
const TILES: usize = 400;

/// Somebody with a machine, as a click sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Who it is.
    pub id: ActorId,
    /// The middle of the feet, in pixels of the level.
    pub spot: (f32, f32),
    /// Height above the ground.
    pub z: f32,
    /// How tall the figure is.
    pub height: f32,
}

impl Figure {
    /// The middle of the figure's picture.
    fn middle(&self) -> (f32, f32) {
        (self.spot.0, self.spot.1 - self.z - self.height / 2.0)
    }
}

/// What one of them sees and wants.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// How far they see, in pixels.
    pub sight: Option<f32>,
    /// How far they reach or shoot.
    pub reach: f32,
    /// Where the one is whom they are after, or run from.
    pub target: Option<(f32, f32)>,
    /// The places that they will come through.
    pub route: Vec<(f32, f32)>,
    /// What is left of their health.
    pub health: Option<(f32, f32)>,
}

impl Play {
    /// Everybody with a machine.
    pub fn figures(&self, machines: &Machines) -> Vec<Figure> {
        let mut figures = Vec::new();
        let mut add = |id, (spot, z), height| figures.push(Figure { id, spot, z, height });
        if let Some(hero) = self.troops.hero(machines) {
            add(ActorId::Hero, (hero.body.spot(), hero.body.z), 28.0);
        }
        if let Some(marines) = machines.get(self.troops.marines) {
            for unit in marines.iter() {
                let body = &marines.data()[unit.index()].body;
                add(ActorId::Marine(unit), (body.spot(), body.z), 28.0);
            }
        }
        for band in &self.troops.monsters {
            let Some(monsters) = machines.get(band.population) else { continue };
            let height = if band.kind == Kind::Imp { 16.0 } else { 26.0 };
            for unit in monsters.iter() {
                let body = &monsters.data()[unit.index()].body;
                add(ActorId::Monster(band.kind, unit), (body.spot(), body.z), height);
            }
        }
        self.hens.gather(machines, |unit, spot| add(ActorId::Hen(unit), (spot, 0.0), 12.0));
        figures
    }

    /// The figure that is nearest to a click, if one is near enough.
    pub fn figure_at(&self, machines: &Machines, (x, y): (f32, f32)) -> Option<Figure> {
        let far = |figure: &Figure| length((figure.middle().0 - x, figure.middle().1 - y));
        let figures = self.figures(machines).into_iter();
        figures.filter(|figure| far(figure) <= CLICK).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// What one of them sees and wants; `None` if they are gone.
    pub fn survey(&self, machines: &Machines, id: ActorId) -> Option<Survey> {
        match id {
            ActorId::Hero => {
                let hero = self.troops.hero(machines)?;
                let health = Some((hero.health, self.tuning.hero.health));
                Some(Survey { reach: self.tuning.hero.reach, health, ..Survey::default() })
            }
            ActorId::Marine(unit) => {
                let marine = machines.get(self.troops.marines)?.get(unit)?;
                let numbers = &self.tuning.marine;
                Some(Survey {
                    sight: Some(numbers.sight),
                    reach: numbers.range,
                    target: marine.enemy.map(|(_, at)| at),
                    route: marine.route.iter().flat_map(Route::points).collect(),
                    health: Some((marine.health, numbers.health)),
                })
            }
            ActorId::Monster(kind, unit) => {
                let monsters = machines.get(self.troops.band(kind).population)?;
                Some(self.survey_monster(kind, monsters.get(unit)?, monsters.state(unit)?))
            }
            ActorId::Hen(unit) => {
                let hen = machines.get(self.hens.population())?.get(unit)?;
                Some(Survey { sight: Some(FEAR), target: hen.threat(), ..Survey::default() })
            }
            ActorId::Beacon => None,
        }
    }

    fn survey_monster(&self, kind: Kind, monster: &Monster, state: StateId) -> Survey {
        let (names, numbers) = (self.troops.band(kind).names, self.tuning.monster(kind));
        let field = match monster.prey {
            None if state == names.patrol => Some(&self.to_beacon),
            // Who sees the way walks straight; the others follow the field around the walls.
            Some((prey, at)) if !self.terrain.has_clear_path(monster.body.spot(), at) => {
                Some(if prey == ActorId::Hero { &self.to_hero } else { &self.to_beacon })
            }
            _ => None,
        };
        let step = |&from: &(f32, f32)| field?.next(&self.terrain, from);
        let route = std::iter::successors(step(&monster.body.spot()), step).take(TILES);
        Survey {
            sight: Some(numbers.sight),
            reach: numbers.reach + numbers.radius,
            target: monster.prey.map(|(_, at)| at),
            route: route.collect(),
            health: Some((monster.health, numbers.health)),
        }
    }

    /// The mood of a monster, a unit of the population of moods.
    pub fn mood_of(&self, machines: &Machines, id: ActorId) -> Option<UnitId> {
        let ActorId::Monster(kind, unit) = id else { return None };
        Some(machines.get(self.troops.band(kind).population)?.get(unit)?.mood)
    }
}
