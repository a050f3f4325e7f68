//! The choice of a slot for a run that was saved.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page, TextField};

use super::question::{Answer, Question};
use super::save_list::SaveList;
use crate::saves::{AUTOSAVE, SLOTS, SavedRun};
use crate::shared::Shared;
use crate::view::View;

/// The entries: the name, the slots of the player, and back.
const NAME: usize = 0;
const FIRST_SLOT: usize = 1;
const BACK: usize = FIRST_SLOT + (SLOTS - AUTOSAVE - 1) as usize;

/// The maximum number of characters of a name.
const NAME_LENGTH: usize = 32;

/// The slots of the player; built and pushed with the saved run.
pub struct SaveRun {
    shared: Shared,
    run: Option<SavedRun>,
    name: TextField,
    /// The slot to overwrite, while the player is asked.
    asked: u32,
    /// Why the run is not saved.
    problem: Option<String>,
    list: SaveList,
    menu: Menu,
}

impl SaveRun {
    /// The slots for this run, or why there is none.
    pub fn new(shared: &Shared, run: Result<SavedRun, String>) -> Self {
        let (run, problem) = match run {
            Ok(run) => (Some(run), None),
            Err(problem) => (None, Some(problem)),
        };
        let list = SaveList::new(shared);
        Self {
            shared: shared.clone(),
            run,
            name: TextField::new("", NAME_LENGTH),
            asked: AUTOSAVE,
            problem,
            list,
            menu: Menu::default(),
        }
    }

    pub fn page(&self, view: &View<'_>) -> Page {
        let is_typing = self.menu.focused() == Some(NAME);
        let can_save = self.run.is_some();
        let mut page = view.page("save-title").field(view.text_of("save-name"), &self.name, is_typing);
        page = page.enabled(can_save);
        for slot in AUTOSAVE + 1..SLOTS {
            page = self.list.card(page, view, slot).enabled(can_save);
        }
        if let Some(problem) = &self.problem {
            page = page.text(view.text_with("save-failed", "cause", problem), Ink::Error);
        }
        page.button(view.text_of("save-back"))
    }

    /// Writes the run to a slot. The list then shows it, or why it is not written.
    fn write(&mut self, slot: u32) {
        let Some(run) = &mut self.run else { return };
        self.name.text().trim().clone_into(&mut run.info.name);
        let written = self.shared.saves().write(slot, run);
        self.problem = written.err().map(|error| {
            log::warn!("{error}");
            error.to_string()
        });
        if self.problem.is_none() {
            self.list = SaveList::new(&self.shared);
            self.menu.focus(BACK);
        }
    }
}

impl GameScreen for SaveRun {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let view = self.shared.view(cx);
        self.menu.arrange(&self.page(&view), &view.look);
        self.menu.focus(FIRST_SLOT);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        match self.shared.update_menu(&mut self.menu, &page, cx) {
            Some(MenuEvent::Typed(_)) => self.name.type_text(&cx.input().text),
            Some(MenuEvent::Changed { by, .. }) => self.name.move_caret(by),
            Some(MenuEvent::Activated(NAME)) => self.menu.focus(FIRST_SLOT),
            Some(MenuEvent::Activated(index)) if index < BACK => {
                let slot = AUTOSAVE + 1 + (index - FIRST_SLOT) as u32;
                if self.list.is_free(slot) {
                    self.write(slot);
                } else {
                    self.asked = slot;
                    let answers = &["save-overwrite", "question-cancel"];
                    cx.command(Question::ask(&self.shared, "save-question", answers));
                }
            }
            Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            _ => {}
        }
    }

    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, value: &dyn Any) {
        if value.downcast_ref() == Some(&Answer(0)) {
            self.write(self.asked);
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
        self.list.draw(page.pictures(&paint, self.menu.scrolled()), AUTOSAVE as usize + 1);
    }
}
