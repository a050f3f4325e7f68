//! A saved flow, as text: the stack with the states of its screens, and what they continue from.

mod event;
mod screen;

use std::collections::BTreeMap;

use ron::value::RawValue;
use serde::{Deserialize, Serialize};

use super::value::{reader, to_ron};

pub use self::event::Restored;
pub(super) use self::event::SavedEvent;
pub use self::screen::{SaveContext, SavedState};

/// The format. A change that older versions cannot read needs a new number. In format 1 events of units have numbers; up to
/// format 2 the length and a checksum follow the number.
const FORMAT: u32 = 3;
const WORD: &str = "proscenium-save";

/// Why a flow cannot be saved, or a save cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// A transition or a load runs, a request waits, or there is no phase.
    #[error("the game cannot be saved now: {0}")]
    NotNow(String),
    /// The state of a screen cannot be written or read.
    #[error("screen `{0}`: {1}")]
    Screen(String, String),
    /// The units of a machine cannot be written.
    #[error("the units of machine `{0}`: {1}")]
    Units(String, String),
    /// The payload of a phase cannot be written or read.
    #[error("the payload of phase `{0}`: {1}")]
    Payload(String, String),
    /// A value that the screens share cannot be written.
    #[error("shared `{0}`: {1}")]
    Shared(String, String),
    /// The text is not a save.
    #[error("this is not a saved game")]
    NotASave,
    /// The save has another format.
    #[error("the save has format {found}; this program reads format {expected}")]
    Format {
        /// The save's format.
        found: u32,
        /// The format of this library.
        expected: u32,
    },
    /// The text is larger than [`SavedFlow::MAX_BYTES`].
    #[error("the save has {0} bytes, more than {max}", max = SavedFlow::MAX_BYTES)]
    TooLarge(usize),
    /// The text was cut, or changed so that it cannot be read.
    #[error("the save is damaged: {0}")]
    Damaged(String),
}

/// A save that was read, for [`ScreenCommand::Restore`](super::ScreenCommand::Restore).
/// [`ScreenManager::save`](super::ScreenManager::save) says what is in it.
///
/// The text is a line with the format, and then RON. It has no checksum: the code that stores the text checks it, as
/// the slots of `game::Saves` do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedFlow {
    pub(super) phase: String,
    pub(super) payload: Option<Box<RawValue>>,
    pub(super) random: u64,
    /// What the screens share, by the names of the types; older saves do not have it.
    #[serde(default)]
    pub(super) shared: BTreeMap<String, Box<RawValue>>,
    /// Bottom to top.
    pub(super) screens: Vec<ScreenRecord>,
    /// What is delivered in the next tick.
    pub(super) events: Vec<SavedEvent>,
    /// What waited and is not in the save, one line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lost: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ScreenRecord {
    pub(super) id: String,
    pub(super) state: Option<Box<RawValue>>,
    /// The machine of each kept population, with its snapshot.
    pub(super) units: Vec<(String, Box<RawValue>)>,
    /// What the next population depends on; older saves do not have it.
    #[serde(default)]
    pub(super) seed: Option<u64>,
}

impl SavedFlow {
    /// The maximum length of a save in bytes, 64 MiB.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Reads a save, without using it yet.
    ///
    /// # Errors
    ///
    /// Why the text is not a save of this format.
    pub fn parse(text: &str) -> Result<Self, SaveError> {
        if text.len() > Self::MAX_BYTES {
            return Err(SaveError::TooLarge(text.len()));
        }
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut words = header.split(' ');
        let has_word = words.next() == Some(WORD);
        let number = words.next().filter(|_| has_word).and_then(|word| word.parse().ok());
        let found = number.ok_or(SaveError::NotASave)?;
        if !(1..=FORMAT).contains(&found) {
            return Err(SaveError::Format { found, expected: FORMAT });
        }
        reader().from_str(body).map_err(|error| SaveError::Damaged(error.to_string()))
    }

    /// The phase that is loaded.
    pub fn phase(&self) -> &str {
        &self.phase
    }

    /// The screens of the stack, bottom to top.
    pub fn screens(&self) -> impl Iterator<Item = &str> {
        self.screens.iter().map(|screen| screen.id.as_str())
    }

    pub(super) fn to_text(&self) -> Result<String, SaveError> {
        let body = to_ron(self).map_err(SaveError::Damaged)?;
        if body.len() > Self::MAX_BYTES {
            return Err(SaveError::TooLarge(body.len()));
        }
        Ok(format!("{WORD} {FORMAT}\n{body}"))
    }
}
