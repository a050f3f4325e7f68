//! Streams: resources of a phase that screens request while it is played.

mod ends;
mod limits;
mod properties;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium::phase::{Background, LoadError, Pace, Progress, Resource, StreamTicket, Texture};
use proscenium::platform::{AssetSource, TestSource};

use crate::files::{failure, load, png, reading, resources, texture};
use crate::probe::Stage;

/// The images `a` to `g`, of 10 to 70 pixels a side.
const ENDED: &str = "the phase has ended";

fn too_small(id: &str, limit: u64) -> String {
    format!(
        "`{id}` does not fit into the {limit} bytes that streamed resources may have; release others first"
    )
}

fn unknown(id: &str) -> String {
    format!("the phase has no streamed resource `{id}`: is it marked `streamed: true` in its manifest?")
}

fn images() -> TestSource {
    ["a", "b", "c", "d", "e", "f", "g"]
        .into_iter()
        .zip(1..)
        .fold(TestSource::default(), |source, (id, tens)| source.with(&format!("{id}.png"), png(10 * tens)))
}

fn streamed(id: &str) -> Resource {
    texture(id).streamed()
}

/// A phase with these streamed textures.
fn world(ids: &[&str]) -> Phase {
    ids.iter().fold(Phase::new("world"), |phase, id| phase.resource(streamed(id)))
}

/// The phase `world` runs, with these streamed textures.
fn playing(source: impl AssetSource + 'static, settings: ManagerSettings, ids: &[&str]) -> Stage {
    let mut stage = Stage::empty(ManagerSettings { source: Arc::new(source), ..settings });
    stage.add_phase(world(ids), &["world"]);
    stage.manager.start("world");
    until(&mut stage, |stage| stage.stack() == ["world"]);
    stage.lines();
    stage
}

/// Runs ticks until something is so, also with threads that take their time.
fn until(stage: &mut Stage, is_so: impl Fn(&Stage) -> bool) {
    for _ in 0..600_000 {
        stage.frame();
        if is_so(stage) {
            return;
        }
        std::thread::sleep(Duration::from_micros(100));
    }
    panic!("a minute was not enough: {:#?}", stage.lines());
}

/// The active screen `world` requests these in the next tick, which is run.
fn request(stage: &mut Stage, ids: &[&'static str], priority: i32) -> StreamTicket {
    let (ticket, ids) = (Rc::new(RefCell::new(None)), ids.to_vec());
    let slot = Rc::clone(&ticket);
    stage.once("world", "update", move |cx| {
        slot.borrow_mut().replace(cx.stream(ids.iter().copied(), priority));
    });
    stage.frame();
    ticket.take().unwrap()
}

/// Runs so many ticks; what happened to resources, each line with its tick counted from 0.
fn run(stage: &mut Stage, ticks: usize) -> Vec<String> {
    stage.lines();
    let first = stage.manager.tick() + 1;
    (0..ticks).for_each(|_| stage.frame());
    stage.lines_from(first)
}

fn ids(stage: &Stage) -> Vec<&'static str> {
    stage.manager.resources().ids().iter().map(|id| id.name()).collect()
}

#[test]
fn a_load_leaves_out_what_is_streamed() {
    let manifest = r#"(resources: [texture(id: "a", path: "a.png"),
        texture(id: "b", path: "b.png", streamed: true, weight: 2)])"#;
    let source = images().with("m.ron", manifest);
    let mut stage = reading(source.clone());
    stage.add_phase(Phase::new("world").manifest("m.ron"), &["world"]);
    assert_eq!(resources(&load(&mut stage, "world")), ["texture world/a loaded 1.000"]);
    assert_eq!(source.reads_of("b.png"), 0);
    let missing = LoadError::Missing("b".to_owned(), None);
    assert_eq!(stage.manager.resources().find::<Texture>("b"), Err(missing));
    let ticket = request(&mut stage, &["b"], 0);
    assert_eq!((ticket.outcome(), ticket.progress().total), (None, 1));
    assert_eq!(run(&mut stage, 20), ["15 texture world/b loaded 1.000"], "eight ticks for each weight");
    assert_eq!((ticket.outcome(), source.reads_of("b.png")), (Some(Ok(())), 1));
    assert_eq!(stage.manager.resources().find::<Texture>("b").unwrap().width, 20);
}

#[test]
fn a_higher_priority_comes_first_and_one_item_in_a_tick() {
    let mut stage = playing(images(), ManagerSettings::default(), &["a", "b", "c", "d", "e", "f", "g"]);
    stage.once("world", "update", |cx| {
        for (ids, priority) in [(["a", "b"], 0), (["c", "d"], 7), (["e", "f"], 0)] {
            // Kept for ever.
            Box::leak(Box::new(cx.stream(ids, priority)));
        }
    });
    stage.frame();
    let _late = request(&mut stage, &["g", "a"], 9);
    assert_eq!(
        run(&mut stage, 30),
        [
            "6 texture world/c loaded 0.500",
            "7 texture world/d loaded 1.000",
            // Of the two requests that it is in the one of the higher priority counts.
            "8 texture world/a loaded 0.500",
            "9 texture world/b loaded 1.000",
            // The window of four items was full before.
            "15 texture world/g loaded 1.000",
            "16 texture world/e loaded 0.500",
            "17 texture world/f loaded 1.000",
        ]
    );
}

