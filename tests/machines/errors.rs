//! What is wrong with a machine: each mistake is reported with its state, what it is and what to do, all at once.

use std::sync::Mutex;

use proscenium::ai::{
    Bindings, Blueprint, BuildError, Family, FixedUpdate, Go, MachineProblem, Next, Row, State, Timeout,
    Trigger,
};

const FAMILIES: [Family; 4] = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template];

// The limits that the errors name.
const MAX_STATES: usize = 250;
const MAX_EVENTS: usize = 254;
const MAX_NESTING: usize = 64;
const MAX_MS: u32 = 8 * 60 * 60 * 1000;

/// The longest text of a problem in bytes.
const MAX_BYTES: usize = 500;

fn megabyte() -> String {
    "m".repeat(1 << 20)
}

/// A machine whose states are taken as they come: code may go to any of them.
fn machine(family: Family, states: impl IntoIterator<Item = State>) -> Blueprint {
    let mut blueprint = Blueprint::new("test", family, "a");
    blueprint.states.extend(states.into_iter().map(State::from_code));
    blueprint
}

fn state(name: &str) -> State {
    State::new(name)
}

fn inside(name: &str, parent: &str) -> State {
    State { parent: Some(parent.to_owned()), ..State::new(name).from_code() }
}

/// How a verb of this family names a target.
fn to(family: Family, target: &str) -> Next {
    if family == Family::Pushdown { Next::switch(target) } else { Next::from(target) }
}

/// What holds for every error.
fn checked(error: BuildError) -> Vec<MachineProblem> {
    assert!((1..=100).contains(&error.problems.len()), "{} problems", error.problems.len());
    for problem in &error.problems {
        assert!(!problem.what.is_empty() && !problem.help.is_empty(), "{problem:?}");
        let shown = problem.to_string();
        let start: String = shown.chars().take(200).collect();
        assert!(shown.len() <= MAX_BYTES, "a problem has {} bytes: {start}", shown.len());
        assert!(problem.text.as_ref().is_none_or(|text| text.len() <= MAX_BYTES), "the text of: {start}");
    }
    assert!(error.to_string().len() <= 100 * (MAX_BYTES + 2) + MAX_BYTES);
    error.problems
}

fn problems(blueprint: &Blueprint) -> Vec<MachineProblem> {
    match blueprint.check() {
        Ok(_) => Vec::new(),
        Err(error) => checked(error),
    }
}

/// The only problem of a machine: its state, and what is wrong.
#[track_caller]
fn only(blueprint: &Blueprint) -> (String, String) {
    let mut problems = problems(blueprint);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let problem = problems.remove(0);
    (problem.state, problem.what)
}

#[track_caller]
fn is_wrong(blueprint: &Blueprint, state: &str, what: &str) {
    assert_eq!(only(blueprint), (state.to_owned(), what.to_owned()));
}

#[track_caller]
fn is_fine(blueprint: &Blueprint) {
    assert_eq!(problems(blueprint), []);
}

/// The problems of a machine of which nothing was bound.
fn unbound(blueprint: &Blueprint) -> Vec<(String, String)> {
    is_fine(blueprint);
    let problems = blueprint.build(&Bindings::<()>::new()).map_or_else(checked, |_| Vec::new());
    problems.into_iter().map(|problem| (problem.state, problem.what)).collect()
}

#[test]
fn a_row_to_a_state_that_does_not_exist_is_found() {
    for family in FAMILIES {
        let blueprint = machine(family, [state("a").on("go", to(family, "b"))]);
        is_wrong(&blueprint, "a", "the target `b` does not exist");
        assert_eq!(problems(&blueprint)[0].text.as_deref(), Some("b"));
    }
    is_wrong(
        &machine(Family::Pushdown, [state("a").on("go", Next::enter("b"))]),
        "a",
        "the target `b` does not exist",
    );
}

#[test]
fn triggers_and_timeouts_to_a_missing_state_are_found() {
    is_wrong(
        &machine(Family::Hierarchy, [state("a").when(0, "near", "b")]),
        "a",
        "the target `b` does not exist",
    );
    is_wrong(&machine(Family::Table, [state("a").after(10, "b")]), "a", "the target `b` does not exist");
}

#[test]
fn rows_and_triggers_of_all_states_are_checked() {
    let rows = machine(Family::Template, [state("a")]).on("go", "b");
    is_wrong(&rows, "", "the target `b` does not exist");
    let triggers = machine(Family::Template, [state("a")]).when(0, "near", "b");
    is_wrong(&triggers, "", "the target `b` does not exist");
}

