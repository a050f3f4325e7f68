//! The loader: one phase after another, one call a frame.

mod freeing;
mod record;

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use async_executor::Task;
use serde::de::DeserializeOwned;

use super::asset::Asset;
use super::background::Background;
use super::contents::{PhaseContents, PhaseId};
use super::context::FinishContext;
use super::error::{LoadError, PhaseError};
use super::kind::{Kind, Kinds};
use super::manifest::{Entries, Makers, Manifest};
use super::prefetch::Prefetched;
use super::queue::{Pace, Progress, Queue, Turn};
use super::resource::{Resource, make};
use super::status::{LoadReport, LoadStatus, LoadStep};
use super::store::{Leak, Resources};
use super::{AnyError, prefetch};
use crate::platform::{AssetPath, AssetSource, Clock, Gpu, Trace, TraceEvent};

/// How long a tick of [`Pace::OneItemPerTick`] decodes files as they come over a network, where
/// no thread does it: half of a frame of 1/120 s.
const DECODE_TIME: Duration = Duration::from_millis(4);

/// What a load works on.
pub(crate) struct LoaderParts<'a> {
    /// The resident resources.
    pub(crate) resources: &'a mut Resources,
    /// The GPU.
    pub(crate) gpu: &'a mut dyn Gpu,
    /// Where to note what happens.
    pub(crate) trace: &'a mut Trace,
}

/// What a phase's manifest says, and the manifests of all phases where they were prefetched.
type Listed = (Result<Entries, LoadError>, Option<Prefetched>);

enum Stage {
    Manifest(Task<Listed>),
    Freed(Queue),
    Loading(Queue),
    Ended,
}

struct Load {
    from_code: Vec<Resource>,
    reload: bool,
    stage: Stage,
    status: LoadStatus,
    started: f64,
    bytes_before: u64,
    report: LoadReport,
}

/// Loads phases, one at a time.
pub(crate) struct Loader {
    source: Arc<dyn AssetSource>,
    background: Background,
    clock: Box<dyn Clock>,
    pace: Pace,
    kinds: Kinds,
    makers: Makers,
    phases: Vec<PhaseContents>,
    /// The manifests have to be prefetched, because the source cannot be waited for.
    must_prefetch: bool,
    load: Option<Load>,
    resident: Option<PhaseId>,
    reports: Vec<LoadReport>,
    leaks: Vec<Leak>,
}

impl Loader {
    /// A loader that reads from `source` and decodes on `background`.
    pub(crate) fn new(
        source: Arc<dyn AssetSource>,
        background: Background,
        clock: Box<dyn Clock>,
        pace: Pace,
    ) -> Self {
        Self {
            must_prefetch: !source.is_immediate(),
            source,
            background,
            clock,
            pace,
            kinds: Kinds::default(),
            makers: Makers::new(),
            phases: Vec::new(),
            load: None,
            resident: None,
            reports: Vec::new(),
            leaks: Vec::new(),
        }
    }

    /// Lets manifests name a kind.
    pub(crate) fn register<A: Asset>(&mut self) {
        self.kinds.add(Kind::of::<A>());
    }

