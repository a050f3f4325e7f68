//! The loader: one phase after another, one call per tick.

mod changed;
mod foreseen;
mod freeing;
mod preload;
mod record;
mod stream;

use std::any::Any;
use std::future::ready;
use std::sync::Arc;

use async_executor::Task;

use self::changed::Reloads;
use self::foreseen::Foreseen;
use self::preload::Preload;
use self::stream::Streams;
use super::background::Background;
use super::id::PhaseId;
use super::job::Turn;
use super::kinds::Kinds;
use super::listing::{Listed, Listing, ReadManifests};
use super::manifest::Makers;
use super::pacing::{Pace, Pacing};
use super::policy::LoadPolicy;
use super::queue::{Effort, Queue, Tools};
use super::resource::{Chosen, PhaseContents, Resource};
use super::status::{Idle, LoadReport, LoadStatus, LoadStep, MAX_RECORDS};
use super::store::{Memory, Store};
use crate::platform::{AssetSource, Trace, TraceEvent};

enum Stage {
    Manifest(Task<Listed>),
    /// The preload has read the manifest.
    Listed(Vec<Resource>),
    Freed(Queue),
    Loading(Queue),
    Ended,
}

pub(crate) struct Load {
    reload: bool,
    /// Whether only the work of caches and callbacks is left. All of it is done in the first tick.
    is_preloaded: bool,
    stage: Stage,
    pub(crate) status: LoadStatus,
    idle: Idle,
    /// Ticks of the load, and of its loading step.
    ticks: (u32, u32),
    started: f64,
    bytes_before: u64,
    report: LoadReport,
}

/// Loads phases, one at a time, and owns the resident resources.
pub(crate) struct Loader {
    pub(crate) source: Arc<dyn AssetSource>,
    pub(crate) background: Background,
    pub(crate) store: Store,
    pub(crate) kinds: Kinds,
    pub(crate) makers: Makers,
    /// From a phase with a manifest.
    pub(crate) read_manifests: Option<ReadManifests>,
    pub(crate) reports: Vec<LoadReport>,
    pacing: Pacing,
    trace: Trace,
    foreseen: Foreseen,
    pub(crate) load: Option<Load>,
    pub(crate) preload: Option<Preload>,
    /// The maximum of bytes that a preload holds.
    preload_limit: u64,
    reloads: Reloads,
    streams: Streams,
    /// The maximum of bytes of streamed resources.
    stream_limit: u64,
    resident: Option<PhaseId>,
    /// What the last load reads.
    chosen: Chosen,
    /// The phase of all resident resources, also while it is being loaded.
    owner: Option<PhaseId>,
}

impl Loader {
    pub(crate) fn new(
        source: Arc<dyn AssetSource>,
        background: Background,
        store: Store,
        pacing: Pacing,
        (preload_limit, stream_limit): (u64, u64),
        trace: Trace,
    ) -> Self {
        Self {
            streams: Streams::default(),
            source,
            background,
            store,
            kinds: Kinds::default(),
            makers: Makers::new(),
            read_manifests: None,
            reports: Vec::new(),
            pacing,
            trace,
            foreseen: Foreseen::default(),
            load: None,
            preload: None,
            preload_limit,
            reloads: Reloads::default(),
            stream_limit,
            resident: None,
            chosen: Chosen::default(),
            owner: None,
        }
    }

    /// The current load, or the last one if it failed.
    pub(crate) fn status(&self) -> Option<&LoadStatus> {
        self.load.as_ref().map(|load| &load.status)
    }

    /// Whether a load would be one of the same phase from the same manifest again, of which nothing stays.
    pub(crate) fn is_reload(&self, phase: &PhaseContents, payload: Option<&dyn Any>) -> bool {
        let last = self.load.as_ref().map(|load| load.status.phase).or(self.resident);
        last == Some(phase.id) && self.chosen.manifest.as_deref() == phase.manifest_for(payload)
    }

