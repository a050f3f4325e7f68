//! Frames, ticks, and the plugins around them.

use std::any::Any;
use std::error::Error;
use std::time::Duration;

use super::ScreenManager;
use super::plugin::{Frame, Plugin, Turn};
use crate::flow::command::ScreenCommand;
use crate::flow::transition::Running;
#[cfg(feature = "window")]
use crate::platform::window::in_program;
use crate::platform::{Input, TraceRecord, caught, named, panic_on};

/// The plugins of a manager, and what they have asked for.
#[derive(Default)]
pub(super) struct Plugins {
    /// Empty while they are called.
    pub(super) list: Vec<Box<dyn Plugin>>,
    /// Whether no further tick runs in this frame.
    frame_is_over: bool,
    /// The end of the run, in order or with an error.
    pub(super) stopped: Option<Result<(), Box<dyn Error>>>,
}

impl ScreenManager {
    /// Adds a plugin, the last in the list. A second one of the same type takes the place of the first.
    pub fn add_plugin(&mut self, plugin: impl Plugin) {
        let end = self.plugins.list.len();
        self.insert_plugin(end, Box::new(plugin));
    }

    /// Adds a plugin that is called before the others: one that brings input, such as a script.
    pub fn add_first_plugin(&mut self, plugin: impl Plugin) {
        self.insert_plugin(0, Box::new(plugin));
    }

    fn insert_plugin(&mut self, place: usize, plugin: Box<dyn Plugin>) {
        let kind = |plugin: &dyn Plugin| (plugin as &dyn Any).type_id();
        let list = &mut self.plugins.list;
        match list.iter_mut().find(|known| kind(known.as_ref()) == kind(plugin.as_ref())) {
            Some(known) => *known = plugin,
            None => list.insert(place, plugin),
        }
    }

    /// Returns the plugin of this type, for instance to read what it has counted. While plugins are called there is none.
    pub fn plugin<P: Plugin>(&self) -> Option<&P> {
        self.plugins.list.iter().find_map(|plugin| (plugin.as_ref() as &dyn Any).downcast_ref())
    }

