//! Machines whose guards, actions and handlers are functions of a script.

use std::time::Duration;

use proscenium::ai::{
    Blueprint, ChangeError, DispatchOutcome, Event, Machine, Next, Population, Row, Snapshot, State,
};
use proscenium::kit::{MachineScript, Script, ScriptVars};

use crate::path;

fn script(text: &str) -> Script {
    Script::compile(&path("machines/test.rhai"), text).unwrap()
}

/// A unit of `blueprint` whose names are functions of `text`.
fn unit(blueprint: &Blueprint, text: &str) -> (Machine<ScriptVars>, MachineScript) {
    let functions = MachineScript::new(&blueprint.check().unwrap(), &script(text));
    let definition = blueprint.build(&functions.bindings()).unwrap();
    (Machine::recording(&definition, ScriptVars::default()), functions)
}

fn send(unit: &mut Machine<ScriptVars>, event: &str, payload: f64) -> Result<DispatchOutcome, ChangeError> {
    let id = unit.definition().event(event).unwrap();
    unit.dispatch(Event { id, payload })
}

fn row(event: &str, action: &str) -> Row {
    Row { event: event.to_owned(), action: Some(action.to_owned()), ..Row::default() }
}

/// A machine whose state `a` calls `act` for the event `go`.
fn acting() -> Blueprint {
    let inner = State { parent: Some("a".to_owned()), ..State::new("inner").from_code() };
    Blueprint::template("acting", "a")
        .state(State::new("a").row(row("go", "act")))
        .state(inner)
        .state(State::new("b").from_code())
}

#[test]
fn guards_actions_and_handlers_are_functions_of_the_script() {
    let blueprint = Blueprint::template("m", "a")
        .event("ping")
        .state(State::new("a").on_if("go", "may", "b").enter("count").handler("hear"))
        .state(State::new("b").enter("count").on("back", "a"));
    let (mut unit, functions) = unit(
        &blueprint,
        "fn may() { this.n >= 2 }\n\
         fn count() { this.n = if this.n == () { 1 } else { this.n + 1 }; }\n\
         fn hear(about) { if about.event == \"ping\" { this.n += about.payload; true } else { false } }",
    );
    assert_eq!(send(&mut unit, "go", 0.0), Ok(DispatchOutcome::Unhandled));
    assert_eq!(send(&mut unit, "ping", 1.5), Ok(DispatchOutcome::Handled));
    assert_eq!(unit.data().number("n"), Some(2.5));
    assert_eq!(send(&mut unit, "go", 0.0), Ok(DispatchOutcome::Changed));
    assert_eq!(unit.data().number("n"), Some(3.5));
    assert_eq!(functions.failures(), 0);
}

#[test]
fn a_parameter_holds_the_event_the_unit_and_the_time() {
    let blueprint = Blueprint::template("m", "a")
        .state(State::new("a").row(row("go", "act")).on("leave", "b").can_go("may").update("tick"))
        .state(State::new("b").on("back", "a"));
    let (mut unit, functions) = unit(
        &blueprint,
        "fn act(about) { this.event = about.event; this.payload = about.payload; this.unit = about.unit; }\n\
         fn may(about) { about.target == \"b\" && about.event == \"leave\" && about.now_ms == 40.0 }\n\
         fn tick(about) { this.delta = about.delta_ms; this.now = about.now_ms; }",
    );
    send(&mut unit, "go", 7.0).unwrap();
    let event = unit.data().get("event").and_then(|value| value.clone().into_string().ok());
    assert_eq!((event.as_deref(), unit.data().number("payload")), (Some("go"), Some(7.0)));
    assert_eq!(unit.data().number("unit"), Some(0.0));
    assert_eq!(send(&mut unit, "leave", 0.0), Ok(DispatchOutcome::Refused));
    unit.tick(Duration::from_millis(15));
    unit.tick(Duration::from_millis(25));
    assert_eq!((unit.data().number("delta"), unit.data().number("now")), (Some(25.0), Some(40.0)));
    assert_eq!(send(&mut unit, "leave", 0.0), Ok(DispatchOutcome::Changed));
    assert_eq!(functions.failures(), 0);
}

#[test]
fn an_action_can_return_a_change() {
    for (answer, state) in
        [("", "a"), ("true", "a"), ("\"to b\"", "b"), ("\"to inner\"", "inner"), ("\"leave\"", "root")]
    {
        let (mut unit, functions) = unit(&acting(), &format!("fn act() {{ {answer} }}"));
        send(&mut unit, "go", 0.0).unwrap();
        assert_eq!((unit.state_name(), functions.failures()), (state, 0), "{answer}");
    }
    let stack = Blueprint::pushdown("m", "a")
        .state(State::new("a").row(row("in", "cover")).row(row("swap", "change")))
        .state(State::new("b").from_code().row(row("out", "end")));
    let text = "fn cover() { \"enter b\" } fn change() { \"switch b\" } fn end() { \"exit\" }";
    let (mut unit, _) = unit(&stack, text);
    for (event, stack) in [("in", &["b", "a"][..]), ("out", &["a"]), ("swap", &["b"])] {
        send(&mut unit, event, 0.0).unwrap();
        assert_eq!(unit.stack().collect::<Vec<_>>(), stack);
    }
}

