//! The virtual screen: the game's own pixels, independent of the size of the window.

/// The pixels of a game, and their place in a window.
///
/// The scale is a whole number if the window is large enough, so that all virtual pixels have the same
/// size and small text stays sharp; the rest of the window is a border.
///
/// ```
/// use proscenium::kit::VirtualScreen;
///
/// let screen = VirtualScreen::new(640, 360);
/// let viewport = screen.fit(1920.0, 1200.0);
/// assert_eq!((viewport.scale, viewport.x, viewport.y), (3.0, 0.0, 60.0));
/// assert_eq!(screen.to_virtual(viewport, 960.0, 600.0), Some((320.0, 180.0)));
/// assert_eq!(screen.to_virtual(viewport, 960.0, 10.0), None); // the border
/// assert_eq!(screen.to_window(viewport, 0.0, 0.0), (0.0, 60.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualScreen {
    width: u32,
    height: u32,
}

/// The place of the virtual screen in a window, in physical pixels from the window's top left.
///
/// All fields but `scale` are whole numbers. In a window without a size all are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Viewport {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// The physical pixels of one virtual pixel: a whole number from 1, or a fraction below 1 if the
    /// window is smaller than the virtual screen.
    pub scale: f32,
    /// The width.
    pub width: f32,
    /// The height.
    pub height: f32,
}

impl VirtualScreen {
    /// The maximum side of a virtual screen and of a window, in pixels. Up to here an `f32` can represent
    /// parts of each pixel.
    pub const MAX_SIDE: u32 = 1 << 16;

    /// Makes a virtual screen of `width` by `height` pixels, each clamped to 1 to
    /// [`MAX_SIDE`](Self::MAX_SIDE).
    pub const fn new(width: u32, height: u32) -> Self {
        Self { width: side(width), height: side(height) }
    }

    /// Returns the width in virtual pixels.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the height in virtual pixels.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Returns the place in a window of `window_w` by `window_h` physical pixels: in the middle, at the
    /// largest whole-number scale that fits, or at a fraction if 1 does not fit. A negative size or NaN
    /// counts as 0.
    pub fn fit(self, window_w: f32, window_h: f32) -> Viewport {
        let (window_w, window_h) = (whole_side(window_w), whole_side(window_h));
        let (own_w, own_h) = (self.width as f32, self.height as f32);
        let exact = (window_w / own_w).min(window_h / own_h);
        if exact <= 0.0 {
            return Viewport::default();
        }
        let scale = if exact >= 1.0 { exact.floor() } else { exact };
        // The smallest window still shows one row of pixels.
        let width = (own_w * scale).round().clamp(1.0, window_w);
        let height = (own_h * scale).round().clamp(1.0, window_h);
        let x = ((window_w - width) / 2.0).floor();
        let y = ((window_h - height) / 2.0).floor();
        Viewport { x, y, scale, width, height }
    }

    /// Returns the virtual pixel at the physical pixel `px`, `py` of the window: 0 to the screen's
    /// width and height. `None` in the border.
    pub fn to_virtual(self, viewport: Viewport, px: f32, py: f32) -> Option<(f32, f32)> {
        let (x, y) = (px - viewport.x, py - viewport.y);
        let is_inside = (0.0..viewport.width).contains(&x) && (0.0..viewport.height).contains(&y);
        is_inside.then(|| (x / viewport.width * self.width as f32, y / viewport.height * self.height as f32))
    }

    /// Returns the place in the window, in physical pixels, of the virtual pixel `x`, `y`.
    pub fn to_window(self, viewport: Viewport, x: f32, y: f32) -> (f32, f32) {
        (
            viewport.x + x / self.width as f32 * viewport.width,
            viewport.y + y / self.height as f32 * viewport.height,
        )
    }
}

impl Default for VirtualScreen {
    /// 640 by 360: a third of Full HD and a sixth of 4K, so both show it without a border.
    fn default() -> Self {
        Self::new(640, 360)
    }
}

const fn side(pixels: u32) -> u32 {
    if pixels == 0 {
        1
    } else if pixels > VirtualScreen::MAX_SIDE {
        VirtualScreen::MAX_SIDE
    } else {
        pixels
    }
}

/// The whole pixels of a window's side. `max` turns NaN into 0.
fn whole_side(pixels: f32) -> f32 {
    pixels.max(0.0).min(VirtualScreen::MAX_SIDE as f32).floor()
}
