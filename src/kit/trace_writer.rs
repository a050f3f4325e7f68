//! Writes the trace of a run.

use std::error::Error;
use std::io::{self, Write};

use super::session_error::SessionError;
use crate::flow::{Plugin, ScreenManager};
use crate::platform::{TraceEvent, TraceRecord};

pub(super) struct TraceWriter {
    out: Box<dyn Write>,
    /// Whether the changes of machines, which are recorded for checks, are not to be written.
    hides_machines: bool,
}

impl TraceWriter {
    pub(super) fn new(out: Box<dyn Write>, hides_machines: bool) -> Self {
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
        Ok(self.write(records).map_err(SessionError::Trace)?)
    }

    fn end(&mut self, _: &mut ScreenManager, records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        Ok(self.write(records).and_then(|()| self.out.flush()).map_err(SessionError::Trace)?)
    }
}
