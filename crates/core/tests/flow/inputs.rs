//! Every kind of input with every command, before, during and after its transition.

use std::rc::Rc;

use proscenium_core::flow::{Cover, ManagerSettings, Phase, ScreenCommand, ScreenManager, Target};
use proscenium_core::platform::{Action, Control, Device, Input, Pointer, Touch};

use crate::stage::{Stage, with_item};

/// The kinds of input that are held: each is down, then held, then released.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Action,
    Pointer,
    Finger,
    Stick,
    Trigger,
}

const KINDS: [Kind; 5] = [Kind::Action, Kind::Pointer, Kind::Finger, Kind::Stick, Kind::Trigger];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Down,
    Held,
    Up,
}

/// The input of a tick in which only this is touched.
fn input(kind: Kind, step: Step) -> Input {
    let (began, is_held, ended) = (step == Step::Down, step != Step::Up, step == Step::Up);
    let mut input = Input { device: Device::Pad, ..Input::default() };
    match kind {
        Kind::Action => {
            let of = |is_so: bool| is_so.then_some(Action::ACCEPT).into_iter().collect();
            (input.pressed, input.held, input.released) = (of(began), of(is_held), of(ended));
            input.control = began.then_some(Control::PadA);
        }
        Kind::Pointer => {
            let position = Some((1.0, 2.0));
            input.pointer =
                Pointer { position, pressed: began, held: is_held, released: ended, ..Pointer::default() };
        }
        Kind::Finger => input.touches = vec![Touch { finger: 3, position: (1.0, 2.0), began, ended }],
        Kind::Stick if is_held => input.axes = [90, 0, 0, 0, 0, 0],
        Kind::Trigger if is_held => input.axes = [0, 0, 0, 0, 0, 127],
        Kind::Stick | Kind::Trigger => {}
    }
    input
}

/// What a screen saw of it in a tick.
fn seen(kind: Kind, input: &Input) -> Option<&'static str> {
    let (began, is_held, ended) = match kind {
        Kind::Action => (
            input.is_pressed(Action::ACCEPT) || input.control.is_some(),
            input.is_held(Action::ACCEPT),
            input.released.contains(Action::ACCEPT),
        ),
        Kind::Pointer => (input.pointer.pressed, input.pointer.held, input.pointer.released),
        Kind::Finger => {
            let touch = input.touches.first();
            (
                touch.is_some_and(|touch| touch.began),
                touch.is_some_and(|touch| !touch.ended),
                touch.is_some_and(|touch| touch.ended),
            )
        }
        Kind::Stick | Kind::Trigger => (false, input.axes != [0; 6], false),
    };
    match (began, is_held, ended) {
        (true, ..) => Some("down"),
        (_, true, _) => Some("held"),
        (.., true) => Some("up"),
        _ => None,
    }
}

/// The commands that change the active screen, from the stack `menu` `game`, and who is active then.
fn commands() -> Vec<(&'static str, ScreenCommand, &'static str)> {
    vec![
        ("push", ScreenCommand::push("pause"), "pause"),
        ("push fresh", ScreenCommand::push(Target::resident("map")), "map"),
        ("pop", ScreenCommand::pop(), "menu"),
        ("pop_to", ScreenCommand::pop_to("menu"), "menu"),
        ("remove", ScreenCommand::remove("game"), "menu"),
        ("replace", ScreenCommand::replace("map"), "map"),
        ("restart", ScreenCommand::replace("game"), "game"),
        ("reset", ScreenCommand::reset(["map", "pause"]), "pause"),
        ("load", ScreenCommand::load("other"), "other"),
    ]
}

fn stage(has_transition: bool, kind: Kind) -> Stage {
    let settings = if has_transition { ManagerSettings::with_fade() } else { ManagerSettings::default() };
    let mut stage = Stage::with(settings, &["menu", "game", "pause", "map"]);
    stage.add_phase(with_item(Phase::new("other")), &["other"]);
    stage.manager.command(ScreenCommand::push("game").without_transition());
    stage.frame();
    for screen in ["menu", "game", "pause", "map", "other"] {
        let script = Rc::clone(&stage.script);
        stage.when(screen, "update", move |cx| {
            if let Some(what) = seen(kind, cx.input()) {
                script.borrow_mut().notes.push(format!("{screen}: {what}"));
            }
        });
    }
    stage.notes();
    stage
}

