//! Recordings that are cut down to what a failure needs, by replays in programs of their own.

use std::fs;

use super::folder::Folder;
use super::{run, stderr};

/// Records a visit of the settings. Returns the folder, with `run.recording`.
fn recorded() -> Folder {
    let folder = Folder::new();
    let (script, file) = (folder.path().join("script.txt"), folder.path().join("run.recording"));
    let visit = "wait main_menu\ntap down\ntap up\nclick 1 1\ntap down\ntap down\ntap up\ntap accept\nwait settings\ntap down\nquit\n";
    fs::write(&script, visit).unwrap();
    let output = run(&[
        "--headless",
        "--phase",
        "main_menu",
        "--script",
        script.to_str().unwrap(),
        "--record",
        file.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    folder
}

#[test]
fn a_recording_is_shrunk_to_the_inputs_of_a_record_of_its_trace() {
    let folder = recorded();
    let (file, trace) = (folder.path().join("run.recording"), folder.path().join("trace.jsonl"));
    let before = fs::read(&file).unwrap();
    let (file, trace) = (file.to_str().unwrap(), trace.to_str().unwrap());
    let entered = "\"screen\":\"settings\",\"hook\":\"on_enter\"";
    let output = run(&["--replay", file, &format!("--shrink={entered}")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let said = stderr(&output);
    let last = said.lines().last().unwrap();
    // *down* and *accept*.
    assert!(
        last.starts_with("2 inputs of ") && last.ends_with(&format!(" are left: {file}-shrunk")),
        "{said}"
    );
    assert!(said.contains(" inputs are left after "), "{said}");
    assert_eq!(fs::read(file).unwrap(), before);

    let output = run(&["--headless", "--replay", &format!("{file}-shrunk"), "--trace", trace]);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(fs::read_to_string(trace).unwrap().contains(entered));
}

#[test]
fn a_recording_without_the_failure_is_an_error_and_nothing_is_written() {
    let folder = recorded();
    let file = folder.path().join("run.recording");
    let file = file.to_str().unwrap();
    let line = |arguments: &[&str]| {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output).trim_end().split_once(": ").unwrap().1.to_owned()
    };
    let missing =
        "the replay has no panic and no failure screen; name a text of its trace with --shrink=TEXT";
    assert_eq!(line(&["--replay", file, "--shrink"]), format!("{file}: {missing}"));
    let missing = "the replay has no record with `credits` in its trace";
    assert_eq!(line(&["--replay", file, "--shrink=credits"]), format!("{file}: {missing}"));
    assert!(line(&["--shrink"]).contains("--replay"));
    assert!(!folder.path().join("run.recording-shrunk").exists());
}
