//! Shared parts of the large images: the night sky, mountains, hills and pines.

use super::canvas::{Canvas, bayer, gradient, hash, in_ellipse, roll, swell};
use super::palette::{APRICOT, CHALK, CREAM, DUSK, INDIGO, INK, Ink, MAUVE, NIGHT, PEACH, PLUM, ROSE};

/// The sky of an evening: night above, the last light at the horizon.
pub fn sky(canvas: &mut Canvas, horizon: i32) {
    let bands = [INK, NIGHT, NIGHT, INDIGO, INDIGO, DUSK, PLUM, MAUVE, ROSE, PEACH, APRICOT];
    gradient(canvas, -24, horizon, &bands);
    canvas.rect(0, horizon, canvas.width, canvas.height - horizon, APRICOT);
}

/// Stars, fewer towards the horizon; some of them shine.
pub fn stars(canvas: &mut Canvas, below: i32, seed: u32) {
    for cell_y in 0..below / 14 {
        for cell_x in 0..canvas.width / 14 {
            // One try for each cell of a grid keeps them from clumping.
            let height = cell_y * 14;
            if roll(cell_x, cell_y, seed, below) < height / 2 + below * 2 / 5 {
                continue;
            }
            let x = cell_x * 14 + roll(cell_x, cell_y, seed + 1, 14);
            let y = height + roll(cell_x, cell_y, seed + 2, 14);
            match hash(cell_x, cell_y, seed + 3) % 12 {
                0 => {
                    for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                        canvas.put(x + dx, y + dy, PLUM);
                    }
                    canvas.put(x, y, CREAM);
                }
                1..=3 => canvas.put(x, y, CREAM),
                4..=7 => canvas.put(x, y, CHALK),
                _ => canvas.put(x, y, MAUVE),
            }
        }
    }
}

/// A full moon with a dithered halo.
pub fn moon(canvas: &mut Canvas, cx: i32, cy: i32, radius: i32) {
    // A small moon is a prop on a stage: it has no halo and no room for seas.
    let halo: &[(i32, i32, Ink)] = match radius {
        0..12 => &[],
        _ => &[(20, 3, DUSK), (12, 6, DUSK), (6, 7, PLUM)],
    };
    for &(reach, share, ink) in halo {
        let wide = radius + reach;
        for y in -wide..=wide {
            for x in -wide..=wide {
                if in_ellipse(x, y, wide, wide) && bayer(cx + x, cy + y) < share {
                    canvas.put(cx + x, cy + y, ink);
                }
            }
        }
    }
    canvas.ellipse(cx, cy, radius, radius, CREAM);
    // The shaded rim below right, then a few seas.
    for y in -radius..=radius {
        for x in -radius..=radius {
            let inside = in_ellipse(x, y, radius, radius);
            if inside && !in_ellipse(x + 3, y + 3, radius, radius) {
                canvas.put(cx + x, cy + y, APRICOT);
            }
        }
    }
    if halo.is_empty() {
        return;
    }
    let unit = radius;
    for (x, y, r) in [(-6, -4, 4), (3, 3, 5), (5, -7, 2), (-5, 8, 2), (-1, -10, 1)] {
        let (x, y, r) = (x * unit / 18, y * unit / 18, (r * unit / 18).max(1));
        canvas.ellipse(cx + x, cy + y, r, r - r / 3, APRICOT);
    }
}

/// A long flat cloud, lit from below by the sunken sun.
pub fn cloud(canvas: &mut Canvas, cx: i32, cy: i32, half: i32, body: Ink, lit: Ink) {
    for x in -half..=half {
        let left = half - x.abs();
        let bump = 3 + swell(x + cx * 7, 46, 2) + swell(x * 3 + cx, 70, 1);
        let up = (left * bump / 12).clamp(0, bump.max(1));
        let down = (left / 12).min(1);
        for y in -up..=down {
            canvas.put(cx + x, cy + y, if y >= down { lit } else { body });
        }
    }
}

