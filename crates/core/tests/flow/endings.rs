//! How loads and changes end: commands in each tick of a load, phases that are replaced, and the time of a frame.

use std::time::Duration;

use proscenium_core::flow::{Fade, FlowHandle, ManagerSettings, Phase, ScreenCommand, ScreenManager};
use proscenium_core::phase::Resource;
use proscenium_core::platform::{Clock, Input, TestSource};

use crate::stage::{Probe, Stage};

fn settings(has_fade: bool) -> ManagerSettings {
    if has_fade { ManagerSettings::with_fade() } else { ManagerSettings::default() }
}

fn work(id: &str) -> Resource {
    Resource::callback::<()>(id, |_| Ok(()))
}

/// The phases `menu`, which runs, and `game` with three items; a rule turns the event `quit` or `menu` into its
/// command.
fn stage(has_fade: bool) -> Stage {
    let mut stage = Stage::empty(settings(has_fade));
    stage.add_phase(Phase::new("menu"), &["menu", "options"]);
    let game = ["a", "b", "c"].iter().fold(Phase::new("game"), |phase, id| phase.resource(work(id)));
    stage.add_phase(game, &["game"]);
    stage.manager.add_rule(|event: &String, flow| match event.as_str() {
        "quit" => flow.quit(),
        other => flow.load(other.to_owned()),
    });
    stage.manager.start("menu");
    stage.run_until_idle();
    stage.manager.make_current();
    stage
}

/// Begins the load of `game` and goes on until Loading has been there for `ticks` ticks. Whether it is there still.
fn is_loading_after(stage: &mut Stage, ticks: u32) -> bool {
    stage.manager.command(ScreenCommand::load("game"));
    while stage.stack() != ["loading"] {
        stage.frame();
    }
    (0..ticks).for_each(|_| stage.frame());
    stage.stack() == ["loading"]
}

const PLACES: [&str; 7] = ["update", "on_event", "may_leave", "rule", "outside", "singleton", "batch"];

/// Lets `command` (`menu` or `quit`) be asked for at this place in the next tick.
fn ask_from(stage: &mut Stage, place: &str, command: &'static str) {
    let ask = move |flow: &FlowHandle| if command == "quit" { flow.quit() } else { flow.load(command) };
    match place {
        "update" => stage.once("loading", "update", move |cx| ask(cx)),
        "on_event" => {
            stage.once("loading", "on_event", move |cx| ask(cx));
            // The rule rejects it.
            stage.manager.flow().post("nowhere".to_owned());
        }
        "may_leave" => stage.once("loading", "may_leave", move |cx| ask(cx)),
        "rule" => stage.manager.flow().post(command.to_owned()),
        "outside" if command == "quit" => drop(stage.manager.command(ScreenCommand::Quit)),
        "outside" => drop(stage.manager.command(ScreenCommand::load(command))),
        "singleton" => ask(&ScreenManager::current().unwrap()),
        _ => {
            let first = if command == "quit" { ScreenCommand::Quit } else { ScreenCommand::load(command) };
            stage.manager.command(ScreenCommand::batch([first, ScreenCommand::push("options")]));
        }
    }
}

#[test]
fn nothing_of_a_load_arrives_in_whichever_tick_a_command_ends_it() {
    for has_fade in [false, true] {
        let length = (0..).find(|ticks| !is_loading_after(&mut stage(has_fade), *ticks)).unwrap();
        assert!(length > 3, "one tick for each item");
        for tick in 0..length {
            for (place, command) in PLACES.iter().flat_map(|place| [(*place, "menu"), (*place, "quit")]) {
                let case = format!("{command} from {place} in tick {tick} of {length}, fade: {has_fade}");
                if place == "may_leave" && tick + 1 < length {
                    // Loading is asked in its last tick.
                    continue;
                }
                let mut stage = stage(has_fade);
                assert!(is_loading_after(&mut stage, tick), "{case}");
                stage.lines();
                ask_from(&mut stage, place, command);
                stage.run_until_idle();
                let lines = stage.lines();
                assert!(lines.iter().all(|line| !line.starts_with("game.")), "{case}: {lines:#?}");
                let expected = match (command, place) {
                    ("quit", _) => &[][..],
                    (_, "batch") => &["menu", "options"],
                    _ => &["menu"],
                };
                assert_eq!(
                    (stage.stack(), stage.manager.has_ended()),
                    (expected.to_vec(), command == "quit"),
                    "{case}: {lines:#?}"
                );
            }
        }
    }
}

