//! The Loading screen and the failure screen in the player's language.

use super::entry::MenuEvent;
use super::look::Look;
use super::menu_screen::{MenuPage, MenuScreen};
use super::page::{Ink, Page};
use super::player::{Player, Preferences};
#[cfg(feature = "window")]
use crate::flow::DrawContext;
use crate::flow::{Failure, GameScreen, ScreenCommand, ScreenContext, ScreenManager};
use crate::phase::PhaseId;
use crate::platform::Action;

/// The ticks that the Loading screen is shown with a full bar, so that a short load does not flash. They are counted
/// from the end of the load: how many ticks the files need is another number in each run.
const FULL_TICKS: u32 = 20;

/// A bar with true progress, the name of the item, and the percentage.
struct LoadingBar<S> {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "nothing is drawn"))]
    player: Player<S>,
    /// The ticks since all is loaded.
    full_ticks: u32,
}

impl<S: Preferences> GameScreen for LoadingBar<S> {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(load) = cx.load_status() else { return };
        self.full_ticks += u32::from(load.progress.fraction >= 1.0);
        let is_confirmed = cx.input().is_pressed(Action::ACCEPT) || cx.input().pointer.pressed;
        if is_confirmed && load.is_stalled() {
            cx.retry_load();
        }
    }

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        self.full_ticks >= FULL_TICKS
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = self.player.paint(cx);
        paint.fill(paint.theme.shadow);
        let Some(load) = cx.load_status() else { return };
        let (width, middle) = (paint.size.0, paint.size.1 / 2.0);
        paint.bar(40.0, middle, width - 80.0, 12.0, load.progress.fraction as f32);
        paint.text(load.item.map_or("", |item| item.name()), 40.0, middle + 20.0, paint.theme.dim);
        let percent = format!("{} %", (load.progress.fraction * 100.0).floor());
        let left = width - 40.0 - paint.text_width(&percent);
        paint.text(&percent, left, middle + 20.0, paint.theme.text);
        if load.is_stalled() {
            let hint = paint.text_for(cx.device(), "loading-stalled");
            paint.page(&Page::hint(paint.area(), hint), &super::menu::Menu::default());
        }
    }
}

struct FailureMenu {
    failure: Failure,
    menu: PhaseId,
}

impl<S: Preferences> MenuPage<S> for FailureMenu {
    fn page(&self, player: &Player<S>, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).title(look.text_of("failure-title"));
        let page = page.text(&self.failure.cause, Ink::Text);
        let entries = ["failure-retry", "failure-menu", "failure-quit"];
        page.buttons(entries[..3 - usize::from(!player.can_quit())].iter().map(|key| look.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, _player: &Player<S>, cx: &mut ScreenContext<'_>) {
        let menu = ScreenCommand::load(self.menu);
        cx.command(match event {
            MenuEvent::Activated(0) => self.failure.retry().unwrap_or(menu),
            MenuEvent::Activated(2) => ScreenCommand::Quit,
            _ => menu,
        });
    }
}

impl<S: Preferences> Player<S> {
    /// Sets a Loading screen and a failure screen in the look and the language of the player.
    ///
    /// The first is a bar with the name of the item and the percentage, which stays full for a third of a second. When
    /// nothing arrives any more, it shows the text `loading-stalled`, and *accept* or a click tries again. The second is a menu with the title `failure-title`, the cause, and the entries `failure-retry`,
    /// `failure-menu`, which loads the phase `menu`, and `failure-quit`.
    pub fn set_system_screens(&self, manager: &mut ScreenManager, menu: impl Into<PhaseId>) {
        let (player, menu) = (self.clone(), menu.into());
        manager.set_failure_screen(move |failure| MenuScreen::new(&player, FailureMenu { failure, menu }));
        let player = self.clone();
        manager.set_loading_screen(move || LoadingBar { player: player.clone(), full_ticks: 0 });
    }
}
