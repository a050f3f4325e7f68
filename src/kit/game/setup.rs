//! What the setup of a game gets.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use proscenium_dev::{Overlaid, Overlay};

use crate::flow::ScreenManager;
use crate::kit::Mixer;
use crate::kit::player::{Player, Preferences};
use crate::kit::scaling::Scaling;
use crate::platform::{Clock, InputMap, Storage};

/// The argument of the [setup](super::Game::setup) of a game, which is called once, before the first phase
/// is loaded.
pub struct SetupContext<'a> {
    /// Takes phases, rules, kinds of resources, and the Loading and failure screens.
    pub manager: &'a mut ScreenManager,
    /// Plays sounds; each screen with sounds has a clone.
    pub mixer: &'a Mixer,
    /// Stores settings and saved games: in the folder of [`RunOptions::storage`](super::RunOptions::storage); or else in
    /// [the system's folders](crate::platform::DirStorage::for_game) or in the browser's local storage, and in memory while
    /// a script plays and where there is no window. A replay has what the recorded run read, and keeps what it saves in memory.
    pub storage: &'a Rc<dyn Storage>,
    /// The keys and buttons of each action, which the game may change. A borrow ends before the next tick.
    pub input_map: &'a Rc<RefCell<InputMap>>,
    /// Returns the seconds since 1970 began (UTC), for the date of a saved game; in a replay the recorded ones.
    pub date: &'a Rc<dyn Fn() -> u64>,
    /// Returns the offset of the player's local time from UTC at such a date, in seconds, to show it. It is 0 where there is
    /// no window, and where a script or a recording plays: the logic must not depend on it.
    pub utc_offset: &'a Rc<dyn Fn(u64) -> i32>,
    /// How the virtual screen is scaled to the window, from the next frame on.
    pub scaling: &'a Rc<Cell<Scaling>>,
    /// Whether there is a window. The logic must not depend on it.
    pub has_window: bool,
    /// Whether an input script or a recording plays.
    pub is_scripted: bool,
    /// Whether the game runs in a page, or a run of a page is replayed. A page is closed with its tab.
    pub is_page: bool,
    pub(super) options: &'a [(String, String)],
    pub(super) clock: &'a Clock,
}

impl SetupContext<'_> {
    /// Returns an option of the game's own or of the page's query; `locale` is the system's language (`en-US`), `os`
    /// the system (`windows`). A script has neither.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Puts an overlay over the game. A run without a window has none.
    pub fn overlay(&mut self, overlay: impl Overlay + 'static) {
        if self.has_window {
            self.manager.add_plugin(Overlaid::new(overlay, self.clock.clone()));
        }
    }
}

impl<S: Preferences> Player<S> {
    /// Loads and applies the settings, and [shares](Self::share) the player, as
    /// [`Game::settings`](crate::kit::Game::settings) does. If they cannot be read, it logs the error and takes the defaults.
    pub fn new(cx: &mut SetupContext<'_>) -> Self {
        // A script plays in a window of fixed size, so that screenshots can be compared.
        let has_own_window = cx.has_window && !cx.is_scripted;
        let locale = cx.option("locale").unwrap_or("en");
        let player =
            Self::load(Rc::clone(cx.storage), cx.mixer.clone(), cx.input_map, locale, has_own_window);
        player.set_can_quit(!cx.is_page);
        // A page fills the display only after a click.
        #[cfg(feature = "window")]
        if !cx.is_page {
            player.fill_display();
        }
        player.share(cx.manager);
        player
    }
}
