//! Distance fields: one search serves all monsters that share a goal.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::terrain::{Cell, Terrain};

/// The distance of each tile from the nearest goal.
#[derive(Clone, Debug, Default)]
pub struct DistanceField {
    columns: i32,
    rows: i32,
    /// In tenths of a tile; `u32::MAX` for unreachable tiles.
    distance: Vec<u32>,
}

impl DistanceField {
    /// Computes the field around `goals`, up to `reach` tenths of a tile.
    pub fn towards(terrain: &Terrain, goals: impl IntoIterator<Item = Cell>, reach: u32) -> Self {
        let (columns, rows) = terrain.size();
        let mut field = Self { columns, rows, distance: vec![u32::MAX; (columns * rows) as usize] };
        let mut open = BinaryHeap::new();
        for goal in goals {
            if let Some(index) = field.index(goal) {
                field.distance[index] = 0;
                open.push(Reverse((0, goal)));
            }
        }
        while let Some(Reverse((distance, cell))) = open.pop() {
            if field.distance(cell) < distance || distance > reach {
                continue;
            }
            for (next, cost) in terrain.steps_from(cell) {
                if let Some(index) =
                    field.index(next).filter(|&index| distance + cost < field.distance[index])
                {
                    field.distance[index] = distance + cost;
                    open.push(Reverse((distance + cost, next)));
                }
            }
        }
        field
    }

    fn index(&self, (column, row): Cell) -> Option<usize> {
        let is_inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        is_inside.then(|| (row * self.columns + column) as usize)
    }

    /// The distance of a tile from the goal, in tenths of a tile; `u32::MAX` if it is unreachable.
    pub fn distance(&self, cell: Cell) -> u32 {
        self.index(cell).map_or(u32::MAX, |index| self.distance[index])
    }

    /// The center of the next tile on the path from here; `None` at the goal and on unreachable tiles.
    pub fn next(&self, terrain: &Terrain, from: (f32, f32)) -> Option<(f32, f32)> {
        let here = terrain.cell(from);
        let (next, _) =
            terrain.steps_from(here).min_by_key(|&(cell, cost)| self.distance(cell).saturating_add(cost))?;
        (self.distance(next) < self.distance(here)).then(|| terrain.middle(next))
    }
}
