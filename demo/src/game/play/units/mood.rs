//! The moods of the monsters: what the states of `assets/machines/mood.ron` (a table) do.

use proscenium::ai::{Bindings, Definition, EventId, EventOf, StateId, UnitId};
use proscenium::flow::Populations;
use serde::{Deserialize, Serialize};

use crate::game::play::Play;
use crate::game::play::kind::{Kind, Side, UnitKind};
use crate::game::play::tuning::Tuning;
use crate::game::play::unit::Unit;

/// Moods are units without a place.
pub static MOOD: UnitKind = UnitKind { name: "mood", machine: "mood", side: Side::Neutral, height: 0 };

/// The data of a mood: the mood itself is the state of the machine.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Mood {
    /// Its monster.
    pub owner: Option<(Kind, UnitId)>,
}

/// The message of a mood to its monster, with the number of the mood in the tuning.
pub fn temper() -> EventOf<i64> {
    EventId::from("temper").into()
}

impl Unit for Mood {
    fn bindings() -> Bindings<Self, Play> {
        Bindings::<Self, Play>::new().action("show", |mood, play, cx| {
            let changed = cx.pending().filter(|state| cx.previous() != Some(*state));
            let Some(((kind, monster), state)) = mood.owner.zip(changed) else { return };
            let number = play.tuning.moods.iter().position(|mood| mood.name == state.name());
            cx.send_to(play.troops.id(kind), monster, temper().with(number.unwrap_or(0) as i64));
        })
    }

    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, _spot: (f32, f32)) -> Option<UnitId> {
        play.spawn(populations, kind, Self::default())
    }

    /// The balance has each mood.
    fn check(definition: &Definition<Self, Play>, tuning: &Tuning) -> Result<(), String> {
        let mut states = definition.states().filter(|state| *state != StateId::ROOT);
        let missing = states.find(|state| !tuning.moods.iter().any(|mood| mood.name == state.name()));
        missing.map_or(Ok(()), |state| Err(format!("tuning.ron has no mood `{state}`")))
    }
}
