//! Tools over a game, such as an inspector.

use std::time::Duration;

use super::rect::Rect;
use super::time_control::TimeControl;
use crate::flow::ScreenManager;
use crate::platform::Input;

/// A tool over the whole game, such as an inspector or a console. It is no screen: it is not on the
/// stack, covers nothing, and leaves no trace.
///
/// [`Session::with_overlay`](super::Session::with_overlay) puts it over a run. It is called in every
/// frame, also while it is closed.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::kit::{Overlay, OverlayInput, OverlayView, Session, TimeControl};
/// use proscenium::platform::{Action, Clock, Input};
///
/// /// Stops time as long as a key is down.
/// struct Brake;
/// const BRAKE: Action = Action::custom(0, "brake");
///
/// impl Overlay for Brake {
///     fn input(&mut self, cx: &mut OverlayInput<'_>) {
///         let Some(time) = &mut cx.time else { return };
///         if cx.input.is_held(BRAKE) != time.is_stopped() {
///             time.toggle_pause();
///         }
///         cx.input.consume(BRAKE);
///     }
///
///     fn draw(&mut self, _view: &OverlayView<'_>) {}
/// }
///
/// let clock = Clock::manual();
/// let mut session = Session::new(ScreenManager::headless(), clock).with_overlay(Brake);
/// session.advance(Clock::TICK * 3, &Input::default());
/// session.advance(Clock::TICK * 3, &Input::holding([BRAKE]));
/// assert_eq!(session.manager().tick(), 3);
/// ```
pub trait Overlay {
    /// Handles the input since the last frame before the game does, and [removes](Input::consume) what it
    /// uses.
    ///
    /// While a script plays, this is called in each tick with a copy of the input, because an overlay
    /// must not change the run of a script.
    fn input(&mut self, cx: &mut OverlayInput<'_>);

    /// Draws over the game, with the camera of the virtual screen.
    fn draw(&mut self, view: &OverlayView<'_>);
}

/// The argument of [`Overlay::input`].
pub struct OverlayInput<'a> {
    /// The input of the player or the script.
    pub input: &'a mut Input,
    /// The game. A change of the game here makes its trace irreproducible.
    pub manager: &'a mut ScreenManager,
    /// The speed of the game; `None` while a script plays.
    pub time: Option<&'a mut TimeControl>,
}

/// The argument of [`Overlay::draw`].
pub struct OverlayView<'a> {
    /// The game.
    pub manager: &'a ScreenManager,
    /// The speed of the game; `None` while a script plays.
    pub time: Option<&'a TimeControl>,
    /// The durations of the frame.
    pub frame_time: FrameTime,
    /// The place of the virtual screen in the window, in physical pixels.
    pub viewport: Rect,
}

/// The durations of a frame, on the clock of the session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameTime {
    /// The time since the last frame.
    pub since_last: Duration,
    /// The time of the ticks of the frame.
    pub logic: Duration,
    /// The time of drawing, without the work of the GPU after it.
    pub draw: Duration,
}

/// The overlay of a session, and the time that it controls.
pub(super) struct Overlaid {
    overlay: Box<dyn Overlay>,
    pub(super) time: TimeControl,
    pub(super) frame_time: FrameTime,
    /// The presses of a stopped game that are still held.
    kept: Input,
}

impl Overlaid {
    pub(super) fn new(overlay: impl Overlay + 'static) -> Self {
        Self {
            overlay: Box::new(overlay),
            time: TimeControl::default(),
            frame_time: FrameTime::default(),
            kept: Input::default(),
        }
    }

    /// Passes the player's input to the overlay. Leaves the game's input in `input`, and returns the time
    /// that passes for the game.
    pub(super) fn show_player(
        &mut self,
        manager: &mut ScreenManager,
        elapsed: Duration,
        input: &mut Input,
    ) -> Duration {
        self.overlay.input(&mut OverlayInput { input, manager, time: Some(&mut self.time) });
        let mut seen = std::mem::take(&mut self.kept);
        seen.merge(input);
        let passing = self.time.pass(elapsed);
        if self.time.is_stopped() && passing.is_zero() {
            // A press reaches the next tick if it is still held then.
            seen.drop_finished_presses();
            self.kept = seen;
            *input = Input::default();
        } else {
            *input = seen;
        }
        passing
    }

    /// Passes the script's input to the overlay.
    pub(super) fn show_script(&mut self, manager: &mut ScreenManager, input: &Input) {
        let mut input = input.clone();
        self.overlay.input(&mut OverlayInput { input: &mut input, manager, time: None });
    }

    pub(super) fn draw(&mut self, manager: &ScreenManager, has_script: bool, viewport: Rect) {
        let time = (!has_script).then_some(&self.time);
        self.overlay.draw(&OverlayView { manager, time, frame_time: self.frame_time, viewport });
    }
}
