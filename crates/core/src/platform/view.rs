//! Views: how virtual pixels lie in the window.

use serde::{Deserialize, Serialize};

use super::Rect;

/// The size of a window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowSize {
    /// Width in physical pixels; 0 without a window.
    pub width: f32,
    /// Height in physical pixels; 0 without a window.
    pub height: f32,
    /// Physical pixels for each of macroquad's: 2 on many displays of phones and Macs.
    pub dpi_scale: f32,
}

impl WindowSize {
    /// No window.
    pub const NONE: Self = Self::new(0.0, 0.0);

    /// A window of this size in physical pixels, which are macroquad's too.
    pub const fn new(width: f32, height: f32) -> Self {
        Self { width, height, dpi_scale: 1.0 }
    }

    /// Whether it is higher than wide, as a phone is held.
    pub fn is_upright(self) -> bool {
        self.height > self.width
    }

    /// Without parts of pixels, negative sides and NaN.
    fn whole(self) -> (f32, f32) {
        let side = |pixels: f32| pixels.max(0.0).min(View::MAX_SIDE as f32).floor();
        (side(self.width), side(self.height))
    }
}

impl Default for WindowSize {
    fn default() -> Self {
        Self::NONE
    }
}

/// How the virtual pixels of a screen lie in the window.
///
/// ```
/// use proscenium_core::platform::{Rect, Scaling, View, WindowSize};
///
/// let window = WindowSize::new(1920.0, 1200.0);
/// let placed = View::fit(640, 360).placed(window, Scaling::Smooth);
/// assert_eq!((placed.size, placed.place), ((640.0, 360.0), Rect::new(0.0, 60.0, 1920.0, 1080.0)));
///
/// let placed = View::expand(640, 360).placed(window, Scaling::Smooth);
/// assert_eq!((placed.size, placed.place), ((640.0, 400.0), Rect::new(0.0, 0.0, 1920.0, 1200.0)));
///
/// let placed = View::Window.placed(window, Scaling::Smooth);
/// assert_eq!((placed.size, placed.place), ((1920.0, 1200.0), Rect::new(0.0, 0.0, 1920.0, 1200.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum View {
    /// A fixed size, which is whole in each window. The rest of the window is a black border.
    Fit {
        /// Width in virtual pixels.
        width: u32,
        /// Height in virtual pixels.
        height: u32,
    },
    /// At least this size. A window of another shape shows more at its longer side, and has no border.
    Expand {
        /// The least width in virtual pixels.
        width: u32,
        /// The least height in virtual pixels.
        height: u32,
        /// The maximum ratio of the longer side to the shorter one. Beyond it there is a border.
        at_most: f32,
    },
    /// The pixels of the window, as macroquad has them: `screen_width`, `mouse_position`, its camera stack, `root_ui` and egui
    /// mean what they mean without this library. Nothing is scaled.
    Window,
}

/// A view in a window.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Placed {
    /// Width and height of the view in virtual pixels.
    pub size: (f32, f32),
    /// Where it is in the window, in whole physical pixels from the top left.
    pub place: Rect,
}

impl Placed {
    /// Returns the virtual pixel at these physical pixels of the window; `None` outside of the view.
    pub fn locate(self, x: f32, y: f32) -> Option<(f32, f32)> {
        self.place.locate((x, y), self.size)
    }
}

impl View {
    /// The maximum side of a view and of a window, in pixels. Up to here an `f32` can represent parts of each pixel.
    pub const MAX_SIDE: u32 = 1 << 16;

    /// The size of [`View::Window`] without a window.
    const HEADLESS: (u32, u32) = (640, 360);

    /// A view of this size in virtual pixels, clamped to 1 to [`MAX_SIDE`](Self::MAX_SIDE), with a border where the window
    /// has another shape.
    pub const fn fit(width: u32, height: u32) -> Self {
        Self::Fit { width: side(width), height: side(height) }
    }

    /// A view of at least this size, clamped as in [`fit`](Self::fit): a window of another shape shows more.
    pub const fn expand(width: u32, height: u32) -> Self {
        Self::Expand { width: side(width), height: side(height), at_most: f32::INFINITY }
    }

    /// Limits the shape of a view that [expands](Self::expand): its longer side is at most `ratio` times the shorter
    /// one, or its own shape if that is longer. Other views stay as they are.
    #[must_use]
    pub const fn at_most(self, ratio: f32) -> Self {
        match self {
            Self::Expand { width, height, .. } => Self::Expand { width, height, at_most: ratio },
            other => other,
        }
    }

    /// The least size in virtual pixels, which it has without a window too.
    pub const fn least(self) -> (u32, u32) {
        match self {
            Self::Fit { width, height } | Self::Expand { width, height, .. } => (width, height),
            Self::Window => Self::HEADLESS,
        }
    }

