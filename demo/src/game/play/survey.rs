//! What the inspector shows of units: position, sight, target, route, machine. Read-only.

use std::time::Duration;

use proscenium::ai::{Candidate, Change, Family, Population, Timer, UnitId};
use proscenium::flow::Populations;

use super::Play;
use super::kind::ActorId;
use super::steering::distance;

/// The radius around the center of a figure in which a click selects it, in pixels.
const CLICK: f32 = 18.0;

/// A unit with a place, as a target for clicks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    pub id: ActorId,
    /// The center of the feet, in pixels of the level.
    pub spot: (f32, f32),
    pub z: f32,
    pub height: f32,
}

impl Figure {
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
    pub mood: Option<String>,
}

/// What the machine of a unit does.
#[derive(Clone, Debug)]
pub struct Observed {
    /// The name and the family of the machine.
    pub machine: String,
    pub family: Family,
    /// The paths of the states on the unit's stack, the top first; empty if the unit is gone.
    pub states: Vec<String>,
    pub timers: Vec<Timer>,
    /// The names of its queued messages.
    pub messages: Vec<String>,
    /// The time of the population, and since when the unit is watched.
    pub now: Duration,
    pub since: Option<Duration>,
    /// Of a watched unit: its last changes, the oldest first, and what was considered.
    pub changes: Vec<Change>,
    pub candidates: Vec<Candidate>,
}

impl Observed {
    pub fn of<D, W>(units: &Population<D, W>, unit: UnitId) -> Self {
        let definition = units.definition();
        let watched = units.watched().filter(|(watched, _)| *watched == unit);
        Self {
            machine: definition.name().to_owned(),
            family: definition.family(),
            states: units.stack(unit).map(|state| definition.path(state)).collect(),
            timers: units.timers(unit),
            messages: units.messages_for(unit).map(|event| event.id.name().to_owned()).collect(),
            now: units.now(),
            since: watched.map(|(_, since)| since),
            changes: watched.iter().flat_map(|_| units.watched_changes().copied()).collect(),
            candidates: watched.iter().flat_map(|_| units.watched_candidates().cloned()).collect(),
        }
    }
}

impl Play {
    /// All units with a place.
    pub fn figures(&self, populations: &Populations) -> Vec<Figure> {
        let mut figures = Vec::new();
        for (kind, troop) in self.troops.iter(populations) {
            let height = f32::from(kind.height);
            troop.looks(self, &mut |unit, _, body| {
                figures.push(Figure { id: ActorId::Unit(kind, unit), spot: body.spot(), z: body.z, height });
            });
        }
        figures
    }

    /// The figure nearest to a click, within its radius.
    pub fn figure_at(&self, populations: &Populations, at: (f32, f32)) -> Option<Figure> {
        let far = |figure: &Figure| distance(figure.center(), at);
        let figures = self.figures(populations).into_iter();
        figures.filter(|figure| far(figure) <= CLICK).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// What a unit sees and does; `None` if it is gone.
    pub fn survey(&self, populations: &Populations, id: ActorId) -> Option<Survey> {
        let ActorId::Unit(kind, unit) = id else { return None };
        self.troops.get(populations, kind)?.survey(unit, self)
    }
}
