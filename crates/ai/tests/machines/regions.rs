//! Regions, final states, transitions with more to say, choices, and raised events.

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Change, Context, Definition, DispatchOutcome, Go, History, Machine, Next, State,
    StateId,
};

/// One tick of a game.
const TICK: Duration = Duration::from_nanos(16_666_667);

type Calls = Vec<String>;

/// Every action writes its name down; one that is called `raise:a` raises the event `a`.
fn build(blueprint: &Blueprint) -> Arc<Definition<Calls>> {
    let structure = blueprint.check().unwrap();
    let mut bindings = Bindings::new();
    for name in structure.actions() {
        let own = name.to_owned();
        bindings = bindings.action(name, move |calls: &mut Calls, _, cx: &mut Context<'_>| {
            calls.push(own.clone());
            own.strip_prefix("raise:").into_iter().for_each(|event| cx.raise(event));
        });
    }
    blueprint.build(&bindings).unwrap()
}

fn unit(blueprint: &Blueprint) -> Machine<Calls> {
    Machine::new(&build(blueprint), &mut (), Calls::new())
}

fn take(unit: &mut Machine<Calls>) -> String {
    std::mem::take(unit.data_mut()).join(" ")
}

fn states<D: 'static>(unit: &Machine<D>) -> String {
    unit.population().states(unit.unit()).map(StateId::name).collect::<Vec<_>>().join(" ")
}

/// A state with hooks that are called `+name` and `-name`.
fn hooked(name: &str) -> State {
    State::new(name).enter(&format!("+{name}")).exit(&format!("-{name}")).from_code()
}

fn go(go: Go) -> Next {
    Next::Go(go)
}

/// A soldier moves and aims at the same time.
fn soldier() -> Blueprint {
    let legs = hooked("legs").child(hooked("stand").on("go", "run")).child(hooked("run").on("stop", "stand"));
    let arms = hooked("arms").child(hooked("rest").on("go", "aim")).child(hooked("aim").on("calm", "rest"));
    Blueprint::template("soldier", "alive")
        .state(hooked("alive").parallel().on("hit", "dead").on("stop", Next::Stay).child(legs).child(arms))
        .state(hooked("dead").on("heal", "aim"))
}

