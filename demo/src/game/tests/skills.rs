//! Players of four skills, who see what is on the screen and press keys: how many of their runs they win, against the
//! `wins` of `assets/tuning.ron`.
//!
//! `PROSCENIUM_SKILLS=50 cargo test --release --bins skills -- --ignored --nocapture` plays each level at each difficulty
//! fifty times with each of them, and prints a table. `PROSCENIUM_SKILLS="6 normal"` plays one difficulty.

use std::collections::VecDeque;
use std::thread;

use proscenium::flow::{Populations, ScreenCommand, ScreenId, ScreenManager};
use proscenium::platform::{Action, Device, Input, Pointer};

use crate::controls::{ATTACK, CALL, SELECT_ALL, STRIKE};
use crate::game::camera;
use crate::game::commander::Commander;
use crate::game::play::kind::Side;
use crate::game::play::steering::{distance, unit};
use crate::game::play::tuning::Tuning;
use crate::game::play::{Outcome, Play};
use crate::game::screens::InGame;
use crate::levels::{LEVELS, LevelNumber};
use crate::settings::Difficulty;
use crate::tests::{manager_seeded, shared};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skill {
    /// Presses nothing.
    Still,
    /// Wanders about, strikes late, and gives an order now and then.
    Novice,
    /// Fights beside the beacon, and sends the squad to where the monsters come from.
    Fair,
    /// As that, sooner; strikes from the air, rests in time, and calls for the next wave.
    Good,
}

const SKILLS: [Skill; 4] = [Skill::Still, Skill::Novice, Skill::Fair, Skill::Good];

pub struct Player {
    skill: Skill,
    /// What the player uses; with [`Device::Keyboard`] also the mouse, for orders.
    device: Device,
    /// The size of the view.
    size: (f32, f32),
    random: fastrand::Rng,
    /// The tick of the next order.
    next_order: u64,
    /// Where the hero is on the screen.
    hero: (f32, f32),
    /// The input of the next ticks.
    plan: VecDeque<Input>,
}

impl Player {
    pub fn new(skill: Skill, device: Device, size: (f32, f32), seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self { skill, device, size, random, next_order: 0, hero: (0.0, 0.0), plan: VecDeque::new() }
    }

    /// The input of the next tick.
    pub fn input(&mut self, play: &Play, populations: &Populations, corner: (f32, f32)) -> Input {
        if self.plan.is_empty() {
            self.decide(play, populations, corner);
        }
        Input { device: self.device, ..self.plan.pop_front().unwrap_or_default() }
    }

    fn decide(&mut self, play: &Play, populations: &Populations, corner: (f32, f32)) {
        if self.skill == Skill::Still {
            return self.rest(600);
        }
        let (tick, beacon) = (play.tally.ticks, play.beacon.spot);
        let Some(hero) = play.hero(populations).filter(|hero| hero.body.health > 0.0) else {
            self.help(play, populations, corner);
            return self.rest(15);
        };
        let (spot, health) = (hero.body.spot(), hero.body.health / play.tuning.hero.health);
        let foe = play.crowd.nearest(Side::Rift, spot, 400.0, |_| true).map(|foe| foe.spot);
        let far = foe.map_or(f32::MAX, |foe| distance(foe, spot));
        if self.skill == Skill::Novice {
            if tick >= self.next_order && self.random.f32() < 0.02 {
                self.order(play, corner);
            }
            return match foe.filter(|_| far < 40.0 && self.random.f32() < 0.6) {
                Some(foe) => self.strike(spot, foe, 4, 22),
                None => {
                    let (x, y) = (self.random.f32() * 240.0 - 120.0, self.random.f32() * 240.0 - 120.0);
                    self.walk(spot, (beacon.0 + x, beacon.1 + y), 20);
                }
            };
        }
        let is_good = self.skill == Skill::Good;
        self.hero = (spot.0 - corner.0, spot.1 - corner.1);
        if tick >= self.next_order {
            self.order(play, corner);
        }
        let (rests_at, reach) = if is_good { (0.5, 26.0) } else { (0.3, 24.0) };
        let light = (beacon.0, beacon.1 + 20.0);
        match foe {
            _ if health < rests_at && far > reach => self.walk(spot, light, 12),
            Some(foe) if far < reach && is_good => {
                self.tap(Action::JUMP);
                self.rest(10);
                self.strike(spot, foe, 2, 10);
            }
            Some(foe) if far < reach => self.strike(spot, foe, 2, 18),
            // Far from the light there is no help.
            Some(foe) if distance(foe, beacon) < 130.0 => self.walk(spot, foe, 6),
            None if let Some(ember) = play.ember => self.walk(spot, ember, 8),
            None if is_good && health > 0.9 => {
                self.tap(CALL);
                self.rest(20);
            }
            _ if distance(spot, light) > 20.0 => self.walk(spot, light, 10),
            _ => self.rest(12),
        }
    }

