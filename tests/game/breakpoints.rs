//! Runs that stop where a unit enters a state, and scripts that wait for one.

use std::cell::RefCell;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use proscenium::ai::{Bindings, Blueprint, Population};
use proscenium::dev::{
    InputScript, Overlaid, Overlay, OverlayView, RunError, ScriptPlayer, StopAt, TimeControl,
};
use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::game::{Game, RunOptions, Session, SessionError, TestRun};
use proscenium::phase::Asset as _;
use proscenium::platform::{Action, AssetPath, Clock, Input, MemorySource, Trace, TraceEvent, TraceRecord};

const HEN: &str = r#"Machine(name: "hen", family: Template, initial: "peck", states: [
    State(name: "peck", on: [On(event: "fox", then: To("away"))]),
    State(name: "away", initial: "run", on: [On(event: "calm", then: To("peck"))], states: [
        State(name: "run", on: [On(event: "fox", then: To("hide"))]),
        State(name: "hide"),
    ]),
])"#;

fn files() -> MemorySource {
    MemorySource::default().with("machines/hen.ron", HEN)
}

/// Two hens, which an event frightens.
struct Yard;

impl GameScreen for Yard {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let hen = Blueprint::read(&files(), &AssetPath::new("machines/hen.ron").unwrap()).unwrap();
        let mut hens = Population::new(&hen.build(&Bindings::<()>::new()).unwrap());
        hens.spawn(&mut (), ());
        hens.spawn(&mut (), ());
        cx.populations().add(hens);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        for (action, event) in [(Action::UP, "fox"), (Action::DOWN, "calm")] {
            if cx.input().is_pressed(action) {
                cx.post(event.to_owned());
            }
        }
    }
}

fn phase() -> Phase {
    Phase::new("yard").screen("yard", |_| Yard)
}

fn stop(at: &str) -> StopAt {
    StopAt::parse(at, &files()).unwrap()
}

/// The unit of each stop, its state before and after.
type Stops = Rc<RefCell<Vec<(u32, String, String)>>>;

/// Writes down why the time was stopped, and lets it go on when `accept` is pressed.
struct Tool(Stops);

impl Overlay for Tool {
    fn input(&mut self, input: &mut Input, _: &mut ScreenManager, time: Option<&mut TimeControl>) {
        if let Some(time) = time.filter(|_| input.is_pressed(Action::ACCEPT)) {
            time.toggle_pause();
        }
    }

    fn stopped(&mut self, _: &mut ScreenManager, change: &TraceRecord) {
        let TraceEvent::Machine { unit, from, to, .. } = &change.event else { panic!("{change:?}") };
        self.0.borrow_mut().push((*unit, from.clone(), to.clone()));
    }

