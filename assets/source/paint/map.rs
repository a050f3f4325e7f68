//! The first state of the map: an outpost in a forest, with a stream beside it.

use super::canvas::{in_ellipse, roll, swell};
use super::ground::{BLOCK, Corners};
use super::tiles::{
    BANNER, BARREL, BERRIES, BUSH, CAMPFIRE, COLUMNS, CRATE, CRATES, DECK, DECK_WORN, FIREWOOD, FLOOR,
    FOREST, GATE, GOLD_FLOWERS, GRASS, HAY, KERB, LAMP, LILIES, LOGS, LOGS_IVY, LOGS_LADDER, PATH, PEBBLES,
    PINE_TREE, POINTS, POST, POST_TOP, POT, RAIL, RAIN_BARREL, RED_FLOWERS, RIPPLES, ROCK, ROUND_TREE, SIDE,
    SIGN, STUMP, TENT, THICKET, TOWER, WATER, WELL, solid,
};

/// Tiles across and down.
pub const WIDTH: i32 = 60;
pub const HEIGHT: i32 = 40;

/// The palisade: its left and right column, the rows of its faces behind and in front.
const WEST: i32 = 7;
const EAST: i32 = 34;
const NORTH: i32 = 7;
const SOUTH: i32 = 25;
/// The gate's left pier; it is four tiles wide.
const PIER: i32 = 19;
/// The rows of the bridge's deck, and its first and last column.
const BRIDGE: (i32, i32, i32) = (29, 41, 48);

/// Where a thing is, in tiles.
pub type Spot = (i32, i32);

/// The sign posts: their string key and their tile.
pub const SIGNS: [(&str, Spot); 4] =
    [("sign-welcome", (23, 20)), ("sign-well", (15, 16)), ("sign-gate", (24, 27)), ("sign-stream", (39, 28))];
/// Where the hero begins.
pub const START: Spot = (20, 20);

/// Where the hens are.
pub const HENS: [Spot; 7] = [(16, 19), (17, 21), (24, 18), (26, 21), (13, 20), (22, 23), (28, 18)];

/// The other places of the play, by name and class: what is defended, who defends it, and where the
/// monsters come from.
pub const PLACES: [(&str, &str, Spot); 7] = [
    ("beacon", "beacon", (21, 15)),
    ("", "marine", (19, 22)),
    ("", "marine", (23, 22)),
    ("", "marine", (18, 20)),
    ("", "marine", (24, 20)),
    ("rift_east", "rift", (54, 29)),
    ("rift_west", "rift", (13, 30)),
];

/// One layer: a tile's number for each place, if there is one.
type Layer = Vec<Option<i32>>;

/// The three layers of tiles.
pub struct Map {
    pub ground: Layer,
    pub walls: Layer,
    pub above: Layer,
}

/// Index of a place in a layer; none outside of the map.
fn index((x, y): Spot) -> Option<usize> {
    ((0..WIDTH).contains(&x) && (0..HEIGHT).contains(&y)).then_some((y * WIDTH + x) as usize)
}

fn set(layer: &mut Layer, spot: Spot, tile: i32) {
    if let Some(at) = index(spot) {
        layer[at] = Some(tile);
    }
}

/// Draws the map.
///
/// # Errors
///
/// When the plan asks for a corner the tileset has no tile for.
pub fn plan() -> Result<Map, String> {
    let empty = || vec![None; (WIDTH * HEIGHT) as usize];
    let mut map = Map { ground: empty(), walls: empty(), above: empty() };
    map.meadow()?;
    map.plaza();
    map.bridge();
    map.palisade();
    map.inside();
    map.outside();
    map.forest();
    map.strewn();
    Ok(map)
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

/// The tile of a block for the four corners of a place; nothing if none of them belongs to it.
fn piece(spot: Spot, inside: impl Fn(Spot) -> bool) -> Result<Option<i32>, String> {
    let (x, y) = spot;
    let corners: Corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].map(inside);
    if corners == [false; 4] {
        return Ok(None);
    }
    BLOCK
        .iter()
        .find(|(_, of)| *of == corners)
        .map(|(step, _)| Some(*step))
        .ok_or_else(|| format!("no tile joins the corners {corners:?} at {x}, {y}"))
}

