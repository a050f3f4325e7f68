//! Events for flow rules and screens.

use std::any::Any;

pub use crate::phase::assets::Reloaded;

/// An event of the game. Any type can be one; a `String` is an event with only a name.
///
/// ```
/// use proscenium_core::flow::GameEvent;
///
/// struct HeroDied { lives_left: u32 }
///
/// impl GameEvent for HeroDied {
///     fn name(&self) -> &str { "hero_died" }
/// }
///
/// let event: &dyn GameEvent = &HeroDied { lives_left: 2 };
/// assert_eq!(event.downcast_ref::<HeroDied>().map(|died| died.lives_left), Some(2));
/// ```
pub trait GameEvent: Any {
    /// Its name in the trace.
    fn name(&self) -> &str;
}

impl dyn GameEvent {
    /// The event, if it is a `T`.
    pub fn downcast_ref<T: GameEvent>(&self) -> Option<&T> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}

/// An event with only a name, as input scripts (`emit NAME`) and logic scripts post it.
impl GameEvent for String {
    fn name(&self) -> &str {
        self
    }
}

impl GameEvent for Reloaded {
    fn name(&self) -> &str {
        "reloaded"
    }
}

/// A message for the developers of the game. A program that reads changed files again shows it beside the game for some
/// seconds, and logs it.
///
/// A text that begins with the path of a file and a colon, as the library's errors do, is an error of that file: it is
/// shown until the file is saved without an error. A text that begins with `PATH: replaced` is no error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice(
    /// The text.
    pub String,
);

impl GameEvent for Notice {
    fn name(&self) -> &str {
        "notice"
    }
}
