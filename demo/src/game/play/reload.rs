//! Populations, scripts, levels and the balance, saved while the game runs.

use std::error::Error;

use proscenium::ai::{Blueprint, BuildError};
use proscenium::flow::{Populations, Reloaded};
use proscenium::formats::Level;
use proscenium::phase::Resources;

use super::Play;
use super::tuning::Tuning;

impl Play {
    /// Goes on with a resource that was saved: with another definition of units, which come to the initial
    /// state if theirs is gone, with another balance, or on other ground. Returns what could not be kept.
    pub fn reload(
        &mut self,
        resources: &Resources,
        populations: &mut Populations,
        reloaded: &Reloaded,
    ) -> Option<String> {
        let Reloaded { id, path } = reloaded;
        let machine = id.name().strip_suffix("_script").unwrap_or(id.name());
        let done = if resources.find::<Blueprint>(machine).is_ok() {
            self.troops.replace(populations, resources, machine)
        } else if resources.find::<Level>(id.name()).is_ok() || resources.find::<Tuning>(id.name()).is_ok() {
            self.stand_on(resources, populations)
        } else {
            return None;
        };
        match done {
            Ok(lost) if lost.is_empty() => None,
            Ok(lost) => Some(format!("{path}: replaced; not kept: {}", lost.join(", "))),
            Err(error) => {
                // It has the path itself.
                let path = if error.is::<BuildError>() { String::new() } else { format!("{path}: ") };
                Some(format!("{path}{error}; the old one stays"))
            }
        }
    }

    /// Takes the balance, and the ground and the places of the level. The units stay where they are.
    fn stand_on(
        &mut self,
        resources: &Resources,
        populations: &Populations,
    ) -> Result<Vec<String>, Box<dyn Error>> {
        let Some((level, _)) = resources.of_type::<Level>().next() else { return Ok(Vec::new()) };
        let mut begun = Self::new(resources, level.name(), 0)?;
        self.troops.iter(populations).try_for_each(|(_, troop)| troop.check(&begun.tuning))?;
        begun.troops = self.troops.clone();
        self.resume(begun);
        Ok(Vec::new())
    }
}