#[test]
fn a_meaningless_result_is_a_failure() {
    for (answer, what) in [
        ("5", "expected a text such as \"to walk\", found i64"),
        ("\"fly away\"", "there is no change `fly away`; there are to, enter, switch, exit and leave"),
        ("\"to nowhere\"", "there is no state `nowhere`"),
        ("\"to root\"", "there is no state `root`"),
        ("throw \"broken\"", "Runtime error: broken"),
    ] {
        let (mut unit, functions) = unit(&acting(), &format!("fn act() {{ {answer} }}"));
        assert_eq!(send(&mut unit, "go", 0.0), Ok(DispatchOutcome::Handled), "{answer}");
        let failure = functions.first_failure().unwrap();
        assert_eq!((functions.failures(), failure.what.as_str()), (1, what));
        assert_eq!((failure.function.as_str(), unit.state_name()), ("act", "a"));
    }
}

#[test]
fn a_guard_without_a_bool_is_false_and_changes_nothing() {
    let blueprint = Blueprint::table("m", "a")
        .state(State::new("a").on_if("go", "may", "b"))
        .state(State::new("b").on("back", "a"));
    let (mut unit, functions) = unit(&blueprint, "fn may() { this.x = 1; 5 }");
    assert_eq!(send(&mut unit, "go", 0.0), Ok(DispatchOutcome::Unhandled));
    assert_eq!(functions.failures(), 1);
    assert!(unit.data().get("x").is_none());
}

#[test]
fn an_endless_function_is_switched_off_for_all_units() {
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State::new("a").update("think").when(0, "is_late", Next::To("b".to_owned())))
        .state(State::new("b"));
    let functions = MachineScript::new(
        &blueprint.check().unwrap(),
        &script("fn think() { loop { } } fn is_late(about) { about.now_ms > 100.0 }"),
    );
    let definition = blueprint.build(&functions.bindings()).unwrap();
    let mut units = Population::new(&definition);
    for _ in 0..10_000 {
        units.spawn(ScriptVars::default());
    }
    // This takes minutes if each unit runs into the limit.
    (0..3).for_each(|_| units.tick(Duration::from_millis(16)));
    assert!(functions.first_failure().unwrap().broke_limit);
    assert_eq!(functions.failures(), 30_000);
    units.tick(Duration::from_millis(100));
    assert_eq!(units.count_in(definition.state("b").unwrap()), 10_000);
}

#[test]
fn a_function_with_too_many_variables_is_switched_off() {
    for body in [
        "this.a = []; this.b = []; for i in 0..600 { this.a.push(i); this.b.push(i); }",
        "this.a = #{ deeper: this.a }; if this.n == () { this.n = 0; } this.n += 1;",
        "let m = #{}; for i in 0..900 { let n = #{}; n[\"a\"] = m; m = n; } this.a = m; this.b = this.a;",
        "let a = []; loop { a = [a]; }",
        "loop { this.m = #{ m: this.m }; }",
        "this = 5;",
        "this.act()",
    ] {
        let (mut unit, functions) = unit(&acting(), &format!("fn act() {{ {body} }}"));
        for _ in 0..2000 {
            send(&mut unit, "go", 0.0).unwrap();
        }
        assert!(functions.first_failure().unwrap().broke_limit, "{body}: {:?}", functions.first_failure());
        assert!(unit.data().names().count() <= 1000, "{body}");
    }
}

#[test]
fn the_games_own_binding_goes_first() {
    let functions = MachineScript::new(&acting().check().unwrap(), &script("fn act() { \"to b\" }"));
    let bindings = functions.bindings().action("act", |vars: &mut ScriptVars, _, _| vars.set("own", true));
    let mut unit = Machine::new(&acting().build(&bindings).unwrap(), ScriptVars::default());
    send(&mut unit, "go", 0.0).unwrap();
    assert!(unit.data().get("own").is_some() && unit.state_name() == "a");
    let unfit = MachineScript::new(&acting().check().unwrap(), &script("fn act(a, b) { }"));
    assert!(acting().build(&unfit.bindings::<ScriptVars, ()>()).is_err());
}

#[test]
fn variables_are_saved_with_the_unit() {
    let text =
        "fn act() { this.whole = 3; this.part = 0.5; this.word = \"x\"; this.list = [1, #{ a: true }]; }";
    let (mut unit, _) = unit(&acting(), text);
    send(&mut unit, "go", 0.0).unwrap();
    let saved = serde_json::to_string(&unit.population().snapshot()).unwrap();
    let snapshot: Snapshot<ScriptVars> = serde_json::from_str(&saved).unwrap();
    let restored = Population::restore(unit.definition(), &snapshot, None).unwrap().0;
    let text =
        |vars: &ScriptVars| format!("{:?}", vars.names().map(|name| vars.get(name)).collect::<Vec<_>>());
    assert_eq!(text(&restored.data()[0]), text(unit.data()));
    assert_eq!(restored.data()[0].number("whole"), Some(3.0));
}
