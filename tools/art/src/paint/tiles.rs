//! The tileset: which tile lies where on the sheet, and which ones stop the hero.

use super::canvas::Canvas;
use super::{ground, props, walls};

/// Side of a tile.
pub const TILE: i32 = 16;
/// Tiles in one row of the sheet.
pub const COLUMNS: i32 = 16;
/// Rows of the sheet.
pub const ROWS: i32 = 8;

/// Six sorts of grass: two plain, tufts, clover, pale and red flowers.
pub const GRASS: i32 = 0;
/// Two sorts of forest floor.
pub const FOREST: i32 = 6;
/// Four sorts of flagstones.
pub const FLOOR: i32 = 8;
/// The bridge's planks, and a worn one.
pub const DECK: i32 = 12;
pub const DECK_WORN: i32 = 15;
/// The bridge's rail behind, and its edge in front.
pub const RAIL: i32 = 13;
pub const KERB: i32 = 14;
/// The path's block of 3 x 3, with the four inner corners right of it.
pub const PATH: i32 = 16;
/// Two sorts of path with pebbles.
pub const PEBBLES: i32 = 51;
/// The water's block of 3 x 3, with the four inner corners right of it.
pub const WATER: i32 = 21;
/// Ripples, and lilies.
pub const RIPPLES: i32 = 56;
pub const LILIES: i32 = 57;
/// The palisade: points above, logs below; each with a second sort in the next column.
pub const POINTS: i32 = 26;
pub const LOGS: i32 = 42;
pub const LOGS_LADDER: i32 = 58;
pub const LOGS_IVY: i32 = 59;
/// The palisade's corner post, upper and lower half.
pub const POST_TOP: i32 = 28;
pub const POST: i32 = 44;
/// A lamp on a short post.
pub const LAMP: i32 = 60;
/// The palisade running towards the viewer: its first points, and each piece of it.
pub const SIDE_TOP: i32 = 29;
pub const SIDE: i32 = 45;
/// Stone wall: battlements, face, the walkable top, steps; with moss in the next column.
pub const WALL_TOP: i32 = 30;
pub const WALL: i32 = 46;
/// Things that stand about.
pub const CRATE: i32 = 64;
pub const CRATES: i32 = 65;
pub const BARREL: i32 = 66;
pub const RAIN_BARREL: i32 = 67;
pub const SIGN: i32 = 68;
pub const BUSH: i32 = 69;
pub const BERRIES: i32 = 70;
pub const RED_FLOWERS: i32 = 71;
pub const GOLD_FLOWERS: i32 = 72;
pub const ROCK: i32 = 73;
pub const STUMP: i32 = 74;
pub const THICKET: i32 = 75;
pub const FIREWOOD: i32 = 76;
pub const CAMPFIRE: i32 = 78;
/// Trees, 2 x 3: two rows of crown, then the trunk.
pub const PINE_TREE: i32 = 80;
pub const ROUND_TREE: i32 = 82;
/// The tent, 3 x 3: its ridge is drawn over the hero.
pub const TENT: i32 = 84;
/// The gate, 4 x 3: its piers' feet stop the hero, the rest is drawn over them.
pub const GATE: i32 = 87;
/// The well, 2 x 2.
pub const WELL: i32 = 91;
/// A bale of hay and a pot.
pub const HAY: i32 = 123;
pub const POT: i32 = 124;
/// The watch tower, 2 x 3.
pub const TOWER: i32 = 93;
/// The banner on its pole, 1 x 3.
pub const BANNER: i32 = 95;

/// The whole sheet, 256 x 128.
pub fn sheet() -> Canvas {
    let mut sheet = Canvas::new(COLUMNS * TILE, ROWS * TILE);
    ground::paint(&mut sheet);
    walls::paint(&mut sheet);
    props::paint(&mut sheet);
    sheet
}

/// Draws an image on the sheet with its upper left corner in a tile.
pub fn place(sheet: &mut Canvas, tile: i32, picture: &Canvas) {
    sheet.blit(picture, tile % COLUMNS * TILE, tile / COLUMNS * TILE);
}

/// Whether the hero cannot walk there.
pub fn solid(tile: i32) -> bool {
    let (column, row) = (tile % COLUMNS, tile / COLUMNS);
    match row {
        0 => tile == RAIL || tile == KERB,
        1 => (5..10).contains(&column),
        2 => column >= 5,
        // The last one in the third row is a flight of steps.
        3 => (5..15).contains(&column),
        4 => !matches!(tile, RED_FLOWERS | GOLD_FLOWERS),
        // Crowns, roofs and arches are above the hero; the tent is broad from its middle on.
        6 => (4..7).contains(&column) || column == 11 || column == 12,
        7 => !matches!(column, 8 | 9),
        _ => false,
    }
}

/// Whether a solid tile can be jumped over, seen and shot past: streams, crates, bushes and other
/// things that are not higher than a knee, and thin posts.
pub fn low(tile: i32) -> bool {
    let (column, row) = (tile % COLUMNS, tile / COLUMNS);
    let water = (1..4).contains(&row) && (5..10).contains(&column);
    water || matches!(tile, CRATE..=BERRIES | LAMP | ROCK | STUMP | FIREWOOD..=CAMPFIRE | HAY | POT)
}
