//! What each part of a tick costs in a crowded level: `cargo test --release --bins measure -- --ignored --nocapture`
//! prints a table for 500 marines and 2,000 monsters.

use std::time::Duration;

use proscenium::ai::Population;
use proscenium::flow::ScreenManager;
use proscenium::platform::{Clock, Input};

use super::arena::{Arena, Drive, load};
use super::manager;
use crate::game::play::kind::Side;
use crate::game::play::order::Order;
use crate::game::play::troops::of;
use crate::game::play::units::hero::Control;
use crate::game::play::units::marine::Marine;
use crate::levels::{LEVELS, LevelNumber};

/// The parts of a tick: what the play does with all units, and their machines.
const PARTS: [&str; 2] = ["play", "machines (AI)"];
/// Ticks before the measurement starts.
const WARM_UP: u32 = 60;
/// Ticks of the level until the save that is measured, in its second wave.
const SAVED_TICK: u32 = 3000;
/// Ticks between two orders to the marines.
const ORDER_INTERVAL: u64 = 120;

#[test]
fn each_part_of_a_tick_is_measured() {
    let table = measure(&mut manager(), 20, 40, 30).unwrap();
    assert!(table.starts_with("20 marines and 40 monsters, 30 ticks: median "), "{table}");
    assert!(PARTS.iter().all(|part| table.contains(part)), "{table}");
}

#[test]
#[ignore = "it measures, alone and in a release build; see above"]
fn a_tick_of_a_crowded_level_is_measured() {
    eprintln!("{}", measure(&mut manager(), 500, 2000, 600).unwrap());
}

/// Fills the level in the first tick; orders the marines from one side to the other.
fn drive(marines: u32, monsters: u32) -> Drive {
    Box::new(move |play, populations| {
        let tick = play.tally.ticks;
        if tick == 0 {
            play.fill(populations, (marines, monsters))?;
        }
        if tick.is_multiple_of(ORDER_INTERVAL) {
            let (width, height) = play.terrain.pixels();
            play.select(populations, (0.0, 0.0), (width, height));
            let side = if (tick / ORDER_INTERVAL).is_multiple_of(2) { 0.7 } else { 0.4 };
            play.order(populations, Order::Attack((width * side, height * 0.7)));
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
        let spent = Arena::of(manager)?.0.spent;
        if tick >= WARM_UP {
            for (times, of) in times.iter_mut().zip([spent, all.saturating_sub(spent), all]) {
                times.push(of);
            }
        }
    }
    let (Arena { play, .. }, populations) = Arena::of(manager)?;
    let marines = of::<Marine>(populations).map_or(0, Population::len);
    let monsters = play.troops.count(populations, Side::Rift);
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
    for (name, all) in PARTS.iter().zip(&times) {
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
