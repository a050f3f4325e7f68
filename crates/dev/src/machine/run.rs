//! One unit of a machine without a game.

use std::time::Duration;

use proscenium_ai::{
    Bindings, Blueprint, BuildError, Context, GuardContext, Machine, Reply, RestoreError, Snapshot, Structure,
};
use proscenium_core::platform::{TraceEvent, TraceRecord};

use super::code::{MachineCode, Vars};
use super::events::MachineLine;

pub(super) struct MachineRun {
    pub(super) machine: Machine<Vars>,
    script: Option<MachineCode>,
    tick: u64,
    saved: Option<Snapshot<Vars>>,
}

impl MachineRun {
    /// A unit in its initial state, whose hooks see the variables that the lines `first` set, with the functions of
    /// `script`.
    pub(super) fn new(
        blueprint: &Blueprint,
        structure: &Structure,
        mut script: Option<MachineCode>,
        first: &[MachineLine],
    ) -> Result<Self, BuildError> {
        let mut bindings = stand_ins(structure);
        if let Some(script) = &mut script {
            bindings = script.bind(structure, bindings);
        }
        let definition = blueprint.build(&bindings)?;
        let mut vars = Vars::default();
        for line in first {
            if let MachineLine::Set { name, value } = line {
                vars.set(name, value.clone());
            }
        }
        let machine = Machine::recording(&definition, &mut (), vars);
        Ok(Self { machine, script, tick: 0, saved: None })
    }

    /// Runs a list. `record` takes the trace.
    pub(super) fn run(
        &mut self,
        lines: &[MachineLine],
        mut record: impl FnMut(TraceRecord),
    ) -> Result<(), RestoreError> {
        self.record_changes(&mut record);
        for line in lines {
            match line {
                MachineLine::Tick { ms, count } => {
                    for _ in 0..*count {
                        self.tick += 1;
                        self.machine.tick(&mut (), Duration::from_millis(u64::from(*ms)));
                        self.record_changes(&mut record);
                    }
                }
                // The summary counts what an event could not do.
                MachineLine::Event { event, is_message } => {
                    let name = event.id.name().to_owned();
                    record(TraceRecord { tick: self.tick, event: TraceEvent::Event { event: name } });
                    let _ = match is_message {
                        true => self.machine.send(*event).is_ok(),
                        false => self.machine.dispatch(&mut (), *event).is_ok(),
                    };
                }
                MachineLine::Set { name, value } => self.machine.data_mut().set(name, value.clone()),
                MachineLine::Snapshot => self.saved = Some(self.machine.population().snapshot()),
                MachineLine::Restore => {
                    if let Some(saved) = &self.saved {
                        self.machine.population_mut().replace_units(saved, None)?;
                    }
                }
            }
            self.record_changes(&mut record);
        }
        Ok(())
    }

    /// The states, the variables, and the counters that are not zero. The failures of the script are
    /// in the log.
    pub(super) fn summary(&self) -> String {
        let (population, unit) = (self.machine.population(), self.machine.unit());
        let paths: Vec<_> =
            population.states(unit).map(|state| self.machine.definition().path(state)).collect();
        let mut text = format!("in the end: {}", paths.join(" and "));
        let below: Vec<_> = self.machine.stack().skip(1).collect();
        if !below.is_empty() {
            text.push_str(&format!(", above {}", below.join(", ")));
        }
        let vars = self.machine.data();
        let known = vars.names().filter_map(|name| Some((name, vars.get(name)?)));
        for (index, (name, value)) in known.enumerate() {
            let separator = if index == 0 { ";" } else { "," };
            text.push_str(&format!("{separator} {name} = {value}"));
        }
        let counters = self.machine.counters();
        let counted = [
            ("events handled by no state", counters.unhandled),
            ("changes refused by `can_go`", counters.refused),
            ("messages dropped because the queue was full", counters.dropped),
            ("changes that did not happen because the stack was full", counters.stack_full),
            (
                "changes that did not happen because the lowest state of a stack is not left",
                counters.stack_empty,
            ),
            ("chains of changes that were stopped because they had no end", counters.endless),
            ("events and states that the machine does not have", counters.foreign),
            ("events with a payload of another type", counters.payloads),
        ];
        let failed = self.script.as_ref().map(|script| ("failed calls of the script", script.failures()));
        for (what, count) in counted.into_iter().chain(failed).filter(|(_, count)| *count > 0) {
            text.push_str(&format!("\n{what}: {count}"));
        }
        text
    }

    fn record_changes(&mut self, record: &mut impl FnMut(TraceRecord)) {
        for change in self.machine.take_changes() {
            let definition = self.machine.definition();
            let event = TraceEvent::Machine {
                unit: 0,
                machine: definition.name().to_owned(),
                change: change.kind.name(),
                from: change.from.name().to_owned(),
                to: change.to.name().to_owned(),
            };
            record(TraceRecord { tick: self.tick, event });
        }
    }
}

/// Guards that are variables of the same name, and actions and handlers that do nothing.
fn stand_ins(structure: &Structure) -> Bindings<Vars> {
    let mut bindings = Bindings::new();
    for name in structure.guards() {
        let variable = name.to_owned();
        bindings = bindings.guard(name, move |vars: &Vars, _, _: &GuardContext| {
            vars.get(&variable).is_some_and(|value| value.is_true())
        });
    }
    for name in structure.actions() {
        bindings = bindings.action(name, |_: &mut Vars, _, _: &mut Context<'_>| {});
    }
    for name in structure.handlers() {
        bindings = bindings.handler(name, |_: &mut Vars, _, _: &mut Context<'_>| Reply::Unhandled);
    }
    bindings
}
