//! Snapshots: a restored population continues unchanged, also with a later definition; a
//! damaged snapshot is an error or harmless.

mod continues;
mod damaged;
mod edits;
mod later;
mod time;

use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, Context, Definition, History, Next, Population, Snapshot, State, StateId, UnitId,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A guard of five states in two groups, with deadlines and history.
fn guard() -> Blueprint {
    Blueprint::template("guard", "post")
        .on("alarm", "fight")
        .state(
            State::new("post")
                .history(History::Deep)
                .child(State::new("stand").enter("enter").after(100, "walk"))
                .child(State::new("walk").after(50, "stand")),
        )
        .state(
            State::new("fight")
                .exit("exit")
                .on("calm", "post")
                .child(State::new("strike").enter("enter").fixed_update(30, "count"))
                .child(State::new("duck").from_code()),
        )
}

/// A pushdown machine with all that a unit can own.
fn stacked() -> Blueprint {
    Blueprint::pushdown("guard", "post")
        .state(
            State::new("post")
                .history(History::Shallow)
                .on("alarm", Next::enter("fight"))
                .child(State::new("stand").after(100, Next::switch("walk")))
                .child(State::new("walk").after(50, Next::switch("stand"))),
        )
        .state(
            State::new("fight")
                .fixed_update(30, "count")
                .on("calm", Next::Exit)
                .on("alarm", Next::enter("fight")),
        )
}

fn build(blueprint: &Blueprint) -> Arc<Definition<u32>> {
    let count = |calls: &mut u32, (): &mut (), _: &mut Context<'_>| *calls = calls.wrapping_add(1);
    let bindings = Bindings::new().action("enter", count).action("exit", count).action("count", count);
    blueprint.build(&bindings).unwrap()
}

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Through the texts that a game would write into a file.
fn saved<D: Clone + Serialize + DeserializeOwned + 'static>(population: &Population<D>) -> Snapshot<D> {
    let text = serde_json::to_string(&population.snapshot()).unwrap();
    let snapshot: Snapshot<D> = serde_json::from_str(&text).unwrap();
    ron::from_str(&ron::to_string(&snapshot).unwrap()).unwrap()
}

/// An id as it is in a file, which is not of this population alone.
fn saved_id(unit: UnitId) -> UnitId {
    UnitId::from_bits(unit.to_bits()).unwrap()
}

/// A population with this definition, from a snapshot of another one.
fn restored<D: Clone + Serialize + DeserializeOwned + 'static>(
    population: &Population<D>,
    definition: &Arc<Definition<D>>,
) -> Population<D> {
    Population::restore(definition, &saved(population), None).unwrap().0
}

fn guards(count: usize) -> (Population<u32>, Vec<UnitId>) {
    let mut guards = Population::new(&build(&guard()));
    let units = (0..count).map(|_| saved_id(guards.spawn(&mut (), 0))).collect();
    (guards, units)
}

fn names(population: &Population<u32>, unit: UnitId) -> Vec<&'static str> {
    population.stack(saved_id(unit)).map(StateId::name).collect()
}
