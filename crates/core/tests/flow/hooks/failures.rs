//! Screens that go round in a circle, and fatal errors.

use std::time::Duration;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager, Target};
use proscenium_core::phase::LoadStep;
use proscenium_core::platform::{Action, Input};

use super::{pop, stage};
use crate::stage::{Probe, Stage, with_item};

#[test]
fn an_endless_loop_of_screens_is_a_failure_with_their_names() {
    let mut stage = stage(&["menu"]);
    stage.when("game", "on_active", |cx| cx.replace("pause"));
    stage.when("pause", "on_active", |cx| cx.replace("game"));
    stage.run([ScreenCommand::push("game")]);
    assert_eq!(stage.stack(), ["failure"]);
    let failure = stage.notes().into_iter().find(|note| note.starts_with("failure")).unwrap();
    assert!(failure.contains("game, pause") || failure.contains("pause, game"), "{failure}");
    assert!(!failure.contains("menu"), "{failure}");
}

#[test]
fn a_chain_of_as_many_commands_as_are_allowed_is_no_failure() {
    let mut stage = stage(&["menu"]);
    let mut left = ScreenManager::MAX_FOLLOW_UPS;
    stage.when("game", "on_active", move |cx| {
        if left > 0 {
            left -= 1;
            cx.replace("game");
        }
    });
    stage.run([ScreenCommand::push("game")]);
    assert_eq!(stage.stack(), ["menu", "game"]);
}

#[test]
fn commands_that_double_in_each_hook_are_a_failure_too() {
    let mut stage = stage(&["menu"]);
    let restart = |cx: &mut ScreenContext<'_>| cx.replace("game");
    stage.when("game", "on_enter", restart);
    stage.when("game", "on_active", restart);
    let lines = stage.run([ScreenCommand::push("game")]);
    assert_eq!(stage.stack(), ["failure"]);
    let entered = lines.iter().filter(|line| *line == "game.on_enter").count();
    assert_eq!(entered, 1 + ScreenManager::MAX_FOLLOW_UPS);
}

#[test]
fn the_commands_of_a_batch_count_one_by_one() {
    let mut stage = stage(&["menu"]);
    stage.when("game", "on_enter", |cx| {
        let restarts = (0..3).map(|_| ScreenCommand::replace("game"));
        cx.command(ScreenCommand::Batch(restarts.collect()));
    });
    let lines = stage.run([ScreenCommand::push("game")]);
    assert_eq!(stage.stack(), ["failure"]);
    let entered = lines.iter().filter(|line| *line == "game.on_enter").count();
    assert!(entered <= 1 + ScreenManager::MAX_FOLLOW_UPS, "{entered}");
    assert!(stage.notes().iter().any(|note| note.starts_with("failure") && note.contains("game")));
}

#[test]
fn a_batch_beyond_the_bound_is_a_failure_that_names_its_screen() {
    let mut stage = stage(&["menu"]);
    stage.when("game", "on_enter", |cx| {
        let restarts = (0..=ScreenManager::MAX_FOLLOW_UPS).map(|_| ScreenCommand::replace("game"));
        cx.command(ScreenCommand::batch(restarts));
    });
    stage.run([ScreenCommand::push("game")]);
    assert!(
        stage.notes().iter().any(|note| note.starts_with("failure: endless loop of screen changes: game;"))
    );
}

#[test]
fn a_screen_that_refuses_and_asks_again_is_a_loop_too() {
    let mut stage = stage(&["menu", "game"]);
    stage.script.borrow_mut().refusing.insert("game");
    stage.when("game", "may_leave", |cx| {
        cx.pop();
        cx.pop();
    });
    stage.run([pop()]);
    assert_eq!(stage.stack(), ["failure"]);
}

