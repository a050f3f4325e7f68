//! The pause menu, over the game.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext, Target};
use proscenium::platform::{Action, Views};
use proscenium::ui::{Menu, Page};

use super::SaveRun;
use super::question::{Answer, LEAVE};
use crate::saves::Saving;
use crate::shared::Shared;
use crate::theme::{self, iris};
use crate::view::View;

#[derive(Clone, Copy)]
pub enum Choice {
    Resume,
    Settings,
    Save,
    Bestiary,
    Leave,
}

/// The pause menu, over the frozen and darkened game.
#[derive(Default)]
pub struct Pause {
    menu: Menu,
    /// The save that was chosen, until it is made.
    saving: Option<Saving>,
}

impl Pause {
    pub fn page(view: &View<'_>) -> Page<Choice> {
        view.page("pause-title")
            .min_width(208.0)
            .button(Choice::Resume, view.text_of("pause-resume"))
            .button(Choice::Settings, view.text_of("pause-settings"))
            .button(Choice::Save, view.text_of("pause-save"))
            .button(Choice::Bestiary, view.text_of("pause-bestiary"))
            .button(Choice::Leave, view.text_of("pause-leave"))
            .on(Action::PAUSE, Choice::Resume)
            .on(Action::CANCEL, Choice::Resume)
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
            if let Some(run) = saving.poll(&mut cx.shared_mut::<Shared>().saves) {
                self.saving = None;
                let slots = Target::fresh("save_run", SaveRun::new(cx.shared(), run));
                cx.command(ScreenCommand::push(slots).without_transition());
            }
            return;
        }
        let page = Self::page(&View::of(cx));
        match self.menu.update(&page, cx) {
            Some(Choice::Resume) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            Some(Choice::Settings) => {
                cx.command(ScreenCommand::push("settings").without_transition());
            }
            Some(Choice::Save) => self.saving = Some(Saving::begin(cx)),
            Some(Choice::Bestiary) => {
                cx.command(theme::push_page("bestiary"));
            }
            Some(Choice::Leave) if cx.shared::<Shared>().saves.has_progress => {
                cx.command(LEAVE.ask());
            }
            Some(Choice::Leave) => leave(cx),
            None => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match cx.result(value) {
            Some(Answer::Save) => self.saving = Some(Saving::begin(cx)),
            Some(Answer::Yes) => leave(cx),
            _ => {}
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        cx.draw_parent();
        // Behind the settings and the question only the game is drawn, not a second menu.
        if !cx.is_active() {
            return;
        }
        let paint = Paint::of(cx);
        paint.darken();
        paint.page(&Self::page(&paint.view), &self.menu);
    }
}
