//! How a preload ends: broken files, other commands, files that change, files that take long.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{Activity, Background, LoadPolicy, LoadStep, Pace, Resource};
use proscenium_core::platform::{AssetPath, AssetSource, ReadFuture, TestSource};

use super::{images, load, logo_and_menu, phase, preload, start, status};
use crate::files::{failure, png, reading, resources, texture};
use crate::stage::Stage;

/// A logo, and a menu of these items, of which `c` and `d` are images.
fn stage_with(source: TestSource, menu: Phase) -> Stage {
    let mut stage = reading(source);
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(menu, &["menu"]);
    start(&mut stage, "logo");
    stage
}

#[test]
fn a_broken_file_is_left_to_the_load_which_reports_it() {
    for broken in ["no image", ""] {
        let source = images().with("broken.png", broken);
        let mut stage = stage_with(source, phase("menu", &["c", "broken", "d"]));
        preload(&mut stage, "menu", 4);
        assert_eq!((status(&stage), stage.stack()), (Some((LoadStep::Failed, 2, 3)), vec!["logo"]));
        let error = stage.manager.assets().preload().unwrap().error.clone().unwrap();
        let trace = load(&mut stage, "menu");
        assert_eq!(
            resources(&trace),
            ["texture logo/a freed 0.000", "texture menu/c loaded 0.333", "texture menu/broken failed 0.333"],
            "as without a preload"
        );
        assert_eq!(stage.manager.assets().texture_count(), 1);
        assert_eq!((failure(&stage), stage.stack()), (format!("failure: {error}"), vec!["failure"]));
        assert!(stage.manager.assets().preload().is_none());
    }
}

#[test]
fn a_missing_optional_file_gets_its_stand_in_by_the_load() {
    let menu = phase("menu", &["c"]).resource(texture("missing").optional());
    let mut stage = stage_with(images(), menu);
    preload(&mut stage, "menu", 3);
    assert_eq!((status(&stage), stage.manager.assets().texture_count()), (Some((LoadStep::Failed, 1, 2)), 2));
    assert_eq!(resources(&load(&mut stage, "menu"))[2], "texture menu/missing stand_in 1.000");
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_read_that_breaks_off_is_retried_by_the_preload_and_then_by_the_load() {
    for (ticks, step, done, retried) in [(3, LoadStep::Loading, 0, true), (60, LoadStep::Ready, 2, false)] {
        let source = images().interrupting("c.png", 2);
        let mut stage = stage_with(source, phase("menu", &["c", "d"]));
        preload(&mut stage, "menu", ticks);
        assert_eq!(status(&stage), Some((step, done, 2)));
        let trace = load(&mut stage, "menu");
        let mut expected = vec!["texture menu/c loaded 0.500", "texture menu/d loaded 1.000"];
        if retried {
            expected.insert(0, "texture menu/c retried 0.000");
        }
        assert_eq!(resources(&trace)[1..], expected);
    }
}

#[test]
fn a_preload_that_makes_no_progress_says_so() {
    let policy = LoadPolicy { slow_after: 5, stalled_after: 10, ..LoadPolicy::default() };
    let gates = images().gated();
    gates.open("a.png");
    let mut stage = reading(gates.clone());
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(phase("menu", &["c", "d"]).load_policy(policy), &["menu"]);
    start(&mut stage, "logo");
    let activity = |stage: &Stage| stage.manager.assets().preload().unwrap().activity;
    preload(&mut stage, "menu", 3);
    assert_eq!(activity(&stage), Activity::Working);
    (0..4).for_each(|_| stage.frame());
    assert_eq!(activity(&stage), Activity::Slow);
    (0..5).for_each(|_| stage.frame());
    assert_eq!(activity(&stage), Activity::Stalled);
    // Its items come in their order.
    gates.open("d.png");
    (0..3).for_each(|_| stage.frame());
    assert_eq!((activity(&stage), status(&stage)), (Activity::Stalled, Some((LoadStep::Loading, 0, 2))));
    gates.open("c.png");
    (0..3).for_each(|_| stage.frame());
    assert_eq!((activity(&stage), status(&stage)), (Activity::Working, Some((LoadStep::Ready, 2, 2))));
}

#[test]
fn a_manifest_that_is_broken_is_reported_by_the_load() {
    let source = images().with("m.ron", "(resources: [nonsense(id: \"c\")])");
    let mut stage = stage_with(source, Phase::new("menu").manifest("m.ron"));
    preload(&mut stage, "menu", 3);
    assert_eq!(status(&stage), Some((LoadStep::Failed, 0, 0)));
    load(&mut stage, "menu");
    assert!(failure(&stage).contains("unknown kind `nonsense`"));
}

#[test]
fn a_manifest_that_never_arrives_ends_a_preload_with_the_time_limit() {
    let gates = images().with("m.ron", "()").gated();
    gates.open("a.png");
    let mut stage = reading(gates.clone());
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    let policy = LoadPolicy { time_limit: Some(20), slow_after: 5, ..LoadPolicy::default() };
    stage.add_phase(Phase::new("menu").manifest("m.ron").load_policy(policy), &["menu"]);
    start(&mut stage, "logo");
    preload(&mut stage, "menu", 10);
    let activity = stage.manager.assets().preload().map(|preload| preload.activity);
    assert_eq!((status(&stage), activity), (Some((LoadStep::Loading, 0, 0)), Some(Activity::Slow)));
    (0..20).for_each(|_| stage.frame());
    assert_eq!(status(&stage), Some((LoadStep::Failed, 0, 0)));
    let error = stage.manager.assets().preload().unwrap().error.clone().unwrap();
    assert!(error.contains("it took longer than the limit of 20 ticks"), "{error}");
}

#[test]
fn a_maker_that_fails_at_the_change_leads_to_the_failure_screen() {
    let broken = Resource::callback::<()>("work", |_| panic!("on purpose"));
    let mut stage = stage_with(images(), phase("menu", &["c"]).resource(broken));
    preload(&mut stage, "menu", 2);
    assert_eq!(status(&stage), Some((LoadStep::Ready, 1, 1)));
    let batch = ScreenCommand::batch([ScreenCommand::load("menu"), ScreenCommand::push("menu")]);
    let trace = stage.run([batch]);
    assert!(failure(&stage).contains("it panicked: on purpose"));
    assert_eq!(trace.last().map(String::as_str), Some("[failure]"));
    assert!(trace.contains(&"push menu rejected: the load before it failed".to_owned()), "{trace:?}");
}

#[test]
fn a_preload_that_cannot_be_is_rejected_with_the_reason() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    for (phase, reason) in [
        ("logo", "`logo` is the current phase already"),
        ("nowhere", "there is no phase `nowhere`; there are: logo, menu"),
    ] {
        let ticket = stage.manager.command(ScreenCommand::preload(phase));
        assert_eq!(stage.run::<ScreenCommand>([]), [format!("preload {phase} rejected: {reason}")]);
        assert_eq!(ticket.outcome(), Some(Err(reason)));
    }
    let mut stage = reading(images());
    stage.add_phase(phase("menu", &[]), &["menu"]);
    let reason = "there is no phase beside which another can be preloaded";
    assert_eq!(stage.run([ScreenCommand::preload("menu")]), [format!("preload menu rejected: {reason}")]);
}

