//! The third level: the ruin of an open-air theatre in a clearing, with a road from three sides.

use super::super::canvas::{in_ellipse, roll, swell};
use super::super::tiles::{
    BANNER, BARREL, BERRIES, BUSH, CAMPFIRE, CRATE, CRATES, FIREWOOD, GOLD_FLOWERS, HAY, LAMP, POT,
    RAIN_BARREL, RED_FLOWERS, ROCK, ROUND_TREE, STUMP, TENT, TOWER, WALL, WALL_TOP, WELL,
};
use super::{Land, Map, Plan, Spot};

/// Tiles across and down.
const WIDTH: i32 = 80;
const HEIGHT: i32 = 50;

/// The theatre: its left and right column, the row of the wall behind the stage, and that of the
/// palisade behind the audience.
const WEST: i32 = 26;
const EAST: i32 = 54;
const NORTH: i32 = 12;
const SOUTH: i32 = 34;
/// The row of the road to the left and to the right, and the column of the one to the front.
const ROAD: i32 = 19;
const AISLE: i32 = 39;
/// The columns of the bridge's deck.
const BRIDGE: (i32, i32) = (11, 18);
/// The middle of the pond, which has an island.
const POND: Spot = (64, 36);

/// The map and all who are on it.
pub const PLAN: Plan = Plan {
    file: "theatre.tmx",
    size: (WIDTH, HEIGHT),
    start: (40, 21),
    signs: &SIGNS,
    hens: &[(33, 26), (35, 27), (45, 26), (47, 27), (37, 29), (44, 30), (31, 23), (49, 24), (31, 30)],
    places: &[
        ("beacon", "beacon", (40, 16)),
        ("", "marine", (33, 18)),
        ("", "marine", (33, 21)),
        ("", "marine", (35, 20)),
        ("", "marine", (47, 18)),
        ("", "marine", (47, 21)),
        ("", "marine", (45, 20)),
        ("", "marine", (38, 25)),
        ("", "marine", (42, 25)),
        ("stage_left", "place", (36, 15)),
        ("stage_right", "place", (44, 15)),
        ("rift_west", "rift", (6, 19)),
        ("rift_east", "rift", (73, 19)),
        ("rift_south", "rift", (39, 45)),
    ],
    draw,
};

/// The sign posts.
const SIGNS: [(&str, Spot); 4] = [
    ("sign-theatre-stage", (37, 22)),
    ("sign-theatre-door", (42, 36)),
    ("sign-theatre-bridge", (20, 17)),
    ("sign-theatre-island", (64, 35)),
];

fn draw(map: &mut Map) -> Result<(), String> {
    let still = |(x, y): Spot| x > 30 || (y - ROAD).abs() > 4;
    map.meadow(&Land { wooded, trodden, wet, still })?;
    map.flagstones((33, 13), (47, 18), 1);
    map.bridge(ROAD, BRIDGE.0, BRIDGE.1);
    walls(map);
    stage(map);
    audience(map);
    map.signs(&SIGNS);
    outside(map);
    map.forest(wooded);
    map.strewn(|(x, y)| !(WEST..=EAST).contains(&x) || !(NORTH..=SOUTH).contains(&y));
    Ok(())
}

/// Middle of the stream at a row of corners: straight at the bridge.
fn stream(y: i32) -> i32 {
    let away = ((y - ROAD - 1).abs() - 4).max(0);
    15 + swell(y - ROAD, 36, 3) * away.min(6) / 6
}

/// Whether a corner of the grid lies in the stream or in the pond.
fn wet((x, y): Spot) -> bool {
    let (right, down) = (x - POND.0, y - POND.1);
    let pond = in_ellipse(right, down, 7, 5) && !in_ellipse(right, down, 3, 1);
    pond || (x - stream(y)).abs() <= 2
}

/// Whether a corner of the grid lies on the path.
fn trodden((x, y): Spot) -> bool {
    let beside = (6..=BRIDGE.0).contains(&x) || (BRIDGE.1 + 1..=74).contains(&x);
    let road = beside && (ROAD..=ROAD + 2).contains(&y);
    let aisle = (AISLE..=AISLE + 2).contains(&x) && (ROAD..=46).contains(&y);
    let pit = in_ellipse(x - 40, y - 20, 10, 3);
    let rifts = [(6, 20), (74, 20), (40, 46)];
    road || aisle || pit || rifts.iter().any(|(left, top)| in_ellipse(x - left, y - top, 2, 2))
}

/// Whether a place is deep in the forest.
fn wooded((x, y): Spot) -> bool {
    let rough = |seed| roll(x / 2, y / 2, seed, 2);
    let theatre = (WEST - 2..=EAST + 2).contains(&x) && (NORTH - 1..=SOUTH + 2).contains(&y);
    let road = (3..77).contains(&x) && (ROAD - 3 - rough(1)..=ROAD + 4 + rough(2)).contains(&y);
    let aisle = (AISLE - 4 - rough(3)..=AISLE + 5 + rough(4)).contains(&x) && (SOUTH..47).contains(&y);
    let bank = (x - stream(y)).abs() <= 4;
    let shore = in_ellipse(x - POND.0, y - POND.1, 10 + rough(5), 8 - rough(6));
    let to_shore = (62 + rough(1)..67).contains(&x) && (ROAD..POND.1).contains(&y);
    let to_aisle = (AISLE..POND.0).contains(&x) && (37..41 + rough(2)).contains(&y);
    let glade = in_ellipse(x - 21, y - 28, 5, 5 + rough(3));
    let rifts = [(7, 20), (73, 20), (40, 45)];
    let rift = rifts.iter().any(|(left, top)| in_ellipse(x - left, y - top, 6 + rough(5), 6 - rough(6)));
    let clear = theatre || road || aisle || shore || to_shore || to_aisle || glade || rift;
    let edge = x < 2 || y < 3 || x >= WIDTH - 2 || y >= HEIGHT - 2;
    !bank && (edge || !clear)
}

