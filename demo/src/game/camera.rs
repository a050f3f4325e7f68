//! The camera: the visible part of the level, and what is outside of it.

use crate::game::play::steering::distance;

/// The height of the panel of buttons below the field in an upright view, in virtual pixels.
pub const PANEL: f32 = 140.0;

/// The size of the field, which shows the level, in a view of this size.
pub fn field(view: (f32, f32)) -> (f32, f32) {
    if is_upright(view) { (view.0, view.1 - PANEL) } else { view }
}

/// How far the marks of the edge are from the edges of the field: clear of the numbers and the buttons.
const MARGIN: Margin = Margin { left: 14.0, top: 62.0, right: 50.0, bottom: 16.0 };
/// How near two marks may be.
const APART: f32 = 24.0;

struct Margin {
    left: f32,
    top: f32,
    right: f32,
    bottom: f32,
}

/// The marks at the edge of the field for things that are outside of it, in a view of this size whose top left is at
/// `corner`. Of things in the same direction only the first one is marked.
pub fn edge_marks<T>(
    things: impl Iterator<Item = (T, (f32, f32))>,
    corner: (f32, f32),
    view: (f32, f32),
) -> Vec<(T, (f32, f32))> {
    let (width, height) = field(view);
    let right = if is_upright(view) { MARGIN.left } else { MARGIN.right };
    let mut marks: Vec<(T, (f32, f32))> = Vec::new();
    for (thing, spot) in things {
        let (x, y) = (spot.0 - corner.0, spot.1 - corner.1);
        if (0.0..width).contains(&x) && (0.0..height).contains(&y) {
            continue;
        }
        let at = (x.clamp(MARGIN.left, width - right), y.clamp(MARGIN.top, height - MARGIN.bottom));
        if marks.iter().all(|(_, other)| distance(*other, at) >= APART) {
            marks.push((thing, at));
        }
    }
    marks
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_outside_of_the_view_has_a_mark_at_the_edge_once_in_each_direction() {
        let things = [("inside", (300.0, 200.0)), ("left", (-90.0, 150.0)), ("beside it", (-400.0, 160.0))];
        let more = [("above", (320.0, -30.0)), ("right", (900.0, 400.0)), ("below", (100.0, 560.0))];
        let marks = edge_marks(things.into_iter().chain(more), (0.0, 100.0), (640.0, 360.0));
        let expected = [
            ("left", (14.0, 62.0)),
            ("above", (320.0, 62.0)),
            ("right", (590.0, 300.0)),
            ("below", (100.0, 344.0)),
        ];
        assert_eq!(marks, expected);
        // In an upright view the buttons are below the field.
        let marks = edge_marks([("right", (900.0, 300.0))].into_iter(), (0.0, 0.0), (360.0, 640.0));
        assert_eq!(marks, [("right", (346.0, 300.0))]);
    }
}
