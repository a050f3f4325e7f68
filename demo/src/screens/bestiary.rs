//! The bestiary: a diagram of each machine, drawn from its data file.

mod diagram;

use std::error::Error;

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::kit::{Ink, Menu, Page};
use proscenium::platform::{Action, Input, Rect};

#[cfg(feature = "window")]
pub use self::diagram::Arrow;
pub use self::diagram::Diagram;
#[cfg(feature = "inspector")]
pub use self::diagram::texts_of;
use self::diagram::{ANY, Node};
use crate::commander::BESTIARY;
use crate::play::troops::Entry;
use crate::play::units::UNITS;
use crate::shared::Shared;
use crate::sounds::MOVE;
use crate::theme::WIDTH;
use crate::view::View;

struct Machine {
    /// The first kind of units with it.
    unit: &'static Entry,
    title: String,
    diagram: Diagram,
}

#[derive(Clone, Copy)]
pub enum Choice {
    Previous,
    Back,
    Next,
}

/// The bestiary. Left and right turn the pages; up, down and a click select a state.
pub struct Bestiary {
    pages: Vec<Machine>,
    page: usize,
    selected: usize,
    ticks: u32,
    menu: Menu,
}

impl Bestiary {
    pub fn new(cx: &BuildContext<'_>) -> Result<Self, Box<dyn Error>> {
        let mut pages: Vec<Machine> = Vec::new();
        for unit in UNITS {
            let machine = unit.kind.machine;
            if pages.iter().all(|page| page.unit.kind.machine != machine) {
                let diagram = Diagram::of(cx.resources().find(machine)?);
                pages.push(Machine { unit, title: format!("bestiary-{machine}"), diagram });
            }
        }
        Ok(Self { pages, page: 0, selected: 0, ticks: 0, menu: Menu::default() })
    }

    /// The buttons below the diagram; or, where the diagram does not fit, all of it as texts.
    pub fn menu_page(&self, view: &View<'_>) -> Page<Choice> {
        if has_diagram(view) {
            // Above the border of the panel. The first focus is on the way back.
            let area = Rect::new(0.0, 0.0, view.size.0, view.size.1 - 8.0);
            let page = Page::new(area).plain().in_row().anchor(0.5, 1.0);
            let page = page.button(Choice::Previous, view.text_of("bestiary-previous"));
            let page = page.button(Choice::Back, view.text_of("bestiary-back")).focused();
            return Self::with_keys(page.button(Choice::Next, view.text_of("bestiary-next")));
        }
        let Machine { title, diagram, .. } = &self.pages[self.page];
        let mut page = view.page(title).text(view.text_of(diagram.family), Ink::Dim);
        for node in &diagram.nodes {
            page = page.text(title_of(view, node), Ink::Accent);
            page = node.exits.iter().fold(page, |page, exit| page.text(&**exit, Ink::Text));
        }
        let page = page.text(view.text_of(diagram.about), Ink::Dim);
        let page = page.button(Choice::Previous, view.text_of("bestiary-previous"));
        let page = page.button(Choice::Back, view.text_of("bestiary-back"));
        Self::with_keys(page.button(Choice::Next, view.text_of("bestiary-next")))
    }

    fn with_keys(page: Page<Choice>) -> Page<Choice> {
        let keys = [BESTIARY, Action::CANCEL, Action::PAUSE];
        keys.into_iter().fold(page, |page, action| page.on(action, Choice::Back))
    }

    /// The texts beside the diagram.
    pub fn texts(&self, view: &View<'_>) -> Page {
        let Machine { diagram, .. } = &self.pages[self.page];
        let right = Rect::new(304.0, 76.0, 296.0, 240.0);
        let page = Page::new(right).plain().anchor(0.0, 0.0);
        let Some(node) = diagram.nodes.get(self.selected) else { return page };
        let page = page.text(title_of(view, node), Ink::Accent);
        let page = node.exits.iter().fold(page, |page, exit| page.text(&**exit, Ink::Text));
        page.text(view.text_of(diagram.about), Ink::Dim)
    }

    #[cfg(test)]
    pub fn machine(&self) -> &str {
        self.pages[self.page].unit.kind.machine
    }

    fn turn(&mut self, by: usize) {
        self.page = (self.page + by) % self.pages.len();
        self.selected = 0;
    }

    /// Selects another state by the player's input. Returns whether there was such input.
    fn select(&mut self, input: &Input) -> bool {
        let Some(Machine { diagram, .. }) = self.pages.get(self.page) else { return false };
        let count = diagram.nodes.len();
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
        self.menu = Menu::default();
        for page in &mut self.pages {
            // It may have been saved since.
            if let Ok(blueprint) = cx.resources().find(page.unit.kind.machine) {
                page.diagram = Diagram::of(blueprint);
            }
        }
        self.selected = self.selected.min(self.pages[self.page].diagram.nodes.len() - 1);
        let machine = cx.payload::<&str>();
        if let Some(page) = self.pages.iter().position(|page| Some(&page.unit.kind.machine) == machine) {
            self.page = page;
            self.selected = 0;
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let (page, has_diagram) = {
            let view = View::of(cx);
            (self.menu_page(&view), has_diagram(&view))
        };
        let last = self.pages.len() - 1;
        let is_left = cx.input().is_pressed(Action::LEFT);
        let turns = is_left || cx.input().is_pressed(Action::RIGHT);
        if turns {
            self.turn(if is_left { last } else { 1 });
        }
        if turns || has_diagram && self.select(cx.input()) {
            return cx.shared::<Shared>().mixer().play(MOVE, 0.6);
        }
        match self.menu.update(&page, cx) {
            Some(Choice::Previous) => self.turn(last),
            Some(Choice::Next) => self.turn(1),
            Some(Choice::Back) => cx.pop(),
            None => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx);
        let page = self.menu_page(&paint.view);
        if has_diagram(&paint.view) {
            paint.panel(24.0, 12.0, 592.0, 340.0);
            let Machine { unit, title, diagram } = &self.pages[self.page];
            let head: Page = paint.view.page(title).plain().centered().anchor(0.5, 0.0);
            let head = head.within(Rect::new(0.0, 12.0, 640.0, 100.0));
            paint.texts(&head.text(paint.view.text_of(diagram.family), Ink::Dim));
            paint.portraits(unit.portraits, self.ticks);
            paint.diagram(diagram, self.selected);
            paint.texts(&self.texts(&paint.view));
        }
        paint.page(&page, &self.menu);
    }
}

/// What stands above the exits of a state.
fn title_of(view: &View<'_>, node: &Node) -> String {
    if node.name == ANY { view.text_of("bestiary-any") } else { node.name.clone() }
}

/// Whether there is room for the diagram. It is a picture with texts of one size.
fn has_diagram(view: &View<'_>) -> bool {
    view.look.text_size <= 1.0 && view.size.0 >= WIDTH
}
