//! The policy of a phase: when a load counts as slow or stalled, what is read again and how often, and the
//! limits of time and bytes.

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenManager};
use proscenium_core::phase::{Activity, LoadError, LoadPolicy, LoadStep, Resource, Texture};
use proscenium_core::platform::{
    Action, AssetPath, AssetSource, Clock, Fault, FaultySource, Input, Pixels, ReadCause, ReadFuture,
    TestSource,
};

use crate::files::{WatchedGpu, callback, failure, load, png, reading, resources, texture};
use crate::stage::Stage;

fn images() -> TestSource {
    TestSource::default().with("a.png", png(2)).with("b.png", png(3)).with("m.ron", "()")
}

fn impatient() -> LoadPolicy {
    LoadPolicy { slow_after: 3, stalled_after: 6, ..LoadPolicy::default() }
}

/// The activities of some ticks.
fn activities(stage: &mut Stage, ticks: u32) -> Vec<Activity> {
    let mut activities = Vec::new();
    for _ in 0..ticks {
        stage.frame();
        activities.extend(stage.manager.load().map(|status| status.activity));
    }
    activities
}

#[test]
fn a_load_without_progress_is_slow_and_then_stalled() {
    use Activity::{Slow, Stalled, Working};
    let gates = images().gated();
    let mut stage = reading(gates.clone());
    let phase = Phase::new("play").manifest("m.ron").resource(texture("a")).resource(texture("b"));
    stage.add_phase(phase.load_policy(impatient()), &["menu"]);
    stage.manager.start("play");
    let expected = [Working, Working, Working, Slow, Slow, Slow, Stalled, Stalled];
    assert_eq!(activities(&mut stage, 8), expected, "the manifest");
    gates.open("m.ron");
    // Freeing, loading, and then nothing comes.
    assert_eq!(activities(&mut stage, 2), [Stalled, Working]);
    assert_eq!(activities(&mut stage, 7), expected[1..], "the first item");
    gates.open("b.png");
    assert_eq!(activities(&mut stage, 1), [Stalled], "it is not its turn");
    gates.open("a.png");
    assert_eq!(activities(&mut stage, 1), [Working]);
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
}

/// A network on which another byte of each file has arrived with each question, and that never ends.
struct Trickle(std::sync::atomic::AtomicU64);

impl AssetSource for Trickle {
    fn read(&self, _: &AssetPath) -> ReadFuture {
        Box::pin(std::future::pending())
    }

    fn is_immediate(&self) -> bool {
        false
    }

    fn received(&self, _: &AssetPath) -> Option<(u64, Option<u64>)> {
        let bytes = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Some((bytes, None))
    }
}

#[test]
fn bytes_that_arrive_are_progress_also_of_an_unknown_length() {
    let mut stage = reading(Trickle(1.into()));
    stage.add_phase(Phase::new("play").resource(texture("a")).load_policy(impatient()), &["menu"]);
    stage.manager.start("play");
    assert_eq!(activities(&mut stage, 20), [Activity::Working; 20]);
}

#[test]
fn the_time_left_is_estimated_from_the_progress() {
    let items = (0..20).map(|number| callback(&format!("item_{number}")));
    let mut stage = reading(TestSource::default());
    stage.add_phase(items.fold(Phase::new("play"), Phase::resource), &["menu"]);
    stage.manager.start("play");
    stage.frame();
    assert_eq!(stage.manager.load().unwrap().time_left, None);
    for done in 1..=20 {
        stage.frame();
        let left = stage.manager.load().unwrap().time_left.unwrap();
        let error = left.abs_diff(Clock::TICK * (20 - done));
        assert!(error.as_micros() < 10, "{done} are done, {left:?}");
    }
}

