//! Machines, scripts, levels and the balance, saved while the game runs.

use std::error::Error;
use std::sync::Arc;

use proscenium::ai::{Blueprint, BuildError, Definition, RestoreError};
use proscenium::flow::{Machines, PopulationHandle, Reloaded};
use proscenium::kit::{Level, machine_error};
use proscenium::phase::Resources;

use super::Play;
use super::kind::Kind;
use super::stage::check_moods;
use super::{hero, marine, monster, mood};
use crate::hens;

impl Play {
    /// Goes on with a resource that was saved: with another definition of units, which come to the initial
    /// state if theirs is gone, with another balance, or on other ground. Returns what could not be kept.
    pub fn reload(
        &mut self,
        resources: &Resources,
        machines: &mut Machines,
        reloaded: &Reloaded,
    ) -> Option<String> {
        let Reloaded { id, path, text } = reloaded;
        let id = if id.name() == "hen_script" { "hen" } else { id.name() };
        let done = match resources.find::<Blueprint>(id) {
            Ok(blueprint) => self.replace(resources, machines, id, blueprint),
            Err(_) => self.stand_on(resources),
        };
        match done {
            Ok(lost) if lost.is_empty() => None,
            Ok(lost) => Some(format!("{path}: replaced; not kept: {}", lost.join(", "))),
            Err(error) => {
                let error = match error.downcast::<BuildError>() {
                    Ok(error) => machine_error(path, text, &error).to_string(),
                    Err(error) => format!("{path}: {error}"),
                };
                Some(format!("{error}; the old one stays"))
            }
        }
    }

    /// Takes the balance, and the ground and the places of the level. The units stay where they are.
    fn stand_on(&mut self, resources: &Resources) -> Result<Vec<String>, Box<dyn Error>> {
        let Some((level, _)) = resources.of_type::<Level>().next() else { return Ok(Vec::new()) };
        let mut begun = Self::new(resources, level.name(), 0)?;
        let mood = resources.find::<Blueprint>("mood")?.build(&mood::bindings())?;
        check_moods(&mood, &begun.tuning)?;
        (begun.troops, begun.hen_script) = (self.troops.clone(), self.hen_script.take());
        self.beacon.spot = begun.beacon.spot;
        self.resume(begun);
        Ok(Vec::new())
    }

    fn replace(
        &mut self,
        resources: &Resources,
        machines: &mut Machines,
        id: &str,
        blueprint: &Blueprint,
    ) -> Result<Vec<String>, Box<dyn Error>> {
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
            _ => return Ok(Vec::new()),
        };
        Ok(lost?)
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
