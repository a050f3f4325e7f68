//! The manager as the host of AI machines: populations live with a screen, stand still when it does, hear the
//! events that it sees, and share the time that there is for thinking.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Context, Counters, Definition, Family, Next, Population, State};
use proscenium::flow::{
    Cover, CoverUpdate, EventFlow, GameEvent, GameScreen, ManagerSettings, Phase, PopulationHandle,
    ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium::phase::Resource;
use proscenium::platform::{Input, MemorySource, STEP, Trace, TraceEvent};

use crate::files::{load, reading};
use crate::probe::Stage;

const FRAME: Duration = Duration::from_nanos(16_666_667);

/// What a unit counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unit {
    updates: u32,
    time: Duration,
}

/// A sheep that grazes until it hears the wolf, and comes back after 50 ms.
fn sheep() -> Arc<Definition<Unit>> {
    let blueprint = Blueprint::template("sheep", "graze")
        .state(State::new("graze").update("eat").on("wolf", "flee"))
        .state(State::new("flee").update("eat").after(50, "graze"));
    let bindings = Bindings::new().action("eat", |unit: &mut Unit, cx: &mut Context<'_>| {
        unit.updates += 1;
        unit.time += cx.delta();
    });
    blueprint.build(&bindings).unwrap()
}

fn flock(count: usize) -> Population<Unit> {
    let mut flock = Population::new(&sheep());
    for _ in 0..count {
        flock.spawn(Unit::default());
    }
    flock
}

/// A stage whose screen `field` has a flock from the moment at which it is entered.
fn meadow(screens: &[&'static str], count: usize) -> (Stage, Rc<Cell<Option<PopulationHandle<Unit>>>>) {
    let handle = Rc::new(Cell::new(None));
    let mut stage = Stage::empty(ManagerSettings::default());
    let shared = Rc::clone(&handle);
    stage.when("field", "on_enter", move |cx| shared.set(Some(cx.machines().add(flock(count)))));
    stage.add_phase(Phase::new("play"), screens);
    stage.manager.start("play");
    stage.settle();
    stage.lines();
    stage.notes();
    (stage, handle)
}

/// The first unit of the flock of the screen `field`.
fn first(stage: &Stage, handle: &Cell<Option<PopulationHandle<Unit>>>) -> Option<Unit> {
    let machines = stage.manager.machines("field")?;
    machines.get(handle.get()?).map(|flock| flock.data()[0].clone())
}

fn frames(stage: &mut Stage, count: usize) {
    (0..count).for_each(|_| stage.frame());
}

fn machine_lines(stage: &mut Stage) -> Vec<String> {
    stage.lines().into_iter().filter(|line| line.starts_with("sheep ")).collect()
}

struct Heard(&'static str);

impl GameEvent for Heard {
    fn name(&self) -> &str {
        self.0
    }
}

#[test]
fn a_population_is_ticked_once_a_frame_after_the_updates_of_all_screens() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let before = first(&stage, &handle).unwrap();
    let seen = Rc::new(RefCell::new(Vec::new()));
    let (shared, own) = (Rc::clone(&seen), Rc::clone(&handle));
    stage.when("field", "update", move |cx: &mut ScreenContext<'_>| {
        let flock = cx.machines().get(own.get().unwrap()).unwrap();
        shared.borrow_mut().push(flock.data()[2].updates);
    });
    frames(&mut stage, 5);
    let after = first(&stage, &handle).unwrap();
    assert_eq!(after.updates - before.updates, 5);
    assert_eq!((after.time - before.time).as_micros(), (FRAME * 5).as_micros() / 5 * 5);
    // In its update a screen sees what its machines thought in the frame before.
    assert_eq!(*seen.borrow(), (0..5).map(|frame| before.updates + frame).collect::<Vec<_>>());
}

#[test]
fn machines_stand_still_go_slower_or_go_on_as_the_screens_above_say() {
    for (update, per_frame, factor) in [
        (CoverUpdate::Freeze, 0, 0.0),
        (CoverUpdate::Scale(0.5), 1, 0.5),
        (CoverUpdate::Run, 1, 1.0),
        (CoverUpdate::Scale(0.0), 0, 0.0),
    ] {
        let (mut stage, handle) = meadow(&["field", "menu"], 1);
        let cover = Cover { update, ..Cover::default() };
        stage.script.borrow_mut().covers.insert("menu", cover);
        stage.run([ScreenCommand::push("menu")]);
        stage.settle();
        let before = first(&stage, &handle).unwrap();
        frames(&mut stage, 10);
        let after = first(&stage, &handle).unwrap();
        assert_eq!(after.updates - before.updates, 10 * per_frame, "{update:?}");
        let passed = (after.time - before.time).as_secs_f64();
        let expected = FRAME.as_secs_f64() * 10.0 * factor;
        assert!((passed - expected).abs() < 1e-4, "{update:?}: {passed}");
        // What was left of it goes on where it stood.
        stage.run([ScreenCommand::pop()]);
        stage.settle();
        let before = first(&stage, &handle).unwrap().updates;
        frames(&mut stage, 3);
        assert_eq!(first(&stage, &handle).unwrap().updates - before, 3);
    }
}

#[test]
fn machines_are_gone_when_their_screen_leaves_the_stack_and_new_when_it_comes_again() {
    let (mut stage, handle) = meadow(&["title", "field"], 2);
    stage.run([ScreenCommand::push("field")]);
    stage.settle();
    frames(&mut stage, 5);
    let old = handle.get().unwrap();
    assert_eq!(stage.manager.machines("field").unwrap().len(), 1);
    stage.run([ScreenCommand::pop()]);
    stage.settle();
    assert!(stage.manager.machines("field").is_none());
    stage.run([ScreenCommand::push("field")]);
    stage.settle();
    let machines = stage.manager.machines("field").unwrap();
    assert!(machines.get(old).is_none(), "the handle of a population that is gone means nothing");
    assert!(machines.get(handle.get().unwrap()).is_some());
}

