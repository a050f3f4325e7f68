//! What a game and its tools can ask the assets.

use std::sync::Arc;

use super::Assets;
use crate::phase::id::PhaseId;
use crate::phase::resource::PhaseContents;
use crate::phase::status::{LoadReport, LoadStatus, MAX_RECORDS};
use crate::phase::store::{Memory, Resources};
use crate::platform::AssetSource;

impl Assets {
    /// The number of last loads whose [reports](Self::reports) are kept.
    pub const MAX_RECORDS: usize = MAX_RECORDS;

    /// The source of the files.
    pub fn source(&self) -> &Arc<dyn AssetSource> {
        &self.source
    }

    /// The resident resources.
    pub const fn resources(&self) -> &Resources {
        &self.store.resources
    }

    /// The memory of the resident and the preloaded resources.
    pub const fn memory(&self) -> Memory {
        self.store.resources.memory()
    }

    /// The number of textures on the GPU.
    pub fn texture_count(&self) -> usize {
        self.store.gpu.texture_count()
    }

    /// The load that runs, or the last one if it failed.
    pub(crate) fn load(&self) -> Option<&LoadStatus> {
        self.on_screen.as_ref().map(|screen| &screen.load.status)
    }

    /// The preload; `None` if there is none. See [`FlowHandle::preload`](crate::flow::FlowHandle::preload).
    pub fn preload(&self) -> Option<&LoadStatus> {
        self.preload.as_ref().map(|preload| &preload.load.status)
    }

    /// The reports of the last [`MAX_RECORDS`](Self::MAX_RECORDS) loads.
    pub fn reports(&self) -> &[LoadReport] {
        &self.reports
    }

    /// The [reports](Self::reports) that found textures on the GPU which no resource owns.
    pub fn leaks(&self) -> Vec<&LoadReport> {
        self.reports.iter().filter(|load| load.leaked_textures > 0).collect()
    }

    /// Whether saved files are still being read again: [`reload_changed`](Self::reload_changed).
    pub fn is_reloading(&self) -> bool {
        self.reloads.is_running()
    }

    /// The registered phases, in the order of addition.
    pub fn phases(&self) -> impl Iterator<Item = PhaseId> {
        self.phases.iter().map(|contents| contents.id)
    }

    /// Whether a load of this phase needs files: a manifest, or a resource that is not optional. `false` if there is no
    /// such phase.
    pub fn needs_files(&self, phase: impl Into<PhaseId>) -> bool {
        self.contents(phase.into()).is_some_and(PhaseContents::needs_files)
    }
}
