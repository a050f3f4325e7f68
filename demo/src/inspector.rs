//! The inspector, a debug overlay on F3: frame times, screens, resources, machines, the state of the
//! selected unit, and time control.
//!
//! The game does not depend on it: it reads the manager, and changes only which unit is watched, which
//! machines cannot see.

mod facts;
mod frame_times;
mod layout;
mod subject;
#[cfg(test)]
mod tests;
mod unit_facts;

#[cfg(feature = "window")]
pub use facts::{Facts, Tone};
pub use frame_times::FrameTimes;
pub use layout::{Layout, TIME_BUTTONS};
pub use subject::Subject;
pub use unit_facts::UnitFacts;

use proscenium::flow::ScreenManager;
use proscenium::kit::{Overlay, OverlayView, TimeControl};
use proscenium::platform::Input;

use super::commander::INSPECT;
use super::screens::InGame;
#[cfg(feature = "window")]
use super::theme::{HEIGHT, WIDTH};
#[cfg(feature = "window")]
use super::view::View;

/// The screen whose units can be selected.
pub const PLAYED: &str = "in_game";

/// What the pointer drags since it was pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Drag {
    /// Nothing of the inspector: the press belongs to the game.
    #[default]
    None,
    /// A panel, a button or a unit, which cannot be dragged.
    Inspector,
    /// The camera, while time is stopped: the position of the press, and the offset at that time.
    Camera { from: (f32, f32), pan: (f32, f32) },
}

/// The inspector overlay. While closed it only handles its key.
#[derive(Default)]
pub struct Inspector {
    is_open: bool,
    subject: Option<Subject>,
    times: FrameTimes,
    layout: Layout,
    drag: Drag,
    pan: (f32, f32),
}

impl Inspector {
    /// Opens it, or closes it and resets everything.
    fn toggle(&mut self, manager: &mut ScreenManager, time: Option<&mut TimeControl>) {
        self.is_open = !self.is_open;
        if !self.is_open {
            self.select(manager, None);
            self.pan_camera(manager, (0.0, 0.0));
            self.times = FrameTimes::default();
            self.layout = Layout::default();
            self.drag = Drag::None;
            if let Some(time) = time {
                time.reset();
            }
        }
    }

    fn control_time(
        &mut self,
        input: &mut Input,
        manager: &ScreenManager,
        mut time: Option<&mut TimeControl>,
    ) {
        for button in &TIME_BUTTONS {
            if let Some(time) = time.as_deref_mut().filter(|_| input.is_pressed(button.action)) {
                (button.press)(time);
            }
            input.consume(button.action);
        }
        // The camera can be moved only while time is stopped.
        if !is_stopped(time.as_deref()) {
            self.pan_camera(manager, (0.0, 0.0));
        }
    }

    /// Handles the pointer, and hides presses on the inspector from the game.
    fn handle_pointer(
        &mut self,
        input: &mut Input,
        manager: &mut ScreenManager,
        time: Option<&mut TimeControl>,
    ) {
        let pointer = input.pointer;
        if let Some(at) = pointer.position.filter(|_| pointer.pressed) {
            self.drag = self.press(manager, time, at);
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

    fn press(&mut self, manager: &mut ScreenManager, time: Option<&mut TimeControl>, at: (f32, f32)) -> Drag {
        if let Some(button) = self.layout.button_at(at) {
            if let Some(time) = time {
                (button.press)(time);
            }
            return Drag::Inspector;
        }
        if self.layout.covers(at) {
            return Drag::Inspector;
        }
        if let Some(subject) = Subject::at(manager, at) {
            let is_same = self.subject.as_ref().is_some_and(|selected| selected.id == subject.id);
            self.select(manager, Some(subject).filter(|_| !is_same));
            return Drag::Inspector;
        }
        if is_stopped(time.as_deref()) && is_played(manager) {
            return Drag::Camera { from: at, pan: self.pan };
        }
        Drag::None
    }

    /// Selects and watches another unit, or none.
    fn select(&mut self, manager: &mut ScreenManager, subject: Option<Subject>) {
        if let Some(machines) = manager.machines_mut(PLAYED) {
            if let Some(before) = &self.subject {
                before.unwatch(machines);
            }
            if let Some(subject) = &subject {
                subject.watch(machines);
            }
        }
        self.subject = subject;
    }

    fn pan_camera(&mut self, manager: &ScreenManager, by: (f32, f32)) {
        if by != self.pan
            && let Some(game) = manager.screen::<InGame>(PLAYED)
        {
            game.pan_camera(by);
        }
        self.pan = by;
    }
}

impl Overlay for Inspector {
    fn input(&mut self, input: &mut Input, manager: &mut ScreenManager, mut time: Option<&mut TimeControl>) {
        if input.is_pressed(INSPECT) {
            self.toggle(manager, time.as_deref_mut());
        }
        input.consume(INSPECT);
        if !self.is_open {
            return;
        }
        self.control_time(input, manager, time.as_deref_mut());
        self.handle_pointer(input, manager, time);
        // A dead unit stays selected until its population is gone.
        let is_there = |subject: &Subject| manager.machines(PLAYED).is_some_and(|m| subject.is_in(m));
        self.subject = self.subject.take().filter(is_there);
    }

    fn draw(&mut self, view: &OverlayView<'_>) {
        if !self.is_open {
            return;
        }
        self.times.push([view.since_last, view.logic, view.draw]);
        self.layout = Layout::of(view.viewport, view.manager.view_size());
        #[cfg(feature = "window")]
        self.paint(view);
    }
}

#[cfg(feature = "window")]
impl Inspector {
    fn paint(&mut self, view: &OverlayView<'_>) {
        use super::paint::{Board, Paint};
        use proscenium::kit::Look;
        let manager = view.manager;
        let look = Look::for_view(manager.resources(), manager.all_shared(), (WIDTH, HEIGHT));
        let whole = View::from(look);
        let paint = Paint::new(View { look: Look { text_size: 1.0, ..whole.look }, ..whole });
        let mut board = Board::new(&paint, &mut self.layout, view.viewport);
        let facts =
            self.subject.as_ref().and_then(|subject| Some((subject.id, subject.facts(manager, &whole)?)));
        if let Some((unit, facts)) = &facts {
            board.marks(manager, *unit, facts);
        }
        board.frame_times(&self.times);
        board.facts(&Facts::of(manager, &whole));
        if let Some((_, facts)) = &facts {
            board.unit(facts);
        }
        board.time(view.time, manager.tick());
    }
}

/// Whether the game screen is active.
pub fn is_played(manager: &ScreenManager) -> bool {
    manager.active().is_some_and(|active| active.name() == PLAYED)
}

fn is_stopped(time: Option<&TimeControl>) -> bool {
    time.is_some_and(TimeControl::is_stopped)
}
