//! A screen.
//!
//! `screen`, `context`, `draw_context`, `handle`, `request` and `command` use each other in a circle: a
//! screen is called with a context, through which it requests commands, which bring boxed screens, and it
//! is drawn with a view of the screens below. Only a screen without its type could cut it, at the price of
//! a check at run time. All other files of `flow` use each other one way.

use std::any::Any;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use super::context::ScreenContext;
use super::cover::Cover;
use super::draw_context::DrawContext;
use super::event::GameEvent;
use super::handle::FlowHandle;
use super::mistakes::Asked;
use super::populations::Populations;
use super::save::{SaveContext, SaveError, SavedState};
use super::screen_id::{ScreenId, Visit};
use super::transition::Transition;
use crate::platform::{View, Views, calling};

/// One mode of the game: the logo, a menu, the game itself, the pause menu over it.
///
/// Only [`update`](GameScreen::update) is required. A screen requests changes of the stack with its
/// [`ScreenContext`]. The manager applies them at the end of the tick.
///
/// ```
/// use proscenium_core::flow::{GameScreen, ScreenContext};
/// use proscenium_core::platform::Action;
///
/// struct Credits;
///
/// impl GameScreen for Credits {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         if cx.input().is_pressed(Action::CANCEL) {
///             cx.pop();
///         }
///     }
/// }
/// ```
pub trait GameScreen: Any {
    /// Updates the screen: in each tick while it is active, and as the [`Cover`]s above allow while it is covered.
    /// [`ScreenContext::delta`] is the time that passes for this screen.
    ///
    /// A new screen is updated in the tick in which it joins the stack, without input, so that it is never drawn before
    /// its first update. A screen that a save restores is not: see [`restore`](Self::restore).
    ///
    /// A screen is updated, without input, while a transition covers or uncovers it: a game that has pushed its pause
    /// menu goes on until the menu is there, unless it asks [`ScreenContext::in_transition`].
    fn update(&mut self, cx: &mut ScreenContext<'_>);

    /// Draws the screen in a window, with any function of macroquad. Not called headless. The screen starts with the
    /// camera of its [view](Self::view) and without a material, and what it sets ends with it. `cx.with_camera` of
    /// `proscenium::window::DrawExt` sets another camera. [`DrawContext::draw_parent`] draws the screen below.
    fn draw(&self, _cx: &DrawContext<'_>) {}

    /// Returns the view of the screen; [`view_size`](ScreenContext::view_size) is its size. A screen with a layout for
    /// an upright window returns [`views.suitable()`](Views::suitable); another one is shown at the top of such a
    /// window. A [parent](DrawContext::draw_parent) that it draws is cut at its own view.
    fn view(&self, views: &Views) -> View {
        views.wide
    }

    /// Returns what this screen does to the screens below it. Called in each tick in which there are some. A screen whose cover depends
    /// on a shared value keeps the cover in a field, which its [`update`](Self::update) sets.
    fn cover(&self) -> Cover {
        Cover::default()
    }

    /// Called once when the screen joins the stack, before all other hooks. [`ScreenContext::payload`] is the data of
    /// this visit. In each hook [`ScreenContext::change`] is the reason, and `change_from` and `change_to` are the
    /// active screens before and after.
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when the screen becomes the top: after [`on_enter`](GameScreen::on_enter), and each time the
    /// screen above it has left.
    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when the screen stops being the top: another one is pushed, or it will leave.
    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called once when the screen leaves the stack, after all other hooks. A covered screen gets no
    /// [`on_inactive`](GameScreen::on_inactive) before it.
    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when the screen above ended with a value ([`pop_with`](super::FlowHandle::pop_with)), before
    /// [`on_active`](GameScreen::on_active): the answer to a question, the chosen level.
    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: &dyn Any) {}

    /// Called with each event in step 2 of the tick, for the active screen and then for the screens below, until one
    /// returns [`ControlFlow::Break`]: it has handled the event.
    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Returns whether the screen agrees to leave. Called before the transition and the hooks of a command that removes
    /// it; [`ScreenContext::change`] is that command. If the screen refuses, the command is rejected and no screen
    /// changes; it may push a question, and request what it wants after the answer. A Loading screen is also asked at
    /// the end of its load, in each tick until it agrees.
    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        true
    }

    /// Writes the screen's own state for a save of the flow, with [`SaveContext::write`]; the default
    /// writes nothing. The units of [kept](Populations::keep) populations and the shared values of
    /// [`share_saved`](super::ScreenManager::share_saved) are saved without it.
    ///
    /// # Errors
    ///
    /// The state cannot be saved; then the whole flow is not saved.
    fn save(&self, _cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
        Ok(())
    }

    /// Restores the state that [`save`](GameScreen::save) has written. Called after the
    /// [`on_enter`](GameScreen::on_enter) of all screens, when the shared values and the units of kept populations are
    /// back, and before the [`on_active`](GameScreen::on_active) of the top. The screen may be drawn before its next
    /// update, so `on_enter` or this method sets what `draw` needs. The payload of its visit is not part of a save.
    ///
    /// # Errors
    ///
    /// The state cannot be used. The screen goes on as a new one, and [`Restored`](super::Restored) says so, as it does
    /// if the screen does not read its state.
    fn restore(&mut self, _cx: &mut ScreenContext<'_>, _state: &SavedState) -> Result<(), SaveError> {
        Ok(())
    }
}

/// A screen on the stack, with what the manager keeps beside it.
pub(super) struct Live {
    pub(super) id: ScreenId,
    pub(super) visit: Visit,
    pub(super) flow: FlowHandle,
    pub(super) screen: Box<dyn GameScreen>,
    pub(super) payload: Option<Rc<dyn Any>>,
    pub(super) is_resident: bool,
    pub(super) was_updated: bool,
    /// The transition that leads back from it.
    pub(super) back: Option<Rc<dyn Transition>>,
    pub(super) populations: Populations,
    pub(super) asked: Asked,
    /// The time that is still to pass for the machines, after the updates of all screens.
    pub(super) due: Option<Duration>,
}

impl Live {
    /// The screen's view.
    pub(super) fn view(&self, views: &Views) -> View {
        self.ask("view", |screen| screen.view(views))
    }

    /// Asks the screen.
    pub(super) fn ask<T>(&self, what: &'static str, question: impl FnOnce(&dyn GameScreen) -> T) -> T {
        let _calling = calling(what, "screen", self.id.name());
        question(self.screen.as_ref())
    }
}
