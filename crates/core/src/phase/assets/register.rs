//! What a program registers: its kinds of resources, its makers, and the contents of its phases.

use serde::de::DeserializeOwned;

use super::Assets;
use crate::phase::asset::Asset;
use crate::phase::context::FinishContext;
use crate::phase::error::AnyError;
use crate::phase::id::PhaseId;
use crate::phase::kind::Kind;
use crate::phase::listing::ReadManifests;
use crate::phase::resource::{Maker, PhaseContents};

impl Assets {
    /// Registers a kind of resource for manifests. It replaces a kind of the same word.
    pub fn register<A: Asset>(&mut self) {
        self.kinds.add(Kind::of::<A>());
    }

    /// Registers a kind of RON files for manifests, `word(id: .., path: ..)`, which are parsed into a
    /// `T`. For a stand-in or a check, `T` implements [`Asset`] instead.
    pub fn register_ron<T: DeserializeOwned + Send + 'static>(&mut self, word: &'static str) {
        self.kinds.add(Kind::ron::<T>(word));
    }

    /// Registers code for the `cache` and `callback` entries of manifests.
    pub fn register_maker<T: 'static>(
        &mut self,
        name: &'static str,
        make: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) {
        self.makers.insert(name, Maker::new(make));
    }

    /// Registers the reason why a kind or a maker is not there, for a crate whose kinds are features. The error of a
    /// manifest that names it gives the reason, unless the program registers such a kind or maker, earlier or later.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    ///
    /// let mut manager = ScreenManager::headless();
    /// manager.assets_mut().register_missing("level", "maps need the feature `levels`");
    /// ```
    pub fn register_missing(&mut self, word: &'static str, why: &'static str) {
        self.kinds.add_missing(word, why);
    }

    /// Adds the contents of a phase, or replaces the contents of a phase with the same id.
    pub(crate) fn add_phase(&mut self, contents: PhaseContents, read_manifests: Option<ReadManifests>) {
        if self.preload.as_ref().is_some_and(|preload| preload.load.status.phase == contents.id) {
            self.drop_preload();
        }
        self.read_manifests = read_manifests.or(self.read_manifests);
        match self.phases.iter_mut().find(|known| known.id == contents.id) {
            Some(known) => *known = contents,
            None => self.phases.push(contents),
        }
    }

    /// The contents of a phase.
    pub(crate) fn contents(&self, phase: PhaseId) -> Option<&PhaseContents> {
        self.phases.iter().find(|known| known.id == phase)
    }
}