#[test]
fn a_problem_shows_the_path_of_its_state() {
    let tree = state("a").child(state("b").child(state("c").on("go", "x")));
    is_wrong(&machine(Family::Hierarchy, [tree]), "a/b/c", "the target `x` does not exist");
}

#[test]
fn the_root_is_no_target() {
    is_wrong(&machine(Family::Table, [state("a").on("go", "root")]), "a", "the root is not a target");
}

#[test]
fn a_parent_that_does_not_exist_is_found() {
    let blueprint = machine(Family::Template, [state("a"), inside("b", "x")]);
    is_wrong(&blueprint, "b", "its parent `x` does not exist");
}

#[test]
fn a_state_has_one_parent() {
    let written = State { states: vec![inside("b", "c")], ..state("a") };
    is_wrong(
        &machine(Family::Template, [written, state("c")]),
        "b",
        "it is written inside of one state and names another as its parent",
    );
    let twice_the_same = State { states: vec![inside("b", "a")], ..state("a") };
    is_fine(&machine(Family::Template, [twice_the_same]));
}

#[test]
fn a_state_that_nothing_leads_to_is_found() {
    for family in FAMILIES {
        let lost = |name: &str| State { from_code: false, ..State::new(name) };
        let mut blueprint = machine(family, [state("a").on("go", to(family, "b")), state("b")]);
        blueprint.states[1].from_code = false;
        is_fine(&blueprint);
        blueprint.states.push(lost("c"));
        is_wrong(&blueprint, "c", "no transition leads to it");
        blueprint.states[2].from_code = true;
        is_fine(&blueprint);
    }
}

#[test]
fn a_name_is_taken_once() {
    let blueprint = machine(Family::Table, [state("a"), state("b"), state("b")]);
    is_wrong(&blueprint, "b", "the name is taken twice");
    let far = state("a").child(state("b").child(state("a")));
    is_wrong(&machine(Family::Hierarchy, [far]), "a", "the name is taken twice");
}

#[test]
fn the_name_of_the_root_is_taken() {
    is_wrong(&machine(Family::Table, [state("a"), state("root")]), "root", "the name is taken twice");
}

#[test]
fn a_state_with_children_says_where_to_begin() {
    let tree = || State { states: vec![state("b").from_code()], ..state("a") };
    for family in [Family::Hierarchy, Family::Pushdown] {
        is_wrong(&machine(family, [tree()]), "a", "it has states inside, but no initial one");
    }
    is_fine(&machine(Family::Template, [tree()]));
}

