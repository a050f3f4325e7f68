//! Which part of the level is seen.

use super::theme::{HEIGHT, WIDTH};

/// The top left corner of the view, in pixels of the level, whole numbers: the level follows
/// `target`, and shows nothing outside of itself. A level that is smaller than the screen is
/// shown in the middle.
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
