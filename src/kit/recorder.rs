//! Records a run while it is played.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write;
use std::rc::Rc;

use super::checks::Checks;
use super::recording::{Entry, Header, Recording, Turn};
use crate::platform::{Change, Input, Storage, StorageError};

/// Writes the entries of a recording. Clones write to the same one.
#[derive(Clone)]
pub(super) struct Recorder(Rc<RefCell<Open>>);

struct Open {
    /// `None` after an error, or when the recording is full.
    out: Option<Box<dyn Write>>,
    room: usize,
    tick: u64,
    /// The tick of the last entry.
    written: u64,
    /// The input of a tick without an entry.
    expected: Input,
    /// Checksums of what the storage returned last, by key.
    known: HashMap<String, u32>,
    is_reading: bool,
}

impl Recorder {
    /// Begins a recording.
    pub(super) fn new(out: Box<dyn Write>, header: Header) -> Self {
        let mut open = Open {
            out: Some(out),
            room: Recording::MAX_BYTES,
            tick: 0,
            written: 0,
            expected: Input::default(),
            known: HashMap::new(),
            is_reading: false,
        };
        open.write(header.line().as_bytes());
        Self(Rc::new(RefCell::new(open)))
    }

    /// Adds what is outside of turns.
    pub(super) fn note(&self, entry: &Entry) {
        // A panic hook may come here at any time.
        if let Ok(mut open) = self.0.try_borrow_mut() {
            open.note(entry);
        }
    }

    /// Adds the turn of a tick, before the tick.
    pub(super) fn begin_tick(&self, turn: &Turn) {
        let mut open = self.0.borrow_mut();
        open.tick += 1;
        open.expected.end_step();
        if turn.input != open.expected || !turn.events.is_empty() || turn.quits {
            open.note(&Entry::Turn(turn.clone()));
            open.expected.clone_from(&turn.input);
        }
    }

    /// Adds what is to be checked, after the tick. `checks` has the records of the tick already.
    pub(super) fn end_tick(&self, checks: &mut Checks, is_reading: bool) {
        let mut open = self.0.borrow_mut();
        if std::mem::replace(&mut open.is_reading, is_reading) && !is_reading {
            open.note(&Entry::Ready);
        }
        if !is_reading && let Some(check) = checks.due(open.tick) {
            open.note(&Entry::Check(check));
        }
    }

    fn note_load(&self, key: &str, result: &Result<Option<String>, StorageError>) {
        let result = result.clone().map_err(|error| (error.place, error.cause));
        let sum = crc32fast::hash(format!("{result:?}").as_bytes());
        let known = self.0.borrow_mut().known.insert(key.to_owned(), sum);
        self.note(&Entry::Loaded(key.to_owned(), (known != Some(sum)).then_some(result)));
    }

    fn note_save(&self, key: &str, result: &Result<(), StorageError>) {
        // What another program has saved meanwhile would not be noticed otherwise.
        self.0.borrow_mut().known.remove(key);
        let refusal = result.clone().err().map(|error| (error.place, error.cause));
        self.note(&Entry::Saved(key.to_owned(), refusal));
    }
}

impl Open {
    fn note(&mut self, entry: &Entry) {
        let bytes = entry.bytes(self.tick - self.written);
        self.written = self.tick;
        self.write(&bytes);
    }

    fn write(&mut self, bytes: &[u8]) {
        let Some(out) = &mut self.out else { return };
        let result = match self.room.checked_sub(bytes.len()) {
            Some(room) => {
                self.room = room;
                out.write_all(bytes)
            }
            None => Err(std::io::Error::other("it has its maximum length")),
        };
        if let Err(error) = result {
            log::warn!("the run is not recorded any further: {error}");
            self.out = None;
        }
    }
}

/// A storage whose answers are recorded.
pub(super) struct RecordedStorage(pub(super) Rc<dyn Storage>, pub(super) Recorder);

impl Storage for RecordedStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        let result = self.0.load(key);
        self.1.note_load(key, &result);
        result
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let result = self.0.save(key, text);
        self.1.note_save(key, &result);
        result
    }

    fn update(&self, key: &str, change: &mut Change<'_>) -> Result<(), StorageError> {
        // Whether there was a text to change, and whether it was changed.
        let (mut is_loaded, mut is_changed) = (false, false);
        let result = self.0.update(key, &mut |text| {
            is_loaded = true;
            self.1.note_load(key, &Ok(text.clone()));
            change(text).inspect(|_| is_changed = true)
        });
        match &result {
            Err(error) if !is_loaded => self.1.note_load(key, &Err(error.clone())),
            _ if is_changed => self.1.note_save(key, &result),
            _ => {}
        }
        result
    }
}