#[test]
fn a_handle_means_nothing_to_another_screen_and_a_population_can_be_given_up() {
    let (mut stage, handle) = meadow(&["field", "menu"], 2);
    let field = handle.get().unwrap();
    let found = Rc::new(Cell::new(None));
    let shared = Rc::clone(&found);
    stage.when("menu", "on_enter", move |cx| {
        let own = cx.machines().add(flock(1));
        let machines = cx.machines();
        shared.set(Some((
            machines.get(field).is_some(),
            machines.remove(field),
            machines.remove(own),
            machines.remove(own),
        )));
    });
    stage.run([ScreenCommand::push("menu")]);
    stage.settle();
    assert_eq!(found.get(), Some((false, false, true, false)));
    assert!(stage.manager.machines("menu").unwrap().is_empty());
    assert_eq!(stage.manager.machines("field").unwrap().len(), 1);
}

#[test]
fn an_event_of_the_bus_reaches_every_unit_of_a_machine_that_knows_it() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.manager.post(Heard("rain"));
    stage.frame();
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
    stage.manager.post(Heard("wolf"));
    stage.frame();
    let fled = [
        "sheep 0 transition graze > flee",
        "sheep 1 transition graze > flee",
        "sheep 2 transition graze > flee",
    ];
    assert_eq!(machine_lines(&mut stage), fled);
    let counts = &stage.manager.machines("field").unwrap().counts()[0];
    assert_eq!((counts.machine.as_str(), counts.states.as_slice()), ("sheep", &[("flee".to_owned(), 3)][..]));
    // After the frame of the message three more make 50 ms.
    frames(&mut stage, 3);
    assert_eq!(machine_lines(&mut stage).len(), 3);
}

#[test]
fn an_event_that_a_screen_above_keeps_to_itself_does_not_reach_the_machines_below() {
    for (keeps, fled) in [(true, 0), (false, 3)] {
        let (mut stage, _) = meadow(&["field", "menu"], 3);
        stage
            .script
            .borrow_mut()
            .covers
            .insert("menu", Cover { update: CoverUpdate::Run, ..Cover::default() });
        if keeps {
            stage.script.borrow_mut().swallowing.insert("menu");
        }
        stage.run([ScreenCommand::push("menu")]);
        stage.settle();
        stage.lines();
        stage.manager.post(Heard("wolf"));
        stage.frame();
        assert_eq!(
            machine_lines(&mut stage).len(),
            fled,
            "{:?}",
            if keeps { EventFlow::Handled } else { EventFlow::Pass }
        );
    }
}

#[test]
fn units_are_counted_for_each_state_in_the_order_of_declaration() {
    let (stage, handle) = meadow(&["field"], 5);
    let machines = stage.manager.machines("field").unwrap();
    assert_eq!(machines.counts()[0].states, [("graze".to_owned(), 5)]);
    drop(handle);
    let (mut stage, handle) = meadow(&["field"], 5);
    stage.once("field", "update", move |cx| {
        let flock = cx.machines().get_mut(handle.get().unwrap()).unwrap();
        let (flee, units) = (flock.definition().state("flee").unwrap(), flock.iter().collect::<Vec<_>>());
        for unit in &units[..2] {
            flock.set_state(*unit, flee, false).unwrap();
        }
        flock.despawn(units[4]).unwrap();
    });
    stage.frame();
    let counts = stage.manager.machines("field").unwrap().counts();
    assert_eq!(counts[0].states, [("graze".to_owned(), 2), ("flee".to_owned(), 2)]);
}

#[test]
fn with_a_budget_nobody_starves_and_no_time_is_lost() {
    let handles = Rc::new(RefCell::new(Vec::new()));
    let mut stage = Stage::empty(ManagerSettings::default());
    let shared = Rc::clone(&handles);
    stage.when("field", "on_enter", move |cx| {
        for _ in 0..5 {
            shared.borrow_mut().push(cx.machines().add(flock(1000)));
        }
        cx.machines().set_budget(Some(512));
    });
    stage.add_phase(Phase::new("play"), &["field"]);
    stage.manager.start("play");
    stage.settle();
    let before = stage.manager.machines("field").unwrap().get(handles.borrow()[0]).unwrap().now();
    let mut most = 0;
    let updates = |stage: &Stage| -> Vec<Unit> {
        let machines = stage.manager.machines("field").unwrap();
        handles.borrow().iter().flat_map(|handle| machines.get(*handle).unwrap().data().to_vec()).collect()
    };
    let mut sum = updates(&stage).iter().map(|unit| unit.updates).sum::<u32>();
    for _ in 0..200 {
        stage.frame();
        let now = updates(&stage).iter().map(|unit| unit.updates).sum::<u32>();
        most = most.max(now - sum);
        sum = now;
    }
    // Whole blocks of 256, the last one of a population counted as it is.
    assert!((256..=768).contains(&most), "{most} units thought in one frame");
    let units = updates(&stage);
    let (least, most) =
        (units.iter().map(|unit| unit.updates).min(), units.iter().map(|unit| unit.updates).max());
    assert!(most.unwrap() - least.unwrap() <= most.unwrap() / 2, "from {least:?} to {most:?} turns");
    let clock = stage.manager.machines("field").unwrap().get(handles.borrow()[0]).unwrap().now();
    let passed = clock - before;
    for unit in &units {
        // What a unit has not seen yet is what passed since its last turn: at most a round.
        assert!(unit.time <= clock && clock - unit.time < passed / 4, "{:?} of {clock:?}", unit.time);
    }
}

