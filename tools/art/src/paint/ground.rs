//! What one walks on, and the water one does not: grass, path, flagstones, planks, shores.

use super::canvas::{Canvas, bayer, roll};
use super::palette::{
    APRICOT, ASH, BRASS, CREAM, DEEP, EMBER, FERN, FOAM, FOOTLIGHT, INK, Ink, MOSS, OAK, PINE, ROSE, SCARLET,
    SLATE, SPRUCE, STONE, STREAM, TIMBER, WINE,
};
use super::tiles::{
    DECK, DECK_WORN, FLOOR, FOREST, GRASS, KERB, LILIES, PATH, PEBBLES, RAIL, RIPPLES, WATER, place,
};

/// Which corners of a tile belong to the terrain: upper left, upper right, lower left, lower right.
pub type Corners = [bool; 4];

/// The tiles of a terrain's block by their corners, as steps from the block's first tile.
pub const BLOCK: [(i32, Corners); 13] = [
    (0, [false, false, false, true]),
    (1, [false, false, true, true]),
    (2, [false, false, true, false]),
    (16, [false, true, false, true]),
    (17, [true, true, true, true]),
    (18, [true, false, true, false]),
    (32, [false, true, false, false]),
    (33, [true, true, false, false]),
    (34, [true, false, false, false]),
    (3, [true, true, true, false]),
    (4, [true, true, false, true]),
    (19, [true, false, true, true]),
    (20, [false, true, true, true]),
];

/// All the tiles of this file.
pub fn paint(sheet: &mut Canvas) {
    for sort in 0..6 {
        place(sheet, GRASS + sort, &grass(sort));
    }
    for sort in 0..2 {
        place(sheet, FOREST + sort, &forest(sort));
    }
    for sort in 0..4 {
        place(sheet, FLOOR + sort, &floor(sort));
    }
    place(sheet, DECK, &deck(false));
    place(sheet, DECK_WORN, &deck(true));
    place(sheet, RAIL, &rail());
    place(sheet, KERB, &kerb());
    for (step, corners) in BLOCK {
        place(sheet, PATH + step, &path(corners, step));
        place(sheet, WATER + step, &water(corners));
    }
    for sort in 0..2 {
        place(sheet, PEBBLES + sort, &pebbles(sort));
    }
    place(sheet, RIPPLES, &ripples());
    place(sheet, LILIES, &lilies());
}

/// A quiet ground of one colour with blades in a few places, so that a meadow shows no grid.
fn grass(sort: i32) -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 0, 16, 16, MOSS);
    let blade: &[&str] = &["F..", "F.F", ".S."];
    let tuft: &[&str] = &["F...F", ".F.F.", ".FLF.", "..S.."];
    match sort {
        0 => tile.text(9, 4, blade),
        1 => {
            tile.text(2, 10, blade);
            tile.text(11, 2, &["F", "S"]);
        }
        2 => {
            tile.text(2, 3, tuft);
            tile.text(9, 10, tuft);
            tile.text(11, 2, blade);
        }
        3 => {
            for (x, y) in [(3, 3), (10, 6), (5, 11), (13, 12), (12, 1)] {
                tile.text(x - 1, y - 1, &[".F.", "FLF", ".SS"]);
            }
        }
        _ => {
            let (petal, heart) = if sort == 4 { (CREAM, FOOTLIGHT) } else { (SCARLET, EMBER) };
            tile.text(9, 9, blade);
            for (x, y) in [(3, 4), (11, 3), (6, 12)] {
                tile.put(x, y + 2, SPRUCE);
                tile.put(x + 1, y + 2, FERN);
                for (dx, dy) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    tile.put(x + dx, y + dy, petal);
                }
                tile.put(x, y, heart);
            }
        }
    }
    tile
}

/// The dark ground under trees.
fn forest(sort: i32) -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 0, 16, 16, SPRUCE);
    for (x, y) in [(2, 3), (9, 1), (13, 7), (5, 10), (11, 13)] {
        let (x, y) = (x + sort * 2, y + sort);
        tile.rect(x, y, 2, 1, PINE);
        tile.put(x + 1, y - 1, MOSS);
    }
    if sort == 1 {
        tile.text(4, 4, &[".b.", "bab", ".c."]);
        tile.text(10, 9, &["M.M", ".M."]);
    }
    tile
}

