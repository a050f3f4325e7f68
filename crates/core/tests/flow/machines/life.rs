//! The life of populations: their clock, their handles, and their end.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, Family, Population, State};
use proscenium_core::flow::{ScreenCommand, ScreenContext, Target};
use proscenium_core::platform::Clock;

use super::{Flock, cover, first, flock, hosted, machine_lines, meadow, rounded, ticks};
use crate::stage::Stage;

#[test]
fn a_population_is_ticked_once_a_tick_after_its_screen() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let before = first(&stage, &handle).unwrap();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let (shared, own) = (Rc::clone(&seen), Rc::clone(&handle));
    stage.when("field", "update", move |cx: &mut ScreenContext<'_>| {
        let flock = cx.populations().get(own.get().unwrap()).unwrap();
        shared.borrow_mut().push(flock.data()[2].updates);
    });
    ticks(&mut stage, 5);
    let after = first(&stage, &handle).unwrap();
    assert_eq!(after.updates - before.updates, 5);
    assert_eq!(after.time - before.time, Clock::TICK * 5);
    // In its update a screen sees what its machines thought in the frame before.
    assert_eq!(*seen.borrow(), (0..5).map(|frame| before.updates + frame).collect::<Vec<_>>());
}

#[test]
fn held_populations_miss_the_tick_and_an_event_waits_for_the_next_one() {
    let (mut stage, handle) = meadow(&["field"], 1);
    let before = first(&stage, &handle).unwrap();
    let own = Rc::clone(&handle);
    let mut updates = 0;
    stage.when("field", "update", move |cx: &mut ScreenContext<'_>| {
        updates += 1;
        if (2..4).contains(&updates) {
            cx.populations().hold();
        }
        if updates == 2 {
            cx.populations().get_mut(own.get().unwrap()).unwrap().broadcast("wolf");
        }
    });
    let seen: Vec<_> = (0..5)
        .map(|_| {
            ticks(&mut stage, 1);
            let (_, states, _) = stage.manager.stack().populations("field").unwrap().counts().next().unwrap();
            (first(&stage, &handle).unwrap().updates - before.updates, states[0].0.to_owned())
        })
        .collect();
    let seen: Vec<_> = seen.iter().map(|(updates, state)| (*updates, state.as_str())).collect();
    assert_eq!(seen, [(1, "graze"), (1, "graze"), (1, "graze"), (1, "flee"), (2, "flee")]);
    assert_eq!(first(&stage, &handle).unwrap().time - before.time, Clock::TICK * 2);
}

#[test]
fn a_handle_is_invalid_on_another_screen() {
    let (mut stage, handle) = meadow(&["field", "menu"], 2);
    let field = handle.get().unwrap();
    let found = Rc::new(Cell::new(None));
    let shared = Rc::clone(&found);
    stage.when("menu", "on_enter", move |cx| {
        let own = cx.populations().add(flock(1));
        let populations = cx.populations();
        shared.set(Some((
            populations.get(field).is_some(),
            populations.remove(field),
            populations.remove(own),
            populations.remove(own),
        )));
    });
    stage.run([ScreenCommand::push("menu")]);
    stage.run_until_idle();
    assert_eq!(found.get(), Some((false, false, true, false)));
    assert!(stage.manager.stack().populations("menu").unwrap().is_empty());
    assert_eq!(stage.manager.stack().populations("field").unwrap().len(), 1);
}

#[test]
fn a_population_never_has_the_seed_of_a_removed_one() {
    let mut stage = Stage::playing(&["field"]);
    let seeds = Rc::new(Cell::new(None));
    let shared = Rc::clone(&seeds);
    stage.once("field", "update", move |cx| {
        let populations = cx.populations();
        let [first, second] = [(); 2].map(|()| populations.add(flock(0)));
        populations.remove(first);
        let third = populations.add(flock(0));
        shared.set(Some([second, third].map(|flock| populations.get(flock).unwrap().snapshot())));
    });
    stage.frame();
    let [second, third] = seeds.take().unwrap();
    assert!(second != third, "both have the same seed");
}

#[test]
fn screens_that_enter_together_have_other_seeds() {
    let mut stage = Stage::playing(&["field", "hill"]);
    let seeds = Rc::new(RefCell::new(Vec::new()));
    for screen in ["field", "hill"] {
        let shared = Rc::clone(&seeds);
        stage.when(screen, "on_enter", move |cx| {
            let handle = cx.populations().add(flock(0));
            shared.borrow_mut().push(cx.populations().get(handle).unwrap().snapshot());
        });
    }
    stage.run([ScreenCommand::reset(["field", "hill"])]);
    stage.run_until_idle();
    let [field, hill] = &seeds.borrow()[..] else { panic!() };
    assert!(field != hill, "both have the same seed");
}

/// What screens and machines did, in the order in which they did it.
type Log = Arc<Mutex<Vec<String>>>;

fn taken(log: &Log) -> Vec<String> {
    std::mem::take(&mut log.lock().unwrap())
}

