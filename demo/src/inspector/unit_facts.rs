//! The state of one unit as short texts, for any machine.

use std::time::Duration;

use proscenium::ai::{Candidate, CandidateCause, CandidateOutcome, ChangeKind, Family, StateId, TimerKind};

use crate::play::survey::{Observed, Survey};
use crate::view::View;

/// The state of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitFacts {
    /// What it does: its current state, or that it is gone.
    pub doing: String,
    /// Its name and number.
    pub title: String,
    /// Its machine, and the machine's family.
    pub machine: String,
    /// The paths of the states on its stack, the top first; empty if the unit is gone.
    pub states: Vec<String>,
    /// How long it has been in its state.
    pub stays: String,
    /// Its mood, for monsters.
    pub mood: Option<String>,
    /// Current and full health.
    pub health: Option<(f32, f32)>,
    /// Its timers.
    pub timers: Vec<String>,
    /// Its queued messages.
    pub messages: Vec<String>,
    /// What was considered for its last event and in the last tick, and why it was not taken.
    pub candidates: Vec<(String, bool)>,
    /// Its last changes of state, the newest first.
    pub changes: Vec<String>,
}

impl UnitFacts {
    /// The facts of a unit.
    pub fn of(observed: &Observed, title: String, survey: Survey, view: &View<'_>) -> Self {
        let Observed { states, now, changes, .. } = observed;
        let family = match observed.family {
            Family::Table => "bestiary-table",
            Family::Pushdown => "bestiary-pushdown",
            Family::Hierarchy => "bestiary-hierarchy",
            Family::Template => "bestiary-template",
        };
        let timers = observed.timers.iter().map(|timer| {
            let key = match timer.kind {
                TimerKind::Timeout => "inspector-timeout-in",
                TimerKind::MinTime => "inspector-leave-in",
                TimerKind::FixedUpdate => "inspector-call-in",
            };
            view.format(key, &[("state", timer.state.name().to_owned()), ("time", seconds(timer.left))])
        });
        Self {
            doing: states.first().cloned().unwrap_or_else(|| view.text_of("inspector-gone")),
            title,
            machine: format!("{}, {}", observed.machine, view.text_of(family)),
            states: states.clone(),
            stays: observed.since.map_or_else(String::new, |since| match changes.last() {
                Some(last) => view.text_with("inspector-for", "time", seconds(now.saturating_sub(last.at))),
                // It has been in this state since before it was watched.
                None => view.text_with("inspector-for-more", "time", seconds(now.saturating_sub(since))),
            }),
            mood: survey.mood,
            health: survey.health,
            timers: timers.collect(),
            messages: observed.messages.clone(),
            candidates: observed.candidates.iter().map(|candidate| candidate_line(candidate, view)).collect(),
            changes: changes
                .iter()
                .rev()
                .map(|change| {
                    let arrow = match change.kind {
                        ChangeKind::Enter => '↑',
                        ChangeKind::Exit => '↓',
                        ChangeKind::Switch => '↔',
                        ChangeKind::Transition => '→',
                    };
                    let [from, to] = [change.from, change.to].map(StateId::name);
                    let ago = seconds(now.saturating_sub(change.at));
                    format!("{} {from} {arrow} {to}", view.text_with("inspector-ago", "time", ago))
                })
                .collect(),
        }
    }
}

/// A candidate as a line, and whether it was taken.
fn candidate_line(candidate: &Candidate, view: &View<'_>) -> (String, bool) {
    let cause = match candidate.cause {
        CandidateCause::Event(event) => event.name().to_owned(),
        CandidateCause::Trigger => view.text_of("inspector-trigger"),
        CandidateCause::Timeout => view.text_of("inspector-timeout"),
    };
    let target = candidate.target.map_or_else(String::new, |state| format!(" → {state}"));
    let key = match candidate.outcome {
        CandidateOutcome::Taken => "inspector-taken",
        CandidateOutcome::GuardFalse => "inspector-false",
        CandidateOutcome::Refused => "inspector-held",
        CandidateOutcome::TooEarly => "inspector-too-early",
        CandidateOutcome::Unhandled => "inspector-not-handled",
        CandidateOutcome::Failed => "inspector-failed",
        CandidateOutcome::NoRow => "inspector-no-row",
    };
    let what = view.text_with(key, "guard", candidate.guard.as_deref().unwrap_or_default());
    (format!("{cause}{target}: {what}"), candidate.outcome == CandidateOutcome::Taken)
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f32())
}
