//! What flow rules can see and request.

use std::ops::Deref;

use super::handle::FlowHandle;
use super::shared::Shared;

/// What a [flow rule](super::ScreenManager::add_rule) gets beside its event: the commands of a [`FlowHandle`], and the
/// values that the screens share.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
///
/// struct Score(u32);
///
/// let mut manager = ScreenManager::headless();
/// manager.share(Score(0));
/// manager.add_rule(|event: &String, cx| {
///     if event == "goat_fed" {
///         cx.shared_mut::<Score>().0 += 1;
///     }
///     if cx.shared::<Score>().0 == 10 {
///         cx.push("won");
///     }
/// });
/// ```
pub struct RuleContext<'a> {
    pub(super) flow: &'a FlowHandle,
    pub(super) shared: &'a mut Shared,
}

impl RuleContext<'_> {
    /// The value of this type that all screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one. As each panic of a rule, it names the rule's event.
    pub fn shared<T: 'static>(&self) -> &T {
        self.shared.expect()
    }

    /// As [`shared`](Self::shared), to change the value.
    pub fn shared_mut<T: 'static>(&mut self) -> &mut T {
        self.shared.expect_mut()
    }
}

impl Deref for RuleContext<'_> {
    type Target = FlowHandle;

    fn deref(&self) -> &FlowHandle {
        self.flow
    }
}
