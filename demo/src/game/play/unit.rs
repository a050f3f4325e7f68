//! What a type of units has to say of itself. Everything that deals with all units asks this.

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, BuildError, Definition, Event, Population, UnitId};
use proscenium::flow::Populations;
use proscenium::formats::{MachineScript, Script};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Play;
use super::body::Body;
use super::cues;
use super::effects::EffectKind;
use super::kind::Kind;
use super::look::Look;
use super::shots::Hit;
use super::survey::Survey;
use super::tuning::Tuning;

/// A machine with the script that has some of its functions, if there is one.
pub type Defined<D> = (Option<MachineScript>, Arc<Definition<D, Play>>);

/// The data of one unit, and what is particular to units of this type. Two methods are required; a unit
/// that stands somewhere has a body and a look too.
pub trait Unit: Clone + Serialize + DeserializeOwned + 'static {
    /// What the names in the file of its machine do.
    fn bindings() -> Bindings<Self, Play>;

    /// Adds a unit of a kind at a place: makes its data and calls [`Play::spawn`].
    fn add(kind: Kind, play: &mut Play, populations: &mut Populations, spot: (f32, f32)) -> Option<UnitId>;

    /// Builds its machine. `script` is the script that the machine's file names.
    fn define(blueprint: &Blueprint, _script: Option<&Script>) -> Result<Defined<Self>, BuildError> {
        Ok((None, blueprint.build(&Self::bindings())?))
    }

    /// Whether the balance has all that the machine needs.
    fn check(_definition: &Definition<Self, Play>, _tuning: &Tuning) -> Result<(), String> {
        Ok(())
    }

    /// Its position, movement and health; `None` for a unit without a place.
    fn body(&self) -> Option<&Body> {
        None
    }

    fn body_mut(&mut self) -> Option<&mut Body> {
        None
    }

    /// Half its width, in pixels.
    fn radius(_kind: Kind, _tuning: &Tuning) -> f32 {
        5.0
    }

    /// Space between units that appear together, in pixels.
    fn gap(kind: Kind, tuning: &Tuning) -> f32 {
        Self::radius(kind, tuning) * 2.0
    }

    /// Whether others see it and bump into it.
    fn is_up(&self) -> bool {
        true
    }

    /// Takes a hit. Returns the messages to its machine about it.
    fn hurt(&mut self, hit: &Hit, play: &mut Play) -> Vec<Event> {
        let Some(body) = self.body_mut() else { return Vec::new() };
        let spot = body.spot();
        let is_news = body.take(hit, &play.terrain, play.tally.ticks) || body.health <= 0.0;
        play.effects.add(EffectKind::Spark, spot, 10.0);
        play.cues.push((cues::HIT, spot));
        let event = if hit.stuns { "stunned" } else { "hit" };
        Vec::from_iter((is_news || hit.stuns).then(|| event.into()))
    }

    /// How it looks now; `None` if it is not drawn.
    fn look(&self, _unit: UnitId, _units: &Population<Self, Play>, _play: &Play) -> Option<Look> {
        None
    }

    /// What the inspector shows of it.
    fn survey(&self, _unit: UnitId, _units: &Population<Self, Play>, _play: &Play) -> Survey {
        Survey::default()
    }

    /// The figures on the bestiary's page of its machine, in a step of an animation: they stand, walk and
    /// fight in turn (0, 1, 2).
    fn portraits(_turn: usize, _step: u32) -> Vec<Look> {
        Vec::new()
    }
}