#[test]
fn a_preload_during_a_load_waits_for_its_end() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    stage.run([ScreenCommand::load("menu")]);
    let trace = stage.run([ScreenCommand::preload("logo")]);
    assert_eq!(trace.last().unwrap(), "preload logo queued: a phase is being loaded");
    stage.run_until_idle();
    assert!(stage.lines().contains(&"preload logo applied".to_owned()));
    stage.frame();
    stage.frame();
    assert_eq!(status(&stage), Some((LoadStep::Ready, 1, 1)));
}

#[test]
fn a_load_of_another_phase_ends_the_preload() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    stage.add_phase(phase("game", &["e"]), &["game"]);
    preload(&mut stage, "menu", 3);
    assert_eq!(stage.manager.assets().texture_count(), 4);
    let trace = load(&mut stage, "game");
    assert!(trace.contains(&"0 [loading]".to_owned()));
    let expected =
        ["texture logo/a freed 0.000", "texture logo/b freed 0.000", "texture game/e loaded 1.000"];
    assert_eq!(resources(&trace), expected, "what was never resident is not freed in the trace");
    assert_eq!((stage.manager.assets().texture_count(), status(&stage)), (1, None));
    assert!(stage.manager.assets().leaks().is_empty());
}

#[test]
fn another_preload_replaces_the_first_and_the_same_one_goes_on() {
    let mut stage = logo_and_menu(ManagerSettings::default());
    stage.add_phase(phase("game", &["e"]), &["game"]);
    preload(&mut stage, "menu", 2);
    preload(&mut stage, "menu", 1);
    assert_eq!((status(&stage), stage.manager.assets().texture_count()), (Some((LoadStep::Ready, 2, 2)), 4));
    preload(&mut stage, "game", 0);
    assert_eq!(
        (status(&stage), stage.manager.assets().texture_count()),
        (Some((LoadStep::Loading, 0, 0)), 2)
    );
    stage.frame();
    stage.frame();
    assert_eq!((status(&stage), stage.manager.assets().texture_count()), (Some((LoadStep::Ready, 1, 1)), 3));
}

