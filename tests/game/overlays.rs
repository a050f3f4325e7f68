//! Overlays over a run: what they see and take, and how time passes under their control.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium::dev::{InputScript, Overlaid, Overlay, OverlayView, ScriptPlayer, TimeControl};
use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::game::Session;
use proscenium::platform::{Action, Clock, Input};

type Log = Rc<RefCell<Vec<String>>>;
/// What is to be done to time.
type Wishes = Rc<RefCell<Vec<fn(&mut TimeControl)>>>;

/// Writes down what it is pressed.
struct Field(Log);

impl GameScreen for Field {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        let said = Action::BUILT_IN.iter().filter(|action| input.is_pressed(**action));
        let said: Vec<_> = said.map(|action| action.name()).collect();
        self.0.borrow_mut().push(format!("{} {}", cx.tick(), said.join(" ")).trim_end().to_owned());
    }
}

/// Changes the time as set, and consumes `up`.
struct Tool(Wishes, Log);

impl Overlay for Tool {
    fn input(&mut self, input: &mut Input, _: &mut ScreenManager, time: Option<&mut TimeControl>) {
        if input.is_pressed(Action::UP) {
            self.1.borrow_mut().push(format!("tool up, time {}", time.is_some()));
        }
        input.consume(Action::UP);
        let Some(time) = time else { return };
        self.0.borrow_mut().drain(..).for_each(|change| change(time));
    }

    fn draw(&mut self, _view: &OverlayView<'_>) {}
}

struct Stage {
    session: Session,
    log: Log,
    wishes: Wishes,
}

fn session(log: &Log) -> Session {
    let mut manager = ScreenManager::headless();
    let written = Rc::clone(log);
    let phase = Phase::new("field");
    manager.add_phase(phase.screen("field", move |_| Field(Rc::clone(&written))));
    manager.start("field");
    Session::new(manager, Clock::manual())
}

fn overlaid(tool: Tool) -> Overlaid {
    Overlaid::new(tool, Clock::manual())
}

impl Stage {
    fn new() -> Self {
        let (log, wishes) = (Log::default(), Rc::default());
        let session = session(&log).with_plugin(overlaid(Tool(Rc::clone(&wishes), Rc::clone(&log))));
        let mut stage = Self { session, log, wishes };
        while stage.session.manager().stack().active().is_none_or(|id| id.name() != "field") {
            stage.frame(&Input::default());
        }
        stage.frames(3);
        stage
    }

    fn frame(&mut self, input: &Input) -> usize {
        self.log.borrow_mut().clear();
        self.session.advance(Clock::TICK, input);
        self.log.borrow().len()
    }

    fn wish(&self, wish: fn(&mut TimeControl)) {
        self.wishes.borrow_mut().push(wish);
    }

    /// How many ticks each of `count` frames had.
    fn frames(&mut self, count: usize) -> Vec<usize> {
        (0..count).map(|_| self.frame(&Input::default())).collect()
    }
}

#[test]
fn time_goes_slower_and_faster_in_whole_ticks() {
    let mut stage = Stage::new();
    assert_eq!(stage.frames(4), [1, 1, 1, 1]);
    stage.wish(TimeControl::slower);
    assert_eq!(stage.frames(6), [0, 1, 0, 1, 0, 1]);
    stage.wish(TimeControl::slower);
    assert_eq!(stage.frames(8), [0, 0, 0, 1, 0, 0, 0, 1]);
    stage.wish(TimeControl::reset);
    stage.wish(TimeControl::faster);
    assert_eq!(stage.frames(3), [2, 2, 2]);
}

#[test]
fn time_is_stopped_and_goes_on_by_single_ticks() {
    let mut stage = Stage::new();
    stage.wish(TimeControl::toggle_pause);
    assert_eq!(stage.frames(5), [0; 5]);
    stage.wish(TimeControl::step);
    assert_eq!(stage.frames(3), [1, 0, 0]);
    stage.wish(TimeControl::step);
    stage.wish(TimeControl::step);
    assert_eq!(stage.frames(3), [2, 0, 0]);
    stage.wish(TimeControl::toggle_pause);
    assert_eq!(stage.frames(3), [1, 1, 1]);
}

#[test]
fn a_press_while_time_is_stopped_counts_if_it_is_still_held() {
    let mut stage = Stage::new();
    stage.wish(TimeControl::toggle_pause);
    stage.frame(&Input::pressing([Action::JUMP]));
    stage.frame(&Input::releasing([Action::JUMP]));
    stage.frame(&Input::pressing([Action::LEFT]));
    stage.wish(TimeControl::step);
    stage.frame(&Input::holding([Action::LEFT]));
    assert_eq!(stage.log.borrow().len(), 1);
    assert!(stage.log.borrow()[0].ends_with(" left"), "{:?}", stage.log.borrow());
}

#[test]
fn what_an_overlay_takes_the_game_does_not_see() {
    let mut stage = Stage::new();
    stage.frame(&Input::pressing([Action::UP, Action::DOWN]));
    let log = stage.log.take();
    assert_eq!(log[0], "tool up, time true");
    assert!(log[1].ends_with(" down"), "{log:?}");
}

struct Other;

impl GameScreen for Other {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

#[test]
fn a_tool_finds_a_screen_by_its_name_and_type() {
    let stage = Stage::new();
    let manager = stage.session.manager();
    assert!(manager.stack().screen::<Field>("field").is_some_and(|field| Rc::ptr_eq(&field.0, &stage.log)));
    assert!(manager.stack().screen::<Field>("pause").is_none());
    assert!(manager.stack().screen::<Other>("field").is_none());
}

#[test]
fn a_stopped_program_can_be_closed() {
    let mut stage = Stage::new();
    stage.wish(TimeControl::toggle_pause);
    stage.frames(3);
    stage.session.ask_to_quit();
    stage.frames(2);
    assert!(stage.session.is_over());
}

#[test]
fn with_a_script_an_overlay_only_sees_the_actions() {
    let run = |is_inspected: bool| {
        let log = Log::default();
        let script = "wait field\nrun 2\ntap up\ntap down\nrun 3\nquit\n";
        let script = InputScript::parse(script, &Action::BUILT_IN).unwrap();
        let session = session(&log).with_plugin(ScriptPlayer::new(script, Rc::default()));
        let tool = Tool(Rc::default(), Rc::clone(&log));
        let session = if is_inspected { session.with_plugin(overlaid(tool)) } else { session };
        session.run_headless().1.unwrap();
        log.take()
    };
    let (plain, mut inspected) = (run(false), run(true));
    let tools = inspected.iter().position(|line| line == "tool up, time false").unwrap();
    inspected.remove(tools);
    assert_eq!(plain, inspected);
    assert!(plain.iter().any(|line| line.ends_with(" up")), "{plain:?}");
}

#[test]
fn a_long_frame_is_capped_however_slowly_time_goes() {
    let mut stage = Stage::new();
    stage.wish(TimeControl::slower);
    stage.log.borrow_mut().clear();
    stage.session.advance(Duration::from_millis(500), &Input::default());
    assert_eq!(stage.log.borrow().len(), 5);
}
