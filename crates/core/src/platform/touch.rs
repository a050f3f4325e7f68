//! Fingers on a touch screen.

use serde::{Deserialize, Serialize};

/// A finger on a touch screen in one tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Touch {
    /// The number of the finger while it is down, from 0. A finger that is lifted leaves its number to the next.
    pub finger: u8,
    /// Where it is, in virtual pixels from the top left. A finger that leaves the view stays at its edge.
    pub position: (f32, f32),
    /// Whether it went down in this tick.
    pub began: bool,
    /// Whether it went up in this tick.
    pub ended: bool,
}
