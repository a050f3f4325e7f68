//! The loop of a program with a window.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::recording::Recording;
use super::report::Report;
use super::session::{Session, SessionError};
use super::virtual_screen::VirtualScreen;
use crate::platform::STEP;
use crate::platform::window::{
    KeyBindings, Next, NoWindow, WindowConfig, WindowInput, fill_window, is_close_asked, open,
    use_virtual_camera, watch_close_button, window_size,
};
#[cfg(not(target_arch = "wasm32"))]
use crate::platform::window::{save_pixels, virtual_frame};

/// What runs in a window.
pub(super) struct WindowRun {
    /// The run.
    pub(super) session: Session,
    /// The virtual screen, shown in the middle of the window.
    pub(super) screen: VirtualScreen,
    /// Which keys ask for which action.
    pub(super) bindings: KeyBindings,
    /// The folder for pictures that a script asks for.
    pub(super) screenshots: Option<PathBuf>,
    /// The recording that a script asks for. A page records nothing.
    pub(super) recording: Option<Recording>,
}

/// How a run ended: the report, and what stopped it before its end.
pub(super) type RunOutcome = (Report, Result<(), SessionError>);

/// Opens a window and runs in it what `make` makes, until it is over. `make` is polled once for each
/// frame, from when the window is there, so it may wait for files; `None` closes the window.
/// `finished` gets the outcome. In a browser this returns at once, and the page goes on with the game.
/// Where no window could be opened `make` was not polled.
pub(super) fn run_in_window(
    config: WindowConfig,
    make: impl Future<Output = Option<WindowRun>> + 'static,
    finished: impl FnOnce(RunOutcome) + 'static,
) -> Result<(), NoWindow> {
    open(config, async move { frames(make.await, finished) })
}

/// What is done for each picture.
fn frames(mut run: Option<WindowRun>, finished: impl FnOnce(RunOutcome)) -> impl FnMut(Duration) -> Next {
    // Taken out at the end, so that everything that belongs to the window is dropped while it
    // is still open.
    let mut finished = Some(finished);
    let bindings = run.as_ref().map(|run| run.bindings.clone()).unwrap_or_default();
    let mut input = WindowInput::new(bindings);
    watch_close_button();
    move |elapsed| {
        let Some(WindowRun { session, screen, screenshots, recording, .. }) = &mut run else {
            return Next::Close;
        };
        // A run is recorded tick by tick, not as fast as this machine happens to be.
        let elapsed = if recording.is_some() { STEP } else { elapsed };
        let (width, height) = window_size();
        let viewport = screen.fit(width, height);
        let seen = input.collect_with(|x, y| screen.to_virtual(viewport, x, y));
        if is_close_asked() {
            session.ask_to_quit();
        }
        session.advance(elapsed, seen);
        fill_window([0.0; 3], 1.0);
        use_virtual_camera(
            (screen.width() as f32, screen.height() as f32),
            (viewport.x, viewport.y, viewport.width, viewport.height),
        );
        session.draw(viewport);
        if let Some(name) = session.take_shot() {
            keep_screenshot(&name, screenshots.as_deref());
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(recording) = recording {
            let size = (screen.width(), screen.height());
            let place = (viewport.x, viewport.y, viewport.width, viewport.height);
            let recorded = recording.tick(session.is_recording(), || virtual_frame(size, place));
            if let Some((path, pixels)) = recorded
                && let Err(error) = save_pixels(&path, &pixels)
            {
                log::error!("{error}");
            }
        }
        if !session.is_over() {
            return Next::Continue;
        }
        if let (Some(run), Some(finished)) = (run.take(), finished.take()) {
            finished(run.session.finish());
        }
        Next::Close
    }
}

/// Saves a screenshot of this frame, if there is a folder for it.
#[cfg(not(target_arch = "wasm32"))]
fn keep_screenshot(name: &str, folder: Option<&Path>) {
    if let Some(folder) = folder
        && let Err(error) = crate::platform::window::save_screenshot(&folder.join(format!("{name}.png")))
    {
        log::error!("{error}");
    }
}

/// Hands a screenshot of this frame to the page.
#[cfg(target_arch = "wasm32")]
fn keep_screenshot(name: &str, _folder: Option<&Path>) {
    crate::platform::window::publish_screenshot(name);
}
