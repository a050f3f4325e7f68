//! What `check` and `build` say about a machine that is not in order: where, what, and what to do; and that no
//! machine, however hostile, takes long or much.

use std::time::{Duration, Instant};

use proscenium::ai::{
    After, Bindings, Blueprint, BuildError, Family, FixedUpdate, MAX_EVENTS, MAX_MS, MAX_NESTING, MAX_STATES,
    MachineProblem, State, Then, When,
};
use proscenium::phase::MachineData;
use proscenium::platform::AssetPath;

/// The problems of a machine, each as `state: what`. All of them say what to do.
fn problems(blueprint: &Blueprint) -> Vec<String> {
    let begin = Instant::now();
    let error = blueprint.check().map(|_| ()).unwrap_err();
    assert!(begin.elapsed() < Duration::from_secs(20), "it took {:?}", begin.elapsed());
    lines(&error)
}

fn lines(error: &BuildError) -> Vec<String> {
    assert!((1..=100).contains(&error.problems.len()));
    let line = |problem: &MachineProblem| {
        let MachineProblem { state, what, help, .. } = problem;
        assert!(!what.is_empty() && !help.is_empty());
        assert!(problem.to_string().len() < 600, "{} bytes", problem.to_string().len());
        if state.is_empty() { what.clone() } else { format!("{state}: {what}") }
    };
    error.problems.iter().map(line).collect()
}

fn table() -> Blueprint {
    Blueprint::new("m", Family::Table, "a").state(State::new("a").on("e", "b")).state(State::new("b"))
}

fn hierarchy() -> Blueprint {
    Blueprint { family: Family::Hierarchy, ..table() }
}

fn child(name: &str, parent: &str) -> State {
    State { parent: Some(parent.to_owned()), ..State::new(name).from_code() }
}

#[test]
fn a_name_that_does_not_exist_is_told_with_the_state_that_names_it() {
    assert_eq!(
        problems(&table().state(State::new("c").from_code().on("e", "d"))),
        ["c: the target `d` does not exist"]
    );
    assert_eq!(problems(&table().state(child("c", "nobody"))), ["c: its parent `nobody` does not exist"]);
    assert_eq!(
        problems(&Blueprint { initial: "x".to_owned(), ..table() }),
        ["its initial state `x` does not exist"]
    );
    let lost = State { initial: Some("x".to_owned()), ..State::new("c").from_code() };
    assert_eq!(problems(&hierarchy().state(lost)), ["c: its initial state `x` does not exist"]);
}

#[test]
fn a_name_that_is_there_twice_or_is_the_root_s_is_told() {
    assert_eq!(problems(&table().state(State::new("a"))), ["a: the name is taken twice"]);
    assert_eq!(problems(&table().state(State::new("root"))), ["root: the name is taken twice"]);
    assert_eq!(problems(&table().on("e", "root")), ["the root is not a target"]);
}

#[test]
fn a_state_that_no_transition_leads_to_is_told_unless_code_goes_there() {
    assert_eq!(problems(&table().state(State::new("c").on("e", "a"))), ["c: no transition leads to it"]);
    assert!(table().state(State::new("c").from_code()).check().is_ok());
}

#[test]
fn a_machine_has_states_and_each_of_those_with_children_an_initial_one() {
    assert_eq!(problems(&Blueprint::new("m", Family::Table, "a")), ["there are no states"]);
    let headless = hierarchy().state(State::new("c").from_code()).state(child("d", "c"));
    assert_eq!(problems(&headless), ["c: it has states inside, but no initial one"]);
    // A template's unit may rest there.
    assert!(Blueprint { family: Family::Template, ..headless }.check().is_ok());
    let elsewhere = State { initial: Some("b".to_owned()), ..State::new("c").from_code() };
    assert_eq!(
        problems(&hierarchy().state(elsewhere).state(child("d", "c"))),
        ["c: its initial state `b` is not inside of it"]
    );
    let deeper = State { initial: Some("e".to_owned()), ..State::new("c").from_code() };
    let mut inner = child("d", "c");
    inner.initial = Some("e".to_owned());
    assert_eq!(
        problems(&hierarchy().state(deeper).state(inner).state(child("e", "d"))),
        ["c: its initial state `e` is not a child but further inside"]
    );
}

