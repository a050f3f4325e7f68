//! macroquad called where there is no window.

use std::process::{Command, ExitCode};

use macroquad::prelude as mq;
use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::game::{Game, RunOptions, Session, SessionError, TestRun};
use proscenium::platform::{Clock, Input};

/// The part of a test that is a separate process: the call.
const CALL: &str = "NO_WINDOW_CALL";

struct Careless(&'static str);

impl GameScreen for Careless {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        if self.0 == "hook" {
            mq::get_time();
        }
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        match self.0 {
            "size" => drop(mq::screen_width()),
            "scale" => drop(mq::screen_dpi_scale()),
            "key" => drop(mq::is_key_down(mq::KeyCode::A)),
            "texture" => drop(mq::Texture2D::from_rgba8(1, 1, &[0; 4])),
            "panic" => panic!("of its own"),
            _ => {}
        }
    }
}

fn phase(call: &'static str) -> Phase {
    Phase::new("field").screen("field", move |_| Careless(call))
}

/// The message with which a run ends.
fn message(call: &'static str) -> String {
    let mut manager = ScreenManager::headless();
    manager.add_phase(phase(call));
    manager.start("field");
    let mut session = Session::new(manager, Clock::manual());
    for _ in 0..10 {
        session.advance(Clock::TICK, &Input::default());
    }
    match session.finish().1 {
        Err(SessionError::Crashed { message, .. }) => message,
        other => panic!("{call}: {other:?}"),
    }
}

#[test]
fn a_call_of_macroquad_in_an_update_names_the_screen_and_what_to_use_instead() {
    for call in ["size", "scale", "key", "texture", "hook"] {
        let message = message(call);
        assert!(message.contains("screen `field`"), "{call}: {message}");
        assert!(message.contains("cx.view_size()") && !message.contains("THREAD_ID"), "{call}: {message}");
    }
    let own = message("panic");
    assert!(own.contains("of its own") && !own.contains("cx.view_size()"), "{own}");
}

#[test]
fn such_a_run_ends_in_order_and_says_so() {
    if std::env::var(CALL).is_ok() {
        let options = RunOptions { headless: true, ..RunOptions::default() };
        let code = Game::new("careless").assets(std::env::temp_dir()).phase(phase("size")).run_with(&options);
        assert_eq!(code, ExitCode::from(101));
        return;
    }
    let test = "no_window::such_a_run_ends_in_order_and_says_so";
    let mut run = Command::new(std::env::current_exe().unwrap());
    let output = run.args(["--exact", test, "--nocapture"]).env(CALL, "size").output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert!(
        said.contains("careless: the game has crashed: macroquad was called where there is no window"),
        "{said}"
    );
    assert!(said.contains("in `update` of screen `field`"), "{said}");
}

/// Draws where it must not.
struct Painter;

impl GameScreen for Painter {
    fn update(&mut self, _: &mut ScreenContext<'_>) {
        macroquad::shapes::draw_rectangle(0.0, 0.0, 1.0, 1.0, macroquad::color::WHITE);
    }
}

#[test]
fn a_screen_that_draws_in_its_update_is_named() {
    let game = Game::new("game").phase(Phase::new("game").screen("ball", |_| Painter));
    let mut run = TestRun::new(game).unwrap();
    match run.script("wait ball") {
        Err(SessionError::Crashed { message, .. }) => {
            assert!(message.starts_with("macroquad was called where there is no window"), "{message}");
            assert!(message.ends_with("in `update` of screen `ball`"), "{message}");
        }
        other => panic!("{other:?}"),
    }
}
