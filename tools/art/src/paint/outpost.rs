//! The outpost seen from its gate: for the trailer, and on the hill behind the main menu.

use super::canvas::{Canvas, bayer, in_ellipse, roll};
use super::palette::{
    APRICOT, ASH, BRASS, CREAM, CURTAIN, DUSK, EMBER, FERN, FOOTLIGHT, GOLD, INK, MAUVE, MOSS, NIGHT, OAK,
    OXBLOOD, PINE, PLUM, SCARLET, SLATE, SPRUCE, STONE, TIMBER, WINE,
};

/// The line the palisade stands on.
const FOOT: i32 = 182;

/// The outpost's gate and tower, 256 x 192, on a piece of meadow.
pub fn gate_and_tower() -> Canvas {
    let mut canvas = Canvas::new(256, 192);
    house(&mut canvas, 22, 96, 62);
    tower(&mut canvas);
    palisade(&mut canvas, 4, 92);
    palisade(&mut canvas, 156, 252);
    gate(&mut canvas);
    canvas.outline(INK);
    smoke(&mut canvas, 35, 74);
    meadow(&mut canvas);
    torch(&mut canvas, 88, 128);
    torch(&mut canvas, 158, 128);
    canvas
}

/// A row of sharpened logs, with two rails nailed across.
fn palisade(canvas: &mut Canvas, from: i32, to: i32) {
    for (index, x) in (from..to - 7).step_by(8).enumerate() {
        let top = 124 + roll(index as i32, from, 11, 6);
        log(canvas, x, top, FOOT, 8);
    }
    for y in [140, 168] {
        for x in from + 1..to - 1 {
            canvas.over(x, y, TIMBER);
            canvas.over(x, y + 1, OAK);
            canvas.over(x, y + 2, WINE);
            canvas.over(x, y + 3, INK);
        }
        for x in (from + 3..to - 2).step_by(8) {
            canvas.put(x, y + 1, ASH);
        }
    }
}

/// One upright log: round, lit from the left, with a cut point.
fn log(canvas: &mut Canvas, x: i32, top: i32, foot: i32, wide: i32) {
    let half = wide / 2;
    for y in top..foot {
        let cut = (half - 1 - (y - top)).max(0);
        for at in cut..wide - 1 - cut {
            let point = y - top < half + 1;
            let grain = roll(x + at, y / 5, 21, 7) == 0;
            let ink = match at * 8 / wide {
                _ if point && at < half => APRICOT,
                _ if point => TIMBER,
                0 | 1 => OAK,
                2 | 3 if grain => OAK,
                2 | 3 => TIMBER,
                4 | 5 => OAK,
                _ => WINE,
            };
            canvas.put(x + at, y, ink);
        }
        canvas.put(x + wide - 1 - cut, y, INK);
    }
}

/// The tower: legs with braces, a room with warm windows, a steep roof and a flag.
fn tower(canvas: &mut Canvas) {
    let (left, wide) = (178, 52);
    // The far legs and braces first, in shade.
    canvas.rect(left + 8, 96, wide - 16, 60, NIGHT);
    for (x, tone) in [(left + 14, WINE), (left + wide - 18, WINE)] {
        canvas.rect(x, 96, 4, 60, tone);
    }
    for step in 0..2 {
        let y = 98 + step * 26;
        for thick in 0..3 {
            let ink = [TIMBER, OAK, WINE][thick as usize];
            canvas.line((left + 8, y + thick), (left + wide - 9, y + 24 + thick), ink);
            canvas.line((left + wide - 9, y + thick), (left + 8, y + 24 + thick), ink);
        }
    }
    for x in [left + 4, left + wide - 11] {
        canvas.rect(x, 94, 7, 70, OAK);
        canvas.rect(x + 1, 94, 2, 70, TIMBER);
        canvas.rect(x + 6, 94, 1, 70, WINE);
    }
    room(canvas, left, wide);
    roof(canvas, left + wide / 2, 18, 58, 36);
    // The flag streams to the left, against the sky.
    let mast = left + wide / 2;
    canvas.rect(mast, 1, 1, 20, BRASS);
    canvas.put(mast, 0, FOOTLIGHT);
    for x in 0..24 {
        let wave = [0, 0, 1, 1, 2, 2, 1, 1][(x / 2 % 8) as usize];
        let tall = 11 - x / 4;
        for y in 0..tall {
            let y: i32 = y;
            let notch = x > 18 && (y - tall / 2).abs() < x - 18;
            if !notch {
                let ink = match wave {
                    0 => SCARLET,
                    1 => CURTAIN,
                    _ => OXBLOOD,
                };
                let ink = if y == tall / 2 && x < 16 { GOLD } else { ink };
                canvas.put(mast - 1 - x, 2 + wave + y + x / 6, ink);
            }
        }
    }
}

