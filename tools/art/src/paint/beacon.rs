//! The beacon: the outpost's great stage lantern on its wooden tower. The light that must not go out.

use super::canvas::{Canvas, bayer, in_ellipse, roll};
use super::palette::{
    APRICOT, ASH, BRASS, CREAM, CURTAIN, DUSK, EMBER, FOOTLIGHT, GOLD, INDIGO, INK, Ink, NIGHT, OAK, OXBLOOD,
    PLUM, SCARLET, SLATE, STONE, TIMBER, WINE, faded,
};

/// Width and height of a cell; the tower stands two pixels above its lower edge.
const CELL: (i32, i32) = (32, 64);

/// Seven cells side by side: burning (4), damaged, badly damaged, destroyed.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(CELL.0 * 7, CELL.1);
    for frame in 0..4 {
        sheet.blit(&standing(0, frame), frame * CELL.0, 0);
    }
    sheet.blit(&standing(1, 1), 4 * CELL.0, 0);
    sheet.blit(&standing(2, 0), 5 * CELL.0, 0);
    sheet.blit(&destroyed(), 6 * CELL.0, 0);
    sheet
}

/// The beacon before it is lit: night behind its glass.
pub fn unlit() -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    legs(&mut cell, 0);
    platform(&mut cell, 0);
    banner(&mut cell, 0);
    for y in 12..25 {
        for x in 11..21 {
            cell.put(x, y, if bayer(x, y) < 4 { INDIGO } else { NIGHT });
        }
    }
    cell.text(7, 5, LANTERN);
    cell.outline(INK);
    cell
}

/// The icon of the program: the lantern, each pixel as four.
pub fn icon() -> Canvas {
    let (tower, mut icon) = (standing(0, 0), Canvas::new(64, 64));
    for y in 0..64 {
        for x in 0..64 {
            icon.put(x, y, tower.get(x / 2, y / 2));
        }
    }
    icon
}

/// The tower while it stands: `wear` from whole (0) to nearly falling (2).
fn standing(wear: i32, frame: i32) -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    legs(&mut cell, wear);
    platform(&mut cell, wear);
    banner(&mut cell, wear);
    let lean = i32::from(wear == 2);
    lantern(&mut cell, 7 + lean, 5 + lean, wear, frame);
    cell.outline(INK);
    if wear > 0 {
        scars(&mut cell, wear);
    }
    halo(&mut cell, [[13, 14, 15, 14][frame as usize], 11, 0][wear as usize]);
    if wear == 2 {
        smoke(&mut cell, (21, 6));
    }
    cell
}

/// Two posts that lean towards each other, with crossed braces and a rung.
fn legs(cell: &mut Canvas, wear: i32) {
    cell.rect(9, 34, 14, 25, NIGHT);
    for y in 34..61 {
        let out = (y - 34) / 8;
        if y > 46 {
            // Below the rung the tower is open, so that the grass is seen through it.
            for x in 9 - out..23 + out {
                cell.put(x, y, [0, 0, 0, 0]);
            }
        }
    }
    cell.line((9, 35), (22, 45), OAK);
    cell.line((9, 36), (22, 46), WINE);
    cell.line((22, 35), (9, 45), TIMBER);
    cell.line((22, 36), (9, 46), WINE);
    if wear == 0 {
        cell.line((7, 58), (23, 49), OAK);
        cell.line((7, 59), (23, 50), WINE);
    }
    cell.line((8, 49), (24, 58), TIMBER);
    cell.line((8, 50), (24, 59), WINE);
    for y in 32..61 {
        let out = (y - 32) / 9;
        for (x, inks) in [(6 - out, [APRICOT, TIMBER, OAK, WINE]), (22 + out, [TIMBER, OAK, OAK, WINE])] {
            // A post that was hit is thinner where the splinter is missing.
            let gap = wear == 2 && x < 16 && (50..53).contains(&y);
            for (at, ink) in inks.into_iter().enumerate().skip(if gap { 2 } else { 0 }) {
                cell.put(x + at as i32, y, ink);
            }
        }
    }
    cell.rect(6, 47, 20, 1, OAK);
    cell.rect(6, 48, 20, 1, WINE);
    for x in [2, 24] {
        cell.rect(x, 59, 6, 2, STONE);
        cell.rect(x, 59, 5, 1, ASH);
        cell.rect(x + 5, 60, 1, 1, SLATE);
    }
}

