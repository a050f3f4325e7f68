//! The shortest list of events to each state and row of a machine.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use proscenium_ai::{
    Blueprint, BuildError, CandidateCause, CandidateOutcome, EventId, Row, State, StateId, Structure,
    Timeout, Trigger,
};
use proscenium_core::platform::TraceEvent;

use super::code::MachineCode;
use super::describe;
use super::events::read_events;
use super::run::MachineRun;
use super::value::Value;

/// How many configurations are tried.
const MOST_CONFIGURATIONS: usize = 5_000;
/// Why a row that was never considered has no path.
const NEVER_ASKED: &str = "its state has no path, its event does not come, or another row is taken before it";

/// The lists as one list of events, in which each path begins at the same snapshot, and a summary.
pub(super) fn text(
    blueprint: &Blueprint,
    structure: &Structure,
    script: Option<MachineCode>,
) -> Result<(String, String), BuildError> {
    let mut values = script.as_ref().map(MachineCode::variables).unwrap_or_default();
    let root = StateId::ROOT.name();
    let asked = values.keys().map(|name| (root.to_owned(), name.clone())).collect();
    let is_variable = |name: &&str| !script.as_ref().is_some_and(|script| script.has_function(name));
    for name in structure.guards().into_iter().filter(is_variable) {
        values.insert(name.to_owned(), vec![Value::Bool(true), Value::Bool(false)]);
    }
    let run = MachineRun::new(blueprint, structure, script, &[])?;
    let mut search = Search { structure, run, values, goals: Vec::new(), asked };
    search.add_rows(root, &blueprint.on, &blueprint.when, &[]);
    blueprint.states.iter().for_each(|state| search.add_state(state));
    let is_complete = search.run();
    Ok(search.write(is_complete))
}

/// A state, or a row, a trigger or a timeout.
struct Goal {
    title: String,
    /// The state that it is or that has it.
    state: String,
    /// What a candidate for it has: its cause, its guard and its target. `None` for a state.
    row: Option<(CandidateCause, Option<String>, Option<String>)>,
    /// The lines that reach it first, or why there are none.
    path: Result<String, String>,
}

struct Search<'a> {
    structure: &'a Structure,
    run: MachineRun,
    /// What each variable can be.
    values: BTreeMap<String, Vec<Value>>,
    /// States before those inside of them.
    goals: Vec<Goal>,
    /// The states, each with a variable that is asked in it.
    asked: BTreeSet<(String, String)>,
}

