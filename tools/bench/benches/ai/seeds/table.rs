//! The table machine of its design document: a map of states for each unit.

use std::collections::BTreeMap;

use super::super::contest::Competitor;
use super::super::workload::{FIRST_MOOD, MOOD_ROWS, MOODS, fold};

/// A state of the table: which inputs lead to which states, in two arrays side by side. 0 is an empty
/// place.
struct TableState {
    id: i32,
    inputs: Box<[i32]>,
    outputs: Box<[i32]>,
}

impl TableState {
    fn new(id: i32, transitions: usize) -> Self {
        let empty = || vec![0; transitions.max(1)].into_boxed_slice();
        Self { id, inputs: empty(), outputs: empty() }
    }

    /// Puts a transition into the first empty place. Without one nothing happens.
    fn add_transition(&mut self, input: i32, output: i32) {
        if let Some(place) = self.outputs.iter().position(|output| *output == 0) {
            self.inputs[place] = input;
            self.outputs[place] = output;
        }
    }

    /// The state that an input leads to: this one, when no place has the input.
    fn output(&self, input: i32) -> i32 {
        for (known, output) in self.inputs.iter().zip(&self.outputs) {
            if *output == 0 {
                break;
            }
            if *known == input {
                return *output;
            }
        }
        self.id
    }
}

/// A machine with its own map of states, as the document gives one to each monster.
struct TableMachine {
    states: BTreeMap<i32, Box<TableState>>,
    current: i32,
}

impl TableMachine {
    /// The monster's machine.
    fn monster() -> Self {
        let mut states = BTreeMap::new();
        for mood in 1..=MOODS {
            let rows = || MOOD_ROWS.iter().filter(|row| row.0 == mood);
            let mut state = TableState::new(i32::from(mood), rows().count());
            for (_, input, next) in rows() {
                state.add_transition(i32::from(*input), i32::from(*next));
            }
            states.insert(state.id, Box::new(state));
        }
        Self { states, current: i32::from(FIRST_MOOD) }
    }

    /// Makes the state that the input leads to the current one, and says which it is. A current state
    /// that the map does not have becomes 0, none.
    fn transition(&mut self, input: i32) -> i32 {
        self.current = self.states.get(&self.current).map_or(0, |state| state.output(input));
        self.current
    }
}

/// The table document: a map of states per monster, searched from the front.
pub struct MapOfStates(Vec<TableMachine>);

impl Competitor for MapOfStates {
    fn new(units: usize) -> Self {
        Self((0..units).map(|_| TableMachine::monster()).collect())
    }

    fn tick(&mut self, inputs: &[u8]) {
        for (machine, &input) in self.0.iter_mut().zip(inputs) {
            machine.transition(i32::from(input));
        }
    }

    fn checksum(&self) -> u64 {
        fold(self.0.iter().map(|machine| machine.current as u64))
    }
}
