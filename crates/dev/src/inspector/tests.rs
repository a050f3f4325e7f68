//! The inspector without a window.

use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Population, State};

use super::*;
use proscenium_core::flow::{GameScreen, Phase, ScreenContext};
use proscenium_core::platform::{Pointer, Rect, Scaling, View, WindowSize};

struct Meadow;

impl GameScreen for Meadow {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let sheep = Blueprint::table("sheep", "graze").state(State::new("graze"));
        let sheep = sheep.build(&Bindings::<()>::new()).unwrap();
        let mut flock = Population::new(&sheep);
        flock.spawn(&mut (), ());
        flock.spawn(&mut (), ());
        cx.populations().add(flock);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// A run of a game with an inspector, in a window of 1280 by 720.
struct Run {
    manager: ScreenManager,
    inspector: Inspector,
    time: TimeControl,
}

impl Run {
    fn new() -> Self {
        let mut manager = ScreenManager::headless();
        manager.add_phase(Phase::new("meadow").screen("meadow", |_| Meadow));
        manager.start("meadow");
        while manager.flow().phase().is_none() {
            manager.step(&Input::default());
        }
        Self { manager, inspector: Inspector::default(), time: TimeControl::default() }
    }

    /// Sends input to the inspector, and returns what is left of it for the game.
    fn send(&mut self, mut input: Input) -> Input {
        self.inspector.input(&mut input, &mut self.manager, Some(&mut self.time));
        if self.inspector.is_open() {
            self.inspector.layout = Layout::of(window(1280.0, 720.0), (640.0, 360.0));
        }
        input
    }

    fn press(&mut self, control: Control) -> Input {
        self.send(Input { control: Some(control), ..Input::default() })
    }

    fn click(&mut self, at: (f32, f32)) -> Input {
        let pointer = Pointer { position: Some(at), pressed: true, held: true, ..Pointer::default() };
        self.send(Input { pointer, ..Input::default() })
    }
}

fn window(width: f32, height: f32) -> Rect {
    View::fit(640, 360).placed(WindowSize::new(width, height), Scaling::Smooth).place
}

fn texts(lines: Vec<(String, Ink)>) -> Vec<String> {
    lines.into_iter().map(|(line, _)| line).collect()
}

#[test]
fn the_phase_the_screens_and_the_states_of_units_are_listed() {
    let run = Run::new();
    assert_eq!(texts(facts::screens(&run.manager)), ["phase meadow", "> meadow"]);
    assert_eq!(texts(facts::machines(&run.manager)), ["sheep: 2 graze"]);
    let resources = texts(facts::resources(&run.manager));
    assert!(resources.iter().any(|line| line.starts_with("last load: meadow, 0 items")), "{resources:?}");
}

#[test]
fn its_key_opens_and_closes_it() {
    let mut run = Run::new();
    let mut press = |control| {
        run.press(control);
        run.inspector.is_open()
    };
    assert_eq!([Control::F3, Control::F4, Control::F3].map(&mut press), [true, true, false]);
}

#[test]
fn while_it_is_closed_it_handles_only_its_key() {
    let mut run = Run::new();
    assert_eq!(run.press(Control::F5).control, Some(Control::F5));
    assert!(run.click((320.0, 40.0)).pointer.pressed);
    run.inspector.draw(&OverlayView {
        manager: &run.manager,
        time: Some(&run.time),
        since_last: Duration::ZERO,
        logic: Duration::ZERO,
        draw: Duration::ZERO,
    });
    assert_eq!((run.time, run.inspector.times.since_last().count()), (TimeControl::default(), 0));
}

#[test]
fn buttons_and_keys_control_time_and_closing_resets_it() {
    let mut run = Run::new();
    run.press(Control::F3);
    let slower = run.inspector.layout.buttons().nth(2).unwrap().1.centre();
    for _ in 0..2 {
        let left = run.click((slower.0 / 2.0, slower.1 / 2.0));
        assert!(!left.pointer.pressed && !left.pointer.held);
    }
    assert_eq!(run.time.to_string(), "1/4");
    assert_eq!(run.press(Control::F5).control, None);
    assert!(run.time.is_stopped());
    run.press(Control::F3);
    assert_eq!(run.time, TimeControl::default());
}

#[test]
fn a_press_on_a_panel_is_hidden_until_its_release() {
    let mut run = Run::new();
    run.press(Control::F3);
    run.click((320.0, 40.0));
    let beside = Pointer { position: Some((320.0, 300.0)), held: true, ..Pointer::default() };
    let dragged = run.send(Input { pointer: beside, ..Input::default() });
    assert!(!dragged.pointer.held);
    let released = Pointer { held: false, released: true, ..beside };
    assert!(!run.send(Input { pointer: released, ..Input::default() }).pointer.released);
    assert!(run.click((320.0, 300.0)).pointer.pressed);
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
fn fine_pixels_are_half_a_virtual_pixel_in_a_window_of_twice_the_size() {
    let scale = |width, height| Layout::of(window(width, height), (640.0, 360.0)).scale;
    assert_eq!(scale(1280.0, 720.0), 2.0);
    assert_eq!(scale(1920.0, 1080.0), 1.5);
    assert_eq!(scale(2560.0, 1440.0), 2.0);
    assert_eq!(scale(640.0, 360.0), 1.0);
    assert_eq!(scale(320.0, 180.0), 1.0);
}

#[test]
fn panels_have_room_side_by_side_in_an_upright_view() {
    let layout = Layout::of(Rect::new(0.0, 0.0, 360.0, 640.0), (360.0, 640.0));
    let [left, right] = [false, true].map(|is_right| layout.panel(80.0, 100.0, is_right));
    assert!(left.x >= 0.0 && left.right() < right.x && right.right() <= layout.size().0);
    let bar = layout.time_bar();
    assert!(bar.x >= 0.0 && bar.right() <= layout.size().0, "{bar:?}");
}
