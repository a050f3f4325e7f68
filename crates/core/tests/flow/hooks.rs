//! The commands: the hooks that each one calls and their order, what is rejected and why, and who
//! goes ahead of whom.

mod changes;
mod covers;
mod events;
mod failures;
mod lives;
mod refusals;
mod removals;

use proscenium_core::flow::{Cover, Phase, ScreenCommand, Target};

use crate::stage::Stage;

const SCREENS: [&str; 4] = ["menu", "game", "pause", "settings"];

fn pop() -> ScreenCommand {
    ScreenCommand::pop()
}

fn pop_to(id: &'static str) -> ScreenCommand {
    ScreenCommand::PopTo(id.into())
}

fn reset(list: &[&'static str]) -> ScreenCommand {
    ScreenCommand::reset(list.iter().copied())
}

/// A stage with these screens on the stack, bottom to top, and an empty trace.
fn stage(stack: &[&'static str]) -> Stage {
    let mut stage = Stage::playing(&SCREENS);
    stage.run([reset(stack)]);
    assert_eq!(stage.stack(), stack);
    stage.notes();
    stage
}

#[test]
fn push_deactivates_the_parent_before_the_new_screen_enters() {
    let mut stage = stage(&["menu"]);
    assert_eq!(
        stage.run([ScreenCommand::push("game")]),
        ["push game applied", "menu.on_inactive", "game.on_enter", "game.on_active", "[menu game]"]
    );
}

#[test]
fn pop_ends_the_top_before_the_parent_is_active_again() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([pop()]),
        ["pop applied", "game.on_inactive", "game.on_exit", "menu.on_active", "[menu]"]
    );
}

#[test]
fn pop_with_a_value_hands_it_over_before_the_parent_is_active() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::Pop(Some(Box::new(7_i32)))]),
        ["pop applied", "game.on_inactive", "game.on_exit", "menu.on_result", "menu.on_active", "[menu]"]
    );
    assert!(stage.notes().contains(&"menu got number 7 from game".to_owned()));
}

#[test]
fn a_covered_screen_cannot_pop_another_one() {
    let mut stage = stage(&["menu", "game", "pause"]);
    let cover = Cover { speed: 1.0, ..Cover::default() };
    stage.script.borrow_mut().covers.insert("pause", cover);
    stage.once("game", "update", |cx| cx.pop_with(3));
    stage.frame();
    assert_eq!(
        stage.lines(),
        ["pop rejected: `game` is not the active screen, and a screen pops itself only"]
    );
    assert_eq!(stage.stack(), ["menu", "game", "pause"]);
    // Those above it may leave before.
    stage.once("pause", "update", |cx| cx.pop());
    stage.once("game", "update", |cx| cx.pop());
    stage.frame();
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_screen_that_pops_itself_twice_does_not_pop_its_parent() {
    let mut stage = stage(&["menu", "game", "pause"]);
    stage.once("pause", "update", |cx| {
        cx.pop();
        cx.pop();
    });
    stage.frame();
    assert_eq!(stage.stack(), ["menu", "game"]);
    // The same screen on its next visit is not meant either.
    stage.once("pause", "update", |cx| {
        cx.pop();
        cx.push("pause");
        cx.pop();
    });
    stage.run([ScreenCommand::push("pause")]);
    assert_eq!(stage.stack(), ["menu", "game", "pause"]);
}

#[test]
fn pop_to_ends_everything_above_the_target_from_the_top_down() {
    let mut stage = stage(&["menu", "game", "pause", "settings"]);
    assert_eq!(
        stage.run([pop_to("menu")]),
        [
            "pop_to menu applied",
            "settings.on_inactive",
            "settings.on_exit",
            "pause.on_exit",
            "game.on_exit",
            "menu.on_active",
            "[menu]"
        ]
    );
}

#[test]
fn pop_to_finds_the_highest_of_two_screens_of_one_name() {
    let mut stage = stage(&["menu"]);
    for name in ["dialog", "dialog", "hint"] {
        let screen = stage.probe(name);
        stage.run([ScreenCommand::push(Target::fresh(name, screen))]);
    }
    stage.run([pop_to("dialog")]);
    assert_eq!(stage.stack(), ["menu", "dialog", "dialog"]);
}

#[test]
fn replace_ends_the_old_screen_before_the_new_one_enters() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::replace("pause")]),
        [
            "replace pause applied",
            "game.on_inactive",
            "game.on_exit",
            "pause.on_enter",
            "pause.on_active",
            "[menu pause]"
        ]
    );
}

