//! Screens that send the flow elsewhere instead of being entered.

use proscenium::flow::{ManagerSettings, Phase, ScreenCommand, Target};

use super::{SCREENS, stage};
use crate::probe::Stage;

#[test]
fn a_resident_redirects_before_anything_changes() {
    let mut stage = stage(&["menu"]);
    stage.redirect("game", |_| Some(ScreenCommand::push("login")));
    let ticket = stage.manager.command(ScreenCommand::push("game"));
    stage.frame();
    assert_eq!(
        stage.lines(),
        [
            "push game rejected: `game` redirects to push login",
            "push login applied",
            "menu.on_inactive",
            "login.on_enter",
            "login.on_active",
            "[menu login]",
        ]
    );
    assert_eq!(ticket.outcome(), Some(Ok(&())));
    assert_eq!(ticket.redirects(), ["`game` redirects to push login"]);
}

#[test]
fn the_ticket_of_a_redirected_command_has_the_outcome_of_what_is_done_instead() {
    type Case = (fn() -> ScreenCommand, Option<&'static str>);
    let instead: [Case; 4] = [
        (|| ScreenCommand::push("login"), None),
        (|| ScreenCommand::push("nowhere"), Some("phase `play` has no screen `nowhere`; it has: ")),
        (|| ScreenCommand::batch([ScreenCommand::push("login"), ScreenCommand::pop()]), None),
        (|| ScreenCommand::batch([]), Some("`game` redirects to batch")),
    ];
    for (command, error) in instead {
        let batch = ScreenCommand::batch([ScreenCommand::push("levels"), ScreenCommand::push("game")]);
        let [alone, batch] = [ScreenCommand::push("game"), batch].map(|request| {
            let mut stage = stage(&["menu"]);
            stage.redirect("game", move |_| Some(command()));
            let ticket = stage.manager.command(request);
            stage.frame();
            ticket
        });
        for ticket in [&alone, &batch] {
            match (ticket.outcome(), error) {
                (Some(Ok(())), None) => assert_eq!(ticket.redirects().len(), 1),
                (Some(Err(cause)), Some(error)) => assert!(cause.starts_with(error), "{cause}"),
                (outcome, error) => panic!("{outcome:?} instead of {error:?}"),
            }
        }
    }
}

#[test]
fn a_fresh_screen_redirects_by_its_payload() {
    let mut stage = stage(&["menu"]);
    stage.redirect("level", |cx| {
        let number = cx.payload::<u32>().copied()?;
        assert!(!cx.is_active() && cx.covered_by().is_none(), "it is not on the stack");
        (number > 2).then(|| ScreenCommand::push(Target::resident("levels").with(number)))
    });
    for (number, top) in [(2, "level"), (3, "levels")] {
        let level = Target::fresh("level", stage.probe("level")).with::<u32>(number);
        stage.run([ScreenCommand::push(level)]);
        assert_eq!(stage.stack().last(), Some(&top));
    }
    assert_eq!(stage.stack(), ["menu", "level", "levels"]);
}

#[test]
fn a_screen_that_does_not_redirect_is_entered_as_ever() {
    let mut stage = stage(&["menu"]);
    stage.redirect("game", |_| None);
    assert_eq!(
        stage.run([ScreenCommand::push(Target::resident("game").with(5))]),
        ["push game applied", "menu.on_inactive", "game.on_enter", "game.on_active", "[menu game]"]
    );
}

#[test]
fn an_empty_batch_instead_leaves_everything_as_it_is() {
    let mut stage = stage(&["menu"]);
    stage.redirect("game", |_| Some(ScreenCommand::batch([])));
    assert_eq!(
        stage.run([ScreenCommand::replace("game")]),
        ["replace game rejected: `game` redirects to batch"]
    );
}

#[test]
fn the_screens_that_would_leave_are_asked_for_the_new_command() {
    let mut stage = stage(&["menu", "levels"]);
    stage.script.borrow_mut().refusing.insert("levels");
    // A replacement would remove `levels`; the push does not.
    stage.redirect("game", |_| Some(ScreenCommand::push("login")));
    stage.run([ScreenCommand::replace("game")]);
    assert_eq!(stage.stack(), ["menu", "levels", "login"]);
    assert_eq!(stage.notes(), ["levels update", "login update"]);
}

#[test]
fn one_screen_of_a_reset_redirects_the_whole_reset() {
    let mut stage = stage(&["menu"]);
    stage.redirect("game", |_| Some(ScreenCommand::reset(["levels", "login"])));
    stage.run([ScreenCommand::reset(["menu", "game"])]);
    assert_eq!(stage.stack(), ["levels", "login"]);
}

#[test]
fn a_batch_goes_on_after_a_command_that_was_redirected() {
    let mut stage = stage(&["menu"]);
    stage.redirect("levels", |_| {
        Some(ScreenCommand::batch([ScreenCommand::push("login"), ScreenCommand::remove("menu")]))
    });
    let batch = ScreenCommand::batch([ScreenCommand::push("levels"), ScreenCommand::push("game")]);
    assert_eq!(
        stage.run([batch]),
        [
            "push levels rejected: `levels` redirects to batch push remove",
            "push login applied",
            "menu.on_inactive",
            "login.on_enter",
            "login.on_active",
            "[menu login]",
            "remove menu applied",
            "menu.on_exit",
            "[login]",
            "push game applied",
            "login.on_inactive",
            "game.on_enter",
            "game.on_active",
            "[login game]",
        ]
    );
}

#[test]
fn a_redirection_is_asked_for_before_the_transition() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &SCREENS);
    stage.redirect("game", |_| Some(ScreenCommand::push("login")));
    assert_eq!(
        stage.run([ScreenCommand::push("game")]),
        ["push game rejected: `game` redirects to push login", "fade out"]
    );
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu", "login"]);
}