    /// Lets manifests name files of RON that are read into `T`.
    pub(crate) fn register_ron<T: DeserializeOwned + Send + 'static>(&mut self, word: &'static str) {
        self.kinds.add(Kind::ron::<T>(word));
    }

    /// Gives code a name that manifests can use in `cache` and `callback`.
    pub(crate) fn register_maker<T: 'static>(
        &mut self,
        name: &'static str,
        code: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) {
        self.makers.insert(name, make(code));
    }

    /// Adds a phase; it takes the place of one with the same id.
    pub(crate) fn add_phase(&mut self, phase: PhaseContents) {
        self.phases.retain(|known| known.id != phase.id);
        self.phases.push(phase);
    }

    /// All phases, in the order in which they were added.
    pub(crate) fn phases(&self) -> &[PhaseContents] {
        &self.phases
    }

    /// The load under way, or the last one if it failed.
    pub(crate) fn status(&self) -> Option<&LoadStatus> {
        self.load.as_ref().map(|load| &load.status)
    }

    /// Where files come from.
    pub(crate) const fn source(&self) -> &Arc<dyn AssetSource> {
        &self.source
    }

    /// The executor that decodes beside the tick.
    pub(crate) const fn background(&self) -> &Background {
        &self.background
    }

    pub(super) const fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    pub(super) const fn makers(&self) -> &Makers {
        &self.makers
    }

    /// What each load took so far.
    pub(crate) fn reports(&self) -> &[LoadReport] {
        &self.reports
    }

    /// Textures that were not given back with their phase.
    pub(crate) fn leaks(&self) -> &[Leak] {
        &self.leaks
    }

    /// Starts to load the phase `id` with this payload. A load under way ends here: nothing of it arrives later, and
    /// what it has brought in stays only as far as the new phase has it too. The phase that is
    /// resident already, or that was tried last, is loaded again from its first item.
    pub(crate) fn begin(&mut self, id: PhaseId, payload: Option<&dyn Any>, parts: &mut LoaderParts<'_>) {
        let reload =
            self.resident == Some(id) || self.load.as_ref().is_some_and(|load| load.status.phase == id);
        self.resident = None;
        self.load = None;
        parts.trace.record(|| TraceEvent::Phase { phase: id.to_string(), step: LoadStep::Freeing.name() });
        let phase = self.phases.iter().find(|phase| phase.id == id);
        let from_code = phase.map(|phase| phase.resources.clone()).unwrap_or_default();
        let manifest = phase.and_then(|phase| phase.manifest_for(payload)).map(str::to_owned);
        let status = LoadStatus {
            phase: id,
            step: LoadStep::Freeing,
            progress: Progress::default(),
            item: None,
            error: None,
        };
        let report = LoadReport {
            phase: id.name(),
            items: 0,
            bytes: 0,
            milliseconds: 0.0,
            ticks: 0,
            longest_tick_ms: 0.0,
            ready: false,
        };
        self.load = Some(Load {
            from_code,
            reload,
            stage: Stage::Manifest(self.read_manifest(manifest)),
            status,
            started: self.now_ms(),
            bytes_before: 0,
            report,
        });
        // The first tick of the load is this one: where the manifest is at hand, the old phase
        // is freed in it, and the frame that follows is the GPU's.
        self.tick(parts);
    }

    /// Starts to read the manifest of a phase and, the first time that a source cannot be waited
    /// for, those of all phases before it.
    fn read_manifest(&self, manifest: Option<String>) -> Task<Listed> {
        let (source, kinds) = (Arc::clone(&self.source), self.kinds.clone());
        let paths = self.phases.iter().flat_map(PhaseContents::manifests);
        let prefetch = self.must_prefetch.then(|| {
            let paths = paths.filter_map(|path| AssetPath::new(path).ok()).collect();
            prefetch::read(Arc::clone(&source), paths, kinds.clone())
        });
        self.background.spawn(async move {
            let prefetched = match prefetch {
                Some(reads) => Some(reads.await),
                None => None,
            };
            let source = prefetched.clone().map_or(source, |prefetched| Arc::new(prefetched) as _);
            let entries = match manifest.as_deref().map(AssetPath::new).transpose() {
                Ok(None) => Ok(Vec::new()),
                Ok(Some(path)) => Manifest::read_all(path, source, kinds).await,
                Err(bad) => Err(bad.into()),
            };
            (entries, prefetched)
        })
    }

    /// Does one tick's work. Called once in each tick after [`Loader::begin`]; does nothing once the
    /// load has ended.
    pub(crate) fn tick(&mut self, parts: &mut LoaderParts<'_>) {
        let begin = self.now_ms();
        let Some(mut load) = self.load.take() else { return };
        if !matches!(load.stage, Stage::Ended) {
            load.stage = match std::mem::replace(&mut load.stage, Stage::Ended) {
                Stage::Manifest(task) => self.free_old(&mut load, task, parts),
                Stage::Freed(queue) => {
                    load.status.step = LoadStep::Loading;
                    trace_phase(&load.status, parts.trace);
                    self.work(&mut load, queue, begin, parts)
                }
                Stage::Loading(queue) => self.work(&mut load, queue, begin, parts),
                Stage::Ended => Stage::Ended,
            };
            let end = self.now_ms();
            load.report.ticks += 1;
            load.report.longest_tick_ms = load.report.longest_tick_ms.max(end - begin);
            if matches!(load.stage, Stage::Ended) {
                load.report.milliseconds = end - load.started;
                load.report.items = load.status.progress.done;
                load.report.bytes = total_bytes(parts.resources).saturating_sub(load.bytes_before);
                load.report.ready = load.status.step == LoadStep::Ready;
                self.reports.push(load.report);
            }
        }
        self.load = Some(load);
    }

    /// Ends the load that is [`LoadStep::Ready`]: from now on its phase is the resident one.
    pub(crate) fn hand_over(&mut self) -> Option<PhaseId> {
        let load = self.load.take_if(|load| load.status.step == LoadStep::Ready)?;
        self.resident = Some(load.status.phase);
        self.resident
    }

    /// Turns a load that was ready into a failed one: a screen of the phase could not be built.
    pub(crate) fn fail(&mut self, error: PhaseError, trace: &mut Trace) {
        if let Some(load) = &mut self.load {
            fail(load, error, trace);
            if let Some(report) = self.reports.last_mut() {
                report.ready = false;
            }
        }
    }

    /// Frees everything that is resident, at the end of the program.
    pub(crate) fn free_all(&mut self, parts: &mut LoaderParts<'_>) {
        self.load = None;
        self.resident = None;
        self.free_where(|_| true, "", parts);
    }

    fn now_ms(&self) -> f64 {
        self.clock.now().as_secs_f64() * 1000.0
    }

    /// The loading step: one tick's share of the queue.
    fn work(&mut self, load: &mut Load, mut queue: Queue, begin: f64, parts: &mut LoaderParts<'_>) -> Stage {
        let is_immediate = self.source.is_immediate();
        // Where no thread decodes ahead, the time that is left is time to decode.
        let decodes_here = is_immediate && self.background.threads() == 0;
        queue.count_tick();
        queue.count_received(self.source.as_ref());
        let mut is_first = true;
        while !queue.is_empty() {
            queue.look_ahead(&self.background, &self.source);
            if self.background.threads() == 0 && !is_immediate {
                self.tick_within(&queue, begin);
            }
            let may_go_on = is_first || (self.has_time(begin) && (decodes_here || queue.is_current_ready()));
            if !may_go_on {
                break;
            }
            // So that a failure says how far the load came, also when this tick did several items.
            load.status.progress = queue.progress();
            let turn = queue.take_turn(
                &self.background,
                (is_immediate && is_first) || decodes_here,
                parts.resources,
                parts.gpu,
            );
            let goes_on = matches!(turn, Turn::Loaded(_) | Turn::StandIn(..) | Turn::Absent(..));
            self.note(load, &queue, turn, parts.trace);
            if load.status.step == LoadStep::Failed {
                return Stage::Ended;
            }
            if !goes_on {
                break;
            }
            is_first = false;
            if self.pace == Pace::OneItemPerTick {
                break;
            }
        }
        load.status.progress = queue.progress();
        if queue.is_empty() {
            load.status.step = LoadStep::Ready;
            trace_phase(&load.status, parts.trace);
            return Stage::Ended;
        }
        queue.look_ahead(&self.background, &self.source);
        load.status.item = queue.current().map(Resource::id);
        Stage::Loading(queue)
    }

    fn has_time(&self, begin: f64) -> bool {
        match self.pace {
            Pace::OneItemPerTick => false,
            Pace::Budget(budget) => self.now_ms() - begin < budget.as_secs_f64() * 1000.0,
        }
    }

    /// Decodes on the main thread, within the tick's time, where there is no other thread and
    /// the files come from a source that cannot be waited for. One job at least: there is always
    /// some progress.
    fn tick_within(&self, queue: &Queue, begin: f64) {
        let time = match self.pace {
            Pace::OneItemPerTick => DECODE_TIME,
            Pace::Budget(budget) => budget,
        };
        while !queue.is_current_ready()
            && self.background.try_tick()
            && self.now_ms() - begin < time.as_secs_f64() * 1000.0
        {}
    }
}

fn total_bytes(resources: &Resources) -> u64 {
    let memory = resources.memory();
    memory.texture_bytes + memory.other_bytes
}

fn trace_phase(status: &LoadStatus, trace: &mut Trace) {
    trace.record(|| TraceEvent::Phase { phase: status.phase.to_string(), step: status.step.name() });
}

fn fail(load: &mut Load, error: PhaseError, trace: &mut Trace) {
    log::error!("{error}");
    load.status.step = LoadStep::Failed;
    load.status.error = Some(error);
    load.stage = Stage::Ended;
    trace_phase(&load.status, trace);
}