#[test]
fn parents_in_a_circle_and_two_parents_of_one_state_are_told() {
    let circle = hierarchy().state(child("c", "e")).state(child("d", "c")).state(child("e", "d"));
    assert_eq!(
        problems(&circle),
        ["d: states are inside of one another in a circle: d inside of c inside of e inside of d"]
    );
    assert_eq!(problems(&hierarchy().state(child("c", "c"))).len(), 1);
    let torn = hierarchy().state(State::new("c").from_code().child(child("d", "a")));
    assert_eq!(problems(&torn), ["d: it is written inside of one state and names another as its parent"]);
}

#[test]
fn a_family_has_only_what_is_its_own() {
    let cases: [(Blueprint, &str); 6] = [
        (
            table().state(State::new("c").from_code().on("e", Then::enter("a"))),
            "c: Enter(\"a\") is not what this family does",
        ),
        (Blueprint { family: Family::Pushdown, ..table() }, "a: To(\"b\") is not what this family does"),
        (
            hierarchy().state(State::new("c").from_code().on("e", Then::Leave)),
            "c: Leave is not what this family does",
        ),
        (table().state(State::new("c").from_code().covered("x")), "c: only states on a stack are covered"),
        (table().when(0, "g", "a"), "a table polls no triggers"),
        (
            table().state(State::new("c").from_code().child(State::new("d"))),
            "c: a table's states have no states inside",
        ),
    ];
    for (blueprint, expected) in cases {
        assert_eq!(problems(&blueprint), [expected]);
    }
}

#[test]
fn names_times_and_sizes_have_limits() {
    let named = |name: &str| table().state(State::new(name).from_code());
    assert_eq!(problems(&named("")), [": its name is empty".trim_start_matches(": ")]);
    assert_eq!(problems(&named("two words")), ["two words: its name contains a space or one of / \" ` !"]);
    assert_eq!(problems(&named(&"x".repeat(1 << 20))).len(), 1);
    assert_eq!(
        problems(&Blueprint { name: "y".repeat(1 << 20), ..table() }),
        ["the machine's name is longer than 64 bytes"]
    );
    assert_eq!(problems(&Blueprint { queue: 0, ..table() }), ["queue is 0, so no message could ever arrive"]);
    for max_depth in [0, 1, 65, 255] {
        assert_eq!(problems(&Blueprint { max_depth, ..table() }), ["max_depth is not from 2 to 64"]);
    }
    let late = After { ms: MAX_MS + 1, ..After::default() };
    let state = State { after: vec![late], ..State::new("c").from_code() };
    assert_eq!(problems(&table().state(state)), [format!("c: a time is longer than {MAX_MS} ms")]);
    let state = State { min_time: u32::MAX, ..State::new("c").from_code() };
    assert_eq!(problems(&hierarchy().state(state)).len(), 1);
    let never = FixedUpdate { every: 0, call: "x".to_owned(), ..FixedUpdate::default() };
    let state = State { fixed_update: Some(never), ..State::new("c").from_code() };
    assert_eq!(problems(&table().state(state)), ["c: its fixed update comes every 0 ms"]);
    assert_eq!(problems(&table().on(&"e".repeat(1 << 20), "a")).len(), 1);
    let when = When { trigger: "!!".to_owned(), then: "a".into(), ..When::default() };
    assert_eq!(problems(&Blueprint { when: vec![when], ..hierarchy() }).len(), 1);
}

#[test]
fn timeouts_that_lead_around_in_no_time_are_told() {
    let blueprint = Blueprint::new("m", Family::Hierarchy, "a")
        .state(State::new("a").after(0, "b"))
        .state(State::new("b").after(0, "a"));
    assert_eq!(problems(&blueprint), ["a: timeouts of 0 ms lead from it back to it, for ever"]);
    let guarded = State {
        after: vec![After { guard: Some("g".to_owned()), then: "a".into(), ..After::default() }],
        ..State::new("b")
    };
    assert!(
        Blueprint::new("m", Family::Hierarchy, "a")
            .state(State::new("a").after(0, "b"))
            .state(guarded)
            .check()
            .is_ok()
    );
}

