//! Checksums of what a run does, to find the tick at which a replay departs from its recording.

use proscenium_core::flow::{ScreenId, ScreenManager};
use proscenium_core::phase::LoadStep;
use proscenium_core::platform::{TraceEvent, TraceRecord};

use crate::recording::Check;

/// What has a checksum: the kinds of the trace, and the random numbers. Resources, side loads and the Loading screen are
/// left out, because a page gets its files in the order and at the speed of its network.
const FIELDS: [&str; 8] =
    ["command", "hook", "stack", "transition", "phase", "event", "machine", "random numbers"];
const MACHINE: usize = 6;
const RANDOM: usize = 7;
/// The ticks from one check to the next if only the machines and the random numbers have changed.
const INTERVAL: u64 = 60;

#[derive(Debug, Default)]
pub(crate) struct Checksums {
    sums: [u32; FIELDS.len()],
    /// The phase that was loaded last.
    phase: String,
    /// Whether it is not on the screen yet. How many ticks that takes depends on how soon its files come.
    pub(crate) is_loading: bool,
    /// As they were at the last check.
    checked: [u32; FIELDS.len()],
    /// Whether the next tick has a check in any case.
    is_due: bool,
    /// The number of the last interval with a check.
    interval: u64,
}

impl Checksums {
    /// Adds the records of a tick, and the state of the random numbers after it. Returns whether a load ended in this tick,
    /// also one that began in it.
    pub(crate) fn add(&mut self, manager: &ScreenManager, records: &[TraceRecord]) -> bool {
        let mut was_loading = self.is_loading;
        self.is_loading = manager.load().is_some_and(|load| load.step != LoadStep::Failed);
        for record in records {
            if let TraceEvent::Phase { phase, step } = &record.event {
                if *step == "freeing" {
                    self.phase.clone_from(phase);
                } else if self.phase != *phase {
                    // A side load.
                    continue;
                }
                was_loading = true;
            }
            if let Some(field) = field(record) {
                let mut hasher = crc32fast::Hasher::new_with_initial(self.sums[field]);
                hasher.update(&serde_json::to_vec(&record.event).unwrap_or_default());
                self.sums[field] = hasher.finalize();
                self.is_due |= field != MACHINE;
            }
        }
        self.sums[RANDOM] = crc32fast::hash(&manager.random_state().to_le_bytes());
        was_loading && !self.is_loading
    }

    /// The check of this tick, if it has one. Called in each tick without a load.
    pub(crate) fn due(&mut self, tick: u64) -> Option<Check> {
        let is_next = std::mem::replace(&mut self.interval, tick / INTERVAL) != self.interval;
        if !std::mem::take(&mut self.is_due) && !is_next || self.sums == self.checked {
            return None;
        }
        let changed = (0..FIELDS.len()).filter(|field| self.sums[*field] != self.checked[*field]);
        let check = changed.map(|field| (field as u8, self.sums[field])).collect();
        self.checked = self.sums;
        Some(check)
    }
}

/// The words for the difference of a check of a recording and one of its replay, whose last records these are.
pub(crate) fn difference(recorded: &Check, replayed: &Check, records: &[TraceRecord]) -> String {
    let is_other = |at: &usize| {
        let of = |check: &Check| check.iter().find(|(field, _)| usize::from(*field) == *at).copied();
        of(recorded) != of(replayed)
    };
    let fields: Vec<usize> = (0..FIELDS.len()).filter(is_other).collect();
    if fields.is_empty() {
        return "the replay changes nothing there".to_owned();
    }
    let names: Vec<_> = fields.iter().map(|at| format!("`{}`", FIELDS[*at])).collect();
    let last = records.iter().rev().find(|record| field(record).is_some_and(|at| fields.contains(&at)));
    let last = last.and_then(|record| serde_json::to_string(record).ok());
    let last = last.map(|record| format!("; the replay has {record}")).unwrap_or_default();
    format!("{} differ{last}", names.join(", "))
}

/// The field of a record. Those of the Loading screen have none, because a phase whose files are there does without it.
fn field(record: &TraceRecord) -> Option<usize> {
    let loading = ScreenId::LOADING.name();
    Some(match &record.event {
        TraceEvent::Hook { screen, .. } if screen == loading => return None,
        TraceEvent::Stack { stack } if stack == &[loading] => return None,
        TraceEvent::Command { .. } => 0,
        TraceEvent::Hook { .. } => 1,
        TraceEvent::Stack { .. } => 2,
        TraceEvent::Transition { .. } => 3,
        TraceEvent::Phase { .. } => 4,
        TraceEvent::Event { .. } => 5,
        TraceEvent::Machine { .. } => MACHINE,
        TraceEvent::Resource { .. } => return None,
    })
}
