//! How streams end: dropped tickets, failures, other phases, the end of the program.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

use proscenium::flow::SavedFlow;
use proscenium::phase::{LoadError, LoadPolicy, LoadStep};
use proscenium::platform::{AssetPath, ReadCause, ReadError, ReadFuture};

fn textures(stage: &Stage) -> (usize, u64) {
    (stage.manager.texture_count(), stage.manager.memory().texture_bytes)
}

#[test]
fn what_no_ticket_names_any_more_is_not_loaded() {
    let source = images();
    let mut stage = playing(source.clone(), ManagerSettings::default(), &["a", "b", "c", "d", "e"]);
    let first = request(&mut stage, &["a", "b", "c", "d", "e"], 0);
    let second = request(&mut stage, &["b"], 0);
    run(&mut stage, 4);
    drop(first);
    assert_eq!(run(&mut stage, 20), ["2 texture world/b loaded 1.000"]);
    assert_eq!(source.reads_of("e.png"), 0);
    assert_eq!((second.outcome(), textures(&stage)), (Some(Ok(())), (1, 1600)));
    // A screen that leaves drops its ticket.
    stage.once("world", "update", |cx| drop(cx.stream(["c"], 0)));
    assert_eq!(run(&mut stage, 20), [""; 0]);
}

#[test]
fn a_clone_of_a_ticket_keeps_the_resources() {
    let settings = ManagerSettings { stream_limit: 400, ..ManagerSettings::default() };
    let mut stage = playing(images(), settings, &["a", "b"]);
    let ticket = request(&mut stage, &["a"], 0);
    let clone = ticket.clone();
    drop(ticket);
    run(&mut stage, 20);
    let other = request(&mut stage, &["b"], 0);
    run(&mut stage, 20);
    assert_eq!((clone.outcome(), ids(&stage)), (Some(Ok(())), vec!["a"]));
    assert_eq!(other.outcome(), Some(Err(too_small("b", 400).as_str())));
}

#[test]
fn a_missing_file_is_the_outcome_and_the_phase_goes_on() {
    let mut stage = playing(images(), ManagerSettings::default(), &["a", "missing", "b"]);
    let ticket = request(&mut stage, &["a", "missing", "b"], 0);
    assert_eq!(
        run(&mut stage, 20),
        [
            "7 texture world/a loaded 0.333",
            "8 texture world/missing failed 0.333",
            "9 texture world/b loaded 0.667",
        ]
    );
    let cause = LoadError::Read(ReadError { path: "missing.png".to_owned(), cause: ReadCause::NotFound });
    let error = format!("texture `missing`: {cause}");
    assert_eq!((ticket.outcome(), stage.stack()), (Some(Err(error.as_str())), vec!["world"]));
    let again = request(&mut stage, &["missing"], 0);
    assert_eq!(again.outcome(), None, "it is tried again");
    run(&mut stage, 8);
    assert_eq!(again.outcome(), Some(Err(error.as_str())));
}

#[test]
fn an_interrupted_read_is_retried_and_a_stand_in_counts() {
    let source = images().interrupting("a.png", 2);
    let mut stage = reading(source);
    let optional = |id| streamed(id).optional();
    let bytes = Resource::file::<Vec<u8>>("text", "text").streamed().optional();
    stage.add_phase(world(&["a"]).resource(optional("missing")).resource(bytes), &["world"]);
    load(&mut stage, "world");
    let ticket = request(&mut stage, &["a", "missing", "text"], 0);
    assert_eq!(
        run(&mut stage, 100),
        [
            "7 texture world/a retried 0.000",
            // After 15 and 30 ticks, and each time the ticks to decode it.
            "29 texture world/a retried 0.000",
            "66 texture world/a loaded 0.333",
            "67 texture world/missing stand_in 0.667",
            "68 bytes world/text failed 1.000",
        ]
    );
    assert_eq!((ticket.outcome(), ids(&stage)), (Some(Ok(())), vec!["a", "missing"]));
}

#[test]
fn a_file_that_takes_too_long_fails_by_the_policy_of_the_phase() {
    let gates = images().gated();
    gates.open("b.png");
    let mut stage = reading(gates.clone());
    let policy = LoadPolicy { time_limit: Some(60), ..LoadPolicy::default() };
    stage.add_phase(world(&["a", "b"]).load_policy(policy), &["world"]);
    load(&mut stage, "world");
    let ticket = request(&mut stage, &["a", "b"], 0);
    run(&mut stage, 50);
    assert_eq!(ticket.outcome(), None);
    run(&mut stage, 20);
    let late = format!("texture `a`: {}", LoadError::TimedOut(60));
    assert_eq!((ticket.outcome(), ids(&stage)), (Some(Err(late.as_str())), vec!["b"]));
}

