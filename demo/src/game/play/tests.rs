//! The parts of the play against naive implementations.

mod messages;

use std::collections::HashMap;

use proptest::prelude::*;

use super::crowd::{Actor, Crowd};
use super::field::DistanceField;
use super::kind::{ActorId, Side};
use super::routes::{Route, Routes};
use super::shots::{ShotKind, Shots};
use super::steering::{distance, length, places_around};
use super::terrain::{Cell, Ground, Terrain};
use super::units::hero::HERO;

/// Ground from rows of `.` open, `~` low and `#` wall.
fn ground(rows: &[String]) -> Terrain {
    let cells = rows.iter().flat_map(|row| {
        row.chars().map(|tile| match tile {
            '.' => Ground::Open,
            '~' => Ground::Low,
            _ => Ground::Wall,
        })
    });
    Terrain::from_cells(rows[0].len() as i32, cells.collect())
}

fn any_ground() -> impl Strategy<Value = Terrain> {
    (2_usize..14, 2_usize..14).prop_flat_map(|(width, height)| {
        let row = proptest::string::string_regex(&format!("[.....~#]{{{width}}}")).unwrap();
        proptest::collection::vec(row, height).prop_map(|rows| ground(&rows))
    })
}

fn open_cells(terrain: &Terrain) -> Vec<Cell> {
    let (width, height) = terrain.size();
    let all = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
    all.filter(|&cell| terrain.at(cell) == Ground::Open).collect()
}

/// The distance of each tile from `goal`, by relaxing all tiles until nothing changes.
fn distances(terrain: &Terrain, goal: Cell) -> HashMap<Cell, u32> {
    let cells = open_cells(terrain);
    let mut far = HashMap::from([(goal, 0)]);
    loop {
        let mut changed = false;
        for &cell in &cells {
            let best = terrain.steps_from(cell).filter_map(|(next, cost)| Some(far.get(&next)? + cost)).min();
            if let Some(best) = best.filter(|&best| far.get(&cell).is_none_or(|&before| best < before)) {
                far.insert(cell, best);
                changed = true;
            }
        }
        if !changed {
            return far;
        }
    }
}

/// The result of one search.
fn route(terrain: &Terrain, from: Cell, to: Cell) -> Option<Route> {
    let mut routes = Routes::default();
    let mut found = None;
    routes.request(some_unit(), terrain.middle(from), terrain.middle(to));
    routes.work(terrain, |_, route| found = Some(route));
    assert_eq!(routes.waiting(), 0);
    found.expect("the search has ended")
}

fn some_unit() -> proscenium::ai::UnitId {
    use proscenium::ai::{Bindings, Blueprint, Population, State};
    let stone = Blueprint::table("stone", "lies").state(State::new("lies"));
    Population::new(&stone.build(&Bindings::new()).unwrap()).spawn(&mut (), ())
}

fn actor(number: usize, spot: (f32, f32), radius: f32) -> Actor {
    let side = if number.is_multiple_of(3) { Side::Rift } else { Side::Outpost };
    Actor { id: ActorId::Unit(&HERO, some_unit()), side, spot, z: 0.0, radius }
}

fn crowd_of(spots: &[(f32, f32)]) -> Crowd {
    let mut crowd = Crowd::default();
    crowd.clear((300.0, 200.0));
    for (number, &spot) in spots.iter().enumerate() {
        crowd.add(actor(number, spot, 5.0));
    }
    crowd.sort();
    crowd
}

