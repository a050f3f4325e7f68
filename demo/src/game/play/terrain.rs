//! The ground of a level: what blocks walking, jumping and sight.

use proscenium::formats::Level;
use proscenium::formats::tiled::PropertyValue;

/// Half the width and half the height of the collision box at the feet, in pixels.
const FEET: (f32, f32) = (5.0, 3.0);
/// The height from which a unit passes over low obstacles, in pixels.
const CLEARANCE: f32 = 6.0;
/// The distance between two samples of a straight path, in pixels.
const PATH_STEP: f32 = 8.0;

/// What a tile blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Nothing.
    Open,
    /// Walking, but not jumps and sight: a stream, a crate.
    Low,
    /// Everything: a wall, a tree.
    Wall,
}

#[derive(Clone, Debug, Default)]
pub struct Terrain {
    width: i32,
    height: i32,
    tile: f32,
    cells: Vec<Ground>,
}

/// A tile by column and row.
pub type Cell = (i32, i32);

impl Terrain {
    /// The ground of a level, from the tile properties `solid` and `low`.
    pub fn of(level: &Level) -> Self {
        let (width, height) = (level.width as i32, level.height as i32);
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        let cells = cells.map(|(column, row)| ground(level, column, row)).collect();
        Self { width, height, tile: level.tile_width as f32, cells }
    }

    /// Ground with tiles of 16 pixels, row by row.
    #[cfg(test)]
    pub fn from_cells(width: i32, cells: Vec<Ground>) -> Self {
        Self { width, height: cells.len() as i32 / width, tile: 16.0, cells }
    }

    /// The number of columns and rows.
    pub const fn size(&self) -> Cell {
        (self.width, self.height)
    }

    pub fn pixels(&self) -> (f32, f32) {
        (self.width as f32 * self.tile, self.height as f32 * self.tile)
    }

    /// The ground of a tile; `Wall` outside the level.
    pub fn at(&self, (column, row): Cell) -> Ground {
        let is_inside = (0..self.width).contains(&column) && (0..self.height).contains(&row);
        let cell = || self.cells.get((row * self.width + column) as usize).copied();
        is_inside.then(cell).flatten().unwrap_or(Ground::Wall)
    }

    /// Puts a low obstacle on a tile, if it is open.
    pub fn obstruct(&mut self, (column, row): Cell) {
        if self.at((column, row)) == Ground::Open {
            self.cells[(row * self.width + column) as usize] = Ground::Low;
        }
    }

    /// The tile at a position; for one outside the level a tile beside its edge.
    pub fn cell(&self, (x, y): (f32, f32)) -> Cell {
        let along = |at: f32, tiles: i32| ((at / self.tile).floor() as i32).clamp(-1, tiles);
        (along(x, self.width), along(y, self.height))
    }

    pub fn middle(&self, (column, row): Cell) -> (f32, f32) {
        ((column as f32 + 0.5) * self.tile, (row as f32 + 0.5) * self.tile)
    }

    /// Whether feet at this position and height are in an obstacle.
    pub fn blocks(&self, x: f32, y: f32, z: f32) -> bool {
        let corners = [(-FEET.0, -FEET.1), (FEET.0, -FEET.1), (-FEET.0, FEET.1), (FEET.0, FEET.1)];
        corners.iter().any(|(dx, dy)| match self.at(self.cell((x + dx, y + dy))) {
            Ground::Open => false,
            Ground::Low => z < CLEARANCE,
            Ground::Wall => true,
        })
    }

