//! The kinds of resources that the kit has beside those that every program has.

use crate::ai::Blueprint;
use crate::flow::ScreenManager;

/// Lets the manifests of `manager` name all kinds of the kit:
///
/// | word | format | value | feature |
/// |---|---|---|---|
/// | `machine` | RON | [`ai::Blueprint`](crate::ai::Blueprint) | |
/// | `strings` | Fluent (`.ftl`) | `Strings` | `strings` |
/// | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | `Level` | `levels` |
/// | `script` | Rhai (`.rhai`) | `Script` | `scripts` |
pub fn register_kinds(manager: &mut ScreenManager) {
    manager.register::<Blueprint>();
    #[cfg(feature = "strings")]
    manager.register::<super::Strings>();
    #[cfg(feature = "levels")]
    manager.register::<super::Level>();
    #[cfg(feature = "scripts")]
    manager.register::<super::Script>();
    // Until films are the kit's own.
    manager.register::<crate::phase::Film>();
}
