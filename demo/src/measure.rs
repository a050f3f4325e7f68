//! The tool `measure`: what each part of a tick costs in a crowded level.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use proscenium::ai::Population;
use proscenium::flow::{GameScreen, Machines, ScreenCommand, ScreenContext, ScreenManager, Target, World};
use proscenium::platform::{Clock, Input};

use super::levels::{LEVELS, LevelNumber};
use super::play::kind::Side;
use super::play::order::Order;
use super::play::units::hero::Control;
use super::play::units::marine::Marine;
use super::play::{Part, Play};

/// The screen that is measured.
pub const ARENA: &str = "arena";

/// Ticks before the measurement starts.
const WARM_UP: u32 = 60;
/// Ticks of the level until the save that is measured, in its second wave.
const SAVED_TICK: u32 = 3000;
/// Ticks between two orders to the marines.
const ORDER_INTERVAL: u64 = 120;

/// Loads a level and waits until its screen is active.
pub fn load(manager: &mut ScreenManager, level: LevelNumber) -> Result<(), String> {
    manager.command(ScreenCommand::load_with("in_game", level).without_transition());
    for _ in 0..6000 {
        manager.step(&Input::default());
        if !manager.is_idle() {
            continue;
        }
        let is_there = |name: &str| manager.stack().any(|screen| screen.name() == name);
        if is_there("in_game") {
            return Ok(());
        }
        if is_there("failure") {
            return Err("cannot load phase `in_game`; run `check` for the cause".to_owned());
        }
    }
    Err("loading phase `in_game` does not end".to_owned())
}

/// What directs the play of an [`Arena`]: it is called before each tick.
pub type Drive = Box<dyn FnMut(&mut Play, &mut Machines) -> Result<Control, String>>;

/// A screen with a play and without a player, a director and pictures.
pub struct Arena {
    pub play: Play,
    level: &'static str,
    seed: u64,
    drive: Drive,
    clock: Clock,
    /// What the parts of the last tick cost, in the order of [`PARTS`].
    spent: [Duration; PARTS.len()],
}

impl Arena {
    /// Begins a play over the loaded level.
    pub fn begin(
        manager: &mut ScreenManager,
        level: &'static str,
        seed: u64,
        drive: Drive,
    ) -> Result<(), String> {
        let play = Play::new(manager.resources(), level, seed).map_err(|error| error.to_string())?;
        let (clock, spent) = (Clock::system(), [Duration::ZERO; PARTS.len()]);
        let arena = Self { play, level, seed, drive, clock, spent };
        manager.command(ScreenCommand::push(Target::fresh(ARENA, arena)).without_transition());
        manager.step(&Input::default());
        Ok(())
    }

    pub fn of(manager: &ScreenManager) -> Result<(&Self, &Machines), String> {
        let arena = manager.screen::<Self>(ARENA).zip(manager.machines(ARENA));
        arena.ok_or_else(|| "the play has ended; the log has the cause".to_owned())
    }
}

impl GameScreen for Arena {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let (level, seed) = (self.level, self.seed);
        let world = World::of(|screen: &mut Self| &mut screen.play);
        match Play::begin(cx.resources(), level, cx.machines(), seed, &world) {
            Ok(play) => self.play = play,
            Err(error) => cx.fail(error),
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let control = match (self.drive)(&mut self.play, cx.machines()) {
            Ok(control) => control,
            Err(error) => return cx.fail(error),
        };
        let mut last = self.clock.now();
        self.play.update_timed(cx.machines(), control, Clock::TICK.as_secs_f32(), |part| {
            let now = self.clock.now();
            if let Some(index) = PARTS.iter().position(|(_, of)| *of == Some(part)) {
                self.spent[index] = now - last;
            }
            last = now;
        });
        self.play.cues.clear();
    }
}

