//! The populations of a play, for code that deals with units of all kinds.

use std::error::Error;

use proscenium::ai::{Blueprint, BuildError, Population, PopulationHandle, PopulationId, UnitId};
use proscenium::flow::{Populations, World};
use proscenium::formats::{MachineScript, Script, ScriptError};
use proscenium::phase::Resources;

use super::Play;
use super::body::Body;
use super::crowd::{Actor, Crowd};
use super::kind::{ActorId, Kind, Side};
use super::look::Look;
use super::shots::Hit;
use super::survey::{Observed, Survey};
use super::tuning::Tuning;
use super::unit::{Defined, Unit};

/// A new population with the script of its machine, or why it cannot be built.
pub type Recruited = Result<(PopulationId, Option<MachineScript>), Box<dyn Error>>;

/// A kind of units, with what its type does for code that does not know the type.
pub struct Entry {
    pub kind: Kind,
    pub recruit: fn(Kind, &mut Populations, &World<Play>, &Resources) -> Recruited,
    /// As [`Unit::add`].
    pub add: fn(Kind, &mut Play, &mut Populations, (f32, f32)) -> Option<UnitId>,
    /// As [`Unit::gap`].
    pub gap: fn(Kind, &Tuning) -> f32,
    pub build: fn(&Blueprint, Option<&Script>) -> Result<(), BuildError>,
    /// As [`Unit::portraits`].
    pub portraits: fn(usize, u32) -> Vec<Look>,
}

impl Entry {
    /// A kind whose units have this type.
    pub const fn of<D: Unit>(kind: Kind) -> Self {
        Self {
            kind,
            recruit: recruit::<D>,
            add: D::add,
            gap: D::gap,
            build: |blueprint, script| D::define(blueprint, script).map(|_| ()),
            portraits: D::portraits,
        }
    }
}

fn recruit<D: Unit>(
    kind: Kind,
    populations: &mut Populations,
    world: &World<Play>,
    resources: &Resources,
) -> Recruited {
    let (script, definition) = define::<D>(kind, resources)?;
    let handle = populations.add_in(Population::new(&definition), world);
    populations.show(handle, |troop| troop as &dyn Troop, |troop| troop);
    // Units in a state that the machine does not have any more come to the initial one.
    populations.keep(handle, Some(&resources.find::<Blueprint>(kind.machine)?.initial));
    Ok((handle.into(), script))
}

fn define<D: Unit>(kind: Kind, resources: &Resources) -> Result<Defined<D>, Box<dyn Error>> {
    let blueprint = resources.find::<Blueprint>(kind.machine)?;
    let script = format!("{}_script", kind.machine);
    let script = blueprint.script.as_ref().map(|_| resources.find(&script)).transpose()?;
    let (script, definition) = D::define(blueprint, script)?;
    D::check(&definition, resources.find("tuning")?)?;
    Ok((script, definition))
}

/// A population of any type of units.
pub trait Troop {
    fn len(&self) -> usize;
    /// Adds its units to the crowd.
    fn gather(&self, kind: Kind, tuning: &Tuning, crowd: &mut Crowd);
    fn body_mut(&mut self, unit: UnitId) -> Option<&mut Body>;
    fn hurt(&mut self, unit: UnitId, hit: &Hit, play: &mut Play);
    /// As [`Unit::check`].
    fn check(&self, tuning: &Tuning) -> Result<(), String>;
    /// Goes on with the loaded machine. Returns its script, and what could not be kept.
    fn replace(
        &mut self,
        kind: Kind,
        resources: &Resources,
    ) -> Result<(Option<MachineScript>, Vec<String>), Box<dyn Error>>;
    /// Calls `draw` for each unit that is drawn.
    fn looks(&self, play: &Play, draw: &mut dyn FnMut(UnitId, Look, &Body));
    fn survey(&self, unit: UnitId, play: &Play) -> Option<Survey>;
    /// What the machine of a unit does.
    fn observe(&self, unit: UnitId) -> Observed;
    /// Starts to record so many changes of a unit.
    fn watch(&mut self, unit: UnitId, changes: usize);
    fn unwatch(&mut self);
}

impl<D: Unit> Troop for Population<D, Play> {
    fn len(&self) -> usize {
        self.len()
    }

    fn gather(&self, kind: Kind, tuning: &Tuning, crowd: &mut Crowd) {
        let (side, radius) = (kind.side, D::radius(kind, tuning));
        for (unit, _, data) in self.units() {
            if let Some(body) = data.body().filter(|_| data.is_up()) {
                let id = ActorId::Unit(kind, unit);
                crowd.add(Actor { id, side, spot: body.spot(), z: body.z, radius });
            }
        }
    }

