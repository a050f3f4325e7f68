//! What populations do after a restore is what they do in the program that was not interrupted: also those that are
//! added afterwards.

use std::sync::Arc;

use proscenium_ai::{Bindings, Blueprint, Context, Definition, Population, PopulationHandle, State};
use proscenium_core::flow::{
    GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium_core::platform::{Trace, TraceEvent};

use super::meadow::{Plain, run, run_until_idle};

/// A machine whose unit rolls a number again and again.
fn dice() -> Arc<Definition<u32>> {
    let roll = State::new("roll").enter("roll").after(70, "roll");
    let throw = |eyes: &mut u32, _: &mut (), cx: &mut Context<'_>| {
        *eyes = 10 * (*eyes % 1000) + cx.random().u32(1..=6);
    };
    Blueprint::hierarchy("dice", "roll").state(roll).build(&Bindings::new().action("roll", throw)).unwrap()
}

fn dices(count: usize) -> Population<u32> {
    let mut dices = Population::new(&dice());
    for _ in 0..count {
        dices.create(0);
    }
    dices
}

/// A table on which dice are thrown.
#[derive(Default)]
struct Table(Option<PopulationHandle<u32>>);

impl GameScreen for Table {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let handle = cx.populations().add(dices(600));
        cx.populations().keep(handle, Some("roll"));
        let units: Vec<_> = cx.populations().get(handle).into_iter().flat_map(Population::iter).collect();
        let dices = cx.populations().get_mut(handle).unwrap();
        units.into_iter().for_each(|unit| dices.start(&mut (), unit, None).unwrap());
        self.0 = Some(handle);
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn program(seed: u64) -> ScreenManager {
    let trace = Trace::recording().with_machines();
    let mut manager = ScreenManager::new(ManagerSettings { trace, seed, ..ManagerSettings::default() });
    manager.add_phase(Phase::new("table").screen("table", |_| Table::default()).screen("pause", |_| Plain));
    manager.start("table");
    run_until_idle(&mut manager);
    manager
}

/// Adds dice and throws them. Returns where they and the first ones show in the end.
fn goes_on(manager: &mut ScreenManager) -> Vec<Vec<u32>> {
    let mut handles = vec![manager.stack().screen("table").and_then(|table: &Table| table.0).unwrap()];
    for _ in 0..3 {
        let populations = manager.stack_mut().populations_mut("table").unwrap();
        let handle = populations.add(dices(0));
        let dices = populations.get_mut(handle).unwrap();
        for _ in 0..50 {
            dices.spawn(&mut (), 0);
        }
        handles.push(handle);
        run(manager, 7);
    }
    // Another screen has populations of its own.
    manager.command(ScreenCommand::push(Target::fresh("other", Table::default())));
    run(manager, 3);
    manager.command(ScreenCommand::pop());
    run(manager, 3);
    let populations = manager.stack().populations("table").unwrap();
    let populations = handles.into_iter().map(|handle| populations.get(handle).unwrap());
    populations.map(|dices| dices.data().to_vec()).collect()
}

#[test]
fn populations_added_after_a_restore_have_the_same_random_numbers() {
    for ticks in [0, 1, 5, 40] {
        let mut one = program(1);
        run(&mut one, ticks);
        let save = one.save().unwrap();
        let mut other = program(2);
        run(&mut other, 9);
        other.restore(&save).unwrap();
        run_until_idle(&mut other);
        assert_eq!(goes_on(&mut other), goes_on(&mut one), "after {ticks} ticks");
    }
}

#[test]
fn units_that_a_restore_replaces_are_not_in_the_trace() {
    let mut one = program(1);
    run(&mut one, 5);
    let save = one.save().unwrap();
    let mut other = program(2);
    let entered = |manager: &ScreenManager| {
        let is_entered = |event| matches!(event, TraceEvent::Machine { change: "enter", .. });
        manager.trace().take().into_iter().filter(|record| is_entered(record.event.clone())).count()
    };
    run(&mut other, 1);
    assert_eq!(entered(&other), 600);
    other.restore(&save).unwrap();
    run_until_idle(&mut other);
    run(&mut other, 2);
    assert_eq!(entered(&other), 0);
}