#[test]
fn without_a_budget_all_think_in_each_frame() {
    let (mut stage, handle) = meadow(&["field"], 3000);
    frames(&mut stage, 4);
    let machines = stage.manager.machines("field").unwrap();
    let flock = machines.get(handle.get().unwrap()).unwrap();
    assert!(flock.data().iter().all(|unit| *unit == flock.data()[0]));
}

#[test]
fn machines_are_in_the_trace_only_where_that_is_asked_for() {
    let trace = |trace: Trace| {
        let mut manager = ScreenManager::new(ManagerSettings { trace, ..ManagerSettings::default() });
        struct Field;
        impl GameScreen for Field {
            fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
                cx.machines().add(flock(2));
                cx.post(Heard("wolf"));
            }
            fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
        }
        manager.add_phase(Phase::new("play").screen("field", |_| Field));
        manager.start("play");
        (0..20).for_each(|_| manager.step(&Input::default()));
        manager.take_trace()
    };
    let machines = |records: &[proscenium::platform::TraceRecord]| {
        records.iter().filter(|record| matches!(record.event, TraceEvent::Machine { .. })).count()
    };
    let (with, without) = (trace(Trace::recording().with_machines()), trace(Trace::recording()));
    assert_eq!((machines(&with), machines(&without)), (4, 0));
    assert_eq!(with, trace(Trace::recording().with_machines()), "the same run gives the same trace");
}

#[test]
fn a_hosted_population_does_what_one_that_is_ticked_by_hand_does() {
    let (mut stage, handle) = meadow(&["field"], 700);
    let mut by_hand = flock(700);
    by_hand.record_changes(true);
    let now =
        |stage: &Stage| stage.manager.machines("field").unwrap().get(handle.get().unwrap()).unwrap().now();
    by_hand.tick(now(&stage));
    by_hand.take_changes();
    let mut dts = VecDeque::new();
    for frame in 0..40 {
        let before = now(&stage);
        if frame % 7 == 0 {
            stage.manager.post(Heard("wolf"));
            by_hand.broadcast(by_hand.definition().event("wolf").unwrap());
        }
        stage.frame();
        dts.push_back(now(&stage) - before);
        by_hand.tick(dts.pop_back().unwrap());
        let changes = by_hand.take_changes();
        let name = |state| by_hand.definition().state_name(state).to_owned();
        let lines = changes.iter().map(|change| {
            format!("sheep {} transition {} > {}", change.unit.index(), name(change.from), name(change.to))
        });
        assert_eq!(machine_lines(&mut stage), lines.collect::<Vec<_>>(), "frame {frame}");
    }
}

#[test]
fn a_machine_is_a_resource_of_its_phase_and_a_broken_one_fails_the_load_with_its_place() {
    let good = "Machine(name: \"m\", family: Table, initial: \"a\", states: [State(name: \"a\")])";
    let source = MemorySource::default()
        .with("ai/good.ron", good)
        .with("ai/broken.ron", good.replace("State(name", "State(\n  nome"))
        .with("ai/lost.ron", good.replace("initial: \"a\"", "initial: \"b\""));
    let mut stage = reading(source);
    let machine = |name: &str| Resource::file::<Blueprint>("m", &format!("ai/{name}.ron"));
    stage.add_phase(Phase::new("good").resource(machine("good")), &["field"]);
    stage.add_phase(Phase::new("broken").resource(machine("broken")), &["field"]);
    stage.add_phase(Phase::new("lost").resource(machine("lost")), &["field"]);
    load(&mut stage, "good");
    assert_eq!(stage.manager.resources().find::<Blueprint>("m").unwrap().name, "m");
    for (phase, expected) in [("broken", "ai/broken.ron:2:"), ("lost", "ai/lost.ron:1:")] {
        stage.notes();
        load(&mut stage, phase);
        let notes = stage.notes();
        let told = notes.iter().find(|note| note.starts_with("failure: ")).unwrap();
        assert!(told.contains(expected), "{told}\nshould contain {expected}");
        assert_eq!(stage.stack(), ["failure"]);
    }
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
        .action("think", move |(): &mut (), _| log.lock().unwrap().push(format!("{name} thinks")));
    let mut population = Population::new(&blueprint.build(&bindings).unwrap());
    population.spawn(());
    population
}

/// The flock of the screen `field`.
fn hosted<'a>(stage: &'a Stage, handle: &Cell<Option<PopulationHandle<Unit>>>) -> &'a Population<Unit> {
    stage.manager.machines("field").unwrap().get(handle.get().unwrap()).unwrap()
}

fn cover(stage: &Stage, screen: &'static str, update: CoverUpdate) {
    stage.script.borrow_mut().covers.insert(screen, Cover { update, ..Cover::default() });
}

/// What the population's clock makes of a time: whole microseconds.
fn micros(time: Duration) -> Duration {
    Duration::from_micros(u64::try_from(time.as_micros()).unwrap())
}

