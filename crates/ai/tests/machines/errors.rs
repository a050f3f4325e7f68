//! What is wrong with a machine: all mistakes are reported at once, each with its state, what is wrong and
//! what to do.

mod code;
mod families;
mod limits;
mod names;
mod transitions;
mod tree;

use proscenium_ai::{Bindings, Blueprint, BuildError, Family, MachineProblem, Next, State};

const FAMILIES: [Family; 4] = [Family::Table, Family::Pushdown, Family::Hierarchy, Family::Template];

/// The longest text of a problem in bytes.
const MAX_BYTES: usize = 500;

/// A machine whose states are taken as they come: code may go to any of them.
fn machine(family: Family, states: impl IntoIterator<Item = State>) -> Blueprint {
    let mut blueprint = Blueprint::new("test", family, "a");
    blueprint.states.extend(states.into_iter().map(State::from_code));
    blueprint
}

fn state(name: &str) -> State {
    State::new(name)
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
    blueprint.check().map_or_else(checked, |_| Vec::new())
}

fn build_problems(blueprint: &Blueprint, bindings: &Bindings<()>) -> Vec<MachineProblem> {
    blueprint.build(bindings).map_or_else(checked, |_| Vec::new())
}

/// The only one of some problems: its state, and what is wrong.
#[track_caller]
fn only(problems: Vec<MachineProblem>) -> (String, String) {
    let [problem] = <[MachineProblem; 1]>::try_from(problems).unwrap();
    (problem.state, problem.what)
}

#[track_caller]
fn is_wrong(blueprint: &Blueprint, state: &str, what: &str) {
    assert_eq!(only(problems(blueprint)), (state.to_owned(), what.to_owned()));
}

#[track_caller]
fn is_fine(blueprint: &Blueprint) {
    assert_eq!(problems(blueprint), []);
}

#[test]
fn a_problem_shows_the_path_of_its_state() {
    let tree = state("a").child(state("b").child(state("c").on("go", "x")));
    is_wrong(&machine(Family::Hierarchy, [tree]), "a/b/c", "the target `x` does not exist");
}

#[test]
fn a_problem_shows_the_state_alone_where_its_path_is_long() {
    let outer = "o".repeat(64);
    for (length, before) in [(63, format!("{outer}/")), (64, ".../".to_owned())] {
        let name = "s".repeat(length);
        let tree = state(&outer).child(state(&name).on("go", "x"));
        let shown = format!("{before}{name}");
        let blueprint = machine(Family::Hierarchy, [state("a"), tree]);
        is_wrong(&blueprint, &shown, "the target `x` does not exist");
    }
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
fn an_error_that_main_returns_reads_as_it_is_displayed() {
    let text = "Machine(name: \"test\", family: Table, initial: \"a\", states: [State(name: \"b\")])";
    let mut blueprint: Blueprint = ron::from_str(text).unwrap();
    blueprint.file = Some(std::sync::Arc::new(("test.ron".to_owned(), text.to_owned())));
    let error = blueprint.check().unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
    assert!(!format!("{error:?}").contains("Machine("));
    let missing = state("a");
    let structure = machine(Family::Table, [missing]).check().unwrap();
    let error = structure.named_states(["b"]).unwrap_err();
    assert_eq!(format!("{error:?}"), error.to_string());
}
