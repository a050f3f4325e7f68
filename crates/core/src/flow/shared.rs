//! What all screens share.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;

/// What all screens share: values of the game's own types, one of each type.
///
/// A game gives them once, with [`ScreenManager::share`](super::ScreenManager::share) or `kit::Game::share`. A screen
/// changes one in its updates and hooks, and sees it while it is drawn. They live as long as the manager, through all
/// phases, and are not part of a save: a screen writes what belongs to its run.
///
/// ```
/// use proscenium_core::flow::{DrawContext, GameScreen, Phase, ScreenContext, ScreenManager};
/// use proscenium_core::platform::Input;
///
/// struct Arcade {
///     coins: u32,
/// }
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         cx.shared::<Arcade>().coins += 1;
///     }
///
///     fn draw(&self, cx: &DrawContext<'_>) {
///         println!("{} coins", cx.shared::<Arcade>().coins);
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.share(Arcade { coins: 3 });
/// manager.add_phase(Phase::new("arcade").screen("title", |_| Title));
/// manager.start("arcade");
/// while manager.active() != Some("title".into()) {
///     manager.step(&Input::default());
/// }
/// assert_eq!(manager.shared::<Arcade>().map(|arcade| arcade.coins), Some(4));
/// ```
#[derive(Default)]
pub struct Shared(HashMap<TypeId, Box<dyn Any>>);

impl Shared {
    /// Adds a value, and returns the one of the same type that was there.
    pub fn insert<T: 'static>(&mut self, value: T) -> Option<T> {
        let before = self.0.insert(TypeId::of::<T>(), Box::new(value));
        before.and_then(|before| before.downcast().ok()).map(|before| *before)
    }

    /// Returns the value of this type; `None` if none was given.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// As [`get`](Self::get), to change it.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.0.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Returns the value of this type.
    ///
    /// # Panics
    ///
    /// Panics if none was given, and says where one is given.
    pub fn expect<T: 'static>(&self) -> &T {
        self.get().unwrap_or_else(|| missing::<T>())
    }

    pub(super) fn expect_mut<T: 'static>(&mut self) -> &mut T {
        self.get_mut().unwrap_or_else(|| missing::<T>())
    }

    pub(super) fn into_values(self) -> impl Iterator<Item = Box<dyn Any>> {
        self.0.into_values()
    }
}

/// A programming error of the game. The manager adds the screen to the message.
fn missing<T>() -> ! {
    panic!(
        "the screens share no `{}`; give one with `.share(..)` of the `Game` or the `ScreenManager`",
        type_name::<T>()
    )
}
