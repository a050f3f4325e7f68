//! The load on screen: the old phase is freed, and what the new one has beside it comes in.

use std::any::Any;
use std::collections::HashSet;
use std::time::Duration;

use super::Assets;
use super::load::{Load, Stage};
use super::record::{record, trace_phase, trace_resource};
use crate::phase::error::manifest_failure;
use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::job::Turn;
use crate::phase::meant::with_meant;
use crate::phase::pacing::Pace;
use crate::phase::queue::{Queue, Tools};
use crate::phase::resource::{CALLBACK, Resource};
use crate::phase::status::{LoadReport, LoadStatus, LoadStep, MAX_RECORDS};
use crate::phase::store::{Memory, Resources};
use crate::platform::Clock;

/// The load on screen.
pub(crate) struct OnScreen {
    pub(crate) load: Load,
    /// Whether only the work of caches and callbacks is left. All of it is done in the first tick.
    is_preloaded: bool,
    /// The ticks of the loading step.
    loading_ticks: u32,
    started: f64,
    bytes_before: u64,
    report: LoadReport,
}

impl Assets {
    /// Starts to load a phase, or goes on with its preload. A load in progress ends here: nothing of it arrives later, and
    /// its resources stay only if the new phase has them too. So the phase that is resident already keeps all that it has,
    /// and one that failed loads what was not loaded.
    pub(crate) fn begin(&mut self, id: PhaseId, payload: Option<&dyn Any>) {
        let Some(chosen) = self.contents(id).map(|contents| contents.chosen(payload)) else { return };
        self.record_end();
        self.chosen = chosen.clone();
        (self.resident, self.on_screen) = (None, None);
        self.drop_sides();
        self.reloads.begin();
        let preload = self.preload.take().map(|preload| preload.load);
        let is_preloaded = preload.as_ref().is_some_and(|load| load.status.step == LoadStep::Ready);
        let mut load = preload.unwrap_or_else(|| self.new_load(id, LoadStep::Freeing, chosen));
        load.status = LoadStatus::new(id, LoadStep::Freeing);
        load.count_again();
        trace_phase(&load.status, &self.trace);
        self.pacing.begin();
        if let Stage::Listing(_) = load.stage {
            self.foresee();
            if let Some(wanted) = self.foreseen(&self.chosen.clone()) {
                let stay = kept(&wanted, &self.store.resources);
                self.free_where(|id| !stay.contains(&id));
            }
        }
        self.on_screen = Some(OnScreen {
            load,
            is_preloaded,
            loading_ticks: 0,
            started: self.pacing.now(),
            bytes_before: 0,
            report: LoadReport { phase: id.name(), ..LoadReport::default() },
        });
        // The first tick of the load: if the manifest can be read at once, the old phase is freed in
        // it, and the frame that follows is the GPU's.
        self.tick();
    }

    /// Does one tick's work. Called once in each tick after [`Assets::begin`]; does nothing once the
    /// load has ended.
    pub(crate) fn tick(&mut self) {
        let Some(mut screen) = self.on_screen.take_if(|screen| !matches!(screen.load.stage, Stage::Ended))
        else {
            return;
        };
        self.pacing.begin();
        self.bring_on(&mut screen);
        screen.count_tick();
        let milliseconds = self.pacing.now() - self.pacing.begin;
        screen.report.longest_tick_ms = screen.report.longest_tick_ms.max(milliseconds);
        if matches!(screen.load.stage, Stage::Ended) {
            self.report(&screen);
        }
        self.on_screen = Some(screen);
    }

    fn bring_on(&mut self, screen: &mut OnScreen) {
        if let Some(listed) = self.list(&mut screen.load, self.source.is_immediate()) {
            let Err(cause) = listed else { return self.free_old(screen, Queue::default()) };
            let text = with_meant(&cause, self.source.as_ref());
            let error = manifest_failure(screen.load.status.phase, &cause, text);
            return self.end_failed(screen, error);
        }
        match std::mem::replace(&mut screen.load.stage, Stage::Ended) {
            // A preload has begun it.
            Stage::Loading(begun) if screen.load.status.step == LoadStep::Freeing => {
                self.free_old(screen, begun);
            }
            Stage::Listed(queue) => self.start(screen, queue),
            Stage::Loading(queue) => self.work(screen, queue),
            stage => screen.load.stage = stage,
        }
    }

