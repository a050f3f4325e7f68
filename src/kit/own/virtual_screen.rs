//! The virtual screen: a fixed number of pixels, whatever the size of the window.

/// A screen of a fixed size in virtual pixels, shown in the middle of a window of any size.
///
/// ```
/// use proscenium::kit::VirtualScreen;
///
/// let screen = VirtualScreen::new(640.0, 360.0);
/// let viewport = screen.fit(1366.0, 768.0);
/// assert_eq!(viewport.scale, 2.0);
/// assert_eq!((viewport.x, viewport.y), (43.0, 24.0));
/// assert_eq!(screen.to_virtual(&viewport, 43.0, 24.0), Some((0.0, 0.0)));
/// assert_eq!(screen.to_virtual(&viewport, 0.0, 0.0), None); // in the letterbox
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VirtualScreen {
    width: f32,
    height: f32,
}

/// The part of a window that shows the virtual screen, in physical pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
    /// Physical pixels for each virtual one.
    pub scale: f32,
}

impl VirtualScreen {
    /// A screen of this many virtual pixels; less than one counts as one.
    #[must_use]
    pub fn new(width: f32, height: f32) -> Self {
        Self { width: width.max(1.0), height: height.max(1.0) }
    }

    /// Width and height in virtual pixels.
    #[must_use]
    pub const fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// Where the screen is in a window of this size in physical pixels: enlarged by a whole
    /// number where that fits, so that all pixels are of one size, and made smaller to fit where
    /// not even one to one does; in the middle, at whole pixels.
    #[must_use]
    pub fn fit(&self, window_width: f32, window_height: f32) -> Viewport {
        // A minimised window has no size; a pixel of it keeps all numbers finite.
        let (window_width, window_height) = (window_width.max(1.0), window_height.max(1.0));
        let largest = (window_width / self.width).min(window_height / self.height);
        let scale = if largest >= 1.0 { largest.floor() } else { largest };
        let (width, height) = ((self.width * scale).max(1.0).round(), (self.height * scale).max(1.0).round());
        let x = ((window_width - width) / 2.0).floor().max(0.0);
        let y = ((window_height - height) / 2.0).floor().max(0.0);
        Viewport { x, y, width, height, scale }
    }

    /// The virtual pixel at a physical one; `None` in the letterbox.
    #[must_use]
    pub fn to_virtual(&self, viewport: &Viewport, x: f32, y: f32) -> Option<(f32, f32)> {
        let (x, y) = ((x - viewport.x) / viewport.scale, (y - viewport.y) / viewport.scale);
        ((0.0..self.width).contains(&x) && (0.0..self.height).contains(&y)).then_some((x, y))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_screen_always_lies_inside_the_window(width in 0.0f32..8000.0, height in 0.0f32..8000.0) {
            let screen = VirtualScreen::new(640.0, 360.0);
            let viewport = screen.fit(width, height);
            prop_assert!(viewport.x >= 0.0 && viewport.y >= 0.0);
            prop_assert!(viewport.x + viewport.width <= width.max(1.0) + 1.0);
            prop_assert!(viewport.y + viewport.height <= height.max(1.0) + 1.0);
            prop_assert!(viewport.scale < 1.0 || viewport.scale.fract() == 0.0);
        }

        #[test]
        fn every_virtual_pixel_is_found_again(x in 0.0f32..640.0, y in 0.0f32..360.0, width in 640.0f32..4000.0) {
            let screen = VirtualScreen::new(640.0, 360.0);
            let viewport = screen.fit(width, width);
            let (px, py) = (viewport.x + x * viewport.scale, viewport.y + y * viewport.scale);
            let found = screen.to_virtual(&viewport, px, py);
            prop_assert!(found.is_none_or(|(a, b)| (a - x).abs() < 0.01 && (b - y).abs() < 0.01));
        }
    }
}
