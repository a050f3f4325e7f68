//! The state of one unit as short texts, for any machine.

use std::time::Duration;

use proscenium::ai::{
    Candidate, CandidateCause, CandidateOutcome, ChangeKind, Family, Population, StateId, TimerKind, UnitId,
};

/// The state of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitFacts {
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
    pub fn of<D, W>(population: &Population<D, W>, unit: UnitId, name: &str) -> Self {
        let definition = population.definition();
        let now = population.now();
        let watched = population.watched().filter(|(watched, _)| *watched == unit);
        let family = match definition.family() {
            Family::Table => "table",
            Family::Pushdown => "pushdown",
            Family::Hierarchy => "hierarchy",
            Family::Template => "template",
        };
        let timers = population.timers(unit).into_iter().map(|timer| {
            let what = match timer.kind {
                TimerKind::Timeout => "timeout",
                TimerKind::MinTime => "may leave",
                TimerKind::FixedUpdate => "next call",
            };
            format!("{} {what} in {}", timer.state.name(), seconds(timer.left))
        });
        let messages = population.messages_for(unit).map(|event| event.id.name().to_owned());
        let candidates = watched.iter().flat_map(|_| population.watched_candidates());
        let changes = watched.iter().flat_map(|_| population.watched_changes().rev());
        Self {
            title: format!("{name} {unit}"),
            machine: format!("{}, a {family}", definition.name()),
            states: population.stack(unit).map(|state| definition.path(state)).collect(),
            stays: watched.map_or_else(String::new, |(_, since)| {
                match population.watched_changes().next_back() {
                    Some(last) => format!("for {}", seconds(now.saturating_sub(last.at))),
                    // It has been in this state since before it was watched.
                    None => format!("for {} or more", seconds(now.saturating_sub(since))),
                }
            }),
            mood: None,
            health: None,
            timers: timers.collect(),
            messages: messages.collect(),
            candidates: candidates.map(|candidate| candidate_line(&candidate)).collect(),
            changes: changes
                .map(|change| {
                    let arrow = match change.kind {
                        ChangeKind::Enter => '↑',
                        ChangeKind::Exit => '↓',
                        ChangeKind::Switch => '↔',
                        ChangeKind::Transition => '→',
                    };
                    let [from, to] = [change.from, change.to].map(StateId::name);
                    format!("{} ago {from} {arrow} {to}", seconds(now.saturating_sub(change.at)))
                })
                .collect(),
        }
    }

    /// Its current state, or `gone`.
    pub fn doing(&self) -> &str {
        self.states.first().map_or("gone", String::as_str)
    }
}

/// A candidate as a line, and whether it was taken.
fn candidate_line(candidate: &Candidate) -> (String, bool) {
    let cause = match candidate.cause {
        CandidateCause::Event(event) => event.name(),
        CandidateCause::Trigger => "trigger",
        CandidateCause::Timeout => "timeout",
    };
    let target = candidate.target.map_or_else(String::new, |state| format!(" → {state}"));
    let guard = candidate.guard.as_deref().unwrap_or_default();
    let what = match candidate.outcome {
        CandidateOutcome::Taken => "taken".to_owned(),
        CandidateOutcome::GuardFalse => format!("no, {guard} is false"),
        CandidateOutcome::Refused => format!("no, {guard} does not let it go"),
        CandidateOutcome::TooEarly => "no, too early".to_owned(),
        CandidateOutcome::Unhandled => "no, not handled".to_owned(),
        CandidateOutcome::Failed => "no, failed".to_owned(),
        CandidateOutcome::NoRow => "no row for it".to_owned(),
    };
    (format!("{cause}{target}: {what}"), candidate.outcome == CandidateOutcome::Taken)
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f32())
}
