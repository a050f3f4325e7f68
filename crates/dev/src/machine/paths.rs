//! The shortest list of events to each state and row of a machine.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::fmt::Write as _;

use proscenium_ai::{
    Blueprint, BuildError, CandidateCause, CandidateOutcome, Event, EventId, Row, State, StateId, Structure,
    Timeout, TimerKind, Trigger,
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
    let mut search = Search::new(blueprint, structure, script)?;
    let is_complete = search.run();
    Ok(search.write(is_complete))
}

/// A row, a trigger or a timeout.
struct Edge {
    owner: String,
    depth: i64,
    cause: CandidateCause,
    level: i64,
    guard: Option<String>,
    target: Option<String>,
    text: String,
    /// The step that took it first.
    reached: Option<usize>,
    /// Why it was not taken when it was asked first.
    refused: Option<String>,
}

struct Search<'a> {
    structure: &'a Structure,
    run: MachineRun,
    has_script: bool,
    /// The events that a list can have.
    events: Vec<EventId>,
    /// What each variable can be.
    variables: BTreeMap<String, Vec<Value>>,
    /// The states, each with a variable that its rows read.
    asked: Vec<(String, String)>,
    edges: Vec<Edge>,
    /// The states below the root, whether code leads there, and the step that reached each first.
    states: Vec<(String, bool, Option<usize>)>,
    /// The lines, each with the step before it. The first one is the start.
    steps: Vec<(usize, Option<MachineLine>)>,
}

impl<'a> Search<'a> {
    fn new(
        blueprint: &Blueprint,
        structure: &'a Structure,
        script: Option<MachineCode>,
    ) -> Result<Self, BuildError> {
        let mut variables: BTreeMap<_, _> =
            script.as_ref().map(MachineCode::variables).into_iter().flatten().collect();
        let root = StateId::ROOT.name().to_owned();
        let asked: Vec<_> = variables.keys().map(|name| (root.clone(), name.clone())).collect();
        let is_variable = |name: &&str| !script.as_ref().is_some_and(|script| script.has_function(name));
        for name in structure.guards().into_iter().filter(is_variable) {
            variables.insert(name.to_owned(), vec![Value::Bool(true), Value::Bool(false)]);
        }
        let is_done = |event: &EventId| {
            event.name().strip_prefix("done.").is_some_and(|state| structure.state(state).is_some())
        };
        let events = structure.events().filter(|event| !is_done(event)).collect();
        let has_script = script.is_some();
        let run = MachineRun::new(blueprint, structure, script, &[])?;
        let (edges, states, steps) = (Vec::new(), Vec::new(), vec![(0, None)]);
        let mut search = Self { structure, run, has_script, events, variables, asked, edges, states, steps };
        search.add_edges((&root, 0), &blueprint.on, &blueprint.when, &[]);
        blueprint.states.iter().for_each(|state| search.add_state(state, 1));
        search.asked.retain(|(_, name)| search.variables.contains_key(name));
        Ok(search)
    }

    /// Searches in breadth. Returns whether all configurations were tried, or everything was reached.
    fn run(&mut self) -> bool {
        let _ = self.run.run(&[], |_| {});
        let begun = self.active();
        self.note(&begun, &begun, 0);
        let mut seen = HashSet::from([self.configuration()]);
        let mut waiting = VecDeque::from([(0, self.run.machine.population().snapshot())]);
        while let Some((from, saved)) = waiting.pop_front() {
            // Both of the same machine.
            let restore = |run: &mut MachineRun| run.machine.population_mut().replace_units(&saved, None);
            let _ = restore(&mut self.run);
            let before = self.active();
            for line in self.lines(&before) {
                let _ = restore(&mut self.run);
                let unit = self.run.machine.unit();
                self.run.machine.population_mut().watch(unit, 0);
                let (mut left, mut entered) = (before.clone(), BTreeSet::new());
                let structure = self.structure;
                let _ = self.run.run(std::slice::from_ref(&line), |record| {
                    if let TraceEvent::Machine { from, to, .. } = record.event {
                        left.extend(around(structure, &from));
                        entered.extend(around(structure, &to));
                    }
                });
                self.steps.push((from, Some(line)));
                let step = self.steps.len() - 1;
                self.note(&left, &entered, step);
                if self.is_done() {
                    return true;
                }
                if !seen.insert(self.configuration()) {
                    continue;
                }
                if seen.len() > MOST_CONFIGURATIONS {
                    return false;
                }
                waiting.push_back((step, self.run.machine.population().snapshot()));
            }
        }
        true
    }