#[test]
fn replacing_a_screen_with_itself_is_a_restart() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::replace("game")]),
        [
            "replace game applied",
            "game.on_inactive",
            "game.on_exit",
            "game.on_enter",
            "game.on_active",
            "[menu game]"
        ]
    );
}

#[test]
fn the_last_screen_can_be_replaced_although_it_cannot_be_popped() {
    let mut stage = stage(&["menu"]);
    assert_eq!(
        stage.run([ScreenCommand::replace("game")]),
        [
            "replace game applied",
            "menu.on_inactive",
            "menu.on_exit",
            "game.on_enter",
            "game.on_active",
            "[game]"
        ]
    );
}

#[test]
fn reset_leaves_from_the_top_down_and_enters_from_the_bottom_up() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([reset(&["game", "pause", "menu"])]),
        [
            "reset game pause menu applied",
            "game.on_inactive",
            "game.on_exit",
            "menu.on_exit",
            "game.on_enter",
            "pause.on_enter",
            "menu.on_enter",
            "menu.on_active",
            "[game pause menu]"
        ]
    );
}

#[test]
fn load_leaves_like_a_reset_and_enters_the_default_screen() {
    let mut stage = stage(&["menu", "game"]);
    stage.add_phase(Phase::new("credits"), &["roll", "thanks"]);
    stage.manager.command(ScreenCommand::load("credits"));
    let first = stage.manager.tick() + 1;
    stage.run_until_idle();
    assert_eq!(
        stage.lines_from(first),
        [
            "0 load credits applied",
            "0 game.on_inactive",
            "0 game.on_exit",
            "0 menu.on_exit",
            "0 phase credits freeing",
            "0 phase credits loading",
            "0 phase credits ready",
            "0 loading.on_enter",
            "0 loading.on_active",
            "0 [loading]",
            "0 loading.on_inactive",
            "0 loading.on_exit",
            "0 roll.on_enter",
            "0 roll.on_active",
            "0 [roll]"
        ]
    );
    assert_eq!(
        stage.run([pop()]),
        ["pop rejected: cannot pop the last screen; use `quit` to end the program"]
    );
}

#[test]
fn quit_leaves_like_a_reset_and_nothing_follows() {
    let mut stage = stage(&["menu", "game"]);
    assert_eq!(
        stage.run([ScreenCommand::Quit]),
        ["quit applied", "game.on_inactive", "game.on_exit", "menu.on_exit", "[]"]
    );
    assert!(stage.manager.has_ended());
    stage.notes();
    stage.manager.flow().post("late".to_owned());
    assert_eq!(stage.run([ScreenCommand::push("menu")]), ["push menu rejected: the program has ended"]);
    assert!(stage.notes().is_empty());
}

#[test]
fn what_waits_when_the_program_ends_is_said_to_be_rejected() {
    let mut stage = stage(&["menu"]);
    stage.once("menu", "on_exit", |cx| cx.push("game"));
    assert_eq!(
        stage.run([ScreenCommand::Quit, pop()]),
        [
            "quit applied",
            "menu.on_inactive",
            "menu.on_exit",
            "[]",
            "pop rejected: the program has ended",
            "push game rejected: the program has ended"
        ]
    );
}

#[test]
fn several_commands_of_one_tick_are_applied_in_order() {
    let mut stage = stage(&["menu"]);
    let commands =
        [ScreenCommand::push("game"), ScreenCommand::push("pause"), pop(), ScreenCommand::push("settings")];
    stage.run(commands);
    assert_eq!(stage.stack(), ["menu", "game", "settings"]);
}