proptest! {
    #[test]
    fn a_field_has_the_shortest_path_from_every_tile(terrain in any_ground(), pick: prop::sample::Index) {
        let cells = open_cells(&terrain);
        prop_assume!(!cells.is_empty());
        let goal = cells[pick.index(cells.len())];
        let (field, far) = (DistanceField::towards(&terrain, [goal], u32::MAX), distances(&terrain, goal));
        for &cell in &cells {
            prop_assert_eq!(field.distance(cell), far.get(&cell).copied().unwrap_or(u32::MAX));
            let mut here = cell;
            // Following it leads to the goal, if that is reachable.
            for _ in 0..cells.len() {
                match field.next(&terrain, terrain.middle(here)) {
                    Some(next) => here = terrain.cell(next),
                    None => break,
                }
            }
            prop_assert_eq!(here == goal, far.contains_key(&cell));
        }
    }

    #[test]
    fn a_walkable_route_is_found_if_there_is_one(
        terrain in any_ground(), a: prop::sample::Index, b: prop::sample::Index,
    ) {
        let cells = open_cells(&terrain);
        prop_assume!(!cells.is_empty());
        let (from, to) = (cells[a.index(cells.len())], cells[b.index(cells.len())]);
        let found = route(&terrain, from, to);
        prop_assert_eq!(found.is_some(), distances(&terrain, to).contains_key(&from));
        if let Some(route) = found {
            let mut here = terrain.middle(from);
            for point in route.points() {
                prop_assert!(!terrain.blocks(point.0, point.1, 0.0));
                prop_assert!(
                    terrain.has_clear_path(here, point) || terrain.steps_from(terrain.cell(here))
                        .any(|(cell, _)| terrain.middle(cell) == point),
                    "from {:?} to {:?}", here, point
                );
                here = point;
            }
            prop_assert_eq!(here, terrain.middle(to));
        }
    }

    #[test]
    fn the_crowd_finds_the_actors_in_reach_and_the_nearest(
        spots in proptest::collection::vec((-20.0_f32..320.0, -20.0_f32..220.0), 0..60),
        at in (-40.0_f32..340.0, -40.0_f32..240.0),
        reach in 0.0_f32..150.0,
    ) {
        let crowd = crowd_of(&spots);
        let far = |spot: (f32, f32)| (spot.0 - at.0) * (spot.0 - at.0) + (spot.1 - at.1) * (spot.1 - at.1);
        let mut near: Vec<_> = [Side::Outpost, Side::Rift].into_iter()
            .flat_map(|side| crowd.near(side, at, reach)).map(|(actor, _)| actor.spot).collect();
        let mut expected: Vec<_> = spots.iter().copied().filter(|&spot| far(spot) <= reach * reach).collect();
        near.sort_by(|a, b| a.partial_cmp(b).unwrap());
        expected.sort_by(|a, b| a.partial_cmp(b).unwrap());
        prop_assert_eq!(near, expected);
        let nearest = crowd.nearest(Side::Rift, at, reach, |_| true).map(|actor| far(actor.spot));
        let expected = crowd.actors().iter().filter(|actor| actor.side == Side::Rift);
        let expected = expected.map(|actor| far(actor.spot)).filter(|&far| far <= reach * reach);
        prop_assert_eq!(nearest, expected.min_by(f32::total_cmp));
    }

    #[test]
    fn overlapping_actors_are_pushed_apart_equally_and_no_others(
        spots in proptest::collection::vec((0.0_f32..300.0, 0.0_f32..200.0), 0..40),
    ) {
        let crowd = crowd_of(&spots);
        let mut shoves = Vec::new();
        crowd.shoves(&mut shoves);
        let sum = shoves.iter().fold((0.0, 0.0), |sum, by| (sum.0 + by.0, sum.1 + by.1));
        prop_assert!(length(sum) < 1e-3, "{:?}", sum);
        for (number, by) in shoves.iter().enumerate() {
            let overlaps = spots.iter().enumerate().any(|(other, spot)| {
                let (dx, dy) = (spot.0 - spots[number].0, spot.1 - spots[number].1);
                other != number && dx * dx + dy * dy < 100.0
            });
            prop_assert!(overlaps || *by == (0.0, 0.0));
        }
    }

    #[test]
    fn places_around_a_goal_keep_their_distance(count in 1_usize..120) {
        let places: Vec<_> = places_around((0.0, 0.0), 14.0).take(count).collect();
        for (number, a) in places.iter().enumerate() {
            for b in &places[..number] {
                prop_assert!(distance(*a, *b) > 10.0);
            }
        }
    }
}

#[test]
fn searches_are_spread_over_ticks_in_order() {
    use proscenium::ai::{Bindings, Blueprint, Population, State};
    // A wall with a gap at its far end, so that no path is straight.
    let mut rows = vec![".".repeat(60); 40];
    for row in rows.iter_mut().take(39) {
        row.replace_range(30..31, "#");
    }
    let terrain = ground(&rows);
    let stone = Blueprint::table("stone", "lies").state(State::new("lies"));
    let mut stones = Population::new(&stone.build(&Bindings::new()).unwrap());
    let units: Vec<_> = (0..30).map(|_| stones.spawn(&mut (), ())).collect();
    let mut routes = Routes::default();
    for (number, &unit) in units.iter().enumerate() {
        routes.request(unit, terrain.middle((2, number as i32)), terrain.middle((57, 2)));
    }
    let (mut found, mut ticks) = (Vec::new(), 0);
    while routes.waiting() > 0 {
        let before = found.len();
        routes.work(&terrain, |unit, route| found.push((unit, route.is_some())));
        assert!(found.len() - before <= 10, "{} searches in one tick", found.len() - before);
        ticks += 1;
    }
    assert!(ticks >= 3, "{ticks} ticks");
    assert_eq!(found, units.iter().map(|&unit| (unit, true)).collect::<Vec<_>>());
}

