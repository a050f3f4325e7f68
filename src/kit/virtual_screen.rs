//! The virtual screen: the game's own pixels, independent of the size of the window.

use super::rect::Rect;

/// How the virtual screen is scaled to the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// Until width or height of the window is filled. Where that is no whole number, all virtual pixels have
    /// the same size too, and their edges are mixed.
    #[default]
    Smooth,
    /// By the largest whole number that fits: all edges are sharp, and the border is wider. In a window that
    /// is smaller than the virtual screen as [`Smooth`](Self::Smooth).
    Whole,
}

/// The pixels of a game.
///
/// In a window they are scaled as [`Scaling`] says; the rest of the window is a black border.
///
/// ```
/// use proscenium::kit::{Rect, Scaling, VirtualScreen};
///
/// let screen = VirtualScreen::new(640, 360);
/// let place = screen.fit(1920.0, 1200.0, Scaling::Smooth);
/// assert_eq!(place, Rect::new(0.0, 60.0, 1920.0, 1080.0));
/// assert_eq!(screen.to_virtual(place, 960.0, 600.0), Some((320.0, 180.0)));
/// assert_eq!(screen.to_virtual(place, 960.0, 10.0), None); // the border
///
/// assert_eq!(screen.fit(960.0, 540.0, Scaling::Smooth), Rect::new(0.0, 0.0, 960.0, 540.0));
/// assert_eq!(screen.fit(960.0, 540.0, Scaling::Whole), Rect::new(160.0, 90.0, 640.0, 360.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VirtualScreen {
    width: u32,
    height: u32,
}

impl VirtualScreen {
    /// The maximum side of a virtual screen and of a window, in pixels. Up to here an `f32` can represent
    /// parts of each pixel.
    pub const MAX_SIDE: u32 = 1 << 16;

    /// Makes a virtual screen of `width` by `height` pixels, each clamped to 1 to
    /// [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn new(width: u32, height: u32) -> Self {
        Self { width: width.clamp(1, Self::MAX_SIDE), height: height.clamp(1, Self::MAX_SIDE) }
    }

    /// Returns the width in virtual pixels.
    pub const fn width(self) -> u32 {
        self.width
    }

    /// Returns the height in virtual pixels.
    pub const fn height(self) -> u32 {
        self.height
    }

    /// Returns width and height, as screens see it.
    pub(super) const fn size(self) -> (f32, f32) {
        (self.width as f32, self.height as f32)
    }

    /// Returns the place of the screen in a window of `window_w` by `window_h` physical pixels, in whole
    /// physical pixels, in the middle. A negative size or NaN counts as 0; in a window without a size all
    /// is zero.
    pub fn fit(self, window_w: f32, window_h: f32, scaling: Scaling) -> Rect {
        // `max` turns NaN into 0.
        let whole = |pixels: f32| pixels.max(0.0).min(Self::MAX_SIDE as f32).floor();
        let (window_w, window_h) = (whole(window_w), whole(window_h));
        let (own_w, own_h) = (self.width as f32, self.height as f32);
        let exact = (window_w / own_w).min(window_h / own_h);
        if exact <= 0.0 {
            return Rect::default();
        }
        let scale = if exact >= 1.0 && scaling == Scaling::Whole { exact.floor() } else { exact };
        // The smallest window still shows one row of pixels.
        let [width, height] = [(own_w * scale, window_w), (own_h * scale, window_h)].map(|(own, window)| {
            // A border of a single pixel would look like an error.
            let is_full = scaling == Scaling::Smooth && window - own < 2.0;
            if is_full { window } else { own.round().clamp(1.0, window) }
        });
        Rect::new(((window_w - width) / 2.0).floor(), ((window_h - height) / 2.0).floor(), width, height)
    }

    /// Returns the virtual pixel at the physical pixel `x`, `y` of the window, in which the screen is at
    /// `place`; `None` in the border.
    pub fn to_virtual(self, place: Rect, x: f32, y: f32) -> Option<(f32, f32)> {
        let (width, height) = (self.width as f32, self.height as f32);
        let is_inside = place.contains((x, y));
        is_inside.then(|| ((x - place.x) / place.w * width, (y - place.y) / place.h * height))
    }
}

impl Default for VirtualScreen {
    /// 640 by 360: a third of Full HD and a sixth of 4K, so both show it without a border.
    fn default() -> Self {
        Self { width: 640, height: 360 }
    }
}
