//! A screen: one mode of the game.

use std::any::Any;
use std::fmt;

use super::context::{DrawContext, ScreenContext};
use super::cover::Cover;
use super::event::{EventFlow, GameEvent};
use crate::platform::name_type;

name_type! {
    /// Names a screen: `main_menu`, `pause`. Small letters, digits and `_` by convention.
    ScreenId
}

/// What a screen leaves to the one below it: the answer of a question, the chosen level.
pub struct ScreenValue {
    from: ScreenId,
    value: Box<dyn Any>,
}

impl ScreenValue {
    pub(super) fn new(from: ScreenId, value: Box<dyn Any>) -> Self {
        Self { from, value }
    }

    /// The screen that ended with this value.
    pub const fn from(&self) -> ScreenId {
        self.from
    }

    /// The value, if it is a `T`.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.value.downcast_ref()
    }
}

impl fmt::Debug for ScreenValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScreenValue(from {})", self.from)
    }
}

/// Whether a screen agrees to leave the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// The command goes on.
    Yes,
    /// The command is rejected, and no screen has changed.
    No,
}

/// One mode of the game: the logo, a menu, the game itself, the pause menu over it.
///
/// Everything but [`update`](GameScreen::update) may be left out. A screen never changes the
/// stack; it asks for a change through its [`ScreenContext`], and the manager carries it out at
/// the end of the tick.
///
/// ```
/// use proscenium::flow::{GameScreen, ScreenContext};
/// use proscenium::platform::Action;
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
    /// One tick of the active screen, and of covered ones as far as the [`Cover`] of those above lets
    /// them. [`ScreenContext::delta`] is the time that passes for this screen.
    ///
    /// A screen that has just joined the stack gets its first update in the same tick, without
    /// input, so that it is never drawn before it was updated.
    fn update(&mut self, cx: &mut ScreenContext<'_>);

    /// Draws the screen, in a window; headless it is not called. It cannot change the screen, and
    /// may call any function of macroquad. [`DrawContext::draw_parent`] draws the screen below
    /// first, where that is wanted.
    fn draw(&self, _cx: &DrawContext<'_>) {}

    /// What this screen does to those below it. Called in every tick.
    fn cover(&self) -> Cover {
        Cover::default()
    }

    /// It joins the stack: once, before anything else.
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// It becomes the top of the stack: after [`on_enter`](GameScreen::on_enter), and each time
    /// the screen above it has left.
    fn on_active(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// It stops being the top: because another is pushed above, or because it will leave.
    fn on_inactive(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// It leaves the stack: once, after everything else.
    fn on_exit(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// The screen above ended with a value. Called before [`on_active`](GameScreen::on_active).
    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: ScreenValue) {}

    /// Something happened. Called in step 2 of the tick, for the active screen first and then
    /// for those below, until one answers [`EventFlow::Handled`].
    fn on_event(&mut self, _cx: &mut ScreenContext<'_>, _event: &dyn GameEvent) -> EventFlow {
        EventFlow::Pass
    }

    /// A command wants to remove the screen. Called before the first hook of that command and before
    /// its transition. A screen that answers [`Leave::No`] may use `cx` to push a question first.
    fn request_leave(&mut self, _cx: &mut ScreenContext<'_>) -> Leave {
        Leave::Yes
    }
}
