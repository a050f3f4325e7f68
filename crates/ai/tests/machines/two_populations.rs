//! Two populations of random machines with a world, whose units send messages to each other, spawn and
//! remove each other, against lists of plain interpreters.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{
    Blueprint, Definition, Payload, Population, PopulationHandle, PopulationId, StateId, UnitId,
};

use crate::model::reference::{Reference, Shared};
use crate::model::run;
use crate::random::{Ask, Choices, Kind, Unit, World, bindings, machine, reordered, state_names};

/// How often each of the first units can reach out. A bounded number, so that spawning ends.
const REACH: u8 = 20;

/// What all units share: who has done what.
#[derive(Default)]
struct Field {
    populations: Vec<PopulationHandle<Unit, Self>>,
    known: [Vec<UnitId>; 2],
    calls: Vec<String>,
}

impl World for Field {
    fn note(&mut self, population: PopulationId, unit: UnitId, call: &str) {
        let number = self
            .populations
            .iter()
            .position(|to| PopulationId::from(*to) == population)
            .expect("there are two");
        let known = &mut self.known[number];
        if !known.contains(&unit) {
            known.push(unit);
        }
        let place = known.iter().position(|other| *other == unit).expect("it was added");
        self.calls.push(format!("{number} {place} {call}"));
    }

    fn find(&self, population: usize, unit: usize) -> Option<(PopulationHandle<Unit, Self>, UnitId)> {
        Some((self.populations[population], *self.known[population].get(unit)?))
    }
}

/// What can be seen after a tick: for each population its units with their states, and the lost messages.
type Seen = [(Vec<(String, Unit)>, u64); 2];

/// What the host does with units of its own.
#[derive(Clone, Debug)]
enum Act {
    /// Adds a unit that is not started.
    Create(usize, Unit),
    /// Starts one of those units, by their number.
    Start(usize, Option<String>),
    Despawn(usize),
    /// Goes on with the states in another order.
    Reload(usize, Arc<Definition<Unit, Field>>),
    /// Saves a population and restores it.
    Restore(usize),
}

/// A host of both populations.
struct Meadow {
    populations: [Population<Unit, Field>; 2],
    /// The units that it has created.
    created: Vec<(usize, UnitId)>,
    field: Field,
}

impl Meadow {
    fn act(&mut self, act: Act) {
        let number = match act {
            Act::Create(population, _) | Act::Reload(population, _) | Act::Restore(population) => population,
            Act::Start(created, _) | Act::Despawn(created) => self.created[created].0,
        };
        let population = &mut self.populations[number];
        let lost = match &act {
            Act::Reload(_, definition) => population.replace_definition(definition, None),
            Act::Restore(_) => population.replace_units(&population.snapshot(), None),
            _ => Ok(Vec::new()),
        };
        assert_eq!(lost, Ok(Vec::new()));
        let field = &mut self.field;
        match act {
            Act::Create(_, unit) => self.created.push((number, population.create(unit))),
            Act::Start(created, initial) => {
                let initial = initial.map(|name| StateId::from(name.as_str()));
                // It may be gone.
                let _ = population.start(field, self.created[created].1, initial);
            }
            Act::Despawn(created) => drop(population.despawn(field, self.created[created].1)),
            Act::Reload(..) | Act::Restore(_) => {}
        }
    }

    fn seen(&self) -> Seen {
        [0, 1].map(|number| {
            let population = &self.populations[number];
            let unit = |unit: UnitId| {
                let states: Vec<_> = population.states(unit).map(StateId::name).collect();
                (states.join(" "), population.get(unit).expect("it is there").clone())
            };
            (population.iter().map(unit).collect(), population.counters().lost)
        })
    }

    fn tick(&mut self) {
        for population in &mut self.populations {
            population.tick(&mut self.field, Duration::from_nanos(16_666_667));
        }
        loop {
            let sent: Vec<_> = self.populations.iter_mut().flat_map(Population::take_sent).collect();
            if sent.is_empty() {
                return;
            }
            for sent in sent {
                let to = self.populations.iter_mut().find(|population| population.id() == sent.to());
                to.expect("there are two").receive(&mut self.field, sent);
            }
        }
    }
}

