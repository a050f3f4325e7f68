//! Frames and ticks, with the plugins around them, and the drawing of a frame.

use std::cell::OnceCell;
use std::error::Error;
use std::rc::Rc;
use std::thread::panicking;
use std::time::Duration;

use super::ScreenManager;
use super::plugin::{FrameInput, TickInput};
use crate::flow::command::ScreenCommand;
use crate::flow::draw_context::DrawContext;
use crate::flow::surface::Surface;
use crate::flow::transition::Running;
use crate::phase::LoadStatus;
use crate::platform::{FixedStep, Input, called};

/// What frames have collected for the next tick.
#[derive(Default)]
pub(super) struct Frames {
    pub(super) fixed_step: FixedStep,
    input: Input,
    /// Whether there were frames without a tick since the last tick.
    input_waits: bool,
    pub(super) is_asked_to_quit: bool,
}

/// Notes who has panicked while the manager works.
pub(super) struct Working(Rc<OnceCell<String>>);

impl Drop for Working {
    fn drop(&mut self) {
        if panicking() {
            let who =
                called().map_or_else(|| "a part of the library".to_owned(), |called| called.to_string());
            let _ = self.0.set(who);
        }
    }
}

impl ScreenManager {
    /// Refuses to go on after a panic, and notes one from now on.
    pub(super) fn work(&self) -> Working {
        if let Some(who) = self.panicked.get() {
            panic!("this manager cannot be used any more, because {who} has panicked; make a new one");
        }
        Working(Rc::clone(&self.panicked))
    }

    /// Runs as many ticks of 1/60 s as fit into `elapsed`, at most five, and returns their number.
    /// Called once a frame, before [`draw`](ScreenManager::draw). `input` is the input since the last
    /// call; a press is seen by exactly one tick.
    ///
    /// Times above 250 ms count as 250 ms, and what five ticks cannot catch up is dropped. While a phase loads, a frame
    /// has at most one tick, so that each is displayed. No further tick follows the one with the full cover of a
    /// transition, so that it is displayed too.
    ///
    /// # Panics
    ///
    /// Code of the game has panicked, now or in an earlier call: see [`ScreenManager`].
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> u32 {
        let _working = self.work();
        if self.has_ended() {
            return 0;
        }
        let elapsed = self.begin_frame(elapsed, input);
        let due = self.frames.fixed_step.advance(elapsed);
        // The frame in which a load ends has no further tick either.
        let was_loading = self.state.is_loading();
        self.plugins.frame_is_over = false;
        for done in 0..due {
            let is_displayed = was_loading
                || self.state.is_loading()
                || self.state.transition().is_some_and(Running::is_covered);
            let is_over = self.plugins.frame_is_over || self.has_ended();
            if is_over || done > 0 && is_displayed {
                return done;
            }
            let input = std::mem::take(&mut self.frames.input);
            let mut tick = self.tick_input(input);
            self.tick_with_plugins(&mut tick);
            tick.input.end_step();
            (self.frames.input, self.frames.input_waits) = (tick.input, false);
        }
        due
    }

    /// As [`advance`](ScreenManager::advance), with the time in seconds, as macroquad's `get_frame_time` returns it.
    /// Any number is a time: NaN and a negative number, as after the system's clock was set back, count as 0, and
    /// infinity as the longest time.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    /// use proscenium_core::platform::Input;
    ///
    /// let mut manager = ScreenManager::headless();
    /// let ticks = [1.0 / 60.0, -1.0, f32::NAN, f32::INFINITY].map(|seconds| {
    ///     manager.advance_seconds(seconds, &Input::default())
    /// });
    /// assert_eq!(ticks, [1, 0, 0, 5]);
    /// ```
    pub fn advance_seconds(&mut self, seconds: impl Into<f64>, input: &Input) -> u32 {
        // A number that is no duration is too large, NaN or negative.
        let seconds = seconds.into();
        let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
        self.advance(Duration::try_from_secs_f64(seconds).unwrap_or(longest), input)
    }

    /// Runs one tick with the plugins around it, without a clock. A loop with a display calls
    /// [`advance`](ScreenManager::advance) instead. Does nothing once the program has ended.
    ///
    /// # Panics
    ///
    /// As [`advance`](ScreenManager::advance).
    pub fn step(&mut self, input: &Input) {
        let _working = self.work();
        self.frames.fixed_step.forget_reset();
        let mut tick = self.tick_input(input.clone());
        self.tick_with_plugins(&mut tick);
    }

