//! The screen of a menu.

use super::entry::MenuEvent;
use super::look::Look;
use super::menu::Menu;
use super::page::Page;
use super::player::{Player, Preferences};
#[cfg(feature = "window")]
use crate::flow::DrawContext;
use crate::flow::{BuildContext, GameScreen, ScreenContext};
use crate::platform::Action;

/// The contents of a menu in a game with settings `S`; [`MenuScreen`] does the rest.
///
/// ```
/// use proscenium::flow::ScreenContext;
/// use proscenium::kit::{Look, MenuEvent, MenuPage, Page, Player, Preferences};
///
/// struct Pause;
///
/// impl<S: Preferences> MenuPage<S> for Pause {
///     fn page(&self, _player: &Player<S>, look: &Look<'_>) -> Page {
///         Page::new(look.area()).title("Pause").buttons(["Resume", "Leave"])
///     }
///
///     fn react(&mut self, event: MenuEvent, _player: &Player<S>, cx: &mut ScreenContext<'_>) {
///         match event {
///             MenuEvent::Activated(1) => cx.load("main_menu"),
///             _ => cx.pop(),
///         }
///     }
///
///     fn closes_on_pause(&self) -> bool {
///         true
///     }
/// }
/// ```
pub trait MenuPage<S>: 'static {
    /// Returns the texts and entries. It is called in each tick and each frame.
    fn page(&self, player: &Player<S>, look: &Look<'_>) -> Page;

    /// Reacts to the player's choice.
    fn react(&mut self, event: MenuEvent, player: &Player<S>, cx: &mut ScreenContext<'_>);

    /// Called when the screen joins the stack.
    fn on_enter(&mut self, _player: &Player<S>, _cx: &mut ScreenContext<'_>) {}

    /// Called in each tick in which the menu is the active screen, before the player's choice.
    fn update(&mut self, _player: &Player<S>, _cx: &mut ScreenContext<'_>) {}

    /// Whether *pause* is the same as *cancel*, by default not.
    fn closes_on_pause(&self) -> bool {
        false
    }
}

/// The screen of a menu: a page over the darkened screen below, for keys, mouse, pads and touch, with the sounds of
/// [`Player::update_menu`]. The focus is on the first enabled entry when the screen is entered. As the lowest screen it
/// is over the theme's shadow in a [`Game`](super::Game), and over what the program has drawn in a program's own loop.
pub struct MenuScreen<S> {
    /// The player.
    pub player: Player<S>,
    /// The contents.
    pub page: Box<dyn MenuPage<S>>,
    menu: Menu,
}

impl<S: Preferences> MenuScreen<S> {
    /// Makes the screen of a page.
    pub fn new(player: &Player<S>, page: impl MenuPage<S>) -> Self {
        Self { player: player.clone(), page: Box::new(page), menu: Menu::default() }
    }

    /// Returns what a phase builds the screen with: `phase.screen("pause", MenuScreen::of(player, Pause))`.
    pub fn of(
        player: &Player<S>,
        page: impl MenuPage<S> + Clone,
    ) -> impl Fn(&BuildContext<'_>) -> Self + 'static {
        let player = player.clone();
        move |_| Self::new(&player, page.clone())
    }
}

impl<S: Preferences> GameScreen for MenuScreen<S> {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.menu = Menu::default();
        self.page.on_enter(&self.player, cx);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.page.update(&self.player, cx);
        let page = self.page.page(&self.player, &self.player.look(cx.resources(), cx.view_size()));
        // The key may be a letter that is typed.
        let closes = self.page.closes_on_pause() && !self.menu.is_typing(cx.input());
        let event = if closes && cx.input().is_pressed(Action::PAUSE) {
            Some(MenuEvent::Cancelled)
        } else {
            self.player.update_menu(&mut self.menu, &page, cx)
        };
        if let Some(event) = event {
            self.page.react(event, &self.player, cx);
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = self.player.paint(cx);
        // Behind the lowest screen there is nothing, except in a program's own loop what the program has drawn.
        if cx.has_virtual_screen() {
            paint.fill(paint.theme.shadow);
        }
        cx.draw_parent();
        // Behind another menu only that one is drawn.
        if cx.is_active() {
            paint.darken();
            paint.page(&self.page.page(&self.player, &paint), &self.menu);
        }
    }
}
