//! A preload: the load of the next phase, begun while the present one runs.

use std::any::Any;

use super::Assets;
use super::load::{Load, Stage};
use super::on_screen::kept;
use crate::phase::error::{LoadError, manifest_failure};
use crate::phase::files::Noted;
use crate::phase::id::PhaseId;
use crate::phase::job::Turn;
use crate::phase::queue::{Queue, Tools};
use crate::phase::status::LoadStep;

/// The preload of one phase.
pub(crate) struct Preload {
    pub(crate) load: Load,
    /// The number of turns that have come and were not used, because a file was not decoded yet.
    owed: u32,
}

impl Assets {
    /// Starts to preload a phase that is not resident. Another preload ends here; one of the same phase
    /// from the same manifest goes on.
    pub(crate) fn begin_preload(&mut self, phase: PhaseId, payload: Option<&dyn Any>) {
        let Some(chosen) = self.contents(phase).map(|contents| contents.chosen(payload)) else { return };
        if self.preload.as_ref().is_some_and(|preload| preload.load.is_for(phase, &chosen)) {
            return;
        }
        self.drop_preload();
        let load = self.new_load(phase, LoadStep::Loading, chosen);
        self.preload = Some(Preload { load, owed: 0 });
    }

    /// One turn of the preload: the manifest or one item. It does not wait for a file that is not decoded yet.
    pub(super) fn tick_preload(&mut self) {
        let Some(mut preload) = self.preload.take() else { return };
        preload.owed += 1;
        self.take_turn(&mut preload, false);
        preload.load.count_tick();
        self.preload = Some(preload);
    }

    /// Ends the preload, because a phase will be loaded. One that the load can go on with stays.
    ///
    /// How far it went depends on the number of ticks only, so that each run has the same trace: each turn
    /// that has come counts, and is waited for here if its item is not decoded yet. A network cannot be
    /// waited for.
    pub(crate) fn end_preload(&mut self, phase: PhaseId, payload: Option<&dyn Any>) {
        let chosen = self.contents(phase).map(|contents| contents.chosen(payload));
        // A replaced load may have taken over resources that are not resident yet.
        let Some(mut preload) = self.preload.take() else { return self.drop_preload() };
        let is_meant = chosen.is_some_and(|chosen| preload.load.is_for(phase, &chosen));
        while is_meant && preload.owed > 0 && self.take_turn(&mut preload, true) {}
        let files = preload.load.manifests.iter().chain(self.store.resources.preloaded_files());
        let is_stale = Noted::is_stale(files, self.source.as_ref());
        let is_listed = preload.load.wanted.is_some() || matches!(preload.load.stage, Stage::Listing(_));
        if is_meant && is_listed && !is_stale {
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
        if preload.load.status.step != LoadStep::Loading {
            return false;
        }
        self.pacing.begin();
        let load = &mut preload.load;
        let is_done = match self.list(load, is_end && self.source.is_immediate()) {
            Some(Ok(())) => {
                self.begin_next(load);
                true
            }
            Some(Err(cause)) => {
                let text = cause.to_string();
                load.fail_preload(manifest_failure(load.status.phase, &cause, text));
                load.status.step = LoadStep::Failed;
                true
            }
            None => self.load_next(load, is_end),
        };
        preload.owed -= u32::from(is_done);
        is_done
    }

    /// Makes the queue. The load on screen makes the resources of code: they may need the main thread for long, and may
    /// see only a complete phase.
    fn begin_next(&mut self, load: &mut Load) {
        let wanted = load.wanted.as_deref().unwrap_or_default();
        let stay = kept(wanted, &self.store.resources);
        let map = self.store.resources.share(&stay);
        self.store.resources.begin_next(map);
        let new = wanted.iter().filter(|new| new.path().is_some() && !stay.contains(&new.id()));
        let queue = Queue::new(new.cloned(), load.chosen.policy);
        load.end_turn_of_preload(queue);
    }

    /// Finishes an item, if one is decoded; a large one goes on in the next turn.
    fn load_next(&mut self, load: &mut Load, is_end: bool) -> bool {
        let Some(mut queue) = load.take_queue() else { return false };
        let Self { background, source, store, pacing, .. } = self;
        let limit = self.preload_limit.min(load.chosen.policy.byte_limit);
        queue.limit_beside(store, limit.saturating_sub(store.resources.next_bytes()));
        queue.begin_tick(source.as_ref());
        let mut tools = Tools { source, background, pacing, store, is_whole: is_end };
        tools.store.resources.swap_next();
        let turn = queue.turn(&mut tools);
        tools.store.resources.swap_next();
        // The ticks of a retry do not count as turns.
        let is_done = turn.is_some() || queue.is_waiting();
        match turn {
            Some((_, Turn::Failed(LoadError::ByteLimit(_), _))) => {
                let phase = load.status.phase;
                load.fail_preload(format!(
                    "the preload of phase `{phase}` ended at its limit of {limit} bytes"
                ));
                load.status.step = LoadStep::Failed;
                // What is decoded ahead goes.
                load.stage = Stage::Loading(Queue::default());
                return true;
            }
            // The load reads it again, and reports the error if it still fails.
            Some((resource, Turn::Failed(cause, _))) => {
                load.fail_preload(resource.failure(load.status.phase, &cause.to_string()));
            }
            Some((resource, Turn::Retried)) => log::warn!("{resource:?} is read again"),
            Some(_) | None => {}
        }
        load.end_turn_of_preload(queue);
        is_done
    }
}

impl Load {
    fn fail_preload(&mut self, error: String) {
        log::warn!("{error}; the load of the phase will load the rest");
        self.status.error.get_or_insert(error);
    }

    fn end_turn_of_preload(&mut self, queue: Queue) {
        self.show(&queue);
        if queue.is_empty() {
            self.status.step = if self.status.error.is_none() { LoadStep::Ready } else { LoadStep::Failed };
        }
        self.stage = Stage::Loading(queue);
    }
}
