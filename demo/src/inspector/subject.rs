//! The selected unit.

use std::rc::Rc;

use proscenium::ai::UnitId;
use proscenium::flow::{Machines, ScreenManager};

use super::{UnitFacts, is_played};
use crate::play::kind::ActorId;
use crate::play::troops::Troop;
use crate::screens::InGame;
use crate::view::View;

/// How many changes of state are kept.
const CHANGES: usize = 6;

/// A unit of any population.
#[derive(Clone)]
pub struct Subject {
    pub id: ActorId,
    unit: UnitId,
    troop: Rc<dyn Troop>,
}

impl Subject {
    /// The unit nearest to a virtual pixel, if a click there selects one.
    pub fn at(manager: &ScreenManager, (x, y): (f32, f32)) -> Option<Self> {
        // No selection through a menu.
        let (play, machines, corner) = InGame::observe(manager).filter(|_| is_played(manager))?;
        let id = play.figure_at(machines, (x + corner.0, y + corner.1))?.id;
        // The beacon has no machine.
        let ActorId::Unit(kind, unit) = id else { return None };
        Some(Self { id, unit, troop: play.troops.get(kind)? })
    }

    /// Starts to record its changes of state.
    pub fn watch(&self, machines: &mut Machines) {
        self.troop.watch(machines, Some((self.unit, CHANGES)));
    }

    /// Stops recording changes in its population.
    pub fn unwatch(&self, machines: &mut Machines) {
        self.troop.watch(machines, None);
    }

    /// Whether its population is one of these machines.
    pub fn is_in(&self, machines: &Machines) -> bool {
        self.troop.observe(machines, self.unit).is_some()
    }

    pub fn facts(&self, manager: &ScreenManager, view: &View<'_>) -> Option<UnitFacts> {
        let (play, machines, _) = InGame::observe(manager)?;
        let observed = self.troop.observe(machines, self.unit)?;
        let title = format!("{} {}", view.text_of(&format!("unit-{}", self.troop.kind().name)), self.unit);
        let survey = self.troop.survey(machines, self.unit, play).unwrap_or_default();
        Some(UnitFacts::of(&observed, title, &survey, view))
    }
}