#[test]
fn a_change_is_recorded_for_each_region_with_a_new_state() {
    let mut unit = Machine::recording(&build(&soldier()), &mut (), Calls::new());
    let mut changes = || {
        let changes = unit.take_changes();
        let _ = unit.dispatch(&mut (), "go");
        let _ = unit.dispatch(&mut (), "stop");
        let _ = unit.dispatch(&mut (), "hit");
        let _ = unit.dispatch(&mut (), "heal");
        let text = |change: &Change| format!("{} > {}", change.from.name(), change.to.name());
        changes.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(changes(), ["root > rest", "root > stand"]);
    let all = ["stand > run", "rest > aim", "run > stand", "stand > dead", "dead > stand", "dead > aim"];
    assert_eq!(changes(), all);
}

#[test]
fn regions_are_entered_in_order_and_left_in_reverse() {
    let mut soldier = unit(&soldier());
    assert_eq!(take(&mut soldier), "+alive +legs +stand +arms +rest");
    assert_eq!(states(&soldier), "stand rest");
    soldier.dispatch(&mut (), "hit").unwrap();
    assert_eq!(take(&mut soldier), "-rest -arms -stand -legs -alive +dead");
    assert_eq!(states(&soldier), "dead");
}

#[test]
fn an_event_goes_to_each_region() {
    let mut soldier = unit(&soldier());
    take(&mut soldier);
    assert_eq!(soldier.dispatch(&mut (), "go"), Ok(DispatchOutcome::Changed));
    assert_eq!(
        (take(&mut soldier).as_str(), states(&soldier).as_str()),
        ("-stand +run -rest +aim", "run aim")
    );
    // One region handles it, so the parallel state does not.
    assert_eq!(soldier.dispatch(&mut (), "stop"), Ok(DispatchOutcome::Changed));
    assert_eq!(states(&soldier), "stand aim");
    assert_eq!(soldier.dispatch(&mut (), "stop"), Ok(DispatchOutcome::Handled));
    assert_eq!(soldier.dispatch(&mut (), "heal"), Ok(DispatchOutcome::Unhandled));
}

#[test]
fn a_target_in_a_region_enters_the_others_too() {
    let mut soldier = unit(&soldier());
    soldier.dispatch(&mut (), "hit").unwrap();
    take(&mut soldier);
    soldier.dispatch(&mut (), "heal").unwrap();
    assert_eq!(take(&mut soldier), "-dead +alive +legs +stand +arms +aim");
}

#[test]
fn a_target_in_another_region_moves_that_one_only() {
    let legs = hooked("legs").child(hooked("stand").on("draw", "aim"));
    let arms = hooked("arms").child(hooked("rest")).child(hooked("aim").on("draw", "rest"));
    let blueprint = Blueprint::hierarchy("soldier", "alive")
        .state(State::new("alive").parallel().child(legs).child(arms));
    let mut soldier = unit(&blueprint);
    take(&mut soldier);
    soldier.dispatch(&mut (), "draw").unwrap();
    // The state that the event has entered does not handle it too.
    assert_eq!((take(&mut soldier).as_str(), states(&soldier).as_str()), ("-rest +aim", "stand aim"));
}

#[test]
fn regions_have_their_own_timeouts_and_updates() {
    let side = |name: &str, ms: u32| {
        let first =
            State::new(&format!("{name}1")).update(&format!("{name}1")).after(ms, &*format!("{name}2"));
        State::new(name).child(first).child(State::new(&format!("{name}2")).update(&format!("{name}2")))
    };
    let both = State::new("both").parallel().child(side("a", 20)).child(side("b", 40)).update("both");
    let mut unit = unit(&Blueprint::template("clocks", "both").state(both));
    let ticks: Vec<String> = (0..4)
        .map(|_| {
            unit.tick(&mut (), TICK);
            take(&mut unit)
        })
        .collect();
    // The update of the state around them comes with the first region.
    assert_eq!(ticks, ["both a1 b1", "b1", "both a2", "both a2 b2"]);
}

#[test]
fn a_parallel_state_is_done_when_all_regions_are() {
    let region = |name: &str| {
        let end = format!("{name}_end");
        State::new(name)
            .child(State::new(&format!("{name}_work")).on(name, &*end))
            .child(hooked(&end).is_final())
    };
    let work = State::new("work").parallel().child(region("a")).child(region("b"));
    let blueprint = Blueprint::template("worker", "work")
        .state(work.on("done.work", "home").on("done.a", Next::Stay))
        .state(State::new("home"));
    let mut worker = unit(&blueprint);
    worker.dispatch(&mut (), "a").unwrap();
    assert_eq!(states(&worker), "a_end b_work");
    worker.dispatch(&mut (), "b").unwrap();
    assert_eq!(states(&worker), "home");
}

#[test]
fn an_external_transition_leaves_the_state_with_the_row() {
    let to = |external| go(Go { to: "in".to_owned(), external, ..Go::default() });
    let outer = hooked("out").on("inside", to(false)).on("outside", to(true)).child(hooked("in"));
    let mut unit = unit(&Blueprint::template("self", "out").state(outer));
    take(&mut unit);
    unit.dispatch(&mut (), "inside").unwrap();
    assert_eq!(take(&mut unit), "-in +in");
    unit.dispatch(&mut (), "outside").unwrap();
    assert_eq!(take(&mut unit), "-in -out +out +in");
}

#[test]
fn a_transition_chooses_history_and_what_comes_without_it() {
    let back = |history, or: Option<&str>| {
        go(Go { to: "work".to_owned(), history: Some(history), or: or.map(str::to_owned), ..Go::default() })
    };
    let dig = State::new("dig").child(State::new("deep1").on("on", "deep2")).child(State::new("deep2"));
    let work = State::new("work").child(State::new("walk").on("on", "dig")).child(dig).on("rest", "home");
    let home = State::new("home")
        .on("deep", back(History::Deep, Some("dig")))
        .on("shallow", back(History::Shallow, None))
        .on("none", back(History::None, None));
    let mut unit = unit(&Blueprint::template("digger", "home").state(home).state(work));
    unit.dispatch(&mut (), "deep").unwrap();
    assert_eq!(states(&unit), "deep1");
    unit.dispatch(&mut (), "on").unwrap();
    for (event, state) in [("deep", "deep2"), ("shallow", "deep1"), ("none", "walk")] {
        unit.dispatch(&mut (), "rest").unwrap();
        unit.dispatch(&mut (), event).unwrap();
        assert_eq!(states(&unit), state, "{event}");
    }
}

#[test]
fn a_guard_asks_for_the_state_of_another_region() {
    let legs = State::new("legs").child(State::new("stand").on("go", "run")).child(State::new("run"));
    let arms = State::new("arms").child(State::new("rest").on_if("aim", "!in:run", "aim"));
    let arms = arms.child(State::new("aim").on_if("rest", "in:legs", "rest"));
    let both = State::new("both").parallel().child(legs).child(arms);
    let mut unit = unit(&Blueprint::template("archer", "both").state(both));
    unit.dispatch(&mut (), "aim").unwrap();
    unit.dispatch(&mut (), "rest").unwrap();
    assert_eq!(states(&unit), "stand rest");
    unit.dispatch(&mut (), "go").unwrap();
    assert_eq!(unit.dispatch(&mut (), "aim"), Ok(DispatchOutcome::Unhandled));
}

#[test]
fn raised_events_come_first_in_first_out_in_the_same_tick() {
    let start = State::new("start").update("raise:go");
    let a = State::new("a").enter("raise:first").exit("raise:second");
    let blueprint = Blueprint::hierarchy("chain", "start")
        .state(start.on("go", "a"))
        .state(a.on("first", "b"))
        .state(State::new("b").enter("raise:third").on("second", "c"))
        .state(State::new("c").on("third", "d"))
        .state(State::new("d"));
    let mut unit = unit(&blueprint);
    unit.tick(&mut (), TICK);
    assert_eq!(
        (states(&unit).as_str(), take(&mut unit).as_str()),
        ("d", "raise:go raise:first raise:second raise:third")
    );
}

#[test]
fn a_region_that_goes_to_itself_is_left_and_entered_alone() {
    for children in [0, 1] {
        let gun = hooked("gun").on("load", "gun");
        let gun = (0..children).fold(gun, |gun, _| gun.child(hooked("barrel")));
        let legs = hooked("legs").child(hooked("stand").on("go", "walk")).child(hooked("walk"));
        let both = hooked("both").parallel().child(legs).child(gun);
        let mut unit = unit(&Blueprint::hierarchy("soldier", "both").state(both));
        unit.dispatch(&mut (), "go").unwrap();
        take(&mut unit);
        unit.dispatch(&mut (), "load").unwrap();
        let (calls, gun) = if children == 0 { ("-gun +gun", "gun") } else { ("-barrel +barrel", "barrel") };
        assert_eq!((take(&mut unit).as_str(), states(&unit)), (calls, format!("walk {gun}")));
    }
    // The first region, whose number is also the number of the states around it.
    let legs = hooked("legs").on("trip", "legs");
    let both = hooked("both").parallel().child(legs).child(hooked("gun"));
    let mut unit = unit(&Blueprint::hierarchy("soldier", "both").state(both));
    take(&mut unit);
    unit.dispatch(&mut (), "trip").unwrap();
    assert_eq!((take(&mut unit).as_str(), states(&unit).as_str()), ("-legs +legs", "legs gun"));
}

#[test]
fn regions_get_an_event_in_the_order_of_declaration_also_one_that_is_itself_parallel() {
    let on = |name: &str| {
        let row = proscenium_ai::Row {
            event: "go".to_owned(),
            action: Some(name.to_owned()),
            ..Default::default()
        };
        State::new(name).row(row)
    };
    let inner = on("first").parallel().child(State::new("a")).child(State::new("b"));
    let outer = on("outer").parallel().child(inner).child(on("second")).child(on("third"));
    let mut unit = unit(&Blueprint::hierarchy("tower", "outer").state(outer));
    unit.dispatch(&mut (), "go").unwrap();
    assert_eq!(take(&mut unit), "first second third");
}
