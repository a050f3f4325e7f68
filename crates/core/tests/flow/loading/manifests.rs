//! Manifests as designers write them, and as they write them wrongly.

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase};
use proscenium_core::phase::Resource;
use proscenium_core::platform::TestSource;

use crate::files::{WatchedGpu, failure, load, png, reading, resources};
use crate::stage::Stage;

/// Loads a phase with this manifest and returns the cause of its failure.
fn refused(manifest: impl Into<Vec<u8>>) -> String {
    let source = TestSource::default()
        .with("m.ron", manifest)
        .with("a.png", png(1))
        .with("round.ron", r#"(include: ["m.ron"])"#)
        .with("broken.ron", "(resources: [\n  oops\n])");
    let mut stage = reading(source);
    stage.manager.assets_mut().register_maker("atlas", |_| Ok(()));
    stage.manager.assets_mut().register_maker("grid", |_| Ok(()));
    stage.manager.assets_mut().register_missing("voxels", "voxels need another program");
    stage.manager.assets_mut().register_missing("meshes", "meshes need another program");
    // What is there is not missing.
    stage.manager.assets_mut().register_missing("texture", "textures need another program");
    stage.manager.assets_mut().register_missing("grid", "grids need another program");
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    load(&mut stage, "play");
    let message = failure(&stage);
    assert_eq!(stage.stack(), [if message.is_empty() { "menu" } else { "failure" }]);
    message.trim_start_matches("failure: the manifest of phase `play` cannot be used: ").to_owned()
}

#[test]
fn an_error_in_a_manifest_has_file_and_position() {
    let unknown_field = "(\n  resources: [\n    texture(id: \"a\", path: \"a.png\", colour: 3),\n  ],\n)";
    let message = refused(unknown_field);
    assert!(message.starts_with("m.ron:3:") && message.contains("colour"), "{message}");
    let message = refused("(\n  resource: [],\n)");
    assert!(message.starts_with("m.ron:2:") && message.contains("resource"), "{message}");
    let message = refused("(resources: [sprite(id: \"a\", path: \"a.png\")])");
    assert!(message.starts_with("m.ron:1:") && message.contains("unknown kind `sprite`"), "{message}");
    let message = refused("(\n  resources: [\n    textur(id: \"a\", path: \"a.png\"),\n  ],\n)");
    assert_eq!(message, "m.ron:3:5: unknown kind `textur`, did you mean `texture`?");
    let message = refused("(resources: [texture(id: \"a\")])");
    assert!(message.starts_with("m.ron:1:") && message.contains("path"), "{message}");
    let message = refused("(resources: [texture(id: \"a\", path: \"a.png\"");
    assert!(message.starts_with("m.ron:1:"), "{message}");
    let message = refused("(include: [\"broken.ron\"])");
    assert!(message.starts_with("broken.ron:2:"), "{message}");
    let message = refused("(\n \u{e9}");
    assert!(message.starts_with("m.ron:2:2: "), "{message}");
}

#[test]
fn contents_that_cannot_be_are_refused_before_a_file_is_opened() {
    let cases = [
        (
            r#"(resources: [texture(id: "a", path: "../../etc/passwd")])"#,
            "m.ron:1:14: `../../etc/passwd` is not the path of an asset: it may not have `.` or `..` as a part; \
             write it as seen from the assets folder",
        ),
        (
            r#"(include: ["../../etc/passwd"])"#,
            "m.ron:1:12: `../../etc/passwd` is not the path of an asset: it may not have `.` or `..` as a part; \
             write it as seen from the assets folder",
        ),
        (
            r#"(resources: [texture(id: "a", path: "/etc/passwd")])"#,
            "m.ron:1:14: `/etc/passwd` is not the path of an asset: it is absolute; \
             write it as seen from the assets folder",
        ),
        (
            r#"(resources: [texture(id: "a", path: "a.png"), sound(id: "a", path: "a.ogg")])"#,
            "m.ron:1:47: two resources have the id `a`; ids of one phase must differ",
        ),
        (
            r#"(resources: [cache(id: "c", make: "glyphs")])"#,
            "m.ron:1:14: `c` is made by `glyphs`, which the program does not have (`register_maker`); \
             it has: atlas, grid",
        ),
        (
            r#"(resources: [cache(id: "c", make: "atlas", from: ["a"]), texture(id: "a", path: "a.png")])"#,
            "m.ron:1:14: `c` is made from `a`, which must stand before it",
        ),
        (
            "(resources: [\n  voxels(id: \"a\", path: \"a.vox\")])",
            "m.ron:2:3: unknown kind `voxels`: voxels need another program",
        ),
        (
            r#"(resources: [voxel(id: "a", path: "a.vox")])"#,
            "m.ron:1:14: unknown kind `voxel`, did you mean `voxels`?",
        ),
        (
            r#"(resources: [cache(id: "c", make: "meshes")])"#,
            "m.ron:1:14: `c` is made by `meshes`: meshes need another program",
        ),
        ("(resources: [texture(id: \"\", path: \"a.png\")])", "m.ron:1:14: the id is empty"),
        (
            "(resources: [\n  texture(id: \"b\", path: \"a.png\"), texture(id: \"a\\u{1b}[2J\", path: \"a.png\")])",
            "m.ron:2:36: the id `a\\u{1b}[2J` has characters other than a to z, A to Z, 0 to 9 and `_`",
        ),
        (
            "(resources: [\n  texture(id: \"a\", path: \"a.png\"),\n\n \"\u{e9}\",])",
            "m.ron:4:2: unknown kind ``, there are: texture, sound, bytes, cache, callback; \
             a program registers further ones (`register_kinds`, `register`)",
        ),
        (r#"(resources: [texture(id: "a", path: 3)])"#, "m.ron:1:37: Expected string"),
        ("(resources: [\n  bytes(id: \"a\", weight: \"x\", path: \"b\")])", "m.ron:2:26: Expected integer"),
        (
            r#"(resource: [])"#,
            "m.ron:1:2: Unexpected field named `resource` in `Manifest`, expected either `include` or `resources` instead",
        ),
        (
            r#"(resources: [cache(id: "c", mak: "atlas")])"#,
            "m.ron:1:29: Unexpected field named `mak` in `Resource`, expected one of `id`, `make`, `from`, `weight`, \
             or `optional` instead",
        ),
        (
            r#"(resources: [texture(id: "a", path: "textures\\a.png")])"#,
            "m.ron:1:14: `textures\\\\a.png` is not the path of an asset: it has a backslash; \
             parts are separated by `/`, also on Windows",
        ),
        (
            r#"(resources: [cache(id: "c", make: "atlas", from: ["c"])])"#,
            "m.ron:1:14: `c` is made from `c`, which must stand before it",
        ),
        ("(include: [\n  \"gone.ron\"])", "m.ron:2:3: cannot read gone.ron: there is no such file"),
        ("(include: [\n  gone])", "m.ron:2:3: `include` is a list of paths in quotes: Expected string"),
    ];
    for (manifest, expected) in cases {
        assert_eq!(refused(manifest), expected);
    }
}

#[test]
fn a_long_id_or_path_is_refused_without_its_text() {
    let long = "x".repeat(100 << 10);
    let manifest =
        |id: &str, path: &str| format!("(resources: [\n\n bytes(id: \"{id}\", path: \"{path}\")])");
    assert_eq!(refused(manifest(&long, "a.png")), "m.ron:3:2: the id has 102400 bytes (max. 100)");
    assert_eq!(
        refused(manifest("a", &long)),
        format!("m.ron:3:2: `{}...` is not the path of an asset: it is longer than 240 bytes", &long[..240])
    );
}

#[test]
fn a_web_page_in_place_of_a_file_is_called_a_web_page() {
    let page = "\n<!DOCTYPE html><html>";
    let message = "the file starts like a web page, not like a ";
    assert_eq!(refused(page), format!("m.ron: {message}manifest: is the address of the assets right?"));
    #[derive(serde::Deserialize)]
    struct Tuning {}
    for kind in ["texture", "sound", "bytes", "tuning"] {
        let manifest = format!("(resources: [{kind}(id: \"a\", path: \"a.bin\")])");
        let source = TestSource::default().with("m.ron", manifest).with("a.bin", page);
        let mut stage = reading(source);
        stage.manager.assets_mut().register_ron::<Tuning>("tuning");
        stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
        load(&mut stage, "play");
        assert!(failure(&stage).contains(&format!("a.bin: {message}")), "{}", failure(&stage));
    }
    // A game may have web pages of its own.
    let source = TestSource::default().with("help.html", page);
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").resource(Resource::file::<Vec<u8>>("help", "help.html")), &["menu"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn the_check_says_which_file_a_missing_one_may_be() {
    let manifest = r#"(resources: [
        bytes(id: "case", path: "sounds/pop.wav"),
        bytes(id: "folder", path: "assets/data/map.bin"),
        bytes(id: "typo", path: "data/mpa.bin"),
        bytes(id: "gone", path: "data/hero.bin"),
    ])"#;
    let source = TestSource::default().with("phases/m.ron", manifest).with("sounds/Pop.wav", "1");
    let mut stage = reading(source.with("data/map.bin", "1"));
    stage.add_phase(Phase::new("play").manifest("phases/m.ron"), &["menu"]);
    stage.add_phase(Phase::new("next").manifest("assets/phases/m.ron"), &["menu"]);
    let problems = stage.manager.assets().check();
    let problems: Vec<_> = problems.iter().filter(|problem| problem.starts_with("phase")).collect();
    let missing = |path: &str| format!("cannot read {path}: there is no such file");
    let expected = [
        format!("phase `play`: bytes `case`: {}, did you mean sounds/Pop.wav?", missing("sounds/pop.wav")),
        format!(
            "phase `play`: bytes `folder`: {}, did you mean data/map.bin?",
            missing("assets/data/map.bin")
        ),
        format!("phase `play`: bytes `typo`: {}, did you mean data/map.bin?", missing("data/mpa.bin")),
        format!("phase `play`: bytes `gone`: {}", missing("data/hero.bin")),
        format!("phase `next`: {}, did you mean phases/m.ron?", missing("assets/phases/m.ron")),
    ];
    assert_eq!(problems, expected.each_ref());
    // So does the failure of a run.
    load(&mut stage, "play");
    assert!(failure(&stage).ends_with("sounds/pop.wav: there is no such file, did you mean sounds/Pop.wav?"));
    load(&mut stage, "next");
    assert!(failure(&stage).ends_with("m.ron: there is no such file, did you mean phases/m.ron?"));
}

