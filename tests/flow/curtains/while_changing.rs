//! What comes while a transition runs.

use proptest::prelude::*;
use proscenium::flow::{Phase, SavedFlow, ScreenCommand, WhileChanging};
use proscenium::phase::Resource;

use super::{SCREENS, curtain, stage, ticks};

#[test]
fn a_request_turns_the_uncovering_round_without_a_jump() {
    let effect = curtain("curtain", 2, 4);
    let mut stage = stage(WhileChanging::TurnRound, effect.clone());
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 6);
    stage.manager.command(ScreenCommand::pop());
    assert_eq!(
        ticks(&mut stage, 9),
        [
            "0 curtain out",
            "3 curtain covered",
            "4 pop applied",
            "4 game.on_inactive",
            "4 game.on_exit",
            "4 menu.on_active",
            "4 [menu]",
            "4 curtain in",
            "8 curtain done"
        ]
    );
    let there = [0.0, 0.5, 1.0, 1.0, 0.75, 0.5, 0.25];
    let back = [0.5, 0.75, 1.0, 1.0, 0.75, 0.5, 0.25];
    assert_eq!(*effect.covers.borrow(), [there, back].concat());
}

#[test]
fn a_request_before_the_change_joins_it() {
    let mut stage = stage(WhileChanging::TurnRound, curtain("curtain", 2, 1));
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 2);
    stage.manager.command(ScreenCommand::push("pause"));
    assert_eq!(
        ticks(&mut stage, 4),
        [
            "0 curtain covered",
            "1 push game applied",
            "1 menu.on_inactive",
            "1 game.on_enter",
            "1 game.on_active",
            "1 [menu game]",
            "1 push pause applied",
            "1 game.on_inactive",
            "1 pause.on_enter",
            "1 pause.on_active",
            "1 [menu game pause]",
            "1 curtain in",
            "2 curtain done"
        ]
    );
}

#[test]
fn a_screen_that_refuses_keeps_the_transition_as_it_is() {
    let mut stage = stage(WhileChanging::TurnRound, curtain("curtain", 2, 4));
    stage.script.borrow_mut().refusing.insert("menu");
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 1);
    stage.manager.command(ScreenCommand::reset(["map"]));
    assert_eq!(ticks(&mut stage, 1), ["0 reset map rejected: `menu` refused to leave"]);
    stage.script.borrow_mut().refusing.insert("game");
    ticks(&mut stage, 3);
    stage.manager.command(ScreenCommand::pop());
    assert_eq!(ticks(&mut stage, 1), ["0 pop rejected: `game` refused to leave"]);
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu", "game"]);
}

#[test]
fn what_has_no_transition_waits_and_so_does_all_behind_it() {
    let mut stage = stage(WhileChanging::TurnRound, curtain("curtain", 2, 2));
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 1);
    stage.manager.command(ScreenCommand::push("pause").without_transition());
    stage.manager.command(ScreenCommand::push("map"));
    let lines = ticks(&mut stage, 12);
    let stacks: Vec<_> = lines.iter().filter(|line| line.contains('[') || line.contains("done")).collect();
    assert_eq!(
        stacks,
        [
            "2 [menu game]",
            "4 curtain done",
            "4 [menu game pause]",
            "7 [menu game pause map]",
            "9 curtain done"
        ]
    );
}

#[test]
fn a_request_behind_a_load_does_not_join_it() {
    for policy in [WhileChanging::Queue, WhileChanging::TurnRound] {
        let mut stage = stage(policy, curtain("curtain", 2, 2));
        let slow = |id| Resource::callback(id, |_| Ok(()));
        stage.add_phase(Phase::new("first").resource(slow("one")).resource(slow("two")), &["one"]);
        stage.add_phase(Phase::new("second"), &["two"]);
        stage.run([ScreenCommand::load("first")]);
        stage.run_until_idle();
        let save = SavedFlow::parse(&stage.manager.save().unwrap()).unwrap();
        for first in [ScreenCommand::load("first"), ScreenCommand::Restore(save)] {
            stage.lines();
            stage.run([first]);
            // It replaces the load as soon as that runs.
            stage.run([ScreenCommand::load("second")]);
            stage.run_until_idle();
            assert_eq!(stage.stack(), ["two"]);
            assert!(!stage.lines().contains(&"phase first ready".to_owned()), "{policy:?}");
        }
    }
}

