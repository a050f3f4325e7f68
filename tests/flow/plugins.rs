//! Plugins around the ticks of a manager: their order, the one input, and how they end a run.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use proscenium::flow::{Frame, GameScreen, Phase, Plugin, ScreenContext, ScreenManager, Turn};
use proscenium::kit::{Session, SessionError};
use proscenium::platform::{Action, Clock, Input, TraceEvent, TraceRecord};

type Log = Rc<RefCell<Vec<String>>>;

/// Notes what is pressed in its ticks.
struct Field(Log);

impl GameScreen for Field {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let pressed = Action::BUILT_IN.into_iter().filter(|action| cx.input().is_pressed(*action));
        let names: Vec<_> = std::iter::once("game").chain(pressed.map(Action::name)).collect();
        self.0.borrow_mut().push(names.join(" "));
    }
}

/// A manager whose screen is there, without a transition.
fn manager(log: &Log) -> ScreenManager {
    let mut manager = ScreenManager::headless();
    let written = Rc::clone(log);
    manager.add_phase(Phase::new("field").screen("field", move |_| Field(Rc::clone(&written))));
    manager.start("field");
    while !manager.is_idle() || manager.active().is_none() {
        manager.advance(Clock::TICK, &Input::default());
    }
    // The frame after a load has at most one tick.
    manager.advance(Clock::TICK, &Input::default());
    manager.take_trace();
    log.take();
    manager
}

/// Notes each of its calls.
struct Noting<const NAME: char>(Log);

impl<const NAME: char> Noting<NAME> {
    fn note(&self, what: &str) {
        self.0.borrow_mut().push(format!("{NAME} {what}"));
    }
}

impl<const NAME: char> Plugin for Noting<NAME> {
    fn before_frame(&mut self, _: &mut ScreenManager, _: &mut Frame) {
        self.note("before frame");
    }

    fn before_tick(&mut self, _: &mut ScreenManager, _: &mut Turn) -> Result<(), Box<dyn Error>> {
        self.note("before tick");
        Ok(())
    }

    fn after_tick(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.note("after tick");
        Ok(())
    }

    fn draw(&self, _: &ScreenManager) {
        self.note("draw");
    }

    fn end(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.note("end");
        Ok(())
    }
}

#[test]
fn plugins_are_called_in_order_around_each_frame_tick_and_drawing() {
    let log = Log::default();
    let mut manager = manager(&log);
    manager.add_plugin(Noting::<'b'>(Rc::clone(&log)));
    manager.add_plugin(Noting::<'c'>(Rc::clone(&log)));
    manager.add_first_plugin(Noting::<'a'>(Rc::clone(&log)));
    // A second one of a type takes the place of the first.
    manager.add_plugin(Noting::<'b'>(Rc::clone(&log)));
    let all = |what: &str| ['a', 'b', 'c'].map(|name| format!("{name} {what}"));
    let tick = [&all("before tick")[..], &["game".to_owned()], &all("after tick")].concat();
    manager.advance(Clock::TICK / 2, &Input::default());
    assert_eq!(log.take(), all("before frame"));
    manager.advance(Clock::TICK * 2, &Input::default());
    assert_eq!(log.take(), [&all("before frame")[..], &tick, &tick].concat());
    manager.step(&Input::default());
    assert_eq!(log.take(), tick);
    manager.draw();
    assert_eq!(log.take(), all("draw"));
    assert!(manager.finish().is_ok() && manager.has_ended());
    assert_eq!(log.take(), all("end"));
    manager.advance(Clock::TICK, &Input::default());
    assert_eq!(log.take(), [""; 0]);
}

/// Sees presses in frames and ticks, and swallows `cancel`.
struct Filter(Log);

impl Plugin for Filter {
    fn before_frame(&mut self, _: &mut ScreenManager, frame: &mut Frame) {
        if frame.input.is_pressed(Action::JUMP) {
            self.0.borrow_mut().push("frame jump".to_owned());
        }
        frame.input.consume(Action::CANCEL);
    }

