//! The moods of the monsters: what the states of `assets/machines/mood.ron` (a table) do.

use proscenium::ai::{Bindings, Event, UnitId};
use serde::{Deserialize, Serialize};

use super::Play;
use super::kind::Kind;

/// The data of a mood: the mood itself is the state of the machine.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct Mood {
    /// Its monster.
    pub owner: Option<(Kind, UnitId)>,
}

/// The bindings of `mood.ron`.
pub fn bindings() -> Bindings<Mood, Play> {
    Bindings::<Mood, Play>::new().action("show", |mood, play, cx| {
        let changed = cx.pending().filter(|state| cx.previous() != Some(*state));
        let Some(((kind, monster), state)) = mood.owner.zip(changed) else { return };
        let number = play.tuning.moods.iter().position(|mood| mood.name == state.name());
        let temper = Event { id: "temper".into(), payload: number.unwrap_or(0) as f64 };
        cx.send_to(play.troops.monsters_of(kind), monster, temper);
    })
}
