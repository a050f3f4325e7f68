//! A quit during a transition.

use std::time::Duration;

use proscenium_core::flow::{ScreenCommand, Transition};

use super::faded;

/// A transition that takes for ever out, or in.
struct Endless {
    is_out: bool,
}

impl Transition for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn out_time(&self) -> Duration {
        if self.is_out { Duration::MAX } else { Duration::ZERO }
    }

    fn in_time(&self) -> Duration {
        if self.is_out { Duration::ZERO } else { Duration::MAX }
    }
}

#[test]
fn quit_ends_a_transition_that_does_not_end() {
    for is_out in [true, false] {
        let mut stage = faded(0, 0);
        stage.run([ScreenCommand::push("game").through(Endless { is_out })]);
        stage.manager.command(ScreenCommand::push("pause"));
        stage.manager.command(ScreenCommand::Batch(vec![ScreenCommand::Quit]));
        for _ in 0..70 {
            stage.frame();
        }
        assert!(stage.manager.has_ended() && stage.manager.is_idle());
        let lines = stage.lines();
        let is_rejected =
            |command: &str| lines.iter().any(|line| line.starts_with(&format!("{command} rejected")));
        assert_eq!([is_rejected("push game"), is_rejected("push pause")], [is_out, true], "{lines:#?}");
    }
}

#[test]
fn a_screen_can_refuse_a_quit_that_ends_a_transition() {
    let mut stage = faded(0, 0);
    stage.script.borrow_mut().refusing.insert("menu");
    stage.run([ScreenCommand::push("game").through(Endless { is_out: true })]);
    stage.manager.command(ScreenCommand::Quit);
    for _ in 0..70 {
        stage.frame();
    }
    assert!(!stage.manager.has_ended() && !stage.manager.is_idle());
    assert!(stage.lines().contains(&"quit rejected: `menu` refused to leave".to_owned()));
}

#[test]
fn quit_waits_its_turn_behind_a_transition_that_ends() {
    let mut stage = faded(10, 10);
    stage.run([ScreenCommand::push("game")]);
    stage.run([ScreenCommand::Quit]);
    stage.run_until_idle();
    assert!(stage.manager.has_ended());
    let lines = stage.lines();
    let changes: Vec<_> = lines.iter().filter(|line| line.starts_with('[')).collect();
    assert_eq!(changes, ["[menu game]", "[]"]);
    assert_eq!(lines.iter().filter(|line| *line == "fade covered").count(), 2);
}
