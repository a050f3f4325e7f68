//! Tools over a game, such as an inspector.

use std::any::type_name;
use std::cell::RefCell;
use std::error::Error;
use std::time::Duration;

use super::time_control::TimeControl;
use crate::flow::{Frame, Plugin, ScreenManager, Turn};
use crate::platform::{Clock, Input, Rect};

/// A tool over the whole game, such as an inspector or a console. It is no screen: it is not on the
/// stack, covers nothing, and leaves no trace.
///
/// It is a [`Plugin`] with a control of time. [`Session::with_overlay`](super::Session::with_overlay) puts it over a run. It is called in every
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
    overlay: RefCell<Box<dyn Overlay>>,
    /// Its type, which a panic names.
    name: &'static str,
    time: TimeControl,
    is_scripted: bool,
    clock: Clock,
    /// As in [`OverlayView`].
    since_last: Duration,
    pub(super) logic: Duration,
    viewport: Rect,
    drawing_began: Duration,
}

impl Overlaid {
    pub(super) fn new<T: Overlay + 'static>(overlay: T, clock: Clock) -> Self {
        Self {
            overlay: RefCell::new(Box::new(overlay)),
            name: type_name::<T>(),
            time: TimeControl::default(),
            is_scripted: false,
            clock,
            since_last: Duration::ZERO,
            logic: Duration::ZERO,
            viewport: Rect::default(),
            drawing_began: Duration::ZERO,
        }
    }

    /// The game is drawn from now on.
    pub(super) fn begin_drawing(&mut self, viewport: Rect) {
        self.viewport = viewport;
        self.drawing_began = self.clock.now();
    }
}

impl Plugin for Overlaid {
    fn before_frame(&mut self, manager: &mut ScreenManager, frame: &mut Frame) {
        self.is_scripted = frame.is_scripted;
        self.since_last = frame.since_last;
        if manager.is_asked_to_quit() {
            // Commands are applied in ticks, and a stopped clock has none.
            self.time.reset();
        }
        if !self.is_scripted {
            self.overlay.get_mut().input(&mut frame.input, manager, Some(&mut self.time));
            frame.elapsed = self.time.pass(frame.elapsed);
        }
    }

    /// A script has its input in its ticks.
    fn before_tick(&mut self, manager: &mut ScreenManager, turn: &mut Turn) -> Result<(), Box<dyn Error>> {
        if self.is_scripted {
            self.overlay.get_mut().input(&mut turn.input.clone(), manager, None);
        }
        Ok(())
    }

    fn draw(&self, manager: &ScreenManager) {
        let draw = self.clock.now().saturating_sub(self.drawing_began);
        let time = (!self.is_scripted).then_some(&self.time);
        let Self { since_last, logic, viewport, .. } = *self;
        let view = OverlayView { manager, time, since_last, logic, draw, viewport };
        self.overlay.borrow_mut().draw(&view);
    }

    fn name(&self) -> &'static str {
        self.name
    }
}
