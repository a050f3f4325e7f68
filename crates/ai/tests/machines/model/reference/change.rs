//! What a change leaves and enters, and what comes of it.

use proscenium_ai::{ChangeKind, DispatchOutcome, Family, History, Next, Payload, StateId, UnitError};

use super::{Current, Entry, Event, Goal, MAX_ASKED, MAX_CHANGES, Outcome, ROOT, Reference, Timer};
use crate::random::Ask;

impl<'a> Reference<'a> {
    pub(super) fn may_go(&mut self, states: &[String], target: &str) -> bool {
        let may = states.iter().all(|state| self.holds(self.state(state).can_go.as_ref(), target));
        self.counts.refused += u64::from(!may);
        may
    }

    /// The active states inside of `top`, in the order in which they are left.
    pub(super) fn left(&self, top: &str) -> Vec<String> {
        let is_left = |state: &String| state != top && self.is_inside(state, top);
        self.active().into_iter().rev().filter(is_left).collect()
    }

    pub(super) fn remember(&mut self, left: &[String]) {
        for state in left {
            let mut current = self.top().current.clone();
            current.retain(|_, leaf| leaf != state && self.is_inside(leaf, state));
            if !current.is_empty() {
                self.history.insert(state.clone(), current);
            }
        }
    }

    pub(super) fn leave_all(&mut self, left: &[String], event: &Event) {
        for state in left {
            self.timers().retain(|(owner, _), _| owner != state);
            self.top_mut().intervals.remove(state);
            self.hook(state, self.state(state).exit.as_ref(), event);
            self.is_left(state);
        }
    }

    fn is_left(&mut self, state: &str) {
        self.here.iter_mut().for_each(|here| here.retain(|other| other != state));
    }

    /// The states that are entered, and the current states afterwards. All this is decided before the
    /// first hook.
    pub(super) fn arrival(&mut self, goal: &Goal<'_>) -> (Vec<String>, Current) {
        let mut current = self.top().current.clone();
        let is_region = self.is_own_region(&goal.top, &goal.target);
        let outer = if is_region { goal.target.clone() } else { goal.top.clone() };
        current.retain(|_, leaf| !self.is_inside(leaf, &outer));
        let mut enters: Vec<String> = is_region.then(|| outer.clone()).into_iter().collect();
        self.descend(&outer, Some(&goal.target.clone()), goal, &mut enters, &mut current);
        (enters, current)
    }

    /// Goes on inside of `state`: towards `target` if there is one, else to where the unit comes to rest.
    pub(super) fn descend(
        &mut self,
        state: &str,
        target: Option<&str>,
        goal: &Goal<'_>,
        enters: &mut Vec<String>,
        current: &mut Current,
    ) {
        let is_target = target == Some(state);
        if is_target && goal.rests && goal.target == state {
            current.insert(self.region(state), state.to_owned());
            return;
        }
        let target = target.filter(|_| !is_target);
        if self.is_parallel(state) {
            for region in self.children(state) {
                enters.push(region.clone());
                let target = target.filter(|target| self.is_inside(target, &region));
                self.descend(&region, target, goal, enters, current);
            }
            return;
        }
        let next = match target {
            Some(target) => Some(target.to_owned()),
            None => match self.remembered(state, goal) {
                Some((History::Deep, left)) => {
                    let left_states = self.active_in(&left);
                    let inside =
                        left_states.into_iter().filter(|at| at != state && self.is_inside(at, state));
                    enters.extend(inside);
                    current.extend(left);
                    return;
                }
                Some((_, left)) => {
                    let children = self.children(state);
                    let is_left = |child: &&String| left.values().any(|leaf| self.is_inside(leaf, child));
                    children.iter().find(is_left).cloned()
                }
                None => self.first(state, goal),
            },
        };
        match next {
            None => drop(current.insert(self.region(state), state.to_owned())),
            Some(next) => {
                let mut around = self.outwards(&next);
                around.retain(|at| at != state && self.is_inside(at, state));
                let child = around.last().expect("it is inside").clone();
                enters.push(child.clone());
                self.descend(&child, Some(&next), goal, enters, current);
            }
        }
    }