    /// Whether there is a line of sight: walls block it, low obstacles do not. All tiles that the line
    /// touches count, even at a corner, so that shots reach every visible target.
    pub fn sees(&self, from: (f32, f32), to: (f32, f32)) -> bool {
        let (mut cell, last) = (self.cell(from), self.cell(to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        // The part of the line before the next border between two columns, or two rows.
        let border = |at: f32, by: f32, cell: i32| {
            let line = (cell + i32::from(by > 0.0)) as f32 * self.tile;
            if by == 0.0 { f32::MAX } else { (line - at) / by }
        };
        let mut next = (border(from.0, dx, cell.0), border(from.1, dy, cell.1));
        let each = (self.tile / dx.abs(), self.tile / dy.abs());
        let borders = (last.0 - cell.0).abs() + (last.1 - cell.1).abs();
        for _ in 0..borders {
            if self.at(cell) == Ground::Wall {
                return false;
            }
            if next.0 < next.1 {
                cell.0 += if dx > 0.0 { 1 } else { -1 };
                next.0 += each.0;
            } else {
                cell.1 += if dy > 0.0 { 1 } else { -1 };
                next.1 += each.1;
            }
        }
        self.at(cell) != Ground::Wall && self.at(last) != Ground::Wall
    }

    /// Whether feet can walk straight from one position to the other.
    pub fn has_clear_path(&self, from: (f32, f32), to: (f32, f32)) -> bool {
        let corners = [(-FEET.0, -FEET.1), (FEET.0, -FEET.1), (-FEET.0, FEET.1), (FEET.0, FEET.1)];
        corners.iter().all(|(dx, dy)| {
            let moved = |(x, y): (f32, f32)| (x + dx, y + dy);
            self.along(moved(from), moved(to), |cell| self.at(cell) == Ground::Open)
        })
    }

    fn along(&self, from: (f32, f32), to: (f32, f32), is_free: impl Fn(Cell) -> bool) -> bool {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let steps = (dx.abs().max(dy.abs()) / PATH_STEP).ceil().max(1.0);
        (0..=steps as i32).all(|step| {
            let part = step as f32 / steps;
            is_free(self.cell((from.0 + dx * part, from.1 + dy * part)))
        })
    }

    /// The open neighbours of a tile, with the cost of the step: 10 straight, 14 diagonal. Corners
    /// cannot be cut.
    pub fn steps_from(&self, (column, row): Cell) -> impl Iterator<Item = (Cell, u32)> {
        const AROUND: [Cell; 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
        let is_open = move |dx: i32, dy: i32| self.at((column + dx, row + dy)) == Ground::Open;
        AROUND.into_iter().filter_map(move |(dx, dy)| {
            let is_free = is_open(dx, dy) && is_open(dx, 0) && is_open(0, dy);
            let is_straight = dx == 0 || dy == 0;
            (if is_straight { is_open(dx, dy) } else { is_free })
                .then_some(((column + dx, row + dy), if is_straight { 10 } else { 14 }))
        })
    }

    /// The nearest open tile to a position; `None` if there is none within eight tiles.
    pub fn nearest_open(&self, place: (f32, f32)) -> Option<Cell> {
        let (column, row) = self.cell(place);
        (0_i32..=8).find_map(|ring| {
            let around = (-ring..=ring).flat_map(|dy| (-ring..=ring).map(move |dx| (dx, dy)));
            let edge = around.filter(|(dx, dy)| dx.abs().max(dy.abs()) == ring);
            let open = edge.map(|(dx, dy)| (column + dx, row + dy)).filter(|&c| self.at(c) == Ground::Open);
            open.min_by_key(|&(x, y)| (x - column).pow(2) + (y - row).pow(2))
        })
    }
}

/// The strictest ground of all layers of a tile.
fn ground(level: &Level, column: i32, row: i32) -> Ground {
    let mut ground = Ground::Open;
    for (_, tiles) in level.tile_layers() {
        let Some(tile) = tiles.get_tile(column, row).and_then(|tile| tile.get_tile()) else { continue };
        let is = |name: &str| tile.properties.get(name) == Some(&PropertyValue::BoolValue(true));
        if is("solid") && !is("low") {
            return Ground::Wall;
        }
        ground = if is("solid") { Ground::Low } else { ground };
    }
    ground
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sight_ends_at_a_grazed_wall_and_passes_over_low_tiles() {
        let mut cells = vec![Ground::Open; 9];
        cells[4] = Ground::Wall;
        let mut terrain = Terrain { width: 3, height: 3, tile: 16.0, cells };
        assert!(!terrain.sees((12.0, 28.0), (24.0, 36.0)));
        assert!(!terrain.sees((24.0, 36.0), (12.0, 28.0)));
        assert!(terrain.sees((12.0, 33.0), (40.0, 33.0)));
        assert!(terrain.sees((8.0, 8.0), (8.0, 40.0)));
        terrain.cells[4] = Ground::Low;
        assert!(terrain.sees((12.0, 28.0), (24.0, 36.0)));
    }
}
