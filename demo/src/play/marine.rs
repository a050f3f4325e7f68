//! The marines: their data, the bindings of `assets/machines/marine.ron` (a stack of jobs), and the
//! player's orders.

use proscenium::ai::{Bindings, Definition, EventId, Population, StateId, UnitId};

use super::body::Body;
use super::crowd::ActorId;
use super::names::{event, state};
use super::routes::Route;

/// An order of the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// Stop here.
    Stop,
    /// Move there without fighting.
    Move((f32, f32)),
    /// Move there, and attack enemies en route.
    Attack((f32, f32)),
    /// Patrol between here and there, and attack enemies en route.
    Patrol((f32, f32)),
}

/// The data of one marine.
#[derive(Clone, Debug)]
pub struct Marine {
    /// Position and movement.
    pub body: Body,
    /// Health.
    pub health: f32,
    /// Whether the player has selected this marine.
    pub is_selected: bool,
    /// The destination of the current order.
    pub goal: (f32, f32),
    /// The other end of a patrol.
    pub back: (f32, f32),
    /// An order that was given while the marine was dazed.
    pub pending: Option<Order>,
    /// The route to the goal, once it is found.
    pub route: Option<Route>,
    /// Set by the machine: a route to the goal is needed.
    pub needs_route: bool,
    /// Whether a route was requested and is not found yet.
    pub is_waiting: bool,
    /// The current enemy and its last known position.
    pub enemy: Option<(ActorId, (f32, f32))>,
    /// Set by the machine: fire a shot.
    pub fires: bool,
    /// Seconds left of being dazed.
    pub dazed: f32,
    /// Ticks since the last shot, and since the last hit taken.
    pub fired: u32,
    pub hurt: u32,
    /// Seconds without progress towards the destination.
    pub stuck: f32,
    /// The position when `stuck` was last reset.
    pub seen_at: (f32, f32),
}

impl Marine {
    /// A marine standing at this position.
    pub const fn at(x: f32, y: f32, health: f32) -> Self {
        Self {
            body: Body::at(x, y),
            health,
            is_selected: false,
            goal: (x, y),
            back: (x, y),
            pending: None,
            route: None,
            needs_route: false,
            is_waiting: false,
            enemy: None,
            fires: false,
            dazed: 0.0,
            fired: 1000,
            hurt: 1000,
            stuck: 0.0,
            seen_at: (x, y),
        }
    }
}

/// The bindings of `marine.ron`.
pub fn bindings() -> Bindings<Marine> {
    Bindings::new()
        .guard("is_free", |marine: &Marine, _, _| marine.dazed <= 0.0)
        // `MarineNames::give` has set the goal already.
        .action("take_order", |_, _, _| ())
        .action("plan_route", |marine: &mut Marine, _, _| {
            marine.needs_route = true;
            marine.route = None;
        })
        .action("turn_around", |marine: &mut Marine, _, _| {
            std::mem::swap(&mut marine.goal, &mut marine.back);
            marine.needs_route = true;
            marine.route = None;
        })
        .action("shoot", |marine: &mut Marine, _, _| marine.fires = marine.dazed <= 0.0)
}

/// The states and events that the play uses.
#[derive(Clone, Copy, Debug)]
pub struct MarineNames {
    pub idle: StateId,
    pub attack: StateId,
    pub travel: StateId,
    pub chase: StateId,
    pub enemy_in_range: EventId,
    pub enemy_seen: EventId,
    pub enemy_dead: EventId,
    pub arrived: EventId,
    pub order_stop: EventId,
    pub order_move: EventId,
    pub order_move_attack: EventId,
    pub order_patrol: EventId,
}

impl MarineNames {
    /// Looks up all names.
    pub fn of(definition: &Definition<Marine>) -> Result<Self, String> {
        Ok(Self {
            idle: state(definition, "idle")?,
            attack: state(definition, "attack")?,
            travel: state(definition, "move")?,
            chase: state(definition, "chase")?,
            enemy_in_range: event(definition, "enemy_in_range")?,
            enemy_seen: event(definition, "enemy_seen")?,
            enemy_dead: event(definition, "enemy_dead")?,
            arrived: event(definition, "arrived")?,
            order_stop: event(definition, "order_stop")?,
            order_move: event(definition, "order_move")?,
            order_move_attack: event(definition, "order_move_attack")?,
            order_patrol: event(definition, "order_patrol")?,
        })
    }

    /// Gives an order to one marine. It replaces all jobs on the stack. A dazed marine gets it later.
    pub fn give(&self, marines: &mut Population<Marine>, unit: UnitId, order: Order) {
        let Some(marine) = marines.get_mut(unit) else { return };
        if marine.dazed > 0.0 {
            marine.pending = Some(order);
            return;
        }
        marine.pending = None;
        for _ in 1..marines.stack(unit).count() {
            // Every job but the bottom one handles it.
            let _ = marines.dispatch(unit, self.order_stop);
        }
        let Some(marine) = marines.get_mut(unit) else { return };
        marine.enemy = None;
        marine.back = marine.body.spot();
        marine.route = None;
        marine.needs_route = false;
        let (goal, event) = match order {
            Order::Stop => (marine.back, None),
            Order::Move(goal) => (goal, Some(self.order_move)),
            Order::Attack(goal) => (goal, Some(self.order_move_attack)),
            Order::Patrol(goal) => (goal, Some(self.order_patrol)),
        };
        marine.goal = goal;
        if let Some(event) = event {
            let _ = marines.dispatch(unit, event);
        }
    }
}

/// Destinations for a group around a goal: the goal itself, then rings of six, twelve and so on,
/// `gap` pixels apart.
pub fn places_around(goal: (f32, f32), gap: f32) -> impl Iterator<Item = (f32, f32)> {
    // The six corners of a hexagon with sides of 1.
    const CORNERS: [(f32, f32); 6] =
        [(1.0, 0.0), (0.5, 0.866), (-0.5, 0.866), (-1.0, 0.0), (-0.5, -0.866), (0.5, -0.866)];
    let rings = (1_u16..).flat_map(move |ring| {
        (0..6_usize).flat_map(move |side| {
            let (a, b) = (CORNERS[side], CORNERS[(side + 1) % 6]);
            (0..ring).map(move |step| {
                let part = f32::from(step) / f32::from(ring);
                let radius = f32::from(ring) * gap;
                (
                    goal.0 + (a.0 + (b.0 - a.0) * part) * radius,
                    goal.1 + (a.1 + (b.1 - a.1) * part) * radius * 0.8,
                )
            })
        })
    });
    std::iter::once(goal).chain(rings)
}
