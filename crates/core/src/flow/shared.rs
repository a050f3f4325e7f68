//! What all screens share.

use std::any::{Any, TypeId, type_name};
use std::collections::{BTreeMap, HashMap};

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::value::{Written, from_raw, to_checked};

/// What all screens share: values of the game's own types, one of each type.
///
/// A game gives them once, with [`ScreenManager::share`](super::ScreenManager::share) or `game::Game::share`. A screen
/// changes one in its updates and hooks, and sees it while it is drawn. They live as long as the manager, through all
/// phases. The values of [`share_saved`](super::ScreenManager::share_saved) are part of each save.
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
///         cx.shared_mut::<Arcade>().coins += 1;
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
/// while manager.stack().active() != Some("title".into()) {
///     manager.step(&Input::default());
/// }
/// assert_eq!(manager.shared().get::<Arcade>().map(|arcade| arcade.coins), Some(4));
/// ```
#[derive(Default)]
pub struct Shared {
    values: HashMap<TypeId, Box<dyn Any>>,
    /// How values are saved, by the names of their types.
    saved: BTreeMap<&'static str, SavedType>,
}

/// How the value of one type is saved and restored.
struct SavedType {
    save: fn(&Shared) -> Written,
    restore: fn(&mut Shared, &RawValue) -> Result<(), String>,
}

impl Shared {
    /// Adds a value, and returns the earlier one of the same type.
    pub fn insert<T: 'static>(&mut self, value: T) -> Option<T> {
        let before = self.values.insert(TypeId::of::<T>(), Box::new(value));
        before.and_then(|before| before.downcast().ok()).map(|before| *before)
    }

    /// Returns the value of this type; `None` if none was given.
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    /// As [`get`](Self::get), to change it.
    pub fn get_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.values.get_mut(&TypeId::of::<T>())?.downcast_mut()
    }

    /// Returns the value of this type.
    ///
    /// # Panics
    ///
    /// Panics if none was given; the message says where to give one.
    pub fn expect<T: 'static>(&self) -> &T {
        self.get().unwrap_or_else(|| missing::<T>())
    }

    pub(super) fn expect_mut<T: 'static>(&mut self) -> &mut T {
        self.get_mut().unwrap_or_else(|| missing::<T>())
    }

    pub(super) fn expect_pair<A: 'static, B: 'static>(&mut self) -> (&mut A, &mut B) {
        let types = [&TypeId::of::<A>(), &TypeId::of::<B>()];
        let [one, other] = self.values.get_disjoint_mut(types);
        let one = one.and_then(|value| value.downcast_mut()).unwrap_or_else(|| missing::<A>());
        let other = other.and_then(|value| value.downcast_mut()).unwrap_or_else(|| missing::<B>());
        (one, other)
    }

    /// Makes the value of this type part of saves.
    pub(super) fn keep<T: Serialize + DeserializeOwned + 'static>(&mut self) {
        let saved = SavedType {
            save: |shared| to_checked(shared.expect::<T>()),
            restore: |shared, raw| {
                shared.insert(from_raw::<T>(raw)?);
                Ok(())
            },
        };
        self.saved.insert(type_name::<T>(), saved);
    }

    /// The values that are part of a save, each with the name of its type.
    pub(super) fn save(&self) -> impl Iterator<Item = (&'static str, Written)> {
        self.saved.iter().map(|(name, saved)| (*name, (saved.save)(self)))
    }

    /// Restores the values of a save. A value that cannot be restored stays, and is a line of the returned list.
    pub(super) fn restore(&mut self, values: &BTreeMap<String, Box<RawValue>>) -> Vec<String> {
        let restores: Vec<_> = self.saved.iter().map(|(name, saved)| (*name, saved.restore)).collect();
        let mut lost = Vec::new();
        for (name, restore) in &restores {
            let restored = match values.get(*name) {
                Some(raw) => restore(self, raw),
                None => Err("the save does not have it".to_owned()),
            };
            lost.extend(restored.err().map(|cause| format!("shared `{name}`: {cause}")));
        }
        let unknown = values.keys().filter(|name| !self.saved.contains_key(name.as_str()));
        lost.extend(
            unknown.map(|name| format!("shared `{name}`: the game does not share it (`share_saved`)")),
        );
        lost
    }
}

/// A programming error of the game. The manager adds the screen to the message.
fn missing<T>() -> ! {
    panic!(
        "the screens share no `{}`; give one with `.share(..)` of the `Game` or the `ScreenManager`",
        type_name::<T>()
    )
}
