//! The bestiary's diagrams: states, transitions, the text of the selected state, and animated units.

use macroquad::color::{Color, WHITE};
use macroquad::math::vec2;
use macroquad::shapes::draw_triangle;
use proscenium::platform::Rect;
use proscenium::ui;

use super::sprites::SHADOW;
use crate::game::play::look::{Look, Sheet};
use crate::game::screens::{Arrow, Diagram};
use crate::paint::{Paint, color};

/// Distance of the ends of an arrow from the middle of a box.
const PORT: f32 = 3.0;
/// Ticks of one animation, and of one step in it.
const ANIMATION: u32 = 96;
const STEP: u32 = 8;

impl Paint<'_> {
    /// Draws a machine; `selected` is the index of the selected state.
    pub fn diagram(&self, diagram: &Diagram, selected: usize) {
        let is_selected = |arrow: &&Arrow| arrow.from == selected;
        for arrow in diagram.arrows.iter().filter(|arrow| !is_selected(arrow)) {
            self.connection(diagram, arrow, Color { a: 0.45, ..color::ASH });
        }
        for arrow in diagram.arrows.iter().filter(is_selected) {
            self.connection(diagram, arrow, color::FOOTLIGHT);
        }
        for (number, node) in diagram.nodes.iter().enumerate() {
            let rect = self.state_rect(diagram, number);
            let ground = if number == selected { color::CURTAIN } else { color::INDIGO };
            self.rect(rect.x, rect.y, rect.w, rect.h, ground, 1.0);
            // The initial state has a bright edge.
            self.rect(rect.x, rect.y, 2.0, rect.h, color::FOOTLIGHT, if node.is_first { 1.0 } else { 0.3 });
            self.text(&node.name, rect.x + 7.0, rect.y, color::CREAM);
            if node.ends {
                self.text("↓", rect.right() - 12.0, rect.y, color::MEADOW);
            }
        }
    }

    fn state_rect(&self, diagram: &Diagram, number: usize) -> Rect {
        let ((x, y), rect) = (self.view.least_corner(), diagram.rect(number));
        Rect { x: x + rect.x, y: y + rect.y, ..rect }
    }

    fn connection(&self, diagram: &Diagram, arrow: &Arrow, ink: Color) {
        let (from, to) = (self.state_rect(diagram, arrow.from), self.state_rect(diagram, arrow.to));
        let (begin, end) = (from.centre().1 - PORT, to.centre().1 + PORT);
        let (lane, side) = (self.view.least_corner().0 + Diagram::lane(arrow.lane), to.right());
        self.rect(from.right(), begin, lane - from.right() + 1.0, 1.0, ink, ink.a);
        self.rect(lane, begin.min(end), 1.0, (end - begin).abs() + 1.0, ink, ink.a);
        self.rect(side + 4.0, end, lane - side - 4.0, 1.0, ink, ink.a);
        let tip = vec2(side + 1.0, end + 0.5);
        draw_triangle(tip, tip + vec2(5.0, -3.5), tip + vec2(5.0, 3.5), ink);
    }

    /// Draws the units of a kind, large, at the left of the words: they stand, walk and fight in turn.
    pub fn figures(&self, figures: impl Fn(usize, u32) -> Vec<Look>, ticks: u32) {
        let Some((atlas, ..)) = self.texture("sprites") else { return };
        let cast = figures((ticks / ANIMATION % 3) as usize, ticks / STEP);
        let scale = if cast.len() > 1 { 2.0 } else { 3.0 };
        let (left, top) = self.view.least_corner();
        for (number, look) in cast.iter().enumerate() {
            let top = top + 64.0 + number as f32 * 80.0;
            let Sheet { x, y, width, height } = look.sheet;
            let source = (x + look.cell.0 as f32 * width, y + look.cell.1 as f32 * height, width, height);
            let (w, h) = (width * scale, height * scale);
            ui::Paint::part(&atlas, source, (left + 80.0 - w / 2.0, top, w, h), color::of(look.tint));
        }
    }

    /// Draws the units of a machine beside the title: they stand, walk and fight in turn.
    pub fn portraits(&self, portraits: fn(usize, u32) -> Vec<Look>, ticks: u32) {
        let cast = portraits((ticks / ANIMATION % 3) as usize, ticks / STEP);
        let (left, top) = self.view.least_corner();
        for (number, look) in cast.iter().enumerate() {
            let at = (left + 560.0 - number as f32 * 40.0, top + 72.0);
            self.sprite(SHADOW, (0, 0), (at.0 - SHADOW.width / 2.0, at.1 - 4.0), WHITE);
            self.standing(look.sheet, look.cell, at, color::of(look.tint));
        }
    }
}
