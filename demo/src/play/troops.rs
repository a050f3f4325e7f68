//! The populations of a play, for code that deals with units of all kinds.

use std::any::Any;
use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use proscenium::ai::{Blueprint, BuildError, Population, PopulationHandle, PopulationId, UnitId};
use proscenium::flow::{Machines, World};
use proscenium::kit::{MachineScript, Script, ScriptError};
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

/// A new population, or why it cannot be built.
type Recruited = Result<Rc<dyn Troop>, Box<dyn Error>>;

/// A kind of units, with what its type does for code that does not know the type.
pub struct Entry {
    pub kind: Kind,
    pub recruit: fn(Kind, &mut Machines, &World<Play>, &Resources) -> Recruited,
    pub build: fn(&Blueprint, Option<&Script>) -> Result<(), BuildError>,
    /// As [`Unit::portraits`].
    pub portraits: fn(usize, u32) -> Vec<Look>,
}

impl Entry {
    /// A kind whose units have this type.
    pub const fn of<D: Unit>(kind: Kind) -> Self {
        Self {
            kind,
            recruit: Of::<D>::recruit,
            build: |blueprint, script| D::define(blueprint, script).map(|_| ()),
            portraits: D::portraits,
        }
    }
}

/// A population of one kind, whatever the type of its units.
pub trait Troop {
    fn kind(&self) -> Kind;
    fn id(&self) -> PopulationId;
    /// The typed handle of the population.
    fn handle(&self) -> &dyn Any;
    fn len(&self, machines: &Machines) -> usize;
    /// As [`Unit::gap`].
    fn gap(&self, tuning: &Tuning) -> f32;
    fn add(&self, play: &mut Play, machines: &mut Machines, spot: (f32, f32)) -> Option<UnitId>;
    /// Adds its units to the crowd.
    fn gather(&self, machines: &Machines, tuning: &Tuning, crowd: &mut Crowd);
    fn body_mut<'a>(&self, machines: &'a mut Machines, unit: UnitId) -> Option<&'a mut Body>;
    fn hurt(&self, machines: &mut Machines, unit: UnitId, hit: &Hit, play: &mut Play);
    /// Goes on with the loaded machine. Returns what could not be kept.
    fn replace(&self, machines: &mut Machines, resources: &Resources) -> Result<Vec<String>, Box<dyn Error>>;
    /// As [`Unit::check`].
    fn check(&self, machines: &Machines, tuning: &Tuning) -> Result<(), String>;
    /// The failure of a function of its script that has failed for the first time.
    fn take_failure(&self) -> Option<ScriptError>;
    /// Calls `draw` for each unit that is drawn.
    fn looks(&self, machines: &Machines, play: &Play, draw: &mut dyn FnMut(ActorId, Look, &Body));
    fn survey(&self, machines: &Machines, unit: UnitId, play: &Play) -> Option<Survey>;
    /// What the machine of a unit does; `None` if the population is gone.
    fn observe(&self, machines: &Machines, unit: UnitId) -> Option<Observed>;
    /// Starts to record so many changes of a unit, or stops.
    fn watch(&self, machines: &mut Machines, unit: Option<(UnitId, usize)>);
}

struct Of<D> {
    kind: Kind,
    handle: PopulationHandle<D, Play>,
    script: RefCell<Option<MachineScript>>,
}

fn define<D: Unit>(kind: Kind, resources: &Resources) -> Result<Defined<D>, Box<dyn Error>> {
    let blueprint = resources.find::<Blueprint>(kind.machine)?;
    let script = format!("{}_script", kind.machine);
    let script = blueprint.script.as_ref().map(|_| resources.find(&script)).transpose()?;
    let (script, definition) = D::define(blueprint, script)?;
    D::check(&definition, resources.find("tuning")?)?;
    Ok((script, definition))
}

impl<D: Unit> Of<D> {
    fn recruit(kind: Kind, machines: &mut Machines, world: &World<Play>, resources: &Resources) -> Recruited {
        let (script, definition) = define::<D>(kind, resources)?;
        let handle = machines.add_in(Population::new(&definition), world);
        // Units in a state that the machine does not have any more come to the initial one.
        let initial = &resources.find::<Blueprint>(kind.machine)?.initial;
        machines.keep(handle, Some(initial));
        Ok(Rc::new(Self { kind, handle, script: RefCell::new(script) }))
    }

    fn units<'a>(&self, machines: &'a Machines) -> impl Iterator<Item = (UnitId, &'a D)> {
        let units = machines.get(self.handle);
        units.into_iter().flat_map(|units| units.iter().map(|unit| (unit, &units.data()[unit.index()])))
    }
}

