//! The screen of a menu.

use std::any::Any;

#[cfg(feature = "window")]
use proscenium_core::flow::DrawContext;
use proscenium_core::flow::{BuildContext, Cover, GameScreen, ScreenContext};
use proscenium_core::platform::{View, Views};

#[cfg(feature = "window")]
use super::draw::Paint;
use super::look::Look;
use super::menu::Menu;
use super::page::Page;

/// The contents of a menu, and what a choice does; [`MenuScreen`] does the rest.
///
/// ```
/// use proscenium_core::flow::ScreenContext;
/// use proscenium_ui::{Look, MenuPage, Page};
/// use proscenium_core::platform::Action;
///
/// #[derive(Clone, Copy)]
/// enum Choice {
///     Resume,
///     Leave,
/// }
///
/// #[derive(Clone)]
/// struct Pause;
///
/// impl MenuPage for Pause {
///     type Choice = Choice;
///
///     fn page(&self, look: &Look<'_>) -> Page<Choice> {
///         let page = Page::new(look.area()).title("Pause");
///         let page = page.button(Choice::Resume, "Resume").button(Choice::Leave, "Leave");
///         page.on(Action::CANCEL, Choice::Resume).on(Action::PAUSE, Choice::Resume)
///     }
///
///     fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
///         match choice {
///             Choice::Resume => cx.pop(),
///             Choice::Leave => cx.load("main_menu"),
///         }
///     }
/// }
/// ```
pub trait MenuPage: 'static {
    /// What the player can choose, a type of the game.
    type Choice: Clone;

    /// Returns the texts and entries. It is called in each tick and each frame.
    fn page(&self, look: &Look<'_>) -> Page<Self::Choice>;

    /// Returns texts that are drawn beside the page and are not scrolled with it. By default there are none.
    fn message(&self, _look: &Look<'_>) -> Option<Page> {
        None
    }

    /// Does what the player chose.
    fn choose(&mut self, choice: Self::Choice, cx: &mut ScreenContext<'_>);

    /// Called when the screen joins the stack.
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Called in each tick in which the screen is updated, before the player's choice.
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    /// Whether the page takes the input of this tick for itself, so that nothing is chosen; by default it does not. Called
    /// after [`update`](Self::update).
    fn takes_input(&self) -> bool {
        false
    }

    /// Called when the screen above has ended with a value, as [`GameScreen::on_result`].
    fn on_result(&mut self, _cx: &mut ScreenContext<'_>, _value: &dyn Any) {}

    /// Whether the screen may leave now, as [`GameScreen::may_leave`]; by default it may.
    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        true
    }

    /// Returns what the menu does to the screens below; by default they stand still.
    fn cover(&self) -> Cover {
        Cover::default()
    }

    /// Draws what is behind the page: by default the screen below, darkened. Behind the lowest screen it is the theme's
    /// shadow in a `Game`, or what a program with its own loop has drawn.
    #[cfg(feature = "window")]
    fn draw_behind(&self, cx: &DrawContext<'_>) {
        let paint = Paint::of(cx);
        // Behind the lowest screen there is nothing, except in a program's own loop what the program has drawn.
        if cx.surface().has_views() {
            paint.fill(paint.theme.shadow);
        }
        cx.draw_parent();
        // Behind another menu the picture is not darkened twice.
        if cx.is_active() {
            paint.darken();
        }
    }
}

/// The screen of a menu: its page over a picture, for keys, mouse, pads and touch, with the sounds of
/// [`Menu::update`]. The page gives the first focus when the screen is entered. Below another screen only its picture
/// is drawn.
pub struct MenuScreen<P> {
    /// The contents.
    pub page: P,
    menu: Menu,
}

impl<P: MenuPage> MenuScreen<P> {
    /// Makes the screen of a page.
    pub fn new(page: P) -> Self {
        Self { page, menu: Menu::default() }
    }

    /// Returns a builder of the screen for a phase: `phase.screen("pause", MenuScreen::of(Pause))`.
    pub fn of(page: P) -> impl Fn(&BuildContext<'_>) -> Self + 'static
    where
        P: Clone,
    {
        move |_| Self::new(page.clone())
    }
}

impl<P: MenuPage> GameScreen for MenuScreen<P> {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.menu = Menu::default();
        self.page.on_enter(cx);
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        self.page.on_result(cx, value);
    }

    fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
        self.page.may_leave(cx)
    }

    fn cover(&self) -> Cover {
        self.page.cover()
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.page.update(cx);
        if self.page.takes_input() {
            return;
        }
        let page = self.page.page(&Look::of(cx));
        if let Some(choice) = self.menu.update(&page, cx) {
            self.page.choose(choice, cx);
        }
    }

    fn view(&self, views: &Views) -> View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &DrawContext<'_>) {
        self.page.draw_behind(cx);
        if cx.is_active() {
            let paint = Paint::of(cx);
            paint.page(&self.page.page(&paint), &self.menu);
            self.page.message(&paint).iter().for_each(|message| paint.texts(message));
        }
    }
}
