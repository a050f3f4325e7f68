//! The first states of the levels' maps: what a map is, and the brushes that all of them share.
//! Each map has a file of its own in the folder `map`.

#[path = "map/ford.rs"]
mod ford;
#[path = "map/outpost.rs"]
mod outpost;
#[path = "map/theatre.rs"]
mod theatre;

use super::canvas::roll;
use super::ground::{BLOCK, Corners};
use super::tiles::{
    BANNER, BUSH, COLUMNS, DECK, DECK_WORN, FLOOR, FOREST, GATE, GOLD_FLOWERS, GRASS, KERB, LILIES, LOGS,
    LOGS_IVY, PATH, PEBBLES, PINE_TREE, POINTS, POST, POST_TOP, RAIL, RED_FLOWERS, RIPPLES, ROUND_TREE, SIDE,
    SIGN, THICKET, WATER, solid,
};

/// Where a thing is, in tiles.
pub type Spot = (i32, i32);

/// A map: its file, its size, who and what is in it, and who draws it.
pub struct Plan {
    /// The file's name.
    pub file: &'static str,
    /// Tiles across and down.
    pub size: Spot,
    /// Where the hero begins.
    pub start: Spot,
    /// The sign posts: their string key and their tile.
    pub signs: &'static [(&'static str, Spot)],
    /// Where the hens are.
    pub hens: &'static [Spot],
    /// The other places of the play, by name and class: what is defended, who defends it, and where
    /// the monsters and the reinforcements appear.
    pub places: &'static [(&'static str, &'static str, Spot)],
    /// Fills a map that is empty.
    draw: fn(&mut Map) -> Result<(), String>,
}

/// The maps in the order in which they are played.
pub const PLANS: [&Plan; 3] = [&outpost::PLAN, &ford::PLAN, &theatre::PLAN];

/// One layer: a tile's number for each place, if there is one.
type Layer = Vec<Option<i32>>;

/// The three layers of tiles.
pub struct Map {
    pub ground: Layer,
    pub walls: Layer,
    pub above: Layer,
    size: Spot,
}

/// What the ground is like, each by a place or a corner of the grid.
struct Land {
    /// Deep in the forest.
    wooded: fn(Spot) -> bool,
    /// A corner on the path.
    trodden: fn(Spot) -> bool,
    /// A corner in the water.
    wet: fn(Spot) -> bool,
    /// Water where lilies grow.
    still: fn(Spot) -> bool,
}

impl Plan {
    /// Draws the map.
    ///
    /// # Errors
    ///
    /// When the plan asks for a corner the tileset has no tile for.
    pub fn map(&self) -> Result<Map, String> {
        let empty = || vec![None; (self.size.0 * self.size.1) as usize];
        let mut map = Map { ground: empty(), walls: empty(), above: empty(), size: self.size };
        (self.draw)(&mut map).map_err(|why| format!("{}: {why}", self.file))?;
        Ok(map)
    }
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
    /// Index of a place in a layer; none outside of the map.
    fn index(&self, (x, y): Spot) -> Option<usize> {
        ((0..self.size.0).contains(&x) && (0..self.size.1).contains(&y))
            .then_some((y * self.size.0 + x) as usize)
    }

    fn set_ground(&mut self, spot: Spot, tile: i32) {
        if let Some(at) = self.index(spot) {
            self.ground[at] = Some(tile);
        }
    }

    fn set(&mut self, spot: Spot, tile: i32) {
        if let Some(at) = self.index(spot) {
            self.walls[at] = Some(tile);
        }
    }

    fn set_above(&mut self, spot: Spot, tile: i32) {
        if let Some(at) = self.index(spot) {
            self.above[at] = Some(tile);
        }
    }

    /// Single tiles, each with its place.
    fn set_all(&mut self, things: &[(i32, i32, i32)]) {
        for &(x, y, tile) in things {
            self.set((x, y), tile);
        }
    }

    fn signs(&mut self, signs: &[(&str, Spot)]) {
        for (_, spot) in signs {
            self.set(*spot, SIGN);
        }
    }

