//! A marine of the outpost: blue coat, steel helmet with a golden comb, and a musket. What is
//! the same in many frames is in `marine_parts.rs`, the frames that need drawings of their own too.

#[path = "marine_acts.rs"]
mod acts;
#[path = "marine_parts.rs"]
mod parts;

use super::canvas::Canvas;

/// Cell of the sheet; the feet stand two pixels above its lower edge.
const CELL: (i32, i32) = (16, 32);

/// A part of a figure: how far it is moved from where it is drawn, its topmost row, its pixels.
type Part = (i32, i32, &'static [&'static str]);

/// One frame: its parts from the back to the front, each with its own outline, and the light of a
/// shot, which has none.
struct Frame {
    parts: &'static [Part],
    light: Part,
}

/// A frame without light.
const fn plain(parts: &'static [Part]) -> Frame {
    Frame { parts, light: (0, 0, &[]) }
}

/// The sheet, 128 x 128: walk (4), aim, fire, hurt, fallen; rows are down, left, right, up.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL.0 * 8, CELL.1 * 4);
    for (column, [front, side, back]) in (0..).zip(&acts::FRAMES) {
        let right = figure(side);
        for (row, cell) in (0..).zip([figure(front), right.mirrored(), right, figure(back)]) {
            sheet.blit(&cell, column * CELL.0, row * CELL.1);
        }
    }
    sheet
}

/// Puts one figure together.
fn figure(frame: &Frame) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    for (x, top, rows) in frame.parts {
        cell.part(*x, *top, rows);
    }
    let (x, top, rows) = frame.light;
    cell.text(x, top, rows);
    cell
}
