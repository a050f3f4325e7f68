//! What takes part in the frames and ticks of a game beside its screens.

use std::any::{Any, type_name};
use std::error::Error;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ScreenManager;
use crate::platform::{Input, TraceRecord};

/// A part of a program beside its screens: it changes the input of a tick, sees what the tick has done, and draws over
/// the game. An input script, a recorder, a mixer, a debug overlay and the writer of a trace are plugins.
///
/// The plugins of a manager are one list, in the order of [`ScreenManager::add_plugin`]:
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
/// One [`Input`] is passed along the list: what a plugin changes, the later ones and the game see. A window, a page, a
/// headless run and a loop of one's own call the same plugins, because [`ScreenManager::advance`],
/// [`step`](ScreenManager::step) and [`draw`](ScreenManager::draw) call them.
///
/// ```
/// use std::error::Error;
///
/// use proscenium_core::flow::{Plugin, ScreenManager, Turn};
/// use proscenium_core::platform::{Action, Clock, Input};
///
/// /// Presses a button again and again while it is held.
/// #[derive(Default)]
/// struct Turbo {
///     presses: u32,
/// }
///
/// impl Plugin for Turbo {
///     fn before_tick(&mut self, manager: &mut ScreenManager, turn: &mut Turn) -> Result<(), Box<dyn Error>> {
///         if turn.input.is_held(Action::JUMP) && manager.tick() % 2 == 0 {
///             turn.input.pressed.insert(Action::JUMP);
///             self.presses += 1;
///         }
///         Ok(())
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.add_plugin(Turbo::default());
/// manager.advance(Clock::TICK * 4, &Input::holding([Action::JUMP]));
/// assert_eq!(manager.plugin::<Turbo>().map(|turbo| turbo.presses), Some(2));
/// ```
///
/// A panic of a plugin comes out of the manager as a panic of a screen does, with the [name](Plugin::name) of the plugin.
pub trait Plugin: Any {
    /// Called by [`ScreenManager::advance`] once a frame, before its ticks, also in a frame that has none.
    fn before_frame(&mut self, _manager: &mut ScreenManager, _frame: &mut Frame) {}

    /// Called before each tick.
    ///
    /// # Errors
    ///
    /// An error stops the run before the tick: see [`ScreenManager::finish`].
    fn before_tick(&mut self, _manager: &mut ScreenManager, _turn: &mut Turn) -> Result<(), Box<dyn Error>> {
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

    /// Draws over the game, once a frame: with the camera of the virtual screen (in a loop of one's own the one that
    /// [`ScreenManager::draw`] starts from) and without a material.
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
pub struct Frame {
    /// The input since the last frame. A plugin [removes](Input::consume) what the game is not to see.
    pub input: Input,
    /// The time since the last frame.
    pub since_last: Duration,
    /// The time that passes for the game, at first the same: a plugin makes the game slower or faster with it. With zero
    /// the game stands still, and a press reaches its next tick only if it is still held then.
    pub elapsed: Duration,
    /// Whether an input script plays. What a plugin changes then changes the run of the script.
    pub is_scripted: bool,
}

/// What a tick gets from outside.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// The input of the tick: what the frames since the last tick have brought. In a further tick of the same frame only
    /// what is held is left of it, with the changes of the plugins.
    pub input: Input,
    /// The names of events that are posted before the tick.
    pub events: Vec<String>,
    /// Whether the end of the program is commanded before the tick.
    pub quits: bool,
}
