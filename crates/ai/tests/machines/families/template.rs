//! The template, whose nodes are shared by all units: states that code sets, and units that rest in a group.

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, Machine, Next, Population, State, StateId, UnitError,
};

use crate::warnings;

use super::{Notes, bindings, ms, plain, take, unit};

pub fn monster() -> Blueprint {
    Blueprint::template("monster", "normal")
        .on("gone", "normal")
        .state(plain("normal").on("seen", "combat").child(plain("idle")).child(plain("patrol")))
        .state(plain("combat").child(plain("cast")).child(plain("controlled")))
}

#[test]
fn set_state_to_the_current_state_needs_force() {
    let mut monster = unit(&monster());
    let idle = monster.state();
    assert_eq!(monster.set_state(&mut (), idle, false), Ok(DispatchOutcome::Handled));
    assert_eq!(take(&mut monster), "");
    assert_eq!(monster.set_state(&mut (), idle, true), Ok(DispatchOutcome::Changed));
    assert_eq!(take(&mut monster), "exit:idle enter:idle");
}

#[test]
fn leave_current_rests_in_the_parent_and_up_to_the_root() {
    let mut monster = unit(&monster());
    for (calls, path) in [("exit:idle", "normal"), ("exit:normal", "")] {
        monster.leave_current(&mut ()).unwrap();
        assert_eq!((take(&mut monster).as_str(), monster.path().as_str()), (calls, path));
    }
    assert_eq!(monster.leave_current(&mut ()), Err(UnitError::AtRoot));
    monster.dispatch(&mut (), "gone").unwrap();
    assert_eq!(
        (take(&mut monster).as_str(), monster.path().as_str()),
        ("enter:normal enter:idle", "normal/idle")
    );
}

#[test]
fn only_a_unit_of_a_template_rests_in_its_parent() {
    let states = |blueprint: Blueprint| blueprint.on("b", "b").state(plain("a").child(plain("b")));
    let refused = Err(UnitError::NotATemplate);
    for (blueprint, expected, path) in [
        (states(Blueprint::template("m", "a")), Ok(DispatchOutcome::Changed), "a"),
        (states(Blueprint::hierarchy("m", "a")), refused, "a/b"),
        (Blueprint::pushdown("m", "a").on("b", Next::switch("a")).state(plain("a")), refused, "a"),
    ] {
        let mut unit = unit(&blueprint);
        assert_eq!((unit.leave_current(&mut ()), unit.path().as_str()), (expected, path));
    }
}

#[test]
fn a_unit_of_a_template_takes_a_byte() {
    let definition = monster().build(&bindings(&monster())).unwrap();
    let mut monsters = Population::new(&definition);
    for _ in 0..100 {
        monsters.spawn(&mut (), Notes::default());
    }
    assert_eq!(std::sync::Arc::strong_count(&definition), 2);
    assert_eq!(monsters.bytes(), 100);
}

#[test]
fn an_endless_loop_of_requests_is_stopped() {
    let blueprint = Blueprint::template("circle", "a")
        .state(State::new("a").enter("to_b"))
        .state(State::new("b").enter("to_a").from_code());
    let [a, b] = ["a", "b"].map(StateId::from);
    let bindings = Bindings::new()
        .action("to_a", move |notes: &mut u32, _, cx: &mut Context<'_>| {
            *notes += 1;
            cx.set_state(a, false);
        })
        .action("to_b", move |notes: &mut u32, _, cx: &mut Context<'_>| {
            *notes += 1;
            if *notes > 1 {
                cx.set_state(b, false);
            }
        });
    let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), 0);
    warnings::keep();
    let endless = UnitError::Endless([b, a, b]);
    for _ in 0..2 {
        assert_eq!(unit.set_state(&mut (), b, true), Err(endless));
    }
    let text = "hooks asked for more than 64 changes in one tick, the last ones to `b`, `a`, `b`";
    assert_eq!(endless.to_string(), text);
    assert_eq!(warnings::of("circle"), [format!("machine `circle`: {text}")]);
    assert_eq!(unit.counters().endless, 2);
    // It is in a state that it has completely entered, and goes on.
    assert!(["a", "b"].contains(&unit.state_name()));
    unit.tick(&mut (), ms(16));
}