impl Search<'_> {
    fn add_state(&mut self, state: &State) {
        let (title, name) = (format!("state {}", state.name), &state.name);
        let missing =
            if state.from_code { "only code leads here" } else { "no row that leads here has a path" };
        self.goals.push(Goal { title, state: name.clone(), row: None, path: Err(missing.to_owned()) });
        self.asked.extend(state.can_go.iter().map(|guard| (name.clone(), guard.clone())));
        self.add_rows(name, &state.on, &state.when, &state.after);
        state.states.iter().for_each(|inner| self.add_state(inner));
    }

    fn add_rows(&mut self, state: &str, on: &[Row], when: &[Trigger], after: &[Timeout]) {
        let mut texts = Vec::new();
        describe::rows(&mut texts, "", on, when, after);
        let on = on.iter().filter_map(|row| {
            let event = self.structure.event(&row.event)?;
            Some((CandidateCause::Event(event), row.guard.clone(), &row.then))
        });
        let when = when.iter().map(|row| (CandidateCause::Trigger, Some(row.trigger.clone()), &row.then));
        let after = after.iter().map(|row| (CandidateCause::Timeout, row.guard.clone(), &row.then));
        for (text, (cause, guard, then)) in texts.into_iter().zip(on.chain(when).chain(after)) {
            let asked = guard.iter().map(|guard| guard.trim_start_matches('!'));
            self.asked.extend(asked.map(|name| (state.to_owned(), name.to_owned())));
            let row = Some((cause, guard, then.target().map(str::to_owned)));
            let (title, state) = (format!("{state}: {text}"), state.to_owned());
            self.goals.push(Goal { title, state, row, path: Err(NEVER_ASKED.to_owned()) });
        }
    }

    /// Searches in breadth. Returns whether everything was reached, or all configurations were tried.
    fn run(&mut self) -> bool {
        let begun = self.active();
        self.note(&begun, &begun, "");
        let mut seen = HashSet::from([self.configuration()]);
        let mut waiting = VecDeque::from([(String::new(), self.run.machine.population().snapshot())]);
        while let Some((before, saved)) = waiting.pop_front() {
            // A snapshot of the same machine can be restored, and a line without `restore` has no error.
            let _ = self.run.machine.population_mut().replace_units(&saved, None);
            let begun = self.active();
            for line in self.lines(&begun) {
                let (structure, unit) = (self.structure, self.run.machine.unit());
                let _ = self.run.machine.population_mut().replace_units(&saved, None);
                self.run.machine.population_mut().watch(unit, 0);
                let (mut left, mut entered) = (begun.clone(), BTreeSet::new());
                let lines = read_events(line.as_bytes(), structure).unwrap_or_default();
                let _ = self.run.run(&lines, |record| {
                    if let TraceEvent::Machine { from, to, .. } = record.event {
                        left.extend(around(structure, &from));
                        entered.extend(around(structure, &to));
                    }
                });
                let path = format!("{before}{line}\n");
                self.note(&left, &entered, &path);
                if self.goals.iter().all(|goal| goal.path.is_ok()) {
                    return true;
                }
                if seen.len() == MOST_CONFIGURATIONS {
                    return false;
                }
                if seen.insert(self.configuration()) {
                    waiting.push_back((path, self.run.machine.population().snapshot()));
                }
            }
        }
        true
    }

    /// The names of the active states.
    fn active(&self) -> BTreeSet<String> {
        let states = self.run.machine.population().states(self.run.machine.unit());
        states.flat_map(|state| around(self.structure, state.name())).collect()
    }

    /// What makes a unit another one: its states, its timers, and its variables.
    fn configuration(&self) -> String {
        let (population, unit) = (self.run.machine.population(), self.run.machine.unit());
        let states: Vec<_> = population.states(unit).chain(population.stack(unit)).collect();
        let values: Vec<_> = self.values.keys().map(|name| self.run.machine.data().get(name)).collect();
        format!("{states:?} {:?} {values:?}", population.timers(unit))
    }

    /// The lines that may change something in the present configuration.
    fn lines(&self, active: &BTreeSet<String>) -> Vec<String> {
        let events = self.structure.events().map(EventId::name).filter(|name| !name.starts_with("done."));
        let mut lines: Vec<_> = events.map(|name| format!("event {name}")).collect();
        let timers = self.run.machine.population().timers(self.run.machine.unit());
        let due = timers.iter().map(|timer| timer.left.as_micros().div_ceil(1000));
        // A tick of no time asks the triggers.
        lines.extend(due.chain([0]).collect::<BTreeSet<_>>().into_iter().map(|ms| format!("tick {ms}")));
        for (name, values) in &self.values {
            if self.asked.iter().any(|(state, asked)| asked == name && active.contains(state)) {
                let now = self.run.machine.data().get(name).unwrap_or(Value::Bool(false));
                let others = values.iter().filter(|value| **value != now);
                lines.extend(others.map(|value| format!("set {name} {value}")));
            }
        }
        lines
    }

    /// Notes what a path has reached: the states that its last line entered, and the rows of states that were active or left.
    fn note(&mut self, active: &BTreeSet<String>, entered: &BTreeSet<String>, path: &str) {
        let goals = &mut self.goals;
        for goal in goals.iter_mut().filter(|goal| goal.row.is_none() && goal.path.is_err()) {
            if entered.contains(&goal.state) {
                goal.path = Ok(path.to_owned());
            }
        }
        for candidate in self.run.machine.population().watched_candidates() {
            let is_event = matches!(candidate.cause, CandidateCause::Event(_));
            let fits = |goal: &&mut Goal| {
                let Some((cause, guard, target)) = &goal.row else { return false };
                active.contains(&goal.state)
                    && *cause == candidate.cause
                    && target.as_deref() == candidate.target.map(StateId::name)
                    // Of one that is refused it is the guard of a state.
                    && (candidate.outcome == CandidateOutcome::Refused || *guard == candidate.guard)
                    && (is_event || goal.path.is_err())
            };
            // Of equal rows the innermost is asked first, of equal triggers and timeouts the outermost.
            let mut all = goals.iter_mut();
            let found = if is_event { all.rfind(fits) } else { all.find(fits) };
            let Some(goal) = found.filter(|goal| goal.path.is_err()) else { continue };
            let guard = candidate.guard.as_deref().unwrap_or_default();
            goal.path = match candidate.outcome {
                CandidateOutcome::Taken => Ok(path.to_owned()),
                CandidateOutcome::GuardFalse => Err(format!("its guard `{guard}` is false")),
                CandidateOutcome::Refused => Err(format!("`{guard}` keeps the unit in its state")),
                CandidateOutcome::TooEarly => Err("a `min_time` keeps the unit in its state".to_owned()),
                _ => Err("the stack is full, or has one state".to_owned()),
            };
        }
    }

    /// Writes the lists. A path that is not there has its reason.
    fn write(&self, is_complete: bool) -> (String, String) {
        let mut text =
            format!("# Each path of `{}` begins at the snapshot.\nsnapshot\n", self.structure.name());
        for Goal { title, path, .. } in &self.goals {
            text += &match path {
                Ok(lines) => format!("\n# {title}\nrestore\n{lines}"),
                Err(why) => format!("\n# {title}\n# no path: {why}\n"),
            };
        }
        let count = |is_row: bool| {
            let goals = self.goals.iter().filter(move |goal| goal.row.is_some() == is_row);
            format!("{} of {}", goals.clone().filter(|goal| goal.path.is_ok()).count(), goals.count())
        };
        let mut summary = format!("paths to {} states and {} rows", count(false), count(true));
        if !is_complete {
            summary += &format!("; the search ended after {MOST_CONFIGURATIONS} configurations");
        }
        (text, summary)
    }
}

/// The names of a state and those around it.
fn around(structure: &Structure, state: &str) -> Vec<String> {
    let path = structure.state(state).map(|state| structure.path(state)).unwrap_or_default();
    let names = path.split('/').filter(|name| !name.is_empty());
    names.chain([StateId::ROOT.name()]).map(str::to_owned).collect()
}
