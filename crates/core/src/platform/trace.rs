//! The trace. Tests compare it; `--trace` writes it as JSON Lines.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde::Serialize;

/// An event of the trace. The JSON Lines have the same variants and fields.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TraceEvent {
    /// A command was applied, rejected or has to wait.
    Command {
        /// The command's word: `push`, `pop`, `load`, ...
        command: &'static str,
        /// Its screen or phase; empty where there is none.
        target: String,
        /// `applied`, `rejected`, or `queued`: it waits for a transition or a load to end.
        outcome: &'static str,
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
        /// The phase that is being loaded, on screen or [beside](crate::flow::FlowHandle::load_beside) the one that runs.
        phase: String,
        /// `freeing`, `loading`, `ready` or `failed`; a side load has no `freeing`.
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

/// Collects records, or nothing when it is off. A clone adds to the same records.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    records: Option<Rc<Records>>,
    has_machines: bool,
}

#[derive(Debug, Default)]
struct Records {
    tick: Cell<u64>,
    all: RefCell<Vec<TraceRecord>>,
    /// How many of them were shown.
    shown: Cell<usize>,
}

impl Trace {
    /// A trace that keeps its records until [`Trace::take`].
    pub fn recording() -> Self {
        Self { records: Some(Rc::default()), has_machines: false }
    }

    /// A trace without records, at no cost.
    pub const fn off() -> Self {
        Self { records: None, has_machines: false }
    }

    /// Records the changes of AI machines too, which can be many.
    #[must_use]
    pub fn with_machines(self) -> Self {
        Self { has_machines: true, ..self }
    }

    /// Whether the changes of AI machines are recorded.
    pub const fn has_machines(&self) -> bool {
        self.has_machines && self.records.is_some()
    }

    /// Sets the tick of the records that follow.
    pub fn set_tick(&self, tick: u64) {
        if let Some(records) = &self.records {
            records.tick.set(tick);
        }
    }

    /// Adds what `event` returns. The closure is not called when the trace is off.
    pub fn record(&self, event: impl FnOnce() -> TraceEvent) {
        if let Some(records) = &self.records {
            let record = TraceRecord { tick: records.tick.get(), event: event() };
            records.all.borrow_mut().push(record);
        }
    }

    /// Takes the records.
    pub fn take(&self) -> Vec<TraceRecord> {
        let Some(records) = &self.records else { return Vec::new() };
        records.shown.set(0);
        records.all.take()
    }

    /// Calls `call` with the records that are not taken yet, and leaves them there.
    pub fn read<T>(&self, call: impl FnOnce(&[TraceRecord]) -> T) -> T {
        match &self.records {
            Some(records) => call(&records.all.borrow()),
            None => call(&[]),
        }
    }

    /// Calls `call` with the records that it has not shown before, and leaves them there. `call` may add others.
    pub(crate) fn show(&self, call: impl FnOnce(&[TraceRecord])) {
        let Some(records) = &self.records else { return call(&[]) };
        let mut all = records.all.take();
        call(all.get(records.shown.get()..).unwrap_or_default());
        records.shown.set(all.len());
        all.append(&mut records.all.borrow_mut());
        records.all.replace(all);
    }
}
