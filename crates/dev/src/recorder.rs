//! Records a run while it is played.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::io::{self, Write};
use std::rc::Rc;

use proscenium_core::flow::{Plugin, ScreenManager, TickInput};
use proscenium_core::platform::{Clock, Input, Storage, StorageError, TraceRecord};

use crate::checksums::Checksums;
use crate::recording::{Entry, Header, Loaded, Recording};

/// Records a run while it is played: the input of its ticks, what it reads from its [storage](Self::storage) and its
/// [clock](Self::date), and checksums of what it does. A recorder is the last plugin that changes the input. Clones write to
/// the same [`Recording`].
///
/// The trace of the manager has the changes of machines
/// ([`Trace::with_machines`](proscenium_core::platform::Trace::with_machines)), for the checksums. An error of the file is
/// logged, and the run goes on without a recording.
///
/// ```
/// use std::cell::RefCell;
/// use std::io::Write;
/// use std::rc::Rc;
///
/// use proscenium_core::flow::{ManagerSettings, ScreenManager};
/// use proscenium_core::platform::{Action, Clock, Input, Trace};
/// use proscenium_dev::{Header, Recorder, Recording, Replayer};
///
/// #[derive(Clone, Default)]
/// struct File(Rc<RefCell<Vec<u8>>>);
///
/// impl Write for File {
///     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> { self.0.borrow_mut().write(bytes) }
///     fn flush(&mut self) -> std::io::Result<()> { Ok(()) }
/// }
///
/// let start = |seed| {
///     let trace = Trace::recording().with_machines();
///     ScreenManager::new(ManagerSettings { trace, seed, ..ManagerSettings::default() })
/// };
/// let (file, header) = (File::default(), Header { game: "dice".to_owned(), seed: 7, ..Header::default() });
/// let mut manager = start(header.seed);
/// manager.add_plugin(Recorder::new(Box::new(file.clone()), &header));
/// for _ in 0..10 {
///     manager.advance(Clock::TICK, &Input::pressing([Action::ACCEPT]));
/// }
/// manager.finish()?;
///
/// let recording = Recording::parse(&file.0.borrow())?.of_game("dice")?;
/// let mut manager = start(recording.header.seed);
/// manager.add_plugin(Replayer::new(recording));
/// while !manager.has_ended() {
///     manager.advance(Clock::TICK, &Input::default());
/// }
/// manager.finish()?; // an error says at which tick the two runs differ
/// assert_eq!(manager.tick(), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Recorder(Rc<RefCell<Open>>);

#[derive(Default)]
struct Open {
    /// `None` after the end.
    out: Option<Box<dyn Write>>,
    /// Whether it is full, or there was an error.
    has_failed: bool,
    /// What is written with the first tick: a run that does not begin is not recorded. `None` from then on.
    held: Option<Vec<u8>>,
    room: usize,
    tick: u64,
    written: u64,
    /// The input of a tick without an entry.
    expected: Input,
    /// Checksums of what the storage returned or took last, by key.
    known: HashMap<String, u32>,
    checks: Checksums,
}

impl Recorder {
    /// Begins a recording with a header. It is written to `out` from the first tick on, up to [`Recording::MAX_BYTES`].
    pub fn new(out: Box<dyn Write>, header: &Header) -> Self {
        let mut open =
            Open { out: Some(out), held: Some(Vec::new()), room: Recording::MAX_BYTES, ..Open::default() };
        open.write(header.line().as_bytes());
        Self(Rc::new(RefCell::new(open)))
    }

    /// Returns a storage for the run, whose answers are recorded.
    pub fn storage(&self, storage: Rc<dyn Storage>) -> Rc<dyn Storage> {
        Rc::new(RecordedStorage(storage, self.clone()))
    }

    /// Returns the date for the run, the seconds since 1970 began, which is recorded.
    pub fn date(&self) -> Rc<dyn Fn() -> u64> {
        let recorder = self.clone();
        Rc::new(move || {
            let date = Clock::unix_time();
            recorder.note(&Entry::Date(date));
            date
        })
    }

    /// Adds what is outside of ticks.
    fn note(&self, entry: &Entry) {
        // A panic hook may come here at any time.
        if let Ok(mut open) = self.0.try_borrow_mut() {
            open.note(entry);
        }
    }

    /// Ends the recording with a panic of the game. The replay says whether it happens again.
    pub fn end_with_panic(&self, message: &str) {
        self.end_with(&Entry::Crash(message.to_owned()));
    }