    fn before_tick(&mut self, _: &mut ScreenManager, turn: &mut Turn) -> Result<(), Box<dyn Error>> {
        if turn.input.is_pressed(Action::ACCEPT) {
            turn.input.pressed.insert(Action::UP);
        }
        Ok(())
    }
}

#[test]
fn what_a_plugin_changes_in_the_input_the_later_ones_and_the_game_see() {
    let log = Log::default();
    let mut manager = manager(&log);
    manager.add_plugin(Filter(Rc::clone(&log)));
    let input = Input::pressing([Action::CANCEL, Action::ACCEPT]);
    manager.advance(Clock::TICK * 2, &input);
    assert_eq!(log.take(), ["game up accept", "game"]);
    assert_eq!(input, Input::pressing([Action::CANCEL, Action::ACCEPT]), "the caller's is its own");
}

#[test]
fn a_press_in_a_frame_without_a_tick_is_seen_once_and_reaches_the_next_tick() {
    let log = Log::default();
    let mut manager = manager(&log);
    manager.add_plugin(Filter(Rc::clone(&log)));
    let frames = [Input::pressing([Action::JUMP]), Input::holding([Action::JUMP]), Input::default()];
    for input in &frames {
        manager.advance(Clock::TICK / 3, input);
    }
    assert_eq!(log.take(), ["frame jump", "game jump"]);
}

/// Half the speed, or a stop.
struct Brake(u32);

impl Plugin for Brake {
    fn before_frame(&mut self, _: &mut ScreenManager, frame: &mut Frame) {
        frame.elapsed = frame.elapsed.checked_div(self.0).unwrap_or_default();
    }
}

#[test]
fn a_plugin_changes_the_time_that_passes_for_the_game() {
    let log = Log::default();
    let mut manager = manager(&log);
    manager.add_plugin(Brake(2));
    let mut frame = |input: &Input| manager.advance(Clock::TICK, input);
    assert_eq!([Input::default(), Input::default()].map(|input| frame(&input)), [0, 1]);
    manager.add_plugin(Brake(0));
    let keys = [Action::JUMP, Action::LEFT];
    for input in [Input::pressing(keys), Input::holding([Action::LEFT])] {
        assert_eq!(manager.advance(Clock::TICK, &input), 0);
    }
    log.take();
    manager.add_plugin(Brake(1));
    manager.advance(Clock::TICK, &Input::holding([Action::LEFT]));
    assert_eq!(log.take(), ["game left"], "only what is still held");
}

/// Adds an event in the first tick, and the end in the next one.
#[derive(Default)]
struct Ending {
    ticks: u32,
    seen: Vec<String>,
}

impl Plugin for Ending {
    fn before_tick(&mut self, _: &mut ScreenManager, turn: &mut Turn) -> Result<(), Box<dyn Error>> {
        self.ticks += 1;
        match self.ticks {
            1 => turn.events.push("rain".to_owned()),
            _ => turn.quits = true,
        }
        Ok(())
    }

    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        assert!(manager.plugin::<Self>().is_none(), "it is being called");
        self.seen.extend(records.iter().map(|record| match &record.event {
            TraceEvent::Event { event } => format!("{} {event}", record.tick),
            TraceEvent::Command { command, .. } => format!("{} {command}", record.tick),
            _ => String::new(),
        }));
        self.seen.retain(|seen| !seen.is_empty());
        Ok(())
    }
}

