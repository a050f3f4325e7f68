//! The template, whose nodes are shared by all units: states that code sets, and units that rest in a group.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, Machine, Next, Population, Reply, Row, State, StateId,
    UnitError,
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
    assert_eq!(monster.set_state(idle, false), Ok(DispatchOutcome::Handled));
    assert_eq!(take(&mut monster), "");
    assert_eq!(monster.set_state(idle, true), Ok(DispatchOutcome::Changed));
    assert_eq!(take(&mut monster), "exit:idle enter:idle");
}

#[test]
fn leave_current_rests_in_the_parent_and_up_to_the_root() {
    let mut monster = unit(&monster());
    for (calls, path) in [("exit:idle", "normal"), ("exit:normal", "")] {
        monster.leave_current().unwrap();
        assert_eq!((take(&mut monster).as_str(), monster.path().as_str()), (calls, path));
    }
    assert_eq!(monster.leave_current(), Err(UnitError::AtRoot));
    monster.dispatch("gone").unwrap();
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
        assert_eq!((unit.leave_current(), unit.path().as_str()), (expected, path));
    }
}

#[test]
fn a_unit_of_a_template_takes_a_byte_and_a_bit() {
    let definition = monster().build(&bindings(&monster())).unwrap();
    let mut monsters = Population::new(&definition);
    for _ in 0..100 {
        monsters.spawn(Notes::default());
    }
    assert_eq!(std::sync::Arc::strong_count(&definition), 2);
    // The bits, in words of 64, say who has something to do in a tick.
    assert_eq!(monsters.bytes(), 100 + 16);
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
    let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), 0);
    warnings::keep();
    let endless = UnitError::Endless([b, a, b]);
    for _ in 0..2 {
        assert_eq!(unit.set_state(b, true), Err(endless));
    }
    let text = "hooks asked for more than 64 changes in one tick, the last ones to `b`, `a`, `b`";
    assert_eq!(endless.to_string(), text);
    assert_eq!(warnings::of("circle"), [format!("machine `circle`: {text}")]);
    assert_eq!(unit.counters().endless, 2);
    // It is in a state that it has completely entered, and goes on.
    assert!(["a", "b"].contains(&unit.state_name()));
    unit.tick(ms(16));
}

#[test]
fn after_a_caught_panic_no_request_reaches_another_unit() {
    let blueprint = Blueprint::template("m", "a")
        .on("go", "a")
        .state(State::new("a").handler("go"))
        .state(State::new("b").from_code());
    let b = StateId::from("b");
    let bindings = Bindings::new().handler("go", move |panics: &mut bool, _, cx: &mut Context<'_>| {
        cx.set_state(b, false);
        assert!(!*panics, "the hook of one unit");
        Reply::Handled
    });
    let mut units = Population::new(&blueprint.build(&bindings).unwrap());
    let all: Vec<_> = (0..600).map(|place| units.spawn(place == 0)).collect();
    for unit in [0, 1, 300, 599] {
        units.send(all[unit], "go").unwrap();
    }
    let tick = |units: &mut Population<bool>| units.tick(ms(16));
    assert!(catch_unwind(AssertUnwindSafe(|| tick(&mut units))).is_err());
    tick(&mut units);
    let moved = |units: &Population<bool>| {
        let places = (0..600).filter(|&place| units.state(all[place]) == Some(b));
        places.collect::<Vec<_>>()
    };
    // The message of the unit with the panic is lost.
    assert_eq!(moved(&units), [1, 300, 599]);
    assert!(catch_unwind(AssertUnwindSafe(|| units.dispatch(all[0], "go"))).is_err());
    units.update(all[2]).unwrap();
    assert_eq!(moved(&units), [1, 300, 599]);
}

/// What the actions of 600 units write down, of which all get two messages and the first one of unit 7 panics, and
/// how many ticks panic.
fn notes_with_a_panic<W: Default + 'static>() -> (Vec<String>, usize) {
    let note = |notes: &mut String, _: &mut W, cx: &mut Context<'_>| {
        let event = cx.event().expect("it has one").id.name();
        assert!(event != "first" || cx.unit().index() != 7, "the action of one unit");
        notes.push_str(event);
    };
    let row = |event: &str| Row {
        event: event.to_owned(),
        action: Some("note".to_owned()),
        then: "a".into(),
        ..Row::default()
    };
    let a = State { on: vec![row("first"), row("second")], ..State::new("a") };
    let blueprint = Blueprint::template("m", "a").state(a);
    let mut units = Population::new(&blueprint.build(&Bindings::new().action("note", note)).unwrap());
    let all: Vec<_> = (0..600).map(|_| units.with(&mut W::default()).spawn(String::new())).collect();
    for event in ["first", "second"] {
        all.iter().for_each(|unit| units.send(*unit, event).unwrap());
    }
    let mut tick = || catch_unwind(AssertUnwindSafe(|| units.with(&mut W::default()).tick(ms(16))));
    let panics = (0..5).filter(|_| tick().is_err()).count();
    assert_eq!(units.waiting(), 0);
    (units.data().to_vec(), panics)
}

#[test]
fn after_a_caught_panic_each_unit_has_its_messages() {
    for (notes, panics) in [notes_with_a_panic::<u8>(), notes_with_a_panic::<()>()] {
        for (unit, notes) in notes.iter().enumerate() {
            match unit {
                7 => assert_eq!(notes, "second"),
                // Without a world units are called together, and those before unit 7 a second time.
                0..7 if panics == 2 => assert_eq!(notes, "firstfirstsecond"),
                _ => assert_eq!(notes, "firstsecond", "unit {unit}"),
            }
        }
    }
    assert_eq!((notes_with_a_panic::<u8>().1, notes_with_a_panic::<()>().1), (1, 2));
}