#[test]
fn a_quit_a_failure_and_another_phase_of_its_name_free_it() {
    let full = || {
        let mut stage = logo_and_menu(ManagerSettings::default());
        preload(&mut stage, "menu", 3);
        assert_eq!(stage.manager.assets().texture_count(), 4);
        stage
    };
    let mut stage = full();
    stage.run([ScreenCommand::Quit]);
    assert_eq!((stage.manager.assets().texture_count(), status(&stage)), (0, None));
    assert_eq!((stage.manager.assets().memory().texture_bytes, stage.manager.assets().leaks().len()), (0, 0));
    let mut stage = full();
    stage.once("logo", "update", |cx| cx.fail("no luck"));
    stage.frame();
    assert_eq!((stage.manager.assets().texture_count(), status(&stage)), (2, None));
    let mut stage = full();
    stage.add_phase(phase("menu", &["e"]), &["menu"]);
    assert_eq!((stage.manager.assets().texture_count(), status(&stage)), (2, None));
}

#[test]
fn a_payload_with_another_manifest_is_another_load() {
    let list = |id: &str| format!("(resources: [texture(id: \"{id}\", path: \"{id}.png\")])");
    let source = images().with("one.ron", list("b")).with("two.ron", list("c"));
    let level = Phase::new("menu").manifest_for(1, "one.ron").manifest_for(2, "two.ron").payload(|| 1);
    let mut stage = stage_with(source, level);
    for (asked, is_ready) in [(1, true), (2, false)] {
        stage.run([ScreenCommand::preload("menu")]);
        (0..3).for_each(|_| stage.frame());
        let trace = stage.run([ScreenCommand::load_with("menu", asked)]);
        assert_eq!(trace.contains(&"[menu]".to_owned()), is_ready, "{trace:?}");
        stage.run_until_idle();
        start(&mut stage, "logo");
    }
}

#[test]
fn the_next_level_of_the_phase_that_runs_can_be_preloaded() {
    let list = |ids: &[&str]| {
        let entries = ids.iter().map(|id| format!("texture(id: \"{id}\", path: \"{id}.png\")"));
        format!("(resources: [{}])", entries.collect::<Vec<_>>().join(", "))
    };
    let source = images().with("one.ron", list(&["a", "b"])).with("two.ron", list(&["a", "c", "d"]));
    let mut stage = reading(source.clone());
    let level = Phase::new("level").manifest_for(1, "one.ron").manifest_for(2, "two.ron").payload(|| 1);
    stage.add_phase(level, &["play"]);
    start(&mut stage, "level");
    let rejected = "preload level rejected: `level` is the current phase already";
    assert_eq!(stage.run([ScreenCommand::preload("level")]), [rejected]);
    assert_eq!(stage.run([ScreenCommand::preload_with("level", 1)]), [rejected]);
    stage.manager.flow().preload_with("level", 2);
    stage.run::<ScreenCommand>([]);
    (0..3).for_each(|_| stage.frame());
    assert_eq!(status(&stage), Some((LoadStep::Ready, 2, 2)));
    let first = stage.manager.tick() + 1;
    stage.manager.command(ScreenCommand::load_with("level", 2));
    stage.frame();
    let trace = stage.lines_from(first);
    assert!(
        trace.contains(&"0 [play]".to_owned()) && !trace.contains(&"0 [loading]".to_owned()),
        "{trace:?}"
    );
    let expected =
        ["texture level/b freed 0.000", "texture level/c loaded 0.500", "texture level/d loaded 1.000"];
    assert_eq!(resources(&trace), expected);
    assert_eq!((source.reads_of("a.png"), stage.manager.assets().texture_count()), (1, 3));
    // The same level again keeps all that it has.
    stage.manager.command(ScreenCommand::load_with("level", 2));
    stage.run_until_idle();
    assert_eq!((source.reads_of("a.png"), source.reads_of("d.png")), (1, 1));
    // Back to the other one, without a preload.
    stage.manager.command(ScreenCommand::load_with("level", 1));
    stage.run_until_idle();
    assert_eq!((source.reads_of("a.png"), stage.manager.assets().texture_count()), (1, 2));
}

#[test]
fn a_file_that_was_saved_meanwhile_is_read_again() {
    for saved in ["c.png", "m.ron"] {
        let list = "(resources: [texture(id: \"c\", path: \"c.png\")])";
        let files = images().with("m.ron", list);
        let mut stage = reading(files.clone());
        stage.add_phase(phase("logo", &["a"]), &["logo"]);
        stage.add_phase(Phase::new("menu").manifest("m.ron"), &["menu"]);
        start(&mut stage, "logo");
        preload(&mut stage, "menu", 3);
        assert_eq!(status(&stage), Some((LoadStep::Ready, 1, 1)));
        match saved {
            "c.png" => files.save(saved, png(7)),
            _ => files.save(saved, list.replace("c.png", "e.png")),
        }
        assert!(load(&mut stage, "menu").contains(&"0 [loading]".to_owned()));
        let width =
            stage.manager.assets().resources().find::<proscenium_core::phase::Texture>("c").unwrap().width;
        assert_eq!(
            (width, stage.manager.assets().texture_count()),
            (if saved == "c.png" { 7 } else { 50 }, 1)
        );
    }
}

