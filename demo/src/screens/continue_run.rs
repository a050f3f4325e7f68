//! The choice of a saved run or a level, when there is one.

use proscenium::flow::{GameScreen, SavedFlow, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use super::save_list::SaveList;
use crate::levels::{LEVELS, LevelNumber};
use crate::saves::SLOTS;
use crate::shared::Shared;
use crate::theme::iris;
use crate::view::View;

/// The entry of the first slot, after those of the levels, and of back.
const FIRST_SLOT: usize = LEVELS.len();
const BACK: usize = FIRST_SLOT + SLOTS as usize;

/// The levels, the saved runs, and back.
pub struct ContinueRun {
    shared: Shared,
    list: SaveList,
    /// Why the chosen run cannot be continued.
    problem: Option<String>,
    menu: Menu,
}

impl ContinueRun {
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), list: SaveList::new(shared), problem: None, menu: Menu::default() }
    }

    pub fn page(&self, view: &View<'_>) -> Page {
        let mut page = view.page("continue-title");
        for info in &LEVELS {
            let is_unlocked = info.number <= self.shared.unlocked();
            page = page.button(view.text_of(if is_unlocked { info.name } else { "continue-locked" }));
            page = page.enabled(is_unlocked);
        }
        page = page.text(view.text_of("continue-saves"), Ink::Accent);
        for slot in 0..SLOTS {
            page = self.list.card(page, view, slot).enabled(self.list.has_run(slot));
        }
        page.text(self.problem.as_deref().unwrap_or_default(), Ink::Error)
            .button(view.text_of("continue-back"))
    }

    fn restore(&mut self, cx: &ScreenContext<'_>, slot: u32) {
        let text = self.shared.saves().slots.read(slot).map_err(|error| error.to_string());
        let text = text.map(Option::unwrap_or_default);
        match text.and_then(|text| SavedFlow::parse(&text).map_err(|error| error.to_string())) {
            Ok(saved) => drop(cx.command(ScreenCommand::Restore(saved).through(iris()))),
            Err(error) => self.problem = Some(error),
        }
    }
}

impl GameScreen for ContinueRun {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.list = SaveList::new(&self.shared);
        self.problem = None;
        let unlocked = self.shared.unlocked() as usize;
        let view = self.shared.view(cx);
        self.menu.arrange(&self.page(&view), &view.look);
        self.menu.focus(self.list.newest().map_or(unlocked - 1, |slot| FIRST_SLOT + slot as usize));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        match self.shared.update_menu(&mut self.menu, &page, cx) {
            Some(MenuEvent::Activated(index)) if index < FIRST_SLOT => {
                let level = LevelNumber(LEVELS[index].number);
                cx.command(ScreenCommand::load_with("in_game", level).through(iris()));
            }
            Some(MenuEvent::Activated(index)) if index < BACK => {
                self.restore(cx, (index - FIRST_SLOT) as u32);
            }
            Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) => cx.pop(),
            _ => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx, &self.shared);
        let page = self.page(&paint.view);
        paint.page(&page, &self.menu);
        self.list.draw(page.pictures(&paint, self.menu.scrolled()), 0);
    }
}
