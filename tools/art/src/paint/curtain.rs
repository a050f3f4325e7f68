//! Curtains in folds, for the logo and the loading screen.

use super::canvas::{Canvas, swell};
use super::palette::{CURTAIN, FOOTLIGHT, GOLD, Ink, OXBLOOD, SCARLET, WINE};

/// The cloth's colours over one fold, from a valley over the crest and down again.
const FOLD: [Ink; 8] = [WINE, OXBLOOD, CURTAIN, SCARLET, SCARLET, CURTAIN, CURTAIN, OXBLOOD];

/// Hangs cloth between two edges that may run as they like: the folds run with them, and where
/// the cloth is gathered they come closer.
pub fn cloth(
    canvas: &mut Canvas,
    rows: std::ops::Range<i32>,
    folds: i32,
    left: impl Fn(i32) -> i32,
    right: impl Fn(i32) -> i32,
) {
    for y in rows.clone() {
        let (from, to) = (left(y), right(y));
        for x in from..to {
            let wide = (to - from).max(1);
            let phase = ((x - from) * folds * 8 + 4) / wide;
            let mut ink = FOLD[(phase % 8) as usize];
            // The last folds by the edge lie in the light of the stage.
            if x == to - 1 || x == from {
                ink = WINE;
            }
            canvas.put(x, y, ink);
        }
    }
}

/// The short cloth along the top, in swags with a fringe of gold.
pub fn valance(canvas: &mut Canvas, x: i32, y: i32, width: i32, swags: i32, drop: i32) {
    for column in 0..width {
        let swag = width / swags;
        let within = column % swag;
        let sag = drop / 2 + swell(within, swag * 2, drop / 2);
        for row in 0..sag {
            // The folds of a swag hang in bows, deeper towards its middle.
            let bow = swell(within, swag * 2, drop / 2) * row / sag.max(1);
            let phase = (row * 2 - bow).rem_euclid(10);
            let ink = match phase {
                0 | 1 => OXBLOOD,
                2..=4 => CURTAIN,
                5..=7 => SCARLET,
                _ => CURTAIN,
            };
            let edge = within == 0 || within == swag - 1;
            canvas.put(x + column, y + row, if edge { WINE } else { ink });
        }
        canvas.put(x + column, y + sag, GOLD);
        canvas.put(x + column, y + sag + 1, FOOTLIGHT);
        if column % 2 == 0 {
            canvas.put(x + column, y + sag + 2, GOLD);
        }
    }
}

/// A tassel: a knot, a head and threads.
pub fn tassel(canvas: &mut Canvas, x: i32, y: i32) {
    canvas.text(
        x - 3,
        y,
        &["...g...", "..fgz..", "..fgz..", "...z...", "..fgz..", ".fgfgz.", ".fgfgz.", ".gzgzg.", ".g.g.z."],
    );
}