    fn rest(&mut self, ticks: usize) {
        self.plan.extend(std::iter::repeat_n(Input::default(), ticks));
    }

    fn tap(&mut self, action: Action) {
        self.plan.push_back(Input::pressing([action]));
        self.plan.push_back(Input::releasing([action]));
    }

    /// Walks from a place towards another for these ticks.
    fn walk(&mut self, from: (f32, f32), to: (f32, f32), ticks: usize) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let (x, y) = unit((dx, dy));
        match self.device {
            Device::Pad => {
                let axes = [(x * 80.0) as i8, (y * 80.0) as i8, 0, 0, 0, 0];
                let input = Input { axes, ..Input::default() };
                return self.plan.extend(std::iter::repeat_n(input, ticks));
            }
            Device::Touch => {
                let at = (self.hero.0 + x * 60.0, self.hero.1 + y * 60.0);
                self.point(at, Pointer { pressed: true, held: true, ..Pointer::default() });
                (1..ticks).for_each(|_| self.point(at, Pointer { held: true, ..Pointer::default() }));
                return self.point(at, Pointer { released: true, ..Pointer::default() });
            }
            Device::Mouse => {
                let at = (self.hero.0 + dx, self.hero.1 + dy);
                self.point(at, Pointer { secondary_pressed: true, ..Pointer::default() });
                return self.rest(ticks);
            }
            Device::Keyboard => {}
        }
        let across = (dx.abs() > 6.0).then_some(if dx > 0.0 { Action::RIGHT } else { Action::LEFT });
        let along = (dy.abs() > 6.0).then_some(if dy > 0.0 { Action::DOWN } else { Action::UP });
        let input = Input::holding(across.into_iter().chain(along));
        self.plan.extend(std::iter::repeat_n(input, ticks));
    }

    /// Turns to a monster, strikes, and pauses for these ticks.
    fn strike(&mut self, from: (f32, f32), foe: (f32, f32), turn: usize, pause: usize) {
        if self.device == Device::Mouse {
            // A right click beside the hero.
            let (x, y) = unit((foe.0 - from.0, foe.1 - from.1));
            let at = (self.hero.0 + x * 20.0, self.hero.1 + y * 20.0);
            self.point(at, Pointer { secondary_pressed: true, ..Pointer::default() });
        } else {
            self.walk(from, foe, turn);
            self.tap(STRIKE);
        }
        self.rest(pause);
    }

    /// Sends all marines against the monster that is nearest to the beacon.
    fn order(&mut self, play: &Play, corner: (f32, f32)) {
        let seconds = match self.skill {
            Skill::Still | Skill::Novice => 20,
            Skill::Fair => 6,
            Skill::Good => 3,
        };
        self.next_order = play.tally.ticks + seconds * 60;
        let beacon = play.beacon.spot;
        let Some(foe) = play.crowd.nearest(Side::Rift, beacon, 600.0, |_| true) else { return };
        // Before the beacon, on the side of that monster.
        let part = (60.0 / distance(foe.spot, beacon)).min(1.0);
        let (x, y) = (foe.spot.0 - beacon.0, foe.spot.1 - beacon.1);
        self.send((beacon.0 + x * part, beacon.1 + y * part), corner);
    }

    /// Sends the marines to the fallen hero: the better the player, the sooner.
    fn help(&mut self, play: &Play, populations: &Populations, corner: (f32, f32)) {
        let Some(hero) = play.hero(populations).map(|hero| hero.body.spot()) else { return };
        if play.tally.ticks >= self.next_order {
            let seconds = if self.skill == Skill::Novice { 20 } else { 5 };
            self.next_order = play.tally.ticks + seconds * 60;
            self.send(hero, corner);
        }
    }

    fn send(&mut self, to: (f32, f32), corner: (f32, f32)) {
        if matches!(self.device, Device::Keyboard | Device::Pad) {
            self.tap(SELECT_ALL);
            self.tap(ATTACK);
        } else {
            self.click(button("hud-select_all", self.device, self.size));
            self.click(button("hud-attack", self.device, self.size));
        }
        // With a pad they come to the hero. A click is where the view is, and not on a button.
        if self.device != Device::Pad {
            let (width, height) = camera::field(self.size);
            let (left, right) = if camera::is_upright(self.size) { (20.0, 20.0) } else { (150.0, 50.0) };
            let at = (to.0 - corner.0, to.1 - corner.1);
            self.click((at.0.clamp(left, width - right), at.1.clamp(60.0, height - 20.0)));
        }
        // Without marines the mouse sends the hero.
        if self.device == Device::Mouse {
            self.click((160.0, 70.0));
        }
    }

    fn click(&mut self, at: (f32, f32)) {
        self.point(at, Pointer { pressed: true, held: true, ..Pointer::default() });
        self.point(at, Pointer { released: true, ..Pointer::default() });
    }

    fn point(&mut self, at: (f32, f32), pointer: Pointer) {
        let is_touch = self.device == Device::Touch;
        let pointer = Pointer { position: Some(at), is_touch, ..pointer };
        self.plan.push_back(Input { pointer, ..Input::default() });
    }
}

