//! The meaning of a machine, written as plainly as can be: names instead of numbers, lists that are looked
//! through, nothing prepared. It follows the words of the module `ai` and knows nothing of its code.

use std::collections::{HashMap, VecDeque};

use proscenium::ai::{
    Blueprint, ChangeError, ChangeKind, DispatchOutcome, Family, History, Next, Poll, Remainder, Row, State,
    Trigger,
};

use crate::random::{Answer, Ask, Received, Unit, state_names};

/// How many changes the hooks of a unit can ask for in one tick.
const MAX_CHAIN: usize = 64;

/// The name of the state that every other is inside of.
const ROOT: &str = "root";

/// Which deadline of a state: a timeout, its shortest stay, or its fixed update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Timer {
    After(usize),
    MinTime,
    Fixed,
}

/// An entry of the stack: the current state in it, and the deadlines of the states around that one, in
/// milliseconds of the clock. Of a covered entry it is what was left.
#[derive(Clone, Debug)]
struct Entry {
    current: String,
    timers: HashMap<(String, Timer), u64>,
}

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub unhandled: u64,
    pub refused: u64,
    pub dropped: u64,
    pub stack_full: u64,
    pub stack_empty: u64,
    pub endless: u64,
}

type Event = Option<(String, f64)>;

pub struct Reference<'a> {
    blueprint: &'a Blueprint,
    names: Vec<String>,
    stack: Vec<Entry>,
    history: HashMap<String, String>,
    queue: VecDeque<(String, f64)>,
    asked: VecDeque<Ask>,
    sent: Vec<(String, f64)>,
    /// In 1/60,000 s.
    time: u64,
    dt: u64,
    passed: u64,
    /// The change that is going on: from where, and where to.
    transition: (Option<String>, Option<String>),
    previous: String,
    pub unit: Unit,
    pub changes: Vec<(ChangeKind, String, String)>,
    pub counts: Counts,
}

impl<'a> Reference<'a> {
    pub fn new(blueprint: &'a Blueprint, unit: Unit) -> Self {
        let entry = Entry { current: ROOT.to_owned(), timers: HashMap::new() };
        let mut this = Self {
            blueprint,
            names: state_names(blueprint),
            stack: vec![entry],
            history: HashMap::new(),
            queue: VecDeque::new(),
            asked: VecDeque::new(),
            sent: Vec::new(),
            time: 0,
            dt: 0,
            passed: 0,
            transition: (None, None),
            previous: ROOT.to_owned(),
            unit,
            changes: Vec::new(),
            counts: Counts::default(),
        };
        this.begin(ROOT, Some(&blueprint.initial));
        this.enter_down(ROOT, &blueprint.initial, &None);
        let leaf = this.descend(&blueprint.initial, &None);
        this.end();
        this.arrive(ChangeKind::Enter, leaf);
        this.apply_requests().0.then_some(());
        this.deliver();
        this
    }

    // ------------------------------------------------------------------ what can be asked

    /// The current states of the stack, the top first.
    pub fn stack(&self) -> Vec<&str> {
        self.stack.iter().rev().map(|entry| entry.current.as_str()).collect()
    }

    pub fn previous(&self) -> &str {
        &self.previous
    }

    pub fn waiting(&self) -> usize {
        self.queue.len()
    }

    // ------------------------------------------------------------------ the tree

