//! The first level: an outpost in a forest, with a stream beside it.

use super::super::canvas::{in_ellipse, roll, swell};
use super::super::tiles::{
    BARREL, BERRIES, BUSH, CAMPFIRE, CRATE, CRATES, FIREWOOD, GOLD_FLOWERS, HAY, LAMP, LOGS_LADDER, POINTS,
    POT, RAIN_BARREL, RED_FLOWERS, ROCK, ROUND_TREE, STUMP, TENT, TOWER, WELL,
};
use super::{Land, Map, Plan, Spot};

/// Tiles across and down.
const WIDTH: i32 = 60;
const HEIGHT: i32 = 40;

/// The palisade: its left and right column, the rows of its faces behind and in front.
const WEST: i32 = 7;
const EAST: i32 = 34;
const NORTH: i32 = 7;
const SOUTH: i32 = 25;
/// The gate's left pier; it is four tiles wide.
const PIER: i32 = 19;
/// The rows of the bridge's deck, and its first and last column.
const BRIDGE: (i32, i32, i32) = (29, 41, 48);

/// The map and all who are on it.
pub const PLAN: Plan = Plan {
    file: "outpost.tmx",
    size: (WIDTH, HEIGHT),
    start: (20, 20),
    signs: &SIGNS,
    hens: &[(16, 19), (17, 21), (24, 18), (26, 21), (13, 20), (22, 23), (28, 18)],
    places: &[
        ("beacon", "beacon", (21, 15)),
        ("", "marine", (19, 22)),
        ("", "marine", (23, 22)),
        ("", "marine", (18, 20)),
        ("", "marine", (24, 20)),
        ("rift_east", "rift", (54, 29)),
        ("rift_west", "rift", (13, 30)),
    ],
    draw,
};

/// The sign posts.
const SIGNS: [(&str, Spot); 4] =
    [("sign-welcome", (23, 20)), ("sign-well", (15, 16)), ("sign-gate", (24, 27)), ("sign-stream", (39, 28))];

fn draw(map: &mut Map) -> Result<(), String> {
    map.meadow(&Land { wooded, trodden, wet, still: |(_, y)| (y - BRIDGE.0).abs() > 3 })?;
    map.flagstones((15, 14), (26, 19), 2);
    let (row, from, to) = BRIDGE;
    map.bridge(row, from, to);
    palisade(map);
    inside(map);
    map.signs(&SIGNS);
    outside(map);
    map.forest(wooded);
    map.strewn(|(x, y)| !(WEST..=EAST).contains(&x) || !(NORTH..=SOUTH).contains(&y));
    Ok(())
}

/// Middle of the stream at a row of corners.
fn stream(y: i32) -> i32 {
    let away = ((y - 30).abs() - 4).max(0);
    45 + swell(y - 30, 44, 3) * away.min(6) / 6
}

/// Whether a corner of the grid lies in the stream.
fn wet((x, y): Spot) -> bool {
    (x - stream(y)).abs() <= 2
}

/// Whether a corner of the grid lies on the path.
fn trodden((x, y): Spot) -> bool {
    let road = (29..=31).contains(&y) && ((12..=41).contains(&x) || (49..=54).contains(&x));
    let gateway = (20..=22).contains(&x) && (18..=31).contains(&y);
    let court = in_ellipse(x - 21, y - 17, 8, 4);
    let camp = in_ellipse(x - 54, y - 29, 2, 3);
    let to_tents = (13..=29).contains(&x) && (16..=17).contains(&y);
    road || gateway || court || camp || to_tents
}

/// Whether a place is deep in the forest.
fn wooded((x, y): Spot) -> bool {
    let rough = |seed| roll(x / 2, y / 2, seed, 2);
    let fort = (WEST - 3..=EAST + 3).contains(&x) && (NORTH - 3..=SOUTH + 3).contains(&y);
    let field = (8 + rough(1)..41).contains(&x) && (20..35 - rough(2)).contains(&y);
    let lane = (30..41 + rough(3)).contains(&x) && (4 + rough(6)..35).contains(&y);
    let bank = (x - stream(y)).abs() <= 4;
    let camp = in_ellipse(x - 51, y - 28, 6 + rough(4), 7 - rough(5));
    let edge = x < 3 || y < 3 || x >= WIDTH - 3 || y >= HEIGHT - 3;
    (edge && !bank) || !(fort || field || lane || bank || camp)
}