/// Flagstones, laid in two rows with a shifted joint.
fn floor(sort: i32) -> Canvas {
    let mut tile = Canvas::new(16, 16);
    let joints = [[5, 13], [9, 2], [7, 15], [4, 12]][sort as usize];
    for y in 0..16 {
        let row = y / 8;
        for x in 0..16_i32 {
            let from_joint = (x - joints[row as usize]).rem_euclid(16);
            let edge = from_joint == 0 || y % 8 == 7;
            let lit = from_joint == 1 || y % 8 == 0;
            let rough = roll(x / 2, y, 80 + sort as u32, 11) == 0;
            let ink = match (edge, lit, rough) {
                (true, ..) => SLATE,
                (_, true, _) => ASH,
                (_, _, true) => SLATE,
                _ => STONE,
            };
            tile.put(x, y, ink);
        }
    }
    match sort {
        2 => tile.text(3, 5, &[".M..", "MFM.", "MSMM", "..S."]),
        3 => tile.text(7, 9, &["1....", ".11..", "...1.", "...11"]),
        _ => {}
    }
    tile
}

/// The bridge's planks lie across the way.
fn deck(worn: bool) -> Canvas {
    let mut tile = Canvas::new(16, 16);
    for x in 0..16 {
        for y in 0..16 {
            let grain = roll(x / 4, y / 3, 90, 4) == 0;
            let ink = match x % 4 {
                0 => WINE,
                1 => BRASS,
                _ if grain => OAK,
                _ => TIMBER,
            };
            tile.put(x, y, ink);
        }
    }
    for x in [2, 6, 10, 14] {
        tile.put(x, 2, WINE);
        tile.put(x, 13, WINE);
    }
    if worn {
        tile.text(5, 6, &["ow.", "www", ".wo"]);
        tile.rect(12, 0, 1, 16, INK);
    }
    tile
}

/// The rail at the bridge's far side, with the post in the middle of each tile.
fn rail() -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 5, 16, 3, OAK);
    tile.rect(0, 5, 16, 1, BRASS);
    tile.rect(0, 8, 16, 1, INK);
    tile.rect(0, 14, 16, 2, WINE);
    tile.rect(5, 2, 6, 14, INK);
    tile.rect(6, 3, 4, 13, OAK);
    tile.rect(6, 3, 2, 13, TIMBER);
    tile.rect(6, 2, 4, 1, APRICOT);
    tile
}

/// The bridge's near edge: the beam under the planks, a post, and its shadow.
fn kerb() -> Canvas {
    let mut tile = Canvas::new(16, 16);
    tile.rect(0, 0, 16, 1, BRASS);
    tile.rect(0, 1, 16, 3, OAK);
    tile.rect(0, 4, 16, 1, WINE);
    for y in 5..10 {
        for x in 0..16 {
            if y < 7 || bayer(x, y) < 8 {
                tile.put(x, y, INK);
            }
        }
    }
    tile.rect(5, 0, 6, 13, INK);
    tile.rect(6, 0, 4, 12, OAK);
    tile.rect(6, 0, 2, 12, TIMBER);
    tile.rect(6, 0, 4, 1, APRICOT);
    tile
}

/// Whether a pixel belongs to the terrain: the corners' shares, weighed by nearness.
fn within(corners: Corners, x: i32, y: i32) -> bool {
    let (u, v) = (2 * x.clamp(-2, 17) + 1, 2 * y.clamp(-2, 17) + 1);
    let weights = [(32 - u) * (32 - v), u * (32 - v), (32 - u) * v, u * v];
    let share: i32 =
        corners.iter().zip(weights).map(|(inside, weight)| if *inside { weight } else { 0 }).sum();
    // The line wavers, but not where it leaves the tile: there it has to meet the next one.
    let inner = x.min(15 - x).max(y.min(15 - y)).clamp(0, 7);
    let waver = (roll(x / 3, y / 3, 95, 5) - 2) * inner * 6;
    share + waver >= 512
}

