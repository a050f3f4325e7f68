//! Random machines of all four families, with random events, against an interpreter that is written as simply
//! as possible. Every call of a hook, guard and handler, every change, every answer is compared.

mod many;
pub mod reference;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium_ai::{Blueprint, Event, Machine, Population, StateId};

use crate::random::{
    Ask, Choices, EVENTS, Kind, Unit, bindings, machine, payload, reordered, retimed, state_names,
};
use reference::{Counts, Reference, Shared};

/// One machine and one unit, with commands of all kinds.
fn play(seed: u64) {
    let mut choices = Choices(fastrand::Rng::with_seed(seed));
    let kind = Kind::random(&mut choices, 200);
    let blueprint = machine(&mut choices, kind);
    let definition =
        blueprint.build(&bindings(&blueprint)).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let retimed = retimed(&mut choices, &blueprint);
    let names = state_names(&blueprint);
    let flags = choices.up_to(255) as u8;
    let unit = Unit { flags, calls: Vec::new(), asks: choices.one_in(2), reach: 0 };
    let mut ours = Machine::recording(&definition, &mut (), unit.clone());
    let mut plain = Reference::new(&blueprint, unit, &Rc::new(RefCell::new(Shared::default())), (0, 0));
    plain.deliver();
    let mut counted = Counts::default();
    let mut said: Vec<String> = Vec::new();
    let context = |said: &[String]| format!("seed {seed}\n{}\nafter {}", text(&blueprint), said.join("; "));
    for _ in 0..60 {
        let event = format!("e{}", choices.up_to(EVENTS - 1));
        let (id, payload) = (definition.event(&event).expect("it is declared"), payload(choices.up_to(71)));
        let target = names[choices.up_to(names.len() - 1)].clone();
        let target_id = definition.state(&target).expect("it is declared");
        match choices.up_to(12) {
            0..=3 => {
                let micros = choices.up_to(40_000) as u64;
                said.push(format!("tick {micros}"));
                ours.tick(&mut (), Duration::from_micros(micros));
                plain.tick(micros);
            }
            4 | 5 => {
                said.push(format!("send {event} {payload:?}"));
                let sent = ours.send(Event { id, payload }).is_ok();
                assert_eq!(sent, plain.send(&event, payload), "{}", context(&said));
            }
            6 | 7 => {
                said.push(format!("dispatch {event} {payload:?}"));
                let outcome = ours.dispatch(&mut (), Event { id, payload });
                assert_eq!(outcome, plain.dispatch(&event, payload), "{}", context(&said));
            }
            8 => {
                let (ask, outcome) = match choices.up_to(5) {
                    0 => (Ask::Set(target, false), ours.set_state(&mut (), target_id, false)),
                    1 => (Ask::Set(target, true), ours.set_state(&mut (), target_id, true)),
                    2 => (Ask::Leave, ours.leave_current(&mut ())),
                    3 => (Ask::Enter(target), ours.enter(&mut (), target_id)),
                    4 => (Ask::Switch(target), ours.switch(&mut (), target_id)),
                    _ => (Ask::Exit, ours.exit(&mut ())),
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
                    Population::restore(ours.definition(), &snapshot, None).expect("it was just saved").0;
                restored.record_changes(true);
                compare_changes(&mut ours, &mut plain, || context(&said));
                *ours.population_mut() = restored;
            }
            10 => {
                said.push("reordered".to_owned());
                let other = if choices.one_in(2) { &retimed } else { &blueprint };
                let definition = reordered(&mut choices, other).build(&bindings(&blueprint)).unwrap();
                let lost = ours.population_mut().replace_definition(&definition, None).unwrap();
                assert!(lost.is_empty(), "{lost:?} {}", context(&said));
                plain.reload(other);
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
        let parts = text
            .split(',')
            .filter(|part| ![":None", ":[]", ":false", ":0", ":[])"].iter().any(|end| part.ends_with(end)));
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

fn add(counted: &mut Counts, counters: &proscenium_ai::Counters) {
    counted.unhandled += counters.unhandled;
    counted.refused += counters.refused;
    counted.dropped += counters.dropped;
    counted.stack_full += counters.stack_full;
    counted.stack_empty += counters.stack_empty;
    counted.endless += counters.endless;
    counted.payloads += counters.payloads;
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
    run(60, |seed| match seed % 4 {
        0 => many::play::<u8>(seed, false),
        1 => many::play::<u8>(seed, true),
        _ => many::play::<()>(seed, false),
    });
}
