//! The loop of a program with a window.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

use super::report::Report;
use super::session::{Session, SessionError};
use super::virtual_screen::VirtualScreen;
use crate::flow::ScreenManager;
use crate::platform::window::{
    Bindings, Next, NoWindow, WindowClock, WindowConfig, WindowInput, fill_window, is_close_asked, open,
    save_picture, use_virtual_camera, watch_close_button, window_size,
};

/// What runs in a window.
pub struct WindowRun {
    /// The run.
    pub session: Session,
    /// The virtual screen, shown in the middle of the window.
    pub screen: VirtualScreen,
    /// Which keys ask for which action.
    pub bindings: Bindings,
    /// The folder for pictures that a script asks for.
    pub screenshots: Option<PathBuf>,
}

/// Opens a window, as large as `screen` twice over, and plays the game of `manager` in it until
/// it ends: the shortest way to a running program. The manager's settings are those of
/// [`ManagerSettings::for_window`](crate::flow::ManagerSettings::for_window).
///
/// # Errors
///
/// [`NoWindow`] when none could be opened; then nothing has run.
pub fn play(manager: ScreenManager, title: &str, screen: VirtualScreen) -> Result<(), NoWindow> {
    manager.make_current();
    let config = WindowConfig {
        title: title.to_owned(),
        width: screen.width() * 2,
        height: screen.height() * 2,
        fullscreen: false,
    };
    let session = Session::new(manager, Box::new(WindowClock));
    let run = WindowRun { session, screen, bindings: Bindings::default(), screenshots: None };
    run_in_window(config, run, Rc::default())
}

/// How a run ended: the report, and what stopped it before its end.
pub type Outcome = (Report, Result<(), SessionError>);

/// Opens a window and runs the session in it until it is over. `outcome` is filled at the end.
///
/// # Errors
///
/// [`NoWindow`] when none could be opened; then nothing has run.
pub fn run_in_window(
    config: WindowConfig,
    run: WindowRun,
    outcome: Rc<RefCell<Option<Outcome>>>,
) -> Result<(), NoWindow> {
    let mut run = Some(run);
    open(config, move || {
        // Taken out of the window's thread at the end, so that everything that belongs to the
        // window is dropped while it is still open.
        let mut run = run.take();
        let bindings = run.as_ref().map(|run| run.bindings.clone()).unwrap_or_default();
        let mut input = WindowInput::new(bindings);
        watch_close_button();
        move |elapsed| {
            let Some(WindowRun { session, screen, screenshots, .. }) = &mut run else { return Next::Close };
            let (width, height) = window_size();
            let viewport = screen.fit(width, height);
            let seen = input.collect(|x, y| screen.to_virtual(viewport, x, y));
            if is_close_asked() {
                session.ask_to_quit();
            }
            session.picture(elapsed, seen);
            fill_window([0.0; 3], 1.0);
            use_virtual_camera(
                (screen.width() as f32, screen.height() as f32),
                (viewport.x, viewport.y, viewport.width, viewport.height),
            );
            session.manager().draw();
            if let (Some(name), Some(folder)) = (session.take_shot(), &screenshots)
                && let Err(error) = save_picture(&folder.join(name + ".png"))
            {
                log::error!("{error}");
            }
            if !session.is_over() {
                return Next::Continue;
            }
            *outcome.borrow_mut() = run.take().map(|run| run.session.finish());
            Next::Close
        }
    })
}
