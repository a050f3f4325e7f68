//! The assets of a game: its phases are loaded one after another, one call per tick.

mod changed;
mod foreseen;
mod load;
mod on_screen;
mod preload;
mod queries;
mod record;
mod register;
mod sides;

use std::any::Any;
use std::sync::Arc;

pub use self::changed::Reloaded;
use self::changed::Reloads;
use self::foreseen::Foreseen;
use self::on_screen::OnScreen;
use self::preload::Preload;
use self::sides::Side;
use super::background::Background;
use super::id::PhaseId;
use super::kinds::Kinds;
use super::listing::ReadManifests;
use super::manifest::Makers;
use super::pacing::Pacing;
use super::resource::{Chosen, PhaseContents};
use super::status::LoadReport;
use super::store::Store;
use crate::platform::{AssetSource, Trace};

/// The assets of a game: it loads phases, one at a time, and owns the resident resources. A
/// [`ScreenManager`](crate::flow::ScreenManager::assets) has one and calls it in each tick.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
///
/// let mut manager = ScreenManager::headless();
/// manager.assets_mut().register_ron::<Vec<u32>>("prices");
/// assert_eq!(manager.assets().resources().ids(), []);
/// ```
pub struct Assets {
    pub(super) phases: Vec<PhaseContents>,
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
    pub(crate) on_screen: Option<OnScreen>,
    pub(crate) preload: Option<Preload>,
    /// The maximum number of bytes that a preload holds.
    preload_limit: u64,
    sides: Vec<Side>,
    /// The maximum number of bytes that all side loads hold.
    side_limit: u64,
    reloads: Reloads,
    resident: Option<PhaseId>,
    /// What the last load reads.
    chosen: Chosen,
    /// The phase of all resident resources, also while it is being loaded.
    owner: Option<PhaseId>,
}

impl Assets {
    pub(crate) fn new(
        source: Arc<dyn AssetSource>,
        background: Background,
        store: Store,
        pacing: Pacing,
        (preload_limit, side_limit): (u64, u64),
        trace: Trace,
    ) -> Self {
        Self {
            phases: Vec::new(),
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
            on_screen: None,
            preload: None,
            preload_limit,
            sides: Vec::new(),
            side_limit,
            reloads: Reloads::default(),
            resident: None,
            chosen: Chosen::default(),
            owner: None,
        }
    }

    /// Whether this load of a phase has its resources already: the phase is resident, from the same manifest.
    pub(crate) fn has_loaded(&self, phase: PhaseId, payload: Option<&dyn Any>) -> bool {
        self.resident == Some(phase)
            && self
                .contents(phase)
                .is_some_and(|contents| self.chosen.manifest.as_deref() == contents.manifest_for(payload))
    }
}
