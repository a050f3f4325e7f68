//! The loader: one phase after another, one call a frame.

mod freeing;

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use async_executor::Task;

use super::background::Background;
use super::definition::{Phase, PhaseId};
use super::error::{ManifestError, PhaseError};
use super::make::MakeResource;
use super::manifest::{Makers, Manifest, ManifestEntry};
use super::queue::{Pace, Progress, Queue, Turn};
use super::resource::Resource;
use super::status::{LoadReport, LoadStatus, LoadStep, LoaderParts};
use super::store::{Leak, Resources};
use crate::platform::{AssetPath, AssetSource, Clock, Trace, TraceEvent};

/// How long a frame of [`Pace::OneItemPerFrame`] decodes files as they come over a network, where
/// no thread does it: half of a frame of 1/120 s.
const DECODE_TIME: Duration = Duration::from_millis(4);

enum Stage {
    Manifest(Task<Result<Vec<(AssetPath, ManifestEntry)>, ManifestError>>),
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
pub struct Loader {
    source: Arc<dyn AssetSource>,
    background: Background,
    clock: Box<dyn Clock>,
    pace: Pace,
    makers: Makers,
    load: Option<Load>,
    resident: Option<PhaseId>,
    reports: Vec<LoadReport>,
    leaks: Vec<Leak>,
}

impl Loader {
    /// A loader that reads from `source` and decodes on `background`.
    #[must_use]
    pub fn new(
        source: Arc<dyn AssetSource>,
        background: Background,
        clock: Box<dyn Clock>,
        pace: Pace,
    ) -> Self {
        Self {
            source,
            background,
            clock,
            pace,
            makers: Makers::new(),
            load: None,
            resident: None,
            reports: Vec::new(),
            leaks: Vec::new(),
        }
    }

    /// Gives code a name that manifests can use in `cache` and `callback`.
    pub fn register_maker(&mut self, name: &'static str, make: MakeResource) {
        self.makers.insert(name, Rc::new(make));
    }

    /// The load under way, or the last one if it failed.
    #[must_use]
    pub fn status(&self) -> Option<&LoadStatus> {
        self.load.as_ref().map(|load| &load.status)
    }

    /// Where files come from.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn AssetSource> {
        &self.source
    }

    /// The executor that decodes beside the tick.
    #[must_use]
    pub const fn background(&self) -> &Background {
        &self.background
    }

    /// The code that manifests can name.
    pub(super) const fn makers(&self) -> &Makers {
        &self.makers
    }

    /// What each load took so far.
    #[must_use]
    pub fn reports(&self) -> &[LoadReport] {
        &self.reports
    }

    /// Resources that were still held when their phase ended.
    #[must_use]
    pub fn leaks(&self) -> &[Leak] {
        &self.leaks
    }

