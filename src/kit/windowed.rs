//! The loop of a program with a window.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use proscenium_dev::SessionError;

use super::scaling::{Scaling, pixels};
use super::session::{RunOutcome, Session};
use crate::platform::window::{
    Canvas, Visibility, WindowConfig, WindowInput, clipboard_set, draw_message, draw_notice, fill_window,
    is_quit_requested, notice_height, open, prevent_quit, window_size,
};
use crate::platform::{Action, Clock, Rect};
#[cfg(not(target_arch = "wasm32"))]
use crate::platform::{
    Pixels,
    window::{save_png, screenshot},
};

pub(super) struct WindowRun {
    pub(super) session: Session,
    pub(super) views: WindowViews,
    pub(super) input: WindowInput,
    pub(super) canvas: Canvas,
    pub(super) visibility: Visibility,
    pub(super) was_hidden: bool,
    /// The time since a frame was drawn.
    pub(super) undrawn: Duration,
    pub(super) screenshots: Option<PathBuf>,
    /// The folder of the images of frames, and their number.
    pub(super) frames: Option<(PathBuf, u32)>,
    /// Whether a crash is shown until the player closes the window, and not for one frame only.
    pub(super) waits: bool,
    /// For how long a crash is shown already.
    pub(super) crash: Option<Duration>,
}

/// For how long keys do not close a crash: those that were meant for the game.
const MIN_CRASH: Duration = Duration::from_millis(700);

/// How often a script that plays as fast as it can is seen.
const SEEN_EACH: Duration = Duration::from_millis(100);

/// The views of a game, and how they are scaled.
pub(super) struct WindowViews {
    pub(super) wide: (u32, u32),
    pub(super) upright: Option<(u32, u32)>,
    pub(super) scaling: Rc<Cell<Scaling>>,
}

impl WindowViews {
    fn is_upright(&self, (width, height): (f32, f32)) -> bool {
        self.upright.is_some() && height > width
    }

    /// The views, each with its place in the window.
    fn places(&self, window: (f32, f32)) -> impl Iterator<Item = ((u32, u32), Rect)> {
        let fit = move |size: (u32, u32)| (size, self.scaling.get().fit(size, window));
        let upright = self.upright.map(fit);
        let (wide, mut place) = fit(self.wide);
        if let Some((_, upright)) = upright.filter(|_| self.is_upright(window)) {
            // At the top of the upright view, whose screens draw it; the rest is in the reach of the fingers.
            place.y = upright.y;
        }
        std::iter::once((wide, place)).chain(upright)
    }

    /// The view of the active screen, and its place.
    fn active(&self, window: (f32, f32), session: &Session) -> ((u32, u32), Rect) {
        let size = session.manager().view_size();
        let found = self.places(window).find(|(own, _)| pixels(*own) == size);
        found.unwrap_or((self.wide, Rect::default()))
    }
}

/// Opens a window and runs in it the result of `make`, until it is over. `make` is polled once for
/// each frame, from when the window is there, so it may wait for files; its error closes the window.
/// `finished` takes the outcome. In a browser this returns at once, and the page goes on with the
/// game. Where no window could be opened `make` was not polled.
pub(super) fn run_in_window(
    config: WindowConfig,
    make: impl Future<Output = Result<WindowRun, String>> + 'static,
    finished: impl FnOnce(Result<RunOutcome, String>) + 'static,
) -> Result<(), String> {
    open(config, async move {
        // Taken out at the end, so that everything that belongs to the window is dropped while it is open.
        let mut running = Some((make.await, finished));
        // The close button asks the game.
        prevent_quit();
        move |elapsed| {
            if let Some((Ok(run), _)) = &mut running
                && run.frame(elapsed).is_continue()
            {
                return ControlFlow::Continue(());
            }
            if let Some((made, finished)) = running.take() {
                finished(made.map(|run| run.session.finish()));
            }
            ControlFlow::Break(())
        }
    })
}

