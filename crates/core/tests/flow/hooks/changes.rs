//! What hooks see of the change that they are called for, and the payload of a visit.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium_core::flow::{
    ChangeReason, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenId, Target,
};
use proscenium_core::phase::Resource;

use super::{SCREENS, pop, stage};
use crate::stage::Stage;

type Lines = Rc<RefCell<Vec<String>>>;

const HOOKS: [&str; 5] = ["on_enter", "on_active", "on_inactive", "on_exit", "on_result"];

/// Collects a line for each hook: what it is called for.
fn changes(stage: &Stage) -> Lines {
    let lines = Lines::default();
    for screen in SCREENS.into_iter().chain(["loading", "failure"]) {
        for hook in HOOKS {
            let lines = Rc::clone(&lines);
            stage.when(screen, hook, move |cx| lines.borrow_mut().push(line(hook, cx)));
        }
    }
    lines
}

fn line(hook: &str, cx: &ScreenContext<'_>) -> String {
    let name = |id: Option<ScreenId>| id.map_or("-", ScreenId::name);
    let change = cx.change().expect("a hook has a change");
    format!("{}.{hook} {}: {} > {}", cx.screen(), change.name(), name(cx.change_from()), name(cx.change_to()))
}

/// The hooks that these commands lead to from this stack.
fn changes_of(stack: &[&'static str], command: ScreenCommand) -> Vec<String> {
    let mut stage = stage(stack);
    let lines = changes(&stage);
    stage.run([command]);
    lines.take()
}

#[test]
fn a_push_and_a_pop_name_both_screens() {
    assert_eq!(
        changes_of(&["menu"], ScreenCommand::push("game")),
        [
            "menu.on_inactive push: menu > game",
            "game.on_enter push: menu > game",
            "game.on_active push: menu > game"
        ]
    );
    assert_eq!(
        changes_of(&["menu", "game"], ScreenCommand::pop_with(1)),
        [
            "game.on_inactive pop: game > menu",
            "game.on_exit pop: game > menu",
            "menu.on_result pop: game > menu",
            "menu.on_active pop: game > menu",
        ]
    );
}

#[test]
fn a_pop_to_and_a_reset_name_the_tops_before_and_after() {
    assert_eq!(
        changes_of(&["menu", "game", "pause"], ScreenCommand::pop_to("menu")),
        [
            "pause.on_inactive pop_to: pause > menu",
            "pause.on_exit pop_to: pause > menu",
            "game.on_exit pop_to: pause > menu",
            "menu.on_active pop_to: pause > menu",
        ]
    );
    assert_eq!(
        changes_of(&["menu"], ScreenCommand::reset(["game", "pause"])),
        [
            "menu.on_inactive reset: menu > pause",
            "menu.on_exit reset: menu > pause",
            "game.on_enter reset: menu > pause",
            "pause.on_enter reset: menu > pause",
            "pause.on_active reset: menu > pause",
        ]
    );
}

#[test]
fn a_restart_and_a_covered_removal_lead_back() {
    assert_eq!(
        changes_of(&["menu"], ScreenCommand::replace("menu")),
        [
            "menu.on_inactive replace: menu > menu",
            "menu.on_exit replace: menu > menu",
            "menu.on_enter replace: menu > menu",
            "menu.on_active replace: menu > menu",
        ]
    );
    let stack = ["menu", "game", "pause"];
    assert_eq!(changes_of(&stack, ScreenCommand::remove("game")), ["game.on_exit remove: pause > pause"]);
    assert_eq!(
        changes_of(&stack, ScreenCommand::remove("pause")),
        [
            "pause.on_inactive remove: pause > game",
            "pause.on_exit remove: pause > game",
            "game.on_active remove: pause > game",
        ]
    );
}

#[test]
fn the_end_leads_nowhere() {
    assert_eq!(
        changes_of(&["menu"], ScreenCommand::Quit),
        ["menu.on_inactive quit: menu > -", "menu.on_exit quit: menu > -"]
    );
}

#[test]
fn each_command_of_a_batch_is_a_change_of_its_own() {
    assert_eq!(
        changes_of(&["menu", "game"], ScreenCommand::batch([pop(), ScreenCommand::replace("pause")])),
        [
            "game.on_inactive pop: game > menu",
            "game.on_exit pop: game > menu",
            "menu.on_active pop: game > menu",
            "menu.on_inactive replace: menu > pause",
            "menu.on_exit replace: menu > pause",
            "pause.on_enter replace: menu > pause",
            "pause.on_active replace: menu > pause",
        ]
    );
}

#[test]
fn a_load_leads_to_loading_and_then_to_the_first_screen() {
    let mut stage = stage(&["menu", "game"]);
    let lines = changes(&stage);
    stage.run([ScreenCommand::load("play")]);
    stage.run_until_idle();
    assert_eq!(
        lines.take(),
        [
            "game.on_inactive load: game > loading",
            "game.on_exit load: game > loading",
            "menu.on_exit load: game > loading",
            "loading.on_enter load: game > loading",
            "loading.on_active load: game > loading",
            "loading.on_inactive load: loading > menu",
            "loading.on_exit load: loading > menu",
            "menu.on_enter load: loading > menu",
            "menu.on_active load: loading > menu",
        ]
    );
}

#[test]
fn a_failed_first_load_leads_to_the_failure_screen() {
    let mut stage = Stage::empty(ManagerSettings::default());
    let lines = changes(&stage);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    stage.add_phase(Phase::new("bad").resource(broken), &["menu"]);
    stage.manager.start("bad");
    stage.run_until_idle();
    assert_eq!(
        lines.take(),
        [
            "loading.on_enter load: - > loading",
            "loading.on_active load: - > loading",
            "loading.on_inactive failure: loading > failure",
            "loading.on_exit failure: loading > failure",
            "failure.on_enter failure: loading > failure",
            "failure.on_active failure: loading > failure",
        ]
    );
}

#[test]
fn updates_and_events_have_no_change() {
    let mut stage = stage(&["menu", "game"]);
    let seen = Rc::new(RefCell::new(Vec::new()));
    for hook in ["update", "on_event"] {
        let seen = Rc::clone(&seen);
        stage.when("game", hook, move |cx| seen.borrow_mut().push((hook, cx.change())));
    }
    stage.manager.flow().post("bell".to_owned());
    stage.run([pop(), ScreenCommand::push("game")]);
    assert_eq!(seen.take(), [("on_event", None), ("update", None), ("update", None)]);
}

#[test]
fn a_screen_that_is_asked_knows_what_wants_to_remove_it() {
    type Command = fn() -> ScreenCommand;
    let changes: [(Command, ChangeReason, Option<&str>); 8] = [
        (pop, ChangeReason::Pop, Some("menu")),
        (|| ScreenCommand::pop_to("menu"), ChangeReason::PopTo, Some("menu")),
        (|| ScreenCommand::remove("game"), ChangeReason::Remove, Some("menu")),
        (|| ScreenCommand::replace("pause"), ChangeReason::Replace, Some("pause")),
        (|| ScreenCommand::reset(["menu", "pause"]), ChangeReason::Reset, Some("pause")),
        (|| ScreenCommand::load("play"), ChangeReason::Load, Some("loading")),
        (|| ScreenCommand::Quit, ChangeReason::Quit, None),
        // The second command of the batch removes it, when `pause` is the active screen.
        (
            || ScreenCommand::batch([ScreenCommand::push("pause"), ScreenCommand::remove("game")]),
            ChangeReason::Remove,
            Some("pause"),
        ),
    ];
    for (command, reason, to) in changes {
        let mut stage = stage(&["menu", "game"]);
        stage.script.borrow_mut().refusing.insert("game");
        let seen = Rc::new(RefCell::new(None));
        let asked = Rc::clone(&seen);
        stage.when("game", "may_leave", move |cx| {
            *asked.borrow_mut() = Some((cx.change(), cx.change_from(), cx.change_to()));
        });
        let is_batch = matches!(command(), ScreenCommand::Batch(_));
        stage.run([command()]);
        let from = if is_batch { "pause" } else { "game" };
        assert_eq!(seen.take(), Some((Some(reason), Some(from.into()), to.map(Into::into))), "{reason:?}");
        assert_eq!(stage.stack(), ["menu", "game"]);
    }
}

#[test]
fn a_resident_gets_the_payload_of_each_visit() {
    let mut stage = stage(&["menu"]);
    let seen = Lines::default();
    for hook in ["on_enter", "on_active", "update", "on_inactive", "on_exit"] {
        let seen = Rc::clone(&seen);
        stage.when("game", hook, move |cx| {
            seen.borrow_mut().push(format!("{hook} {:?} {:?}", cx.payload::<u32>(), cx.payload::<&str>()));
        });
    }
    stage.once("menu", "update", |cx| cx.push_with("game", 7_u32));
    stage.frame();
    assert_eq!(seen.take(), ["on_enter Some(7) None", "on_active Some(7) None", "update Some(7) None"]);
    stage.run([ScreenCommand::replace(Target::resident("game").with("again"))]);
    assert_eq!(
        seen.take(),
        [
            "update Some(7) None",
            "on_inactive Some(7) None",
            "on_exit Some(7) None",
            "on_enter None Some(\"again\")",
            "on_active None Some(\"again\")",
            "update None Some(\"again\")",
        ]
    );
    stage.run([pop(), ScreenCommand::push("game")]);
    assert!(seen.take().contains(&"on_enter None None".to_owned()), "a payload is for one visit");
}

#[test]
fn the_screen_that_replaces_another_one_gets_the_payload() {
    let mut stage = stage(&["menu"]);
    let seen = Lines::default();
    for (screen, hook) in [("menu", "on_exit"), ("game", "on_enter"), ("game", "update")] {
        let seen = Rc::clone(&seen);
        stage.when(screen, hook, move |cx| {
            seen.borrow_mut().push(format!("{screen}.{hook} {:?}", cx.payload::<u32>()));
        });
    }
    stage.once("menu", "update", |cx| cx.replace_with("game", 5_u32));
    stage.frame();
    assert_eq!(seen.take(), ["menu.on_exit None", "game.on_enter Some(5)", "game.update Some(5)"]);
}

#[test]
fn fresh_screens_and_those_of_a_reset_get_their_payloads() {
    let mut stage = stage(&["menu"]);
    let seen = Lines::default();
    for screen in ["game", "question"] {
        let seen = Rc::clone(&seen);
        stage.when(screen, "on_enter", move |cx| {
            seen.borrow_mut().push(format!("{screen} {:?}", cx.payload::<u32>()));
        });
    }
    let question = Target::fresh("question", stage.probe("question")).with(2_u32);
    stage.run([ScreenCommand::reset([Target::resident("game").with(1_u32), question])]);
    assert_eq!(seen.take(), ["game Some(1)", "question Some(2)"]);
}

#[test]
fn the_first_screen_of_a_phase_gets_the_payload_of_the_load() {
    let mut stage = stage(&["menu"]);
    let seen = Lines::default();
    for screen in ["menu", "loading"] {
        let seen = Rc::clone(&seen);
        stage.when(screen, "on_enter", move |cx| {
            seen.borrow_mut().push(format!("{screen} {:?}", cx.payload::<u32>()));
        });
    }
    stage.run([ScreenCommand::load_with("play", 3_u32)]);
    stage.run_until_idle();
    assert_eq!(seen.take(), ["loading None", "menu Some(3)"]);
}