    /// Starts to load a phase of `all`. A load in progress ends here: nothing of it arrives later, and
    /// its resources stay only if the new phase has them too. The phase that is resident already, or
    /// that was tried last, is loaded again from its first item, unless it has another manifest now.
    pub(crate) fn begin<'a>(
        &mut self,
        phase: &PhaseContents,
        all: impl Iterator<Item = &'a PhaseContents>,
        payload: Option<&dyn Any>,
    ) {
        self.record_end();
        let (id, reload) = (phase.id, self.is_reload(phase, payload));
        self.chosen = phase.chosen(payload);
        self.resident = None;
        self.load = None;
        self.streams = Streams::default();
        let preload = self.preload.take();
        let is_preloaded = preload.as_ref().is_some_and(|preload| preload.status.step == LoadStep::Ready);
        self.reloads.begin();
        let stage = match preload.and_then(|preload| preload.wanted) {
            Some(wanted) => Stage::Listed(wanted),
            None => Stage::Manifest(self.read_manifest(self.chosen.manifest.as_deref(), self.chosen.policy)),
        };
        let status = LoadStatus::new(id, LoadStep::Freeing);
        trace_phase(&status, &self.trace);
        self.load = Some(Load {
            reload,
            is_preloaded,
            stage,
            status,
            idle: Idle::default(),
            ticks: (0, 0),
            started: self.pacing.now(),
            bytes_before: 0,
            report: LoadReport { phase: id.name(), ..LoadReport::default() },
        });
        if let Some(Load { stage: Stage::Manifest(_), .. }) = self.load {
            self.pacing.begin();
            self.foresee(all);
            if let Some(wanted) = self.foreseen(&self.chosen.clone()) {
                let stay = self.staying(&wanted, reload);
                self.free_where(|id| !stay.contains(&id));
            }
        }
        // The first tick of the load: if the manifest can be read at once, the old phase is freed in
        // it, and the frame that follows is the GPU's.
        self.tick();
    }

    /// Starts to read the manifest of a phase.
    fn read_manifest(&self, manifest: Option<&str>, policy: LoadPolicy) -> Task<Listed> {
        let listed = match self.read_manifests {
            Some(read) => read(Listing {
                manifest: manifest.map(str::to_owned),
                source: Arc::clone(&self.source),
                kinds: self.kinds.clone(),
                policy,
            }),
            None => Box::pin(ready(Listed { entries: Ok(Vec::new()), files: Vec::new() })),
        };
        self.background.spawn(listed)
    }

    /// Does one tick's work. Called once in each tick after [`Loader::begin`]; does nothing once the
    /// load has ended.
    pub(crate) fn tick(&mut self) {
        let Some(mut load) = self.load.take() else { return };
        if !matches!(load.stage, Stage::Ended) {
            self.pacing.begin();
            let stage = match std::mem::replace(&mut load.stage, Stage::Ended) {
                Stage::Manifest(task) => self.free_old(&mut load, task),
                Stage::Listed(wanted) => self.free_for(&mut load, wanted),
                Stage::Freed(queue) => self.start(&mut load, queue),
                Stage::Loading(queue) => self.work(&mut load, queue),
                Stage::Ended => Stage::Ended,
            };
            load.stage = match stage {
                // Nothing is uploaded that needs the memory of the old phase.
                Stage::Freed(queue) if load.is_preloaded || queue.is_empty() => self.start(&mut load, queue),
                stage => stage,
            };
            load.count_tick(&self.chosen.policy);
            load.report.ticks += 1;
            let milliseconds = self.pacing.now() - self.pacing.begin;
            load.report.longest_tick_ms = load.report.longest_tick_ms.max(milliseconds);
            if matches!(load.stage, Stage::Ended) {
                self.report(&load);
            }
        }
        self.load = Some(load);
    }

    /// Whether the load has ended in its first tick, because its phase was preloaded.
    pub(crate) fn has_ended_at_once(&self) -> bool {
        self.load.as_ref().is_some_and(|load| load.is_preloaded && matches!(load.stage, Stage::Ended))
    }

    /// Ends the load that is [`LoadStep::Ready`]. Its phase is now the resident one.
    pub(crate) fn hand_over(&mut self) -> Option<PhaseId> {
        let load = self.load.take_if(|load| load.status.step == LoadStep::Ready)?;
        self.resident = Some(load.status.phase);
        self.resident
    }

    /// Fails the load in progress, if there is one, because the flow cannot go on. What is preloaded and
    /// not resident goes.
    pub(crate) fn abort(&mut self, cause: &str) {
        self.drop_preload();
        let load = self.load.as_ref().filter(|load| load.status.step != LoadStep::Failed);
        if let Some(phase) = load.map(|load| load.status.phase) {
            self.fail(format!("the load of phase `{phase}` was ended: {cause}"));
        }
    }

    /// Fails the load in progress, or one that was ready when a screen of the phase could not be built.
    pub(crate) fn fail(&mut self, error: String) {
        let Some(mut load) = self.load.take() else { return };
        let is_reported = matches!(load.stage, Stage::Ended);
        load.stage = fail(&mut load, error, &self.trace);
        match self.reports.last_mut().filter(|_| is_reported) {
            Some(report) => report.ready = false,
            None => self.report(&load),
        }
        self.load = Some(load);
    }

    fn report(&mut self, load: &Load) {
        let report = LoadReport {
            milliseconds: self.pacing.now() - load.started,
            items: load.status.progress.done,
            bytes: self.store.resources.bytes().saturating_sub(load.bytes_before),
            ready: load.status.step == LoadStep::Ready,
            ..load.report.clone()
        };
        if self.reports.len() >= MAX_RECORDS {
            self.reports.remove(0);
        }
        self.reports.push(report);
    }

    /// Records the memory of the phase that ends.
    fn record_end(&mut self) {
        let resources = &self.store.resources;
        let (memory, next) = (resources.memory(), resources.preloaded_bytes());
        if let Some(report) = self.reports.last_mut().filter(|_| self.resident.is_some()) {
            report.at_end = Some(Memory {
                texture_bytes: memory.texture_bytes - next.0,
                other_bytes: memory.other_bytes - next.1,
                ..memory
            });
        }
    }

    pub(crate) fn free_all(&mut self) {
        self.record_end();
        self.drop_preload();
        self.streams = Streams::default();
        self.load = None;
        self.resident = None;
        self.free_where(|_| true);
        self.store.resources.failed.clear();
    }

    /// The first tick of the loading step.
    fn start(&mut self, load: &mut Load, queue: Queue) -> Stage {
        load.status.step = LoadStep::Loading;
        trace_phase(&load.status, &self.trace);
        self.work(load, queue)
    }

    /// The loading step: one tick's share of the queue.
    fn work(&mut self, load: &mut Load, mut queue: Queue) -> Stage {
        let is_immediate = self.source.is_immediate();
        // What is left of a preloaded phase is done in one tick.
        let effort = match self.pacing.pace {
            Pace::Budget(_) if !load.is_preloaded => Effort::Budgeted,
            _ if is_immediate => Effort::Blocking,
            _ => Effort::Whole,
        };
        let is_single = self.pacing.pace == Pace::OneItemPerTick && !load.is_preloaded;
        let Self { background, source, store, pacing, trace, .. } = self;
        let mut tools = Tools { source, background, pacing, store };
        queue.begin_tick(source.as_ref());
        loop {
            adopt_preloaded(load, &mut queue, tools.store, source.as_ref(), trace);
            // A failure reports how far the load came, also when this tick finished several items.
            load.status.progress = queue.progress();
            if effort == Effort::Budgeted && is_immediate {
                queue.look_ahead(background, source);
                tools.pacing.wait(background, || queue.is_decoding());
            }
            let Some((resource, turn)) = queue.turn(&mut tools, effort) else { break };
            let is_last = is_single || matches!(turn, Turn::Retried);
            load.record(&queue, &resource, turn, source.as_ref(), trace);
            if load.status.step == LoadStep::Failed {
                return Stage::Ended;
            }
            if is_last {
                adopt_preloaded(load, &mut queue, tools.store, source.as_ref(), trace);
                break;
            }
        }
        load.status.progress = queue.progress();
        if queue.is_empty() {
            load.status.step = LoadStep::Ready;
            trace_phase(&load.status, trace);
            return Stage::Ended;
        }
        queue.look_ahead(background, source);
        load.status.item = queue.current().map(Resource::id);
        Stage::Loading(queue)
    }
}

/// Takes what is preloaded from the head of the queue, which costs no tick.
fn adopt_preloaded(
    load: &mut Load,
    queue: &mut Queue,
    store: &mut Store,
    source: &dyn AssetSource,
    trace: &Trace,
) {
    while let Some(resource) = queue.take_preloaded() {
        store.resources.adopt(resource.id());
        load.record(queue, &resource, Turn::Loaded, source, trace);
    }
}

fn trace_phase(status: &LoadStatus, trace: &Trace) {
    trace.record(|| TraceEvent::Phase { phase: status.phase.to_string(), step: status.step.name() });
}

/// Fails a load. Returns its last stage.
fn fail(load: &mut Load, error: String, trace: &Trace) -> Stage {
    load.status.step = LoadStep::Failed;
    load.status.error = Some(error);
    trace_phase(&load.status, trace);
    Stage::Ended
}
