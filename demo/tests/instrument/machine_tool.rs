//! The tool `machine`: the program on machine files and event lists.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::PROGRAM;
use crate::folder::Folder;

fn assets(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/machines").join(file)
}

/// Runs the tool; fails if it takes ten minutes or panics.
fn machine(arguments: &[&str]) -> Output {
    let begin = Instant::now();
    let mut command = Command::new(PROGRAM);
    let output = command.arg("machine").args(arguments).env_remove("RUST_LOG").output().unwrap();
    assert!(begin.elapsed() < Duration::from_secs(600), "{arguments:?} took {:?}", begin.elapsed());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!errors.contains("panicked") && output.status.code().is_some_and(|code| code < 100), "{errors}");
    output
}

fn run(machine_file: &Path, events: &Path) -> Output {
    machine(&[machine_file.to_str().unwrap(), "--events", events.to_str().unwrap()])
}

/// The trace in short form: `tick event` for events, `tick change from to` for changes.
fn short(output: &Output) -> Vec<String> {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let value = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let short = |line: serde_json::Value| {
        let part = |name: &str| line[name].as_str().unwrap().to_owned();
        match line["kind"].as_str().unwrap() {
            "event" => format!("{} {}", line["tick"], part("event")),
            "machine" => {
                assert_eq!(line["unit"], 0);
                format!("{} {} {} {}", line["tick"], part("change"), part("from"), part("to"))
            }
            other => panic!("a line of kind {other}"),
        }
    };
    text.lines().map(|line| short(value(line))).collect()
}

fn end(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a machine of the assets on its event list.
fn shipped(name: &str) -> Output {
    run(&assets(&format!("{name}.ron")), &assets(&format!("{name}.events")))
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

#[test]
fn the_mood_of_a_monster_follows_its_table() {
    let output = shipped("mood");
    assert_eq!(
        short(&output),
        [
            "0 enter root uncaring",
            "0 player_seen",
            "0 transition uncaring annoyed",
            "0 player_seen",
            "0 player_attacks",
            "0 transition annoyed rage",
            "0 monster_hurt",
            "0 transition rage berserk",
            "0 monster_healed",
            "0 transition berserk rage",
            "0 player_gone",
            "0 transition rage mad",
            "0 monster_healed",
            "0 transition mad uncaring",
        ]
    );
    assert_eq!(end(&output), "in the end: uncaring\nevents handled by no state: 1\n");
}

#[test]
fn the_marine_resumes_its_order_after_a_fight() {
    let output = shipped("marine");
    assert_eq!(
        short(&output),
        [
            "0 enter root idle",
            "0 enemy_in_range",
            "0 enter idle attack",
            "50 enemy_dead",
            "50 exit attack idle",
            "50 order_move_attack",
            "50 enter idle move_attack",
            "60 enemy_seen",
            "60 enter move_attack chase",
            "60 enemy_in_range",
            "60 switch chase attack",
            "110 stunned",
            "110 enter attack dazed",
            // `can_go` of `dazed` refuses the change.
            "110 order_stop",
            "112 exit dazed attack",
            "112 enemy_dead",
            "112 exit attack move_attack",
            "112 arrived",
            "112 exit move_attack idle",
            "112 order_patrol",
            "112 enter idle patrol",
            // A message waits for the next tick.
            "112 enemy_seen",
            "113 enter patrol chase",
            "113 enemy_in_range",
            "113 switch chase attack",
            "113 enemy_dead",
            "113 exit attack patrol",
            // Restored: it is chasing.
            "113 enemy_dead",
            "113 exit chase patrol",
        ]
    );
    let summary = "in the end: patrol, above idle; is_free = true\nchanges refused by `can_go`: 1\n";
    assert_eq!(end(&output), summary);
}

#[test]
fn the_hero_takes_the_highest_trigger() {
    let output = shipped("runner");
    assert_eq!(
        short(&output),
        [
            "0 enter root idle",
            "1 transition idle walk",
            "6 transition walk run",
            // The program handles the jump itself.
            "10 jump",
            "11 transition run jump",
            "12 transition jump double_jump",
            "13 transition double_jump walk",
            "14 transition walk run",
            "15 transition run idle",
            "16 transition idle fallen",
        ]
    );
    assert!(end(&output).starts_with("in the end: fallen; at_rest = true,"));
}

#[test]
fn the_monster_handles_one_message_a_tick_and_resumes() {
    let output = shipped("monster");
    assert_eq!(
        short(&output),
        [
            "0 enter root idle",
            "40 transition idle patrol",
            "40 hungry",
            "40 transition patrol forage",
            "40 player_seen",
            "41 transition forage cast",
            "41 hit",
            "41 hit",
            "43 transition cast knocked_up",
            "49 transition knocked_up cast",
            "49 stunned",
            "50 transition cast controlled",
            "50 player_gone",
            "51 transition controlled forage",
        ]
    );
    assert_eq!(end(&output), "in the end: normal/forage; is_alive = true, is_thrown = true\n");
}

#[test]
fn the_first_hook_sees_the_variables_that_the_list_sets_first() {
    let events = "set seed 1\nset patience 0.0\nset fear 0.0\ntick 16\n";
    let folder = folder(&[("hen.events", events)]);
    let output = run(&assets("hen.ron"), &folder.path().join("hen.events"));
    let end = end(&output);
    let is_set = end.starts_with("in the end: calm/stand; fear = 0.0, patience = 1.");
    assert!(is_set && !end.contains("failed calls"), "{end}");
}

#[test]
fn the_summary_names_the_state_of_each_region() {
    let machine = r#"Machine(name: "p", family: Hierarchy, initial: "body", states: [
        State(name: "body", parallel: true, states: [
            State(name: "legs", initial: "stand", states: [State(name: "stand"), State(name: "walk", from_code: true)]),
            State(name: "arms", initial: "low", states: [State(name: "low"), State(name: "high", from_code: true)]),
        ]),
    ])"#;
    let folder = folder(&[("p.ron", machine), ("p.events", "tick 10\n")]);
    let output = run(&folder.path().join("p.ron"), &folder.path().join("p.events"));
    assert_eq!(end(&output), "in the end: body/legs/stand and body/arms/low\n");
}