/// One unit that writes down that it thinks.
fn thinker(name: &'static str, log: &Log) -> Population<()> {
    let log = Arc::clone(log);
    let blueprint =
        Blueprint::new(name, Family::Template, "awake").state(State::new("awake").update("think"));
    let bindings = Bindings::new()
        .action("think", move |(): &mut (), _, _| log.lock().unwrap().push(format!("{name} thinks")));
    let mut population = Population::new(&blueprint.build(&bindings).unwrap());
    population.spawn(&mut (), ());
    population
}

#[test]
fn machines_are_ticked_after_the_updates_of_all_screens() {
    let log = Log::default();
    let mut stage = Stage::playing(&["field", "fog", "menu"]);
    for screen in ["field", "fog", "menu"] {
        let own = Arc::clone(&log);
        stage.when(screen, "update", move |_| own.lock().unwrap().push(format!("{screen} is updated")));
        let own = Arc::clone(&log);
        stage.when(screen, "on_enter", move |cx| {
            cx.populations().add(thinker(screen, &own));
        });
        cover(&stage, screen, 1.0);
    }
    let all = ["field", "fog", "menu"].map(Target::from);
    stage.run([ScreenCommand::Reset(all.into())]);
    taken(&log);
    let frame = [
        "menu is updated",
        "fog is updated",
        "field is updated",
        "menu thinks",
        "fog thinks",
        "field thinks",
    ];
    for _ in 0..3 {
        stage.frame();
        assert_eq!(taken(&log), frame);
    }
    // The lower ones stand still with their screens.
    cover(&stage, "fog", 0.0);
    stage.frame();
    assert_eq!(taken(&log), ["menu is updated", "fog is updated", "menu thinks", "fog thinks"]);
}

#[test]
fn a_population_is_ticked_when_added_and_not_when_removed() {
    let log = Log::default();
    let mut stage = Stage::playing(&["field", "menu"]);
    let own = Arc::clone(&log);
    stage.once("menu", "on_enter", move |cx| {
        cx.populations().add(thinker("early", &own));
    });
    stage.run([ScreenCommand::push("menu")]);
    assert_eq!(
        taken(&log),
        ["early thinks"],
        "the first update of a screen is in the frame in which it joins"
    );
    let own = Arc::clone(&log);
    let handle = Rc::new(Cell::new(None));
    let shared = Rc::clone(&handle);
    stage.once("menu", "update", move |cx| shared.set(Some(cx.populations().add(thinker("late", &own)))));
    stage.frame();
    assert_eq!(taken(&log), ["early thinks", "late thinks"]);
    stage.once("menu", "update", move |cx| assert!(cx.populations().remove(handle.get().unwrap())));
    stage.frame();
    assert_eq!(taken(&log), ["early thinks"]);
}

#[test]
fn a_population_has_the_clock_of_its_screen() {
    let quarter = Clock::TICK.mul_f32(0.25);
    let half = Clock::TICK.mul_f32(0.5);
    for (fog, menu, step) in [
        (1.0, 1.0, Clock::TICK),
        (0.5, 1.0, half),
        (1.0, 0.5, half),
        (0.5, 0.5, quarter),
        (2.0, 1.0, Clock::TICK.mul_f32(2.0)),
        (0.0, 1.0, Duration::ZERO),
        (1.0, 0.0, Duration::ZERO),
        (-1.0, 1.0, Duration::ZERO),
        (f32::NAN, 1.0, Duration::ZERO),
    ] {
        let (mut stage, handle) = meadow(&["field", "fog", "menu"], 2);
        cover(&stage, "fog", fog);
        cover(&stage, "menu", menu);
        stage.run([ScreenCommand::push("fog"), ScreenCommand::push("menu")]);
        let before = hosted(&stage, &handle).now();
        ticks(&mut stage, 20);
        let now = hosted(&stage, &handle).now();
        assert_eq!(rounded(now - before), rounded(step * 20), "{fog:?} below {menu:?}");
        assert!(hosted(&stage, &handle).data().iter().all(|unit| rounded(unit.time) == rounded(now)));
    }
}

/// How many frames pass until the flock, which has just fled, grazes again.
fn ticks_of_fear(stage: &mut Stage, handle: &Cell<Option<Flock>>, most: usize) -> Option<usize> {
    let graze = hosted(stage, handle).definition().state("graze").unwrap();
    (1..=most).find(|_| {
        stage.frame();
        hosted(stage, handle).count_in(graze) > 0
    })
}

#[test]
fn a_timeout_runs_on_the_clock_of_its_screen() {
    let fled = |update| {
        let (mut stage, handle) = meadow(&["field", "menu"], 3);
        stage.manager.flow().post("wolf".to_owned());
        stage.frame();
        if let Some(update) = update {
            cover(&stage, "menu", update);
            stage.run([ScreenCommand::push("menu")]);
        }
        (stage, handle)
    };
    let count = |update| {
        let (mut stage, handle) = fled(update);
        ticks_of_fear(&mut stage, &handle, 100)
    };
    // The frame of the push is one of the whole time, because it is the leave frame that pushes.
    let (free, covered) = (count(None).unwrap(), count(Some(1.0)).unwrap());
    assert_eq!((free, covered), (3, 2));
    assert_eq!(count(Some(0.5)), Some(4));
    assert_eq!(count(Some(0.25)), Some(8));
    assert_eq!(count(Some(0.0)), None);
    let (mut stage, handle) = fled(Some(0.0));
    ticks(&mut stage, 1000);
    // The pop is at the end of its frame, which is one that stands still.
    stage.run([ScreenCommand::pop()]);
    assert_eq!(ticks_of_fear(&mut stage, &handle, 100), Some(2));
}

