//! The names of screens, and the numbers of their stays on the stack.

use crate::platform::name_type;

name_type! {
    /// The name of a screen: `main_menu`, `pause`. Lower case, digits and `_` by convention.
    ScreenId
}

impl ScreenId {
    /// The screen that is shown while a phase loads.
    pub const LOADING: Self = Self::new("loading");
    /// The screen that is shown when a load has failed.
    pub const FAILURE: Self = Self::new("failure");
}

/// The number of a stay on the stack: a resident screen has another one each time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Visit(pub(super) u64);
