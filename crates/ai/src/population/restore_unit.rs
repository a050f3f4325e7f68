//! A unit of a snapshot in a definition that may be another one.

use std::sync::Arc;

use super::Population;
use super::snapshot_names::Names;
use crate::definition::Definition;
use crate::error::RestoreError;
use crate::snapshot::{PopulationSnapshot, UnitSnapshot};
use crate::structure::{Bits, Inside, MAX_MS, MS, NO_STATE, Plan, Structure};

/// A unit of a snapshot, and the snapshot.
#[derive(Clone, Copy)]
struct Saved<'a> {
    unit: &'a UnitSnapshot,
    snapshot: &'a PopulationSnapshot,
}

impl<D: Clone + 'static, W> Population<D, W> {
    /// Puts a unit into its place: its data, states, timers, history and previous state. `names` leads from the
    /// snapshot's states and timers to the definition's, and takes what is lost.
    pub(super) fn restore_unit(
        &mut self,
        unit: &UnitSnapshot,
        data: &D,
        snapshot: &PopulationSnapshot,
        names: &mut Names,
    ) -> Result<(), RestoreError> {
        let place = unit.index as usize;
        if place >= self.store.data.len() || self.store.is_taken(place) {
            return Err(RestoreError::Damaged("two units are in one place, or one is in none"));
        }
        names.check(&unit.states, snapshot)?;
        self.store.data[place] = data.clone();
        if let Some(generation) = self.store.shared.generations.get_mut(place) {
            *generation = unit.generation;
        }
        if unit.random.is_some() {
            self.store.set_random(place, unit.random);
        }
        if unit.states.is_empty() {
            self.store.set_state(place, NO_STATE);
            return Ok(());
        }
        let saved = Saved { unit, snapshot };
        let (active, lost) = self.restore_states(place, saved, names);
        names.compare_timers(saved, &active, lost);
        self.restore_history(place, saved, names);
        self.restore_previous(place, saved, names);
        let Self { definition, store, .. } = self;
        store.refresh_deadline(definition, place);
        Ok(())
    }

    /// Sets the states and timers of a unit, entry by entry of its stack. Returns the active states of each entry, the top
    /// first, and what is lost.
    fn restore_states(&mut self, place: usize, saved: Saved<'_>, names: &mut Names) -> (Vec<Bits>, Lost) {
        let Saved { unit, snapshot } = saved;
        let definition = Arc::clone(&self.definition);
        // The entries of the stack, the top first; without a stack there is one with all regions.
        let max = self.store.below.stride + 1;
        let size = if snapshot.is_stack.unwrap_or(max > 1) { 1 } else { unit.states.len() };
        let (entries, too_deep) = unit.states.split_at(unit.states.len().min(size * max));
        let mut lost = Lost::default();
        for &number in too_deep {
            names.lose(format!("state `{}` below on the stack", snapshot.name(number)));
            lost.leaves.push(number);
        }
        let mut active = vec![Bits::default(); entries.len().div_ceil(size)];
        for (above, numbers) in entries.chunks(size).enumerate().rev() {
            if (above + 1) * size < entries.len() {
                self.store.save_timers(definition.slots, place);
                self.store.cover(place);
            }
            let plan = definition.complete(&names.wanted(numbers), &mut |state| {
                definition.first_child(state).map_or(Inside::Rest, Inside::Child)
            });
            names.compare(numbers, &plan, snapshot, &mut lost);
            active[above] = plan.enters;
            self.store.set_leaves(place, &plan.leaves);
            let before = before(numbers, snapshot, names, &definition);
            self.restore_timers(place, (unit, above), names, before);
        }
        (active, lost)
    }

    fn restore_history(&mut self, place: usize, Saved { unit, snapshot }: Saved<'_>, names: &mut Names) {
        let Self { definition, store, .. } = self;
        for &(number, left) in &unit.history {
            match names.history(number, left, definition) {
                Some((slot, at)) if store.history.of(place)[slot] == NO_STATE => {
                    store.history.of_mut(place)[slot] = at;
                }
                _ => names.lose(format!("history of state `{}`", snapshot.name(number))),
            }
        }
    }

    fn restore_previous(&mut self, place: usize, Saved { unit, snapshot }: Saved<'_>, names: &mut Names) {
        let column = self.store.previous.values.get_mut(place);
        let (Some(column), Some(previous)) = (column, unit.previous) else { return };
        *column = names.state(previous).unwrap_or(NO_STATE);
        if *column == NO_STATE {
            names.lose(format!("previous state `{}`", snapshot.name(previous)));
        }
    }

    /// Sets the timers of the current states, of which the unit was in the ones of `before`. `above` entries of the
    /// stack cover them.
    fn restore_timers(
        &mut self,
        place: usize,
        (unit, above): (&UnitSnapshot, usize),
        names: &Names,
        before: Bits,
    ) {
        let Self { definition, store, .. } = self;
        let active = definition.active(&store.leaves(place));
        active.up().filter(|state| !before.has(*state)).for_each(|state| store.arm(definition, place, state));
        let now = i64::from(store.now());
        let max = i64::from(MAX_MS * MS);
        let at = |left: i64| (now + left.clamp(-max, max)).max(0) as u32;
        let is_kept = |state: u8| active.has(state) && before.has(state);
        for &(_, slot, time) in names.new_timers.iter().filter(|(state, ..)| is_kept(*state)) {
            store.set_deadline(place, slot, at(i64::from(time)));
        }
        for timer in unit.timers.iter().filter(|timer| timer.covered_by as usize == above) {
            let Some(&Some((state, slot, longer))) = names.timers.get(timer.timer as usize) else { continue };
            if !active.has(state) {
                continue;
            }
            // An interval that code has set does not change with the file.
            let longer = if timer.every.is_some() { 0 } else { longer };
            store.set_deadline(place, slot, at(timer.left.clamp(-max, max) + longer));
            let is_fixed = definition.code(state).timers.fixed_slot() == Some(slot);
            if let Some(every) = timer.every.filter(|_| is_fixed) {
                store.intervals.insert(store.interval_key(place, state), every.clamp(1, MAX_MS * MS));
            }
        }
    }
}

