//! The look of the player for the screens of the library, which do not know the type of its settings.

#[cfg(feature = "strings")]
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::LazyLock;

use super::look::Look;
use super::theme::Theme;
use crate::flow::{ScreenContext, Shared};
use crate::phase::Resources;
#[cfg(feature = "strings")]
use crate::platform::InputMap;

/// The look of the player; the screens share it.
pub(super) struct Style(pub(super) Rc<dyn Styled>);

pub(super) trait Styled {
    /// The look for a view of this size.
    fn styled_look<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a>;

    /// Whether menus offer to quit.
    fn offers_to_quit(&self) -> bool;

    /// The keys and buttons of each action.
    #[cfg(feature = "strings")]
    fn controls(&self) -> &RefCell<InputMap>;
}

/// The theme where there is none.
pub(super) fn plain() -> &'static Theme {
    static PLAIN: LazyLock<Theme> = LazyLock::new(Theme::default);
    &PLAIN
}

impl<'a> Look<'a> {
    /// Makes the look of a screen: that of the [`Player`](super::Player) of the game, or else the theme `theme`, or the
    /// default one, with text of size 1.
    pub fn of(cx: &'a ScreenContext<'_>) -> Self {
        Self::for_view(cx.resources(), cx.all_shared(), cx.view_size())
    }

    /// As [`of`](Self::of), for a view of this size: in a test, or for a tool.
    pub fn for_view(resources: &'a Resources, shared: &'a Shared, size: (f32, f32)) -> Self {
        let look = match shared.get::<Style>() {
            Some(style) => style.0.styled_look(resources, size),
            None => {
                Self { size, ..Self::new(resources, resources.find("theme").unwrap_or_else(|_| plain())) }
            }
        };
        Self { values: Some(shared), ..look }
    }

    /// Whether menus offer to quit: not in a page, which is closed with its tab.
    pub fn can_quit(&self) -> bool {
        self.values.and_then(Shared::get::<Style>).is_none_or(|style| style.0.offers_to_quit())
    }
}
