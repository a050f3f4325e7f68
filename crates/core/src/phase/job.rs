//! The jobs of the queue: what they are for, how far they are, and how they end.

use async_executor::Task;

use super::error::LoadError;
use super::files::Noted;
use super::finishing::Finishing;
use super::reading::{Outcome, Unready};
use super::resource::{Resource, Work};
use crate::platform::{AssetSource, caught};

/// What a queue brings resources in for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Use {
    /// The phase that is being loaded.
    #[default]
    Load,
    /// The next phase. What fails is left to its load.
    Preload,
    /// What screens have requested.
    Streams,
    /// Resident resources whose files were saved. What fails leaves the old value.
    Reload,
}

impl Use {
    /// The number of items that are decoded at once. The phase that runs meanwhile needs the threads too.
    pub(super) const fn look_ahead(self) -> usize {
        if matches!(self, Self::Load) { 16 } else { 4 }
    }

    pub(super) const fn has_stand_ins(self) -> bool {
        matches!(self, Self::Load | Self::Streams)
    }
}

/// A resource on its way in.
pub(super) struct Job {
    /// Its place in the whole queue.
    pub(super) number: usize,
    pub(super) resource: Resource,
    pub(super) is_preloaded: bool,
    pub(super) decoding: Option<Task<Outcome>>,
    pub(super) decoded: Option<Result<Finishing, Unready>>,
    pub(super) retries: u32,
    pub(super) wait_ticks: u32,
    /// The ticks since it was added, or since it has waited for a retry.
    pub(super) age: u32,
    /// The ticks since its turn came; where there are no turns, since it was begun.
    pub(super) ticks: u32,
    /// Those of them without a received byte.
    pub(super) idle: u32,
    /// The received bytes of its file.
    pub(super) received: u64,
    /// The finished part: of its file that is received, then of its upload.
    pub(super) part: f64,
}

impl Job {
    pub(super) const fn new(number: usize, resource: Resource) -> Self {
        Self {
            number,
            resource,
            is_preloaded: false,
            decoding: None,
            decoded: None,
            retries: 0,
            wait_ticks: 0,
            age: 0,
            ticks: 0,
            idle: 0,
            received: 0,
            part: 0.0,
        }
    }

    pub(super) const fn is_begun(&self) -> bool {
        self.decoding.is_some() || self.decoded.is_some()
    }

    /// Whether it can be finished without waiting.
    pub(super) fn is_ready(&self) -> bool {
        match &self.decoding {
            Some(task) => task.is_finished(),
            None => self.decoded.is_some() || matches!(self.resource.work, Work::Make(..)),
        }
    }

    /// Counts a tick, and the received part of its file as progress, at most nine tenths of the item, because decoding
    /// comes later.
    pub(super) fn count_tick(&mut self, source: &dyn AssetSource) {
        self.ticks = self.ticks.saturating_add(1);
        self.idle = self.idle.saturating_add(1);
        self.wait_ticks = self.wait_ticks.saturating_sub(1);
        let Some(path) = self.resource.path().filter(|_| self.decoding.is_some()) else { return };
        let Ok(Some((bytes, total))) = caught(|| source.received(path)) else { return };
        if bytes != self.received {
            (self.received, self.idle) = (bytes, 0);
        }
        if let Some(total) = total.filter(|total| *total > 0) {
            // A retry starts at the first byte again, but progress never falls.
            self.part = self.part.max(bytes.min(total) as f64 / total as f64 * 0.9);
        }
    }

    /// Forgets what was read.
    pub(super) fn start_over(&mut self) {
        (self.decoding, self.decoded) = (None, None);
    }
}

/// What has happened to an item.
pub(super) enum Turn {
    /// Its read was interrupted and will be retried.
    Retried,
    /// It is loaded.
    Loaded,
    /// It is optional and was replaced by its stand-in.
    StandIn(LoadError),
    /// It is optional and has no stand-in.
    Absent(LoadError),
    /// It is required, or not loaded for the first time. With the files that were to be read.
    Failed(LoadError, Vec<Noted>),
}
