//! What a screen draws past its view, in a debug build.

use std::cell::{Cell, RefCell};

use super::screenshot::screenshot;

/// Looks for what screens draw to the window while their view is a texture: it would be drawn over. The end of a draw
/// tells most cameras of their own, but not those that macroquad's camera stack has replaced again.
#[derive(Default)]
pub struct Strays {
    frames: u32,
    /// The screens that were looked at.
    known: RefCell<Vec<&'static str>>,
    /// Whether something was found in this frame.
    is_found: Cell<bool>,
}

impl Strays {
    /// How many frames pass between two looks at a screen, which take milliseconds.
    const FRAMES: u32 = 128;

    pub fn begin_frame(&mut self) {
        self.frames = (self.frames + 1) % Self::FRAMES;
        self.is_found.set(false);
    }

    /// Whether something is in the window, which was black, after this screen was drawn.
    pub fn has_drawn(&self, name: &'static str) -> bool {
        let mut known = self.known.borrow_mut();
        let is_known = known.contains(&name);
        if self.is_found.get() || is_known && self.frames > 0 {
            return false;
        }
        if !is_known {
            known.push(name);
        }
        let shown = screenshot();
        let (pixels, _) = shown.rgba().as_chunks::<4>();
        let is_found = pixels.iter().any(|[red, green, blue, _]| [*red, *green, *blue] != [0; 3]);
        self.is_found.set(is_found);
        is_found
    }
}