/// Files of a disk that is slow until it is free.
#[derive(Clone)]
struct SlowDisk {
    files: TestSource,
    free: Arc<(Mutex<bool>, Condvar)>,
}

impl AssetSource for SlowDisk {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let (disk, path) = (self.clone(), path.clone());
        Box::pin(async move {
            let free = disk.free.0.lock().unwrap();
            drop(disk.free.1.wait_while(free, |free| !*free && path.as_str() != "a.png").unwrap());
            disk.files.read(&path).await
        })
    }
}

#[test]
fn the_running_phase_waits_for_no_file() {
    for pace in [Pace::OneItemPerTick, Pace::Budget(Duration::from_millis(4))] {
        let disk = SlowDisk { files: images(), free: Arc::default() };
        let settings = ManagerSettings {
            source: Arc::new(disk.clone()),
            background: Background::with_threads(2),
            pace,
            ..ManagerSettings::default()
        };
        let mut stage = Stage::empty(settings);
        stage.add_phase(phase("logo", &["a"]), &["logo"]);
        stage.add_phase(phase("menu", &["b", "c", "d"]), &["menu"]);
        start(&mut stage, "logo");
        // A tick that waited for the disk would wait for ever.
        preload(&mut stage, "menu", 100);
        assert_eq!(status(&stage).map(|(step, done, _)| (step, done)), Some((LoadStep::Loading, 0)));
        // The change waits, behind the cover: its trace is the same as with a fast disk.
        *disk.free.0.lock().unwrap() = true;
        disk.free.1.notify_all();
        let trace = load(&mut stage, "menu");
        assert!(trace.iter().all(|line| line.starts_with("0 ")), "{trace:?}");
        assert_eq!(stage.stack(), ["menu"]);
    }
}

#[test]
fn over_a_network_a_preload_takes_what_has_come() {
    let gates = images().gated();
    ["a.png", "b.png", "c.png"].iter().for_each(|path| gates.open(path));
    let settings = ManagerSettings { source: Arc::new(gates.clone()), ..ManagerSettings::default() };
    let mut stage = Stage::empty(settings);
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(phase("menu", &["b", "c", "d"]), &["menu"]);
    start(&mut stage, "logo");
    preload(&mut stage, "menu", 40);
    assert_eq!(status(&stage), Some((LoadStep::Loading, 2, 3)));
    gates.open("d.png");
    (0..40).for_each(|_| stage.frame());
    assert_eq!(status(&stage), Some((LoadStep::Ready, 3, 3)));
    assert!(!load(&mut stage, "menu").contains(&"0 [loading]".to_owned()));
}

#[test]
fn a_source_that_panics_ends_neither_the_phase_nor_the_load() {
    struct Panics(TestSource);
    impl AssetSource for Panics {
        fn read(&self, path: &AssetPath) -> ReadFuture {
            if path.as_str() == "c.png" {
                return Box::pin(async { panic!("no disk") });
            }
            self.0.read(path)
        }
    }
    let mut stage = reading(Panics(images()));
    stage.add_phase(phase("logo", &["a"]), &["logo"]);
    stage.add_phase(phase("menu", &["c", "d"]), &["menu"]);
    start(&mut stage, "logo");
    preload(&mut stage, "menu", 3);
    assert_eq!((status(&stage), stage.stack()), (Some((LoadStep::Failed, 1, 2)), vec!["logo"]));
    load(&mut stage, "menu");
    assert!(failure(&stage).contains("no disk"));
}

#[test]
fn a_load_that_is_replaced_leaves_nothing_of_its_preload() {
    let mut stage = stage_with(images().interrupting("b.png", 100), phase("menu", &["b", "c", "d"]));
    stage.add_phase(phase("game", &["e"]), &["game"]);
    preload(&mut stage, "menu", 80);
    assert_eq!((status(&stage), stage.manager.assets().texture_count()), (Some((LoadStep::Failed, 2, 3)), 3));
    stage.run([ScreenCommand::load("menu")]);
    (0..5).for_each(|_| stage.frame());
    assert_eq!((stage.stack(), stage.manager.assets().texture_count()), (vec!["loading"], 2));
    load(&mut stage, "game");
    assert_eq!((stage.stack(), stage.manager.assets().texture_count()), (vec!["game"], 1));
    assert!(stage.manager.assets().leaks().is_empty());
}
