//! What stands about in the level, from crates to the gate.

use super::canvas::{Canvas, bayer, in_ellipse, roll, swell};
use super::palette::{
    APRICOT, ASH, BRASS, CHALK, CREAM, CURTAIN, FERN, FOOTLIGHT, GOLD, INK, Ink, MEADOW, MOSS, NIGHT, OAK,
    OXBLOOD, PEACH, PINE, SCARLET, SLATE, SPRUCE, STONE, STREAM, TIMBER, WINE,
};
use super::tiles::{BANNER, GATE, PINE_TREE, ROUND_TREE, TENT, THICKET, TOWER, WELL, place};

#[path = "small.rs"]
mod small;

/// All the tiles of this file.
pub fn paint(sheet: &mut Canvas) {
    for (tile, rows) in small::IMAGES {
        let mut picture = Canvas::from_text(rows);
        grounded(&mut picture, 13);
        place(sheet, *tile, &picture);
    }
    place(sheet, THICKET, &thicket());
    place(sheet, PINE_TREE, &pine_tree());
    place(sheet, ROUND_TREE, &round_tree());
    place(sheet, TENT, &tent());
    place(sheet, GATE, &gate());
    place(sheet, WELL, &well());
    place(sheet, TOWER, &tower());
    place(sheet, BANNER, &banner());
}

/// The dark grass under a thing, so that it stands and does not hover. Only beside what reaches
/// down to the given row.
fn grounded(picture: &mut Canvas, from: i32) {
    let before = picture.clone();
    for y in from..picture.height {
        for x in 0..picture.width {
            let near = (-1..=2).any(|back| before.filled(x - back, y) || before.filled(x - back, y - 1));
            if near {
                picture.under(x, y, SPRUCE);
            }
        }
    }
}

/// Dense foliage, which blocks the way; it fills a whole tile and tiles seamlessly.
fn thicket() -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 0, 16, 16, PINE);
    for (x, y) in [(3, 3), (11, 1), (7, 8), (15, 9), (2, 13), (11, 14)] {
        for (dx, dy, ink) in [
            (0, 0, SPRUCE),
            (1, 0, SPRUCE),
            (-1, 0, MOSS),
            (0, -1, MOSS),
            (1, -1, SPRUCE),
            (-1, 1, SPRUCE),
            (2, 1, INK),
            (1, 1, INK),
        ] {
            let at: (i32, i32) = (x + dx, y + dy);
            tile.put(at.0.rem_euclid(16), at.1.rem_euclid(16), ink);
        }
    }
    tile
}

/// A pine of 32 x 48 with five tiers of boughs.
fn pine_tree() -> Canvas {
    let mut tree = Canvas::new(32, 48);
    for (x, ink) in [(13, WINE), (14, TIMBER), (15, OAK), (16, OAK), (17, WINE), (18, WINE)] {
        tree.rect(x, 38, 1, 8, ink);
    }
    // From the lowest tier up, so that each hangs over the one below.
    for tier in (0..5).rev() {
        let (top, half): (i32, i32) = (1 + tier * 7, 6 + tier * 2);
        let tall = 12;
        for down in 0..tall {
            let reach = (half * (down + 1) / tall).max(1);
            for x in -reach..=reach {
                // Boughs end in points: every third column hangs lower.
                let hang = tall - 1 - [0, 2, 1][(x + 30).rem_euclid(3) as usize] - (x * x) / 90;
                if down > hang {
                    continue;
                }
                let ink = if down >= hang - 1 && x > -half / 2 {
                    PINE
                } else if x < -reach / 3 && roll(x, down + tier * 9, 121, 4) > 0 {
                    if down < 5 || roll(x, down, 122, 3) == 0 { FERN } else { MOSS }
                } else if x < reach / 3 {
                    if roll(x, down + tier, 123, 5) == 0 { MOSS } else { SPRUCE }
                } else {
                    PINE
                };
                tree.put(16 + x, top + down, ink);
            }
        }
    }
    tree.outline(INK);
    grounded(&mut tree, 45);
    tree
}

