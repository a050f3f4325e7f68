//! The four techniques: what their documents say, and a test for each decision that they leave open.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use proscenium::ai::{
    Bindings, Blueprint, ChangeError, Context, DispatchOutcome, Event, FixedUpdate, GuardContext, History,
    Machine, Next, Poll, Population, Remainder, Reply, State, Trigger,
};

/// A unit that writes down who called it.
#[derive(Clone, Debug, Default)]
struct Notes {
    calls: Vec<String>,
    flag: bool,
    number: f64,
}

/// Every action writes its name down; `flag` is a guard.
fn bindings(blueprint: &Blueprint) -> Bindings<Notes> {
    let structure = blueprint.check().unwrap();
    let mut bindings = Bindings::new().guard("flag", |notes: &Notes, _, _| notes.flag);
    for name in structure.actions() {
        let note = name.to_owned();
        bindings = bindings.action(name, move |notes: &mut Notes, _, _| notes.calls.push(note.clone()));
    }
    bindings
}

fn unit(blueprint: &Blueprint) -> Machine<Notes> {
    let mut unit = Machine::recording(&blueprint.build(&bindings(blueprint)).unwrap(), Notes::default());
    take(&mut unit);
    unit
}

fn take(unit: &mut Machine<Notes>) -> String {
    std::mem::take(&mut unit.data_mut().calls).join(" ")
}

fn dispatch(unit: &mut Machine<Notes>, event: &str) -> Result<DispatchOutcome, ChangeError> {
    let event = unit.definition().event(event).unwrap();
    unit.dispatch(event)
}

