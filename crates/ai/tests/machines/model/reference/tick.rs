//! Events, and what a tick does.

use proscenium_ai::{DispatchOutcome, FixedUpdate, Next, Payload, Row, Trigger, UnitError};

use super::{Event, Outcome, ROOT, Reference, Timer};
use crate::random::{Answer, Ask};

impl<'a> Reference<'a> {
    /// Each region handles the event; if none inside of a parallel state does, that state, after its last region. A region that the event has changed does not handle it.
    pub(super) fn fire(&mut self, name: &str, payload: Payload) -> Outcome {
        self.check_payload(name, payload)?;
        let event = Some((name.to_owned(), payload));
        self.just_moved.clear();
        let parallel = self.order.iter().rev().filter(|state| self.is_parallel(state));
        let mut all: Vec<(String, Option<String>)> = Vec::new();
        for region in &self.regions {
            all.push((region.clone(), None));
            // The states around regions of which it is the last.
            let is_last = |state: &&String| {
                self.regions.iter().rfind(|other| self.is_inside(other, state)) == Some(region)
            };
            let outer = parallel.clone().filter(is_last);
            all.extend(outer.map(|state| (self.region(state), Some(state.clone()))));
        }
        let mut handled: Vec<String> = Vec::new();
        let mut result = DispatchOutcome::Unhandled;
        for (region, state) in all {
            let is_there = state.as_ref().is_none_or(|state| self.is_in(state));
            let Some(state) = state.or_else(|| self.leaf(&region)).filter(|_| is_there) else { continue };
            let boundary = self.boundary(&state);
            let is_handled = handled.iter().any(|inner| self.is_inside(inner, &boundary));
            if is_handled || self.just_moved.contains(&region) {
                continue;
            }
            self.region = region;
            let outcome = self.fire_from(&state, &boundary, &event)?;
            if outcome != DispatchOutcome::Unhandled {
                handled.push(boundary);
                result = if result == DispatchOutcome::Changed { result } else { outcome };
            }
        }
        self.counts.unhandled += u64::from(result == DispatchOutcome::Unhandled);
        Ok(result)
    }

    /// From a state outwards to its boundary. A state's handler is asked before its rows.
    pub(super) fn fire_from(&mut self, state: &str, boundary: &str, event: &Event) -> Outcome {
        let (name, _) = event.clone().expect("an event");
        let mut around = self.outwards(state);
        around.retain(|at| self.is_inside(at, boundary));
        for state in around {
            if let Some(handler) = &self.state(&state).handler {
                let outcome = self.ask(&state, handler, event)?;
                if outcome != DispatchOutcome::Unhandled {
                    return Ok(outcome);
                }
            }
            if let Some(row) = self.row(&self.state(&state).on, &name) {
                return self.perform(&state, &row.then, row.action.as_ref(), event);
            }
        }
        match self.row(&self.blueprint.on, &name).filter(|_| boundary == ROOT) {
            Some(row) => self.perform(ROOT, &row.then, row.action.as_ref(), event),
            None => Ok(DispatchOutcome::Unhandled),
        }
    }

    /// Asks a handler of `state`.
    fn ask(&mut self, state: &str, handler: &str, event: &Event) -> Outcome {
        self.write_down(handler);
        let (answer, asked) = self.with_seen(event, |unit, seen, names| unit.handle(handler, seen, names));
        self.note(asked);
        let next = match answer {
            Answer::Unhandled => return Ok(DispatchOutcome::Unhandled),
            Answer::Handled => return Ok(DispatchOutcome::Handled),
            Answer::To(target) => Next::To(target),
            Answer::Enter(target) => Next::Enter(target),
            Answer::Switch(target) => Next::Switch(target),
            Answer::Exit => Next::Exit,
            Answer::Leave => Next::Leave,
        };
        self.perform(state, &next, None, event)
    }