/// A broad tree of 32 x 48, its crown of round masses of leaves.
fn round_tree() -> Canvas {
    let mut tree = Canvas::new(32, 48);
    for (x, ink) in [(12, OAK), (13, TIMBER), (14, TIMBER), (15, OAK), (16, OAK), (17, WINE), (18, WINE)] {
        tree.rect(x, 30, 1, 16, ink);
    }
    tree.text(10, 43, &["..........", ".oto...ww.", "oto.....ww"]);
    for (cx, cy, r) in
        [(16, 28, 9), (7, 26, 7), (24, 27, 7), (9, 18, 8), (23, 18, 8), (16, 11, 9), (16, 20, 9)]
    {
        for y in -r..=r {
            for x in -r..=r {
                if !in_ellipse(x, y, r, r) {
                    continue;
                }
                // Light falls from the upper left, in clumps of leaves.
                let clump = roll((cx + x) / 2, (cy + y) / 2, 124, 5) - 2;
                let light = -(x + y * 2) + clump;
                let ink = match light {
                    12.. => MEADOW,
                    5..=11 => FERN,
                    -5..=4 => MOSS,
                    -13..=-6 => SPRUCE,
                    _ => PINE,
                };
                tree.put(cx + x, cy + y, ink);
            }
        }
    }
    tree.outline(INK);
    grounded(&mut tree, 45);
    tree
}

/// A tent of 48 x 48 in stripes of red and cream, open in front.
fn tent() -> Canvas {
    let mut tent = Canvas::new(48, 48);
    for y in 7..45 {
        let down = y - 7;
        let half = 2 + down * 20 / 38 + down * down / 900;
        for x in -half..=half {
            let stripe = (x * 24 / (half + 2) + 48) / 6 % 2 == 0;
            let lit = x < 0;
            let rim = y > 41;
            let ink: Ink = match (stripe, lit) {
                _ if rim && lit => GOLD,
                _ if rim => BRASS,
                (true, true) => SCARLET,
                (true, false) => CURTAIN,
                (false, true) => CREAM,
                (false, false) => PEACH,
            };
            tent.put(24 + x, y, ink);
        }
        // The opening, with the warm inside and one side of the cloth folded back.
        let gap = (y - 20) * 9 / 25;
        if gap > 0 {
            for x in -gap..=gap {
                let ink = match x + gap {
                    _ if y > 42 => OAK,
                    0 => GOLD,
                    1..=2 => OXBLOOD,
                    _ if x == gap => BRASS,
                    _ if y > 34 && bayer(x, y) < y - 33 => OAK,
                    _ => WINE,
                };
                tent.put(24 + x, y, ink);
            }
        }
    }
    tent.rect(23, 1, 2, 7, BRASS);
    tent.text(25, 1, &["ssss..", "sssuux", "suux..", "ux...."]);
    tent.outline(INK);
    for (x, y, dx) in [(4, 40, -1), (43, 40, 1)] {
        tent.line((x, y), (x + dx * 3, y + 5), APRICOT);
        tent.rect(x + dx * 3, y + 4, 1, 3, WINE);
    }
    grounded(&mut tent, 44);
    tent
}