#[test]
fn a_plugin_posts_events_and_ends_the_program_and_sees_both_in_the_trace() {
    let log = Log::default();
    let mut manager = manager(&log);
    let tick = manager.tick();
    manager.add_plugin(Ending::default());
    manager.advance(Clock::TICK * 4, &Input::default());
    assert!(manager.has_ended());
    let ending = manager.plugin::<Ending>().unwrap();
    assert_eq!(ending.ticks, 2);
    assert_eq!(ending.seen, [format!("{} rain", tick + 1), format!("{} quit", tick + 2)]);
    let is_rain = |record: &TraceRecord| record.event == TraceEvent::Event { event: "rain".to_owned() };
    assert_eq!(manager.take_trace().iter().filter(|record| is_rain(record)).count(), 1, "it is still there");
}

/// Fails, or ends the run or the frame, in the second tick.
struct Stopping(&'static str, u32);

impl Stopping {
    fn stop(&self, when: &str, manager: &mut ScreenManager) -> Result<(), Box<dyn Error>> {
        let is_second = self.1 == 2;
        match self.0 {
            what if what == when && is_second => return Err("the disk is full".into()),
            "in order" if when == "after" && is_second => manager.stop(),
            "frame" if when == "after" => manager.end_frame(),
            "panic" if when == "after" && is_second => panic!("no disk"),
            _ => {}
        }
        Ok(())
    }
}

impl Plugin for Stopping {
    fn before_tick(&mut self, manager: &mut ScreenManager, _: &mut Turn) -> Result<(), Box<dyn Error>> {
        self.1 += 1;
        self.stop("before", manager)
    }

    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.stop("after", manager)
    }
}

#[test]
fn a_plugin_ends_the_run_in_order_or_with_an_error_or_the_frame_alone() {
    let full = Some("the disk is full");
    for (what, ticks, error) in
        [("before", 1, full), ("after", 2, full), ("in order", 2, None), ("frame", 1, None)]
    {
        let log = Log::default();
        let mut manager = manager(&log);
        manager.add_plugin(Stopping(what, 0));
        let before = manager.tick();
        manager.advance(Clock::TICK * 4, &Input::default());
        assert_eq!(manager.tick() - before, ticks, "{what}");
        assert_eq!(manager.has_ended(), what != "frame", "{what}");
        assert_eq!(manager.finish().err().map(|error| error.to_string()).as_deref(), error, "{what}");
    }
}

#[test]
fn the_later_plugins_see_a_tick_whose_plugin_failed_but_not_one_that_did_not_run() {
    for (what, calls) in [
        ("before", ["game", "z after tick"].as_slice()),
        ("after", &["game", "z after tick", "z before tick", "game", "z after tick"]),
    ] {
        let log = Log::default();
        let mut manager = manager(&log);
        manager.add_plugin(Stopping(what, 0));
        manager.add_plugin(Noting::<'z'>(Rc::clone(&log)));
        manager.advance(Clock::TICK * 4, &Input::default());
        let seen = log.take();
        assert_eq!(seen[..2], ["z before frame", "z before tick"]);
        assert_eq!(seen[2..], *calls, "{what}");
    }
}

#[test]
fn a_session_ends_with_the_error_of_a_plugin() {
    let log = Log::default();
    let mut session = Session::new(manager(&log), Clock::manual()).with_plugin(Stopping("after", 0));
    while !session.is_over() {
        session.advance(Clock::TICK, &Input::default());
    }
    match session.finish().1 {
        Err(error @ SessionError::Plugin(_)) => assert_eq!(error.to_string(), "the disk is full"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_panic_of_a_plugin_names_it_and_the_list_stays() {
    let log = Log::default();
    let mut session = Session::new(manager(&log), Clock::manual()).with_plugin(Stopping("panic", 0));
    while !session.is_over() {
        session.advance(Clock::TICK, &Input::default());
    }
    assert_eq!(session.manager().plugin::<Stopping>().map(|plugin| plugin.1), Some(2));
    match session.finish().1 {
        Err(SessionError::Crashed { message, .. }) => {
            let name = std::any::type_name::<Stopping>();
            assert_eq!(message, format!("no disk, in `after_tick` of plugin `{name}`"));
        }
        other => panic!("{other:?}"),
    }
}
