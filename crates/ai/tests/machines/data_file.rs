//! A machine file with all that a machine without a stack can have: as it is read, written and drawn.

use proscenium_ai::{
    Blueprint, Family, FixedUpdate, Go, History, Next, PayloadType, Row, State, Timeout, Trigger,
};
use ron::extensions::Extensions;

const FILE: &str = r#"
Machine(
    name: "robot", family: Template, initial: "on", script: "robot.rhai", queue: 3, all_messages: true, events: ["tap"],
    payloads: {"tap": Point, "drop": Integer},
    on: [On(event: "off", guard: "!busy", action: "beep", then: To("off"))],
    when: [When(trigger: "broken", level: 2, action: "beep", then: To("off"))],
    states: [
        State(name: "off", on: [
            On(event: "start", then: Go(to: "work", history: Deep, or: "weld", external: true)),
            On(event: "again", then: Go(to: "legs", history: Shallow)),
        ]),
        State(name: "on", parallel: true, can_go: "idle", on: [On(event: "done.on", then: To("off"))], states: [
            State(name: "legs", initial: "stand", history: Shallow, states: [
                State(name: "stand", min_time: 40, after: [After(ms: 50, guard: "idle", action: "step", then: To("walk"))]),
                State(name: "walk", final: true, update: "step", handler: "hear", on: [On(event: "tap")]),
            ]),
            State(name: "arms", initial: "rest", states: [
                State(name: "rest", from_code: true, enter: "lower", exit: "lift"),
                State(name: "work", initial: "lift", history: Deep, states: [
                    State(name: "lift", final: true, on: [On(event: "drop", then: Leave)],
                        fixed_update: FixedUpdate(every: 20, call: "step", drop_remainder: true, spread: true)),
                    State(name: "weld", from_code: true),
                ]),
            ]),
        ]),
    ],
)"#;

fn some(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn row(event: &str, then: Next) -> Row {
    Row { event: event.to_owned(), then, ..Row::default() }
}

fn go(to: &str, history: History) -> Go {
    Go { to: to.to_owned(), history: Some(history), ..Go::default() }
}

fn named(name: &str) -> State {
    State { name: name.to_owned(), ..State::default() }
}

/// The same without the file.
fn robot() -> Blueprint {
    let start = Go { or: some("weld"), external: true, ..go("work", History::Deep) };
    let off = State {
        on: vec![row("start", Next::Go(start)), row("again", Next::Go(go("legs", History::Shallow)))],
        ..named("off")
    };
    let walk = Timeout { ms: 50, guard: some("idle"), action: some("step"), then: "walk".into() };
    let legs = State {
        initial: some("stand"),
        history: History::Shallow,
        states: vec![
            State { min_time: 40, after: vec![walk], ..named("stand") },
            State {
                is_final: true,
                update: some("step"),
                handler: some("hear"),
                on: vec![row("tap", Next::Stay)],
                ..named("walk")
            },
        ],
        ..named("legs")
    };
    let every = FixedUpdate { every: 20, call: "step".to_owned(), drop_remainder: true, spread: true };
    let work = State {
        initial: some("lift"),
        history: History::Deep,
        states: vec![
            State {
                is_final: true,
                on: vec![row("drop", Next::Leave)],
                fixed_update: Some(every),
                ..named("lift")
            },
            State { from_code: true, ..named("weld") },
        ],
        ..named("work")
    };
    let rest = State { from_code: true, enter: some("lower"), exit: some("lift"), ..named("rest") };
    let arms = State { initial: some("rest"), states: vec![rest, work], ..named("arms") };
    let on = State {
        parallel: true,
        can_go: some("idle"),
        on: vec![row("done.on", "off".into())],
        states: vec![legs, arms],
        ..named("on")
    };
    let broken = Trigger { trigger: "broken".to_owned(), level: 2, action: some("beep"), then: "off".into() };
    Blueprint {
        family: Family::Template,
        script: some("robot.rhai"),
        queue: 3,
        all_messages: true,
        events: vec!["tap".to_owned()],
        payloads: [("tap".to_owned(), PayloadType::Point), ("drop".to_owned(), PayloadType::Integer)].into(),
        on: vec![Row { guard: some("!busy"), action: some("beep"), ..row("off", "off".into()) }],
        when: vec![broken],
        states: vec![off, on],
        ..Blueprint::template("robot", "on")
    }
}

const DIAGRAM: &str = "\
stateDiagram-v2
    [*] --> on
    state on {
        state legs {
            [*] --> stand: or where it left (H)
            stand
            walk
            walk --> [*]
        }
        --
        state arms {
            [*] --> rest
            rest
            state work {
                [*] --> lift: or where it left (H*)
                lift
                lift --> [*]
                weld
            }
        }
    }
    any_state --> off: off [!busy] / beep
    any_state --> off: when broken / beep
    off --> work: start (H*) (or weld) (external)
    off --> legs: again (H)
    on --> off: done.on
    stand --> walk: after 50 ms [idle] / step
    walk --> walk: tap
    lift --> work: drop
";

#[test]
fn a_machine_file_with_all_fields_is_read_written_and_drawn() {
    let extensions = Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES;
    let options = ron::Options::default().with_default_extension(extensions);
    let read: Blueprint = options.from_str(FILE).unwrap();
    assert_eq!(read, robot());
    assert_eq!(options.from_str::<Blueprint>(&options.to_string(&read).unwrap()), Ok(robot()));
    assert_eq!(read.check().unwrap().mermaid(&[]), DIAGRAM);
}

#[test]
fn an_event_with_two_payloads_is_refused() {
    let file =
        r#"Machine(name: "m", family: Table, initial: "a", payloads: {"x": Number, "x": Point}, states: [])"#;
    let error = ron::from_str::<Blueprint>(file).unwrap_err();
    assert!(error.to_string().contains("event `x` has two payloads; keep one of them"), "{error}");
}