#[test]
fn a_batch_checks_each_command_when_its_turn_comes() {
    let mut stage = stage(&["menu"]);
    let inner = ScreenCommand::Batch(vec![ScreenCommand::push("pause"), pop_to("menu")]);
    let batch =
        ScreenCommand::Batch(vec![ScreenCommand::push("game"), ScreenCommand::push("game"), inner, pop()]);
    assert_eq!(
        stage.run([batch]),
        [
            "push game applied",
            "menu.on_inactive",
            "game.on_enter",
            "game.on_active",
            "[menu game]",
            "push game rejected: `game` is on the stack already",
            "push pause applied",
            "game.on_inactive",
            "pause.on_enter",
            "pause.on_active",
            "[menu game pause]",
            "pop_to menu applied",
            "pause.on_inactive",
            "pause.on_exit",
            "game.on_exit",
            "menu.on_active",
            "[menu]",
            "pop rejected: cannot pop the last screen; use `quit` to end the program"
        ]
    );
}

#[test]
fn what_follows_a_load_in_a_batch_is_done_in_the_new_phase() {
    let mut stage = stage(&["menu"]);
    stage.add_phase(Phase::new("credits"), &["roll", "thanks"]);
    stage
        .manager
        .command(ScreenCommand::Batch(vec![ScreenCommand::load("credits"), ScreenCommand::push("thanks")]));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["roll", "thanks"]);
}

#[test]
fn rejected_commands_change_nothing_and_say_why() {
    let mut stage = stage(&["menu", "game"]);
    let cases: [(ScreenCommand, &str); 12] = [
        (ScreenCommand::push("menu"), "push menu rejected: `menu` is on the stack already"),
        (ScreenCommand::push("game"), "push game rejected: `game` is on the stack already"),
        (
            ScreenCommand::push("missing"),
            "push missing rejected: phase `play` has no screen `missing`; it has: menu, game, pause, settings",
        ),
        (pop_to("game"), "pop_to game rejected: `game` is the active screen already"),
        (pop_to("pause"), "pop_to pause rejected: `pause` is not on the stack"),
        (ScreenCommand::replace("menu"), "replace menu rejected: `menu` is on the stack already"),
        (
            ScreenCommand::replace("missing"),
            "replace missing rejected: phase `play` has no screen `missing`; it has: menu, game, pause, settings",
        ),
        (reset(&[]), "reset rejected: the list of screens is empty"),
        (reset(&["menu", "game", "menu"]), "reset menu game menu rejected: `menu` is in the list twice"),
        (
            reset(&["menu", "missing"]),
            "reset menu missing rejected: phase `play` has no screen `missing`; it has: menu, game, pause, settings",
        ),
        (
            ScreenCommand::load("nowhere"),
            "load nowhere rejected: there is no phase `nowhere`; there are: play, bare",
        ),
        (
            ScreenCommand::load("bare"),
            "load bare rejected: phase `bare` has no screen; add one with `Phase::screen`",
        ),
    ];
    stage.add_phase(Phase::new("bare"), &[]);
    for (command, expected) in cases {
        assert_eq!(stage.run([command]), [expected]);
        assert_eq!(stage.stack(), ["menu", "game"]);
    }
}

#[test]
fn before_the_first_phase_a_replace_is_a_push() {
    let mut stage = Stage::empty(<_>::default());
    assert_eq!(
        stage.run([ScreenCommand::replace("menu")]),
        ["replace menu rejected: there is no screen `menu` without a phase"]
    );
    assert_eq!(
        stage.run([ScreenCommand::push("menu")]),
        ["push menu rejected: there is no screen `menu` without a phase"]
    );
    assert_eq!(
        stage.run([pop()]),
        ["pop rejected: cannot pop the last screen; use `quit` to end the program"]
    );
    let splash = Target::fresh("splash", stage.probe("splash"));
    assert_eq!(
        stage.run([ScreenCommand::replace(splash)]),
        ["replace splash applied", "splash.on_enter", "splash.on_active", "[splash]"]
    );
    assert_eq!(
        stage.run([ScreenCommand::load("play")]),
        ["load play rejected: there is no phase `play`; there are: none"]
    );
}
