//! What units tell each other.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use proscenium::ai::{Population, UnitId};
use proscenium::flow::Populations;
use proscenium::platform::Input;

use crate::game::play::Play;
use crate::game::play::order::Order;
use crate::game::play::steering::distance;
use crate::game::play::troops::{of, of_mut};
use crate::game::play::units::hero::{Control, Hero};
use crate::game::play::units::marine::{ALARM_RANGE, MARINE, Marine};
use crate::game::play::units::monster::{BRUTE, IMP, Monster, WITCH};
use crate::game::tests::Arena;
use crate::game::tests::loaded;
use crate::levels::{LEVELS, LevelNumber};

/// Calls `each` before each of these ticks of the first level. It returns the state of a unit; the
/// result is all of these states.
fn states(
    ticks: u64,
    mut each: impl FnMut(&mut Play, &mut Populations) -> Option<&'static str> + 'static,
) -> BTreeSet<&'static str> {
    let mut manager = loaded(LevelNumber(1));
    let seen = Rc::new(RefCell::new(BTreeSet::new()));
    let found = Rc::clone(&seen);
    let drive = move |play: &mut Play, populations: &mut Populations| {
        found.borrow_mut().extend(each(play, populations));
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
    let is_far =
        |spot| play.crowd.nearest(crate::game::play::kind::Side::Outpost, spot, 260.0, |_| true).is_none();
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
        states(60, move |play, populations| {
            if play.tally.ticks == 1 {
                let (x, y) = far_place(play, around);
                play.add(populations, &MARINE, (x, y));
                let [witch, other] = around.map(|(dx, dy)| (x + dx, y + dy));
                imp = play.add(populations, &IMP, other);
                if has_witch {
                    play.add(populations, &WITCH, witch);
                }
            }
            state_of(of::<Monster>(populations), imp)
        })
    };
    assert_eq!(with_witch(false), BTreeSet::from(["idle"]));
    assert_eq!(with_witch(true), BTreeSet::from(["cast", "idle"]));
}

#[test]
fn a_marine_under_fire_calls_those_who_do_not_see_the_enemy() {
    let around = [(20.0, 0.0), (-190.0, 0.0)];
    let mut other = None;
    let seen = states(200, move |play, populations| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, around);
            play.add(populations, &MARINE, (x, y));
            play.add(populations, &BRUTE, (x + 20.0, y));
            other = play.add(populations, &MARINE, (x - 190.0, y));
        }
        let state = state_of(of::<Marine>(populations), other);
        if state == Some("chase") {
            let marine = of::<Marine>(populations)?.get(other?)?;
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
    let seen = states(200, move |play, populations| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, around);
            let hero = of_mut::<Hero>(populations)?.data_mut().first_mut()?;
            (hero.body.x, hero.body.y) = (x, y);
            play.add(populations, &BRUTE, (x + 20.0, y));
            other = play.add(populations, &MARINE, (x - 190.0, y));
        }
        state_of(of::<Marine>(populations), other)
    });
    assert!(seen.contains("idle") && seen.contains("chase"), "{seen:?}");
}

#[test]
fn a_dazed_marine_takes_its_order_when_it_is_free() {
    let mut marine = None;
    let mut is_ordered = false;
    let seen = states(400, move |play, populations| {
        if play.tally.ticks == 1 {
            let (x, y) = far_place(play, [(20.0, 0.0), (-60.0, 0.0)]);
            marine = play.add(populations, &MARINE, (x, y));
            play.add(populations, &BRUTE, (x + 20.0, y));
        }
        let state = state_of(of::<Marine>(populations), marine);
        if state == Some("dazed") && !is_ordered {
            is_ordered = true;
            let spot = of::<Marine>(populations)?.get(marine?)?.body.spot();
            play.select(populations, spot, spot);
            assert_eq!(play.order(populations, Order::Move((spot.0 - 60.0, spot.1))), 1);
            let still = state_of(of::<Marine>(populations), marine);
            assert_eq!(still, Some("dazed"));
        }
        state
    });
    assert!(["attack", "dazed", "move"].iter().all(|state| seen.contains(state)), "{seen:?}");
}
