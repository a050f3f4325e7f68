//! What a load says about itself, while it runs and afterwards.

use serde::Serialize;

use super::contents::PhaseId;
use super::error::PhaseError;
use super::queue::Progress;
use super::resource::ResourceId;

/// Where a load is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadStep {
    /// The old phase's resources go, and the GPU gets one whole frame to give their memory back.
    Freeing,
    /// The queue is worked through.
    Loading,
    /// All resources are there.
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

/// What a Loading screen shows.
#[derive(Clone, Debug)]
pub struct LoadStatus {
    /// The phase that is being loaded.
    pub phase: PhaseId,
    /// Where the load is.
    pub step: LoadStep,
    /// How far it is.
    pub progress: Progress,
    /// The item whose turn it is; after the end of the queue the last one.
    pub item: Option<ResourceId>,
    /// Why it failed, when [`LoadStatus::step`] is [`LoadStep::Failed`].
    pub error: Option<PhaseError>,
}

/// What one load took, for the report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct LoadReport {
    /// The phase.
    pub phase: &'static str,
    /// Items that were worked through, without those that stayed from the phase before.
    pub items: usize,
    /// Bytes that came in: textures as they are on the GPU, other kinds as they are in memory.
    pub bytes: u64,
    /// Milliseconds from the first tick to the last.
    pub milliseconds: f64,
    /// Ticks, with the freeing one.
    pub ticks: u32,
    /// The longest time that one of these ticks kept the main thread busy with loading, in
    /// milliseconds.
    pub longest_tick_ms: f64,
    /// Whether the phase became ready.
    pub ready: bool,
}
