//! The loop of a program with a window.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use futures_lite::future::block_on;

use super::builder::{Game, Opening};
use super::host::Host;
use super::session::{RunOutcome, Session};
use super::session_error::SessionError;
#[cfg(feature = "dev")]
use super::shots::Shots;
use crate::flow::Surface;
#[cfg(not(target_arch = "wasm32"))]
use crate::phase::decode_image;
use crate::platform::{Action, Scaling, View, WindowSize};
use crate::sound::Mixer;
#[cfg(target_arch = "wasm32")]
use crate::window::Leave;
use crate::window::{
    Canvas, OpenError, Visibility, WindowConfig, WindowInput, clipboard_set, draw_message, draw_notice,
    fill_window, is_quit_requested, notice_height, open, prevent_quit,
};

/// For how long keys do not close a crash, because they were meant for the game.
const MIN_CRASH: Duration = Duration::from_millis(700);

/// A session in a window.
pub(super) struct WindowLoop {
    session: Session,
    scaling: Rc<Cell<Scaling>>,
    input: WindowInput,
    canvas: Rc<Canvas>,
    visibility: Visibility,
    was_hidden: bool,
    #[cfg(target_arch = "wasm32")]
    leave: Leave,
    /// A script is shown everywhere, and its crash for one frame.
    is_scripted: bool,
    #[cfg(feature = "dev")]
    shots: Shots,
    /// For how long a crash is shown already.
    crash: Option<Duration>,
}

/// Opens a window and runs in it the result of `make`, until it is over. `make` is polled once for
/// each frame, from when the window is there, so it may wait for files; its error closes the window.
/// `finished` takes the outcome. In a browser this returns at once, and the page goes on with the
/// game. Where no window could be opened `make` was not polled.
pub(super) fn run_in_window(
    config: WindowConfig,
    make: impl Future<Output = Result<WindowLoop, String>> + 'static,
    finished: impl FnOnce(Result<RunOutcome, String>) + 'static,
) -> Result<(), OpenError> {
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

impl WindowLoop {
    /// Starts a game in the window that is open.
    pub(super) fn start(game: Game, mut host: Host, input: WindowInput) -> Result<Self, String> {
        #[cfg(all(feature = "dates", not(target_arch = "wasm32")))]
        if !host.is_scripted {
            host.utc_offset = super::local_time::of_system();
        }
        let canvas = Rc::new(Canvas::whole());
        host.surface = Some(Rc::clone(&canvas) as Rc<dyn Surface>);
        Ok(Self {
            scaling: Rc::clone(&host.scaling),
            input,
            canvas,
            visibility: Visibility::new(game.name),
            was_hidden: false,
            #[cfg(target_arch = "wasm32")]
            leave: Leave::default(),
            is_scripted: host.is_scripted,
            #[cfg(feature = "dev")]
            shots: Shots::new(host.screenshots.take(), host.frames.take()),
            crash: None,
            session: game.start(host)?,
        })
    }

    fn frame(&mut self, elapsed: Duration) -> ControlFlow<()> {
        if self.crash.is_some() {
            return self.show_crash(elapsed);
        }
        let Self { session, input, canvas, .. } = self;
        let notice = session.notice();
        // A notice has its own place below the game.
        canvas.reserve(notice.as_deref().map_or(0.0, notice_height));
        session.manager.set_scaling(self.scaling.get());
        let input = input.collect_for(&session.manager);
        if is_quit_requested() {
            session.ask_to_quit();
        }
        #[cfg(feature = "dev")]
        let is_drawn = self.shots.advance(session, elapsed, input);
        #[cfg(not(feature = "dev"))]
        let is_drawn = {
            session.advance(elapsed, input);
            true
        };
        #[cfg(target_arch = "wasm32")]
        {
            let manager = &session.manager;
            self.leave.set_goes_back(manager.stack().ids().count() > 1 || !manager.is_idle());
            if self.leave.is_left() {
                session.quit_at_once();
            }
        }
        let is_hidden = !self.is_scripted && self.visibility.is_hidden();
        if std::mem::replace(&mut self.was_hidden, is_hidden) != is_hidden {
            set_hidden(session, is_hidden);
        }
        if (is_hidden || !is_drawn) && !session.is_over() {
            return ControlFlow::Continue(());
        }
        fill_window([0.0; 3], 1.0);
        session.draw();
        if let Some(notice) = notice {
            draw_notice(&notice);
        }
        #[cfg(feature = "dev")]
        self.shots.take(session);
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
        draw_message(&text);
        #[cfg(feature = "dev")]
        self.shots.take_crash();
        let closes =
            *shown > MIN_CRASH && input.any_pressed(&[Action::ACCEPT, Action::CANCEL, Action::PAUSE]);
        if closes || is_quit_requested() || self.is_scripted {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn set_hidden(session: &Session, is_hidden: bool) {
    let now = if is_hidden { "hidden" } else { "seen again" };
    log::debug!("the window is {now} after {} frames", session.frames);
    if let Some(mixer) = session.manager.plugins().get::<Mixer>() {
        mixer.set_hidden(is_hidden);
    }
}

/// The window of a game, of exactly this size, or else as large as the game wants it and a display of this size allows.
pub(super) fn config(
    game: &Game,
    exact: Option<(u32, u32)>,
    display: Option<(u32, u32)>,
    vsync: bool,
) -> WindowConfig {
    let Opening { icon, is_resizable: resizable, sample_count, high_dpi, .. } = game.opening;
    let (width, height) = exact.unwrap_or_else(|| opening_size(game, display));
    let (title, class) = (game.shown_title(), game.name);
    // A page has its own icon.
    #[cfg(target_arch = "wasm32")]
    let icon = icon.and(None);
    #[cfg(not(target_arch = "wasm32"))]
    let icon = icon.and_then(|png| block_on(decode_image(png, "", u64::MAX)).ok());
    WindowConfig { title, width, height, vsync, class, icon, resizable, sample_count, high_dpi }
}

/// The size of the window on a display of this size, if that is known.
fn opening_size(game: &Game, display: Option<(u32, u32)>) -> (u32, u32) {
    let size = game.view.least();
    let twice = (size.0 * 2, size.1 * 2);
    let display = display.unwrap_or((u32::MAX, u32::MAX));
    let fits = |(width, height): (u32, u32)| width <= display.0 && height <= display.1;
    let wanted = match game.opening.size {
        Some(size) => size,
        None if fits(twice) => twice,
        None => size,
    };
    if fits(wanted) {
        return wanted;
    }
    let display = WindowSize::new(display.0 as f32, display.1 as f32);
    let fitting = View::fit(wanted.0, wanted.1).placed(display, Scaling::Smooth).place;
    (fitting.w as u32, fitting.h as u32)
}