/// What the screens saw since the last call, each once in a row.
fn notes(stage: &Stage) -> Vec<String> {
    let mut notes = stage.notes();
    notes.retain(|note| note.contains(':'));
    notes.dedup();
    notes
}

fn is_changing(manager: &ScreenManager) -> bool {
    !manager.is_idle()
}

/// Steps until the change is over, with the input of `at` for each tick of it, and for three at least.
fn change(stage: &mut Stage, kind: Kind, at: impl Fn(usize) -> Option<Step>) {
    let idle = Input { device: Device::Pad, ..Input::default() };
    for tick in 0..200 {
        let now = at(tick).map_or_else(|| idle.clone(), |step| input(kind, step));
        stage.manager.step(&now);
        if tick > 2 && !is_changing(&stage.manager) {
            return;
        }
    }
    panic!("the change does not end");
}

/// Presses, holds and releases, and returns what `screen` saw.
fn press(stage: &mut Stage, kind: Kind) -> Vec<String> {
    for step in [Step::Down, Step::Held, Step::Up] {
        stage.manager.step(&input(kind, step));
    }
    stage.frame();
    notes(stage)
}

fn whole(kind: Kind, screen: &str) -> Vec<String> {
    let steps: &[&str] = match kind {
        Kind::Stick | Kind::Trigger => &["held"],
        _ => &["down", "held", "up"],
    };
    steps.iter().map(|step| format!("{screen}: {step}")).collect()
}

fn for_each(test: impl Fn(&str, Kind, ScreenCommand, &str, Stage)) {
    for has_transition in [false, true] {
        for kind in KINDS {
            for (name, command, active) in commands() {
                let what = format!("{kind:?}, {name}, transition: {has_transition}");
                test(&what, kind, command, active, stage(has_transition, kind));
            }
        }
    }
}

#[test]
fn what_is_held_before_a_change_is_masked_until_it_is_released() {
    for_each(|what, kind, command, active, mut stage| {
        stage.manager.step(&input(kind, Step::Down));
        assert_eq!(notes(&stage), whole(kind, "game")[..1], "{what}");
        stage.manager.command(command);
        change(&mut stage, kind, |_| Some(Step::Held));
        // The old screen sees it to its end.
        assert!(notes(&stage).iter().all(|note| note == "game: held"), "{what}");
        for _ in 0..3 {
            stage.manager.step(&input(kind, Step::Held));
        }
        stage.manager.step(&input(kind, Step::Up));
        stage.frame();
        assert_eq!(notes(&stage), Vec::<String>::new(), "{what}: leaks");
        assert_eq!(press(&mut stage, kind), whole(kind, active), "{what}: sticks");
    });
}

#[test]
fn a_tap_during_a_change_is_seen_by_no_screen() {
    for_each(|what, kind, command, active, mut stage| {
        stage.manager.command(command);
        stage.manager.step(&Input::default());
        notes(&stage);
        let is_changing = is_changing(&stage.manager);
        if is_changing {
            change(&mut stage, kind, |tick| [Step::Down, Step::Held, Step::Up].get(tick).copied());
            assert_eq!(notes(&stage), Vec::<String>::new(), "{what}: leaks");
        }
        assert_eq!(press(&mut stage, kind), whole(kind, active), "{what}: sticks");
    });
}

#[test]
fn a_press_during_a_change_is_no_press_afterwards() {
    for_each(|what, kind, command, active, mut stage| {
        stage.manager.command(command);
        stage.manager.step(&Input::default());
        notes(&stage);
        if is_changing(&stage.manager) {
            change(&mut stage, kind, |tick| Some(if tick == 0 { Step::Down } else { Step::Held }));
            stage.manager.step(&input(kind, Step::Held));
            stage.manager.step(&input(kind, Step::Up));
            assert_eq!(notes(&stage), Vec::<String>::new(), "{what}: leaks");
        }
        assert_eq!(press(&mut stage, kind), whole(kind, active), "{what}: sticks");
    });
}