#[test]
fn the_check_lists_a_problem_of_several_phases_once() {
    let manifest = r#"(resources: [bytes(id: "a", path: "gone")])"#;
    let source = TestSource::default().with("m.ron", manifest).with("n.ron", "(");
    let mut stage = reading(source);
    for (phase, path) in [("one", "m.ron"), ("two", "n.ron"), ("three", "m.ron"), ("four", "n.ron")] {
        stage.add_phase(Phase::new(phase).manifest(path), &["menu"]);
    }
    let problems = stage.manager.assets().check();
    let problems: Vec<_> = problems.iter().filter(|problem| problem.starts_with("phase")).collect();
    assert_eq!(*problems[0], "phases `one`, `three`: bytes `a`: cannot read gone: there is no such file");
    assert!(problems[1].starts_with("phases `two`, `four`: n.ron:1:"), "{problems:?}");
    assert_eq!(problems.len(), 2);
}

#[test]
fn a_file_under_two_ids_is_a_problem_of_the_check() {
    let manifest = r#"(resources: [bytes(id: "a", path: "x"), bytes(id: "b", path: "x")])"#;
    let mut stage = reading(TestSource::default().with("m.ron", manifest).with("x", "1"));
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    let problems = stage.manager.assets().check();
    let problems: Vec<_> = problems.iter().filter(|problem| problem.starts_with("phase `play`")).collect();
    assert_eq!(problems, ["phase `play`: bytes `b` has the same file as `a`, so that x is loaded twice"]);
}

