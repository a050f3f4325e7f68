//! The tool `check`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use proscenium_ai::Blueprint;
use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium_core::platform::{AssetPath, AssetSource, MemorySource, ReadFuture};
use proscenium_dev::check::{CheckFile, report};

#[test]
fn a_file_that_cannot_be_read_is_a_problem() {
    struct Gone;

    impl AssetSource for Gone {
        fn read(&self, path: &AssetPath) -> ReadFuture {
            MemorySource::default().read(path)
        }

        fn list(&self) -> Option<Vec<String>> {
            Some(vec!["scripts/tour.txt".to_owned()])
        }
    }

    let settings = ManagerSettings { source: Arc::new(Gone), ..ManagerSettings::default() };
    let (text, problems) = report(&ScreenManager::new(settings), &[], None);
    assert!(text.contains("assets: cannot read scripts/tour.txt: there is no such file\n"), "{text}");
    assert_eq!(problems, 1);
}

/// The report on a game with a phase of these `resources`.
fn report_on(files: MemorySource, resources: &str) -> (String, usize) {
    let files = files.with("phases/a.ron", format!("(resources: [{resources}])"));
    let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
    let mut manager = ScreenManager::new(settings);
    manager.assets_mut().register::<Blueprint>();
    manager.add_phase(Phase::new("a").manifest("phases/a.ron").screen("a", |_| Nothing));
    report(&manager, &[], None)
}

struct Nothing;

impl GameScreen for Nothing {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

#[test]
fn a_file_is_what_its_manifest_says_wherever_it_is() {
    let files = MemorySource::default()
        .with("dialogue.json", "{\"hello\": 1}")
        .with("scripts/intro.txt", "Once upon a time")
        .with("machines/notes.ron", "(a: 1")
        .with("phases/b.ron", "no manifest")
        .with("picture.wav", "no sound");
    let entries = "bytes(id: \"a\", path: \"dialogue.json\"), bytes(id: \"b\", path: \"scripts/intro.txt\"), \
        bytes(id: \"c\", path: \"machines/notes.ron\"), bytes(id: \"d\", path: \"phases/b.ron\"), \
        bytes(id: \"e\", path: \"picture.wav\")";
    let (text, problems) = report_on(files, entries);
    assert!(text.ends_with("\nall good\n") && !text.contains("warnings"), "{text}");
    assert_eq!(problems, 0);
    // The other way round.
    let files = MemorySource::default().with("door.txt", "Machine(name: 3)").with("b.png", "x");
    let entries = "machine(id: \"door\", path: \"door.txt\"), sound(id: \"b\", path: \"b.png\")";
    let (text, problems) = report_on(files, entries);
    assert!(text.contains("phase `a`: machine `door`: door.txt:1:15: "), "{text}");
    assert!(text.contains("phase `a`: sound `b`: b.png: the file does not start like an OGG"), "{text}");
    assert_eq!((problems, text.matches("b.png").count()), (2, 1), "{text}");
}

#[test]
fn a_broken_file_that_no_phase_loads_is_a_warning() {
    let files = MemorySource::default()
        .with("a.png", "x")
        .with("phases/other.ron", "(")
        .with("machines/m.ron", "(")
        .with("tuning.ron", "\u{feff}(speed: 1.5, name: \"a\")")
        .with("scripts/tour.txt", "fly");
    let (text, problems) = report_on(files, "");
    let line = "warnings: files that no phase loads, and that are not what their extensions say\n";
    let (before, after) = text.split_once(line).unwrap();
    let (warnings, _) = after.split_once("\nmachines: ").unwrap();
    let files: Vec<_> = warnings.lines().filter_map(|line| line.trim().split(':').next()).collect();
    assert_eq!(files, ["a.png", "machines/m.ron", "phases/other.ron"], "{text}");
    // The headless run plays it.
    assert!(before.contains("  assets: scripts/tour.txt: line 1, column 1: `fly`"), "{text}");
    assert_eq!(problems, 1);
}

#[test]
fn the_folder_is_listed_once_for_all_missing_files() {
    /// Counts how often its files are listed.
    struct Counted(MemorySource, Arc<AtomicU32>);

    impl AssetSource for Counted {
        fn read(&self, path: &AssetPath) -> ReadFuture {
            self.0.read(path)
        }

        fn list(&self) -> Option<Vec<String>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.list()
        }
    }

    let lists = |missing: u32| {
        let entries = (0..missing).map(|n| format!("bytes(id: \"{n}\", path: \"data/{n}.bin\"),"));
        let manifest = format!("(resources: [{}])", entries.collect::<String>());
        let count = Arc::new(AtomicU32::new(0));
        let files = Counted(MemorySource::default().with("a.ron", manifest), Arc::clone(&count));
        let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        manager.add_phase(Phase::new("a").manifest("a.ron").screen("a", |_| Nothing));
        assert_eq!(report(&manager, &[], None).1, missing as usize);
        count.load(Ordering::Relaxed)
    };
    assert_eq!(lists(1500), lists(1));
}

#[test]
fn names_of_machines_that_nothing_checks_are_mentioned() {
    let machine = "Machine(name: \"m\", family: Table, initial: \"a\", states: [State(name: \"a\")])";
    let report = |files: MemorySource, more: Option<CheckFile>| {
        let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
        report(&ScreenManager::new(settings), &[], more).0
    };
    let line = "\nmachines: whether the names of guards, actions and handlers are bound is not checked; \
                the game checks it with `Game::check`\n";
    let files = MemorySource::default().with("machines/m.ron", machine);
    assert!(report(files.clone(), None).contains(line), "{}", report(files, None));
    assert!(!report(MemorySource::default(), None).contains(line));
    let files = MemorySource::default().with("machines/m.ron", machine);
    assert!(!report(files, Some(Box::new(|_, _| Ok(())))).contains(line));
}

#[test]
fn paths_that_are_one_file_where_a_system_ignores_case_are_a_problem() {
    let files = MemorySource::default().with("a/B.txt", "").with("A/b.txt", "").with("\u{c9}.txt", "");
    let (text, problems) = report_on(files.with("\u{e9}.txt", "").with("e.txt", ""), "");
    assert!(text.contains("  assets: a/B.txt and A/b.txt are one file on Windows and macOS; rename one\n"));
    assert_eq!(problems, 2, "{text}");
}

#[cfg(not(feature = "machine_scripts"))]
#[test]
fn a_machine_with_a_script_needs_a_feature() {
    let machine = "Machine(name: \"m\", family: Table, initial: \"a\", script: \"m.rhai\", states: [State(name: \"a\")])";
    let files = MemorySource::default().with("machines/m.ron", machine).with("machines/m.rhai", "");
    let (text, problems) = report_on(files, "machine(id: \"m\", path: \"machines/m.ron\")");
    let line =
        "  assets: machines/m.rhai: scripts of machines need the feature `machine_scripts` of proscenium\n";
    assert!(text.contains(line), "{text}");
    assert_eq!(problems, 1, "{text}");
}
