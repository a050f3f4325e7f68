//! The bestiary: a diagram of each machine, drawn from its data file.

mod diagram;

use std::error::Error;

use proscenium::ai::Blueprint;
use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::kit::{EntryKind, Menu, MenuEvent, Rect};
use proscenium::platform::{Action, Input};

#[cfg(feature = "window")]
pub use self::diagram::Arrow;
pub use self::diagram::Diagram;
use crate::commander::BESTIARY;
use crate::shared::Shared;

/// The machines: their ids, and the text keys of their names.
const PAGES: [(&str, &str); 5] = [
    ("runner", "bestiary-hero"),
    ("marine", "bestiary-marine"),
    ("monster", "bestiary-monster"),
    ("mood", "bestiary-mood"),
    ("hen", "bestiary-hen"),
];

/// One machine.
struct Page {
    machine: &'static str,
    title: &'static str,
    diagram: Diagram,
}

/// The bestiary. Left and right turn the pages; up, down and a click select a state.
pub struct Bestiary {
    shared: Shared,
    pages: Vec<Page>,
    page: usize,
    /// The selected state.
    selected: usize,
    ticks: u32,
    menu: Menu,
}

impl Bestiary {
    /// The bestiary with the machines of the phase.
    pub fn new(cx: &BuildContext<'_>, shared: &Shared) -> Result<Self, Box<dyn Error>> {
        let mut pages = Vec::new();
        for (machine, title) in PAGES {
            let blueprint = cx.resources().find::<Blueprint>(machine)?;
            pages.push(Page { machine, title, diagram: Diagram::of(blueprint) });
        }
        let entry = |x: f32, w: f32| (Rect::new(x, 316.0, w, 28.0), EntryKind::Button);
        let menu = Menu::from_iter([entry(104.0, 128.0), entry(256.0, 128.0), entry(408.0, 128.0)]);
        Ok(Self { shared: shared.clone(), pages, page: 0, selected: 0, ticks: 0, menu })
    }

    /// The machine of the page.
    #[cfg(test)]
    pub fn machine(&self) -> &str {
        self.pages[self.page].machine
    }

    fn turn(&mut self, by: usize) {
        self.page = (self.page + by) % self.pages.len();
        self.selected = 0;
    }

    /// Selects another state by the player's input. Returns whether there was such input.
    fn select(&mut self, input: &Input) -> bool {
        let Some(Page { diagram, .. }) = self.pages.get(self.page) else { return false };
        let count = diagram.nodes().len();
        let at = input.pointer.position.filter(|_| input.pointer.pressed);
        let next = if input.is_pressed(Action::UP) {
            Some((self.selected + count - 1) % count)
        } else if input.is_pressed(Action::DOWN) {
            Some((self.selected + 1) % count)
        } else {
            at.and_then(|at| (0..count).find(|&number| diagram.rect(number).contains(at)))
        };
        self.selected = next.unwrap_or(self.selected);
        next.is_some()
    }
}

impl GameScreen for Bestiary {
    /// The payload is the machine to begin with.
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.menu.focus(1);
        for page in &mut self.pages {
            // It may have been saved since.
            if let Ok(blueprint) = cx.resources().find(page.machine) {
                page.diagram = Diagram::of(blueprint);
            }
        }
        self.selected = self.selected.min(self.pages[self.page].diagram.nodes().len() - 1);
        let machine = cx.payload::<&str>();
        if let Some(page) = self.pages.iter().position(|page| Some(&page.machine) == machine) {
            self.page = page;
            self.selected = 0;
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let last = self.pages.len() - 1;
        if cx.input().is_pressed(Action::LEFT) {
            return self.turn(last);
        }
        if cx.input().is_pressed(Action::RIGHT) {
            return self.turn(1);
        }
        if self.select(cx.input()) {
            return;
        }
        let closes = cx.input().any_pressed(&[BESTIARY, Action::PAUSE]);
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(0)) => self.turn(last),
            Some(MenuEvent::Activated(2)) => self.turn(1),
            Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) => cx.pop(),
            _ if closes => cx.pop(),
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(24.0, 12.0, 592.0, 340.0);
        let Some(Page { machine, title, diagram }) = self.pages.get(self.page) else { return };
        paint.title_key_centered(title, 320.0, 24.0);
        paint.text_centered(diagram.family(), 320.0, 58.0, color::ASH);
        paint.portraits(machine, self.ticks);
        paint.diagram(diagram, self.selected);
        paint.menu_keys(&self.menu, &["bestiary-previous", "bestiary-back", "bestiary-next"]);
    }
}
