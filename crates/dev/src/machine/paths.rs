//! The shortest list of events to each state and row of a machine.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use proscenium_ai::{
    Blueprint, BuildError, CandidateCause, CandidateOutcome, Event, Row, State, StateId, Structure, Timeout,
    Trigger,
};
use proscenium_core::platform::TraceEvent;

use super::code::MachineCode;
use super::describe;
use super::events::MachineLine;
use super::run::MachineRun;
use super::value::Value;

/// How many configurations are tried.
const MOST_CONFIGURATIONS: usize = 5_000;

/// The lists as one list of events, in which each path begins at the same snapshot, and a summary.
pub(super) fn text(
    blueprint: &Blueprint,
    structure: &Structure,
    script: Option<MachineCode>,
) -> Result<(String, String), BuildError> {
    let mut values = script.as_ref().map(MachineCode::variables).unwrap_or_default();
    let mut goals = Goals::default();
    let root = StateId::ROOT.name();
    goals.asked.extend(values.keys().map(|name| (root.to_owned(), name.clone())));
    goals.add_rows(structure, root, &blueprint.on, &blueprint.when, &[]);
    blueprint.states.iter().for_each(|state| goals.add_state(structure, state));
    let is_variable = |name: &&str| !script.as_ref().is_some_and(|script| script.has_function(name));
    for name in structure.guards().into_iter().filter(is_variable) {
        values.insert(name.to_owned(), vec![Value::Bool(true), Value::Bool(false)]);
    }
    let run = MachineRun::new(blueprint, structure, script, &[])?;
    let mut search = Search { structure, run, values, goals, steps: vec![(0, None)] };
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
    /// The step that reached it first.
    reached: Option<usize>,
    /// Why it is not reached.
    refused: Option<String>,
}

#[derive(Default)]
struct Goals {
    /// States before those inside of them.
    list: Vec<Goal>,
    /// The states, each with a guard that is asked in it.
    asked: BTreeSet<(String, String)>,
}

impl Goals {
    fn add_state(&mut self, structure: &Structure, state: &State) {
        let (title, name) = (format!("state {}", state.name), state.name.clone());
        let refused = state.from_code.then(|| "only code leads here".to_owned());
        self.list.push(Goal { title, state: name.clone(), row: None, reached: None, refused });
        self.asked.extend(state.can_go.iter().map(|guard| (name.clone(), guard.clone())));
        self.add_rows(structure, &name, &state.on, &state.when, &state.after);
        state.states.iter().for_each(|inner| self.add_state(structure, inner));
    }

    fn add_rows(
        &mut self,
        structure: &Structure,
        state: &str,
        on: &[Row],
        when: &[Trigger],
        after: &[Timeout],
    ) {
        let mut texts = Vec::new();
        describe::rows(&mut texts, "", on, when, after);
        let on = on.iter().filter_map(|row| {
            Some((CandidateCause::Event(structure.event(&row.event)?), row.guard.clone(), &row.then))
        });
        let when = when.iter().map(|row| (CandidateCause::Trigger, Some(row.trigger.clone()), &row.then));
        let after = after.iter().map(|row| (CandidateCause::Timeout, row.guard.clone(), &row.then));
        for (text, (cause, guard, then)) in texts.into_iter().zip(on.chain(when).chain(after)) {
            let asked = guard.iter().map(|guard| guard.trim_start_matches('!'));
            self.asked.extend(asked.map(|name| (state.to_owned(), name.to_owned())));
            let row = Some((cause, guard, then.target().map(str::to_owned)));
            let (title, state) = (format!("{state}: {text}"), state.to_owned());
            self.list.push(Goal { title, state, row, reached: None, refused: None });
        }
    }
}

struct Search<'a> {
    structure: &'a Structure,
    run: MachineRun,
    /// What each variable can be.
    values: BTreeMap<String, Vec<Value>>,
    goals: Goals,
    /// The lines, each with the step before it. The first one is the start.
    steps: Vec<(usize, Option<MachineLine>)>,
}

