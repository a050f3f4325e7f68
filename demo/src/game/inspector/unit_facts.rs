//! The state of one unit as short texts, for any machine.

use std::time::Duration;

use proscenium::ai::{Candidate, CandidateCause, CandidateOutcome, ChangeKind, StateId, TimerKind};
use proscenium::ui::Ink;

use crate::game::play::survey::{Observed, Survey};
use crate::game::screens::texts_of;
use crate::view::View;

/// The state of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitFacts {
    /// What it does: its current state, or that it is gone; and its mood, for monsters.
    pub doing: String,
    pub lines: Vec<(String, Ink)>,
}

impl UnitFacts {
    pub fn of(observed: &Observed, title: String, survey: &Survey, view: &View<'_>) -> Self {
        let Observed { machine, states, now, changes, .. } = observed;
        let machine = format!("{machine}, {}", view.text_of(texts_of(observed.family)[0]));
        let mut lines = vec![(title, Ink::Accent), (machine, Ink::Dim)];
        let mut doing = states.first().cloned().unwrap_or_else(|| view.text_of("inspector-gone"));
        match states.split_first() {
            None => lines.push((doing.clone(), Ink::Error)),
            Some((top, below)) => {
                lines.push((format!("{top} {}", stays(observed, view)), Ink::Text));
                let below = below.iter().map(|state| view.text_with("inspector-on", "state", state));
                lines.extend(below.map(|line| (line, Ink::Dim)));
            }
        }
        if let Some((health, most)) = survey.health {
            let values = [("now", format!("{health:.0}")), ("full", format!("{most:.0}"))];
            lines.push((view.format("inspector-health", &values), Ink::Text));
        }
        if let Some(mood) = &survey.mood {
            doing += &format!(", {mood}");
            lines.push((view.text_with("inspector-mood", "mood", mood), Ink::Text));
        }
        lines.extend(observed.timers.iter().map(|timer| {
            let key = match timer.kind {
                TimerKind::Timeout => "inspector-timeout-in",
                TimerKind::MinTime => "inspector-leave-in",
                TimerKind::FixedUpdate => "inspector-call-in",
            };
            let values = [("state", timer.state.name().to_owned()), ("time", seconds(timer.left))];
            (view.format(key, &values), Ink::Text)
        }));
        if !states.is_empty() {
            let messages = observed.messages.join(", ");
            let messages = if messages.is_empty() { view.text_of("inspector-none") } else { messages };
            lines.push((view.text_with("inspector-messages", "list", messages), Ink::Dim));
        }
        lines.extend(observed.candidates.iter().map(|candidate| candidate_line(candidate, view)));
        lines.extend(changes.iter().rev().map(|change| {
            let arrow = match change.kind {
                ChangeKind::Enter => '↑',
                ChangeKind::Exit => '↓',
                ChangeKind::Switch => '↔',
                ChangeKind::Transition => '→',
            };
            let [from, to] = [change.from, change.to].map(StateId::name);
            let ago = view.text_with("inspector-ago", "time", seconds(now.saturating_sub(change.at)));
            (format!("{ago} {from} {arrow} {to}"), Ink::Dim)
        }));
        Self { doing, lines }
    }
}

/// How long a unit has been in its state.
fn stays(Observed { now, since, changes, .. }: &Observed, view: &View<'_>) -> String {
    since.map_or_else(String::new, |since| match changes.last() {
        Some(last) => view.text_with("inspector-for", "time", seconds(now.saturating_sub(last.at))),
        // It has been in this state since before it was watched.
        None => view.text_with("inspector-for-more", "time", seconds(now.saturating_sub(since))),
    })
}

fn candidate_line(candidate: &Candidate, view: &View<'_>) -> (String, Ink) {
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
    let is_taken = candidate.outcome == CandidateOutcome::Taken;
    (format!("{cause}{target}: {what}"), if is_taken { Ink::Accent } else { Ink::Text })
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f32())
}
