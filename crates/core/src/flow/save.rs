//! A saved flow, as text: the stack with the states of its screens, and what they continue from.

use std::any::Any;
use std::cell::Cell;
use std::rc::Rc;

use ron::value::RawValue;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::event::{GameEvent, Reloaded};
use super::screen_id::ScreenId;
use crate::platform::caught;
use proscenium_ai::{Event, EventId, Payload};

/// The format. A change that older versions cannot read needs a new number. In format 1 events of units have numbers.
const FORMAT: u32 = 2;
const WORD: &str = "proscenium-save";

/// A flow cannot be saved, or a save cannot be read.
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
    /// The text was cut or changed after it was saved.
    #[error("the save is damaged: {0}")]
    Damaged(String),
}

/// A save that was read, for [`ScreenCommand::Restore`](super::ScreenCommand::Restore).
/// [`ScreenManager::save`](super::ScreenManager::save) says what is in it.
///
/// The text is a line with the format, the length and a checksum (CRC-32), and then RON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedFlow {
    pub(super) phase: String,
    pub(super) payload: Option<Box<RawValue>>,
    pub(super) random: u64,
    pub(super) backdrop: Option<ScreenRecord>,
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
    /// What the next population and the next tick of them depend on; older saves do not have it.
    #[serde(default)]
    pub(super) machines: Option<(u64, u64)>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum SavedEvent {
    Named(String),
    /// Of a unit, in saves of format 1.
    Machine(String, f64),
    /// Of a unit.
    Unit(String, Payload),
}

impl SavedEvent {
    /// `None` if the event is of a type of the game.
    pub(super) fn of(event: &dyn GameEvent) -> Option<Self> {
        let named = event.downcast_ref::<String>().map(|name| Self::Named(name.clone()));
        named.or_else(|| {
            let Event { id, payload } = event.downcast_ref()?;
            Some(Self::Unit(id.name().to_owned(), *payload))
        })
    }

    /// Whether a save loses nothing by an event, which is of the game or of this library.
    pub(super) fn is_saved(event: &dyn GameEvent) -> bool {
        let is_own = event.downcast_ref::<Restored>().is_some() || event.downcast_ref::<Reloaded>().is_some();
        is_own || event.downcast_ref::<String>().is_some() || event.downcast_ref::<Event>().is_some()
    }

    /// The event again, or its name if no machine has it any more.
    pub(super) fn into_event(self) -> Result<Box<dyn GameEvent>, String> {
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

impl SavedFlow {
    /// The maximum length of a save in bytes, 64 MiB.
    pub const MAX_BYTES: usize = 64 << 20;

    /// Reads a save. Nothing of it is used yet.
    ///
    /// # Errors
    ///
    /// Why the text is not a save of this format as it was written.
    pub fn parse(text: &str) -> Result<Self, SaveError> {
        if text.len() > Self::MAX_BYTES {
            return Err(SaveError::TooLarge(text.len()));
        }
        let (header, body) = text.split_once('\n').unwrap_or((text, ""));
        let mut words = header.split(' ');
        if words.next() != Some(WORD) {
            return Err(SaveError::NotASave);
        }
        let found = words.next().and_then(|word| word.parse().ok()).ok_or(SaveError::NotASave)?;
        if !(1..=FORMAT).contains(&found) {
            return Err(SaveError::Format { found, expected: FORMAT });
        }
        if !words.eq(summary(body).split(' ')) {
            return Err(SaveError::Damaged("its checksum is another one".to_owned()));
        }
        reader(MAX_LEVELS).from_str(body).map_err(|error| SaveError::Damaged(error.to_string()))
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
        let text = format!("{WORD} {FORMAT} {}\n{body}", summary(&body));
        // What is saved can be read.
        Self::parse(&text).map(|_| text)
    }
}

/// The length and the checksum of a save.
fn summary(body: &str) -> String {
    format!("{} {:08x}", body.len(), crc32fast::hash(body.as_bytes()))
}

/// How the payload of a phase's load is saved.
pub(super) struct KeptPayload {
    pub(super) save: fn(&dyn Any) -> Written,
    pub(super) load: fn(&RawValue) -> Result<Rc<dyn Any>, String>,
}

impl KeptPayload {
    pub(super) fn of<P: Serialize + DeserializeOwned + 'static>() -> Self {
        Self {
            save: |payload| to_checked::<P>(payload.downcast_ref().ok_or("it is of another type")?),
            load: |raw| Ok(Rc::new(from_raw::<P>(raw)?)),
        }
    }
}

/// The state of a screen in a save, for [`GameScreen::save`](super::GameScreen::save) and
/// [`restore`](super::GameScreen::restore).
pub struct SavedState {
    pub(super) screen: ScreenId,
    pub(super) value: Option<Box<RawValue>>,
    /// Whether the screen has asked for the value.
    pub(super) is_read: Cell<bool>,
}

impl SavedState {
    pub(super) const fn new(screen: ScreenId, value: Option<Box<RawValue>>) -> Self {
        Self { screen, value, is_read: Cell::new(false) }
    }