/// The gate of 64 x 48: two piers of stone, a beam with the emblem, the doors standing open.
fn gate() -> Canvas {
    let mut gate = Canvas::new(64, 48);
    for left in [1, 49] {
        for y in 8..46 {
            for x in 0..14_i32 {
                let course = (y - 8) / 6;
                let at = (x + course * 4).rem_euclid(8);
                let ink = match ((y - 8) % 6, at) {
                    _ if x == 13 || x == 12 => SLATE,
                    (5, _) | (_, 7) => SLATE,
                    (0, _) | (_, 0) => ASH,
                    _ if x == 0 => ASH,
                    _ => STONE,
                };
                gate.put(left + x, y, ink);
            }
        }
        gate.rect(left - 1, 6, 16, 3, ASH);
        gate.rect(left - 1, 6, 16, 1, CHALK);
        gate.rect(left - 1, 9, 16, 1, SLATE);
        for tooth in [0, 6, 12] {
            gate.rect(left - 1 + tooth, 2, 4, 4, STONE);
            gate.rect(left - 1 + tooth, 2, 4, 1, CHALK);
            gate.rect(left + 2 + tooth, 3, 1, 3, SLATE);
        }
    }
    gate.outline(INK);
    for y in 10..20 {
        let ink = match y {
            10 | 19 => INK,
            11 => APRICOT,
            12 | 13 => TIMBER,
            14..=16 => OAK,
            _ => WINE,
        };
        gate.rect(13, y, 38, 1, ink);
    }
    for x in [18, 44] {
        gate.rect(x, 12, 2, 6, SLATE);
        gate.put(x, 13, CHALK);
    }
    // Braces under the beam, then the open doors at both sides.
    for step in 0..7 {
        for (x, ink) in [(16 + 6 - step, TIMBER), (47 - 6 + step, OAK)] {
            gate.rect(x - 1, 19 + step, 3, 1, ink);
            gate.put(x + 2, 19 + step, INK);
            gate.put(x - 2, 19 + step, INK);
        }
    }
    for (x, inks) in [(16, [TIMBER, OAK, WINE, INK]), (44, [INK, TIMBER, OAK, WINE])] {
        for (at, ink) in inks.into_iter().enumerate() {
            gate.rect(x + at as i32, 27, 1, 19, ink);
        }
        for y in [31, 41] {
            gate.rect(x, y, 4, 2, SLATE);
        }
    }
    gate.text(
        24,
        6,
        &[
            "################",
            "#gffffffffffffz#",
            "#fxuuusssuuuuxz#",
            "#fxusggggggsuxz#",
            "#fxugffffffgsxz#",
            "#fxuf##ff##fsxz#",
            "#fxuf##ff##fsxz#",
            "#fxuffffffffsxz#",
            "#fxuf#ffff#fuxz#",
            "#fxugf####fguxz#",
            "#fxxugffffguxxz#",
            ".#fxxugggguxxz#.",
            "..#fxxuuuuxxz#..",
            "...#gfxxxxgz#...",
            "....##gffz##....",
            "......####......",
        ],
    );
    grounded(&mut gate, 45);
    gate
}

/// The well of 32 x 32: a ring of stones, two posts and a small roof.
fn well() -> Canvas {
    let mut well = Canvas::new(32, 32);
    for (y, ry) in [(22, 6), (23, 6), (24, 6), (25, 6), (26, 6)] {
        well.ellipse(16, y, 13, ry - 1, STONE);
    }
    for y in 18..32 {
        for x in 3..30 {
            if well.filled(x, y) && y > 21 {
                let course = (y - 21) / 4;
                let joint = (x + course * 3) % 7 == 0 || (y - 21) % 4 == 3;
                let ink = match (joint, x) {
                    (true, _) => SLATE,
                    (_, ..=10) => ASH,
                    (_, 24..) => SLATE,
                    _ => STONE,
                };
                well.put(x, y, ink);
            }
        }
    }
    well.ellipse(16, 21, 13, 5, ASH);
    well.ellipse(16, 20, 13, 4, CHALK);
    well.ellipse(16, 21, 10, 3, INK);
    well.ellipse(16, 22, 8, 1, STREAM);
    for x in [5, 25] {
        well.rect(x, 8, 3, 15, OAK);
        well.rect(x, 8, 1, 15, TIMBER);
        well.rect(x + 3, 8, 1, 15, INK);
    }
    well.rect(8, 12, 17, 2, TIMBER);
    well.rect(8, 13, 17, 1, WINE);
    well.rect(16, 13, 1, 6, APRICOT);
    well.text(13, 17, &["#ttto#", "#tooo#", ".####."]);
    for y in 1..10 {
        let reach = 6 + y;
        for x in -reach..reach {
            let row = (y - 1) / 3;
            let split = (x + 40 + row * 3) % 5 == 0;
            let ink = match (y % 3 == 0 || split, x < 0) {
                (true, true) => OXBLOOD,
                (true, false) => WINE,
                (false, true) => CURTAIN,
                (false, false) => OXBLOOD,
            };
            well.put(16 + x, y, if y == 1 { SCARLET } else { ink });
        }
    }
    well.rect(1, 10, 30, 1, TIMBER);
    well.outline(INK);
    grounded(&mut well, 29);
    well
}

