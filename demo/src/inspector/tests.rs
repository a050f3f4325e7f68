//! The inspector over the demo, without a window.

use std::rc::Rc;
use std::time::Duration;

use proscenium::flow::{ManagerSettings, Transition};
use proscenium::kit::{InputScript, Overlay as _, OverlayView, Scaling, Session, TimeControl};
use proscenium::platform::{Action, Clock, Input, Pointer, Trace};

use super::*;
use crate::commander::{ACTIONS, TIME_STOP};
use crate::play::kind::{ActorId, Kind};
use crate::play::units::hero::{HERO, Hero};
use crate::play::units::marine::MARINE;
use crate::tests::{Lines, shared};
use crate::theme::{HEIGHT, WIDTH};
use crate::{phases, theme};

/// A play after some ticks.
fn playing(ticks: u32) -> ScreenManager {
    let mut manager = started(false);
    while manager.active().is_none_or(|id| id.name() != PLAYED) || !manager.is_idle() {
        manager.step(&Input::default());
    }
    (0..ticks).for_each(|_| manager.step(&Input::default()));
    manager
}

fn started(traces: bool) -> ScreenManager {
    let shared = shared();
    let source = phases::assets();
    let trace = if traces { Trace::recording().with_machines() } else { Trace::off() };
    let transition: Option<Rc<dyn Transition>> = Some(Rc::new(theme::fade()));
    let settings = ManagerSettings { source, seed: 3, trace, transition, ..ManagerSettings::default() };
    let mut manager = phases::manager(settings, &shared);
    manager.start(PLAYED);
    manager
}

/// Sends input to the inspector, and returns what is left of it for the game.
fn send(
    inspector: &mut Inspector,
    manager: &mut ScreenManager,
    time: &mut TimeControl,
    mut input: Input,
) -> Input {
    inspector.input(&mut input, manager, Some(time));
    let viewport = Scaling::Smooth.fit((640, 360), (1280.0, 720.0));
    inspector.times.push([Duration::from_millis(16); 3]);
    inspector.layout = Layout::of(viewport, (WIDTH, HEIGHT));
    input
}

fn click(at: (f32, f32)) -> Input {
    let pointer = Pointer { position: Some(at), pressed: true, held: true, ..Pointer::default() };
    Input { pointer, ..Input::default() }
}

/// The position of a figure on the screen.
fn place_of(manager: &ScreenManager, kind: Kind) -> (ActorId, (f32, f32)) {
    let (play, machines, corner) = InGame::observe(manager).unwrap();
    let figure = play.figures(machines).into_iter().find(|figure| figure.id.is(kind)).unwrap();
    (figure.id, (figure.spot.0 - corner.0, figure.spot.1 - corner.1 - figure.z - figure.height / 2.0))
}

/// The trace of a script, with or without an inspector.
fn trace_of(script: &str, is_inspected: bool) -> String {
    let manager = started(true);
    let script = InputScript::parse(script, &ACTIONS).unwrap();
    let lines = Lines::default();
    let session = Session::new(manager, Clock::manual()).with_script(script).with_trace(lines.clone());
    let session = if is_inspected { session.with_overlay(Inspector::default()) } else { session };
    session.run_headless().1.unwrap();
    String::from_utf8(lines.0.take()).unwrap()
}

#[test]
fn the_inspector_does_not_change_the_trace_of_a_script() {
    let manager = playing(1);
    let (_, (x, y)) = place_of(&manager, &MARINE);
    let script = format!(
        "wait in_game\ntap inspect\nclick {x} {y}\nrun 300\ntap time_stop\ntap time_step\ntap select_all\n\
         tap attack\nclick 500 320\nrun 600\nclick 320 180\ntap pause\nwait pause\ntap inspect\ntap pause\n\
         run 60\nquit\n"
    );
    let plain = trace_of(&script, false);
    assert!(plain.contains("\"kind\":\"machine\""));
    assert_eq!(plain, trace_of(&script, true));
}

#[test]
fn a_click_selects_a_figure_and_is_hidden_from_the_game() {
    let mut manager = playing(30);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    let (marine, at) = place_of(&manager, &MARINE);
    let left = send(&mut inspector, &mut manager, &mut time, click(at));
    assert!(left.pointer.pressed && inspector.subject.is_none(), "it is closed");
    send(&mut inspector, &mut manager, &mut time, Input::pressing([INSPECT]));
    let left = send(&mut inspector, &mut manager, &mut time, click((at.0 + 3.0, at.1 - 4.0)));
    assert_eq!(inspector.subject.as_ref().unwrap().id, marine);
    assert!(!left.pointer.pressed && !left.pointer.held);
    let (hero, at) = place_of(&manager, &HERO);
    send(&mut inspector, &mut manager, &mut time, click(at));
    assert_eq!(inspector.subject.as_ref().unwrap().id, hero);
    // The corner is empty.
    let left = send(&mut inspector, &mut manager, &mut time, click((320.0, 350.0)));
    assert!(left.pointer.pressed && inspector.subject.as_ref().unwrap().id == hero);
}

