//! Recordings that are cut down to what a failure needs.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use proscenium::dev::{Recording, shrink};
use proscenium::flow::{GameScreen, Phase, ScreenContext};
use proscenium::game::{Game, RunOptions};
use proscenium::platform::Action;

/// Opens after *jump*, *left*, *jump*, whatever comes between.
#[derive(Default)]
struct Lock {
    turns: usize,
}

impl GameScreen for Lock {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let code = [Action::JUMP, Action::LEFT, Action::JUMP];
        if code.get(self.turns).is_some_and(|next| cx.input().is_pressed(*next)) {
            self.turns += 1;
            if self.turns == code.len() {
                cx.post("open".to_owned());
            }
        }
    }
}

/// A game behind a menu.
fn game() -> Game {
    struct Menu;
    impl GameScreen for Menu {
        fn update(&mut self, cx: &mut ScreenContext<'_>) {
            if cx.input().is_pressed(Action::ACCEPT) {
                cx.load("game");
            }
        }
    }
    let menu = Phase::new("menu").screen("menu", |_| Menu);
    Game::new("lock").phase(menu).phase(Phase::new("game").screen("lock", |_| Lock::default()))
}

const OPEN: &str = r#""event":"open""#;

/// A folder with a recording, which is gone at the end.
struct Recorded {
    folder: PathBuf,
    recording: Recording,
}

impl Recorded {
    fn new(name: &str, script: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("proscenium-shrinking-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (text, file) = (folder.join("script.txt"), folder.join("run.recording"));
        fs::write(&text, script).unwrap();
        let (script, record) = (Some(text), Some(file.clone()));
        let options = RunOptions { headless: true, script, record, ..RunOptions::default() };
        assert_eq!(game().run_with(&options), ExitCode::SUCCESS);
        let recording = Recording::parse(&fs::read(file).unwrap()).unwrap();
        Self { folder, recording }
    }

    /// The tick of the first record of a replay that has the text.
    fn tick_of(&self, bytes: &[u8], text: &str) -> Option<u64> {
        let (file, trace) = (self.folder.join("candidate.recording"), self.folder.join("trace.jsonl"));
        fs::write(&file, bytes).unwrap();
        let options = RunOptions {
            headless: true,
            replay: Some(file),
            trace: Some(trace.clone()),
            ..RunOptions::default()
        };
        assert_eq!(game().run_with(&options), ExitCode::SUCCESS);
        let trace = fs::read_to_string(trace).unwrap();
        let line = trace.lines().find(|line| line.contains(text))?;
        serde_json::from_str::<serde_json::Value>(line).unwrap()["tick"].as_u64()
    }

    fn shrink(&self, text: &str) -> (Option<Recording>, Vec<usize>) {
        let mut left = Vec::new();
        let fails = |bytes: &[u8]| Ok::<_, ()>(self.tick_of(bytes, text));
        let shrunk = shrink(&self.recording, fails, |inputs| left.push(inputs)).unwrap();
        (shrunk, left)
    }
}

impl Drop for Recorded {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn what_is_left_is_what_the_failure_needs() {
    let noise = "tap up\nhold right 20\nclick 100 200\ndrag 1 2 3 4\nrun 30\ntap down\n".repeat(8);
    let script = format!(
        "wait menu\n{noise}tap accept\nwait lock\n{noise}tap jump\n{noise}tap left\ntap left\n{noise}tap jump\n{noise}quit\n"
    );
    let recorded = Recorded::new("needed", &script);
    let (shrunk, left) = recorded.shrink(OPEN);
    let shrunk = shrunk.unwrap();
    // *accept*, *jump*, *left*, *jump*; what goes up is not needed.
    assert_eq!(shrunk.input_count(), 4);
    assert!(recorded.recording.input_count() > 400, "{}", recorded.recording.input_count());
    assert_eq!(left.last(), Some(&4));
    assert!(left.is_sorted_by(|before, after| before >= after), "{left:?}");
    // The time of what was left out is gone, too.
    let tick = recorded.tick_of(&shrunk.bytes(), OPEN).unwrap();
    assert!(tick < 100, "{tick}");
    let again = Recording::parse(&shrunk.bytes()).unwrap();
    assert_eq!(again.bytes(), shrunk.bytes());
    assert_eq!(again.header, recorded.recording.header);
}

#[test]
fn a_recording_that_does_not_fail_is_not_shrunk() {
    let recorded = Recorded::new("healthy", "wait menu\ntap accept\nwait lock\ntap jump\ntap left\nquit\n");
    let (shrunk, left) = recorded.shrink(OPEN);
    assert!(shrunk.is_none() && left.is_empty(), "{left:?}");
}

#[test]
fn a_failure_without_any_input_leaves_none() {
    let recorded = Recorded::new("empty", "wait menu\ntap up\ntap down\nquit\n");
    let (shrunk, _) = recorded.shrink(r#""screen":"menu","hook":"on_enter""#);
    assert_eq!((shrunk.unwrap().input_count(), recorded.recording.input_count() > 2), (0, true));
}

#[test]
fn the_error_of_a_run_ends_the_search() {
    let recorded = Recorded::new("error", "wait menu\ntap up\nquit\n");
    let error = shrink(&recorded.recording, |_| Err("no room"), |_| {}).unwrap_err();
    assert_eq!(error, "no room");
}

#[test]
fn shrinking_needs_a_recording() {
    let options = RunOptions { shrink: Some(String::new()), ..RunOptions::default() };
    assert_eq!(game().run_with(&options), ExitCode::from(2));
}
