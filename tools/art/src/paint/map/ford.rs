//! The second level: a camp between two bridges, and a ford that only those can use who jump.

use super::super::canvas::{in_ellipse, roll, swell};
use super::super::tiles::{
    BARREL, BERRIES, BUSH, CAMPFIRE, CRATE, CRATES, FIREWOOD, GOLD_FLOWERS, HAY, LAMP, POT, RAIN_BARREL,
    RED_FLOWERS, ROCK, ROUND_TREE, STUMP, TENT, TOWER, WELL,
};
use super::{Land, Map, Plan, Spot};

/// Tiles across and down.
const WIDTH: i32 = 72;
const HEIGHT: i32 = 45;

/// The camp's palisade: its left and right column, the rows of its faces behind and in front.
const WEST: i32 = 6;
const EAST: i32 = 30;
const NORTH: i32 = 16;
const SOUTH: i32 = 31;
/// The left pier of both gates; each is four tiles wide.
const PIER: i32 = 21;
/// The rows of both bridges' decks, and their first and last column.
const BRIDGES: [i32; 2] = [11, 34];
const DECK_FROM: i32 = 38;
const DECK_TO: i32 = 45;
/// The row in the middle of the ford.
const FORD: i32 = 23;

/// The map and all who are on it.
pub const PLAN: Plan = Plan {
    file: "ford.tmx",
    size: (WIDTH, HEIGHT),
    start: (19, 24),
    signs: &SIGNS,
    hens: &[(10, 22), (12, 26), (9, 25), (27, 20), (27, 28), (15, 19), (34, 14), (51, 22)],
    places: &[
        ("beacon", "beacon", (16, 22)),
        ("", "marine", (20, 19)),
        ("", "marine", (22, 20)),
        ("", "marine", (24, 19)),
        ("", "marine", (20, 28)),
        ("", "marine", (22, 27)),
        ("", "marine", (24, 28)),
        ("tents", "place", (11, 24)),
        ("rift_north", "rift", (64, 11)),
        ("rift_south", "rift", (64, 34)),
    ],
    draw,
};

/// The sign posts.
const SIGNS: [(&str, Spot); 4] = [
    ("sign-ford-camp", (29, 25)),
    ("sign-ford-crates", (33, 21)),
    ("sign-ford-bank", (47, 21)),
    ("sign-ford-bridge", (36, 33)),
];

fn draw(map: &mut Map) -> Result<(), String> {
    let still = |(_, y): Spot| BRIDGES.iter().all(|row| (y - row).abs() > 3) && (y - FORD).abs() > 4;
    map.meadow(&Land { wooded, trodden, wet, still })?;
    map.flagstones((12, 20), (20, 25), 2);
    for row in BRIDGES {
        map.bridge(row, DECK_FROM, DECK_TO);
    }
    palisade(map);
    camp(map);
    map.signs(&SIGNS);
    banks(map);
    map.forest(wooded);
    map.strewn(|(x, y)| !(WEST..=EAST).contains(&x) || !(NORTH..=SOUTH).contains(&y));
    Ok(())
}

/// Middle of the stream at a row of corners: straight at the bridges, bent between them.
fn stream(y: i32) -> i32 {
    let bend = swell((y - 16).clamp(0, 14), 28, 4);
    42 - bend + (7 - y).max(0) / 2 - (y - 38).max(0) / 2
}

/// Whether a corner of the grid lies in the stream.
fn wet((x, y): Spot) -> bool {
    let half = if (FORD - 2..=FORD + 3).contains(&y) { 1 } else { 2 };
    (x - stream(y)).abs() <= half
}

/// Whether a corner of the grid lies on the path.
fn trodden((x, y): Spot) -> bool {
    let roads = BRIDGES.iter().any(|&row| {
        let is_beside = (22..=DECK_FROM).contains(&x) || (DECK_TO + 1..=64).contains(&x);
        is_beside && (row..=row + 2).contains(&y)
    });
    let street = (22..=24).contains(&x) && (11..=36).contains(&y);
    let court = in_ellipse(x - 16, y - 23, 8, 4);
    let rifts = in_ellipse(x - 64, y - 12, 2, 3) || in_ellipse(x - 64, y - 35, 2, 3);
    roads || street || court || rifts
}

/// Whether a place is deep in the forest.
fn wooded((x, y): Spot) -> bool {
    let rough = |seed| roll(x / 2, y / 2, seed, 2);
    let camp = (WEST - 2..=EAST + 2).contains(&x) && (NORTH - 2..=SOUTH + 2).contains(&y);
    let roads = (16 + rough(1)..64).contains(&x)
        && BRIDGES.iter().any(|row| (row - 3 - rough(2)..=row + 4 + rough(3)).contains(&y));
    let west_bank = (EAST..stream(y)).contains(&x) && (9..37).contains(&y);
    let bank = (x - stream(y)).abs() <= 5;
    let glade = in_ellipse(x - 48, y - FORD, 6 + rough(4), 5);
    let rifts = [12, 35].iter().any(|row| in_ellipse(x - 62, y - row, 7 + rough(5), 6 - rough(6)));
    let edge = x < 3 || y < 3 || x >= WIDTH - 3 || y >= HEIGHT - 3;
    (edge && !bank) || !(camp || roads || west_bank || bank || glade || rifts)
}