/// The states of the definition that a unit was in.
fn before(numbers: &[u8], snapshot: &PopulationSnapshot, names: &Names, structure: &Structure) -> Bits {
    let mut before = Bits::default();
    for &number in numbers {
        let Some(state) = names.state(number) else { continue };
        if snapshot.parents.is_empty() {
            structure.up(state, 0).for_each(|state| before.add(state));
        } else {
            let around = snapshot.path(number).filter_map(|number| names.state(number));
            around.for_each(|state| before.add(state));
        }
    }
    before
}

/// The numbers of the states that a unit was in and is not in any more.
#[derive(Default)]
struct Lost {
    /// The current ones, which are listed. Those around them are not.
    leaves: Vec<u8>,
    /// States around a current one that the unit is still in.
    listed: Bits,
}

impl Names {
    /// Whether each state of a unit leads to one of the definition.
    fn check(&self, numbers: &[u8], snapshot: &PopulationSnapshot) -> Result<(), RestoreError> {
        for &number in numbers {
            let Some((name, _)) = snapshot.states.get(number as usize) else {
                return Err(RestoreError::Damaged("a unit is in a state without a name"));
            };
            if self.arrivals[number as usize].is_none() {
                return Err(RestoreError::StateGone(name.clone()));
            }
        }
        Ok(())
    }

    /// The place in the history that says that state `number` was left in `left`, and the state in which it is entered again.
    fn history<D, W>(&self, number: u8, left: u8, definition: &Definition<D, W>) -> Option<(usize, u8)> {
        let (owner, at) = (self.state(number)?, self.state(left)?);
        if at == owner || !definition.contains(owner, at) {
            return None;
        }
        let (at, _) = self.arrivals[left as usize]?;
        let first = definition.code(owner).history?;
        Some((first as usize + definition.node(at).region as usize, at))
    }

    /// Lists the timers that a unit had and has not any more, as far as its lost states do not say it.
    fn compare_timers(&mut self, Saved { unit, snapshot }: Saved<'_>, active: &[Bits], lost: Lost) {
        let mut about = lost.listed;
        lost.leaves.iter().flat_map(|leaf| snapshot.path(*leaf)).for_each(|number| about.add(number));
        for timer in &unit.timers {
            let Some(key) = snapshot.timers.get(timer.timer as usize).map(|timer| &timer.key) else {
                continue;
            };
            let is_there = match self.timers[timer.timer as usize] {
                // Listed already, if the state is there.
                None => self.state(key.state).is_some(),
                Some((state, ..)) => {
                    active.get(timer.covered_by as usize).is_some_and(|active| active.has(state))
                }
            };
            if !is_there && !about.has(key.state) {
                self.lose(format!("{} of state `{}`", key.kind.name(), snapshot.name(key.state)));
            }
        }
    }

    /// The states in which a unit arrives: those that are there go before the fallback.
    fn wanted(&self, numbers: &[u8]) -> Vec<u8> {
        let (mut wanted, mut fallback) = (Vec::new(), Vec::new());
        for &number in numbers {
            if let Some((leaf, is_there)) = self.arrivals[number as usize] {
                if is_there { &mut wanted } else { &mut fallback }.push(leaf);
            }
        }
        wanted.append(&mut fallback);
        wanted
    }

    /// Lists the states that a unit was in and is not in any more, as far as those inside of them do not say it.
    fn compare(&mut self, numbers: &[u8], plan: &Plan, snapshot: &PopulationSnapshot, lost: &mut Lost) {
        let is_in = |state: u8| state == 0 || plan.enters.has(state);
        for &number in numbers {
            let name = snapshot.name(number);
            match self.state(number) {
                Some(state) if plan.leaves.contains(&state) => {}
                Some(state) if is_in(state) => {
                    self.lose(format!("rest in state `{name}`, which has states inside now"));
                }
                _ => {
                    self.lose(format!("state `{name}`"));
                    lost.leaves.push(number);
                    continue;
                }
            }
            for around in snapshot.path(number).skip(1) {
                if !self.state(around).is_some_and(is_in) && !lost.listed.has(around) {
                    self.lose(format!("state `{}`", snapshot.name(around)));
                    lost.listed.add(around);
                }
            }
        }
    }
}

impl Structure {
    /// The child in which a unit arrives that cannot choose.
    fn first_child(&self, state: u8) -> Option<u8> {
        self.node(state).initial.or_else(|| self.children(state).next())
    }

    pub(super) fn first_leaf(&self, state: u8) -> u8 {
        let next = |state: &u8| self.first_child(*state).filter(|_| !self.node(*state).spec.parallel);
        std::iter::successors(Some(state), next).last().unwrap_or(state)
    }
}
