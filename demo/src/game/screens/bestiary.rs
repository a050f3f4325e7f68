//! The bestiary: each kind of units in words, and on a second page the diagram of its machine, drawn from its data file.

mod diagram;
mod words;

use std::error::Error;

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::platform::{Action, Input, Rect, Views};
use proscenium::ui::{Ink, Menu, Page};

#[cfg(feature = "window")]
pub use self::diagram::Arrow;
pub use self::diagram::Diagram;
#[cfg(feature = "dev")]
pub use self::diagram::texts_of;
use self::diagram::{ANY, Node};
use crate::controls::BESTIARY;
use crate::game::play::troops::Entry;
use crate::game::play::units::UNITS;
use crate::game::sounds::MOVE;
use crate::shared::Shared;
use crate::theme::{HEIGHT, WIDTH};
use crate::view::View;

struct Kind {
    entry: &'static Entry,
    diagram: Diagram,
}

#[derive(Clone, Copy)]
pub enum Choice {
    Previous,
    /// To the machine of the kind, or back to the words.
    Machine,
    Back,
    Next,
}

/// The bestiary. Left and right turn the pages; in a diagram up, down and a click select a state.
pub struct Bestiary {
    kinds: Vec<Kind>,
    page: usize,
    /// Whether the machine is shown, not the words.
    is_machine: bool,
    selected: usize,
    ticks: u32,
    menu: Menu,
}

/// The texts of the buttons, and how wide they may be to be side by side in the panel.
const BUTTONS: [&str; 5] =
    ["bestiary-previous", "bestiary-machine", "bestiary-words", "bestiary-back", "bestiary-next"];
const BUTTON: f32 = 100.0;

impl Bestiary {
    pub fn new(cx: &BuildContext<'_>) -> Result<Self, Box<dyn Error>> {
        let kind = |entry: &'static Entry| {
            let diagram = Diagram::of(cx.resources().find(entry.kind.machine)?);
            Ok::<_, Box<dyn Error>>(Kind { entry, diagram })
        };
        let kinds = UNITS.iter().map(kind).collect::<Result<_, _>>()?;
        Ok(Self { kinds, page: 0, is_machine: false, selected: 0, ticks: 0, menu: Menu::default() })
    }

    fn title(&self) -> String {
        let Kind { entry, .. } = &self.kinds[self.page];
        if self.is_machine { format!("bestiary-{}", entry.kind.machine) } else { words::title_of(entry) }
    }

    /// The buttons below the figures or the diagram; or, where these do not fit, all of it as texts.
    pub fn menu_page(&self, view: &View<'_>) -> Page<Choice> {
        let Kind { entry, diagram } = &self.kinds[self.page];
        let page = match self.is_machine {
            _ if has_pictures(view) => {
                // Above the border of the panel.
                let (x, y) = view.least_corner();
                let area = Rect::new(x + 32.0, 0.0, WIDTH - 64.0, y + HEIGHT - 8.0);
                Page::new(area).plain().anchor(0.5, 1.0)
            }
            true => {
                let page = view.page(&self.title()).text(view.text_of(diagram.family), Ink::Dim);
                let page = diagram.nodes.iter().fold(page, |page, node| {
                    let page = page.text(title_of(view, node), Ink::Accent);
                    node.exits.iter().fold(page, |page, exit| page.text(&**exit, Ink::Text))
                });
                page.text(view.text_of(diagram.about), Ink::Dim)
            }
            false => words::page(view, entry),
        };
        let other = if self.is_machine { "bestiary-words" } else { "bestiary-machine" };
        let page = page.in_row().button(Choice::Previous, view.text_of("bestiary-previous"));
        let page = page.button(Choice::Machine, view.text_of(other));
        let page = page.button(Choice::Back, view.text_of("bestiary-back"));
        // The first focus is on the way back, unless there are texts above to be read first.
        let page = if has_pictures(view) { page.focused() } else { page };
        let page = page.button(Choice::Next, view.text_of("bestiary-next"));
        let cancel = if self.is_machine { Choice::Machine } else { Choice::Back };
        let page = page.on(BESTIARY, Choice::Back).on(Action::CANCEL, cancel);
        page.on(Action::PAUSE, Choice::Back)
    }

    /// The title, and below the title of a machine its family.
    pub fn head(&self, view: &View<'_>) -> Page {
        let Kind { diagram, .. } = &self.kinds[self.page];
        let head: Page = view.page(&self.title()).plain().centered().anchor(0.5, 0.0);
        let (x, y) = view.least_corner();
        let head = head.within(Rect::new(x, y + 12.0, WIDTH, 100.0));
        if self.is_machine { head.text(view.text_of(diagram.family), Ink::Dim) } else { head }
    }

    /// The texts beside the figures or the diagram.
    pub fn texts(&self, view: &View<'_>) -> Page {
        let Kind { entry, diagram } = &self.kinds[self.page];
        if !self.is_machine {
            return words::beside_figures(view, entry);
        }
        let (x, y) = view.least_corner();
        let right = Rect::new(x + 304.0, y + 76.0, 296.0, 240.0);
        let page = Page::new(right).plain().anchor(0.0, 0.0);
        let Some(node) = diagram.nodes.get(self.selected) else { return page };
        let page = page.text(title_of(view, node), Ink::Accent);
        let page = node.exits.iter().fold(page, |page, exit| page.text(&**exit, Ink::Text));
        page.text(view.text_of(diagram.about), Ink::Dim)
    }

    #[cfg(test)]
    pub fn machine(&self) -> &str {
        self.kinds[self.page].entry.kind.machine
    }

    #[cfg(test)]
    pub const fn shows_machine(&self) -> bool {
        self.is_machine
    }

    fn turn(&mut self, by: usize) {
        self.page = (self.page + by) % self.kinds.len();
        self.selected = 0;
    }

    /// Selects another state by the player's input. Returns whether there was such input. `corner` is the one of the least
    /// size in the view.
    fn select(&mut self, input: &Input, corner: (f32, f32)) -> bool {
        let Some(Kind { diagram, .. }) = self.kinds.get(self.page) else { return false };
        let count = diagram.nodes.len();
        let at = input.pointer.position.filter(|_| input.pointer.pressed);
        let next = if input.is_pressed(Action::UP) {
            Some((self.selected + count - 1) % count)
        } else if input.is_pressed(Action::DOWN) {
            Some((self.selected + 1) % count)
        } else {
            let at = at.map(|at| (at.0 - corner.0, at.1 - corner.1));
            at.and_then(|at| (0..count).find(|&number| diagram.rect(number).contains(at)))
        };
        self.selected = next.unwrap_or(self.selected);
        next.is_some()
    }
}

