//! The pause menu, over the frozen game.

use proscenium::flow::{ScreenCommand, ScreenContext};
use proscenium::platform::Action;
use proscenium::ui::{Look, MenuPage, Page};

use super::{MAIN_MENU, settings};

pub const ID: &str = "pause";

#[derive(Clone, Copy)]
pub enum Choice {
    Resume,
    Settings,
    Leave,
}

#[derive(Clone, Copy)]
pub struct Pause;

impl MenuPage for Pause {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        Page::new(look.area())
            .title(look.text_of("pause-title"))
            .min_width(180.0)
            .button(Choice::Resume, look.text_of("pause-resume"))
            .button(Choice::Settings, look.text_of("settings-title"))
            .button(Choice::Leave, look.text_of("pause-leave"))
            .on(Action::CANCEL, Choice::Resume)
            .on(Action::PAUSE, Choice::Resume)
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        match choice {
            // At once: the game does not go on behind a fade.
            Choice::Resume => drop(cx.command(ScreenCommand::pop().without_transition())),
            Choice::Settings => cx.push(settings::ID),
            Choice::Leave => cx.load(MAIN_MENU),
        }
    }
}
