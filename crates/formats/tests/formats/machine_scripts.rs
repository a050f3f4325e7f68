//! Machines whose guards, actions and handlers are functions of a script.

use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, DispatchOutcome, Event, Machine, Next, Payload, PayloadType, Population,
    PopulationHandle, Reply, Row, Snapshot, State, UnitError,
};
use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium_core::platform::Input;
use proscenium_formats::{MachineScript, Script, ScriptVars, ScriptWorld, rhai};

use crate::path;

fn script(text: &str) -> Script {
    Script::compile(&path("machines/test.rhai"), text).unwrap()
}

/// A unit of `blueprint` whose names are functions of `text`.
fn unit(blueprint: &Blueprint, text: &str) -> (Machine<ScriptVars>, MachineScript) {
    let (functions, bindings) =
        ScriptWorld::new().bind(&blueprint.check().unwrap(), &script(text), Bindings::new());
    let definition = blueprint.build(&bindings).unwrap();
    (Machine::recording(&definition, &mut (), ScriptVars::default()), functions)
}

fn send(unit: &mut Machine<ScriptVars>, event: &str, payload: f64) -> Result<DispatchOutcome, UnitError> {
    let id = unit.definition().event(event).unwrap();
    unit.dispatch(&mut (), Event { id, payload: Payload::Number(payload) })
}

fn row(event: &str, action: &str) -> Row {
    Row { event: event.to_owned(), action: Some(action.to_owned()), ..Row::default() }
}

/// A machine whose state `a` calls `act` for the event `go`.
fn acting() -> Blueprint {
    let inner = vec![State::new("inner").from_code()];
    Blueprint::template("acting", "a")
        .state(State { states: inner, ..State::new("a").row(row("go", "act")) })
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
    unit.tick(&mut (), Duration::from_millis(15));
    unit.tick(&mut (), Duration::from_millis(25));
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
        (
            "\"fly away\"",
            "expected \"to STATE\", \"enter STATE\", \"switch STATE\", \"exit\" or \"leave\", found `fly away`",
        ),
        (
            "\"exit now\"",
            "expected \"to STATE\", \"enter STATE\", \"switch STATE\", \"exit\" or \"leave\", found `exit now`",
        ),
        ("\"to nowhere\"", "there is no state `nowhere`"),
        ("\"to root\"", "there is no state `root`"),
        ("throw \"broken\"", "Runtime error: broken"),
    ] {
        let (mut unit, functions) = unit(&acting(), &format!("fn act() {{ {answer} }}"));
        assert_eq!(send(&mut unit, "go", 0.0), Ok(DispatchOutcome::Handled), "{answer}");
        let failure = functions.take_failure().unwrap();
        assert_eq!((functions.failures(), failure.what.as_str()), (1, what));
        assert_eq!((failure.function.as_str(), unit.state_name()), ("act", "a"));
        // A function is reported once.
        send(&mut unit, "go", 0.0).unwrap();
        assert_eq!((functions.failures(), functions.take_failure()), (2, None));
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
    let text = "fn think() { loop { } } fn is_late(about) { about.now_ms > 100.0 }";
    let (functions, bindings) =
        ScriptWorld::new().bind(&blueprint.check().unwrap(), &script(text), Bindings::new());
    let definition = blueprint.build(&bindings).unwrap();
    let mut units = Population::new(&definition);
    for _ in 0..10_000 {
        units.spawn(&mut (), ScriptVars::default());
    }
    // This takes minutes if each unit runs into the limit.
    (0..3).for_each(|_| units.tick(&mut (), Duration::from_millis(16)));
    assert!(functions.take_failure().unwrap().broke_limit);
    assert_eq!(functions.failures(), 30_000);
    units.tick(&mut (), Duration::from_millis(100));
    assert_eq!(units.count_in(definition.state("b").unwrap()), 10_000);
}

#[test]
fn a_function_with_too_many_variables_is_switched_off() {
    for body in [
        "this.a = []; this.b = []; for i in 0..600 { this.a += i; this.b += i; }",
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
        let failure = functions.take_failure().unwrap();
        assert!(failure.broke_limit, "{body}: {failure}");
        assert!(unit.data().names().count() <= 1000, "{body}");
    }
}

