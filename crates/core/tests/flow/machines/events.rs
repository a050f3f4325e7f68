//! Events of the game as messages to machines.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;

use proscenium_ai::{
    Bindings, Blueprint, Context, Counters, Event, EventId, EventOf, Payload, Population, PopulationHandle,
    Row, State, UnitId,
};
use proscenium_core::flow::{Cover, ScreenCommand};

use super::{Heard, Unit, first, flock, hosted, machine_lines, meadow, stones, ticks};
use crate::stage::Stage;

#[test]
fn an_event_reaches_every_unit_of_a_machine_that_has_it() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.manager.flow().post("rain".to_owned());
    stage.frame();
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
    stage.manager.flow().post("wolf".to_owned());
    stage.frame();
    let fled = [
        "sheep 0 transition graze > flee",
        "sheep 1 transition graze > flee",
        "sheep 2 transition graze > flee",
    ];
    assert_eq!(machine_lines(&mut stage), fled);
    let (machine, states, _) = stage.manager.stack().populations("field").unwrap().counts().next().unwrap();
    assert_eq!((machine, states), ("sheep", vec![("flee", 3)]));
    // After the frame of the message three more make 50 ms.
    ticks(&mut stage, 3);
    assert_eq!(machine_lines(&mut stage).len(), 3);
}

#[test]
fn a_handled_event_does_not_reach_the_machines_below() {
    for (keeps, fled) in [(true, 0), (false, 3)] {
        let (mut stage, _) = meadow(&["field", "menu"], 3);
        stage.script.borrow_mut().covers.insert("menu", Cover { speed: 1.0, ..Cover::default() });
        if keeps {
            stage.script.borrow_mut().swallowing.insert("menu");
        }
        stage.run([ScreenCommand::push("menu")]);
        stage.run_until_idle();
        stage.lines();
        stage.manager.flow().post("wolf".to_owned());
        stage.frame();
        assert_eq!(
            machine_lines(&mut stage).len(),
            fled,
            "{:?}",
            if keeps { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        );
    }
}

#[test]
fn machines_without_an_event_ignore_it() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let stone = Rc::new(Cell::new(None));
    let shared = Rc::clone(&stone);
    stage.once("field", "update", move |cx| shared.set(Some(cx.populations().add(stones(2)))));
    stage.frame();
    stage.lines();
    let stones = |stage: &Stage| {
        let populations = stage.manager.stack().populations("field").unwrap();
        let stones = populations.get(stone.get().unwrap()).unwrap();
        (stones.counts(), stones.waiting(), *stones.counters())
    };
    let rolls = |rolling: usize| vec![0, 2 - rolling, rolling];
    let updates = first(&stage, &handle).unwrap().updates;
    for name in ["wolf", "", "kic", "kick ", "KICK", "lies", "stone", "think"] {
        stage.manager.flow().post(name.to_owned());
    }
    stage.frame();
    assert_eq!(stones(&stage), (rolls(0), 0, Counters::default()));
    stage.lines();
    ticks(&mut stage, 3);
    stage.lines();
    // Sheep graze on.
    assert_eq!(hosted(&stage, &handle).counters(), &Counters::default());
    stage.manager.flow().post("kick".to_owned());
    let before = first(&stage, &handle).unwrap().updates;
    stage.frame();
    assert_eq!(stones(&stage), (rolls(2), 0, Counters::default()));
    assert_eq!(first(&stage, &handle).unwrap().updates, before + 1);
    assert!(before > updates);
    assert_eq!(
        stage.lines(),
        ["event kick", "stone 0 transition lies > rolls", "stone 1 transition lies > rolls"]
    );
    // A machine that ignores it in its state counts it.
    stage.manager.flow().post("kick".to_owned());
    stage.frame();
    let (counts, _, counters) = stones(&stage);
    assert_eq!((counts, counters.unhandled), (rolls(2), 2));
}