#[test]
fn names_without_a_script_are_variables_or_do_nothing() {
    let folder = folder(&[
        (
            "lamp.ron",
            r#"Machine(name: "lamp", family: Hierarchy, initial: "dark", states: [
                State(name: "dark", enter: "smoke", when: [When(trigger: "is_lit", then: To("bright"))]),
                State(name: "bright", handler: "hear", when: [When(trigger: "!is_lit", then: To("dark"))]),
            ])"#,
        ),
        ("lamp.events", "tick 10\nset is_lit true\ntick 10\nset is_lit 0\ntick 10 5"),
    ]);
    let output = run(&folder.path().join("lamp.ron"), &folder.path().join("lamp.events"));
    assert_eq!(short(&output), ["0 enter root dark", "2 transition dark bright", "3 transition bright dark"]);
    assert_eq!(end(&output), "in the end: dark; is_lit = 0\n");
}

#[test]
fn a_script_of_some_names_leaves_the_others_to_variables() {
    let folder = folder(&[
        (
            "cat.ron",
            r#"Machine(name: "cat", family: Template, initial: "sleep", script: "cat.rhai", states: [
                State(name: "sleep", on: [On(event: "wake", guard: "is_rested", then: To("up"))]),
                State(name: "up", initial: "eat", enter: "stretch", states: [
                    State(name: "play", from_code: true, exit: "yawn"),
                    State(name: "eat", on: [On(event: "full", guard: "!is_hungry", then: To("sleep"))]),
                ]),
            ])"#,
        ),
        ("cat.rhai", "fn stretch() { this.length = 2; } fn is_hungry() { this.hunger > 1 }"),
        (
            "cat.events",
            "event wake\nset is_rested true\nset hunger 2\nevent wake\nevent full\nset hunger 1\nevent full",
        ),
    ]);
    let output = run(&folder.path().join("cat.ron"), &folder.path().join("cat.events"));
    assert_eq!(
        short(&output),
        [
            "0 enter root sleep",
            "0 wake",
            "0 wake",
            "0 transition sleep eat",
            "0 full",
            "0 full",
            "0 transition eat sleep",
        ]
    );
    let summary =
        "in the end: sleep; hunger = 1, is_rested = true, length = 2\nevents handled by no state: 2\n";
    assert_eq!(end(&output), summary);
}

