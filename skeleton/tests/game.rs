//! The program: it plays its tour without a window, and its assets are in order.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let program = env!(concat!("CARGO_BIN_EXE_", env!("CARGO_PKG_NAME")));
    Command::new(program).args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

/// The stacks of a run, one after the other, and its whole trace.
fn played(arguments: &[&str]) -> (Vec<String>, String) {
    let trace =
        std::env::temp_dir().join(format!("{}-{}.jsonl", env!("CARGO_PKG_NAME"), arguments.concat().len()));
    let output = run(&[&["--headless", "--trace", trace.to_str().unwrap()], arguments].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let trace = std::fs::read_to_string(trace).unwrap();
    let stacks = trace
        .lines()
        .filter_map(|line| line.split_once("\"stack\":["))
        .map(|(_, stack)| stack.replace(['"', ']', '}'], ""));
    (stacks.filter(|stack| stack != "loading").collect(), trace)
}

#[test]
fn the_tour_passes_through_all_screens() {
    let (stacks, trace) = played(&[]);
    let expected = [
        "logo",
        "trailer",
        "main_menu",
        "main_menu,settings",
        "main_menu",
        "main_menu,credits",
        "main_menu",
        "in_game",
        "in_game,pause",
        "in_game,pause,settings",
        "in_game,pause",
        "in_game",
        "in_game,pause",
        "main_menu",
        "",
    ];
    assert_eq!(stacks, expected);
    assert_eq!(played(&["--seed", "0"]).1, trace, "the same seed leaves the same trace");
}

#[test]
fn the_assets_are_in_order() {
    let output = run(&["check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
