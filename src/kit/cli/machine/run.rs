//! Running one machine from its data file on a list of events, without a game.

use std::time::Duration;

use super::events::MachineLine;
use crate::ai::{
    Bindings, Blueprint, BuildError, Context, Counters, Event, GuardContext, Machine, Population, Reply,
    RestoreError, Snapshot, Structure,
};
use crate::kit::machine_script::{MachineScript, ScriptVars};
use crate::kit::script::Script;
use crate::phase::{DecodeError, LoadError, read_asset};
use crate::platform::{AssetPath, AssetSource, TraceEvent, TraceRecord};

/// One unit of a machine that runs by itself.
///
/// Guards, actions and handlers are functions of the machine's script. Those that the script does
/// not have belong to a game's code, which is not there: such a guard is the unit's variable of
/// its name, such an action does nothing, such a handler leaves the event to the rows.
pub(in crate::kit::cli) struct MachineRun {
    machine: Machine<ScriptVars>,
    script: Option<MachineScript>,
    /// Ticks so far.
    tick: u64,
    /// The last snapshot, as a game would write it into a file.
    saved: String,
    /// What was counted before the last restore.
    counted: [u64; COUNTED.len()],
}

/// What a unit's counters are about.
const COUNTED: [&str; 6] = [
    "events handled by no state",
    "changes refused by `can_go`",
    "messages dropped because the queue was full",
    "changes that did not happen because the stack was full",
    "changes that did not happen because the lowest state of a stack is not left",
    "chains of changes that were stopped because they had no end",
];

const fn counts(counters: &Counters) -> [u64; COUNTED.len()] {
    let Counters { unhandled, refused, dropped, stack_full, stack_empty, endless, .. } = *counters;
    [unhandled, refused, dropped, stack_full, stack_empty, endless]
}

impl MachineRun {
    /// Reads a machine from its file, and the script that it names.
    pub(in crate::kit::cli) fn read(
        source: &dyn AssetSource,
        path: &AssetPath,
    ) -> Result<(Blueprint, Option<Script>), LoadError> {
        let blueprint: Blueprint = read_asset(source, path)?;
        let Some(named) = &blueprint.script else { return Ok((blueprint, None)) };
        let file = path.sibling(named)?;
        match read_asset(source, &file) {
            Ok(script) => Ok((blueprint, Some(script))),
            Err(LoadError::Read(read)) => {
                let what = format!("it needs the script `{file}`: {}", read.cause);
                Err(DecodeError { path: path.clone(), position: None, what }.into())
            }
            Err(error) => Err(error),
        }
    }

    /// A unit in its initial state, with the functions of `script`.
    pub(super) fn new(blueprint: &Blueprint, script: Option<&Script>) -> Result<Self, BuildError> {
        let structure = blueprint.check()?;
        let script = script.map(|script| MachineScript::new(&structure, script));
        let bindings = script.as_ref().map_or_else(Bindings::new, MachineScript::bindings);
        let definition = blueprint.build(&stand_ins(&structure, bindings))?;
        let machine = Machine::recording(&definition, ScriptVars::default());
        Ok(Self { machine, script, tick: 0, saved: String::new(), counted: Default::default() })
    }

    pub(super) const fn machine(&self) -> &Machine<ScriptVars> {
        &self.machine
    }