    /// The history by which a unit comes back to a state. A state that was not left has none.
    pub(super) fn remembered(&self, state: &str, goal: &Goal<'_>) -> Option<(History, Current)> {
        if state == ROOT || goal.top == state {
            return None;
        }
        let said = goal.go.filter(|go| go.to == state).and_then(|go| go.history);
        let history = said.unwrap_or(self.state(state).history);
        self.history.get(state).filter(|_| history != History::None).map(|left| (history, left.clone()))
    }

    /// The child to which a unit goes without history.
    pub(super) fn first(&self, state: &str, goal: &Goal<'_>) -> Option<String> {
        let or = goal.go.filter(|go| go.to == state).and_then(|go| go.or.clone());
        or.or(self.state(state).initial.clone())
    }

    pub(super) fn enter_all(&mut self, enters: &[String], current: &Current, event: &Event) {
        let now = self.start_of_timers();
        for (index, name) in enters.iter().enumerate() {
            let state = self.state(name);
            for (index, after) in state.after.iter().enumerate() {
                self.timers().insert((name.clone(), Timer::After(index)), now + i64::from(after.ms) * 60);
            }
            if state.min_time > 0 {
                self.timers().insert((name.clone(), Timer::MinTime), now + i64::from(state.min_time) * 60);
            }
            if let Some(fixed) = &state.fixed_update {
                self.timers().insert((name.clone(), Timer::Fixed), now + i64::from(fixed.every) * 60);
            }
            self.here.iter_mut().for_each(|here| here.push(name.clone()));
            self.hook(name, state.enter.as_ref(), event);
            if state.is_final {
                let mut there = self.active_in(current);
                there.retain(|state| !enters[index + 1..].contains(state));
                self.raise_done(name, &there);
            }
        }
    }

    /// Raises the event of the state around a final one, and the events of the parallel states around that
    /// one whose regions are all done.
    pub(super) fn raise_done(&mut self, state: &str, there: &[String]) {
        for (index, outer) in self.outwards(state).iter().skip(1).enumerate() {
            let is_done = if self.is_parallel(outer) { self.is_done(outer, there) } else { index == 0 };
            if !is_done {
                return;
            }
            let event = format!("done.{outer}");
            let rows = self.states.iter().flat_map(|(state, _)| &state.on).chain(&self.blueprint.on);
            if rows.map(|row| &row.event).chain(&self.blueprint.events).any(|known| *known == event) {
                self.asked.push_back((ROOT.to_owned(), Ask::Raise(event, Payload::None)));
            }
        }
    }

    pub(super) fn is_done(&self, state: &str, there: &[String]) -> bool {
        let is_final = |state: &String| self.state(state).is_final && there.contains(state);
        match self.is_parallel(state) {
            true => self.children(state).iter().all(|region| self.is_done(region, there)),
            false => is_final(&state.to_owned()) || self.children(state).iter().any(is_final),
        }
    }

    /// Ends a change: the unit is in its new states.
    pub(super) fn arrive(&mut self, kind: ChangeKind, from: &str, target: &str, current: Current) {
        (self.transition, self.here) = ((None, None), None);
        self.previous = from.to_owned();
        self.region = self.region(target);
        for region in self.regions.iter().filter(|region| **region != self.region) {
            let (before, after) = (self.top().current.get(region), current.get(region));
            if let Some(after) = after.filter(|_| after != before) {
                let from = before.map_or(from, String::as_str).to_owned();
                self.changes.push((kind, from, after.clone()));
            }
        }
        self.changes.push((kind, from.to_owned(), current[&self.region].clone()));
        self.top_mut().current = current;
    }