/// The middle of a button of the HUD, by the key of its name.
pub fn button(name: &str, device: Device, size: (f32, f32)) -> (f32, f32) {
    let mut commander = Commander::default();
    commander.size = size;
    commander.buttons(device).find(|(_, of, _)| *of == name).unwrap().2.centre()
}

/// How a level ends for a player.
#[derive(Clone, Copy, Debug)]
pub struct End {
    pub outcome: Outcome,
    pub seconds: u64,
    wave: u32,
    /// The longest time after the first minute in which no monster was there and no wave could be called for, in ticks.
    idle: u64,
}

/// A player at the game.
struct Run {
    manager: ScreenManager,
    player: Player,
    /// Which run it is.
    context: String,
}

impl Run {
    fn begin(level: u32, difficulty: Difficulty, skill: Skill, device: Device, seed: u64) -> Self {
        let shared = shared();
        shared.change(|settings| settings.difficulty = difficulty);
        let mut manager = manager_seeded(&shared, seed);
        manager.start("main_menu");
        (0..600).for_each(|_| manager.step(&Input::default()));
        manager.command(ScreenCommand::load_with("in_game", LevelNumber(level)));
        let player = Player::new(skill, device, manager.view_size(), seed);
        let context = format!("level {level}, {difficulty:?}, {skill:?}, {device:?}, seed {seed}");
        Self { manager, player, context }
    }

    /// Plays the level that is loading to its end.
    fn play(&mut self) -> End {
        let Self { manager, player, context } = self;
        (0..600).find(|_| {
            manager.step(&Input::default());
            InGame::observe(manager).is_some_and(|(play, ..)| play.tally.ticks == 1)
        });
        (player.next_order, player.plan) = (0, VecDeque::new());
        let (mut idle, mut longest) = (0, 0);
        loop {
            let (play, populations, corner) = InGame::observe(manager).unwrap_or_else(|| panic!("{context}"));
            let ticks = play.tally.ticks;
            let ending = manager.stack().ids().last().map(ScreenId::name).filter(|name| *name != "in_game");
            if let Some(ending) = ending {
                let outcome = match ending {
                    "won" => Outcome::Won,
                    "lost" => Outcome::Lost,
                    other => panic!("{context}: {other}"),
                };
                return End { outcome, seconds: ticks / 60, wave: play.tally.wave, idle: longest };
            }
            let is_empty = play.troops.count(populations, Side::Rift) == 0 && !InGame::is_calm(manager);
            idle = if is_empty && ticks > 3600 { idle + 1 } else { 0 };
            longest = longest.max(idle);
            assert!(ticks < 20 * 3600, "{context} has no end");
            let input = player.input(play, populations, corner);
            manager.step(&input);
        }
    }

