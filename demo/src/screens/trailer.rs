//! The trailer: a film of the game between black bars, and three lines of text. Without the film, layers
//! of a landscape scroll by.

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::formats::Film;
use proscenium::phase::{Handle, Resources};
use proscenium::platform::{Action, View, Views};

use crate::shared::Shared;
use crate::sounds::{CROSS_FADE, MENU_MUSIC};
use crate::theme::{HEIGHT, UPRIGHT_VIEW, WIDTH};

/// Duration of the trailer without a film, in ticks.
const LANDSCAPE_TICKS: u32 = 510;
/// The number of lines of text; each is shown for the same time.
const LINES: u32 = 3;
/// Ticks that a still image is shown, with reduced motion.
const STILL_TICKS: u32 = 180;

/// The trailer, which leads to the main menu. *Accept*, *cancel* and a click skip it.
pub struct Trailer {
    film: Option<Handle<Film>>,
    length: u32,
    ticks: u32,
    is_over: bool,
}

impl Trailer {
    pub fn new(cx: &BuildContext<'_>) -> Self {
        // The film is optional.
        let film = cx.resources().handle::<Film>("film").ok();
        let length = film.and_then(|film| cx.get(film)).map(Film::ticks);
        let length = length.unwrap_or(LANDSCAPE_TICKS).max(LINES);
        Self { film, length, ticks: 0, is_over: false }
    }

    /// The film, unless it is missing or broken.
    fn film<'a>(&self, resources: &'a Resources) -> Option<&'a Film> {
        let film = resources.get(self.film?)?;
        film.error().is_none().then_some(film)
    }

    /// The tick whose frame is shown; with reduced motion it changes every few seconds.
    fn shown_tick(&self, shared: &Shared) -> u32 {
        let still = self.ticks - self.ticks % STILL_TICKS;
        if shared.settings().reduced_motion { still } else { self.ticks }
    }
}

impl GameScreen for Trailer {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        // The scenes of the film change with the bars of this music.
        cx.shared::<Shared>().mixer().play_music(MENU_MUSIC, CROSS_FADE);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let shown = self.shown_tick(cx.shared());
        if let Some(film) = self.film(cx.resources()) {
            film.show(shown, cx.background(), cx.gpu());
        }
        let is_skipped =
            cx.input().any_pressed(&[Action::ACCEPT, Action::CANCEL]) || cx.input().pointer.pressed;
        if !self.is_over && (is_skipped || self.ticks >= self.length) {
            self.is_over = true;
            cx.load("main_menu");
        }
    }

    /// The film has this size and no more. An upright view shows the middle of it.
    fn view(&self, views: &Views) -> View {
        let view = views.suitable();
        if view == UPRIGHT_VIEW { view } else { View::fit(WIDTH as u32, HEIGHT as u32) }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use proscenium::platform::Rect;
        use proscenium::ui::Ink;

        use crate::paint::{Paint, color};
        use crate::theme::{FILM_HEIGHT, FILM_TOP};
        let paint = Paint::of(cx);
        let view = paint.view;
        let ((left, above), (width, height)) = (view.least_corner(), view.size);
        let top = above + FILM_TOP as f32;
        let bottom = top + FILM_HEIGHT as f32;
        match self.film(cx.resources()) {
            Some(film) => paint.film(film, left, top),
            None => self.draw_landscape(&paint, (left, above)),
        }
        paint.rect(0.0, 0.0, width, top, color::INK, 1.0);
        paint.rect(0.0, bottom, width, height - bottom, color::INK, 1.0);
        let line = (self.ticks * LINES / self.length).min(LINES - 1);
        let page = view.caption().within(Rect { h: above + HEIGHT, ..view.area() });
        let page = page.strip().text(view.text_of(&format!("trailer-{}", line + 1)), Ink::Text);
        paint.texts(&page.text(view.text_for(cx.device(), "skip-hint"), Ink::Dim));
    }
}

#[cfg(feature = "window")]
impl Trailer {
    /// Draws four layers that scroll at different speeds.
    fn draw_landscape(&self, paint: &crate::paint::Paint<'_>, (left, above): (f32, f32)) {
        let time = if paint.view.has_reduced_motion() { 0.0 } else { self.ticks as f32 };
        paint.image("sky", left, above);
        paint.tiled_along("far", time * 0.15, above + 150.0);
        paint.image("outpost", (left + 700.0 - time * 0.7).round(), above + 122.0);
        paint.tiled_along("near", time * 0.7, above + 200.0);
    }
}

#[cfg(test)]
mod tests;
