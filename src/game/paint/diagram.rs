//! The bestiary's diagrams: states as boxes inside of boxes, with what leads out of them.

use super::{Paint, color};
use crate::game::screens::Diagram;

/// Height of a line, and how far inner states are moved to the right, in pixels.
const LINE: f32 = 17.0;
const INDENT: f32 = 20.0;
/// The lower edge of the diagram.
const BOTTOM: f32 = 308.0;

impl Paint<'_> {
    /// A machine, with its top left corner here.
    pub fn diagram(&self, diagram: &Diagram, x: f32, y: f32) {
        let mut y = y;
        for node in diagram.nodes() {
            let left = x + node.depth as f32 * INDENT;
            let ground = if node.is_first { color::CURTAIN } else { color::INDIGO };
            self.rect(left, y, 116.0, LINE - 2.0, ground, 1.0);
            self.rect(left, y, 2.0, LINE - 2.0, color::FOOTLIGHT, if node.is_first { 1.0 } else { 0.4 });
            self.text(&node.name, left + 8.0, y - 1.0, color::CREAM);
            let ways = node.ways.join("   ");
            for line in proscenium::kit::wrap(&ways, (556.0 - left - 92.0) as u32).iter() {
                if y + LINE > BOTTOM {
                    return;
                }
                self.text(line.as_ref(), left + 126.0, y - 1.0, color::ASH);
                y += LINE;
            }
            if ways.is_empty() {
                y += LINE;
            }
        }
    }
}