#[test]
fn the_retry_of_a_loop_is_a_load_of_its_phase() {
    let mut stage = stage(&["menu"]);
    stage.when("game", "on_active", |cx| cx.replace("game"));
    stage.run([ScreenCommand::push("game")]);
    stage.manager.command(ScreenCommand::load("play"));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_loading_screen_that_loads_in_its_hooks_is_a_loop_too() {
    let mut stage = stage(&["menu"]);
    stage.when("loading", "on_enter", |cx| cx.load("play"));
    stage.run([ScreenCommand::load("play")]);
    stage.frame();
    assert_eq!(stage.stack(), ["failure"]);
    let failure = stage.notes().into_iter().find(|note| note.starts_with("failure")).unwrap();
    assert!(failure.contains("loading"), "{failure}");
    assert_eq!(stage.script.borrow().failed_phase, Some("play"));
}

#[test]
fn a_flow_rule_fails_the_flow() {
    let mut stage = stage(&["menu"]);
    stage.manager.add_rule(|event: &String, flow| {
        if event == "host left" {
            flow.fail("the host has left the game");
        }
    });
    stage.manager.flow().post("host left".to_owned());
    stage.frame();
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(stage.manager.failure(), Some("the host has left the game"));
}

#[test]
fn a_fatal_error_goes_ahead_of_what_was_asked_for_before_it() {
    let mut stage = stage(&["menu", "game"]);
    stage.once("game", "update", |cx| {
        cx.push("pause");
        cx.fail("levels/1.tmx:3: no floor");
        cx.fail("a second error tells nothing new");
        cx.quit();
    });
    stage.frame();
    assert_eq!(
        stage.lines(),
        [
            "push pause rejected: a fatal error came before it",
            "quit rejected: a fatal error came before it",
            "game.on_inactive",
            "game.on_exit",
            "menu.on_exit",
            "failure.on_enter",
            "failure.on_active",
            "[failure]"
        ]
    );
    assert_eq!(
        stage.notes(),
        ["game update", "failure: screen `game` cannot go on: levels/1.tmx:3: no floor", "failure update"]
    );
}

#[test]
fn a_fatal_error_goes_ahead_of_the_commands_of_its_tick() {
    let mut stage = stage(&["menu"]);
    stage.once("game", "on_enter", |cx| {
        cx.push("pause");
        cx.fail("no floor");
    });
    assert_eq!(
        stage.run([ScreenCommand::push("game"), ScreenCommand::Quit]),
        [
            "push game applied",
            "menu.on_inactive",
            "game.on_enter",
            "game.on_active",
            "[menu game]",
            "quit rejected: a fatal error came before it",
            "push pause rejected: a fatal error came before it",
            "game.on_inactive",
            "game.on_exit",
            "menu.on_exit",
            "failure.on_enter",
            "failure.on_active",
            "[failure]"
        ]
    );
}

#[test]
fn a_fatal_error_within_a_batch_ends_the_batch() {
    let mut stage = stage(&["menu"]);
    stage.once("game", "on_enter", |cx| cx.fail("no floor"));
    let batch = ScreenCommand::Batch(vec![ScreenCommand::push("game"), ScreenCommand::push("pause")]);
    let lines = stage.run([batch]);
    assert!(lines.contains(&"push pause rejected: a fatal error came before it".to_owned()), "{lines:?}");
    assert_eq!(stage.stack(), ["failure"]);
}

#[test]
fn the_plain_failure_screen_takes_over_from_one_that_fails() {
    for hook in ["on_enter", "on_active", "update"] {
        let mut stage = stage(&["menu"]);
        stage.when("failure", hook, |cx| cx.fail("no font"));
        stage.once("menu", "update", |cx| cx.fail("first"));
        stage.frame();
        stage.lines();
        let made = stage.notes().iter().filter(|note| note.starts_with("failure: ")).count();
        assert_eq!((made, stage.stack()), (1, vec!["failure"]), "{hook}");
        for _ in 0..5 {
            stage.frame();
        }
        assert_eq!((stage.lines(), stage.notes()), (Vec::new(), Vec::new()), "{hook}: it is not made again");
        // The plain one tries again on `accept`.
        stage.manager.step(&Input::pressing([Action::ACCEPT]));
        stage.run_until_idle();
        assert_eq!(stage.stack(), ["menu"], "{hook}");
    }
}

#[test]
fn a_failure_screen_that_fails_later_is_not_made_again() {
    let mut stage = stage(&["menu"]);
    stage.once("menu", "update", |cx| cx.fail("first"));
    stage.frame();
    stage.when("failure", "update", |cx| cx.fail("no font"));
    for _ in 0..5 {
        stage.frame();
    }
    let made = stage.notes().iter().filter(|note| note.starts_with("failure: ")).count();
    assert_eq!((made, stage.stack()), (1, vec!["failure"]));
}

#[test]
fn a_first_phase_that_does_not_exist_is_a_failure() {
    let mut stage = Stage::empty(ManagerSettings::default());
    stage.add_phase(Phase::new("play"), &["menu"]);
    stage.manager.start("paly");
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["failure"]);
    let notes = stage.notes();
    assert!(
        notes.iter().any(|note| note == "failure: there is no phase `paly`; did you mean `play`?"),
        "{notes:?}"
    );
    stage.manager.command(ScreenCommand::load("play"));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn failures_of_leaving_screens_do_not_count() {
    let mut stage = stage(&["menu"]);
    stage.when("menu", "on_exit", |cx| cx.fail("second"));
    stage.once("menu", "update", |cx| cx.fail("first"));
    stage.frame();
    stage.frame();
    let made: Vec<_> = stage.notes().into_iter().filter(|note| note.starts_with("failure: ")).collect();
    assert_eq!(made, ["failure: screen `menu` cannot go on: first"]);
    assert_eq!(stage.stack(), ["failure"]);
}

#[test]
fn a_fatal_error_during_a_load_ends_the_load() {
    let mut stage = stage(&["menu"]);
    stage.once("loading", "update", |cx| {
        cx.fail("out of memory");
    });
    stage.run([ScreenCommand::load("play")]);
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["failure"]);
    for _ in 0..5 {
        stage.frame();
    }
    assert_eq!(stage.script.borrow().failed_phase, Some("play"), "a retry is a load of that phase");
    assert_eq!(stage.stack(), ["failure"], "the load that was given up does not take over later");
    stage.manager.command(ScreenCommand::load("play"));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_load_that_a_fatal_error_ends_has_failed() {
    let mut stage = stage(&["menu"]);
    stage.once("loading", "update", |cx| cx.fail("out of memory"));
    let lines = stage.run([ScreenCommand::load("play")]);
    assert_eq!(lines.iter().filter(|line| *line == "phase play failed").count(), 1, "{lines:?}");
    let status = stage.manager.load().unwrap();
    assert_eq!((status.phase.name(), status.step), ("play", LoadStep::Failed));
    let error = status.error.as_ref().unwrap();
    assert!(error.contains("`play`") && error.contains("out of memory"), "{error}");
    let reports: Vec<_> = stage.manager.assets().reports().iter().map(|report| report.ready).collect();
    assert_eq!(reports, [true, false]);
    assert_eq!(stage.notes().iter().filter(|note| note.starts_with("failure: ")).count(), 1);
}

#[test]
fn the_frame_after_a_load_that_was_ended_runs_one_tick_only() {
    let mut stage = stage(&["menu"]);
    stage.add_phase(with_item(Phase::new("credits")), &["roll"]);
    stage.run([ScreenCommand::load("credits")]);
    stage.once("loading", "update", |cx| cx.fail("out of memory"));
    let frame = |stage: &mut Stage| stage.manager.advance(Duration::from_millis(200), &Input::default());
    assert_eq!(frame(&mut stage), 1);
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!([frame(&mut stage), frame(&mut stage)], [1, 5]);
}

#[test]
fn a_screen_that_cannot_be_built_fails_and_can_be_retried() {
    let mut stage = Stage::empty(<_>::default());
    let may_build = std::rc::Rc::new(std::cell::Cell::new(false));
    let (shared, allowed) = (stage.script.clone(), may_build.clone());
    let screens = Phase::new("play").try_screen("menu", move |_| {
        if allowed.get() { Ok(Probe::new("menu", &shared)) } else { Err("no font".into()) }
    });
    stage.manager.add_phase(screens);
    stage.manager.start("play");
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["failure"]);
    assert!(
        stage.notes().contains(&"failure: screen `menu` of phase `play` cannot be built: no font".to_owned())
    );
    may_build.set(true);
    stage.manager.command(ScreenCommand::load("play"));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn the_failure_screen_is_a_screen_like_any_other() {
    let mut stage = stage(&["menu"]);
    stage.once("menu", "update", |cx| cx.fail("x"));
    stage.frame();
    let dialog = stage.probe("dialog");
    stage.run([ScreenCommand::push(Target::fresh("dialog", dialog)), pop()]);
    stage.run([ScreenCommand::Quit]);
    assert!(stage.manager.has_ended());
}
