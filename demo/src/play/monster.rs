//! The monsters: their data, and the bindings of `assets/machines/monster.ron` (a template shared by
//! all kinds) and `assets/machines/mood.ron` (a table; each monster has a mood of its own).

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, BuildError, Definition, EventId, Reply, StateId, UnitId};

use super::body::Body;
use super::crowd::ActorId;
use super::names::{event, state};
use super::tuning::Tuning;

/// A blow with this much damage throws a monster into the air.
pub const KNOCK: f32 = 18.0;

/// The data of one monster.
#[derive(Clone, Debug)]
pub struct Monster {
    /// Its position and movement.
    pub body: Body,
    /// Its health.
    pub health: f32,
    /// Its mood, a unit of the population of moods.
    pub mood: UnitId,
    /// Its target, and the last known position of the target.
    pub prey: Option<(ActorId, (f32, f32))>,
    /// Seconds until the blow of the current attack lands; `None` without an attack.
    pub windup: Option<f32>,
    /// Seconds until it can attack again.
    pub pause: f32,
    /// Seconds until it is hungry.
    pub hunger: f32,
    /// Set by the machine while the monster attacks.
    pub is_fighting: bool,
    /// Ticks since it was last hit.
    pub hurt: u32,
    /// Seconds without progress towards its destination.
    pub stuck: f32,
    /// Its position when `stuck` was last reset.
    pub seen_at: (f32, f32),
}

impl Monster {
    /// A monster that has just left the rift.
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

/// The bindings of `monster.ron`.
///
/// # Errors
///
/// The blueprint is invalid.
pub fn bindings(blueprint: &Blueprint) -> Result<Bindings<Monster>, BuildError> {
    let knocked_up = blueprint.check()?.state("knocked_up");
    Ok(Bindings::new()
        .action("begin_cast", |monster: &mut Monster, _, _| {
            monster.is_fighting = true;
            monster.windup = None;
        })
        .action("end_cast", |monster: &mut Monster, _, _| {
            monster.is_fighting = false;
            monster.windup = None;
        })
        .action("fly", |monster: &mut Monster, _, _| monster.body.leap(150.0))
        .handler("take_hit", move |monster: &mut Monster, _, cx| {
            let Some(event) = cx.event() else { return Reply::Unhandled };
            // `blows.rs` has taken the damage; here a heavy blow throws the monster into the air.
            match knocked_up {
                Some(state) if event.payload >= f64::from(KNOCK) && !monster.body.is_in_air() => {
                    Reply::To(state)
                }
                _ => Reply::Unhandled,
            }
        }))
}

/// The states and events that the play uses.
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
    /// Looks up all names.
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

/// The data of a mood: none, the mood is the state of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mood;

/// The events of `mood.ron`, and the effect of each of its states.
#[derive(Clone, Debug)]
pub struct Moods {
    pub player_seen: EventId,
    pub player_attacks: EventId,
    pub monster_hurt: EventId,
    pub monster_healed: EventId,
    pub player_gone: EventId,
    /// By state: factor of the speed, factor of the damage, tint, number (0 is the calmest).
    effects: Vec<(StateId, (f32, f32, [u8; 3], u32))>,
}

impl Moods {
    /// Looks up the events and the effects.
    pub fn of(definition: &Arc<Definition<Mood>>, tuning: &Tuning) -> Result<Self, String> {
        let mut effects = Vec::new();
        for (number, state) in (0_u32..).zip(definition.states()) {
            let name = state.name();
            let mood = tuning.moods.get(name);
            if mood.is_none() && state != StateId::ROOT {
                return Err(format!("tuning.ron has no mood `{name}`"));
            }
            let number = number.saturating_sub(1);
            let effect =
                mood.map_or((1.0, 1.0, [255; 3], 0), |mood| (mood.speed, mood.damage, mood.tint, number));
            effects.push((state, effect));
        }
        Ok(Self {
            player_seen: event(definition, "player_seen")?,
            player_attacks: event(definition, "player_attacks")?,
            monster_hurt: event(definition, "monster_hurt")?,
            monster_healed: event(definition, "monster_healed")?,
            player_gone: event(definition, "player_gone")?,
            effects,
        })
    }

    fn effect(&self, state: StateId) -> (f32, f32, [u8; 3], u32) {
        let known = self.effects.iter().find(|(known, _)| *known == state);
        known.map_or((1.0, 1.0, [255; 3], 0), |(_, effect)| *effect)
    }

    /// The factor of a monster's speed.
    pub fn speed(&self, state: StateId) -> f32 {
        self.effect(state).0
    }

    /// The factor of a monster's damage.
    pub fn damage(&self, state: StateId) -> f32 {
        self.effect(state).1
    }

    /// A monster's tint, and the number of its mood.
    pub fn look(&self, state: StateId) -> ([u8; 3], u32) {
        let (_, _, tint, number) = self.effect(state);
        (tint, number)
    }
}