    pub(super) fn go(&mut self, goal: &Goal<'_>, action: Option<&String>, event: &Event) -> Outcome {
        let left = self.leaves(&goal.top, &goal.target);
        if !self.may_go(&left, &goal.target) {
            return Ok(DispatchOutcome::Refused);
        }
        self.check_chain()?;
        self.here = Some(self.active());
        self.remember(&left);
        let (enters, current) = self.arrival(goal);
        let (from, before) = (self.source(&goal.target), self.top().current.clone());
        self.transition = (Some(from.clone()), Some(goal.target.clone()));
        self.leave_all(&left, event);
        self.call(action, event);
        self.enter_all(&enters, &current, event);
        for region in self.regions.clone() {
            let is_entered = current.get(&region).is_some_and(|leaf| enters.contains(leaf));
            if is_entered || current.get(&region) != before.get(&region) {
                self.moved.push(region.clone());
                self.just_moved.push(region);
            }
        }
        let has_stack = self.blueprint.family == Family::Pushdown;
        let kind = if has_stack { ChangeKind::Switch } else { ChangeKind::Transition };
        self.arrive(kind, &from, &goal.target, current);
        Ok(DispatchOutcome::Changed)
    }

    fn check_chain(&self) -> Result<(), UnitError> {
        if self.is_full { Err(UnitError::Endless([StateId::ROOT; 3])) } else { Ok(()) }
    }

    pub(super) fn put_on(&mut self, target: &str, action: Option<&String>, event: &Event) -> Outcome {
        if self.blueprint.family != Family::Pushdown {
            return Err(UnitError::NoStack);
        }
        if self.stack.len() >= self.blueprint.max_depth as usize {
            self.counts.stack_full += 1;
            return Err(UnitError::StackFull);
        }
        let covered = self.left(ROOT);
        if !self.may_go(&covered, target) {
            return Ok(DispatchOutcome::Refused);
        }
        self.check_chain()?;
        self.here = Some(self.active());
        let goal = Goal { top: ROOT.to_owned(), target: target.to_owned(), rests: false, go: None };
        let (enters, current) = self.arrival(&goal);
        let from = self.source(target);
        self.transition = (Some(from.clone()), Some(target.to_owned()));
        for state in &covered {
            self.call(self.state(state).covered.as_ref(), event);
            self.is_left(state);
        }
        self.call(action, event);
        let now = self.now();
        self.timers().values_mut().for_each(|deadline| *deadline -= now);
        self.stack.push(Entry::new(self.top().current.clone()));
        self.enter_all(&enters, &current, event);
        self.moved.push(ROOT.to_owned());
        self.arrive(ChangeKind::Enter, &from, target, current);
        Ok(DispatchOutcome::Changed)
    }

    pub(super) fn take_off(&mut self, action: Option<&String>, event: &Event) -> Outcome {
        if self.blueprint.family != Family::Pushdown {
            return Err(UnitError::NoStack);
        }
        if self.stack.len() == 1 {
            self.counts.stack_empty += 1;
            return Err(UnitError::StackEmpty);
        }
        let from = self.top().current[ROOT].clone();
        let below = self.stack[self.stack.len() - 2].current[ROOT].clone();
        let left = self.left(ROOT);
        if !self.may_go(&left, &below) {
            return Ok(DispatchOutcome::Refused);
        }
        self.check_chain()?;
        self.here = Some(self.active());
        self.remember(&left);
        self.transition = (Some(from.clone()), None);
        self.leave_all(&left, event);
        self.call(action, event);
        self.stack.pop();
        self.here = None;
        let now = self.start_of_timers();
        self.timers().values_mut().for_each(|left| *left = (*left + now).max(0));
        for state in self.outwards(&below).iter().rev() {
            self.call(self.state(state).uncovered.as_ref(), event);
        }
        self.moved.push(ROOT.to_owned());
        let current = self.top().current.clone();
        self.arrive(ChangeKind::Exit, &from, &below, current);
        Ok(DispatchOutcome::Changed)
    }

    /// What happens to the unit; `row` is the state that says so.
    pub(super) fn perform(
        &mut self,
        row: &str,
        then: &Next,
        action: Option<&String>,
        event: &Event,
    ) -> Outcome {
        if matches!(then, Next::Switch(_)) && self.blueprint.family != Family::Pushdown {
            return Err(UnitError::NoStack);
        }
        if let Some(goal) = self.goal(row, then) {
            return self.go(&goal, action, event);
        }
        match then {
            Next::Enter(target) => self.put_on(target, action, event),
            Next::Exit => self.take_off(action, event),
            Next::Leave if self.blueprint.family != Family::Template => Err(UnitError::NotATemplate),
            Next::Leave => Err(UnitError::AtRoot),
            _ => {
                self.call(action, event);
                Ok(DispatchOutcome::Handled)
            }
        }
    }