    /// As [`plugin`](Self::plugin), to change it.
    pub fn plugin_mut<P: Plugin>(&mut self) -> Option<&mut P> {
        self.plugins.list.iter_mut().find_map(|plugin| (plugin.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Commands the end of the program with the next tick, as a window's close button does. A screen may refuse.
    pub const fn ask_to_quit(&mut self) {
        self.is_asked_to_quit = true;
    }

    /// Whether the next tick commands the end of the program.
    pub const fn is_asked_to_quit(&self) -> bool {
        self.is_asked_to_quit
    }

    /// Runs no further tick in this frame. A plugin calls it, for instance for a screenshot of the tick.
    pub const fn end_frame(&mut self) {
        self.plugins.frame_is_over = true;
    }

    /// Ends the run at once, without a command: no screen is asked, and no further tick runs. A plugin calls it, for
    /// instance at the end of a replay.
    pub fn stop(&mut self) {
        self.plugins.stopped.get_or_insert(Ok(()));
    }

    fn stop_at(&mut self, result: Result<(), Box<dyn Error>>) {
        if result.is_err() {
            self.plugins.stopped.get_or_insert(result);
        }
    }

    /// Ends the run: calls [`Plugin::end`] of each plugin. A loop of one's own calls it at its end, while its window is
    /// open; a `Session` does so by itself.
    ///
    /// # Errors
    ///
    /// The error of a plugin that has stopped the run, or else the first one of its end.
    pub fn finish(&mut self) -> Result<(), Box<dyn Error>> {
        let mut result = self.plugins.stopped.replace(Ok(())).unwrap_or(Ok(()));
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

    /// Runs as many ticks of 1/60 s as fit into `elapsed`, at most five, and returns their number.
    /// Called once a frame, before [`draw`](ScreenManager::draw). `input` is the input since the last
    /// call; a press is seen by exactly one tick.
    ///
    /// Times above 250 ms count as 250 ms, and what five ticks cannot catch up is dropped. While a phase loads there is
    /// at most one tick in a frame, so that each is displayed, and no further tick follows the one that covers the
    /// screens for a change of them: the full cover is displayed too.
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> u32 {
        if self.has_ended() {
            return 0;
        }
        let elapsed = self.begin_frame(elapsed, input);
        let due = self.fixed_step.advance(elapsed);
        // The frame in which a load ends has no further tick either.
        let was_loading = self.state.is_loading();
        self.plugins.frame_is_over = false;
        for done in 0..due {
            let is_displayed = was_loading
                || self.state.is_loading()
                || self.state.transition().is_some_and(Running::is_covered);
            let is_over = self.plugins.frame_is_over || self.plugins.stopped.is_some();
            if is_over || done > 0 && is_displayed {
                return done;
            }
            let input = std::mem::take(&mut self.input);
            let mut turn = self.new_turn(input);
            let ticked = caught(|| self.tick_with_plugins(&mut turn));
            turn.input.end_step();
            (self.input, self.input_waits) = (turn.input, false);
            ticked.unwrap_or_else(|message| panic_on(message));
        }
        due
    }

    /// As [`advance`](ScreenManager::advance), with the time in seconds, as macroquad's `get_frame_time` returns it.
    /// Any number is a time: a negative one, as after the system's clock was set back, and NaN are 0, and an
    /// infinite one is as long as the longest.
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
        // What is no duration is too long, or NaN, or negative.
        let seconds = seconds.into();
        let longest = if seconds > 0.0 { Duration::MAX } else { Duration::ZERO };
        self.advance(Duration::try_from_secs_f64(seconds).unwrap_or(longest), input)
    }

    /// Runs one tick with the plugins around it, without a clock. A loop with a display calls
    /// [`advance`](ScreenManager::advance) instead. Does nothing once the program has ended.
    ///
    /// # Panics
    ///
    /// Code of the game has panicked: [`ScreenManager`] says what is so then.
    pub fn step(&mut self, input: &Input) {
        let mut turn = self.new_turn(input.clone());
        self.tick_with_plugins(&mut turn);
    }

    /// Takes the input of a frame, and passes it along the plugins. Returns the time that passes for the game.
    fn begin_frame(&mut self, elapsed: Duration, input: &Input) -> Duration {
        // The one copy: plugins and the gate change it in place, and the caller's input is its own.
        let input = input.clone();
        let mut frame = Frame { input, since_last: elapsed, elapsed, is_scripted: false };
        let called = caught(|| {
            self.call_plugins("before_frame", |plugin, manager| plugin.before_frame(manager, &mut frame));
        });
        match self.input_waits {
            true => self.input.merge(&frame.input),
            false => self.input = frame.input,
        }
        if frame.elapsed.is_zero() && !elapsed.is_zero() {
            self.input.drop_finished_presses();
        }
        self.input_waits = true;
        called.unwrap_or_else(|message| panic_on(message));
        frame.elapsed
    }

    fn new_turn(&mut self, input: Input) -> Turn {
        Turn { input, events: Vec::new(), quits: std::mem::take(&mut self.is_asked_to_quit) }
    }

    /// One tick of the game and of its plugins.
    fn tick_with_plugins(&mut self, turn: &mut Turn) {
        if self.has_ended() {
            return;
        }
        self.call_plugins("before_tick", |plugin, manager| {
            if manager.plugins.stopped.is_none() {
                let result = plugin.before_tick(manager, turn);
                manager.stop_at(result);
            }
        });
        if self.plugins.stopped.is_some() {
            return;
        }
        turn.events.drain(..).for_each(|event| self.post(event));
        if turn.quits {
            self.command(ScreenCommand::Quit);
        }
        self.tick_game(&mut turn.input);
        if !self.plugins.list.is_empty() {
            self.show_records(|manager, records| {
                manager.call_plugins("after_tick", |plugin, manager| {
                    let result = plugin.after_tick(manager, records);
                    manager.stop_at(result);
                });
            });
        }
    }

    /// Calls a hook of each plugin, in order.
    fn call_plugins(&mut self, hook: &str, mut call: impl FnMut(&mut dyn Plugin, &mut Self)) {
        if self.plugins.list.is_empty() {
            return;
        }
        let mut list = std::mem::take(&mut self.plugins.list);
        let called = caught(|| {
            for plugin in &mut list {
                let name = plugin.name();
                named(|| format!("`{hook}` of plugin `{name}`"), || call(plugin.as_mut(), self));
            }
        });
        // They may have added others.
        list.append(&mut self.plugins.list);
        self.plugins.list = list;
        called.unwrap_or_else(|message| panic_on(message));
    }

    /// Calls `call` with the records of the trace that the plugins have not seen.
    fn show_records(&mut self, call: impl FnOnce(&mut Self, &[TraceRecord])) {
        let trace = self.services.trace.clone();
        trace.show(|records| call(self, records));
    }

    /// Draws what the plugins draw over the game.
    pub(super) fn draw_plugins(&self) {
        for plugin in &self.plugins.list {
            let name = plugin.name();
            let draw = || named(|| format!("`draw` of plugin `{name}`"), || plugin.draw(self));
            #[cfg(feature = "window")]
            in_program(draw);
            #[cfg(not(feature = "window"))]
            draw();
        }
    }
}
