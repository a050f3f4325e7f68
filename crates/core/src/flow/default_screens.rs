//! A failure of the flow, and the default Loading screen and failure screen.

use std::any::Any;
use std::rc::Rc;

use super::command::ScreenCommand;
use super::context::ScreenContext;
use super::draw_context::DrawContext;
use super::save::SavedFlow;
use super::screen::GameScreen;
use crate::phase::{LoadError, LoadStatus, PhaseId};
use crate::platform::Action;

/// Why the flow cannot go on, for the failure screen.
#[derive(Clone)]
pub struct Failure {
    /// The phase that failed; `None` before the first one.
    pub phase: Option<PhaseId>,
    pub(super) payload: Option<Rc<dyn Any>>,
    /// The save whose phase was being loaded.
    pub(super) restoring: Option<SavedFlow>,
    /// The cause with path and place, for the player and for the log.
    pub cause: String,
    /// The required resource that could not be loaded, if it is the cause: a [`LoadError::Resource`] with its kind, id, file
    /// and cause, for a game that shows some of them in its own way.
    pub error: Option<LoadError>,
}

impl Failure {
    /// The command that loads the phase again, with its payload, or restores the save that it was loaded for; `None`
    /// without a phase.
    pub fn retry(&self) -> Option<ScreenCommand> {
        let restore = self.restoring.clone().map(ScreenCommand::Restore);
        restore.or_else(|| Some(ScreenCommand::Load(self.phase?, self.payload.clone())))
    }
}

/// A plain Loading screen: a bar, the percentage and the item's name. When nothing arrives any more, *accept* or
/// a click tries again. A game replaces it with
/// [`ScreenManager::set_loading_screen`](super::ScreenManager::set_loading_screen).
pub struct LoadingScreen;

impl GameScreen for LoadingScreen {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.load_status().is_some_and(LoadStatus::is_stalled) && is_accepted(cx) {
            cx.retry_load();
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        if let Some(status) = cx.load_status() {
            let item = status.item.as_ref().map_or("", |item| item.name());
            let hint = if status.is_stalled() { "    nothing arrives; Enter: try again" } else { "" };
            let text = format!("{item}{hint}");
            cx.surface().draw_progress(cx.view_size(), status.progress.fraction, &text);
        }
    }
}

fn is_accepted(cx: &ScreenContext<'_>) -> bool {
    cx.input().is_pressed(Action::ACCEPT) || cx.input().pointer.pressed
}

/// A plain failure screen: the cause, *accept* or a click to try again, *cancel* to quit. A game replaces it
/// with [`ScreenManager::set_failure_screen`](super::ScreenManager::set_failure_screen).
pub struct FailureScreen(pub Failure);

impl GameScreen for FailureScreen {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::CANCEL) {
            cx.quit();
        } else if is_accepted(cx) {
            cx.command(self.0.retry().unwrap_or(ScreenCommand::Quit));
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let retry = if self.0.retry().is_some() { "Enter: try again    " } else { "" };
        let text = format!("{}\n\n{retry}Escape: quit", self.0.cause);
        cx.surface().draw_message(cx.view_size(), &text);
    }
}