#[test]
fn a_script_and_the_game_share_names_and_the_script_goes_first() {
    let blueprint = Blueprint::template("m", "a")
        .state(
            State::new("a").enter("start").row(row("go", "act")).on_if("leave", "may", "b").handler("hear"),
        )
        .state(State::new("b").enter("start").handler("hear"));
    let note = |name: &'static str| {
        move |vars: &mut ScriptVars, _: &mut (), _: &mut Context<'_>| vars.set(name, true)
    };
    let own = || {
        Bindings::<ScriptVars>::new()
            .action("start", note("own start"))
            .action("act", note("own act"))
            .guard("may", |_, _, _| false)
            .handler("hear", |_, _, _| Reply::Handled)
    };
    let run = |text: &str| {
        let (_, bindings) = ScriptWorld::new().bind(&blueprint.check().unwrap(), &script(text), own());
        let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), &mut (), ScriptVars::default());
        let outcomes = ["go", "leave"].map(|event| send(&mut unit, event, 0.0).unwrap());
        (unit.data().names().map(str::to_owned).collect::<Vec<_>>(), outcomes, unit.state_name())
    };
    let (names, outcomes, state) = run("");
    assert_eq!(
        (names.join(", "), outcomes, state),
        ("own start".to_owned(), [DispatchOutcome::Handled; 2], "a")
    );
    let (names, outcomes, state) = run(
        "fn act() { this.act = 1; } fn may() { true } fn hear(about) { false } fn start(one, too_many) { }",
    );
    assert_eq!(names, ["act", "own start"]);
    assert_eq!((outcomes, state), ([DispatchOutcome::Handled, DispatchOutcome::Changed], "b"));
}

#[test]
fn names_that_neither_script_nor_game_has_are_listed_together() {
    let blueprint = Blueprint::template("m", "a")
        .state(
            State::new("a").enter("start").row(row("go", "act")).on_if("leave", "may", "b").update("think"),
        )
        .state(State::new("b").handler("hear"));
    let own = Bindings::<ScriptVars>::new().action("think", |_, _, _| {});
    let structure = blueprint.check().unwrap();
    let (_, bindings) = ScriptWorld::new().bind(&structure, &script("fn act() { }"), own);
    let error = blueprint.build(&bindings).unwrap_err();
    let found: Vec<_> =
        error.problems.iter().map(|problem| (problem.state.as_str(), problem.what.as_str())).collect();
    assert_eq!(
        found,
        [
            ("a", "guard `may` is not bound"),
            ("a", "action `start` is not bound"),
            ("b", "handler `hear` is not bound"),
        ]
    );
}

/// A machine that calls `act` in each tick, with `see` and `add` as its world's view and command.
fn in_world(text: &str) -> (MachineScript, Population<ScriptVars, f64>) {
    let blueprint = Blueprint::template("m", "a")
        .event("ping")
        .state(State::new("a").update("act").on_if("look", "may", "b").on("ping", "b"))
        .state(State::new("b").from_code());
    let (functions, bindings) = ScriptWorld::new()
        .view(|vars: &ScriptVars, world: &f64| {
            rhai::Map::from_iter([
                ("total".into(), (*world).into()),
                ("own".into(), vars.number("n").unwrap_or(0.0).into()),
            ])
            .into()
        })
        .command("add", |_, world: &mut f64, _, args| {
            *world += args.number(0)?;
            Ok(())
        })
        .bind(&blueprint.check().unwrap(), &script(text), Bindings::new());
    (functions, Population::new(&blueprint.build(&bindings).unwrap()))
}

#[test]
fn a_script_sees_a_world_and_commands_it() {
    let (functions, mut units) = in_world(
        "fn act(unit) { this.n = unit.world.total; unit.add(1); unit.add(0.5); this.old = unit.world.own; }\n\
         fn may(unit) { unit.world.own > 10.0 && unit.world.total > 11.0 }",
    );
    let mut world = 10.0;
    let [one, two] = [(); 2].map(|()| units.spawn(&mut world, ScriptVars::default()));
    units.tick(&mut world, Duration::from_millis(16));
    assert_eq!((world, functions.take_failure()), (13.0, None));
    let seen = |unit| units.get(unit).map(|vars: &ScriptVars| (vars.number("n"), vars.number("old")));
    assert_eq!(seen(one), Some((Some(10.0), Some(0.0))));
    assert_eq!(seen(two), Some((Some(11.5), Some(0.0))));
    let outcomes = [one, two].map(|unit| units.dispatch(&mut world, unit, "look"));
    assert_eq!(outcomes, [Ok(DispatchOutcome::Unhandled), Ok(DispatchOutcome::Changed)]);
}