    /// The names of the active states.
    fn active(&self) -> BTreeSet<String> {
        let (population, unit) = (self.run.machine.population(), self.run.machine.unit());
        let states = population.states(unit);
        states.flat_map(|state| around(self.structure, state.name())).collect()
    }

    /// What makes a unit the same as one that was tried: its states, its timers, and its variables.
    fn configuration(&self) -> String {
        let (population, unit) = (self.run.machine.population(), self.run.machine.unit());
        let mut text = String::new();
        // Writing to a string does not fail, here and below.
        for state in population.states(unit).chain(population.stack(unit)) {
            let _ = write!(text, "{} ", state.name());
        }
        for timer in self.timers() {
            let _ = write!(text, "{timer:?} ");
        }
        for name in self.variables.keys() {
            let _ = write!(text, "{:?} ", self.run.machine.data().get(name));
        }
        text
    }

    /// The milliseconds after which a timer is due.
    fn timers(&self) -> BTreeSet<u32> {
        let timers = self.run.machine.population().timers(self.run.machine.unit());
        // Without a script a fixed update does nothing.
        let timers =
            timers.into_iter().filter(|timer| self.has_script || timer.kind != TimerKind::FixedUpdate);
        timers.map(|timer| timer.left.as_micros().div_ceil(1000) as u32).collect()
    }

    /// The lines that may change something in the present configuration.
    fn lines(&self, active: &BTreeSet<String>) -> Vec<MachineLine> {
        let events =
            self.events.iter().map(|id| MachineLine::Event { event: Event::from(*id), is_message: false });
        let ticks = self.timers().into_iter().chain([0]).collect::<BTreeSet<_>>().into_iter();
        let ticks = ticks.map(|ms| MachineLine::Tick { ms, count: 1 });
        let asked: BTreeSet<_> =
            self.asked.iter().filter(|(state, _)| active.contains(state)).map(|(_, name)| name).collect();
        let sets = asked.into_iter().flat_map(|name| {
            let now = self.run.machine.data().get(name);
            // A guard is false before its variable is set.
            let now = now.or_else(|| (!self.has_script).then_some(Value::Bool(false)));
            let values = self.variables[name].iter().filter(move |value| now.as_ref() != Some(*value));
            values.map(|value| MachineLine::Set { name: name.clone(), value: value.clone() })
        });
        events.chain(ticks).chain(sets).collect()
    }

    /// Notes what a step has reached: the states that it entered, and the rows of those that were active or left.
    fn note(&mut self, active: &BTreeSet<String>, entered: &BTreeSet<String>, step: usize) {
        for (_, _, reached) in self.states.iter_mut().filter(|(name, ..)| entered.contains(name)) {
            reached.get_or_insert(step);
        }
        for candidate in self.run.machine.population().watched_candidates() {
            let target = candidate.target.map(StateId::name);
            let fits = |edge: &&mut Edge| {
                active.contains(&edge.owner)
                    && edge.cause == candidate.cause
                    && edge.target.as_deref() == target
                    // Of one that is refused it is the guard of a state.
                    && (candidate.outcome == CandidateOutcome::Refused || edge.guard == candidate.guard)
            };
            // Of equal rows the innermost is asked first, of equal triggers the one of the highest level, then the
            // outermost, of equal timeouts one after the other.
            let rank = |edge: &&mut Edge| match edge.cause {
                CandidateCause::Event(_) => (edge.depth, 0),
                CandidateCause::Trigger => (edge.level, -edge.depth),
                CandidateCause::Timeout => (i64::from(edge.reached.is_none()), -edge.depth),
            };
            let Some(edge) = self.edges.iter_mut().filter(fits).max_by_key(rank) else { continue };
            let guard = candidate.guard.as_deref().unwrap_or_default();
            let refusal = match candidate.outcome {
                CandidateOutcome::Taken => {
                    edge.reached.get_or_insert(step);
                    continue;
                }
                CandidateOutcome::GuardFalse => format!("its guard `{guard}` is false"),
                CandidateOutcome::Refused => format!("`{guard}` keeps the unit in its state"),
                CandidateOutcome::TooEarly => "a `min_time` keeps the unit in its state".to_owned(),
                _ => "the stack is full, or has one state".to_owned(),
            };
            edge.refused.get_or_insert(refusal);
        }
    }

