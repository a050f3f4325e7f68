//! The stream: pictures decoded ahead into a ring, shown in time.

use std::collections::VecDeque;
use std::sync::Arc;

use async_executor::Task;

use super::file::FilmFile;
use super::picture::FilmDecoder;
use crate::phase::background::Background;
use crate::phase::error::DecodeError;
use crate::platform::Pixels;

/// How many pictures are decoded ahead at most. The job that is under way has its place among them.
pub const MAX_AHEAD: usize = 6;

/// How many pictures a logic frame decodes itself when the one that is due is not there: the one
/// that a job has begun, and the due one. A display that cannot keep up gets fewer logic frames,
/// so this bounds what a film costs however slow the machine is.
const MOST_AT_ONCE: usize = 2;

/// One job's work.
struct Step {
    decoder: FilmDecoder,
    /// The picture's number, and the picture unless its time was over already.
    result: Result<(u32, Option<Pixels>), DecodeError>,
}

enum State {
    Idle(FilmDecoder),
    Working(Task<Step>),
    /// A picture is broken; or, for a moment, the decoder is on its way from one state to another.
    Over,
}

/// A film while it is played.
pub(super) struct Stream {
    file: Arc<FilmFile>,
    state: State,
    ring: VecDeque<(u32, Pixels)>,
    shown: u32,
    dropped: u32,
    error: Option<DecodeError>,
}

impl Stream {
    /// A stream whose first picture is shown and was decoded by `decoder`.
    pub(super) fn new(file: Arc<FilmFile>, decoder: FilmDecoder) -> Self {
        let ring = VecDeque::with_capacity(MAX_AHEAD);
        Self { file, state: State::Idle(decoder), ring, shown: 0, dropped: 0, error: None }
    }

    pub(super) const fn shown(&self) -> u32 {
        self.shown
    }

    pub(super) fn ahead(&self) -> usize {
        self.ring.len()
    }

    pub(super) const fn dropped(&self) -> u32 {
        self.dropped
    }

    pub(super) const fn error(&self) -> Option<&DecodeError> {
        self.error.as_ref()
    }

    /// One logic frame, in which `wanted` is due. Answers with its pixels, once.
    pub(super) fn advance(&mut self, wanted: u32, background: &Background) -> Option<Pixels> {
        if matches!(&self.state, State::Working(task) if task.is_finished()) {
            self.take_result(wanted, background);
        }
        self.drop_late(wanted);
        for _ in 0..MOST_AT_ONCE {
            if wanted == self.shown || self.ring.front().is_some_and(|(number, _)| *number == wanted) {
                break;
            }
            // Only later ones wait: the film was turned back, and they are in the way.
            if self.ring.front().is_some_and(|(number, _)| *number > wanted) {
                self.ring.clear();
            }
            self.start(wanted, background);
            self.take_result(wanted, background);
            self.drop_late(wanted);
        }
        let is_due = self.ring.front().is_some_and(|(number, _)| *number == wanted);
        let due = if is_due { self.ring.pop_front() } else { None };
        if is_due {
            self.shown = wanted;
        }
        self.start(wanted, background);
        if background.threads() == 0 {
            // Nobody else does it; it is one picture, and a picture is a small part of a frame.
            background.try_tick();
        }
        due.map(|(_, pixels)| pixels)
    }

    /// Pictures whose time is over are not shown; nor are those that come much later, when the
    /// film was turned back.
    fn drop_late(&mut self, wanted: u32) {
        let before = self.ring.len();
        self.ring.retain(|(number, _)| (wanted..=wanted + MAX_AHEAD as u32 + 1).contains(number));
        self.dropped += (before - self.ring.len()) as u32;
    }

    /// Starts the decoding of one picture, if there is room for it and somebody to do it.
    fn start(&mut self, wanted: u32, background: &Background) {
        if self.ring.len() >= MAX_AHEAD {
            return;
        }
        let mut decoder = match std::mem::replace(&mut self.state, State::Over) {
            State::Idle(decoder) => decoder,
            other => {
                self.state = other;
                return;
            }
        };
        self.find_way(&mut decoder, wanted);
        if decoder.next() >= self.file.chunks() {
            self.state = State::Idle(decoder);
            return;
        }
        self.state = State::Working(background.spawn(async move {
            let number = decoder.next() as u32;
            let result = decoder.step().map(|()| (number, (number >= wanted).then(|| decoder.pixels())));
            Step { decoder, result }
        }));
    }

    /// Jumps to a key picture where that is the shorter way to what is due, or the only one.
    fn find_way(&mut self, decoder: &mut FilmDecoder, wanted: u32) {
        let (next, aim) = (decoder.next(), wanted as usize);
        let is_in_ring = self.ring.iter().any(|(number, _)| *number == wanted);
        let is_behind = aim < next && !is_in_ring && wanted != self.shown;
        if is_behind || aim > next {
            let key = self.file.key_before(aim);
            if is_behind || key > next {
                self.dropped += key.saturating_sub(next) as u32;
                decoder.go_to_key(key);
                self.ring.clear();
            }
        }
    }

    /// Takes what the job has made, helping it to its end.
    fn take_result(&mut self, wanted: u32, background: &Background) {
        match std::mem::replace(&mut self.state, State::Over) {
            State::Working(task) => {
                let Step { decoder, result } = background.finish(task);
                match result {
                    Ok((number, Some(pixels))) if number >= wanted => self.ring.push_back((number, pixels)),
                    Ok(_) => self.dropped += 1,
                    Err(error) => {
                        log::warn!("the film stops: {error}");
                        self.error = Some(error);
                        self.state = State::Over;
                        return;
                    }
                }
                self.state = State::Idle(decoder);
            }
            other => self.state = other,
        }
    }
}
