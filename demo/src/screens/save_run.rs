//! The choice of a slot for a run that was saved.

use proscenium::flow::{GameScreen, SaveError, ScreenCommand, ScreenContext};
use proscenium::kit::{EntryKind, Menu, MenuEvent, Rect};

use super::save_list::{ROW_HEIGHT, ROW_STEP, SaveList};
use crate::saves::{AUTOSAVE, SLOTS, SavedRun};
use crate::shared::Shared;
use crate::theme::ENTRY_HEIGHT;

/// The slots of the player, and back; built and pushed with the saved run.
pub struct SaveRun {
    shared: Shared,
    run: Option<SavedRun>,
    /// Why the run is not saved.
    problem: Option<String>,
    list: SaveList,
    menu: Menu,
}

impl SaveRun {
    /// The slots for this run, or why there is none.
    pub fn new(shared: &Shared, run: Result<SavedRun, SaveError>) -> Self {
        let slots = 0..SLOTS - AUTOSAVE - 1;
        let row = |row: u32| Rect::new(160.0, 72.0 + row as f32 * ROW_STEP, 320.0, ROW_HEIGHT);
        let back = Rect::new(232.0, 272.0, 176.0, ENTRY_HEIGHT);
        let mut menu: Menu = slots.map(row).chain([back]).map(|rect| (rect, EntryKind::Button)).collect();
        for index in 0..menu.entries().len() - 1 {
            menu.set_enabled(index, run.is_ok());
        }
        let problem = run.as_ref().err().map(ToString::to_string);
        Self { shared: shared.clone(), run: run.ok(), problem, list: SaveList::new(shared), menu }
    }

    /// Writes the run to a slot. The list then shows it, or why it is not written.
    fn write(&mut self, slot: u32) {
        let Some(run) = &self.run else { return };
        let written = self.shared.saves().write(slot, run);
        self.problem = written.err().map(|error| {
            log::warn!("{error}");
            error.to_string()
        });
        if self.problem.is_none() {
            self.list = SaveList::new(&self.shared);
            self.menu.focus(self.menu.entries().len() - 1);
        }
    }
}

impl GameScreen for SaveRun {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let back = self.menu.entries().len() - 1;
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(index)) if index < back => self.write(AUTOSAVE + 1 + index as u32),
            Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(128.0, 20.0, 384.0, 320.0);
        paint.title_key_centered("save-title", 320.0, 32.0);
        paint.menu(&self.menu, &["", "", "", &paint.localized("save-back")]);
        for (slot, entry) in (AUTOSAVE + 1..SLOTS).zip(self.menu.entries()) {
            self.list.draw(&paint, slot, entry.rect);
        }
        if let Some(problem) = &self.problem {
            let text = paint.localized_with("save-failed", "cause", problem);
            paint.text_wrapped(&text, 148.0, 304.0, 344.0, color::SCARLET);
        }
    }
}