#[test]
fn a_diagram_marks_the_final_states() {
    let (file, events) = (assets("marine.ron"), assets("marine.events"));
    let (file, events) = (file.to_str().unwrap(), events.to_str().unwrap());
    let output = machine(&[file, "--events", events, "--diagram", "mermaid"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("stateDiagram-v2\n    [*] --> idle\n"), "{text}");
    assert!(text.contains("    chase --> attack: enemy_in_range (switch)\n"), "{text}");
    assert!(text.ends_with("class idle,patrol active\n"), "{text}");
}

/// What the tool writes without a list of events.
fn described(arguments: &[&str]) -> String {
    let output = machine(arguments);
    assert_eq!((end(&output).as_str(), output.status.code()), ("", Some(0)));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn without_events_a_machine_is_described() {
    let folder = folder(&[
        (
            "cat.ron",
            r#"Machine(name: "cat", family: Template, initial: "sleep", script: "cat.rhai", states: [
                State(name: "sleep", on: [On(event: "wake", guard: "is_rested", action: "purr", then: To("play"))]),
                State(name: "up", initial: "play", enter: "stretch", history: Deep, states: [
                    State(name: "play", update: "jump", when: [When(trigger: "is_tired", level: 2, then: To("sleep"))],
                        after: [After(ms: 900, then: Leave)]),
                ], on: [On(event: "hit")]),
            ])"#,
        ),
        // It needs the game's world, which is not there.
        ("cat.rhai", "fn stretch(cat) { cat.world.x.y.z }"),
    ]);
    let file = folder.path().join("cat.ron");
    let file = file.to_str().unwrap();
    let expected = [
        "machine cat: template, begins in sleep",
        "script: cat.rhai",
        "messages that wait: 8 at most, of which a tick handles one",
        "events: wake, hit",
        "state sleep",
        "  on wake if is_rested: to play, calls purr",
        "state up: begins in play, where it was left, to the innermost state",
        "  calls enter stretch",
        "  on hit: stays",
        "  state play",
        "    calls update jump",
        "    when is_tired (level 2): to sleep",
        "    after 900 ms: leaves to the state around it",
    ];
    let text = described(&[file]);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    assert_eq!(described(&[file, "--text"]), text);
    let json: serde_json::Value = serde_json::from_str(&described(&[file, "--json"])).unwrap();
    assert_eq!(
        (&json["name"], &json["initial"], &json["family"]),
        (&"cat".into(), &"sleep".into(), &"Template".into())
    );
    assert_eq!(json["events"], serde_json::json!(["wake", "hit"]));
    assert_eq!(json["states"][1]["states"][0]["when"][0]["trigger"], "is_tired");
    assert!(described(&[file, "--diagram", "mermaid"]).starts_with("stateDiagram-v2\n    [*] --> sleep\n"));
    for name in ["hen", "marine", "monster", "mood", "runner"] {
        let file = assets(&format!("{name}.ron"));
        assert!(described(&[file.to_str().unwrap()]).starts_with(&format!("machine {name}: ")));
    }
}

#[test]
fn a_trace_has_a_form_for_people() {
    let (file, events) = (assets("mood.ron"), assets("mood.events"));
    let (file, events) = (file.to_str().unwrap(), events.to_str().unwrap());
    let output = machine(&[file, "--events", events, "--text"]);
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    let first: Vec<_> = text.lines().take(3).collect();
    let expected = [
        "tick 0: enter root -> uncaring",
        "tick 0: event player_seen",
        "tick 0: transition uncaring -> annoyed",
    ];
    assert_eq!(first, expected);
    assert_eq!(end(&output), "in the end: uncaring\nevents handled by no state: 1\n");
    // JSON is the default.
    let json = machine(&[file, "--events", events, "--json"]);
    assert_eq!(json.stdout, shipped("mood").stdout);
    let both = machine(&[file, "--text", "--json"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&both.stderr).contains("--json"));
}

#[test]
fn an_invalid_event_list_is_exit_code_two_with_its_place() {
    let folder = folder(&[("bad.events", "tick 16\n  event enemy_gone\n")]);
    let bad = folder.path().join("bad.events");
    let output = run(&assets("marine.ron"), &bad);
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "{}: {}: line 2, column 9: `event enemy_gone`: the machine has no event `enemy_gone`",
        env!("CARGO_PKG_NAME"),
        bad.display()
    );
    assert!(errors.starts_with(&expected), "{errors}");
    assert!(output.stdout.is_empty());
    for missing in
        [run(&assets("nothing.ron"), &bad), run(&assets("marine.ron"), &folder.path().join("none"))]
    {
        assert_eq!(missing.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&missing.stderr).contains("cannot read"));
    }
}

