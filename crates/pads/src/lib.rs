//! The pads of the desktop for the game library `proscenium`, whose feature `pads` switches them on.
//!
//! [`DesktopPads`] is an implementation of [`Pads`], which a `WindowInput` asks in each frame:
//!
//! | system | the pads | mappings |
//! |---|---|---|
//! | Linux | all in `/dev/input` that the user may read; one that comes is found within a second | by the driver, or by a table |
//! | Windows, macOS | all that `gilrs` knows | by `gilrs`, and by a table |
//! | a page | none: `proscenium-window` has the browser's | |
//! | others | none | |

#[cfg(target_os = "linux")]
mod evdev;
#[cfg(any(windows, target_vendor = "apple"))]
mod gilrs;
#[cfg(target_os = "linux")]
mod layout;
#[cfg(any(target_os = "linux", windows, target_vendor = "apple"))]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "gilrs reads mappings; what is wrong is logged here")
)]
mod mapping;
#[cfg(not(any(target_os = "linux", windows, target_vendor = "apple")))]
mod none;

use proscenium_core::platform::{PadState, Pads};

#[cfg(target_os = "linux")]
use self::evdev::EvdevPads as SystemPads;
#[cfg(any(windows, target_vendor = "apple"))]
use self::gilrs::GilrsPads as SystemPads;
#[cfg(not(any(target_os = "linux", windows, target_vendor = "apple")))]
use self::none::NoPads as SystemPads;

/// All pads of the desktop that are connected. In a page, where the window has the browser's pads, it has none.
#[derive(Debug, Default)]
pub struct DesktopPads(SystemPads);

impl DesktopPads {
    /// Adds a table of mappings for pads that have none, in the text format of SDL's `gamecontrollerdb.txt`, before the
    /// first [`poll`](Pads::poll). A later table overrides an earlier one. Lines that cannot be read, and a table
    /// without any, are logged and skipped.
    #[must_use]
    pub fn with_mappings(mut self, table: &str) -> Self {
        self.0.add_mappings(table);
        self
    }
}

impl Pads for DesktopPads {
    fn poll(&mut self, states: &mut Vec<PadState>) {
        self.0.poll(states);
    }
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
