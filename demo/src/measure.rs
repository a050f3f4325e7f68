//! The tool `measure`: what each part of a tick costs in a crowded level.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Duration;

use proscenium::flow::{Machines, ScreenCommand, ScreenManager};
use proscenium::platform::{Clock as _, Input, STEP, SystemClock};

use super::levels::{LEVELS, LevelNumber};
use super::play::hero::Control;
use super::play::marine::Order;
use super::play::{Part, Play};

/// Ticks before the measurement starts.
const WARM_UP: u32 = 60;
/// Ticks between two orders to the marines.
const ORDER_INTERVAL: u32 = 120;

/// Loads a level and waits until its screen is active.
pub fn load(manager: &mut ScreenManager, level: LevelNumber) -> Result<(), String> {
    manager.command(ScreenCommand::load_with("in_game", level).at_once());
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

/// Begins a play without its director.
pub fn begin(manager: &ScreenManager, level: &str, seed: u64) -> Result<(Play, Machines), String> {
    let mut machines = Machines::default();
    let play = Play::begin(manager.resources(), level, &mut machines, seed);
    Ok((play.map_err(|error| error.to_string())?, machines))
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

/// The parts of a tick, with their names in the table.
const PARTS: [(&str, Option<Part>); 6] = [
    ("spatial index", Some(Part::Crowd)),
    ("path finding", Some(Part::Routes)),
    ("units", Some(Part::Units)),
    ("collision", Some(Part::Collision)),
    ("shots and hits", Some(Part::Shots)),
    ("machines (AI)", None),
];

fn measure(manager: &mut ScreenManager, marines: u32, monsters: u32, ticks: u32) -> Result<String, String> {
    load(manager, LevelNumber(LEVELS[0].number))?;
    let (mut play, mut machines) = begin(manager, LEVELS[0].level, 1)?;
    play.fill(&mut machines, (marines, monsters))?;
    let clock = SystemClock::start();
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); PARTS.len() + 1];
    let (width, height) = play.terrain.pixels();
    for tick in 0..ticks + WARM_UP {
        if tick.is_multiple_of(ORDER_INTERVAL) {
            play.select(&mut machines, (0.0, 0.0), (width, height), false);
            let side = if (tick / ORDER_INTERVAL).is_multiple_of(2) { 0.7 } else { 0.4 };
            play.order(&mut machines, Order::Attack((width * side, height * 0.7)));
        }
        let begin = clock.now();
        let (mut last, mut now) = (begin, begin);
        let mut spent = [Duration::ZERO; PARTS.len()];
        play.update_timed(&mut machines, Control::default(), STEP.as_secs_f32(), |part| {
            now = clock.now();
            if let Some(index) = PARTS.iter().position(|(_, of)| *of == Some(part)) {
                spent[index] = now - last;
            }
            last = now;
        });
        play.troops.tick(&mut machines, STEP);
        let end = clock.now();
        spent[PARTS.len() - 1] = end - last;
        if tick >= WARM_UP {
            for (all, of) in times.iter_mut().zip(spent) {
                all.push(of);
            }
            times[PARTS.len()].push(end - begin);
        }
    }
    let counts = (
        machines.get(play.troops.marines).map_or(0, proscenium::ai::Population::len),
        play.troops.monster_count(&machines),
    );
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    let longest = |all: &[Duration]| milliseconds(all.iter().max().copied().unwrap_or_default());
    let whole = &mut times[PARTS.len()];
    whole.sort();
    let (median, sum) =
        (whole.get(whole.len() / 2).copied().unwrap_or_default(), whole.iter().sum::<Duration>());
    let mut table = format!(
        "{} marines and {} monsters, {ticks} ticks: median {:.2} ms a tick, mean {:.2}, max. {:.2}\n",
        counts.0,
        counts.1,
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
    Ok(table)
}
