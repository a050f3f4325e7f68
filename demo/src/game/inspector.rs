//! The inspector of the library, with the units of this game: a click selects one and shows its state; while time is
//! stopped, the camera can be dragged.
//!
//! The game does not depend on it: it reads the manager, and changes only which unit is watched, which
//! machines cannot see, and the camera.

mod subject;
#[cfg(test)]
mod tests;
mod unit_facts;

pub use subject::Subject;
pub use unit_facts::UnitFacts;

use proscenium::dev::{self, Overlay, OverlayView, TimeControl};
use proscenium::flow::ScreenManager;
use proscenium::platform::{Input, TraceRecord};
#[cfg(feature = "window")]
use proscenium::ui::Ink;

#[cfg(feature = "window")]
use super::screens::InGame;
use crate::shared::Shared;

/// The screen whose units can be selected.
pub const PLAYED: &str = "in_game";

/// What the pointer drags since it was pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Drag {
    /// The press belongs to the game.
    #[default]
    None,
    /// A unit, which cannot be dragged.
    Unit,
    /// The camera, while time is stopped: the position of the press, and the offset at that time.
    Camera { from: (f32, f32), pan: (f32, f32) },
}

/// The inspector overlay.
#[derive(Default)]
pub struct Inspector {
    panels: dev::Inspector,
    subject: Option<Subject>,
    drag: Drag,
    pan: (f32, f32),
}

impl Inspector {
    /// Handles the pointer, and hides presses on units from the game.
    fn handle_pointer(&mut self, input: &mut Input, manager: &mut ScreenManager, is_stopped: bool) {
        let pointer = input.pointer;
        if let Some(at) = pointer.position.filter(|_| pointer.pressed) {
            self.drag = self.press(manager, is_stopped, at);
        }
        if let (Drag::Camera { from, pan }, Some((x, y))) = (self.drag, pointer.position) {
            self.pan_camera(manager, (pan.0 + from.0 - x, pan.1 + from.1 - y));
        }
        if self.drag != Drag::None {
            input.consume_clicks();
        }
        if pointer.released || !(pointer.held || pointer.pressed) {
            self.drag = Drag::None;
        }
    }

    fn press(&mut self, manager: &mut ScreenManager, is_stopped: bool, at: (f32, f32)) -> Drag {
        if let Some(subject) = Subject::at(manager, at) {
            let is_same = self.subject.as_ref().is_some_and(|selected| selected.id == subject.id);
            self.select(manager, Some(subject).filter(|_| !is_same));
            return Drag::Unit;
        }
        if is_stopped && is_played(manager) {
            return Drag::Camera { from: at, pan: self.pan };
        }
        Drag::None
    }

    /// Selects and watches another unit, or none.
    fn select(&mut self, manager: &mut ScreenManager, subject: Option<Subject>) {
        if let Some(populations) = manager.stack_mut().populations_mut(PLAYED) {
            if let Some(before) = &self.subject {
                before.unwatch(populations);
            }
            if let Some(subject) = &subject {
                subject.watch(populations);
            }
        }
        self.subject = subject;
    }

    fn pan_camera(&mut self, manager: &mut ScreenManager, by: (f32, f32)) {
        if let Some(shared) = manager.shared_mut().get_mut::<Shared>() {
            shared.pan = by;
        }
        self.pan = by;
    }
}

impl Overlay for Inspector {
    fn input(&mut self, input: &mut Input, manager: &mut ScreenManager, mut time: Option<&mut TimeControl>) {
        let was_open = self.panels.is_open();
        self.panels.input(input, manager, time.as_deref_mut());
        if !self.panels.is_open() {
            if was_open {
                self.select(manager, None);
                self.pan_camera(manager, (0.0, 0.0));
                self.drag = Drag::None;
            }
            return;
        }
        let is_stopped = time.is_some_and(|time| time.is_stopped());
        if !is_stopped {
            self.pan_camera(manager, (0.0, 0.0));
        }
        self.handle_pointer(input, manager, is_stopped);
        // A dead unit stays selected until its population is gone.
        let is_there =
            |subject: &Subject| manager.stack().populations(PLAYED).is_some_and(|m| subject.is_in(m));
        self.subject = self.subject.take().filter(is_there);
    }

    fn stopped(&mut self, manager: &mut ScreenManager, change: &TraceRecord) {
        self.panels.stopped(manager, change);
        if let Some(subject) = Subject::of(manager, change) {
            self.select(manager, Some(subject));
        }
    }

    fn draw(&mut self, view: &OverlayView<'_>) {
        #[cfg(feature = "window")]
        if self.panels.is_open() {
            self.paint(view);
        }
        self.panels.draw(view);
    }
}

#[cfg(feature = "window")]
impl Inspector {
    /// Draws the marks of the selected unit, and has its state shown.
    fn paint(&mut self, view: &OverlayView<'_>) {
        use crate::paint::Paint;
        use crate::view::View;
        use proscenium::ui::Look;
        let manager = view.manager;
        let look = Look::for_view(manager.assets().resources(), manager.shared(), manager.view_size());
        let whole = View::from(look);
        let routes = InGame::observe(manager).map_or(0, |(play, ..)| play.waiting_routes());
        let mut lines = Vec::new();
        if routes > 0 {
            lines.push((whole.text_with("inspector-routes", "count", routes), Ink::Dim));
        }
        if let Some(subject) = &self.subject
            && let Some(facts) = subject.facts(manager, &whole)
        {
            let paint = Paint::new(View { look: Look { text_size: 1.0, ..look }, ..whole });
            dev::Inspector::draw_panels(view, |scale| paint.marks(manager, subject.id, &facts.doing, scale));
            lines.extend(facts.lines);
        }
        self.panels.show(lines);
    }
}

/// Whether the game screen is active.
pub fn is_played(manager: &ScreenManager) -> bool {
    manager.stack().active().is_some_and(|active| active.name() == PLAYED)
}
