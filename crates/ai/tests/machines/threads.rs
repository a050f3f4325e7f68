//! What may be sent to another thread, and shared by threads: the compiler says it.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Definition, Machine, Population, Sent, Snapshot, State};

const fn is_send<T: Send>() {}
const fn is_sync<T: Sync>() {}

/// It stays on its thread: it is not [`Send`].
#[derive(Default)]
struct Local(std::rc::Rc<Cell<u32>>);

const _: () = {
    is_send::<Population<Cell<u32>, Local>>();
    is_send::<Machine<Cell<u32>, Local>>();
    is_send::<Snapshot<Cell<u32>>>();
    is_send::<Sent>();
    // Its code is, whatever the data of units are.
    is_send::<Arc<Definition<Local, Local>>>();
    is_sync::<Definition<Local, Local>>();
    is_send::<Bindings<Local, Local>>();
    is_sync::<Bindings<Local, Local>>();
};

#[test]
fn a_population_is_ticked_on_another_thread_and_its_definition_stays() {
    let count = State::new("count").update("count");
    let counter = Blueprint::template("counter", "count").state(count);
    let bindings = Bindings::new().action("count", |number: &mut u32, (): &mut (), _| *number += 1);
    let definition = counter.build(&bindings).unwrap();
    let mut counters = Population::new(&definition);
    let first = counters.spawn(&mut (), 0);
    let thread = std::thread::spawn(move || {
        counters.tick(&mut (), Duration::from_millis(16));
        counters
    });
    let mut counters = thread.join().unwrap();
    counters.tick(&mut (), Duration::from_millis(16));
    assert_eq!(counters.get(first), Some(&2));
    assert!(Arc::ptr_eq(counters.definition(), &definition));
}

#[test]
fn data_and_worlds_that_stay_on_their_thread_are_fine() {
    let count = State::new("count").update("count");
    let bindings = Bindings::new().action("count", |unit: &mut Local, world: &mut Local, _| {
        unit.0.set(unit.0.get() + 1);
        world.0.set(world.0.get() + 1);
    });
    let definition = Blueprint::template("counter", "count").state(count).build(&bindings).unwrap();
    let (mut counters, mut world) = (Population::new(&definition), Local::default());
    let seen = Local::default();
    counters.spawn(&mut world, Local(std::rc::Rc::clone(&seen.0)));
    counters.tick(&mut world, Duration::from_millis(16));
    assert_eq!((seen.0.get(), world.0.get()), (1, 1));
}
