//! The selected unit.

use proscenium::ai::{PopulationId, UnitId};
use proscenium::flow::{Populations, ScreenManager};
use proscenium::platform::{TraceEvent, TraceRecord};

use super::{UnitFacts, is_played};
use crate::game::play::kind::{ActorId, Kind};
use crate::game::play::troops::Troop;
use crate::game::screens::InGame;
use crate::view::View;

/// How many changes of state are kept.
const CHANGES: usize = 6;

/// A unit of any population.
#[derive(Clone)]
pub struct Subject {
    pub id: ActorId,
    kind: Kind,
    unit: UnitId,
    population: PopulationId,
}

impl Subject {
    /// The unit nearest to a virtual pixel, if a click there selects one.
    pub fn at(manager: &ScreenManager, (x, y): (f32, f32)) -> Option<Self> {
        // No selection through a menu.
        let (play, populations, corner) = InGame::observe(manager).filter(|_| is_played(manager))?;
        let id = play.figure_at(populations, (x + corner.0, y + corner.1))?.id;
        // The beacon has no machine.
        let ActorId::Unit(kind, unit) = id else { return None };
        Some(Self { id, kind, unit, population: play.troops.id(kind) })
    }

    /// The unit of a change of a machine, where it can be selected.
    pub fn of(manager: &ScreenManager, change: &TraceRecord) -> Option<Self> {
        let TraceEvent::Machine { unit: place, machine, .. } = &change.event else { return None };
        let (play, populations, _) = InGame::observe(manager)?;
        play.figures(populations).into_iter().find_map(|figure| match figure.id {
            ActorId::Unit(kind, unit) if kind.machine == machine && unit.index() == *place as usize => {
                Some(Self { id: figure.id, kind, unit, population: play.troops.id(kind) })
            }
            _ => None,
        })
    }

    /// Starts to record its changes of state.
    pub fn watch(&self, populations: &mut Populations) {
        if let Some(troop) = populations.get_mut_as::<dyn Troop>(self.population) {
            troop.watch(self.unit, CHANGES);
        }
    }

    /// Stops recording changes in its population.
    pub fn unwatch(&self, populations: &mut Populations) {
        if let Some(troop) = populations.get_mut_as::<dyn Troop>(self.population) {
            troop.unwatch();
        }
    }

    /// Whether its population is one of these machines.
    pub fn is_in(&self, populations: &Populations) -> bool {
        populations.get_as::<dyn Troop>(self.population).is_some()
    }

    pub fn facts(&self, manager: &ScreenManager, view: &View<'_>) -> Option<UnitFacts> {
        let (play, populations, _) = InGame::observe(manager)?;
        let troop = populations.get_as::<dyn Troop>(self.population)?;
        let title = format!("{} {}", view.text_of(&format!("unit-{}", self.kind.name)), self.unit);
        let survey = troop.survey(self.unit, play).unwrap_or_default();
        Some(UnitFacts::of(&troop.observe(self.unit), title, &survey, view))
    }
}
