//! The inspector on F3: the screens on the stack, and how many of their units are in which state. A game for players is
//! built without it.

use proscenium::flow::{Machines, ScreenManager};
use proscenium::kit::{Ink, Look, Overlay, OverlayView, Page, Paint, TimeControl};
use proscenium::platform::{Control, Input};

#[derive(Default)]
pub struct Inspector {
    is_open: bool,
}

impl Overlay for Inspector {
    fn input(&mut self, input: &mut Input, _: &mut ScreenManager, _: Option<&mut TimeControl>) {
        self.is_open ^= input.control == Some(Control::F3);
    }

    fn draw(&mut self, view: &OverlayView<'_>) {
        if !self.is_open {
            return;
        }
        let manager = view.manager;
        let look = Look::for_view(manager.resources(), manager.all_shared(), manager.view_size());
        let paint = Paint::new(Look { text_size: 1.0, ..look });
        let mut page = Page::new(paint.area()).strip().anchor(1.0, 0.25);
        for screen in manager.stack() {
            page = page.text(screen.name(), Ink::Accent);
            let machines = manager.machines(screen).into_iter().flat_map(Machines::counts);
            for (machine, states, _) in machines {
                let states: Vec<_> = states.iter().map(|(state, units)| format!("{units} {state}")).collect();
                page = page.text(format!("{machine}: {}", states.join(", ")), Ink::Text);
            }
        }
        paint.texts(&page);
    }
}
