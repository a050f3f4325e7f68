//! The events that wait when a flow is saved.

use serde::{Deserialize, Serialize};

use proscenium_ai::{Event, EventId, Payload};

use crate::flow::event::GameEvent;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::flow) enum SavedEvent {
    Named(String),
    /// Of a unit, in saves of format 1.
    Machine(String, f64),
    /// Of a unit.
    Unit(String, Payload),
}

impl SavedEvent {
    /// `None` if the event is of a type of the game.
    pub(in crate::flow) fn of(event: &dyn GameEvent) -> Option<Self> {
        let named = event.downcast_ref::<String>().map(|name| Self::Named(name.clone()));
        named.or_else(|| {
            let Event { id, payload } = event.downcast_ref()?;
            Some(Self::Unit(id.name().to_owned(), *payload))
        })
    }

    /// The event again, or its name if no machine has it any more.
    pub(in crate::flow) fn into_event(self) -> Result<Box<dyn GameEvent>, String> {
        let (name, payload) = match self {
            Self::Named(name) => return Ok(Box::new(name)),
            Self::Machine(name, number) => (name, Payload::Number(number)),
            Self::Unit(name, payload) => (name, payload),
        };
        match EventId::find(&name) {
            Some(id) => Ok(Box::new(Event { id, payload })),
            None => Err(name),
        }
    }
}

/// A save was restored. Posted to the flow rules and the screens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What could not be restored, one line each: screens that the phase does not have, states that a screen could not
    /// read or did not ask for, units in states that are gone, shared values that the save or the game does not have, a
    /// payload that the phase no longer keeps, waiting events of a type of the game. Empty if all was restored.
    pub lost: Vec<String>,
}

impl GameEvent for Restored {
    fn name(&self) -> &str {
        "restored"
    }
}