/// A population as a list.
#[derive(Default)]
struct Plain<'a> {
    /// The units in the order of their places; `None` is a free place.
    places: Vec<Option<Reference<'a>>>,
    free: Vec<usize>,
    /// The place of each unit that there was, and whether it is still there.
    units: Vec<(usize, bool)>,
    /// What units have asked of populations, with their places and numbers.
    asked: Vec<(usize, usize, Ask)>,
    /// What is for the other population.
    out: Vec<Ask>,
    lost: u64,
    /// Messages that wait for units that are gone by now.
    waiting: u64,
}

struct Both<'a> {
    blueprints: &'a [Blueprint; 2],
    populations: [Plain<'a>; 2],
    /// The units that the host has created, each with its population.
    created: Vec<(usize, usize)>,
    shared: Rc<RefCell<Shared>>,
}

impl<'a> Both<'a> {
    /// Keeps what a unit has asked for until all were ticked.
    fn collect(&mut self, population: usize, place: usize, unit: &mut Reference<'_>) {
        let plain = &mut self.populations[population];
        let number = unit.address.1;
        plain.asked.extend(unit.orders.drain(..).map(|ask| (place, number, ask)));
    }

    fn spawn(&mut self, population: usize, unit: Unit) {
        let number = self.create(population, unit);
        self.start(population, number, None);
    }

    /// Adds a unit that is not started. Returns its number.
    fn create(&mut self, population: usize, unit: Unit) -> usize {
        let plain = &mut self.populations[population];
        let (number, place) = (plain.units.len(), plain.free.pop().unwrap_or(plain.places.len()));
        plain.units.push((place, true));
        plain.places.resize_with(plain.places.len().max(place + 1), || None);
        let address = (population, number);
        let unit = Reference::create(&self.blueprints[population], unit, &self.shared, address);
        self.populations[population].places[place] = Some(unit);
        number
    }

    fn start(&mut self, population: usize, number: usize, initial: Option<&str>) {
        let plain = &mut self.populations[population];
        let (place, true) = plain.units[number] else { return };
        let mut unit = plain.places[place].take().expect("it is there");
        unit.start(initial);
        self.collect(population, place, &mut unit);
        self.populations[population].places[place] = Some(unit);
    }

    fn act(&mut self, act: &Act) {
        let population = match act {
            Act::Create(population, unit) => {
                let number = self.create(*population, unit.clone());
                return self.created.push((*population, number));
            }
            Act::Start(created, initial) => {
                let (population, number) = self.created[*created];
                self.start(population, number, initial.as_deref());
                population
            }
            Act::Despawn(created) => {
                let (population, number) = self.created[*created];
                self.apply(Ask::Despawn(population, number));
                population
            }
            Act::Reload(..) => return,
            Act::Restore(population) => return self.populations[*population].out.clear(),
        };
        self.deliver(population);
    }

    fn apply(&mut self, ask: Ask) {
        match ask {
            Ask::Spawn(population, unit) => self.spawn(population, *unit),
            Ask::SendTo(population, unit, event, payload) => self.send(population, unit, &event, payload),
            Ask::Despawn(population, number) => {
                let plain = &mut self.populations[population];
                let (place, true) = plain.units[number] else { return };
                plain.units[number].1 = false;
                let mut unit = plain.places[place].take().expect("it is there");
                plain.free.push(place);
                plain.waiting += unit.waiting() as u64;
                unit.stop();
                self.collect(population, place, &mut unit);
            }
            _ => unreachable!("it is not for populations"),
        }
    }

    fn send(&mut self, population: usize, unit: usize, event: &str, payload: Payload) {
        let plain = &mut self.populations[population];
        match plain.units[unit] {
            (place, true) => {
                plain.places[place].as_mut().map(|unit| unit.send(event, payload));
            }
            (_, false) => plain.lost += 1,
        }
    }

    /// Does what the units of a population have asked for, in the order of their places.
    fn deliver(&mut self, population: usize) {
        loop {
            let mut asked = std::mem::take(&mut self.populations[population].asked);
            if asked.is_empty() {
                return;
            }
            asked.sort_by_key(|(place, ..)| *place);
            for (_, number, ask) in asked {
                match ask {
                    Ask::Send(event, payload) => self.send(population, number, &event, payload),
                    Ask::Spawn(to, _) | Ask::Despawn(to, _) | Ask::SendTo(to, ..) if to != population => {
                        self.populations[population].out.push(ask);
                    }
                    _ => self.apply(ask),
                }
            }
        }
    }

