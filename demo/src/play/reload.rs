//! Machines and scripts that are saved while the game runs.

use std::error::Error;
use std::sync::Arc;

use proscenium::ai::{Blueprint, BuildError, Definition};
use proscenium::flow::{Machines, PopulationHandle, Reloaded};
use proscenium::kit::machine_error;
use proscenium::phase::Resources;

use super::Play;
use super::kind::Kind;
use super::stage::check_moods;
use super::{hero, marine, monster, mood};
use crate::hens;

impl Play {
    /// Replaces the definition of the units whose machine was saved; a unit in a state that is gone comes
    /// to the initial one. Returns a text about it; `None` for other resources.
    pub fn reload(
        &self,
        resources: &Resources,
        machines: &mut Machines,
        reloaded: &Reloaded,
    ) -> Option<String> {
        let Reloaded { id, path, text } = reloaded;
        let id = if id.name() == "hen_script" { "hen" } else { id.name() };
        let done = match resources.find::<Blueprint>(id) {
            Ok(blueprint) => self.replace(resources, machines, id, blueprint)?,
            Err(_) => return None,
        };
        let lost = done.map_err(|error| match error.downcast::<BuildError>() {
            Ok(error) => machine_error(path, text, &error).to_string(),
            Err(error) => format!("{path}: {error}"),
        });
        Some(match lost {
            Ok(lost) if lost.is_empty() => format!("{path}: replaced"),
            Ok(lost) => format!("{path}: replaced; not kept: {}", lost.join(", ")),
            Err(error) => format!("{error}; the old one stays"),
        })
    }

    fn replace(
        &self,
        resources: &Resources,
        machines: &mut Machines,
        id: &str,
        blueprint: &Blueprint,
    ) -> Option<Result<Vec<String>, Box<dyn Error>>> {
        let (troops, initial) = (&self.troops, blueprint.initial.as_str());
        Some(match id {
            "runner" => replace(
                machines,
                [troops.heroes],
                initial,
                blueprint.build(&hero::bindings()).map_err(Into::into),
            ),
            "marine" => {
                let built = blueprint.build(&marine::bindings()).map_err(Into::into);
                replace(machines, [troops.marines], initial, built)
            }
            "monster" => {
                let built = blueprint.build(&monster::bindings()).map_err(Into::into);
                replace(machines, Kind::ALL.map(|kind| troops.monsters_of(kind)), initial, built)
            }
            "mood" => {
                let built = blueprint.build(&mood::bindings()).map_err(Box::<dyn Error>::from);
                let built = built.and_then(|built| {
                    check_moods(&built, &self.tuning)?;
                    Ok(built)
                });
                replace(machines, [troops.moods], initial, built)
            }
            "hen" => replace(machines, [troops.hens], initial, hens::definition(resources)),
            _ => return None,
        })
    }
}

fn replace<D: Clone + 'static, W: 'static, const N: usize>(
    machines: &mut Machines,
    populations: [PopulationHandle<D, W>; N],
    initial: &str,
    built: Result<Arc<Definition<D, W>>, Box<dyn Error>>,
) -> Result<Vec<String>, Box<dyn Error>> {
    let definition = built?;
    let mut lost = Vec::new();
    for population in populations {
        if let Some(units) = machines.get_mut(population) {
            lost.extend(units.replace_definition(&definition, Some(initial))?);
        }
    }
    Ok(lost)
}