    fn state(&self, name: &str) -> &'a State {
        self.blueprint.states.iter().find(|state| state.name == name).expect("a state of the machine")
    }

    /// The state, its parent, and so on, without the root.
    fn outwards(&self, state: &str) -> Vec<String> {
        let mut names = Vec::new();
        let mut at = Some(state.to_owned()).filter(|name| name != ROOT);
        while let Some(name) = at {
            at = self.state(&name).parent.clone();
            names.push(name);
        }
        names
    }

    fn is_inside(&self, inner: &str, outer: &str) -> bool {
        outer == ROOT || self.outwards(inner).iter().any(|name| name == outer)
    }

    fn parent(&self, state: &str) -> String {
        self.state(state).parent.clone().unwrap_or_else(|| ROOT.to_owned())
    }

    fn has_children(&self, state: &str) -> bool {
        self.blueprint.states.iter().any(|other| other.parent.as_deref() == Some(state))
    }

    /// From `state` outwards, up to `domain`, which is left out.
    fn between(&self, state: &str, domain: &str) -> Vec<String> {
        self.outwards(state).into_iter().take_while(|name| name != domain).collect()
    }

    /// The lowest state that both are in; for the current state itself its parent, for a state around it
    /// that state.
    fn domain(&self, target: &str) -> String {
        let current = self.current();
        if current == target {
            return self.parent(target);
        }
        let around = self.outwards(target);
        around.into_iter().find(|name| self.is_inside(&current, name)).unwrap_or_else(|| ROOT.to_owned())
    }

    fn current(&self) -> String {
        self.top().current.clone()
    }

    fn top(&self) -> &Entry {
        self.stack.last().expect("a stack is never empty")
    }

    fn timers(&mut self) -> &mut HashMap<(String, Timer), u64> {
        &mut self.stack.last_mut().expect("a stack is never empty").timers
    }

    // ------------------------------------------------------------------ code

    fn now(&self) -> u64 {
        self.time
    }

    fn call(&mut self, name: Option<&String>, event: &Event) {
        let Some(name) = name else { return };
        let received: Received<'_> = event.as_ref().map(|(event, payload)| (event.as_str(), *payload));
        let transition = (self.transition.0.as_deref(), self.transition.1.as_deref());
        let asked = self.unit.act(name, received, transition, u128::from(self.dt), &self.names);
        self.note(asked);
    }

    fn note(&mut self, asked: Option<Ask>) {
        match asked {
            Some(Ask::Send(event, payload)) => self.sent.push((event, payload)),
            Some(other) => self.asked.push_back(other),
            None => {}
        }
    }

    fn holds(&self, guard: Option<&String>, target: &str) -> bool {
        guard.is_none_or(|guard| match guard.strip_prefix('!') {
            Some(name) => !self.unit.guard(name, target),
            None => self.unit.guard(guard, target),
        })
    }

    // ------------------------------------------------------------------ changes

    fn begin(&mut self, from: &str, to: Option<&str>) {
        self.transition = (Some(from.to_owned()), to.map(str::to_owned));
    }

    fn end(&mut self) {
        self.transition = (None, None);
    }

    fn may_go(&mut self, states: &[String], target: &str) -> bool {
        let may = states.iter().all(|state| self.holds(self.state(state).can_go.as_ref(), target));
        self.counts.refused += u64::from(!may);
        may
    }

    fn leave(&mut self, states: &[String], event: &Event) {
        let current = self.current();
        for (index, state) in states.iter().enumerate().skip(1) {
            match self.state(state).history {
                History::None => {}
                History::Shallow => drop(self.history.insert(state.clone(), states[index - 1].clone())),
                History::Deep => drop(self.history.insert(state.clone(), current.clone())),
            }
        }
        for state in states {
            self.timers().retain(|(owner, _), _| owner != state);
            self.call(self.state(state).exit.as_ref(), event);
        }
    }

    /// Enters the states from below `domain` down to `target`.
    fn enter_down(&mut self, domain: &str, target: &str, event: &Event) {
        let now = self.now();
        for name in self.between(target, domain).into_iter().rev() {
            let state = self.state(&name);
            for (index, after) in state.after.iter().enumerate() {
                self.timers().insert((name.clone(), Timer::After(index)), now + u64::from(after.ms) * 60);
            }
            if state.min_time > 0 {
                self.timers().insert((name.clone(), Timer::MinTime), now + u64::from(state.min_time) * 60);
            }
            if let Some(fixed) = &state.fixed_update {
                self.timers().insert((name.clone(), Timer::Fixed), now + u64::from(fixed.every) * 60);
            }
            self.call(state.enter.as_ref(), event);
        }
    }

    /// Goes on from a state that was entered to where a unit comes to rest.
    fn descend(&mut self, state: &str, event: &Event) -> String {
        let spec = self.state(state);
        if spec.history != History::None
            && self.has_children(state)
            && let Some(left) = self.history.get(state).cloned()
        {
            self.enter_down(state, &left, event);
            return if spec.history == History::Deep { left } else { self.descend(&left, event) };
        }
        let Some(initial) = &spec.initial else { return state.to_owned() };
        self.enter_down(state, initial, event);
        self.descend(initial, event)
    }

    fn arrive(&mut self, kind: ChangeKind, leaf: String) {
        let from = self.current();
        self.previous = from.clone();
        self.changes.push((kind, from, leaf.clone()));
        self.stack.last_mut().expect("a stack is never empty").current = leaf;
    }

    fn go(&mut self, target: &str, rests: bool, action: Option<&String>, event: &Event) -> DispatchOutcome {
        let domain = if rests { target.to_owned() } else { self.domain(target) };
        let left = self.between(&self.current(), &domain);
        if !self.may_go(&left, target) {
            return DispatchOutcome::Refused;
        }
        self.begin(&self.current(), Some(target));
        self.leave(&left, event);
        self.call(action, event);
        self.enter_down(&domain, target, event);
        let leaf = if rests {
            target.to_owned()
        } else if domain == target {
            // The target was not left, so it begins again with its initial child.
            match &self.state(target).initial {
                Some(initial) => {
                    self.enter_down(target, initial, event);
                    self.descend(initial, event)
                }
                None => target.to_owned(),
            }
        } else {
            self.descend(target, event)
        };
        self.end();
        let has_stack = self.blueprint.family == Family::Pushdown;
        self.arrive(if has_stack { ChangeKind::Switch } else { ChangeKind::Transition }, leaf);
        DispatchOutcome::Changed
    }

    fn put_on(
        &mut self,
        target: &str,
        action: Option<&String>,
        event: &Event,
    ) -> Result<DispatchOutcome, ChangeError> {
        if self.blueprint.family != Family::Pushdown {
            return Err(ChangeError::NoStack);
        }
        if self.stack.len() >= self.blueprint.max_depth as usize {
            self.counts.stack_full += 1;
            return Err(ChangeError::StackFull);
        }
        let current = self.current();
        let covered = self.outwards(&current);
        if !self.may_go(&covered, target) {
            return Ok(DispatchOutcome::Refused);
        }
        self.begin(&current, Some(target));
        for state in &covered {
            self.call(self.state(state).covered.as_ref(), event);
        }
        self.call(action, event);
        let now = self.now();
        self.timers().values_mut().for_each(|deadline| *deadline = deadline.saturating_sub(now));
        self.stack.push(Entry { current, timers: HashMap::new() });
        self.enter_down(ROOT, target, event);
        let leaf = self.descend(target, event);
        self.end();
        self.arrive(ChangeKind::Enter, leaf);
        Ok(DispatchOutcome::Changed)
    }

    fn take_off(&mut self, action: Option<&String>, event: &Event) -> Result<DispatchOutcome, ChangeError> {
        if self.blueprint.family != Family::Pushdown {
            return Err(ChangeError::NoStack);
        }
        if self.stack.len() == 1 {
            self.counts.stack_empty += 1;
            return Err(ChangeError::StackEmpty);
        }
        let current = self.current();
        let below = self.stack[self.stack.len() - 2].current.clone();
        let left = self.outwards(&current);
        if !self.may_go(&left, &below) {
            return Ok(DispatchOutcome::Refused);
        }
        self.begin(&current, None);
        self.leave(&left, event);
        self.call(action, event);
        self.stack.pop();
        self.previous = current.clone();
        self.changes.push((ChangeKind::Exit, current, below.clone()));
        let now = self.now();
        self.timers().values_mut().for_each(|left| *left += now);
        for state in self.outwards(&below).iter().rev() {
            self.call(self.state(state).uncovered.as_ref(), event);
        }
        self.end();
        Ok(DispatchOutcome::Changed)
    }

    fn perform(
        &mut self,
        then: &Next,
        action: Option<&String>,
        event: &Event,
    ) -> Result<DispatchOutcome, ChangeError> {
        match then {
            Next::Stay => {
                self.call(action, event);
                Ok(DispatchOutcome::Handled)
            }
            Next::To(target) | Next::Switch(target) => Ok(self.go(target, false, action, event)),
            Next::Go(_) => unreachable!("no random machine says it"),
            Next::Enter(target) => self.put_on(target, action, event),
            Next::Exit => self.take_off(action, event),
            Next::Leave if self.blueprint.family != Family::Template => Err(ChangeError::NotATemplate),
            Next::Leave if self.current() == ROOT => Err(ChangeError::AtRoot),
            Next::Leave => {
                let parent = self.parent(&self.current());
                Ok(self.go(&parent, true, action, event))
            }
        }
    }

    /// One thing that code asked for.
    fn apply(&mut self, ask: &Ask) -> Result<DispatchOutcome, ChangeError> {
        match ask {
            Ask::Set(target, force) if !force && *target == self.current() => Ok(DispatchOutcome::Handled),
            Ask::Set(target, _) => self.perform(&Next::To(target.clone()), None, &None),
            Ask::Leave => self.perform(&Next::Leave, None, &None),
            Ask::Enter(target) => self.perform(&Next::Enter(target.clone()), None, &None),
            Ask::Switch(target) => self.perform(&Next::Switch(target.clone()), None, &None),
            Ask::Exit => self.perform(&Next::Exit, None, &None),
            Ask::Send(..) => unreachable!("messages are sent, not applied"),
        }
    }

    /// All that was asked for, first in, first out. Answers whether anything changed, and with the first
    /// thing that could not be done.
    fn apply_requests(&mut self) -> (bool, Result<(), ChangeError>) {
        let (mut changed, mut result) = (false, Ok(()));
        for _ in 0..MAX_CHAIN {
            let Some(ask) = self.asked.pop_front() else { return (changed, result) };
            let outcome = self.apply(&ask);
            changed |= outcome == Ok(DispatchOutcome::Changed);
            result = result.and(outcome.map(|_| ()));
        }
        if !self.asked.is_empty() {
            self.asked.clear();
            self.counts.endless += 1;
            result = Err(ChangeError::Endless);
        }
        (changed, result)
    }

    // ------------------------------------------------------------------ events

    /// The current state first, then those around it, then the root. A state's handler is asked before its rows.
    fn fire(&mut self, event: &Event) -> Result<DispatchOutcome, ChangeError> {
        let (name, payload) = event.clone().expect("an event");
        for state in self.outwards(&self.current()) {
            if let Some(handler) = &self.state(&state).handler {
                let (answer, asked) = self.unit.handle(handler, Some((&name, payload)), &self.names);
                self.note(asked);
                match answer {
                    Answer::Unhandled => {}
                    Answer::Handled => return Ok(DispatchOutcome::Handled),
                    Answer::To(target) => return self.perform(&Next::To(target), None, event),
                    Answer::Enter(target) => return self.perform(&Next::Enter(target), None, event),
                    Answer::Switch(target) => return self.perform(&Next::Switch(target), None, event),
                    Answer::Exit => return self.perform(&Next::Exit, None, event),
                    Answer::Leave => return self.perform(&Next::Leave, None, event),
                }
            }
            if let Some(row) = self.row(&self.state(&state).on, &name) {
                return self.perform(&row.then, row.action.as_ref(), event);
            }
        }
        if let Some(row) = self.row(&self.blueprint.on, &name) {
            return self.perform(&row.then, row.action.as_ref(), event);
        }
        self.counts.unhandled += 1;
        Ok(DispatchOutcome::Unhandled)
    }

    fn row(&self, rows: &'a [Row], event: &str) -> Option<&'a Row> {
        rows.iter().find(|row| row.event == event && self.holds(row.guard.as_ref(), ROOT))
    }

    /// Handles an event and all that comes of it. Answers whether the unit changed, too.
    fn handle(&mut self, event: (String, f64)) -> (bool, Result<DispatchOutcome, ChangeError>) {
        let outcome = self.fire(&Some(event));
        let (changed, result) = self.apply_requests();
        let changed = changed || outcome == Ok(DispatchOutcome::Changed);
        let answer = outcome.and_then(|outcome| result.map(|()| outcome));
        (changed, if changed && answer.is_ok() { Ok(DispatchOutcome::Changed) } else { answer })
    }

    pub fn dispatch(&mut self, event: &str, payload: f64) -> Result<DispatchOutcome, ChangeError> {
        self.dt = 0;
        let (_, result) = self.handle((event.to_owned(), payload));
        self.deliver();
        result
    }

    pub fn request(&mut self, ask: &Ask) -> Result<DispatchOutcome, ChangeError> {
        self.dt = 0;
        let outcome = self.apply(ask);
        let (changed, result) = self.apply_requests();
        self.deliver();
        let changed = changed || outcome == Ok(DispatchOutcome::Changed);
        let answer = outcome.and_then(|outcome| result.map(|()| outcome));
        if changed && answer.is_ok() { Ok(DispatchOutcome::Changed) } else { answer }
    }

    pub fn send(&mut self, event: &str, payload: f64) -> bool {
        let has_room = self.queue.len() < self.blueprint.queue as usize;
        if has_room {
            self.queue.push_back((event.to_owned(), payload));
        } else {
            self.counts.dropped += 1;
        }
        has_room
    }

    fn deliver(&mut self) {
        for (event, payload) in std::mem::take(&mut self.sent) {
            self.send(&event, payload);
        }
    }

    // ------------------------------------------------------------------ time

    pub fn tick(&mut self, dt_micros: u64) {
        self.tick_event(dt_micros, None);
    }

    /// A tick with an event, which comes before the messages and counts as one of them.
    pub fn tick_event(&mut self, dt_micros: u64, event: Option<&str>) {
        let passed = (dt_micros * 60 + 500) / 1000;
        self.time += passed;
        self.passed = passed;
        self.dt = dt_micros;
        let mut changed = self.take_timeout();
        changed |= self.apply_requests().0;
        let polls =
            if self.blueprint.poll == Poll::All { self.queue.len() } else { usize::from(event.is_none()) };
        if let Some(event) = event {
            changed |= self.handle((event.to_owned(), 0.0)).0;
        }
        for _ in 0..polls {
            let Some(message) = self.queue.pop_front() else { break };
            changed |= self.handle(message).0;
        }
        changed |= self.take_trigger();
        changed |= self.apply_requests().0;
        if !changed {
            self.update();
            self.apply_requests().0.then_some(());
        }
        self.deliver();
    }

    /// The earliest timeout that is due and whose guard holds; on a tie that of the outer state, then the one
    /// that is declared first.
    fn take_timeout(&mut self) -> bool {
        let now = self.now();
        let mut due = Vec::new();
        for (depth, state) in self.outwards(&self.current()).into_iter().rev().enumerate() {
            for index in 0..self.state(&state).after.len() {
                let key = (state.clone(), Timer::After(index));
                if let Some(&deadline) = self.top().timers.get(&key).filter(|deadline| **deadline <= now) {
                    due.push((deadline, depth, index, key));
                }
            }
        }
        due.sort_by_key(|(deadline, depth, index, _)| (*deadline, *depth, *index));
        for (deadline, _, index, key) in due {
            let after = &self.state(&key.0).after[index];
            if !self.holds(after.guard.as_ref(), ROOT) {
                continue;
            }
            self.timers().remove(&key);
            let outcome = self.perform(&after.then, after.action.as_ref(), &None);
            if matches!(outcome, Ok(DispatchOutcome::Refused) | Err(_)) {
                self.timers().insert(key, deadline);
            }
            return outcome == Ok(DispatchOutcome::Changed);
        }
        false
    }

    /// The trigger with the highest level; on a tie that of the outer state, then the one that is declared first.
    fn take_trigger(&mut self) -> bool {
        let current = self.current();
        let mut triggers: Vec<&'a Trigger> = self.blueprint.when.iter().collect();
        for state in self.outwards(&current).iter().rev() {
            triggers.extend(&self.state(state).when);
        }
        triggers.sort_by_key(|when| -i64::from(when.level));
        for when in triggers {
            let is_there = matches!(&when.then, Next::To(target) | Next::Switch(target) if self.is_inside(&current, target));
            if !is_there && self.holds(Some(&when.trigger), ROOT) && !self.is_held(&when.then) {
                return self.perform(&when.then, when.action.as_ref(), &None) == Ok(DispatchOutcome::Changed);
            }
        }
        false
    }

    /// Whether a state that would be left has not been stayed in for its shortest time.
    fn is_held(&self, then: &Next) -> bool {
        let current = self.current();
        let domain = match then {
            Next::To(target) | Next::Switch(target) => self.domain(target),
            Next::Leave if current != ROOT => self.parent(&current),
            Next::Exit => ROOT.to_owned(),
            _ => return false,
        };
        let timers = &self.top().timers;
        let held =
            |state: &String| timers.get(&(state.clone(), Timer::MinTime)).is_some_and(|at| *at > self.now());
        self.between(&current, &domain).iter().any(held)
    }

    fn update(&mut self) {
        for name in self.outwards(&self.current()).into_iter().rev() {
            let state = self.state(&name);
            let key = (name.clone(), Timer::Fixed);
            let (now, before) = (self.now(), self.now() - self.passed);
            let due = self.top().timers.get(&key).copied();
            match (&state.fixed_update, due) {
                (Some(fixed), Some(due)) if fixed.remainder == Remainder::Keep && due <= now => {
                    self.timers().insert(key, due + u64::from(fixed.every) * 60);
                    self.call(Some(&fixed.call), &None);
                }
                (Some(fixed), Some(due)) if fixed.remainder == Remainder::Drop && due <= before => {
                    self.timers().insert(key, now + u64::from(fixed.every) * 60);
                    self.call(Some(&fixed.call), &None);
                }
                _ => self.call(state.update.as_ref(), &None),
            }
        }
    }
}
