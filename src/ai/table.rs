//! The table machine of seed 003: states with rows of (input, output).
//!
//! An input that has a row leads to the row's state; an input without one leaves the unit where
//! it is. Nothing else happens, which is why it is the cheapest of the four: a byte for each unit,
//! and one look into a table for each input.
//!
//! ```text
//!                 player_seen        player_attacks
//!      uncaring ─────────────► annoyed ────────────► rage ──monster_hurt──► berserk
//!          │  player_attacks                          ▲
//!          └────────────────► mad ───monster_hurt─────┘
//! ```
//!
//! # Two ways to write one
//!
//! With types of the program's own for states and inputs, and rows that come and go while the
//! program runs: [`Table`], and [`TableMachine`] for one unit. Or as a [`Blueprint`], by name, as
//! data files have it, with hooks, guards and actions like any other machine ([`machine`]).
//!
//! | seed | here |
//! |---|---|
//! | `FSMstate(id, transitions)` | [`Table::add_state`]; the number of rows is not fixed beforehand |
//! | `FSMstate::AddTransition` | [`Table::add_transition`] |
//! | `FSMstate::DeleteTransition` | [`Table::delete_transition`] |
//! | `FSMstate::GetOutput` | [`Table::output`] |
//! | `FSMclass::AddState`, `DeleteState`, `GetState` | [`Table::add_state`], [`Table::delete_state`], [`Table::rows`] |
//! | `FSMclass::StateTransition` | [`TableMachine::input`] |
//! | `FSMclass::GetCurrentState`, `SetCurrentState` | [`TableMachine::current`], [`TableMachine::set_current`] |
//!
//! What the seed does in silence is an error here: a second row for the same input, a row of a
//! state that does not exist, a deletion of what is not there. Any value may be a state: the
//! seed's 0 means "empty", ours means nothing.

use std::fmt::Debug;

use thiserror::Error;

use super::bindings::Bindings;
use super::blueprint::{Blueprint, Family, State, Then};
use super::error::BuildError;
use super::id::{EventId, StateId};
use super::machine::Machine;

/// A table machine by name, without states yet.
#[must_use]
pub fn machine(name: &str, initial: &str) -> Blueprint {
    Blueprint::new(name, Family::Table, initial)
}

/// Why a table was not changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// There is no such state.
    #[error("the table has no state {0}")]
    NoSuchState(String),
    /// The state is there already.
    #[error("the table has the state {0} already")]
    StateExists(String),
    /// A unit begins in it, so it stays.
    #[error("{0} is the initial state and is not deleted")]
    Initial(String),
    /// The state has a row for this input already.
    #[error("the state {state} has a row for {input} already")]
    RowExists {
        /// The state.
        state: String,
        /// The input.
        input: String,
    },
    /// No row of the state leads there.
    #[error("no row of the state {state} leads to {output}")]
    NoSuchRow {
        /// The state.
        state: String,
        /// The state that no row leads to.
        output: String,
    },
}

/// A table with states `S` and inputs `I`, usually two enums. It is changed at will and then made
/// into machines; machines that run already do not change with it.
///
/// ```
/// use proscenium::ai::table::Table;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Mood { Uncaring, Annoyed, Mad }
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// enum Input { PlayerSeen, PlayerAttacks, PlayerGone }
///
/// let mut moods = Table::new("mood", Mood::Uncaring);
/// moods.add_state(Mood::Annoyed)?;
/// moods.add_state(Mood::Mad)?;
/// moods.add_transition(Mood::Uncaring, Input::PlayerSeen, Mood::Annoyed)?;
/// moods.add_transition(Mood::Uncaring, Input::PlayerAttacks, Mood::Mad)?;
/// moods.add_transition(Mood::Annoyed, Input::PlayerGone, Mood::Uncaring)?;
///
/// let mut monster = moods.machine()?;
/// assert_eq!(monster.input(Input::PlayerSeen), Mood::Annoyed);
/// assert_eq!(monster.input(Input::PlayerSeen), Mood::Annoyed); // no row: it stays
/// assert_eq!(monster.input(Input::PlayerGone), Mood::Uncaring);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table<S, I> {
    name: String,
    states: Vec<(S, Vec<(I, S)>)>,
}

impl<S: Copy + PartialEq + Debug, I: Copy + PartialEq + Debug> Table<S, I> {
    /// A table with the state in which units begin.
    #[must_use]
    pub fn new(name: &str, initial: S) -> Self {
        Self { name: name.to_owned(), states: vec![(initial, Vec::new())] }
    }

    /// Adds a state without rows.
    ///
    /// # Errors
    ///
    /// [`TableError::StateExists`].
    pub fn add_state(&mut self, state: S) -> Result<(), TableError> {
        if self.rows(state).is_some() {
            return Err(TableError::StateExists(name_of(&state)));
        }
        self.states.push((state, Vec::new()));
        Ok(())
    }

    /// Deletes a state, its rows, and all rows that lead to it.
    ///
    /// # Errors
    ///
    /// [`TableError::NoSuchState`], [`TableError::Initial`].
    pub fn delete_state(&mut self, state: S) -> Result<(), TableError> {
        let place = self.place(state)?;
        if place == 0 {
            return Err(TableError::Initial(name_of(&state)));
        }
        self.states.remove(place);
        for (_, rows) in &mut self.states {
            rows.retain(|(_, output)| *output != state);
        }
        Ok(())
    }

