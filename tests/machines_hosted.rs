//! The manager as the host of AI machines: populations live with a screen, stand still when it does, hear the
//! events that it sees, and share the time that there is for thinking.

#[path = "support/files.rs"]
mod files;
#[path = "support/probe.rs"]
mod probe;

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Context, Definition, Family, Population, State};
use proscenium::flow::{
    Cover, EventFlow, GameEvent, ManagerSettings, PopulationHandle, ScreenCommand, ScreenContext, Update,
};
use proscenium::phase::{MachineData, Phase, ResourceKind};
use proscenium::platform::{MemorySource, Trace, TraceEvent};

use files::{file, load, reading};
use probe::Stage;

const FRAME: Duration = Duration::from_nanos(16_666_667);

/// What a unit counts.
#[derive(Clone, Debug, Default, PartialEq)]
struct Unit {
    updates: u32,
    time: Duration,
}

/// A sheep that grazes until it hears the wolf, and comes back after 50 ms.
fn sheep() -> std::sync::Arc<Definition<Unit>> {
    let blueprint = Blueprint::new("sheep", Family::Template, "graze")
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
        (Update::Freeze, 0, 0.0),
        (Update::Scale(0.5), 1, 0.5),
        (Update::Run, 1, 1.0),
        (Update::Scale(0.0), 0, 0.0),
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
        stage.script.borrow_mut().covers.insert("menu", Cover { update: Update::Run, ..Cover::default() });
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
        let mut manager =
            proscenium::flow::ScreenManager::new(ManagerSettings { trace, ..ManagerSettings::default() });
        struct Field;
        impl proscenium::flow::GameScreen for Field {
            fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
                cx.machines().add(flock(2));
                cx.post(Heard("wolf"));
            }
            fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
        }
        manager
            .add_phase(proscenium::flow::PhaseScreens::of(Phase::new("play")).screen("field", |_| Ok(Field)));
        manager.start("play");
        (0..20).for_each(|_| manager.step(&proscenium::platform::Input::default()));
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
        .with("ai/lost.ron", good.replace("initial: \"a\"", "initial: \"b\""))
        .with("ai/scripted.ron", good.replace("family", "script: \"gone.rhai\", family"))
        .with("ai/bad_script.ron", good.replace("family", "script: \"bad.rhai\", family"))
        .with("ai/bad.rhai", "fn a() {\n  let = 5\n}");
    let mut stage = reading(source);
    let machine = |name: &str| file(ResourceKind::Machine, "m", &format!("ai/{name}.ron"));
    stage.add_phase(Phase::new("good").resource(machine("good")), &["field"]);
    stage.add_phase(Phase::new("broken").resource(machine("broken")), &["field"]);
    stage.add_phase(Phase::new("lost").resource(machine("lost")), &["field"]);
    stage.add_phase(Phase::new("scripted").resource(machine("scripted")), &["field"]);
    stage.add_phase(Phase::new("bad_script").resource(machine("bad_script")), &["field"]);
    load(&mut stage, "good");
    let data = stage.manager.resources().find::<MachineData>("m").unwrap();
    assert_eq!(data.blueprint().unwrap().name, "m");
    for (phase, expected) in [
        ("broken", "ai/broken.ron:2:"),
        ("lost", "ai/lost.ron:1:"),
        ("scripted", "ai/scripted.ron: it needs the script `ai/gone.rhai`"),
        ("bad_script", "ai/bad.rhai:2:"),
    ] {
        stage.notes();
        load(&mut stage, phase);
        let notes = stage.notes();
        let told = notes.iter().find(|note| note.starts_with("failure: ")).unwrap();
        assert!(told.contains(expected), "{told}\nshould contain {expected}");
        assert_eq!(stage.stack(), ["failure"]);
    }
}
