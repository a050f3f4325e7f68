//! Saving the flow, and restoring a save.

mod restore;
mod write;

pub(super) use self::restore::{Place, places, restore_events, restore_screens};
pub(super) use self::write::saved;
