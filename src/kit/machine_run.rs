//! Running one machine from its data file on a list of events, without a game.

use std::time::Duration;

use super::machine_events::{MachineEvents, MachineLine, SetValue};
use super::machine_script::{MachineScript, ScriptVars};
use super::script::Script;
use crate::ai::{
    Bindings, Blueprint, BuildError, Context, Counters, Event, GuardContext, Machine, Population, Reply,
    RestoreError, Snapshot, Structure,
};
use crate::phase::{DecodeError, LoadError, Position, read_asset};
use crate::platform::{AssetPath, AssetSource, TraceEvent, TraceRecord, read_now};

/// One unit of a machine that runs by itself.
///
/// Guards, actions and handlers are functions of the machine's script. Those that the script does
/// not have belong to a game's code, which is not there: such a guard is the unit's variable of
/// its name, such an action does nothing, such a handler leaves the event to the rows.
#[derive(Debug)]
pub struct MachineRun {
    machine: Machine<ScriptVars>,
    script: Option<MachineScript>,
    /// Ticks so far.
    frame: u64,
    /// The last snapshot, as a game would write it into a file.
    saved: Option<String>,
    /// What was counted before the last restore.
    counted: Vec<(&'static str, u64)>,
}

impl MachineRun {
    /// Reads a machine from its file, and the script that it names.
    ///
    /// # Errors
    ///
    /// [`LoadError`] of either file.
    pub fn read(
        source: &dyn AssetSource,
        path: &AssetPath,
    ) -> Result<(Blueprint, Option<Script>), LoadError> {
        let blueprint: Blueprint = read_asset(source, path)?;
        let Some(named) = &blueprint.script else { return Ok((blueprint, None)) };
        let file = path.sibling(named)?;
        let script = match read_asset(source, &file) {
            Ok(script) => script,
            Err(LoadError::Read(read)) => {
                let bytes = read_now(source, path)?;
                let text = String::from_utf8_lossy(&bytes);
                let place = text.find(&format!("\"{named}\"")).map(|at| Position::of_byte(&text, at));
                let what = format!("it needs the script `{file}`: {}", read.cause);
                return Err(DecodeError { path: path.clone(), position: place, what }.into());
            }
            Err(error) => return Err(error),
        };
        Ok((blueprint, Some(script)))
    }

    /// A unit in its initial state, with the functions of `script`.
    ///
    /// # Errors
    ///
    /// [`BuildError`]; a machine that was loaded has been checked, so only one that is too large
    /// is left.
    pub fn new(blueprint: &Blueprint, script: Option<&Script>) -> Result<Self, BuildError> {
        let structure = blueprint.check()?;
        let script = script.map(|script| MachineScript::new(&structure, script));
        let bindings = script.as_ref().map_or_else(Bindings::new, MachineScript::bindings);
        let definition = blueprint.build(&stand_ins(&structure, bindings))?;
        let machine = Machine::recording(&definition, ScriptVars::default());
        Ok(Self { machine, script, frame: 0, saved: None, counted: Vec::new() })
    }

    /// The unit.
    #[must_use]
    pub const fn machine(&self) -> &Machine<ScriptVars> {
        &self.machine
    }

    /// Works through a list. `record` gets the trace: an `event` for each event and message, and
    /// a `machine` for each change. A record's frame is the number of ticks so far.
    ///
    /// # Errors
    ///
    /// [`RestoreError`] for a snapshot whose numbers are not finite and did not survive being
    /// saved.
    pub fn run(
        &mut self,
        events: &MachineEvents,
        mut record: impl FnMut(TraceRecord),
    ) -> Result<(), RestoreError> {
        self.record_changes(&mut record);
        for line in &events.lines {
            match line {
                MachineLine::Tick { ms, count } => {
                    for _ in 0..*count {
                        self.frame += 1;
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
                MachineLine::Set { name, value } => self.set(name, value),
                MachineLine::Snapshot => self.save(),
                MachineLine::Restore => self.restore()?,
            }
            self.record_changes(&mut record);
        }
        Ok(())
    }

    /// What came to nothing, in words, with how often; empty if all went well.
    #[must_use]
    pub fn notes(&self) -> Vec<(&'static str, u64)> {
        let mut notes = self.counted.clone();
        add_counts(&mut notes, self.machine.counters());
        if let Some(script) = self.script.as_ref().filter(|script| script.failures() > 0) {
            notes.push(("failed calls of the script", script.failures()));
        }
        notes
    }

    fn event(&self, event: &Event) -> TraceRecord {
        let event = self.machine.definition().event_name(event.id).to_owned();
        TraceRecord { tick: self.frame, event: TraceEvent::Event { event } }
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
            record(TraceRecord { tick: self.frame, event });
        }
    }

    fn set(&mut self, name: &str, value: &SetValue) {
        let vars = self.machine.data_mut();
        match value {
            SetValue::Bool(value) => vars.set(name, *value),
            SetValue::Whole(value) => vars.set(name, *value),
            SetValue::Number(value) => vars.set(name, *value),
            SetValue::Text(value) => vars.set(name, value.clone()),
        }
    }

    fn save(&mut self) {
        self.saved = serde_json::to_string(&self.machine.population().snapshot()).ok();
    }

    fn restore(&mut self) -> Result<(), RestoreError> {
        let damaged = RestoreError::Damaged("it cannot be read back");
        let text = self.saved.as_deref().ok_or(damaged.clone())?;
        let snapshot: Snapshot<ScriptVars> = serde_json::from_str(text).map_err(|_| damaged)?;
        let mut restored = Population::restore(self.machine.definition(), &snapshot)?;
        restored.record_changes(true);
        add_counts(&mut self.counted, self.machine.counters());
        *self.machine.population_mut() = restored;
        Ok(())
    }
}

fn add_counts(notes: &mut Vec<(&'static str, u64)>, counters: &Counters) {
    let counts = [
        ("events heeded by no state", counters.unhandled),
        ("changes refused by `can_go`", counters.refused),
        ("messages dropped because the queue was full", counters.dropped),
        ("changes that did not happen because the stack was full", counters.stack_full),
        ("changes that did not happen because the lowest state of a stack is not left", counters.stack_empty),
        ("chains of changes that were stopped because they had no end", counters.endless),
    ];
    for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        match notes.iter_mut().find(|(known, _)| *known == what) {
            Some((_, sum)) => *sum += count,
            None => notes.push((what, count)),
        }
    }
}

/// Gives the names that no script knows their meaning.
fn stand_ins(structure: &Structure, mut bindings: Bindings<ScriptVars>) -> Bindings<ScriptVars> {
    for name in structure.guards() {
        if !bindings.has_guard(name) {
            let variable = name.to_owned();
            bindings =
                bindings.guard(name, move |vars: &ScriptVars, _: &GuardContext| vars.is_true(&variable));
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
