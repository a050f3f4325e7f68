//! The backdrop: a screen below the stack, which lives on while the phases have it.

use super::ScreenManager;
use super::stack::call_hook;
use crate::flow::phase::ScreenEntry;
use crate::flow::screen::GameScreen;
use crate::phase::PhaseId;

impl ScreenManager {
    fn backdrop_of(&self, phase: PhaseId) -> Option<&ScreenEntry> {
        self.phase_of(phase)?.backdrop.as_ref()
    }

    /// Lets the backdrop of a phase join, unless it lives on. It is the resident that was built last.
    pub(super) fn enter_backdrop(&mut self, phase: PhaseId) {
        if self.stack.backdrop.is_none()
            && self.backdrop_of(phase).is_some()
            && let Some((id, screen)) = self.stack.residents.pop()
        {
            let live = self.stack.make_live(id, screen, &self.services);
            let live = self.stack.backdrop.insert(live);
            call_hook(live, 0, &mut self.services, "on_enter", GameScreen::on_enter);
        }
    }

    /// Ends the backdrop, unless the next phase has it too.
    pub(super) fn end_backdrop(&mut self, next: Option<PhaseId>) {
        let next = next.and_then(|phase| self.backdrop_of(phase)).map(|entry| entry.id);
        if let Some(mut live) = self.stack.backdrop.take_if(|live| Some(live.id) != next) {
            call_hook(&mut live, 0, &mut self.services, "on_exit", GameScreen::on_exit);
        }
    }
}
