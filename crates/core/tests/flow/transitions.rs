//! Transitions: the whole trace with its frames, the covers that are drawn, and who waits.

mod quits;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium_core::flow::{
    Fade, ManagerSettings, Phase, ScreenCommand, Target, Transition, TransitionView,
};
use proscenium_core::phase::Resource;
use proscenium_core::platform::{Action, Clock, Input};

use crate::files::callback;
use crate::stage::{Stage, with_item};

const SCREENS: [&str; 3] = ["menu", "game", "pause"];

/// A fade that writes each cover it is drawn with into the notes of the stage.
struct Curtain {
    out_steps: u32,
    in_steps: u32,
    drawn: Rc<RefCell<Vec<String>>>,
}

impl Transition for Curtain {
    fn name(&self) -> &'static str {
        "curtain"
    }

    fn out_time(&self) -> Duration {
        Clock::TICK * self.out_steps
    }

    fn in_time(&self) -> Duration {
        Clock::TICK * self.in_steps
    }

    fn draw(&self, view: &TransitionView) {
        let half = if view.is_out { "out" } else { "in" };
        self.drawn.borrow_mut().push(format!("{half} {:.2}", view.cover));
    }
}

/// A stage whose commands go through a curtain, and what the curtain draws.
fn curtained(out_steps: u32, in_steps: u32) -> (Stage, Rc<RefCell<Vec<String>>>) {
    let drawn = Rc::new(RefCell::new(Vec::new()));
    let curtain = Curtain { out_steps, in_steps, drawn: Rc::clone(&drawn) };
    let settings = ManagerSettings { transition: Some(Rc::new(curtain)), ..ManagerSettings::default() };
    (Stage::with(settings, &SCREENS), drawn)
}

fn faded(out_steps: u32, in_steps: u32) -> Stage {
    let fade = Fade { out_time: Clock::TICK * out_steps, in_time: Clock::TICK * in_steps, ..Fade::default() };
    Stage::with(ManagerSettings { transition: Some(Rc::new(fade)), ..ManagerSettings::default() }, &SCREENS)
}

/// Lets `frames` pass; the first is number 0 of the returned trace.
fn frames(stage: &mut Stage, frames: u32) -> Vec<String> {
    let first = stage.manager.tick() + 1;
    for _ in 0..frames {
        stage.frame();
    }
    stage.lines_from(first)
}

#[test]
fn a_push_through_a_fade_of_three_steps_out_and_two_in() {
    let mut stage = faded(3, 2);
    stage.manager.command(ScreenCommand::push("game"));
    assert_eq!(
        frames(&mut stage, 10),
        [
            "0 fade out",
            "3 fade covered",
            "4 push game applied",
            "4 menu.on_inactive",
            "4 game.on_enter",
            "4 game.on_active",
            "4 [menu game]",
            "4 fade in",
            "6 fade done"
        ]
    );
}

#[test]
fn times_of_zero_take_one_step_each() {
    let mut stage = faded(0, 0);
    stage.manager.command(ScreenCommand::Pop(None));
    stage.manager.command(ScreenCommand::replace("game"));
    assert_eq!(
        frames(&mut stage, 10),
        [
            "0 pop rejected: cannot pop the last screen; use `quit` to end the program",
            "0 fade out",
            "1 fade covered",
            "2 replace game applied",
            "2 menu.on_inactive",
            "2 menu.on_exit",
            "2 game.on_enter",
            "2 game.on_active",
            "2 [game]",
            "2 fade in",
            "3 fade done"
        ]
    );
}

#[test]
fn the_covers_rise_to_one_and_fall_again() {
    let (mut stage, drawn) = curtained(3, 2);
    stage.manager.command(ScreenCommand::push("game"));
    for _ in 0..8 {
        stage.frame();
        stage.manager.draw();
    }
    assert_eq!(*drawn.borrow(), ["out 0.00", "out 0.33", "out 0.67", "out 1.00", "in 1.00", "in 0.50"]);
}

#[test]
fn the_clock_of_the_transition_stands_while_a_phase_loads() {
    let mut stage = faded(2, 2);
    let nothing = |id| Resource::callback(id, |_| Ok(()));
    let credits = Phase::new("credits").resource(nothing("one")).resource(nothing("two"));
    stage.add_phase(credits, &["roll"]);
    stage.manager.command(ScreenCommand::load("credits"));
    assert_eq!(
        frames(&mut stage, 12),
        [
            "0 fade out",
            "2 fade covered",
            "3 load credits applied",
            "3 menu.on_inactive",
            "3 menu.on_exit",
            "3 phase credits freeing",
            "3 loading.on_enter",
            "3 loading.on_active",
            "3 [loading]",
            "4 phase credits loading",
            "4 callback credits/one loaded 0.500",
            "5 callback credits/two loaded 1.000",
            "5 phase credits ready",
            "6 loading.on_inactive",
            "6 loading.on_exit",
            "6 roll.on_enter",
            "6 roll.on_active",
            "6 [roll]",
            "6 fade in",
            "8 fade done"
        ]
    );
}

