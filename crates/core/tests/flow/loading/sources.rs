//! Sources of files that panic or never rest.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{AnyError, Asset, Background, DecodeContext, LoadStep, Resource};
use proscenium_core::platform::{
    AssetPath, AssetSource, DirSource, Fault, FaultySource, ReadFuture, TestSource,
};

use futures_lite::future::block_on;

use crate::files::{failure, load, png, reading, resources};
use crate::stage::Stage;

/// Panics in the first poll of one of its files.
struct Panicking {
    files: TestSource,
    at: &'static str,
    is_immediate: bool,
}

impl AssetSource for Panicking {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        if path.as_str() == self.at {
            return Box::pin(poll_fn(|_| panic!("no disk")));
        }
        self.files.read(path)
    }

    fn is_immediate(&self) -> bool {
        self.is_immediate
    }
}

/// Loads a phase from a source that panics, with this many threads. Returns the cause on the failure
/// screen.
fn load_from(at: &'static str, is_immediate: bool, threads: usize) -> String {
    let manifest = r#"(resources: [texture(id: "a", path: "a.png")])"#;
    let files = TestSource::default().with("m.ron", manifest).with("a.png", png(2));
    let settings = ManagerSettings {
        source: Arc::new(Panicking { files, at, is_immediate }),
        background: Background::with_threads(threads),
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    stage.manager.start("play");
    while stage.stack() != ["failure"] {
        stage.frame();
        std::thread::yield_now();
    }
    // Another load works as if nothing had been.
    stage.add_phase(Phase::new("other"), &["second"]);
    stage.manager.command(ScreenCommand::load("other"));
    while stage.stack() != ["second"] {
        stage.frame();
        std::thread::yield_now();
    }
    failure(&stage)
}

#[test]
fn a_panic_in_a_poll_of_a_read_fails_the_load() {
    for (is_immediate, threads) in [(true, 0), (false, 0), (false, 2)] {
        assert_eq!(
            load_from("m.ron", is_immediate, threads),
            "failure: the manifest of phase `play` cannot be used: it panicked: no disk"
        );
        assert_eq!(
            load_from("a.png", is_immediate, threads),
            "failure: phase `play` cannot be loaded: texture `a`: a.png: it panicked: no disk",
            "{is_immediate} {threads}"
        );
    }
}

#[test]
fn a_tool_refuses_a_source_that_cannot_be_waited_for() {
    let stage = reading(TestSource::default().with("a.png", png(2)).with("m.ron", "()").gated());
    let message = |path| Some(format!("cannot read {path}: this source cannot be waited for"));
    assert_eq!(stage.manager.assets().check_file(&AssetPath::new("a.png").unwrap()), message("a.png"));
    assert_eq!(stage.manager.assets().check_manifest(&AssetPath::new("m.ron").unwrap()), message("m.ron"));
    assert_eq!(stage.manager.assets().check(), [""; 0]);
}

#[test]
fn a_folder_of_assets_that_does_not_exist_is_named() {
    let source = DirSource::new("no-such-folder");
    let error = block_on(source.read(&AssetPath::new("phases/play.ron").unwrap())).unwrap_err();
    assert_eq!(error.to_string(), "cannot read phases/play.ron: there is no folder `no-such-folder`");
    assert!(!error.is_transient());
}

#[test]
fn a_large_file_is_read_in_parts_of_four_megabytes() {
    let folder = std::env::temp_dir().join(format!("proscenium-large-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let bytes: Vec<u8> = (0..(9 << 20) + 1).map(|at: u32| (at / 1000) as u8).collect();
    std::fs::write(folder.join("large"), &bytes).unwrap();
    std::fs::write(folder.join("small"), &bytes[..1000]).unwrap();
    let source = DirSource::new(&folder);
    for (path, parts, length) in [("large", 3, bytes.len()), ("small", 1, 1000)] {
        let mut read = source.read(&AssetPath::new(path).unwrap());
        let mut polls = 0;
        let read = block_on(poll_fn(|cx| {
            polls += 1;
            read.as_mut().poll(cx)
        }));
        assert_eq!((read.as_deref(), polls), (Ok(&bytes[..length]), parts), "{path}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn an_error_that_stays_is_final_and_names_no_folder_outside() {
    let folder = std::env::temp_dir().join(format!("proscenium-final-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("file"), "1").unwrap();
    let source = DirSource::new(&folder);
    for (path, expected) in [
        ("file/below", "cannot read file/below: there is no such file"),
        ("none", "cannot read none: there is no such file"),
    ] {
        let error = block_on(source.read(&AssetPath::new(path).unwrap())).unwrap_err();
        assert!(!error.is_transient(), "{error:?}");
        if cfg!(target_os = "linux") {
            assert_eq!(error.to_string(), expected);
        }
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// A kind whose memory panics.
struct Careless;

impl Asset for Careless {
    const KIND: &'static str = "careless";

    fn decode(_: &[u8], _: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(Self)
    }

    fn memory(&self) -> u64 {
        panic!("no size")
    }
}

#[test]
fn a_panic_where_the_memory_of_a_value_is_counted_fails_its_resource() {
    for threads in [0, 2] {
        let source = TestSource::default().with("full", "1");
        let settings = ManagerSettings {
            source: Arc::new(source),
            background: Background::with_threads(threads),
            ..ManagerSettings::default()
        };
        let mut stage = Stage::empty(settings);
        stage.add_phase(Phase::new("play").resource(Resource::file::<Careless>("b", "full")), &["menu"]);
        let trace = load(&mut stage, "play");
        assert_eq!(resources(&trace), ["careless play/b failed 0.000"]);
        assert_eq!(
            failure(&stage),
            "failure: phase `play` cannot be loaded: careless `b`: full: it panicked: no size"
        );
    }
}

#[test]
fn a_source_that_fails_in_its_first_reads_gives_the_same_records_with_each_number_of_threads() {
    let records = |threads, faults: u32| {
        let files = ["a", "b", "c"].iter().fold(TestSource::default(), |files, id| files.with(id, "1"));
        let source =
            (1..=faults).fold(FaultySource::new(files), |source, nth| source.with(nth, Fault::Interrupt));
        let background = Background::with_threads(threads);
        let settings = ManagerSettings { source: Arc::new(source), background, ..ManagerSettings::default() };
        let mut stage = Stage::empty(settings);
        let phase =
            ["a", "b", "c"].iter().fold(Phase::new("play"), |phase, id| phase.file::<Vec<u8>>(id, id));
        stage.add_phase(phase, &["menu"]);
        load(&mut stage, "play")
    };
    let once = records(0, 1);
    assert!(once.iter().any(|line| line.contains("play/a retried")), "{once:?}");
    for threads in 1..4 {
        assert_eq!(records(threads, 1), once, "{threads} threads");
    }
}

/// A network whose reads wake themselves in each poll and never end.
struct Restless {
    files: TestSource,
    at: &'static str,
}

impl AssetSource for Restless {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        if path.as_str() != self.at {
            return self.files.read(path);
        }
        Box::pin(poll_fn(|cx| {
            cx.waker().wake_by_ref();
            Poll::Pending
        }))
    }

    fn is_immediate(&self) -> bool {
        false
    }
}

#[test]
fn a_read_that_wakes_itself_for_ever_takes_no_tick_for_ever() {
    for (at, step) in [("m.ron", LoadStep::Freeing), ("a.png", LoadStep::Loading)] {
        let manifest = r#"(resources: [texture(id: "a", path: "a.png")])"#;
        let files = TestSource::default().with("m.ron", manifest).with("a.png", png(2));
        let mut stage = reading(Restless { files, at });
        stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
        stage.add_phase(Phase::new("other"), &["second"]);
        stage.manager.start("play");
        for _ in 0..10 {
            stage.frame();
        }
        assert_eq!(stage.manager.load().unwrap().step, step);
        stage.run([ScreenCommand::Quit]);
        assert!(stage.manager.has_ended());
    }
}
