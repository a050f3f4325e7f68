//! Long plays with random orders: no panic, no unit stuck, no unit in a wall, no leak.
//!
//! `PROSCENIUM_SOAK=30 cargo test --bins soak` plays thirty minutes of game time with each of the [`SEEDS`].
//! The default is two minutes with one seed.

use std::collections::HashMap;

use proscenium::ai::{Population, UnitId};
use proscenium::flow::{Populations, ScreenManager};
use proscenium::formats::Level;
use proscenium::platform::Input;

use crate::game::play::Play;
use crate::game::play::crowd::Actor;
use crate::game::play::kind::Side;
use crate::game::play::order::Order;
use crate::game::play::steering::distance;
use crate::game::play::terrain::{Cell, Ground};
use crate::game::play::troops::{of, of_mut};
use crate::game::play::units::hero::{Control, Hero};
use crate::game::play::units::kinds_of;
use crate::game::play::units::marine::{MARINE, Marine};
use crate::game::play::units::monster::Monster;
use crate::game::play::units::mood::Mood;
use crate::game::tests::arena::{Arena, Drive, load};
use crate::game::tests::manager_from;
use crate::levels::{LEVELS, LevelNumber};
use crate::tests::{assets, shared};

/// A unit that walks for this many ticks within [`STUCK_RADIUS`] pixels is stuck.
const STUCK_TICKS: u64 = 600;
const STUCK_RADIUS: f32 = 4.0;

/// The seeds of the long form, of which the short one has the first.
const SEEDS: [u64; 4] = [7, 1, 100, 200];

/// A manager with the phase `in_game` loaded.
pub fn loaded(level: LevelNumber) -> ScreenManager {
    let mut manager = manager_from(assets(), &shared());
    load(&mut manager, level).unwrap();
    manager
}

/// The last progress of each unit: the tick and the position.
type Seen = HashMap<UnitId, (u64, (f32, f32))>;

/// The progress of the marines, and of each kind of monster.
#[derive(Default)]
struct Watch([Seen; 4]);

/// Fails if a unit is stuck; `rests` is whether it has a reason to stand.
fn see(
    seen: &mut Seen,
    tick: u64,
    unit: UnitId,
    spot: (f32, f32),
    rests: bool,
    describe: impl Fn() -> String,
) {
    let (since, from) = *seen.entry(unit).or_insert((tick, spot));
    if rests || distance(spot, from) > STUCK_RADIUS {
        seen.insert(unit, (tick, spot));
    } else {
        assert!(tick - since < STUCK_TICKS, "stuck at {spot:?}: {}", describe());
    }
}

/// Random orders of a player, and reinforcements on both sides.
fn random_play(rifts: Vec<String>, seed: u64) -> Drive {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut control = Control::default();
    Box::new(move |play, populations| {
        let tick = play.tally.ticks;
        let (width, height) = play.terrain.pixels();
        if tick.is_multiple_of(240) && play.troops.count(populations, Side::Rift) < 150 {
            let kind = kinds_of(Side::Rift).nth(random.usize(..3)).unwrap();
            let rift = &rifts[random.usize(..rifts.len())];
            play.send(populations, kind, random.u32(1..6), rift)?;
        }
        if tick.is_multiple_of(600) {
            play.send(populations, &MARINE, 2, "beacon")?;
        }
        // The play must not end.
        play.beacon.health = play.tuning.beacon.health;
        if let Some(hero) = of_mut::<Hero>(populations).and_then(|heroes| heroes.data_mut().first_mut()) {
            hero.body.health = hero.body.health.max(20.0);
        }
        if random.u32(..90) == 0 {
            let place = (random.f32() * width, random.f32() * height);
            play.select(populations, (random.f32() * width, 0.0), (width, height));
            let order = match random.u32(..5) {
                0 => Order::Stop,
                1 => Order::Move(place),
                2 => Order::Patrol(place),
                _ => Order::Attack(place),
            };
            play.order(populations, order);
        }
        if random.u32(..30) == 0 {
            let direction = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)][random.usize(..5)];
            control.direction = direction;
            control.runs = random.bool();
        }
        control.jumps = random.u32(..40) == 0;
        control.strikes = random.u32(..20) == 0;
        Ok(control)
    })
}

#[test]
fn random_orders_and_waves_leave_no_unit_stuck() {
    let minutes = std::env::var("PROSCENIUM_SOAK").ok().map(|minutes| minutes.parse().unwrap());
    let seeds = if minutes.is_some() { &SEEDS[..] } else { &SEEDS[..1] };
    for seed in seeds {
        eprintln!("seed {seed}");
        soak(minutes.unwrap_or(2), *seed);
    }
}