    pub(super) fn row(&self, rows: &'a [Row], event: &str) -> Option<&'a Row> {
        rows.iter().find(|row| row.event == event && self.holds(row.guard.as_ref(), ROOT))
    }

    /// What comes of an event or a change, with what was asked for meanwhile.
    pub(super) fn finish(&mut self, outcome: Outcome) -> Outcome {
        let (changed, result) = self.apply_requests();
        let changed = changed || outcome == Ok(DispatchOutcome::Changed);
        let answer = outcome.and_then(|outcome| result.map(|()| outcome));
        if changed && answer.is_ok() { Ok(DispatchOutcome::Changed) } else { answer }
    }

    pub fn dispatch(&mut self, event: &str, payload: Payload) -> Outcome {
        if !self.is_started() {
            return Err(UnitError::NotStarted);
        }
        (self.dt, self.asked_for, self.changed) = (0, 0, 0);
        let outcome = self.fire(event, payload);
        self.finish(outcome)
    }

    pub fn request(&mut self, ask: &Ask) -> Outcome {
        if !self.is_started() {
            return Err(UnitError::NotStarted);
        }
        (self.dt, self.asked_for, self.changed) = (0, 0, 0);
        let outcome = self.apply(ask);
        self.finish(outcome)
    }

    /// An event that the machine declares with a payload comes with one of this type, or with none.
    fn check_payload(&mut self, name: &str, payload: Payload) -> Result<(), UnitError> {
        let declared = self.blueprint.payloads.get(name).copied();
        match declared.zip(payload.payload_type()) {
            Some((expected, found)) if expected != found => {
                self.counts.payloads += 1;
                Err(UnitError::WrongPayload { event: name.into(), expected, found })
            }
            _ => Ok(()),
        }
    }

    pub fn send(&mut self, event: &str, payload: Payload) -> bool {
        if self.check_payload(event, payload).is_err() {
            return false;
        }
        let has_room = self.queue.len() < self.blueprint.queue as usize;
        if has_room {
            self.queue.push_back((event.to_owned(), payload));
        } else {
            self.counts.dropped += 1;
        }
        has_room
    }

    /// What the unit has sent to itself waits from now on.
    pub fn deliver(&mut self) {
        for ask in std::mem::take(&mut self.orders) {
            if let Ask::Send(event, payload) = ask {
                self.send(&event, payload);
            }
        }
    }

    /// Leaves all states, as the unit is removed.
    pub fn stop(&mut self) {
        self.dt = 0;
        while let Some(entry) = self.stack.last() {
            self.transition = (entry.current.get(ROOT).cloned(), None);
            self.here = Some(self.active());
            self.leave_all(&self.left(ROOT), &None);
            self.here = None;
            self.stack.pop();
        }
    }

    pub fn tick(&mut self, dt_micros: u64) {
        self.tick_event(dt_micros, None);
    }

    /// A tick of 1/60 s.
    pub fn tick_sixtieth(&mut self) {
        if self.is_started() {
            self.time += 40;
            self.tick(16_666);
        }
    }

    /// A tick with an event, which comes before the messages and counts as one of them.
    pub fn tick_event(&mut self, dt_micros: u64, event: Option<&str>) {
        if !self.is_started() {
            return;
        }
        let before = self.now();
        self.time += dt_micros * 60;
        self.passed = self.now() - before;
        self.dt = dt_micros;
        (self.asked_for, self.changed) = (0, 0);
        self.moved.clear();
        self.just_moved.clear();
        for region in self.regions.clone() {
            self.region = region;
            if !self.just_moved.contains(&self.region) {
                self.take_timeout();
            }
        }
        self.apply_requests().0.then_some(());
        let polls = if self.blueprint.all_messages { self.queue.len() } else { usize::from(event.is_none()) };
        if let Some(event) = event {
            let outcome = self.fire(event, Payload::None);
            self.finish(outcome).is_ok().then_some(());
        }
        for _ in 0..polls {
            let Some((event, payload)) = self.queue.pop_front() else { break };
            let outcome = self.fire(&event, payload);
            self.finish(outcome).is_ok().then_some(());
        }
        self.just_moved.clear();
        for region in self.regions.clone() {
            self.region = region;
            if !self.just_moved.contains(&self.region) {
                self.take_trigger();
            }
        }
        self.apply_requests().0.then_some(());
        for region in self.regions.clone() {
            if !self.moved.contains(&region) {
                self.region = region;
                self.update();
            }
        }
        self.apply_requests().0.then_some(());
    }

    /// The earliest timeout that is due and whose guard holds; on a tie the outer state's, then the one
    /// that is declared first.
    pub(super) fn take_timeout(&mut self) {
        let now = self.now();
        let mut due = Vec::new();
        for (depth, state) in self.path(&self.region).into_iter().rev().enumerate() {
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
            let outcome = self.perform(&key.0, &after.then, after.action.as_ref(), &None);
            if matches!(outcome, Ok(DispatchOutcome::Refused) | Err(_)) {
                self.timers().insert(key, deadline);
            }
            return;
        }
    }

    /// The trigger with the highest level; on a tie the outer state's, then the one that is declared
    /// first. The root's belong to the first region.
    pub(super) fn take_trigger(&mut self) {
        let own =
            |state: &str, when: &'a [Trigger]| when.iter().map(|when| (state.to_owned(), when)).collect();
        let mut triggers: Vec<(String, &'a Trigger)> =
            if self.region == ROOT { own(ROOT, &self.blueprint.when) } else { Vec::new() };
        for state in self.path(&self.region).iter().rev() {
            let more: Vec<_> = own(state, &self.state(state).when);
            triggers.extend(more);
        }
        triggers.sort_by_key(|(_, when)| -i64::from(when.level));
        for (row, when) in triggers {
            let is_there = match &when.then {
                Next::To(target) | Next::Switch(target) => self.is_in(target),
                Next::Go(go) => !go.external && self.is_in(&go.to),
                _ => false,
            };
            if !is_there && self.holds(Some(&when.trigger), ROOT) && !self.is_held(&row, &when.then) {
                self.perform(&row, &when.then, when.action.as_ref(), &None).is_ok().then_some(());
                return;
            }
        }
    }

    /// Whether a state that would be left has not been stayed in for its shortest time.
    pub(super) fn is_held(&self, row: &str, then: &Next) -> bool {
        let left = match (self.goal(row, then), then) {
            (Some(goal), _) => self.leaves(&goal.top, &goal.target),
            (None, Next::Exit) => self.left(ROOT),
            (None, _) => return false,
        };
        let timers = &self.top().timers;
        let held =
            |state: &String| timers.get(&(state.clone(), Timer::MinTime)).is_some_and(|at| *at > self.now());
        left.iter().any(held)
    }

    pub(super) fn update(&mut self) {
        for name in self.path(&self.region).into_iter().rev() {
            let state = self.state(&name);
            let every = self.top().intervals.get(&name).copied();
            let every = |fixed: &FixedUpdate| every.unwrap_or(i64::from(fixed.every) * 60);
            let key = (name.clone(), Timer::Fixed);
            let (now, before) = (self.now(), self.now() - self.passed);
            let due = self.top().timers.get(&key).copied();
            match (&state.fixed_update, due) {
                (Some(fixed), Some(due)) if !fixed.drop_remainder && due <= now => {
                    self.timers().insert(key, due + every(fixed));
                    self.call(Some(&fixed.call), &None);
                }
                (Some(fixed), Some(due)) if fixed.drop_remainder && due <= before => {
                    let start = self.start_of_timers();
                    self.timers().insert(key, start + every(fixed));
                    self.call(Some(&fixed.call), &None);
                }
                _ => self.call(state.update.as_ref(), &None),
            }
        }
    }
}
