use super::*;
use crate::ai::{Blueprint, State};
use proptest::prelude::*;

fn door() -> Structure {
    let closed = State::new("closed").on("push", "open");
    let door = Blueprint::table("door", "closed").state(closed);
    door.state(State::new("open").on("pull", "closed")).check().unwrap()
}

#[test]
fn every_line_is_read() {
    let text = "\u{feff}tick 16\n tick 0 3 # no time at all\r\nevent push 2.5\nmessage pull\nset a true\n\
                set b false\nset c -3\nset d 0.25\nset e word\n\nsnapshot\nrestore";
    let door = door();
    let event = |name: &str, payload| Event { id: door.event(name).unwrap(), payload };
    let set = |name: &str, value| MachineLine::Set { name: name.to_owned(), value };
    assert_eq!(
        MachineEvents::parse(text, &door).unwrap().lines,
        [
            MachineLine::Tick { ms: 16, count: 1 },
            MachineLine::Tick { ms: 0, count: 3 },
            MachineLine::Event(event("push", 2.5)),
            MachineLine::Message(event("pull", 0.0)),
            set("a", SetValue::Bool(true)),
            set("b", SetValue::Bool(false)),
            set("c", SetValue::Whole(-3)),
            set("d", SetValue::Number(0.25)),
            set("e", SetValue::Text("word".to_owned())),
            MachineLine::Snapshot,
            MachineLine::Restore,
        ]
    );
}

#[test]
fn a_mistake_is_shown_with_its_place_and_what_would_be_right() {
    let cases = [
        ("tock 5", "line 1, column 1: `tock 5`: there is no command `tock`; did you mean `tick`?"),
        (
            "jump",
            "line 1, column 1: `jump`: there is no command `jump`; the commands are tick, event, message, set, snapshot, restore",
        ),
        ("tick", "line 1, column 5: `tick`: the number of milliseconds is missing"),
        ("tick -1", "line 1, column 6: `tick -1`: `-1` is not a number of milliseconds from 0 to 86400000"),
        (
            "tick 99999999999",
            "line 1, column 6: `tick 99999999999`: `99999999999` is not a number of milliseconds from 0 to 86400000",
        ),
        ("tick 5 0", "line 1, column 8: `tick 5 0`: `0` is not a number of ticks from 1 to 10000000"),
        ("tick 5 5 5", "line 1, column 10: `tick 5 5 5`: `5` is one word too many"),
        ("\nevent", "line 2, column 6: `event`: the event is missing"),
        (
            "event puhs",
            "line 1, column 7: `event puhs`: the machine has no event `puhs`; did you mean `push`?",
        ),
        (
            "message knock",
            "line 1, column 9: `message knock`: the machine has no event `knock` (its events are push, pull)",
        ),
        ("event push nan", "line 1, column 12: `event push nan`: `nan` is not a number"),
        ("set a", "line 1, column 6: `set a`: the value is missing"),
        (
            "set a.b 1",
            "line 1, column 5: `set a.b 1`: `a.b` cannot name a variable; letters, digits and `_` can, 64 bytes at most",
        ),
        (
            "restore\nsnapshot",
            "line 1, column 1: `restore`: there is nothing to restore: no `snapshot` comes before it",
        ),
        (
            "tick 1 9999999\ntick 1 2",
            "line 2, column 1: `tick 1 2`: with this line there are more than 10000000 ticks",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(MachineEvents::parse(text, &door()).unwrap_err().to_string(), expected);
    }
    let error = MachineEvents::from_bytes(b"tick 1\nset \xff 1", &door()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 5));
    let long = MachineEvents::parse(&"#".repeat(MachineEvents::MAX_BYTES + 1), &door()).unwrap_err();
    assert_eq!(long.what, "the script has 1048577 bytes; 1048576 are the most");
}

proptest! {
    #[test]
    fn whatever_the_text_an_error_points_into_it(
        words in prop::collection::vec(
            prop_oneof![
                prop::sample::select(COMMANDS.to_vec()).prop_map(str::to_owned),
                prop::sample::select(vec!["push", "pull", "1", "1e400", "-0", "#", "\n", "\t", "true"]).prop_map(str::to_owned),
                "\\PC{0,6}",
            ],
            0..30,
        ),
    ) {
        let text = words.join(" ");
        match MachineEvents::parse(&text, &door()) {
            Ok(events) => prop_assert!(events.len() <= text.lines().count()),
            Err(error) => {
                let line = text.lines().nth(error.line - 1).unwrap_or_default();
                prop_assert!((1..=line.chars().count() + 1).contains(&error.column), "{error}");
            }
        }
    }
}