    /// Starts to load `phase`. A load under way ends here: nothing of it arrives later, and what
    /// it has brought in stays only as far as the new phase has it too. The phase that is
    /// resident already, or that was tried last, is loaded anew from its first item.
    pub fn begin(&mut self, phase: &Phase, parts: &mut LoaderParts<'_>) {
        let id = phase.id();
        let reload =
            self.resident == Some(id) || self.load.as_ref().is_some_and(|load| load.status.phase == id);
        self.resident = None;
        self.give_up(parts);
        parts.trace.record(|| TraceEvent::Phase { phase: id.to_string(), step: LoadStep::Freeing.name() });
        let manifest = match phase.manifest_path().map(AssetPath::new).transpose() {
            Ok(None) => self.background.spawn(std::future::ready(Ok(Vec::new()))),
            Ok(Some(path)) => self.background.spawn(Manifest::read_all(path, Arc::clone(&self.source))),
            Err(bad) => self.background.spawn(std::future::ready(Err(bad.into()))),
        };
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
            frames: 0,
            longest_frame_ms: 0.0,
            ready: false,
        };
        self.load = Some(Load {
            from_code: phase.resources().to_vec(),
            reload,
            stage: Stage::Manifest(manifest),
            status,
            started: self.now_ms(),
            bytes_before: 0,
            report,
        });
        // The first frame of the load is this one: where the manifest is at hand, the old phase
        // is freed in it, and the picture that follows is the GPU's frame.
        self.tick(parts);
    }

    /// Does one frame's work. Called once in each logic frame after [`Loader::begin`]; does
    /// nothing once the load has ended.
    pub fn tick(&mut self, parts: &mut LoaderParts<'_>) {
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
            load.report.frames += 1;
            load.report.longest_frame_ms = load.report.longest_frame_ms.max(end - begin);
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
    pub fn hand_over(&mut self) -> Option<PhaseId> {
        let load = self.load.take_if(|load| load.status.step == LoadStep::Ready)?;
        self.resident = Some(load.status.phase);
        self.resident
    }

    /// Turns a load that was ready into a failed one: a screen of the phase could not be built.
    pub fn fail(&mut self, error: PhaseError, trace: &mut Trace) {
        if let Some(load) = &mut self.load {
            fail(load, error, trace);
            if let Some(report) = self.reports.last_mut() {
                report.ready = false;
            }
        }
    }

    /// Frees everything that is resident, at the end of the program.
    pub fn free_all(&mut self, parts: &mut LoaderParts<'_>) {
        self.give_up(parts);
        self.resident = None;
        self.free_where(|_| true, 0.0, parts);
    }

    /// Drops the load under way. What it has finished is resident; the rest goes with its queue.
    fn give_up(&mut self, parts: &mut LoaderParts<'_>) {
        if let Some(Load { stage: Stage::Freed(queue) | Stage::Loading(queue), .. }) = self.load.take() {
            queue.give_up(parts.gpu);
        }
    }

    fn now_ms(&self) -> f64 {
        self.clock.now().as_secs_f64() * 1000.0
    }

    /// The loading step: one frame's share of the queue.
    fn work(&mut self, load: &mut Load, mut queue: Queue, begin: f64, parts: &mut LoaderParts<'_>) -> Stage {
        let is_immediate = self.source.is_immediate();
        // Where no thread decodes ahead, the time that is left is time to decode.
        let decodes_here = is_immediate && self.background.threads() == 0;
        queue.count_frame();
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
            // So that a failure tells how far the load came, also when this frame did several items.
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
            if self.pace == Pace::OneItemPerFrame {
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
        load.status.item = queue.current().map(|item| item.id().clone());
        Stage::Loading(queue)
    }

    fn has_time(&self, begin: f64) -> bool {
        match self.pace {
            Pace::OneItemPerFrame => false,
            Pace::Budget(budget) => self.now_ms() - begin < budget.as_secs_f64() * 1000.0,
        }
    }

    /// Decodes on the main thread, within the frame's time, where there is no other thread and
    /// the files come from a source that cannot be waited for. One job at least: there is always
    /// some progress.
    fn tick_within(&self, queue: &Queue, begin: f64) {
        let time = match self.pace {
            Pace::OneItemPerFrame => DECODE_TIME,
            Pace::Budget(budget) => budget,
        };
        while !queue.is_current_ready()
            && self.background.try_tick()
            && self.now_ms() - begin < time.as_secs_f64() * 1000.0
        {}
    }

    fn note(&self, load: &mut Load, queue: &Queue, turn: Turn, trace: &mut Trace) {
        let progress = queue.progress().fraction;
        let phase = load.status.phase;
        let mut record = |resource: &Resource, step, progress| {
            trace.record(|| TraceEvent::Resource {
                phase: phase.to_string(),
                id: resource.id().to_string(),
                kind: resource.kind().name(),
                step,
                progress,
            });
        };
        match turn {
            Turn::NotYet | Turn::More => {}
            Turn::Retried(resource) => {
                log::warn!(
                    "phase `{phase}`: reading {} `{}` broke off, it is tried again",
                    resource.kind(),
                    resource.id()
                );
                record(&resource, "retried", progress);
            }
            Turn::Loaded(resource) => record(&resource, "loaded", progress),
            Turn::StandIn(resource, error) => {
                log::warn!("phase `{phase}` goes on with a stand-in: {error}");
                record(&resource, "stand_in", progress);
            }
            Turn::Absent(resource, error) => {
                log::warn!("phase `{phase}` goes on without: {error}");
                record(&resource, "failed", progress);
            }
            Turn::Failed(resource, cause) => {
                record(&resource, "failed", load.status.progress.fraction);
                fail(load, PhaseError::Resource { phase: phase.name(), cause }, trace);
            }
        }
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
