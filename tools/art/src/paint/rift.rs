//! The rift: a tear in the night's own curtain, standing on the ground, through which monsters come.

use super::canvas::{Canvas, bayer, in_ellipse, roll, swell};
use super::palette::{
    BRASS, CREAM, CURTAIN, DUSK, FOOTLIGHT, GOLD, INDIGO, INK, MAUVE, NIGHT, OXBLOOD, PLUM, ROSE, WINE, faded,
};

/// Width and height of a cell; the tear touches the ground three pixels above its lower edge.
const CELL: (i32, i32) = (32, 48);

/// The row where the tear ends of the cloth, and that of the ground.
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
    let arch = 8 * 4 * down * (tall + 8 - down) / ((tall + 8) * (tall + 8));
    let rag = [0, 1, 1, 0, -1, 0][((y / 2 + side * 3) % 6) as usize];
    (arch + rag + swell(y + frame * 8, 32, 1)).clamp(0, 9)
}

/// One frame.
fn tear(frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    for x in 3..29 {
        cloth(&mut cell, x, frame);
    }
    cell.outline(INK);
    for y in TEAR.0 + 4..TEAR.1 {
        let bend = swell(y * 2, 60, 1);
        let (left, right) = (15 + bend - half(y, 1, frame), 16 + bend + half(y, 2, frame));
        // A dark line between the light and the cloth, so that the edge is a cut.
        cell.over(left - 1, y, INK);
        cell.over(right + 1, y, INK);
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
    rail(&mut cell);
    eyes(&mut cell, frame);
    ground(&mut cell, frame);
    sparks(&mut cell, frame);
    cell
}

/// How far the broken rail sags in a column.
fn sag(x: i32) -> i32 {
    2 - (2 * x - 31).abs() / 10
}

/// One column of the curtain: folds that sway, and a hem in tatters.
fn cloth(cell: &mut Canvas, x: i32, frame: i32) {
    let top = TEAR.0 + 1 + sag(x);
    let hem = TEAR.1 - 1 - roll(x / 2, 0, 53, 9) + swell(x * 3 + frame * 8, 32, 1);
    for y in top..hem {
        let fold = (x + swell(y + frame * 8, 32, 1) + (y - top) * (x - 16) / 160).rem_euclid(5);
        let ink = match fold {
            _ if y < top + 2 => WINE,
            0 => CURTAIN,
            1 | 2 => OXBLOOD,
            _ => WINE,
        };
        cell.put(x, y, ink);
    }
}

/// The rail that the curtain hangs from, broken in the middle.
fn rail(cell: &mut Canvas) {
    let mut rail = Canvas::new(CELL.0, CELL.1);
    for x in 2..30 {
        if (15..17).contains(&x) {
            continue;
        }
        let y = TEAR.0 + sag(x) - 1;
        rail.put(x, y, GOLD);
        rail.put(x, y + 1, BRASS);
    }
    for x in [1, 29] {
        rail.rect(x, 1, 2, 3, GOLD);
        rail.put(x, 1, FOOTLIGHT);
    }
    rail.outline(INK);
    cell.blit(&rail, 0, 0);
}

/// Something looks out of the dark in two of the frames.
fn eyes(cell: &mut Canvas, frame: i32) {
    if frame == 1 || frame == 2 {
        for x in [12, 17] {
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
    for (x, base, phase) in [(3, 44, 0), (28, 43, 2), (6, 42, 1), (26, 44, 3), (1, 38, 2), (30, 37, 0)] {
        let step = (frame + phase) % 4;
        let ink = [CREAM, ROSE, MAUVE, faded(MAUVE, 140)][step as usize];
        cell.under(x + (step % 2), base - step * 3, ink);
        if step < 2 {
            cell.under(x + (step % 2), base - step * 3 + 1, MAUVE);
        }
    }
}
