//! Cuts a recording down to what a failure needs, by replays in programs of their own, so that a panic or an abort ends
//! only one of them.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::RunOptions;
use super::files::{file_error, read};
use crate::dev::{Recording, shrink};
use crate::game::desktop::{CRASHED, say};

/// What the trace of a run has that comes to the failure screen.
const FAILURE: &str = r#""screen":"failure","hook":"on_enter""#;

/// Shrinks the recording of `options`, and says how it goes. Without a `text` of the trace it is about a panic or the
/// failure screen.
pub(super) fn shrink_recording(game: &str, options: &RunOptions, text: &str) -> Result<(), String> {
    let file = options.replay.as_ref().ok_or("--shrink needs a recording: name one with --replay FILE")?;
    let recording = read(file, |bytes| Recording::parse(bytes)?.of_game(game))?;
    let folder = std::env::temp_dir().join(format!("{game}-shrink-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|cause| file_error("make the folder", &folder, cause))?;
    let (all, runs, mut first) = (recording.input_count(), Cell::new(0_u32), None);
    let fails = |candidate: &[u8]| {
        runs.set(runs.get() + 1);
        let Some((what, tick)) = replay(&folder, candidate, options, text)? else { return Ok(None) };
        Ok((*first.get_or_insert_with(|| what.clone()) == what).then_some(tick))
    };
    let progress = |left| say(&format!("{left} of {all} inputs are left after {} replays", runs.get()));
    let shrunk: Result<_, String> = shrink(&recording, fails, progress);
    // It is in the folder of temporary files.
    let _ = fs::remove_dir_all(&folder);
    let shrunk = shrunk?.ok_or_else(|| {
        let missing = match text {
            "" => "no panic and no failure screen; name a text of its trace with --shrink=TEXT".to_owned(),
            text => format!("no record with `{text}` in its trace"),
        };
        format!("{}: the replay has {missing}", file.display())
    })?;
    let mut path = file.clone().into_os_string();
    path.push("-shrunk");
    let path = PathBuf::from(path);
    fs::write(&path, shrunk.bytes()).map_err(|cause| file_error("write", &path, cause))?;
    say(&format!("{} inputs of {all} are left: {}", shrunk.input_count(), path.display()));
    Ok(())
}

/// Replays a candidate with its files in `folder`. Returns its [`failure`].
fn replay(
    folder: &Path,
    candidate: &[u8],
    options: &RunOptions,
    text: &str,
) -> Result<Option<(String, u64)>, String> {
    let program = std::env::current_exe().map_err(|cause| format!("cannot find the program: {cause}"))?;
    let [recording, trace] = ["candidate.recording", "trace.jsonl"].map(|name| folder.join(name));
    for (path, bytes) in [(&recording, candidate), (&trace, &[])] {
        fs::write(path, bytes).map_err(|cause| file_error("write", path, cause))?;
    }
    let mut run = Command::new(&program);
    run.arg("--headless").args(options.trace_machines.then_some("--trace-machines"));
    // Reports of crashes are kept beside the candidates, and not with those of the player.
    let paths = [("--storage", folder), ("--replay", &recording), ("--trace", &trace)];
    for (option, path) in paths.into_iter().chain(options.assets.as_deref().map(|path| ("--assets", path))) {
        run.arg(option).arg(path);
    }
    let output = run.stdin(Stdio::null()).output().map_err(|cause| file_error("run", &program, cause))?;
    let (code, said) = (output.status.code(), String::from_utf8_lossy(&output.stderr));
    let trace = fs::read(&trace).unwrap_or_default();
    match failure(text, code, &said, &String::from_utf8_lossy(&trace)) {
        None if code == Some(2) => Err(said.trim_end().to_owned()),
        failure => Ok(failure),
    }
}

/// What is wrong with a run with this exit code, which is absent after a signal, and the tick if it is known.
fn failure(text: &str, code: Option<i32>, said: &str, trace: &str) -> Option<(String, u64)> {
    let wanted = if text.is_empty() { FAILURE } else { text };
    if let Some(line) = trace.lines().find(|line| line.contains(wanted)) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
        return Some((wanted.to_owned(), record["tick"].as_u64().unwrap_or(u64::MAX)));
    }
    if !text.is_empty() || code.is_some_and(|code| code != i32::from(CRASHED)) {
        return None;
    }
    // The place of the panic; a program that was ended by a signal may have none.
    let place = said.rsplit_once("panicked at ").and_then(|(_, place)| place.lines().next());
    Some((place.unwrap_or_default().to_owned(), u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{FAILURE, failure};

    #[test]
    fn a_failure_is_the_place_of_the_panic_or_a_record_of_the_trace() {
        let trace =
            "{\"tick\":7,\"kind\":\"hook\",\"screen\":\"menu\",\"hook\":\"on_enter\"}\n{\"tick\":9}\n";
        let failure = |text, code, said| failure(text, code, said, trace);
        let said = "thread 'main' panicked at src/menu.rs:3:5:\na bug\ngame: the game has crashed: a bug";
        let panicked = Some(("src/menu.rs:3:5:".to_owned(), u64::MAX));
        assert_eq!(failure("", Some(101), said), panicked);
        assert_eq!(failure("", None, said), panicked);
        assert_eq!(failure("", None, "no words"), Some((String::new(), u64::MAX)));
        assert_eq!(failure("", Some(3), said), None);
        assert_eq!(failure("menu", Some(0), ""), Some(("menu".to_owned(), 7)));
        assert_eq!(failure("credits", Some(101), said), None);
    }

    #[test]
    fn the_failure_screen_is_a_failure() {
        let trace = "{\"tick\":12,\"kind\":\"hook\",\"screen\":\"failure\",\"hook\":\"on_enter\"}";
        assert_eq!(failure("", Some(2), "", trace), Some((FAILURE.to_owned(), 12)));
    }
}