#[test]
fn a_restore_in_any_tick_of_a_load_replaces_it() {
    for has_fade in [false, true] {
        let mut one = stage(has_fade);
        one.run([ScreenCommand::push("options").without_transition()]);
        let save = one.manager.save().unwrap();
        for tick in 0.. {
            let mut stage = stage(has_fade);
            if !is_loading_after(&mut stage, tick) {
                break;
            }
            stage.manager.restore(&save).unwrap();
            stage.run_until_idle();
            assert_eq!(stage.stack(), ["menu", "options"]);
            assert!(stage.lines().iter().all(|line| !line.starts_with("game.")), "tick {tick}");
        }
    }
}

#[test]
fn a_command_that_is_not_possible_does_not_end_a_load() {
    for tick in 0..4 {
        let mut stage = stage(false);
        assert!(is_loading_after(&mut stage, tick));
        stage.run([ScreenCommand::load("nowhere")]);
        stage.run_until_idle();
        assert_eq!(stage.stack(), ["game"]);
    }
}

#[test]
fn a_command_in_the_last_tick_of_a_load_that_has_failed_replaces_it() {
    let mut stage = stage(false);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    stage.add_phase(Phase::new("game").resource(broken), &["game"]);
    stage.manager.command(ScreenCommand::load("game"));
    stage.frame();
    while stage.manager.load().is_some_and(|load| load.error.is_none()) {
        stage.frame();
    }
    stage.once("loading", "update", |cx| cx.load("menu"));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
    assert!(stage.lines().iter().all(|line| !line.starts_with("failure")));
}

#[test]
fn a_phase_that_loses_its_screens_while_it_is_loaded_is_a_failure() {
    for has_fade in [false, true] {
        for tick in 0..4 {
            let mut stage = stage(has_fade);
            assert!(is_loading_after(&mut stage, tick));
            stage.manager.add_phase(Phase::new("game"));
            stage.run_until_idle();
            assert_eq!(stage.stack(), ["failure"]);
            assert_eq!(
                stage.manager.failure(),
                Some("phase `game` has no screen; add one with `Phase::screen`")
            );
            assert_eq!(stage.script.borrow().failed_phase, Some("game"));
            // With a screen it can be loaded.
            stage.add_phase(Phase::new("game"), &["game"]);
            stage.manager.command(ScreenCommand::load("game"));
            stage.run_until_idle();
            assert_eq!(stage.stack(), ["game"]);
        }
    }
}

#[test]
fn a_preloaded_phase_that_loses_its_screens_is_not_entered() {
    let mut stage = stage(false);
    stage.manager.command(ScreenCommand::preload("game"));
    (0..8).for_each(|_| stage.frame());
    stage.manager.add_phase(Phase::new("game"));
    let lines = stage.run([ScreenCommand::load("game")]);
    assert_eq!(
        lines.last().map(String::as_str),
        Some("load game rejected: phase `game` has no screen; add one with `Phase::screen`")
    );
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_screen_that_replaces_another_one_takes_its_place() {
    let mut stage = Stage::empty(ManagerSettings::default());
    let probe = |stage: &Stage, name: &'static str| {
        let shared = std::rc::Rc::clone(&stage.script);
        move |_: &proscenium_core::flow::BuildContext<'_>| Probe::new(name, &shared)
    };
    let phase = Phase::new("play")
        .screen("menu", |_| Probe::new("old", &Default::default()))
        .screen("game", probe(&stage, "game"))
        .screen("end", probe(&stage, "end"))
        .screen("menu", probe(&stage, "new"))
        .screen("game", probe(&stage, "game"))
        .payload(|| 1_u32)
        .payload(|| 2_u32);
    stage.manager.add_phase(phase);
    stage.manager.start("play");
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
    assert!(stage.notes().contains(&"new update".to_owned()), "the second one");
}

#[test]
fn a_second_manifest_for_an_equal_payload_takes_the_place_of_the_first() {
    let manifest = |id: &str| format!("(resources: [bytes(id: \"{id}\", path: \"a.bin\")])");
    let mut source = TestSource::default().with("a.bin", "1");
    for id in ["one", "two", "three"] {
        source = source.with(&format!("{id}.ron"), manifest(id));
    }
    let mut stage = crate::files::reading(source);
    let phase = Phase::new("play").manifest("three.ron");
    let phase = phase.manifest("two.ron").manifest_for(1_u32, "two.ron").manifest_for(1_u32, "one.ron");
    stage.add_phase(phase, &["menu"]);
    for (command, id) in
        [(ScreenCommand::load_with("play", 1_u32), "one"), (ScreenCommand::load("play"), "two")]
    {
        stage.manager.command(command);
        stage.run_until_idle();
        assert!(stage.manager.assets().resources().find::<Vec<u8>>(id).is_ok(), "{id}: {:?}", stage.notes());
    }
}