#[test]
fn a_stand_in_that_was_freed_is_tried_again() {
    let source = Arc::new(images().interrupting("b.png", 1));
    let settings = ManagerSettings { source, stream_limit: 3600, ..ManagerSettings::default() };
    let mut stage = Stage::empty(settings);
    let policy = LoadPolicy { retries: 0, ..LoadPolicy::default() };
    let phase = world(&["c"]).resource(streamed("b").optional()).load_policy(policy);
    stage.add_phase(phase, &["world"]);
    load(&mut stage, "world");
    let mut seen = Vec::new();
    for id in ["b", "c", "b"] {
        let ticket = request(&mut stage, &[id], 0);
        run(&mut stage, 20);
        assert_eq!(ticket.outcome(), Some(Ok(())));
        let width = stage.manager.resources().find::<Texture>(id).unwrap().width;
        seen.push((ids(&stage), width, stage.manager.resources().failures().count()));
    }
    assert_eq!(seen, [(vec!["b"], 16, 1), (vec!["c"], 30, 1), (vec!["b"], 20, 0)]);
}

#[test]
fn another_phase_a_quit_and_a_failure_leave_nothing() {
    for ticks in [0, 3, 8, 20] {
        for threads in [0, 2] {
            let begun = || {
                let background = Background::with_threads(threads);
                let settings = ManagerSettings { background, ..ManagerSettings::default() };
                let mut stage = playing(images(), settings, &["a", "b", "c", "d", "e"]);
                stage.add_phase(Phase::new("other").resource(texture("g")), &["other"]);
                let ticket = request(&mut stage, &["a", "b", "c", "d", "e"], 0);
                run(&mut stage, ticks);
                (stage, ticket)
            };
            let ended = Some(Err(ENDED));
            let (mut stage, ticket) = begun();
            load(&mut stage, "other");
            run(&mut stage, 20);
            assert_eq!((ticket.outcome(), textures(&stage)), (ended, (1, 70 * 70 * 4)));
            let (mut stage, ticket) = begun();
            load(&mut stage, "world");
            run(&mut stage, 20);
            assert_eq!((ticket.outcome(), textures(&stage)), (ended, (0, 0)), "the same phase again");
            let (mut stage, ticket) = begun();
            stage.run([ScreenCommand::Quit]);
            assert_eq!((ticket.outcome(), textures(&stage)), (ended, (0, 0)));
            assert!(stage.manager.leaks().is_empty());
            let (stage, ticket) = begun();
            drop(stage);
            assert_eq!(ticket.outcome(), ended);
            let (mut stage, ticket) = begun();
            stage.once("world", "update", |cx| cx.fail("no luck"));
            drop(ticket);
            run(&mut stage, 20);
            let resident = textures(&stage);
            load(&mut stage, "other");
            assert!(resident.0 == ticks.saturating_sub(7).min(5) && stage.manager.leaks().is_empty());
            assert_eq!(textures(&stage), (1, 70 * 70 * 4));
        }
    }
}

#[test]
fn a_save_has_no_streams_and_a_restore_ends_them() {
    let mut stage = playing(images(), ManagerSettings::default(), &["a", "b", "c"]);
    let ticket = request(&mut stage, &["a", "b", "c"], 0);
    run(&mut stage, 8);
    assert_eq!((ids(&stage), ticket.outcome()), (vec!["a"], None));
    let saved = SavedFlow::parse(&stage.manager.save().unwrap()).unwrap();
    stage.manager.command(ScreenCommand::Restore(saved));
    stage.run_until_idle();
    run(&mut stage, 20);
    assert_eq!((stage.stack(), textures(&stage)), (vec!["world"], (0, 0)));
    assert_eq!(ticket.outcome(), Some(Err(ENDED)));
}

#[test]
fn a_request_after_the_end_has_ended() {
    let mut stage = playing(images(), ManagerSettings::default(), &["a"]);
    stage.manager.make_current();
    let flow = proscenium::flow::FlowHandle::current().unwrap();
    let late = flow.stream(["a"], 0);
    stage.once("world", "on_exit", |cx| drop(cx.stream(["a"], 0)));
    stage.run([ScreenCommand::Quit]);
    for ticket in [late, flow.stream(["a"], 0)] {
        assert_eq!(ticket.outcome(), Some(Err(ENDED)));
    }
}

