//! The virtual screen: the game's own pixels, independent of the size of the window.

use crate::platform::Rect;

/// How the virtual screen is scaled to the window; the rest of the window is a black border.
///
/// ```
/// use proscenium::kit::Scaling;
/// use proscenium::platform::Rect;
///
/// let place = Scaling::Smooth.fit((640, 360), (1920.0, 1200.0));
/// assert_eq!(place, Rect::new(0.0, 60.0, 1920.0, 1080.0));
/// assert_eq!(place.locate((960.0, 600.0), (640.0, 360.0)), Some((320.0, 180.0)));
/// assert_eq!(place.locate((960.0, 10.0), (640.0, 360.0)), None); // the border
///
/// assert_eq!(Scaling::Smooth.fit((640, 360), (960.0, 540.0)), Rect::new(0.0, 0.0, 960.0, 540.0));
/// assert_eq!(Scaling::Whole.fit((640, 360), (960.0, 540.0)), Rect::new(160.0, 90.0, 640.0, 360.0));
/// ```
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

impl Scaling {
    /// The maximum side of a virtual screen and of a window, in pixels. Up to here an `f32` can represent
    /// parts of each pixel.
    pub const MAX_SIDE: u32 = 1 << 16;

    /// Returns the place of a virtual screen of `size` virtual pixels, clamped to 1 to
    /// [`MAX_SIDE`](Self::MAX_SIDE), in a window of `window` physical pixels: in whole physical pixels, in the
    /// middle. A negative size or NaN counts as 0; in a window without a size all is zero.
    pub fn fit(self, size: (u32, u32), window: (f32, f32)) -> Rect {
        // `max` turns NaN into 0.
        let whole = |pixels: f32| pixels.max(0.0).min(Self::MAX_SIDE as f32).floor();
        let (window_w, window_h) = (whole(window.0), whole(window.1));
        let [own_w, own_h] = [size.0, size.1].map(|side| side.clamp(1, Self::MAX_SIDE) as f32);
        let exact = (window_w / own_w).min(window_h / own_h);
        if exact <= 0.0 {
            return Rect::default();
        }
        let scale = if exact >= 1.0 && self == Self::Whole { exact.floor() } else { exact };
        // The smallest window still shows one row of pixels.
        let [width, height] = [(own_w * scale, window_w), (own_h * scale, window_h)].map(|(own, window)| {
            // A border of a single pixel would look like an error.
            let is_full = self == Self::Smooth && window - own < 2.0;
            if is_full { window } else { own.round().clamp(1.0, window) }
        });
        Rect::new(((window_w - width) / 2.0).floor(), ((window_h - height) / 2.0).floor(), width, height)
    }
}

/// A size as screens see it.
pub(super) const fn pixels((width, height): (u32, u32)) -> (f32, f32) {
    (width as f32, height as f32)
}
