//! What takes part in the frames and ticks of a game beside its screens, and the list of it.

use std::any::{Any, type_name};
use std::error::Error;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ScreenManager;
use crate::platform::{Input, Placed, TraceRecord, calling};

/// A part of a program beside its screens: it changes the input of a tick, sees what the tick has done, and draws over
/// the game. An input script, a recorder, a mixer, a debug overlay and the writer of a trace are plugins.
///
/// The plugins of a manager are one list, in the order of [`ScreenManager::add_plugin`]; there may be several of a type:
///
/// ```text
/// a frame   before_frame of each plugin, with the input since the last frame
///   a tick  before_tick of each plugin, with the input of the tick
///           the tick of the game
///           after_tick of each plugin, with the records of the trace
///           up to five ticks, or none
///           the game is drawn
///           draw of each plugin
/// the end   end of each plugin
/// ```
///
/// One [`Input`] is passed along the list: the later plugins and the game see what a plugin changes. A window, a page,
/// a headless run and a game's own loop call the same plugins, because [`ScreenManager::advance`],
/// [`step`](ScreenManager::step) and [`draw`](ScreenManager::draw) call them.
///
/// ```
/// use std::error::Error;
///
/// use proscenium_core::flow::{Plugin, ScreenManager, TickInput};
/// use proscenium_core::platform::{Action, Clock, Input};
///
/// /// Presses a button again and again while it is held.
/// #[derive(Default)]
/// struct Turbo {
///     presses: u32,
/// }
///
/// impl Plugin for Turbo {
///     fn before_tick(&mut self, manager: &mut ScreenManager, tick: &mut TickInput) -> Result<(), Box<dyn Error>> {
///         if tick.input.is_held(Action::JUMP) && manager.tick() % 2 == 0 {
///             tick.input.pressed.insert(Action::JUMP);
///             self.presses += 1;
///         }
///         Ok(())
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.add_plugin(Turbo::default());
/// manager.advance(Clock::TICK * 4, &Input::holding([Action::JUMP]));
/// assert_eq!(manager.plugins().get::<Turbo>().map(|turbo| turbo.presses), Some(2));
/// ```
///
/// A panic of a plugin ends the run as a panic of a screen does, with the [name](Plugin::name) of the plugin.
pub trait Plugin: Any {
    /// Called by [`ScreenManager::advance`] once a frame, before its ticks, even in a frame without ticks.
    fn before_frame(&mut self, _manager: &mut ScreenManager, _frame: &mut FrameInput) {}

    /// Called before each tick.
    ///
    /// # Errors
    ///
    /// An error stops the run before the tick: see [`ScreenManager::finish`].
    fn before_tick(
        &mut self,
        _manager: &mut ScreenManager,
        _tick: &mut TickInput,
    ) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Called after each tick, with the records of the trace since the last call.
    ///
    /// # Errors
    ///
    /// An error stops the run. The later plugins are called first.
    fn after_tick(
        &mut self,
        _manager: &mut ScreenManager,
        _records: &[TraceRecord],
    ) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Draws over the game, once a frame: in the view of the active screen and without a material.
    fn draw(&self, _manager: &ScreenManager) {}

    /// Called at the end of the run, by [`ScreenManager::finish`], with the rest of the trace.
    ///
    /// # Errors
    ///
    /// An error is the result of the run, if there was none before.
    fn end(&mut self, _manager: &mut ScreenManager, _records: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        Ok(())
    }

    /// Returns the name that a panic of the plugin has in its message, by default the name of its type.
    fn name(&self) -> &'static str {
        type_name::<Self>()
    }
}

/// What a frame gets from outside.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameInput {
    /// The input since the last frame. A plugin [removes](Input::consume) what the game is not to see.
    pub input: Input,
    /// The time since the last frame.
    pub since_last: Duration,
    /// The time that passes for the game, at first `since_last`; a plugin changes it to make the game slower or faster.
    /// With zero the game stands still, and a press reaches its next tick only if it is still held then.
    pub elapsed: Duration,
    /// Whether an input script plays. What a plugin changes then changes the run of the script.
    pub is_scripted: bool,
    /// Whether the next tick commands the end of the program: [`ScreenManager::ask_to_quit`].
    pub quits: bool,
}