/// The tower's room: boards, a railing, and two windows with light behind.
fn room(canvas: &mut Canvas, left: i32, wide: i32) {
    for x in left..left + wide {
        let within = (x - left) % 6;
        for y in 54..94 {
            let ink = match within {
                0 => WINE,
                1 => TIMBER,
                5 => OAK,
                _ if roll(x, y / 4, 31, 6) == 0 => TIMBER,
                _ => OAK,
            };
            canvas.put(x, y, ink);
        }
        // The roof's shadow.
        for y in 54..60 {
            if y < 57 || bayer(x, y) < 8 {
                canvas.put(x, y, WINE);
            }
        }
    }
    for (x, w) in [(left + 8, 14), (left + 30, 14)] {
        canvas.rect(x - 2, 60, w + 4, 22, WINE);
        canvas.rect(x - 1, 61, w + 2, 20, BRASS);
        canvas.rect(x, 62, w, 18, GOLD);
        canvas.rect(x + 1, 63, w - 2, 15, FOOTLIGHT);
        canvas.ellipse(x + w / 2, 72, 4, 5, CREAM);
        canvas.rect(x + w / 2 - 1, 62, 2, 18, OAK);
        canvas.rect(x, 69, w, 2, OAK);
    }
    // A guard.
    canvas.ellipse(left + 36, 72, 2, 2, WINE);
    canvas.rect(left + 33, 75, 7, 5, WINE);
    // The floor's beam sticks out on both sides.
    canvas.rect(left - 5, 86, wide + 10, 8, OAK);
    canvas.rect(left - 5, 86, wide + 10, 2, TIMBER);
    canvas.rect(left - 5, 92, wide + 10, 2, WINE);
    for x in (left - 2..left + wide + 4).step_by(10) {
        canvas.rect(x, 88, 4, 5, WINE);
        canvas.rect(x + 1, 89, 2, 3, OAK);
    }
}

/// A roof of shingles, broad at the eaves.
fn roof(canvas: &mut Canvas, cx: i32, top: i32, eaves: i32, half: i32) {
    let tall = eaves - top;
    for y in top..eaves {
        let down = y - top;
        let reach = 2 + down * (half - 2) / tall;
        for x in -reach..=reach {
            let row = down / 5;
            let shingle = (x + 60 + (row & 1) * 3).rem_euclid(6);
            let lower = down % 5 == 4;
            let lit = x < -reach / 5;
            let ink = match (lower, shingle, lit) {
                (true, _, true) => OXBLOOD,
                (true, _, false) | (_, 0, false) => WINE,
                (false, 0, true) => OXBLOOD,
                (false, 1, true) => SCARLET,
                (false, _, true) => CURTAIN,
                (false, _, false) => OXBLOOD,
            };
            canvas.put(cx + x, y, ink);
        }
    }
    canvas.rect(cx - half, eaves, 2 * half + 1, 2, TIMBER);
    canvas.rect(cx - half, eaves + 2, 2 * half + 1, 1, WINE);
}

