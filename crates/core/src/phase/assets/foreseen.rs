//! What a network's manifests said last. A load knows from it which resources stay before its own manifest has come,
//! and frees the others at once, as with files on a disk. No load waits for it.

use std::collections::HashMap;

use async_executor::Task;

use super::Assets;
use crate::phase::listing::Listed;
use crate::phase::manifest::{Entries, queue_of};
use crate::phase::resource::{Chosen, Resource};

/// The entries of manifests, by their paths.
#[derive(Default)]
pub(super) struct Foreseen(HashMap<String, Manifest>);

enum Manifest {
    Coming(Task<Listed>),
    Known(Entries),
}

impl Assets {
    /// Begins to read the manifests that are not known yet. The load keeps its own.
    pub(super) fn foresee(&mut self) {
        if self.source.is_immediate() {
            return;
        }
        for phase in &self.phases {
            for manifest in phase.manifests() {
                if !self.foreseen.0.contains_key(manifest)
                    && self.chosen.manifest.as_deref() != Some(manifest)
                {
                    let manifest_of = Some(manifest.to_owned());
                    let chosen = Chosen { manifest: manifest_of, policy: phase.policy, ..Chosen::default() };
                    let task = self.read_manifest(&chosen);
                    self.foreseen.0.insert(manifest.to_owned(), Manifest::Coming(task));
                }
            }
        }
    }

    /// Takes what has come.
    pub(super) fn collect_foreseen(&mut self) {
        let is_coming = |manifest: &Manifest| matches!(manifest, Manifest::Coming(_));
        if !self.foreseen.0.values().any(is_coming) {
            return;
        }
        self.pacing.decode(&self.background, || false);
        let has_come = |_: &String, manifest: &mut Manifest| match manifest {
            Manifest::Coming(task) => task.is_finished(),
            Manifest::Known(_) => false,
        };
        let come: Vec<_> = self.foreseen.0.extract_if(has_come).collect();
        for (path, manifest) in come {
            // One that cannot be read is left out: the load that needs it reports the error.
            if let Manifest::Coming(task) = manifest
                && let Ok(entries) = self.background.finish(task).entries
            {
                self.foreseen.0.insert(path, Manifest::Known(entries));
            }
        }
    }

    /// What a load will probably read, if that is known.
    pub(super) fn foreseen(&mut self, chosen: &Chosen) -> Option<Vec<Resource>> {
        self.collect_foreseen();
        let Manifest::Known(entries) = self.foreseen.0.get(chosen.manifest.as_ref()?)? else { return None };
        queue_of(entries, &chosen.resources, &self.kinds, &self.makers).ok()
    }

    /// Keeps what a load has read.
    pub(super) fn keep_foreseen(&mut self, manifest: Option<&str>, entries: Entries) {
        if let Some(manifest) = manifest.filter(|_| !self.source.is_immediate()) {
            self.foreseen.0.insert(manifest.to_owned(), Manifest::Known(entries));
        }
    }
}
