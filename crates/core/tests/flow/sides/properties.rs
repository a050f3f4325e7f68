//! Random requests, releases, loads and preloads: threads change nothing, and nothing is left.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use proptest::prelude::*;
use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Background, LoadPolicy, Resource, SideLoad, SideStatus};

use super::{images, texture};
use crate::stage::Stage;

const SIDES: [&str; 3] = ["town", "cave", "ruin"];
const PHASES: [&str; 2] = ["world", "level"];

#[derive(Clone, Debug)]
enum Step {
    Request(usize),
    Release(usize),
    Load(usize),
    Preload(usize),
    Run(usize),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => (0..SIDES.len()).prop_map(Step::Request),
        3 => (0..SIDES.len()).prop_map(Step::Release),
        1 => (0..PHASES.len()).prop_map(Step::Load),
        1 => (0..PHASES.len()).prop_map(Step::Preload),
        4 => (0..15_usize).prop_map(Step::Run),
    ]
}

/// `N` of `PROSCENIUM_SOAK=N` in the environment.
fn soak() -> u32 {
    std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

/// What a phase may have: files, two that are missing, and a callback.
fn resource(number: usize) -> Resource {
    match number {
        0..=4 => texture(["a", "b", "c", "d", "e"][number]),
        5 => texture("missing").optional(),
        6 => texture("lost"),
        _ => Resource::callback("work", |_| Ok(7_u32)),
    }
}

fn phases(items: &[Vec<usize>]) -> Vec<Phase> {
    let policy = LoadPolicy { retry_after: 1, ..LoadPolicy::default() };
    let of = |(id, items): (&&'static str, &Vec<usize>)| {
        let mut items = items.clone();
        items.sort_unstable();
        items.dedup();
        let phase = items.iter().fold(Phase::new(*id), |phase, item| phase.resource(resource(*item)));
        phase.load_policy(policy)
    };
    PHASES.iter().chain(&SIDES).zip(items).map(of).collect()
}

/// Plays the steps; the trace, and the statuses of the side loads after each step.
fn play(items: &[Vec<usize>], steps: &[Step], threads: usize) -> (Vec<String>, Vec<Vec<Option<SideStatus>>>) {
    let mut stage = Stage::empty(ManagerSettings {
        source: Arc::new(images()),
        background: Background::with_threads(threads),
        ..ManagerSettings::default()
    });
    for (number, phase) in phases(items).into_iter().enumerate() {
        stage.add_phase(phase, [&["world"][..], &["second"]].get(number).copied().unwrap_or_default());
    }
    stage.manager.command(ScreenCommand::load("world"));
    stage.run_until_idle();
    let sides: Rc<RefCell<Vec<Option<SideLoad>>>> = Rc::new(RefCell::new(vec![None; SIDES.len()]));
    let mut statuses = Vec::new();
    for step in steps {
        match *step {
            Step::Request(side) => {
                let new = stage.manager.flow().load_beside(SIDES[side]);
                sides.borrow_mut()[side] = Some(new);
            }
            Step::Release(side) => drop(sides.borrow_mut()[side].take()),
            Step::Load(phase) => {
                stage.manager.command(ScreenCommand::load(PHASES[phase]));
                stage.frame();
                stage.run_until_idle();
            }
            Step::Preload(phase) => {
                stage.manager.command(ScreenCommand::preload(PHASES[phase]));
            }
            Step::Run(ticks) => (0..ticks).for_each(|_| stage.frame()),
        }
        stage.frame();
        statuses.push(sides.borrow().iter().map(|side| side.as_ref().map(SideLoad::status)).collect());
    }
    sides.borrow_mut().clear();
    stage.run([ScreenCommand::Quit]);
    let memory = stage.manager.assets().memory();
    assert_eq!((memory.texture_bytes, memory.other_bytes), (0, 0), "{steps:?}");
    assert_eq!((stage.manager.assets().texture_count(), stage.manager.assets().leaks().len()), (0, 0));
    (stage.lines(), statuses)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64 * soak(),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn nothing_is_left_and_threads_change_nothing(
        items in prop::collection::vec(prop::collection::vec(0..8_usize, 0..6), 5),
        steps in prop::collection::vec(step(), 1..25),
    ) {
        prop_assert_eq!(play(&items, &steps, 0), play(&items, &steps, 2));
    }
}