    /// Goes on from the end of a level by the first entry of its menu: to the next level, or to the same one again.
    fn go_on(&mut self, ended: Outcome) {
        let Self { manager, player, .. } = self;
        player.plan.clear();
        player.rest(60);
        match player.device {
            Device::Keyboard | Device::Pad => player.tap(Action::ACCEPT),
            _ => player.click((320.0, if ended == Outcome::Won { 222.0 } else { 240.0 })),
        }
        let plan = std::mem::take(&mut player.plan);
        plan.into_iter().for_each(|input| manager.step(&Input { device: player.device, ..input }));
    }
}

/// Plays a level at a difficulty with a device.
pub fn play(level: u32, difficulty: Difficulty, skill: Skill, device: Device, seed: u64) -> End {
    Run::begin(level, difficulty, skill, device, seed).play()
}

/// The runs of one cell of the table.
fn runs(level: u32, difficulty: Difficulty, skill: Skill, seeds: u64) -> Vec<End> {
    (1..=seeds).map(|seed| play(level, difficulty, skill, Device::Keyboard, seed)).collect()
}

#[test]
#[ignore = "it plays for minutes; see above"]
fn players_win_as_often_as_the_tuning_wants() {
    let wanted = std::env::var("PROSCENIUM_SKILLS").unwrap_or_else(|_| "4".to_owned());
    let (seeds, only) = wanted.split_once(' ').unwrap_or((&wanted, ""));
    let seeds = seeds.parse().expect("a number");
    let tuning = tuning();
    let mut misses = Vec::new();
    eprintln!(
        "| level | difficulty | player | wins % (wanted) | seconds | lost in the waves | idle, s |\n|---|---|---|---|---|---|---|"
    );
    for difficulty in Difficulty::ALL.into_iter().filter(|difficulty| difficulty.name().contains(only)) {
        for (index, level) in LEVELS.iter().enumerate() {
            let number = level.number;
            let ends = thread::scope(|scope| {
                let cells = SKILLS.map(|skill| scope.spawn(move || runs(number, difficulty, skill, seeds)));
                cells.map(|cell| cell.join().unwrap())
            });
            for (place, (skill, ends)) in SKILLS.iter().zip(ends).enumerate() {
                let won = ends.iter().filter(|end| end.outcome == Outcome::Won).count() as u64 * 100 / seeds;
                let wanted = tuning.difficulties[&difficulty].wins[index][place];
                let mut waves: Vec<_> =
                    ends.iter().filter(|end| end.outcome == Outcome::Lost).map(|end| end.wave).collect();
                waves.sort_unstable();
                let mut counts = Vec::new();
                for run in waves.chunk_by(|a, b| a == b) {
                    counts.push(format!("{}: {}", run[0], run.len()));
                }
                let mean = ends.iter().map(|end| end.seconds).sum::<u64>() / seeds;
                let idle = ends.iter().map(|end| end.idle).max().unwrap_or(0) as f32 / 60.0;
                let row = format!(
                    "| {} | {} | {skill:?} | {won} ({wanted}) | {mean} | {} | {idle:.1} |",
                    level.name,
                    difficulty.name(),
                    counts.join(", ")
                );
                eprintln!("{row}");
                if won.abs_diff(u64::from(wanted)) > 15 || idle > 6.0 {
                    misses.push(row);
                }
            }
        }
    }
    assert!(misses.is_empty(), "other than wanted:\n{}", misses.join("\n"));
}

#[test]
#[ignore = "it plays for minutes; see above"]
fn a_fair_player_plays_on_for_ten_minutes_with_each_device() {
    for device in [Device::Mouse, Device::Keyboard, Device::Pad, Device::Touch] {
        let mut run = Run::begin(1, Difficulty::Normal, Skill::Fair, device, 1);
        let mut ends = Vec::new();
        while run.manager.tick() < 10 * 3600 {
            let end = run.play();
            ends.push((end.outcome, end.seconds));
            if ends.iter().filter(|(outcome, _)| *outcome == Outcome::Won).count() == LEVELS.len() {
                // The last level is won, and what goes on is the end of the game.
                break;
            }
            run.go_on(end.outcome);
        }
        eprintln!("{device:?}: {ends:?}");
        assert_eq!(ends[0].0, Outcome::Won, "{device:?}");
        assert!(ends.len() > 2, "{device:?}: {ends:?}");
    }
}

fn tuning() -> Tuning {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/tuning.ron");
    ron::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