/// The stone wall behind the stage, and the palisade around the audience with an opening for each
/// road.
fn walls(map: &mut Map) {
    for x in WEST + 1..EAST {
        let has_moss = i32::from(roll(x, 0, 220, 4) == 0);
        map.set((x, NORTH), WALL + has_moss);
        map.set_above((x, NORTH - 1), WALL_TOP + has_moss);
    }
    for x in [WEST, EAST] {
        map.palisade_side(x, NORTH, ROAD - 2);
        map.palisade_side(x, ROAD + 3, SOUTH);
    }
    map.palisade(SOUTH, WEST + 1..AISLE - 1);
    map.palisade(SOUTH, AISLE + 3..EAST);
    map.gate((AISLE - 1, SOUTH));
    map.banners((AISLE - 1, SOUTH));
}

/// The stage with its curtains, its footlights, which are fires, and what lies about in the wings.
fn stage(map: &mut Map) {
    for x in [32, 36, 44, 48] {
        map.thing((x, NORTH - 1), BANNER, (1, 3), 2);
    }
    for spot in [(28, 13), (50, 13)] {
        map.thing(spot, TENT, (3, 3), 1);
    }
    map.set_all(&[
        (34, 19, CAMPFIRE),
        (37, 19, CAMPFIRE),
        (43, 19, CAMPFIRE),
        (46, 19, CAMPFIRE),
        (27, 13, CRATES),
        (27, 14, CRATE),
        (27, 16, BARREL),
        (31, 13, CRATE),
        (53, 13, CRATES),
        (53, 14, RAIN_BARREL),
        (52, 17, POT),
        (49, 13, BARREL),
        (34, 13, CRATE),
        (46, 13, CRATES),
        (28, 17, HAY),
        (31, 16, BUSH),
        (49, 16, BERRIES),
    ]);
}

/// Where the audience sits: stumps and logs in rows, which only those walk through who jump.
fn audience(map: &mut Map) {
    for (row, y) in [25, 28, 31].into_iter().enumerate() {
        let outer = 4 + row as i32 * 2;
        for (from, to) in [(AISLE - 3 - outer, AISLE - 3), (AISLE + 5, AISLE + 5 + outer)] {
            for x in from..to {
                let seat = match roll(x, y, 221, 7) {
                    0 => None,
                    1 => Some(HAY),
                    _ => Some(STUMP),
                };
                if let Some(seat) = seat {
                    map.set((x, y), seat);
                }
            }
        }
    }
    for spot in [(28, 23), (51, 23)] {
        map.thing(spot, TOWER, (2, 3), 2);
    }
    map.thing((50, 29), WELL, (2, 2), 1);
    map.set_all(&[
        (28, 29, CAMPFIRE),
        (27, 31, FIREWOOD),
        (28, 31, FIREWOOD + 1),
        (30, 28, STUMP),
        (27, 33, BARREL),
        (28, 33, CRATE),
        (36, 33, HAY),
        (35, 33, HAY),
        (45, 33, CRATES),
        (46, 33, CRATE),
        (53, 33, BUSH),
        (53, 27, RAIN_BARREL),
        (37, 32, LAMP),
        (43, 32, LAMP),
        (29, 26, GOLD_FLOWERS),
        (31, 27, RED_FLOWERS),
        (48, 26, RED_FLOWERS),
        (49, 32, GOLD_FLOWERS),
        (47, 24, GOLD_FLOWERS),
        (33, 23, RED_FLOWERS),
    ]);
}

/// What stands along the roads, at the pond, and where the monsters come from.
fn outside(map: &mut Map) {
    for spot in [(5, 14), (73, 14), (43, 43), (18, 25)] {
        map.thing(spot, TENT, (3, 3), 1);
    }
    let trees = [(22, 14), (59, 21), (57, 14), (33, 37), (46, 36), (22, 30), (58, 28), (70, 29), (9, 22)];
    for spot in trees {
        map.thing(spot, ROUND_TREE, (2, 3), 2);
    }
    map.set_all(&[
        (8, 16, CAMPFIRE),
        (4, 22, STUMP),
        (9, 17, FIREWOOD),
        (10, 17, FIREWOOD + 1),
        (4, 17, ROCK),
        (71, 17, CAMPFIRE),
        (75, 23, STUMP),
        (69, 17, ROCK),
        (37, 46, CAMPFIRE),
        (36, 44, STUMP),
        (43, 47, ROCK),
        (37, 42, CRATE),
        (10, 18, LAMP),
        (20, 22, LAMP),
        (24, 18, LAMP),
        (24, 22, LAMP),
        (56, 18, LAMP),
        (56, 22, LAMP),
        (65, 18, LAMP),
        (37, 39, LAMP),
        (43, 41, LAMP),
        (22, 23, BUSH),
        (60, 17, BERRIES),
        (67, 23, BUSH),
        (61, 25, STUMP),
        (66, 27, ROCK),
        (20, 29, CAMPFIRE),
        (18, 29, STUMP),
        (22, 28, HAY),
        (23, 28, HAY),
        (55, 38, BERRIES),
        (50, 38, ROCK),
        (47, 41, BUSH),
        (63, 36, BERRIES),
        (65, 36, GOLD_FLOWERS),
        (56, 32, ROCK),
        (72, 33, STUMP),
        (73, 37, BUSH),
        (61, 42, ROCK),
        (67, 43, BERRIES),
        (35, 40, BUSH),
    ]);
}
