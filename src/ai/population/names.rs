//! What a definition makes of the names of a snapshot.

use std::collections::BTreeMap;

use super::TimerKind;
use crate::ai::definition::Definition;
use crate::ai::snapshot::{PopulationSnapshot, TimerName};
use crate::ai::structure::MS;

/// A timer of a definition with its slot, by which it is found again in another one.
pub(super) struct NamedTimer {
    pub(super) name: TimerName,
    pub(super) slot: usize,
}

impl<D, W> Definition<D, W> {
    pub(super) fn named_timers(&self) -> Vec<NamedTimer> {
        let mut all: Vec<NamedTimer> = Vec::new();
        for (state, code) in (0..).zip(&self.states) {
            let spec = &self.node(state).spec;
            for slot in code.timers.slots() {
                let timeout = spec.after.get(slot - code.timers.base);
                let (kind, what, time) = match timeout {
                    Some(after) => {
                        let what = format!("{:?} {:?} {:?}", after.then, after.guard, after.action);
                        (TimerKind::Timeout, what, after.ms * MS)
                    }
                    None if code.timers.min_slot() == Some(slot) => {
                        (TimerKind::MinTime, String::new(), code.timers.min_time)
                    }
                    None => (TimerKind::FixedUpdate, String::new(), code.timers.every),
                };
                let is_like = |other: &&NamedTimer| {
                    (other.name.state, other.name.kind, &other.name.what) == (state, kind, &what)
                };
                let number = all.iter().filter(is_like).count() as u16;
                all.push(NamedTimer { name: TimerName { state, kind, what, number, time }, slot });
            }
        }
        all
    }
}

/// What a definition makes of the numbers of a snapshot.
pub(super) struct Names {
    pub(super) states: Vec<Option<u8>>,
    /// Whether a state had no states inside and has some now.
    pub(super) has_grown: Vec<bool>,
    pub(super) events: Vec<u8>,
    /// For each timer of the snapshot its state and slot, and by how much its time has changed.
    pub(super) timers: Vec<Option<(u8, usize, i64)>>,
    /// The timers that the snapshot's definition did not have: state and slot.
    pub(super) new_timers: Vec<(u8, usize, u32)>,
    pub(super) fallback: Option<u8>,
    /// What could not be kept, with how often.
    lost: BTreeMap<String, usize>,
}

impl Names {
    pub(super) fn of<D, W>(
        snapshot: &PopulationSnapshot,
        definition: &Definition<D, W>,
        fallback: Option<&str>,
    ) -> Self {
        let states: Vec<Option<u8>> = snapshot.states.iter().map(|(name, _)| definition.find(name)).collect();
        let has_grown = snapshot.states.iter().zip(&states).map(|((_, had_inner), state)| {
            !had_inner && state.is_some_and(|state| definition.node(state).end > state + 1)
        });
        let key = |name: &String| definition.event(name).map_or(0, |event| definition.key(event));
        let named = definition.named_timers();
        let mut is_new = vec![true; named.len()];
        let mut lost = BTreeMap::new();
        let timers = snapshot.timers.iter().map(|old| {
            let state = states.get(old.state as usize).copied().flatten();
            let found = named.iter().zip(&mut is_new).find(|(timer, _)| {
                let TimerName { state: own, kind, what, number, .. } = &timer.name;
                (Some(*own), *kind, what, *number) == (state, old.kind, &old.what, old.number)
            });
            if found.is_none() && state.is_some() {
                let name = &snapshot.states[old.state as usize].0;
                *lost.entry(format!("{} of state `{name}`", old.kind.name())).or_default() += 1;
            }
            found.map(|(timer, is_new)| {
                *is_new = false;
                (timer.name.state, timer.slot, i64::from(timer.name.time) - i64::from(old.time))
            })
        });
        let timers = timers.collect();
        let new_timers = named.iter().zip(&is_new).filter(|(_, is_new)| **is_new);
        Self {
            has_grown: has_grown.collect(),
            events: snapshot.events.iter().map(key).collect(),
            new_timers: new_timers
                .map(|(timer, _)| (timer.name.state, timer.slot, timer.name.time))
                .collect(),
            timers,
            fallback: fallback.and_then(|name| definition.find(name)),
            lost,
            states,
        }
    }

    /// What could not be kept, one line for each kind.
    pub(super) fn lines(self) -> Vec<String> {
        self.lost.into_iter().map(|(what, count)| format!("{what} ({count})")).collect()
    }

    pub(super) fn lose(&mut self, what: String) {
        *self.lost.entry(what).or_default() += 1;
    }

    pub(super) fn state(&self, number: u8) -> Option<u8> {
        *self.states.get(number as usize)?
    }
}
