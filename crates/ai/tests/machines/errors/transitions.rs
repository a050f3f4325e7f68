//! Transitions: where they lead, which are never taken, and which never end.

use proscenium_ai::{Blueprint, Family, Go, Next, State, Timeout};

use super::{FAMILIES, is_fine, is_wrong, machine, only, problems, state, to};

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
fn the_root_is_no_target() {
    is_wrong(&machine(Family::Table, [state("a").on("go", "root")]), "a", "the root is not a target");
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
fn a_row_after_one_without_a_guard_is_found() {
    let rows = state("a").on("go", "b").on("go", "a");
    let what = "it has a second row for `go` after one without a guard";
    is_wrong(&machine(Family::Template, [rows, state("b")]), "a", what);
    let rows = state("a").on_if("go", "may", "b").on("go", "a");
    is_fine(&machine(Family::Template, [rows, state("b")]));
}

const CIRCLE: &str = "timeouts of 0 ms lead from it back to it";

#[test]
fn timeouts_of_0_ms_in_a_circle_are_found() {
    for family in FAMILIES {
        let own = machine(family, [state("a").after(0, to(family, "a"))]);
        is_wrong(&own, "a", CIRCLE);
        let next = |name: &str, target: &str| state(name).after(0, to(family, target));
        let three = machine(family, [next("a", "b"), next("b", "c"), next("c", "b")]);
        let (path, what) = only(problems(&three));
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
fn a_misspelt_state_has_the_nearest_one_in_its_help() {
    let near = "correct the name, or add the state; did you mean `patrol`?";
    let states = || [state("a"), state("patrol").child(state("idle"))];
    let help = |blueprint: &Blueprint| problems(blueprint).remove(0).help;
    assert_eq!(help(&machine(Family::Hierarchy, states()).on("go", "patorl")), near);
    assert_eq!(help(&machine(Family::Hierarchy, states()).on_if("go", "!in:patro", "a")), near);
    let wrong = Blueprint { initial: "petrol".to_owned(), ..machine(Family::Hierarchy, states()) };
    assert_eq!(help(&wrong), near);
    let far = machine(Family::Hierarchy, states()).on("go", "nowhere");
    assert_eq!(help(&far), "correct the name, or add the state");
}

#[test]
fn a_trigger_to_a_state_that_the_unit_is_in_anyway_is_a_mistake() {
    let what = "a trigger to `b` is never taken, as the unit is in that state already";
    let outer = |inner: State| state("b").child(inner);
    for family in [Family::Hierarchy, Family::Template] {
        is_wrong(&machine(family, [state("a"), state("b").when(0, "in:b", "b")]), "b", what);
        is_wrong(&machine(family, [state("a"), outer(state("c").when(0, "!in:b", "b"))]), "b/c", what);
        let again = Go { to: "b".to_owned(), external: true, ..Go::default() };
        let external = machine(family, [state("a"), outer(state("c").when(0, "in:b", Next::Go(again)))]);
        assert_eq!(problems(&external), []);
    }
    let push = state("a").when(0, "in:a", Next::enter("a"));
    assert_eq!(problems(&machine(Family::Pushdown, [push])), []);
}
