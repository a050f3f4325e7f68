//! Machines as resources of a phase.

use proscenium_ai::Blueprint;
use proscenium_core::flow::Phase;
use proscenium_core::phase::Resource;
use proscenium_core::platform::TestSource;

use crate::files::{load, reading};

/// Loads a phase with one machine; returns the text of the failure screen.
fn failure_of(source: TestSource, machine: Resource) -> String {
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").resource(machine), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(stage.script.borrow().failed_phase, Some("play"));
    crate::files::failure(&stage)
}

/// A machine file of several lines, with this one in the fourth.
fn machine_with(line: &str) -> String {
    format!(
        "Machine(\n    name: \"m\",\n    family: Table,\n    {line}\n    initial: \"a\",\n    \
         states: [State(name: \"a\")],\n)\n"
    )
}

#[test]
fn an_error_in_a_machine_has_path_line_and_column() {
    let message = |text: String| {
        let source = TestSource::default().with("ai/m.ron", text);
        failure_of(source, Resource::file::<Blueprint>("m", "ai/m.ron"))
    };
    for (line, place) in [
        ("queu: 3,", "ai/m.ron:4:"),
        ("queue: \"three\",", "ai/m.ron:4:"),
        ("queue: 300,", "ai/m.ron:4:"),
        ("on: [On(event: \"go\", then: To(\"nowhere\"))],", "ai/m.ron:4:35: "),
        ("on: [On(event: \"go\" then: To(\"a\"))],", "ai/m.ron:4:25: "),
        ("on: [On(event: \"a b\", then: To(\"a\"))],", "ai/m.ron:4:20: "),
    ] {
        let message = message(machine_with(line));
        let start = format!("failure: phase `play` cannot be loaded: machine `m`: {place}");
        assert!(message.starts_with(&start), "{message}\nshould start with\n{start}");
        let column = message.split("ai/m.ron:").nth(1).and_then(|rest| rest.split(':').nth(1));
        assert!(
            column.is_some_and(|column| column.parse::<u32>().is_ok()),
            "there is no column in: {message}"
        );
    }
}

#[test]
fn an_error_without_a_name_has_the_path() {
    // The machine as a whole is wrong: no text in the file is at fault by itself.
    let text = machine_with("when: [When(trigger: \"t\", then: To(\"a\"))],");
    let source = TestSource::default().with("ai/m.ron", text);
    let message = failure_of(source, Resource::file::<Blueprint>("m", "ai/m.ron"));
    assert!(message.contains("ai/m.ron: a table polls no triggers"), "{message}");
}

#[test]
fn a_broken_machine_can_be_optional_or_repaired() {
    let mut stage = reading(TestSource::default().with("ai/m.ron", machine_with("queu: 3,")));
    let machine = Resource::file::<Blueprint>("m", "ai/m.ron");
    stage.add_phase(Phase::new("play").resource(machine.clone().optional()), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["field"], "without an optional machine the phase goes on");
    assert!(stage.manager.assets().resources().find::<Blueprint>("m").is_err());
    let mut stage = reading(TestSource::default().with("ai/m.ron", machine_with("queue: 3,")));
    stage.add_phase(Phase::new("play").resource(machine), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["field"]);
    assert_eq!(stage.manager.assets().resources().find::<Blueprint>("m").unwrap().queue, 3);
}