/// What a tick gets from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TickInput {
    /// The input of the tick, from the frames since the last tick. In a further tick of the same frame it has only what
    /// is held, with the changes of the plugins.
    pub input: Input,
    /// The names of events that are posted before the tick.
    pub events: Vec<String>,
    /// Whether the end of the program is commanded before the tick.
    pub quits: bool,
}

/// The plugins of a manager, in the order in which they are called.
#[derive(Default)]
pub struct Plugins {
    /// Empty while they are called.
    list: Vec<Box<dyn Plugin>>,
    /// The plugins that were added meanwhile, and whether each is to be the first.
    added: Vec<(Box<dyn Plugin>, bool)>,
    is_called: bool,
    /// Whether no further tick runs in this frame.
    pub(super) frame_is_over: bool,
    /// Why a plugin has stopped the run.
    pub(super) error: Option<Box<dyn Error>>,
}

impl Plugins {
    /// Adds a plugin that is called before the others: one that brings input, such as a script.
    pub fn add_first(&mut self, plugin: impl Plugin) {
        self.insert(Box::new(plugin), true);
    }

    /// Returns the first plugin of this type, for instance to read what it has counted; `None` while plugins are
    /// called.
    pub fn get<P: Plugin>(&self) -> Option<&P> {
        self.list.iter().find_map(|plugin| (plugin.as_ref() as &dyn Any).downcast_ref())
    }

    /// As [`get`](Self::get), to change it.
    pub fn get_mut<P: Plugin>(&mut self) -> Option<&mut P> {
        self.list.iter_mut().find_map(|plugin| (plugin.as_mut() as &mut dyn Any).downcast_mut())
    }

    /// Runs no further tick in this frame. A plugin calls it, for instance for a screenshot of the tick.
    pub const fn end_frame(&mut self) {
        self.frame_is_over = true;
    }

    fn insert(&mut self, plugin: Box<dyn Plugin>, is_first: bool) {
        if self.is_called {
            return self.added.push((plugin, is_first));
        }
        let place = if is_first { 0 } else { self.list.len() };
        self.list.insert(place, plugin);
    }
}

impl ScreenManager {
    /// Adds a plugin at the end of the list. A plugin that another one adds is first called in the next call of the
    /// list.
    pub fn add_plugin(&mut self, plugin: impl Plugin) {
        self.plugins.insert(Box::new(plugin), false);
    }

    /// Commands the end of the program with the next tick, as a window's close button does. A screen may refuse.
    pub const fn ask_to_quit(&mut self) {
        self.frames.is_asked_to_quit = true;
    }

    /// Ends the run at once, without a command: no screen is asked, no further tick runs, and what waits is rejected. A
    /// plugin calls it, for instance at the end of a replay.
    pub fn stop(&mut self) {
        self.close();
    }

    pub(super) fn stop_at(&mut self, result: Result<(), Box<dyn Error>>) {
        if let Err(error) = result {
            self.plugins.error.get_or_insert(error);
            self.close();
        }
    }

    /// Calls a hook of each plugin, in order.
    pub(super) fn call_plugins(
        &mut self,
        hook: &'static str,
        mut call: impl FnMut(&mut dyn Plugin, &mut Self),
    ) {
        let mut list = std::mem::take(&mut self.plugins.list);
        self.plugins.is_called = true;
        for plugin in &mut list {
            let _calling = calling(hook, "plugin", plugin.name());
            call(plugin.as_mut(), self);
        }
        self.plugins.is_called = false;
        self.plugins.list = list;
        for (plugin, is_first) in std::mem::take(&mut self.plugins.added) {
            self.plugins.insert(plugin, is_first);
        }
    }

    /// Calls `call` with the records of the trace that the plugins have not seen.
    pub(super) fn show_records(&mut self, call: impl FnOnce(&mut Self, &[TraceRecord])) {
        if self.plugins.list.is_empty() {
            return;
        }
        let trace = self.services.trace.clone();
        trace.show(|records| call(self, records));
    }

    /// Draws what the plugins draw over the game.
    pub(super) fn draw_plugins(&self, view: Placed) {
        for plugin in &self.plugins.list {
            let _calling = calling("draw", "plugin", plugin.name());
            self.surface.draw_plugin(view, &|| plugin.draw(self));
        }
    }
}
