//! Machines and scripts that are saved while the game runs.

use std::error::Error;
use std::sync::Arc;

use proscenium::ai::{Blueprint, BuildError, Definition, RestoreError};
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
        &mut self,
        resources: &Resources,
        machines: &mut Machines,
        reloaded: &Reloaded,
    ) -> Option<String> {
        let Reloaded { id, path, text } = reloaded;
        let id = if id.name() == "hen_script" { "hen" } else { id.name() };
        let blueprint = resources.find::<Blueprint>(id).ok()?;
        Some(match self.replace(resources, machines, id, blueprint).transpose()? {
            Ok(lost) if lost.is_empty() => format!("{path}: replaced"),
            Ok(lost) => format!("{path}: replaced; not kept: {}", lost.join(", ")),
            Err(error) => {
                let error = match error.downcast::<BuildError>() {
                    Ok(error) => machine_error(path, text, &error).to_string(),
                    Err(error) => format!("{path}: {error}"),
                };
                format!("{error}; the old one stays")
            }
        })
    }

    fn replace(
        &mut self,
        resources: &Resources,
        machines: &mut Machines,
        id: &str,
        blueprint: &Blueprint,
    ) -> Result<Option<Vec<String>>, Box<dyn Error>> {
        let (troops, initial) = (&self.troops, blueprint.initial.as_str());
        let lost = match id {
            "runner" => replace(machines, [troops.heroes], initial, &blueprint.build(&hero::bindings())?),
            "marine" => replace(machines, [troops.marines], initial, &blueprint.build(&marine::bindings())?),
            "monster" => {
                let monsters = Kind::ALL.map(|kind| troops.monsters_of(kind));
                replace(machines, monsters, initial, &blueprint.build(&monster::bindings())?)
            }
            "mood" => {
                let mood = blueprint.build(&mood::bindings())?;
                check_moods(&mood, &self.tuning)?;
                replace(machines, [troops.moods], initial, &mood)
            }
            "hen" => {
                let (script, hen) = hens::definition(blueprint, resources.find("hen_script")?)?;
                self.hen_script = Some(script);
                replace(machines, [troops.hens], initial, &hen)
            }
            _ => return Ok(None),
        };
        Ok(Some(lost?))
    }
}

fn replace<D: Clone + 'static, W: 'static, const N: usize>(
    machines: &mut Machines,
    populations: [PopulationHandle<D, W>; N],
    initial: &str,
    definition: &Arc<Definition<D, W>>,
) -> Result<Vec<String>, RestoreError> {
    let mut lost = Vec::new();
    for population in populations {
        if let Some(units) = machines.get_mut(population) {
            lost.extend(units.replace_definition(definition, Some(initial))?);
        }
    }
    Ok(lost)
}
