//! What all menus have in common: a page of texts and entries over the darkened screen below.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::kit::{Menu, MenuEvent, Page};
use proscenium::platform::Action;

use crate::shared::Shared;
use crate::view::View;

/// The contents of a menu.
pub trait MenuPage: 'static {
    /// Whether *pause* closes it too.
    const CLOSES_ON_PAUSE: bool = false;

    /// The texts and entries.
    fn page(&self, view: &View<'_>) -> Page;

    /// What an entry does; *back* and the last entry of most menus are the same.
    fn react(&mut self, event: MenuEvent, shared: &Shared, cx: &mut ScreenContext<'_>);
}

/// The screen of a menu.
pub struct MenuScreen<P> {
    pub shared: Shared,
    page: P,
    menu: Menu,
}

impl<P: MenuPage> MenuScreen<P> {
    pub fn new(shared: &Shared, page: P) -> Self {
        Self { shared: shared.clone(), page, menu: Menu::default() }
    }
}

impl<P: MenuPage> GameScreen for MenuScreen<P> {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.menu.focus(0);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let view = View::new(&self.shared, cx.resources(), cx.view_size());
        self.menu.arrange(&self.page.page(&view).layout(&view));
        let before = self.menu.focused();
        let closes = P::CLOSES_ON_PAUSE && cx.input().is_pressed(Action::PAUSE);
        let event = if closes { Some(MenuEvent::Cancelled) } else { self.menu.update(cx.input()) };
        match event {
            Some(MenuEvent::Cancelled) => self.shared.play("back"),
            Some(_) => self.shared.play("accept"),
            None if self.menu.focused() != before => self.shared.play("move"),
            None => {}
        }
        if let Some(event) = event {
            self.page.react(event, &self.shared, cx);
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let view = View::new(&self.shared, cx.resources(), cx.view_size());
        cx.draw_parent();
        // Behind another menu only that one is drawn.
        if cx.is_active() {
            view.darken();
            view.page(&self.page.page(&view), &self.menu);
        }
    }
}
