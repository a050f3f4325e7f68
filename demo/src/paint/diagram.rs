//! The bestiary's diagrams: states as boxes, arrows between them, and what leads out of the state
//! that is looked at; and those whom it is about, who walk on the spot.

use macroquad::color::{Color, WHITE};
use macroquad::math::vec2;
use macroquad::shapes::draw_triangle;

use super::sprites::{BRUTE, HEN, HERO, IMP, MARINE, SHADOW, Sheet, WITCH};
use super::{Paint, color};
use crate::screens::{Arrow, Diagram};

/// Where the texts of the state that is looked at begin and end, and how high a line is.
const TEXTS: (f32, f32, f32) = (312.0, 592.0, 17.0);
/// Where the text about the family of machines begins; those of the state end there.
const ABOUT: f32 = 252.0;
/// How far an arrow's end is from its beginning at the side of a box.
const PORT: f32 = 3.0;
/// How many frames somebody shows one thing, and how many a step takes.
const SHOWN: u32 = 96;
const STEP: u32 = 8;

impl Paint<'_> {
    /// A machine; `chosen` is the number of the state that is looked at.
    pub fn diagram(&self, diagram: &Diagram, chosen: usize) {
        let is_chosen = |arrow: &&Arrow| arrow.from == chosen;
        for arrow in diagram.arrows().iter().filter(|arrow| !is_chosen(arrow)) {
            self.connection(diagram, arrow, Color { a: 0.45, ..color::ASH });
        }
        for arrow in diagram.arrows().iter().filter(is_chosen) {
            self.connection(diagram, arrow, color::FOOTLIGHT);
        }
        for (number, node) in diagram.nodes().iter().enumerate() {
            let rect = diagram.rect(number);
            let ground = if number == chosen { color::CURTAIN } else { color::INDIGO };
            self.rect(rect.x, rect.y, rect.w, rect.h, ground, 1.0);
            // A unit begins where the edge is bright.
            self.rect(rect.x, rect.y, 2.0, rect.h, color::FOOTLIGHT, if node.is_first { 1.0 } else { 0.3 });
            self.text(&node.name, rect.x + 7.0, rect.y, color::CREAM);
            if node.ends {
                self.text("↓", rect.right() - 12.0, rect.y, color::MEADOW);
            }
        }
        let Some(node) = diagram.nodes().get(chosen) else { return };
        let mut y = diagram.rect(0).y;
        let mut line = |text: &str, ink| {
            for piece in self.wrap(text, TEXTS.1 - TEXTS.0) {
                if y + TEXTS.2 <= ABOUT {
                    self.text(piece, TEXTS.0, y, ink);
                }
                y += TEXTS.2;
            }
        };
        line(&node.name, color::FOOTLIGHT);
        for exit in &node.exits {
            line(exit, color::CREAM);
        }
        let about = self.shared.text(self.resources(), &format!("bestiary-about-{}", diagram.family()));
        self.text_wrapped(&about, TEXTS.0, ABOUT, TEXTS.1 - TEXTS.0, color::ASH);
    }

    fn connection(&self, diagram: &Diagram, arrow: &Arrow, ink: Color) {
        let (from, to) = (diagram.rect(arrow.from), diagram.rect(arrow.to));
        let (begin, end) = (from.centre().1 - PORT, to.centre().1 + PORT);
        let (lane, side) = (Diagram::lane(arrow.lane), to.right());
        self.rect(from.right(), begin, lane - from.right() + 1.0, 1.0, ink, ink.a);
        self.rect(lane, begin.min(end), 1.0, (end - begin).abs() + 1.0, ink, ink.a);
        self.rect(side + 4.0, end, lane - side - 4.0, 1.0, ink, ink.a);
        let tip = vec2(side + 1.0, end + 0.5);
        draw_triangle(tip, tip + vec2(5.0, -3.5), tip + vec2(5.0, 3.5), ink);
    }

    /// Those whom a machine moves, beside the title: they stand, walk and fight in turns.
    pub fn portraits(&self, machine: &str, ticks: u32) {
        let (step, turn) = (ticks / STEP, ticks / SHOWN % 3);
        let monster = match turn {
            0 => step / 4 % 2,
            1 => 2 + step % 4,
            _ => 6 + step / 2 % 2,
        };
        let hero = [0, 4 + step % 4, if step % 4 == 3 { 11 } else { 0 }][turn as usize];
        let marine = [0, step % 4, if step % 3 == 2 { 5 } else { 4 }][turn as usize];
        let monsters: [(Sheet, u32); 3] = [(IMP, monster), (BRUTE, monster), (WITCH, monster)];
        let cast: &[(Sheet, u32)] = match machine {
            "runner" => &[(HERO, hero)],
            "marine" => &[(MARINE, marine)],
            "hen" => &[(HEN, [0, step / 2 % 2, 2 * (step / 2 % 2)][turn as usize])],
            _ => &monsters,
        };
        for (number, (sheet, column)) in cast.iter().enumerate() {
            let at = (560.0 - number as f32 * 40.0, 72.0);
            self.sprite(SHADOW, (0, 0), (at.0 - SHADOW.width / 2.0, at.1 - 4.0), WHITE);
            self.standing(*sheet, (*column, 0), at, WHITE);
        }
    }
}
