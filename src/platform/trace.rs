//! The trace. Tests compare it; `--trace` writes it as JSON Lines.

use serde::Serialize;

/// The outcome of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandOutcome {
    /// It was applied.
    Applied,
    /// It is not applied.
    Rejected,
    /// It waits for a transition or a load to end.
    Queued,
}

/// An event of the trace. The variants and their fields are those of the JSON Lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TraceEvent {
    /// A command was applied, rejected or has to wait.
    Command {
        /// The command's word: `push`, `pop`, `load`, ...
        command: &'static str,
        /// Its screen or phase; empty where there is none.
        target: String,
        /// The outcome.
        outcome: CommandOutcome,
        /// Why it was rejected or has to wait.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A hook of a screen was called.
    Hook {
        /// The screen.
        screen: String,
        /// The hook's name, such as `on_enter`.
        hook: &'static str,
    },
    /// The stack changed.
    Stack {
        /// The screens, bottom to top.
        stack: Vec<String>,
    },
    /// A transition took a step.
    Transition {
        /// The transition's name, such as `fade`.
        name: &'static str,
        /// `out`, `covered`, `in` or `done`.
        step: &'static str,
    },
    /// A phase took a step.
    Phase {
        /// The phase that is being loaded.
        phase: String,
        /// `freeing`, `loading`, `ready` or `failed`.
        step: &'static str,
    },
    /// A resource was freed, loaded, tried again, replaced by its stand-in, or failed.
    Resource {
        /// The phase it belongs to.
        phase: String,
        /// Its id.
        id: String,
        /// Its kind: `texture`, `strings`, ...
        #[serde(rename = "type")]
        kind: &'static str,
        /// `freed`, `loaded`, `retried`, `failed` or `stand_in`.
        step: &'static str,
        /// The load's progress after it, 0 to 1.
        progress: f64,
    },
    /// An event was delivered.
    Event {
        /// The event's name.
        event: String,
    },
    /// A unit of an AI machine changed its state, with [`Trace::with_machines`].
    Machine {
        /// The unit's place in its population.
        unit: u32,
        /// The machine's name.
        machine: String,
        /// `enter`, `switch`, `exit` or `transition`.
        change: &'static str,
        /// The previous state.
        from: String,
        /// The current state.
        to: String,
    },
}

/// A [`TraceEvent`] with its tick.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TraceRecord {
    /// The tick, counted from 1.
    pub tick: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: TraceEvent,
}

/// Collects records, or nothing when it is off.
#[derive(Debug, Default)]
pub struct Trace {
    tick: u64,
    records: Option<Vec<TraceRecord>>,
    has_machines: bool,
}

impl Trace {
    /// A trace that keeps its records until [`Trace::take`].
    pub const fn recording() -> Self {
        Self { tick: 0, records: Some(Vec::new()), has_machines: false }
    }

    /// A trace without records, at no cost.
    pub const fn off() -> Self {
        Self { tick: 0, records: None, has_machines: false }
    }

    /// Records the changes of AI machines too, which can be many.
    #[must_use]
    pub const fn with_machines(mut self) -> Self {
        self.has_machines = true;
        self
    }

    /// Whether the changes of AI machines are recorded.
    pub const fn has_machines(&self) -> bool {
        self.has_machines && self.records.is_some()
    }

    /// Sets the tick of the records that follow.
    pub const fn set_tick(&mut self, tick: u64) {
        self.tick = tick;
    }

    /// Adds what `event` returns. The closure is not called when the trace is off.
    pub fn record(&mut self, event: impl FnOnce() -> TraceEvent) {
        if let Some(records) = &mut self.records {
            records.push(TraceRecord { tick: self.tick, event: event() });
        }
    }

    /// Takes the records.
    pub fn take(&mut self) -> Vec<TraceRecord> {
        self.records.as_mut().map(std::mem::take).unwrap_or_default()
    }
}