#[test]
fn no_machine_thinks_before_all_screens_are_updated() {
    let log = Log::default();
    let mut stage = Stage::playing(&["field", "fog", "menu"]);
    for screen in ["field", "fog", "menu"] {
        let own = Arc::clone(&log);
        stage.when(screen, "update", move |_| own.lock().unwrap().push(format!("{screen} is updated")));
        let own = Arc::clone(&log);
        stage.when(screen, "on_enter", move |cx| {
            cx.machines().add(thinker(screen, &own));
        });
        cover(&stage, screen, CoverUpdate::Run);
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
    cover(&stage, "fog", CoverUpdate::Freeze);
    stage.frame();
    assert_eq!(taken(&log), ["menu is updated", "fog is updated", "menu thinks", "fog thinks"]);
}

#[test]
fn a_population_is_ticked_from_the_frame_on_in_which_it_is_added_and_not_in_that_in_which_it_is_removed() {
    let log = Log::default();
    let mut stage = Stage::playing(&["field", "menu"]);
    let own = Arc::clone(&log);
    stage.once("menu", "on_enter", move |cx| {
        cx.machines().add(thinker("early", &own));
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
    stage.once("menu", "update", move |cx| shared.set(Some(cx.machines().add(thinker("late", &own)))));
    stage.frame();
    assert_eq!(taken(&log), ["early thinks", "late thinks"]);
    stage.once("menu", "update", move |cx| assert!(cx.machines().remove(handle.get().unwrap())));
    stage.frame();
    assert_eq!(taken(&log), ["early thinks"]);
}

#[test]
fn the_clock_of_a_population_is_exactly_that_of_its_screen() {
    let quarter = STEP.mul_f32(0.25);
    let half = STEP.mul_f32(0.5);
    for (fog, menu, step) in [
        (CoverUpdate::Run, CoverUpdate::Run, STEP),
        (CoverUpdate::Scale(0.5), CoverUpdate::Run, half),
        (CoverUpdate::Run, CoverUpdate::Scale(0.5), half),
        (CoverUpdate::Scale(0.5), CoverUpdate::Scale(0.5), quarter),
        (CoverUpdate::Scale(2.0), CoverUpdate::Run, STEP.mul_f32(2.0)),
        (CoverUpdate::Freeze, CoverUpdate::Run, Duration::ZERO),
        (CoverUpdate::Run, CoverUpdate::Freeze, Duration::ZERO),
        (CoverUpdate::Scale(-1.0), CoverUpdate::Run, Duration::ZERO),
        (CoverUpdate::Scale(f32::NAN), CoverUpdate::Run, Duration::ZERO),
    ] {
        let (mut stage, handle) = meadow(&["field", "fog", "menu"], 2);
        cover(&stage, "fog", fog);
        cover(&stage, "menu", menu);
        stage.run([ScreenCommand::push("fog"), ScreenCommand::push("menu")]);
        let before = hosted(&stage, &handle).now();
        frames(&mut stage, 20);
        assert_eq!(hosted(&stage, &handle).now() - before, micros(step) * 20, "{fog:?} below {menu:?}");
        assert!(hosted(&stage, &handle).data().iter().all(|unit| unit.time == hosted(&stage, &handle).now()));
    }
}

/// How many frames pass until the flock, which has just fled, grazes again.
fn frames_of_fear(
    stage: &mut Stage,
    handle: &Cell<Option<PopulationHandle<Unit>>>,
    most: usize,
) -> Option<usize> {
    let graze = hosted(stage, handle).definition().state("graze").unwrap();
    (1..=most).find(|_| {
        stage.frame();
        hosted(stage, handle).count_in(graze) > 0
    })
}

#[test]
fn a_timeout_takes_as_long_as_the_clock_of_its_screen_says() {
    let fled = |update| {
        let (mut stage, handle) = meadow(&["field", "menu"], 3);
        stage.manager.post(Heard("wolf"));
        stage.frame();
        if let Some(update) = update {
            cover(&stage, "menu", update);
            stage.run([ScreenCommand::push("menu")]);
        }
        (stage, handle)
    };
    let count = |update| {
        let (mut stage, handle) = fled(update);
        frames_of_fear(&mut stage, &handle, 100)
    };
    // The frame of the push is one of the whole time, because it is the leave frame that pushes.
    let (free, covered) = (count(None).unwrap(), count(Some(CoverUpdate::Run)).unwrap());
    assert_eq!((free, covered), (3, 2));
    assert_eq!(count(Some(CoverUpdate::Scale(0.5))), Some(4));
    assert_eq!(count(Some(CoverUpdate::Scale(0.25))), Some(8));
    assert_eq!(count(Some(CoverUpdate::Freeze)), None);
    let (mut stage, handle) = fled(Some(CoverUpdate::Freeze));
    frames(&mut stage, 1000);
    // The pop is at the end of its frame, which is one that stands still.
    stage.run([ScreenCommand::pop()]);
    assert_eq!(frames_of_fear(&mut stage, &handle, 100), Some(2));
}

#[test]
fn however_a_screen_leaves_its_populations_are_dropped_after_its_last_hook() {
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
                rocks.spawn(Rc::clone(&own));
                shared.set(Some(cx.machines().add(rocks)));
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
            stage.once("field", "on_exit", move |cx| shared.set(cx.machines().get(old).is_some()));
            assert_eq!(Rc::strong_count(&alive), 2, "the rock has one");
            stage.run([command()]);
            assert!(was_there.get(), "command {case}: `on_exit` still has its machines");
            assert_eq!(Rc::strong_count(&alive), 1, "command {case}, resident: {is_resident}");
            if let Some(machines) = stage.manager.machines("field") {
                assert!(machines.is_empty() && machines.get(old).is_none(), "command {case}");
            }
        }
    }
}

#[test]
fn a_failure_takes_the_machines_with_their_screens() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.once("field", "update", |cx| cx.fail("the fence is open"));
    stage.frame();
    assert_eq!(stage.stack(), ["failure"]);
    assert!(stage.manager.machines("field").is_none());
    assert!(stage.manager.machines("failure").unwrap().is_empty());
}

#[test]
fn a_handle_of_a_visit_before_means_nothing_to_the_next_visit_of_a_resident_screen() {
    let (mut stage, handle) = meadow(&["field", "menu"], 3);
    let mut old = Vec::new();
    for _ in 0..3 {
        old.push(handle.get().unwrap());
        frames(&mut stage, 7);
        stage.run([ScreenCommand::replace("menu")]);
        stage.run([ScreenCommand::replace("field")]);
        let machines = stage.manager.machines("field").unwrap();
        assert_eq!(machines.len(), 1);
        assert!(old.iter().all(|handle| machines.get(*handle).is_none()));
        // It begins anew.
        assert_eq!(hosted(&stage, &handle).now(), micros(STEP));
        assert!(hosted(&stage, &handle).data().iter().all(|unit| unit.updates == 1));
    }
}

