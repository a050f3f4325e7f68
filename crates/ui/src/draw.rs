//! Drawing of texts, panels, bars and pages, in virtual pixels.

#[cfg(feature = "fonts")]
mod font;
mod page;
mod text;
mod touch_controls;

use std::ops::Deref;

use macroquad::color::{Color, WHITE};
use macroquad::math::{Rect, vec2};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{DrawTextureParams, Texture2D, draw_texture_ex};

use super::look::Look;
use super::theme::{Patch, Rgb, Theme};
use proscenium_core::flow::DrawContext;
use proscenium_core::phase::Texture;
use proscenium_window::ToTexture;

impl From<Rgb> for Color {
    fn from(Rgb([red, green, blue]): Rgb) -> Self {
        Self::from_rgba(red, green, blue, 255)
    }
}

/// Draws with a [`Look`]. A screen makes one in its `draw`.
///
/// Textures have ids. A texture that is not resident is skipped, because Loading and failure screens are drawn while
/// resources change.
///
/// ```no_run
/// use proscenium_core::flow::{DrawContext, GameScreen, ScreenContext};
/// use proscenium_ui::{Look, Menu, Page, Paint};
///
/// #[derive(Default)]
/// struct Pause {
///     menu: Menu,
/// }
///
/// fn page(look: &Look<'_>) -> Page<bool> {
///     Page::new(look.area()).title("Pause").button(true, "Resume").button(false, "Leave")
/// }
///
/// impl GameScreen for Pause {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         match self.menu.update(&page(&Look::of(cx)), cx) {
///             Some(true) => cx.pop(),
///             Some(false) => cx.load("main_menu"),
///             None => {}
///         }
///     }
///
///     fn draw(&self, cx: &DrawContext<'_>) {
///         cx.draw_parent();
///         let paint = Paint::of(cx);
///         paint.darken();
///         paint.page(&page(&paint), &self.menu);
///     }
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Paint<'a> {
    look: Look<'a>,
    /// The top and the bottom of the visible part of a page, if not all of it is visible.
    shown: Option<(f32, f32)>,
}

impl<'a> Deref for Paint<'a> {
    type Target = Look<'a>;

    fn deref(&self) -> &Look<'a> {
        &self.look
    }
}

impl<'a> Paint<'a> {
    /// Makes the painter of a screen, with the look of the player: [`Look::of`].
    pub fn of(cx: &DrawContext<'a>) -> Self {
        Self::new(Look::for_view(cx.resources(), cx.all_shared(), cx.view_size()))
    }

    /// Makes a painter with a look.
    pub const fn new(look: Look<'a>) -> Self {
        Self { look, shown: None }
    }

    /// Fills the whole view.
    pub fn fill(&self, color: impl Into<Color>) {
        // The camera cuts it off.
        draw_rectangle(-1e5, -1e5, 2e5, 2e5, color.into());
    }

    /// Darkens everything that is drawn already.
    pub fn darken(&self) {
        self.fill(Color { a: 0.62, ..self.theme.shadow.into() });
    }

    /// Fills a rectangle; `opacity` is 0 to 1.
    pub fn rect(&self, x: f32, y: f32, width: f32, height: f32, color: impl Into<Color>, opacity: f32) {
        draw_rectangle(x, y, width, height, Color { a: opacity, ..color.into() });
    }

    /// Draws the texture `id` with its top left corner at `x`, `y`.
    pub fn image(&self, id: &str, x: f32, y: f32) {
        if let Some((image, width, height)) = self.texture(id) {
            Self::part(&image, (0.0, 0.0, width, height), (x, y, width, height), WHITE);
        }
    }

    /// Draws one cell of a sheet, by column and row, with its top left corner at `at`.
    pub fn cell(&self, id: &str, cell: (u32, u32), size: (f32, f32), at: (f32, f32)) {
        if let Some((image, ..)) = self.texture(id) {
            let source = (cell.0 as f32 * size.0, cell.1 as f32 * size.1, size.0, size.1);
            Self::part(&image, source, (at.0, at.1, size.0, size.1), WHITE);
        }
    }

    /// Draws a panel.
    pub fn panel(&self, x: f32, y: f32, width: f32, height: f32) {
        let Theme { panel, ground, accent, .. } = self.theme;
        let (ground, accent) = (Color::from(*ground), Color::from(*accent));
        if !self.patch(panel.as_ref(), 0.0, (x, y, width, height)) {
            draw_rectangle(x, y, width, height, Color { a: 0.5, ..accent });
            draw_rectangle(x + 1.0, y + 1.0, width - 2.0, height - 2.0, ground);
        }
    }

