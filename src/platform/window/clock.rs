//! The window's clock, which exists on every platform, in a browser too.

use std::time::Duration;

use crate::platform::Clock;

/// The time since the window was opened.
#[derive(Clone, Copy, Debug, Default)]
pub struct WindowClock;

impl Clock for WindowClock {
    fn now(&self) -> Duration {
        Duration::try_from_secs_f64(macroquad::time::get_time()).unwrap_or_default()
    }
}
