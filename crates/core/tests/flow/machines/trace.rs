//! Counts and traces of machines.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_ai::{Bindings, Blueprint, Context, Definition, Next, Population, PopulationHandle, State};
use proscenium_core::flow::{
    GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager,
};
use proscenium_core::platform::{Clock, Input, Trace};

use super::{Unit, cover, flock, hosted, meadow, stones};
use crate::stage::Stage;

#[test]
fn units_are_counted_by_machine_and_state_in_order() {
    let blueprint = Blueprint::template("wolf", "den")
        .on("hunt", "stalk")
        .state(State::new("out").child(State::new("stalk")).child(State::new("chase")))
        .state(
            State::new("den").child(State::new("sleep").on("wake", Next::Leave)).child(State::new("howl")),
        );
    let blueprint = Blueprint { states: blueprint.states, events: vec!["howl".to_owned()], ..blueprint };
    let mut stage = Stage::playing(&["field"]);
    stage.once("field", "update", move |cx| {
        let mut blueprint = blueprint.clone();
        for (parent, child) in [(0, 1), (1, 1)] {
            blueprint.states[parent].states[child].from_code = true;
        }
        let mut wolves = Population::new(&blueprint.build(&Bindings::<()>::new()).unwrap());
        let event = |wolves: &Population<()>, name| wolves.definition().event(name).unwrap();
        let (hunt, wake) = (event(&wolves, "hunt"), event(&wolves, "wake"));
        for number in 0..9 {
            let unit = wolves.spawn(&mut (), ());
            if number % 3 > 0 {
                wolves.send(unit, if number % 3 == 1 { hunt } else { wake }).unwrap();
            }
        }
        let howl = wolves.definition().state("howl").unwrap();
        let last = wolves.spawn(&mut (), ());
        wolves.set_state(&mut (), last, howl, false).unwrap();
        let populations = cx.populations();
        populations.add(wolves);
        populations.add(flock(2));
        populations.add(stones(0));
    });
    stage.frame();
    let counts = stage.manager.stack().populations("field").unwrap().counts();
    let text = |(name, count): &(&str, usize)| format!("{name} {count}");
    let counts: Vec<String> = counts
        .map(|(machine, states, _)| {
            format!("{machine}: {}", states.iter().map(text).collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(counts, ["wolf: stalk 3, den 3, sleep 3, howl 1", "sheep: graze 2", "stone: "]);
}

/// A screen with two flocks and a guard.
struct Pasture {
    sheep: Option<PopulationHandle<Unit>>,
}

impl GameScreen for Pasture {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let blueprint = Blueprint::pushdown("guard", "idle")
            .state(State::new("idle").on("wolf", Next::enter("chase")))
            .state(State::new("chase").on("wolf", Next::switch("fight")))
            .state(State::new("fight").after(30, Next::Exit));
        let mut guards = Population::new(&blueprint.build(&Bindings::<()>::new()).unwrap());
        guards.spawn(&mut (), ());
        self.sheep = Some(cx.populations().add(flock(2)));
        cx.populations().add(guards);
        cx.populations().add(stones(1));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match cx.tick() {
            10 | 12 => cx.post("wolf".to_owned()),
            20 => {
                let flock = self.sheep.and_then(|sheep| cx.populations().get_mut(sheep)).unwrap();
                flock.spawn(&mut (), Unit::default());
            }
            21 => cx.post("kick".to_owned()),
            _ => {}
        }
    }
}

/// The trace of the pasture, one JSON object a line as in `--trace`.
fn pasture(trace: Trace) -> Vec<String> {
    let mut manager = ScreenManager::new(ManagerSettings { trace, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("play").screen("pasture", |_| Pasture { sheep: None }));
    manager.start("play");
    (0..30).for_each(|_| manager.step(&Input::default()));
    manager.trace().take().iter().map(|record| serde_json::to_string(record).unwrap()).collect()
}

#[test]
fn the_trace_has_the_changes_by_population_and_unit() {
    let trace = pasture(Trace::recording().with_machines());
    let machines: Vec<&String> = trace.iter().filter(|line| line.contains("\"kind\":\"machine\"")).collect();
    let line = |frame: u32, unit: u32, machine: &str, change: &str, from: &str, to: &str| {
        format!(
            "{{\"tick\":{frame},\"kind\":\"machine\",\"unit\":{unit},\"machine\":\"{machine}\",\
             \"change\":\"{change}\",\"from\":\"{from}\",\"to\":\"{to}\"}}"
        )
    };
    let expected = [
        line(11, 0, "sheep", "transition", "graze", "flee"),
        line(11, 1, "sheep", "transition", "graze", "flee"),
        line(11, 0, "guard", "enter", "idle", "chase"),
        line(13, 0, "guard", "switch", "chase", "fight"),
        line(14, 0, "sheep", "transition", "flee", "graze"),
        line(14, 1, "sheep", "transition", "flee", "graze"),
        line(15, 0, "guard", "exit", "fight", "idle"),
        line(20, 2, "sheep", "enter", "root", "graze"),
        line(22, 0, "stone", "transition", "lies", "rolls"),
    ];
    assert_eq!(machines, expected.iter().collect::<Vec<_>>());
    // The event comes before what it leads to.
    let place = |part: &str| trace.iter().position(|line| line.contains(part)).unwrap();
    assert!(place("\"event\":\"wolf\"") < place("\"kind\":\"machine\""));
}

#[test]
fn machines_add_only_their_lines_to_a_repeatable_trace() {
    let with = pasture(Trace::recording().with_machines());
    assert_eq!(with, pasture(Trace::recording().with_machines()));
    let without = pasture(Trace::recording());
    let others: Vec<String> =
        with.into_iter().filter(|line| !line.contains("\"kind\":\"machine\"")).collect();
    assert_eq!(without, others);
    assert!(pasture(Trace::off().with_machines()).is_empty());
}

#[test]
fn the_changes_of_the_screens_above_come_first() {
    let (mut stage, _) = meadow(&["field", "menu"], 1);
    stage.once("menu", "on_enter", |cx| {
        cx.populations().add(stones(1));
    });
    cover(&stage, "menu", 1.0);
    stage.run([ScreenCommand::push("menu")]);
    stage.lines();
    stage.manager.flow().post("wolf".to_owned());
    stage.manager.flow().post("kick".to_owned());
    stage.frame();
    let lines =
        ["event wolf", "event kick", "stone 0 transition lies > rolls", "sheep 0 transition graze > flee"];
    assert_eq!(stage.lines(), lines);
}

/// A guard of a herd: it has a stack, deadlines, code that asks for changes, and messages to itself.
fn dog() -> Arc<Definition<Unit>> {
    let blueprint = Blueprint::pushdown("dog", "idle")
        .state(State::new("idle").update("look").on("wolf", Next::enter("chase")))
        .state(
            State::new("chase")
                .fixed_update(40, "look")
                .after(120, Next::Exit)
                .on("bark", Next::switch("rest")),
        )
        .state(State::new("rest").update("look").after(70, Next::Exit));
    let bark = blueprint.check().unwrap().event("bark").unwrap();
    let bindings = Bindings::new().action("look", move |unit: &mut Unit, _, cx: &mut Context<'_>| {
        unit.updates += 1;
        unit.time += cx.delta();
        if (unit.updates + cx.unit().index() as u32).is_multiple_of(11) {
            cx.send(cx.unit(), bark);
        }
    });
    blueprint.build(&bindings).unwrap()
}

#[test]
fn hosted_units_do_what_units_ticked_by_hand_do() {
    let dogs = |count| {
        let mut dogs = Population::new(&dog());
        for _ in 0..count {
            dogs.spawn(&mut (), Unit::default());
        }
        dogs
    };
    let mut by_hand = dogs(900);
    let wolf = by_hand.definition().event("wolf").unwrap();
    by_hand.record_changes(true);
    let handle = Rc::new(Cell::new(None));
    let mut stage = Stage::playing(&["title", "field"]);
    let shared = Rc::clone(&handle);
    stage.when("field", "on_enter", move |cx| {
        shared.set(Some(cx.populations().add(dogs(900))));
    });
    stage.run([ScreenCommand::push("field")]);
    stage.lines();
    by_hand.tick(&mut (), Clock::TICK);
    by_hand.take_changes();
    let mut changes = 0;
    for frame in 0..120 {
        if frame % 9 == 0 {
            stage.manager.flow().post("wolf".to_owned());
            by_hand.broadcast(wolf);
        }
        stage.frame();
        by_hand.tick(&mut (), Clock::TICK);
        let own = by_hand.take_changes();
        let name = |state: proscenium_ai::StateId| state.name();
        let own = own.into_iter().map(|change| {
            let (from, to) = (name(change.from), name(change.to));
            format!("dog {} {} {from} > {to}", change.unit.index(), change.kind.name())
        });
        let own: Vec<String> = own.collect();
        let traced: Vec<String> = stage.lines().into_iter().filter(|line| line.starts_with("dog ")).collect();
        changes += traced.len();
        assert_eq!(traced, own, "tick {frame}");
    }
    assert!(changes > 900 * 4, "{changes} changes");
    let hosted = hosted(&stage, &handle);
    assert_eq!((hosted.data(), hosted.now()), (by_hand.data(), by_hand.now()));
    assert_eq!((hosted.waiting(), hosted.counters()), (by_hand.waiting(), by_hand.counters()));
    let stacks = |dogs: &Population<Unit>| -> Vec<Vec<_>> {
        dogs.iter().map(|unit| dogs.stack(unit).collect()).collect()
    };
    assert_eq!(stacks(hosted), stacks(&by_hand));
}
