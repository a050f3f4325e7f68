//! What units tell each other.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proscenium::ai::{Population, UnitId};
use proscenium::flow::Machines;
use proscenium::platform::Input;

use super::Play;
use super::order::Order;
use super::soak::loaded;
use super::steering::distance;
use super::units::hero::{Control, Hero};
use super::units::marine::{ALARM_RANGE, MARINE, Marine};
use super::units::monster::{BRUTE, IMP, Monster, WITCH};
use crate::levels::{LEVELS, LevelNumber};
use crate::measure::Arena;

/// Calls `each` before each of these ticks of the first level. It returns the state of a unit; the
/// result is all of these states.
fn states(
    ticks: u64,
    mut each: impl FnMut(&mut Play, &mut Machines) -> Option<&'static str> + 'static,
) -> BTreeSet<&'static str> {
    let mut manager = loaded(LevelNumber(1));
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    let found = Rc::clone(&seen);
    let drive = move |play: &mut Play, machines: &mut Machines| {
        found.borrow_mut().extend(each(play, machines));
        Ok(Control::default())
    };
    Arena::begin(&mut manager, LEVELS[0].level, 1, Box::new(drive)).unwrap();
    (0..ticks).for_each(|_| manager.step(&Input::default()));
    seen.take()
}

fn state_of<D, W>(population: Option<&Population<D, W>>, unit: Option<UnitId>) -> Option<&'static str> {
    Some(population?.state(unit?)?.name())
}

/// An open place that sees the places at these distances from it, far from the outpost.
fn far_place(play: &Play, others: [(f32, f32); 2]) -> (f32, f32) {
    let (width, height) = play.terrain.size();
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    let mut all = all.map(|cell| play.terrain.middle(cell));
    let is_far = |spot| play.crowd.nearest(super::kind::Side::Outpost, spot, 260.0, |_| true).is_none();
    let place = all.find(|&(x, y)| {
        let sees = |(dx, dy)| {
            let to = (x + dx, y + dy);
            !play.terrain.blocks(to.0, to.1, 0.0) && play.terrain.sees((x, y), to)
        };
        is_far((x, y)) && others.into_iter().all(sees)
    });
    place.expect("there is such a place")
}

#[test]
fn a_witch_that_sees_prey_calls_the_monsters_near_her() {
    let around = [(140.0, 0.0), (125.0, 32.0)];
    let with_witch = |has_witch: bool| {
        let mut imp = None;
        states(60, move |play, machines| {
            if play.tally.ticks == 1 {
                let (x, y) = far_place(play, around);
                play.add(machines, &MARINE, (x, y));
                let [witch, other] = around.map(|(dx, dy)| (x + dx, y + dy));
                imp = play.add(machines, &IMP, other);
                if has_witch {
                    play.add(machines, &WITCH, witch);
                }
            }
            state_of(machines.get(play.troops.of::<Monster>()), imp)
        })
    };
    assert_eq!(with_witch(false), BTreeSet::from(["idle"]));
    assert_eq!(with_witch(true), BTreeSet::from(["cast", "idle"]));
}

#[test]
fn a_marine_under_fire_calls_those_who_do_not_see_the_enemy() {
    let around = [(20.0, 0.0), (-190.0, 0.0)];
    let mut other = None;
    let seen = states(200, move |play, machines| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, around);
            play.add(machines, &MARINE, (x, y));
            play.add(machines, &BRUTE, (x + 20.0, y));
            other = play.add(machines, &MARINE, (x - 190.0, y));
        }
        let state = state_of(machines.get(play.troops.of::<Marine>()), other);
        if state == Some("chase") {
            let marine = machines.get(play.troops.of::<Marine>())?.get(other?)?;
            let at = marine.enemy?.1;
            assert!(distance(at, marine.body.spot()) < ALARM_RANGE);
        }
        state
    });
    assert!(seen.contains("idle") && seen.contains("chase"), "{seen:?}");
}

#[test]
fn a_hero_under_fire_calls_the_marines_who_do_not_see_the_enemy() {
    let around = [(20.0, 0.0), (-190.0, 0.0)];
    let mut other = None;
    let seen = states(200, move |play, machines| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, around);
            let hero = machines.get_mut(play.troops.of::<Hero>())?.data_mut().first_mut()?;
            (hero.body.x, hero.body.y) = (x, y);
            play.add(machines, &BRUTE, (x + 20.0, y));
            other = play.add(machines, &MARINE, (x - 190.0, y));
        }
        state_of(machines.get(play.troops.of::<Marine>()), other)
    });
    assert!(seen.contains("idle") && seen.contains("chase"), "{seen:?}");
}

#[test]
fn a_dazed_marine_takes_its_order_when_it_is_free() {
    let mut marine = None;
    let mut is_ordered = false;
    let seen = states(400, move |play, machines| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, [(20.0, 0.0), (-60.0, 0.0)]);
            marine = play.add(machines, &MARINE, (x, y));
            play.add(machines, &BRUTE, (x + 20.0, y));
        }
        let state = state_of(machines.get(play.troops.of::<Marine>()), marine);
        if state == Some("dazed") && !is_ordered {
            is_ordered = true;
            let spot = machines.get(play.troops.of::<Marine>())?.get(marine?)?.body.spot();
            play.select(machines, spot, spot);
            assert_eq!(play.order(machines, Order::Move((spot.0 - 60.0, spot.1))), 1);
            let still = state_of(machines.get(play.troops.of::<Marine>()), marine);
            assert_eq!(still, Some("dazed"));
        }
        state
    });
    assert!(["attack", "dazed", "move"].iter().all(|state| seen.contains(state)), "{seen:?}");
}
