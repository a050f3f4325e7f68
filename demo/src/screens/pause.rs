//! The pause menu, over the game.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext, Target};
use proscenium::platform::{Action, Views};
use proscenium::ui::{Menu, Page};

use super::SaveRun;
use super::question::{Answer, LEAVE};
use crate::levels::LevelNumber;
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
    Restart,
    Leave,
    Quit,
}

/// The pause menu, over the frozen and darkened game.
#[derive(Default)]
pub struct Pause {
    menu: Menu,
    /// The save that was chosen, until it is made.
    saving: Option<Saving>,
    /// The way out that was chosen, while the player is asked.
    asked: Option<Choice>,
}

impl Pause {
    pub fn page(view: &View<'_>) -> Page<Choice> {
        let page = view
            .page("pause-title")
            .min_width(208.0)
            .button(Choice::Resume, view.text_of("pause-resume"))
            .button(Choice::Settings, view.text_of("pause-settings"))
            .button(Choice::Save, view.text_of("pause-save"))
            .button(Choice::Bestiary, view.text_of("pause-bestiary"))
            .button(Choice::Restart, view.text_of("pause-restart"))
            .button(Choice::Leave, view.text_of("pause-leave"))
            .on(Action::PAUSE, Choice::Resume)
            .on(Action::CANCEL, Choice::Resume);
        if view.can_quit() { page.button(Choice::Quit, view.text_of("pause-quit")) } else { page }
    }

    /// Takes a way out of the run: at once, if nothing is lost.
    fn leave(&mut self, cx: &mut ScreenContext<'_>, way: Choice) {
        self.asked = Some(way);
        if cx.shared::<Shared>().saves.has_progress {
            cx.command(LEAVE.ask());
        } else {
            go(cx, way);
        }
    }
}

fn go(cx: &ScreenContext<'_>, way: Choice) {
    let request = match way {
        Choice::Quit => return cx.quit(),
        Choice::Restart => {
            ScreenCommand::load_with("in_game", LevelNumber(cx.shared::<Shared>().saves.place.0))
        }
        _ => ScreenCommand::load("main_menu"),
    };
    cx.command(request.through(iris()));
}

impl GameScreen for Pause {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        *self = Self::default();
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
            Some(way @ (Choice::Restart | Choice::Leave | Choice::Quit)) => self.leave(cx, way),
            None => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match (cx.result(value), self.asked) {
            (Some(Answer::Save), _) => self.saving = Some(Saving::begin(cx)),
            (Some(Answer::Yes), Some(way)) => go(cx, way),
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
