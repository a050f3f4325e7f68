//! Machines as resources.

use std::fs;

use proscenium::ai::{Bindings, Blueprint, FixedUpdate, Go, Row, State, Timeout, Trigger};
use proscenium::phase::{LoadError, Position};

use crate::load;

#[test]
fn all_problems_of_a_machine_have_their_places() {
    let text = r#"Machine(name: "m", family: Table, initial: "a", states: [
    State(name: "a", on: [On(event: "e", then: To("b")), On(event: "f", then: To("c"))]),
])"#;
    let Err(LoadError::Decode(error)) = load::<Blueprint>("machines/m.ron", text) else { panic!() };
    assert_eq!(error.position, Some(Position { line: 2, column: 51 }));
    assert!(error.what.contains("`b`") && error.what.contains("; 2:82: "), "{error}");
}

#[test]
fn a_target_without_its_form_says_what_to_write() {
    for then in ["then: \"roam\"", "then :\"roam\""] {
        let text = format!(
            "Machine(name: \"m\", initial: \"a\", states: [\n State(name: \"a\", on: [On({then})])])"
        );
        let Err(LoadError::Decode(error)) = load::<Blueprint>("machines/m.ron", &text) else { panic!() };
        assert_eq!(error.what, "`then` is a target, not a text; write `then: To(\"roam\")`");
        assert_eq!(error.position.map(|at| at.line), Some(2));
    }
    let family = "Machine(name: \"m\", family: \"Table\")";
    let Err(LoadError::Decode(error)) = load::<Blueprint>("machines/m.ron", family) else { panic!() };
    assert!(!error.what.contains("`then`"), "{error}");
}

/// The lines and columns of all problems, and what they are.
fn places(error: &impl ToString) -> Vec<String> {
    let text = error.to_string();
    text.split("; ")
        .map(|problem| problem.trim_start_matches("machines/m.ron:").split(" (").next().unwrap().to_owned())
        .collect()
}

#[test]
fn the_same_mistake_has_its_own_place_each_time() {
    let text = r#"Machine(name: "c", family: Template, initial: "a", // State(name: "a", enter: "gone")
    on: [On(event: "x", then: To("gone"))],
    states: [
        State(on: [On(event: "e", then: To("gone"))], name: "a", states: [
            State(
                name: "in:b", /*/ "gone" */
                on: [On(event: "say \"hi\"", then: To("gone"))],
            ),
        ], after: [
            After(ms: 5, then: To("gone")),
        ]),
        State(name: "c", on: [
            On(event: "e", guard: "in:nowhere", then: To("a")),
            On(event: "f", guard: "!in:nowhere", then: To("a")),
        ]),
        State(name: "c"),
    ],
)"#;
    let wrong = |text: &str| {
        let Err(LoadError::Decode(error)) = load::<Blueprint>("machines/m.ron", text) else { panic!() };
        places(&error)
    };
    assert_eq!(wrong(text), ["16:21: state `c`: the name is taken twice"]);
    assert_eq!(
        wrong(&text.replace("State(name: \"c\"),", "State(name: \"d\", from_code: true),")),
        [
            "2:34: the target `gone` does not exist",
            "4:44: state `a`: the target `gone` does not exist",
            "10:35: state `a`: the target `gone` does not exist",
            "6:23: state `a/in:b`: the name of an event contains a space or one of / \" ` !",
            "7:55: state `a/in:b`: the target `gone` does not exist",
            "13:35: state `c`: the state of the guard `nowhere` does not exist",
            "14:35: state `c`: the state of the guard `nowhere` does not exist",
        ]
    );
}

#[test]
fn a_name_that_is_not_bound_has_the_place_of_its_first_use() {
    let text = r#"Machine(name: "m", family: Template, initial: "a", states: [
    State(name: "a", on: [On(event: "dance", then: To("b"))]),
    State(name: "b", enter: "dance", on: [On(event: "e", guard: "!may", then: To("a"))]),
])"#;
    let machine = load::<Blueprint>("machines/m.ron", text).unwrap();
    let error = machine.build(&Bindings::<()>::new()).unwrap_err();
    assert!(error.to_string().starts_with("machines/m.ron:3:65: "), "{error}");
    assert_eq!(
        places(&error),
        ["3:65: state `b`: guard `may` is not bound", "3:29: state `b`: action `dance` is not bound"]
    );
}

#[test]
fn the_page_about_machine_files_has_every_field() {
    let page = fs::read_to_string("docs/machines.md").unwrap();
    let machine = Blueprint::table("m", "a").state(State::new("a"));
    for (kind, value) in [
        ("Machine", serde_json::to_value(machine)),
        ("State", serde_json::to_value(State::default())),
        ("On", serde_json::to_value(Row::default())),
        ("When", serde_json::to_value(Trigger::default())),
        ("After", serde_json::to_value(Timeout::default())),
        ("FixedUpdate", serde_json::to_value(FixedUpdate::default())),
        ("Go", serde_json::to_value(Go::default())),
    ] {
        for field in value.unwrap().as_object().unwrap().keys() {
            let is_there = page.contains(&format!("`{field}`")) || page.contains(&format!("{field}: "));
            assert!(is_there, "`{field}` of `{kind}`");
        }
    }
}