impl GameScreen for Bestiary {
    /// The payload is the machine to begin with.
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        (self.menu, self.is_machine) = (Menu::default(), false);
        for kind in &mut self.kinds {
            // It may have been saved since.
            if let Ok(blueprint) = cx.resources().find(kind.entry.kind.machine) {
                kind.diagram = Diagram::of(blueprint);
            }
        }
        self.selected = self.selected.min(self.kinds[self.page].diagram.nodes.len() - 1);
        let machine = cx.payload::<&str>();
        if let Some(page) = self.kinds.iter().position(|kind| Some(&kind.entry.kind.machine) == machine) {
            self.page = page;
            self.selected = 0;
        }
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let (page, has_pictures, corner) = {
            let view = View::of(cx);
            (self.menu_page(&view), has_pictures(&view), view.least_corner())
        };
        let (last, shown) = (self.kinds.len() - 1, (self.page, self.is_machine));
        let is_left = cx.input().is_pressed(Action::LEFT);
        let turns = is_left || cx.input().is_pressed(Action::RIGHT);
        if turns {
            self.turn(if is_left { last } else { 1 });
        }
        if turns || has_pictures && self.is_machine && self.select(cx.input(), corner) {
            cx.shared::<Shared>().mixer().play(MOVE, 0.6);
        } else {
            match self.menu.update(&page, cx) {
                Some(Choice::Previous) => self.turn(last),
                Some(Choice::Next) => self.turn(1),
                Some(Choice::Machine) => self.is_machine = !self.is_machine,
                Some(Choice::Back) => cx.pop(),
                None => {}
            }
        }
        if !has_pictures && shown != (self.page, self.is_machine) {
            // Other texts are read from their top.
            self.menu = Menu::default();
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx);
        let page = self.menu_page(&paint.view);
        if has_pictures(&paint.view) {
            let (x, y) = paint.view.least_corner();
            paint.panel(x + 24.0, y + 12.0, 592.0, 340.0);
            paint.texts(&self.head(&paint.view));
            let Kind { entry, diagram } = &self.kinds[self.page];
            if self.is_machine {
                paint.portraits(entry.portraits, self.ticks);
                paint.diagram(diagram, self.selected);
            } else {
                paint.figures(|turn, step| words::figures(entry, turn, step), self.ticks);
            }
            paint.texts(&self.texts(&paint.view));
        }
        paint.page(&page, &self.menu);
    }
}

/// What stands above the exits of a state.
fn title_of(view: &View<'_>, node: &Node) -> String {
    if node.name == ANY { view.text_of("bestiary-any") } else { node.name.clone() }
}

/// Whether there is room for figures and diagrams, which are beside texts of one size, and for the buttons below them.
pub fn has_pictures(view: &View<'_>) -> bool {
    let width_of = |key: &str| view.text_width(&view.text_of(key));
    let widest = BUTTONS.into_iter().map(width_of).fold(0.0, f32::max);
    view.look.text_size <= 1.0 && view.size.0 >= WIDTH && widest <= BUTTON
}
