//! Tools that are drawn over a game without being a part of it.

use std::time::Duration;

use super::time_control::TimeControl;
use super::virtual_screen::Viewport;
use crate::flow::ScreenManager;
use crate::platform::Input;

/// A tool over the whole game, an inspector or a console. It is no screen: it is not on the stack, so
/// nothing below it is covered, and nothing of it is in the trace.
///
/// [`Session::with_overlay`](super::Session::with_overlay) puts it over a run. It is called in every
/// frame, so one that can be closed looks for its key and does nothing else meanwhile.
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
///             time.toggle_pause();
///         }
///         cx.input.consume(BRAKE);
///     }
///
///     fn draw(&mut self, _view: &OverlayView<'_>) {}
/// }
///
/// let clock = Box::new(ManualClock::default());
/// let mut session = Session::new(ScreenManager::headless(), clock).with_overlay(Brake);
/// session.advance(STEP * 3, &Input::default());
/// session.advance(STEP * 3, &Input::holding([BRAKE]));
/// assert_eq!(session.manager().tick(), 3);
/// ```
pub trait Overlay {
    /// What the player did since the last frame, before the game sees it: what the overlay uses
    /// it [takes away](Input::consume).
    ///
    /// While a script plays, it is called for each tick, and the game sees what it takes away all
    /// the same: an overlay does not change what a script does.
    fn input(&mut self, cx: &mut OverlayInput<'_>);

    /// Draws over the game. The camera is that of the virtual screen.
    fn draw(&mut self, view: &OverlayView<'_>);
}

/// What an overlay can see and do before a frame.
pub struct OverlayInput<'a> {
    /// What the player did.
    pub input: &'a mut Input,
    /// The game. Changing the game here makes its trace irreproducible.
    pub manager: &'a mut ScreenManager,
    /// How time passes. `None` while a script plays: it counts ticks.
    pub time: Option<&'a mut TimeControl>,
}

/// What an overlay can see while it draws.
pub struct OverlayView<'a> {
    /// The game.
    pub manager: &'a ScreenManager,
    /// How time passes. `None` while a script plays.
    pub time: Option<&'a TimeControl>,
    /// What the frame has taken.
    pub frame_time: FrameTime,
    /// Where the virtual screen is in the window.
    pub viewport: Viewport,
}

/// What a frame has taken, on the clock of the session. It is measured for overlays only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameTime {
    /// From the last frame to this one.
    pub since_last: Duration,
    /// What the ticks of the frame took.
    pub logic: Duration,
    /// What drawing took, without what the GPU does after it.
    pub draw: Duration,
}

/// The overlay of a session, with the time that it controls.
pub(super) struct Overlaid {
    overlay: Box<dyn Overlay>,
    pub(super) time: TimeControl,
    pub(super) frame_time: FrameTime,
    /// What was pressed while time stood still, and is still held.
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

    /// Shows the overlay what the player did. Leaves in `input` what the game sees, and returns the
    /// time that passes for it.
    pub(super) fn look_at_player(
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
            // A press counts in the next tick if it is still held then.
            seen.drop_finished_presses();
            self.kept = seen;
            *input = Input::default();
        } else {
            *input = seen;
        }
        passing
    }

    /// Shows the overlay what the script does.
    pub(super) fn look_at_script(&mut self, manager: &mut ScreenManager, input: &Input) {
        let mut input = input.clone();
        self.overlay.input(&mut OverlayInput { input: &mut input, manager, time: None });
    }

    pub(super) fn draw(&mut self, manager: &ScreenManager, has_script: bool, viewport: Viewport) {
        let time = (!has_script).then_some(&self.time);
        self.overlay.draw(&OverlayView { manager, time, frame_time: self.frame_time, viewport });
    }
}