#[test]
fn names_that_nobody_bound_are_told_once_each() {
    let mut state = State::new("c").from_code().enter("act").exit("act").can_go("ask").handler("hear");
    state = state.on_if("e", "!ask", "a");
    let blueprint = table().state(state);
    let error = blueprint.build(&Bindings::<()>::new()).map(|_| ()).unwrap_err();
    assert_eq!(lines(&error), ["c: nobody bound the action `act`", "c: nobody bound the guard `ask`"]);
    let bound = Bindings::<()>::new().action("act", |_, _| {}).guard("ask", |_, _| true);
    let error = blueprint.build(&bound).map(|_| ()).unwrap_err();
    assert_eq!(lines(&error), ["c: nobody bound the handler `hear`"]);
}

#[test]
fn all_problems_are_told_at_once_and_at_most_a_hundred() {
    let mut blueprint = Blueprint { queue: 0, ..table() };
    blueprint = blueprint
        .state(State::new("c").from_code().on("e", "x"))
        .state(State::new("d e").from_code().after(u32::MAX, "y"));
    assert_eq!(problems(&blueprint).len(), 5);
    for number in 0..1000 {
        blueprint = blueprint.on("e", format!("nowhere{number}").as_str());
    }
    assert_eq!(problems(&blueprint).len(), 100);
}

#[test]
fn more_states_or_events_than_a_machine_can_have_are_refused() {
    let mut blueprint = table();
    blueprint.states.extend((0..MAX_STATES).map(|number| State::new(&format!("s{number}")).from_code()));
    assert_eq!(problems(&blueprint), [format!("there are more than {MAX_STATES} states")]);
    let mut blueprint = table();
    blueprint.events = (0..=MAX_EVENTS).map(|number| format!("event{number}")).collect();
    assert_eq!(
        problems(&blueprint),
        [format!("there are {} events, more than {MAX_EVENTS}", MAX_EVENTS + 2)]
    );
    let mut chain = hierarchy().state(State::new("c0").from_code());
    chain.states.extend((1..10_000).map(|number| child(&format!("c{number}"), &format!("c{}", number - 1))));
    assert_eq!(problems(&chain), [format!("c{MAX_NESTING}: it is nested deeper than {MAX_NESTING} states")]);
}

#[test]
fn the_most_states_with_the_most_events_are_too_large_and_that_is_told_without_building_it() {
    let states = MAX_STATES - 1;
    let mut blueprint = Blueprint::new("m", Family::Template, "s0");
    blueprint.events = (0..MAX_EVENTS).map(|number| format!("e{number}")).collect();
    blueprint.states = (0..states)
        .map(|number| {
            State::new(&format!("s{number}")).on("e0", format!("s{}", (number + 1) % states).as_str())
        })
        .collect();
    let begin = Instant::now();
    let error = blueprint.build(&Bindings::<()>::new()).map(|_| ()).unwrap_err();
    assert!(begin.elapsed() < Duration::from_secs(20), "it took {:?}", begin.elapsed());
    assert_eq!(lines(&error), ["the machine is too large: too many combinations of states and events"]);
    // With few events it is no more than large.
    blueprint.events.clear();
    assert!(blueprint.build(&Bindings::<()>::new()).is_ok());
}

#[test]
fn a_file_of_a_million_states_or_of_names_of_a_megabyte_is_refused_at_once() {
    let path = AssetPath::new("machines/m.ron").unwrap();
    let begin = Instant::now();
    let head = "Machine(name: \"m\", family: Template, initial: \"a\", states: [";
    for text in [
        format!("{head}{}])", "State(name:\"a\"),".repeat(1_000_000)),
        format!("{head}State(name: \"{}\")])", "n".repeat(1 << 20)),
        format!("{head}{}", "State(name:\"a\",states:[".repeat(10_000)),
        format!("{head}State(name: \"a\", min_time: 99999999999999999999)])"),
        format!("{head}State(name: \"a\", min_time: -1)])"),
        format!("{head}State(name: \"a\", after: [After(ms: 1e99)])])"),
    ] {
        assert!(MachineData::parse(&path, text.as_bytes()).is_err());
    }
    assert!(begin.elapsed() < Duration::from_secs(20), "it took {:?}", begin.elapsed());
    // As many states as fit into a file, each of them unknown to the others.
    let many: String =
        (0..20_000).map(|number| format!("State(name:\"s{number}\",from_code:true),")).collect();
    let text = format!("Machine(name:\"m\",family:Template,initial:\"s0\",states:[{many}])");
    assert!(MachineData::parse(&path, text.as_bytes()).is_ok());
}