#[test]
fn a_load_is_drawn_without_cover_and_then_uncovered_from_one() {
    let (mut stage, drawn) = curtained(1, 2);
    stage.add_phase(with_item(Phase::new("credits")), &["roll"]);
    stage.manager.command(ScreenCommand::load("credits"));
    let mut frames = Vec::new();
    for _ in 0..8 {
        stage.frame();
        stage.notes();
        stage.manager.draw();
        let screens: Vec<_> = stage.notes().iter().map(|note| note.replace(" draw", "")).collect();
        let covers: Vec<_> = drawn.borrow_mut().drain(..).collect();
        frames.push(format!("{} | {}", screens.join(" "), covers.join(" ")));
    }
    assert_eq!(
        frames,
        [
            "menu | out 0.00",
            " | out 1.00",
            "loading | ",
            "loading | ",
            " | in 1.00",
            "roll | in 0.50",
            "roll | ",
            "roll | "
        ]
    );
}

#[test]
fn a_failed_load_uncovers_the_failure_screen() {
    let mut stage = faded(0, 2);
    let broken = Resource::callback::<()>("broken", |_| Err("no luck".into()));
    stage.add_phase(Phase::new("credits").resource(broken), &["roll"]);
    stage.manager.command(ScreenCommand::load("credits"));
    let lines = frames(&mut stage, 10);
    assert_eq!(
        lines[lines.len() - 5..],
        ["4 failure.on_enter", "4 failure.on_active", "4 [failure]", "4 fade in", "6 fade done"]
    );
}

#[test]
fn a_command_during_a_transition_waits_and_then_takes_its_own() {
    let mut stage = faded(0, 0);
    stage.run([ScreenCommand::push("game")]);
    stage.manager.command(ScreenCommand::push("pause"));
    stage.manager.command(ScreenCommand::Pop(None).without_transition());
    assert_eq!(
        frames(&mut stage, 7),
        [
            "0 fade covered",
            "0 push pause queued: a transition is running",
            "0 pop queued: a transition is running",
            "1 push game applied",
            "1 menu.on_inactive",
            "1 game.on_enter",
            "1 game.on_active",
            "1 [menu game]",
            "1 fade in",
            "2 fade done",
            "2 fade out",
            "3 fade covered",
            "4 push pause applied",
            "4 game.on_inactive",
            "4 pause.on_enter",
            "4 pause.on_active",
            "4 [menu game pause]",
            "4 fade in",
            "5 fade done",
            "5 pop applied",
            "5 pause.on_inactive",
            "5 pause.on_exit",
            "5 game.on_active",
            "5 [menu game]"
        ]
    );
}

#[test]
fn a_load_replaces_a_load_and_other_commands_wait() {
    let mut stage = faded(0, 0);
    let slow = |id| Resource::callback(id, |_| Ok(()));
    stage
        .add_phase(Phase::new("first").resource(slow("a")).resource(slow("b")).resource(slow("c")), &["one"]);
    stage.add_phase(Phase::new("second").resource(slow("d")), &["two", "three"]);
    stage.run([ScreenCommand::load("first").without_transition()]);
    stage.frame();
    stage.lines();
    stage.manager.command(ScreenCommand::push("three").without_transition());
    stage.manager.command(ScreenCommand::load("second"));
    assert_eq!(
        frames(&mut stage, 5),
        [
            "0 callback first/b loaded 0.667",
            "0 load second applied",
            "0 loading.on_inactive",
            "0 loading.on_exit",
            "0 phase second freeing",
            "0 callback first/a freed 0.000",
            "0 callback first/b freed 0.000",
            "0 loading.on_enter",
            "0 loading.on_active",
            "0 [loading]",
            "0 push three queued: a phase is being loaded",
            "1 phase second loading",
            "1 callback second/d loaded 1.000",
            "1 phase second ready",
            "2 loading.on_inactive",
            "2 loading.on_exit",
            "2 two.on_enter",
            "2 two.on_active",
            "2 [two]",
            "2 push three applied",
            "2 two.on_inactive",
            "2 three.on_enter",
            "2 three.on_active",
            "2 [two three]"
        ]
    );
}

