//! The choice of a saved run or a level, when there is one.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::platform::{Action, Views};
use proscenium::ui::{Ink, Menu, Page};

use super::question::{Answer, DELETE, NEW_GAME};
use super::save_list::SaveList;
use crate::levels::{LEVELS, LevelNumber};
use crate::saves::{self, AUTOSAVE};
use crate::shared::Shared;
use crate::theme::iris;
use crate::view::View;

#[derive(Clone, Copy)]
pub enum Choice {
    Level(u32),
    Slot(u32),
    /// To choose a run that is deleted, or not to.
    Delete,
    Back,
}

/// The saved runs, the levels, and back.
pub struct ContinueRun {
    list: SaveList,
    /// Why the chosen run cannot be continued.
    problem: Option<String>,
    /// The level to begin, or the slot to empty, while the player is asked.
    asked: u32,
    /// Whether a chosen run is deleted instead of continued.
    deletes: bool,
    menu: Menu,
}

impl ContinueRun {
    pub fn new(shared: &Shared) -> Self {
        Self { list: SaveList::new(shared), problem: None, asked: 0, deletes: false, menu: Menu::default() }
    }

    /// The saved runs, and below them the levels. The first focus is on the run that was saved last, or else on the last
    /// level.
    pub fn page(&self, view: &View<'_>) -> Page<Choice> {
        let (unlocked, newest) = (view.shared.unlocked(), self.list.newest());
        let title = match () {
            () if self.deletes => "delete-title",
            () if self.list.is_empty() => "continue-title",
            () => "menu-continue",
        };
        let mut page = view.page(title).on(Action::CANCEL, Choice::Back);
        for slot in self.list.taken() {
            let can_choose = self.deletes || self.list.has_run(slot);
            page = self.list.card(page, Choice::Slot(slot), view, slot, false).enabled(can_choose);
            if newest == Some(slot) {
                page = page.focused();
            }
        }
        if self.deletes {
            return page.button(Choice::Back, view.text_of("question-cancel"));
        }
        if !self.list.is_empty() {
            page = page.text(view.text_of("continue-title"), Ink::Accent);
        }
        for info in &LEVELS {
            let is_unlocked = info.number <= unlocked;
            let name = view.text_of(info.name);
            let name = if is_unlocked { name } else { view.text_with("continue-locked", "level", name) };
            let best = view.shared.settings().best_seconds.get(&info.number).copied();
            let best = best.map(|best| view.text_with("continue-best", "time", View::clock(best)));
            page = page.button_with(Choice::Level(info.number), name, best.unwrap_or_default());
            page = page.enabled(is_unlocked);
            if newest.is_none() && info.number == unlocked {
                page = page.focused();
            }
        }
        if !self.list.is_empty() {
            page = page.button(Choice::Delete, view.text_of("delete-choose"));
        }
        page.text(self.problem.as_deref().unwrap_or_default(), Ink::Error)
            .button(Choice::Back, view.text_of("continue-back"))
    }
}

fn begin(cx: &ScreenContext<'_>, level: u32) {
    cx.command(ScreenCommand::load_with("in_game", LevelNumber(level)).through(iris()));
}

impl GameScreen for ContinueRun {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        *self = Self::new(cx.shared());
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&View::of(cx));
        match self.menu.update(&page, cx) {
            Some(Choice::Level(number)) if self.list.has_run(AUTOSAVE) => {
                self.asked = number;
                cx.command(NEW_GAME.ask());
            }
            Some(Choice::Level(number)) => begin(cx, number),
            Some(Choice::Slot(slot)) if self.deletes => {
                self.asked = slot;
                cx.command(DELETE.ask());
            }
            Some(Choice::Slot(slot)) => self.problem = saves::restore(cx, slot).err(),
            Some(Choice::Delete) => (self.deletes, self.menu) = (true, Menu::default()),
            Some(Choice::Back) if self.deletes => *self = Self::new(cx.shared()),
            Some(Choice::Back) => cx.pop(),
            None => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        if cx.result(value) != Some(&Answer::Yes) {
            return;
        }
        if !self.deletes {
            return begin(cx, self.asked);
        }
        let deleted = cx.shared::<Shared>().saves.slots.remove(self.asked);
        *self = Self::new(cx.shared());
        self.problem = deleted.err().map(|error| error.to_string());
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx);
        let page = self.page(&paint.view);
        paint.page(&page, &self.menu);
        self.list.draw(page.pictures(&paint, self.menu.scrolled()), self.list.taken());
    }
}
