//! Each fault of a source at each read of a load: the load ends, and no tick panics or hangs.

mod points;
mod uses;

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Activity, Background, LoadPolicy, LoadStep, Pace, Sound, Texture};
use proscenium_core::platform::{Clock, Fault, FaultySource, TestSource};

use crate::files::{failure, load, png, resources};
use crate::stage::Stage;

/// The files in the order of their reads.
const FILES: [&str; 7] = ["m.ron", "both.ron", "a.png", "b.png", "c.wav", "d.bin", "e.ron"];
/// Enough for a retry and all items.
const FRAMES: u32 = 60;

const FAULTS: [Fault; 8] = [
    Fault::Interrupt,
    Fault::Lose,
    Fault::Panic,
    Fault::Cut,
    Fault::Corrupt,
    // More polls than a tick makes with a clock that is `restless`.
    Fault::Delay(100),
    Fault::Delay(u32::MAX),
    Fault::Stall,
];

#[derive(serde::Deserialize)]
struct Tuning {
    speed: f32,
}

/// A WAV file of one sample.
fn silence() -> Vec<u8> {
    let silence = [
        b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".as_slice(),
        b"\x44\xac\0\0\x88\x58\x01\0\x02\0\x10\0data\x02\0\0\0\0\0",
    ];
    silence.concat()
}

fn files() -> TestSource {
    let manifest = r#"(include: ["both.ron"], resources: [
        texture(id: "b", path: "b.png", optional: true),
        sound(id: "c", path: "c.wav", optional: true),
        bytes(id: "d", path: "d.bin"),
        tuning(id: "e", path: "e.ron", optional: true),
    ])"#;
    TestSource::default()
        .with("m.ron", manifest)
        .with("both.ron", r#"(resources: [texture(id: "a", path: "a.png")])"#)
        .with("a.png", png(2))
        .with("b.png", png(3))
        .with("c.wav", silence())
        .with("d.bin", "1234")
        .with("e.ron", "(speed: 1.5)")
}

fn stage(source: Arc<FaultySource>, threads: usize, pace: Pace) -> Stage {
    let settings = ManagerSettings { pace, ..ManagerSettings::default() };
    stage_with(source, threads, settings, LoadPolicy::default())
}

fn stage_with(
    source: Arc<FaultySource>,
    threads: usize,
    settings: ManagerSettings,
    policy: LoadPolicy,
) -> Stage {
    let background = Background::with_threads(threads);
    let settings = ManagerSettings { source, background, ..settings };
    let mut stage = Stage::empty(settings);
    stage.manager.assets_mut().register_ron::<Tuning>("tuning");
    stage.add_phase(Phase::new("play").manifest("m.ron").load_policy(policy), &["menu"]);
    stage.add_phase(Phase::new("other"), &["second"]);
    stage
}

/// A clock that moves by a tenth of a millisecond each time it is read, so that the time of a tick ends.
fn restless() -> Clock {
    let reads = Cell::new(0);
    Clock::new(move || {
        reads.set(reads.get() + 1);
        Duration::from_micros(100 * reads.get())
    })
}

/// How the load ended: `ready`, `failed: ` and the cause, or `loading` if `goes_on` was false before.
fn outcome(stage: &mut Stage, mut goes_on: impl FnMut() -> bool) -> String {
    stage.manager.start("play");
    while goes_on() {
        stage.frame();
        match stage.stack()[..] {
            ["menu"] => return "ready".to_owned(),
            ["failure"] => return failure(stage).replace("failure: ", "failed: "),
            _ => std::thread::yield_now(),
        }
    }
    "loading".to_owned()
}

/// A load that ended or goes on leaves a manager that works.
fn still_works(stage: &mut Stage, case: &str) {
    stage.manager.command(ScreenCommand::load("other"));
    while stage.stack() != ["second"] {
        stage.frame();
        std::thread::yield_now();
    }
    assert_eq!(stage.manager.assets().texture_count(), 0, "{case}");
    stage.run([ScreenCommand::Quit]);
    assert!(stage.manager.has_ended(), "{case}");
}

/// The outcome of a fault at the read of this file, with its retries, in a load without threads.
fn expected(file: &str, fault: Fault) -> String {
    let is_manifest = ["m.ron", "both.ron"].contains(&file);
    let nth = FILES.iter().position(|other| *other == file).unwrap() + 1;
    let cause = match fault {
        Fault::Stall | Fault::Delay(u32::MAX) => return "loading".to_owned(),
        Fault::Interrupt | Fault::Delay(_) => return "ready".to_owned(),
        Fault::Lose => format!("cannot read {file}: there is no such file"),
        Fault::Panic if is_manifest => format!("it panicked: the fault of read {nth}"),
        Fault::Panic => format!("{file}: it panicked: the fault of read {nth}"),
        Fault::Cut if is_manifest => format!("{file}:"),
        Fault::Corrupt if is_manifest => format!("{file}:1:"),
        Fault::Cut => format!("{file}: the PNG file cannot be read: "),
        Fault::Corrupt => {
            format!("{file}: the file does not start like a PNG, JPEG, WebP, GIF, BMP or QOI image")
        }
    };
    let includes = if file == "both.ron" && fault == Fault::Lose { "m.ron:1:12: " } else { "" };
    match file {
        _ if is_manifest => format!("failed: the manifest of phase `play` cannot be used: {includes}{cause}"),
        "a.png" => format!("failed: phase `play` cannot be loaded: texture `a`: {cause}"),
        "d.bin" if !matches!(fault, Fault::Cut | Fault::Corrupt) => {
            format!("failed: phase `play` cannot be loaded: bytes `d`: {cause}")
        }
        _ => "ready".to_owned(),
    }
}

