//! A spatial index of all actors of a tick: who is near, which enemy is nearest, who overlaps.

use serde::{Deserialize, Serialize};

use super::kind::{ActorId, Side};

/// Size of a square of the grid, in pixels.
const SQUARE: f32 = 32.0;
/// The maximum of columns and of rows of the grid. What is beyond is in the last one.
const MAX_SQUARES: f32 = 512.0;
/// Actors nearer to each other than this are pushed apart along the x axis, in pixels.
const TOO_NEAR: f32 = 0.01;
/// The part of an overlap that is resolved in one tick.
const PUSH: f32 = 0.35;

/// An actor, as the others see it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Actor {
    pub id: ActorId,
    pub side: Side,
    /// The center of the feet.
    pub spot: (f32, f32),
    /// Height above the ground.
    pub z: f32,
    /// Half its width, in pixels.
    pub radius: f32,
}

/// All actors in a grid, rebuilt in each tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Crowd {
    actors: Vec<Actor>,
    #[serde(skip)]
    columns: usize,
    #[serde(skip)]
    rows: usize,
    #[serde(skip)]
    all: Squares,
    /// The actors of each [`Side`]: most queries ask for one.
    #[serde(skip)]
    sides: [Squares; 3],
}

/// Actors square by square.
#[derive(Clone, Debug, Default)]
struct Squares {
    /// Where the actors of each square begin in `order`; one more at the end.
    begins: Vec<u32>,
    /// Actors by number, square by square.
    order: Vec<u32>,
}

impl Squares {
    /// Sorts actors, given as pairs of number and square.
    fn sort(&mut self, count: usize, actors: impl Iterator<Item = (u32, u32)> + Clone) {
        self.begins = vec![0; count + 1];
        for (_, square) in actors.clone() {
            self.begins[square as usize + 1] += 1;
        }
        let mut sum = 0;
        for begin in &mut self.begins {
            sum += *begin;
            *begin = sum;
        }
        let mut next = self.begins.clone();
        self.order = vec![0; sum as usize];
        for (number, square) in actors {
            let place = &mut next[square as usize];
            self.order[*place as usize] = number;
            *place += 1;
        }
    }

    /// The actors from one square to another of the same row.
    fn between(&self, first: usize, last: usize) -> &[u32] {
        &self.order[self.begins[first] as usize..self.begins[last + 1] as usize]
    }
}

impl Crowd {
    /// Removes all actors, for a level of this size.
    pub fn clear(&mut self, pixels: (f32, f32)) {
        self.actors.clear();
        self.fit(pixels);
    }

    /// Builds the grid of saved actors, for a level of this size.
    pub fn resume(&mut self, pixels: (f32, f32)) {
        self.fit(pixels);
        self.sort();
    }

    fn fit(&mut self, pixels: (f32, f32)) {
        self.columns = (pixels.0 / SQUARE).ceil().clamp(1.0, MAX_SQUARES) as usize;
        self.rows = (pixels.1 / SQUARE).ceil().clamp(1.0, MAX_SQUARES) as usize;
    }

    pub fn add(&mut self, actor: Actor) {
        self.actors.push(actor);
    }

    /// Builds the grid, after all actors were added and before any query.
    pub fn sort(&mut self) {
        let count = self.columns * self.rows;
        let squares: Vec<u32> = self.actors.iter().map(|actor| self.square(actor.spot) as u32).collect();
        self.all.sort(count, (0..).zip(squares.iter().copied()));
        for side in [Side::Outpost, Side::Rift, Side::Neutral] {
            let own = self.actors.iter().zip((0..).zip(squares.iter().copied()));
            let own = own.filter(|(actor, _)| actor.side == side).map(|(_, square)| square);
            self.sides[side as usize].sort(count, own);
        }
    }

    fn square(&self, (x, y): (f32, f32)) -> usize {
        let column = ((x / SQUARE).max(0.0) as usize).min(self.columns - 1);
        let row = ((y / SQUARE).max(0.0) as usize).min(self.rows - 1);
        row * self.columns + column
    }

