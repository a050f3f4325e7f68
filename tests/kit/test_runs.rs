//! Games that tests play.

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::kit::{Game, SessionError, TestRun};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::{Action, Clock, Input, Pixels, TestSource, TraceEvent};

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
    run.manager().screen::<Counter>("counter").map_or(0, |counter| counter.0)
}

#[test]
fn the_run_goes_on_after_a_script_and_after_one_that_failed() {
    let mut run = TestRun::new(counter()).unwrap();
    run.script("wait counter\ntap accept").unwrap();
    assert_eq!(accepted(&run), 1);
    match run.script("run 2\nexpect stack menu") {
        Err(SessionError::Script { line: 2, what }) => {
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
    let handle = run.manager().screen::<Picture>("picture").unwrap().0;
    let texture = run.manager().resources().get(handle).unwrap();
    let pixels: Pixels = run.pixels(texture.id).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (texture.width, texture.height));
    assert_eq!(files.reads_of("ball.png"), 1);
    run.advance(Clock::TICK, &Input::default()).unwrap();
    assert_eq!(run.manager().leaks().len(), 0);
}
