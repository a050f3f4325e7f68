//! The last seconds of a run, to go back to.

use std::collections::VecDeque;

use proscenium_core::flow::{SaveError, SavedFlow, ScreenCommand, ScreenManager, TickInput};
use proscenium_core::phase::LoadStatus;
use proscenium_core::platform::Input;

/// The ticks of a part, half a second, and the number of parts.
const TICKS: usize = 30;
const PARTS: usize = 20;
/// The ticks that a restore may take. A Loading screen may wait for a key.
const MAX_RESTORE: u32 = 600;

/// The last ten seconds of a run: a save for each half second, and the input of the ticks after it. What is before a load is
/// forgotten, because another load may take another number of ticks.
#[derive(Default)]
pub(crate) struct Past {
    parts: VecDeque<Part>,
    /// Whether the game has a screen that cannot be saved.
    has_failed: bool,
}

struct Part {
    save: String,
    inputs: Vec<TickInput>,
}

impl Past {
    /// Adds the tick that comes next.
    pub(crate) fn add(&mut self, manager: &ScreenManager, tick: &TickInput) {
        if self.has_failed || manager.load().is_some_and(LoadStatus::is_running) {
            return self.parts.clear();
        }
        if self.parts.back().is_none_or(|part| part.inputs.len() >= TICKS) {
            match manager.save() {
                Ok(save) => self.parts.push_back(Part { save, inputs: Vec::new() }),
                // The part before it becomes longer.
                Err(SaveError::NotNow(_)) => {}
                Err(error) => {
                    log::warn!("time cannot go back: {error}");
                    self.has_failed = true;
                }
            }
            if self.parts.len() > PARTS {
                self.parts.pop_front();
            }
        }
        if let Some(part) = self.parts.back_mut() {
            part.inputs.push(tick.clone());
        }
    }

    /// Brings a game back to where it was some ticks ago, or to the first tick that is known. The ticks after that are
    /// forgotten.
    pub(crate) fn go_back(&mut self, manager: &mut ScreenManager, mut ticks: usize) {
        while let Some(mut part) = self.parts.pop_back() {
            if part.inputs.len() < ticks && !self.parts.is_empty() {
                ticks -= part.inputs.len();
                continue;
            }
            part.inputs.truncate(part.inputs.len().saturating_sub(ticks));
            if let Err(error) = replay(manager, &part) {
                return log::warn!("time cannot go back: {error}");
            }
            return self.parts.push_back(part);
        }
    }
}

/// Restores a save, and runs the ticks after it.
fn replay(manager: &mut ScreenManager, part: &Part) -> Result<(), String> {
    let saved = SavedFlow::parse(&part.save).map_err(|error| error.to_string())?;
    let restored = manager.command(ScreenCommand::Restore(saved).without_transition());
    let input = Input { window: manager.window(), ..Input::default() };
    for _ in 0..MAX_RESTORE {
        manager.step(&input);
        match restored.outcome() {
            Some(Err(cause)) => return Err(cause.to_owned()),
            Some(Ok(())) if manager.is_idle() => break,
            _ => {}
        }
    }
    for tick in &part.inputs {
        tick.events.iter().for_each(|event| manager.flow().post(event.clone()));
        manager.step(&tick.input);
    }
    // What plugins have seen before.
    manager.trace().take();
    Ok(())
}
