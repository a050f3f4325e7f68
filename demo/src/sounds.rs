//! The sounds of menus. The files are in `assets/sounds`; the manifests of the phases give them their ids.

use std::time::Duration;

/// The music of the menus.
pub const MENU_MUSIC: &str = "music_menu";
/// The cross-fade from one music to another.
pub const CROSS_FADE: Duration = Duration::from_millis(1200);