#[test]
fn any_number_of_seconds_is_the_time_of_a_frame() {
    let tick = 1.0 / 60.0;
    let cases = [
        (tick, 1),
        (0.0, 0),
        (-0.0, 0),
        (-tick, 0),
        (f64::MIN, 0),
        (f64::NEG_INFINITY, 0),
        (f64::NAN, 0),
        (f64::MIN_POSITIVE, 0),
        (2.0 * tick, 2),
        (0.25, 5),
        (1.0e9, 5),
        (1.0e30, 5),
        (f64::MAX, 5),
        (f64::INFINITY, 5),
    ];
    for (seconds, ticks) in cases {
        let mut manager = ScreenManager::headless();
        assert_eq!(manager.advance_seconds(seconds, &Input::default()), ticks, "{seconds}");
        let mut manager = ScreenManager::headless();
        assert_eq!(manager.advance_seconds(seconds as f32, &Input::default()), ticks, "{seconds} of f32");
    }
    // A clock that is set back costs the time of one frame, and no more.
    let mut manager = ScreenManager::headless();
    let frames =
        [tick, -3600.0, tick, f64::NAN, tick].map(|time| manager.advance_seconds(time, &Input::default()));
    assert_eq!(frames, [1, 0, 1, 0, 1]);
}

#[test]
fn a_quit_is_never_later_than_a_second_whatever_the_transition() {
    for (ticks, others) in [1, 30, 59, 90].into_iter().flat_map(|ticks| [(ticks, 0), (ticks, 3)]) {
        let mut stage = Stage::playing(&["menu", "game", "pause"]);
        let long = Duration::from_secs(20);
        let slow = || Fade { out_time: long, in_time: long, ..Fade::default() };
        stage.run([ScreenCommand::push("game").through(slow())]);
        (0..ticks).for_each(|_| stage.frame());
        for _ in 0..others {
            stage.manager.command(ScreenCommand::push("pause").through(slow()));
        }
        stage.manager.command(ScreenCommand::Quit.through(slow()));
        let waited = (0..10_000).find(|_| {
            stage.frame();
            stage.manager.has_ended()
        });
        // A second, and the frame at full cover.
        assert!(waited.is_some_and(|waited| waited <= 61), "{ticks}, {others}: {waited:?}");
    }
}

#[test]
fn a_fade_takes_its_time_at_any_rate_and_its_full_cover_has_a_frame() {
    for rate in [15, 20, 30, 60, 144] {
        let mut stage = Stage::with(ManagerSettings::with_fade(), &["menu", "game"]);
        stage.manager.command(ScreenCommand::push("game"));
        let frame = Duration::from_secs(1) / rate;
        // It begins at the end of a tick.
        while stage.manager.is_idle() {
            stage.manager.advance(frame.min(Clock::TICK), &Input::default());
        }
        let (mut passed, mut covered) = (Duration::ZERO, 0);
        loop {
            stage.manager.advance(frame, &Input::default());
            passed += frame;
            covered += u32::from(stage.manager.cover() == 1.0);
            if stage.manager.is_idle() && stage.stack() == ["menu", "game"] {
                break;
            }
            assert!(passed < Duration::from_secs(3), "{rate} frames a second");
        }
        assert!(covered >= 1, "{rate} frames a second: no frame has the cover at 1");
        // A quarter of a second each way, and the frame at full cover.
        let expected = Duration::from_millis(500) + Clock::TICK + frame;
        assert!(passed >= Duration::from_millis(500) && passed <= expected + frame, "{rate}: {passed:?}");
    }
}

#[test]
fn the_frame_after_a_load_has_one_tick_at_most_unless_a_step_came_between() {
    for steps in [false, true] {
        let mut stage = stage(false);
        stage.run([ScreenCommand::load("game")]);
        stage.run_until_idle();
        assert_eq!(stage.stack(), ["game"]);
        if steps {
            stage.frame();
        }
        let long = Clock::TICK * 4;
        let ticks = [(); 2].map(|()| stage.manager.advance(long, &Input::default()));
        assert_eq!(ticks, if steps { [4, 4] } else { [1, 4] });
    }
}
