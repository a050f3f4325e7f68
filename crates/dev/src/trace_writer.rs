//! Writes the trace of a run.

use std::error::Error;
use std::io::{self, Write};

use proscenium_core::flow::{Plugin, ScreenManager};
use proscenium_core::platform::{TraceEvent, TraceRecord};

use crate::run_error::RunError;

/// Writes the trace of a run, one JSON object a line. The manager must record one
/// ([`Trace::recording`](proscenium_core::platform::Trace::recording)).
///
/// Its error is [`RunError::Trace`].
pub struct TraceWriter {
    out: Box<dyn Write>,
    hides_machines: bool,
}

impl TraceWriter {
    /// Makes a writer to `out`, which it flushes at the end of the run. With `hides_machines` the changes of machines are
    /// not written, even if the trace has them for a [`Recorder`](crate::Recorder).
    pub fn new(out: Box<dyn Write>, hides_machines: bool) -> Self {
        Self { out, hides_machines }
    }

    fn write(&mut self, records: &[TraceRecord]) -> io::Result<()> {
        let is_hidden =
            |event: &TraceEvent| self.hides_machines && matches!(event, TraceEvent::Machine { .. });
        for record in records.iter().filter(|record| !is_hidden(&record.event)) {
            let mut line = serde_json::to_vec(record).unwrap_or_default();
            line.push(b'\n');
            self.out.write_all(&line)?;
        }
        Ok(())
    }
}

impl Plugin for TraceWriter {
    fn after_tick(&mut self, _: &mut ScreenManager, records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        Ok(self.write(records).map_err(RunError::Trace)?)
    }

    fn end(&mut self, _: &mut ScreenManager, records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        Ok(self.write(records).and_then(|()| self.out.flush()).map_err(RunError::Trace)?)
    }
}