#[test]
fn an_invalid_machine_is_exit_code_one_with_its_place() {
    let head = "Machine(name: \"m\", family: Table, initial: \"a\", ";
    let a = "State(name: \"a\", on: [On(event: \"e\", then: To(\"b\"))]),";
    for (text, expected) in [
        (format!("{head}states: [{a}])"), "m.ron:1:104: state `a`: the target `b` does not exist"),
        (format!("{head}states: [\n{a}\n], colour: 5)"), "m.ron:3:4: "),
        (
            format!("{head}script: \"no.rhai\", states: [State(name: \"a\")])"),
            "it needs the script `no.rhai`",
        ),
        (format!("{head}script: \"../../etc/passwd\", states: [State(name: \"a\")])"), "../../etc/passwd"),
        (String::new(), "m.ron: the file is empty"),
        ("State(".repeat(100_000), "m.ron:1:"),
        (format!("{head}states: [State(name: \"{}\")])", "x".repeat(900_000)), "longer than 64 bytes"),
    ] {
        let folder = folder(&[("m.ron", &text)]);
        let output = machine(&[folder.path().join("m.ron").to_str().unwrap()]);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            errors.starts_with(concat!(env!("CARGO_PKG_NAME"), ": ")) && errors.len() < 3000,
            "{} bytes",
            errors.len()
        );
        assert!(errors.contains(expected), "{errors}\nshould contain {expected}");
    }
}

#[test]
fn a_failing_script_is_reported_once_and_the_run_continues() {
    let folder = folder(&[
        (
            "m.ron",
            r#"Machine(name: "m", family: Template, initial: "a", script: "m.rhai", states: [
                State(name: "a", update: "think", enter: "begin", after: [After(ms: 50, then: To("b"))]),
                State(name: "b"),
            ])"#,
        ),
        ("m.rhai", "fn think() { while true { } }\nfn begin() { this.x.y.z }"),
        ("m.events", "tick 10 1000"),
    ]);
    let output = run(&folder.path().join("m.ron"), &folder.path().join("m.events"));
    assert_eq!(short(&output), ["0 enter root a", "5 transition a b"]);
    let text = end(&output);
    assert_eq!(text.matches("does a loop never end?").count(), 1, "{text}");
    assert_eq!(text.matches("in `begin`").count(), 1, "{text}");
    assert!(text.ends_with("in the end: b\nfailed calls of the script: 5\n"), "{text}");
}

#[test]
fn endless_changes_of_state_are_stopped() {
    let folder = folder(&[
        (
            "m.ron",
            r#"Machine(name: "m", family: Template, initial: "a", script: "m.rhai",
                states: [State(name: "a", enter: "to_b"), State(name: "b", from_code: true, enter: "to_a")])"#,
        ),
        ("m.rhai", "fn to_a() { \"to a\" }\nfn to_b() { \"to b\" }"),
        ("m.events", "tick 10"),
    ]);
    let output = run(&folder.path().join("m.ron"), &folder.path().join("m.events"));
    assert_eq!(short(&output).len(), 1 + 64);
    let text = end(&output);
    assert!(text.contains("chains of changes that were stopped because they had no end: 1"), "{text}");
}

#[test]
fn check_finds_problems_in_machines_and_event_lists() {
    let whole = Folder::of_assets();
    whole.edit("machines/hen.ron", "\"choose_direction\"", "\"wander\"");
    whole.edit("machines/marine.ron", "\"shoot\"", "\"fire\"");
    whole.edit("machines/mood.events", "event monster_hurt", "event monster_hit");
    whole.edit("machines/runner.ron", "To(\"idle\")", "To(\"idel\")");
    let output =
        Command::new(PROGRAM).args(["check", "--assets", whole.path().to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for expected in [
        "machines/hen.ron:21:44: state `calm/walk`: action `wander` is not bound",
        "machines/marine.ron:38:90: state `attack`: action `fire` is not bound",
        "machines/mood.events: line 5, column 7: `event monster_hit`: the machine has no event `monster_hit`",
        "machines/runner.ron:29:61: state `alive`: the target `idel` does not exist",
    ] {
        assert!(text.contains(expected), "{text}\nshould contain {expected}");
    }
    assert!(text.ends_with("4 problems\n"), "{text}");
}