#[test]
fn two_screens_of_one_name_have_machines_of_their_own_and_the_highest_is_asked() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let below = handle.get().unwrap();
    let second = stage.probe("field");
    stage.run([ScreenCommand::push(Target::fresh("field", second))]);
    let machines = stage.manager.machines("field").unwrap();
    assert!(machines.get(below).is_none() && machines.get(handle.get().unwrap()).is_some());
    stage.run([ScreenCommand::pop()]);
    assert!(stage.manager.machines("field").unwrap().get(below).is_some());
}

/// A stone that knows another event than sheep do, and one state in which it does not heed it.
fn stones(count: usize) -> Population<Unit> {
    let blueprint = Blueprint::table("stone", "lies")
        .state(State::new("lies").on("kick", "rolls"))
        .state(State::new("rolls"));
    let mut stones = Population::new(&blueprint.build(&Bindings::new()).unwrap());
    for _ in 0..count {
        stones.spawn(Unit::default());
    }
    stones
}

#[test]
fn machines_that_do_not_know_an_event_are_not_disturbed_by_it() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let stone = Rc::new(Cell::new(None));
    let shared = Rc::clone(&stone);
    stage.once("field", "update", move |cx| shared.set(Some(cx.machines().add(stones(2)))));
    stage.frame();
    stage.lines();
    let stones = |stage: &Stage| {
        let machines = stage.manager.machines("field").unwrap();
        let stones = machines.get(stone.get().unwrap()).unwrap();
        (stones.counts(), stones.waiting(), stones.counters().clone())
    };
    let rolls = |rolling: usize| vec![0, 2 - rolling, rolling];
    let updates = first(&stage, &handle).unwrap().updates;
    for name in ["wolf", "", "kic", "kick ", "KICK", "lies", "stone", "think"] {
        stage.manager.post(Heard(name));
    }
    stage.frame();
    assert_eq!(stones(&stage), (rolls(0), 0, Counters::default()));
    stage.lines();
    frames(&mut stage, 3);
    stage.lines();
    // Sheep have nothing to do with stones: they graze on.
    assert_eq!(hosted(&stage, &handle).counters(), &Counters::default());
    stage.manager.post(Heard("kick"));
    let before = first(&stage, &handle).unwrap().updates;
    stage.frame();
    assert_eq!(stones(&stage), (rolls(2), 0, Counters::default()));
    assert_eq!(first(&stage, &handle).unwrap().updates, before + 1);
    assert!(before > updates);
    assert_eq!(
        stage.lines(),
        ["event kick", "stone 0 transition lies > rolls", "stone 1 transition lies > rolls"]
    );
    // A machine that knows it but does not heed it where it is counts it.
    stage.manager.post(Heard("kick"));
    stage.frame();
    let (counts, _, counters) = stones(&stage);
    assert_eq!((counts, counters.unhandled), (rolls(2), 2));
}

#[test]
fn an_event_is_a_message_that_waits_after_the_screen_saw_it_until_the_machines_are_ticked() {
    let (mut stage, handle) = meadow(&["field"], 3);
    let seen = Rc::new(RefCell::new(Vec::new()));
    for hook in ["on_event", "update"] {
        let (shared, own) = (Rc::clone(&seen), Rc::clone(&handle));
        stage.when("field", hook, move |cx| {
            let waiting = cx.machines().get(own.get().unwrap()).unwrap().waiting();
            shared.borrow_mut().push((hook, waiting));
        });
    }
    stage.manager.post(Heard("wolf"));
    stage.manager.post(Heard("wolf"));
    stage.frame();
    assert_eq!(*seen.borrow(), [("on_event", 0), ("on_event", 3), ("update", 6)]);
    // One message in a tick: the second ones wait.
    assert_eq!(hosted(&stage, &handle).waiting(), 3);
    stage.frame();
    assert_eq!(hosted(&stage, &handle).waiting(), 0);
    assert_eq!(hosted(&stage, &handle).counters().unhandled, 3, "who flees does not heed the wolf");
}

#[test]
fn the_machines_of_a_screen_that_keeps_an_event_hear_it_because_the_screen_saw_it() {
    let (mut stage, _) = meadow(&["field"], 3);
    stage.script.borrow_mut().swallowing.insert("field");
    stage.manager.post(Heard("wolf"));
    stage.frame();
    assert_eq!(machine_lines(&mut stage).len(), 3);
}

#[test]
fn an_event_that_a_frozen_screen_saw_waits_for_its_machines_until_it_goes_on() {
    let (mut stage, handle) = meadow(&["field", "menu"], 3);
    stage.run([ScreenCommand::push("menu")]);
    stage.manager.post(Heard("wolf"));
    frames(&mut stage, 30);
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
    assert_eq!(hosted(&stage, &handle).waiting(), 3);
    stage.run([ScreenCommand::pop()]);
    assert_eq!(
        hosted(&stage, &handle).waiting(),
        3,
        "the frame of the pop is one in which the menu is on top"
    );
    stage.lines();
    stage.frame();
    assert_eq!(machine_lines(&mut stage).len(), 3);
    assert_eq!(hosted(&stage, &handle).waiting(), 0);
}

#[test]
fn however_many_events_a_frozen_screen_sees_only_so_many_wait() {
    let (mut stage, handle) = meadow(&["field", "menu"], 3);
    stage.run([ScreenCommand::push("menu")]);
    for _ in 0..1000 {
        stage.manager.post(Heard("wolf"));
        stage.frame();
        assert!(hosted(&stage, &handle).waiting() <= 3 * 8 * 2);
    }
    stage.run([ScreenCommand::pop()]);
    frames(&mut stage, 20);
    let flock = hosted(&stage, &handle);
    // Of a thousand each unit keeps the eight oldest.
    assert_eq!((flock.waiting(), flock.counters().dropped), (0, 3 * 992));
}

