//! Generated runs of preloads, loads and broken files: what is resident is what it is without preloads,
//! and threads change nothing in the trace.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Background, Pace};
use proscenium_core::platform::TestSource;

use crate::files::{callback, png, resources, texture};
use crate::stage::Stage;

const PHASES: [&str; 3] = ["one", "two", "three"];
/// The number of files. Of `t4` there is nothing, and `t3` is no image.
const FILES: usize = 7;

#[derive(Clone, Debug)]
enum Act {
    Preload(usize),
    Load(usize),
    /// A load that is replaced in its first tick.
    Reroute(usize, usize),
    Fail,
    Ticks(usize),
}

fn act() -> impl Strategy<Value = Act> {
    let phase = || 0..PHASES.len();
    prop_oneof![
        4 => phase().prop_map(Act::Preload),
        4 => phase().prop_map(Act::Load),
        1 => (phase(), phase()).prop_map(|(first, second)| Act::Reroute(first, second)),
        1 => Just(Act::Fail),
        4 => (0usize..6).prop_map(Act::Ticks),
    ]
}

fn phase(id: &str, files: &BTreeSet<usize>) -> Phase {
    files.iter().fold(Phase::new(id), |phase, file| {
        let file_of = texture(&format!("t{file}"));
        match file {
            2 => phase.resource(file_of).resource(callback("work")),
            4 => phase.resource(file_of.optional()),
            _ => phase.resource(file_of),
        }
    })
}

/// What is there after each act: the stack, and the resident ids.
type Seen = Vec<(Vec<&'static str>, Vec<&'static str>)>;

struct Run {
    settings: ManagerSettings,
    has_preloads: bool,
}

/// Plays the acts; returns what is seen after each, and the trace.
fn play(run: Run, phases: &[BTreeSet<usize>], acts: &[Act]) -> Result<(Seen, Vec<String>), TestCaseError> {
    let files = [0, 1, 2, 5, 6]
        .into_iter()
        .fold(TestSource::default(), |source, file| source.with(&format!("t{file}.png"), png(1 + file)));
    let source = Arc::new(files.with("t3.png", "no image"));
    let mut stage = Stage::empty(ManagerSettings { source, ..run.settings });
    for (id, files) in PHASES.iter().zip(phases) {
        stage.add_phase(phase(id, files), &["menu"]);
    }
    stage.manager.start(PHASES[0]);
    stage.run_until_idle();
    let (mut seen, mut trace) = (Vec::new(), Vec::new());
    for act in acts {
        match act {
            Act::Preload(_) if !run.has_preloads => {}
            Act::Preload(phase) => drop(stage.manager.command(ScreenCommand::preload(PHASES[*phase]))),
            Act::Load(phase) => drop(stage.manager.command(ScreenCommand::load(PHASES[*phase]))),
            Act::Reroute(first, second) => {
                stage.manager.command(ScreenCommand::load(PHASES[*first]));
                stage.frame();
                stage.manager.command(ScreenCommand::load(PHASES[*second]));
            }
            Act::Fail if stage.stack() != ["menu"] => {}
            Act::Fail => stage.once("menu", "update", |cx| cx.fail("no luck")),
            Act::Ticks(ticks) => (0..*ticks).for_each(|_| stage.frame()),
        }
        if !matches!(act, Act::Ticks(_)) {
            stage.frame();
            for _ in 0..200 {
                if stage.manager.is_idle() {
                    break;
                }
                stage.frame();
            }
            prop_assert!(stage.manager.is_idle(), "a wait without an end after {act:?}");
        }
        let ids = stage.manager.assets().resources().ids();
        seen.push((stage.stack(), ids.iter().map(|id| id.name()).collect()));
        if stage.manager.assets().preload().is_none() {
            let images = ids.iter().filter(|id| id.name() != "work").count();
            prop_assert_eq!(stage.manager.assets().texture_count(), images, "textures after {:?}", act);
        }
        trace.extend(stage.lines_from(0));
    }
    prop_assert!(stage.manager.assets().leaks().is_empty());
    stage.run([ScreenCommand::Quit]);
    prop_assert_eq!(
        (stage.manager.assets().texture_count(), stage.manager.assets().memory().other_bytes),
        (0, 0)
    );
    Ok((seen, trace))
}

fn settings(threads: usize) -> ManagerSettings {
    ManagerSettings { background: Background::with_threads(threads), ..ManagerSettings::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn preloads_change_neither_residents_nor_stacks(
        phases in prop::collection::vec(prop::collection::btree_set(0..FILES, 0..5), 3),
        acts in prop::collection::vec(act(), 0..16),
        limit in prop_oneof![Just(u64::MAX), 0u64..200],
    ) {
        let budget = Pace::Budget(std::time::Duration::from_millis(8));
        let plain = play(Run { settings: settings(0), has_preloads: false }, &phases, &acts)?;
        let with = |settings: ManagerSettings| {
            play(Run { settings: ManagerSettings { preload_limit: limit, ..settings }, has_preloads: true }, &phases, &acts)
        };
        let alone = with(settings(0))?;
        // One tick is one tick: threads decode, and the trace does not show when.
        prop_assert_eq!(&with(settings(2))?, &alone);
        // How far a load came that was replaced depends on the pace and on a preload. What it has loaded may
        // still be there when the next load fails.
        if acts.iter().any(|act| matches!(act, Act::Reroute(..))) {
            let stacks = |seen: &Seen| seen.iter().map(|(stack, _)| stack.clone()).collect::<Vec<_>>();
            prop_assert_eq!(stacks(&alone.0), stacks(&plain.0));
            return Ok(());
        }
        prop_assert_eq!(&alone.0, &plain.0);
        prop_assert_eq!(resources(&alone.1), resources(&plain.1));
        for threads in [0, 2] {
            let hasty = with(ManagerSettings { pace: budget, ..settings(threads) })?;
            prop_assert_eq!(&hasty.0, &plain.0);
            prop_assert_eq!(resources(&hasty.1), resources(&plain.1));
        }
    }
}
