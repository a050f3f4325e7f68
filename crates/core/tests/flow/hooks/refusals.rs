//! Screens that refuse to leave, and what becomes of the others.

use proscenium_core::flow::{ScreenCommand, ScreenManager, Target};

use super::{pop, pop_to, reset, stage};
use crate::stage::Stage;

#[test]
fn a_refusing_screen_stays_and_everybody_below_is_as_before() {
    let leaving: [fn() -> ScreenCommand; 6] = [
        pop,
        || pop_to("menu"),
        || reset(&["settings"]),
        || ScreenCommand::load("play"),
        || ScreenCommand::Quit,
        || ScreenCommand::replace("pause"),
    ];
    for command in leaving {
        let mut stage = stage(&["menu", "game"]);
        stage.script.borrow_mut().refusing.insert("game");
        let lines = stage.run([command()]);
        assert!(lines.len() == 1 && lines[0].ends_with("rejected: `game` refused to leave"), "{lines:?}");
        assert_eq!(stage.stack(), ["menu", "game"]);
        assert!(!stage.notes().contains(&"menu may_leave".to_owned()), "those below a refusal are not asked");
    }
}

#[test]
fn a_refusal_of_a_lower_screen_keeps_those_above_it_too() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.script.borrow_mut().refusing.insert("game");
    assert_eq!(stage.run([pop_to("menu")]), ["pop_to menu rejected: `game` refused to leave"]);
    assert_eq!(stage.notes(), ["pause update", "pause may_leave", "game may_leave"]);
    stage.run([pop()]);
    assert_eq!(stage.stack(), ["menu", "game"], "only those that would leave are asked");
}

#[test]
fn a_refusing_screen_can_ask_and_leave_on_the_answer() {
    let mut stage = stage(&["menu", "settings"]);
    stage.script.borrow_mut().refusing.insert("settings");
    let question = stage.probe("question");
    let mut question = Some(question);
    stage.once("settings", "may_leave", move |cx| {
        cx.push(Target::fresh("question", question.take().unwrap()));
    });
    stage.run([pop()]);
    assert_eq!(stage.stack(), ["menu", "settings", "question"]);
    stage.once("question", "update", |cx| cx.pop_with("discard"));
    let script = stage.script.clone();
    stage.once("settings", "on_result", move |cx| {
        script.borrow_mut().refusing.clear();
        cx.pop();
    });
    stage.frame();
    assert_eq!(stage.stack(), ["menu"]);
    assert!(stage.notes().contains(&"settings got word discard from question".to_owned()));
}

#[test]
fn a_command_that_is_not_applied_leaves_the_random_numbers_as_they_are() {
    let mut stage = stage(&["menu", "game"]);
    stage.script.borrow_mut().refusing.insert("game");
    let fresh = |stage: &Stage| Target::fresh("game", stage.probe("game"));
    let refused: [fn(&Stage) -> ScreenCommand; 6] = [
        |_| ScreenCommand::replace("pause"),
        |_| ScreenCommand::push("nowhere"),
        |_| ScreenCommand::push("game"),
        |stage| ScreenCommand::replace(Target::fresh("pause", stage.probe("pause"))),
        |_| ScreenCommand::reset(["pause", "settings"]),
        |_| ScreenCommand::load("play"),
    ];
    let before = stage.manager.random_state();
    for command in refused {
        let ticket = stage.manager.command(command(&stage));
        stage.frame();
        assert!(ticket.outcome().is_some_and(|outcome| outcome.is_err()));
        assert_eq!(stage.manager.random_state(), before, "{:?}", ticket.outcome());
    }
    while stage.stack().len() < ScreenManager::MAX_DEPTH {
        stage.run([ScreenCommand::push(fresh(&stage))]);
    }
    let before = stage.manager.random_state();
    let full = stage.manager.command(ScreenCommand::push(fresh(&stage)));
    stage.frame();
    assert_eq!(full.outcome(), Some(Err("the stack is full (max. 64 screens)")));
    assert_eq!(stage.manager.random_state(), before);
}
