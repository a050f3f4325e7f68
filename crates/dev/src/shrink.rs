//! Cuts a recording down to the inputs that a failure needs.

use crate::recording::Recording;

/// Leaves out the inputs of a recording without which it still fails. An input is a change: an action that goes down, a pointer
/// that moves. `fails` replays the bytes of a file and returns the tick of the failure, or `u64::MAX` if that is not known;
/// `None` if there was none. `progress` gets the number of the inputs that are left when chunks of one size were tried.
/// Returns the recording, whose replay compares nothing; `None` if `recording` does not fail.
///
/// It is the delta debugging of Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input" (2002), without its
/// tests of single chunks: chunks of inputs are left out, from all of them down to single ones, first together with their
/// time, so that the runs become short, then without it. In the end no single input can be left out.
///
/// ```
/// use proscenium_dev::{Recording, shrink};
///
/// # use std::cell::RefCell;
/// # use std::rc::Rc;
/// # use proscenium_core::flow::ScreenManager;
/// # use proscenium_core::platform::{Action, Clock, Input};
/// # use proscenium_dev::{Header, Recorder, Replayer};
/// # #[derive(Clone, Default)]
/// # struct File(Rc<RefCell<Vec<u8>>>);
/// # impl std::io::Write for File {
/// #     fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> { self.0.borrow_mut().write(bytes) }
/// #     fn flush(&mut self) -> std::io::Result<()> { Ok(()) }
/// # }
/// # let file = File::default();
/// # let mut manager = ScreenManager::headless();
/// # manager.add_plugin(Recorder::new(Box::new(file.clone()), &Header::default()));
/// # for tick in 0..200 {
/// #     let action = if tick == 120 { Action::JUMP } else { Action::ACCEPT };
/// #     manager.advance(Clock::TICK, &Input::pressing([action]));
/// # }
/// # manager.finish()?;
/// let recording = Recording::parse(&file.0.borrow())?; // 200 presses, of which one is `jump`
/// /// Replays a file. It fails when `jump` is pressed.
/// fn fails(file: &[u8]) -> Result<Option<u64>, String> {
/// #   struct Seen(Option<u64>);
/// #   impl proscenium_core::flow::Plugin for Seen {
/// #       fn before_tick(
/// #           &mut self,
/// #           manager: &mut ScreenManager,
/// #           tick: &mut proscenium_core::flow::TickInput,
/// #       ) -> Result<(), Box<dyn std::error::Error>> {
/// #           if tick.input.is_pressed(Action::JUMP) {
/// #               self.0.get_or_insert(manager.tick() + 1);
/// #           }
/// #           Ok(())
/// #       }
/// #   }
///     let mut manager = ScreenManager::headless();
///     manager.add_plugin(Replayer::new(Recording::parse(file)?));
/// #   manager.add_plugin(Seen(None));
/// #   while !manager.has_ended() {
/// #       manager.advance(Clock::TICK, &Input::default());
/// #   }
/// #   manager.finish().map_err(|error| error.to_string())?;
///     // ...
/// #   Ok(manager.plugins().get::<Seen>().and_then(|seen| seen.0))
/// }
/// let shrunk = shrink(&recording, fails, |_| {})?.expect("it fails");
/// assert_eq!((shrunk.input_count(), recording.input_count()), (1, 200));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The first error of `fails`.
pub fn shrink<E>(
    recording: &Recording,
    mut fails: impl FnMut(&[u8]) -> Result<Option<u64>, E>,
    mut progress: impl FnMut(usize),
) -> Result<Option<Recording>, E> {
    let mut best = recording.clone();
    best.load_ends.clear();
    let Some(tick) = fails(&best.bytes())? else { return Ok(None) };
    best.end_at(tick);
    for with_time in [true, false] {
        let mut size = best.inputs.len();
        while size > 0 {
            let (before, mut at) = (best.inputs.len(), 0);
            while at < best.inputs.len() {
                let mut candidate = best.without(at, size, with_time);
                match fails(&candidate.bytes())? {
                    Some(tick) => {
                        candidate.end_at(tick);
                        best = candidate;
                    }
                    None => at += size,
                }
            }
            progress(best.inputs.len());
            // Single inputs are tried until none of them goes.
            let is_over = size == 1 && best.inputs.len() == before;
            size = if is_over { 0 } else { size.min(best.inputs.len()).div_ceil(2) };
        }
    }
    Ok(Some(best))
}

impl Recording {
    /// Cuts what comes after the tick of a failure.
    fn end_at(&mut self, tick: u64) {
        self.inputs.retain(|(at, _)| *at <= tick);
        self.end = self.end.min(tick.saturating_add(1));
    }

    /// The same without these inputs, of which there is at least one, and without the time from the input before them.
    fn without(&self, at: usize, count: usize, with_time: bool) -> Self {
        let mut other = self.clone();
        let before = at.checked_sub(1).map_or(0, |before| self.inputs[before].0);
        let end = (at + count).min(self.inputs.len());
        let time = if with_time { self.inputs[end - 1].0 - before } else { 0 };
        other.inputs.drain(at..end);
        other.inputs.iter_mut().skip(at).for_each(|(tick, _)| *tick -= time);
        other.end -= time;
        other
    }
}
