//! What a screen does to the screens below it: time, sound, input and drawing.

use std::time::Duration;

use proscenium_core::flow::{Cover, CoverAudio, ManagerSettings, Phase, ScreenCommand};
use proscenium_core::platform::{Action, Clock, Input};

use super::{pop, stage};
use crate::files::callback;
use crate::stage::{Stage, with_item};

/// Notes the time and the sound of each update of these screens.
fn watch(stage: &Stage, screens: &[&'static str]) {
    for &screen in screens {
        let script = stage.script.clone();
        stage.when(screen, "update", move |cx| {
            let share = cx.delta().as_secs_f32() / Clock::TICK.as_secs_f32();
            script.borrow_mut().notes.push(format!("{screen} {share:.2} {:?}", cx.audio()));
        });
    }
}

fn watched(stage: &mut Stage) -> Vec<String> {
    stage.notes();
    stage.frame();
    stage.notes().into_iter().filter(|note| !note.ends_with(" update")).collect()
}

fn cover(stage: &Stage, screen: &'static str, speed: f32, audio: CoverAudio) {
    stage.script.borrow_mut().covers.insert(screen, Cover { speed, audio });
}

#[test]
fn by_default_those_below_stand_still() {
    let mut stage = stage(&["menu", "game", "pause"]);
    watch(&stage, &["menu", "game", "pause"]);
    assert_eq!(watched(&mut stage), ["pause 1.00 Continue"]);
    assert_eq!(Cover::default(), Cover { speed: 0.0, audio: CoverAudio::Duck });
}

#[test]
fn scaled_covers_multiply_and_the_strictest_sound_counts() {
    let mut stage = stage(&["menu", "game", "pause", "settings"]);
    watch(&stage, &["menu", "game", "pause", "settings"]);
    cover(&stage, "settings", 1.0, CoverAudio::Continue);
    cover(&stage, "pause", 0.5, CoverAudio::Pause);
    cover(&stage, "game", 0.5, CoverAudio::Duck);
    assert_eq!(
        watched(&mut stage),
        ["settings 1.00 Continue", "pause 1.00 Continue", "game 0.50 Pause", "menu 0.25 Pause"]
    );
}

#[test]
fn a_frozen_screen_keeps_everything_below_it_frozen() {
    let mut stage = stage(&["menu", "game", "pause"]);
    watch(&stage, &["menu", "game", "pause"]);
    cover(&stage, "game", 1.0, CoverAudio::Continue);
    assert_eq!(watched(&mut stage), ["pause 1.00 Continue"]);
}

#[test]
fn scales_that_make_no_sense_freeze() {
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let mut stage = stage(&["menu", "game"]);
        watch(&stage, &["menu", "game"]);
        cover(&stage, "game", factor, CoverAudio::Duck);
        assert_eq!(watched(&mut stage), ["game 1.00 Continue"], "{factor}");
    }
}

#[test]
fn scales_multiply_and_are_capped_once_at_the_end() {
    for (upper, lower, expected) in [
        (1000.0, 0.001, "1.00"),
        (f32::MAX, f32::MAX, "100.00"),
        (0.001, 1000.0, "1.00"),
        (200.0, 0.25, "50.00"),
    ] {
        let mut stage = stage(&["menu", "game", "pause"]);
        watch(&stage, &["menu"]);
        cover(&stage, "pause", upper, CoverAudio::Continue);
        cover(&stage, "game", lower, CoverAudio::Continue);
        assert_eq!(watched(&mut stage), [format!("menu {expected} Continue")], "{upper} {lower}");
    }
}

#[test]
fn time_stands_still_in_hooks() {
    let stage = stage(&["menu"]);
    let mut stage = stage;
    let script = stage.script.clone();
    stage.once("menu", "on_inactive", move |cx| {
        script.borrow_mut().notes.push(format!("{:?}", cx.delta() == Duration::ZERO));
    });
    stage.run([ScreenCommand::push("game")]);
    assert!(stage.notes().contains(&"true".to_owned()));
}

/// Notes what each of these screens sees of `accept`.
fn watch_accept(stage: &Stage, screens: &[&'static str]) {
    for &screen in screens {
        let script = stage.script.clone();
        stage.when(screen, "update", move |cx| {
            let input = cx.input();
            let (pressed, held) = (input.is_pressed(Action::ACCEPT), input.is_held(Action::ACCEPT));
            if pressed || held {
                let what = if pressed { "pressed" } else { "held" };
                script.borrow_mut().notes.push(format!("{screen} {what}"));
            }
        });
    }
}

fn step(stage: &mut Stage, input: &Input) -> Vec<String> {
    stage.notes();
    stage.manager.step(input);
    stage.notes().into_iter().filter(|note| note.ends_with("pressed") || note.ends_with("held")).collect()
}

#[test]
fn only_the_active_screen_gets_input() {
    let mut stage = stage(&["menu", "game"]);
    cover(&stage, "game", 1.0, CoverAudio::Duck);
    watch_accept(&stage, &["menu", "game"]);
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["game pressed"]);
}

#[test]
fn a_press_that_changes_the_screen_is_masked_for_the_new_one() {
    let mut stage = stage(&["menu"]);
    watch_accept(&stage, &["menu", "game"]);
    stage.manager.command(ScreenCommand::push("game"));
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["menu pressed"]);
    assert_eq!(stage.stack(), ["menu", "game"]);
    let nothing: [&str; 0] = [];
    assert_eq!(step(&mut stage, &Input::holding([Action::ACCEPT])), nothing);
    assert_eq!(step(&mut stage, &Input::releasing([Action::ACCEPT])), nothing);
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["game pressed"]);
    assert_eq!(step(&mut stage, &Input::holding([Action::ACCEPT])), ["game held"]);
}

