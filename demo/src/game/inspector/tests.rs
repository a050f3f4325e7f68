//! The inspector over the demo, without a window.

use std::rc::Rc;

use proscenium::dev::{InputScript, Overlaid, Overlay as _, ScriptPlayer, TimeControl, TraceWriter};
use proscenium::flow::{ManagerSettings, Transition};
use proscenium::game::Session;
use proscenium::platform::{Action, Clock, Control, Input, Pointer, Trace, TraceEvent};

use super::*;
use crate::controls::ACTIONS;
use crate::game::play::kind::{ActorId, Kind};
use crate::game::play::troops::of;
use crate::game::play::units::hero::{HERO, Hero};
use crate::game::play::units::marine::MARINE;
use crate::game::screens::InGame;
use crate::game::tests::Lines;
use crate::tests::{assets, manager_with, shared};
use crate::theme;
use crate::view::View;

/// A play after some ticks.
fn playing(ticks: u32) -> ScreenManager {
    let mut manager = started();
    while manager.stack().active().is_none_or(|id| id.name() != PLAYED) || !manager.is_idle() {
        manager.step(&Input::default());
    }
    (0..ticks).for_each(|_| manager.step(&Input::default()));
    manager
}

fn started() -> ScreenManager {
    let shared = shared();
    let (source, trace) = (assets(), Trace::recording().with_machines());
    let transition: Option<Rc<dyn Transition>> = Some(Rc::new(theme::fade()));
    let settings = ManagerSettings { source, seed: 3, trace, transition, ..ManagerSettings::default() };
    let mut manager = manager_with(settings, &shared);
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
    input
}

fn key(control: Control) -> Input {
    Input { control: Some(control), ..Input::default() }
}

fn click(at: (f32, f32)) -> Input {
    let pointer = Pointer { position: Some(at), pressed: true, held: true, ..Pointer::default() };
    Input { pointer, ..Input::default() }
}

/// The position of a figure on the screen.
fn place_of(manager: &ScreenManager, kind: Kind) -> (ActorId, (f32, f32)) {
    let (play, populations, corner) = InGame::observe(manager).unwrap();
    let figure = play.figures(populations).into_iter().find(|figure| figure.id.is(kind)).unwrap();
    (figure.id, (figure.spot.0 - corner.0, figure.spot.1 - corner.1 - figure.z - figure.height / 2.0))
}

/// The trace of a script, with or without an inspector.
fn trace_of(script: &str, is_inspected: bool) -> String {
    let manager = started();
    let script = InputScript::parse(script, &ACTIONS).unwrap();
    let lines = Lines::default();
    let session = Session::new(manager, Clock::manual())
        .with_plugin(ScriptPlayer::new(script, Rc::default()))
        .with_plugin(TraceWriter::new(Box::new(lines.clone()), false));
    let inspector = Overlaid::new(Inspector::default(), Clock::manual());
    let session = if is_inspected { session.with_plugin(inspector) } else { session };
    session.run_headless().1.unwrap();
    String::from_utf8(lines.0.take()).unwrap()
}

#[test]
fn the_inspector_does_not_change_the_trace_of_a_script() {
    let manager = playing(1);
    let (_, (x, y)) = place_of(&manager, &MARINE);
    let script = format!(
        "wait in_game\npress F3\nclick {x} {y}\nrun 300\npress F5\npress F6\ntap select_all\n\
         tap attack\nclick 500 320\nrun 600\nclick 320 180\ntap pause\nwait pause\npress F3\ntap pause\n\
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
    send(&mut inspector, &mut manager, &mut time, key(Control::F3));
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
fn a_breakpoint_opens_the_inspector_and_selects_the_unit() {
    let mut manager = playing(30);
    let mut inspector = Inspector::default();
    let (id, _) = place_of(&manager, &MARINE);
    let ActorId::Unit(kind, unit) = id else { panic!("{id:?}") };
    let (machine, place) = (kind.machine.to_owned(), u32::try_from(unit.index()).unwrap());
    let (change, from, to) = ("transition", "idle".to_owned(), "flee".to_owned());
    let event = TraceEvent::Machine { unit: place, machine, change, from, to };
    inspector.stopped(&mut manager, &TraceRecord { tick: 30, event });
    assert!(inspector.panels.is_open());
    assert_eq!(inspector.subject.as_ref().map(|subject| subject.id), Some(id));
}

#[test]
fn a_unit_is_watched_until_the_inspector_closes() {
    let mut manager = playing(30);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    let (_, at) = place_of(&manager, &HERO);
    send(&mut inspector, &mut manager, &mut time, key(Control::F3));
    send(&mut inspector, &mut manager, &mut time, click(at));
    (0..30).for_each(|_| manager.step(&Input::holding([Action::RIGHT])));
    let view = View::new(manager.shared().get().unwrap(), manager.assets().resources(), (640.0, 360.0));
    let facts = inspector.subject.as_ref().unwrap().facts(&manager, &view).unwrap();
    let lines: Vec<_> = facts.lines.iter().map(|(line, _)| line.as_str()).collect();
    assert_eq!((facts.doing.as_str(), lines[0]), ("alive/movement/walk", "hero 0"));
    assert!(lines[2].starts_with("alive/movement/walk for "), "{facts:?}");
    let changes: Vec<_> = lines.iter().filter(|line| line.contains(" ago ")).collect();
    assert!(changes.len() == 1 && changes[0].ends_with("s ago idle → walk"), "{facts:?}");
    assert!(lines.contains(&"trigger → run: no, fast is false"), "{facts:?}");
    let heroes = |manager: &ScreenManager| {
        let (_, populations, _) = InGame::observe(manager).unwrap();
        of::<Hero>(populations).unwrap().watched().is_some()
    };
    assert!(heroes(&manager));
    send(&mut inspector, &mut manager, &mut time, key(Control::F3));
    assert!(!heroes(&manager) && inspector.subject.is_none());
}

#[test]
fn the_camera_is_dragged_while_time_is_stopped() {
    let mut manager = playing(1);
    let (mut inspector, mut time) = (Inspector::default(), TimeControl::default());
    send(&mut inspector, &mut manager, &mut time, key(Control::F3));
    let left = send(&mut inspector, &mut manager, &mut time, click((320.0, 350.0)));
    assert!(left.pointer.pressed, "time runs");
    send(&mut inspector, &mut manager, &mut time, key(Control::F5));
    send(&mut inspector, &mut manager, &mut time, click((320.0, 350.0)));
    let mut drag = click((300.0, 340.0));
    drag.pointer.pressed = false;
    let left = send(&mut inspector, &mut manager, &mut time, drag);
    assert!(inspector.pan == (20.0, 10.0) && !left.pointer.held);
    send(&mut inspector, &mut manager, &mut time, key(Control::F3));
    assert_eq!((time, inspector.pan), (TimeControl::default(), (0.0, 0.0)));
}