#[test]
fn an_event_of_one_frame_does_not_reach_a_population_that_is_added_after_it() {
    let (mut stage, _) = meadow(&["field"], 0);
    stage.manager.post(Heard("wolf"));
    stage.once("field", "update", |cx| {
        cx.machines().add(flock(3));
    });
    frames(&mut stage, 3);
    assert_eq!(machine_lines(&mut stage), Vec::<String>::new());
}

#[test]
fn each_machine_is_counted_in_the_order_of_addition_and_each_state_in_that_of_declaration() {
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
            let unit = wolves.spawn(());
            if number % 3 > 0 {
                wolves.send(unit, if number % 3 == 1 { hunt } else { wake }).unwrap();
            }
        }
        let howl = wolves.definition().state("howl").unwrap();
        let last = wolves.spawn(());
        wolves.set_state(last, howl, false).unwrap();
        let machines = cx.machines();
        machines.add(wolves);
        machines.add(flock(2));
        machines.add(stones(0));
    });
    stage.frame();
    let counts = stage.manager.machines("field").unwrap().counts();
    let text = |(name, count): &(String, usize)| format!("{name} {count}");
    let counts: Vec<String> = counts
        .iter()
        .map(|count| {
            format!("{}: {}", count.machine, count.states.iter().map(text).collect::<Vec<_>>().join(", "))
        })
        .collect();
    assert_eq!(counts, ["wolf: stalk 3, den 3, sleep 3, howl 1", "sheep: graze 2", "stone: "]);
}

/// A stage whose screen `field` has a flock of each of these sizes and thinks for `budget` units
/// in a frame.
fn shared_out(sizes: &'static [usize], budget: Option<usize>) -> (Stage, Vec<PopulationHandle<Unit>>) {
    let handles = Rc::new(RefCell::new(Vec::new()));
    let mut stage = Stage::empty(ManagerSettings::default());
    let shared = Rc::clone(&handles);
    stage.when("field", "on_enter", move |cx| {
        *shared.borrow_mut() = sizes.iter().map(|size| cx.machines().add(flock(*size))).collect();
        cx.machines().set_budget(budget);
    });
    stage.add_phase(Phase::new("play"), &["field"]);
    stage.manager.start("play");
    stage.settle();
    stage.lines();
    let handles = handles.take();
    (stage, handles)
}

fn units<'a>(stage: &'a Stage, handles: &[PopulationHandle<Unit>]) -> Vec<&'a [Unit]> {
    let machines = stage.manager.machines("field").unwrap();
    handles.iter().map(|handle| machines.get(*handle).unwrap().data()).collect()
}

#[test]
fn a_budget_gives_each_unit_its_turn_and_each_turn_all_the_time_since_the_one_before() {
    let (mut stage, handles) = shared_out(&[1000; 5], Some(512));
    let now = |stage: &Stage| -> Vec<Duration> {
        let machines = stage.manager.machines("field").unwrap();
        handles.iter().map(|handle| machines.get(*handle).unwrap().now()).collect()
    };
    // 20 blocks, 2 in a frame: a round is 10 frames.
    let mut before: Vec<Vec<Unit>> = units(&stage, &handles).into_iter().map(<[Unit]>::to_vec).collect();
    for frame in 0..100 {
        stage.frame();
        let clock = now(&stage);
        let mut thought = 0;
        for (population, old) in units(&stage, &handles).into_iter().zip(&mut before) {
            for (unit, old) in population.iter().zip(old.iter_mut()) {
                if unit != old {
                    thought += 1;
                    assert_eq!(unit.updates, old.updates + 1);
                    assert_eq!(
                        unit.time, clock[0],
                        "whoever has a turn has seen all the time, frame {frame}"
                    );
                    *old = unit.clone();
                }
            }
        }
        assert!((488..=512).contains(&thought), "{thought} units thought in frame {frame}");
        assert!(clock.iter().all(|other| *other == clock[0]));
    }
    let clock = now(&stage)[0];
    let all: Vec<Unit> = units(&stage, &handles).concat();
    let turns = |units: &[Unit]| {
        let turns = units.iter().map(|unit| unit.updates);
        (turns.clone().min().unwrap(), turns.max().unwrap())
    };
    let (least, most) = turns(&all);
    assert!(most - least <= 1 && least >= 10, "from {least} to {most} turns");
    // Nobody is behind by more than the frames of a round.
    assert!(all.iter().all(|unit| clock - unit.time < micros(STEP) * 10));
}

#[test]
fn a_budget_changes_nothing_about_the_time_that_passes() {
    let clocks = |budget| {
        let (mut stage, handles) = shared_out(&[1000; 5], budget);
        frames(&mut stage, 77);
        let machines = stage.manager.machines("field").unwrap();
        handles.iter().map(|handle| machines.get(*handle).unwrap().now()).collect::<Vec<_>>()
    };
    let free = clocks(None);
    assert_eq!(free, vec![micros(STEP) * 78; 5]);
    for budget in [0, 1, 512, 5000, usize::MAX] {
        assert_eq!(clocks(Some(budget)), free, "budget {budget}");
    }
}

#[test]
fn a_budget_of_nothing_is_one_block_and_one_of_everything_is_none() {
    for (budget, expected) in
        [(0, 256), (1, 256), (256, 256), (257, 512), (1000, 1000), (4000, 4000), (4096, 4000), (4097, 4256)]
    {
        let (mut stage, handles) = shared_out(&[1000; 5], Some(budget));
        let sum =
            |stage: &Stage| units(stage, &handles).concat().iter().map(|unit| unit.updates as usize).sum();
        let before: usize = sum(&stage);
        stage.frame();
        let thought: usize = sum(&stage) - before;
        // The last block of a population may be a smaller one.
        assert!(
            (expected - 24..=expected + 24).contains(&thought),
            "{thought} units for a budget of {budget}"
        );
    }
    let (mut stage, handles) = shared_out(&[1000; 5], Some(5000));
    frames(&mut stage, 10);
    assert!(units(&stage, &handles).concat().iter().all(|unit| unit.updates == 11));
}