/// The palisade around the camp: a gate behind, a gate in front, and a gap at the right that was
/// never mended.
fn palisade(map: &mut Map) {
    for row in [NORTH, SOUTH] {
        map.palisade(row, WEST + 1..PIER);
        map.palisade(row, PIER + 4..EAST);
    }
    map.palisade_side(WEST, NORTH, SOUTH);
    map.palisade_side(EAST, NORTH, FORD - 2);
    map.palisade_side(EAST, FORD + 2, SOUTH);
    map.set_all(&[(EAST, FORD - 1, CRATE), (EAST, FORD, BARREL), (EAST, FORD + 1, CRATES)]);
    for row in [NORTH, SOUTH] {
        map.gate((PIER, row));
    }
    map.banners((PIER, SOUTH));
}

/// What stands in the camp.
fn camp(map: &mut Map) {
    map.thing((11, 27), WELL, (2, 2), 1);
    for spot in [(8, 18), (12, 17), (8, 22), (26, 23)] {
        map.thing(spot, TENT, (3, 3), 1);
    }
    for spot in [(28, 18), (28, 26), (7, 27)] {
        map.thing(spot, TOWER, (2, 3), 2);
    }
    map.set_all(&[
        (13, 24, CAMPFIRE),
        (11, 23, STUMP),
        (15, 26, STUMP),
        (17, 25, POT),
        (9, 30, FIREWOOD),
        (10, 30, FIREWOOD + 1),
        (16, 17, CRATES),
        (17, 17, CRATE),
        (18, 17, BARREL),
        (17, 18, CRATE),
        (27, 17, RAIN_BARREL),
        (26, 17, HAY),
        (26, 30, HAY),
        (27, 30, HAY),
        (27, 29, HAY),
        (18, 30, CRATE),
        (17, 30, CRATES),
        (14, 30, BARREL),
        (20, 17, LAMP),
        (26, 27, LAMP),
        (26, 20, LAMP),
        (12, 21, LAMP),
        (7, 17, BUSH),
        (7, 30, BERRIES),
        (29, 30, BUSH),
        (29, 17, BUSH),
        (17, 28, GOLD_FLOWERS),
        (16, 28, RED_FLOWERS),
        (18, 27, GOLD_FLOWERS),
        (27, 21, RED_FLOWERS),
        (25, 25, GOLD_FLOWERS),
        (8, 26, RED_FLOWERS),
    ]);
}

/// What stands along the roads, at the stream and where the monsters come from.
fn banks(map: &mut Map) {
    for spot in [(58, 5), (57, 36), (68, 13)] {
        map.thing(spot, TENT, (3, 3), 1);
    }
    for spot in [(28, 4), (33, 24), (34, 28), (51, 6), (53, 36), (18, 34), (50, 25), (32, 6), (45, 27)] {
        map.thing(spot, ROUND_TREE, (2, 3), 2);
    }
    map.set_all(&[
        (66, 9, CAMPFIRE),
        (61, 9, STUMP),
        (67, 12, STUMP),
        (66, 37, CAMPFIRE),
        (61, 37, STUMP),
        (67, 35, STUMP),
        (63, 7, FIREWOOD),
        (64, 7, FIREWOOD + 1),
        (66, 32, FIREWOOD),
        (67, 32, FIREWOOD + 1),
        (60, 38, CRATE),
        (61, 14, ROCK),
        (59, 31, ROCK),
        (48, 14, ROCK),
        (35, 9, ROCK),
        (35, 18, ROCK),
        (31, 19, BERRIES),
        (35, 26, BUSH),
        (45, 20, BUSH),
        (52, 23, BERRIES),
        (49, 26, STUMP),
        (54, 22, HAY),
        (53, 22, HAY),
        (54, 21, HAY),
        (47, 31, BUSH),
        (55, 32, STUMP),
        (54, 9, BUSH),
        (20, 13, LAMP),
        (26, 9, LAMP),
        (36, 14, LAMP),
        (47, 9, LAMP),
        (20, 34, LAMP),
        (29, 37, LAMP),
        (47, 37, LAMP),
        (57, 14, LAMP),
        (57, 32, LAMP),
        (25, 38, ROCK),
        (28, 33, BUSH),
        (33, 38, BERRIES),
        (19, 9, BERRIES),
        (29, 8, STUMP),
    ]);
}
