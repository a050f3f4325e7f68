//! What a screen draws past its view.

use std::cell::RefCell;

use super::screenshot::screenshot;

/// Looks for what screens draw to the window while their view is a texture: it would be drawn over. The scale of the
/// camera that a screen leaves tells most cameras of its own, but not one of the same scale, and not one that
/// macroquad's camera stack has replaced again.
#[derive(Default)]
pub struct Strays {
    /// The screens, and how often each was drawn.
    drawn: RefCell<Vec<(&'static str, u32)>>,
}

impl Strays {
    /// Whether something is in the window, which was black, after this screen was drawn. A look takes milliseconds, so
    /// it is taken at the first draw, at the second, the fourth, the eighth, and so on.
    pub fn has_drawn(&self, name: &'static str) -> bool {
        let mut drawn = self.drawn.borrow_mut();
        let count = match drawn.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                drawn.push((name, 1));
                1
            }
        };
        if !count.is_power_of_two() {
            return false;
        }
        let shown = screenshot();
        let (pixels, _) = shown.rgba().as_chunks::<4>();
        pixels.iter().any(|[red, green, blue, _]| [*red, *green, *blue] != [0; 3])
    }
}