    /// Grass, the path and the water.
    fn meadow(&mut self, land: &Land) -> Result<(), String> {
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
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
                if (land.wooded)(spot) {
                    tile = FOREST + i32::from(roll(x, y, 202, 9) == 0);
                }
                if let Some(step) = piece(spot, land.trodden)? {
                    let pebbles = step == 17 && roll(x, y, 203, 5) == 0;
                    tile = if pebbles { PEBBLES + (x & 1) } else { PATH + step };
                }
                if let Some(step) = piece(spot, land.wet)? {
                    tile = match roll(x, y, 204, 9) {
                        0 | 1 if step == 17 => RIPPLES,
                        2 if step == 17 && (land.still)(spot) => LILIES,
                        _ => WATER + step,
                    };
                }
                self.set_ground(spot, tile);
            }
        }
        Ok(())
    }

    /// Flagstones, whose first and last rows are shorter by `cut` on both sides.
    fn flagstones(&mut self, (left, top): Spot, (right, bottom): Spot, cut: i32) {
        for y in top..=bottom {
            for x in left..=right {
                let cut = i32::from(y == top || y == bottom) * cut;
                if (left + cut..=right - cut).contains(&x) {
                    let sort = [0, 1, 0, 1, 2, 3, 0, 1][roll(x, y, 205, 8) as usize];
                    self.set_ground((x, y), FLOOR + sort);
                }
            }
        }
    }

    /// A bridge of two rows from one column to another. The deck lies in the ground's layer in place
    /// of the water, so that one can walk there.
    fn bridge(&mut self, row: i32, from: i32, to: i32) {
        for x in from..=to {
            for y in [row, row + 1] {
                let worn = roll(x, y, 206, 6) == 0;
                self.set_ground((x, y), if worn { DECK_WORN } else { DECK });
            }
            self.set((x, row - 1), RAIL);
            self.set((x, row + 2), KERB);
        }
    }

    /// A piece of palisade from left to right, without its posts.
    fn palisade(&mut self, y: i32, columns: std::ops::Range<i32>) {
        for x in columns {
            let shield = (x + 3) % 7 == 0;
            let face = match roll(x, y, 207, 9) {
                _ if shield => LOGS + 1,
                0 | 1 => LOGS_IVY,
                _ => LOGS,
            };
            self.set((x, y), face);
            self.set_above((x, y - 1), POINTS + i32::from(shield));
        }
    }

    /// A piece of palisade towards the viewer, with a post at both ends.
    fn palisade_side(&mut self, x: i32, top: i32, bottom: i32) {
        for y in top + 1..bottom {
            self.set((x, y), SIDE);
        }
        for y in [top, bottom] {
            self.set((x, y), POST);
            self.set_above((x, y - 1), POST_TOP);
        }
    }

    /// A gate four tiles wide, whose two middle ones are open.
    fn gate(&mut self, (x, y): Spot) {
        self.thing((x, y - 2), GATE, (4, 3), 2);
    }

    /// Banners on both sides of a gate whose left pier is here, before its wall.
    fn banners(&mut self, (x, y): Spot) {
        for x in [x - 1, x + 4] {
            self.thing((x, y - 1), BANNER, (1, 3), 2);
        }
    }

    /// A thing of several tiles: its upper rows are drawn over the hero, the others stand in the
    /// way.
    fn thing(&mut self, (x, y): Spot, tile: i32, size: Spot, rows_above: i32) {
        for down in 0..size.1 {
            for right in 0..size.0 {
                let part = tile + down * COLUMNS + right;
                let spot = (x + right, y + down);
                if down < rows_above { self.set_above(spot, part) } else { self.set(spot, part) }
            }
        }
    }

    /// Undergrowth wherever the forest is, and trees in it.
    fn forest(&mut self, wooded: fn(Spot) -> bool) {
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
                if self.free((x, y)) && wooded((x, y)) {
                    self.set((x, y), THICKET);
                }
            }
        }
        for y in (1..self.size.1 + 2).step_by(2) {
            let shift = roll(y, 0, 208, 2);
            for x in (-shift..self.size.0).step_by(2) {
                let rooted = wooded((x, y)) && wooded((x + 1, y));
                let open = self.index((x, y)).is_none() || self.is((x, y), THICKET);
                let open = open && (self.index((x + 1, y)).is_none() || self.is((x + 1, y), THICKET));
                if rooted && open && roll(x, y, 209, 12) > 0 {
                    let round = roll(x / 3, y / 3, 210, 4) == 0;
                    let tree = if round { ROUND_TREE } else { PINE_TREE };
                    self.thing((x, y - 2), tree, (2, 3), 2);
                }
            }
        }
    }

    /// Flowers, and bushes where there may be some, on the meadow, by chance.
    fn strewn(&mut self, has_bushes: impl Fn(Spot) -> bool) {
        for y in 2..self.size.1 - 2 {
            for x in 2..self.size.0 - 2 {
                let spot = (x, y);
                let grass = self
                    .index(spot)
                    .and_then(|at| self.ground[at])
                    .is_some_and(|tile| (GRASS..FOREST).contains(&tile));
                if !grass || !self.free(spot) {
                    continue;
                }
                match roll(x, y, 211, 60) {
                    0 | 1 => self.set(spot, RED_FLOWERS),
                    2..=4 => self.set(spot, GOLD_FLOWERS),
                    5 if has_bushes(spot) => self.set(spot, BUSH),
                    _ => {}
                }
            }
        }
    }

    /// Whether a tile of a sort stands at a place.
    fn is(&self, spot: Spot, tile: i32) -> bool {
        self.index(spot).is_some_and(|at| self.walls[at] == Some(tile))
    }

    /// Whether nothing stands there yet and the ground can be walked on.
    fn free(&self, spot: Spot) -> bool {
        self.index(spot).is_some_and(|at| self.walls[at].is_none() && !self.ground[at].is_some_and(solid))
    }
}
