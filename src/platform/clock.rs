//! Time as a value. Only implementations of [`Clock`] ask the machine what time it is.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// Tells the time since some fixed moment.
///
/// The logic never reads it: it steps in frames. It is read for two things only, the time budget
/// of [`Pace::Budget`](crate::phase::Pace) and the milliseconds of the load report.
pub trait Clock {
    /// The time since the clock's own start; it never falls.
    fn now(&self) -> Duration;
}

/// The clock of the operating system. It does not exist on wasm32, where the window's clock
/// serves.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    #[cfg(not(target_arch = "wasm32"))]
    start: std::time::Instant,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            start: std::time::Instant::now(),
        }
    }
}

impl Clock for SystemClock {
    #[cfg(not(target_arch = "wasm32"))]
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Without a clock in the system library every budget is used up by one item, and reports
    /// say zero milliseconds.
    #[cfg(target_arch = "wasm32")]
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that moves only when it is told to. Clones share the time.
///
/// ```
/// use proscenium::platform::{Clock, ManualClock};
/// use std::time::Duration;
///
/// let clock = ManualClock::default();
/// let same = clock.clone();
/// clock.advance(Duration::from_millis(4));
/// assert_eq!(same.now(), Duration::from_millis(4));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ManualClock {
    now: Rc<Cell<Duration>>,
}

impl ManualClock {
    /// Lets `time` pass.
    pub fn advance(&self, time: Duration) {
        self.now.set(self.now.get().saturating_add(time));
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Duration {
        self.now.get()
    }
}