#[test]
fn a_screen_still_pops_only_itself() {
    for policy in [WhileChanging::Queue, WhileChanging::TurnRound] {
        let mut stage = stage(policy, curtain("curtain", 4, 4));
        stage.run([ScreenCommand::push("game").without_transition()]);
        stage.manager.command(ScreenCommand::push("pause"));
        ticks(&mut stage, 1);
        stage.once("game", "update", |cx| cx.pop());
        stage.run_until_idle();
        assert_eq!(stage.stack(), ["menu", "game", "pause"]);
        let reason = "pop rejected: `game` is not the active screen, and a screen pops itself only";
        assert!(stage.lines().contains(&reason.to_owned()), "{policy:?}");
    }
}

#[test]
fn a_refused_request_is_rejected_and_a_quit_waits() {
    let mut stage = stage(WhileChanging::Refuse, curtain("curtain", 1, 2));
    stage.once("game", "on_enter", |cx| cx.push("map"));
    stage.manager.command(ScreenCommand::push("game"));
    ticks(&mut stage, 1);
    let refused = stage.manager.command(ScreenCommand::push("pause"));
    stage.manager.command(ScreenCommand::Quit);
    let lines = ticks(&mut stage, 6);
    assert_eq!(lines[0], "0 push pause rejected: a transition is running");
    assert_eq!(refused.outcome(), Some(Err("a transition is running")));
    stage.run_until_idle();
    let lines = [lines, stage.lines()].concat();
    let stacks: Vec<_> = lines.iter().filter_map(|line| line.split_once('[')).map(|(_, ids)| ids).collect();
    assert_eq!(stacks, ["menu game]", "]"], "{lines:#?}");
    assert!(stage.manager.has_ended());
}

#[test]
fn what_the_hooks_of_a_change_request_is_not_refused() {
    let mut stage = stage(WhileChanging::Refuse, curtain("curtain", 1, 2));
    stage.once("game", "on_enter", |cx| cx.push("map"));
    stage.run([ScreenCommand::push("game")]);
    stage.run_until_idle();
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu", "game", "map"]);
}

/// A request of a random play, and after how many ticks it comes.
fn requests() -> impl Strategy<Value = Vec<(usize, u32)>> {
    prop::collection::vec((0..8_usize, 0..9_u32), 1..12)
}

proptest! {
    #[test]
    fn turning_round_ends_where_waiting_ends(requests in requests()) {
        let mut ends = Vec::new();
        for policy in [WhileChanging::Queue, WhileChanging::TurnRound] {
            let effect = curtain("curtain", 3, 5);
            let mut stage = stage(policy, effect.clone());
            for (what, wait) in &requests {
                let command = match what {
                    0..=2 => ScreenCommand::push(SCREENS[what + 1]),
                    3 | 4 => ScreenCommand::pop(),
                    5 => ScreenCommand::replace("map"),
                    6 => ScreenCommand::reset(["pause", "game"]),
                    _ => ScreenCommand::pop_to("game"),
                };
                stage.manager.command(command);
                (0..*wait).for_each(|_| drop(ticks(&mut stage, 1)));
                if stage.manager.is_idle() {
                    effect.covers.borrow_mut().push(0.0);
                }
            }
            for _ in 0..400 {
                ticks(&mut stage, 1);
            }
            prop_assert!(stage.manager.is_idle());
            effect.covers.borrow_mut().push(0.0);
            let covers = effect.covers.borrow();
            let jump = covers.windows(2).map(|pair| (pair[0] - pair[1]).abs()).fold(0.0, f32::max);
            prop_assert!(jump <= 1.0 / 3.0 + 0.001, "a jump of {} in {:?}", jump, covers);
            ends.push(stage.stack());
        }
        prop_assert_eq!(&ends[0], &ends[1]);
    }
}
