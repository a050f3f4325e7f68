//! Long plays with random orders: nobody panics, nobody is stuck, nobody is forgotten.
//!
//! `PROSCENIUM_SOAK=30 cargo test --release --bins soak` plays thirty minutes of game time; without it
//! two minutes are played.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use proscenium::flow::{Machines, ManagerSettings, ScreenManager};
use proscenium::phase::Level;
use proscenium::platform::DirSource;

use super::Play;
use super::hero::Control;
use super::marine::Order;
use super::monster::Kind;
use crate::game::levels::LEVELS;
use crate::game::measure::{FRAME, begin, load};
use crate::game::phases;
use crate::game::run::memory;
use crate::game::shared::Shared;

/// Who walks for so many frames and comes no farther than [`NO_WAY`] pixels is stuck.
const TOO_LONG: u32 = 600;
const NO_WAY: f32 = 4.0;

/// The game's phase, loaded.
fn loaded() -> ScreenManager {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let settings = ManagerSettings { source: Arc::new(DirSource::new(assets)), ..ManagerSettings::default() };
    let mut manager = phases::manager(settings, &Shared::load(memory()));
    load(&mut manager).unwrap();
    manager
}

/// How many steps somebody had made, and where that was.
type Since = (u32, (f32, f32));

/// Where everybody who walks was ten seconds ago.
#[derive(Default)]
struct Watch {
    began: BTreeMap<(&'static str, usize), Since>,
}

impl Watch {
    fn see(&mut self, kind: &'static str, index: usize, steps: u32, spot: (f32, f32), what: &str) {
        let key = (kind, index);
        let Some((since, from)) = self.began.get(&key).copied().filter(|(since, _)| *since <= steps) else {
            self.began.insert(key, (steps, spot));
            return;
        };
        let (dx, dy) = (spot.0 - from.0, spot.1 - from.1);
        if dx * dx + dy * dy > NO_WAY * NO_WAY {
            self.began.insert(key, (steps, spot));
        } else {
            assert!(steps - since < TOO_LONG, "the {kind} {index} is stuck at {spot:?}: {what}");
        }
    }
}

fn minutes() -> u64 {
    std::env::var("PROSCENIUM_SOAK").ok().and_then(|minutes| minutes.parse().ok()).unwrap_or(2)
}

#[test]
fn random_orders_and_waves_leave_nobody_stuck() {
    let manager = loaded();
    let levels = LEVELS.len() as u64;
    for (number, info) in (0_u64..).zip(LEVELS.iter()) {
        let seed = 7 + number;
        let (mut play, mut machines) = begin(&manager, info.level, seed).unwrap();
        let level = manager.resources().find::<Level>(info.level).unwrap();
        let rifts: Vec<_> = level.objects().iter().filter(|object| object.class == "rift").collect();
        let (width, height) = play.terrain.pixels();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut control = Control::default();
        let mut watch = Watch::default();
        for frame in 0..minutes() * 3600 / levels {
            if frame.is_multiple_of(240) && play.troops.monster_count(&machines) < 150 {
                let kind = Kind::ALL[random.usize(..3)];
                let rift = &rifts[random.usize(..rifts.len())].name;
                play.send_monsters(&mut machines, kind, random.u32(1..6), rift).unwrap();
            }
            if frame.is_multiple_of(600) {
                play.send_marines(&mut machines, 2, "beacon").unwrap();
                // What this is about goes on.
                play.beacon.health = play.tuning.beacon.health;
            }
            if random.u32(..90) == 0 {
                let place = (random.f32() * width, random.f32() * height);
                play.select(&mut machines, (random.f32() * width, 0.0), (width, height), random.bool());
                let order = match random.u32(..5) {
                    0 => Order::Stop,
                    1 => Order::Move(place),
                    2 => Order::Patrol(place),
                    _ => Order::Attack(place),
                };
                play.order(&mut machines, order);
            }
            if random.u32(..30) == 0 {
                let way = [(0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)][random.usize(..5)];
                control.way = way;
                control.runs = random.bool();
            }
            control.jumps = random.u32(..40) == 0;
            control.strikes = random.u32(..20) == 0;
            play.update(&mut machines, control, FRAME.as_secs_f32());
            play.troops.think(&mut machines, FRAME);
            if let Some(hero) = play.troops.hero_mut(&mut machines) {
                assert!(!play.terrain.blocks(hero.body.x, hero.body.y, 1000.0), "the hero is in a wall");
                hero.health = hero.health.max(20.0);
            }
            look(&play, &machines, &mut watch);
        }
        assert!(play.tally.kills > 0, "nobody has fought in {}", info.level);
        let moods = machines.get(play.troops.moods).unwrap().len();
        assert_eq!(moods, play.troops.monster_count(&machines), "each monster has a mood");
    }
}

/// Looks for those who are stuck, or where nobody can be.
fn look(play: &Play, machines: &Machines, watch: &mut Watch) {
    let marines = machines.get(play.troops.marines).unwrap();
    for unit in marines.iter() {
        let marine = marines.get(unit).unwrap();
        let told = || format!("{:?}, goal {:?}", marines.state(unit), marine.goal);
        assert!(!play.terrain.blocks(marine.body.x, marine.body.y, marine.body.z), "{}", told());
        let state = marines.definition().state_name(marines.state(unit).unwrap());
        watch.see("marine", unit.index(), marine.body.steps, marine.body.spot(), state);
    }
    for band in &play.troops.monsters {
        let monsters = machines.get(band.population).unwrap();
        for unit in monsters.iter() {
            let monster = monsters.get(unit).unwrap();
            let state = monsters.definition().state_name(monsters.state(unit).unwrap());
            let (kind, steps) = (band.kind.name(), monster.body.steps);
            watch.see(kind, unit.index(), steps, monster.body.spot(), state);
        }
    }
}
