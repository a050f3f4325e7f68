//! The look of the player for all menus, which do not know the type of a game's settings.

use std::cell::Ref;
use std::rc::Rc;

use proscenium_core::flow::{ScreenContext, Shared};
use proscenium_core::phase::Resources;
use proscenium_core::platform::InputMap;

use super::look::Look;
use super::theme::Theme;

/// What menus ask about the player. The screens [share](Shared) the answer as an `Rc<dyn PlayerLook>`: the `Profile` of
/// a game, or a program's own settings.
///
/// ```
/// use std::cell::{Ref, RefCell};
/// use std::rc::Rc;
///
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::phase::Resources;
/// use proscenium_core::platform::InputMap;
/// use proscenium_ui::{Look, PlayerLook, Theme};
///
/// #[derive(Default)]
/// struct LargeTexts(RefCell<InputMap>);
///
/// impl PlayerLook for LargeTexts {
///     fn look_for<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a> {
///         Look { text_size: 2.0, size, ..Look::new(resources, Theme::find(resources, "theme")) }
///     }
///
///     fn controls(&self) -> Ref<'_, InputMap> {
///         self.0.borrow()
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.share::<Rc<dyn PlayerLook>>(Rc::new(LargeTexts::default()));
/// let look = Look::for_view(manager.assets().resources(), manager.shared(), (640.0, 360.0));
/// assert_eq!(look.line_height(), 32.0);
/// ```
pub trait PlayerLook {
    /// Returns the look for a view of this size in virtual pixels. Called in each tick and each frame of a menu.
    fn look_for<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a>;

    /// Whether menus offer to quit; by default they do.
    fn offers_to_quit(&self) -> bool {
        true
    }

    /// Returns the keys and buttons of each action, which texts name.
    fn controls(&self) -> Ref<'_, InputMap>;
}

impl<'a> Look<'a> {
    /// Makes the look of a screen: from the shared [`PlayerLook`], or else the theme `theme` or the default one, with
    /// text of size 1.
    pub fn of(cx: &'a ScreenContext<'_>) -> Self {
        Self::for_view(cx.resources(), cx.all_shared(), cx.view_size())
    }

    /// As [`of`](Self::of), for a view of this size: in a test, or for a tool.
    pub fn for_view(resources: &'a Resources, shared: &'a Shared, size: (f32, f32)) -> Self {
        let look = match shared.get::<Rc<dyn PlayerLook>>() {
            Some(player) => player.look_for(resources, size),
            None => Self { size, ..Self::new(resources, Theme::find(resources, "theme")) },
        };
        Self { values: Some(shared), ..look }
    }

    /// Whether menus offer to quit. They do not in a page, which is closed with its tab.
    pub fn can_quit(&self) -> bool {
        let player = self.values.and_then(Shared::get::<Rc<dyn PlayerLook>>);
        player.is_none_or(|player| player.offers_to_quit())
    }
}
