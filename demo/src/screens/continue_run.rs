//! The choice of a saved run or a level, when there is one.

use proscenium::flow::{GameScreen, SavedFlow, ScreenCommand, ScreenContext};
use proscenium::kit::{EntryKind, Menu, MenuEvent, Rect};

use super::save_list::{ROW_HEIGHT, ROW_STEP, SaveList};
use crate::levels::{LEVELS, LevelNumber};
use crate::saves::SLOTS;
use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT, iris};

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
    /// The menu of the phase.
    pub fn new(shared: &Shared) -> Self {
        let step = ENTRY_HEIGHT + ENTRY_GAP;
        let level = |row: usize| Rect::new(48.0, 80.0 + row as f32 * step, 176.0, ENTRY_HEIGHT);
        let slot = |row: usize| Rect::new(264.0, 80.0 + row as f32 * ROW_STEP, 336.0, ROW_HEIGHT);
        let back = Rect::new(48.0, 298.0, 176.0, ENTRY_HEIGHT);
        let rects = (0..FIRST_SLOT).map(level).chain((0..SLOTS as usize).map(slot)).chain([back]);
        let menu = rects.map(|rect| (rect, EntryKind::Button)).collect();
        Self { shared: shared.clone(), list: SaveList::new(shared), problem: None, menu }
    }

    fn restore(&mut self, cx: &ScreenContext<'_>, slot: u32) {
        let text = self.shared.saves().read(slot).map_err(|error| error.to_string());
        let text = text.map(Option::unwrap_or_default);
        match text.and_then(|text| SavedFlow::parse(&text).map_err(|error| error.to_string())) {
            Ok(saved) => drop(cx.command(ScreenCommand::Restore(saved).through(iris()))),
            Err(error) => self.problem = Some(error),
        }
    }
}

impl GameScreen for ContinueRun {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.list = SaveList::new(&self.shared);
        self.problem = None;
        let unlocked = self.shared.unlocked() as usize;
        for index in 0..LEVELS.len() {
            self.menu.set_enabled(index, index < unlocked);
        }
        for slot in 0..SLOTS {
            self.menu.set_enabled(FIRST_SLOT + slot as usize, self.list.has_run(slot));
        }
        self.menu.focus(self.list.newest().map_or(unlocked - 1, |slot| FIRST_SLOT + slot as usize));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match self.shared.update_menu(&mut self.menu, cx) {
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

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(16.0, 16.0, 608.0, 328.0);
        paint.title_key_centered("continue-title", 136.0, 32.0);
        paint.title_key_centered("continue-saves", 432.0, 32.0);
        let unlocked = self.shared.unlocked() as usize;
        let name = |index: usize| if index < unlocked { LEVELS[index].name } else { "continue-locked" };
        let levels = (0..LEVELS.len()).map(|index| paint.localized(name(index)));
        let slots = (0..SLOTS).map(|_| String::new());
        let labels: Vec<_> = levels.chain(slots).chain([paint.localized("continue-back")]).collect();
        paint.menu(&self.menu, &labels);
        for (slot, entry) in (0..SLOTS).zip(&self.menu.entries()[FIRST_SLOT..]) {
            self.list.draw(&paint, slot, entry.rect);
        }
        if let Some(problem) = &self.problem {
            paint.text_wrapped(problem, 48.0, 200.0, 190.0, color::SCARLET);
        }
    }
}