#[test]
fn a_unit_is_watched_until_the_inspector_closes() {
    let mut manager = playing(30);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    let (_, at) = place_of(&manager, &HERO);
    send(&mut inspector, &mut manager, &mut time, Input::pressing([INSPECT]));
    send(&mut inspector, &mut manager, &mut time, click(at));
    (0..30).for_each(|_| manager.step(&Input::holding([Action::RIGHT])));
    let view = View::new(manager.shared().unwrap(), manager.resources(), (640.0, 360.0));
    let facts = inspector.subject.as_ref().unwrap().facts(&manager, &view).unwrap();
    let lines: Vec<_> = facts.lines.iter().map(|(line, _)| line.as_str()).collect();
    assert_eq!((facts.doing.as_str(), lines[0]), ("alive/movement/walk", "hero 0"));
    assert!(lines[2].starts_with("alive/movement/walk for "), "{facts:?}");
    let changes: Vec<_> = lines.iter().filter(|line| line.contains(" ago ")).collect();
    assert!(changes.len() == 1 && changes[0].ends_with("s ago idle → walk"), "{facts:?}");
    assert!(lines.contains(&"trigger → run: no, fast is false"), "{facts:?}");
    let heroes = |manager: &ScreenManager| {
        let (play, machines, _) = InGame::observe(manager).unwrap();
        machines.get(play.troops.of::<Hero>()).unwrap().watched().is_some()
    };
    assert!(heroes(&manager));
    send(&mut inspector, &mut manager, &mut time, Input::pressing([INSPECT]));
    assert!(!heroes(&manager) && inspector.subject.is_none());
}

#[test]
fn a_closed_inspector_handles_only_its_key() {
    let mut manager = playing(1);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    let input = Input::pressing([TIME_STOP, Action::LEFT]);
    let before = inspector.times.since_last().count();
    inspector.input(&mut input.clone(), &mut manager, Some(&mut time));
    inspector.draw(&OverlayView {
        manager: &manager,
        time: Some(&time),
        since_last: Duration::ZERO,
        logic: Duration::ZERO,
        draw: Duration::ZERO,
        viewport: Scaling::Smooth.fit((640, 360), (1280.0, 720.0)),
    });
    assert_eq!((time, inspector.times.since_last().count()), (TimeControl::default(), before));
    let left = send(&mut inspector, &mut manager, &mut time, input.clone());
    assert_eq!(left, input);
}

#[test]
fn buttons_and_keys_control_time_and_closing_resets_it() {
    let mut manager = playing(1);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    send(&mut inspector, &mut manager, &mut time, Input::pressing([INSPECT]));
    for _ in 0..2 {
        let (x, y) = inspector.layout.button(2).centre();
        let at = (x / inspector.layout.scale, y / inspector.layout.scale);
        let left = send(&mut inspector, &mut manager, &mut time, click(at));
        assert!(!left.pointer.pressed);
    }
    assert_eq!(time.to_string(), "1/4");
    let left = send(&mut inspector, &mut manager, &mut time, Input::pressing([TIME_STOP]));
    assert!(time.is_stopped() && !left.is_pressed(TIME_STOP));
    // While time is stopped the camera can be dragged; the game does not see it.
    send(&mut inspector, &mut manager, &mut time, click((320.0, 350.0)));
    let mut drag = click((300.0, 340.0));
    drag.pointer.pressed = false;
    let left = send(&mut inspector, &mut manager, &mut time, drag);
    assert!(inspector.pan == (20.0, 10.0) && !left.pointer.held);
    send(&mut inspector, &mut manager, &mut time, Input::pressing([INSPECT]));
    assert_eq!((time, inspector.pan), (TimeControl::default(), (0.0, 0.0)));
}

#[test]
fn frame_times_cover_the_last_two_seconds() {
    let mut times = FrameTimes::default();
    for milliseconds in [900, 16].into_iter().chain([17; 118]).chain([40]) {
        times.push([Duration::from_millis(milliseconds), Duration::ZERO, Duration::ZERO]);
    }
    let (median, worst) = times.median_and_worst(FrameTimes::SINCE_LAST);
    assert_eq!((median, worst, times.since_last().count()), (17.0, 40.0, FrameTimes::CAPACITY));
}

#[test]
fn fine_pixels_are_half_a_virtual_pixel_in_the_default_window() {
    let place = |width, height| Scaling::Smooth.fit((640, 360), (width, height));
    let scale = |width, height| Layout::of(place(width, height), (WIDTH, HEIGHT)).scale;
    assert_eq!(scale(1280.0, 720.0), 2.0);
    assert_eq!(scale(1920.0, 1080.0), 1.5);
    assert_eq!(scale(2560.0, 1440.0), 2.0);
    assert_eq!(scale(640.0, 360.0), 1.0);
    assert_eq!(scale(320.0, 180.0), 1.0);
}
