//! A preload: the files of the next phase, loaded while the present one runs.

use std::any::Any;

use async_executor::Task;

use super::freeing::kept;
use super::{Listed, Loader};
use crate::phase::error::{LoadError, manifest_failure};
use crate::phase::files::Noted;
use crate::phase::job::{Turn, Use};
use crate::phase::queue::{Effort, Queue, Tools};
use crate::phase::resource::{Chosen, PhaseContents, Resource};
use crate::phase::status::{Idle, LoadStatus, LoadStep};

/// The preload of one phase.
pub(crate) struct Preload {
    pub(crate) status: LoadStatus,
    chosen: Chosen,
    /// The maximum of bytes.
    limit: u64,
    /// Reads the manifest.
    listing: Option<Task<Listed>>,
    /// All resources of the phase, once the manifest is read.
    pub(super) wanted: Option<Vec<Resource>>,
    /// Those of them that are files and not resident.
    pub(super) queue: Queue,
    idle: Idle,
    /// The bytes of what is loaded.
    bytes: u64,
    /// The number of turns that have come and were not used, because a file was not decoded yet.
    owed: u32,
    /// The files of its manifest.
    manifests: Vec<Noted>,
}

impl Preload {
    fn is_for(&self, phase: &PhaseContents, payload: Option<&dyn Any>) -> bool {
        self.status.phase == phase.id && self.chosen.manifest.as_deref() == phase.manifest_for(payload)
    }

    fn fail(&mut self, error: String) {
        log::warn!("{error}; the load of the phase will load the rest");
        self.status.error.get_or_insert(error);
    }
}

impl Loader {
    /// Starts to preload a phase that is not resident. Another preload ends here; one of the same phase
    /// from the same manifest goes on.
    pub(crate) fn begin_preload(&mut self, phase: &PhaseContents, payload: Option<&dyn Any>) {
        if self.preload.as_ref().is_some_and(|preload| preload.is_for(phase, payload)) {
            return;
        }
        self.drop_preload();
        let chosen = phase.chosen(payload);
        self.preload = Some(Preload {
            status: LoadStatus::new(phase.id, LoadStep::Loading),
            limit: self.preload_limit.min(phase.policy.byte_limit),
            listing: Some(self.read_manifest(chosen.manifest.as_deref(), chosen.policy)),
            chosen,
            wanted: None,
            queue: Queue::default(),
            idle: Idle::default(),
            bytes: 0,
            owed: 0,
            manifests: Vec::new(),
        });
    }

    /// One turn of the preload: the manifest or one item. Called once in each tick without a load.
    ///
    /// What is not decoded yet is not waited for.
    pub(crate) fn tick_preload(&mut self) {
        let Some(mut preload) = self.preload.take() else { return };
        preload.owed += 1;
        self.take_turn(&mut preload, false);
        let Preload { status, idle, queue, chosen, .. } = &mut preload;
        let (done, received) = queue.mark();
        status.activity = idle.count((status.step, done, received), &chosen.policy);
        self.preload = Some(preload);
    }

    /// Ends the preload, because a phase will be loaded. One that the load can use stays.
    ///
    /// How far it went depends on the number of ticks only, so that each run has the same trace: each turn
    /// that has come counts, and is waited for here if its item is not decoded yet. A network cannot be
    /// waited for.
    pub(crate) fn end_preload(&mut self, phase: &PhaseContents, payload: Option<&dyn Any>) {
        let Some(mut preload) = self.preload.take() else { return self.drop_preload() };
        let is_meant = preload.is_for(phase, payload);
        while is_meant && preload.owed > 0 && self.take_turn(&mut preload, true) {}
        let files = preload.manifests.iter().chain(self.store.resources.preloaded_files());
        let is_stale = Noted::is_stale(files, self.source.as_ref());
        if is_meant && preload.wanted.is_some() && !is_stale {
            self.preload = Some(preload);
        } else {
            self.drop_preload();
        }
    }

    /// Frees what is preloaded.
    pub(crate) fn drop_preload(&mut self) {
        self.preload = None;
        self.store.free_next();
    }

