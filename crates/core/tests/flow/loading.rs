//! Loading: the pace, the progress, what fails and what then, what stays and what goes.

mod ahead;
mod broken;
mod budget;
mod careless;
mod folders;
mod gated;
mod ids;
mod limits;
mod manifests;
mod memory;
mod network;
mod own_files;
mod properties;
mod reloads;
mod repairs;
mod slices;
mod sources;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand};
use proscenium_core::phase::{LoadStep, Pace, Resource, Texture};
use proscenium_core::platform::{Clock, Input, TestSource};

use crate::files::{callback, load, png, reading, resources, texture};
use crate::stage::Stage;

fn three_images() -> TestSource {
    TestSource::default().with("a.png", png(1)).with("b.png", png(2)).with("c.png", png(3))
}

#[test]
fn n_items_take_n_ticks_after_one_freeing_tick() {
    let mut stage = reading(three_images());
    stage.add_phase(Phase::new("old").resource(texture("b")), &["first"]);
    let new = Phase::new("new").resource(texture("a")).resource(callback("warm_up")).resource(texture("c"));
    stage.add_phase(new, &["second"]);
    load(&mut stage, "old");
    assert_eq!(
        load(&mut stage, "new"),
        [
            "0 load new applied",
            "0 first.on_inactive",
            "0 first.on_exit",
            "0 phase new freeing",
            "0 texture old/b freed 0.000",
            "0 loading.on_enter",
            "0 loading.on_active",
            "0 [loading]",
            "1 phase new loading",
            "1 texture new/a loaded 0.333",
            "2 callback new/warm_up loaded 0.667",
            "3 texture new/c loaded 1.000",
            "3 phase new ready",
            "4 loading.on_inactive",
            "4 loading.on_exit",
            "4 second.on_enter",
            "4 second.on_active",
            "4 [second]"
        ]
    );
    let report = &stage.manager.assets().reports()[1];
    assert_eq!((report.items, report.ticks, report.bytes, report.ready), (3, 4, 4 + 36, true));
}

#[test]
fn the_frame_after_a_load_runs_one_tick_only() {
    let mut stage = reading(three_images());
    stage.add_phase(Phase::new("new").resource(texture("a")), &["first"]);
    stage.manager.start("new");
    let frame = |stage: &mut Stage| stage.manager.advance(Duration::from_millis(200), &Input::default());
    while stage.stack() != ["first"] {
        assert_eq!(frame(&mut stage), 1, "{:?}", stage.stack());
    }
    assert_eq!([frame(&mut stage), frame(&mut stage)], [1, 5]);
}

