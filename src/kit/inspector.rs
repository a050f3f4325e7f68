//! A small inspector, for a game without one of its own.

use super::page::Ink;
#[cfg(feature = "window")]
use super::{draw::Paint, look::Look, page::Page};
use crate::flow::{Machines, ScreenManager};
use crate::kit::{Overlay, OverlayView, TimeControl};
use crate::platform::{Control, Input};

/// An overlay that F3 opens and closes: the screens on the stack from the bottom to the top, each with the machines of
/// its units, and how many of them are in which state.
///
/// ```no_run
/// use proscenium::kit::{Game, Inspector};
///
/// # fn game() -> Game {
/// Game::new("herd").setup(|cx| {
///     if cfg!(debug_assertions) {
///         cx.overlay(Inspector::default());
///     }
/// })
/// # }
/// ```
#[derive(Debug, Default)]
pub struct Inspector {
    is_open: bool,
}

impl Inspector {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "there is nothing to draw on"))]
    fn lines(manager: &ScreenManager) -> Vec<(String, Ink)> {
        let mut lines = Vec::new();
        for screen in manager.stack() {
            lines.push((screen.to_string(), Ink::Accent));
            for (machine, states, _) in manager.machines(screen).into_iter().flat_map(Machines::counts) {
                let states: Vec<_> = states.iter().map(|(state, units)| format!("{units} {state}")).collect();
                lines.push((format!("{machine}: {}", states.join(", ")), Ink::Text));
            }
        }
        lines
    }
}

impl Overlay for Inspector {
    fn input(&mut self, input: &mut Input, _manager: &mut ScreenManager, _time: Option<&mut TimeControl>) {
        self.is_open ^= input.control == Some(Control::F3);
    }

    #[cfg(feature = "window")]
    fn draw(&mut self, view: &OverlayView<'_>) {
        if self.is_open {
            let manager = view.manager;
            let look = Look::for_view(manager.resources(), manager.all_shared(), manager.view_size());
            let paint = Paint::new(Look { text_size: 1.0, ..look });
            // Below what games show in their corners.
            let page = Page::new(paint.area()).strip().anchor(1.0, 0.25);
            paint.texts(
                &Self::lines(manager).into_iter().fold(page, |page, (line, ink)| page.text(line, ink)),
            );
        }
    }

    #[cfg(not(feature = "window"))]
    fn draw(&mut self, _view: &OverlayView<'_>) {}
}

#[cfg(test)]
mod tests {
    use proscenium_ai::{Bindings, Blueprint, Population, State};

    use super::*;
    use crate::flow::{GameScreen, Phase, ScreenContext};

    struct Meadow;

    impl GameScreen for Meadow {
        fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
            let sheep = Blueprint::table("sheep", "graze").state(State::new("graze"));
            let sheep = sheep.build(&Bindings::<()>::new()).unwrap();
            let mut flock = Population::new(&sheep);
            flock.spawn(());
            flock.spawn(());
            cx.machines().add(flock);
        }

        fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
    }

    #[test]
    fn each_screen_is_listed_with_the_states_of_its_units() {
        let mut manager = ScreenManager::headless();
        manager.add_phase(Phase::new("meadow").screen("meadow", |_| Meadow));
        manager.start("meadow");
        while manager.phase().is_none() {
            manager.step(&Input::default());
        }
        let lines: Vec<_> = Inspector::lines(&manager).into_iter().map(|(line, _)| line).collect();
        assert_eq!(lines, ["meadow", "sheep: 2 graze"]);
    }

    #[test]
    fn its_key_opens_and_closes_it() {
        let (mut manager, mut inspector) = (ScreenManager::headless(), Inspector::default());
        let mut press = |control| {
            let mut input = Input { control, ..Input::default() };
            inspector.input(&mut input, &mut manager, None);
            inspector.is_open
        };
        assert_eq!(
            [Some(Control::F3), None, Some(Control::F4), Some(Control::F3)].map(&mut press),
            [true, true, true, false]
        );
    }
}