    /// Where a row, a trigger or a timeout of `row` leads; `None` if the unit stays, or for a stack.
    pub(super) fn goal<'b>(&self, row: &str, then: &'b Next) -> Option<Goal<'b>> {
        let goal = |top, target: &str, go| Goal { top, target: target.to_owned(), rests: false, go };
        match then {
            Next::To(target) | Next::Switch(target) => Some(goal(self.stays(target), target, None)),
            Next::Go(go) if go.external => Some(goal(self.stays_outside(row, &go.to), &go.to, Some(go))),
            Next::Go(go) => Some(goal(self.stays(&go.to), &go.to, Some(go))),
            Next::Leave if self.blueprint.family == Family::Template => {
                let leaf = self.leaf(&self.region).filter(|leaf| leaf != ROOT && !self.is_region(leaf))?;
                let parent = self.parent(&leaf);
                Some(Goal { top: parent.clone(), target: parent, rests: true, go: None })
            }
            Next::Leave | Next::Stay | Next::Enter(_) | Next::Exit => None,
        }
    }

    /// One thing that code asked for.
    pub(super) fn apply(&mut self, ask: &Ask) -> Outcome {
        let next = match ask {
            Ask::Set(target, force) if !force && self.top().current.values().any(|leaf| leaf == target) => {
                return Ok(DispatchOutcome::Handled);
            }
            Ask::Raise(event, payload) => return self.fire(event, *payload),
            Ask::Interval(ms) => {
                self.set_interval((i64::from(*ms) * 60).max(1));
                return Ok(DispatchOutcome::Handled);
            }
            Ask::Set(target, _) => Next::To(target.clone()),
            Ask::Leave => Next::Leave,
            Ask::Enter(target) => Next::Enter(target.clone()),
            Ask::Switch(target) => Next::Switch(target.clone()),
            Ask::Exit => Next::Exit,
            Ask::Send(..) | Ask::SendTo(..) | Ask::Spawn(..) | Ask::Despawn(..) => unreachable!("it is sent"),
        };
        self.perform(ROOT, &next, None, &None)
    }

    /// Sets the interval of the innermost fixed update around the current state of the region.
    fn set_interval(&mut self, every: i64) {
        let around = self.leaf(&self.region).map_or(Vec::new(), |leaf| self.outwards(&leaf));
        let Some(state) = around.into_iter().find(|at| self.state(at).fixed_update.is_some()) else { return };
        let next = self.start_of_timers() + every;
        self.timers().insert((state.clone(), Timer::Fixed), next);
        self.top_mut().intervals.insert(state, every);
    }

    /// All that was asked for, first in, first out. Answers whether anything changed, and with the first
    /// thing that could not be done.
    pub(super) fn apply_requests(&mut self) -> (bool, Result<(), UnitError>) {
        let (mut changed, mut result) = (false, Ok(()));
        let mut circle = [StateId::ROOT; 3];
        while let Some((region, ask)) = self.asked.pop_front() {
            self.region = region.clone();
            let outcome = if self.asked_for == MAX_ASKED {
                Err(UnitError::Endless([StateId::ROOT; 3]))
            } else {
                self.asked_for += 1;
                self.is_full = self.changed == MAX_CHANGES;
                self.apply(&ask)
            };
            self.is_full = false;
            if let Err(UnitError::Endless(_)) = outcome {
                self.asked.clear();
                self.counts.endless += 1;
                result = Err(UnitError::Endless(circle));
                break;
            }
            self.changed += usize::from(outcome == Ok(DispatchOutcome::Changed));
            circle.rotate_left(1);
            circle[2] = self.leaf(&region).map_or(StateId::ROOT, |leaf| StateId::from(leaf.as_str()));
            changed |= outcome == Ok(DispatchOutcome::Changed);
            result = result.and(outcome.map(|_| ()));
        }
        self.region = ROOT.to_owned();
        (changed, result)
    }
}