#[test]
fn an_item_beyond_the_time_limit_fails_with_its_own_cause() {
    let hasty = LoadPolicy { time_limit: Some(10), ..LoadPolicy::default() };
    for (nth, last, outcome) in [
        (1, "phase play failed", "the manifest of phase `play` cannot be used: it took longer"),
        (
            2,
            "texture play/a failed 0.000",
            "phase `play` cannot be loaded: texture `a`: a.png: it took longer",
        ),
        (3, "texture play/b stand_in 1.000", ""),
    ] {
        let mut stage = reading(FaultySource::new(images()).with(nth, Fault::Stall).as_network());
        // The start reads the manifest before all.
        let phase = Phase::new("play").resource(texture("a")).resource(texture("b").optional());
        stage.add_phase(phase.manifest("m.ron").load_policy(hasty), &["menu"]);
        let trace = load(&mut stage, "play");
        let tick = |line: &String| line.split_once(' ').map(|(tick, _)| tick.parse::<u32>().unwrap());
        let at = trace.iter().find(|line| line.contains(last)).and_then(tick);
        assert!(at.is_some_and(|at| (10..=13).contains(&at)), "{nth}: {trace:#?}");
        assert!(failure(&stage).trim_start_matches("failure: ").starts_with(outcome));
        let expected = if outcome.is_empty() { "menu" } else { "failure" };
        assert_eq!(stage.stack(), [expected]);
        if outcome.is_empty() {
            let cause = stage.manager.assets().resources().failures().map(|(_, cause)| cause.clone()).next();
            assert_eq!(cause, Some(LoadError::TimedOut(10)));
        }
    }
}

#[test]
fn a_loading_screen_can_read_again_what_does_not_arrive() {
    for nth in 1..=3 {
        let source = FaultySource::new(images()).with(nth, Fault::Stall).as_network();
        let mut stage = reading(source);
        let phase = Phase::new("play").manifest("m.ron").resource(texture("a")).resource(texture("b"));
        stage.add_phase(phase.load_policy(impatient()), &["menu"]);
        stage.when("loading", "update", |cx| {
            if cx.load_status().is_some_and(|load| load.activity == Activity::Stalled) {
                cx.retry_load();
            }
        });
        let trace = load(&mut stage, "play");
        assert_eq!(stage.stack(), ["menu"], "read {nth}");
        let retried = ["texture play/a retried 0.000", "texture play/b retried 0.500"];
        let expected = [
            &retried[..usize::from(nth == 2)],
            &["texture play/a loaded 0.500"],
            if nth == 3 { &retried[1..] } else { &[] },
            &["texture play/b loaded 1.000"],
        ];
        assert_eq!(resources(&trace), expected.concat(), "read {nth}");
    }
}

#[test]
fn the_retries_are_those_of_the_policy() {
    let lost =
        |cause: &LoadError| matches!(cause, LoadError::Read(read) if read.cause == ReadCause::NotFound);
    let policy = LoadPolicy { retries: 3, retry_after: 2, is_retried: lost, ..LoadPolicy::default() };
    for times in [3, 4] {
        let source =
            (1..=times).fold(FaultySource::new(images()), |source, nth| source.with(nth, Fault::Lose));
        let mut stage = reading(source);
        stage.add_phase(Phase::new("play").resource(texture("a")).load_policy(policy), &["menu"]);
        let trace = load(&mut stage, "play");
        let about: Vec<_> = trace.iter().filter(|line| line.contains("texture")).collect();
        let end =
            if times == 3 { "15 texture play/a loaded 1.000" } else { "15 texture play/a failed 0.000" };
        assert_eq!(
            about,
            [
                "1 texture play/a retried 0.000",
                "3 texture play/a retried 0.000",
                "7 texture play/a retried 0.000",
                end
            ]
        );
    }
    let never = LoadPolicy { retries: 0, ..LoadPolicy::default() };
    let mut stage = reading(images().interrupting("a.png", 1));
    stage.add_phase(Phase::new("play").resource(texture("a")).load_policy(never), &["menu"]);
    assert_eq!(resources(&load(&mut stage, "play")), ["texture play/a failed 0.000"]);
}