    /// Returns the size of the view in this window, and its place. Without a window the place is empty.
    pub fn placed(self, window: WindowSize, scaling: Scaling) -> Placed {
        let (least, space) = (self.least(), window.whole());
        let least = (least.0 as f32, least.1 as f32);
        if space.0.min(space.1) < 1.0 {
            return Placed { size: least, place: Rect::default() };
        }
        match self {
            Self::Fit { .. } => Placed { size: least, place: scaling.fit(least, space) },
            Self::Expand { at_most, .. } => expanded(least, at_most, space, scaling),
            Self::Window => {
                let dpi = if window.dpi_scale > 0.0 { window.dpi_scale } else { 1.0 };
                Placed {
                    size: (window.width / dpi, window.height / dpi),
                    place: Rect::new(0.0, 0.0, space.0, space.1),
                }
            }
        }
    }
}

const fn side(pixels: u32) -> u32 {
    if pixels < 1 {
        1
    } else if pixels > View::MAX_SIDE {
        View::MAX_SIDE
    } else {
        pixels
    }
}

fn expanded(least: (f32, f32), at_most: f32, space: (f32, f32), scaling: Scaling) -> Placed {
    let ratio = at_most.max(least.0 / least.1).max(least.1 / least.0);
    let used = (space.0.min((space.1 * ratio).round()), space.1.min((space.0 * ratio).round()));
    let scale = scaling.scale(least, used);
    let size = ((used.0 / scale).round().max(least.0), (used.1 / scale).round().max(least.1));
    let place = Rect::new(
        ((space.0 - used.0) / 2.0).floor(),
        ((space.1 - used.1) / 2.0).floor(),
        used.0.max(1.0),
        used.1.max(1.0),
    );
    Placed { size, place }
}

/// How a view is scaled to the window.
///
/// ```
/// use proscenium_core::platform::{Rect, Scaling, View, WindowSize};
///
/// let place = |scaling| View::fit(640, 360).placed(WindowSize::new(960.0, 540.0), scaling).place;
/// assert_eq!(place(Scaling::Smooth), Rect::new(0.0, 0.0, 960.0, 540.0));
/// assert_eq!(place(Scaling::Whole), Rect::new(160.0, 90.0, 640.0, 360.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// Until width or height of the window is filled. If the scale is no whole number, all virtual pixels still have
    /// the same size, and their edges are mixed.
    #[default]
    Smooth,
    /// By the largest whole number that fits: all edges are sharp. The rest is a wider border, or more of the world in a
    /// view that expands. In a window that is smaller than the view it is as [`Smooth`](Self::Smooth).
    Whole,
}

impl Scaling {
    /// The physical pixels for each virtual one of a view with at least this size.
    fn scale(self, least: (f32, f32), space: (f32, f32)) -> f32 {
        let exact = (space.0 / least.0).min(space.1 / least.1);
        if exact >= 1.0 && self == Self::Whole { exact.floor() } else { exact }
    }

    /// The place of a view of this size, in the middle of the space.
    fn fit(self, size: (f32, f32), space: (f32, f32)) -> Rect {
        if space.0.min(space.1) < 1.0 {
            return Rect::default();
        }
        let scale = self.scale(size, space);
        // The smallest window still shows one row of pixels.
        let [width, height] = [(size.0 * scale, space.0), (size.1 * scale, space.1)].map(|(own, space)| {
            // A border of a single pixel would look like an error.
            let is_full = self == Self::Smooth && space - own < 2.0;
            if is_full { space } else { own.round().clamp(1.0, space) }
        });
        Rect::new(((space.0 - width) / 2.0).floor(), ((space.1 - height) / 2.0).floor(), width, height)
    }
}

/// The views of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Views {
    /// The view of all screens that choose no other.
    pub wide: View,
    /// The view of an upright window, for the screens that have a layout for it.
    pub upright: Option<View>,
    /// How all of them are scaled.
    pub scaling: Scaling,
    /// The window of the input, which determines the sizes of views.
    pub window: WindowSize,
}

impl Views {
    /// Returns the view of a screen with a layout for each of them: the upright one in an upright window, if there is one.
    pub fn suitable(&self) -> View {
        self.upright.filter(|_| self.window.is_upright()).unwrap_or(self.wide)
    }

    /// Returns the size of a view, in virtual pixels.
    pub fn size(&self, view: View) -> (f32, f32) {
        view.placed(self.window, self.scaling).size
    }

    /// Returns a view as a window shows it, which may differ from the input's window: a script has its own, and a
    /// window is resized between two ticks. In an upright window each other view lies at the top of the upright one,
    /// whose screens may draw it; the rest is in the reach of the fingers.
    pub fn placed(&self, view: View, shown: WindowSize) -> Placed {
        if shown == self.window || view == View::Window {
            return self.at_top(view, view.placed(shown, self.scaling), shown);
        }
        let size = self.size(view);
        let place = self.scaling.fit(size, shown.whole());
        self.at_top(view, Placed { size, place }, shown)
    }

    fn at_top(&self, view: View, mut placed: Placed, shown: WindowSize) -> Placed {
        if let Some(upright) = self.upright.filter(|_| shown.is_upright())
            && view != upright
            && view != View::Window
        {
            placed.place.y = upright.placed(shown, self.scaling).place.y;
        }
        placed
    }
}
