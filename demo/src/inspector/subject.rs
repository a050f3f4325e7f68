//! The selected unit.

use proscenium::ai::UnitId;
use proscenium::flow::{Machines, PopulationHandle, ScreenManager};

use super::{PLAYED, UnitFacts, is_played};
use crate::hens::Hen;
use crate::play::Play;
use crate::play::crowd::ActorId;
use crate::play::hero::Hero;
use crate::play::kind::Kind;
use crate::play::marine::Marine;
use crate::play::monster::Monster;
use crate::screens::InGame;
use crate::view::View;

/// How many changes of state are kept.
const CHANGES: usize = 6;

/// A unit of any population.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// Its identity in the play.
    pub id: ActorId,
    unit: UnitId,
    of: Of,
}

/// The population of a unit.
#[derive(Clone, Copy, Debug)]
enum Of {
    Hero(PopulationHandle<Hero, Play>),
    Marines(PopulationHandle<Marine, Play>),
    Monsters(PopulationHandle<Monster, Play>),
    Hens(PopulationHandle<Hen, Play>),
}

/// Evaluates an expression with the typed handle of the population.
macro_rules! with_population {
    ($of:expr, |$handle:ident| $body:expr) => {
        match $of {
            Of::Hero($handle) => $body,
            Of::Marines($handle) => $body,
            Of::Monsters($handle) => $body,
            Of::Hens($handle) => $body,
        }
    };
}

impl Subject {
    /// The unit nearest to a virtual pixel, if a click there selects one.
    pub fn at(manager: &ScreenManager, (x, y): (f32, f32)) -> Option<Self> {
        // No selection through a menu.
        let machines = manager.machines(PLAYED).filter(|_| is_played(manager))?;
        let (play, corner) = manager.screen::<InGame>(PLAYED)?.observe(machines)?;
        let figure = play.figure_at(machines, (x + corner.0, y + corner.1))?;
        Self::of(play, machines, figure.id)
    }

    fn of(play: &Play, machines: &Machines, id: ActorId) -> Option<Self> {
        let (unit, of) = match id {
            ActorId::Hero => {
                let heroes = play.troops.heroes;
                (machines.get(heroes)?.iter().next()?, Of::Hero(heroes))
            }
            ActorId::Marine(unit) => (unit, Of::Marines(play.troops.marines)),
            ActorId::Monster(kind, unit) => (unit, Of::Monsters(play.troops.monsters_of(kind))),
            ActorId::Hen(unit) => (unit, Of::Hens(play.troops.hens)),
            // The beacon has no machine.
            ActorId::Beacon => return None,
        };
        Some(Self { id, unit, of })
    }

    /// Starts to record its changes of state.
    pub fn watch(&self, machines: &mut Machines) {
        with_population!(self.of, |handle| {
            if let Some(population) = machines.get_mut(handle) {
                population.watch(self.unit, CHANGES);
            }
        });
    }

    /// Stops recording changes in its population.
    pub fn unwatch(&self, machines: &mut Machines) {
        with_population!(self.of, |handle| {
            if let Some(population) = machines.get_mut(handle) {
                population.unwatch();
            }
        });
    }

    /// Whether its population is one of these machines.
    pub fn is_in(&self, machines: &Machines) -> bool {
        with_population!(self.of, |handle| machines.get(handle).is_some())
    }

    /// Its current facts.
    pub fn facts(&self, manager: &ScreenManager, view: &View<'_>) -> Option<UnitFacts> {
        let machines = manager.machines(PLAYED)?;
        let (play, _) = manager.screen::<InGame>(PLAYED)?.observe(machines)?;
        let mut facts = with_population!(self.of, |handle| UnitFacts::of(
            machines.get(handle)?,
            self.unit,
            self.name(),
            view
        ));
        let mood = play.mood_of(machines, self.id);
        facts.mood = mood.and_then(|mood| {
            let moods = machines.get(play.troops.moods)?;
            Some(moods.state(mood)?.name().to_owned())
        });
        facts.health = play.survey(machines, self.id).and_then(|survey| survey.health);
        Some(facts)
    }

    fn name(&self) -> &'static str {
        match self.id {
            ActorId::Hero => "inspector-hero",
            ActorId::Beacon => "inspector-beacon",
            ActorId::Marine(_) => "inspector-marine",
            ActorId::Monster(Kind::Imp, _) => "inspector-imp",
            ActorId::Monster(Kind::Brute, _) => "inspector-brute",
            ActorId::Monster(Kind::Witch, _) => "inspector-witch",
            ActorId::Hen(_) => "inspector-hen",
        }
    }
}
