//! Pages.

use macroquad::shapes::{draw_rectangle, draw_rectangle_lines, draw_triangle};
use proscenium_core::platform::Rect;
use proscenium_window::show_focus;

use super::Paint;
use crate::entry::EntryKind;
use crate::menu::Menu;
use crate::page::{Frame, Ink, Page, Sheet};
use crate::theme::Rgb;

/// The states of an entry, in the order of the theme's textures.
const REST: f32 = 0.0;
const FOCUSED: f32 = 1.0;
const HOVERED: f32 = 2.0;
const PRESSED: f32 = 3.0;

impl Paint<'_> {
    /// Draws the page of a menu. Focus, hover and press look different, even without colours.
    pub fn page<C>(&self, page: &Page<C>, menu: &Menu) {
        self.sheet(&page.sheet, menu);
    }

    /// Draws a page without entries: texts, a hint.
    pub fn texts(&self, page: &Page) {
        self.sheet(&page.sheet, &Menu::default());
    }

    fn sheet(&self, page: &Sheet, menu: &Menu) {
        let layout = page.layout(&self.look, menu.focused());
        let Rect { x, y, w, h } = layout.frame;
        match page.frame {
            Frame::Panel => self.panel(x, y, w, h),
            Frame::Strip => self.rect(x, y, w, h, self.theme.shadow, 0.75),
            Frame::None => {}
        }
        let scrolled = menu.scrolled();
        let entries = layout.entries.iter().enumerate();
        let entries = entries.map(|(index, entry)| (index, entry, layout.shown(entry.rect, scrolled)));
        let entries = entries.filter(|(.., shown)| shown.h > 0.0);
        let (x, top) = (layout.body.x, layout.body.y);
        // What is scrolled is cut at the edges of the panel's contents.
        let is_scrolled = layout.height > layout.body.h;
        let shown = Self { shown: is_scrolled.then_some((top, layout.body.bottom())), ..*self };
        // What has the same texture is drawn in one go: buttons, what is plain, knobs, and texts.
        for (index, entry, _) in entries.clone() {
            let is_focused = menu.focused() == Some(index);
            let state = match () {
                () if menu.pressed() == Some(index) => PRESSED,
                () if is_focused => FOCUSED,
                () if menu.hovered() == Some(index) => HOVERED,
                () => REST,
            };
            let rect = Rect { x: x + entry.rect.x, y: top + entry.rect.y - scrolled, ..entry.rect };
            shown.entry(rect, state, is_focused);
        }
        if is_scrolled {
            // Offset of the view inside the page.
            let Rect { y, h, .. } = layout.body;
            let part = |of: f32| (of / layout.height * h).round();
            let x = layout.frame.right() - 7.0;
            draw_rectangle(x, y, 3.0, h, self.theme.shadow.into());
            draw_rectangle(x, y + part(scrolled), 3.0, part(h), self.theme.accent.into());
        }
        let sliders = entries.clone().filter_map(|(index, entry, _)| match entry.kind {
            EntryKind::Slider { value, steps } if layout.shows(entry.track, scrolled) => {
                let part = (value as f32 / steps.max(1) as f32).min(1.0);
                Some((layout.shown(entry.track, scrolled), part, menu.focused() == Some(index)))
            }
            _ => None,
        });
        sliders.clone().for_each(|(track, part, _)| self.track(track, part));
        sliders.for_each(|(track, part, is_focused)| self.knob(track, part, is_focused));
        if let Some((_, entry, rect)) = entries.clone().find(|(index, ..)| menu.focused() == Some(*index)) {
            // Beside an entry of a row there is another one.
            let is_row = layout.entries.iter().filter(|other| other.rect.y == entry.rect.y).count() > 1;
            let x = rect.x - if is_row { 5.0 } else { 18.0 };
            self.arrow(x, (rect.y + rect.h / 2.0 - 8.0).round());
        }
        for line in &layout.lines {
            let (x, y) = (layout.body.x + line.at.0, layout.body.y + line.at.1 - scrolled);
            let is_disabled = line.entry.is_some_and(|entry| !layout.entries[entry].enabled);
            let ink = if is_disabled { self.theme.disabled } else { self.ink(line.ink) };
            let sunk = if line.entry.is_some() && line.entry == menu.pressed() { 1.0 } else { 0.0 };
            shown.sized(&line.text, x, y + sunk, line.size, ink.into());
        }
        if let Some(entry) = menu.focused().and_then(|index| page.focused_entry(index)) {
            show_focus(entry);
        }
    }

    /// Returns the colour of an ink.
    pub const fn ink(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Text => self.look.theme.text,
            Ink::Dim => self.look.theme.dim,
            Ink::Accent => self.look.theme.accent,
            Ink::Error => self.look.theme.error,
        }
    }

    fn entry(&self, Rect { x, y, w, h }: Rect, state: f32, is_focused: bool) {
        if self.patch(self.theme.button.as_ref(), state, (x, y, w, h)) {
            return;
        }
        let (top, bottom) = self.shown.unwrap_or((f32::MIN, f32::MAX));
        let (y, h) = (y.max(top), (y + h).min(bottom) - y.max(top));
        let ground = if is_focused { self.theme.focus } else { self.theme.entry };
        draw_rectangle(x, y, w, h, ground.into());
        if is_focused {
            draw_rectangle_lines(x, y, w, h, 2.0, self.theme.accent.into());
        } else if state == HOVERED {
            draw_rectangle(x, y + h - 1.0, w, 1.0, self.theme.accent.into());
        }
    }

    fn arrow(&self, x: f32, y: f32) {
        if let Some(arrow) = self.theme.arrow.as_ref().filter(|id| self.texture(id).is_some()) {
            self.image(arrow, x, y);
            return;
        }
        let corner = |dx, dy| macroquad::math::vec2(x + dx, y + dy);
        draw_triangle(corner(4.0, 3.0), corner(4.0, 13.0), corner(12.0, 8.0), self.theme.accent.into());
    }

    fn track(&self, Rect { x, y, w, h }: Rect, part: f32) {
        let top = (y + h / 2.0).round() - 2.0;
        draw_rectangle(x, top, w, 4.0, self.theme.shadow.into());
        draw_rectangle(x, top, (w * part).round(), 4.0, self.theme.accent.into());
    }

    fn knob(&self, Rect { x, y, w, h }: Rect, part: f32, is_focused: bool) {
        let (left, middle) = ((x + w * part - 8.0).round(), (y + h / 2.0).round());
        match self.theme.slider.as_ref().filter(|id| self.texture(id).is_some()) {
            Some(sheet) => self.cell(sheet, (u32::from(is_focused), 0), (16.0, 16.0), (left, middle - 8.0)),
            None => draw_rectangle(left + 5.0, middle - 6.0, 6.0, 12.0, self.theme.text.into()),
        }
    }
}
