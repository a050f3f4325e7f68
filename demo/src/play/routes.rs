//! Ways for single units, found one after the other within a budget for each frame.

use std::collections::VecDeque;

use pathfinding::prelude::astar;
use proscenium::ai::UnitId;

use super::terrain::{Cell, Terrain};

/// How many tiles may be looked at in one frame, for all searches together. A search that has
/// begun is finished, so a frame may go over it once.
const TILES_PER_TICK: u32 = 3000;
/// The longest search, in tiles. A goal that is farther counts as out of reach.
const MAX_TILES: u32 = 20_000;

/// A way: places to go to, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    points: VecDeque<(f32, f32)>,
}

impl Route {
    /// A straight way.
    pub fn straight(to: (f32, f32)) -> Self {
        Self { points: VecDeque::from([to]) }
    }

    /// The place to go to now; those that are nearer than `reach` are behind. `None` at the end.
    pub fn next(&mut self, from: (f32, f32), reach: f32) -> Option<(f32, f32)> {
        while let Some(&(x, y)) = self.points.front() {
            if (x - from.0).abs() > reach || (y - from.1).abs() > reach {
                return Some((x, y));
            }
            self.points.pop_front();
        }
        None
    }

    /// The places that are still ahead.
    #[cfg(any(test, feature = "inspector"))]
    pub fn points(&self) -> impl Iterator<Item = (f32, f32)> {
        self.points.iter().copied()
    }
}

/// A unit that waits for its way.
#[derive(Clone, Copy, Debug)]
struct Request {
    unit: UnitId,
    from: (f32, f32),
    to: (f32, f32),
}

/// The searches that wait, first come, first served.
#[derive(Clone, Debug, Default)]
pub struct Routes {
    waiting: VecDeque<Request>,
}

impl Routes {
    /// Asks for a way. A unit that waits already keeps its turn and gets the new goal.
    pub fn ask(&mut self, unit: UnitId, from: (f32, f32), to: (f32, f32)) {
        match self.waiting.iter_mut().find(|request| request.unit == unit) {
            Some(request) => (request.from, request.to) = (from, to),
            None => self.waiting.push_back(Request { unit, from, to }),
        }
    }

    /// How many units wait.
    #[cfg(any(test, feature = "inspector"))]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// A frame's share of the searches. `found` gets each unit with its way, or without one where
    /// none leads there.
    pub fn work(&mut self, terrain: &Terrain, mut found: impl FnMut(UnitId, Option<Route>)) {
        let mut looked = 0;
        while looked < TILES_PER_TICK
            && let Some(Request { unit, from, to }) = self.waiting.pop_front()
        {
            let (route, tiles) = search(terrain, from, to);
            looked += tiles.max(1);
            found(unit, route);
        }
    }
}

/// The way from one place to another, and how many tiles were looked at for it.
fn search(terrain: &Terrain, from: (f32, f32), to: (f32, f32)) -> (Option<Route>, u32) {
    if terrain.has_clear_path(from, to) {
        return (Some(Route::straight(to)), 1);
    }
    let (Some(start), Some(goal)) = (terrain.nearest_open(from), terrain.nearest_open(to)) else {
        return (None, 1);
    };
    let mut looked = 0;
    let is_goal_open = terrain.cell(to) == goal;
    let found = astar(
        &start,
        |&cell| {
            looked += 1;
            let steps = terrain.steps_from(cell);
            // Past the limit there are no more steps, and the search ends.
            steps.take(if looked > MAX_TILES { 0 } else { 8 }).collect::<Vec<_>>()
        },
        |&cell| octile(cell, goal),
        |&cell| cell == goal,
    );
    let route = found.map(|(cells, _)| {
        let end = if is_goal_open && !terrain.blocks(to.0, to.1, 0.0) { to } else { terrain.middle(goal) };
        pull_tight(terrain, from, &cells, end)
    });
    (route, looked)
}

/// The length of the shortest way on an empty ground.
fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    10 * dx.max(dy) + 4 * dx.min(dy)
}

/// Leaves out the places between two that see each other.
fn pull_tight(terrain: &Terrain, from: (f32, f32), cells: &[Cell], end: (f32, f32)) -> Route {
    let mut points: Vec<(f32, f32)> = cells.iter().skip(1).map(|&cell| terrain.middle(cell)).collect();
    points.pop();
    points.push(end);
    let mut route = Route::default();
    let mut corner = from;
    for (index, &point) in points.iter().enumerate() {
        let is_last = index + 1 == points.len();
        if is_last || !terrain.has_clear_path(corner, points[index + 1]) {
            route.points.push_back(point);
            corner = point;
        }
    }
    route
}