impl<D: Unit> Troop for Of<D> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn id(&self) -> PopulationId {
        self.handle.into()
    }

    fn handle(&self) -> &dyn Any {
        &self.handle
    }

    fn len(&self, machines: &Machines) -> usize {
        machines.get(self.handle).map_or(0, Population::len)
    }

    fn gap(&self, tuning: &Tuning) -> f32 {
        D::gap(self.kind, tuning)
    }

    fn add(&self, play: &mut Play, machines: &mut Machines, spot: (f32, f32)) -> Option<UnitId> {
        D::add(self.kind, play, machines, spot)
    }

    fn gather(&self, machines: &Machines, tuning: &Tuning, crowd: &mut Crowd) {
        let (kind, side, radius) = (self.kind, self.kind.side, D::radius(self.kind, tuning));
        for (unit, data) in self.units(machines) {
            if let Some(body) = data.body().filter(|_| data.is_up()) {
                let id = ActorId::Unit(kind, unit);
                crowd.add(Actor { id, side, spot: body.spot(), z: body.z, radius });
            }
        }
    }

    fn body_mut<'a>(&self, machines: &'a mut Machines, unit: UnitId) -> Option<&'a mut Body> {
        machines.get_mut(self.handle)?.get_mut(unit)?.body_mut()
    }

    fn hurt(&self, machines: &mut Machines, unit: UnitId, hit: &Hit, play: &mut Play) {
        let Some(units) = machines.get_mut(self.handle) else { return };
        let Some(data) = units.get_mut(unit) else { return };
        for event in data.hurt(hit, play) {
            // A full queue drops it.
            let _ = units.send(unit, event);
        }
    }

    fn replace(&self, machines: &mut Machines, resources: &Resources) -> Result<Vec<String>, Box<dyn Error>> {
        let (script, definition) = define::<D>(self.kind, resources)?;
        let initial = &resources.find::<Blueprint>(self.kind.machine)?.initial;
        self.script.replace(script);
        let Some(units) = machines.get_mut(self.handle) else { return Ok(Vec::new()) };
        Ok(units.replace_definition(&definition, Some(initial))?)
    }

    fn check(&self, machines: &Machines, tuning: &Tuning) -> Result<(), String> {
        machines.get(self.handle).map_or(Ok(()), |units| D::check(units.definition(), tuning))
    }

    fn take_failure(&self) -> Option<ScriptError> {
        self.script.borrow().as_ref()?.take_failure()
    }

    fn looks(&self, machines: &Machines, play: &Play, draw: &mut dyn FnMut(ActorId, Look, &Body)) {
        let Some(units) = machines.get(self.handle) else { return };
        for (unit, data) in self.units(machines) {
            if let Some((look, body)) = data.look(unit, units, play).zip(data.body()) {
                draw(ActorId::Unit(self.kind, unit), look, body);
            }
        }
    }

    fn survey(&self, machines: &Machines, unit: UnitId, play: &Play) -> Option<Survey> {
        let units = machines.get(self.handle)?;
        Some(units.get(unit)?.survey(unit, units, play))
    }

    fn observe(&self, machines: &Machines, unit: UnitId) -> Option<Observed> {
        Some(Observed::of(machines.get(self.handle)?, unit))
    }

    fn watch(&self, machines: &mut Machines, unit: Option<(UnitId, usize)>) {
        let Some(units) = machines.get_mut(self.handle) else { return };
        match unit {
            Some((unit, changes)) => units.watch(unit, changes),
            None => units.unwatch(),
        }
    }
}

/// The populations of a play, in the order of [`UNITS`](super::units::UNITS).
#[derive(Clone, Default)]
pub struct Troops(pub(super) Vec<Rc<dyn Troop>>);

impl Troops {
    pub fn iter(&self) -> impl Iterator<Item = &dyn Troop> {
        self.0.iter().map(Rc::as_ref)
    }

    pub fn get(&self, kind: Kind) -> Option<Rc<dyn Troop>> {
        self.0.iter().find(|troop| std::ptr::eq(troop.kind(), kind)).map(Rc::clone)
    }

    /// The population of a kind, to send messages to.
    pub fn id(&self, kind: Kind) -> PopulationId {
        self.get(kind).map_or_else(|| PopulationHandle::<()>::default().into(), |troop| troop.id())
    }

    /// The populations of all kinds of a type of units.
    pub fn all_of<D: Unit>(&self) -> impl Iterator<Item = (Kind, PopulationHandle<D, Play>)> {
        self.iter().filter_map(|troop| Some((troop.kind(), *troop.handle().downcast_ref()?)))
    }

    /// The population of the first kind of a type of units.
    pub fn of<D: Unit>(&self) -> PopulationHandle<D, Play> {
        self.all_of().next().map_or_else(PopulationHandle::default, |(_, handle)| handle)
    }

    pub fn count(&self, machines: &Machines, side: Side) -> usize {
        self.iter().filter(|troop| troop.kind().side == side).map(|troop| troop.len(machines)).sum()
    }

    pub fn body_mut<'a>(&self, machines: &'a mut Machines, id: ActorId) -> Option<&'a mut Body> {
        let ActorId::Unit(kind, unit) = id else { return None };
        self.get(kind)?.body_mut(machines, unit)
    }

    pub fn take_failure(&self) -> Option<ScriptError> {
        self.iter().find_map(Troop::take_failure)
    }
}