/// Plays on all levels for these minutes together.
fn soak(minutes: u64, seed: u64) {
    let levels = LEVELS.len() as u64;
    for (number, info) in (0_u64..).zip(LEVELS.iter()) {
        let mut manager = loaded(LevelNumber(info.number));
        let seed = seed + number;
        let level = manager.assets().resources().find::<Level>(info.level).unwrap();
        let rifts = level.objects().filter(|object| object.user_type == "rift");
        let drive = random_play(rifts.map(|rift| rift.name.clone()).collect(), seed);
        Arena::begin(&mut manager, info.level, seed, drive).unwrap();
        let mut watch = Watch::default();
        for _ in 0..minutes * 3600 / levels {
            manager.step(&Input::default());
            let (Arena { play, .. }, populations) = Arena::of(&manager).unwrap();
            let hero = play.hero(populations).unwrap();
            assert!(!play.terrain.blocks(hero.body.x, hero.body.y, 1000.0), "the hero is in a wall");
            watch.look(play, populations);
            let sizes = [play.effects.iter().count(), play.shots.iter().count(), play.waiting_routes()];
            assert!(sizes.iter().all(|size| *size < 500), "effects, shots, searches: {sizes:?}");
        }
        let (Arena { play, .. }, populations) = Arena::of(&manager).unwrap();
        assert!(play.tally.kills > 0, "no kills in {}", info.level);
        let moods = of::<Mood>(populations).unwrap().len();
        assert_eq!(moods, play.troops.count(populations, Side::Rift), "each monster has a mood");
        for (machine, _, counters) in populations.counts() {
            assert_eq!(counters.foreign, 0, "a name that {machine} does not have");
            assert_eq!(counters.payloads, 0, "a payload that {machine} does not take");
        }
    }
}

impl Watch {
    /// Fails if a unit is stuck or in an obstacle.
    fn look(&mut self, play: &Play, populations: &Populations) {
        let tick = play.tally.ticks;
        let is_in_something = |(x, y): (f32, f32)| play.terrain.blocks(x, y, 0.0);
        let [marines_seen, kinds_seen @ ..] = &mut self.0;
        let marines = of::<Marine>(populations).unwrap();
        for unit in marines.iter() {
            let marine = marines.get(unit).unwrap();
            let spot = marine.body.spot();
            let describe = || {
                let state = marines.state(unit).unwrap().name();
                let (goal, enemy, route) = (marine.goal, marine.enemy, &marine.route);
                let place = surroundings(play, spot);
                format!("a marine, {state}, goal {goal:?}, enemy {enemy:?}, {route:?}\n{place}")
            };
            assert!(!is_in_something(spot), "in something: {}", describe());
            // Walking counts steps; a requested route comes within a second.
            see(marines_seen, tick, unit, spot, marine.body.steps == 0, describe);
        }
        let kinds = kinds_of(Side::Rift).zip(populations.all::<Population<Monster, Play>>());
        for ((kind, monsters), seen) in kinds.zip(kinds_seen) {
            for unit in monsters.iter() {
                let monster = monsters.get(unit).unwrap();
                let spot = monster.body.spot();
                let state = monsters.state(unit).unwrap();
                let describe = || {
                    let name = state.name();
                    let place = surroundings(play, spot);
                    format!("a {}, {name}, prey {:?}\n{place}", kind.name, monster.prey)
                };
                assert!(!is_in_something(spot), "in something: {}", describe());
                let fights = monster.windup.is_some() || monster.pause > 0.0;
                let is_let = ["patrol", "forage", "cast"].contains(&state.name());
                let goal = monster.prey.map(|(_, at)| at);
                let rests = fights || !is_let || waits_its_turn(play, spot, goal);
                see(seen, tick, unit, spot, rests, describe);
            }
        }
    }
}

/// Whether a monster queues behind another one that is nearer to its goal. The first of a queue does
/// not, so a crowd that does not move at all is found.
fn waits_its_turn(play: &Play, at: (f32, f32), goal: Option<(f32, f32)>) -> bool {
    let far = |spot| match goal {
        Some(goal) => distance(spot, goal),
        None => play.to_beacon.distance(play.terrain.cell(spot)) as f32,
    };
    // The nearest actor at its own position is itself.
    let mine = play.crowd.nearest(Side::Rift, at, 1.0, |_| true).map_or(10.0, |me| me.radius);
    let touches = |actor: &Actor, square: f32| square.sqrt() < mine + actor.radius + 3.0;
    let mut near = play.crowd.near(Side::Rift, at, 24.0);
    near.any(|(actor, square)| far(actor.spot) < far(at) && touches(actor, square))
}

/// The ground around a place with distances to the beacon, and the actors nearby.
fn surroundings(play: &Play, at: (f32, f32)) -> String {
    let (column, row) = play.terrain.cell(at);
    let tile = |cell: Cell| match play.terrain.at(cell) {
        Ground::Open => format!("{:5}", play.to_beacon.distance(cell)),
        Ground::Low => "  low".to_owned(),
        Ground::Wall => " wall".to_owned(),
    };
    let row_of = |row: i32| (column - 3..=column + 3).map(|column| tile((column, row))).collect::<String>();
    let rows: Vec<_> = (row - 3..=row + 3).map(row_of).collect();
    let near = play.crowd.actors().iter().filter(|actor| distance(actor.spot, at) < 24.0);
    let near: Vec<_> = near.map(|actor| format!("{actor:?}")).collect();
    format!("tile {column}, {row}\n{}\n{}", rows.join("\n"), near.join("\n"))
}
