//! The outcome of a request, for the code that made it.

use std::cell::OnceCell;
use std::rc::Rc;

/// The ticket of a request. Its clones have the same outcome, for as long as they are kept. That of a
/// [save](super::FlowHandle::save) has its text.
///
/// ```
/// use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext, Ticket};
///
/// #[derive(Default)]
/// struct Menu {
///     shop: Option<Ticket>,
///     is_shop_closed: bool,
/// }
///
/// impl GameScreen for Menu {
///     fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
///         self.shop = Some(cx.command(ScreenCommand::push("shop")));
///     }
///
///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {
///         let outcome = self.shop.as_ref().and_then(Ticket::outcome);
///         self.is_shop_closed = matches!(outcome, Some(Err(_)));
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Ticket<T = ()>(Rc<OnceCell<Result<T, String>>>);

impl<T> Default for Ticket<T> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

impl<T> Ticket<T> {
    /// Whether the request was applied, or the reason of its rejection as in the trace. `None` while it
    /// waits, and if the manager was dropped before. A load is applied when it begins.
    ///
    /// A batch is applied when all its commands are. It is rejected when one is, with the reason of the
    /// first; the others may have been applied.
    pub fn outcome(&self) -> Option<Result<&T, &str>> {
        self.0.get().map(|outcome| outcome.as_ref().map_err(String::as_str))
    }

    /// Sets the outcome. The first one counts.
    pub(super) fn set(&self, outcome: Result<T, String>) {
        let _ = self.0.set(outcome);
    }
}