/// The watch tower of 32 x 48: legs, a platform with a lit lamp, a pointed roof.
fn tower() -> Canvas {
    let mut tower = Canvas::new(32, 48);
    tower.rect(8, 30, 16, 14, NIGHT);
    tower.line((7, 31), (24, 45), OAK);
    tower.line((7, 32), (24, 46), WINE);
    tower.line((24, 31), (7, 45), TIMBER);
    tower.line((24, 32), (7, 46), WINE);
    for x in [4, 24] {
        tower.rect(x, 14, 4, 33, OAK);
        tower.rect(x, 14, 2, 33, TIMBER);
        tower.rect(x + 3, 14, 1, 33, WINE);
    }
    tower.rect(8, 14, 16, 9, WINE);
    tower.text(13, 14, &["..##..", ".gffg.", "gfccfg", "gfccfg", ".gffg.", "..gg.."]);
    for x in 2..30 {
        let plank = x % 4;
        for y in 22..31 {
            let ink = match (y, plank) {
                (22, _) => APRICOT,
                (30, _) => WINE,
                (_, 0) => WINE,
                (_, 1) => TIMBER,
                _ => OAK,
            };
            tower.put(x, y, ink);
        }
    }
    for y in 1..15 {
        let reach = 1 + y;
        for x in -reach..reach {
            let row = (y - 1) / 3;
            let split = (x + 40 + row * 2) % 5 == 0;
            let ink = match (y % 3 == 0 || split, x < -1) {
                (true, true) => OXBLOOD,
                (true, false) => WINE,
                (false, true) => CURTAIN,
                (false, false) => OXBLOOD,
            };
            tower.put(16 + x, y, if x == -reach { SCARLET } else { ink });
        }
    }
    tower.put(15, 0, FOOTLIGHT);
    tower.put(16, 0, GOLD);
    tower.outline(INK);
    grounded(&mut tower, 46);
    tower
}

/// The banner of 16 x 48 on its pole.
fn banner() -> Canvas {
    let mut banner = Canvas::new(16, 48);
    banner.rect(7, 2, 2, 44, OAK);
    banner.rect(7, 2, 1, 44, TIMBER);
    banner.rect(2, 6, 12, 1, FOOTLIGHT);
    banner.rect(2, 7, 12, 1, BRASS);
    banner.rect(6, 1, 4, 2, GOLD);
    banner.put(7, 0, FOOTLIGHT);
    for y in 8..32 {
        let point = (y - 27).max(0);
        for x in 3 + point..13 - point {
            let fold = swell(y, 24, 1) + x;
            let ink = match fold {
                _ if x == 3 + point || x == 12 - point => GOLD,
                ..=6 => SCARLET,
                7..=9 => CURTAIN,
                _ => OXBLOOD,
            };
            banner.put(x, y, ink);
        }
    }
    banner.text(5, 13, &["..ff..", ".fccf.", "fc##cf", "fccccf", ".fccf.", "..ff.."]);
    banner.outline(INK);
    grounded(&mut banner, 44);
    banner
}
