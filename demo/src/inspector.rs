//! The inspector: F3 opens it over whatever runs. It shows frame times, screens, resources and
//! machines, what the unit thinks that was clicked, and it lets time go slower or stand still.
//!
//! It is an overlay and no screen, so nothing of the game depends on it: it reads the manager, and
//! the one thing that it changes there is which unit is watched, which no machine can tell.

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
pub use layout::{Layout, TimeButton};
pub use subject::Subject;
pub use unit_facts::UnitFacts;

use proscenium::flow::ScreenManager;
use proscenium::kit::{Overlay, OverlayInput, OverlayView, TimeControl};

use super::commander::INSPECT;
use super::screens::InGame;
use super::shared::Shared;

/// The screen whose units can be chosen.
pub const PLAYED: &str = "in_game";

/// What the pointer's button holds since it went down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Grip {
    /// Something of the game, or nothing.
    #[default]
    Nothing,
    /// A panel, a button, a unit.
    Inspector,
    /// The picture, while time stands still: where it was taken, and how far it was aside then.
    Picture { from: (f32, f32), aside: (f32, f32) },
}

/// The overlay. Closed, it looks for its key and does nothing else.
pub struct Inspector {
    shared: Shared,
    is_open: bool,
    subject: Option<Subject>,
    times: FrameTimes,
    layout: Layout,
    grip: Grip,
    /// How far the picture is moved from where the game has it.
    aside: (f32, f32),
}

impl Inspector {
    /// An inspector that is closed.
    pub fn new(shared: &Shared) -> Self {
        Self {
            shared: shared.clone(),
            is_open: false,
            subject: None,
            times: FrameTimes::default(),
            layout: Layout::default(),
            grip: Grip::Nothing,
            aside: (0.0, 0.0),
        }
    }

    /// Opens it, or closes it and leaves nothing behind.
    fn toggle(&mut self, cx: &mut OverlayInput<'_>) {
        self.is_open = !self.is_open;
        if !self.is_open {
            self.choose(cx.manager, None);
            self.pan_camera(cx.manager, (0.0, 0.0));
            self.times = FrameTimes::default();
            self.layout = Layout::default();
            self.grip = Grip::Nothing;
            if let Some(time) = &mut cx.time {
                time.reset();
            }
        }
    }

    fn control_time(&mut self, cx: &mut OverlayInput<'_>) {
        for button in TimeButton::ALL {
            if let Some(time) = cx.time.as_deref_mut().filter(|_| cx.input.is_pressed(button.action())) {
                button.press(time);
            }
            cx.input.consume(button.action());
        }
        // The camera is let go as time is.
        if !is_stopped(cx.time.as_deref()) {
            self.pan_camera(cx.manager, (0.0, 0.0));
        }
    }

    /// What the pointer does, and whose business that is.
    fn point(&mut self, cx: &mut OverlayInput<'_>) {
        let pointer = cx.input.pointer;
        if let Some(at) = pointer.position.filter(|_| pointer.pressed) {
            self.grip = self.press(cx, at);
        }
        if let (Grip::Picture { from, aside }, Some((x, y))) = (self.grip, pointer.position) {
            self.pan_camera(cx.manager, (aside.0 + from.0 - x, aside.1 + from.1 - y));
        }
        if self.grip != Grip::Nothing {
            cx.input.consume_clicks();
        }
        if pointer.released || !(pointer.held || pointer.pressed) {
            self.grip = Grip::Nothing;
        }
    }

    fn press(&mut self, cx: &mut OverlayInput<'_>, at: (f32, f32)) -> Grip {
        if let Some(button) = self.layout.button_at(at) {
            if let Some(time) = cx.time.as_deref_mut() {
                button.press(time);
            }
            return Grip::Inspector;
        }
        if self.layout.covers(at) {
            return Grip::Inspector;
        }
        if let Some(subject) = Subject::at(cx.manager, at) {
            let is_same = self.subject.is_some_and(|chosen| chosen.who == subject.who);
            self.choose(cx.manager, Some(subject).filter(|_| !is_same));
            return Grip::Inspector;
        }
        if is_stopped(cx.time.as_deref()) && is_played(cx.manager) {
            return Grip::Picture { from: at, aside: self.aside };
        }
        Grip::Nothing
    }

    /// Watches another unit, or none.
    fn choose(&mut self, manager: &mut ScreenManager, subject: Option<Subject>) {
        if let Some(machines) = manager.machines_mut(PLAYED) {
            if let Some(before) = self.subject {
                before.unwatch(machines);
            }
            if let Some(subject) = subject {
                subject.watch(machines);
            }
        }
        self.subject = subject;
    }

    fn pan_camera(&mut self, manager: &ScreenManager, by: (f32, f32)) {
        if by != self.aside
            && let Some(game) = manager.screen::<InGame>(PLAYED)
        {
            game.pan_camera(by);
        }
        self.aside = by;
    }
}

impl Overlay for Inspector {
    fn input(&mut self, cx: &mut OverlayInput<'_>) {
        if cx.input.is_pressed(INSPECT) {
            self.toggle(cx);
        }
        cx.input.consume(INSPECT);
        if !self.is_open {
            return;
        }
        self.control_time(cx);
        self.point(cx);
        // A unit that has fallen is shown on; one whose play is over is not.
        let is_there = |subject: &Subject| cx.manager.machines(PLAYED).is_some_and(|m| subject.is_in(m));
        self.subject = self.subject.filter(is_there);
    }

    fn draw(&mut self, view: &OverlayView<'_>) {
        if !self.is_open {
            return;
        }
        self.times.note(view.frame_time);
        self.layout = Layout::of(view.viewport);
        #[cfg(feature = "window")]
        self.paint(view);
    }
}

#[cfg(feature = "window")]
impl Inspector {
    fn paint(&mut self, view: &OverlayView<'_>) {
        use super::paint::{Board, Paint};
        let manager = view.manager;
        let paint = Paint::new(manager.resources(), &self.shared);
        let mut board = Board::new(&paint, &mut self.layout, view.viewport);
        let chosen = self.subject.and_then(|subject| Some((subject, subject.facts(manager)?)));
        if let Some((subject, facts)) = &chosen {
            board.marks(manager, *subject, facts);
        }
        board.frame_times(&self.times);
        board.facts(&Facts::of(manager));
        if let Some((_, facts)) = &chosen {
            board.unit(facts);
        }
        board.time(view.time, manager.tick());
    }
}

/// Whether nothing is over the play.
pub fn is_played(manager: &ScreenManager) -> bool {
    manager.active().is_some_and(|active| active.name() == PLAYED)
}

fn is_stopped(time: Option<&TimeControl>) -> bool {
    time.is_some_and(TimeControl::is_stopped)
}