    /// Adds a row: in `state`, `input` leads to `output`.
    ///
    /// # Errors
    ///
    /// [`TableError::NoSuchState`] for either state; [`TableError::RowExists`].
    pub fn add_transition(&mut self, state: S, input: I, output: S) -> Result<(), TableError> {
        self.place(output)?;
        let place = self.place(state)?;
        let rows = &mut self.states[place].1;
        if rows.iter().any(|(known, _)| *known == input) {
            return Err(TableError::RowExists { state: name_of(&state), input: name_of(&input) });
        }
        rows.push((input, output));
        Ok(())
    }

    /// Deletes the first row of `state` that leads to `output`, as the seed does.
    ///
    /// # Errors
    ///
    /// [`TableError::NoSuchState`], [`TableError::NoSuchRow`].
    pub fn delete_transition(&mut self, state: S, output: S) -> Result<(), TableError> {
        let place = self.place(state)?;
        let rows = &mut self.states[place].1;
        let Some(row) = rows.iter().position(|(_, to)| *to == output) else {
            return Err(TableError::NoSuchRow { state: name_of(&state), output: name_of(&output) });
        };
        rows.remove(row);
        Ok(())
    }

    /// The rows of a state, in order; `None` if there is no such state.
    #[must_use]
    pub fn rows(&self, state: S) -> Option<&[(I, S)]> {
        self.states.iter().find(|(known, _)| *known == state).map(|(_, rows)| rows.as_slice())
    }

    /// The states, in order.
    pub fn states(&self) -> impl Iterator<Item = S> {
        self.states.iter().map(|(state, _)| *state)
    }

    /// Where `input` leads from `state`: to the state itself where no row says otherwise.
    #[must_use]
    pub fn output(&self, state: S, input: I) -> S {
        let rows = self.rows(state).unwrap_or_default();
        rows.iter().find(|(known, _)| *known == input).map_or(state, |(_, output)| *output)
    }

    fn place(&self, state: S) -> Result<usize, TableError> {
        let place = self.states.iter().position(|(known, _)| *known == state);
        place.ok_or_else(|| TableError::NoSuchState(name_of(&state)))
    }

    /// The table as a blueprint, for populations, data files and diagrams. Names are those of the
    /// values' `Debug`, in `snake_case`: [`name_of`].
    #[must_use]
    pub fn blueprint(&self) -> Blueprint {
        let initial = self.states.first().map(|(state, _)| name_of(state)).unwrap_or_default();
        let mut blueprint = machine(&self.name, &initial);
        for (state, rows) in &self.states {
            // Code can go to any state with `set_current`.
            let mut spec = State::new(&name_of(state)).from_code();
            for (input, output) in rows {
                spec = spec.on(&name_of(input), Then::To(name_of(output)));
            }
            blueprint = blueprint.state(spec);
        }
        blueprint
    }

    /// One unit of the table.
    ///
    /// # Errors
    ///
    /// [`BuildError`], for instance where two states have the same name.
    pub fn machine(&self) -> Result<TableMachine<S, I>, BuildError> {
        let definition = self.blueprint().build(&Bindings::<()>::new())?;
        let inputs = self.states.iter().flat_map(|(_, rows)| rows).map(|(input, _)| *input);
        let events = inputs.filter_map(|input| Some((input, definition.event(&name_of(&input))?)));
        let ids = self.states().filter_map(|state| Some((state, definition.state(&name_of(&state))?)));
        Ok(TableMachine {
            states: ids.collect(),
            events: events.collect(),
            machine: Machine::new(&definition, ()),
        })
    }
}

/// The name of a state or an input: its `Debug` text, in `snake_case`.
///
/// ```
/// # #[derive(Debug)] enum Input { PlayerSeen }
/// assert_eq!(proscenium::ai::table::name_of(&Input::PlayerSeen), "player_seen");
/// ```
#[must_use]
pub fn name_of(value: &impl Debug) -> String {
    let mut name = String::new();
    for c in format!("{value:?}").chars() {
        if c.is_uppercase() && name.chars().last().is_some_and(char::is_lowercase) {
            name.push('_');
        }
        name.extend(c.to_lowercase());
    }
    name
}

/// One unit of a [`Table`], with the types of the program.
#[derive(Debug)]
pub struct TableMachine<S, I> {
    states: Vec<(S, StateId)>,
    events: Vec<(I, EventId)>,
    machine: Machine<()>,
}

impl<S: Copy + PartialEq + Debug, I: Copy + PartialEq + Debug> TableMachine<S, I> {
    /// The current state.
    #[must_use]
    pub fn current(&self) -> S {
        let current = self.machine.state();
        let known = self.states.iter().find(|(_, id)| *id == current);
        // The machine has no other states than those of the list.
        known.map_or(self.states[0].0, |(state, _)| *state)
    }

    /// Gives the machine an input; answers with the state that it leads to.
    pub fn input(&mut self, input: I) -> S {
        if let Some((_, event)) = self.events.iter().find(|(known, _)| *known == input) {
            // A table without guards has nothing that could refuse or fail.
            let _ = self.machine.dispatch(*event);
        }
        self.current()
    }

    /// Goes to a state, whatever the rows say.
    ///
    /// # Errors
    ///
    /// [`TableError::NoSuchState`].
    pub fn set_current(&mut self, state: S) -> Result<(), TableError> {
        let known = self.states.iter().find(|(known, _)| *known == state);
        let Some((_, id)) = known else { return Err(TableError::NoSuchState(name_of(&state))) };
        let changed = self.machine.set_state(*id, false);
        changed.map(|_| ()).map_err(|_| TableError::NoSuchState(name_of(&state)))
    }
}