    /// Adds what the recording ends with, and waits until all of it is kept.
    fn end_with(&self, entry: &Entry) {
        if let Ok(mut open) = self.0.try_borrow_mut() {
            open.note(entry);
            open.begin();
        }
        self.flush();
    }

    /// Waits until all that was added is kept, as a program does that may end at once.
    pub fn flush(&self) {
        if let Ok(mut open) = self.0.try_borrow_mut()
            && !open.has_failed
            && let Some(out) = &mut open.out
            && let Err(error) = out.flush()
        {
            open.fail(&error);
        }
    }

    /// Adds nothing any more, so that the file is closed.
    pub fn close(&self) {
        let out = self.0.try_borrow_mut().ok().and_then(|mut open| open.out.take());
        drop(out);
    }

    /// Adds what a load returned, unless a replay knows it.
    fn note_load(&self, key: &str, result: &Result<Option<String>, StorageError>) {
        let result = result.clone().map_err(|error| (error.place, error.cause));
        let is_known = self.is_known(key, &result);
        self.note(&Entry::Loaded(key.to_owned(), (!is_known).then_some(result)));
    }

    fn note_save(&self, key: &str, text: &str, result: &Result<(), StorageError>) {
        let refusal = result.clone().err().map(|error| (error.place, error.cause));
        if refusal.is_none() {
            self.is_known(key, &Ok(Some(text.to_owned())));
        }
        self.note(&Entry::Saved(key.to_owned(), refusal));
    }

    /// Whether this is the answer that a replay has for a key. From now on it is.
    fn is_known(&self, key: &str, answer: &Loaded) -> bool {
        let sum = crc32fast::hash(format!("{answer:?}").as_bytes());
        self.0.borrow_mut().known.insert(key.to_owned(), sum) == Some(sum)
    }
}

impl Plugin for Recorder {
    /// Adds the input of the tick.
    fn before_tick(&mut self, _: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
        let mut open = self.0.borrow_mut();
        open.begin();
        open.tick += 1;
        open.expected.end_step();
        if tick.input != open.expected || !tick.events.is_empty() || tick.quits {
            open.note(&Entry::TickInput(tick.clone()));
            open.expected.clone_from(&tick.input);
        }
        Ok(())
    }

    /// Adds what is to be checked: the records of the tick, and the state of the random numbers.
    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        let mut open = self.0.borrow_mut();
        if open.checks.add(manager, records) {
            open.note(&Entry::LoadEnd);
        }
        let tick = open.tick;
        if !open.checks.is_loading
            && let Some(check) = open.checks.due(tick)
        {
            open.note(&Entry::Check(check));
        }
        Ok(())
    }

    fn end(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.end_with(&Entry::End);
        Ok(())
    }
}

impl Open {
    fn note(&mut self, entry: &Entry) {
        let bytes = entry.bytes(self.tick - self.written);
        self.written = self.tick;
        self.write(&bytes);
    }

    /// Writes what was held.
    fn begin(&mut self) {
        if let Some(held) = self.held.take() {
            self.write(&held);
        }
    }

    fn write(&mut self, bytes: &[u8]) {
        if let Some(held) = &mut self.held {
            return held.extend_from_slice(bytes);
        }
        let Some(out) = self.out.as_mut().filter(|_| !self.has_failed) else { return };
        let result = match self.room.checked_sub(bytes.len()) {
            Some(room) => {
                self.room = room;
                out.write_all(bytes)
            }
            None => Err(io::Error::other("it has its maximum length")),
        };
        if let Err(error) = result {
            self.fail(&error);
        }
    }

    fn fail(&mut self, error: &io::Error) {
        log::warn!("the run is not recorded any further: {error}");
        self.has_failed = true;
    }
}

/// A storage whose answers are recorded.
struct RecordedStorage(Rc<dyn Storage>, Recorder);

impl Storage for RecordedStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        let result = self.0.load(key);
        self.1.note_load(key, &result);
        result
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let result = self.0.save(key, text);
        self.1.note_save(key, text, &result);
        result
    }

    fn update(
        &self,
        key: &str,
        change: &mut (dyn FnMut(Option<String>) -> Result<String, StorageError> + '_),
    ) -> Result<(), StorageError> {
        let (mut is_loaded, mut changed) = (false, None);
        let result = self.0.update(key, &mut |text| {
            is_loaded = true;
            self.1.note_load(key, &Ok(text.clone()));
            change(text).inspect(|text| changed = Some(text.clone()))
        });
        match (&result, changed) {
            (_, Some(text)) => self.1.note_save(key, &text, &result),
            (Err(error), None) if !is_loaded => self.1.note_load(key, &Err(error.clone())),
            _ => {}
        }
        result
    }
}