fn stack(unit: &Machine<Notes>) -> String {
    unit.stack().collect::<Vec<_>>().join(" ")
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// A state with all the hooks that there are.
fn hooked(name: &str) -> State {
    let hook = |what: &str| format!("{what}:{name}");
    State::new(name)
        .enter(&hook("enter"))
        .exit(&hook("exit"))
        .covered(&hook("covered"))
        .uncovered(&hook("uncovered"))
        .from_code()
}

/// The same without those of a stack.
fn plain(name: &str) -> State {
    State::new(name).enter(&format!("enter:{name}")).exit(&format!("exit:{name}")).from_code()
}

// ------------------------------------------------------------------------ 000, the pushdown machine

fn marine() -> Blueprint {
    Blueprint::pushdown("marine", "idle")
        .state(hooked("idle").on("in", Next::enter("attack")).on("order", Next::enter("move")))
        .state(hooked("attack").on("out", Next::Exit).on("again", Next::enter("attack")))
        .state(hooked("move").on("in", Next::enter("chase")).on("out", Next::Exit))
        .state(hooked("chase").on("near", Next::switch("attack")))
}

#[test]
fn covering_calls_covered_and_no_exit_or_enter_hook() {
    let mut marine = unit(&marine());
    dispatch(&mut marine, "in").unwrap();
    assert_eq!(take(&mut marine), "covered:idle enter:attack");
    dispatch(&mut marine, "out").unwrap();
    assert_eq!(take(&mut marine), "exit:attack uncovered:idle");
}

#[test]
fn switching_calls_hooks_of_the_top_of_the_stack_only() {
    let mut marine = unit(&marine());
    dispatch(&mut marine, "order").unwrap();
    dispatch(&mut marine, "in").unwrap();
    take(&mut marine);
    dispatch(&mut marine, "near").unwrap();
    assert_eq!(
        (take(&mut marine).as_str(), stack(&marine).as_str()),
        ("exit:chase enter:attack", "attack move idle")
    );
}

#[test]
fn a_state_can_be_on_the_stack_twice() {
    let mut marine = unit(&marine());
    dispatch(&mut marine, "in").unwrap();
    dispatch(&mut marine, "again").unwrap();
    assert_eq!(stack(&marine), "attack attack idle");
    dispatch(&mut marine, "out").unwrap();
    assert_eq!(stack(&marine), "attack idle");
}

#[test]
fn the_lowest_state_is_not_left_and_a_full_stack_is_an_error() {
    let mut marine = unit(&marine().max_depth(3));
    assert_eq!(marine.exit(), Err(ChangeError::StackEmpty));
    dispatch(&mut marine, "in").unwrap();
    dispatch(&mut marine, "again").unwrap();
    take(&mut marine);
    assert_eq!(dispatch(&mut marine, "again"), Err(ChangeError::StackFull));
    assert_eq!((stack(&marine).as_str(), take(&mut marine).as_str()), ("attack attack idle", ""));
    assert_eq!((marine.counters().stack_empty, marine.counters().stack_full), (1, 1));
    // A machine of another family has no stack at all.
    let mut other = unit(&Blueprint::hierarchy("m", "a").state(plain("a")));
    let a = other.state();
    assert_eq!((other.enter(a), other.exit()), (Err(ChangeError::NoStack), Err(ChangeError::NoStack)));
}

/// In which of `ticks` ticks of 400 ms a fixed update of a second comes.
fn fixed_updates(remainder: Remainder, ticks: usize) -> Vec<usize> {
    let mut state = State::new("a").update("each");
    state.fixed_update =
        Some(FixedUpdate { every: 1000, call: "fixed".to_owned(), remainder, spread: false });
    let mut unit = unit(&Blueprint::pushdown("m", "a").state(state));
    let calls = (1..=ticks).filter(|_| {
        unit.tick(ms(400));
        take(&mut unit) == "fixed"
    });
    calls.collect()
}

#[test]
fn a_fixed_update_replaces_the_update_and_keeps_its_remainder() {
    // n calls in n seconds: at 1.2, 2.0, 3.2, 4.0, 5.2, 6.0 s.
    assert_eq!(fixed_updates(Remainder::Keep, 15), [3, 5, 8, 10, 13, 15]);
}

#[test]
fn a_fixed_update_can_drop_its_remainder() {
    // The document compares before it adds, drops what is beyond, and does not count the tick of the call: its
    // `_deltaTime` reaches a second after three ticks, the fourth calls, and the rule starts again.
    let mut literal = Vec::new();
    let (mut delta, check) = (0.0, 1.0);
    for tick in 1..=15 {
        if delta >= check {
            delta = 0.0;
            literal.push(tick);
        } else {
            delta += 0.4;
        }
    }
    assert_eq!(literal, [4, 8, 12]);
    assert_eq!(fixed_updates(Remainder::Drop, 15), literal);
}

#[test]
fn fixed_updates_of_units_are_spread_over_ticks() {
    let mut state = State::new("a").fixed_update(1000, "think");
    state.fixed_update.as_mut().unwrap().spread = true;
    let blueprint = Blueprint::pushdown("m", "a").state(state);
    let mut units = Population::new(&blueprint.build(&bindings(&blueprint)).unwrap());
    for _ in 0..1000 {
        units.spawn(Notes::default());
    }
    let mut busiest = 0;
    for _ in 0..100 {
        units.tick(ms(20));
        let calls: usize =
            units.data_mut().iter_mut().map(|notes| std::mem::take(&mut notes.calls).len()).sum();
        busiest = busiest.max(calls);
    }
    // Twenty on average.
    assert!(busiest <= 24, "{busiest}");
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
    let wanted = blueprint.check().unwrap().state("attack").unwrap();
    let bindings =
        bindings(&blueprint).guard("may", move |_: &Notes, _, cx: &GuardContext| cx.target() == wanted);
    let definition = blueprint.build(&bindings).unwrap();
    let mut marine = Machine::new(&definition, Notes::default());
    marine.enter(definition.state("guard").unwrap()).unwrap();
    take(&mut marine);
    assert_eq!(dispatch(&mut marine, "to_move"), Ok(DispatchOutcome::Refused));
    assert_eq!((take(&mut marine).as_str(), marine.counters().refused), ("", 1));
    assert_eq!(dispatch(&mut marine, "to_attack"), Ok(DispatchOutcome::Changed));
}

#[test]
fn the_clocks_of_a_covered_state_stand_still() {
    let blueprint = Blueprint::pushdown("m", "work")
        .state(State::new("work").after(100, Next::switch("rest")).on("look", Next::enter("look")))
        .state(State::new("rest"))
        .state(State::new("look").on("done", Next::Exit));
    let mut unit = unit(&blueprint);
    unit.tick(ms(60));
    dispatch(&mut unit, "look").unwrap();
    unit.tick(ms(1000));
    dispatch(&mut unit, "done").unwrap();
    unit.tick(ms(39));
    assert_eq!(unit.state_name(), "work");
    unit.tick(ms(1));
    assert_eq!(unit.state_name(), "rest");
}

// ------------------------------------------------------------------------ 001, the hierarchical machine

#[test]
fn the_highest_level_wins_then_the_first_declared_trigger() {
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State::new("a").when(1, "flag", "low").when(2, "flag", "high").when(2, "flag", "later"))
        .state(plain("low"))
        .state(plain("high"))
        .state(plain("later"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(ms(16));
    assert_eq!(unit.state_name(), "high");
}

#[test]
fn on_a_tie_the_outer_state_wins() {
    let blueprint = Blueprint::hierarchy("m", "outer")
        .state(State::new("outer").when(1, "flag", "a").child(State::new("inner").when(1, "flag", "b")))
        .state(plain("a"))
        .state(plain("b"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(ms(16));
    assert_eq!(unit.state_name(), "a");
}

/// The machine as the article has it, slips included: the transition to *walk* leads to *run*, and the
/// one to *jump* leads to *doublejump*. Both exist, so the machine is in order; it just never walks or jumps.
#[test]
fn the_transitions_of_the_article_lead_where_they_say() {
    let blueprint = Blueprint::hierarchy("article", "idle")
        .state(State::new("idle").when(1, "walks", "run").when(2, "jumps", "doublejump"))
        .state(plain("walk"))
        .state(plain("run"))
        .state(plain("jump"))
        .state(plain("doublejump"));
    let bindings = bindings(&blueprint)
        .guard("walks", |notes: &Notes, _, _| notes.number > 0.0)
        .guard("jumps", |notes: &Notes, _, _| notes.number > 5.0);
    let definition = blueprint.build(&bindings).unwrap();
    for (number, state) in [(1.0, "run"), (5.5, "doublejump")] {
        let mut unit = Machine::new(&definition, Notes { number, ..Notes::default() });
        unit.tick(ms(16));
        assert_eq!(unit.state_name(), state);
    }
}

fn nested() -> Blueprint {
    Blueprint::hierarchy("m", "left")
        .on("up", "left")
        .on("across", "right_inner")
        .state(plain("left").child(plain("left_inner").child(plain("left_core").on("up_one", "left_inner"))))
        .state(plain("right").child(plain("right_first")).child(plain("right_inner")))
}

#[test]
fn exit_hooks_run_upwards_and_enter_hooks_downwards() {
    let mut unit = unit(&nested());
    assert_eq!(unit.path(), "left/left_inner/left_core");
    dispatch(&mut unit, "across").unwrap();
    assert_eq!(take(&mut unit), "exit:left_core exit:left_inner exit:left enter:right enter:right_inner");
    // To a state around the current one: it is not left, and the unit goes down to its initial child.
    let right = unit.definition().state("right").unwrap();
    unit.set_state(right, false).unwrap();
    assert_eq!(
        (take(&mut unit).as_str(), unit.path().as_str()),
        ("exit:right_inner enter:right_first", "right/right_first")
    );
    dispatch(&mut unit, "up").unwrap();
    assert_eq!(take(&mut unit), "exit:right_first exit:right enter:left enter:left_inner enter:left_core");
    dispatch(&mut unit, "up_one").unwrap();
    assert_eq!(take(&mut unit), "exit:left_core enter:left_core");
}

#[test]
fn history_brings_a_unit_back_and_enters_what_it_comes_back_to() {
    for (history, expected, path) in [
        (History::None, "exit:right enter:left enter:one", "left/one"),
        (History::Shallow, "exit:right enter:left enter:two enter:core_a", "left/two/core_a"),
        (History::Deep, "exit:right enter:left enter:two enter:core_b", "left/two/core_b"),
    ] {
        let two = plain("two").child(plain("core_a")).child(plain("core_b"));
        let blueprint = Blueprint::hierarchy("m", "left")
            .on("away", "right")
            .on("back", "left")
            .state(plain("left").history(history).child(plain("one")).child(two))
            .state(plain("right"));
        let mut unit = unit(&blueprint);
        let core_b = unit.definition().state("core_b").unwrap();
        unit.set_state(core_b, false).unwrap();
        dispatch(&mut unit, "away").unwrap();
        take(&mut unit);
        dispatch(&mut unit, "back").unwrap();
        assert_eq!((take(&mut unit).as_str(), unit.path().as_str()), (expected, path));
    }
}

#[test]
fn a_transition_to_the_surrounding_state_ignores_its_history() {
    for history in [History::Shallow, History::Deep] {
        let children = ["one", "two", "three"].into_iter().map(plain);
        let blueprint = Blueprint::hierarchy("m", "left")
            .on("away", "right")
            .on("left", "left")
            .on("three", "three")
            .state(children.fold(plain("left").history(history), State::child))
            .state(plain("right"));
        let mut unit = unit(&blueprint);
        let two = unit.definition().state("two").unwrap();
        unit.set_state(two, false).unwrap();
        for (event, path) in
            [("away", "right"), ("left", "left/two"), ("three", "left/three"), ("left", "left/one")]
        {
            dispatch(&mut unit, event).unwrap();
            assert_eq!(unit.path(), path, "{history:?}, after {event}");
        }
    }
}

#[test]
fn only_a_unit_of_a_template_rests_in_its_parent() {
    let states = |blueprint: Blueprint| blueprint.on("b", "b").state(plain("a").child(plain("b")));
    let refused = Err(ChangeError::NotATemplate);
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
fn a_state_is_stayed_in_for_its_shortest_and_its_longest_time() {
    let blueprint = Blueprint::hierarchy("m", "a")
        .state(State { min_time: 100, ..State::new("a").when(1, "flag", "b") })
        .state(State::new("b").after(50, "a"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    for (step, state) in [(99, "a"), (1, "b"), (49, "b"), (1, "a"), (0, "a")] {
        unit.tick(ms(step));
        assert_eq!(unit.state_name(), state, "after {:?}", unit.now());
    }
}

#[test]
fn an_action_runs_between_exit_and_enter_hooks() {
    let trigger =
        Trigger { trigger: "flag".to_owned(), level: 0, action: Some("act".to_owned()), then: "b".into() };
    let blueprint =
        Blueprint::hierarchy("m", "a").state(State { when: vec![trigger], ..plain("a") }).state(plain("b"));
    let mut unit = unit(&blueprint);
    unit.data_mut().flag = true;
    unit.tick(ms(16));
    assert_eq!(take(&mut unit), "exit:a act enter:b");
}

// ------------------------------------------------------------------------ 004, the node-shared machine

fn monster() -> Blueprint {
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
    assert_eq!(monster.leave_current(), Err(ChangeError::AtRoot));
    dispatch(&mut monster, "gone").unwrap();
    assert_eq!(
        (take(&mut monster).as_str(), monster.path().as_str()),
        ("enter:normal enter:idle", "normal/idle")
    );
}

#[test]
fn a_tick_handles_one_message_or_all_that_waited() {
    for (poll, expected) in [(Poll::One, [2, 2, 2]), (Poll::All, [2, 2, 2])] {
        let mut blueprint =
            Blueprint::template("m", "a").state(State::new("a").handler("hear")).event("ping");
        blueprint.poll = poll;
        // Each message that is handled sends another one to the unit itself.
        let bindings = Bindings::new().handler("hear", |notes: &mut Notes, _, cx: &mut Context<'_>| {
            notes.number += 1.0;
            if let Some(event) = cx.event() {
                cx.send(cx.unit(), event);
            }
            Reply::Handled
        });
        let mut unit = Machine::new(&blueprint.build(&bindings).unwrap(), Notes::default());
        let ping = unit.definition().event("ping").unwrap();
        unit.send(ping).unwrap();
        unit.send(ping).unwrap();
        for (tick, waiting) in expected.into_iter().enumerate() {
            unit.tick(ms(16));
            let each = if poll == Poll::All { 2 } else { 1 };
            assert_eq!(
                (unit.waiting(), unit.data().number),
                (waiting, ((tick + 1) * each) as f64),
                "{poll:?}"
            );
        }
    }
}

#[test]
fn a_message_bubbles_up_until_a_state_handles_it() {
    let mut blueprint = monster().event("poke");
    blueprint.states[0].handler = Some("of_normal".to_owned());
    blueprint.states[0].states[0].handler = Some("of_idle".to_owned());
    let note = |name: &'static str, reply| {
        move |notes: &mut Notes, (): &mut (), _: &mut Context<'_>| {
            notes.calls.push(name.to_owned());
            if notes.flag { reply } else { Reply::Unhandled }
        }
    };
    let bindings = bindings(&blueprint)
        .handler("of_idle", note("of_idle", Reply::Handled))
        .handler("of_normal", note("of_normal", Reply::Handled));
    let mut monster = Machine::new(&blueprint.build(&bindings).unwrap(), Notes::default());
    take(&mut monster);
    assert_eq!(dispatch(&mut monster, "poke"), Ok(DispatchOutcome::Unhandled));
    assert_eq!((take(&mut monster).as_str(), monster.counters().unhandled), ("of_idle of_normal", 1));
    monster.data_mut().flag = true;
    assert_eq!(dispatch(&mut monster, "poke"), Ok(DispatchOutcome::Handled));
    assert_eq!(take(&mut monster), "of_idle");
}

#[test]
fn after_a_caught_panic_no_request_reaches_another_unit() {
    let blueprint = Blueprint::template("m", "a")
        .on("go", "a")
        .state(State::new("a").handler("go"))
        .state(State::new("b").from_code());
    let b = blueprint.check().unwrap().state("b").unwrap();
    let bindings = Bindings::new().handler("go", move |panics: &mut bool, _, cx: &mut Context<'_>| {
        cx.set_state(b, false);
        assert!(!*panics, "the hook of one unit");
        Reply::Handled
    });
    let definition = blueprint.build(&bindings).unwrap();
    let go = definition.event("go").unwrap();
    let mut units = Population::new(&definition);
    let all: Vec<_> = (0..600).map(|place| units.spawn(place == 0)).collect();
    for unit in [0, 1, 300, 599] {
        units.send(all[unit], go).unwrap();
    }
    let tick = |units: &mut Population<bool>| units.tick(ms(16));
    assert!(catch_unwind(AssertUnwindSafe(|| tick(&mut units))).is_err());
    tick(&mut units);
    let moved = |units: &Population<bool>| {
        let places = (0..600).filter(|&place| units.state(all[place]) == Some(b));
        places.collect::<Vec<_>>()
    };
    // The messages of the block with the panic are lost.
    assert_eq!(moved(&units), [300, 599]);
    assert!(catch_unwind(AssertUnwindSafe(|| units.dispatch(all[0], go))).is_err());
    units.update(all[2]).unwrap();
    assert_eq!(moved(&units), [300, 599]);
}

#[test]
fn messages_beyond_the_queue_are_dropped_and_counted() {
    let blueprint = Blueprint { queue: 3, ..monster() };
    let mut monster = unit(&blueprint);
    let seen = monster.definition().event("seen").unwrap();
    let sent: Vec<_> =
        (0..5).map(|number| monster.send(Event { id: seen, payload: f64::from(number) }).is_ok()).collect();
    assert_eq!(sent, [true, true, true, false, false]);
    assert_eq!((monster.waiting(), monster.counters().dropped), (3, 2));
    // One unit's flood costs another nothing.
    let mut units = Population::new(monster.definition());
    let (first, second) = (units.spawn(Notes::default()), units.spawn(Notes::default()));
    for _ in 0..1000 {
        // It is dropped now, or in the tick.
        let _ = units.send(first, seen);
        assert!(units.waiting() <= 12);
    }
    assert_eq!(units.send(second, seen), Ok(()));
    assert_eq!((units.waiting_for(first), units.waiting_for(second)), (3, 1));
}

#[test]
fn messages_to_units_that_are_gone_are_lost_and_counted() {
    let blueprint = monster();
    let mut units = Population::new(&blueprint.build(&bindings(&blueprint)).unwrap());
    let unit = units.spawn(Notes::default());
    let seen = units.definition().event("seen").unwrap();
    units.send(unit, seen).unwrap();
    units.despawn(unit).unwrap();
    assert_eq!(units.data()[0].calls, ["enter:normal", "enter:idle", "exit:idle", "exit:normal"]);
    assert_eq!(units.despawn(unit), Err(ChangeError::NoSuchUnit));
    // Another unit in the same place is not meant.
    let other = units.spawn(Notes::default());
    assert_eq!((unit.index(), other.index()), (0, 0));
    assert!(units.send(unit, seen).is_err());
    units.tick(ms(16));
    assert_eq!(
        (units.counters().lost, units.definition().path(units.state(other).unwrap())),
        (1, "normal/idle".to_owned())
    );
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
    let blueprint = Blueprint::template("m", "a")
        .state(State::new("a").enter("to_b"))
        .state(State::new("b").enter("to_a").from_code());
    let structure = blueprint.check().unwrap();
    let [a, b] = ["a", "b"].map(|name| structure.state(name).unwrap());
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
    assert_eq!(unit.set_state(b, false), Err(ChangeError::Endless));
    assert_eq!(unit.counters().endless, 1);
    // It is in a state that it has completely entered, and goes on.
    assert!(["a", "b"].contains(&unit.state_name()));
    unit.tick(ms(16));
}

#[test]
fn a_machine_of_another_family_may_mix_what_it_needs() {
    // An entry of a stack with states inside, and a hierarchy with rows.
    let blueprint = Blueprint::pushdown("m", "work")
        .state(hooked("work").on("cover", Next::enter("talk")).child(hooked("dig")).child(hooked("carry")))
        .state(hooked("talk").on("done", Next::Exit));
    let mut unit = unit(&blueprint);
    let carry = unit.definition().state("carry").unwrap();
    unit.switch(carry).unwrap();
    take(&mut unit);
    dispatch(&mut unit, "cover").unwrap();
    assert_eq!(take(&mut unit), "covered:carry covered:work enter:talk");
    dispatch(&mut unit, "done").unwrap();
    assert_eq!(
        (take(&mut unit).as_str(), unit.path().as_str()),
        ("exit:talk uncovered:work uncovered:carry", "work/carry")
    );
}

#[test]
fn a_fixed_update_spreads_only_where_it_says_so() {
    let by_builder = State::new("a").fixed_update(500, "think").fixed_update.unwrap();
    assert_eq!(by_builder, FixedUpdate { every: 500, call: "think".to_owned(), ..FixedUpdate::default() });
    let by_file: FixedUpdate = serde_json::from_str(r#"{"every": 500, "call": "think"}"#).unwrap();
    assert_eq!((&by_file, by_file.spread), (&by_builder, false));
}