/// The palisade around the outpost, and the gate in it.
fn palisade(map: &mut Map) {
    map.palisade(NORTH, WEST + 1..EAST);
    map.palisade(SOUTH, WEST + 1..PIER);
    map.palisade(SOUTH, PIER + 4..EAST);
    map.set((27, NORTH), LOGS_LADDER);
    map.set_above((27, NORTH - 1), POINTS);
    for x in [WEST, EAST] {
        map.palisade_side(x, NORTH, SOUTH);
    }
    map.gate((PIER, SOUTH));
}

/// What stands in the court.
fn inside(map: &mut Map) {
    map.thing((17, 13), WELL, (2, 2), 1);
    for spot in [(9, 10), (9, 16), (30, 10), (30, 16)] {
        map.thing(spot, TENT, (3, 3), 1);
    }
    for spot in [(9, 21), (31, 21)] {
        map.thing(spot, TOWER, (2, 3), 2);
    }
    map.set_all(&[
        (24, 16, CAMPFIRE),
        (26, 15, STUMP),
        (22, 15, STUMP),
        (26, 18, STUMP),
        (27, 13, FIREWOOD),
        (28, 13, FIREWOOD + 1),
        (25, 13, POT),
        (14, 8, CRATES),
        (15, 8, CRATE),
        (16, 8, BARREL),
        (14, 9, BARREL),
        (17, 8, CRATES),
        (22, 8, HAY),
        (23, 8, HAY),
        (23, 9, HAY),
        (29, 8, BARREL),
        (30, 8, RAIN_BARREL),
        (12, 12, RAIN_BARREL),
        (13, 18, CRATE),
        (29, 18, BARREL),
        (29, 12, CRATE),
        (17, 23, CRATES),
        (16, 23, CRATE),
        (16, 22, BARREL),
        (25, 23, HAY),
        (26, 23, HAY),
        (18, 21, LAMP),
        (16, 18, LAMP),
        (8, 8, BUSH),
        (33, 8, BUSH),
        (8, 24, BERRIES),
        (33, 24, BUSH),
        (20, 12, BUSH),
        (16, 14, BUSH),
        (11, 15, GOLD_FLOWERS),
        (13, 13, RED_FLOWERS),
        (28, 20, GOLD_FLOWERS),
        (27, 21, RED_FLOWERS),
        (13, 22, RED_FLOWERS),
        (14, 21, GOLD_FLOWERS),
    ]);
}

/// What stands before the gate and beyond the stream.
fn outside(map: &mut Map) {
    map.banners((PIER, SOUTH));
    map.thing((50, 23), TENT, (3, 3), 1);
    for spot in [(10, 30), (32, 32), (37, 9), (38, 20), (28, 25), (49, 31)] {
        map.thing(spot, ROUND_TREE, (2, 3), 2);
    }
    map.set_all(&[
        (53, 27, CAMPFIRE),
        (51, 27, STUMP),
        (54, 25, FIREWOOD),
        (55, 25, FIREWOOD + 1),
        (49, 26, CRATE),
        (55, 31, ROCK),
        (52, 32, BERRIES),
        (17, 27, LAMP),
        (25, 32, LAMP),
        (38, 27, LAMP),
        (49, 28, LAMP),
        (14, 28, ROCK),
        (12, 33, STUMP),
        (18, 33, BERRIES),
        (29, 33, ROCK),
        (36, 14, ROCK),
        (39, 16, BUSH),
        (36, 24, BERRIES),
        (36, 33, BUSH),
        (40, 33, ROCK),
        (40, 12, BUSH),
        (36, 6, STUMP),
        (35, 28, BUSH),
        (11, 28, HAY),
        (9, 28, HAY),
        (10, 29, HAY),
        (56, 28, RAIN_BARREL),
    ]);
}
