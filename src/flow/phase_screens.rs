//! A phase with its screens, as it is registered with the manager.

use std::error::Error;

use super::context::BuildContext;
use super::graph::Exit;
use super::screen::{GameScreen, ScreenId};
use crate::phase::Phase;

type BuildScreen = Box<dyn Fn(&BuildContext<'_>) -> Result<Box<dyn GameScreen>, Box<dyn Error>>>;

pub(super) struct ScreenEntry {
    pub(super) id: ScreenId,
    pub(super) build: BuildScreen,
    pub(super) exits: Vec<Exit>,
}

/// A phase with its screens. All of them are built when the phase is ready and stay until it
/// ends; the first one is its default screen, the one that the phase starts with.
///
/// ```
/// use proscenium::flow::{Exit, GameScreen, PhaseScreens, ScreenContext};
/// use proscenium::phase::Phase;
///
/// struct MainMenu;
/// impl GameScreen for MainMenu {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.load("in_game"); }
/// }
///
/// let menu = PhaseScreens::of(Phase::new("main_menu"))
///     .screen("main_menu", |_| Ok(MainMenu))
///     .leads_to([Exit::load("in_game"), Exit::Quit]);
/// # let _ = menu;
/// ```
pub struct PhaseScreens {
    pub(super) phase: Phase,
    pub(super) screens: Vec<ScreenEntry>,
}

impl PhaseScreens {
    /// A phase that has no screen yet. It needs at least one.
    #[must_use]
    pub const fn of(phase: Phase) -> Self {
        Self { phase, screens: Vec::new() }
    }

    /// Adds a screen. `build` makes it when all resources of the phase are there; an error leads
    /// to the failure screen. A second screen of the same id takes the place of the first.
    #[must_use]
    pub fn screen<S: GameScreen>(
        mut self,
        id: impl Into<ScreenId>,
        build: impl Fn(&BuildContext<'_>) -> Result<S, Box<dyn Error>> + 'static,
    ) -> Self {
        let id = id.into();
        let build: BuildScreen =
            Box::new(move |cx| build(cx).map(|screen| Box::new(screen) as Box<dyn GameScreen>));
        self.screens.retain(|entry| entry.id != id);
        self.screens.push(ScreenEntry { id, build, exits: Vec::new() });
        self
    }

    /// Says where the screen that was added last can lead, for the flow graph and its checks. It
    /// changes nothing about what the screen may do.
    #[must_use]
    pub fn leads_to(mut self, exits: impl IntoIterator<Item = Exit>) -> Self {
        if let Some(entry) = self.screens.last_mut() {
            entry.exits.extend(exits);
        }
        self
    }
}
