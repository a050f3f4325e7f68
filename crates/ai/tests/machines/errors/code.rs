//! Guards, actions and handlers that are not bound, and what is bound for nothing.

use proscenium_ai::{Bindings, Blueprint, Family, Next, Reply, Row, State, Timeout, Trigger};

use super::{build_problems, is_fine, machine, only, state};
use crate::warnings;

/// The only problem of a machine of which nothing was bound.
#[track_caller]
fn is_unbound(blueprint: &Blueprint, what: &str) {
    is_fine(blueprint);
    let found = only(build_problems(blueprint, &Bindings::new()));
    assert_eq!(found, ("a".to_owned(), format!("{what} is not bound")));
}

#[test]
fn an_unbound_guard_is_found_wherever_it_is_asked() {
    let row = state("a").on_if("go", "near", Next::Stay);
    let trigger = state("a").when(0, "near", Next::Stay);
    let timeout = Timeout { ms: 10, guard: Some("near".to_owned()), ..Timeout::default() };
    let timeout = State { after: vec![timeout], ..state("a") };
    let asked = state("a").can_go("near");
    for state in [row, trigger, timeout, asked] {
        let blueprint = machine(Family::Hierarchy, [state]);
        is_unbound(&blueprint, "guard `near`");
        let bound = blueprint.build(&Bindings::<()>::new().guard("near", |(), _, _| true));
        assert!(bound.is_ok(), "{bound:?}");
    }
}

#[test]
fn a_negated_guard_is_bound_by_its_bare_name() {
    let blueprint = machine(Family::Hierarchy, [state("a").when(0, "!near", Next::Stay)]);
    is_unbound(&blueprint, "guard `near`");
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
        let problems = build_problems(&blueprint, &always());
        assert!(problems[0].help.contains("Bindings::action"), "{}", problems[0].help);
        assert_eq!(only(problems), ("a".to_owned(), "action `act` is not bound".to_owned()));
        assert!(blueprint.build(&always().action("act", |(), _, _| {})).is_ok());
    }
}

#[test]
fn an_unbound_handler_is_found() {
    for with_event in [false, true] {
        let mut blueprint = machine(Family::Template, [state("a").handler("listen")]);
        blueprint.events.extend(with_event.then(|| "go".to_owned()));
        is_unbound(&blueprint, "handler `listen`");
    }
    // A state is named by guards only.
    is_unbound(&machine(Family::Template, [state("a").handler("in:a")]), "handler `in:a`");
}

#[test]
fn the_help_names_the_script_of_a_machine_that_has_one() {
    let mut blueprint = machine(Family::Template, [state("a").enter("glow")]);
    let help = |blueprint: &Blueprint| build_problems(blueprint, &Bindings::new()).remove(0).help;
    assert_eq!(help(&blueprint), "bind it with `Bindings::action`");
    blueprint.script = Some("lamp.rhai".to_owned());
    let expected = "bind it with `Bindings::action`, or write a function of this name in the script";
    assert_eq!(help(&blueprint), expected);
}

#[test]
fn a_handler_that_no_state_has_is_an_error_with_the_nearest_name() {
    let slime = machine(Family::Template, [state("a").handler("take_damage"), state("b").from_code()]);
    let bindings = |name: &str| {
        let bindings = Bindings::<()>::new().handler("take_damage", |(), _, _| Reply::Handled);
        bindings.handler(name, |(), _, _| Reply::Handled)
    };
    assert!(slime.build(&bindings("take_damage")).is_ok());
    let problems = build_problems(&slime, &bindings("take_damgae"));
    let help = "give it to a state with `handler`, or remove it; if several machines share the bindings, say \
        `Bindings::shared`";
    assert_eq!(problems[0].help, help);
    let what = "handler `take_damgae` (did you mean `take_damage`?) is bound, but no state has it";
    assert_eq!(only(problems), (String::new(), what.to_owned()));
    let what = "handler `listen` is bound, but no state has it";
    assert_eq!(only(build_problems(&slime, &bindings("listen"))), (String::new(), what.to_owned()));
    assert!(slime.build(&bindings("listen").shared()).is_ok());
}

#[test]
fn the_error_of_a_misspelt_name_has_the_one_that_is_bound() {
    let blueprint = machine(Family::Template, [state("a").update("mrach")]);
    let bindings = Bindings::<()>::new().action("march", |(), _, _| {});
    let problems = build_problems(&blueprint, &bindings);
    assert_eq!(problems[0].help, "bind it with `Bindings::action`; `march` is bound");
    assert_eq!(only(problems), ("a".to_owned(), "action `mrach` is not bound".to_owned()));
}

#[test]
fn a_name_that_is_bound_and_not_used_is_logged_unless_the_bindings_are_shared() {
    warnings::keep();
    let bindings = || {
        Bindings::<()>::new()
            .guard("near", |(), _, _| true)
            .guard("bright", |(), _, _| true)
            .action("glow", |(), _, _| {})
            .action("glwo", |(), _, _| {})
    };
    let lamp = Blueprint::table("lamp", "a").state(state("a").on_if("go", "near", Next::Stay).enter("glow"));
    lamp.build(&bindings().shared()).unwrap();
    let all_used = Bindings::<()>::new().guard("near", |(), _, _| true).action("glow", |(), _, _| {});
    lamp.build(&all_used).unwrap();
    assert_eq!(warnings::of("lamp"), [""; 0]);
    lamp.build(&bindings()).unwrap();
    let expected = "machine `lamp`: bound, but not used: guard `bright`, action `glwo` (did you mean `glow`?); \
        if several machines share the bindings, say `Bindings::shared`";
    assert_eq!(warnings::of("lamp"), [expected]);
}