    /// Works on the manifest or on one item, for as long as that takes if `is_end`. Returns whether it is done.
    fn take_turn(&mut self, preload: &mut Preload, is_end: bool) -> bool {
        if preload.status.step != LoadStep::Loading {
            return false;
        }
        self.pacing.begin();
        let may_block = is_end && self.source.is_immediate();
        let is_done = match preload.listing.take() {
            Some(listing) => match self.wanted(listing, &preload.chosen, may_block) {
                Ok((wanted, files)) => {
                    preload.manifests = files;
                    self.list(preload, wanted);
                    true
                }
                Err(listing) => match preload.chosen.policy.time_out(preload.idle.ticks) {
                    Some(error) => {
                        self.list(preload, Err(error));
                        true
                    }
                    None => {
                        preload.listing = Some(listing);
                        false
                    }
                },
            },
            None => self.load_next(preload, may_block, is_end),
        };
        preload.owed -= u32::from(is_done);
        if preload.wanted.is_some() {
            let Preload { status, queue, .. } = preload;
            status.progress = queue.progress();
            status.item = queue.current().map(Resource::id).or(status.item);
            if queue.is_empty() {
                status.step = if status.error.is_none() { LoadStep::Ready } else { LoadStep::Failed };
            } else if status.step == LoadStep::Failed {
                // What is decoded ahead goes.
                *queue = Queue::default();
            }
        }
        is_done
    }

    /// Makes the queue. What code makes is left to the load: it may need the main thread for long, and
    /// may see nothing but a phase that is complete.
    fn list(&mut self, preload: &mut Preload, wanted: Result<Vec<Resource>, LoadError>) {
        let wanted = match wanted {
            Ok(wanted) => wanted,
            Err(cause) => {
                preload.status.step = LoadStep::Failed;
                let text = cause.to_string();
                return preload.fail(manifest_failure(preload.status.phase, &cause, text));
            }
        };
        // What a request has brought in may go before the load.
        let stay = kept(&wanted, &self.store.resources, |new| !self.streams.has(new.id()));
        self.store.resources.begin_next(&stay);
        let is_new = |new: &&Resource| new.path().is_some() && !new.is_streamed && !stay.contains(&new.id());
        let new = wanted.iter().filter(is_new).cloned().collect();
        preload.queue = Queue::new(Use::Preload, new, preload.chosen.policy);
        preload.queue.is_in_turn = self.source.is_immediate();
        preload.wanted = Some(wanted);
    }

    /// Finishes an item, if one is decoded; a large one goes on in the next turn.
    fn load_next(&mut self, preload: &mut Preload, may_block: bool, is_end: bool) -> bool {
        let Self { background, source, store, pacing, .. } = self;
        let left = preload.limit.saturating_sub(preload.bytes);
        let queue = &mut preload.queue;
        let before = store.resources.bytes();
        // The bytes of the phase that runs do not count.
        queue.policy.byte_limit = before.saturating_add(left);
        queue.limit_ahead(left);
        queue.begin_tick(source.as_ref());
        let effort = match is_end {
            true if may_block => Effort::Blocking,
            true => Effort::Whole,
            false => Effort::Budgeted,
        };
        let mut tools = Tools { source, background, pacing, store };
        tools.store.resources.swap_next();
        let turn = queue.turn(&mut tools, effort);
        tools.store.resources.swap_next();
        preload.bytes = preload.bytes.saturating_add(store.resources.bytes().saturating_sub(before));
        match turn {
            // Its ticks are no turns.
            None => return queue.is_waiting(),
            Some((_, Turn::Failed(LoadError::ByteLimit(_), _))) => {
                preload.status.step = LoadStep::Failed;
                let (phase, limit) = (preload.status.phase, preload.limit);
                preload.fail(format!("the preload of phase `{phase}` ended at its limit of {limit} bytes"));
            }
            // The load reads it again, and reports the error if it still fails.
            Some((resource, Turn::Failed(cause, _))) => {
                preload.fail(resource.failure(preload.status.phase, cause));
            }
            Some((resource, Turn::Retried)) => log::warn!("{resource:?} is read again"),
            Some(_) => {}
        }
        true
    }
}
