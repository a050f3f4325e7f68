//! Cuts a recording down to what a failure needs, by replays in programs of their own, so that a panic or an abort ends
//! only one of them.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::RunOptions;
use super::run::{file_error, read};
use crate::dev::{Recording, Shrunk, shrink};
use crate::game::desktop::{CRASHED, say};

/// What the trace of a run has that comes to the failure screen.
const FAILURE: &str = r#""screen":"failure","hook":"on_enter""#;

/// Shrinks the recording of `options`, and says how it goes. Without a `text` of the trace it is about a panic or the
/// failure screen.
pub(super) fn shrink_recording(game: &str, options: &RunOptions, text: &str) -> Result<(), String> {
    let file = options.replay.as_ref().ok_or("--shrink needs a recording: name one with --replay FILE")?;
    let recording = read(file, |bytes| Recording::parse(bytes)?.of_game(game))?;
    let trials = Trials::new(game, options, text)?;
    let (runs, mut first) = (Cell::new(0_u32), None);
    let fails = |bytes: &[u8]| -> Result<_, String> {
        runs.set(runs.get() + 1);
        let Some(failure) = trials.run(bytes)? else { return Ok(None) };
        let is_same = first.get_or_insert_with(|| failure.what.clone()) == &failure.what;
        Ok(is_same.then_some(failure.tick))
    };
    let progress = |left, all| say(&format!("{left} of {all} inputs are left after {} runs", runs.get()));
    let Shrunk { bytes, left, all } = shrink(&recording, fails, progress)?.ok_or_else(|| {
        let missing = match text {
            "" => "no panic and no failure screen; name a text of its trace with --shrink=TEXT".to_owned(),
            text => format!("no record with `{text}` in its trace"),
        };
        format!("{}: the replay has {missing}", file.display())
    })?;
    let mut shrunk = file.clone().into_os_string();
    shrunk.push("-shrunk");
    let shrunk = PathBuf::from(shrunk);
    fs::write(&shrunk, bytes).map_err(|cause| file_error("write", &shrunk, cause))?;
    say(&format!("{left} inputs of {all} are left: {}", shrunk.display()));
    Ok(())
}

/// What is wrong with a run, and the tick.
#[derive(Debug, PartialEq)]
struct Failure {
    what: String,
    tick: u64,
}

/// Replays of candidates, with their files in a folder of their own, which is removed in the end.
struct Trials<'a> {
    program: PathBuf,
    folder: PathBuf,
    options: &'a RunOptions,
    text: &'a str,
}

impl<'a> Trials<'a> {
    fn new(game: &str, options: &'a RunOptions, text: &'a str) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|cause| format!("cannot find the program: {cause}"))?;
        let folder = std::env::temp_dir().join(format!("{game}-shrink-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|cause| file_error("make the folder", &folder, cause))?;
        Ok(Self { program, folder, options, text })
    }

    fn run(&self, candidate: &[u8]) -> Result<Option<Failure>, String> {
        let file = |name: &str| self.folder.join(name);
        let [recording, trace, report] = ["candidate.recording", "trace.jsonl", "report.json"].map(file);
        fs::write(&recording, candidate).map_err(|cause| file_error("write", &recording, cause))?;
        for old in [&trace, &report] {
            // There is none before the first run.
            let _ = fs::remove_file(old);
        }
        let mut run = Command::new(&self.program);
        run.arg("--headless").arg("--replay").arg(recording).arg("--trace").arg(&trace);
        // Reports of crashes are kept beside the candidates, and not with those of the player.
        run.arg("--report").arg(&report).arg("--storage").arg(&self.folder);
        run.args(self.options.trace_machines.then_some("--trace-machines"));
        if let Some(assets) = &self.options.assets {
            run.arg("--assets").arg(assets);
        }
        let output = run.stdin(Stdio::null()).output();
        let output = output.map_err(|cause| file_error("run", &self.program, cause))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let trace = fs::read(&trace).unwrap_or_default();
        match failure(self.text, output.status.code(), &said, &String::from_utf8_lossy(&trace), &report) {
            None if output.status.code() == Some(2) => Err(said.trim_end().to_owned()),
            failure => Ok(failure),
        }
    }
}

impl Drop for Trials<'_> {
    fn drop(&mut self) {
        // What is left is in the folder of temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The failure of a run with this exit code, which is absent after a signal.
fn failure(text: &str, code: Option<i32>, said: &str, trace: &str, report: &Path) -> Option<Failure> {
    let number =
        |json: &str, name: &str| serde_json::from_str::<serde_json::Value>(json).ok()?.get(name)?.as_u64();
    let wanted = if text.is_empty() { FAILURE } else { text };
    if let Some(line) = trace.lines().find(|line| line.contains(wanted)) {
        return Some(Failure { what: wanted.to_owned(), tick: number(line, "tick")? });
    }
    if !text.is_empty() || code.is_some_and(|code| code != i32::from(CRASHED)) {
        return None;
    }
    // The place of the panic; a program that was ended by a signal may have none.
    let place = said.rsplit_once("panicked at ").and_then(|(_, place)| place.lines().next());
    let ticks = fs::read_to_string(report).ok().and_then(|report| number(&report, "ticks"));
    Some(Failure { what: place.unwrap_or_default().to_owned(), tick: ticks.unwrap_or(u64::MAX - 1) })
}
