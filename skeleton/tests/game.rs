//! The program: it plays its tour without a window, and its assets are in order.

use std::path::Path;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let program = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));
    Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// The trace of the tour, which waits for its screens and expects them on the stack.
fn trace_of_tour(name: &str) -> String {
    let trace = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = run(&["--headless", "--seed", "1", "--trace", trace.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::fs::read_to_string(trace).unwrap()
}

#[test]
fn the_tour_is_played_and_leaves_the_same_trace_again() {
    let trace = trace_of_tour("tour.jsonl");
    assert!(trace.contains("\"screen\":\"in_game\",\"hook\":\"on_enter\""));
    assert_eq!(trace_of_tour("again.jsonl"), trace);
}

#[test]
fn loading_is_shown_between_phases_but_not_after_the_logo() {
    let trace = trace_of_tour("loads.jsonl");
    let stacks = trace.lines().filter_map(|line| line.split_once("\"stack\":")).map(|(_, stack)| stack);
    let are_loading: Vec<_> = stacks.map(|stack| stack.starts_with("[\"loading\"]")).collect();
    // Of the logo itself, the logo, what follows it, and all that comes later.
    assert_eq!(are_loading[..3], [true, false, false]);
    assert!(are_loading[3..].contains(&true));
}

#[test]
fn the_assets_are_in_order() {
    let output = run(&["check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn the_version_is_printed() {
    let output = run(&["--version"]);
    let expected = concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
}
