//! What the inspector shows of units: position, sight, target, route. Read-only.

use proscenium::ai::{StateId, UnitId};
use proscenium::flow::Machines;

use super::Play;
use super::crowd::ActorId;
use super::kind::Kind;
use super::monster::Monster;
use super::routes::Route;
use super::steering::distance;
use crate::hens::SIGHT;

/// The radius around the center of a figure in which a click selects it, in pixels.
const CLICK: f32 = 18.0;
/// The maximum number of points of a route along a distance field.
const MAX_POINTS: usize = 400;

/// A unit with a machine, as a target for clicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The unit.
    pub id: ActorId,
    /// The center of the feet, in pixels of the level.
    pub spot: (f32, f32),
    /// Height above the ground.
    pub z: f32,
    /// Height of the figure.
    pub height: f32,
}

impl Figure {
    /// The center of the drawn figure.
    fn center(&self) -> (f32, f32) {
        (self.spot.0, self.spot.1 - self.z - self.height / 2.0)
    }
}

/// What a unit sees and does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Survey {
    /// Sight range, in pixels.
    pub sight: Option<f32>,
    /// Reach or range of its attack.
    pub reach: f32,
    /// The position of its target, or of its threat.
    pub target: Option<(f32, f32)>,
    /// The next points of its route.
    pub route: Vec<(f32, f32)>,
    /// Current and full health.
    pub health: Option<(f32, f32)>,
}

impl Play {
    /// All units with a machine.
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
        for (kind, population) in self.troops.monsters() {
            let Some(monsters) = machines.get(population) else { continue };
            let height = if kind == Kind::Imp { 16.0 } else { 26.0 };
            for unit in monsters.iter() {
                let body = &monsters.data()[unit.index()].body;
                add(ActorId::Monster(kind, unit), (body.spot(), body.z), height);
            }
        }
        if let Some(hens) = machines.get(self.troops.hens) {
            for unit in hens.iter() {
                add(ActorId::Hen(unit), (hens.data()[unit.index()].body.spot(), 0.0), 12.0);
            }
        }
        figures
    }

    /// The figure nearest to a click, within its radius.
    pub fn figure_at(&self, machines: &Machines, at: (f32, f32)) -> Option<Figure> {
        let far = |figure: &Figure| distance(figure.center(), at);
        let figures = self.figures(machines).into_iter();
        figures.filter(|figure| far(figure) <= CLICK).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// What a unit sees and does; `None` if it is gone.
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
                let monsters = machines.get(self.troops.monsters_of(kind))?;
                Some(self.survey_monster(kind, monsters.get(unit)?, monsters.state(unit)?))
            }
            ActorId::Hen(unit) => {
                let hen = machines.get(self.troops.hens)?.get(unit)?;
                Some(Survey { sight: Some(SIGHT), target: hen.threat(self), ..Survey::default() })
            }
            ActorId::Beacon => None,
        }
    }

    fn survey_monster(&self, kind: Kind, monster: &Monster, state: StateId) -> Survey {
        let numbers = self.tuning.monster(kind);
        let field = match monster.prey {
            None if state.name() == "patrol" => Some(&self.to_beacon),
            // Without a clear path to its prey a monster follows the field.
            Some((prey, at)) if !self.terrain.has_clear_path(monster.body.spot(), at) => {
                Some(if prey == ActorId::Hero { &self.to_hero } else { &self.to_beacon })
            }
            _ => None,
        };
        let step = |&from: &(f32, f32)| field?.next(&self.terrain, from);
        let route = std::iter::successors(step(&monster.body.spot()), step).take(MAX_POINTS);
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
        Some(machines.get(self.troops.monsters_of(kind))?.get(unit)?.mood)
    }
}
