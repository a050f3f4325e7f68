//! Manifests as designers write them, and as they write them wrongly.

use proscenium::flow::Phase;
use proscenium::platform::MemorySource;

use crate::files::{failure, load, png, reading, resources};
use crate::probe::Stage;

/// Loads a phase with this manifest and returns the cause of its failure.
fn refused(manifest: impl Into<Vec<u8>>) -> String {
    let source = MemorySource::default()
        .with("m.ron", manifest)
        .with("a.png", png(1))
        .with("round.ron", r#"(include: ["m.ron"])"#)
        .with("broken.ron", "(resources: [\n  oops\n])");
    let mut stage = reading(source);
    stage.manager.register_maker("atlas", |_| Ok(()));
    stage.manager.register_maker("grid", |_| Ok(()));
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
            "m.ron: `../../etc/passwd` is not the path of an asset: it may not have `.` or `..` as a part; \
             write it as seen from the assets folder",
        ),
        (
            r#"(include: ["../../etc/passwd"])"#,
            "`../../etc/passwd` is not the path of an asset: it may not have `.` or `..` as a part; \
             write it as seen from the assets folder",
        ),
        (
            r#"(resources: [texture(id: "a", path: "/etc/passwd")])"#,
            "m.ron: `/etc/passwd` is not the path of an asset: it is absolute; \
             write it as seen from the assets folder",
        ),
        (
            r#"(resources: [texture(id: "a", path: "a.png"), sound(id: "a", path: "a.ogg")])"#,
            "m.ron: two resources have the id `a`; ids of one phase must differ",
        ),
        (
            r#"(resources: [cache(id: "c", make: "glyphs")])"#,
            "m.ron: `c` is made by `glyphs`, which the program does not have; it has: atlas, grid",
        ),
        (
            r#"(resources: [cache(id: "c", make: "atlas", from: ["a"]), texture(id: "a", path: "a.png")])"#,
            "m.ron: `c` is made from `a`, which must stand before it",
        ),
        (
            r#"(resources: [cache(id: "c", make: "atlas", from: ["c"])])"#,
            "m.ron: `c` is made from `c`, which must stand before it",
        ),
        (r#"(include: ["gone.ron"])"#, "cannot read gone.ron: there is no such file"),
    ];
    for (manifest, expected) in cases {
        assert_eq!(refused(manifest), expected);
    }
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
    let mut source = MemorySource::default().with("m.ron", format!("(include: [{chain}])"));
    for number in 0..64 {
        source = source.with(&format!("{number}.ron"), "()");
    }
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").manifest("m.ron"), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).ends_with("63.ron: the phase includes too many manifests (max. 64)"));
}

#[test]
fn manifests_that_include_one_another_count_once_each() {
    assert_eq!(refused(r#"(include: ["round.ron", "m.ron", "round.ron"])"#), "");
}

#[test]
fn the_manifest_of_a_phase_may_not_leave_the_folder_either() {
    let mut stage = reading(MemorySource::default());
    stage.add_phase(Phase::new("play").manifest("../m.ron"), &["menu"]);
    load(&mut stage, "play");
    assert!(failure(&stage).contains("`../m.ron` is not the path of an asset"));
}

fn with_makers(source: MemorySource) -> Stage {
    let mut stage = reading(source);
    stage.manager.register_maker("grid", |_| Ok(()));
    stage
}

#[test]
fn the_queue_is_includes_then_manifest_then_code() {
    let source = MemorySource::default()
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
    let source = MemorySource::default().with("a.png", png(2)).with("m.ron", "(");
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("old").resource(super::texture("a")), &["menu"]);
    stage.add_phase(Phase::new("new").manifest("m.ron"), &["menu"]);
    load(&mut stage, "old");
    load(&mut stage, "new");
    assert_eq!(stage.stack(), ["failure"]);
    load(&mut stage, "old");
    assert_eq!((stage.stack(), source.reads_of("a.png")), (vec!["menu"], 1));
}