/// One range of mountains.
pub struct Range<'a> {
    /// Where the peaks are and how high above the foot.
    pub peaks: &'a [(i32, i32)],
    /// The line the mountains stand on.
    pub foot: i32,
    /// Width of a slope for each 16 pixels of height.
    pub spread: i32,
    /// Shaded side, lit side, and snow on the lit side.
    pub inks: [Ink; 3],
    /// How far down the snow reaches.
    pub snow: i32,
}

/// Mountains with a shaded and a lit side. They continue around the edge, so that a picture of
/// them can be repeated side by side.
pub fn mountains(canvas: &mut Canvas, range: &Range<'_>) {
    for (index, &(peak_x, height)) in range.peaks.iter().enumerate() {
        let seed = 70 + index as u32;
        let (mut left, mut right, mut ridge) = (0, 0, 0);
        for down in 0..height {
            let y = range.foot - height + down;
            // A steep half and a flat half, with steps of uneven length, look like rock.
            let step = range.spread * (10 + roll(down / 3, 0, seed, 14)) / 16;
            left += step;
            right += range.spread * (10 + roll(down / 3, 1, seed, 14)) / 16;
            ridge += roll(down / 4, 2, seed, 9) - 4;
            let (from, to) = (peak_x - left / 16, peak_x + right / 16);
            let split = peak_x + ridge / 3;
            for x in from..=to {
                let jag = roll(x / 3, index as i32, seed, 5) + roll(x, 9, seed, 2);
                let lit = x < split - (down / 9).min(3) * ((x / 2 + down / 2) & 1);
                let snow = down < range.snow - jag * 2;
                let ink = match (lit, snow) {
                    (true, true) => range.inks[2],
                    (true, false) | (false, true) => range.inks[1],
                    (false, false) => range.inks[0],
                };
                canvas.put(x.rem_euclid(canvas.width), y, ink);
            }
        }
    }
}

/// Rolling ground down to the lower edge of the picture; `line` gives its height for a column.
pub fn ground(canvas: &mut Canvas, line: impl Fn(i32) -> i32, inks: [Ink; 3]) {
    for x in 0..canvas.width {
        let top = line(x);
        for y in top..canvas.height {
            let depth = y - top;
            let ink = if depth < 2 + roll(x / 2, 0, 5, 2) {
                inks[2]
            } else if depth < 7 && bayer(x, y) < (7 - depth) * 2 {
                inks[1]
            } else {
                inks[0]
            };
            canvas.put(x, y, ink);
        }
    }
}

/// A pine with tiers of drooping boughs, lit from one side. It wraps around the edge.
pub fn pine(canvas: &mut Canvas, cx: i32, foot: i32, height: i32, inks: [Ink; 3]) {
    let crown = height * 9 / 10;
    let tiers = (height / 9).clamp(3, 8);
    let tier = (crown / tiers).max(2);
    let seed = (cx + foot * 3) as u32;
    let trunk = (height / 24).max(1);
    for y in foot - height / 8..foot {
        for x in -trunk / 2..=trunk / 2 {
            let x = (cx + x).rem_euclid(canvas.width);
            canvas.put(x, y, inks[0]);
        }
    }
    for down in 0..crown {
        let within = down % tier;
        // Each tier starts narrower than the one above ended: the saw-tooth edge of a pine.
        let half = (down * 3 + within * 8 - tier * 3) * 2 / 21;
        let half = if down < 2 { 0 } else { half.max(down / 7) };
        let y = foot - height + down;
        for x in -half..=half {
            let ragged = x.abs() == half && roll(x, down, seed, 3) == 0;
            if ragged {
                continue;
            }
            let ink = if within == 0 && down > tier && x.abs() < half {
                inks[0]
            } else if x < -half / 4 - roll(x, down, seed, 3) {
                inks[2]
            } else if x < half / 2 - roll(x, down, seed + 1, 3) {
                inks[1]
            } else {
                inks[0]
            };
            let x = (cx + x).rem_euclid(canvas.width);
            canvas.put(x, y, ink);
        }
    }
}