/// The planks on which the lantern stands.
fn platform(cell: &mut Canvas, wear: i32) {
    for x in 2..30 {
        // Planks that broke off at the right.
        let broken = (wear > 0 && x > 26) || (wear == 2 && (x > 23 || x == 4 || x == 5));
        for y in 27..34 {
            let ink: Ink = match (y, x % 4) {
                _ if broken && y > 28 + (x + y) % 3 => continue,
                (27, _) => APRICOT,
                (28, _) => TIMBER,
                (33, _) => WINE,
                (_, 0) => WINE,
                (_, 1) => TIMBER,
                _ => OAK,
            };
            cell.put(x, y, ink);
        }
    }
}

/// The red cloth with the mask that hangs from the platform.
fn banner(cell: &mut Canvas, wear: i32) {
    cell.rect(10, 30, 12, 1, INK);
    for y in 31..46_i32 {
        let point = (y - 41).max(0);
        for x in 11 + point..21 - point {
            let torn = wear > 0 && (x + y > 62 - 5 * wear || wear == 2 && roll(x, y / 2, 77, 9) == 0);
            let ink = match x - 11 {
                _ if torn => continue,
                _ if x == 11 + point || x == 20 - point || y == 31 => GOLD,
                ..=3 => SCARLET,
                4..=6 => CURTAIN,
                _ => OXBLOOD,
            };
            cell.put(x, y, ink);
        }
    }
    if wear < 2 {
        cell.text(13, 34, &[".ffff.", "fccccf", "f#cc#g", "fccccg", ".f##g.", "..gg.."]);
    }
}

/// The lantern itself, with its fire behind the glass.
fn lantern(cell: &mut Canvas, left: i32, top: i32, wear: i32, frame: i32) {
    for y in 7..20 {
        for x in 4..14 {
            let (dx, dy) = (2 * x - 17, 2 * y - 27);
            let ink = match wear {
                2 => NIGHT,
                _ if in_ellipse(dx, dy, 7 - wear * 3, 8 - wear * 3) => GOLD,
                _ if in_ellipse(dx, dy, 11 - wear * 3, 13 - wear * 3) => BRASS,
                1 if bayer(x, y) < 8 => INDIGO,
                1 => NIGHT,
                _ => PLUM,
            };
            cell.put(left + x, top + y, if wear == 0 && ink == PLUM { OAK } else { ink });
        }
    }
    match wear {
        0 => cell.text(left + 5, top + 8, FLAMES[frame as usize]),
        1 => cell.text(
            left + 5,
            top + 13,
            &["...b....", "..bgb...", "..gfgb..", ".bgcfb..", ".bfccgb.", "..gffb.."],
        ),
        _ => cell.text(left + 5, top + 17, &["....u...", "..ubsu..", ".uxsbxu."]),
    }
    cell.text(left, top, LANTERN);
    if wear == 2 {
        // The roof is stove in.
        for (x, y) in [(9, 2), (10, 2), (10, 3), (11, 3), (11, 4), (12, 4), (12, 3), (13, 5), (12, 5)] {
            cell.put(left + x, top + y, INK);
        }
        cell.rect(left + 7, top, 4, 2, [0, 0, 0, 0]);
    }
}

/// Cracks in the glass and burnt wood.
fn scars(cell: &mut Canvas, wear: i32) {
    for (x, y) in [(19, 13), (18, 14), (19, 15), (20, 16), (18, 16), (17, 17)] {
        cell.over(x, y, if wear == 1 { CREAM } else { DUSK });
    }
    let burns = [(8, 29), (9, 30), (22, 37), (23, 38), (24, 54), (25, 55), (7, 42), (19, 29), (20, 29)];
    for (x, y) in burns {
        cell.over(x, y, INK);
        if wear == 2 {
            cell.over(x + 1, y, INK);
            cell.over(x, y + 1, WINE);
        }
    }
    if wear == 2 {
        cell.text(23, 22, &["..b...", ".bg.b.", ".bgfb.", "bgffgb", ".bfgb."]);
        cell.text(3, 24, &["..b.", ".bg.", "bgfb", ".bb."]);
    }
}

