//! The kinds of units. A kind is a file in this folder, its machine in `assets/machines` and its picture in
//! `assets/textures`. What else names it: the lines that load both in `assets/phases/in_game.ron`, and here its `mod` and
//! its place in `KINDS`.

mod sheep;

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, BuildError, Definition, Population, StateId};
use proscenium::flow::{ScreenContext, World as Lend};
use proscenium::phase::{Asset as _, Resources};
use proscenium::platform::{AssetPath, AssetSource};
use proscenium::ui::Paint;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::world::World;

/// All kinds, in the order in which their units are updated and drawn.
const KINDS: &[Kind] = &[kind::<sheep::Sheep>()];

/// A kind of unit: the data of one unit, and what its machine does with it.
pub trait Unit: Clone + Serialize + DeserializeOwned + 'static {
    /// The id of its machine, and the name of its file.
    const MACHINE: &'static str;

    /// The code for the names in its machine.
    fn bindings() -> Bindings<Self, World>;

    /// The units at the start of a run.
    fn all(world: &mut World) -> Vec<Self>;

    /// Draws one unit. `paint` has the textures and the size of the view; `time` is how long units have lived here, without
    /// pauses, and chooses the frame of an animation.
    fn draw(&self, state: StateId, paint: &Paint<'_>, time: Duration);
}

/// The units of a kind on a screen, for code about units of all kinds.
pub trait Herd {
    /// Draws them.
    fn draw(&self, paint: &Paint<'_>);

    /// Goes on with a machine after its file was saved, if it is theirs. Returns what could not be kept.
    fn reload(&mut self, machine: &str, resources: &Resources) -> Result<Vec<String>, Box<dyn Error>>;
}

impl<U: Unit> Herd for Population<U, World> {
    fn draw(&self, paint: &Paint<'_>) {
        self.units().for_each(|(_, state, unit)| unit.draw(state, paint, self.now()));
    }

    fn reload(&mut self, machine: &str, resources: &Resources) -> Result<Vec<String>, Box<dyn Error>> {
        if machine != U::MACHINE {
            return Ok(Vec::new());
        }
        Ok(self.replace_definition(&define::<U>(resources)?, None)?)
    }
}

/// Whether units were added to a screen, or why not.
type Added = Result<(), Box<dyn Error>>;

/// What adds the units of a kind to a screen, and what checks its machine.
struct Kind {
    machine: &'static str,
    add: fn(&mut ScreenContext<'_>, &mut World, &Lend<World>) -> Added,
    check: fn(&Blueprint) -> Result<(), BuildError>,
}

const fn kind<U: Unit>() -> Kind {
    Kind { machine: U::MACHINE, add: add::<U>, check: |machine| machine.build(&U::bindings()).map(drop) }
}

/// Adds the units of all kinds to a screen, which lends its world to them.
pub fn add_all(cx: &mut ScreenContext<'_>, world: &mut World, lend: &Lend<World>) -> Added {
    KINDS.iter().try_for_each(|kind| (kind.add)(cx, world, lend))
}

fn add<U: Unit>(cx: &mut ScreenContext<'_>, world: &mut World, lend: &Lend<World>) -> Added {
    let mut population = Population::new(&define::<U>(cx.resources())?);
    for unit in U::all(world) {
        population.spawn(world, unit);
    }
    let handle = cx.populations().add_in(population, lend);
    cx.populations().keep(handle, None);
    cx.populations().show(handle, |herd| herd as &dyn Herd, |herd| herd);
    Ok(())
}

fn define<U: Unit>(resources: &Resources) -> Result<Arc<Definition<U, World>>, Box<dyn Error>> {
    Ok(resources.find::<Blueprint>(U::MACHINE)?.build(&U::bindings())?)
}

/// Goes on with a machine after its file was saved, for the option `--watch`. Returns what could not be kept.
pub fn reload(cx: &mut ScreenContext<'_>, machine: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let (resources, mut lost) = (cx.resources(), Vec::new());
    for herd in cx.populations().all_mut::<dyn Herd>() {
        lost.extend(herd.reload(machine, resources)?);
    }
    Ok(lost)
}

/// Checks that the names in a machine are bound, for the tool `check`.
pub fn check(path: &AssetPath, source: &dyn AssetSource) -> Result<(), String> {
    let is_its = |kind: &&Kind| path.as_str() == format!("machines/{}.ron", kind.machine);
    let Some(kind) = KINDS.iter().find(is_its) else { return Ok(()) };
    // The library tells what cannot be read.
    let Ok(machine) = Blueprint::read(source, path) else { return Ok(()) };
    (kind.check)(&machine).map_err(|error| error.to_string())
}
