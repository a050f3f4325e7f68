//! Files that take their time, as over a network: each moment of a load, one after the other.

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Background, LoadStep, Pace};
use proscenium_core::platform::TestSource;

use crate::files::{callback, png, resources, texture};
use crate::stage::Stage;

fn gated(source: TestSource) -> (Stage, TestSource) {
    let gates = source.gated();
    let settings = ManagerSettings { source: Arc::new(gates.clone()), ..ManagerSettings::default() };
    (Stage::empty(settings), gates)
}

fn images() -> TestSource {
    ["a", "b", "c"].iter().fold(TestSource::default(), |source, id| source.with(&format!("{id}.png"), png(4)))
}

/// The step and the progress, after enough frames that nothing more happens by itself.
fn after_a_while(stage: &mut Stage) -> String {
    for _ in 0..40 {
        stage.frame();
    }
    match stage.manager.load() {
        Some(status) => {
            let item = status.item.map_or("", |item| item.name());
            format!("{} {:.2} {item}", status.step.name(), status.progress.fraction)
        }
        None => format!("{:?}", stage.stack()),
    }
}

#[test]
fn progress_waits_for_each_file_and_for_nothing_else() {
    let manifest = r#"(resources: [texture(id: "a", path: "a.png"), texture(id: "b", path: "b.png"),
        texture(id: "c", path: "c.png")])"#;
    let (mut stage, gates) = gated(images().with("m.ron", manifest));
    stage.add_phase(Phase::new("play").manifest("m.ron").resource(callback("end")), &["menu"]);
    stage.run([ScreenCommand::load("play")]);
    assert_eq!(after_a_while(&mut stage), "freeing 0.00 ");
    gates.open("m.ron");
    assert_eq!(after_a_while(&mut stage), "loading 0.00 a");
    gates.open("b.png");
    assert_eq!(after_a_while(&mut stage), "loading 0.00 a", "the queue's order is kept");
    gates.open("a.png");
    assert_eq!(after_a_while(&mut stage), "loading 0.50 c");
    gates.open("c.png");
    assert_eq!(after_a_while(&mut stage), "[\"menu\"]");
    assert_eq!(
        resources(&stage.lines_from(0)),
        [
            "texture play/a loaded 0.250",
            "texture play/b loaded 0.500",
            "texture play/c loaded 0.750",
            "callback play/end loaded 1.000"
        ]
    );
}

#[test]
fn the_old_phase_stays_until_the_new_manifest_is_read() {
    let (mut stage, gates) =
        gated(images().with("m.ron", "(resources: [texture(id: \"a\", path: \"a.png\")])"));
    stage.add_phase(Phase::new("old").resource(texture("a")).resource(texture("b")), &["menu"]);
    gates.open("a.png");
    gates.open("b.png");
    stage.manager.start("old");
    after_a_while(&mut stage);
    // Manifests of phases that are there at the start are read before the first load.
    stage.add_phase(Phase::new("new").manifest("m.ron"), &["menu"]);
    stage.run([ScreenCommand::load("new")]);
    after_a_while(&mut stage);
    assert_eq!(stage.manager.assets().texture_count(), 2);
    gates.open("m.ron");
    assert_eq!(after_a_while(&mut stage), "[\"menu\"]");
    assert_eq!(stage.manager.assets().texture_count(), 1);
}

#[test]
fn nothing_of_a_load_that_was_replaced_arrives_later() {
    for threads in [0, 2] {
        let gates = images().gated();
        let settings = ManagerSettings {
            source: Arc::new(gates.clone()),
            background: Background::with_threads(threads),
            pace: Pace::Budget(std::time::Duration::from_millis(8)),
            ..ManagerSettings::default()
        };
        let mut stage = Stage::empty(settings);
        stage.add_phase(Phase::new("first").resource(texture("a")).resource(texture("b")), &["one"]);
        stage.add_phase(Phase::new("second").resource(texture("c")), &["two"]);
        stage.run([ScreenCommand::load("first")]);
        after_a_while(&mut stage);
        stage.run([ScreenCommand::load("second")]);
        gates.open("a.png");
        gates.open("b.png");
        after_a_while(&mut stage);
        assert_eq!(stage.manager.assets().texture_count(), 0);
        gates.open("c.png");
        stage.run_until_idle();
        after_a_while(&mut stage);
        assert_eq!(stage.stack(), ["two"]);
        assert_eq!(resources(&stage.lines_from(0)), ["texture second/c loaded 1.000"]);
        let ids: Vec<_> = stage.manager.assets().resources().ids().iter().map(|id| id.name()).collect();
        assert_eq!((ids, stage.manager.assets().texture_count()), (vec!["c"], 1));
    }
}

#[test]
fn a_load_can_be_quit_while_a_file_is_on_the_way() {
    let (mut stage, _gates) = gated(images());
    stage.add_phase(Phase::new("play").resource(texture("a")), &["menu"]);
    stage.run([ScreenCommand::load("play")]);
    after_a_while(&mut stage);
    assert_eq!(stage.manager.load().unwrap().step, LoadStep::Loading);
    stage.run([ScreenCommand::Quit]);
    assert!(stage.manager.has_ended());
}

#[test]
fn ready_files_take_hardly_more_ticks_than_items() {
    let mut source = TestSource::default();
    let mut phase = Phase::new("play");
    for number in 0..40 {
        source = source.with(&format!("{number}.png"), png(2));
        phase = phase.resource(texture(&number.to_string()));
    }
    let (mut stage, gates) = gated(source);
    for number in 0..40 {
        gates.open(&format!("{number}.png"));
    }
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    stage.run_until_idle();
    let ticks = stage.manager.assets().reports()[0].ticks;
    assert!(ticks <= 2 * 40, "{ticks} ticks for 40 items");
}