/// The light around the lantern, thinner outwards.
fn halo(cell: &mut Canvas, reach: i32) {
    for y in 0..CELL.1 {
        for x in 0..CELL.0 {
            let (dx, dy) = (2 * x - 31, 2 * y - 37);
            let far = dx * dx + dy * dy;
            let ring = (1..=3).find(|ring| far < (2 * reach - 16 + 6 * ring) * (2 * reach - 16 + 6 * ring));
            let ink = match ring {
                _ if reach == 0 => continue,
                Some(1) => faded(FOOTLIGHT, 120),
                Some(2) => faded(FOOTLIGHT, 70),
                Some(_) if bayer(x, y) < 8 => faded(FOOTLIGHT, 50),
                _ => continue,
            };
            cell.under(x, y, ink);
        }
    }
}

/// A thread of smoke that rises.
fn smoke(cell: &mut Canvas, at: (i32, i32)) {
    for step in 0..7 {
        let sway = [0, 1, 1, 0, -1, -1, 0][step as usize];
        let ink = if step < 4 { SLATE } else { faded(SLATE, 150) };
        cell.rect(at.0 + sway, at.1 - step, 2 + step / 3, 1, ink);
    }
}

/// What is left of it: stumps, planks, the lantern broken on its side.
fn destroyed() -> Canvas {
    let mut cell = Canvas::new(CELL.0, CELL.1);
    for (x, top, inks) in [(4, 47, [APRICOT, TIMBER, OAK, WINE]), (24, 43, [TIMBER, OAK, OAK, WINE])] {
        for (at, ink) in (0..).zip(inks) {
            let jag = [2, 0, 3, 1][at as usize];
            cell.rect(x + at, top + jag, 1, 61 - top - jag, ink);
        }
    }
    cell.outline(INK);
    cell.part(0, 49, RUIN);
    for (x, y) in [(7, 57), (14, 59), (22, 58), (27, 59)] {
        cell.over(x, y, EMBER);
        cell.over(x + 1, y, SCARLET);
    }
    smoke(&mut cell, (14, 46));
    smoke(&mut cell, (21, 49));
    cell
}

const LANTERN: &[&str] = &[
    "........ff........",
    "........fg........",
    ".......sssu.......",
    "......sssuux......",
    "....ssssuuuuxx....",
    "..ssssssuuuuuuxx..",
    "..fffffffggggggz..",
    "..zt..........oz..",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "...t..........o...",
    "..zt..........oz..",
    "..fffffffggggggz..",
    "..zzzzzzzzzzzzzz..",
];

const FLAMES: [&[&str]; 4] = [
    &[
        "....b...", "....g...", "...gg.b.", "..bgfg..", "..gffg..", ".bgfcfg.", ".gfccfgb", ".gfcccfg",
        "bgfcccfg", ".gfcccg.", ".bgccfb.", "..gffg..",
    ],
    &[
        "...b....", "...bg...", ".b.gg...", "..gfgb..", "..gffg..", ".bgfcgb.", ".gfccfg.", "bgfcccg.",
        ".gfcccfb", ".gfcccfg", ".bgccfb.", "..gffg..",
    ],
    &[
        "..b.....", "..g..b..", "..gg....", ".bgfg...", ".bgffgb.", "..gfcfg.", ".gfccfg.", ".gfcccgb",
        "bgfcccfg", ".gfcccg.", ".bfccgb.", "..gffg..",
    ],
    &[
        ".....b..", "...b.g..", "....gg..", "..bgfg..", "..gffgb.", ".bgfcfg.", ".gfccfg.", ".gcccfg.",
        "bgfcccfb", ".gfcccg.", ".bgccgb.", "..gffg..",
    ],
];

const RUIN: &[&str] = &[
    "................................",
    "...........ss...................",
    "..........sssuu.................",
    "........fssssuuux...............",
    ".......ffgsssuuuxx..............",
    "......tnnfgguuuxx...............",
    "......tniinffggz.....tt.........",
    ".....tniinniinfz...attoo........",
    "....fgnninndinoz.aattoow..ss....",
    "...zfggnninnn1ottttoow.ssuux....",
    "....zztfggzzzooootw..ssuuxx.....",
    "..33.attttttoowwwaattttoooow.22.",
];