#[test]
fn hens_wander_peck_and_flee_as_their_script_says() {
    use std::collections::BTreeSet;
    use std::time::Duration;

    use proscenium::ai::{Blueprint, Population};
    use proscenium::formats::Script;

    use super::Play;
    use super::unit::Unit as _;
    use super::units::hen::Hen;
    use crate::levels::{LEVELS, LevelNumber};

    let manager = crate::game::tests::loaded(LevelNumber(1));
    let resources = manager.assets().resources();
    let mut play = Play::new(resources, LEVELS[0].level, 0).unwrap();
    let (blueprint, script) =
        (resources.find::<Blueprint>("hen").unwrap(), resources.find::<Script>("hen_script").unwrap());
    let (script, definition) = Hen::define(blueprint, Some(script)).unwrap();
    let script = script.unwrap();
    let mut units = Population::new(&definition);
    play.crowd.clear(play.terrain.pixels());
    play.crowd.sort();
    let (x, y) = play.beacon.spot;
    let hen = units.spawn(&mut play, Hen::at((x, y + 40.0), 3));
    let mut seen = BTreeSet::new();
    let mut run = |units: &mut Population<Hen, Play>, play: &mut Play, ticks: u32| {
        for _ in 0..ticks {
            units.tick(play, Duration::from_nanos(16_666_667));
            seen.insert(units.state(hen).unwrap().name());
        }
        units.data()[0].body.spot()
    };
    let start = run(&mut units, &mut play, 1200);
    play.crowd.clear(play.terrain.pixels());
    let spot = (start.0 - 20.0, start.1);
    play.crowd.add(Actor { id: ActorId::Unit(&HERO, hen), side: Side::Outpost, spot, z: 0.0, radius: 6.0 });
    play.crowd.sort();
    let end = run(&mut units, &mut play, 120);
    assert!(distance(end, spot) >= 40.0, "from {start:?} to {end:?}, away from {spot:?}");
    play.crowd.clear(play.terrain.pixels());
    play.crowd.sort();
    run(&mut units, &mut play, 60);
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["flee", "peck", "stand", "walk"]);
    assert_ne!(units.state(hen), definition.state("flee"));
    assert_eq!((script.failures(), script.take_failure()), (0, None));
}

#[test]
fn kinds_are_read_and_written_by_name() {
    use super::kind::Kind;

    let written = ron::to_string(&ActorId::Unit(&HERO, some_unit())).unwrap();
    assert!(written.starts_with("Unit(\"hero\","), "{written}");
    assert!(ron::from_str::<ActorId>(&written).unwrap().is(&HERO));
    let unknown = ron::from_str::<Kind>("\"herring\"").unwrap_err();
    let known = "hero, marine, imp, brute, witch, mood, hen";
    assert_eq!(unknown.code.to_string(), format!("unknown kind `herring`; there are {known}"));
}

#[test]
fn a_bolt_also_hurts_those_beside_its_target_and_a_bullet_does_not() {
    let terrain = ground(&vec![".".repeat(20); 4]);
    let spots = [(100.0, 30.0), (118.0, 30.0), (140.0, 30.0)];
    let other = actor(1, spots[1], 5.0);
    let damages = |kind, side| {
        let mut crowd = Crowd::default();
        crowd.clear(terrain.pixels());
        for (number, spot) in spots.into_iter().enumerate() {
            let id = if number == 0 { ActorId::Beacon } else { other.id };
            crowd.add(Actor { id, side, spot, ..other });
        }
        crowd.sort();
        let (mut shots, mut hits) = (Shots::default(), Vec::new());
        shots.fire(kind, other.id, (60.0, 30.0), spots[0], 8.0, 100.0);
        (0..60).for_each(|_| shots.advance(&crowd, &terrain, 1.0 / 60.0, &mut hits, |_| ()));
        hits.iter().map(|hit| (hit.target, hit.damage)).collect::<Vec<_>>()
    };
    assert_eq!(damages(ShotKind::Bolt, Side::Outpost), [(ActorId::Beacon, 8.0), (other.id, 4.0)]);
    assert_eq!(damages(ShotKind::Bullet, Side::Rift), [(ActorId::Beacon, 8.0)]);
}
