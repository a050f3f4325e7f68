//! Screenshots of a script, and images of its frames.

#[cfg(not(target_arch = "wasm32"))]
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;

use super::session::Session;
use crate::dev::ScriptPlayer;
use crate::platform::{Clock, Input};
#[cfg(not(target_arch = "wasm32"))]
use crate::platform::{Pixels, Placed};
#[cfg(not(target_arch = "wasm32"))]
use crate::window::{save_png, screenshot};

/// The time between two drawn frames of a script that plays as fast as it can.
const SEEN_EACH: Duration = Duration::from_millis(100);

/// Saves what a script shows in a window. With a folder for screenshots the script plays as fast as the machine can, with one
/// for frames tick by tick.
#[derive(Default)]
pub(super) struct Shots {
    screenshots: Option<PathBuf>,
    frames: Option<PathBuf>,
    /// The number of images of frames, which a page does not save.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page saves none"))]
    images: u32,
    /// The time since a frame was drawn.
    undrawn: Duration,
}

impl Shots {
    pub(super) fn new(screenshots: Option<PathBuf>, frames: Option<PathBuf>) -> Self {
        Self { screenshots, frames, ..Self::default() }
    }

    /// Runs the ticks of a frame, and returns whether it is to be drawn.
    pub(super) fn advance(&mut self, session: &mut Session, elapsed: Duration, input: &Input) -> bool {
        self.undrawn += elapsed;
        let is_fast = self.screenshots.is_some() && script(session).is_some();
        if is_fast {
            advance_to_shot(session, input);
            // What a transition shows may be drawn in later frames too.
            let is_changing = !session.manager.is_idle() && session.manager.load().is_none();
            if self.undrawn < SEEN_EACH && !has_shot(session) && !is_changing {
                return false;
            }
        } else {
            session.advance(if self.frames.is_some() { Clock::TICK } else { elapsed }, input);
        }
        self.undrawn = Duration::ZERO;
        true
    }

    /// Saves the frame that was drawn, where the script says so.
    pub(super) fn take(&mut self, session: &mut Session) {
        let Some(script) = session.manager.plugins_mut().get_mut::<ScriptPlayer>() else { return };
        let (shot, is_recording) = (script.take_shot(), script.is_recording());
        if let Some(name) = shot {
            self.save_shot(&name);
        }
        if is_recording {
            self.save_frame(session);
        }
    }

    /// Saves a crash that is shown.
    pub(super) fn take_crash(&mut self) {
        if self.screenshots.is_some() {
            self.save_shot("crash");
            self.screenshots = None;
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn save_shot(&self, name: &str) {
        if let Some(folder) = &self.screenshots {
            save(folder, name, &screenshot());
        }
    }

    /// Hands the screenshot to the page.
    #[cfg(target_arch = "wasm32")]
    fn save_shot(&self, name: &str) {
        crate::window::publish("shot", name);
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn save_frame(&mut self, session: &Session) {
        let Some(folder) = &self.frames else { return };
        self.images += 1;
        let Placed { size, place } = session.manager.placed();
        let image =
            screenshot().resized((place.x, place.y, place.w, place.h), (size.0 as u32, size.1 as u32));
        save(folder, &format!("{:05}", self.images), &image);
    }

    #[cfg(target_arch = "wasm32")]
    fn save_frame(&mut self, _: &Session) {}
}

/// Runs on, as fast as the machine can, to the tick with the next screenshot; to the frame that has to be presented by
/// itself, in a transition or a load; or for two seconds of the game.
fn advance_to_shot(session: &mut Session, input: &Input) {
    // As many as one call catches up with: fewer are a frame that has to be presented.
    const TICKS: u32 = 5;
    for _ in 0..24 {
        let before = session.manager.tick();
        if has_shot(session) || session.is_over() {
            return;
        }
        session.advance(Clock::TICK * TICKS, input);
        if session.manager.tick() < before + u64::from(TICKS) {
            return;
        }
    }
}

fn script(session: &Session) -> Option<&ScriptPlayer> {
    session.manager.plugins().get::<ScriptPlayer>()
}

fn has_shot(session: &Session) -> bool {
    script(session).is_some_and(ScriptPlayer::has_shot)
}

#[cfg(not(target_arch = "wasm32"))]
fn save(folder: &Path, name: &str, image: &Pixels) {
    let path = folder.join(format!("{name}.png"));
    if let Err(error) = save_png(&path, image) {
        log::error!("cannot write {}: {error}", path.display());
    }
}
