//! Generated queues: the pace and the threads change the frames and nothing else, and the
//! progress is true in each of them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Background, LoadStep, Pace, Resource};
use proscenium_core::platform::TestSource;

use crate::files::{png, texture};
use crate::stage::{Stage, line};

/// How an item of a generated queue goes.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Picture(u32),
    BreaksOff(u32),
    Missing,
    Broken,
    Work,
    Fails,
    Panics,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    fate: Fate,
    weight: u32,
    is_optional: bool,
}

fn item() -> impl Strategy<Value = Item> {
    let fate = prop_oneof![
        6 => (1u32..12).prop_map(Fate::Picture),
        1 => (1u32..=3).prop_map(Fate::BreaksOff),
        1 => Just(Fate::Missing),
        1 => Just(Fate::Broken),
        3 => Just(Fate::Work),
        1 => Just(Fate::Fails),
        1 => Just(Fate::Panics),
    ];
    // Most failures are optional, so that most loads come to their end.
    (fate, 0u32..9, prop::bool::weighted(0.9)).prop_map(|(fate, weight, is_optional)| Item {
        fate,
        weight,
        is_optional,
    })
}

fn resource(id: &str, fate: Fate) -> Resource {
    match fate {
        Fate::Picture(_) | Fate::BreaksOff(_) | Fate::Missing | Fate::Broken => texture(id),
        Fate::Work => Resource::callback(id, |_| Ok(())),
        Fate::Fails => Resource::callback::<()>(id, |_| Err("no luck".into())),
        Fate::Panics => Resource::callback::<()>(id, |_| panic!("on purpose")),
    }
}

/// Loads the queue and answers with the trace without its frames. Checks in each frame that the
/// progress never falls and is 1 if and only if the phase is ready.
fn play(items: &[Item], pace: Pace, threads: usize) -> Result<(Vec<String>, u32), TestCaseError> {
    let mut source = TestSource::default();
    let mut phase = Phase::new("play");
    for (number, item) in items.iter().enumerate() {
        let (id, path) = (format!("i{number}"), format!("i{number}.png"));
        source = match item.fate {
            Fate::Picture(side) => source.with(&path, png(side)),
            Fate::BreaksOff(times) => source.with(&path, png(1)).interrupting(&path, times),
            Fate::Broken => source.with(&path, "no image"),
            _ => source,
        };
        let resource = resource(&id, item.fate).weight(item.weight);
        phase = phase.resource(if item.is_optional { resource.optional() } else { resource });
    }
    let settings = ManagerSettings {
        source: Arc::new(source),
        background: Background::with_threads(threads),
        pace,
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    let mut before = 0.0;
    for frame in 0.. {
        prop_assert!(frame < 10_000, "the load does not end");
        stage.frame();
        let Some(status) = stage.manager.load() else { break };
        let now = status.progress.fraction;
        prop_assert!((before..=1.0).contains(&now), "{before} fell to {now}");
        prop_assert_eq!(now == 1.0, status.step == LoadStep::Ready);
        before = now;
        if stage.manager.is_idle() {
            break;
        }
    }
    let trace = stage.manager.trace().take().iter().map(|record| line(&record.event)).collect();
    Ok((trace, stage.manager.assets().reports()[0].ticks))
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn the_pace_and_the_threads_change_only_the_ticks(items in prop::collection::vec(item(), 0..24)) {
        let (budget, endless) = (Pace::Budget(Duration::from_millis(8)), Pace::Budget(Duration::MAX));
        let (expected, most) = play(&items, Pace::OneItemPerTick, 0)?;
        let has_retries = items.iter().any(|item| matches!(item.fate, Fate::BreaksOff(_)));
        let all = [budget, Pace::OneItemPerTick, endless].into_iter();
        for (pace, threads) in all.flat_map(|pace| [(pace, 0), (pace, 2)]) {
            let (trace, ticks) = play(&items, pace, threads)?;
            prop_assert_eq!(&trace, &expected, "{:?} with {} threads", pace, threads);
            prop_assert!(ticks <= most);
            let is_at_once = pace == endless && threads == 0 && !has_retries;
            prop_assert!(!is_at_once || ticks <= 2, "{} ticks", ticks);
        }
    }

    #[test]
    fn the_peak_is_at_most_the_larger_phase_and_one_texture(
        phases in prop::collection::vec(prop::collection::btree_set(0usize..8, 0..8), 2..6),
    ) {
        const SIDES: [u64; 8] = [1, 2, 3, 5, 8, 13, 21, 34];
        const IDS: [&str; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];
        let bytes = |set: &BTreeSet<usize>| set.iter().map(|&n| SIDES[n] * SIDES[n] * 4).sum::<u64>();
        let source = SIDES.iter().enumerate().fold(TestSource::default(), |source, (n, side)| {
            source.with(&format!("t{n}.png"), png(*side as u32))
        });
        let mut stage = super::reading(source);
        for (id, set) in IDS.iter().zip(&phases) {
            let phase = set.iter().fold(Phase::new(*id), |phase, n| phase.resource(texture(&format!("t{n}"))));
            stage.add_phase(phase, &["menu"]);
        }
        let mut most = 0;
        for (id, set) in IDS.iter().zip(&phases) {
            stage.manager.command(ScreenCommand::load(*id));
            stage.run_until_idle();
            most = most.max(bytes(set));
            let memory = stage.manager.assets().memory();
            prop_assert_eq!(memory.texture_bytes, bytes(set));
            prop_assert_eq!(stage.manager.assets().texture_count(), set.len());
            prop_assert!(memory.peak_texture_bytes <= most, "{} > {most}", memory.peak_texture_bytes);
        }
    }
}