#[test]
fn a_texture_with_two_filters_is_no_problem_of_the_check() {
    let manifest = r#"(resources: [
        texture(id: "a", path: "a.png"), texture(id: "smooth", path: "a.png", filter: linear),
    ])"#;
    let mut stage = reading(TestSource::default().with("m.ron", manifest).with("a.png", png(2)));
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    let problems = stage.manager.assets().check();
    assert!(!problems.iter().any(|problem| problem.starts_with("phase")), "{problems:?}");
}

#[test]
fn a_texture_has_the_filter_of_its_entry() {
    let source = TestSource::default()
        .with("a.png", png(1))
        .with("m.ron", r#"(resources: [texture(id: "a", path: "a.png", filter: linear)])"#)
        .with("n.ron", r#"(resources: [texture(id: "a", path: "a.png")])"#);
    let gpu = WatchedGpu::default();
    let log = gpu.log();
    let settings =
        ManagerSettings { source: Arc::new(source), gpu: Box::new(gpu), ..ManagerSettings::default() };
    let mut stage = Stage::empty(settings);
    for (phase, manifest) in [("one", "m.ron"), ("same", "m.ron"), ("other", "n.ron")] {
        stage.add_phase(Phase::new(phase).manifest(manifest), &["menu"]);
        load(&mut stage, phase);
    }
    // The texture stays in a phase with the same filter only.
    let expected = ["upload 4", "TextureId(1) Linear", "free 4", "upload 4"];
    assert_eq!(*log.borrow(), expected);
    assert_eq!(
        refused(r#"(resources: [sound(id: "a", path: "a.ogg", filter: linear)])"#),
        "m.ron:1:14: a sound has no `filter`; textures have"
    );
    let message = refused(r#"(resources: [texture(id: "a", path: "a.png", filter: soft)])"#);
    assert!(message.starts_with("m.ron:1:") && message.contains("`soft`"), "{message}");
}

#[test]
fn hostile_manifests_do_not_take_the_program_with_them() {
    assert!(refused(vec![0xff, 0xfe, 0x00]).starts_with("m.ron:1:1: the byte 0xff is not UTF-8"));
    assert!(
        refused(vec![b' '; (1 << 20) + 1])
            .starts_with("m.ron: the manifest is too large: 1048577 bytes (max. 1048576)")
    );
    assert!(refused("").starts_with("m.ron:1:1: "));
    for deep in ["(".repeat(200_000), "[".repeat(200_000), format!("(resources: {}", "[".repeat(200_000))] {
        assert!(refused(deep).starts_with("m.ron:1:"));
    }
    let entries: String = (0..10_001).map(|n| format!("callback(id:\"{n}\",make:\"grid\"),")).collect();
    assert_eq!(
        refused(format!("(resources: [{entries}])")),
        "m.ron: the phase has too many resources (max. 10000)"
    );
    let chain: String = (0..64).map(|n| format!("\"{n}.ron\",")).collect();
    let mut source = TestSource::default().with("m.ron", format!("(include: [{chain}])"));
    for number in 0..64 {
        source = source.with(&format!("{number}.ron"), "()");
    }
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).ends_with("63.ron: the phase includes too many manifests (max. 64)"));
}

#[test]
fn a_cycle_of_includes_is_called_one_with_its_files() {
    let cycle = "the includes are a cycle: m.ron, ";
    assert_eq!(
        refused(r#"(include: ["round.ron"])"#),
        format!("round.ron:1:12: {cycle}round.ron, m.ron; remove one")
    );
    assert_eq!(refused(r#"(include: ["m.ron"])"#), format!("m.ron:1:12: {cycle}m.ron; remove one"));
}

#[test]
fn the_manifest_of_a_phase_may_not_leave_the_folder_either() {
    let mut stage = reading(TestSource::default());
    stage.add_phase(Phase::new("play").manifest("../m.ron"), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).contains("`../m.ron` is not the path of an asset"));
}

fn with_makers(source: TestSource) -> Stage {
    let mut stage = reading(source);
    stage.manager.assets_mut().register_maker("grid", |_| Ok(()));
    stage
}

#[test]
fn the_queue_is_includes_then_manifest_then_code() {
    let source = TestSource::default()
        .with("m.ron", r#"(include: ["b.ron", "c.ron"], resources: [callback(id: "own", make: "grid")])"#)
        .with("b.ron", r#"(include: ["d.ron"], resources: [callback(id: "b", make: "grid", weight: 3)])"#)
        .with(
            "c.ron",
            r#"(include: ["d.ron"], resources: [callback(id: "c", make: "grid", optional: true)])"#,
        )
        .with("d.ron", r#"(resources: [callback(id: "d", make: "grid")])"#);
    let mut stage = with_makers(source.clone());
    stage.add_phase(Phase::new("play").manifest("m.ron").resource(super::callback("code")), &["menu"]);
    assert_eq!(
        resources(&load(&mut stage, "play")),
        [
            "callback play/d loaded 0.143",
            "callback play/b loaded 0.571",
            "callback play/c loaded 0.714",
            "callback play/own loaded 0.857",
            "callback play/code loaded 1.000"
        ]
    );
    assert_eq!(source.reads_of("d.ron"), 1);
    load(&mut stage, "play");
    assert_eq!(source.reads_of("m.ron"), 2, "an edited manifest counts from the next load on");
}

#[test]
fn a_failed_manifest_keeps_the_resources_until_the_next_load() {
    let source = TestSource::default().with("a.png", png(2)).with("m.ron", "(");
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("old").resource(super::texture("a")), &["menu"]);
    stage.add_phase(Phase::new("new").manifest("m.ron"), &["menu"]);
    load(&mut stage, "old");
    load(&mut stage, "new");
    assert_eq!(stage.stack(), ["failure"]);
    load(&mut stage, "old");
    assert_eq!((stage.stack(), source.reads_of("a.png")), (vec!["menu"], 1));
}