impl Search<'_> {
    /// Searches in breadth. Returns whether everything was reached, or all configurations were tried.
    fn run(&mut self) -> bool {
        let begun = self.active();
        self.note(&begun, &begun, 0);
        let mut seen = HashSet::from([self.configuration()]);
        let mut waiting = VecDeque::from([(0, self.run.machine.population().snapshot())]);
        while let Some((from, saved)) = waiting.pop_front() {
            // A snapshot of the same machine can be restored, and a line without `restore` has no error.
            let _ = self.run.machine.population_mut().replace_units(&saved, None);
            let before = self.active();
            for line in self.lines(&before) {
                let (structure, unit) = (self.structure, self.run.machine.unit());
                let _ = self.run.machine.population_mut().replace_units(&saved, None);
                self.run.machine.population_mut().watch(unit, 0);
                let (mut left, mut entered) = (before.clone(), BTreeSet::new());
                let _ = self.run.run(std::slice::from_ref(&line), |record| {
                    if let TraceEvent::Machine { from, to, .. } = record.event {
                        left.extend(around(structure, &from));
                        entered.extend(around(structure, &to));
                    }
                });
                self.steps.push((from, Some(line)));
                let step = self.steps.len() - 1;
                self.note(&left, &entered, step);
                if self.goals.list.iter().all(|goal| goal.reached.is_some()) {
                    return true;
                }
                if seen.len() == MOST_CONFIGURATIONS {
                    return false;
                }
                if seen.insert(self.configuration()) {
                    waiting.push_back((step, self.run.machine.population().snapshot()));
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
    fn lines(&self, active: &BTreeSet<String>) -> Vec<MachineLine> {
        let events = self.structure.events().filter(|event| !event.name().starts_with("done."));
        let events = events.map(|id| MachineLine::Event { event: Event::from(id), is_message: false });
        let timers = self.run.machine.population().timers(self.run.machine.unit());
        let due = timers.iter().map(|timer| timer.left.as_micros().div_ceil(1000) as u32);
        // A tick of no time asks the triggers.
        let ticks = due.chain([0]).collect::<BTreeSet<_>>().into_iter();
        let ticks = ticks.map(|ms| MachineLine::Tick { ms, count: 1 });
        let asked = self.goals.asked.iter().filter(|(state, _)| active.contains(state));
        let asked: BTreeSet<_> = asked.map(|(_, name)| name).collect();
        let sets = self.values.iter().filter(|(name, _)| asked.contains(name)).flat_map(|(name, values)| {
            let now = self.run.machine.data().get(name).unwrap_or(Value::Bool(false));
            let others = values.iter().filter(move |value| **value != now);
            others.map(|value| MachineLine::Set { name: name.clone(), value: value.clone() })
        });
        events.chain(ticks).chain(sets).collect()
    }

    /// Notes what a step has reached: the states that it entered, and the rows of states that were active or left.
    fn note(&mut self, active: &BTreeSet<String>, entered: &BTreeSet<String>, step: usize) {
        let goals = &mut self.goals.list;
        for goal in goals.iter_mut().filter(|goal| goal.row.is_none() && entered.contains(&goal.state)) {
            goal.reached.get_or_insert(step);
        }
        for candidate in self.run.machine.population().watched_candidates() {
            let (is_event, outcome) =
                (matches!(candidate.cause, CandidateCause::Event(_)), candidate.outcome);
            let fits = |goal: &&mut Goal| {
                let Some((cause, guard, target)) = &goal.row else { return false };
                active.contains(&goal.state)
                    && *cause == candidate.cause
                    && target.as_deref() == candidate.target.map(StateId::name)
                    // Of one that is refused it is the guard of a state.
                    && (outcome == CandidateOutcome::Refused || *guard == candidate.guard)
                    && (is_event || goal.reached.is_none())
            };
            // Of equal rows the innermost is asked first, of equal triggers and timeouts the outermost.
            let mut all = goals.iter_mut();
            let Some(goal) = (if is_event { all.rfind(fits) } else { all.find(fits) }) else { continue };
            let guard = candidate.guard.as_deref().unwrap_or_default();
            let refused = match outcome {
                CandidateOutcome::Taken => {
                    goal.reached.get_or_insert(step);
                    continue;
                }
                CandidateOutcome::GuardFalse => format!("its guard `{guard}` is false"),
                CandidateOutcome::Refused => format!("`{guard}` keeps the unit in its state"),
                CandidateOutcome::TooEarly => "a `min_time` keeps the unit in its state".to_owned(),
                _ => "the stack is full, or has one state".to_owned(),
            };
            goal.refused.get_or_insert(refused);
        }
    }

    /// Writes the lists. A path that is not there has its reason.
    fn write(&self, is_complete: bool) -> (String, String) {
        let mut text =
            format!("# Each path of `{}` begins at the snapshot.\nsnapshot\n", self.structure.name());
        for Goal { title, row, reached, refused, .. } in &self.goals.list {
            text += &format!("\n# {title}\n");
            let why = match row {
                None => "no row that leads here has a path",
                Some(_) => {
                    "its state has no path, its event does not come, or another row is taken before it"
                }
            };
            match reached {
                Some(step) => text += &format!("restore\n{}", self.path(*step)),
                None => text += &format!("# no path: {}\n", refused.as_deref().unwrap_or(why)),
            }
        }
        let count = |is_row: bool| {
            let goals = self.goals.list.iter().filter(move |goal| goal.row.is_some() == is_row);
            (goals.clone().filter(|goal| goal.reached.is_some()).count(), goals.count())
        };
        let ((states, of_states), (rows, of_rows)) = (count(false), count(true));
        let end = format!("; the search ended after {MOST_CONFIGURATIONS} configurations");
        let end = if is_complete { "" } else { &end };
        (text, format!("paths to {states} of {of_states} states and {rows} of {of_rows} rows{end}"))
    }

    /// The lines up to a step.
    fn path(&self, step: usize) -> String {
        let before =
            |(before, line): &&(usize, _)| Option::as_ref(line).map(|_: &MachineLine| &self.steps[*before]);
        let steps = std::iter::successors(Some(&self.steps[step]), before);
        let mut lines: Vec<_> = steps.filter_map(|(_, line)| Some(format!("{}\n", line.as_ref()?))).collect();
        lines.reverse();
        lines.concat()
    }
}

/// The names of a state and those around it.
fn around(structure: &Structure, state: &str) -> Vec<String> {
    let path = structure.state(state).map(|state| structure.path(state)).unwrap_or_default();
    let names = path.split('/').filter(|name| !name.is_empty());
    names.chain([StateId::ROOT.name()]).map(str::to_owned).collect()
}
