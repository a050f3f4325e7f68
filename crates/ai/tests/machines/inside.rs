//! Where a unit is while its hooks are called: states that were left are inactive, those that are being entered are
//! active (SCXML's `In`, HFSM2).

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Definition, Event, EventId, Family, History, Machine, Next, Population,
    Row, State, StateId,
};

const TICK: Duration = Duration::from_nanos(16_666_667);

/// The calls, each with the states that the unit was in, and `state()` with `previous()` if there is one.
type Calls = Vec<String>;

fn build<W: 'static>(blueprint: &Blueprint) -> Arc<Definition<Calls, W>> {
    let structure = blueprint.check().unwrap();
    let states: Vec<StateId> = structure.states().skip(1).collect();
    let mut bindings = Bindings::new();
    for name in structure.actions() {
        let (own, states) = (name.to_owned(), states.clone());
        bindings = bindings.action(name, move |calls: &mut Calls, _: &mut W, cx: &mut Context<'_>| {
            let active = states.iter().filter(|state| cx.is_in(**state)).map(|state| state.name());
            let active: Vec<_> = active.collect();
            assert!(cx.is_in(StateId::ROOT));
            let from = cx.previous().map_or_else(|| "-".to_owned(), |from| from.to_string());
            calls.push(format!("{own} [{}] {} {from}", active.join(" "), cx.state()));
        });
    }
    blueprint.build(&bindings).unwrap()
}

fn hooked(name: &str) -> State {
    State::new(name).enter(&format!("+{name}")).exit(&format!("-{name}")).from_code()
}

fn calls(blueprint: &Blueprint, events: &[&str]) -> Calls {
    let mut unit = Machine::new(&build(blueprint), &mut (), Calls::new());
    unit.data_mut().clear();
    for event in events {
        unit.dispatch(&mut (), *event).unwrap();
    }
    std::mem::take(unit.data_mut())
}

fn go(then: impl Into<Next>) -> Row {
    Row { event: "go".to_owned(), action: Some("go".to_owned()), then: then.into(), ..Row::default() }
}

/// `left` with `a`, `right` with `b`, one after the other on `go`. With `can_go` a change depends on the unit.
fn two(family: Family, is_plain: bool) -> Blueprint {
    let left = hooked("left").child(hooked("a").row(go("b")));
    let mut left = if is_plain { left } else { left.can_go("always") };
    left.initial = Some("a".to_owned());
    let right = hooked("right").child(hooked("b"));
    Blueprint::new("unit", family, "left").state(left).state(right)
}

const TWO: [&str; 5] =
    ["-a [left a] a a", "-left [left] a a", "go [] a a", "+right [right] a a", "+b [right b] a a"];

#[test]
fn states_that_were_left_are_inactive_and_those_that_are_entered_active() {
    for family in [Family::Hierarchy, Family::Template] {
        assert_eq!(calls(&two(family, true), &["go"]), TWO, "{family:?}");
    }
    let blueprint = two(Family::Template, false);
    let structure = blueprint.check().unwrap();
    assert!(structure.guards().contains("always"));
    let states: Vec<StateId> = structure.states().skip(1).collect();
    let mut bindings = Bindings::new().guard("always", |_: &Calls, (): &(), cx| {
        // Nothing is left yet.
        cx.is_in("left".into()) && cx.is_in("a".into()) && !cx.is_in("b".into())
    });
    for name in structure.actions() {
        let (own, states) = (name.to_owned(), states.clone());
        bindings = bindings.action(name, move |calls: &mut Calls, _, cx: &mut Context<'_>| {
            let active = states.iter().filter(|state| cx.is_in(**state)).map(|state| state.name());
            let active: Vec<_> = active.collect();
            calls.push(format!("{own} [{}] {} a", active.join(" "), cx.state()));
        });
    }
    let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), Calls::new());
    unit.data_mut().clear();
    unit.dispatch(&mut (), "go").unwrap();
    assert_eq!(*unit.data(), TWO);
}

#[test]
fn units_that_change_together_or_in_a_world_are_in_the_same_states() {
    let mut units = Population::new(&build::<()>(&two(Family::Template, true)));
    let mut in_world = Population::new(&build::<u8>(&two(Family::Template, true)));
    for _ in 0..300 {
        units.spawn(&mut (), Calls::new());
        in_world.spawn(&mut 0, Calls::new());
    }
    let events: Vec<Option<EventId>> = vec![Some("go".into()); 300];
    units.data_mut().iter_mut().chain(in_world.data_mut()).for_each(Calls::clear);
    units.tick_events(&mut (), TICK, &events);
    in_world.tick_events(&mut 0, TICK, &events);
    for calls in units.data().iter().chain(in_world.data()) {
        assert_eq!(*calls, TWO);
    }
}