#[test]
fn each_fault_at_each_read_ends_as_it_should() {
    for (place, file) in FILES.into_iter().enumerate() {
        for fault in FAULTS {
            for is_network in [false, true] {
                for pace in [Pace::OneItemPerTick, Pace::Budget(Duration::from_millis(8))] {
                    let case = format!("{fault:?} of {file}, network: {is_network}, {pace:?}");
                    let source = FaultySource::new(files()).with(place as u32 + 1, fault);
                    let source = if is_network { source.as_network() } else { source };
                    let settings = ManagerSettings { pace, clock: restless(), ..ManagerSettings::default() };
                    let mut stage = stage_with(Arc::new(source), 0, settings, LoadPolicy::default());
                    let mut frames = 0..FRAMES;
                    let outcome = outcome(&mut stage, || frames.next().is_some());
                    let expected = expected(file, fault);
                    assert!(outcome.starts_with(&expected), "{case}: {outcome}, not {expected}");
                    if expected == "loading" {
                        let step = stage.manager.load().unwrap().step;
                        assert_ne!(step, LoadStep::Failed, "{case}");
                    }
                    still_works(&mut stage, &case);
                }
            }
        }
    }
}

#[test]
fn a_read_that_never_ends_ends_with_the_time_limit() {
    let policy = LoadPolicy { time_limit: Some(20), ..LoadPolicy::default() };
    for (place, file) in FILES.into_iter().enumerate() {
        for fault in [Fault::Stall, Fault::Delay(u32::MAX)] {
            let case = format!("{fault:?} of {file}");
            let source = FaultySource::new(files()).with(place as u32 + 1, fault);
            let settings = ManagerSettings { clock: restless(), ..ManagerSettings::default() };
            let mut stage = stage_with(Arc::new(source), 0, settings, policy);
            let mut frames = 0..FRAMES;
            let outcome = outcome(&mut stage, || frames.next().is_some());
            let expected = match file {
                "a.png" => "failed: phase `play` cannot be loaded: texture `a`: a.png: it took longer",
                "d.bin" => "failed: phase `play` cannot be loaded: bytes `d`: d.bin: it took longer",
                "m.ron" | "both.ron" => "failed: the manifest of phase `play` cannot be used: it took longer",
                _ => "ready",
            };
            assert!(outcome.starts_with(expected), "{case}: {outcome}");
            let failures = &stage.manager.assets().reports()[0].failures;
            assert_eq!(failures.len(), usize::from(expected == "ready"), "{case}");
            still_works(&mut stage, &case);
        }
    }
}

#[test]
fn a_read_that_never_ends_can_be_tried_again() {
    let policy = LoadPolicy { slow_after: 3, stalled_after: 5, ..LoadPolicy::default() };
    for nth in 1..=FILES.len() as u32 {
        for fault in [Fault::Stall, Fault::Delay(u32::MAX)] {
            for threads in [0, 2] {
                let source = FaultySource::new(files()).with(nth, fault);
                let settings = ManagerSettings { clock: restless(), ..ManagerSettings::default() };
                let mut stage = stage_with(Arc::new(source), threads, settings, policy);
                stage.when("loading", "update", |cx| {
                    if cx.load_status().is_some_and(|load| load.activity == Activity::Stalled) {
                        cx.retry_load();
                    }
                });
                let case = format!("{fault:?} of read {nth}, {threads} threads");
                // Threads may be slower than the ticks.
                assert_eq!(outcome(&mut stage, || true), "ready", "{case}");
                assert!(stage.manager.assets().reports()[0].failures.is_empty(), "{case}");
                still_works(&mut stage, &case);
            }
        }
    }
}

#[test]
fn each_fault_at_each_read_ends_with_threads_too() {
    for nth in 1..=FILES.len() as u32 {
        for fault in FAULTS {
            for is_network in [false, true] {
                let case = format!("{fault:?} of read {nth}, network: {is_network}");
                let source = FaultySource::new(files()).with(nth, fault);
                let source = if is_network { source.as_network() } else { source };
                let source = Arc::new(source);
                let mut stage = stage(Arc::clone(&source), 2, Pace::default());
                let never_ends = matches!(fault, Fault::Stall | Fault::Delay(u32::MAX));
                // With threads another file may be the n-th.
                match outcome(&mut stage, || !never_ends || source.reads() < nth).as_str() {
                    "loading" => assert!(never_ends, "{case}"),
                    "ready" => assert!(!never_ends, "{case}"),
                    failed => {
                        let has_panicked = fault == Fault::Panic;
                        let is_named = has_panicked || FILES.iter().any(|file| failed.contains(file));
                        assert!(
                            failed.starts_with("failed: ") && is_named && !never_ends,
                            "{case}: {failed}"
                        );
                    }
                }
                still_works(&mut stage, &case);
            }
        }
    }
}

#[test]
fn a_fault_of_an_optional_item_gives_its_stand_in() {
    for (nth, expected) in
        [(4, "texture play/b stand_in"), (5, "sound play/c stand_in"), (7, "tuning play/e failed")]
    {
        let mut stage =
            stage(Arc::new(FaultySource::new(files()).with(nth, Fault::Corrupt)), 0, Pace::default());
        let trace = load(&mut stage, "play");
        let lines = resources(&trace);
        let failed: Vec<_> = lines.iter().filter(|line| !line.contains("loaded")).collect();
        assert!(failed.len() == 1 && failed[0].starts_with(expected), "{lines:?}");
        assert_eq!(stage.stack(), ["menu"]);
        let found = stage.manager.assets().resources();
        assert_eq!((found.find::<Texture>("b").is_ok(), found.find::<Sound>("c").is_ok()), (true, true));
        assert_eq!((found.find::<Tuning>("e").is_ok(), found.find::<Vec<u8>>("d").is_ok()), (nth != 7, true));
    }
}
