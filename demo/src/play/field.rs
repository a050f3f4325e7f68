//! Which way leads to a goal, for everybody at once: a hundred monsters cost one search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::terrain::{Cell, Terrain};

/// How far each tile is from the nearest goal.
#[derive(Clone, Debug, Default)]
pub struct Field {
    columns: i32,
    rows: i32,
    /// In tenths of a tile; `u32::MAX` where no way leads.
    far: Vec<u32>,
}

impl Field {
    /// The field around `goals`, as far as `reach` tenths of a tile.
    pub fn towards(terrain: &Terrain, goals: impl IntoIterator<Item = Cell>, reach: u32) -> Self {
        let (columns, rows) = terrain.size();
        let mut field = Self { columns, rows, far: vec![u32::MAX; (columns * rows) as usize] };
        let mut open = BinaryHeap::new();
        for goal in goals {
            if let Some(index) = field.index(goal) {
                field.far[index] = 0;
                open.push(Reverse((0, goal)));
            }
        }
        while let Some(Reverse((far, cell))) = open.pop() {
            if field.far(cell) < far || far > reach {
                continue;
            }
            for (next, cost) in terrain.steps_from(cell) {
                if let Some(index) = field.index(next).filter(|&index| far + cost < field.far[index]) {
                    field.far[index] = far + cost;
                    open.push(Reverse((far + cost, next)));
                }
            }
        }
        field
    }

    fn index(&self, (column, row): Cell) -> Option<usize> {
        let is_inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        is_inside.then_some((row * self.columns + column) as usize)
    }

    /// How far a tile is from the goal, in tenths of a tile; `u32::MAX` where no way leads.
    pub fn far(&self, cell: Cell) -> u32 {
        self.index(cell).map_or(u32::MAX, |index| self.far[index])
    }

    /// The middle of the next tile on the way from here; `None` at the goal, and where no way leads.
    pub fn next(&self, terrain: &Terrain, from: (f32, f32)) -> Option<(f32, f32)> {
        let here = terrain.cell(from);
        let (next, _) =
            terrain.steps_from(here).min_by_key(|&(cell, cost)| self.far(cell).saturating_add(cost))?;
        (self.far(next) < self.far(here)).then(|| terrain.middle(next))
    }
}
