//! The rift: a tear in the night's own curtain, standing on the ground, through which monsters come.

use super::canvas::{Canvas, bayer, in_ellipse, roll, swell};
use super::palette::{CREAM, DUSK, INDIGO, INK, MAUVE, NIGHT, OXBLOOD, PLUM, ROSE, WINE, faded};

/// Width and height of a cell; the tear touches the ground three pixels above its lower edge.
const CELL: (i32, i32) = (32, 48);

/// The row where the tear ends at the top, and the row of the ground.
const TEAR: (i32, i32) = (3, 44);

/// Four frames side by side.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL.0 * 4, CELL.1);
    for frame in 0..4 {
        sheet.blit(&tear(frame), frame * CELL.0, 0);
    }
    sheet
}

/// Half of the tear's width in a row: wide in the lower middle, a point at the top, ragged edges.
fn half(y: i32, side: i32, frame: i32) -> i32 {
    let tall = TEAR.1 - TEAR.0;
    let down = y - TEAR.0;
    let arch = 8 * 4 * down * (tall + 6 - down) / ((tall + 6) * (tall + 6));
    let rag = roll(side, down / 3, 31, 3) - 1;
    let breath = swell(y + frame * 8, 32, 1);
    (arch + rag + breath).clamp(0, 9)
}

/// One frame.
fn tear(frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    for y in TEAR.0..TEAR.1 {
        let bend = swell(y * 2, 60, 1);
        let (left, right) = (15 + bend - half(y, 1, frame), 16 + bend + half(y, 2, frame));
        cloth(&mut cell, y, left, right, frame);
        for x in left..=right {
            let deep = (x - left).min(right - x);
            let swirl = swell(x * 3 + y * 2 - frame * 12, 48, 6) + swell(y * 3 + frame * 12, 36, 3);
            let ink = match deep {
                0 => ROSE,
                1 => MAUVE,
                2 => PLUM,
                3 if bayer(x, y) < 8 => PLUM,
                _ if swirl > 5 => DUSK,
                _ if swirl > 2 => INDIGO,
                _ if swirl > -3 => NIGHT,
                _ => INK,
            };
            cell.put(x, y, ink);
        }
    }
    cell.outline(INK);
    eyes(&mut cell, frame);
    ground(&mut cell, frame);
    sparks(&mut cell, frame);
    cell
}

/// The torn cloth at both sides: folds of wine red that hang from the point of the tear.
fn cloth(cell: &mut Canvas, y: i32, left: i32, right: i32, frame: i32) {
    let down = y - TEAR.0;
    let tall = TEAR.1 - TEAR.0;
    // Wide at the shoulders, in tatters near the ground.
    let wide = match down {
        0..=1 => 1,
        2..=4 => 2,
        5..=10 => 4,
        _ => 5 - (down - 10) * 4 / (tall - 10),
    };
    for at in 1..=wide {
        for (x, side) in [(left - at, 0), (right + at, 1)] {
            let rag = roll(at + side * 8, frame / 2, 52, 6);
            if down > tall - 12 + at * 2 - rag && at > 1 {
                continue;
            }
            let ink = match (at + down / 9 + side) % 3 {
                _ if at == 1 => PLUM,
                0 => OXBLOOD,
                1 => WINE,
                _ if side == 0 => OXBLOOD,
                _ => WINE,
            };
            cell.put(x, y, ink);
        }
    }
}

/// Something looks out of the dark in two of the frames.
fn eyes(cell: &mut Canvas, frame: i32) {
    if frame == 1 || frame == 2 {
        for x in [13, 17] {
            cell.over(x, 22, CREAM);
            cell.over(x + 1, 22, ROSE);
        }
    }
}

/// The light on the ground before it.
fn ground(cell: &mut Canvas, frame: i32) {
    let reach = 13 + frame % 2;
    for y in -3..=3 {
        for x in -reach..=reach {
            let alpha = match () {
                () if in_ellipse(x, y, reach - 6, 1) => 200,
                () if in_ellipse(x, y, reach - 3, 2) => 130,
                () if in_ellipse(x, y, reach, 3) && bayer(x, y) < 8 => 90,
                () => continue,
            };
            cell.under(16 + x, TEAR.1 + y, faded(MAUVE, alpha));
        }
    }
}

/// Sparks that rise beside the tear and fade.
fn sparks(cell: &mut Canvas, frame: i32) {
    for (x, base, phase) in [(3, 38, 0), (28, 34, 2), (6, 20, 1), (26, 16, 3), (2, 26, 2), (29, 24, 0)] {
        let step = (frame + phase) % 4;
        let ink = [CREAM, ROSE, MAUVE, faded(MAUVE, 140)][step as usize];
        cell.under(x + (step % 2), base - step * 3, ink);
        if step < 2 {
            cell.under(x + (step % 2), base - step * 3 + 1, MAUVE);
        }
    }
}