    fn tick(&mut self) {
        for population in [0, 1] {
            let plain = &mut self.populations[population];
            plain.lost += std::mem::take(&mut plain.waiting);
            for place in 0..plain.places.len() {
                let Some(mut unit) = self.populations[population].places[place].take() else { continue };
                unit.tick_sixtieth();
                self.collect(population, place, &mut unit);
                self.populations[population].places[place] = Some(unit);
            }
            self.deliver(population);
        }
        loop {
            let all: Vec<Ask> = self.populations.iter_mut().flat_map(|plain| plain.out.drain(..)).collect();
            if all.is_empty() {
                return;
            }
            for ask in all {
                let (Ask::Spawn(to, _) | Ask::Despawn(to, _) | Ask::SendTo(to, ..)) = ask else { continue };
                self.apply(ask);
                self.deliver(to);
            }
        }
    }

    fn seen(&self) -> Seen {
        [0, 1].map(|population| {
            let plain: &Plain<'a> = &self.populations[population];
            let units = plain.places.iter().flatten();
            (units.map(|unit| (unit.states().join(" "), unit.unit.clone())).collect(), plain.lost)
        })
    }
}

/// What the host does with units of its own after each of some ticks.
fn random_acts(choices: &mut Choices, blueprints: &[Blueprint; 2]) -> Vec<Option<Act>> {
    let mut created: Vec<usize> = Vec::new();
    let act = |_| {
        let act = match (choices.up_to(7), created.len().checked_sub(1)) {
            (0, _) => return None,
            (6, _) => Act::Restore(choices.up_to(1)),
            (7, _) => {
                let population = choices.up_to(1);
                let other = reordered(choices, &blueprints[population]);
                Act::Reload(population, other.build(&bindings(&blueprints[population])).unwrap())
            }
            (1 | 2, _) | (_, None) => {
                let population = choices.up_to(1);
                created.push(population);
                Act::Create(population, a_unit(choices))
            }
            (3 | 4, Some(last)) => {
                let number = choices.up_to(last);
                let names = state_names(&blueprints[created[number]]);
                let name = names[choices.up_to(names.len() - 1)].clone();
                Act::Start(number, choices.one_in(2).then_some(name))
            }
            (_, Some(last)) => Act::Despawn(choices.up_to(last)),
        };
        Some(act)
    };
    (0..30).map(act).collect()
}

fn a_unit(choices: &mut Choices) -> Unit {
    Unit { flags: choices.up_to(255) as u8, asks: true, reach: REACH, calls: Vec::new() }
}

pub fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let blueprints = [0, 1].map(|_| {
        let kind = Kind { is_bare: false, ..Kind::random(&mut choices, 8) };
        let mut blueprint = machine(&mut choices, kind);
        // Without dropped messages, whose order the host decides.
        blueprint.queue = 255;
        blueprint
    });
    let populations = [0, 1].map(|number: usize| {
        let blueprint = &blueprints[number];
        Population::new(&blueprint.build(&bindings(blueprint)).unwrap())
    });
    let first: Vec<(usize, Unit)> =
        (0..2 + choices.up_to(8)).map(|_| (choices.up_to(1), a_unit(&mut choices))).collect();
    let acts = random_acts(&mut choices, &blueprints);

    let mut plain = Both {
        blueprints: &blueprints,
        populations: Default::default(),
        created: Vec::new(),
        shared: Rc::default(),
    };
    for (population, unit) in first.clone() {
        plain.spawn(population, unit);
        plain.deliver(population);
    }

    let field =
        Field { populations: populations.iter().map(Population::handle).collect(), ..Field::default() };
    let mut meadow = Meadow { populations, created: Vec::new(), field };
    for (population, unit) in first {
        meadow.populations[population].spawn(&mut meadow.field, unit);
    }
    for (tick, act) in acts.into_iter().enumerate() {
        assert_eq!(meadow.seen(), plain.seen(), "seed {seed}, tick {tick}");
        if let Some(act) = act {
            plain.act(&act);
            meadow.act(act);
        }
        meadow.tick();
        plain.tick();
    }
    assert_eq!(meadow.seen(), plain.seen(), "seed {seed}");
    assert_eq!(meadow.field.calls, plain.shared.borrow().calls, "seed {seed}");
}

#[test]
fn two_populations_do_what_lists_of_interpreters_do() {
    run(20, play);
}
