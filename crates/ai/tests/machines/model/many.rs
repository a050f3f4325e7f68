//! A population, in which units are worked on in groups, and an interpreter for each unit.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium_ai::{Blueprint, Change, Definition, Event, EventId, Population, StateId, UnitId};

use super::add;
use super::reference::{Counts, Reference, Shared};
use crate::random::{
    Ask, Choices, EVENTS, Kind, Unit, World, bindings, machine, payload, reordered, state_names,
};

struct Many<'a, W> {
    seed: u64,
    blueprint: &'a Blueprint,
    names: Vec<String>,
    choices: Choices,
    ours: Population<Unit, W>,
    world: W,
    shared: Rc<RefCell<Shared>>,
    /// The unit in each place; `None` is a free one.
    places: Vec<Option<(UnitId, Reference<'a>)>>,
    /// The free places, the next one to be taken last.
    free: Vec<usize>,
    /// What the populations before a restoration have counted.
    counted: Counts,
    /// What the interpreters of units that are gone have counted.
    gone: Vec<Counts>,
    records: bool,
    is_independent: bool,
}

fn build<W: World>(
    blueprint: &Blueprint,
    bound: &Blueprint,
    is_independent: bool,
) -> Arc<Definition<Unit, W>> {
    let bindings = bindings(bound);
    let bindings = if is_independent { bindings.independent() } else { bindings };
    blueprint.build(&bindings).expect("a random machine is right")
}

impl<'a, W: World> Many<'a, W> {
    fn event(&mut self) -> String {
        format!("e{}", self.choices.up_to(EVENTS - 1))
    }

    fn state(&mut self) -> String {
        let last = self.names.len() - 1;
        self.names[self.choices.up_to(last)].clone()
    }

    /// Adds a unit, which is started at once or later.
    fn add(&mut self, asks: bool, is_started: bool) {
        let flags = self.choices.up_to(255) as u8;
        let unit = Unit { flags, calls: Vec::new(), asks, reach: 0 };
        let (ours, world) = (&mut self.ours, &mut self.world);
        let id = if is_started { ours.spawn(world, unit.clone()) } else { ours.create(unit.clone()) };
        let place = self.free.pop().unwrap_or(self.places.len());
        assert_eq!(id.index(), place, "seed {}", self.seed);
        let mut plain = Reference::create(self.blueprint, unit, &self.shared, (0, place));
        if is_started {
            plain.start(None);
        }
        self.places.resize_with(self.places.len().max(place + 1), || None);
        self.places[place] = Some((id, plain));
    }

    /// Does something with a single unit outside of a tick.
    fn change_one(&mut self) {
        let place = self.choices.up_to(self.places.len() - 1);
        let Some((id, mut plain)) = self.places[place].take() else { return };
        let (event, target) = (self.event(), self.state());
        let state = StateId::from(target.as_str());
        let context = format!("seed {}, unit {id}", self.seed);
        let (ours, world) = (&mut self.ours, &mut self.world);
        match self.choices.up_to(5) {
            0 => {
                ours.start(world, id, None).unwrap();
                plain.start(None);
            }
            1 => {
                ours.start(world, id, Some(state)).unwrap();
                plain.start(Some(&target));
            }
            2 => {
                let payload = payload(self.choices.up_to(71));
                let outcome = ours.dispatch(world, id, Event { id: event.as_str().into(), payload });
                assert_eq!(outcome, plain.dispatch(&event, payload), "{context}");
            }
            3 => assert_eq!(
                ours.set_state(world, id, state, true),
                plain.request(&Ask::Set(target, true)),
                "{context}"
            ),
            4 => assert_eq!(ours.leave_current(world, id), plain.request(&Ask::Leave), "{context}"),
            _ => {
                ours.despawn(world, id).unwrap();
                plain.stop();
                assert_eq!(self.ours.data()[place], plain.unit, "{context}");
                self.free.push(place);
                self.gone.push(plain.counts);
                return;
            }
        }
        // Before the unit may be removed.
        plain.deliver();
        self.places[place] = Some((id, plain));
    }