    /// Draws the patch that is `row` patches below this one. Returns `false` if the texture is not
    /// resident.
    fn patch(&self, patch: Option<&Patch>, row: f32, target: (f32, f32, f32, f32)) -> bool {
        let image = patch.and_then(|patch| self.texture(&patch.texture));
        let (Some(patch), Some((image, ..))) = (patch, image) else { return false };
        let (x, y, width, height) = patch.source;
        let parts = nine_parts((x, y + row * height, width, height), patch.corner, target);
        parts.for_each(|(from, to)| self.shown_part(&image, from, to, WHITE));
        true
    }

    /// Draws what is shown of a part of a texture.
    fn shown_part(&self, image: &Texture2D, source: Place, target: Place, tint: Color) {
        let ((x, y, w, h), (top, bottom)) = (target, self.shown.unwrap_or((f32::MIN, f32::MAX)));
        let (from, to) = (y.max(top), (y + h).min(bottom));
        if from < to {
            let each = source.3 / h;
            let source = (source.0, source.1 + (from - y) * each, source.2, (to - from) * each);
            Self::part(image, source, (x, from, w, to - from), tint);
        }
    }

    /// Whether all of a line or a row is shown.
    fn shows_all(&self, y: f32, height: f32) -> bool {
        self.shown.is_none_or(|(top, bottom)| y >= top && y + height <= bottom)
    }

    /// Draws a bar that is filled from the left, `part` 0 to 1.
    pub fn bar(&self, x: f32, y: f32, width: f32, height: f32, part: f32) {
        let Theme { accent, shadow, focus, light, .. } = self.theme;
        let [accent, shadow, focus, light] = [accent, shadow, focus, light].map(|color| Color::from(*color));
        draw_rectangle(x - 2.0, y - 2.0, width + 4.0, height + 4.0, accent);
        draw_rectangle(x - 1.0, y - 1.0, width + 2.0, height + 2.0, shadow);
        let filled = (width * part.clamp(0.0, 1.0)).round();
        draw_rectangle(x, y, filled, height, focus);
        draw_rectangle(x, y, filled, 3.0, light);
    }

    /// Returns the texture of the resource `id` and its size in pixels; `None` if it is not resident.
    pub fn texture(&self, id: &str) -> Option<(Texture2D, f32, f32)> {
        let found = self.resources.find::<Texture>(id).ok()?;
        Some((found.id.texture()?, found.width as f32, found.height as f32))
    }

    /// Draws the part `source` of a texture into `target` (both x, y, width, height), with its colours
    /// multiplied by `tint`.
    pub fn part(image: &Texture2D, source: (f32, f32, f32, f32), target: (f32, f32, f32, f32), tint: Color) {
        let params = DrawTextureParams {
            source: Some(Rect::new(source.0, source.1, source.2, source.3)),
            dest_size: Some(vec2(target.2, target.3)),
            ..DrawTextureParams::default()
        };
        draw_texture_ex(image, target.0, target.1, tint, params);
    }

    /// Draws a part of a texture whose corners of `corner` pixels keep their size; its sides are stretched.
    pub fn nine_patch(
        image: &Texture2D,
        source: (f32, f32, f32, f32),
        corner: f32,
        target: (f32, f32, f32, f32),
    ) {
        nine_parts(source, corner, target).for_each(|(from, to)| Self::part(image, from, to, WHITE));
    }
}

/// A rectangle: x, y, width, height.
type Place = (f32, f32, f32, f32);

/// The parts of a nine-patch: of the texture, and where each is drawn.
fn nine_parts(source: Place, corner: f32, target: Place) -> impl Iterator<Item = (Place, Place)> {
    let thirds = move |start: f32, length: f32| {
        [(start, corner), (start + corner, length - 2.0 * corner), (start + length - corner, corner)]
    };
    let rows = thirds(source.1, source.3).into_iter().zip(thirds(target.1, target.3));
    rows.flat_map(move |(from_y, to_y)| {
        let columns = thirds(source.0, source.2).into_iter().zip(thirds(target.0, target.2));
        columns.map(move |(from_x, to_x)| {
            ((from_x.0, from_y.0, from_x.1, from_y.1), (to_x.0, to_y.0, to_x.1, to_y.1))
        })
    })
}