/// A long house behind the palisade: its roof, a chimney, a lit dormer.
fn house(canvas: &mut Canvas, left: i32, top: i32, wide: i32) {
    for y in top..134 {
        let grow = (y - top).min(24) / 3;
        for x in left - grow..left + wide + grow {
            let row = (y - top) / 4;
            let lower = (y - top) % 4 == 3;
            let split = (x + 90 + (row & 1) * 3) % 7 == 0;
            let ink = match (lower, split) {
                (true, _) => NIGHT,
                (false, true) => SLATE,
                (false, false) if (y - top) < 4 => PLUM,
                (false, false) => DUSK,
            };
            canvas.put(x, y, ink);
        }
    }
    canvas.rect(left, top - 1, wide, 1, MAUVE);
    // The chimney.
    canvas.rect(left + 8, top - 14, 9, 18, STONE);
    canvas.rect(left + 8, top - 14, 2, 18, ASH);
    canvas.rect(left + 15, top - 14, 2, 18, SLATE);
    canvas.rect(left + 7, top - 16, 11, 3, ASH);
    // The dormer.
    let x = left + wide - 26;
    for down in 0..9 {
        canvas.rect(x + 8 - down, top + 2 + down, 2 * down + 1, 1, PLUM);
        canvas.put(x + 8 - down, top + 2 + down, MAUVE);
        canvas.put(x + 8 + down, top + 2 + down, NIGHT);
    }
    canvas.rect(x + 2, top + 10, 13, 14, OAK);
    canvas.rect(x + 4, top + 11, 9, 11, GOLD);
    canvas.rect(x + 5, top + 12, 7, 9, FOOTLIGHT);
    canvas.rect(x + 8, top + 11, 1, 11, OAK);
    canvas.rect(x + 4, top + 16, 9, 1, OAK);
}

/// Smoke in puffs that thin out as they rise.
fn smoke(canvas: &mut Canvas, x: i32, y: i32) {
    for (dx, dy, r, share) in [(0, 0, 3, 14), (2, -8, 4, 10), (7, -17, 5, 7), (14, -27, 6, 4)] {
        for row in -r..=r {
            for column in -r..=r {
                let at = (x + dx + column, y + dy + row);
                if in_ellipse(column, row, r, r) && bayer(at.0, at.1) < share {
                    canvas.under(at.0, at.1, if row < -r / 3 { PLUM } else { DUSK });
                }
            }
        }
    }
}

/// The gate: stone piers, a beam with the banner, and two doors with iron bands.
fn gate(canvas: &mut Canvas) {
    for x in [92, 140] {
        canvas.rect(x, 104, 16, FOOT - 104, STONE);
        for y in (104..FOOT).step_by(8) {
            let shift = ((y / 8) & 1) * 6;
            canvas.rect(x, y, 16, 1, SLATE);
            canvas.rect(x + 4 + shift, y, 1, 8, SLATE);
            canvas.rect(x + 5 + shift, y + 1, 1, 6, ASH);
            canvas.rect(x, y + 1, 1, 7, ASH);
            canvas.rect(x + 14, y, 2, 8, SLATE);
            if roll(x, y, 8, 3) == 0 {
                canvas.rect(x + 1, y + 5, 3, 2, MOSS);
            }
        }
        canvas.rect(x - 2, 100, 20, 5, ASH);
        canvas.rect(x - 2, 104, 20, 1, SLATE);
        canvas.rect(x - 2, 99, 20, 1, TIMBER);
        for tooth in [0, 7, 14] {
            canvas.rect(x - 2 + tooth, 94, 6, 6, STONE);
            canvas.rect(x - 2 + tooth, 94, 6, 1, ASH);
            canvas.rect(x + 3 + tooth, 95, 1, 5, SLATE);
        }
    }
    // The doors stand in a round arch of planks.
    for y in 122..FOOT {
        for x in 108..140 {
            let arch = in_ellipse(x - 124, y - 138, 16, 16) || y > 138;
            let inner = in_ellipse(x - 124, y - 140, 14, 15) || (y > 140 && (110..138).contains(&x));
            if !arch {
                canvas.put(x, y, OAK);
            } else if !inner {
                canvas.put(x, y, BRASS);
            } else {
                let plank = (x - 110) % 5;
                let ink = match plank {
                    0 => INK,
                    1 => OAK,
                    _ if roll(x, y / 6, 13, 5) == 0 => OAK,
                    _ => WINE,
                };
                canvas.put(x, y, if x == 123 || x == 124 { INK } else { ink });
            }
        }
    }
    for y in [144, 164] {
        canvas.rect(110, y, 28, 3, SLATE);
        canvas.rect(110, y, 28, 1, STONE);
        for x in [112, 117, 121, 127, 131, 136] {
            canvas.put(x, y + 1, ASH);
        }
    }
    for x in [120, 127] {
        canvas.rect(x, 154, 2, 4, GOLD);
    }
    // The beam across, and the banner on it.
    canvas.rect(88, 112, 72, 10, OAK);
    canvas.rect(88, 112, 72, 2, TIMBER);
    canvas.rect(88, 120, 72, 2, WINE);
    for x in (94..158).step_by(12) {
        canvas.rect(x, 116, 5, 1, WINE);
    }
    for y in 104..134 {
        let point = (y - 124).max(0);
        for x in 114 + point..135 - point {
            let ink = match (x - 114) % 7 {
                0 | 6 => OXBLOOD,
                1..=3 => SCARLET,
                _ => CURTAIN,
            };
            let hem = x == 114 + point || x == 134 - point;
            canvas.put(x, y, if hem { GOLD } else { ink });
        }
    }
    canvas.rect(112, 102, 25, 2, BRASS);
    canvas.rect(112, 102, 25, 1, FOOTLIGHT);
    canvas.text(
        119,
        108,
        &[
            "..fffffff..",
            ".fgggggggz.",
            ".fg##g##gz.",
            ".fg##g##gz.",
            ".fgggggggz.",
            ".fg#ggg#gz.",
            "..fg###gz..",
            "...fgggz...",
            "....zzz....",
        ],
    );
}

