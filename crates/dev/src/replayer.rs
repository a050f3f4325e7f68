//! Replays a recorded run.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::error::Error;
use std::rc::Rc;

use proscenium_core::flow::{FrameInput, Plugin, ScreenManager, TickInput};
use proscenium_core::platform::{Input, Storage, StorageError, TraceRecord};

use crate::checksums::{Checksums, difference};
use crate::recording::{Answers, Loaded, Recording, Refusal};
use crate::run_error::RunError;

/// Plays the ticks of a [`Recording`], tick by tick, and compares what the run does with the checksums of the recording. The
/// run is started with the recording's [`header`](Recording::header), and has the [storage](Self::storage) and the
/// [date](Self::date) of the replayer. It ends with the recording. [`Recorder`](crate::Recorder) has an example.
///
/// Its error is [`RunError::Departed`].
///
/// A load may take another number of ticks than it did, in a page above all, because it waits for files. The ticks of the
/// recording stand still, or go on at once, until the load has ended in both.
#[derive(Default)]
pub struct Replayer {
    recording: Recording,
    answers: Rc<RefCell<Answers>>,
    tick: u64,
    input: Input,
    checks: Checksums,
    /// Whether the recording has checks: [`shrink`](crate::shrink()) leaves them out.
    compares: bool,
}

impl Replayer {
    /// Makes the plugin, which follows the plugins that change the input.
    pub fn new(mut recording: Recording) -> Self {
        let answers = Rc::new(RefCell::new(std::mem::take(&mut recording.answers)));
        let compares = !recording.checks.is_empty();
        Self { recording, answers, compares, ..Self::default() }
    }

    /// Returns a storage for the run, which answers as the recorded one did. What is saved is kept in memory.
    pub fn storage(&self) -> Rc<dyn Storage> {
        Rc::new(ReplayedStorage { answers: Rc::clone(&self.answers), texts: RefCell::default() })
    }

    /// Returns the date for the run, the seconds since 1970 began, as the recorded run had it.
    pub fn date(&self) -> Rc<dyn Fn() -> u64> {
        let answers = Rc::clone(&self.answers);
        Rc::new(move || answers.borrow_mut().dates.pop_front().unwrap_or_default())
    }

    /// Plays the next tick.
    fn begin_tick(&mut self, given: &mut TickInput) {
        let Self { recording: Recording { inputs, load_ends, .. }, tick, input, checks, .. } = self;
        let load_end = load_ends.front().filter(|_| checks.is_loading);
        *tick = load_end.map_or(*tick + 1, |end| (*tick + 1).min(*end));
        input.end_step();
        given.events.clear();
        given.quits = false;
        while let Some((at, next)) = take(inputs, *tick) {
            *input = next.input;
            given.events.extend(next.events);
            given.quits |= next.quits;
            if at < *tick {
                // Its tick was left out.
                input.end_step();
            }
        }
        given.input.clone_from(input);
    }

    /// Compares the tick with the recording: its records, and the state of the random numbers. Returns whether it was
    /// the last one.
    fn end_tick(&mut self, manager: &ScreenManager, records: &[TraceRecord]) -> Result<bool, RunError> {
        let Self { recording, tick, checks, .. } = self;
        if checks.add(manager, records)
            && let Some(end) = recording.load_ends.pop_front()
        {
            *tick = end;
        }
        let is_over = *tick >= recording.end;
        if checks.is_loading {
            return Ok(is_over && recording.load_ends.is_empty());
        }
        if !self.compares {
            return Ok(is_over);
        }
        let (tick, departed) = (*tick, |tick, what| Err(RunError::Departed { tick, what }));
        let replayed = checks.due(tick);
        let recorded = take(&mut recording.checks, tick);
        let is_equal = match (&recorded, &replayed) {
            (Some((at, recorded)), Some(replayed)) => {
                *at == tick && (recorded.is_empty() || recorded == replayed)
            }
            (recorded, replayed) => recorded.is_none() && replayed.is_none(),
        };
        if !is_equal {
            let (at, recorded) = recorded.unwrap_or((tick, Vec::new()));
            return departed(at, difference(&recorded, &replayed.unwrap_or_default(), records));
        }
        match &recording.crash {
            Some(message) if is_over => {
                departed(tick, format!("the recorded run panicked here (\"{message}\"), the replay goes on"))
            }
            _ => Ok(is_over),
        }
    }
}

impl Plugin for Replayer {
    /// Ends at once when the window is closed: the recorded screens cannot refuse.
    fn before_frame(&mut self, manager: &mut ScreenManager, frame: &mut FrameInput) {
        if frame.quits {
            manager.stop();
        }
    }

    fn before_tick(&mut self, _: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
        self.begin_tick(tick);
        Ok(())
    }

    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        if self.end_tick(manager, records)? {
            manager.stop();
        }
        Ok(())
    }
}

/// Takes the first of a queue, if it is of this tick or of one before.
fn take<T>(queue: &mut VecDeque<(u64, T)>, tick: u64) -> Option<(u64, T)> {
    let is_due = queue.front().is_some_and(|(at, _)| *at <= tick);
    if is_due { queue.pop_front() } else { None }
}

struct ReplayedStorage {
    answers: Rc<RefCell<Answers>>,
    texts: RefCell<HashMap<String, Loaded>>,
}

impl Storage for ReplayedStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        let answer = self.answers.borrow_mut().loads.get_mut(key).and_then(VecDeque::pop_front);
        let mut texts = self.texts.borrow_mut();
        if let Some(new) = answer.flatten() {
            texts.insert(key.to_owned(), new);
        }
        let text = texts.get(key).cloned().unwrap_or(Ok(None));
        text.map_err(|refusal| error("read", refusal))
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let answer = self.answers.borrow_mut().saves.get_mut(key).and_then(VecDeque::pop_front);
        if let Some(refusal) = answer.flatten() {
            return Err(error("write", refusal));
        }
        self.texts.borrow_mut().insert(key.to_owned(), Ok(Some(text.to_owned())));
        Ok(())
    }
}

fn error(action: &'static str, (place, cause): Refusal) -> StorageError {
    StorageError { action, place, cause }
}