    /// Frees what the new phase does not have, as soon as its resources are known.
    fn free_old(&mut self, screen: &mut OnScreen, begun: Queue) {
        let Some(wanted) = screen.load.wanted.clone() else { return };
        self.store.resources.set_order(screen.load.ids());
        let stay = kept(&wanted, &self.store.resources);
        let made: HashSet<ResourceId> = self.store.resources.preloaded().collect();
        screen.report.leaked_textures = self.free_where(|id| !stay.contains(&id));
        self.store.resources.map.failed.clear();
        self.owner = Some(screen.load.status.phase);
        self.reloads.wanted.clone_from(&wanted);
        let (textures, others) = self.store.resources.bytes_beside();
        screen.bytes_before = self.store.resources.bytes() - textures - others;
        let new = wanted.into_iter().filter(|new| !stay.contains(&new.id()));
        let mut queue = Queue::new(new, self.chosen.policy).with_stand_ins();
        queue.take_over(begun, &made);
        // Decoding needs no GPU, so it starts while the GPU has its frame.
        let Self { background, source, store, pacing, .. } = self;
        queue.look_ahead(&Tools { source, background, pacing, store, is_whole: false });
        screen.load.show(&queue);
        // Nothing is uploaded that needs the memory of the old phase.
        if screen.is_preloaded || queue.is_empty() {
            return self.start(screen, queue);
        }
        screen.load.stage = Stage::Listed(queue);
    }

    /// Frees resources. Returns the number of textures on the GPU that no resource owns then.
    fn free_where(&mut self, goes: impl Fn(ResourceId) -> bool) -> usize {
        self.store.empty_bin();
        let going = self.store.resources.resident().filter(|(id, _)| goes(*id));
        for resource in going.collect::<Vec<_>>() {
            self.store.free(resource.0);
            trace_resource(self.owner, resource, "freed", 0.0, &self.trace);
        }
        let textures = self.store.gpu.texture_count().saturating_sub(self.store.resources.texture_count());
        if textures > 0 {
            log::warn!("{textures} textures on the GPU belong to no resource");
        }
        textures
    }

    /// The first tick of the loading step.
    fn start(&mut self, screen: &mut OnScreen, queue: Queue) {
        screen.load.status.step = LoadStep::Loading;
        trace_phase(&screen.load.status, &self.trace);
        self.work(screen, queue);
    }

    /// The loading step: one tick's share of the queue.
    fn work(&mut self, screen: &mut OnScreen, mut queue: Queue) {
        let is_immediate = self.source.is_immediate();
        // What is left of a preloaded phase is done in one tick.
        let is_single = self.pacing.pace == Pace::OneItemPerTick && !screen.is_preloaded;
        let is_whole = is_single || screen.is_preloaded;
        let Self { background, source, store, pacing, trace, .. } = self;
        let mut tools = Tools { source, background, pacing, store, is_whole };
        queue.begin_tick(source.as_ref());
        let mut is_over = false;
        loop {
            // What is preloaded costs no tick.
            let is_free = queue.is_preloaded();
            if is_over && !is_free {
                break;
            }
            // A failure reports how far the load came, even if this tick finished several items.
            screen.load.status.progress = queue.progress();
            if is_immediate && !is_whole {
                queue.look_ahead(&tools);
                tools.pacing.wait(background, || queue.is_busy());
            }
            let Some((resource, turn)) = queue.turn(&mut tools) else { break };
            is_over |= !is_free && (is_single || matches!(turn, Turn::Retried));
            record(Some(screen.load.status.phase), &resource, &turn, queue.progress().fraction, trace);
            match turn {
                Turn::Retried | Turn::Loaded => {}
                Turn::StandIn(cause) | Turn::Absent(cause) => {
                    screen.report.failures.insert(resource.id().name(), cause.to_string());
                }
                Turn::Failed(cause, _) => {
                    let text = with_meant(&cause, source.as_ref());
                    let error = resource.failure(screen.load.status.phase, &text);
                    screen.load.status.failed = Some(resource.error(cause));
                    return self.end_failed(screen, error);
                }
            }
        }
        queue.look_ahead(&tools);
        screen.load.show(&queue);
        if queue.is_empty() {
            screen.load.status.step = LoadStep::Ready;
            trace_phase(&screen.load.status, trace);
        } else {
            screen.load.stage = Stage::Loading(queue);
        }
    }

    fn end_failed(&mut self, screen: &mut OnScreen, error: String) {
        screen.load.stage = Stage::Ended;
        screen.load.status.step = LoadStep::Failed;
        screen.load.status.error = Some(error);
        trace_phase(&screen.load.status, &self.trace);
    }

    /// Whether the load has ended in its first tick, because its phase was preloaded.
    pub(crate) fn has_ended_at_once(&self) -> bool {
        let screen = self.on_screen.as_ref();
        screen.is_some_and(|screen| screen.is_preloaded && matches!(screen.load.stage, Stage::Ended))
    }

