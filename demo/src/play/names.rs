//! The states and events that the game looks up in its machines.

use proscenium::ai::{Definition, EventId, StateId};

/// The state `name` of a machine.
pub fn state<D>(definition: &Definition<D>, name: &str) -> Result<StateId, String> {
    definition.state(name).ok_or_else(|| format!("machine `{}` has no state `{name}`", definition.name()))
}

/// The event `name` of a machine.
pub fn event<D>(definition: &Definition<D>, name: &str) -> Result<EventId, String> {
    definition.event(name).ok_or_else(|| format!("machine `{}` has no event `{name}`", definition.name()))
}