#[test]
fn loading_gets_input_also_while_a_transition_waits_for_it() {
    for settings in [ManagerSettings::default(), ManagerSettings::with_fade()] {
        let mut stage = Stage::with(settings, &super::SCREENS);
        watch_accept(&stage, &["menu", "loading"]);
        stage.add_phase(with_item(Phase::new("credits")), &["roll"]);
        stage.manager.command(ScreenCommand::load("credits"));
        let mut input = Input::pressing([Action::ACCEPT]);
        input.released = input.pressed;
        let mut seen = Vec::new();
        for _ in 0..60 {
            seen.extend(step(&mut stage, &input));
        }
        // The menu sees the press in the command's tick, Loading the presses in its two ticks.
        assert_eq!(seen[..3], ["menu pressed", "loading pressed", "loading pressed"]);
        assert!(stage.manager.is_idle());
    }
}

#[test]
fn a_load_can_be_cancelled_from_its_loading_screen() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &super::SCREENS);
    stage.add_phase(Phase::new("long").resource(callback("a")).resource(callback("b")), &["never"]);
    stage.when("loading", "update", |cx| {
        if cx.input().is_pressed(Action::CANCEL) {
            cx.load("play");
        }
    });
    stage.manager.command(ScreenCommand::load("long"));
    while stage.stack() != ["loading"] {
        stage.frame();
    }
    stage.manager.step(&Input::pressing([Action::CANCEL]));
    stage.run_until_idle();
    assert_eq!(stage.stack(), ["menu"]);
    let lines = stage.lines();
    assert!(!lines.contains(&"phase long ready".to_owned()), "{lines:?}");
}

#[test]
fn a_loading_screen_can_wait_for_a_key() {
    let mut stage = stage(&["menu"]);
    stage.script.borrow_mut().refusing.insert("loading");
    let script = stage.script.clone();
    stage.when("loading", "update", move |cx| {
        if cx.input().is_pressed(Action::ACCEPT) {
            script.borrow_mut().refusing.clear();
        }
    });
    stage.manager.command(ScreenCommand::load("play"));
    for _ in 0..20 {
        stage.frame();
    }
    assert_eq!((stage.stack(), stage.manager.flow().phase()), (vec!["loading"], None));
    assert_eq!(stage.manager.load().unwrap().progress.fraction, 1.0);
    stage.manager.step(&Input::pressing([Action::ACCEPT]));
    assert_eq!(stage.stack(), ["menu"]);
}

#[test]
fn a_key_held_through_a_load_is_no_press_for_the_new_phase() {
    let mut stage = stage(&["menu"]);
    watch_accept(&stage, &["menu", "loading"]);
    stage.manager.command(ScreenCommand::load("play"));
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["menu pressed"]);
    let nothing: [&str; 0] = [];
    for _ in 0..6 {
        assert_eq!(step(&mut stage, &Input::holding([Action::ACCEPT])), nothing);
    }
    assert_eq!(stage.stack(), ["menu"]);
    step(&mut stage, &Input::releasing([Action::ACCEPT]));
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["menu pressed"]);
}

fn drawn(stage: &Stage) -> Vec<String> {
    stage.notes();
    stage.manager.draw();
    stage.notes()
}

#[test]
fn a_screen_draws_its_parent_where_it_wants_it() {
    let mut stage = stage(&["menu", "game", "pause"]);
    assert_eq!(drawn(&stage), ["pause draw"]);
    stage.script.borrow_mut().transparent.insert("pause");
    assert_eq!(drawn(&stage), ["pause draw", "game draw", "pause draw on top"]);
    stage.script.borrow_mut().transparent.extend(["game", "menu"]);
    assert_eq!(
        drawn(&stage),
        ["pause draw", "game draw", "menu draw", "menu draw on top", "game draw on top", "pause draw on top"]
    );
    stage.run([pop()]);
    assert_eq!(drawn(&stage)[0], "game draw");
}

#[test]
fn no_screen_is_drawn_before_its_first_update() {
    let mut stage = Stage::playing(&super::SCREENS);
    stage.script.borrow_mut().transparent.extend(["loading", "menu", "game", "pause", "failure"]);
    stage.notes();
    let commands = [
        ScreenCommand::push("game"),
        super::reset(&["menu", "game", "pause"]),
        ScreenCommand::load("play"),
        ScreenCommand::replace("game"),
    ];
    for command in commands {
        stage.manager.command(command);
        for _ in 0..5 {
            stage.frame();
            let updated = stage.notes();
            let top = *stage.stack().last().unwrap();
            assert!(updated.contains(&format!("{top} update")), "{top}: {updated:?}");
            assert!(drawn(&stage).contains(&format!("{top} draw")), "{top} was not drawn");
        }
    }
}

#[test]
fn a_key_pressed_during_a_transition_is_no_press_after_it() {
    let mut stage = Stage::with(ManagerSettings::with_fade(), &super::SCREENS);
    watch_accept(&stage, &["menu", "game"]);
    stage.run([ScreenCommand::push("game")]);
    while stage.stack() != ["menu", "game"] {
        stage.frame();
    }
    let nothing: [&str; 0] = [];
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), nothing);
    for _ in 0..40 {
        assert_eq!(step(&mut stage, &Input::holding([Action::ACCEPT])), nothing);
    }
    assert!(stage.manager.is_idle());
    step(&mut stage, &Input::releasing([Action::ACCEPT]));
    assert_eq!(step(&mut stage, &Input::pressing([Action::ACCEPT])), ["game pressed"]);
}
