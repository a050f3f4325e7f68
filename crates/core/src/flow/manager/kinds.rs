//! Sets of kinds of resources.

use super::ScreenManager;

/// A set of kinds of resources, for [`ScreenManager::register_kinds`]: a crate that has kinds implements it for the
/// manager, with a type `Set` of its own as the name of the set.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::support::RegisterKinds;
///
/// /// The names of the player's ships, in a RON file.
/// type Ships = Vec<String>;
///
/// /// The kinds of this crate.
/// struct Mine;
///
/// impl RegisterKinds<Mine> for ScreenManager {
///     fn register_set(&mut self) {
///         self.register_ron::<Ships>("ships");
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.register_kinds();
/// ```
pub trait RegisterKinds<Set> {
    /// Registers each kind of the set.
    fn register_set(&mut self);
}

impl ScreenManager {
    /// Registers a set of kinds, such as `proscenium::kit::Kinds`, which lists its words. A program that has one set only
    /// does not name it; one with several writes `manager.register_kinds::<kit::Kinds>()`.
    pub fn register_kinds<Set>(&mut self)
    where
        Self: RegisterKinds<Set>,
    {
        self.register_set();
    }
}
