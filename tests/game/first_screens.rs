//! Runs that begin with a screen: `--screen`.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};

struct Page;

impl GameScreen for Page {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

/// Leaves at once without a payload.
struct Picky;

impl GameScreen for Picky {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.payload::<u32>().is_none() {
            cx.pop();
        }
    }

    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

fn game() -> Game {
    let menu = Phase::new("menu").screen("title", |_| Page).screen("rules", |_| Page);
    let play =
        Phase::new("play").screen("field", |_| Page).screen("pause", |_| Page).screen("rules", |_| Page);
    Game::new("pages").phase(menu).phase(play.screen("result", |_| Picky)).first_phase("menu")
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("proscenium-first-screens-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("script.txt"), "run 5\nquit\n").unwrap();
        Self(folder)
    }

    /// The stacks of a run until it quits, each as in the trace.
    fn stacks(&self, options: RunOptions) -> Vec<String> {
        let trace = self.0.join("trace.jsonl");
        let code = game().run_with(&RunOptions { headless: true, trace: Some(trace.clone()), ..options });
        assert_eq!(code, ExitCode::SUCCESS);
        let text = fs::read_to_string(trace).unwrap();
        let stacks = text.lines().filter_map(|line| line.split_once("\"stack\":[")?.1.strip_suffix("]}"));
        stacks
            .filter(|stack| !["", "\"loading\""].contains(stack))
            .map(|stack| stack.replace('"', ""))
            .collect()
    }

    fn options(&self, phase: Option<&str>, screen: &str) -> RunOptions {
        RunOptions {
            script: Some(self.0.join("script.txt")),
            phase: phase.map(str::to_owned),
            screen: Some(screen.to_owned()),
            ..RunOptions::default()
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_screen_is_shown_over_the_first_one_of_its_phase() {
    let folder = Folder::new("shown");
    let stacks = |phase, screen| folder.stacks(folder.options(phase, screen));
    assert_eq!(stacks(None, "pause"), ["field", "field,pause"]);
    assert_eq!(stacks(None, "field"), ["field"]);
    // Of two phases the one that is added first, or the one that is named.
    assert_eq!(stacks(None, "rules"), ["title", "title,rules"]);
    assert_eq!(stacks(Some("play"), "rules"), ["field", "field,rules"]);
}

#[test]
fn a_run_goes_on_below_a_screen_that_does_not_stay() {
    let folder = Folder::new("picky");
    assert_eq!(folder.stacks(folder.options(None, "result")), ["field", "field,result", "field"]);
}

#[test]
fn a_screen_that_no_phase_or_not_this_phase_has_is_an_error() {
    let folder = Folder::new("unknown");
    let code =
        |phase, screen| game().run_with(&RunOptions { headless: true, ..folder.options(phase, screen) });
    assert_eq!(code(None, "puase"), ExitCode::from(2));
    assert_eq!(code(Some("menu"), "pause"), ExitCode::from(2));
}

#[test]
fn a_replay_begins_with_the_screen_of_its_recording() {
    let folder = Folder::new("replay");
    let recording = folder.0.join("run.recording");
    let recorded = RunOptions { record: Some(recording.clone()), ..folder.options(None, "pause") };
    let stacks = folder.stacks(recorded);
    assert_eq!(stacks, ["field", "field,pause"]);
    assert_eq!(folder.stacks(RunOptions { replay: Some(recording), ..RunOptions::default() }), stacks);
}
