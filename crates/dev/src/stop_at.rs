//! A place to stop a run at: a state that a unit enters.

use std::error::Error;

use proscenium_ai::{Blueprint, StateId, Structure};
use proscenium_core::flow::{Plugin, ScreenManager};
use proscenium_core::phase::Asset as _;
use proscenium_core::platform::{AssetPath, AssetSource, TraceEvent, TraceRecord};

use crate::line_reader::unknown;

/// Stops a run in the tick in which a unit of a machine enters a state, or a state inside of it.
///
/// [`Overlaid::stopping_at`](crate::Overlaid::stopping_at) stops the time of a run that has an overlay. Without one this is a plugin that
/// ends the run; a warning in the log says which unit has entered the state. The trace of the manager must have
/// the [changes of machines](proscenium_core::platform::Trace::with_machines).
///
/// ```
/// use proscenium_core::platform::{MemorySource, TraceEvent, TraceRecord};
/// use proscenium_dev::StopAt;
///
/// let hen = r#"Machine(name: "hen", family: Table, initial: "peck", states: [
///     State(name: "peck", on: [On(event: "fox", then: To("flee"))]),
///     State(name: "flee"),
/// ])"#;
/// let files = MemorySource::default().with("machines/hen.ron", hen);
/// let stop = StopAt::parse("hen:flee", &files)?;
/// let (machine, from, to) = ("hen".to_owned(), "peck".to_owned(), "flee".to_owned());
/// let event = TraceEvent::Machine { unit: 3, machine, change: "transition", from, to };
/// let records = [TraceRecord { tick: 7, event }];
/// assert_eq!(stop.hit(&records), records.first());
///
/// let error = StopAt::parse("hen:fle", &files).unwrap_err();
/// assert_eq!(error, "machine `hen` has no state `fle`; did you mean `flee`?");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StopAt {
    machine: String,
    /// The state and those inside of it.
    states: Vec<String>,
}

impl StopAt {
    /// Reads `MACHINE:STATE`. The machines are the files of the folder `machines`.
    ///
    /// # Errors
    ///
    /// There is no such machine or state, with the nearest name.
    pub fn parse(text: &str, source: &dyn AssetSource) -> Result<Self, String> {
        let form = || format!("`{text}` is not MACHINE:STATE, such as marine:flee");
        let (machine, state) = text.split_once(':').ok_or_else(form)?;
        let machines = machines(source);
        let known = machines.iter().map(Structure::name);
        let found = machines.iter().find(|known| known.name() == machine);
        let found = found.ok_or_else(|| unknown("there is no machine", machine, known))?;
        let is_inside = |inner: &StateId| found.path(*inner).split('/').any(|name| name == state);
        let inside = found.states().filter(is_inside).map(|inner| inner.name().to_owned());
        let states: Vec<_> = inside.collect();
        if states.is_empty() {
            let known = found.states().map(StateId::name).collect::<Vec<_>>();
            let what = format!("machine `{machine}` has no state");
            return Err(unknown(&what, state, known.into_iter()));
        }
        Ok(Self { machine: machine.to_owned(), states })
    }

    /// Returns the first change with which a unit enters the state. A unit that comes back to a state because another one
    /// has left its stack does not enter it.
    pub fn hit<'a>(&self, records: &'a [TraceRecord]) -> Option<&'a TraceRecord> {
        records.iter().find(|record| {
            let TraceEvent::Machine { machine, change, from, to, .. } = &record.event else { return false };
            let is_new = *change == "enter" || *change != "exit" && !self.states.contains(from);
            *machine == self.machine && self.states.contains(to) && is_new
        })
    }
}

/// A change of a unit, as a line.
pub(crate) fn change_line(record: &TraceRecord) -> String {
    let TraceRecord { tick, event } = record;
    let TraceEvent::Machine { unit, machine, from, to, .. } = event else { return format!("tick {tick}") };
    format!("tick {tick}: unit {unit} of machine `{machine}` goes from `{from}` to `{to}`")
}

/// The machines whose files can be read; `check` says what is wrong with the others.
fn machines(source: &dyn AssetSource) -> Vec<Structure> {
    let files = source.list().unwrap_or_default().into_iter();
    let files = files.filter(|file| file.starts_with("machines/") && file.ends_with(".ron"));
    let read = |file: String| Blueprint::read(source, &AssetPath::new(&file).ok()?).ok()?.check().ok();
    files.filter_map(read).collect()
}

impl Plugin for StopAt {
    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        if let Some(record) = self.hit(records) {
            log::warn!("stopped at {}", change_line(record));
            manager.stop();
        }
        Ok(())
    }
}