#[test]
fn the_next_phase_keeps_what_was_streamed() {
    for preloads in [false, true] {
        let source = images();
        let mut stage = playing(source.clone(), ManagerSettings::default(), &["a", "b", "c"]);
        let next = Phase::new("next").resource(texture("a")).resource(streamed("b")).resource(texture("d"));
        stage.add_phase(next, &["world"]);
        let ticket = request(&mut stage, &["a", "b", "c"], 0);
        run(&mut stage, 20);
        let old = stage.manager.resources().handle::<Texture>("a").unwrap();
        if preloads {
            stage.run([ScreenCommand::preload("next")]);
            run(&mut stage, 10);
            let status = stage.manager.preload_status().unwrap();
            assert_eq!((status.step, status.progress.total), (LoadStep::Ready, 2));
        }
        let trace = load(&mut stage, "next");
        let mut expected = vec!["texture world/b freed 0.000", "texture world/c freed 0.000"];
        match preloads {
            false => expected.push("texture next/d loaded 1.000"),
            // The preload cannot count on it: it may be freed before the change.
            true => {
                expected.insert(0, "texture world/a freed 0.000");
                expected.extend(["texture next/a loaded 0.500", "texture next/d loaded 1.000"]);
            }
        }
        assert_eq!(resources(&trace), expected);
        assert_eq!(stage.manager.resources().get(old).is_some(), !preloads);
        assert_eq!((ids(&stage), textures(&stage).0), (vec!["a", "d"], 2));
        assert_eq!(ticket.outcome(), Some(Err(ENDED)));
        let _b = request(&mut stage, &["b"], 0);
        run(&mut stage, 20);
        assert_eq!((ids(&stage), textures(&stage).0), (vec!["a", "b", "d"], 3));
        stage.run([ScreenCommand::Quit]);
        assert_eq!((textures(&stage), stage.manager.leaks().len()), ((0, 0), 0));
    }
}

#[test]
fn a_saved_file_is_read_again_only_if_it_is_there() {
    let source = images();
    let mut stage = playing(source.clone(), ManagerSettings::default(), &["a", "b"]);
    let _ticket = request(&mut stage, &["a"], 0);
    run(&mut stage, 20);
    let paths = || ["a.png", "b.png"].map(|path| AssetPath::new(path).unwrap());
    stage.manager.reload_changed(paths());
    let read = (0..20).flat_map(|_| {
        stage.frame();
        stage.manager.reload_changed([])
    });
    let _ = read.count();
    assert_eq!((source.reads_of("a.png"), source.reads_of("b.png")), (2, 0));
    assert_eq!((ids(&stage), textures(&stage)), (vec!["a"], (1, 400)));
}

#[test]
fn a_ticket_of_an_unknown_resource_releases_nothing_else() {
    /// Has another manifest from the second read of it on.
    struct Edited([TestSource; 2], AtomicUsize);
    impl AssetSource for Edited {
        fn read(&self, path: &AssetPath) -> ReadFuture {
            let reads = self.1.fetch_add(usize::from(path.as_str() == "m.ron"), Ordering::Relaxed);
            self.0[reads.min(1)].read(path)
        }
    }
    let manifest = |more| format!(r#"(resources: [texture(id: "a", path: "a.png", streamed: true){more}])"#);
    let more = r#", texture(id: "b", path: "b.png", streamed: true)"#;
    let files = ["", more].map(|more| images().with("m.ron", manifest(more)));
    let source = Arc::new(Edited(files, AtomicUsize::new(0)));
    let mut stage =
        Stage::empty(ManagerSettings { source, stream_limit: 1600, ..ManagerSettings::default() });
    stage.add_phase(Phase::new("world").manifest("m.ron"), &["world"]);
    load(&mut stage, "world");
    let early = request(&mut stage, &["b"], 0);
    run(&mut stage, 1);
    assert_eq!(early.outcome(), Some(Err(unknown("b").as_str())));
    for saved in [Some(AssetPath::new("m.ron").unwrap()), None] {
        assert!(stage.manager.reload_changed(saved).is_empty());
    }
    let late = request(&mut stage, &["b"], 0);
    run(&mut stage, 20);
    drop(early);
    // There is no room for both, and `b` is still in use.
    let third = request(&mut stage, &["a"], 0);
    run(&mut stage, 20);
    assert_eq!((late.outcome(), ids(&stage)), (Some(Ok(())), vec!["b"]));
    assert_eq!(third.outcome(), Some(Err(too_small("a", 1600).as_str())));
}
