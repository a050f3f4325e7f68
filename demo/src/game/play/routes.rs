//! Path finding for single units, queued, with a budget per tick.

use std::collections::VecDeque;

use pathfinding::prelude::astar;
use proscenium::ai::UnitId;
use serde::{Deserialize, Serialize};

use super::terrain::{Cell, Terrain};

/// The budget of a tick, in visited tiles. A search that has begun is finished, so a tick may exceed
/// it by one search.
const TILES_PER_TICK: u32 = 3000;
/// The maximum size of a search, in visited tiles. Farther goals count as unreachable.
const MAX_TILES: u32 = 20_000;

/// A route: points to walk to, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Route {
    points: VecDeque<(f32, f32)>,
}

impl Route {
    /// The next point to walk to; drops points nearer than `reach`. `None` at the end.
    pub fn next(&mut self, from: (f32, f32), reach: f32) -> Option<(f32, f32)> {
        while let Some(&(x, y)) = self.points.front() {
            if (x - from.0).abs() > reach || (y - from.1).abs() > reach {
                return Some((x, y));
            }
            self.points.pop_front();
        }
        None
    }

    pub fn points(&self) -> impl Iterator<Item = (f32, f32)> {
        self.points.iter().copied()
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Request {
    unit: UnitId,
    from: (f32, f32),
    to: (f32, f32),
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Routes {
    waiting: VecDeque<Request>,
}

impl Routes {
    /// Queues a search. A unit that is queued already keeps its turn and gets the new goal.
    pub fn request(&mut self, unit: UnitId, from: (f32, f32), to: (f32, f32)) {
        match self.waiting.iter_mut().find(|request| request.unit == unit) {
            Some(request) => (request.from, request.to) = (from, to),
            None => self.waiting.push_back(Request { unit, from, to }),
        }
    }

    #[cfg(any(test, feature = "dev"))]
    pub fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Runs the searches of this tick. Calls `found` with each unit and its route, or `None` if the
    /// goal is unreachable.
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

/// The route from one place to another, and the number of visited tiles.
fn search(terrain: &Terrain, from: (f32, f32), to: (f32, f32)) -> (Option<Route>, u32) {
    if terrain.has_clear_path(from, to) {
        return (Some(Route { points: VecDeque::from([to]) }), 1);
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
            // No steps past the limit, which ends the search.
            steps.take(if looked > MAX_TILES { 0 } else { 8 }).collect::<Vec<_>>()
        },
        |&cell| octile(cell, goal),
        |&cell| cell == goal,
    );
    let route = found.map(|(cells, _)| {
        let end = if is_goal_open && !terrain.blocks(to.0, to.1, 0.0) { to } else { terrain.middle(goal) };
        string_pull(terrain, from, &cells, end)
    });
    (route, looked)
}

/// The length of the shortest path on empty ground.
fn octile(a: Cell, b: Cell) -> u32 {
    let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    10 * dx.max(dy) + 4 * dx.min(dy)
}

/// Removes points between two that have a clear path.
fn string_pull(terrain: &Terrain, from: (f32, f32), cells: &[Cell], end: (f32, f32)) -> Route {
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