    fn units(&mut self) -> impl Iterator<Item = &mut Reference<'a>> {
        self.places.iter_mut().flatten().map(|(_, plain)| plain)
    }

    fn send(&mut self) {
        let few = self.choices.one_in(2);
        for (id, plain) in self.places.iter_mut().flatten() {
            let choices = &mut self.choices;
            let Some(event) = an_event(choices).filter(|_| !few || choices.one_in(20)) else { continue };
            let payload = payload(choices.up_to(71));
            // What does not fit is dropped by the one at once, by the other in the next tick.
            let event_id = EventId::from(event.as_str());
            let _ = (self.ours.send(*id, Event { id: event_id, payload }), plain.send(&event, payload));
        }
    }

    /// A time of whole 1/60,000 s.
    fn micros(&mut self) -> u64 {
        50 * self.choices.up_to(800) as u64
    }

    fn tick(&mut self) {
        let micros = self.micros();
        self.ours.tick(&mut self.world, Duration::from_micros(micros));
        self.units().for_each(|plain| plain.tick(micros));
    }

    fn tick_events(&mut self) {
        let micros = self.micros();
        let events: Vec<_> = self.places.iter().map(|_| an_event(&mut self.choices)).collect();
        let ids: Vec<_> = events.iter().map(|event| event.as_deref().map(EventId::from)).collect();
        self.ours.tick_events(&mut self.world, Duration::from_micros(micros), &ids);
        for (place, event) in self.places.iter_mut().zip(&events) {
            if let Some((_, plain)) = place {
                plain.tick_event(micros, event.as_deref());
            }
        }
    }

    fn restore(&mut self) {
        add(&mut self.counted, self.ours.counters());
        let definition = self.ours.definition();
        let (restored, lost) = Population::restore(definition, &self.ours.snapshot(), None).unwrap();
        assert!(lost.is_empty(), "seed {}: {lost:?}", self.seed);
        self.ours = restored;
        self.ours.record_changes(self.records);
    }

    fn reload(&mut self) {
        let other = reordered(&mut self.choices, self.blueprint);
        let definition = build(&other, self.blueprint, self.is_independent);
        let lost = self.ours.replace_definition(&definition, None).unwrap();
        assert!(lost.is_empty(), "seed {}: {lost:?}", self.seed);
    }

    fn step(&mut self) {
        match self.choices.up_to(10) {
            0 => {
                self.records = !self.records;
                self.ours.record_changes(self.records);
            }
            1 | 2 => self.send(),
            3 | 4 => self.tick_events(),
            5 => match self.choices.up_to(3) {
                0 => self.restore(),
                1 => self.reload(),
                _ => {
                    let (asks, is_started) = (self.choices.one_in(4), self.choices.one_in(2));
                    self.add(asks, is_started);
                }
            },
            6 => (0..=self.choices.up_to(20)).for_each(|_| self.change_one()),
            _ => self.tick(),
        }
        self.units().for_each(Reference::deliver);
    }

    fn compare(&mut self, step: usize) {
        let changes = self.ours.take_changes();
        for (id, plain) in self.places.iter_mut().flatten() {
            let context = format!("seed {}, step {step}, unit {id}", self.seed);
            assert_eq!(*self.ours.get(*id).unwrap(), plain.unit, "{context}");
            let stack: Vec<_> = self.ours.stack(*id).map(StateId::name).collect();
            assert_eq!(stack, plain.stack(), "{context}");
            let states: Vec<_> = self.ours.states(*id).map(StateId::name).collect();
            assert_eq!(states, plain.states(), "{context}");
            assert_eq!(self.ours.waiting_for(*id), plain.waiting(), "{context}");
            let expected = std::mem::take(&mut plain.changes);
            if self.records {
                let own = changes.iter().filter(|change| change.unit == *id);
                let name = |state: StateId| state.name().to_owned();
                let own = own.map(|change: &Change| (change.kind, name(change.from), name(change.to)));
                assert_eq!(own.collect::<Vec<_>>(), expected, "{context}");
            }
        }
    }

    fn compare_counts(mut self) {
        add(&mut self.counted, self.ours.counters());
        let mut sum = Counts { dropped: self.counted.dropped, ..Counts::default() };
        let living = self.places.iter().flatten().map(|(_, plain)| &plain.counts);
        for counts in self.gone.iter().chain(living) {
            sum.unhandled += counts.unhandled;
            sum.refused += counts.refused;
            sum.stack_full += counts.stack_full;
            sum.stack_empty += counts.stack_empty;
            sum.endless += counts.endless;
            sum.payloads += counts.payloads;
        }
        assert_eq!(self.counted, sum, "seed {}", self.seed);
    }
}

fn an_event(choices: &mut Choices) -> Option<String> {
    choices.one_in(4).then(|| format!("e{}", choices.up_to(EVENTS - 1)))
}

/// Plays a random machine. The units of an independent one are grouped although they have a world.
pub fn play<W: World + Default>(seed: u64, is_independent: bool) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let kind = Kind::random(&mut choices, 40);
    let blueprint = machine(&mut choices, kind);
    let mut ours = Population::new(&build(&blueprint, &blueprint, is_independent));
    ours.set_seed(seed);
    let count = if choices.one_in(4) { 300 } else { 1 + choices.up_to(40) };
    let mut many = Many {
        seed,
        blueprint: &blueprint,
        names: state_names(&blueprint),
        choices,
        ours,
        world: W::default(),
        shared: Rc::new(RefCell::new(Shared::default())),
        places: Vec::new(),
        free: Vec::new(),
        counted: Counts::default(),
        gone: Vec::new(),
        records: false,
        is_independent,
    };
    for _ in 0..count {
        let (asks, is_started) = (many.choices.one_in(4), !many.choices.one_in(10));
        many.add(asks, is_started);
    }
    many.units().for_each(|plain| {
        plain.deliver();
        plain.changes.clear();
    });
    for step in 0..25 {
        many.step();
        many.compare(step);
    }
    many.compare_counts();
}
