//! The atlas of all sprite sheets. `demo/src/paint/sprites.rs` and `demo/src/play/units/` have the same positions.

use super::canvas::Canvas;
use super::{beacon, brute, effects, hen, hero, hud, imp, marine, portraits, rift, witch};

/// The atlas, 512 x 288.
pub fn sheet() -> Canvas {
    let mut all = Canvas::new(512, 288);
    for (image, x, y) in [
        (hero::sheet(), 0, 0),
        (marine::sheet(), 192, 0),
        (imp::sheet(), 320, 0),
        (effects::sheet(), 320, 32),
        (effects::rings(), 448, 32),
        (hero::shadow(), 480, 32),
        (hen::sheet(), 448, 80),
        (hero::lying(), 416, 104),
        (witch::sheet(), 0, 128),
        (beacon::sheet(), 288, 128),
        (brute::sheet(), 0, 192),
        (rift::sheet(), 384, 192),
        (hud::icons(), 0, 256),
        (hud::frame(), 192, 256),
        (portraits::sheet(), 224, 256),
    ] {
        all.blit(&image, x, y);
    }
    // A white patch, for tinted rectangles.
    all.rect(496, 32, 8, 8, [255; 4]);
    all
}