/// Grass in front of the logs, and the beginning of the path.
fn meadow(canvas: &mut Canvas) {
    for x in 0..canvas.width {
        let top = FOOT - 3 + roll(x / 3, 0, 41, 3) + ((x - 126).abs() / 40).min(3);
        for y in top..canvas.height {
            let path = (x - 124).abs() < 15 + (y - FOOT) * 2 + roll(x, y, 17, 3);
            let ink = match y - top {
                _ if path && y >= FOOT => [TIMBER, BRASS, TIMBER, OAK][(hash4(x, y)) as usize],
                0 => FERN,
                1 | 2 if roll(x, 1, 42, 3) > 0 => MOSS,
                3..=5 if bayer(x, y) < 5 => MOSS,
                0..=5 => SPRUCE,
                _ if bayer(x, y) < 4 => SPRUCE,
                _ => PINE,
            };
            canvas.put(x, y, ink);
        }
    }
}

/// One of four, in small patches: the stones of a trodden path.
fn hash4(x: i32, y: i32) -> i32 {
    roll(x / 3, y / 2, 19, 4)
}

/// A torch on the wall, and the warm light around it on what is lit.
fn torch(canvas: &mut Canvas, cx: i32, cy: i32) {
    for y in -20..=26_i32 {
        for x in -20..=20_i32 {
            let near = 12 - (x * x + y * y).isqrt() * 12 / 24;
            let at = (cx + x, cy + y);
            if bayer(at.0, at.1) >= near {
                continue;
            }
            let here = canvas.get(at.0, at.1);
            let lit = if here == WINE {
                OAK
            } else if here == OAK {
                TIMBER
            } else if here == TIMBER {
                GOLD
            } else if here == STONE {
                BRASS
            } else if here == SLATE {
                OAK
            } else {
                continue;
            };
            canvas.put(at.0, at.1, lit);
        }
    }
    canvas.rect(cx, cy + 2, 2, 9, WINE);
    canvas.rect(cx - 1, cy + 1, 4, 2, SLATE);
    canvas.text(
        cx - 2,
        cy - 7,
        &["...b..", "..bb..", ".bgb..", ".bggb.", "bgfgb.", "bgfcgb", "bfccfb", ".gffg."],
    );
    canvas.put(cx + 2, cy - 9, EMBER);
}
