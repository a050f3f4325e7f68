//! What a definition makes of the names of a snapshot.

use std::collections::BTreeMap;

use crate::definition::{Definition, TimerKind};
use crate::snapshot::{PopulationSnapshot, TimerKey, TimerName};
use crate::structure::MS;

impl<D, W> Definition<D, W> {
    /// All timers, each with its slot, by which they are found again in another definition.
    pub(super) fn named_timers(&self) -> Vec<(TimerName, usize)> {
        let mut all: Vec<(TimerName, usize)> = Vec::new();
        for (state, code) in (0..).zip(&self.states) {
            let spec = &self.node(state).spec;
            let timers = &code.timers;
            for slot in timers.slots() {
                let kind = timers.kind(slot);
                let timeout = spec.after.get(slot - timers.base);
                let then = timeout.map_or_else(String::new, |after| format!("{:?}", after.then));
                let code =
                    timeout.map_or_else(String::new, |after| format!("{:?}", (&after.guard, &after.action)));
                let time = match kind {
                    TimerKind::Timeout => timeout.map_or(0, |after| after.ms * MS),
                    TimerKind::MinTime => timers.min_time,
                    TimerKind::FixedUpdate => timers.every,
                };
                let mut key = TimerKey { state, kind, then, code, number: 0 };
                while all.iter().any(|(other, _)| other.key == key) {
                    key.number += 1;
                }
                all.push((TimerName { key, time }, slot));
            }
        }
        all
    }
}

/// What a definition makes of the numbers of a snapshot.
pub(super) struct Names {
    states: Vec<Option<u8>>,
    /// For each state where a unit in it arrives, and whether the definition has the state; `None` without a fallback.
    pub(super) arrivals: Vec<Option<(u8, bool)>>,
    pub(super) events: Vec<u8>,
    /// For each timer of the snapshot its state and slot, and by how much its time has changed.
    pub(super) timers: Vec<Option<(u8, usize, i64)>>,
    /// The timers that the snapshot's definition did not have: state, slot and time.
    pub(super) new_timers: Vec<(u8, usize, u32)>,
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
        let fallback = fallback.and_then(|name| definition.find(name));
        let arrivals = snapshot.states.iter().zip(&states).map(|((_, had_inner), state)| match *state {
            Some(state) if *had_inner => Some((state, true)),
            Some(state) => Some((definition.first_leaf(state), true)),
            None => Some((definition.first_leaf(fallback?), false)),
        });
        let key = |name: &String| definition.event(name).map_or(0, |event| definition.key(event));
        let named = definition.named_timers();
        let found = snapshot.timers.iter().map(|old| {
            let state = states.get(old.key.state as usize).copied().flatten()?;
            let key = TimerKey { state, ..old.key.clone() };
            named.iter().position(|(own, _)| own.key == key)
        });
        let found: Vec<Option<usize>> = found.collect();
        let timers = found.iter().zip(&snapshot.timers).map(|(found, old)| {
            let (own, slot) = &named[(*found)?];
            Some((own.key.state, *slot, i64::from(own.time) - i64::from(old.time)))
        });
        let new_timers = named.iter().enumerate().filter(|(index, _)| !found.contains(&Some(*index)));
        let mut this = Self {
            arrivals: arrivals.collect(),
            events: snapshot.events.iter().map(key).collect(),
            timers: timers.collect(),
            new_timers: new_timers.map(|(_, (own, slot))| (own.key.state, *slot, own.time)).collect(),
            lost: BTreeMap::new(),
            states,
        };
        for (old, _) in snapshot.timers.iter().zip(&found).filter(|(_, found)| found.is_none()) {
            if this.state(old.key.state).is_some() {
                let name = &snapshot.states[old.key.state as usize].0;
                this.lose(format!("{} of state `{name}`", old.key.kind.name()));
            }
        }
        this
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
