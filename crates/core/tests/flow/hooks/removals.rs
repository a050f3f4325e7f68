//! The removal of a screen, which may be a covered one.

use proscenium_core::flow::{Cover, ScreenCommand, ScreenManager, Target};
use proscenium_core::platform::{Action, Input};

use super::{pop, stage};

#[test]
fn a_covered_screen_is_removed_with_its_exit_alone() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.manager.make_current();
    assert_eq!(
        stage.run([ScreenCommand::remove("game")]),
        ["remove game applied", "game.on_exit", "[menu pause]"]
    );
    assert_eq!(ScreenManager::current().unwrap().stack(), ["menu".into(), "pause".into()]);
    assert_eq!(stage.notes(), ["pause update", "game may_leave"]);
}

#[test]
fn the_removal_of_the_top_is_a_pop() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::remove("game")]),
        ["remove game applied", "game.on_inactive", "game.on_exit", "menu.on_active", "[menu]"]
    );
}

#[test]
fn the_highest_screen_of_the_name_is_removed() {
    let mut stage = stage(&["menu"]);
    let fresh = Target::fresh("menu", stage.probe("menu"));
    stage.run([ScreenCommand::push("game"), ScreenCommand::push(fresh), ScreenCommand::push("pause")]);
    assert_eq!(stage.stack(), ["menu", "game", "menu", "pause"]);
    stage.run([ScreenCommand::remove("menu")]);
    assert_eq!(stage.stack(), ["menu", "game", "pause"]);
    stage.run([ScreenCommand::remove("menu")]);
    assert_eq!(stage.stack(), ["game", "pause"]);
}

#[test]
fn the_last_screen_and_one_that_is_not_there_are_not_removed() {
    let mut stage = stage(&["menu"]);
    assert_eq!(
        stage.run([ScreenCommand::remove("menu"), ScreenCommand::remove("game")]),
        [
            "remove menu rejected: cannot pop the last screen; use `quit` to end the program",
            "remove game rejected: `game` is not on the stack",
        ]
    );
}

#[test]
fn a_removed_screen_is_asked_and_no_other() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.script.borrow_mut().refusing.extend(["game", "pause"]);
    assert_eq!(stage.run([ScreenCommand::remove("game")]), ["remove game rejected: `game` refused to leave"]);
    stage.run([ScreenCommand::remove("menu")]);
    assert_eq!(stage.stack(), ["game", "pause"]);
    assert_eq!(stage.notes(), ["pause update", "game may_leave", "pause update", "menu may_leave"]);
}

#[test]
fn a_batch_asks_the_screens_that_leave_and_those_only() {
    let mut stage = stage(&["menu", "game", "pause", "settings"]);
    let batch = ScreenCommand::batch([ScreenCommand::remove("game"), pop()]);
    assert_eq!(
        stage.run([batch]),
        [
            "remove game applied",
            "game.on_exit",
            "[menu pause settings]",
            "pop applied",
            "settings.on_inactive",
            "settings.on_exit",
            "pause.on_active",
            "[menu pause]",
        ]
    );
    assert_eq!(stage.notes(), ["settings update", "settings may_leave", "game may_leave"]);
}

#[test]
fn a_removed_resident_can_be_pushed_again() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.run([ScreenCommand::remove("game"), ScreenCommand::push("game")]);
    assert_eq!(stage.stack(), ["menu", "pause", "game"]);
}

#[test]
fn a_screen_may_remove_itself_from_below() {
    let mut stage = stage(&["menu", "game", "pause"]);
    let cover = Cover { speed: 1.0, ..Cover::default() };
    stage.script.borrow_mut().covers.insert("pause", cover);
    stage.once("game", "update", |cx| cx.remove(cx.screen()));
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "pause"]);
}

#[test]
fn a_held_key_stays_held_while_a_covered_screen_is_removed() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.manager.step(&Input::pressing([Action::JUMP]));
    stage.manager.command(ScreenCommand::remove("game"));
    let holding = Input::holding([Action::JUMP]);
    stage.manager.step(&holding);
    let script = stage.script.clone();
    stage.once("pause", "update", move |cx| {
        let text = format!("held: {}", cx.input().is_held(Action::JUMP));
        script.borrow_mut().notes.push(text);
    });
    stage.notes();
    stage.manager.step(&holding);
    assert_eq!(stage.notes(), ["pause update", "held: true"]);
}