impl Map {
    /// Grass, the path and the stream.
    fn meadow(&mut self) -> Result<(), String> {
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                let spot = (x, y);
                let grass = match roll(x, y, 201, 24) {
                    0..=11 => 0,
                    12..=18 => 1,
                    19..=20 => 2,
                    21 => 3,
                    22 => 4,
                    _ => 5,
                };
                let mut tile = GRASS + grass;
                if wooded(spot) {
                    tile = FOREST + i32::from(roll(x, y, 202, 9) == 0);
                }
                if let Some(step) = piece(spot, trodden)? {
                    let pebbles = step == 17 && roll(x, y, 203, 5) == 0;
                    tile = if pebbles { PEBBLES + (x & 1) } else { PATH + step };
                }
                if let Some(step) = piece(spot, wet)? {
                    tile = match roll(x, y, 204, 9) {
                        0 | 1 if step == 17 => RIPPLES,
                        2 if step == 17 && (y - BRIDGE.0).abs() > 3 => LILIES,
                        _ => WATER + step,
                    };
                }
                set(&mut self.ground, spot, tile);
            }
        }
        Ok(())
    }

    /// Flagstones in the middle of the court.
    fn plaza(&mut self) {
        for y in 14..=19 {
            for x in 15..=26 {
                let cut = i32::from(y == 14 || y == 19) * 2;
                if (15 + cut..=26 - cut).contains(&x) {
                    let sort = [0, 1, 0, 1, 2, 3, 0, 1][roll(x, y, 205, 8) as usize];
                    set(&mut self.ground, (x, y), FLOOR + sort);
                }
            }
        }
    }

    /// The deck lies in the ground's layer in place of the water, so that one can walk there.
    fn bridge(&mut self) {
        let (row, from, to) = BRIDGE;
        for x in from..=to {
            for y in [row, row + 1] {
                let worn = roll(x, y, 206, 6) == 0;
                set(&mut self.ground, (x, y), if worn { DECK_WORN } else { DECK });
            }
            set(&mut self.walls, (x, row - 1), RAIL);
            set(&mut self.walls, (x, row + 2), KERB);
        }
    }

    /// The palisade around the outpost, and the gate in it.
    fn palisade(&mut self) {
        for x in WEST + 1..EAST {
            for y in [NORTH, SOUTH] {
                if y == SOUTH && (PIER..PIER + 4).contains(&x) {
                    continue;
                }
                let shield = (x + 3) % 7 == 0;
                let face = match roll(x, y, 207, 9) {
                    _ if shield => LOGS + 1,
                    0 | 1 => LOGS_IVY,
                    _ => LOGS,
                };
                set(&mut self.walls, (x, y), face);
                set(&mut self.above, (x, y - 1), POINTS + i32::from(shield));
            }
        }
        set(&mut self.walls, (27, NORTH), LOGS_LADDER);
        set(&mut self.above, (27, NORTH - 1), POINTS);
        for x in [WEST, EAST] {
            for y in NORTH + 1..SOUTH {
                set(&mut self.walls, (x, y), SIDE);
            }
            for y in [NORTH, SOUTH] {
                set(&mut self.walls, (x, y), POST);
                set(&mut self.above, (x, y - 1), POST_TOP);
            }
        }
        self.thing((PIER, SOUTH - 2), GATE, (4, 3), 2);
    }

    /// A thing of several tiles: its upper rows are drawn over the hero, the others stand in the
    /// way.
    fn thing(&mut self, (x, y): Spot, tile: i32, size: Spot, rows_above: i32) {
        for down in 0..size.1 {
            for right in 0..size.0 {
                let part = tile + down * COLUMNS + right;
                let layer = if down < rows_above { &mut self.above } else { &mut self.walls };
                set(layer, (x + right, y + down), part);
            }
        }
    }

    /// What stands in the court.
    fn inside(&mut self) {
        self.thing((17, 13), WELL, (2, 2), 1);
        for spot in [(9, 10), (9, 16), (30, 10), (30, 16)] {
            self.thing(spot, TENT, (3, 3), 1);
        }
        for spot in [(9, 21), (31, 21)] {
            self.thing(spot, TOWER, (2, 3), 2);
        }
        for (x, y, tile) in [
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
        ] {
            set(&mut self.walls, (x, y), tile);
        }
        for (_, spot) in SIGNS {
            set(&mut self.walls, spot, SIGN);
        }
    }

    /// What stands before the gate and beyond the stream.
    fn outside(&mut self) {
        for x in [PIER - 1, PIER + 4] {
            self.thing((x, SOUTH - 1), BANNER, (1, 3), 2);
        }
        self.thing((50, 23), TENT, (3, 3), 1);
        for spot in [(10, 30), (32, 32), (37, 9), (38, 20), (28, 25), (49, 31)] {
            self.thing(spot, ROUND_TREE, (2, 3), 2);
        }
        for (x, y, tile) in [
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
        ] {
            set(&mut self.walls, (x, y), tile);
        }
    }

    /// Undergrowth wherever the forest is, and trees in it.
    fn forest(&mut self) {
        for y in 0..HEIGHT {
            for x in 0..WIDTH {
                if self.free((x, y)) && wooded((x, y)) {
                    set(&mut self.walls, (x, y), THICKET);
                }
            }
        }
        for y in (1..HEIGHT + 2).step_by(2) {
            let shift = roll(y, 0, 208, 2);
            for x in (-shift..WIDTH).step_by(2) {
                let rooted = wooded((x, y)) && wooded((x + 1, y));
                let open = index((x, y)).is_none() || self.is((x, y), THICKET);
                let open = open && (index((x + 1, y)).is_none() || self.is((x + 1, y), THICKET));
                if rooted && open && roll(x, y, 209, 12) > 0 {
                    let round = roll(x / 3, y / 3, 210, 4) == 0;
                    let tree = if round { ROUND_TREE } else { PINE_TREE };
                    self.thing((x, y - 2), tree, (2, 3), 2);
                }
            }
        }
    }

    /// Flowers and bushes on the meadow, by chance.
    fn strewn(&mut self) {
        for y in 2..HEIGHT - 2 {
            for x in 2..WIDTH - 2 {
                let spot = (x, y);
                let grass = index(spot)
                    .and_then(|at| self.ground[at])
                    .is_some_and(|tile| (GRASS..FOREST).contains(&tile));
                if !grass || !self.free(spot) {
                    continue;
                }
                let outside = !(WEST..=EAST).contains(&x) || !(NORTH..=SOUTH).contains(&y);
                match roll(x, y, 211, 60) {
                    0 | 1 => set(&mut self.walls, spot, RED_FLOWERS),
                    2..=4 => set(&mut self.walls, spot, GOLD_FLOWERS),
                    5 if outside => set(&mut self.walls, spot, BUSH),
                    _ => {}
                }
            }
        }
    }

    /// Whether a tile of a sort stands at a place.
    fn is(&self, spot: Spot, tile: i32) -> bool {
        index(spot).is_some_and(|at| self.walls[at] == Some(tile))
    }

    /// Whether nothing stands there yet and the ground can be walked on.
    fn free(&self, spot: Spot) -> bool {
        index(spot).is_some_and(|at| self.walls[at].is_none() && !self.ground[at].is_some_and(solid))
    }
}
