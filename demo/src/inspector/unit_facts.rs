//! What can be told of one unit, whatever its machine, as short texts.

use std::time::Duration;

use proscenium::ai::{ChangeKind, Family, Population, TimerKind, UnitId};

/// What can be told of one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitFacts {
    /// Its name and its number.
    pub title: String,
    /// Which machine it runs on, and of which family that is.
    pub machine: String,
    /// The stack, the top first; one path for a machine without a stack. Empty if it is gone.
    pub states: Vec<String>,
    /// How long it has been in its state.
    pub stays: String,
    /// Its mood, if it is of a kind that has one.
    pub mood: Option<String>,
    /// What is left of its health, and how much that was.
    pub health: Option<(f32, f32)>,
    /// Its deadlines.
    pub timers: Vec<String>,
    /// The messages that wait for it.
    pub messages: Vec<String>,
    /// Its last changes, the newest first.
    pub changes: Vec<String>,
}

impl UnitFacts {
    /// The facts of a unit.
    pub fn of<D>(population: &Population<D>, unit: UnitId, name: &str) -> Self {
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
                TimerKind::MinTime => "may go",
                TimerKind::FixedUpdate => "next call",
            };
            format!("{} {what} in {}", definition.state_name(timer.state), seconds(timer.left))
        });
        let messages = population.messages_for(unit).map(|event| definition.event_name(event.id).to_owned());
        let changes = watched.iter().flat_map(|_| population.watched_changes().rev());
        Self {
            title: format!("{name} {unit}"),
            machine: format!("{}, a {family}", definition.name()),
            states: population.stack(unit).map(|state| definition.path(state)).collect(),
            stays: watched.map_or_else(String::new, |(_, since)| {
                match population.watched_changes().next_back() {
                    Some(last) => format!("for {}", seconds(now.saturating_sub(last.at))),
                    // It was in this state before anybody looked.
                    None => format!("for {} or more", seconds(now.saturating_sub(since))),
                }
            }),
            mood: None,
            health: None,
            timers: timers.collect(),
            messages: messages.collect(),
            changes: changes
                .map(|change| {
                    let arrow = match change.kind {
                        ChangeKind::Enter => '↑',
                        ChangeKind::Exit => '↓',
                        ChangeKind::Switch => '↔',
                        ChangeKind::Transition => '→',
                    };
                    let [from, to] = [change.from, change.to].map(|state| definition.state_name(state));
                    format!("{} ago {from} {arrow} {to}", seconds(now.saturating_sub(change.at)))
                })
                .collect(),
        }
    }

    /// What it is doing, in one line.
    pub fn doing(&self) -> &str {
        self.states.first().map_or("gone", String::as_str)
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f32())
}
