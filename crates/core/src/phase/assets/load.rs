//! One load: of the phase on screen, or beside it.

use std::future::ready;
use std::sync::Arc;

use async_executor::Task;

use super::Assets;
use crate::phase::error::LoadError;
use crate::phase::files::Noted;
use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::listing::{Listed, Listing};
use crate::phase::manifest::queue_of;
use crate::phase::queue::Queue;
use crate::phase::resource::{Chosen, Resource};
use crate::phase::status::{Activity, Idle, LoadStatus, LoadStep};

/// How far a load is.
pub(super) enum Stage {
    /// Its manifest is read.
    Listing(Task<Listed>),
    /// What it loads is known. The load on screen lets the GPU have its frame.
    Listed(Queue),
    Loading(Queue),
    Ended,
}

/// A load of a phase.
pub(crate) struct Load {
    pub(super) chosen: Chosen,
    pub(super) stage: Stage,
    pub(crate) status: LoadStatus,
    /// All resources of the phase in their order, once they are known.
    pub(super) wanted: Option<Vec<Resource>>,
    /// The files of its manifest.
    pub(super) manifests: Vec<Noted>,
    idle: Idle,
    /// The ticks since it began, or since the player had it read again.
    ticks: u32,
}

impl Load {
    pub(super) fn is_for(&self, phase: PhaseId, chosen: &Chosen) -> bool {
        self.status.phase == phase && self.chosen.manifest == chosen.manifest
    }

    /// Takes out the queue of the loading step, which is set again at the end of a turn.
    pub(super) fn take_queue(&mut self) -> Option<Queue> {
        match std::mem::replace(&mut self.stage, Stage::Ended) {
            Stage::Loading(queue) => Some(queue),
            other => {
                self.stage = other;
                None
            }
        }
    }

    /// Counts a tick, at its end.
    pub(super) fn count_tick(&mut self) {
        let (done, received) = match &self.stage {
            Stage::Listed(queue) | Stage::Loading(queue) => queue.mark(),
            Stage::Listing(_) | Stage::Ended => (self.status.progress.done, 0),
        };
        self.status.activity = self.idle.count((self.status.step, done, received), &self.chosen.policy);
        self.ticks = self.ticks.saturating_add(1);
    }

    /// Forgets that there was no progress, because the player has it read again.
    pub(super) fn count_again(&mut self) {
        (self.idle, self.ticks) = (Idle::default(), 0);
        self.status.activity = Activity::Working;
    }

    /// Shows how far a queue is.
    pub(super) fn show(&mut self, queue: &Queue) {
        self.status.progress = queue.progress();
        self.status.item = queue.first().map(Resource::id).or(self.status.item);
    }

    /// The ids of all its resources.
    pub(super) fn ids(&self) -> impl Iterator<Item = ResourceId> {
        self.wanted.iter().flatten().map(Resource::id)
    }
}

/// The resources of a phase in their order, and the files of its manifest.
type Wanted = (Result<Vec<Resource>, LoadError>, Vec<Noted>);

impl Assets {
    /// Starts a load of a phase.
    pub(super) fn new_load(&self, phase: PhaseId, step: LoadStep, chosen: Chosen) -> Load {
        Load {
            stage: Stage::Listing(self.read_manifest(&chosen)),
            chosen,
            status: LoadStatus::new(phase, step),
            wanted: None,
            manifests: Vec::new(),
            idle: Idle::default(),
            ticks: 0,
        }
    }

    /// Starts to read the manifest of a phase.
    pub(super) fn read_manifest(&self, chosen: &Chosen) -> Task<Listed> {
        let Some(read) = self.read_manifests else {
            return self.background.spawn(ready(Listed { entries: Ok(Vec::new()), files: Vec::new() }));
        };
        self.background.spawn(read(Listing {
            manifest: chosen.manifest.clone(),
            source: Arc::clone(&self.source),
            kinds: self.kinds.clone(),
            policy: chosen.policy,
        }))
    }

    /// Takes what the manifest of a load says, once it is read. `may_wait` allows to wait for it.
    pub(super) fn list(&mut self, load: &mut Load, may_wait: bool) -> Option<Result<(), LoadError>> {
        let task = match std::mem::replace(&mut load.stage, Stage::Ended) {
            Stage::Listing(task) => task,
            other => {
                load.stage = other;
                return None;
            }
        };
        match self.listed(task, &load.chosen, may_wait) {
            Ok((wanted, files)) => {
                load.manifests = files;
                Some(wanted.map(|wanted| load.wanted = Some(wanted)))
            }
            Err(task) => {
                load.stage = Stage::Listing(task);
                load.chosen.policy.time_out(load.ticks).map(Err)
            }
        }
    }

    /// What a manifest says, with its files, once it is read; until then the task again.
    pub(super) fn listed(
        &mut self,
        task: Task<Listed>,
        chosen: &Chosen,
        may_wait: bool,
    ) -> Result<Wanted, Task<Listed>> {
        if !may_wait {
            self.pacing.decode(&self.background, || task.is_finished());
            if !task.is_finished() {
                return Err(task);
            }
        }
        let Listed { entries, files } = self.background.finish(task);
        let wanted = entries.and_then(|entries| {
            let wanted = queue_of(&entries, &chosen.resources, &self.kinds, &self.makers);
            self.keep_foreseen(chosen.manifest.as_deref(), entries);
            wanted
        });
        Ok((wanted, files))
    }
}
