//! What populations do after a restore is what they do in the program that was not interrupted: those that are
//! added afterwards, and those that are ticked in turn.

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, Choice, Definition, Population, PopulationHandle, State, StateId};
use proscenium::flow::{
    GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium::platform::Trace;

use super::meadow::{Plain, run, run_until_idle};

/// A machine that goes to a random one of eight states, again and again.
fn dice() -> Arc<Definition<u32>> {
    let numbers = (0..8).map(|number| State::new(&format!("d{number}")).update("count").after(70, "roll"));
    let roll = numbers.fold(State::new("roll").choice(Choice::Random), State::child);
    let bindings = Bindings::new().action("count", |count: &mut u32, _, _| *count += 1);
    Blueprint::hierarchy("dice", "roll").state(roll).build(&bindings).unwrap()
}

fn dices(count: usize) -> Population<u32> {
    let mut dices = Population::new(&dice());
    for _ in 0..count {
        dices.create(0);
    }
    dices
}

/// A table on which dice are thrown, in turn.
#[derive(Default)]
struct Table(Option<PopulationHandle<u32>>);

impl GameScreen for Table {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let handle = cx.machines().add(dices(600));
        cx.machines().keep(handle, Some("roll"));
        cx.machines().set_budget(Some(256));
        let units: Vec<_> = cx.machines().get(handle).into_iter().flat_map(Population::iter).collect();
        let dices = cx.machines().get_mut(handle).unwrap();
        units.into_iter().for_each(|unit| dices.start(unit, None).unwrap());
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

/// Adds dice and throws them. Returns where they and the first ones are in the end.
fn goes_on(manager: &mut ScreenManager) -> Vec<Vec<&'static str>> {
    let mut handles = vec![manager.screen("table").and_then(|table: &Table| table.0).unwrap()];
    for _ in 0..3 {
        let machines = manager.machines_mut("table").unwrap();
        let handle = machines.add(dices(0));
        let dices = machines.get_mut(handle).unwrap();
        for _ in 0..50 {
            dices.spawn(0);
        }
        handles.push(handle);
        run(manager, 7);
    }
    // Another screen has populations of its own.
    manager.command(ScreenCommand::push(Target::fresh("other", Table::default())));
    run(manager, 3);
    manager.command(ScreenCommand::pop());
    run(manager, 3);
    let machines = manager.machines("table").unwrap();
    let populations = handles.into_iter().map(|handle| machines.get(handle).unwrap());
    populations
        .map(|dices| dices.iter().map(|unit| dices.state(unit).map_or("", StateId::name)).collect())
        .collect()
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
