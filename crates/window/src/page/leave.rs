//! The end of a page, and the browser's Back.

use std::task::{Context, Waker};

use super::{AnswerFuture, ask, send};

/// How a player leaves a page: with the browser's Back, to another page, or by closing it.
pub struct Leave {
    answer: AnswerFuture,
    goes_back: bool,
}

impl Default for Leave {
    fn default() -> Self {
        Self { answer: ask("leave:"), goes_back: false }
    }
}

impl Leave {
    /// Whether the page is being left, and this frame is its last one. Called once a frame.
    pub fn is_left(&mut self) -> bool {
        let is_left = self.answer.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready();
        if is_left {
            // A browser may keep the page, and a screen refuse to end.
            self.answer = ask("leave:");
        }
        is_left
    }

    /// Tells the page whether the browser's Back is the Escape key; otherwise it leaves. Called once a frame.
    pub fn set_goes_back(&mut self, goes_back: bool) {
        if self.goes_back != goes_back {
            self.goes_back = goes_back;
            send(if goes_back { "back:1" } else { "back:0" });
        }
    }
}
