//! The Loading screen and the failure screen in the player's language.

#[cfg(feature = "window")]
use crate::flow::DrawContext;
use crate::flow::{Failure, GameScreen, ScreenCommand, ScreenContext, ScreenManager};
use crate::phase::PhaseId;
use crate::platform::{Action, View, Views};
#[cfg(feature = "window")]
use crate::ui::Paint;
use crate::ui::{Ink, Look, MenuPage, MenuScreen, Page};

/// The ticks that the Loading screen is shown with a full bar, so that a short load does not flash. They are counted
/// from the end of the load: the number of ticks that the files need differs from run to run.
const FULL_TICKS: u32 = 20;

/// A bar with true progress, and the percentage.
#[derive(Default)]
struct LoadingBar {
    /// The ticks since all is loaded.
    full_ticks: u32,
}

impl GameScreen for LoadingBar {
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

    fn view(&self, views: &Views) -> View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::of(cx);
        paint.fill(paint.theme.shadow);
        let Some(load) = cx.load_status() else { return };
        let (width, middle) = (paint.size.0, paint.size.1 / 2.0);
        paint.bar(40.0, middle, width - 80.0, 12.0, load.progress.fraction as f32);
        let percent = format!("{} %", (load.progress.fraction * 100.0).floor());
        let left = width - 40.0 - paint.text_width(&percent);
        paint.text(&percent, left, middle + 20.0, paint.theme.text);
        if load.is_stalled() {
            let hint = paint.text_for(cx.device(), "loading-stalled");
            paint.texts(&Page::hint(paint.area(), hint));
        }
    }
}

struct FailureMenu {
    failure: Failure,
    menu: PhaseId,
}

#[derive(Clone, Copy)]
enum Choice {
    Retry,
    Menu,
    Quit,
}

impl MenuPage for FailureMenu {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let page = Page::new(look.area()).title(look.text_of("failure-title"));
        let page = page.text(&self.failure.cause, Ink::Text);
        let page = page.button(Choice::Retry, look.text_of("failure-retry"));
        let page = page.button(Choice::Menu, look.text_of("failure-menu")).on(Action::CANCEL, Choice::Menu);
        if look.can_quit() { page.button(Choice::Quit, look.text_of("failure-quit")) } else { page }
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        let menu = ScreenCommand::load(self.menu);
        cx.command(match choice {
            Choice::Retry => self.failure.retry().unwrap_or(menu),
            Choice::Menu => menu,
            Choice::Quit => ScreenCommand::Quit,
        });
    }
}

pub(super) fn set_system_screens(manager: &mut ScreenManager, menu: PhaseId) {
    manager.set_failure_screen(move |failure| MenuScreen::new(FailureMenu { failure, menu }));
    manager.set_loading_screen(LoadingBar::default);
}
