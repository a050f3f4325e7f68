//! The camera: the visible part of the level.

use super::theme::{HEIGHT, WIDTH};

/// The top left corner of the view, in whole pixels of the level: it follows `target` and stays inside
/// the level. A level smaller than the screen is centered.
pub fn corner(target: (f32, f32), level: (f32, f32)) -> (f32, f32) {
    let along = |target: f32, level: f32, screen: f32| {
        if level <= screen {
            ((level - screen) / 2.0).round()
        } else {
            (target - screen / 2.0).clamp(0.0, level - screen).round()
        }
    };
    (along(target.0, level.0, WIDTH), along(target.1, level.1, HEIGHT))
}
