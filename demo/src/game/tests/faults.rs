//! Each fault of a source at each read of the demo's phases, and what the player can do then.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use proscenium::flow::{ManagerSettings, ScreenCommand, ScreenId, ScreenManager};
use proscenium::phase::{LoadPolicy, LoadStatus};
use proscenium::platform::{Action, Clock, DirSource, Fault, FaultySource, Input};

use super::{manager_with, shared};
use crate::phases;

/// Ticks that are enough for the largest phase with its retries and for a load to be stalled.
const TICKS: u32 = 600;
/// What a player's disk and network do. The library's tests have the panics and delays of a source too.
const FAULTS: [Fault; 5] = [Fault::Interrupt, Fault::Lose, Fault::Cut, Fault::Corrupt, Fault::Stall];

pub fn files() -> DirSource {
    DirSource::new(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets"))
}

/// The game, whose loads are tried again and stalled sooner than for a player. Its clock moves each time it is read,
/// so that a tick of a fault that wakes itself ends.
fn manager(source: &Arc<FaultySource>) -> ScreenManager {
    let (shared, reads) = (shared(), Cell::new(0));
    let clock = Clock::new(move || {
        reads.set(reads.get() + 1);
        Duration::from_micros(10 * reads.get())
    });
    let settings = ManagerSettings { source: Arc::clone(source) as _, clock, ..ManagerSettings::default() };
    let mut manager = manager_with(settings, &shared);
    let policy = LoadPolicy { retry_after: 1, slow_after: 4, stalled_after: 8, ..LoadPolicy::default() };
    phases::all(&mut manager, 1).into_iter().for_each(|phase| manager.add_phase(phase.load_policy(policy)));
    manager
}

fn active(manager: &ScreenManager) -> &'static str {
    manager.stack().active().map_or("", ScreenId::name)
}

fn memory(manager: &ScreenManager) -> (usize, u64, u64) {
    let memory = manager.assets().memory();
    (manager.assets().texture_count(), memory.texture_bytes, memory.other_bytes)
}

/// Steps with some input, and then until the load has ended or is stalled.
fn run(manager: &mut ScreenManager, first: &Input) {
    manager.step(first);
    manager.step(&Input::default());
    for _ in 0..TICKS {
        if manager.is_idle() || is_stalled(manager) {
            return;
        }
        manager.step(&Input::default());
    }
    panic!("the load does not end");
}

fn is_stalled(manager: &ScreenManager) -> bool {
    manager.load().is_some_and(LoadStatus::is_stalled)
}

/// The reads that all phases share: of the common manifest and its resources, after each phase's own manifest. The
/// phase of the logo has one resource of its own.
fn shared_reads() -> std::ops::Range<u32> {
    let source = Arc::new(FaultySource::new(files()));
    let mut manager = manager(&source);
    manager.start("logo");
    run(&mut manager, &Input::default());
    2..source.reads()
}

/// Each fault at each of the phase's own reads: where it cannot go on, *accept* tries again, and then the phase
/// is as if nothing had happened.
fn each_fault(phase: &'static str) {
    let shared = if phase == "logo" { 0..0 } else { shared_reads() };
    let source = Arc::new(FaultySource::new(files()));
    let mut whole = manager(&source);
    whole.start(phase);
    run(&mut whole, &Input::default());
    assert_eq!(active(&whole), phase);
    let accept = Input::pressing([Action::ACCEPT]);
    for nth in (1..=source.reads()).filter(|nth| !shared.contains(nth)) {
        for fault in FAULTS {
            let case = format!("{phase}, read {nth}, {fault:?}");
            let mut manager = manager(&Arc::new(FaultySource::new(files()).with(nth, fault)));
            manager.start(phase);
            run(&mut manager, &Input::default());
            if is_stalled(&manager) {
                assert_eq!(fault, Fault::Stall, "{case}");
                run(&mut manager, &accept);
            }
            let is_final = !matches!(fault, Fault::Interrupt | Fault::Stall);
            if active(&manager) == "failure" {
                assert!(is_final, "{case}");
                assert!(!manager.assets().reports()[0].ready, "{case}");
                if fault != Fault::Lose {
                    // The second load is the same for each of them.
                    continue;
                }
                run(&mut manager, &accept);
            }
            assert_eq!(active(&manager), phase, "{case}");
            let failures = &manager.assets().reports().last().unwrap().failures;
            assert!(failures.is_empty() || is_final, "{case}: {failures:?}");
            let is_hidden = manager.assets().reports().len() == 1 && failures.is_empty();
            // Half of a text may be a whole one.
            let is_half = is_hidden && fault == Fault::Cut;
            if failures.is_empty() && !is_half {
                assert_eq!(memory(&manager), memory(&whole), "{case}");
            }
            assert!(!is_hidden || !is_final || is_half, "{case}: it was not noticed");
        }
    }
}

#[test]
fn each_fault_at_each_read_of_the_logo_ends() {
    each_fault("logo");
}

#[test]
fn each_fault_at_each_read_of_the_trailer_ends() {
    each_fault("trailer");
}

#[test]
fn each_fault_at_each_read_of_the_main_menu_ends() {
    each_fault("main_menu");
}

#[test]
fn each_fault_at_each_read_of_a_level_ends() {
    each_fault("in_game");
}

#[test]
fn a_cancelled_load_leaves_the_menu_as_it_was() {
    let mut manager = manager(&Arc::new(FaultySource::new(files())));
    manager.start("main_menu");
    run(&mut manager, &Input::default());
    let before = memory(&manager);
    for ticks in 0.. {
        manager.command(ScreenCommand::load("in_game"));
        for _ in 0..ticks {
            manager.step(&Input::default());
        }
        if active(&manager) == "in_game" {
            assert!(ticks > 10);
            return;
        }
        manager.command(ScreenCommand::load("main_menu"));
        run(&mut manager, &Input::default());
        assert_eq!((active(&manager), memory(&manager)), ("main_menu", before), "after {ticks} ticks");
        assert!(manager.assets().leaks().is_empty());
    }
}

#[test]
fn a_stalled_load_of_the_first_phase_can_be_given_up() {
    // The reads of the other phases' manifests, which nothing waits for, are among these.
    let mut stalled = 0;
    for read in 1..=30 {
        let mut manager = manager(&Arc::new(FaultySource::new(files()).with(read, Fault::Stall)));
        manager.start("logo");
        manager.step(&Input::pressing([Action::CANCEL]));
        run(&mut manager, &Input::default());
        assert!(!manager.has_ended(), "read {read}");
        if is_stalled(&manager) {
            stalled += 1;
            run(&mut manager, &Input::pressing([Action::CANCEL]));
            assert!(manager.has_ended(), "read {read}");
        }
    }
    assert!(stalled > 3, "{stalled} reads");
}
