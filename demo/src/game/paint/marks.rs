//! The marks of the inspector's unit in the level: sight, reach, route and target.

use macroquad::color::Color;
use macroquad::shapes::{draw_circle, draw_line, draw_poly_lines};
use proscenium::flow::ScreenManager;

use crate::game::inspector::is_played;
use crate::game::play::kind::ActorId;
use crate::game::screens::InGame;
use crate::paint::{Paint, color};

/// The distance of a figure's label above its head, in fine pixels.
const ABOVE: f32 = 30.0;

impl Paint<'_> {
    /// Draws the marks of a unit, and what it does over its head. `scale` is how many fine pixels a virtual pixel is wide.
    pub fn marks(&self, manager: &ScreenManager, unit: ActorId, doing: &str, scale: f32) {
        let observed = InGame::observe(manager).filter(|_| is_played(manager));
        let Some((play, populations, corner)) = observed else { return };
        let figures = play.figures(populations);
        let Some(figure) = figures.iter().find(|figure| figure.id == unit) else { return };
        let Some(survey) = play.survey(populations, unit) else { return };
        let place = |(x, y): (f32, f32)| ((x - corner.0) * scale, (y - corner.1) * scale);
        let foot = place(figure.spot);
        if let Some(sight) = survey.sight {
            ring(foot.0, foot.1, sight * scale, 1.5, faint(color::CREAM));
        }
        ring(foot.0, foot.1, survey.reach * scale, 1.5, faint(color::SCARLET));
        let mut from = foot;
        for to in survey.route.iter().map(|&spot| place(spot)) {
            draw_line(from.0, from.1, to.0, to.1, 2.0, color::MEADOW);
            draw_circle(to.0, to.1, 3.0, color::MEADOW);
            from = to;
        }
        if let Some(target) = survey.target.map(place) {
            draw_line(foot.0, foot.1, target.0, target.1, 2.0, color::SCARLET);
            ring(target.0, target.1, 6.0 * scale, 2.0, color::SCARLET);
        }
        ring(foot.0, foot.1, 8.0 * scale, 2.0, color::FOOTLIGHT);
        let head = foot.1 - (figure.z + figure.height) * scale;
        self.label(doing, (foot.0, head - ABOVE), color::FOOTLIGHT);
    }

    /// Draws a text on a dark strip with its middle here.
    fn label(&self, text: &str, (x, y): (f32, f32), ink: Color) {
        let width = self.text_width(text);
        let left = (x - width / 2.0).round();
        self.rect(left - 4.0, y.round() - 1.0, width + 8.0, 18.0, color::INK, 0.7);
        self.text(text, left, y.round(), ink);
    }
}

fn ring(x: f32, y: f32, radius: f32, thickness: f32, ink: Color) {
    draw_poly_lines(x, y, 64, radius, 0.0, thickness, ink);
}

fn faint(ink: Color) -> Color {
    Color { a: 0.5, ..ink }
}
