use super::*;
use crate::ai::{Blueprint, State};

fn door() -> Structure {
    let closed = State::new("closed").on("push", "open");
    let door = Blueprint::table("door", "closed").state(closed);
    door.state(State::new("open").on("pull", "closed")).check().unwrap()
}

#[test]
fn every_line_is_read() {
    let text = "tick 16\n tick 0 3 # no time at all\r\nevent push 2.5\nmessage pull\nset a true\n\
                set b -3\nset c 0.25\nset d word\n\nsnapshot\nrestore";
    let door = door();
    let event = |name: &str, payload| Event { id: door.event(name).unwrap(), payload };
    let set = |name: &str, value| MachineLine::Set { name: name.to_owned(), value };
    let expected = [
        MachineLine::Tick { ms: 16, count: 1 },
        MachineLine::Tick { ms: 0, count: 3 },
        MachineLine::Event(event("push", 2.5)),
        MachineLine::Message(event("pull", 0.0)),
        set("a", true.into()),
        set("b", (-3_i64).into()),
        set("c", 0.25.into()),
        set("d", "word".into()),
        MachineLine::Snapshot,
        MachineLine::Restore,
    ];
    assert_eq!(format!("{:?}", read_events(text.as_bytes(), &door).unwrap()), format!("{expected:?}"));
}

#[test]
fn a_mistake_has_its_place_and_what_would_be_right() {
    for (text, place, what) in [
        ("tock 5", (1, 1), "there is no command `tock`; did you mean `tick`?"),
        ("tick", (1, 5), "the number of milliseconds is missing"),
        ("tick -1", (1, 6), "`-1` is not a number of milliseconds from 0 to 86400000"),
        ("tick 5 0", (1, 8), "`0` is not a number of ticks from 1 to 10000000"),
        ("tick 5 5 5", (1, 10), "`5` is one word too many"),
        ("\nevent", (2, 6), "the event is missing"),
        ("event puhs", (1, 7), "the machine has no event `puhs`; did you mean `push`?"),
        ("message knock", (1, 9), "the machine has no event `knock`; there are push, pull"),
        ("event push nan", (1, 12), "`nan` is not a number"),
        ("set a", (1, 6), "the value is missing"),
        ("restore\nsnapshot", (1, 1), "there is no `snapshot` before it to restore"),
    ] {
        let error = read_events(text.as_bytes(), &door()).unwrap_err();
        assert_eq!(((error.line, error.column), error.what.as_str()), (place, what));
    }
    let error = read_events(b"tick 1\nset \xff 1", &door()).unwrap_err();
    assert_eq!((error.line, error.column), (2, 5));
}
