//! A steady tick of machines takes no memory from the heap, whatever their family and whatever they do.

mod machines;
mod ticks;

use std::ops::Range;
use std::sync::Arc;

use proscenium_ai::{Bindings, Blueprint, Context, Definition, Population, Reply, UnitId};

/// What a unit has: a counter that guards look at, and a unit to send messages to.
#[derive(Clone, Default)]
struct Unit {
    count: u32,
    friend: Option<UnitId>,
}

fn definition(blueprint: &Blueprint) -> Arc<Definition<Unit>> {
    let structure = blueprint.check().unwrap();
    let go = structure.event("go").unwrap();
    let [a, b, c] = ["a", "b", "c"].map(|name| structure.state(name));
    let bindings = Bindings::new()
        .guard("third", |unit: &Unit, _, _| unit.count.is_multiple_of(3))
        .guard("seventh", |unit: &Unit, _, _| unit.count.is_multiple_of(7))
        .action("count", |unit: &mut Unit, _, _| unit.count += 1)
        .action("send", move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            unit.count += 1;
            if let Some(friend) = unit.friend.filter(|_| unit.count.is_multiple_of(5)) {
                cx.send(friend, go);
            }
        })
        .action("ask", move |unit: &mut Unit, _, cx: &mut Context<'_>| {
            unit.count += 1;
            let targets = [b, c, a];
            if let Some(target) = targets[unit.count as usize % 3] {
                cx.set_state(target, true);
            }
        })
        .handler("handle", move |unit: &mut Unit, _, _: &mut Context<'_>| {
            unit.count += 1;
            match [a, b, None][unit.count as usize % 3] {
                Some(target) => Reply::To(target),
                None => Reply::Handled,
            }
        });
    blueprint.build(&bindings.shared()).unwrap()
}

/// A population whose first unit sends messages to the last one, the second to the last but one, and so on.
fn units(blueprint: &Blueprint, count: usize) -> (Population<Unit>, Vec<UnitId>) {
    let mut population = Population::new(&definition(blueprint));
    let ids: Vec<_> = (0..count).map(|_| population.spawn(&mut (), Unit::default())).collect();
    for (unit, friend) in population.data_mut().iter_mut().zip(ids.iter().rev()) {
        unit.friend = Some(*friend);
    }
    (population, ids)
}

/// Ticks that are counted after those in which lists grow to what they need.
const MANY: Range<usize> = 300..600;
/// The same, where a tick takes longer.
const FEW: Range<usize> = 60..100;

/// Lets `tick` run until `counted` begins, and then counts.
fn allocations(counted: Range<usize>, mut tick: impl FnMut(usize)) -> u64 {
    (0..counted.start).for_each(&mut tick);
    allocation_counter::measure(|| counted.for_each(&mut tick)).count_total
}
