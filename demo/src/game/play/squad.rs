//! The player's commands to the marines: selection and orders.

use proscenium::flow::Populations;

use super::Play;
use super::effects::EffectKind;
use super::order::Order;
use super::steering::places_around;
use super::troops::{of, of_mut};
use super::units::marine::Marine;

/// Space between the marines of a group at their destination, in pixels.
const GAP: f32 = 16.0;

impl Play {
    /// Gives an order to the selected marines, each with a destination of its own. Returns how many
    /// there are.
    pub fn order(&mut self, populations: &mut Populations, mut order: Order) -> usize {
        let Some(marines) = of_mut::<Marine>(populations) else { return 0 };
        let selected: Vec<_> =
            marines.iter().filter(|unit| marines.data()[unit.index()].is_selected).collect();
        let goal = order.goal().copied().unwrap_or_default();
        let terrain = &self.terrain;
        let is_free = |&(x, y): &(f32, f32)| {
            !terrain.blocks(x, y, 0.0) && (terrain.sees(goal, (x, y)) || terrain.blocks(goal.0, goal.1, 0.0))
        };
        let places = places_around(goal, GAP).take(selected.len() * 8 + 200).filter(is_free);
        let places: Vec<_> = places.chain(std::iter::repeat(goal)).take(selected.len()).collect();
        for (&unit, place) in selected.iter().zip(places) {
            if let Some(goal) = order.goal() {
                *goal = place;
            }
            if let Some(marine) = marines.get_mut(unit) {
                marine.order = Some(order);
            }
            // Refused by one that is dazed; it takes the order when it is free.
            let _ = marines.dispatch(self, unit, order.event());
        }
        selected.len()
    }

    pub fn mark(&mut self, order: Order) {
        match order {
            Order::Stop => {}
            Order::Move(at) => self.effects.add(EffectKind::MoveMark, at, 0.0),
            Order::Attack(at) | Order::Patrol(at) => self.effects.add(EffectKind::AttackMark, at, 0.0),
        }
    }

    /// Selects the marines whose feet are in a rectangle of the level, and no others.
    pub fn select(&mut self, populations: &mut Populations, from: (f32, f32), to: (f32, f32)) {
        let Some(marines) = of_mut::<Marine>(populations) else { return };
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        let (top, bottom) = (from.1.min(to.1), from.1.max(to.1));
        for unit in marines.iter().collect::<Vec<_>>() {
            let Some(marine) = marines.get_mut(unit) else { continue };
            let (x, y) = marine.body.spot();
            marine.is_selected = (left..=right).contains(&x) && (top..=bottom).contains(&y);
        }
    }

    pub fn selected(&self, populations: &Populations) -> usize {
        of::<Marine>(populations).map_or(0, |marines| {
            marines.iter().filter(|unit| marines.data()[unit.index()].is_selected).count()
        })
    }

    /// Whether a marine is drawn at a place: sprites extend above the feet.
    pub fn has_marine_at(&self, populations: &Populations, (x, y): (f32, f32)) -> bool {
        of::<Marine>(populations).is_some_and(|marines| {
            let mut bodies = marines.iter().map(|unit| &marines.data()[unit.index()].body);
            bodies.any(|body| (body.x - x).abs() < 10.0 && (-6.0..26.0).contains(&(body.y - y)))
        })
    }
}
