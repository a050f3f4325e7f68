//! Ticks of populations, with events of all kinds.

use std::collections::HashSet;
use std::time::Duration;

use proscenium_ai::{EventId, Machine, Population, StateId};

use super::machines::{features, machines};
use super::{FEW, MANY, Unit, allocations, definition, units};

const FRAME: Duration = Duration::from_millis(16);

/// An event for each tenth unit, in each tick for others.
fn set_events(events: &mut [Option<EventId>], tick: usize) {
    let go = EventId::from("go");
    for (unit, event) in events.iter_mut().enumerate() {
        *event = (unit + tick).is_multiple_of(10).then_some(go);
    }
}

/// What all units counted, and the states that units were seen in.
#[derive(Default)]
struct Life {
    counted: u64,
    seen: HashSet<StateId>,
}

impl Life {
    /// Looks at a population, which takes no memory after the first time.
    fn see(&mut self, population: &Population<Unit>) {
        self.counted = population.data().iter().map(|unit| u64::from(unit.count)).sum();
        self.seen.reserve(population.definition().state_count());
        self.seen.extend(population.iter().filter_map(|unit| population.state(unit)));
    }

    /// A machine in which nothing happens takes no memory either: that would show nothing.
    fn is_lively(&self, what: &str) {
        assert!(self.counted > 0, "{what}: no action was called");
        assert!(self.seen.len() > 1, "{what}: no unit changed");
    }
}

#[test]
fn a_steady_tick_allocates_nothing() {
    for blueprint in machines() {
        for count in [1, 300] {
            let (mut population, _) = units(&blueprint, count);
            let mut events = vec![None; count];
            let counted = allocations(MANY, |tick| {
                set_events(&mut events, tick);
                population.tick_events(&mut (), FRAME, &events);
            });
            assert_eq!(counted, 0, "{} units of {} with events", count, blueprint.name);

            let (mut population, ids) = units(&blueprint, count);
            let counted = allocations(MANY, |tick| {
                for unit in ids.iter().skip(tick % 10).step_by(10) {
                    let _ = population.send(*unit, "go");
                }
                population.tick(&mut (), FRAME);
            });
            assert_eq!(counted, 0, "{} units of {} with messages", count, blueprint.name);
        }
    }
}

#[test]
fn a_steady_tick_of_many_units_allocates_nothing() {
    for blueprint in machines() {
        let count = 1_200;
        let (mut population, ids) = units(&blueprint, count);
        let mut events = vec![None; count];
        let mut life = Life::default();
        let counted = allocations(FEW, |tick| {
            set_events(&mut events, tick);
            for unit in ids.iter().rev().skip(tick % 10).step_by(10) {
                let _ = population.send(*unit, "go");
            }
            population.tick_events(&mut (), FRAME, &events);
            life.see(&population);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
        life.is_lively(&blueprint.name);
    }
}

#[test]
fn a_dispatch_allocates_nothing() {
    for blueprint in machines().into_iter().chain(features()) {
        let mut machine = Machine::new(&definition(&blueprint), &mut (), Unit::default());
        let counted = allocations(MANY, |_| {
            let _ = machine.dispatch(&mut (), "go");
            let _ = machine.send("go");
            machine.tick(&mut (), FRAME);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
    }
}

#[test]
fn messages_to_everybody_allocate_nothing() {
    for blueprint in machines().into_iter().chain(features()) {
        for (count, rest) in [(300, 4), (600, 1_000)] {
            let (mut population, _) = units(&blueprint, count);
            let mut life = Life::default();
            let counted = allocations(FEW, |tick| {
                if !(tick + 1).is_multiple_of(rest) {
                    population.broadcast("go");
                }
                population.tick(&mut (), FRAME);
                life.see(&population);
            });
            assert_eq!(counted, 0, "{count} units of {}", blueprint.name);
            // A unit that changes in each tick has no updates, and one that restarts in each has no timeouts.
            if rest < 100 {
                life.is_lively(&blueprint.name);
            }
        }
    }
}

#[test]
fn each_thing_that_a_machine_can_do_allocates_nothing() {
    for blueprint in features() {
        for remembers in [false, true] {
            let (mut population, ids) = units(&blueprint, 300);
            population.remember_previous(remembers);
            let mut life = Life::default();
            let counted = allocations(FEW, |tick| {
                for unit in ids.iter().skip(tick % 3).step_by(3) {
                    let _ = population.send(*unit, "go");
                }
                population.tick(&mut (), FRAME);
                life.see(&population);
            });
            assert_eq!(counted, 0, "{}, previous states: {remembers}", blueprint.name);
            life.is_lively(&blueprint.name);
        }
    }
}

#[test]
fn units_that_take_the_places_of_others_allocate_nothing() {
    for blueprint in machines() {
        let (mut population, mut ids) = units(&blueprint, 600);
        let counted = allocations(FEW, |tick| {
            for unit in ids.iter_mut().skip(tick % 50).step_by(50) {
                let _ = population.send(*unit, "go");
                population.despawn(&mut (), *unit).unwrap();
                *unit = population.spawn(&mut (), Unit::default());
            }
            population.tick(&mut (), FRAME);
        });
        assert_eq!(counted, 0, "{}", blueprint.name);
        assert_eq!(population.len(), 600);
    }
}
