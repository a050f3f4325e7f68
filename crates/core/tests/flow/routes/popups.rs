//! Several screens over a game that goes on, and what each knows of the screens above it.

use std::cell::RefCell;
use std::rc::Rc;

use proscenium_core::flow::{
    Cover, CoverAudio, DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, ScreenId, ScreenManager,
    Target,
};
use proscenium_core::platform::{Action, Clock, Input};

type Notes = Rc<RefCell<Vec<String>>>;

/// Notes what it knows of itself in each update and each drawing.
struct Popup(Notes);

impl Popup {
    fn note(&self, what: &str, is_active: bool, covered_by: Option<ScreenId>) {
        let above = covered_by.map_or("nothing", ScreenId::name);
        let active = if is_active { "active" } else { "covered" };
        self.0.borrow_mut().push(format!("{what}: {active}, {above} above"));
    }
}

impl GameScreen for Popup {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        assert_eq!((cx.delta(), cx.audio()), (Clock::TICK, CoverAudio::Continue));
        let press = if cx.input().is_pressed(Action::ACCEPT) { " pressed" } else { "" };
        self.note(&format!("{} update{press}", cx.screen()), cx.is_active(), cx.covered_by());
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        self.note("draw", cx.is_active(), cx.covered_by());
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }

    fn on_inactive(&mut self, cx: &mut ScreenContext<'_>) {
        self.note(&format!("{} on_inactive", cx.screen()), cx.is_active(), cx.covered_by());
    }

    fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
        self.note(&format!("{} on_active", cx.screen()), cx.is_active(), cx.covered_by());
    }
}

struct Stage(ScreenManager, Notes);

impl Stage {
    /// A game with two popups over each other.
    fn new() -> Self {
        let (mut manager, notes) = (ScreenManager::headless(), Notes::default());
        let game = Rc::clone(&notes);
        manager.add_phase(Phase::new("play").screen("game", move |_| Popup(Rc::clone(&game))));
        manager.start("play");
        while manager.flow().phase().is_none() {
            manager.step(&Input::default());
        }
        let mut stage = Self(manager, notes);
        for id in ["dialog", "message"] {
            let popup = Target::fresh(id, Popup(Rc::clone(&stage.1)));
            stage.run(ScreenCommand::push(popup));
        }
        stage
    }

    /// The notes of one tick with this command at its end.
    fn run(&mut self, command: ScreenCommand) -> Vec<String> {
        self.1.borrow_mut().clear();
        self.0.command(command);
        self.0.step(&Input::default());
        self.1.take()
    }
}

#[test]
fn popups_run_what_is_below_and_the_top_one_has_the_input() {
    let Stage(mut manager, notes) = Stage::new();
    notes.borrow_mut().clear();
    manager.step(&Input::pressing([Action::ACCEPT]));
    assert_eq!(
        notes.take(),
        [
            "message update pressed: active, nothing above",
            "dialog update: covered, message above",
            "game update: covered, dialog above",
        ]
    );
    assert_eq!(Cover::POPUP, Cover { speed: 1.0, audio: CoverAudio::Continue });
}

#[test]
fn a_drawn_screen_knows_what_covers_it() {
    let Stage(manager, notes) = Stage::new();
    notes.borrow_mut().clear();
    manager.draw();
    assert_eq!(
        notes.take(),
        ["draw: covered, dialog above", "draw: covered, message above", "draw: active, nothing above"]
    );
}

#[test]
fn the_focus_returns_when_the_popup_above_has_left() {
    let mut stage = Stage::new();
    assert_eq!(
        stage.run(ScreenCommand::pop())[3..],
        ["message on_inactive: active, nothing above", "dialog on_active: active, nothing above"]
    );
    assert_eq!(stage.0.stack().ids().collect::<Vec<_>>(), ["game".into(), "dialog".into()]);
}

#[test]
fn a_covered_popup_can_be_closed_alone() {
    let mut stage = Stage::new();
    assert_eq!(stage.run(ScreenCommand::remove("dialog"))[3..], [""; 0]);
    stage.1.borrow_mut().clear();
    stage.0.step(&Input::default());
    assert_eq!(
        stage.1.take(),
        ["message update: active, nothing above", "game update: covered, message above"]
    );
}