    fn is_done(&self) -> bool {
        self.states.iter().all(|(.., reached)| reached.is_some())
            && self.edges.iter().all(|edge| edge.reached.is_some())
    }

    /// Writes the lists. A path that is not there has its reason.
    fn write(&self, is_complete: bool) -> (String, String) {
        let mut text =
            format!("# Each path of `{}` begins at the snapshot.\nsnapshot\n", self.structure.name());
        let mut add = |what: String, reached: Option<usize>, reason: &str| match reached {
            Some(step) => {
                let _ = writeln!(text, "\n# {what}\nrestore");
                self.path(step).iter().for_each(|line| text.push_str(&format!("{line}\n")));
            }
            None => drop(writeln!(text, "\n# {what}\n# no path: {reason}")),
        };
        let unfinished = format!("none among the first {MOST_CONFIGURATIONS} configurations");
        let root = StateId::ROOT.name();
        for (name, from_code, reached) in [(root.to_owned(), false, Some(0))].iter().chain(&self.states) {
            let reason = match () {
                () if *from_code => "only code leads here",
                () if is_complete => "no row that leads here has a path",
                () => &unfinished,
            };
            if name != root {
                add(format!("state {name}"), *reached, reason);
            }
            for Edge { text, reached: taken, refused, .. } in
                self.edges.iter().filter(|edge| edge.owner == *name)
            {
                let reason = match refused {
                    _ if reached.is_none() => "its state has no path",
                    Some(refused) => refused,
                    None if is_complete => "its event does not come, or another row is taken before it",
                    None => &unfinished,
                };
                add(format!("{name}: {text}"), *taken, reason);
            }
        }
        let count =
            |reached: &mut dyn Iterator<Item = bool>| reached.filter(|is_reached| *is_reached).count();
        let states = count(&mut self.states.iter().map(|(.., reached)| reached.is_some()));
        let rows = count(&mut self.edges.iter().map(|edge| edge.reached.is_some()));
        let mut summary = format!(
            "paths to {states} of {} states and {rows} of {} rows",
            self.states.len(),
            self.edges.len(),
        );
        if !is_complete {
            let _ = write!(summary, "; the search ended after {MOST_CONFIGURATIONS} configurations");
        }
        (text, summary)
    }

    fn path(&self, step: usize) -> Vec<&MachineLine> {
        let mut path = Vec::new();
        let mut at = step;
        while let (before, Some(line)) = &self.steps[at] {
            path.push(line);
            at = *before;
        }
        path.reverse();
        path
    }

    fn add_state(&mut self, state: &State, depth: i64) {
        let State { name, can_go, on, when, after, from_code, states, .. } = state;
        self.states.push((name.clone(), *from_code, None));
        self.asked.extend(can_go.iter().map(|guard| (name.clone(), guard.clone())));
        self.add_edges((name, depth), on, when, after);
        states.iter().for_each(|state| self.add_state(state, depth + 1));
    }

    fn add_edges(&mut self, (owner, depth): (&str, i64), on: &[Row], when: &[Trigger], after: &[Timeout]) {
        let mut texts = Vec::new();
        describe::rows(&mut texts, "", on, when, after);
        let on = on.iter().filter_map(|Row { event, guard, then, .. }| {
            Some((CandidateCause::Event(self.structure.event(event)?), 0, guard.clone(), then))
        });
        let when = when.iter().map(|Trigger { trigger, level, then, .. }| {
            (CandidateCause::Trigger, i64::from(*level), Some(trigger.clone()), then)
        });
        let after =
            after.iter().map(|Timeout { guard, then, .. }| (CandidateCause::Timeout, 0, guard.clone(), then));
        for (text, (cause, level, guard, then)) in texts.into_iter().zip(on.chain(when).chain(after)) {
            let name = guard.as_deref().map(|guard| guard.trim_start_matches('!').to_owned());
            self.asked.extend(name.map(|name| (owner.to_owned(), name)));
            let (owner, target) = (owner.to_owned(), then.target().map(str::to_owned));
            let edge = Edge { owner, depth, cause, level, guard, target, text, reached: None, refused: None };
            self.edges.push(edge);
        }
    }
}

/// The names of a state and those around it.
fn around(structure: &Structure, state: &str) -> Vec<String> {
    let path = structure.state(state).map(|state| structure.path(state)).unwrap_or_default();
    let names = path.split('/').filter(|name| !name.is_empty());
    names.chain([StateId::ROOT.name()]).map(str::to_owned).collect()
}