#[test]
fn populations_are_dropped_after_the_last_hook_of_their_screen() {
    let commands: [fn() -> ScreenCommand; 7] = [
        ScreenCommand::pop,
        || ScreenCommand::pop_to("title"),
        || ScreenCommand::replace("menu"),
        || ScreenCommand::replace("field"),
        || ScreenCommand::Reset(vec!["title".into()]),
        || ScreenCommand::load("play"),
        || ScreenCommand::Quit,
    ];
    for (case, command) in commands.into_iter().enumerate() {
        for is_resident in [true, false] {
            let mut stage = Stage::playing(&["title", "field", "menu"]);
            let alive = Rc::new(());
            let handle = Rc::new(Cell::new(None));
            let (own, shared) = (Rc::clone(&alive), Rc::clone(&handle));
            stage.once("field", "on_enter", move |cx| {
                let blueprint = Blueprint::table("rock", "still").state(State::new("still"));
                let mut rocks = Population::new(&blueprint.build(&Bindings::<Rc<()>>::new()).unwrap());
                rocks.spawn(&mut (), Rc::clone(&own));
                shared.set(Some(cx.populations().add(rocks)));
            });
            let target = if is_resident {
                Target::from("field")
            } else {
                Target::fresh("field", stage.probe("field"))
            };
            stage.run([ScreenCommand::push(target)]);
            let old = handle.get().unwrap();
            let was_there = Rc::new(Cell::new(false));
            let shared = Rc::clone(&was_there);
            stage.once("field", "on_exit", move |cx| shared.set(cx.populations().get(old).is_some()));
            assert_eq!(Rc::strong_count(&alive), 2, "the rock has one");
            stage.run([command()]);
            assert!(was_there.get(), "command {case}: `on_exit` still has its machines");
            assert_eq!(Rc::strong_count(&alive), 1, "command {case}, resident: {is_resident}");
            if let Some(populations) = stage.manager.stack().populations("field") {
                assert!(populations.is_empty() && populations.get(old).is_none(), "command {case}");
            }
        }
    }
}

#[test]
fn a_failure_drops_the_machines_with_their_screens() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.once("field", "update", |cx| cx.fail("the fence is open"));
    stage.frame();
    assert_eq!(stage.stack(), ["failure"]);
    assert!(stage.manager.stack().populations("field").is_none());
    assert!(stage.manager.stack().populations("failure").unwrap().is_empty());
}

#[test]
fn a_handle_is_invalid_in_the_next_visit_of_its_screen() {
    let (mut stage, handle) = meadow(&["field", "menu"], 3);
    let mut old = Vec::new();
    for _ in 0..3 {
        old.push(handle.get().unwrap());
        ticks(&mut stage, 7);
        stage.run([ScreenCommand::replace("menu")]);
        stage.run([ScreenCommand::replace("field")]);
        let populations = stage.manager.stack().populations("field").unwrap();
        assert_eq!(populations.len(), 1);
        assert!(old.iter().all(|handle| populations.get(*handle).is_none()));
        assert_eq!(rounded(hosted(&stage, &handle).now()), rounded(Clock::TICK));
        assert!(hosted(&stage, &handle).data().iter().all(|unit| unit.updates == 1));
    }
}

#[test]
fn the_highest_of_two_screens_of_one_name_is_found() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let below = handle.get().unwrap();
    let second = stage.probe("field");
    stage.run([ScreenCommand::push(Target::fresh("field", second))]);
    let populations = stage.manager.stack().populations("field").unwrap();
    assert!(populations.get(below).is_none() && populations.get(handle.get().unwrap()).is_some());
    stage.run([ScreenCommand::pop()]);
    assert!(stage.manager.stack().populations("field").unwrap().get(below).is_some());
}

#[test]
fn a_message_outlives_the_definition_of_its_sender() {
    let (mut stage, handle) = meadow(&["field"], 1);
    let flock = handle.get().unwrap();
    let sheep = hosted(&stage, &handle).iter().next().unwrap();
    let bark = move |(): &mut (), (): &mut (), cx: &mut Context<'_>| cx.send_to(flock, sheep, "wolf");
    let blueprint = Blueprint::table("dog", "bark").state(State::new("bark").enter("bark"));
    let definition = blueprint.build(&Bindings::new().action("bark", bark)).unwrap();
    let mut dogs = Population::new(&definition);
    dogs.spawn(&mut (), ());
    dogs.replace_definition(&definition, None).unwrap();
    stage.manager.stack_mut().populations_mut("field").unwrap().add(dogs);
    ticks(&mut stage, 2);
    assert_eq!(machine_lines(&mut stage), ["sheep 0 transition graze > flee"]);
}
