//! Random commands, from everywhere and in every state, against a small model of the rules: more
//! than a hundred thousand in one run.

mod actor;
mod command;
mod invariants;
mod reference;
mod script;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestCaseResult, TestRng, TestRunner};
use proscenium_core::flow::ManagerSettings;

use actor::Play;
use reference::Model;
use script::{Case, case};

/// How many commands a run has at the least.
const COMMANDS: usize = 100_000;

/// `N` of `PROSCENIUM_SOAK=N` in the environment.
fn soak() -> Option<u32> {
    std::env::var("PROSCENIUM_SOAK").ok()?.parse().ok().filter(|times| *times > 0)
}

/// Whether a run of a part of all cases had enough commands.
fn assert_enough(issued: usize, part: usize) {
    eprintln!("{issued} random commands");
    let least = COMMANDS / part * soak().unwrap_or(1) as usize;
    assert!(issued >= least, "only {issued} of {least} commands were asked for");
}

/// Runs the same cases each time. With `PROSCENIUM_SOAK=N` in the environment it runs N times as
/// many, and others each time.
fn run(cases: u32, strategy: impl Strategy<Value = Case>, check: impl Fn(Case) -> TestCaseResult) {
    let soak = soak();
    let cases = cases * soak.unwrap_or(1);
    // ChaCha would take a third of the time. The counts below show that these cases differ enough.
    let rng_algorithm = RngAlgorithm::XorShift;
    let config =
        ProptestConfig { cases, failure_persistence: None, rng_algorithm, ..ProptestConfig::default() };
    let mut runner = match soak {
        Some(_) => TestRunner::new(config),
        None => TestRunner::new_with_rng(config, TestRng::deterministic_rng(rng_algorithm)),
    };
    runner.run(&strategy, check).unwrap_or_else(|failure| panic!("{failure}"));
}

#[test]
fn the_manager_does_what_the_model_says() {
    let issued = Cell::new(0);
    let tally = RefCell::new(BTreeMap::new());
    run(340, case(120), |case| {
        let mut play = Play::new(&case, ManagerSettings::default());
        let mut model = Model::new(&case);
        for (number, frame) in case.frames.iter().enumerate() {
            if model.has_ended {
                break;
            }
            play.frame(frame);
            model.frame(frame);
            prop_assert_eq!(play.take_log(), std::mem::take(&mut model.log), "calls of frame {}", number + 1);
            let outcomes = std::mem::take(&mut model.outcomes);
            for outcome in &outcomes {
                let words = (outcome.split(' ').next(), outcome.rsplit(' ').next());
                let name = format!("{} {}", words.0.unwrap_or_default(), words.1.unwrap_or_default());
                *tally.borrow_mut().entry(name).or_insert(0) += 1;
            }
            prop_assert_eq!(play.take_outcomes(), outcomes, "outcomes of frame {}", number + 1);
            prop_assert_eq!(play.tickets(), &model.tickets[..], "tickets of frame {}", number + 1);
            prop_assert_eq!(play.manager.has_ended(), model.has_ended);
        }
        for (what, times) in model.seen {
            *tally.borrow_mut().entry(what.to_owned()).or_insert(0) += times;
        }
        issued.set(issued.get() + play.troupe.borrow().issued);
        prop_assert!(play.ends_clean(), "a screen was dropped never or twice");
        Ok(())
    });
    assert_enough(issued.get(), 1);
    for what in [
        "a load was replaced",
        "a preloaded phase was entered at once",
        "a load had a part of its files already",
        "a phase that was loaded once more kept its files",
        "a save was restored",
    ] {
        let times = tally.borrow().get(what).copied().unwrap_or(0);
        assert!(times > 20, "{what}: seen {times} times only");
    }
    for command in
        ["push", "pop", "pop_to", "remove", "replace", "reset", "load", "restore", "preload", "quit"]
    {
        for outcome in ["applied", "rejected", "queued"] {
            let times = tally.borrow().get(&format!("{command} {outcome}")).copied().unwrap_or(0);
            let is_urgent = outcome == "queued" && ["load", "restore", "quit"].contains(&command);
            assert!(times > 0 || is_urgent, "never seen: {command} {outcome}");
        }
    }
}

#[test]
fn transitions_lose_no_hook_and_no_command() {
    let issued = Cell::new(0);
    run(150, case(80), |case| {
        issued.set(issued.get() + invariants::check(&case)?);
        Ok(())
    });
    assert_enough(issued.get(), 10);
}