    /// Works through a list. `record` gets the trace: an `event` for each event and message, and
    /// a `machine` for each change.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] for a snapshot whose numbers are not finite and did not survive being
    /// saved.
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
                        self.machine.tick(Duration::from_millis(u64::from(*ms)));
                        self.record_changes(&mut record);
                    }
                }
                MachineLine::Event(event) => {
                    record(self.event(event));
                    // What could not be done is counted.
                    let _ = self.machine.dispatch(*event);
                }
                MachineLine::Message(event) => {
                    record(self.event(event));
                    let _ = self.machine.send(*event);
                }
                MachineLine::Set { name, value } => self.machine.data_mut().set(name, value.clone()),
                MachineLine::Snapshot => {
                    let snapshot = self.machine.population().snapshot();
                    self.saved = serde_json::to_string(&snapshot).unwrap_or_default();
                }
                MachineLine::Restore => self.restore()?,
            }
            self.record_changes(&mut record);
        }
        Ok(())
    }

    /// What came to nothing, in words, with how often; empty if all went well.
    pub(super) fn notes(&self) -> Vec<(&'static str, u64)> {
        let now = counts(self.machine.counters());
        let sums = self.counted.iter().zip(now).map(|(before, now)| before + now);
        let failed = self.script.as_ref().map(|script| ("failed calls of the script", script.failures()));
        COUNTED.into_iter().zip(sums).chain(failed).filter(|(_, count)| *count > 0).collect()
    }

    fn event(&self, event: &Event) -> TraceRecord {
        let event = self.machine.definition().event_name(event.id).to_owned();
        TraceRecord { tick: self.tick, event: TraceEvent::Event { event } }
    }

    fn record_changes(&mut self, record: &mut impl FnMut(TraceRecord)) {
        for change in self.machine.take_changes() {
            let definition = self.machine.definition();
            let event = TraceEvent::Machine {
                unit: 0,
                machine: definition.name().to_owned(),
                change: change.kind.name(),
                from: definition.state_name(change.from).to_owned(),
                to: definition.state_name(change.to).to_owned(),
            };
            record(TraceRecord { tick: self.tick, event });
        }
    }

    fn restore(&mut self) -> Result<(), RestoreError> {
        let snapshot: Snapshot<ScriptVars> =
            serde_json::from_str(&self.saved).map_err(|_| RestoreError::Damaged("it cannot be read back"))?;
        let mut restored = Population::restore(self.machine.definition(), &snapshot)?;
        restored.record_changes(true);
        for (sum, count) in self.counted.iter_mut().zip(counts(self.machine.counters())) {
            *sum += count;
        }
        *self.machine.population_mut() = restored;
        Ok(())
    }
}

/// Gives the names that no script knows their meaning.
fn stand_ins(structure: &Structure, mut bindings: Bindings<ScriptVars>) -> Bindings<ScriptVars> {
    for name in structure.guards() {
        if !bindings.has_guard(name) {
            let variable = name.to_owned();
            bindings = bindings.guard(name, move |vars: &ScriptVars, _: &GuardContext| {
                let is_true = vars.get(&variable).and_then(|value| value.as_bool().ok());
                is_true.unwrap_or_else(|| vars.number(&variable).is_some_and(|number| number != 0.0))
            });
        }
    }
    for name in structure.actions() {
        if !bindings.has_action(name) {
            bindings = bindings.action(name, |_: &mut ScriptVars, _: &mut Context<'_>| {});
        }
    }
    for name in structure.handlers() {
        if !bindings.has_handler(name) {
            bindings = bindings.handler(name, |_: &mut ScriptVars, _: &mut Context<'_>| Reply::Unhandled);
        }
    }
    bindings
}

#[cfg(test)]
mod tests {
    use super::super::events::read_events;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_list_that_can_be_read_is_run_to_its_end(
            words in prop::collection::vec(
                prop::sample::select(vec![
                    "tick 5 ", "tick 0 3 ", "event push ", "event pull ", "message push ", "set may ", "snapshot",
                    "restore", "\n", "\n", "\n", "1", "true", "x", "\u{1}",
                ]),
                0..60,
            ),
        ) {
            let closed = crate::ai::State::new("closed").on_if("push", "may", "open");
            let open = crate::ai::State::new("open").on("pull", "closed");
            let door = Blueprint::table("door", "closed").state(closed).state(open);
            let mut run = MachineRun::new(&door, None).unwrap();
            if let Ok(events) = read_events(words.concat().as_bytes(), run.machine().definition()) {
                let mut trace = Vec::new();
                prop_assert!(run.run(&events, |record| trace.push(record.tick)).is_ok());
                prop_assert!(trace.is_sorted());
            }
        }
    }
}
