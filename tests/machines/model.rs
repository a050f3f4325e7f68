//! Random machines of all four families, with random events, against an interpreter that is written as simply
//! as possible. Every call of a hook, guard and handler, every change, every answer is compared.

pub mod reference;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium::ai::{Blueprint, Event, Machine, Population, StateId};

use crate::random::{Ask, Choices, EVENTS, Kind, Unit, World, bindings, machine, reordered, state_names};
use reference::{Counts, Reference, Shared};

/// One machine and one unit, with commands of all kinds.
fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let kind = Kind::random(&mut choices, 200);
    let blueprint = machine(&mut choices, kind);
    let definition =
        blueprint.build(&bindings(&blueprint)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let names = state_names(&blueprint);
    let flags = choices.up_to(255) as u8;
    let unit = Unit { flags, calls: Vec::new(), asks: choices.one_in(2), reach: 0 };
    let mut ours = Machine::recording(&definition, unit.clone());
    let mut plain = Reference::new(&blueprint, unit, &Rc::new(RefCell::new(Shared::default())), (0, 0));
    plain.deliver();
    let mut counted = Counts::default();
    let mut said: Vec<String> = Vec::new();
    let context = |said: &[String]| format!("seed {seed}\n{}\nafter {}", text(&blueprint), said.join("; "));
    for _ in 0..60 {
        let event = format!("e{}", choices.up_to(EVENTS - 1));
        let (id, payload) = (definition.event(&event).expect("it is declared"), choices.up_to(9) as f64);
        let target = names[choices.up_to(names.len() - 1)].clone();
        let target_id = definition.state(&target).expect("it is declared");
        match choices.up_to(12) {
            0..=3 => {
                let micros = choices.up_to(40_000) as u64;
                said.push(format!("tick {micros}"));
                ours.tick(Duration::from_micros(micros));
                plain.tick(micros);
            }
            4 | 5 => {
                said.push(format!("send {event} {payload}"));
                let sent = ours.send(Event { id, payload }).is_ok();
                assert_eq!(sent, plain.send(&event, payload), "{}", context(&said));
            }
            6 | 7 => {
                said.push(format!("dispatch {event} {payload}"));
                let outcome = ours.dispatch(Event { id, payload });
                assert_eq!(outcome, plain.dispatch(&event, payload), "{}", context(&said));
            }
            8 => {
                let (ask, outcome) = match choices.up_to(5) {
                    0 => (Ask::Set(target, false), ours.set_state(target_id, false)),
                    1 => (Ask::Set(target, true), ours.set_state(target_id, true)),
                    2 => (Ask::Leave, ours.leave_current()),
                    3 => (Ask::Enter(target), ours.enter(target_id)),
                    4 => (Ask::Switch(target), ours.switch(target_id)),
                    _ => (Ask::Exit, ours.exit()),
                };
                said.push(format!("{ask:?}"));
                assert_eq!(outcome, plain.request(&ask), "{}", context(&said));
            }
            9 => {
                said.push("snapshot, restore".to_owned());
                // What a unit is does not depend on when it was saved.
                add(&mut counted, ours.counters());
                let snapshot = ours.population().snapshot();
                let mut restored =
                    Population::restore(&definition, &snapshot, None).expect("it was just saved").0;
                restored.record_changes(true);
                compare_changes(&mut ours, &mut plain, || context(&said));
                *ours.population_mut() = restored;
            }
            10 => {
                said.push("reordered".to_owned());
                let definition = reordered(&mut choices, &blueprint).build(&bindings(&blueprint)).unwrap();
                let lost = ours.population_mut().replace_definition(&definition, None).unwrap();
                assert!(lost.is_empty(), "{lost:?} {}", context(&said));
            }
            _ => {
                let flags = choices.up_to(255) as u8;
                said.push(format!("flags {flags}"));
                ours.data_mut().flags = flags;
                plain.unit.flags = flags;
            }
        }
        plain.deliver();
        assert_eq!(*ours.data(), plain.unit, "{}", context(&said));
        let states = ours.population().states(ours.unit());
        let states: Vec<_> = states.map(StateId::name).collect();
        assert_eq!(states, plain.states(), "{}", context(&said));
        assert_eq!(ours.stack().collect::<Vec<_>>(), plain.stack(), "{}", context(&said));
        assert_eq!(ours.previous().name(), plain.previous(), "{}", context(&said));
        compare_changes(&mut ours, &mut plain, || context(&said));
        assert_eq!(ours.waiting().min(blueprint.queue as usize), plain.waiting(), "{}", context(&said));
    }
    add(&mut counted, ours.counters());
    // A machine drops what is too much in its next tick.
    counted.dropped = plain.counts.dropped;
    assert_eq!(counted, plain.counts, "seed {seed}, {kind:?}");
}

/// A machine as lines, without what is not said.
fn text(blueprint: &Blueprint) -> String {
    let said = |text: String| {
        let parts = text.split(',').filter(|part| {
            ![":None", ":[]", ":false", ":0", ":Initial", ":[])"].iter().any(|end| part.ends_with(end))
        });
        parts.collect::<Vec<_>>().join(",").replace("from_code:true,", "")
    };
    let states = blueprint.states.iter().map(|state| said(ron::to_string(state).unwrap()));
    let machine = Blueprint { states: Vec::new(), ..blueprint.clone() };
    std::iter::once(ron::to_string(&machine).unwrap()).chain(states).collect::<Vec<_>>().join("\n")
}

