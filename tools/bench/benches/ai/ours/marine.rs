//! The marine as a template.

use std::sync::Arc;

use proscenium::ai::{Bindings, Blueprint, Context, Definition, State};

use super::super::contest::Competitor;
use super::super::workload::{self, Data};
use super::units::{FRAME, Units};

pub const EVENTS: [&str; 2] = ["first", "second"];
pub const LEAVES: [&str; 5] = ["idle", "attack", "move", "chase", "attack_move"];

/// Adds the actions of a marine that is a part of a unit's data. `suffix` is added to their names, and
/// `updated` is called after each update.
pub fn bind<D: 'static, W: 'static>(
    bindings: Bindings<D, W>,
    suffix: &str,
    marine: impl Fn(&mut D) -> &mut Data + Copy + Send + Sync + 'static,
    updated: impl Fn(&Data, &mut W) + Copy + Send + Sync + 'static,
) -> Bindings<D, W> {
    let name = |name: &str| format!("{name}{suffix}");
    bindings
        .action(&name("enter_leaf"), move |data, _, _| workload::enter_leaf(marine(data)))
        .action(&name("exit_leaf"), move |data, _, _| workload::exit_leaf(marine(data)))
        .action(&name("enter_group"), move |data, _, _| workload::enter_group(marine(data)))
        .action(&name("exit_group"), move |data, _, _| workload::exit_group(marine(data)))
        .action(&name("idle"), update(marine, updated, workload::update_idle))
        .action(&name("attack"), update(marine, updated, workload::update_attack))
        .action(&name("move"), update(marine, updated, workload::update_move))
        .action(&name("chase"), update(marine, updated, workload::update_chase))
        .action(&name("attack_move"), update(marine, updated, workload::update_attack_move))
}

fn update<D, W>(
    marine: impl Fn(&mut D) -> &mut Data,
    updated: impl Fn(&Data, &mut W),
    update: impl Fn(&mut Data),
) -> impl Fn(&mut D, &mut W, &mut Context<'_>) {
    move |data, world, _| {
        let data = marine(data);
        update(data);
        updated(data, world);
    }
}

/// The actions of units that are a marine and nothing else.
pub fn actions() -> Bindings<Data> {
    bind(Bindings::new(), "", |data| data, |_, ()| {})
}

pub fn leaf(name: &str) -> State {
    State::new(name).enter("enter_leaf").exit("exit_leaf").update(name)
}

fn group(name: &str) -> State {
    State::new(name).enter("enter_group").exit("exit_group")
}

/// The marine's tree; `idle` has its update or sleeps.
pub fn tree(idle: State) -> Blueprint {
    Blueprint::template("marine", "guard")
        .state(
            group("guard")
                .child(idle.on("first", "attack").on("second", "move"))
                .child(leaf("attack").on("first", "idle").on("second", "idle")),
        )
        .state(
            group("march")
                .on("second", "idle")
                .child(leaf("move").on("first", "chase"))
                .child(leaf("chase").on("first", "attack_move").on("second", "move"))
                .child(leaf("attack_move").on("first", "move").on("second", "move")),
        )
}

pub fn definition(idle: State) -> Arc<Definition<Data>> {
    tree(idle).build(&actions()).expect("the tree is right")
}

/// The marines get the events of a frame in a column.
const COLUMN: u8 = 0;
/// Each is sent as a message, and handled in the tick.
const MESSAGE: u8 = 1;
/// One unit after the other.
const UNIT: u8 = 2;
/// As a column, while changes are recorded.
const RECORDED: u8 = 3;
/// As a column, after changes were recorded for a while.
const RECORDED_ONCE: u8 = 4;

/// The marine, with its events in one of the forms above.
pub struct Template<const BY: u8>(Units<Data>);

/// Events in a column.
pub type ByColumn = Template<COLUMN>;
/// Events as messages.
pub type ByMessage = Template<MESSAGE>;
/// Units one by one.
pub type ByUnit = Template<UNIT>;
/// Events in a column, with a record of all changes.
pub type Recorded = Template<RECORDED>;
/// Events in a column, with a record that is switched off again.
pub type RecordedOnce = Template<RECORDED_ONCE>;

impl<const BY: u8> Competitor for Template<BY> {
    fn new(units: usize) -> Self {
        let mut units = Units::new(&definition(leaf("idle")), &EVENTS, &LEAVES, units);
        units.population.record_changes(BY == RECORDED || BY == RECORDED_ONCE);
        units.population.record_changes(BY == RECORDED);
        Self(units)
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
        if BY == RECORDED {
            self.0.population.take_changes();
        }
    }

    fn tick(&mut self, _inputs: &[u8]) {
        let Units { population, ids, inputs, .. } = &mut self.0;
        let units = ids.iter().zip(&*inputs);
        match BY {
            MESSAGE => {
                for (unit, event) in units {
                    if let Some(event) = event {
                        population.send(*unit, *event).expect("one message fits");
                    }
                }
                population.tick(&mut (), FRAME);
            }
            UNIT => {
                for (unit, event) in units {
                    match event {
                        None => population.update(&mut (), *unit).expect("nothing can fail"),
                        Some(event) => {
                            population.dispatch(&mut (), *unit, *event).expect("nothing can fail");
                        }
                    };
                }
            }
            _ => population.tick_events(&mut (), FRAME, inputs),
        }
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(0)
    }
}

/// The bytes of a template unit besides its data.
pub fn bytes_per_unit(units: usize) -> f64 {
    let template = ByColumn::new(units);
    template.0.population.bytes() as f64 / units as f64
}
