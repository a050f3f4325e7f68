//! The monsters: each kind shares one template, `assets/machines/monster.ron`, and each monster
//! has a mood of its own, a table, `assets/machines/mood.ron`. Here is what their names mean.

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, BuildError, Definition, EventId, Reply, StateId, UnitId};

use super::body::Body;
use super::crowd::ActorId;
use super::names::{event, state};
use super::tuning::Tuning;

/// A blow that takes this much throws a monster into the air.
pub const KNOCK: f32 = 18.0;

/// What is a monster's own.
#[derive(Clone, Debug)]
pub struct Monster {
    /// Where it is.
    pub body: Body,
    /// What is left of its health.
    pub health: f32,
    /// Its mood, a unit of the population of moods.
    pub mood: UnitId,
    /// Whom it is after, and where that one is.
    pub prey: Option<(ActorId, (f32, f32))>,
    /// Seconds until the blow that it has begun; `None` while it has not.
    pub windup: Option<f32>,
    /// Seconds until it may begin another.
    pub pause: f32,
    /// Seconds until it is hungry.
    pub hunger: f32,
    /// The machine wants it to attack.
    pub is_fighting: bool,
    /// Frames since it was hurt.
    pub hurt: u32,
    /// Seconds for which it has wanted to go somewhere and has not come any nearer.
    pub stuck: f32,
    /// Where it was when that was looked at last.
    pub seen_at: (f32, f32),
}

impl Monster {
    /// A monster that has just come out of the rift.
    pub const fn at(x: f32, y: f32, health: f32, hunger: f32, mood: UnitId) -> Self {
        Self {
            body: Body::at(x, y),
            health,
            mood,
            prey: None,
            windup: None,
            pause: 0.0,
            hunger,
            is_fighting: false,
            hurt: 1000,
            stuck: 0.0,
            seen_at: (x, y),
        }
    }
}

/// What the names of `monster.ron` mean.
///
/// # Errors
///
/// [`BuildError`] for a machine that is not in order, or that has no state `knocked_up`.
pub fn bindings(blueprint: &Blueprint) -> Result<Bindings<Monster>, BuildError> {
    let knocked_up = blueprint.check()?.state("knocked_up");
    Ok(Bindings::new()
        .action("begin_cast", |monster: &mut Monster, _| {
            monster.is_fighting = true;
            monster.windup = None;
        })
        .action("end_cast", |monster: &mut Monster, _| {
            monster.is_fighting = false;
            monster.windup = None;
        })
        .action("fly", |monster: &mut Monster, _| monster.body.leap(150.0))
        .handler("take_hit", move |monster: &mut Monster, cx| {
            let Some(event) = cx.event() else { return Reply::Unhandled };
            // What a blow takes is the play's business; here is how the monster bears it.
            match knocked_up {
                Some(state) if event.payload >= f64::from(KNOCK) && !monster.body.is_in_air() => {
                    Reply::To(state)
                }
                _ => Reply::Unhandled,
            }
        }))
}

/// The states and events that the play asks for.
#[derive(Clone, Copy, Debug)]
pub struct MonsterNames {
    pub idle: StateId,
    pub patrol: StateId,
    pub forage: StateId,
    pub cast: StateId,
    pub controlled: StateId,
    pub player_seen: EventId,
    pub player_gone: EventId,
    pub hit: EventId,
    pub stunned: EventId,
    pub hungry: EventId,
    pub fed: EventId,
}

impl MonsterNames {
    /// Looks them up; answers with the name that the machine does not have.
    pub fn of(definition: &Definition<Monster>) -> Result<Self, String> {
        Ok(Self {
            idle: state(definition, "idle")?,
            patrol: state(definition, "patrol")?,
            forage: state(definition, "forage")?,
            cast: state(definition, "cast")?,
            controlled: state(definition, "controlled")?,
            player_seen: event(definition, "player_seen")?,
            player_gone: event(definition, "player_gone")?,
            hit: event(definition, "hit")?,
            stunned: event(definition, "stunned")?,
            hungry: event(definition, "hungry")?,
            fed: event(definition, "fed")?,
        })
    }
}

/// What is a mood's own: nothing but the mood, which is the machine's state.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mood;

/// The events of `mood.ron`, and what each of its states makes of a monster.
#[derive(Clone, Debug)]
pub struct Moods {
    pub player_seen: EventId,
    pub player_attacks: EventId,
    pub monster_hurt: EventId,
    pub monster_healed: EventId,
    pub player_gone: EventId,
    /// By the state's index: the factor of the speed, that of the damage, the colour, and which of the
    /// moods it is, the calmest is 0.
    looks: Vec<(f32, f32, [u8; 3], u32)>,
}

impl Moods {
    /// Looks the events up, and the numbers of the moods.
    pub fn of(definition: &Arc<Definition<Mood>>, tuning: &Tuning) -> Result<Self, String> {
        let mut looks = Vec::new();
        for state in definition.states() {
            let name = definition.state_name(state);
            let mood = tuning.moods.get(name);
            if mood.is_none() && state != StateId::ROOT {
                return Err(format!("there are no numbers for the mood `{name}`"));
            }
            let number = (state.index() as u32).saturating_sub(1);
            looks.push(
                mood.map_or((1.0, 1.0, [255; 3], 0), |mood| (mood.speed, mood.damage, mood.tint, number)),
            );
        }
        Ok(Self {
            player_seen: event(definition, "player_seen")?,
            player_attacks: event(definition, "player_attacks")?,
            monster_hurt: event(definition, "monster_hurt")?,
            monster_healed: event(definition, "monster_healed")?,
            player_gone: event(definition, "player_gone")?,
            looks,
        })
    }

    fn look(&self, state: StateId) -> (f32, f32, [u8; 3], u32) {
        self.looks.get(state.index()).copied().unwrap_or((1.0, 1.0, [255; 3], 0))
    }

    /// The factor of a monster's speed.
    pub fn speed(&self, state: StateId) -> f32 {
        self.look(state).0
    }

    /// The factor of a monster's damage.
    pub fn damage(&self, state: StateId) -> f32 {
        self.look(state).1
    }

    /// A monster's colour, and the number of its mood.
    pub fn face(&self, state: StateId) -> ([u8; 3], u32) {
        let (_, _, tint, number) = self.look(state);
        (tint, number)
    }
}
