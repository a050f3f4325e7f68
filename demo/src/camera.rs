//! The camera: the visible part of the level.

use super::theme::{HEIGHT, WIDTH};

/// The top left corner of the view that follows `target`, in whole pixels of the level.
pub fn corner(target: (f32, f32), level: (f32, f32)) -> (f32, f32) {
    inside((target.0 - WIDTH / 2.0, target.1 - HEIGHT / 2.0), level)
}

/// The corner of the view inside the level that is the nearest to this one, in whole pixels. A level smaller than the
/// screen is centered.
pub fn inside(corner: (f32, f32), level: (f32, f32)) -> (f32, f32) {
    let along = |at: f32, level: f32, screen: f32| {
        if level <= screen { ((level - screen) / 2.0).round() } else { at.clamp(0.0, level - screen).round() }
    };
    (along(corner.0, level.0, WIDTH), along(corner.1, level.1, HEIGHT))
}
