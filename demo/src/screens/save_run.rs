//! The choice of a slot for a run that was saved.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::platform::{Action, Views};
use proscenium::ui::{Ink, Menu, Page, TextField};

use super::question::{Answer, OVERWRITE};
use super::save_list::SaveList;
use crate::saves::{AUTOSAVE, SLOTS, SavedRun};
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone)]
pub enum Choice {
    Name(TextField),
    /// The name is complete.
    Named,
    Slot(u32),
    Back,
}

/// The maximum number of characters of a name.
const NAME_LENGTH: usize = 32;

/// The slots of the player; built and pushed with the saved run.
pub struct SaveRun {
    run: Option<SavedRun>,
    name: TextField,
    /// The slot to overwrite, while the player is asked.
    asked: u32,
    /// Why the run is not saved.
    problem: Option<String>,
    list: SaveList,
    /// The slot that the run was written to last.
    written: Option<u32>,
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
            run,
            name: TextField::new("", NAME_LENGTH),
            asked: AUTOSAVE,
            problem,
            list,
            written: None,
            menu: Menu::default(),
        }
    }

    pub fn page(&self, view: &View<'_>) -> Page<Choice> {
        let can_save = self.run.is_some();
        let mut page = view.page("save-title").on(Action::CANCEL, Choice::Back);
        if let Some(problem) = &self.problem {
            page = page.text(view.text_with("save-failed", "cause", problem), Ink::Error);
        }
        page =
            page.field(Choice::Name, Choice::Named, view.text_of("save-name"), &self.name).enabled(can_save);
        for slot in AUTOSAVE + 1..SLOTS {
            let is_written = self.written == Some(slot);
            page = self.list.card(page, Choice::Slot(slot), view, slot, is_written).enabled(can_save);
            if slot == AUTOSAVE + 1 {
                page = page.focused();
            }
        }
        page.button(Choice::Back, view.text_of("save-back"))
    }

    /// Writes the run to a slot, which keeps the focus. The list then shows it, or why it is not written.
    fn write(&mut self, shared: &mut Shared, slot: u32) {
        let Some(run) = &mut self.run else { return };
        self.name.text().trim().clone_into(&mut run.info.name);
        let written = shared.saves.write(slot, run);
        self.problem = written.err().map(|error| {
            log::warn!("{error}");
            error.to_string()
        });
        if self.problem.is_none() {
            self.list = SaveList::new(shared);
            self.written = Some(slot);
        }
    }
}

impl GameScreen for SaveRun {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&View::of(cx));
        match self.menu.update(&page, cx) {
            Some(Choice::Name(name)) => self.name = name,
            // The focus goes on to the first slot.
            Some(Choice::Named) => self.menu = Menu::default(),
            Some(Choice::Slot(slot)) if self.list.is_free(slot) => self.write(cx.shared_mut(), slot),
            Some(Choice::Slot(slot)) => {
                self.asked = slot;
                cx.command(OVERWRITE.ask());
            }
            Some(Choice::Back) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            None => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        if cx.result(value) == Some(&Answer::Yes) {
            self.write(cx.shared_mut(), self.asked);
        }
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
        self.list.draw(page.pictures(&paint, self.menu.scrolled()), AUTOSAVE + 1..SLOTS);
    }
}
