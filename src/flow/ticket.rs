//! The outcome of a request, for the code that made it.

use std::cell::OnceCell;
use std::rc::Rc;

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was applied. Of a batch: all its commands were. A load counts from its begin.
    Applied,
    /// It was rejected, with the reason as in the trace. Of a batch: one command at least, and the reason
    /// is that of the first; the others may have been applied.
    Rejected(String),
}

/// The ticket of a request. Its clones have the same outcome, for as long as they are kept.
///
/// ```
/// use proscenium::flow::{GameScreen, Outcome, ScreenCommand, ScreenContext, Ticket};
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
///         self.is_shop_closed = matches!(outcome, Some(Outcome::Rejected(_)));
///     }
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ticket(Rc<OnceCell<Outcome>>);

impl Ticket {
    /// The outcome; `None` while the request waits, and if the manager was dropped before.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.0.get()
    }

    /// Sets the outcome. The first one counts.
    pub(super) fn set(&self, outcome: Outcome) {
        let _ = self.0.set(outcome);
    }
}
