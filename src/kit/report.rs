//! The report of a run.

use serde::Serialize;

use crate::flow::{PhaseEnd, ScreenManager};
use crate::phase::{Leak, LoadReport};

/// The report of a run. `--report FILE` writes it as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of ticks.
    pub ticks: u64,
    /// The number of frames; 0 without a window.
    pub frames: u64,
    /// Seconds of wall time.
    pub seconds: f64,
    /// Each load, in order.
    pub loads: Vec<LoadReport>,
    /// The maximum of bytes of textures on the GPU.
    pub peak_texture_bytes: u64,
    /// The resident resources at the end of each phase, in order.
    pub phase_ends: Vec<PhaseEnd>,
    /// Bytes of textures that are still on the GPU at the end; 0 after an orderly quit.
    pub texture_bytes_at_end: u64,
    /// Textures that are still on the GPU at the end; 0 after an orderly quit.
    pub textures_at_end: usize,
    /// Resources that were still held when their phase ended.
    pub leaks: Vec<Leak>,
}

impl Report {
    /// Makes the report of a run of `manager` with `frames` frames and `seconds` of wall time.
    #[must_use]
    pub fn of(manager: &ScreenManager, frames: u64, seconds: f64) -> Self {
        let memory = manager.memory();
        Self {
            ticks: manager.tick(),
            frames,
            seconds,
            loads: manager.load_reports().to_vec(),
            peak_texture_bytes: memory.peak_texture_bytes,
            phase_ends: manager.phase_ends().to_vec(),
            texture_bytes_at_end: memory.texture_bytes,
            textures_at_end: manager.texture_count(),
            leaks: manager.leaks().to_vec(),
        }
    }
}
