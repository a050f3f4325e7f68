//! What is drawn over a game without being a part of it: a tool of whoever makes the game.

use std::time::Duration;

use super::time_control::TimeControl;
use super::virtual_screen::Viewport;
use crate::flow::ScreenManager;
use crate::platform::Input;

/// A tool over the whole game, an inspector or a console. It is no screen: it is not on the stack, so
/// nothing below it is covered, and the trace knows nothing of it.
///
/// [`Session::with_overlay`](super::Session::with_overlay) puts it over a run. It is called with
/// every picture, so one that can be closed looks for its key and does nothing else meanwhile.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::kit::{Overlay, OverlayInput, OverlayView, Session, TimeControl};
/// use proscenium::platform::{Action, Input, ManualClock, STEP};
///
/// /// Stops time as long as a key is down.
/// struct Brake;
/// const BRAKE: Action = Action::custom(0, "brake");
///
/// impl Overlay for Brake {
///     fn input(&mut self, cx: &mut OverlayInput<'_>) {
///         let Some(time) = &mut cx.time else { return };
///         if cx.input.is_held(BRAKE) != time.is_stopped() {
///             time.stop_or_go();
///         }
///         cx.input.forget(BRAKE);
///     }
///
///     fn draw(&mut self, _view: &OverlayView<'_>) {}
/// }
///
/// let clock = Box::new(ManualClock::default());
/// let mut session = Session::new(ScreenManager::headless(), clock).with_overlay(Brake);
/// session.picture(STEP * 3, &Input::default());
/// session.picture(STEP * 3, &Input::holding([BRAKE]));
/// assert_eq!(session.manager().frame(), 3);
/// ```
pub trait Overlay {
    /// What the player did since the last picture, before the game sees it: what the overlay uses
    /// it [takes away](Input::forget).
    ///
    /// While a script plays, it is called for each frame, and what it takes away the game sees all the
    /// same: a script means what it meant without an overlay.
    fn input(&mut self, cx: &mut OverlayInput<'_>);

    /// Draws over the picture of the game. The camera is that of the virtual screen.
    fn draw(&mut self, view: &OverlayView<'_>);
}

/// What an overlay can see and do before a picture.
pub struct OverlayInput<'a> {
    /// What the player did.
    pub input: &'a mut Input,
    /// The game. An overlay that changes it is a cheat, and its traces are worth nothing.
    pub manager: &'a mut ScreenManager,
    /// How time passes. `None` while a script plays: it counts frames.
    pub time: Option<&'a mut TimeControl>,
}

/// What an overlay can see while it draws.
pub struct OverlayView<'a> {
    /// The game.
    pub manager: &'a ScreenManager,
    /// How time passes. `None` while a script plays.
    pub time: Option<&'a TimeControl>,
    /// What the picture has taken.
    pub picture: PictureTime,
    /// Where the virtual screen is in the window.
    pub viewport: Viewport,
}

/// What a picture has taken, on the clock of the world. It is measured for overlays only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PictureTime {
    /// From the last picture to this one.
    pub since_last: Duration,
    /// What the frames of the game took.
    pub logic: Duration,
    /// What drawing took, without what the GPU does after it.
    pub draw: Duration,
}