    /// All actors, in the order in which they were added.
    pub fn actors(&self) -> &[Actor] {
        &self.actors
    }

    /// The actors of a side within `reach` of a place, with the square of their distance.
    pub fn near(&self, side: Side, at: (f32, f32), reach: f32) -> impl Iterator<Item = (&Actor, f32)> {
        let squares = &self.sides[side as usize];
        let edge = |value: f32, count: usize| ((value / SQUARE).max(0.0) as usize).min(count - 1);
        let columns = edge(at.0 - reach, self.columns)..=edge(at.0 + reach, self.columns);
        let rows = edge(at.1 - reach, self.rows)..=edge(at.1 + reach, self.rows);
        rows.flat_map(move |row| {
            let row = row * self.columns;
            squares.between(row + columns.start(), row + columns.end())
        })
        .filter_map(move |&number| {
            let actor = &self.actors[number as usize];
            let (dx, dy) = (actor.spot.0 - at.0, actor.spot.1 - at.1);
            let far = dx * dx + dy * dy;
            (far <= reach * reach).then_some((actor, far))
        })
    }

    /// The nearest actor of a side within `reach` that matches; of two at the same distance the one
    /// added first.
    pub fn nearest(
        &self,
        side: Side,
        at: (f32, f32),
        reach: f32,
        is_wanted: impl Fn(&Actor) -> bool,
    ) -> Option<Actor> {
        let mut best: Option<(&Actor, f32)> = None;
        for (actor, far) in self.near(side, at, reach) {
            if best.is_none_or(|(_, nearest)| far < nearest) && is_wanted(actor) {
                best = Some((actor, far));
            }
        }
        best.map(|(actor, _)| *actor)
    }

    /// Computes the displacement of each actor that resolves overlaps, in the order of
    /// [`actors`](Self::actors).
    pub fn shoves(&self, into: &mut Vec<(f32, f32)>) {
        into.clear();
        into.resize(self.actors.len(), (0.0, 0.0));
        for row in 0..self.rows {
            for column in 0..self.columns {
                let here = self.in_square(column, row);
                for (place, &a) in here.iter().enumerate() {
                    // Each pair once: the rest of this square, and those right of it and below.
                    for &b in &here[place + 1..] {
                        self.separate(a, b, into);
                    }
                    let right = column + 1 < self.columns;
                    let below = row + 1 < self.rows;
                    if right {
                        self.in_square(column + 1, row).iter().for_each(|&b| self.separate(a, b, into));
                    }
                    if below {
                        let columns = column.saturating_sub(1)..=(column + usize::from(right));
                        for column in columns {
                            self.in_square(column, row + 1).iter().for_each(|&b| self.separate(a, b, into));
                        }
                    }
                }
            }
        }
    }

    fn in_square(&self, column: usize, row: usize) -> &[u32] {
        let square = row * self.columns + column;
        self.all.between(square, square)
    }

    fn separate(&self, a: u32, b: u32, into: &mut [(f32, f32)]) {
        let (one, other) = (&self.actors[a as usize], &self.actors[b as usize]);
        let (dx, dy) = (other.spot.0 - one.spot.0, other.spot.1 - one.spot.1);
        let room = one.radius + other.radius;
        let far = dx * dx + dy * dy;
        // Actors in the air do not collide.
        if far >= room * room || one.z > 4.0 || other.z > 4.0 {
            return;
        }
        let far = far.sqrt();
        let (x, y) = if far < TOO_NEAR { (1.0, 0.0) } else { (dx / far, dy / far) };
        let by = (room - far) * 0.5 * PUSH;
        // The beacon does not move; the other actor moves by the whole overlap.
        let share = |who: ActorId| if who == ActorId::Beacon { 0.0_f32 } else { 1.0 };
        let (of_one, of_other) = (share(one.id), share(other.id));
        let both = 2.0 / (of_one + of_other).max(1.0);
        into[a as usize].0 -= x * by * of_one * both;
        into[a as usize].1 -= y * by * of_one * both;
        into[b as usize].0 += x * by * of_other * both;
        into[b as usize].1 += y * by * of_other * both;
    }
}