#[test]
fn an_event_waits_as_a_message_until_the_machines_are_ticked() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let seen = Rc::new(RefCell::new(Vec::new()));
    for hook in ["on_event", "update"] {
        let (shared, own) = (Rc::clone(&seen), Rc::clone(&handle));
        stage.when("field", hook, move |cx| {
            let waiting = cx.populations().get(own.get().unwrap()).unwrap().waiting();
            shared.borrow_mut().push((hook, waiting));
        });
    }
    stage.manager.flow().post("wolf".to_owned());
    stage.manager.flow().post("wolf".to_owned());
    stage.frame();
    assert_eq!(*seen.borrow(), [("on_event", 0), ("on_event", 3), ("update", 6)]);
    // One message in a tick: the second ones wait.
    assert_eq!(hosted(&stage, &handle).waiting(), 3);
    stage.frame();
    assert_eq!(hosted(&stage, &handle).waiting(), 0);
    assert_eq!(hosted(&stage, &handle).counters().unhandled, 3, "a fleeing sheep ignores the wolf");
}

#[test]
fn the_machines_of_a_screen_that_handles_an_event_get_it() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.script.borrow_mut().swallowing.insert("field");
    stage.manager.flow().post("wolf".to_owned());
    stage.frame();
    assert_eq!(machine_lines(&mut stage).len(), 3);
}

#[test]
fn units_of_a_frozen_screen_get_no_event() {
    let (mut stage, handle) = meadow(&["field", "menu"], 3);
    stage.run([ScreenCommand::push("menu")]);
    for _ in 0..30 {
        stage.manager.flow().post("wolf".to_owned());
        stage.manager.flow().post(Event::from("wolf"));
        stage.frame();
    }
    assert_eq!(hosted(&stage, &handle).waiting(), 0);
    stage.run([ScreenCommand::pop()]);
    ticks(&mut stage, 30);
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
    assert_eq!(*hosted(&stage, &handle).counters(), Counters::default());
    // What the screen itself says to them waits.
    let flock =
        stage.manager.stack_mut().populations_mut("field").unwrap().get_mut(handle.get().unwrap()).unwrap();
    assert_eq!(flock.broadcast("wolf"), 3);
    stage.frame();
    assert_eq!(machine_lines(&mut stage).len(), 3);
}

#[test]
fn units_get_of_a_typed_event_what_their_screen_says() {
    let (mut stage, handle) = meadow(&["field"], 100);
    stage.manager.flow().post(Heard("wolf"));
    ticks(&mut stage, 10);
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
    assert_eq!(
        (hosted(&stage, &handle).waiting(), *hosted(&stage, &handle).counters()),
        (0, Counters::default())
    );
    let own = Rc::clone(&handle);
    stage.when("field", "on_event", move |cx| {
        let flock = cx.populations().get_mut(own.get().unwrap()).unwrap();
        let first = flock.iter().next().unwrap();
        flock.send(first, "wolf").unwrap();
    });
    stage.manager.flow().post(Heard("wolf"));
    stage.frame();
    assert_eq!(machine_lines(&mut stage), ["sheep 0 transition graze > flee"]);
}

#[test]
fn a_message_of_an_event_has_its_payload() {
    let (mut stage, _) = meadow(&["field"], 0);
    let bitten = |bites: &mut f64, (): &mut (), cx: &mut Context<'_>| {
        *bites += cx.payload(EventOf::from(EventId::from("bite"))).unwrap_or(-1.0);
    };
    let row = Row { event: "bite".to_owned(), action: Some("bitten".to_owned()), ..Row::default() };
    let blueprint = Blueprint::table("goat", "graze").state(State::new("graze").row(row));
    let mut goats = Population::new(&blueprint.build(&Bindings::new().action("bitten", bitten)).unwrap());
    goats.spawn(&mut (), 0.0);
    let goats = stage.manager.stack_mut().populations_mut("field").unwrap().add(goats);
    stage.manager.flow().post(Event { id: "bite".into(), payload: Payload::Number(2.5) });
    stage.frame();
    assert_eq!(stage.manager.stack().populations("field").unwrap().get(goats).unwrap().data(), [2.5]);
}

