//! Screens that refuse to leave, and what becomes of the others.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use proscenium::flow::{Fade, Phase, ScreenCommand, Target};

use super::{pop, pop_to, reset, stage};
use crate::probe::Stage;

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

/// A stage whose screen `game` refuses once, asks, and repeats the request on the answer.
fn asking(screens: &[&'static str]) -> Stage {
    let mut stage = stage(screens);
    stage.add_phase(Phase::new("other"), &["second"]);
    stage.script.borrow_mut().refusing.insert("game");
    let mut question = Some(stage.probe("question"));
    stage.once("game", "may_leave", move |cx| {
        cx.push(Target::fresh("question", question.take().unwrap()));
    });
    stage.once("question", "update", |cx| cx.pop_with("leave"));
    let script = stage.script.clone();
    stage.once("game", "on_result", move |cx| {
        script.borrow_mut().refusing.clear();
        cx.repeat_refused();
    });
    stage
}

#[test]
fn the_refused_request_is_repeated_after_the_answer() {
    type Case = (fn() -> ScreenCommand, &'static [&'static str]);
    let requests: [Case; 5] = [
        (pop, &["menu"]),
        (|| reset(&["settings", "pause"]), &["settings", "pause"]),
        (|| ScreenCommand::replace("pause"), &["menu", "pause"]),
        (|| ScreenCommand::load("other"), &["second"]),
        (|| ScreenCommand::Quit, &[]),
    ];
    for (request, stack) in requests {
        let mut stage = asking(&["menu", "game"]);
        let ticket = stage.manager.command(request());
        stage.run_until_idle();
        assert_eq!(stage.stack(), stack);
        assert_eq!(ticket.outcome(), Some(Err("`game` refused to leave")), "it was answered before");
    }
}

#[test]
fn a_repeated_request_has_its_own_ticket_payload_and_transition() {
    let mut stage = stage(&["menu", "game"]);
    stage.script.borrow_mut().refusing.insert("game");
    let pushed = ScreenCommand::replace(Target::resident("pause").with(7_u32));
    let first = stage.manager.command(pushed.through(Fade::default()));
    stage.frame();
    assert_eq!(first.outcome(), Some(Err("`game` refused to leave")));
    let again = Rc::new(RefCell::new(None));
    let slot = Rc::clone(&again);
    stage.once("game", "update", move |cx| *slot.borrow_mut() = Some(cx.repeat_refused()));
    stage.script.borrow_mut().refusing.clear();
    stage.frame();
    let again = again.take().unwrap();
    assert_eq!(again.outcome(), None, "its transition runs");
    let payload = Rc::new(Cell::new(None));
    let seen = Rc::clone(&payload);
    stage.once("pause", "on_enter", move |cx| seen.set(cx.payload::<u32>().copied()));
    stage.run_until_idle();
    assert_eq!((again.outcome(), payload.get()), (Some(Ok(&())), Some(7)));
    assert_eq!(stage.stack(), ["menu", "pause"]);
}

#[test]
fn nothing_is_repeated_once_the_screen_that_refused_has_left() {
    let mut stage = stage(&["menu", "game"]);
    stage.script.borrow_mut().refusing.insert("game");
    stage.run([ScreenCommand::Quit]);
    stage.script.borrow_mut().refusing.clear();
    stage.run([pop()]);
    let ticket = Rc::new(RefCell::new(None));
    let slot = Rc::clone(&ticket);
    stage.once("menu", "update", move |cx| *slot.borrow_mut() = Some(cx.repeat_refused()));
    stage.frame();
    let ticket = ticket.take().unwrap();
    assert_eq!(ticket.outcome(), Some(Err("no screen has refused to leave")));
    assert_eq!(stage.stack(), ["menu"]);
}