#[test]
fn of_two_loads_in_one_tick_the_last_one_wins() {
    let mut stage = faded(0, 0);
    stage.add_phase(Phase::new("first").resource(callback("item")), &["one"]);
    stage.add_phase(Phase::new("second"), &["two"]);
    for load in ["first", "second"] {
        stage.manager.command(ScreenCommand::load(load).without_transition());
    }
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["two"]);
    assert!(!stage.lines().contains(&"phase first ready".to_owned()));
}

#[test]
fn each_waiting_command_is_traced_as_queued_once() {
    let mut stage = faded(0, 0);
    stage.add_phase(Phase::new("credits"), &["roll", "thanks", "end"]);
    stage
        .manager
        .command(ScreenCommand::Batch(vec![ScreenCommand::load("credits"), ScreenCommand::push("thanks")]));
    stage.frame();
    stage.manager.command(ScreenCommand::push("end").without_transition());
    for _ in 0..12 {
        stage.frame();
    }
    let lines = stage.lines();
    let waiting: Vec<_> = lines.iter().filter(|line| line.contains("queued")).collect();
    assert_eq!(
        waiting,
        ["push end queued: a transition is running", "push thanks queued: a phase is being loaded"]
    );
    assert_eq!(stage.stack(), ["roll", "thanks", "end"]);
}

#[test]
fn a_refused_command_takes_no_transition() {
    let mut stage = faded(0, 0);
    stage.run([ScreenCommand::push("game").without_transition()]);
    stage.script.borrow_mut().refusing.insert("game");
    assert_eq!(stage.run([ScreenCommand::Pop(None)]), ["pop rejected: `game` refused to leave"]);
    assert!(stage.manager.is_idle());
}

#[test]
fn a_command_can_bring_its_own_transition() {
    let mut stage = Stage::playing(&SCREENS);
    let drawn = Rc::new(RefCell::new(Vec::new()));
    let curtain = Curtain { out_steps: 1, in_steps: 1, drawn: Rc::clone(&drawn) };
    stage.manager.command(ScreenCommand::push("game").through(curtain));
    let lines = frames(&mut stage, 5);
    assert_eq!(lines.first().map(String::as_str), Some("0 curtain out"));
    assert_eq!(lines.last().map(String::as_str), Some("3 curtain done"));
}

#[test]
fn input_is_closed_from_the_start_of_out_until_in_is_done() {
    let mut stage = faded(2, 2);
    let script = stage.script.clone();
    for screen in SCREENS {
        let script = script.clone();
        stage.when(screen, "update", move |cx| {
            if cx.input().is_pressed(Action::JUMP) {
                script.borrow_mut().notes.push(format!("{screen} jumped in frame {}", cx.tick()));
            }
        });
    }
    stage.manager.command(ScreenCommand::push("game"));
    let first = stage.manager.tick() + 1;
    for _ in 0..8 {
        // Each frame brings a new press, so nothing is held over.
        let mut input = Input::pressing([Action::JUMP]);
        input.released = input.pressed;
        stage.manager.step(&input);
    }
    let jumps: Vec<_> = stage.notes().into_iter().filter(|note| note.contains("jumped")).collect();
    let expected = [format!("menu jumped in frame {first}"), format!("game jumped in frame {}", first + 6)];
    assert_eq!(jumps[..2], expected);
}

#[test]
fn a_fatal_error_does_not_wait_for_the_transition() {
    let mut stage = faded(3, 2);
    stage.run([ScreenCommand::push("game")]);
    stage.once("menu", "update", |cx| cx.fail("no memory"));
    assert_eq!(
        frames(&mut stage, 6),
        [
            "0 push game rejected: a fatal error came before it",
            "0 menu.on_inactive",
            "0 menu.on_exit",
            "0 failure.on_enter",
            "0 failure.on_active",
            "0 [failure]",
            "0 fade in",
            "2 fade done"
        ]
    );
}

#[test]
fn the_first_screen_has_no_transition_and_quit_has_one() {
    let mut stage = Stage::empty(ManagerSettings::with_fade());
    stage.add_phase(Phase::new("play"), &["menu"]);
    stage.manager.command(ScreenCommand::load("play"));
    stage.frame();
    assert_eq!((stage.stack(), stage.manager.cover()), (vec!["menu"], 0.0));
    let dialog = stage.probe("dialog");
    stage.run([ScreenCommand::push(Target::fresh("dialog", dialog)).without_transition()]);
    stage.manager.command(ScreenCommand::Quit);
    let lines = frames(&mut stage, 20);
    assert_eq!(lines[0], "0 fade out");
    assert_eq!(lines.last().map(String::as_str), Some("16 []"));
    assert!(stage.manager.has_ended());
}
