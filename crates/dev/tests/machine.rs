//! The tool `machine` on a machine without a script.

use std::fs;
use std::path::PathBuf;

use proscenium_dev::machine::{Form, run};

const LAMP: &str = "Machine(name: \"lamp\", family: Table, initial: \"dark\", SCRIPT states: [
    State(name: \"dark\", on: [(event: \"light\", guard: \"has_oil\", then: To(\"burning\"))]),
    State(name: \"burning\", on: [(event: \"blow\", then: To(\"dark\"))]),
])";

/// A folder with a machine and its list of events.
fn folder(name: &str, machine: &str, events: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("proscenium-dev-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("lamp.ron"), machine).unwrap();
    fs::write(folder.join("lamp.events"), events).unwrap();
    folder
}

/// The trace, and the summary.
fn run_in(folder: PathBuf) -> Result<(String, String), (String, u8)> {
    let (file, events) = (folder.join("lamp.ron"), folder.join("lamp.events"));
    let mut out = Vec::new();
    let result = run(&file, Some(&events), None, Some(Form::Text), &mut out);
    fs::remove_dir_all(folder).unwrap();
    result.map(|summary| (String::from_utf8(out).unwrap(), summary.unwrap_or_default()))
}

#[test]
fn a_guard_without_code_is_a_variable() {
    let events = "event light\nset has_oil true\nevent light\ntick 20 2\nsnapshot\nevent blow\nrestore";
    let (trace, summary) = run_in(folder("plain", &LAMP.replace("SCRIPT", ""), events)).unwrap();
    let expected = "tick 0: enter root -> dark\ntick 0: event light\ntick 0: event light\n\
        tick 0: transition dark -> burning\ntick 2: event blow\ntick 2: transition burning -> dark\n";
    assert_eq!(trace, expected);
    assert_eq!(summary, "in the end: burning; has_oil = true\nevents handled by no state: 1");
}

#[test]
fn a_list_that_cannot_be_read_has_the_code_2() {
    let (what, code) = run_in(folder("list", &LAMP.replace("SCRIPT", ""), "event lihgt")).unwrap_err();
    assert!(what.ends_with("the machine has no event `lihgt`; did you mean `light`?"), "{what}");
    assert_eq!(code, 2);
}

#[cfg(not(feature = "machine_scripts"))]
#[test]
fn a_script_without_its_feature_is_an_error_that_names_it() {
    let machine = LAMP.replace("SCRIPT", "script: \"lamp.rhai\",");
    let (what, code) = run_in(folder("script", &machine, "")).unwrap_err();
    assert_eq!(what, "lamp.rhai: scripts of machines need the feature `machine_scripts` of proscenium");
    assert_eq!(code, 1);
}

#[test]
fn variables_have_values_of_four_kinds() {
    let events = "set a true\nset b 3\nset c 0.5\nset d 2.0\nset e red\nset has_oil 0\nevent light\nset has_oil 0.5\nevent light";
    let (_, summary) = run_in(folder("values", &LAMP.replace("SCRIPT", ""), events)).unwrap();
    let expected = "in the end: burning; a = true, b = 3, c = 0.5, d = 2.0, e = red, has_oil = 0.5\n\
        events handled by no state: 1";
    assert_eq!(summary, expected);
}
