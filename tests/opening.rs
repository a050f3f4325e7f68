//! Games whose window cannot be opened: what they say, and how they end.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, ExitCode, Output, Stdio};

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};

/// Set in the process of a game: a program can open one window.
const IS_GAME: &str = "OPENING_IS_GAME";

struct Sky;

impl GameScreen for Sky {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.tick() > 600 {
            cx.quit();
        }
    }
}

fn play() -> ExitCode {
    play_from(None)
}

fn play_from(phase: Option<&str>) -> ExitCode {
    let options = RunOptions { phase: phase.map(str::to_owned), ..RunOptions::default() };
    let phase = Phase::new("sky").screen("sky", |_| Sky);
    Game::new("stars").assets(std::env::temp_dir()).phase(phase).run_with(&options)
}

/// Runs the test of this name as the process of its game.
fn run(test: &str, variables: &[(&str, &str)]) -> Output {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", test, "--ignored", "--nocapture"]).env(IS_GAME, "1");
    program.envs(variables.iter().copied()).output().unwrap()
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn macroquad_main_around_a_game_is_an_error_that_says_what_to_do() {
    if std::env::var(IS_GAME).is_ok() {
        return macroquad::Window::new("Stars", async {
            let _ = play();
        });
    }
    let output = run("macroquad_main_around_a_game_is_an_error_that_says_what_to_do", &[]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("remove `#[macroquad::main]` from `main`"), "{said}");
}

#[test]
#[ignore = "needs Xvfb: .ci/window runs it"]
fn a_display_without_opengl_is_an_error() {
    if std::env::var(IS_GAME).is_ok() {
        return assert_eq!(play(), ExitCode::from(2));
    }
    let mut server = Command::new("Xvfb");
    // Without `-noreset` it begins again after each connection, and there is no display meanwhile.
    server.args(["-displayfd", "1", "-extension", "GLX", "-noreset", "-nolisten", "tcp"]);
    let mut server = server.stderr(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut number = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut number).unwrap();
    let display = format!(":{}", number.trim());
    let variables = [("DISPLAY", display.as_str()), ("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null")];
    let output = run("a_display_without_opengl_is_an_error", &variables);
    server.kill().and_then(|()| server.wait()).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("stars: no window can be opened: "), "{said}");
}

#[test]
#[ignore = "needs the libraries of X11: .ci/window runs it"]
fn a_phase_without_a_display_to_show_it_is_an_error() {
    if std::env::var(IS_GAME).is_ok() {
        return assert_eq!(play_from(Some("sky")), ExitCode::from(2));
    }
    let output = run("a_phase_without_a_display_to_show_it_is_an_error", &[("DISPLAY", ":4095")]);
    let said = String::from_utf8_lossy(&output.stderr);
    let errors: Vec<_> = said.lines().filter(|line| line.starts_with("stars: ")).collect();
    assert!(output.status.success() && errors == ["stars: there is no display :4095"], "{said}");
}

#[test]
#[ignore = "needs the libraries of X11: .ci/window runs it"]
fn a_display_that_is_not_there_is_none() {
    if std::env::var(IS_GAME).is_ok() {
        return assert_eq!(play(), ExitCode::SUCCESS);
    }
    let output = run("a_display_that_is_not_there_is_none", &[("DISPLAY", ":4095")]);
    let said = String::from_utf8_lossy(&output.stderr);
    let expected = "there is no display :4095; running two seconds without a window instead";
    assert!(output.status.success() && said.contains(expected), "{said}");
}
