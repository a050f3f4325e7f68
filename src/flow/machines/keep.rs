//! The units of populations in a save.

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Machines;
use super::hosted::Kept;
use crate::ai::Population;
use crate::flow::raw::Written;
use crate::phase::Handle;

impl Machines {
    /// Makes the units of a population part of a save. `false` if the population is gone.
    ///
    /// When a save is restored, the screen adds its populations in `on_enter` as always. Then the units of
    /// the kept ones are replaced by those of the save, with their ids, by the name of the machine; of
    /// several populations of one machine in the order of addition. Units in a state that the machine does
    /// not have any more come to `fallback`; without one the population stays as `on_enter` has made it.
    pub fn keep<D, W>(&mut self, handle: Handle<Population<D, W>>, fallback: Option<&str>) -> bool
    where
        D: Serialize + DeserializeOwned + Clone + 'static,
        W: 'static,
    {
        let entry = self.entry_mut(handle);
        entry.map(|entry| entry.kept = Some(Kept::of(fallback))).is_some()
    }

    /// The machine of each kept population, with its units or why they cannot be saved.
    pub(in crate::flow) fn save(&self) -> impl Iterator<Item = (&str, Written)> {
        self.entries.iter().filter_map(|entry| Some((entry.structure().name(), entry.save()?)))
    }

    /// Replaces the units of the kept populations. Returns what is lost.
    pub(in crate::flow) fn restore(&mut self, saved: &[(String, Box<RawValue>)]) -> Vec<String> {
        let mut lost = Vec::new();
        let mut left: Vec<_> = self.entries.iter_mut().filter(|entry| entry.is_kept()).collect();
        for (machine, units) in saved {
            let Some(at) = left.iter().position(|entry| entry.structure().name() == machine) else {
                lost.push(format!("machine `{machine}`: the screen keeps no population of it"));
                continue;
            };
            match left.remove(at).restore(units) {
                Ok(lines) => lost.extend(lines.iter().map(|line| format!("machine `{machine}`: {line}"))),
                Err(cause) => lost.push(format!("machine `{machine}`: {cause}")),
            }
        }
        lost
    }
}