#[test]
fn the_progress_is_k_of_n_tick_by_tick() {
    let mut phase = Phase::new("play");
    for number in 0..20 {
        phase = phase.resource(callback(&format!("item_{number}")));
    }
    let mut stage = reading(TestSource::default());
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    stage.frame();
    for done in 0..=20 {
        let status = stage.manager.load().unwrap();
        assert_eq!((status.progress.done, status.progress.total), (done, 20));
        assert_eq!(status.progress.fraction, done as f64 / 20.0);
        let expected = [LoadStep::Freeing, LoadStep::Loading, LoadStep::Ready];
        assert_eq!(status.step, expected[usize::from(done > 0) + usize::from(done == 20)]);
        if done < 20 {
            assert_eq!(status.item.unwrap().name(), format!("item_{done}"));
        }
        stage.frame();
    }
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn weights_share_the_progress() {
    let mut stage = reading(three_images());
    let phase = Phase::new("play")
        .resource(texture("a"))
        .resource(texture("b").weight(4))
        .resource(texture("c").weight(0))
        .resource(callback("d").weight(2));
    stage.add_phase(phase, &["menu"]);
    assert_eq!(
        resources(&load(&mut stage, "play")),
        [
            "texture play/a loaded 0.125",
            "texture play/b loaded 0.625",
            "texture play/c loaded 0.750",
            "callback play/d loaded 1.000"
        ]
    );
}

#[test]
fn a_phase_without_resources_hands_over_in_the_tick_that_is_ready() {
    let mut stage = reading(TestSource::default().with("empty.ron", "()"));
    stage.add_phase(Phase::new("bare"), &["menu"]);
    stage.add_phase(Phase::new("listed").manifest("empty.ron"), &["menu"]);
    for phase in ["bare", "listed"] {
        stage.manager.command(ScreenCommand::load(phase));
        let seen = Rc::new(RefCell::new(None));
        let at_end = Rc::clone(&seen);
        stage.once("loading", "may_leave", move |cx| *at_end.borrow_mut() = cx.load_status().cloned());
        stage.lines();
        stage.frame();
        let status = seen.take().unwrap();
        assert_eq!((status.step, status.progress.fraction), (LoadStep::Ready, 1.0));
        let lines = stage.lines();
        let ready = lines.iter().position(|line| *line == format!("phase {phase} ready"));
        assert_eq!(
            lines[ready.unwrap() + 1..],
            [
                "loading.on_enter",
                "loading.on_active",
                "[loading]",
                "loading.on_inactive",
                "loading.on_exit",
                "menu.on_enter",
                "menu.on_active",
                "[menu]",
            ]
        );
    }
}

/// A callback that takes `time` on `clock`.
fn taking(id: &str, clock: &Clock, time: Duration) -> Resource {
    let clock = clock.clone();
    Resource::callback(id, move |_| {
        clock.advance(time);
        Ok(())
    })
}

#[test]
fn a_budget_begins_items_until_its_time_is_over_and_at_least_one() {
    let clock = Clock::manual();
    let settings = ManagerSettings {
        clock: clock.clone(),
        pace: Pace::Budget(Duration::from_millis(8)),
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    let mut phase = Phase::new("play");
    for (number, millis) in [3, 3, 3, 3, 3, 20, 3].into_iter().enumerate() {
        phase = phase.resource(taking(&format!("{number}"), &clock, Duration::from_millis(millis)));
    }
    stage.add_phase(phase, &["menu"]);
    let trace = load(&mut stage, "play");
    let frames: Vec<_> = trace.iter().filter(|line| line.contains("loaded")).map(|line| &line[..1]).collect();
    assert_eq!(frames, ["1", "1", "1", "2", "2", "2", "3"]);
    let report = &stage.manager.assets().reports()[0];
    assert_eq!((report.longest_tick_ms, report.milliseconds), (26.0, 38.0));
}

#[test]
fn a_budget_holds_for_images_decoded_without_threads() {
    let settings = ManagerSettings {
        source: std::sync::Arc::new(three_images()),
        pace: Pace::Budget(Duration::from_millis(8)),
        ..ManagerSettings::default()
    };
    let mut stage = Stage::empty(settings);
    let phase = Phase::new("play").resource(texture("a")).resource(texture("b")).resource(texture("c"));
    stage.add_phase(phase, &["menu"]);
    load(&mut stage, "play");
    assert_eq!(
        stage.manager.assets().reports()[0].ticks,
        2,
        "the clock stands still, so all fit into one frame"
    );
}

#[test]
fn without_threads_a_tick_decodes_only_its_item() {
    let source = (0..10).fold(TestSource::default(), |source, n| source.with(&format!("{n}.png"), png(2)));
    let phase = (0..10).fold(Phase::new("play"), |phase, n| phase.resource(texture(&n.to_string())));
    let mut stage = reading(source.clone());
    stage.add_phase(phase, &["menu"]);
    stage.manager.start("play");
    for frame in 0..=10 {
        stage.frame();
        let read: usize = (0..10).map(|n| source.reads_of(&format!("{n}.png"))).sum();
        assert_eq!(read, frame, "an image that is decoded early makes another tick long");
    }
}

#[test]
fn all_screens_of_a_phase_are_built_when_it_is_ready() {
    let mut stage = reading(three_images());
    let phase = Phase::new("play").file::<Texture>("a", "a.png").screen("menu", {
        let script = stage.script.clone();
        move |cx| {
            assert_eq!(cx.phase().name(), "play");
            let found = cx.get(cx.handle::<Texture>("a"));
            assert_eq!(found.map(|texture| texture.width), Some(1));
            crate::stage::Probe::new("menu", &script)
        }
    });
    stage.manager.add_phase(phase);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn all_missing_resources_fail_the_load_together() {
    let mut stage = reading(three_images());
    let script = stage.script.clone();
    let other = stage.script.clone();
    let phase = Phase::new("play")
        .resource(texture("a"))
        .screen("menu", move |cx| {
            let _ = (cx.handle::<Texture>("x"), cx.handle::<String>("a"));
            crate::stage::Probe::new("menu", &script)
        })
        .screen("page", move |cx| {
            let _ = cx.handle::<Texture>("y");
            crate::stage::Probe::new("page", &other)
        });
    stage.manager.add_phase(phase);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["failure"]);
    let message = crate::files::failure(&stage);
    for missing in ["`menu`", "`x`", "`a` is of the kind `texture`", "`y`"] {
        assert!(message.contains(missing), "{message}");
    }
}

#[test]
fn a_screen_that_cannot_be_built_leads_to_the_failure_screen() {
    let mut stage = reading(three_images());
    let script = stage.script.clone();
    let phase = Phase::new("play").try_screen("menu", move |_| {
        "many".parse::<u32>()?;
        Ok(crate::stage::Probe::new("menu", &script))
    });
    stage.manager.add_phase(phase);
    load(&mut stage, "play");
    assert!(
        crate::files::failure(&stage)
            .contains("screen `menu` of phase `play` cannot be built: invalid digit")
    );
}

#[test]
fn names_of_phases_screens_and_resources_may_be_computed() {
    let mut stage = reading(three_images());
    for number in 1..=2 {
        let shared = stage.script.clone();
        let phase = Phase::new(format!("level_{number}"))
            .resource(Resource::file::<Texture>(format!("ground_{number}"), "a.png"))
            .screen(format!("play_{number}"), move |cx| {
                let _ = cx.handle::<Texture>(&format!("ground_{number}"));
                crate::stage::Probe::new("play", &shared)
            });
        stage.manager.add_phase(phase);
    }
    stage.manager.command(ScreenCommand::load(format!("level_{}", 2)));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["play_2"]);
}