    fn body_mut(&mut self, unit: UnitId) -> Option<&mut Body> {
        self.get_mut(unit)?.body_mut()
    }

    fn hurt(&mut self, unit: UnitId, hit: &Hit, play: &mut Play) {
        let Some(data) = self.get_mut(unit) else { return };
        for event in data.hurt(hit, play) {
            // A full queue drops it.
            let _ = self.send(unit, event);
        }
    }

    fn check(&self, tuning: &Tuning) -> Result<(), String> {
        D::check(self.definition(), tuning)
    }

    fn replace(
        &mut self,
        kind: Kind,
        resources: &Resources,
    ) -> Result<(Option<MachineScript>, Vec<String>), Box<dyn Error>> {
        let (script, definition) = define::<D>(kind, resources)?;
        let initial = &resources.find::<Blueprint>(kind.machine)?.initial;
        Ok((script, self.replace_definition(&definition, Some(initial))?))
    }

    fn looks(&self, play: &Play, draw: &mut dyn FnMut(UnitId, Look, &Body)) {
        for (unit, _, data) in self.units() {
            if let Some((look, body)) = data.look(unit, self, play).zip(data.body()) {
                draw(unit, look, body);
            }
        }
    }

    fn survey(&self, unit: UnitId, play: &Play) -> Option<Survey> {
        Some(self.get(unit)?.survey(unit, self, play))
    }

    fn observe(&self, unit: UnitId) -> Observed {
        Observed::of(self, unit)
    }

    fn watch(&mut self, unit: UnitId, changes: usize) {
        self.watch(unit, changes);
    }

    fn unwatch(&mut self) {
        self.unwatch();
    }
}

/// The units of a type; of several kinds the first.
pub fn of<D: Unit>(populations: &Populations) -> Option<&Population<D, Play>> {
    populations.all().next()
}

/// As [`of`], to change them.
pub fn of_mut<D: Unit>(populations: &mut Populations) -> Option<&mut Population<D, Play>> {
    populations.all_mut().next()
}

/// A kind and its population.
#[derive(Clone)]
struct Post {
    kind: Kind,
    id: PopulationId,
    script: Option<MachineScript>,
}

/// The population of each kind, in the order of [`UNITS`](super::units::UNITS).
#[derive(Clone, Default)]
pub struct Troops(Vec<Post>);

impl Troops {
    /// Adds a population of each of these kinds.
    pub fn recruit(
        entries: &[Entry],
        populations: &mut Populations,
        world: &World<Play>,
        resources: &Resources,
    ) -> Result<Self, Box<dyn Error>> {
        let mut troops = Self::default();
        for Entry { kind, recruit, .. } in entries {
            let (id, script) = recruit(kind, populations, world, resources)?;
            troops.0.push(Post { kind, id, script });
        }
        Ok(troops)
    }

    /// The population of a kind, to send messages to.
    pub fn id(&self, kind: Kind) -> PopulationId {
        let post = self.0.iter().find(|post| std::ptr::eq(post.kind, kind));
        post.map_or_else(|| PopulationHandle::<()>::default().into(), |post| post.id)
    }

    pub fn get<'a>(&self, populations: &'a Populations, kind: Kind) -> Option<&'a dyn Troop> {
        populations.get_as(self.id(kind))
    }

    pub fn get_mut<'a>(
        &self,
        populations: &'a mut Populations,
        kind: Kind,
    ) -> Option<&'a mut (dyn Troop + 'static)> {
        populations.get_mut_as(self.id(kind))
    }

    pub fn iter<'a>(&'a self, populations: &'a Populations) -> impl Iterator<Item = (Kind, &'a dyn Troop)> {
        self.0.iter().filter_map(|post| Some((post.kind, populations.get_as::<dyn Troop>(post.id)?)))
    }

    pub fn count(&self, populations: &Populations, side: Side) -> usize {
        self.iter(populations).filter(|(kind, _)| kind.side == side).map(|(_, troop)| troop.len()).sum()
    }

    /// Goes on with a machine that was saved. Returns what could not be kept.
    pub fn replace(
        &mut self,
        populations: &mut Populations,
        resources: &Resources,
        machine: &str,
    ) -> Result<Vec<String>, Box<dyn Error>> {
        let mut lost = Vec::new();
        for post in self.0.iter_mut().filter(|post| post.kind.machine == machine) {
            if let Some(troop) = populations.get_mut_as::<dyn Troop>(post.id) {
                let (script, not_kept) = troop.replace(post.kind, resources)?;
                post.script = script;
                lost.extend(not_kept);
            }
        }
        Ok(lost)
    }

    /// The failure of a function of a script that has failed for the first time.
    pub fn take_failure(&self) -> Option<ScriptError> {
        self.0.iter().find_map(|post| post.script.as_ref()?.take_failure())
    }
}
