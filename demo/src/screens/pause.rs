//! The pause menu, over the game.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext, Target};
use proscenium::kit::{Menu, MenuEvent, Page};
use proscenium::platform::Action;

use super::SaveRun;
use super::question::{Answer, Question};
use crate::saves::Saving;
use crate::shared::Shared;
use crate::theme::{self, iris};
use crate::view::View;

/// The text keys of the entries.
const ENTRIES: [&str; 5] = ["pause-resume", "pause-settings", "pause-save", "pause-bestiary", "pause-leave"];
/// Those of the answers when a run that is not saved is left.
pub const LEAVE_ANSWERS: [&str; 3] = ["leave-save", "leave-yes", "question-cancel"];

/// The pause menu, over the frozen and darkened game.
pub struct Pause {
    shared: Shared,
    menu: Menu,
    /// The save that was chosen, until it is made.
    saving: Option<Saving>,
}

impl Pause {
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), menu: Menu::default(), saving: None }
    }

    pub fn page(&self, view: &View<'_>) -> Page {
        view.page("pause-title").min_width(208.0).buttons(view.texts(&ENTRIES))
    }

    fn save(&mut self, cx: &ScreenContext<'_>) {
        self.saving = Some(Saving::begin(self.shared.saves(), cx));
    }
}

fn leave(cx: &ScreenContext<'_>) {
    cx.command(ScreenCommand::load("main_menu").through(iris()));
}

impl GameScreen for Pause {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        (self.menu, self.saving) = (Menu::default(), None);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if let Some(saving) = &mut self.saving {
            if let Some(run) = saving.poll(self.shared.saves()) {
                self.saving = None;
                let slots = Target::fresh("save_run", SaveRun::new(&self.shared, run));
                cx.command(ScreenCommand::push(slots).without_transition());
            }
            return;
        }
        if cx.input().is_pressed(Action::PAUSE) {
            cx.command(ScreenCommand::pop().without_transition());
            return;
        }
        let page = self.page(&self.shared.view(cx));
        match self.shared.update_menu(&mut self.menu, &page, cx) {
            Some(MenuEvent::Activated(0) | MenuEvent::Cancelled) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            Some(MenuEvent::Activated(1)) => {
                cx.command(ScreenCommand::push("settings").without_transition());
            }
            Some(MenuEvent::Activated(2)) => self.save(cx),
            Some(MenuEvent::Activated(3)) => {
                cx.command(theme::push_page("bestiary"));
            }
            Some(MenuEvent::Activated(_)) if self.shared.saves().has_progress.get() => {
                cx.command(Question::ask(&self.shared, "leave-question", &LEAVE_ANSWERS));
            }
            Some(MenuEvent::Activated(_)) => leave(cx),
            _ => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match value.downcast_ref() {
            Some(Answer(0)) => self.save(cx),
            Some(Answer(1)) => leave(cx),
            _ => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        cx.draw_parent();
        // Behind the settings and the question only the game is drawn, not a second menu.
        if !cx.is_active() {
            return;
        }
        let paint = Paint::of(cx, &self.shared);
        paint.darken();
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