    fn draw(&mut self, _view: &OverlayView<'_>) {}
}

/// A run with an overlay that stops at a state, and why it has stopped.
fn session(at: &str, script: Option<&str>) -> (Session, Stops) {
    let trace = Trace::recording().with_machines();
    let mut manager = ScreenManager::new(ManagerSettings { trace, ..ManagerSettings::default() });
    manager.add_phase(phase());
    manager.start("yard");
    if let Some(script) = script {
        let script = InputScript::parse(script, &Action::BUILT_IN).unwrap();
        manager.plugins_mut().add_first(ScriptPlayer::new(script, Rc::default()));
    }
    let stops = Stops::default();
    let overlaid = Overlaid::new(Tool(Rc::clone(&stops)), Clock::manual()).stopping_at(Some(stop(at)));
    (Session::new(manager, Clock::manual()).with_plugin(overlaid), stops)
}

/// Runs frames of five ticks, and returns the tick after them.
fn frames(session: &mut Session, count: u32, input: &Input) -> u64 {
    (0..count).for_each(|_| session.advance(Clock::TICK * 5, input));
    session.manager().tick()
}

fn change(unit: u32, from: &str, to: &str) -> (u32, String, String) {
    (unit, from.to_owned(), to.to_owned())
}

#[test]
fn time_stops_in_the_tick_in_which_a_unit_enters_the_state_and_goes_on() {
    let (mut session, stops) = session("hen:away", None);
    let before = frames(&mut session, 4, &Input::default());
    assert_eq!(before, 16, "the first frame ends with the load");
    // The event is posted in the first tick of the frame and delivered in the second one.
    let stopped = frames(&mut session, 3, &Input::pressing([Action::UP]));
    assert_eq!((stopped, stops.take()), (before + 2, vec![change(0, "peck", "run")]));
    // A state inside of it is not entered again.
    session.advance(Clock::TICK, &Input::pressing([Action::ACCEPT]));
    assert_eq!(frames(&mut session, 2, &Input::pressing([Action::UP])), stopped + 11);
    assert_eq!(frames(&mut session, 2, &Input::pressing([Action::DOWN])), stopped + 21);
    let again = frames(&mut session, 2, &Input::pressing([Action::UP]));
    assert_eq!((again, stops.take()), (stopped + 23, vec![change(0, "peck", "run")]));
}

#[test]
fn a_script_stops_too_and_plays_on_with_the_same_ticks() {
    let script = "wait yard\nrun 3\ntap up\nrun 4\ntap up\nrun 9\nquit";
    let ends = |at| {
        let (mut session, stops) = session(at, Some(script));
        let stopped = frames(&mut session, 20, &Input::default());
        frames(&mut session, 1, &Input::pressing([Action::ACCEPT]));
        let ended = frames(&mut session, 20, &Input::default());
        assert!(session.is_over());
        (stopped < ended, ended, stops.take())
    };
    let (_, whole, stops) = ends("hen:peck");
    assert_eq!(stops, []);
    assert_eq!(ends("hen:hide"), (true, whole, vec![change(0, "run", "hide")]));
}

/// An assets folder with the machine, and a script.
fn options(name: &str, script: &str, stop_at: &str) -> RunOptions {
    let folder: PathBuf =
        std::env::temp_dir().join(format!("proscenium-stops-{name}-{}", std::process::id()));
    fs::create_dir_all(folder.join("machines")).unwrap();
    fs::write(folder.join("machines/hen.ron"), HEN).unwrap();
    fs::write(folder.join("script.txt"), script).unwrap();
    RunOptions {
        headless: true,
        script: Some(folder.join("script.txt")),
        report: Some(folder.join("report.json")),
        assets: Some(folder),
        stop_at: Some(stop_at.to_owned()),
        ..RunOptions::default()
    }
}

#[test]
fn without_a_window_the_run_ends_there() {
    let ticks = |name, stop_at| {
        let options = options(name, "wait yard\nrun 3\ntap up\nrun 40\nquit", stop_at);
        assert_eq!(Game::new("yard").phase(phase()).run_with(&options), ExitCode::SUCCESS);
        let report = fs::read_to_string(options.report.unwrap()).unwrap();
        fs::remove_dir_all(options.assets.unwrap()).unwrap();
        report
            .lines()
            .find_map(|line| line.trim().strip_prefix("\"ticks\": ")?.strip_suffix(',')?.parse().ok())
    };
    let (stopped, whole): (Option<u32>, Option<u32>) = (ticks("hit", "hen:run"), ticks("never", "hen:hide"));
    // The event of the press is delivered in the tick after it.
    assert_eq!(stopped, Some(6));
    assert!(whole > Some(46), "{whole:?}");
}

#[test]
fn a_machine_or_a_state_that_does_not_exist_is_an_error_with_the_nearest_name() {
    for (at, error) in [
        ("hem:peck", "there is no machine `hem`; did you mean `hen`?"),
        ("fox:peck", "there is no machine `fox`; there are hen"),
        ("hen:pick", "machine `hen` has no state `pick`; did you mean `peck`?"),
        ("hen", "`hen` is not MACHINE:STATE, such as marine:flee"),
    ] {
        assert_eq!(StopAt::parse(at, &files()).unwrap_err(), error);
    }
    let options = options("unknown", "wait yard", "hem:peck");
    assert_eq!(Game::new("yard").phase(phase()).run_with(&options), ExitCode::from(2));
    fs::remove_dir_all(options.assets.unwrap()).unwrap();
}

#[test]
fn a_script_waits_for_a_unit_in_a_state() {
    let mut run = TestRun::with_source(Game::new("yard").phase(phase()), files()).unwrap();
    run.script("wait yard\nwait unit hen peck\ntap up\nwait unit hen run 5").unwrap();
    for (script, error) in [
        ("wait unit hen hode 3", "for a unit of `hen` in `hode`, but its units are in: run"),
        (
            "wait unit hem run 3",
            "for a unit of `hem` in `run`, but no screen has the machine `hem`; did you mean `hen`?",
        ),
    ] {
        let Err(SessionError::Tool(RunError::Script { line: 1, what })) = run.script(script) else {
            panic!("{script}")
        };
        assert_eq!(what, format!("waited 3 ticks {error}"));
    }
}
