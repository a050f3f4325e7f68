//! The kinds of units. A kind is a file in this folder and its machine in `assets/machines`. What else names it: a line
//! in `assets/phases/in_game.ron`, and here its `mod` and its place in `KINDS`.

mod sheep;

use std::error::Error;

use proscenium::ai::{Bindings, Blueprint, Population, StateId};
use proscenium::flow::{self, Machines, ScreenContext};
use proscenium::phase::{Asset as _, Resources};
use proscenium::platform::{AssetPath, AssetSource};

use crate::world::World;

/// All kinds, in the order in which their units are updated and drawn.
const KINDS: &[Kind] = &[kind::<sheep::Sheep>()];

/// A kind of unit: the data of one unit, and what its machine does with it.
pub trait Unit: Clone + 'static {
    /// The id of its machine, and the name of its file.
    const MACHINE: &'static str;

    /// The code for the names in its machine.
    fn bindings() -> Bindings<Self, World>;

    /// The units at the start of a run.
    fn all(world: &mut World) -> Vec<Self>;

    /// Draws one unit in a view of this size.
    fn draw(&self, state: StateId, view: (f32, f32));
}

/// Draws units in a view of this size.
type Draw = dyn Fn(&Machines, (f32, f32));

/// Goes on with a machine after its file was saved. Returns what could not be kept.
type Reload = dyn Fn(&Resources, &mut Machines) -> Result<Vec<String>, Box<dyn Error>>;

/// The units of a kind on a screen.
pub struct Herd {
    pub draw: Box<Draw>,
    /// For the option `--watch`.
    pub reload: Box<Reload>,
    /// The id of their machine.
    pub machine: &'static str,
}

/// How a screen lends its world to its units.
pub type Lend = flow::World<World>;

/// Adds the units of a kind to a screen.
type Add = fn(&mut ScreenContext<'_>, &mut World, &Lend) -> Result<Herd, Box<dyn Error>>;

/// What adds the units of a kind to a screen, and what checks its machine.
type Kind = (Add, fn(&AssetPath, &dyn AssetSource) -> Result<(), String>);

const fn kind<U: Unit>() -> Kind {
    (add::<U>, check_kind::<U>)
}

/// Adds the units of all kinds to a screen, which lends its world to them.
pub fn add_all(
    cx: &mut ScreenContext<'_>,
    world: &mut World,
    lend: &Lend,
) -> Result<Vec<Herd>, Box<dyn Error>> {
    KINDS.iter().map(|(add, _)| add(cx, world, lend)).collect()
}

/// Checks that the names in a machine are bound, for the tool `check`.
pub fn check(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    KINDS.iter().try_for_each(|(_, check)| check(path, source))
}

fn add<U: Unit>(cx: &mut ScreenContext<'_>, world: &mut World, lend: &Lend) -> Result<Herd, Box<dyn Error>> {
    let define = |resources: &Resources| -> Result<_, Box<dyn Error>> {
        Ok(resources.find::<Blueprint>(U::MACHINE)?.build(&U::bindings())?)
    };
    let definition = define(cx.resources())?;
    let mut population = Population::new(&definition);
    for unit in U::all(world) {
        population.with(world).spawn(unit);
    }
    let handle = cx.machines().add_in(population, lend);
    let draw = move |machines: &Machines, view: (f32, f32)| {
        let Some(population) = machines.get(handle) else { return };
        population.units().for_each(|(_, state, data)| data.draw(state, view));
    };
    let reload = move |resources: &Resources, machines: &mut Machines| {
        let Some(population) = machines.get_mut(handle) else { return Ok(Vec::new()) };
        Ok(population.replace_definition(&define(resources)?, None)?)
    };
    Ok(Herd { draw: Box::new(draw), reload: Box::new(reload), machine: U::MACHINE })
}

fn check_kind<U: Unit>(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    let is_its = path.as_str() == format!("machines/{}.ron", U::MACHINE);
    let machine = Blueprint::read(source, path).ok().filter(|_| is_its);
    machine
        .map_or(Ok(()), |machine| machine.build(&U::bindings()).map(drop).map_err(|error| error.to_string()))
}