#[test]
fn an_item_beyond_the_byte_limit_fails_before_its_upload() {
    let limited = |bytes| LoadPolicy { byte_limit: bytes, ..LoadPolicy::default() };
    let atlas = || {
        Resource::cache("atlas", &[], |cx| {
            cx.upload(&Pixels::checker())?;
            Ok(())
        })
    };
    // The textures take 16 and 36 bytes, the cache 1024.
    for (limit, log, cause) in [
        (1076, "upload 16, upload 36, upload 1024", ""),
        (1075, "upload 16, upload 36, upload 1024, free 1024", "cache `atlas`"),
        (51, "upload 16", "texture `b`: b.png"),
        (15, "", "texture `a`: a.png"),
    ] {
        let gpu = WatchedGpu::default();
        let uploads = gpu.log();
        let settings =
            ManagerSettings { source: Arc::new(images()), gpu: Box::new(gpu), ..Default::default() };
        let mut stage = Stage::empty(settings);
        let phase = Phase::new("play").resource(texture("a")).resource(texture("b")).resource(atlas());
        stage.add_phase(phase.load_policy(limited(limit)), &["menu"]);
        load(&mut stage, "play");
        assert_eq!(uploads.borrow().join(", "), log);
        let expected = match cause {
            "" => String::new(),
            cause => format!(
                "failure: phase `play` cannot be loaded: {cause}: with it the phase has more than its limit of \
                 {limit} bytes (`LoadPolicy::byte_limit`)"
            ),
        };
        assert_eq!(failure(&stage), expected);
    }
}

#[test]
fn what_stays_counts_for_the_byte_limit_of_the_next_phase() {
    let mut stage = reading(images());
    stage.add_phase(Phase::new("one").resource(texture("a")), &["menu"]);
    let policy = LoadPolicy { byte_limit: 40, ..LoadPolicy::default() };
    let two = Phase::new("two").resource(texture("a")).resource(texture("b").optional());
    stage.add_phase(two.load_policy(policy), &["menu"]);
    load(&mut stage, "one");
    assert_eq!(resources(&load(&mut stage, "two")), ["texture two/b failed 1.000"]);
    assert!(stage.manager.assets().resources().find::<Texture>("b").is_err());
}

#[test]
fn the_report_names_the_optional_resources_that_failed() {
    let mut stage = reading(images());
    let phase = Phase::new("play")
        .resource(texture("a"))
        .resource(texture("c").optional())
        .resource(Resource::file::<Vec<u8>>("d", "d.bin").optional());
    stage.add_phase(phase, &["menu"]);
    stage.once("menu", "on_enter", |cx| {
        let failures: Vec<_> = cx.resources().failures().map(|(id, _)| id.name()).collect();
        assert_eq!(failures, ["c", "d"]);
    });
    load(&mut stage, "play");
    let report = serde_json::to_value(&stage.manager.assets().reports()[0]).unwrap();
    let expected = serde_json::json!({
        "c": "cannot read c.png: there is no such file",
        "d": "cannot read d.bin: there is no such file",
    });
    assert_eq!(report["failures"], expected);
    assert_eq!(stage.manager.load().map(|status| status.step), None::<LoadStep>);
}

#[test]
fn the_plain_loading_screen_tries_again_with_accept() {
    let source = Arc::new(FaultySource::new(images()).with(1, Fault::Stall));
    let mut manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
    let script = crate::stage::Shared::default();
    let phase = Phase::new("play").resource(texture("a")).load_policy(impatient());
    manager.add_phase(phase.screen("menu", move |_| crate::stage::Probe::new("menu", &script)));
    manager.start("play");
    let accept = Input::pressing([Action::ACCEPT]);
    let step = |manager: &mut ScreenManager, input: &Input| {
        manager.step(input);
        manager.step(&Input::releasing([Action::ACCEPT]));
        for _ in 0..20 {
            manager.step(&Input::default());
        }
        manager.stack().active().map_or("", |id| id.name())
    };
    assert_eq!(step(&mut manager, &Input::default()), "loading");
    assert_eq!(manager.load().map(|status| status.activity), Some(Activity::Stalled));
    assert_eq!(step(&mut manager, &accept), "menu");
}