#[test]
fn a_payload_of_a_script_has_the_type_that_the_machine_declares() {
    let declared = acting()
        .event("any")
        .event("level")
        .event("alarm")
        .event("goal")
        .payload("level", PayloadType::Integer)
        .payload("alarm", PayloadType::Unit)
        .payload("goal", PayloadType::Point);
    let text = "fn act(about) {
        this.seen = about.payload;
        let own = about.unit;
        about.send(own, \"any\"); about.send(own, \"any\", 2); about.send(own, \"any\", [1, 2.5]);
        about.send(own, \"level\", 7); about.send(own, \"alarm\", own); about.send(own, \"goal\", [3, 4]);
    }";
    let (mut unit, functions) = unit(&declared, text);
    let go = unit.definition().event("go").unwrap();
    unit.dispatch(&mut (), Event { id: go, payload: Payload::Point([0.5, -1.0]) }).unwrap();
    assert_eq!(functions.take_failure(), None);
    let sent: Vec<_> = unit.population().messages_for(unit.unit()).map(|event| event.payload).collect();
    let expected = [
        Payload::None,
        Payload::Number(2.0),
        Payload::Point([1.0, 2.5]),
        Payload::Integer(7),
        Payload::Unit(unit.unit()),
        Payload::Point([3.0, 4.0]),
    ];
    assert_eq!(sent, expected);
}

#[test]
fn what_a_script_asks_for_wrongly_is_a_failure() {
    for (asks, what) in [
        ("unit.add()", "argument 1 must be a number, but is nothing"),
        ("unit.add(\"x\")", "argument 1 must be a number, but is string"),
        ("unit.raise(\"no such event\")", "there is no event `no such event`"),
        ("unit.send(-1, \"ping\")", "argument 1 must be a unit, but is i64"),
        ("unit.send_to(\"herd\", unit.unit, \"ping\")", "there is no population `herd`"),
        ("unit.raise(\"look\", \"far\")", "argument 2 must be a number, but is string"),
        ("unit.raise(\"look\", [1])", "argument 2 must be a list of two numbers, but is array"),
        (
            "for i in 0..70 { unit.raise(\"look\"); }",
            "Runtime error: a function can ask for 64 things in a call",
        ),
    ] {
        let (functions, mut units) = in_world(&format!("fn act(unit) {{ {asks} }} fn may(unit) {{ false }}"));
        units.spawn(&mut 0.0, ScriptVars::default());
        units.tick(&mut 0.0, Duration::from_millis(16));
        let failure = functions.take_failure().unwrap();
        assert_eq!((functions.failures(), failure.what.as_str()), (1, what), "{asks}");
        assert_eq!(failure.position.map(|at| at.line), Some(1), "{asks}");
    }
    let (functions, mut units) = in_world("fn act() { } fn may(unit) { unit.add(1); true }");
    let unit = units.spawn(&mut 0.0, ScriptVars::default());
    assert_eq!(units.dispatch(&mut 0.0, unit, "look"), Ok(DispatchOutcome::Unhandled));
    assert_eq!(functions.take_failure().unwrap().what, "Runtime error: a guard changes nothing");
}

#[test]
fn the_parameter_is_not_kept_in_a_variable() {
    let (mut unit, functions) = unit(&acting(), "fn act(about) { this.all = [about]; }");
    send(&mut unit, "go", 0.0).unwrap();
    assert!(functions.take_failure().unwrap().broke_limit);
    assert_eq!(unit.data().names().count(), 0);
}

/// The world of the sheep.
type Dogs = Option<PopulationHandle<ScriptVars>>;

/// A dog whose script calls the first sheep, which answers its caller.
#[derive(Default)]
struct Meadow {
    sheep: Option<PopulationHandle<ScriptVars, Dogs>>,
    dogs: Dogs,
}

impl GameScreen for Meadow {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let dog = Blueprint::template("dog", "rest")
            .state(State::new("rest").on("bleat", "run"))
            .state(State::new("run").from_code());
        let dogs = Population::new(&dog.build(&Default::default()).unwrap());
        let dogs = *self.dogs.insert(cx.populations().add(dogs));
        cx.populations().get_mut(dogs).unwrap().spawn(&mut (), ScriptVars::default());
        let sheep = Blueprint::template("sheep", "graze")
            .state(State::new("graze").update("graze").on("fear", "gone"))
            .state(State::new("gone").update("leave"));
        let text = "fn graze(sheep) { sheep.send(sheep.unit, \"fear\", 2); }\n\
                    fn leave(sheep) { sheep.send_to(\"dogs\", 0, \"bleat\"); sheep.despawn(); }";
        let (_, bindings) = ScriptWorld::new()
            .populations(|dogs: &Dogs, name| dogs.filter(|_| name == "dogs").map(Into::into))
            .bind(&sheep.check().unwrap(), &script(text), Bindings::new());
        let sheep = Population::new(&sheep.build(&bindings).unwrap());
        let sheep = cx.populations().add_with(sheep, |screen: &mut Self| &mut screen.dogs);
        cx.populations().get_mut(sheep).unwrap().spawn(&mut self.dogs, ScriptVars::default());
        self.sheep = Some(sheep);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

#[test]
fn scripts_send_messages_to_other_populations() {
    let phase = Phase::new("meadow").screen("meadow", |_| Meadow::default());
    let mut manager = ScreenManager::new(ManagerSettings::default());
    manager.add_phase(phase);
    manager.start("meadow");
    (0..20).for_each(|_| manager.step(&Input::default()));
    let machines = manager.stack().populations("meadow").unwrap();
    let counts: Vec<_> = machines.counts().map(|(machine, states, _)| (machine, states)).collect();
    assert_eq!(counts, [("dog", vec![("run", 1)]), ("sheep", vec![])]);
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
