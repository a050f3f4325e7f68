//! What a screen writes for a save, and reads of one.

use std::cell::Cell;

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::SaveError;
use crate::flow::populations::Populations;
use crate::flow::screen_id::ScreenId;
use crate::flow::shared::Shared;
use crate::flow::value::{from_raw, to_raw};

/// What a screen writes its state to, and what it can see meanwhile: for [`GameScreen::save`](crate::flow::GameScreen::save).
pub struct SaveContext<'a> {
    pub(in crate::flow) screen: ScreenId,
    pub(in crate::flow) value: Option<Box<RawValue>>,
    pub(in crate::flow) populations: &'a Populations,
    pub(in crate::flow) shared: &'a Shared,
}

impl<'a> SaveContext<'a> {
    /// Writes the screen's state, one value of any serde type. A second one replaces the first.
    ///
    /// # Errors
    ///
    /// The value cannot be written, or could not be read again: RON allows 128 values inside each other, where a box, a
    /// list and a field count one to three. Save a longer chain as a list with indices.
    pub fn write<T: Serialize + ?Sized>(&mut self, state: &T) -> Result<(), SaveError> {
        self.value = Some(to_raw(state).map_err(|cause| screen_error(self.screen, cause))?);
        Ok(())
    }

    /// The AI machines of the screen.
    pub const fn populations(&self) -> &'a Populations {
        self.populations
    }

    /// The value of this type that all screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one.
    pub fn shared<T: 'static>(&self) -> &'a T {
        self.shared.expect()
    }
}

/// The state of a screen in a save, for [`GameScreen::restore`](crate::flow::GameScreen::restore).
pub struct SavedState {
    screen: ScreenId,
    value: Box<RawValue>,
    /// Whether the screen has asked for the value.
    pub(in crate::flow) is_read: Cell<bool>,
}

impl SavedState {
    pub(in crate::flow) const fn new(screen: ScreenId, value: Box<RawValue>) -> Self {
        Self { screen, value, is_read: Cell::new(false) }
    }

    /// Reads what [`SaveContext::write`] has written. To read the state of an older version of the game, the type has
    /// serde defaults, or the screen reads another type if this fails.
    ///
    /// # Errors
    ///
    /// The state is not a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, SaveError> {
        self.is_read.set(true);
        from_raw(&self.value).map_err(|cause| screen_error(self.screen, cause))
    }
}

fn screen_error(screen: ScreenId, cause: String) -> SaveError {
    SaveError::Screen(screen.to_string(), cause)
}
