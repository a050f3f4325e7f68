//! The pushdown machine: a stack of states of which the top one runs.

use proscenium_ai::{Blueprint, DispatchOutcome, GuardContext, Machine, Next, State, UnitError};

use super::{Notes, bindings, hooked, ms, plain, take, unit};

fn marine() -> Blueprint {
    Blueprint::pushdown("marine", "idle")
        .state(hooked("idle").on("in", Next::enter("attack")).on("order", Next::enter("move")))
        .state(hooked("attack").on("out", Next::Exit).on("again", Next::enter("attack")))
        .state(hooked("move").on("in", Next::enter("chase")).on("out", Next::Exit))
        .state(hooked("chase").on("near", Next::switch("attack")))
}

fn stack(unit: &Machine<Notes>) -> String {
    unit.stack().collect::<Vec<_>>().join(" ")
}

#[test]
fn covering_calls_covered_and_no_exit_or_enter_hook() {
    let mut marine = unit(&marine());
    marine.dispatch(&mut (), "in").unwrap();
    assert_eq!(take(&mut marine), "covered:idle enter:attack");
    marine.dispatch(&mut (), "out").unwrap();
    assert_eq!(take(&mut marine), "exit:attack uncovered:idle");
}

#[test]
fn switching_calls_hooks_of_the_top_of_the_stack_only() {
    let mut marine = unit(&marine());
    marine.dispatch(&mut (), "order").unwrap();
    marine.dispatch(&mut (), "in").unwrap();
    take(&mut marine);
    marine.dispatch(&mut (), "near").unwrap();
    assert_eq!(
        (take(&mut marine).as_str(), stack(&marine).as_str()),
        ("exit:chase enter:attack", "attack move idle")
    );
}

#[test]
fn a_state_can_be_on_the_stack_twice() {
    let mut marine = unit(&marine());
    marine.dispatch(&mut (), "in").unwrap();
    marine.dispatch(&mut (), "again").unwrap();
    assert_eq!(stack(&marine), "attack attack idle");
    marine.dispatch(&mut (), "out").unwrap();
    assert_eq!(stack(&marine), "attack idle");
}

#[test]
fn the_lowest_state_is_not_left_and_a_full_stack_is_an_error() {
    let mut marine = unit(&marine().max_depth(3));
    assert_eq!(marine.exit(&mut ()), Err(UnitError::StackEmpty));
    marine.dispatch(&mut (), "in").unwrap();
    marine.dispatch(&mut (), "again").unwrap();
    take(&mut marine);
    assert_eq!(marine.dispatch(&mut (), "again"), Err(UnitError::StackFull));
    assert_eq!((stack(&marine).as_str(), take(&mut marine).as_str()), ("attack attack idle", ""));
    assert_eq!((marine.counters().stack_empty, marine.counters().stack_full), (1, 1));
    // A machine of another family has no stack at all.
    let mut other = unit(&Blueprint::hierarchy("m", "a").state(plain("a")));
    let a = other.state();
    assert_eq!(
        (other.enter(&mut (), a), other.exit(&mut ())),
        (Err(UnitError::NoStack), Err(UnitError::NoStack))
    );
}

#[test]
fn can_go_is_asked_before_any_hook_with_the_target() {
    let blueprint = marine().state(
        State::new("guard")
            .from_code()
            .can_go("may")
            .on("to_move", Next::switch("move"))
            .on("to_attack", Next::switch("attack")),
    );
    let bindings =
        bindings(&blueprint).guard("may", |_: &Notes, _, cx: &GuardContext| cx.target().name() == "attack");
    let mut marine = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), Notes::default());
    marine.enter(&mut (), "guard".into()).unwrap();
    take(&mut marine);
    assert_eq!(marine.dispatch(&mut (), "to_move"), Ok(DispatchOutcome::Refused));
    assert_eq!((take(&mut marine).as_str(), marine.counters().refused), ("", 1));
    assert_eq!(marine.dispatch(&mut (), "to_attack"), Ok(DispatchOutcome::Changed));
}

#[test]
fn the_clocks_of_a_covered_state_stand_still() {
    let blueprint = Blueprint::pushdown("m", "work")
        .state(State::new("work").after(100, Next::switch("rest")).on("look", Next::enter("look")))
        .state(State::new("rest"))
        .state(State::new("look").on("done", Next::Exit));
    let mut unit = unit(&blueprint);
    unit.tick(&mut (), ms(60));
    unit.dispatch(&mut (), "look").unwrap();
    unit.tick(&mut (), ms(1000));
    unit.dispatch(&mut (), "done").unwrap();
    unit.tick(&mut (), ms(39));
    assert_eq!(unit.state_name(), "work");
    unit.tick(&mut (), ms(1));
    assert_eq!(unit.state_name(), "rest");
}

#[test]
fn a_machine_of_another_family_may_mix_what_it_needs() {
    // An entry of a stack with states inside, and a hierarchy with rows.
    let blueprint = Blueprint::pushdown("m", "work")
        .state(hooked("work").on("cover", Next::enter("talk")).child(hooked("dig")).child(hooked("carry")))
        .state(hooked("talk").on("done", Next::Exit));
    let mut unit = unit(&blueprint);
    unit.switch(&mut (), "carry".into()).unwrap();
    take(&mut unit);
    unit.dispatch(&mut (), "cover").unwrap();
    assert_eq!(take(&mut unit), "covered:carry covered:work enter:talk");
    unit.dispatch(&mut (), "done").unwrap();
    assert_eq!(
        (take(&mut unit).as_str(), unit.path().as_str()),
        ("exit:talk uncovered:work uncovered:carry", "work/carry")
    );
}