    /// Takes the input of a frame, and passes it along the plugins. Returns the time that passes for the game.
    fn begin_frame(&mut self, elapsed: Duration, input: &Input) -> Duration {
        // The only copy: plugins and the gate change it in place, and the caller's input stays as it is.
        let input = input.clone();
        let mut frame = FrameInput {
            input,
            since_last: elapsed,
            elapsed,
            is_scripted: false,
            quits: self.frames.is_asked_to_quit,
        };
        self.call_plugins("before_frame", |plugin, manager| plugin.before_frame(manager, &mut frame));
        match self.frames.input_waits {
            true => self.frames.input.merge(&frame.input),
            false => self.frames.input = frame.input,
        }
        if frame.elapsed.is_zero() && !elapsed.is_zero() {
            self.frames.input.drop_finished_presses();
        }
        self.frames.input_waits = true;
        frame.elapsed
    }

    fn tick_input(&mut self, input: Input) -> TickInput {
        TickInput { input, events: Vec::new(), quits: std::mem::take(&mut self.frames.is_asked_to_quit) }
    }

    /// One tick of the game and of its plugins.
    fn tick_with_plugins(&mut self, tick: &mut TickInput) {
        if self.has_ended() {
            return;
        }
        self.call_plugins("before_tick", |plugin, manager| {
            if !manager.has_ended() {
                let result = plugin.before_tick(manager, tick);
                manager.stop_at(result);
            }
        });
        if self.has_ended() {
            return;
        }
        tick.events.drain(..).for_each(|event| self.flow().post(event));
        if tick.quits {
            self.command(ScreenCommand::Quit);
        }
        self.tick_game(&mut tick.input);
        self.show_records(|manager, records| {
            manager.call_plugins("after_tick", |plugin, manager| {
                let result = plugin.after_tick(manager, records);
                manager.stop_at(result);
            });
        });
    }

    /// Ends the run: calls [`Plugin::end`](super::Plugin::end) of each plugin. A game's own loop calls it at its end,
    /// while its window is open; a `Session` does so by itself.
    ///
    /// # Errors
    ///
    /// The error of a plugin that has stopped the run, or else the first error of a
    /// [`Plugin::end`](super::Plugin::end).
    pub fn finish(&mut self) -> Result<(), Box<dyn Error>> {
        self.stop();
        let mut result = self.plugins.error.take().map_or(Ok(()), Err);
        self.show_records(|manager, records| {
            manager.call_plugins("end", |plugin, manager| {
                let ended = plugin.end(manager, records);
                if result.is_ok() {
                    result = ended;
                }
            });
        });
        result
    }

    /// Draws the active screen, which draws its parent where it wants it, then the transition and the
    /// [plugins](super::Plugin) on top. Called once a frame, after [`advance`](ScreenManager::advance).
    ///
    /// Each screen starts with the camera of its [view](crate::flow::GameScreen::view), a transition with macroquad's
    /// default camera, and all of them without a material. What they set ends with them. Afterwards a program's own
    /// camera is set again, without its viewport, which macroquad does not return, and there is no material.
    ///
    /// # Panics
    ///
    /// As [`advance`](ScreenManager::advance).
    pub fn draw(&self) {
        let _working = self.work();
        let surface = &*self.surface;
        let (transition, is_loading) = (self.state.transition(), self.state.is_loading());
        // Nothing is visible behind a full cover, except that a load shows its own screen.
        if is_loading || transition.is_none_or(Running::shows_screens) {
            self.draw_screens(surface);
        }
        match transition {
            Some(running) if is_loading => {
                running.draw_load(surface, !self.load().is_some_and(LoadStatus::is_running));
            }
            Some(running) => running.draw(surface),
            None => {}
        }
        self.draw_plugins(self.placed());
    }

    fn draw_screens(&self, surface: &dyn Surface) {
        let services = &self.services;
        let cx = DrawContext {
            screens: &self.stack.live,
            above: None,
            resources: &services.assets.store.resources,
            shared: &services.shared,
            load: services.assets.load(),
            tick: services.tick,
            device: services.gate.device,
            views: services.views,
            shown: self.window(),
            surface,
        };
        cx.draw();
    }
}