#[test]
fn a_unit_that_begins_or_is_removed_is_in_the_states_of_its_hooks() {
    let blueprint = two(Family::Template, true);
    let mut units = Population::new(&build::<()>(&blueprint));
    let unit = units.spawn(&mut (), Calls::new());
    assert_eq!(units.data()[0], ["+left [left] root root", "+a [left a] root root"]);
    units.data_mut()[0].clear();
    units.despawn(&mut (), unit).unwrap();
    assert_eq!(units.data()[0], ["-a [left a] a a", "-left [left] a a"]);
}

#[test]
fn regions_are_left_and_entered_one_after_the_other() {
    let p = hooked("p").parallel();
    let p = p.child(hooked("x").child(hooked("x1").row(go("end"))).child(hooked("x2")));
    let p = p.child(hooked("y").child(hooked("y1")));
    let blueprint = Blueprint::template("unit", "p").state(p).state(hooked("end").on("back", "p"));
    let expected = [
        "-y1 [p x x1 y y1] y1 x1",
        "-y [p x x1 y] y1 x1",
        "-x1 [p x x1] x1 x1",
        "-x [p x] x1 x1",
        "-p [p] x1 x1",
        "go [] x1 x1",
        "+end [end] x1 x1",
        "-end [end] end end",
        "+p [p] end end",
        "+x [p x] end end",
        "+x1 [p x x1] end end",
        "+y [p x x1 y] root end",
        "+y1 [p x x1 y y1] root end",
    ];
    assert_eq!(calls(&blueprint, &["go", "back"]), expected);
}

#[test]
fn a_change_in_one_region_keeps_the_others_active() {
    let p = hooked("p").parallel();
    let p = p
        .child(hooked("x").child(hooked("x1")))
        .child(hooked("y").child(hooked("y1").row(go("y2"))).child(hooked("y2")));
    let blueprint = Blueprint::template("unit", "p").state(p);
    let expected = ["-y1 [p x x1 y y1] y1 y1", "go [p x x1 y] y1 y1", "+y2 [p x x1 y y2] y1 y1"];
    assert_eq!(calls(&blueprint, &["go"]), expected);
}

#[test]
fn states_that_are_covered_are_inactive_in_what_comes_after_their_hook() {
    let inner = hooked("b").covered("covered b").uncovered("uncovered b").row(go(Next::enter("c")));
    let a = hooked("a").covered("covered a").uncovered("uncovered a").child(inner);
    let back = Row { event: "back".to_owned(), ..go(Next::Exit) };
    for times in [false, true] {
        let c = hooked("c").row(back.clone());
        let c = if times { c.after(100, Next::Stay) } else { c };
        let blueprint = Blueprint::pushdown("unit", "a").state(a.clone()).state(c);
        let expected = [
            "covered b [a b] b b",
            "covered a [a] b b",
            "go [] b b",
            "+c [c] b b",
            "-c [c] c c",
            "go [] c c",
            "uncovered a [a b] b c",
            "uncovered b [a b] b c",
        ];
        assert_eq!(calls(&blueprint, &["go", "back"]), expected, "{times}");
    }
}

#[test]
fn history_and_deadlines_do_not_change_where_a_unit_is() {
    let left = hooked("left")
        .history(History::Deep)
        .child(hooked("a").row(go("right")).after(500, "b"))
        .child(hooked("b"));
    let right = hooked("right").row(Row { event: "back".to_owned(), ..go("left") });
    let blueprint = Blueprint::hierarchy("unit", "left").state(left).state(right);
    let expected = [
        "-a [left a] a a",
        "-left [left] a a",
        "go [] a a",
        "+right [right] a a",
        "-right [right] right right",
        "go [] right right",
        "+left [left] right right",
        "+a [left a] right right",
    ];
    assert_eq!(calls(&blueprint, &["go", "back"]), expected);
}

#[test]
fn outside_of_hooks_a_unit_is_where_it_came_to() {
    let a = hooked("a").update("update").row(Row { then: Next::Stay, ..go("a") });
    let blueprint = Blueprint::template("unit", "left").state(hooked("left").child(a));
    let mut unit = Machine::new(&build(&blueprint), &mut (), Calls::new());
    unit.data_mut().clear();
    unit.dispatch(&mut (), Event::from("go")).unwrap();
    unit.tick(&mut (), TICK);
    assert_eq!(*unit.data(), ["go [left a] a -", "update [left a] a -"]);
}
