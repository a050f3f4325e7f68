//! Games that tests play.

use proscenium::dev::RunError;
use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::game::{Game, SessionError, TestRun};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::{Action, Clock, Device, Input, Pixels, TestSource, TraceEvent};

/// Counts how often it is accepted, and quits at the third time.
struct Counter(u32);

impl GameScreen for Counter {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.0 += u32::from(cx.input().is_pressed(Action::ACCEPT));
        match self.0 {
            3 => cx.quit(),
            1 if cx.input().is_pressed(Action::CANCEL) => panic!("a bug"),
            _ => {}
        }
    }
}

fn counter() -> Game {
    Game::new("counter").phase(Phase::new("count").screen("counter", |_| Counter(0)))
}

fn accepted(run: &TestRun) -> u32 {
    run.manager().stack().screen::<Counter>("counter").map_or(0, |counter| counter.0)
}

#[test]
fn the_run_goes_on_after_a_script_and_after_one_that_failed() {
    let mut run = TestRun::new(counter()).unwrap();
    run.script("wait counter\ntap accept").unwrap();
    assert_eq!(accepted(&run), 1);
    match run.script("run 2\nexpect stack menu") {
        Err(SessionError::Tool(RunError::Script { line: 2, what })) => {
            assert_eq!(what, "expected the stack `menu`, found `counter`");
        }
        other => panic!("{other:?}"),
    }
    run.script("tap accept").unwrap();
    assert_eq!((accepted(&run), run.stack()), (2, vec!["counter"]));
}

#[test]
fn a_line_that_is_no_line_of_a_script_is_an_error() {
    let error = TestRun::new(counter()).unwrap().script("wait counter\njump").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 1: `jump`: there is no command"), "{error}");
}

#[test]
fn a_script_that_goes_on_after_the_end_of_the_game_is_an_error() {
    let mut run = TestRun::new(counter()).unwrap();
    let error = run.script("wait counter\ntap accept\ntap accept\ntap accept\nrun 100\nrun 100").unwrap_err();
    assert_eq!(error.to_string(), "line 5: the game has ended");
    assert_eq!(run.script("run 1").unwrap_err().to_string(), "line 1: the game has ended");
}

