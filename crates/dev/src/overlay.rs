//! Tools over a game, such as an inspector.

use std::any::type_name;
use std::cell::RefCell;
use std::error::Error;
use std::time::Duration;

use proscenium_core::flow::{FrameInput, Plugin, ScreenManager, TickInput};
use proscenium_core::platform::{Clock, Input, TraceRecord};

use crate::past::Past;
use crate::stop_at::StopAt;
use crate::time_control::TimeControl;

/// A tool over the whole game, such as an inspector or a console. It is no screen: it is not on the
/// stack, covers nothing, and leaves no trace.
///
/// [`Overlaid`] is the plugin that puts it over a run, and that controls the time. It is called in every frame, even
/// while it is closed.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::platform::{Action, Clock, Input};
/// use proscenium_dev::{Overlaid, Overlay, OverlayView, TimeControl};
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
/// let mut manager = ScreenManager::headless();
/// manager.add_plugin(Overlaid::new(Brake, Clock::manual()));
/// manager.advance(Clock::TICK * 3, &Input::default());
/// manager.advance(Clock::TICK * 3, &Input::holding([BRAKE]));
/// assert_eq!(manager.tick(), 3);
/// ```
pub trait Overlay {
    /// Handles the input since the last frame before the game does, and [removes](Input::consume) what it
    /// uses. A change of the game, `manager`, makes its trace irreproducible. `time` is the speed of the game.
    ///
    /// While a script plays, this is called in each tick with a copy of the input and without a time, because
    /// an overlay must not change the run of a script.
    fn input(&mut self, input: &mut Input, manager: &mut ScreenManager, time: Option<&mut TimeControl>);

    /// The time was stopped, because a unit has entered the state that [`Overlaid::stopping_at`] names. `change` is the record of the
    /// trace.
    fn stopped(&mut self, _manager: &mut ScreenManager, _change: &TraceRecord) {}

    /// Draws over the game, in the view of the active screen and without a material.
    fn draw(&mut self, view: &OverlayView<'_>);
}

/// The argument of [`Overlay::draw`].
pub struct OverlayView<'a> {
    /// The game.
    pub manager: &'a ScreenManager,
    /// The speed of the game; `None` while a script plays.
    pub time: Option<&'a TimeControl>,
    /// The time since the last frame.
    pub since_last: Duration,
    /// The time of the ticks of the frame.
    pub logic: Duration,
    /// The time of drawing, without the work of the GPU after it.
    pub draw: Duration,
}

/// An [`Overlay`] as a plugin, with the time that it controls.
pub struct Overlaid {
    overlay: RefCell<Box<dyn Overlay>>,
    /// Its type, which a panic names.
    name: &'static str,
    time: TimeControl,
    past: Past,
    stop: Option<StopAt>,
    is_scripted: bool,
    clock: Clock,
    /// As in [`OverlayView`].
    since_last: Duration,
    frame_began: Duration,
    /// When the logic of the frame had ended, and drawing began.
    drawing_began: Duration,
}

impl Overlaid {
    /// Puts an overlay over a run. `clock` measures the times of [`OverlayView`].
    pub fn new<T: Overlay + 'static>(overlay: T, clock: Clock) -> Self {
        Self {
            overlay: RefCell::new(Box::new(overlay)),
            name: type_name::<T>(),
            time: TimeControl::default(),
            past: Past::default(),
            stop: None,
            is_scripted: false,
            clock,
            since_last: Duration::ZERO,
            frame_began: Duration::ZERO,
            drawing_began: Duration::ZERO,
        }
    }

    /// Stops the time at the end of each tick in which a unit enters a state, also while a script plays. The overlay then has the
    /// [time](Overlay::input) until it goes on.
    pub fn stopping_at(mut self, stop: Option<StopAt>) -> Self {
        self.stop = stop;
        self
    }

    /// Whether the overlay must not change the run.
    const fn leaves_time(&self) -> bool {
        self.is_scripted && !self.time.is_stopped()
    }
}

impl Plugin for Overlaid {
    fn before_frame(&mut self, manager: &mut ScreenManager, frame: &mut FrameInput) {
        self.is_scripted = frame.is_scripted;
        self.since_last = frame.since_last;
        self.frame_began = self.clock.now();
        self.drawing_began = self.frame_began;
        if frame.quits {
            // Commands are applied in ticks, and a stopped clock has none.
            self.time.reset();
        }
        if !self.leaves_time() {
            self.overlay.get_mut().input(&mut frame.input, manager, Some(&mut self.time));
            if let Some(ticks) = self.time.back.take() {
                self.past.go_back(manager, ticks as usize);
            }
            frame.elapsed = self.time.pass(frame.elapsed);
        }
    }

    /// A script has its input in its ticks.
    fn before_tick(
        &mut self,
        manager: &mut ScreenManager,
        tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        if self.is_scripted {
            self.overlay.get_mut().input(&mut tick.input.clone(), manager, None);
        }
        // A script does not go back with the game.
        if self.time.keeps_past && !self.is_scripted {
            self.past.add(manager, tick);
        } else {
            self.past = Past::default();
        }
        Ok(())
    }

    fn after_tick(
        &mut self,
        manager: &mut ScreenManager,
        records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        if let Some(change) = self.stop.as_ref().and_then(|stop| stop.hit(records)) {
            self.time.stop();
            manager.plugins_mut().end_frame();
            self.overlay.get_mut().stopped(manager, change);
        }
        self.drawing_began = self.clock.now();
        Ok(())
    }

    fn draw(&self, manager: &ScreenManager) {
        let draw = self.clock.now().saturating_sub(self.drawing_began);
        let time = (!self.leaves_time()).then_some(&self.time);
        let logic = self.drawing_began.saturating_sub(self.frame_began);
        let view = OverlayView { manager, time, since_last: self.since_last, logic, draw };
        self.overlay.borrow_mut().draw(&view);
    }

    fn name(&self) -> &'static str {
        self.name
    }
}
