//! Rectangles.

use serde::Deserialize;

/// A rectangle in pixels: `x` and `y` are its top left corner, y grows downwards.
///
/// ```
/// use proscenium_core::platform::Rect;
///
/// let rect = Rect::new(10.0, 10.0, 100.0, 20.0);
/// assert!(rect.contains((10.0, 10.0)));
/// assert!(!rect.contains((110.0, 10.0))); // the right edge belongs to the neighbour
/// assert_eq!(rect.centre(), (60.0, 20.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
pub struct Rect {
    /// The left edge.
    pub x: f32,
    /// The upper edge.
    pub y: f32,
    /// The width; not negative.
    pub w: f32,
    /// The height; not negative.
    pub h: f32,
}

impl Rect {
    /// Makes the rectangle with its top left corner at `x`, `y`.
    pub const fn new(x: f32, y: f32, w: f32, h: f32) -> Self {
        Self { x, y, w, h }
    }

    /// Returns the right edge.
    pub fn right(self) -> f32 {
        self.x + self.w
    }

    /// Returns the lower edge.
    pub fn bottom(self) -> f32 {
        self.y + self.h
    }

    /// Whether `point` is inside. The left and upper edge belong to the rectangle, the right and lower do
    /// not, so that only one of two adjacent rectangles contains a point.
    pub fn contains(self, point: (f32, f32)) -> bool {
        (self.x..self.right()).contains(&point.0) && (self.y..self.bottom()).contains(&point.1)
    }

    /// Returns where a point of the rectangle is in a picture of this size that fills it; `None` if it is outside.
    pub fn locate(self, point: (f32, f32), size: (f32, f32)) -> Option<(f32, f32)> {
        let part = || ((point.0 - self.x) / self.w * size.0, (point.1 - self.y) / self.h * size.1);
        self.contains(point).then(part)
    }

    /// Returns the centre.
    pub fn centre(self) -> (f32, f32) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}
