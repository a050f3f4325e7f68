//! Plugins around the ticks of a manager: their order, the one input, and how they end a run.

use std::cell::RefCell;
use std::error::Error;
use std::rc::Rc;

use proscenium_core::flow::{
    FrameInput, GameScreen, ManagerSettings, Phase, Plugin, ScreenCommand, ScreenContext, ScreenManager,
    TickInput,
};
use proscenium_core::platform::{Action, Clock, Input, TraceEvent, TraceRecord, caught};

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
    while !manager.is_idle() || manager.stack().active().is_none() {
        manager.advance(Clock::TICK, &Input::default());
    }
    // The frame after a load has at most one tick.
    manager.advance(Clock::TICK, &Input::default());
    manager.trace().take();
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
    fn before_frame(&mut self, _: &mut ScreenManager, _: &mut FrameInput) {
        self.note("before frame");
    }

    fn before_tick(&mut self, _: &mut ScreenManager, _: &mut TickInput) -> Result<(), Box<dyn Error>> {
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
    manager.plugins_mut().add_first(Noting::<'a'>(Rc::clone(&log)));
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
    fn before_frame(&mut self, _: &mut ScreenManager, frame: &mut FrameInput) {
        if frame.input.is_pressed(Action::JUMP) {
            self.0.borrow_mut().push("frame jump".to_owned());
        }
        frame.input.consume(Action::CANCEL);
    }

    fn before_tick(&mut self, _: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
        if tick.input.is_pressed(Action::ACCEPT) {
            tick.input.pressed.insert(Action::UP);
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
    fn before_frame(&mut self, _: &mut ScreenManager, frame: &mut FrameInput) {
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
    *manager.plugins_mut().get_mut::<Brake>().unwrap() = Brake(0);
    let keys = [Action::JUMP, Action::LEFT];
    for input in [Input::pressing(keys), Input::holding([Action::LEFT])] {
        assert_eq!(manager.advance(Clock::TICK, &input), 0);
    }
    log.take();
    *manager.plugins_mut().get_mut::<Brake>().unwrap() = Brake(1);
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
    fn before_tick(&mut self, _: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
        self.ticks += 1;
        match self.ticks {
            1 => tick.events.push("rain".to_owned()),
            _ => tick.quits = true,
        }
        Ok(())
    }

    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        assert!(manager.plugins().get::<Self>().is_none(), "it is being called");
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
    let ending = manager.plugins().get::<Ending>().unwrap();
    assert_eq!(ending.ticks, 2);
    assert_eq!(ending.seen, [format!("{} rain", tick + 1), format!("{} quit", tick + 2)]);
    let is_rain = |record: &TraceRecord| record.event == TraceEvent::Event { event: "rain".to_owned() };
    assert_eq!(
        manager.trace().take().iter().filter(|record| is_rain(record)).count(),
        1,
        "it is still there"
    );
}

/// Fails, or ends the run or the frame, in the second tick.
struct Stopping(&'static str, u32);

impl Stopping {
    fn stop(&self, when: &str, manager: &mut ScreenManager) -> Result<(), Box<dyn Error>> {
        let is_second = self.1 == 2;
        match self.0 {
            what if what == when && is_second => return Err("the disk is full".into()),
            "in order" if when == "after" && is_second => manager.stop(),
            "frame" if when == "after" => manager.plugins_mut().end_frame(),
            "panic" if when == "after" && is_second => panic!("no disk"),
            _ => {}
        }
        Ok(())
    }
}

impl Plugin for Stopping {
    fn before_tick(&mut self, manager: &mut ScreenManager, _: &mut TickInput) -> Result<(), Box<dyn Error>> {
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
fn a_run_ends_with_the_error_of_a_plugin() {
    let mut manager = manager(&Log::default());
    manager.add_plugin(Stopping("after", 0));
    while !manager.has_ended() {
        manager.advance(Clock::TICK, &Input::default());
    }
    assert_eq!(manager.finish().unwrap_err().to_string(), "the disk is full");
}

#[test]
fn a_panic_of_a_plugin_names_it() {
    let mut manager = manager(&Log::default());
    manager.add_plugin(Stopping("panic", 0));
    let run = || while manager.advance(Clock::TICK, &Input::default()) > 0 {};
    let name = std::any::type_name::<Stopping>();
    assert_eq!(caught(run).unwrap_err(), format!("no disk, in `after_tick` of plugin `{name}`"));
}

#[test]
fn two_plugins_of_one_type_are_both_there_and_the_first_is_found() {
    let log = Log::default();
    let mut manager = manager(&log);
    for number in [3, 2] {
        manager.add_plugin(Brake(number));
    }
    assert_eq!(manager.plugins().get::<Brake>().map(|brake| brake.0), Some(3));
    let ticks: u32 = (0..13).map(|_| manager.advance(Clock::TICK, &Input::default())).sum();
    assert_eq!(ticks, 2, "a sixth of the speed");
}

/// Adds two plugins in the first call of this name: one behind all and one before all.
struct Adding(&'static str, Log);

impl Adding {
    fn add(&mut self, call: &str, manager: &mut ScreenManager) {
        if self.0 == call {
            self.0 = "";
            manager.add_plugin(Noting::<'z'>(Rc::clone(&self.1)));
            manager.plugins_mut().add_first(Noting::<'a'>(Rc::clone(&self.1)));
        }
    }
}

impl Plugin for Adding {
    fn before_frame(&mut self, manager: &mut ScreenManager, _: &mut FrameInput) {
        self.add("before frame", manager);
    }

    fn before_tick(&mut self, manager: &mut ScreenManager, _: &mut TickInput) -> Result<(), Box<dyn Error>> {
        self.add("before tick", manager);
        Ok(())
    }

    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.add("after tick", manager);
        Ok(())
    }
}

#[test]
fn a_plugin_that_a_plugin_adds_is_at_its_place_from_the_next_call_on() {
    for call in ["before frame", "before tick", "after tick"] {
        let log = Log::default();
        let mut manager = manager(&log);
        manager.add_plugin(Adding(call, Rc::clone(&log)));
        manager.add_plugin(Noting::<'m'>(Rc::clone(&log)));
        manager.advance(Clock::TICK, &Input::default());
        log.take();
        manager.advance(Clock::TICK, &Input::default());
        let all = |what: &str| ['a', 'm', 'z'].map(|name| format!("{name} {what}"));
        let frame = [&all("before frame")[..], &all("before tick"), &["game".to_owned()], &all("after tick")];
        assert_eq!(log.take(), frame.concat(), "{call}");
    }
}

#[test]
fn the_stop_of_a_plugin_is_the_end_for_everybody() {
    let log = Log::default();
    let mut manager = ScreenManager::new(ManagerSettings::with_fade());
    let written = Rc::clone(&log);
    let field = Phase::new("field").screen("field", move |_| Field(Rc::clone(&written)));
    manager.add_phase(field.screen("hill", |_| Field(Log::default())));
    manager.start("field");
    while !manager.is_idle() || manager.stack().active().is_none() {
        manager.advance(Clock::TICK, &Input::default());
    }
    manager.make_current();
    let flow = ScreenManager::current().unwrap();
    let running = manager.command(ScreenCommand::push("hill"));
    let waiting = manager.command(ScreenCommand::pop());
    let save = flow.save();
    manager.add_plugin(Stopping("in order", 0));
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    let ended = Some("the program has ended");
    for ticket in [&running, &waiting, &manager.command(ScreenCommand::Quit)] {
        assert_eq!(ticket.outcome().and_then(Result::err), ended);
    }
    assert_eq!(save.outcome().and_then(Result::err), ended);
    assert!(ScreenManager::current().is_none() && manager.is_idle());
}