/// Measures and prints a table.
pub fn run(manager: &mut ScreenManager, marines: u32, monsters: u32, ticks: u32) -> ExitCode {
    let mut out = std::io::stdout().lock();
    match measure(manager, marines, monsters, ticks) {
        Ok(table) => {
            // A closed pipe is no error.
            let _ = out.write_all(table.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(out, "{error}");
            ExitCode::FAILURE
        }
    }
}

/// The parts of a tick, with their names in the table. The last one is what the others leave.
const PARTS: [(&str, Option<Part>); 5] = [
    ("spatial index", Some(Part::Crowd)),
    ("collision", Some(Part::Collision)),
    ("path finding", Some(Part::Routes)),
    ("shots and hits", Some(Part::Shots)),
    ("machines (AI)", None),
];

/// Fills the level in the first tick; orders the marines from one side to the other.
fn drive(marines: u32, monsters: u32) -> Drive {
    Box::new(move |play, machines| {
        let tick = play.tally.ticks;
        if tick == 0 {
            play.fill(machines, (marines, monsters))?;
        }
        if tick.is_multiple_of(ORDER_INTERVAL) {
            let (width, height) = play.terrain.pixels();
            play.select(machines, (0.0, 0.0), (width, height));
            let side = if (tick / ORDER_INTERVAL).is_multiple_of(2) { 0.7 } else { 0.4 };
            play.order(machines, Order::Attack((width * side, height * 0.7)));
        }
        Ok(Control::default())
    })
}

fn measure(manager: &mut ScreenManager, marines: u32, monsters: u32, ticks: u32) -> Result<String, String> {
    load(manager, LevelNumber(LEVELS[0].number))?;
    let saving = measure_saving(manager)?;
    Arena::begin(manager, LEVELS[0].level, 1, drive(marines, monsters))?;
    let clock = Clock::system();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); PARTS.len() + 1];
    for tick in 0..ticks + WARM_UP {
        let begin = clock.now();
        manager.step(&Input::default());
        let all = clock.now() - begin;
        let mut spent = Arena::of(manager)?.0.spent;
        let rest = all.saturating_sub(spent.iter().take(PARTS.len() - 1).sum());
        spent[PARTS.len() - 1] = rest;
        if tick >= WARM_UP {
            for (times, of) in times.iter_mut().zip(spent.into_iter().chain([all])) {
                times.push(of);
            }
        }
    }
    let (Arena { play, .. }, machines) = Arena::of(manager)?;
    let marines = machines.get(play.troops.of::<Marine>()).map_or(0, Population::len);
    let monsters = play.troops.count(machines, Side::Rift);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let longest = |all: &[Duration]| milliseconds(all.iter().max().copied().unwrap_or_default());
    let whole = &mut times[PARTS.len()];
    whole.sort();
    let (median, sum) =
        (whole.get(whole.len() / 2).copied().unwrap_or_default(), whole.iter().sum::<Duration>());
    let mut table = format!(
        "{marines} marines and {monsters} monsters, {ticks} ticks: median {:.2} ms a tick, mean {:.2}, max. {:.2}\n",
        milliseconds(median),
        milliseconds(sum) / f64::from(ticks.max(1)),
        longest(whole)
    );
    table += "                  mean  share of all     max.\n";
    for ((name, _), all) in PARTS.iter().zip(&times) {
        let part = all.iter().sum::<Duration>();
        table += &format!(
            "  {name:<14}{:6.3} ms {:9.1} % {:6.2} ms\n",
            milliseconds(part) / f64::from(ticks.max(1)),
            100.0 * part.as_secs_f64() / sum.as_secs_f64().max(1e-9),
            longest(all)
        );
    }
    Ok(format!("{table}{saving}"))
}

/// Measures saves in the middle of the level that was loaded.
fn measure_saving(manager: &mut ScreenManager) -> Result<String, String> {
    (0..SAVED_TICK).for_each(|_| manager.step(&Input::default()));
    let clock = Clock::system();
    let (mut longest, mut bytes) = (Duration::ZERO, 0);
    for _ in 0..20 {
        let begin = clock.now();
        bytes = manager.save().map_err(|error| error.to_string())?.len();
        longest = longest.max(clock.now() - begin);
    }
    Ok(format!(
        "a save after {SAVED_TICK} ticks: {bytes} bytes, max. {:.2} ms\n",
        longest.as_secs_f64() * 1000.0
    ))
}