#[test]
fn a_panic_of_the_game_is_the_error_of_the_script() {
    let mut run = TestRun::new(counter()).unwrap();
    match run.script("wait counter\ntap accept\ntap cancel") {
        Err(SessionError::Crashed { message, .. }) => assert!(message.contains("a bug"), "{message}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_next_use_after_a_panic_is_an_error_that_says_why() {
    let mut run = TestRun::new(counter()).unwrap();
    assert!(run.script("wait counter\ntap accept\ntap cancel").is_err());
    match run.script("run 1") {
        Err(SessionError::Crashed { message, .. }) => {
            assert!(message.contains("`update` of screen `counter`"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_same_scripts_leave_the_same_trace() {
    let trace = || {
        let mut run = TestRun::new(counter()).unwrap();
        run.script("wait counter\ntap accept").unwrap();
        run.take_trace()
    };
    let first = trace();
    assert!(first.iter().any(|record| matches!(record.event, TraceEvent::Hook { .. })), "{first:?}");
    assert_eq!(first, trace());
}

struct Picture(Handle<Texture>);

impl GameScreen for Picture {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

#[test]
fn a_test_sees_the_pixels_of_textures_and_edits_files() {
    let png = include_bytes!("../../examples/assets/textures/ball.png");
    let manifest = "(resources: [texture(id: \"ball\", path: \"ball.png\")])";
    let files = TestSource::default().with("phase.ron", manifest).with("ball.png", png.as_slice());
    let phase = Phase::new("phase").manifest("phase.ron").screen("picture", |cx| Picture(cx.handle("ball")));
    let mut run = TestRun::with_source(Game::new("picture").phase(phase), files.clone()).unwrap();
    run.script("wait picture").unwrap();
    let handle = run.manager().stack().screen::<Picture>("picture").unwrap().0;
    let texture = run.manager().assets().resources().get(handle).unwrap();
    let pixels: Pixels = run.pixels(texture.id).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (texture.width, texture.height));
    assert_eq!(files.reads_of("ball.png"), 1);
    run.advance(Clock::TICK, &Input::default()).unwrap();
    assert_eq!(run.manager().assets().leaks().len(), 0);
}

/// A game whose phase has 20 pictures.
fn gallery() -> Game {
    let phase = (0..20).fold(Phase::new("gallery"), |phase, number| {
        phase.file::<Texture>(&format!("picture_{number}"), &format!("{number}.png"))
    });
    Game::new("gallery").phase(phase.screen("hall", |_| Counter(0)))
}

#[test]
fn a_load_takes_the_same_ticks_in_each_run_also_where_a_file_is_held_back() {
    let png = include_bytes!("../../examples/assets/textures/ball.png");
    let trace = || {
        let files = (0..20).fold(TestSource::default(), |files, number| {
            files.with(&format!("{number}.png"), png.as_slice())
        });
        let files = files.gated();
        (0..20).filter(|number| *number != 7).for_each(|number| files.open(&format!("{number}.png")));
        let mut run = TestRun::with_source(gallery(), files.clone()).unwrap();
        run.script("run 30").unwrap();
        assert_eq!(run.stack(), ["loading"]);
        files.open("7.png");
        run.script("wait hall").unwrap();
        run.take_trace()
    };
    let first = trace();
    for _ in 0..20 {
        assert_eq!(trace(), first);
    }
}

/// Pushes the rules through the singleton.
struct Title;

impl GameScreen for Title {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT)
            && let Some(flow) = ScreenManager::current()
        {
            flow.push("rules");
        }
    }
}

#[test]
fn of_two_runs_the_one_that_is_played_is_the_current_one() {
    let game = || {
        let phase = Phase::new("menu").screen("title", |_| Title).screen("rules", |_| Counter(0));
        Game::new("rules").phase(phase)
    };
    let [mut first, mut second] = [(); 2].map(|()| TestRun::new(game()).unwrap());
    second.script("wait title").unwrap();
    first.script("wait title\ntap accept\nwait rules").unwrap();
    assert_eq!((first.stack(), second.stack()), (vec!["title", "rules"], vec!["title"]));
    second.script("tap accept\nwait rules").unwrap();
    assert_eq!(second.stack(), ["title", "rules"]);
}

/// Panics when the pointer is pressed for the third time.
#[derive(Default)]
struct Fragile {
    presses: u32,
}

impl GameScreen for Fragile {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.presses += u32::from(cx.input().pointer.pressed);
        assert!(self.presses < 3, "pressed too often");
    }
}

fn fragile() -> Game {
    Game::new("fragile").phase(Phase::new("field").screen("field", |_| Fragile::default()))
}

#[test]
fn a_monkey_has_the_same_input_for_the_same_seed_and_uses_all_devices() {
    struct Patient(Vec<Input>);
    impl GameScreen for Patient {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            self.0.push(cx.input().clone());
        }
    }
    let seen = |seed| {
        let game = Game::new("patient").phase(Phase::new("field").screen("field", |_| Patient(Vec::new())));
        let mut run = TestRun::new(game).unwrap();
        run.monkey(seed, 3_000).unwrap();
        assert_eq!(run.manager().tick(), 3_000);
        run.manager().stack().screen::<Patient>("field").unwrap().0.clone()
    };
    let inputs = seen(1);
    assert_eq!(seen(1), inputs);
    assert_ne!(seen(2), inputs);
    for device in [Device::Keyboard, Device::Mouse, Device::Touch, Device::Pad] {
        assert!(inputs.iter().any(|input| input.device == device), "{device:?}");
    }
    for action in Action::BUILT_IN {
        assert!(inputs.iter().any(|input| input.is_pressed(action)), "{action:?}");
    }
    assert!(inputs.iter().any(|input| input.touches.len() == 2));
    let places = inputs.iter().filter_map(|input| input.pointer.position);
    let (width, height) =
        places.fold((0.0, 0.0), |(x, y): (f32, f32), place| (x.max(place.0), y.max(place.1)));
    assert!((600.0..640.0).contains(&width) && (330.0..360.0).contains(&height), "{width} {height}");
}

#[test]
fn the_crash_of_a_monkey_has_its_seed_its_tick_and_a_script_that_leads_to_the_same_crash() {
    let mut run = TestRun::new(fragile()).unwrap();
    let error = run.monkey(7, 100_000).unwrap_err();
    let tick = run.manager().tick();
    let SessionError::Crashed { message, report, .. } = error else { panic!("{error}") };
    assert!(message.contains("pressed too often"), "{message}");
    assert!(message.ends_with(&format!(", with `monkey(7, 100000)` in tick {tick}")), "{message}");

    let (_, script) = report.split_once("\nscript of the monkey:\n").unwrap();
    let mut again = TestRun::new(fragile()).unwrap();
    match again.script(script) {
        Err(SessionError::Crashed { message, .. }) => assert!(message.contains("pressed too often")),
        other => panic!("{other:?}"),
    }
    assert_eq!(again.manager().tick(), tick);
}

#[test]
fn a_monkey_ends_with_the_game_without_an_error() {
    let mut run = TestRun::new(counter()).unwrap();
    run.script("wait counter\ntap accept\ntap accept").unwrap();
    run.monkey(3, 100_000).unwrap();
    assert!(run.manager().has_ended() && run.manager().tick() < 100_000, "{}", run.manager().tick());
    run.monkey(3, 10).unwrap();
}