/// Trodden earth, a little lower than the grass around it.
fn path(corners: Corners, step: i32) -> Canvas {
    let mut tile = grass(i32::from(step % 2 == 1));
    for y in 0..16 {
        for x in 0..16 {
            if !within(corners, x, y) {
                continue;
            }
            let open = |dx: i32, dy: i32| within(corners, x + dx, y + dy);
            let ink = if !open(0, -1) {
                WINE
            } else if !open(0, -2) || !open(1, 0) || !open(-1, 0) {
                OAK
            } else if !open(0, 1) {
                BRASS
            } else {
                earth(x, y)
            };
            tile.put(x, y, ink);
        }
    }
    // Blades hang over the edge here and there.
    for x in (1..16).step_by(3) {
        for y in 1..15 {
            if within(corners, x, y) && !within(corners, x, y - 1) && roll(x, y, 96, 2) == 0 {
                tile.put(x, y, MOSS);
                tile.put(x, y - 1, FERN);
            }
        }
    }
    tile
}

/// The earth's few specks.
fn earth(x: i32, y: i32) -> Ink {
    match (x, y) {
        (3, 4) | (4, 4) | (12, 10) | (6, 13) => BRASS,
        (3, 5) | (4, 5) | (12, 11) | (10, 3) | (7, 9) | (8, 9) => OAK,
        _ => TIMBER,
    }
}

/// Earth with small stones.
fn pebbles(sort: i32) -> Canvas {
    let mut tile = path([true; 4], 0);
    let spots: [(i32, i32); 3] = [[(3, 9), (10, 4), (12, 12)], [(6, 4), (2, 12), (11, 9)]][sort as usize];
    for (index, (x, y)) in spots.into_iter().enumerate() {
        let rows: &[&str] = if index == 0 { &[".33.", "3422", "#22#"] } else { &["43", "2#"] };
        tile.text(x, y, rows);
    }
    tile
}

/// Water, with a bank of earth at its upper shore and foam along the others.
fn water(corners: Corners) -> Canvas {
    let mut tile = grass(0);
    for y in 0..16 {
        for x in 0..16 {
            if !within(corners, x, y) {
                continue;
            }
            let above = (1..=6).find(|up| !within(corners, x, y - up)).unwrap_or(7);
            let beside = [(1, 0), (-1, 0), (0, 1)].iter().any(|(dx, dy)| !within(corners, x + dx, y + dy));
            let near = [(2, 0), (-2, 0), (0, 2)].iter().any(|(dx, dy)| !within(corners, x + dx, y + dy));
            let ink = match above {
                1 => SPRUCE,
                2 => OAK,
                3 => WINE,
                _ if beside => SPRUCE,
                4 => FOAM,
                _ if near => FOAM,
                5 | 6 => DEEP,
                _ => ripple(x, y),
            };
            tile.put(x, y, ink);
        }
    }
    tile
}

/// Deep water has short waves at fixed places.
fn ripple(x: i32, y: i32) -> Ink {
    match (x, y) {
        (2..=5, 4) | (10..=12, 11) => FOAM,
        (1..=6, 5) | (9..=13, 12) | (13..=15, 6) => DEEP,
        _ => STREAM,
    }
}

/// Water with more waves.
fn ripples() -> Canvas {
    let mut tile = water([true; 4]);
    for (x, y, wide) in [(8, 2, 5), (1, 8, 4), (6, 14, 5)] {
        tile.rect(x, y, wide, 1, FOAM);
        tile.rect(x - 1, y + 1, wide + 2, 1, DEEP);
    }
    tile
}

/// Water with lilies.
fn lilies() -> Canvas {
    let mut tile = water([true; 4]);
    for (x, y) in [(2, 2), (8, 9)] {
        tile.text(x, y, &[".FFF..", "FLFFM.", "FFM.MM", ".MMMM.", ".DDDD."]);
    }
    tile.put(10, 9, ROSE);
    tile.put(11, 9, CREAM);
    tile.put(11, 8, ROSE);
    tile
}
