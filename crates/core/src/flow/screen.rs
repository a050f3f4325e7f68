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

use super::command::ScreenCommand;
use super::context::ScreenContext;
use super::cover::Cover;
use super::draw_context::DrawContext;
use super::event::GameEvent;
use super::handle::FlowHandle;
use super::machines::Machines;
use super::mistakes::Asked;
use super::save::{SaveError, SavedState};
use super::screen_id::{ScreenId, Visit};
use super::transition::{Transition, TransitionStep};
use crate::platform::named;

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
    /// Updates the active screen each tick, and covered ones as the [`Cover`] of those above says.
    /// [`ScreenContext::delta`] is the time that passes for this screen.
    ///
    /// A new screen is updated in the tick in which it joins the stack, without input, so that it is
    /// never drawn before its first update. A screen that a save brings back is not: see
    /// [`restore`](Self::restore).
    ///
    /// A screen is updated, without input, while a transition covers or uncovers it: a game that has pushed its pause
    /// menu goes on until the menu is there, unless it asks [`ScreenContext::in_transition`].
    fn update(&mut self, cx: &mut ScreenContext<'_>);

    /// Draws the screen in a window, with any function of macroquad. Not called headless. In a
    /// `kit::Game` the camera is the one of the [virtual screen](DrawContext::view_size); for another one
    /// there is `DrawContext::with_camera`. There is no material at first, and what the screen leaves set ends with it.
    /// [`DrawContext::draw_parent`] draws the screen below.
    fn draw(&self, _cx: &DrawContext<'_>) {}

    /// Whether the screen has a layout for an upright window. Then its
    /// [`view_size`](ScreenContext::view_size) is the upright size of the game while the window is higher than
    /// wide. A screen without one is shown at the top of such a window.
    fn has_upright_view(&self) -> bool {
        false
    }

    /// What this screen does to those below it. Called in each tick in which there are some.
    fn cover(&self) -> Cover {
        Cover::default()
    }

    /// Called once when the screen joins the stack, before all other hooks. [`ScreenContext::payload`] is
    /// the data of this visit. In each hook [`ScreenContext::change`] says why it is called, `change_from` and `change_to` from which screen to
    /// which one.
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when it becomes the top: after [`on_enter`](GameScreen::on_enter), and each time the
    /// screen above it has left.
    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when it stops being the top: another is pushed, or it will leave.
    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called once when it leaves the stack, after all other hooks. Without
    /// [`on_inactive`](GameScreen::on_inactive) before it if the screen was covered.
    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called when the screen above ended with a value ([`pop_with`](super::FlowHandle::pop_with)), before
    /// [`on_active`](GameScreen::on_active): the answer to a question, the chosen level.
    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: &dyn Any) {}

    /// Called with each step of a transition, for each screen on the stack, the active one first, and for the backdrop
    /// ([`ScreenContext::is_active`] tells them apart): with [`Out`](TransitionStep::Out) when it begins, with
    /// [`In`](TransitionStep::In) after the hooks of the change, and with [`Done`](TransitionStep::Done) at its end. The
    /// trace has no record of these calls.
    fn on_transition(&mut self, _cx: &mut ScreenContext<'_>, _step: TransitionStep) {}

    /// Called with each event in step 2 of the tick, for the active screen first and then for those
    /// below, until one returns [`ControlFlow::Break`]: it has handled the event.
    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called before the screen joins the stack by a push, a replacement or a reset, and before the
    /// transition: nothing has changed yet. A command that it returns is applied instead of that one, which
    /// is rejected; the [ticket](super::Ticket) has the outcome of the new one. A resident screen that is on the stack already is not asked, nor is the first screen of
    /// a phase; what follows a load in a batch is asked after the load. [`ScreenContext::payload`] is that
    /// of the visit.
    ///
    /// ```
    /// use proscenium_core::flow::{GameScreen, ScreenCommand, ScreenContext};
    ///
    /// struct Shop { is_open: bool }
    ///
    /// impl GameScreen for Shop {
    ///     fn redirect(&self, _cx: &ScreenContext<'_>) -> Option<ScreenCommand> {
    ///         (!self.is_open).then(|| ScreenCommand::push("closed"))
    ///     }
    ///
    ///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
    /// }
    /// ```
    ///
    /// With an empty [batch](ScreenCommand::Batch) instead, everything stays as it is. More than
    /// [`MAX_FOLLOW_UPS`](super::ScreenManager::MAX_FOLLOW_UPS) redirections of one request are a loop,
    /// which is a failure that names the screens.
    fn redirect(&self, _cx: &ScreenContext<'_>) -> Option<ScreenCommand> {
        None
    }

    /// Whether the way back leads past this screen. Asked when the screens above it are popped or removed:
    /// instead of becoming active again it leaves with them, and their value goes to the first screen below
    /// that stays. The lowest screen stays, and one that [`pop_to`](super::FlowHandle::pop_to) names.
    ///
    /// For a choice of levels, a login or an introduction, to which a player does not come back.
    fn is_skipped(&self) -> bool {
        false
    }

    /// Whether the screen agrees to leave. Called before the transition and the hooks of a command that
    /// removes it; [`ScreenContext::change`] is that command. If it does not, the command is rejected, and no screen
    /// changes; it may push a question first, and [repeat](super::FlowHandle::repeat_refused) the command after the
    /// answer. A Loading screen is also asked at the end of its load, in each tick until it agrees.
    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        true
    }

    /// Writes the screen's own state for a save of the flow, with [`SavedState::write`]; the default
    /// writes nothing. The units of [kept](Machines::keep) populations are saved without it.
    ///
    /// # Errors
    ///
    /// The state cannot be saved; then nothing is.
    fn save(&self, _state: &mut SavedState, _machines: &Machines) -> Result<(), SaveError> {
        Ok(())
    }

    /// Takes over the state that [`save`](GameScreen::save) has written. Called when a save is restored,
    /// after the [`on_enter`](GameScreen::on_enter) of all screens and when the units of their kept
    /// populations are back, before [`on_active`](GameScreen::on_active) of the top. The screen is not
    /// updated before its next tick, but it may be drawn, so what `draw` needs is set in `on_enter` or here. The payload of its visit is not part of a save.
    ///
    /// # Errors
    ///
    /// The state cannot be used. The screen goes on as a new one, and [`Restored`](super::Restored) says so. It also
    /// says so where the state is not read at all.
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
    pub(super) machines: Machines,
    pub(super) asked: Asked,
    /// The time that is still to pass for the machines, after the updates of all screens.
    pub(super) due: Option<Duration>,
}

impl Live {
    /// Asks the screen. A panic names it.
    pub(super) fn ask<T>(&self, what: &str, question: impl FnOnce(&dyn GameScreen) -> T) -> T {
        named(|| format!("`{what}` of screen `{}`", self.id), || question(self.screen.as_ref()))
    }
}