#[test]
fn what_is_pressed_after_a_change_is_seen_from_its_first_tick() {
    for_each(|what, kind, command, active, mut stage| {
        stage.manager.command(command);
        change(&mut stage, kind, |_| None);
        assert_eq!(notes(&stage), Vec::<String>::new(), "{what}");
        assert_eq!(press(&mut stage, kind), whole(kind, active), "{what}");
    });
}

#[test]
fn events_of_a_change_reach_the_next_screen_once_or_never() {
    for (name, command, active) in commands() {
        let mut stage = stage(true, Kind::Action);
        for screen in ["menu", "game", "pause", "map", "other", "loading"] {
            let script = Rc::clone(&stage.script);
            stage.when(screen, "update", move |cx| {
                let Input { focus_lost, pad_lost, text, device, .. } = cx.input();
                if *focus_lost || *pad_lost || !text.is_empty() {
                    let note = format!("{screen}: {focus_lost} {pad_lost} {text:?} {device:?}");
                    script.borrow_mut().notes.push(note);
                }
            });
        }
        stage.manager.command(command);
        stage.frame();
        let events = Input {
            focus_lost: true,
            pad_lost: true,
            text: "a".to_owned(),
            ..input(Kind::Action, Step::Down)
        };
        stage.manager.step(&events);
        stage.run_until_idle();
        stage.frame();
        // Loading is a screen with input.
        let active = if name == "load" { "loading" } else { active };
        assert_eq!(notes(&stage), [format!("{active}: true true \"\" Keyboard")], "{name}");
    }
}

#[test]
fn a_game_below_a_popup_or_behind_loading_knows_that_the_focus_and_the_pad_are_lost() {
    let mut stage = Stage::playing(&["game", "popup"]);
    stage.add_phase(with_item(Phase::new("level")), &["level"]);
    stage.script.borrow_mut().covers.insert("popup", Cover::POPUP);
    for screen in ["game", "level"] {
        let script = Rc::clone(&stage.script);
        stage.when(screen, "update", move |cx| {
            let Input { focus_lost, pad_lost, .. } = *cx.input();
            script.borrow_mut().notes.push(format!("{screen} {focus_lost} {pad_lost}"));
        });
    }
    let seen = |stage: &mut Stage, input: &Input| {
        stage.manager.step(input);
        let notes = stage.notes().into_iter();
        notes.filter(|note| note.ends_with("true") || note.ends_with("false")).collect::<Vec<_>>()
    };
    stage.manager.command(ScreenCommand::push("popup"));
    stage.frame();
    stage.notes();
    let lost = Input { focus_lost: true, ..Input::pressing([Action::ACCEPT]) };
    assert_eq!(seen(&mut stage, &lost), ["game true false"], "below a popup");
    assert_eq!(seen(&mut stage, &Input { pad_lost: true, ..Input::default() }), ["game false true"]);
    assert_eq!(seen(&mut stage, &Input::default()), ["game false false"]);

    stage.manager.command(ScreenCommand::load("level"));
    let lost = Input { focus_lost: true, pad_lost: true, ..Input::default() };
    while stage.stack() != ["level"] {
        stage.manager.step(&lost);
    }
    stage.notes();
    assert_eq!(seen(&mut stage, &lost), ["level true true"], "after Loading");
}

#[test]
fn no_screen_sees_a_lost_focus_while_a_transition_runs() {
    let mut stage = stage(true, Kind::Action);
    for screen in ["menu", "game", "pause"] {
        let script = Rc::clone(&stage.script);
        stage.when(screen, "update", move |cx| {
            let note = format!("{screen}: {} {}", cx.input().focus_lost, cx.in_transition());
            script.borrow_mut().notes.push(note);
        });
    }
    stage.manager.command(ScreenCommand::push("pause"));
    let lost = Input { focus_lost: true, ..Input::default() };
    stage.manager.step(&lost);
    notes(&stage);
    while is_changing(&stage.manager) {
        stage.manager.step(&lost);
        for note in notes(&stage) {
            assert!(!note.ends_with("true true"), "{note}");
        }
    }
    stage.manager.step(&lost);
    assert!(notes(&stage).contains(&"pause: true false".to_owned()), "and then it does");
}