#[test]
fn an_event_does_not_reach_a_population_added_after_it() {
    let (mut stage, _) = meadow(&["field"], 0);
    stage.manager.flow().post("wolf".to_owned());
    stage.once("field", "update", |cx| {
        cx.populations().add(flock(3));
    });
    ticks(&mut stage, 3);
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
}

#[test]
fn an_event_of_a_unit_reaches_rules_and_screens_a_tick_later() {
    let (mut stage, _) = meadow(&["field", "menu"], 0);
    let heard = Rc::new(RefCell::new(Vec::new()));
    let shared = Rc::clone(&heard);
    stage.manager.add_rule(move |event: &Event, cx| {
        shared.borrow_mut().push((event.id.name(), event.payload));
        cx.push("menu");
    });
    let crow = |(): &mut (), (): &mut (), cx: &mut Context<'_>| {
        cx.post(Event { id: "dawn".into(), payload: Payload::Unit(cx.unit()) });
    };
    let blueprint = Blueprint::table("cock", "sleep")
        .state(State::new("sleep").after(30, "crow"))
        .state(State::new("crow").enter("crow"));
    let mut cocks = Population::new(&blueprint.build(&Bindings::new().action("crow", crow)).unwrap());
    (0..2).for_each(|_| assert!(cocks.spawn(&mut (), ()).index() < 2));
    stage.manager.stack_mut().populations_mut("field").unwrap().add(cocks);
    stage.frame();
    stage.notes();
    stage.frame();
    assert!(heard.borrow().is_empty());
    assert_eq!(stage.notes(), ["field update"]);
    stage.frame();
    let units = [0, 1].map(|index| Payload::Unit(UnitId::from_bits(index).unwrap()));
    assert_eq!(*heard.borrow(), units.map(|unit| ("dawn", unit)));
    assert_eq!(stage.notes()[..3], ["field saw dawn", "field saw dawn", "field update"]);
    assert_eq!(stage.stack(), ["field", "menu"]);
}

/// A unit that asks a population for something in each tick.
fn asker<D: 'static>(name: &str, ask: fn(&mut Context<'_>, &mut D)) -> Population<D> {
    let blueprint = Blueprint::table(name, "ask").state(State::new("ask").enter("ask").update("ask"));
    let ask = move |unit: &mut D, (): &mut (), cx: &mut Context<'_>| ask(cx, unit);
    Population::new(&blueprint.build(&Bindings::new().action("ask", ask)).unwrap())
}

fn counters(stage: &Stage) -> Vec<Counters> {
    stage.manager.stack().populations("field").unwrap().counts().map(|(.., counters)| *counters).collect()
}

#[test]
fn what_is_sent_to_a_population_that_is_gone_is_counted() {
    let (mut stage, _) = meadow(&["field"], 0);
    let mut askers = asker("asker", |cx, other: &mut PopulationHandle<Unit>| {
        cx.send_to(*other, UnitId::from_bits(0).unwrap(), "wolf");
        cx.spawn_in(*other, Unit::default());
    });
    askers.spawn(&mut (), stones(1).handle());
    stage.manager.stack_mut().populations_mut("field").unwrap().add(askers);
    ticks(&mut stage, 3);
    assert_eq!(counters(&stage)[1], Counters { lost: 8, ..Counters::default() });
}

#[test]
fn populations_that_spawn_into_each_other_are_stopped() {
    let (mut stage, _) = meadow(&["field"], 0);
    struct Breeder(PopulationHandle<Breeder>);
    let breeder = || {
        asker("breeder", |cx, unit: &mut Breeder| {
            let here = cx.handle(unit, &());
            cx.spawn_in(unit.0, Breeder(here));
        })
    };
    let (mut one, two) = (breeder(), breeder());
    one.spawn(&mut (), Breeder(two.handle()));
    let populations = stage.manager.stack_mut().populations_mut("field").unwrap();
    populations.add(one);
    populations.add(two);
    stage.frame();
    let counted: Vec<u64> = counters(&stage).iter().map(|counters| counters.spawns).collect();
    assert_eq!(counted, [0, 2, 0]);
}