#[test]
fn what_follows_a_load_is_asked_after_it() {
    let mut stage = stage(&["menu"]);
    stage.add_phase(Phase::new("other"), &["first", "second", "third"]);
    stage.redirect("second", |cx| {
        assert_eq!(cx.active(), Some("first".into()));
        Some(ScreenCommand::push("third"))
    });
    stage.run([ScreenCommand::batch([ScreenCommand::load("other"), ScreenCommand::push("second")])]);
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["first", "third"]);
}

#[test]
fn a_redirection_can_change_the_phase() {
    let mut stage = stage(&["menu"]);
    stage.add_phase(Phase::new("other"), &["first", "second"]);
    stage.redirect("game", |_| Some(ScreenCommand::load("other")));
    stage.run([ScreenCommand::batch([ScreenCommand::push("game"), ScreenCommand::push("second")])]);
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["first", "second"]);
}

#[test]
fn a_screen_on_the_stack_is_not_asked_for_its_restart() {
    let mut stage = stage(&["menu"]);
    stage.redirect("menu", |_| Some(ScreenCommand::push("game")));
    assert_eq!(
        stage.run([ScreenCommand::replace("menu")]),
        [
            "replace menu applied",
            "menu.on_inactive",
            "menu.on_exit",
            "menu.on_enter",
            "menu.on_active",
            "[menu]"
        ]
    );
}

#[test]
fn a_screen_that_redirects_cannot_pop_another() {
    let mut stage = stage(&["menu", "levels"]);
    stage.redirect("game", |cx| {
        cx.pop();
        Some(ScreenCommand::push("login"))
    });
    let lines = stage.run([ScreenCommand::push("game")]);
    assert_eq!(
        lines.last().unwrap(),
        "pop rejected: `game` is not the active screen, and a screen pops itself only"
    );
    assert_eq!(stage.stack(), ["menu", "levels", "login"]);
}

#[test]
fn redirections_without_an_end_fail_with_their_screens() {
    let mut stage = stage(&["menu"]);
    stage.redirect("game", |_| Some(ScreenCommand::push("login")));
    stage.redirect("login", |_| Some(ScreenCommand::replace("game")));
    let batch = ScreenCommand::batch([ScreenCommand::push("game"), ScreenCommand::push("levels")]);
    let ticket = stage.manager.command(batch);
    stage.frame();
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(stage.notes()[1], "failure: endless loop of redirections: game, login");
    assert_eq!(ticket.outcome(), Some(Err("it is part of an endless loop of redirections")));
    let lines = stage.lines();
    let redirected = lines.iter().filter(|line| line.contains("redirects to")).count();
    assert_eq!(redirected, proscenium::flow::ScreenManager::MAX_FOLLOW_UPS + 1);
    assert_eq!(
        lines[redirected..],
        [
            "push login rejected: it is part of an endless loop of redirections",
            "push levels rejected: it is part of an endless loop of redirections",
            "menu.on_inactive",
            "menu.on_exit",
            "failure.on_enter",
            "failure.on_active",
            "[failure]",
        ]
    );
}