impl WindowRun {
    fn frame(&mut self, elapsed: Duration) -> ControlFlow<()> {
        if self.crash.is_some() {
            return self.show_crash(elapsed);
        }
        let Self { session, views, input, canvas, .. } = self;
        // Frames are saved tick by tick, whatever the speed of the machine.
        let elapsed = if self.frames.is_some() { Clock::TICK } else { elapsed };
        let notice = session.notice();
        // A notice has a place of its own below the game.
        let window = window_size();
        let window = (window.0, window.1 - notice.as_deref().map_or(0.0, notice_height));
        let (size, viewport) = views.active(window, session);
        input.set_upright(views.is_upright(window));
        let input = input.collect_with(|x, y| viewport.locate((x, y), pixels(size)));
        if is_quit_requested() {
            session.ask_to_quit();
        }
        let is_fast = self.screenshots.is_some() && session.is_scripted();
        if is_fast {
            session.advance_to_shot(input);
        } else {
            session.advance(elapsed, input);
        }
        // A script shows what it plays everywhere.
        let is_hidden = !session.is_scripted() && self.visibility.is_hidden();
        if std::mem::replace(&mut self.was_hidden, is_hidden) != is_hidden {
            session.set_hidden(is_hidden);
        }
        self.undrawn += elapsed;
        let is_skipped = is_fast && self.undrawn < SEEN_EACH && !session.has_to_be_drawn();
        if (is_hidden || is_skipped) && !session.is_over() {
            return ControlFlow::Continue(());
        }
        self.undrawn = Duration::ZERO;
        fill_window([0.0; 3], 1.0);
        let place = |rect: Rect| (rect.x, rect.y, rect.w, rect.h);
        let places = views.places(window).map(|(size, rect)| (pixels(size), place(rect)));
        canvas.fit(&places.collect::<Vec<_>>());
        let viewport = views.active(window, session).1;
        session.draw_with(viewport, |manager| manager.draw_on(canvas));
        if let Some(notice) = notice {
            draw_notice(&notice);
        }
        if let Some(name) = session.take_shot() {
            save_shot(&name, self.screenshots.as_deref());
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some((folder, images)) = self.frames.as_mut().filter(|_| session.is_recording()) {
            *images += 1;
            let size = views.active(window, session).0;
            save(folder, &format!("{images:05}"), &screenshot().resized(place(viewport), size));
        }
        if session.crash().is_some() {
            self.crash = Some(Duration::ZERO);
            return ControlFlow::Continue(());
        }
        if session.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Shows why the game has crashed, until the player closes the window.
    fn show_crash(&mut self, elapsed: Duration) -> ControlFlow<()> {
        let (Some(shown), Some(SessionError::Crashed { message, place, report, kept })) =
            (&mut self.crash, self.session.crash())
        else {
            return ControlFlow::Break(());
        };
        *shown += elapsed;
        let input = self.input.collect();
        if input.text.contains(['c', 'C']) {
            clipboard_set(report);
        }
        fill_window([0.12, 0.05, 0.07], 1.0);
        let text = format!(
            "The game has crashed.\n\n{message}\n{place}\n\n{kept}\n\n\
             C copies the report, Enter or Escape closes the window."
        );
        draw_message(None, &text);
        if let Some(folder) = self.screenshots.take() {
            save_shot("crash", Some(&folder));
        }
        let closes =
            *shown > MIN_CRASH && input.any_pressed(&[Action::ACCEPT, Action::CANCEL, Action::PAUSE]);
        if closes || is_quit_requested() || !self.waits {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// Saves a screenshot of this frame, if there is a folder for it.
#[cfg(not(target_arch = "wasm32"))]
fn save_shot(name: &str, folder: Option<&Path>) {
    if let Some(folder) = folder {
        save(folder, name, &screenshot());
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn save(folder: &Path, name: &str, image: &Pixels) {
    let path = folder.join(format!("{name}.png"));
    if let Err(error) = save_png(&path, image) {
        log::error!("cannot write {}: {error}", path.display());
    }
}

/// Hands a screenshot of this frame to the page.
#[cfg(target_arch = "wasm32")]
fn save_shot(name: &str, _folder: Option<&Path>) {
    crate::platform::window::publish("shot", name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_an_upright_window_both_views_have_the_same_top() {
        let views = WindowViews { wide: (640, 360), upright: Some((360, 640)), scaling: Rc::default() };
        let places = |window| views.places(window).map(|(_, place)| place).collect::<Vec<_>>();
        assert_eq!(
            places((360.0, 740.0)),
            [Rect::new(0.0, 50.0, 360.0, 203.0), Rect::new(0.0, 50.0, 360.0, 640.0)]
        );
        assert_eq!(places((1280.0, 740.0))[0], Rect::new(0.0, 10.0, 1280.0, 720.0));
    }
}
