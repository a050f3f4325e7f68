//! Tools over a game, such as an inspector.

use std::any::type_name;
use std::time::Duration;

use super::rect::Rect;
use super::time_control::TimeControl;
use crate::flow::ScreenManager;
#[cfg(feature = "window")]
use crate::platform::window::in_program;
use crate::platform::{Input, named};

/// A tool over the whole game, such as an inspector or a console. It is no screen: it is not on the
/// stack, covers nothing, and leaves no trace.
///
/// [`Session::with_overlay`](super::Session::with_overlay) puts it over a run. It is called in every
/// frame, also while it is closed.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::kit::{Overlay, OverlayView, Session, TimeControl};
/// use proscenium::platform::{Action, Clock, Input};
///
/// /// Stops time as long as a key is down.
/// struct Brake;
/// const BRAKE: Action = Action::custom(0, "brake");
///
/// impl Overlay for Brake {
///     fn input(&mut self, input: &mut Input, _: &mut ScreenManager, time: Option<&mut TimeControl>) {
///         let Some(time) = time else { return };
///         if input.is_held(BRAKE) != time.is_stopped() {
///             time.toggle_pause();
///         }
///         input.consume(BRAKE);
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
    /// uses. A change of the game, `manager`, makes its trace irreproducible. `time` is the speed of the game.
    ///
    /// While a script plays, this is called in each tick with a copy of the input and without a time, because
    /// an overlay must not change the run of a script.
    fn input(&mut self, input: &mut Input, manager: &mut ScreenManager, time: Option<&mut TimeControl>);

    /// Draws over the game, with the camera of the virtual screen (in a program's own loop the one that
    /// [`ScreenManager::draw`] starts from) and without a material.
    fn draw(&mut self, view: &OverlayView<'_>);
}

/// The argument of [`Overlay::draw`].
pub struct OverlayView<'a> {
    /// The game.
    pub manager: &'a ScreenManager,
    /// The speed of the game; `None` while a script plays.
    pub time: Option<&'a TimeControl>,
    /// The time since the last frame, on the clock of the session.
    pub since_last: Duration,
    /// The time of the ticks of the frame.
    pub logic: Duration,
    /// The time of drawing, without the work of the GPU after it.
    pub draw: Duration,
    /// The place of the virtual screen in the window, in physical pixels.
    pub viewport: Rect,
}

/// The overlay of a session, and the time that it controls.
pub(super) struct Overlaid {
    overlay: Box<dyn Overlay>,
    /// Its type, which a panic names.
    name: &'static str,
    pub(super) time: TimeControl,
    /// As in [`OverlayView`].
    pub(super) since_last: Duration,
    pub(super) logic: Duration,
    /// The presses of a stopped game that are still held.
    kept: Input,
}

impl Overlaid {
    pub(super) fn new<T: Overlay + 'static>(overlay: T) -> Self {
        Self {
            overlay: Box::new(overlay),
            name: type_name::<T>(),
            time: TimeControl::default(),
            since_last: Duration::ZERO,
            logic: Duration::ZERO,
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
        let Self { overlay, name, time, .. } = self;
        named(|| format!("`input` of overlay `{name}`"), || overlay.input(input, manager, Some(time)));
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
        let Self { overlay, name, .. } = self;
        named(|| format!("`input` of overlay `{name}`"), || overlay.input(&mut input.clone(), manager, None));
    }

    pub(super) fn show(&mut self, manager: &ScreenManager, has_script: bool, draw: Duration, viewport: Rect) {
        let time = (!has_script).then_some(&self.time);
        let (since_last, logic) = (self.since_last, self.logic);
        let view = OverlayView { manager, time, since_last, logic, draw, viewport };
        let Self { overlay, name, .. } = self;
        let draw = || named(|| format!("`draw` of overlay `{name}`"), || overlay.draw(&view));
        in_program(draw);
    }
}

#[cfg(not(feature = "window"))]
fn in_program(draw: impl FnOnce()) {
    draw();
}