#[test]
fn a_ticket_has_the_progress_by_weight_and_the_outcome() {
    let mut stage = reading(images());
    stage
        .add_phase(Phase::new("world").resource(streamed("a")).resource(streamed("b").weight(3)), &["world"]);
    load(&mut stage, "world");
    let ticket = request(&mut stage, &["a", "b"], 0);
    let progress = |done, fraction| Progress { done, total: 2, fraction };
    assert_eq!((ticket.progress(), ticket.outcome()), (progress(0, 0.0), None));
    run(&mut stage, 8);
    assert_eq!((ticket.progress(), ticket.outcome()), (progress(1, 0.25), None));
    run(&mut stage, 16);
    assert_eq!((ticket.progress(), ticket.outcome()), (progress(2, 1.0), Some(Ok(()))));
    let nothing = request(&mut stage, &[], 0);
    let again = request(&mut stage, &["b", "b"], 0);
    assert_eq!(again.progress().total, 1);
    assert_eq!((nothing.outcome(), again.outcome()), (Some(Ok(())), Some(Ok(()))), "there at once");
}

#[test]
fn with_a_budget_as_many_come_as_fit() {
    let pace = Pace::Budget(Duration::from_millis(4));
    let settings = ManagerSettings { pace, ..ManagerSettings::default() };
    let mut stage = playing(images(), settings, &["a", "b", "c", "d", "e", "f"]);
    stage.lines();
    let _ticket = request(&mut stage, &["a", "b", "c", "d", "e", "f"], 0);
    let expected = ["0.167", "0.333", "0.500", "0.667", "0.833", "1.000"].into_iter().zip("abcdef".chars());
    let expected: Vec<_> = expected.map(|(part, id)| format!("texture world/{id} loaded {part}")).collect();
    assert_eq!(stage.lines(), expected, "the clock stands still");
}

#[test]
fn over_a_network_nothing_waits_for_a_file() {
    for threads in [0, 2] {
        let gates = images().gated();
        gates.open("a.png");
        let background = Background::with_threads(threads);
        let settings = ManagerSettings { background, ..ManagerSettings::default() };
        let mut stage = playing(gates.clone(), settings, &["a", "b", "c"]);
        let ticket = request(&mut stage, &["a", "b", "c"], 0);
        until(&mut stage, |_| ticket.progress().done == 1);
        run(&mut stage, 50);
        assert_eq!((ids(&stage), ticket.outcome()), (vec!["a"], None), "{threads} threads");
        gates.open("b.png");
        gates.open("c.png");
        until(&mut stage, |_| ticket.progress().done == 3);
        assert_eq!(ticket.outcome(), Some(Ok(())));
    }
}

#[test]
fn an_id_that_is_not_streamed_is_unknown_and_the_rest_comes() {
    let mut stage = reading(images());
    stage.add_phase(world(&["a"]).resource(texture("b")), &["world"]);
    load(&mut stage, "world");
    for id in ["b", "nonsense"] {
        let ticket = request(&mut stage, &[id, "a"], 0);
        assert_eq!(ticket.outcome(), Some(Err(unknown(id).as_str())));
        run(&mut stage, 8);
        assert_eq!((ticket.progress().done, ids(&stage)), (1, vec!["a", "b"]));
        assert_eq!(ticket.progress().fraction, 0.5);
    }
}

#[test]
fn code_is_not_streamed_and_reads_nothing_streamed() {
    let made = || Resource::cache("sheet", &["a"], |_| Ok(()));
    for (phase, error) in [
        (
            Phase::new("world").resource(texture("a")).resource(made().streamed()),
            "files only can be streamed",
        ),
        (world(&["a"]).resource(made()), "`sheet` is made from `a`, which is streamed: it may not be there"),
    ] {
        let mut stage = reading(images());
        stage.add_phase(phase, &["world"]);
        load(&mut stage, "world");
        let failure = failure(&stage);
        assert!(failure.contains(error), "{failure}");
    }
}

#[test]
fn streams_wait_while_a_phase_is_loaded() {
    let gates = images().gated();
    gates.open("a.png");
    let mut stage = playing(gates.clone(), ManagerSettings::default(), &["a"]);
    stage.add_phase(Phase::new("other").resource(texture("b")).resource(streamed("c")), &["other"]);
    let ticket = Rc::new(RefCell::new(None));
    let slot = Rc::clone(&ticket);
    stage.once("loading", "update", move |cx| drop(slot.borrow_mut().replace(cx.stream(["c"], 0))));
    stage.run([ScreenCommand::load("other")]);
    gates.open("c.png");
    run(&mut stage, 50);
    assert_eq!(gates.reads_of("c.png"), 0);
    gates.open("b.png");
    run(&mut stage, 50);
    assert_eq!(ticket.take().unwrap().outcome(), Some(Ok(())), "it is one of the phase that was loaded");
    assert_eq!(ids(&stage), ["b", "c"]);
}