#[test]
fn an_initial_state_that_does_not_exist_is_found() {
    let mut blueprint = machine(Family::Table, [state("a")]);
    blueprint.initial = "x".to_owned();
    is_wrong(&blueprint, "", "its initial state `x` does not exist");
    let tree = State { initial: Some("x".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(&machine(Family::Hierarchy, [tree]), "a", "its initial state `x` does not exist");
}

#[test]
fn an_initial_state_is_a_child() {
    let elsewhere = State { initial: Some("c".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(
        &machine(Family::Hierarchy, [elsewhere, state("c")]),
        "a",
        "its initial state `c` is not inside of it",
    );
    let itself = State { initial: Some("a".to_owned()), ..state("a").child(state("b").from_code()) };
    is_wrong(&machine(Family::Hierarchy, [itself]), "a", "its initial state `a` is not inside of it");
    let deeper = State { initial: Some("c".to_owned()), ..state("a").child(state("b").child(state("c"))) };
    is_wrong(
        &machine(Family::Hierarchy, [deeper]),
        "a",
        "its initial state `c` is not a child but further inside",
    );
}

#[test]
fn a_machine_may_begin_further_inside_but_not_in_its_root() {
    let mut blueprint = machine(Family::Hierarchy, [state("a").child(state("b").child(state("c")))]);
    blueprint.initial = "c".to_owned();
    is_fine(&blueprint);
    blueprint.initial = "root".to_owned();
    is_wrong(&blueprint, "", "its initial state `root` is not inside of it");
}

#[test]
fn a_machine_has_states() {
    for family in FAMILIES {
        is_wrong(&Blueprint::new("test", family, "a"), "", "there are no states");
    }
}

#[test]
fn parents_in_a_circle_are_found() {
    let own = machine(Family::Template, [state("a"), inside("b", "b")]);
    is_wrong(&own, "b", "its parents form a circle");
    let two = machine(Family::Template, [state("a"), inside("b", "c"), inside("c", "b")]);
    is_wrong(&two, "b", "its parents form a circle");
}

#[test]
fn states_are_nested_as_deep_as_may_be_and_no_deeper() {
    let chain = |count: usize| {
        let child = |number: usize| inside(&format!("s{number}"), &format!("s{}", number - 1));
        let mut blueprint =
            machine(Family::Template, std::iter::once(state("s0")).chain((1..count).map(child)));
        blueprint.initial = "s0".to_owned();
        blueprint
    };
    is_fine(&chain(MAX_NESTING));
    for count in [MAX_NESTING + 1, MAX_STATES - 1] {
        let blueprint = chain(count);
        let found = only(&blueprint);
        assert_eq!(found, ("s64".to_owned(), "it is nested deeper than 64 states".to_owned()));
    }
}

#[test]
fn an_unbound_guard_is_found_wherever_it_is_asked() {
    let row = state("a").on_if("go", "near", Next::Stay);
    let trigger = state("a").when(0, "near", Next::Stay);
    let timeout = State { after: vec![after(10, Some("near"))], ..state("a") };
    let asked = state("a").can_go("near");
    for state in [row, trigger, timeout, asked] {
        let blueprint = machine(Family::Hierarchy, [state]);
        assert_eq!(unbound(&blueprint), [("a".to_owned(), "guard `near` is not bound".to_owned())]);
        let bound = blueprint.build(&Bindings::<()>::new().guard("near", |(), _, _| true));
        assert!(bound.is_ok(), "{bound:?}");
    }
}

fn after(ms: u32, guard: Option<&str>) -> Timeout {
    Timeout { ms, guard: guard.map(str::to_owned), ..Timeout::default() }
}

#[test]
fn a_negated_guard_is_bound_by_its_bare_name() {
    let blueprint = machine(Family::Hierarchy, [state("a").when(0, "!near", Next::Stay)]);
    assert_eq!(unbound(&blueprint), [("a".to_owned(), "guard `near` is not bound".to_owned())]);
}

#[test]
fn an_unbound_action_is_found_wherever_it_is_called() {
    let act = || Some("act".to_owned());
    let states = [
        state("a").enter("act"),
        state("a").exit("act"),
        state("a").update("act"),
        state("a").covered("act"),
        state("a").uncovered("act"),
        state("a").fixed_update(10, "act"),
        state("a").row(Row { event: "go".to_owned(), action: act(), ..Row::default() }),
        State { after: vec![Timeout { ms: 10, action: act(), ..Timeout::default() }], ..state("a") },
        State {
            when: vec![Trigger { trigger: "always".to_owned(), action: act(), ..Trigger::default() }],
            ..state("a")
        },
    ];
    let always = || Bindings::<()>::new().guard("always", |(), _, _| true);
    for state in states {
        let blueprint = machine(Family::Pushdown, [state]);
        let problems = blueprint.build(&always()).map_or_else(checked, |_| Vec::new());
        assert_eq!(problems.len(), 1, "{blueprint:?}");
        assert_eq!(
            (problems[0].state.as_str(), problems[0].what.as_str()),
            ("a", "action `act` is not bound")
        );
        assert!(problems[0].help.contains("Bindings::action"), "{}", problems[0].help);
        assert!(blueprint.build(&always().action("act", |(), _, _| {})).is_ok());
    }
}

#[test]
fn an_unbound_handler_is_found() {
    for with_event in [false, true] {
        let mut blueprint = machine(Family::Template, [state("a").handler("listen")]);
        blueprint.events.extend(with_event.then(|| "go".to_owned()));
        assert_eq!(unbound(&blueprint), [("a".to_owned(), "handler `listen` is not bound".to_owned())]);
    }
}

fn many(count: usize) -> Blueprint {
    let mut blueprint = machine(Family::Table, (0..count).map(|number| state(&format!("s{number}"))));
    blueprint.initial = "s0".to_owned();
    blueprint
}

#[test]
fn there_are_at_most_250_states_with_the_root() {
    let most = many(MAX_STATES - 1);
    let structure = most.check().unwrap();
    assert_eq!(structure.state_count(), MAX_STATES);
    assert!(most.build(&Bindings::<()>::new()).is_ok());
    for count in [MAX_STATES, 300 * MAX_STATES] {
        let blueprint = many(count);
        let found = only(&blueprint);
        assert_eq!(found, (String::new(), "there are more than 250 states".to_owned()));
    }
}

#[test]
fn there_are_at_most_254_events() {
    let with_events = |listed: usize, of_rows: usize| {
        let mut only = state("a");
        only.on.extend((0..of_rows).map(|number| Row { event: format!("r{number}"), ..Row::default() }));
        let mut blueprint = machine(Family::Table, [only]);
        blueprint.events.extend((0..listed).map(|number| format!("l{number}")));
        blueprint
    };
    for (listed, of_rows) in [(MAX_EVENTS, 0), (0, MAX_EVENTS), (100, 154)] {
        is_fine(&with_events(listed, of_rows));
        assert!(with_events(listed, of_rows).build(&Bindings::<()>::new()).is_ok());
    }
    is_wrong(&with_events(255, 0), "", "there are 255 events, more than 254");
    is_wrong(&with_events(0, 300), "", "there are 300 events, more than 254");
    let hostile = with_events(50_000, 50_000);
    assert_eq!(only(&hostile).1, "there are 100000 events, more than 254");
}

/// Names that no file should have, and what is said about them.
fn bad_names() -> Vec<(String, &'static str)> {
    let strange = "contains a space or one of / \" ` !";
    let mut names = vec![
        (String::new(), "is empty"),
        (megabyte(), "is longer than 64 bytes"),
        ("x".repeat(65), "is longer than 64 bytes"),
        ("ä".repeat(33), "is longer than 64 bytes"),
    ];
    names.extend(
        ["a b", "a\tb", "a\nb", "a/b", "a\"b", "a`b", "a!b", "a\0b"].map(|name| (name.to_owned(), strange)),
    );
    names
}

#[test]
fn bad_names_of_states_are_found() {
    for (name, what) in bad_names() {
        let (path, shown) = only(&machine(Family::Table, [state("a"), state(&name)]));
        assert_eq!(shown, format!("its name {what}"));
        assert!(path.len() <= 64 || path.starts_with("mmm"), "{}", path.len());
    }
    is_fine(&machine(Family::Table, [state("a"), state(&"ä".repeat(32))]));
}

#[test]
fn bad_names_of_events_are_found() {
    for (name, what) in bad_names() {
        let of_row = machine(Family::Table, [state("a").on(&name, Next::Stay)]);
        is_wrong(&of_row, "a", &format!("the name of an event {what}"));
        let of_any = machine(Family::Table, [state("a")]).on(&name, Next::Stay);
        is_wrong(&of_any, "", &format!("the name of an event {what}"));
    }
}

#[test]
fn bad_names_of_guards_are_found() {
    for (name, what) in bad_names() {
        for name in [name.clone(), format!("!{name}")] {
            let states = [
                state("a").on_if("go", &name, Next::Stay),
                state("a").when(0, &name, Next::Stay),
                state("a").can_go(&name),
                State { after: vec![after(10, Some(&name))], ..state("a") },
            ];
            for state in states {
                let blueprint = machine(Family::Hierarchy, [state]);
                is_wrong(&blueprint, "a", &format!("the name of a guard {what}"));
            }
        }
    }
}

#[test]
fn a_time_is_at_most_eight_hours() {
    let what = "a time is longer than 28800000 ms";
    for ms in [MAX_MS, MAX_MS + 1, u32::MAX] {
        let fixed = FixedUpdate { every: ms, call: "act".to_owned(), ..FixedUpdate::default() };
        let states = [
            state("a").after(ms, Next::Stay),
            state("a").min_time(ms),
            State { fixed_update: Some(fixed), ..state("a") },
            state("a").after(10, Next::Stay).after(ms, Next::Stay).min_time(ms),
        ];
        for state in states {
            let blueprint = machine(Family::Hierarchy, [state]);
            if ms > MAX_MS { is_wrong(&blueprint, "a", what) } else { is_fine(&blueprint) }
        }
    }
}

#[test]
fn a_fixed_update_takes_some_time() {
    let blueprint = machine(Family::Hierarchy, [state("a").fixed_update(0, "act")]);
    is_wrong(&blueprint, "a", "its fixed update comes every 0 ms");
    is_fine(&machine(Family::Hierarchy, [state("a").fixed_update(1, "act")]));
}

#[test]
fn at_least_one_message_can_wait() {
    for family in FAMILIES {
        let blueprint = Blueprint { queue: 0, ..machine(family, [state("a")]) };
        is_wrong(&blueprint, "", "queue is 0, so no message could ever arrive");
    }
    is_fine(&Blueprint { queue: 255, ..machine(Family::Table, [state("a")]) });
}

#[test]
fn a_stack_is_from_two_to_sixty_four_deep() {
    for max_depth in [0, 1, 65, 255] {
        let blueprint = Blueprint { max_depth, ..machine(Family::Pushdown, [state("a")]) };
        is_wrong(&blueprint, "", "max_depth is not from 2 to 64");
    }
    for max_depth in [2, 64] {
        is_fine(&Blueprint { max_depth, ..machine(Family::Pushdown, [state("a")]) });
    }
}

#[test]
fn each_family_has_its_verbs_and_no_others() {
    let verbs = || {
        let a = || "a".to_owned();
        [
            Next::Stay,
            Next::To(a()),
            Next::Go(Go { to: a(), ..Go::default() }),
            Next::Enter(a()),
            Next::Switch(a()),
            Next::Exit,
            Next::Leave,
        ]
    };
    let fits = |family: Family, then: &Next| match then {
        Next::Stay => true,
        Next::To(_) | Next::Go(_) => family != Family::Pushdown,
        Next::Enter(_) | Next::Switch(_) | Next::Exit => family == Family::Pushdown,
        Next::Leave => family == Family::Template,
    };
    for family in FAMILIES {
        for then in verbs() {
            let mut blueprints = vec![
                ("a", machine(family, [state("a").on("go", then.clone())])),
                ("a", machine(family, [state("a").after(10, then.clone())])),
                ("", machine(family, [state("a")]).on("go", then.clone())),
            ];
            if family != Family::Table {
                blueprints.push(("a", machine(family, [state("a").when(0, "near", then.clone())])));
                blueprints.push(("", machine(family, [state("a")]).when(0, "near", then.clone())));
            }
            for (state, blueprint) in blueprints {
                if fits(family, &then) {
                    is_fine(&blueprint);
                } else {
                    is_wrong(&blueprint, state, &format!("{then:?} is not what this family does"));
                }
            }
        }
    }
}

#[test]
fn only_states_on_a_stack_are_covered() {
    for family in FAMILIES {
        for covered in [state("a").covered("act"), state("a").uncovered("act")] {
            let blueprint = machine(family, [covered]);
            if family == Family::Pushdown {
                is_fine(&blueprint);
            } else {
                is_wrong(&blueprint, "a", "only states on a stack are covered");
            }
        }
    }
}

#[test]
fn a_table_polls_no_triggers() {
    let own = machine(Family::Table, [state("a").when(0, "near", Next::Stay)]);
    is_wrong(&own, "a", "a table polls no triggers");
    let any = machine(Family::Table, [state("a")]).when(0, "near", Next::Stay);
    is_wrong(&any, "", "a table polls no triggers");
}

#[test]
fn a_table_has_no_states_inside_of_states() {
    let written = machine(Family::Table, [state("a").child(state("b").from_code())]);
    is_wrong(&written, "a", "a table's states have no states inside");
    let named =
        machine(Family::Table, [State { initial: Some("b".to_owned()), ..state("a") }, inside("b", "a")]);
    is_wrong(&named, "a", "a table's states have no states inside");
}

const CIRCLE: &str = "timeouts of 0 ms lead from it back to it";

#[test]
fn timeouts_of_0_ms_in_a_circle_are_found() {
    for family in FAMILIES {
        let own = machine(family, [state("a").after(0, to(family, "a"))]);
        is_wrong(&own, "a", CIRCLE);
        let next = |name: &str, target: &str| state(name).after(0, to(family, target));
        let three = machine(family, [next("a", "b"), next("b", "c"), next("c", "b")]);
        let (path, what) = only(&three);
        assert!(["b", "c"].contains(&path.as_str()), "{path}");
        assert_eq!(what, CIRCLE);
    }
}

#[test]
fn a_guard_or_some_time_breaks_a_circle_of_timeouts() {
    let guarded =
        Timeout { guard: Some("near".to_owned()), ..Timeout { then: "a".into(), ..Timeout::default() } };
    is_fine(&machine(
        Family::Table,
        [state("a").after(0, "b"), State { after: vec![guarded], ..state("b") }],
    ));
    is_fine(&machine(Family::Table, [state("a").after(0, "b"), state("b").after(1, "a")]));
    is_fine(&machine(Family::Table, [state("a").after(0, "b"), state("b").after(0, Next::Stay)]));
}

#[test]
fn a_machine_with_too_many_transitions_is_refused() {
    let mut blueprint = many(MAX_STATES - 1);
    for number in 0..MAX_EVENTS * 20 {
        let event = format!("e{}", number % MAX_EVENTS);
        blueprint.on.push(Row { event, guard: Some("near".to_owned()), ..Row::default() });
    }
    let bindings = Bindings::<()>::new().guard("near", |(), _, _| true);
    let problems = checked(blueprint.build(&bindings).unwrap_err());
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].what, "the machine is too large: too many combinations of states and transitions");
}

/// Keeps the warnings that name the machine of the test below.
struct Warnings(Mutex<Vec<String>>);

impl log::Log for Warnings {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let text = record.args().to_string();
        if text.contains("`lamp`") {
            self.0.lock().unwrap().push(text);
        }
    }

    fn flush(&self) {}
}

static WARNINGS: Warnings = Warnings(Mutex::new(Vec::new()));

#[test]
fn a_name_that_is_bound_and_not_used_is_logged() {
    log::set_logger(&WARNINGS).unwrap();
    log::set_max_level(log::LevelFilter::Warn);
    let bindings = Bindings::<()>::new()
        .guard("near", |(), _, _| true)
        .guard("bright", |(), _, _| true)
        .action("glow", |(), _, _| {})
        .action("near", |(), _, _| {});
    let lamp = Blueprint::table("lamp", "a").state(state("a").on_if("go", "near", Next::Stay).enter("glow"));
    lamp.build(&bindings).unwrap();
    let all_used = Bindings::<()>::new().guard("near", |(), _, _| true).action("glow", |(), _, _| {});
    lamp.build(&all_used).unwrap();
    assert_eq!(*WARNINGS.0.lock().unwrap(), ["machine `lamp`: bound, but not used: bright, near"]);
}

#[test]
fn all_problems_are_reported_at_once() {
    let mut blueprint = machine(
        Family::Table,
        [
            state("a").on("go", "nowhere").on("far off", Next::Stay),
            state("b").after(u32::MAX, Next::Stay).fixed_update(0, "act"),
            state("c c").covered("act"),
            state("d").on("go", Next::Exit).when(0, "!", Next::Stay),
        ],
    );
    blueprint.name = String::new();
    blueprint.queue = 0;
    blueprint.max_depth = 0;
    blueprint.initial = "missing".to_owned();
    let shown: Vec<_> =
        problems(&blueprint).into_iter().map(|problem| (problem.state, problem.what)).collect();
    let expected = [
        ("", "the machine's name is empty"),
        ("", "max_depth is not from 2 to 64"),
        ("", "queue is 0, so no message could ever arrive"),
        ("", "its initial state `missing` does not exist"),
        ("a", "the target `nowhere` does not exist"),
        ("a", "the name of an event contains a space or one of / \" ` !"),
        ("b", "a time is longer than 28800000 ms"),
        ("b", "its fixed update comes every 0 ms"),
        ("c c", "its name contains a space or one of / \" ` !"),
        ("c c", "only states on a stack are covered"),
        ("d", "a table polls no triggers"),
        ("d", "Exit is not what this family does"),
        ("d", "the name of a guard is empty"),
    ];
    for (state, what) in expected {
        assert!(
            shown.contains(&(state.to_owned(), what.to_owned())),
            "{state}: {what}\nis not in {shown:#?}"
        );
    }
    assert_eq!(shown.len(), expected.len(), "{shown:#?}");
}

#[test]
fn a_problem_shows_its_state_and_what_to_do() {
    let error = machine(Family::Table, [state("a").on("go", "b")]).check().unwrap_err();
    assert_eq!(
        error.to_string(),
        "machine `test`: state `a`: the target `b` does not exist (correct the name, or add the state)"
    );
    let error = Blueprint::table("test", "a").check().unwrap_err();
    assert_eq!(error.to_string(), "machine `test`: there are no states (add at least the initial one)");
}

#[test]
fn a_row_after_one_without_a_guard_is_found() {
    let rows = state("a").on("go", "b").on("go", "a");
    let what = "it has a second row for `go` after one without a guard";
    is_wrong(&machine(Family::Template, [rows, state("b")]), "a", what);
    let rows = state("a").on_if("go", "may", "b").on("go", "a");
    is_fine(&machine(Family::Template, [rows, state("b")]));
}