    /// Whether the load has ended without an item, so that there is no full bar to present.
    pub(crate) fn has_nothing_to_show(&self) -> bool {
        self.load().is_some_and(|status| status.step == LoadStep::Ready && status.progress.total == 0)
    }

    /// Ends the load that is [`LoadStep::Ready`]. Its phase is now the resident one.
    pub(crate) fn hand_over(&mut self) -> Option<PhaseId> {
        let screen = self.on_screen.take_if(|screen| screen.load.status.step == LoadStep::Ready)?;
        self.resident = Some(screen.load.status.phase);
        self.resident
    }

    /// Fails the load in progress, if there is one, because the flow cannot go on. What is loaded beside the phase goes.
    pub(crate) fn abort(&mut self, cause: &str) {
        self.drop_preload();
        self.drop_sides();
        let load = self.load().filter(|status| status.step != LoadStep::Failed);
        if let Some(phase) = load.map(|status| status.phase) {
            self.fail(format!("the load of phase `{phase}` was ended: {cause}"));
        }
    }

    /// Fails the load in progress, or one that was ready when a screen of the phase could not be built.
    pub(crate) fn fail(&mut self, error: String) {
        let Some(mut screen) = self.on_screen.take() else { return };
        let is_reported = matches!(screen.load.stage, Stage::Ended);
        self.end_failed(&mut screen, error);
        match self.reports.last_mut().filter(|_| is_reported) {
            Some(report) => report.ready = false,
            None => self.report(&screen),
        }
        self.on_screen = Some(screen);
    }

    /// Reads the manifest or all files again that are being read, because the player asked for it.
    pub(crate) fn retry(&mut self) {
        let Some(mut screen) = self.on_screen.take() else { return };
        match &mut screen.load.stage {
            Stage::Listing(task) => *task = self.read_manifest(&screen.load.chosen),
            Stage::Loading(queue) => {
                if let Some(resource) = queue.retry() {
                    let progress = queue.progress().fraction;
                    let phase = Some(screen.load.status.phase);
                    record(phase, &resource, &Turn::Retried, progress, &self.trace);
                }
            }
            Stage::Listed(_) | Stage::Ended => {}
        }
        screen.load.count_again();
        self.on_screen = Some(screen);
    }

    /// Adds the report of a load that has ended. What its preload has beside it goes.
    fn report(&mut self, screen: &OnScreen) {
        self.store.free_next();
        let report = LoadReport {
            milliseconds: self.pacing.now() - screen.started,
            items: screen.load.status.progress.done,
            bytes: self.store.resources.bytes().saturating_sub(screen.bytes_before),
            ready: screen.load.status.step == LoadStep::Ready,
            ..screen.report.clone()
        };
        if self.reports.len() >= MAX_RECORDS {
            self.reports.remove(0);
        }
        self.reports.push(report);
    }

    /// Records the memory of the phase that ends.
    fn record_end(&mut self) {
        let resources = &self.store.resources;
        let (memory, beside) = (resources.memory(), resources.bytes_beside());
        if let Some(report) = self.reports.last_mut().filter(|_| self.resident.is_some()) {
            report.at_end = Some(Memory {
                texture_bytes: memory.texture_bytes - beside.0,
                other_bytes: memory.other_bytes - beside.1,
                ..memory
            });
        }
    }

    /// Ends all loads and frees all resources.
    pub(crate) fn free_all(&mut self) {
        self.record_end();
        self.drop_preload();
        self.drop_sides();
        (self.resident, self.on_screen) = (None, None);
        self.free_where(|_| true);
        self.store.resources.map.failed.clear();
    }
}

impl OnScreen {
    /// Counts a tick, at its end.
    fn count_tick(&mut self) {
        self.load.count_tick();
        self.report.ticks += 1;
        let status = &mut self.load.status;
        self.loading_ticks += u32::from(status.step != LoadStep::Freeing);
        let fraction = status.progress.fraction;
        let left = f64::from(self.loading_ticks) * (1.0 - fraction) / fraction;
        // Infinite before the first progress.
        status.time_left = Duration::try_from_secs_f64(left * Clock::TICK.as_secs_f64()).ok();
    }
}

/// The ids of `wanted` that are resident already and may stay. A cache stays only if all that it was
/// made from stays, a stand-in and a callback never.
pub(super) fn kept(wanted: &[Resource], resources: &Resources) -> HashSet<ResourceId> {
    let mut kept = HashSet::new();
    for new in wanted {
        let stays = resources.has(&new.identity()) && new.kind() != CALLBACK;
        if stays && new.made_from().iter().all(|id| kept.contains(id)) {
            kept.insert(new.id());
        }
    }
    kept
}
