//! The status and the report of a load.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::error::LoadError;
use super::id::{PhaseId, ResourceId};
use super::policy::LoadPolicy;
use super::store::Memory;

/// The step of a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadStep {
    /// The old phase's resources are freed, and the GPU gets one whole frame to free their memory.
    Freeing,
    /// The queue is loaded.
    Loading,
    /// All resources are loaded.
    Ready,
    /// A required resource or the manifest cannot be used.
    Failed,
}

impl LoadStep {
    /// The step's word in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freeing => "freeing",
            Self::Loading => "loading",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }
}

/// The number of records of each kind that are kept.
pub(crate) const MAX_RECORDS: usize = 1024;

/// The progress of a load. It counts finished work, never falls, and is 1.0 if and only if the phase
/// is ready.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Finished items.
    pub done: usize,
    /// All items of the load.
    pub total: usize,
    /// The finished part by weight, 0 to 1.
    pub fraction: f64,
}

/// Whether a load makes progress. Its [`LoadPolicy`] has the limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activity {
    /// An item was finished or bytes of its file arrived not long ago.
    #[default]
    Working,
    /// There was no progress for some time.
    Slow,
    /// There was no progress for so long that a Loading screen should offer to
    /// [retry](crate::flow::FlowHandle::retry_load) or to give up.
    Stalled,
}

/// Counts the ticks without progress.
#[derive(Default)]
pub(super) struct Idle {
    /// What changes with all progress: the step, the finished items, the received bytes.
    mark: Option<(LoadStep, usize, u64)>,
    pub(super) ticks: u32,
}

impl Idle {
    /// Counts a tick, at its end.
    pub(super) fn count(&mut self, mark: (LoadStep, usize, u64), policy: &LoadPolicy) -> Activity {
        self.ticks = if self.mark == Some(mark) { self.ticks.saturating_add(1) } else { 0 };
        self.mark = Some(mark);
        match self.ticks {
            idle if idle >= policy.stalled_after => Activity::Stalled,
            idle if idle >= policy.slow_after => Activity::Slow,
            _ => Activity::Working,
        }
    }
}

/// The status of a load, for a Loading screen, or of a preload.
#[derive(Clone, Debug)]
pub struct LoadStatus {
    /// The phase that is being loaded.
    pub phase: PhaseId,
    /// The step.
    pub step: LoadStep,
    /// The progress.
    pub progress: Progress,
    /// Whether it makes progress.
    pub activity: Activity,
    /// An estimate of the time left, from the progress so far, at 60 ticks a second; `None` before the first progress
    /// and for a preload.
    pub time_left: Option<Duration>,
    /// The current item; after the end of the queue the last one.
    pub item: Option<ResourceId>,
    /// The error of [`LoadStep::Failed`]; for a preload the first one, even while it goes on.
    pub error: Option<String>,
    /// The required resource that has failed the load: a [`LoadError::Resource`] with its kind, id, file and cause.
    /// `None` while there is none, if the load failed for another reason, and for a preload.
    pub failed: Option<LoadError>,
}

impl LoadStatus {
    pub(super) fn new(phase: PhaseId, step: LoadStep) -> Self {
        Self {
            phase,
            step,
            progress: Progress::default(),
            activity: Activity::default(),
            time_left: None,
            item: None,
            error: None,
            failed: None,
        }
    }

    /// Whether it has neither ended nor failed. If files come over a network, the number of ticks until then depends on
    /// the machine.
    pub const fn is_running(&self) -> bool {
        matches!(self.step, LoadStep::Freeing | LoadStep::Loading)
    }

    /// Whether it has made no progress for so long that the player should be asked: [`Activity::Stalled`].
    pub fn is_stalled(&self) -> bool {
        self.activity == Activity::Stalled
    }
}

/// The report of a load.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LoadReport {
    /// The phase.
    pub phase: &'static str,
    /// Loaded items, without items that stayed from the previous phase.
    pub items: usize,
    /// Loaded bytes: of textures on the GPU, of other kinds in memory.
    pub bytes: u64,
    /// Milliseconds from the first tick to the last.
    pub milliseconds: f64,
    /// Ticks, including the freeing one.
    pub ticks: u32,
    /// The longest time in milliseconds that one of these ticks spent on loading, on the main thread.
    pub longest_tick_ms: f64,
    /// Whether the phase became ready.
    pub ready: bool,
    /// The number of textures on the GPU that no resource owned after the old phase was freed: a leak.
    pub leaked_textures: usize,
    /// The memory of the phase at its end; `None` while it runs, and if it did not become ready.
    pub at_end: Option<Memory>,
    /// The optional resources that could not be loaded, with the causes.
    pub failures: BTreeMap<&'static str, String>,
}