fn compare_changes(ours: &mut Machine<Unit>, plain: &mut Reference<'_>, context: impl Fn() -> String) {
    let changes = ours.take_changes();
    let name = |state: StateId| state.name().to_owned();
    let changes: Vec<_> =
        changes.iter().map(|change| (change.kind, name(change.from), name(change.to))).collect();
    assert_eq!(changes, std::mem::take(&mut plain.changes), "{}", context());
}

fn add(counted: &mut Counts, counters: &proscenium::ai::Counters) {
    counted.unhandled += counters.unhandled;
    counted.refused += counters.refused;
    counted.dropped += counters.dropped;
    counted.stack_full += counters.stack_full;
    counted.stack_empty += counters.stack_empty;
    counted.endless += counters.endless;
}

/// A population, in which units are worked on in groups, and an interpreter for each unit.
fn play_many<W: World + Default>(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let kind = Kind::random(&mut choices, 40);
    let blueprint = machine(&mut choices, kind);
    let definition = blueprint.build(&bindings(&blueprint)).unwrap();
    let (mut ours, mut world) = (Population::new(&definition), W::default());
    let shared = Rc::new(RefCell::new(Shared { random: seed, ..Shared::default() }));
    ours.set_seed(seed);
    let count = if choices.one_in(4) { 300 } else { 1 + choices.up_to(40) };
    let mut ids = Vec::new();
    let mut plain = Vec::new();
    for _ in 0..count {
        let flags = choices.up_to(255) as u8;
        let unit = Unit { flags, calls: Vec::new(), asks: choices.one_in(4), reach: 0 };
        ids.push(ours.with(&mut world).spawn(unit.clone()));
        let mut unit = Reference::new(&blueprint, unit, &shared, (0, plain.len()));
        unit.deliver();
        unit.changes.clear();
        plain.push(unit);
    }
    let mut records = false;
    for step in 0..25 {
        let micros = choices.up_to(40_000) as u64;
        let an_event =
            |choices: &mut Choices| choices.one_in(4).then(|| format!("e{}", choices.up_to(EVENTS - 1)));
        match choices.up_to(5) {
            0 => {
                records = !records;
                ours.record_changes(records);
            }
            1 => {
                let few = choices.one_in(2);
                for (id, plain) in ids.iter().zip(&mut plain) {
                    let Some(event) = an_event(&mut choices).filter(|_| !few || choices.one_in(20)) else {
                        continue;
                    };
                    let payload = choices.up_to(9) as f64;
                    let id_of_event = definition.event(&event).expect("it is declared");
                    // What does not fit is dropped by the one at once, by the other in the next tick.
                    let _ = (ours.send(*id, Event { id: id_of_event, payload }), plain.send(&event, payload));
                }
            }
            2 => {
                let events: Vec<_> = plain.iter().map(|_| an_event(&mut choices)).collect();
                let known = |event: &Option<String>| event.as_ref().and_then(|event| definition.event(event));
                ours.with(&mut world).tick_events(
                    Duration::from_micros(micros),
                    &events.iter().map(known).collect::<Vec<_>>(),
                );
                for (plain, event) in plain.iter_mut().zip(&events) {
                    plain.tick_event(micros, event.as_deref());
                }
            }
            _ => {
                ours.with(&mut world).tick(Duration::from_micros(micros));
                plain.iter_mut().for_each(|plain| plain.tick(micros));
            }
        }
        plain.iter_mut().for_each(Reference::deliver);
        let changes = ours.take_changes();
        for (id, plain) in ids.iter().zip(&mut plain) {
            let context = format!("seed {seed}, step {step}, unit {id}");
            assert_eq!(*ours.get(*id).unwrap(), plain.unit, "{context}");
            let stack: Vec<_> = ours.stack(*id).map(StateId::name).collect();
            assert_eq!(stack, plain.stack(), "{context}");
            assert_eq!(ours.states(*id).map(StateId::name).collect::<Vec<_>>(), plain.states(), "{context}");
            let expected = std::mem::take(&mut plain.changes);
            if records {
                let name = |state: StateId| state.name().to_owned();
                let own = changes.iter().filter(|change| change.unit == *id);
                let own: Vec<_> =
                    own.map(|change| (change.kind, name(change.from), name(change.to))).collect();
                assert_eq!(own, expected, "{context}");
            }
        }
    }
    let mut counted = Counts::default();
    add(&mut counted, ours.counters());
    let sum = |of: fn(&Counts) -> u64| plain.iter().map(|plain| of(&plain.counts)).sum::<u64>();
    assert_eq!(
        [counted.unhandled, counted.refused, counted.stack_full, counted.stack_empty, counted.endless],
        [
            sum(|c| c.unhandled),
            sum(|c| c.refused),
            sum(|c| c.stack_full),
            sum(|c| c.stack_empty),
            sum(|c| c.endless)
        ],
        "seed {seed}"
    );
}

/// Plays `cases`, or as many times more as `PROSCENIUM_SOAK` says.
pub fn run(cases: usize, play: impl Fn(u64)) {
    let times = std::env::var("PROSCENIUM_SOAK").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut seeds = fastrand::Rng::with_seed(1);
    (0..cases * times).for_each(|_| play(seeds.u64(..)));
}

#[test]
fn a_machine_does_what_a_plain_interpreter_does() {
    run(250, play);
}

#[test]
fn a_population_does_what_an_interpreter_for_each_unit_does() {
    run(60, |seed| if seed % 3 == 0 { play_many::<u8>(seed) } else { play_many::<()>(seed) });
}
