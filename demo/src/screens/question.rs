//! A question with its answers, over the screen that asks it.

use proscenium::flow::{Cover, Request, ScreenCommand, ScreenContext, Target};
use proscenium::platform::Action;
use proscenium::ui::{Ink, Look, MenuPage, MenuScreen, Page};

/// The player's answer: the result for the screen below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    Save,
    Discard,
    Cancel,
}

/// A question, built and pushed by the screen that asks it.
#[derive(Clone, Copy)]
pub struct Question {
    /// The key of its text.
    text: &'static str,
    /// The answers, with the keys of their texts.
    answers: &'static [(Answer, &'static str)],
}

/// Whether the program is to end.
pub const QUIT: Question =
    Question { text: "quit-question", answers: &[(Answer::Yes, "quit-yes"), (Answer::Cancel, CANCEL)] };
/// Whether a new game is to begin, whose first wave overwrites the autosave.
pub const NEW_GAME: Question = Question {
    text: "new-game-question",
    answers: &[(Answer::Yes, "new-game-yes"), (Answer::Cancel, CANCEL)],
};
/// Whether a run that is not saved is to be left.
pub const LEAVE: Question = Question {
    text: "leave-question",
    answers: &[(Answer::Save, "leave-save"), (Answer::Yes, "leave-yes"), (Answer::Cancel, CANCEL)],
};
/// Whether changed settings are to be kept.
pub const KEEP: Question = Question {
    text: "settings-question",
    answers: &[
        (Answer::Save, "settings-keep"),
        (Answer::Discard, "settings-discard"),
        (Answer::Cancel, CANCEL),
    ],
};
/// Whether a saved run is to be deleted.
pub const DELETE: Question =
    Question { text: "delete-question", answers: &[(Answer::Cancel, CANCEL), (Answer::Yes, "delete-yes")] };
/// Whether a saved run is to be overwritten.
pub const OVERWRITE: Question =
    Question { text: "save-question", answers: &[(Answer::Yes, "save-overwrite"), (Answer::Cancel, CANCEL)] };

const CANCEL: &str = "question-cancel";

impl Question {
    pub fn ask(self) -> Request {
        ScreenCommand::push(Target::fresh("question", MenuScreen::new(self))).without_transition()
    }
}

impl MenuPage for Question {
    type Choice = Answer;

    fn page(&self, look: &Look<'_>) -> Page<Answer> {
        let page = Page::new(look.area()).centered().min_width(208.0);
        let answers = self.answers.iter().map(|(answer, key)| (*answer, look.text_of(key)));
        page.text(look.text_of(self.text), Ink::Text).buttons(answers).on(Action::CANCEL, Answer::Cancel)
    }

    fn choose(&mut self, answer: Answer, cx: &mut ScreenContext<'_>) {
        cx.command(ScreenCommand::pop_with(answer).without_transition());
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }
}