#[test]
fn those_that_are_left_out_are_the_first_in_the_next_frame_whatever_the_sizes_are() {
    for sizes in
        [&[1000; 5][..], &[10, 1000, 10], &[513, 513, 513], &[300, 5000], &[5000, 300], &[256, 0, 700, 1]]
    {
        let (mut stage, handles) = shared_out(sizes, Some(512));
        let mut before: Vec<u32> = units(&stage, &handles).concat().iter().map(|unit| unit.updates).collect();
        let mut last: Option<Vec<bool>> = None;
        for frame in 0..60 {
            stage.frame();
            let now: Vec<u32> = units(&stage, &handles).concat().iter().map(|unit| unit.updates).collect();
            let thought: Vec<bool> = now.iter().zip(&before).map(|(now, before)| now > before).collect();
            if let Some(last) = last {
                let pairs = || last.iter().zip(&thought);
                let twice = pairs().filter(|(last, now)| **last && **now).count();
                let never = pairs().filter(|(last, now)| !**last && !**now).count();
                assert!(
                    twice == 0 || never == 0,
                    "{sizes:?}, frame {frame}: {twice} units had two turns, and {never} were left out twice"
                );
            }
            last = Some(thought);
            before = now;
        }
    }
}

#[test]
fn with_a_budget_nobody_is_left_out_for_ever_whatever_the_sizes_are() {
    for sizes in [&[300, 5000][..], &[5000, 300], &[10, 1000, 10], &[256, 0, 700, 1], &[513, 513, 513]] {
        for budget in [1, 256, 300, 512] {
            let (mut stage, handles) = shared_out(sizes, Some(budget));
            // In each frame at least one block has its turn; there are 22 at most.
            for _ in 0..5 {
                let before: Vec<Unit> = units(&stage, &handles).concat();
                frames(&mut stage, 66);
                let after = units(&stage, &handles).concat();
                let left_out = before.iter().zip(&after).filter(|(before, after)| before == after).count();
                assert_eq!(left_out, 0, "{sizes:?} with {budget}");
            }
        }
    }
}

#[test]
fn with_a_budget_an_event_reaches_everybody_once_at_their_turn() {
    let (mut stage, handles) = shared_out(&[1000; 3], Some(512));
    stage.manager.post(Heard("wolf"));
    stage.frame();
    let mut fled = 0;
    for _ in 0..40 {
        fled += machine_lines(&mut stage).iter().filter(|line| line.ends_with("graze > flee")).count();
        stage.frame();
    }
    assert_eq!(fled, 3000);
    let machines = stage.manager.machines("field").unwrap();
    for handle in handles {
        let flock = machines.get(handle).unwrap();
        assert_eq!((flock.waiting(), flock.counters()), (0, &Counters::default()));
    }
}

