//! The camera: the visible part of the level.

/// The height of the panel of buttons below the field in an upright view, in virtual pixels.
pub const PANEL: f32 = 140.0;

/// The size of the field, which shows the level, in a view of this size.
pub fn field(view: (f32, f32)) -> (f32, f32) {
    if is_upright(view) { (view.0, view.1 - PANEL) } else { view }
}

pub fn is_upright(view: (f32, f32)) -> bool {
    view.0 < view.1
}

/// The top left corner of a field that follows `target`, in whole pixels of the level.
pub fn corner(target: (f32, f32), level: (f32, f32), field: (f32, f32)) -> (f32, f32) {
    inside((target.0 - field.0 / 2.0, target.1 - field.1 / 2.0), level, field)
}

/// The corner of the field inside the level that is the nearest to this one, in whole pixels. A level smaller than the
/// field is centered.
pub fn inside(corner: (f32, f32), level: (f32, f32), field: (f32, f32)) -> (f32, f32) {
    let along = |at: f32, level: f32, screen: f32| {
        if level <= screen { ((level - screen) / 2.0).round() } else { at.clamp(0.0, level - screen).round() }
    };
    (along(corner.0, level.0, field.0), along(corner.1, level.1, field.1))
}
