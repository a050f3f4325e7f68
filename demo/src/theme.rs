//! Sizes and times of the demo, in one place. Its colours are in `paint/color.rs`.

use std::time::Duration;

use proscenium::flow::Fade;

/// Width of the virtual screen, in virtual pixels.
pub const WIDTH: f32 = 640.0;
/// Height of the virtual screen, in virtual pixels.
pub const HEIGHT: f32 = 360.0;

/// Height of a menu's entry, in virtual pixels.
pub const ENTRY_HEIGHT: f32 = 28.0;
/// Space between two entries, in virtual pixels.
pub const ENTRY_GAP: f32 = 6.0;

/// Where the film of the trailer is on the virtual screen, between the black bars, in rows. The
/// recording of a film takes these rows.
pub const FILM_TOP: u32 = 32;
/// How many rows it has.
pub const FILM_HEIGHT: u32 = 280;
/// How many ticks a picture of the recorded film stays: ten pictures a second.
#[cfg(not(target_arch = "wasm32"))]
pub const FILM_INTERVAL: u32 = 6;

/// The transition between screens.
pub fn fade() -> Fade {
    Fade {
        out_time: Duration::from_millis(200),
        in_time: Duration::from_millis(300),
        color: [0.086, 0.063, 0.122],
    }
}