#[test]
fn a_population_that_is_removed_takes_nobody_elses_turn() {
    let (mut stage, mut handles) = shared_out(&[1000; 5], Some(512));
    frames(&mut stage, 4);
    for _ in 0..4 {
        let gone = handles.remove(handles.len() / 2);
        stage.once("field", "update", move |cx| assert!(cx.machines().remove(gone)));
        let before: Vec<Unit> = units(&stage, &handles).concat();
        frames(&mut stage, 30);
        let after = units(&stage, &handles).concat();
        assert!(before.iter().zip(&after).all(|(before, after)| before != after));
    }
    let gone = handles.remove(0);
    stage.once("field", "update", move |cx| assert!(cx.machines().remove(gone)));
    frames(&mut stage, 3);
    assert!(stage.manager.machines("field").unwrap().is_empty());
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
        guards.spawn(());
        self.sheep = Some(cx.machines().add(flock(2)));
        cx.machines().add(guards);
        cx.machines().add(stones(1));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match cx.tick() {
            10 | 12 => cx.post(Heard("wolf")),
            20 => {
                let flock = self.sheep.and_then(|sheep| cx.machines().get_mut(sheep)).unwrap();
                flock.spawn(Unit::default());
            }
            21 => cx.post(Heard("kick")),
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
    manager.take_trace().iter().map(|record| serde_json::to_string(record).unwrap()).collect()
}

#[test]
fn the_trace_tells_the_changes_population_by_population_and_unit_by_unit() {
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
fn two_runs_of_the_same_script_have_the_same_trace_and_machines_add_only_their_lines() {
    let with = pasture(Trace::recording().with_machines());
    assert_eq!(with, pasture(Trace::recording().with_machines()));
    let without = pasture(Trace::recording());
    let others: Vec<String> =
        with.into_iter().filter(|line| !line.contains("\"kind\":\"machine\"")).collect();
    assert_eq!(without, others);
    assert!(pasture(Trace::off().with_machines()).is_empty());
}

#[test]
fn the_changes_of_the_screens_above_are_told_first() {
    let (mut stage, _) = meadow(&["field", "menu"], 1);
    stage.once("menu", "on_enter", |cx| {
        cx.machines().add(stones(1));
    });
    cover(&stage, "menu", CoverUpdate::Run);
    stage.run([ScreenCommand::push("menu")]);
    stage.lines();
    stage.manager.post(Heard("wolf"));
    stage.manager.post(Heard("kick"));
    stage.frame();
    let told =
        ["event wolf", "event kick", "stone 0 transition lies > rolls", "sheep 0 transition graze > flee"];
    assert_eq!(stage.lines(), told);
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
    let bindings = Bindings::new().action("look", move |unit: &mut Unit, cx: &mut Context<'_>| {
        unit.updates += 1;
        unit.time += cx.delta();
        if (unit.updates + cx.unit().index() as u32).is_multiple_of(11) {
            cx.send(cx.unit(), bark);
        }
    });
    blueprint.build(&bindings).unwrap()
}

#[test]
fn dogs_that_the_manager_ticks_do_what_dogs_do_that_are_ticked_by_hand() {
    for budget in [None, Some(300), Some(700)] {
        let dogs = |count| {
            let mut dogs = Population::new(&dog());
            for _ in 0..count {
                dogs.spawn(Unit::default());
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
            shared.set(Some(cx.machines().add(dogs(900))));
            cx.machines().set_budget(budget);
        });
        stage.run([ScreenCommand::push("field")]);
        stage.lines();
        by_hand.tick_some(STEP, budget.unwrap_or(usize::MAX));
        by_hand.take_changes();
        let mut changes = 0;
        for frame in 0..120 {
            if frame % 9 == 0 {
                stage.manager.post(Heard("wolf"));
                by_hand.broadcast(wolf);
            }
            stage.frame();
            by_hand.tick_some(STEP, budget.unwrap_or(usize::MAX));
            let own = by_hand.take_changes();
            let name = |state| by_hand.definition().state_name(state).to_owned();
            let own = own.into_iter().map(|change| {
                let (from, to) = (name(change.from), name(change.to));
                format!("dog {} {} {from} > {to}", change.unit.index(), change.kind.name())
            });
            let own: Vec<String> = own.collect();
            let told: Vec<String> =
                stage.lines().into_iter().filter(|line| line.starts_with("dog ")).collect();
            changes += told.len();
            assert_eq!(told, own, "frame {frame} with {budget:?}");
        }
        assert!(changes > 900 * 4, "{changes} changes with {budget:?}");
        let hosted = hosted(&stage, &handle);
        assert_eq!((hosted.data(), hosted.now()), (by_hand.data(), by_hand.now()));
        assert_eq!((hosted.waiting(), hosted.counters()), (by_hand.waiting(), by_hand.counters()));
        let stacks = |dogs: &Population<Unit>| -> Vec<Vec<_>> {
            dogs.iter().map(|unit| dogs.stack(unit).collect()).collect()
        };
        assert_eq!(stacks(hosted), stacks(&by_hand));
    }
}

/// Loads a phase with one machine; answers with what the failure screen is told.
fn failure_of(source: MemorySource, machine: Resource) -> String {
    let mut stage = reading(source);
    stage.add_phase(Phase::new("play").resource(machine), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["failure"]);
    assert_eq!(stage.script.borrow().failed_phase, Some("play"));
    crate::files::failure(&stage)
}

/// A machine file of several lines, with this one in the fourth.
fn machine_with(line: &str) -> String {
    format!(
        "Machine(\n    name: \"m\",\n    family: Table,\n    {line}\n    initial: \"a\",\n    \
         states: [State(name: \"a\")],\n)\n"
    )
}

#[test]
fn the_failure_screen_names_the_path_the_line_and_the_column_of_a_mistake_in_a_machine() {
    let told = |text: String| {
        let source = MemorySource::default().with("ai/m.ron", text);
        failure_of(source, Resource::file::<Blueprint>("m", "ai/m.ron"))
    };
    for (line, place) in [
        ("queu: 3,", "ai/m.ron:4:"),
        ("queue: \"three\",", "ai/m.ron:4:"),
        ("queue: 300,", "ai/m.ron:4:"),
        ("on: [On(event: \"go\", then: To(\"nowhere\"))],", "ai/m.ron:4:35: "),
        ("on: [On(event: \"go\" then: To(\"a\"))],", "ai/m.ron:4:25: "),
        ("on: [On(event: \"a b\", then: To(\"a\"))],", "ai/m.ron:4:20: "),
    ] {
        let told = told(machine_with(line));
        let start = format!("failure: phase `play` cannot be loaded: machine `m`: {place}");
        assert!(told.starts_with(&start), "{told}\nshould start with\n{start}");
        let column = told.split("ai/m.ron:").nth(1).and_then(|rest| rest.split(':').nth(1));
        assert!(column.is_some_and(|column| column.parse::<u32>().is_ok()), "there is no column in: {told}");
    }
}

#[test]
fn a_mistake_that_is_about_no_name_is_told_with_its_path() {
    // The machine as a whole is wrong: no text in the file is at fault by itself.
    let text = machine_with("when: [When(trigger: \"t\", then: To(\"a\"))],");
    let source = MemorySource::default().with("ai/m.ron", text);
    let told = failure_of(source, Resource::file::<Blueprint>("m", "ai/m.ron"));
    assert!(told.contains("ai/m.ron: a table polls no triggers"), "{told}");
}

#[test]
fn a_phase_that_failed_because_of_a_machine_is_loaded_when_its_file_is_in_order() {
    let mut stage = reading(MemorySource::default().with("ai/m.ron", machine_with("queu: 3,")));
    let machine = Resource::file::<Blueprint>("m", "ai/m.ron");
    stage.add_phase(Phase::new("play").resource(machine.clone().optional()), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["field"], "without an optional machine the phase goes on");
    assert!(stage.manager.resources().find::<Blueprint>("m").is_err());
    let mut stage = reading(MemorySource::default().with("ai/m.ron", machine_with("queue: 3,")));
    stage.add_phase(Phase::new("play").resource(machine), &["field"]);
    load(&mut stage, "play");
    assert_eq!(stage.stack(), ["field"]);
    assert_eq!(stage.manager.resources().find::<Blueprint>("m").unwrap().queue, 3);
}