    /// Writes the screen's state, one value of any serde type. A second one replaces the first.
    ///
    /// # Errors
    ///
    /// The value cannot be written, or could not be read again: RON has a limit of 128 values inside each
    /// other, where a box, a list and a field count one to three. A longer chain is saved as a list with
    /// indices.
    pub fn write<T: Serialize + ?Sized>(&mut self, state: &T) -> Result<(), SaveError> {
        self.value = Some(to_raw(state).map_err(|cause| self.error(cause))?);
        Ok(())
    }

    /// Reads what [`write`](Self::write) has written. For what an older version of the game wrote, the
    /// type has serde defaults, or the screen reads another type when this fails.
    ///
    /// # Errors
    ///
    /// The state is not a `T`.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, SaveError> {
        self.is_read.set(true);
        let value = self.value.as_deref().ok_or_else(|| self.error("nothing was written".to_owned()))?;
        from_raw(value).map_err(|cause| self.error(cause))
    }

    fn error(&self, cause: String) -> SaveError {
        SaveError::Screen(self.screen.to_string(), cause)
    }
}

/// A save was restored. Posted to the flow rules and the screens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What could not be kept, one line each: screens that the phase does not have, states that a screen
    /// could not read or did not ask for, units in states that are gone, a payload that the phase does not keep
    /// any more, events of a type of the game that waited when the game was saved. Empty if all was kept.
    pub lost: Vec<String>,
}

impl GameEvent for Restored {
    fn name(&self) -> &str {
        "restored"
    }
}

/// A value as text, or why it cannot be written.
pub(super) type Written = Result<Box<RawValue>, String>;

/// The limit of levels with which a value is read. One that was written has at most RON's own limit of 128, but
/// reading may count more of them than writing did.
const MAX_VALUE_LEVELS: usize = 1024;
/// That of a whole save: 128 for its deepest value, and those around it.
const MAX_LEVELS: usize = 128 + 32;

fn reader(levels: usize) -> ron::Options {
    ron::Options::default().with_recursion_limit(levels)
}

/// Why a value cannot be written or read, and what to do.
fn explained(error: &ron::Error) -> String {
    match error {
        ron::Error::ExceededRecursionLimit => "it has more than 128 levels of values inside each other; \
             save a list of the values with their indices instead of boxes in boxes"
            .to_owned(),
        error => error.to_string(),
    }
}

/// Calls code of the game that writes or reads a value.
pub(super) fn guarded<T>(call: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    caught(call).unwrap_or_else(|message| Err(format!("it panicked: {message}")))
}

pub(super) fn to_raw<T: Serialize + ?Sized>(value: &T) -> Written {
    let text = guarded(|| to_ron(value))?;
    RawValue::from_boxed_ron(text.into()).map_err(|error| explained(&error.code))
}

/// The same for a value that can be read as well: it is, so that what is saved is not lost.
pub(super) fn to_checked<T: Serialize + DeserializeOwned>(value: &T) -> Written {
    let raw = to_raw(value)?;
    let read = guarded(|| from_raw::<T>(&raw).map(drop));
    read.map(|()| raw).map_err(|cause| format!("it could not be read again: {cause}"))
}

fn to_ron<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    ron::to_string(value).map_err(|error| explained(&error))
}

pub(super) fn from_raw<T: DeserializeOwned>(raw: &RawValue) -> Result<T, String> {
    let read = || reader(MAX_VALUE_LEVELS).from_str(raw.get_ron());
    guarded(|| read().map_err(|error| error.to_string()))
}
