//! The hero's states under a player's input.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium::flow::Populations;
use proscenium::platform::Input;

use super::{Control, Hero};
use crate::game::play::Play;
use crate::game::play::troops::{of, of_mut};
use crate::game::play::units::marine::Marine;
use crate::game::play::units::monster::IMP;
use crate::game::tests::Arena;
use crate::game::tests::loaded;
use crate::levels::{LEVELS, LevelNumber};

const RIGHT: Control = Control { direction: (1.0, 0.0), runs: false, jumps: false, strikes: false };

/// The hero's state; empty before his first tick.
fn state(populations: &Populations) -> &'static str {
    let heroes = of::<Hero>(populations).unwrap();
    heroes.iter().next().and_then(|hero| heroes.state(hero)).map_or("", |state| state.name())
}

/// Plays the first level with the input that `control` chooses before each tick, by the tick, the hero and
/// his state. Returns his states in order.
fn states(
    ticks: u64,
    mut control: impl FnMut(u64, &mut Hero, &str) -> Control + 'static,
) -> Vec<&'static str> {
    let mut manager = loaded(LevelNumber(1));
    let seen = Rc::new(RefCell::new(Vec::new()));
    let found = Rc::clone(&seen);
    let drive = move |play: &mut Play, populations: &mut Populations| {
        let state = state(populations);
        found.borrow_mut().push(state);
        let hero = of_mut::<Hero>(populations).unwrap().data_mut().first_mut().unwrap();
        Ok(control(play.tally.ticks, hero, state))
    };
    Arena::begin(&mut manager, LEVELS[0].level, 1, Box::new(drive)).unwrap();
    (0..ticks).for_each(|_| manager.step(&Input::default()));
    let mut seen = seen.take();
    seen.dedup();
    seen
}

#[test]
fn the_hero_walks_runs_and_stops_at_once() {
    let seen = states(60, |tick, hero, state| {
        match state {
            "walk" => assert!(hero.speed <= 84.0 || tick > 30, "{}", hero.speed),
            "run" => assert!(hero.speed > 0.0),
            _ => assert_eq!((hero.speed, hero.body.steps), (0.0, 0)),
        }
        match tick {
            5..20 => RIGHT,
            20..35 => Control { runs: true, ..RIGHT },
            _ => Control::default(),
        }
    });
    assert_eq!(seen, ["idle", "walk", "run", "idle"]);
}

#[test]
fn every_tick_in_which_the_hero_is_directed_moves_him() {
    let mut last = None;
    states(60, move |tick, hero, state| {
        let moved = last.map(|x: f32| x - hero.body.x);
        // Also in the ticks in which his state changes.
        assert!(tick < 10 || moved.is_some_and(|moved| moved > 0.5), "{tick}, {state}: {moved:?}");
        last = Some(hero.body.x);
        Control { direction: (-1.0, 0.0), runs: tick > 20, jumps: tick == 30, strikes: false }
    });
}

#[test]
fn the_hero_jumps_twice_and_again_when_he_has_landed() {
    let mut bounces = 0;
    let seen = states(200, move |tick, hero, state| {
        assert!(hero.jumps <= 2);
        let has_landed = tick > 40 && state == "double_jump" && !hero.body.is_in_air() && bounces == 0;
        bounces += u32::from(has_landed);
        // The fourth press comes in the air after two jumps.
        Control { jumps: [10, 25, 30].contains(&tick) || has_landed, ..Control::default() }
    });
    assert_eq!(seen, ["idle", "jump", "double_jump", "jump", "idle"]);
}

#[test]
fn a_fallen_hero_does_nothing_until_he_is_well() {
    let seen = states(80, |tick, hero, state| {
        if tick == 10 {
            hero.body.health = 0.0;
        } else if tick == 60 {
            hero.body.health = 5.0;
        }
        if state == "fallen" {
            assert_eq!((hero.jumps, hero.struck, hero.body.steps), (0, None, 0));
        }
        let acts = (11..60).contains(&tick);
        Control {
            jumps: acts,
            strikes: acts,
            direction: if acts { (1.0, 0.0) } else { (0.0, 0.0) },
            runs: acts,
        }
    });
    assert_eq!(seen, ["idle", "fallen", "idle"]);
}

#[test]
fn a_marine_beside_the_fallen_hero_helps_him_up() {
    let falls = |helps: bool| {
        let mut manager = loaded(LevelNumber(1));
        let drive = move |play: &mut Play, populations: &mut Populations| {
            let hero = play.hero(populations).map_or((0.0, 0.0), |hero| hero.body.spot());
            if play.tally.ticks == 10 {
                let heroes = of_mut::<Hero>(populations).unwrap();
                heroes.data_mut()[0].body.health = 0.0;
            }
            for marine in of_mut::<Marine>(populations).unwrap().data_mut() {
                let x = if helps { hero.0 + 12.0 } else { hero.0 + 90.0 };
                (marine.body.x, marine.body.y) = (x, hero.1);
            }
            Ok(Control::default())
        };
        Arena::begin(&mut manager, LEVELS[0].level, 1, Box::new(drive)).unwrap();
        // The helper has to be there for four seconds.
        (0..200).for_each(|_| manager.step(&Input::default()));
        let early = Arena::of(&manager).map(|(_, populations)| state(populations));
        (0..100).for_each(|_| manager.step(&Input::default()));
        let (arena, populations) = Arena::of(&manager).unwrap();
        let health = arena.play.hero(populations).unwrap().body.health;
        (early, state(populations), health > 0.0)
    };
    assert_eq!(falls(true), (Ok("fallen"), "idle", true));
    assert_eq!(falls(false), (Ok("fallen"), "fallen", false));
}

#[test]
fn a_blow_that_hits_stops_time_and_a_press_meanwhile_counts_after_it() {
    for (is_near, ticks) in [(false, 41), (true, 38)] {
        let mut manager = loaded(LevelNumber(1));
        let mut calls = 0;
        let drive = move |play: &mut Play, populations: &mut Populations| {
            let hero = play.hero(populations).map_or((0.0, 0.0), |hero| hero.body.spot());
            calls += 1;
            if calls == 1 && is_near {
                play.add(populations, &IMP, (hero.0, hero.1 + 8.0)).unwrap();
            }
            Ok(Control { strikes: calls == 5, jumps: calls == 7, ..Control::default() })
        };
        Arena::begin(&mut manager, LEVELS[0].level, 1, Box::new(drive)).unwrap();
        (0..12).for_each(|_| manager.step(&Input::default()));
        let (_, populations) = Arena::of(&manager).unwrap();
        assert_eq!(state(populations), "jump", "{is_near}");
        (0..28).for_each(|_| manager.step(&Input::default()));
        let (arena, _) = Arena::of(&manager).unwrap();
        assert_eq!(arena.play.tally.ticks, ticks, "{is_near}");
    }
}

#[test]
fn the_hero_pauses_between_two_blows() {
    let blows = Rc::new(RefCell::new(Vec::new()));
    let found = Rc::clone(&blows);
    states(60, move |_, hero, _| {
        found.borrow_mut().extend(hero.struck);
        Control { strikes: true, ..Control::default() }
    });
    let mut blows = blows.take();
    blows.dedup();
    // 0.32 s are 19.2 ticks.
    assert_eq!(blows, [1, 21, 41]);
}
