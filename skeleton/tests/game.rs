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
    for screen in ["logo", "trailer", "main_menu", "settings", "controls", "credits", "in_game", "pause"] {
        assert!(trace.contains(&format!("\"screen\":\"{screen}\",\"hook\":\"on_enter\"")), "{screen}");
    }
    assert_eq!(trace_of_tour("again.jsonl"), trace);
}

#[test]
fn the_tour_shows_loading_between_phases_and_only_the_trailer_is_preloaded() {
    let trace = trace_of_tour("loads.jsonl");
    let steps = ["\"step\":\"freeing\"", "\"stack\":[\"loading\"]", "\"step\":\"ready\""];
    let steps = trace.lines().filter_map(|line| steps.iter().position(|step| line.contains(step)));
    // Freeing, Loading, ready; of the trailer without Loading.
    assert_eq!(steps.collect::<Vec<_>>(), [0, 1, 2, 0, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
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
