//! The kinds of units. A kind is a file in this folder and its machine in `assets/machines`. What else names it:
//! a line in `assets/phases/in_game.ron`, and its lines here.

mod sheep;

use std::error::Error;

use proscenium::ai::{Bindings, Blueprint, Population, StateId};
use proscenium::flow::{Machines, ScreenContext};
use proscenium::phase::{Asset as _, Resources};
use proscenium::platform::{AssetPath, AssetSource};

use crate::world::World;
use sheep::Sheep;

/// A kind of unit: the data of one unit, and what its machine does with it.
pub trait Unit: Clone + 'static {
    /// The id of its machine, and the name of its file.
    const MACHINE: &'static str;

    /// The code for the names in its machine.
    fn bindings() -> Bindings<Self, World>;

    /// The units at the start of a run.
    fn all(world: &mut World) -> Vec<Self>;

    /// Draws one unit.
    fn draw(&self, state: StateId);
}

/// Goes on with a machine after its file was saved. Returns what could not be kept.
type Reload = dyn Fn(&Resources, &mut Machines) -> Result<Vec<String>, Box<dyn Error>>;

/// The units of a kind on a screen.
pub struct Herd {
    /// Draws them.
    pub draw: Box<dyn Fn(&Machines)>,
    /// For the option `--watch`.
    pub reload: Box<Reload>,
    /// The id of their machine.
    pub machine: &'static str,
}

/// Adds the units of all kinds to a screen, which lends its world to them.
pub fn add_all<S: 'static>(
    cx: &mut ScreenContext<'_>,
    world: &mut World,
    lend: fn(&mut S) -> &mut World,
) -> Result<Vec<Herd>, Box<dyn Error>> {
    Ok(vec![add::<Sheep, S>(cx, world, lend)?])
}

/// Checks that the names in a machine are bound, for the tool `check`.
pub fn check(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    check_kind::<Sheep>(path, source)
}

fn add<U: Unit, S: 'static>(
    cx: &mut ScreenContext<'_>,
    world: &mut World,
    lend: fn(&mut S) -> &mut World,
) -> Result<Herd, Box<dyn Error>> {
    let define = |resources: &Resources| -> Result<_, Box<dyn Error>> {
        Ok(resources.find::<Blueprint>(U::MACHINE)?.build(&U::bindings())?)
    };
    let definition = define(cx.resources())?;
    let mut population = Population::new(&definition);
    for unit in U::all(world) {
        population.with(world).spawn(unit);
    }
    let handle = cx.machines().add_with(population, lend);
    let draw = move |machines: &Machines| {
        let Some(population) = machines.get(handle) else { return };
        population.units().for_each(|(_, state, data)| data.draw(state));
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
