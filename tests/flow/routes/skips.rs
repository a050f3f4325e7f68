//! Screens that the way back leads past.

use proscenium::flow::{Fade, ManagerSettings, ScreenCommand, Target};
use proscenium::platform::Clock;

use super::{SCREENS, stage};
use crate::probe::Stage;

/// A stage where `levels` and `login` are skipped.
fn skipping(stack: &[&'static str]) -> Stage {
    let stage = stage(stack);
    stage.script.borrow_mut().skipped.extend(["levels", "login"]);
    stage
}

#[test]
fn skipped_screens_leave_with_the_top_by_their_exit_alone() {
    let mut stage = skipping(&["menu", "levels", "login", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::pop_with(7)]),
        [
            "pop applied",
            "game.on_inactive",
            "game.on_exit",
            "login.on_exit",
            "levels.on_exit",
            "menu.on_result",
            "menu.on_active",
            "[menu]",
        ]
    );
    assert_eq!(
        stage.notes(),
        [
            "game update",
            "game may_leave",
            "login may_leave",
            "levels may_leave",
            "menu got number 7 from game",
        ]
    );
}

#[test]
fn hooks_see_the_screen_that_stays_as_the_next_one() {
    let mut stage = skipping(&["menu", "levels", "game"]);
    let script = stage.script.clone();
    stage.once("levels", "on_exit", move |cx| {
        let (from, to) = (cx.change_from().unwrap(), cx.change_to().unwrap());
        script.borrow_mut().notes.push(format!("{from} > {to}"));
    });
    stage.run([ScreenCommand::pop()]);
    assert_eq!(stage.notes()[3..], ["game > menu"]);
}

#[test]
fn only_the_screens_right_below_are_skipped() {
    let mut stage = stage(&["menu", "levels", "login", "game"]);
    stage.script.borrow_mut().skipped.insert("levels");
    stage.run([ScreenCommand::pop()]);
    assert_eq!(stage.stack(), ["menu", "levels", "login"]);
    stage.run([ScreenCommand::pop()]);
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn the_lowest_screen_stays_although_it_would_be_skipped() {
    let mut stage = skipping(&["login", "levels", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::pop()]),
        ["pop applied", "game.on_inactive", "game.on_exit", "levels.on_exit", "login.on_active", "[login]"]
    );
    stage.run([ScreenCommand::pop()]);
    assert_eq!(stage.stack(), ["login"]);
}

#[test]
fn the_removal_of_the_top_skips_as_a_pop_does() {
    let mut stage = skipping(&["menu", "levels", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::remove("game")]),
        [
            "remove game applied",
            "game.on_inactive",
            "game.on_exit",
            "levels.on_exit",
            "menu.on_active",
            "[menu]"
        ]
    );
}

#[test]
fn a_covered_screen_is_removed_without_those_below_it() {
    let mut stage = skipping(&["menu", "levels", "game", "login"]);
    stage.run([ScreenCommand::remove("game")]);
    assert_eq!(stage.stack(), ["menu", "levels", "login"]);
}

#[test]
fn pop_to_a_skipped_screen_makes_it_active() {
    let mut stage = skipping(&["menu", "levels", "login", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::pop_to("levels")]),
        [
            "pop_to levels applied",
            "game.on_inactive",
            "game.on_exit",
            "login.on_exit",
            "levels.on_active",
            "[menu levels]",
        ]
    );
}

#[test]
fn a_skipped_screen_can_refuse_to_leave() {
    let mut stage = skipping(&["menu", "levels", "game"]);
    stage.script.borrow_mut().refusing.insert("levels");
    assert_eq!(stage.run([ScreenCommand::pop()]), ["pop rejected: `levels` refused to leave"]);
    assert_eq!(stage.stack(), ["menu", "levels", "game"]);
}

#[test]
fn a_batch_asks_skipped_screens_before_its_transition() {
    let fade = Fade { out_time: Clock::TICK, in_time: Clock::TICK, ..Fade::default() };
    let settings = ManagerSettings { transition: Some(std::rc::Rc::new(fade)), ..ManagerSettings::default() };
    let mut stage = Stage::with(settings, &SCREENS);
    stage.run([ScreenCommand::reset(["menu", "levels", "game"]).without_transition()]);
    stage.script.borrow_mut().skipped.extend(["levels", "short"]);
    stage.notes();
    let short = Target::fresh("short", stage.probe("short"));
    // The first pop goes back to the menu, the second one past the fresh screen.
    let batch = [
        ScreenCommand::pop(),
        ScreenCommand::push(short),
        ScreenCommand::push("login"),
        ScreenCommand::pop(),
        ScreenCommand::push("levels"),
    ];
    let mut lines = stage.run([ScreenCommand::batch(batch)]);
    assert_eq!(stage.notes(), ["game update", "game may_leave", "levels may_leave"]);
    stage.run_until_idle();
    lines.extend(stage.lines());
    assert_eq!(
        lines,
        [
            "fade out",
            "fade covered",
            "pop applied",
            "game.on_inactive",
            "game.on_exit",
            "levels.on_exit",
            "menu.on_active",
            "[menu]",
            "push short applied",
            "menu.on_inactive",
            "short.on_enter",
            "short.on_active",
            "[menu short]",
            "push login applied",
            "short.on_inactive",
            "login.on_enter",
            "login.on_active",
            "[menu short login]",
            "pop applied",
            "login.on_inactive",
            "login.on_exit",
            "short.on_exit",
            "menu.on_active",
            "[menu]",
            "push levels applied",
            "menu.on_inactive",
            "levels.on_enter",
            "levels.on_active",
            "[menu levels]",
            "fade in",
            "fade done",
        ]
    );
}
