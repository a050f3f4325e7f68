//! The short ways of a population: units in lists, steps taken together, tables without code. They must be no
//! different from one unit after the other, whose every change is recorded, which takes the general way. What
//! that way does is compared with a plain interpreter in `machines_model.rs`.

#[path = "support/machines.rs"]
#[allow(dead_code, reason = "the other test that uses it needs more of it")]
mod machines;

use std::time::Duration;

use proptest::prelude::{Strategy, any};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use proscenium::ai::{Event, EventId, Machine, Population, UnitId};

use machines::{Choices, EVENTS, Kind, Unit, bindings, machine};

/// A population, and each of its units once more by itself.
struct Both {
    all: Population<Unit>,
    ones: Vec<Option<(UnitId, Machine<Unit>)>>,
}

impl Both {
    fn spawn(&mut self, unit: Unit) {
        let one = Machine::recording(self.all.definition(), unit.clone());
        let id = self.all.spawn(unit);
        if self.ones.len() <= id.index() {
            self.ones.resize_with(id.index() + 1, || None);
        }
        self.ones[id.index()] = Some((id, one));
    }

    /// The exit hooks of a unit write into its data, which stays until the place is taken again.
    fn despawn(&mut self, place: usize) -> bool {
        let Some((id, mut one)) = self.ones[place].take() else { return true };
        let own = one.unit();
        self.all.despawn(id).unwrap();
        one.population_mut().despawn(own).unwrap();
        self.all.data()[place] == one.population().data()[0] && !self.all.is_alive(id)
    }

    fn is_same(&self, place: usize) -> bool {
        let Some((id, one)) = &self.ones[place] else { return true };
        let (own, own_id) = (one.population(), one.unit());
        self.all.stack(*id).eq(own.stack(own_id))
            && self.all.data()[place] == *one.data()
            && self.all.waiting_for(*id) == own.waiting_for(own_id)
            && self.all.previous(*id).is_none_or(|state| Some(state) == own.previous(own_id))
    }
}

/// How many units have their turn together when there is a budget.
const BLOCK: usize = 256;

/// Whose turn it is when a population is ticked with a budget.
struct Turns {
    /// What each block has missed.
    missed: Vec<Duration>,
    next: usize,
}

impl Turns {
    fn new(units: usize) -> Self {
        Self { missed: vec![Duration::ZERO; units.div_ceil(BLOCK)], next: 0 }
    }

    /// The time that passes for each block; `None` for those whose turn it is not.
    fn take(&mut self, dt: Duration, units: usize) -> Vec<Option<Duration>> {
        self.missed.iter_mut().for_each(|missed| *missed += dt);
        let count = self.missed.len();
        if units.div_ceil(BLOCK) >= count {
            self.next = 0;
        }
        let mut passed = vec![None; count];
        for _ in 0..units.div_ceil(BLOCK).min(count) {
            passed[self.next] = Some(std::mem::take(&mut self.missed[self.next]));
            self.next = (self.next + 1) % count;
        }
        passed
    }
}

/// Plays a case on a population, and on machines of their own.
fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    // With more than 254 states, units are not put into lists any more.
    let kind = Kind::random(&mut choices, 300);
    let blueprint = machine(&mut choices, kind);
    let definition = blueprint.build(&bindings(&blueprint)).unwrap();
    let asks = choices.one_in(2);
    let unit = |choices: &mut Choices| Unit { flags: choices.up_to(255) as u8, calls: Vec::new(), asks };
    let count = if choices.one_in(8) { 300 + choices.up_to(100) } else { 1 + choices.up_to(20) };
    let remembers = choices.one_in(3);
    let mut both = Both { all: Population::new(&definition), ones: Vec::new() };
    both.all.remember_previous(remembers);
    for _ in 0..count {
        both.spawn(unit(&mut choices));
    }
    let events: Vec<EventId> =
        (0..EVENTS).filter_map(|number| definition.event(&format!("e{number}"))).collect();
    // With a budget a unit lags behind the clock, so nothing may happen to it between its turns but messages.
    let mut turns = choices.one_in(3).then(|| Turns::new(count));
    for tick in 0..30 {
        let rate = 1 + choices.up_to(20);
        let by_message = turns.is_some() || choices.one_in(2);
        let mut column = vec![None; count];
        let mut is_same = true;
        for (place, told) in column.iter_mut().enumerate() {
            let event = events[choices.up_to(EVENTS - 1)];
            if turns.is_none() && choices.one_in(60) {
                is_same &= both.despawn(place);
            }
            if let Some((id, one)) = &mut both.ones[place] {
                if choices.one_in(rate) && by_message {
                    let event = Event { id: event, payload: choices.up_to(9) as f64 };
                    // A population may drop what is too much only in the tick.
                    let _ = (both.all.send(*id, event), one.send(event));
                } else if choices.one_in(rate) && !by_message {
                    *told = Some(event);
                }
                if turns.is_none() && choices.one_in(30) {
                    is_same &= both.all.dispatch(*id, event) == one.dispatch(event);
                }
                if choices.one_in(9) {
                    let flags = choices.up_to(255) as u8;
                    both.all.data_mut()[place].flags = flags;
                    one.data_mut().flags = flags;
                }
            } else if choices.one_in(5) {
                both.spawn(unit(&mut choices));
            }
        }
        // Whole milliseconds, because a unit that joined later counts them from another moment.
        let dt = Duration::from_millis(choices.up_to(40) as u64);
        let units = choices.up_to(600);
        match &mut turns {
            Some(_) => both.all.tick_some(dt, units),
            None if by_message => both.all.tick(dt),
            None => both.all.tick_events(dt, &column),
        }
        let dts = turns.as_mut().map(|turns| turns.take(dt, units));
        for (place, one) in both.ones.iter_mut().enumerate() {
            let Some((_, one)) = one else { continue };
            match &dts {
                Some(dts) => drop(dts[place / BLOCK].map(|dt| one.tick(dt))),
                None if by_message => one.tick(dt),
                None => one.population_mut().tick_events(dt, &column[place..=place]),
            }
        }
        for place in 0..count {
            assert!(
                is_same && both.is_same(place),
                "seed {seed}, {kind:?}, tick {tick}, unit {place} of {count}\n{:#?}\n{:#?}\n{blueprint:#?}",
                both.all.data()[place],
                both.ones[place].as_ref().map(|(_, one)| one.data()),
            );
        }
    }
}

#[test]
fn units_in_lists_are_no_different_from_one_after_the_other() {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse::<u32>().ok()).unwrap_or(1);
    let config =
        Config { cases: 400 * times, failure_persistence: None, max_shrink_iters: 0, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&any::<u64>().prop_map(|seed| seed), |seed| {
        play(seed);
        Ok(())
    });
    result.unwrap();
}
