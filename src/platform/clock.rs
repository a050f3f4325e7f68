//! Time as a value. Only implementations of [`Clock`] ask the machine what time it is.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The time since some fixed moment.
///
/// The logic never reads it: it runs in ticks. It is read for the time budget of
/// [`Pace::Budget`](crate::phase::Pace) and for the milliseconds of the load report.
pub trait Clock {
    /// The time since the clock's own start; it never falls.
    fn now(&self) -> Duration;
}

/// The clock of the operating system. It stands still at zero in a browser, where
/// `window::WindowClock` is used instead.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Option<Instant>,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        // `Instant::now` panics in a browser.
        Self { start: (!cfg!(target_arch = "wasm32")).then(Instant::now) }
    }

    /// The seconds since the beginning of 1970 (UTC), 0 in a browser, where the window is asked instead.
    #[cfg(not(all(feature = "window", target_arch = "wasm32")))]
    pub(crate) fn unix_time() -> u64 {
        let now = (!cfg!(target_arch = "wasm32")).then(std::time::SystemTime::now);
        let since = now.and_then(|now| now.duration_since(std::time::UNIX_EPOCH).ok());
        since.map_or(0, |since| since.as_secs())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        self.start.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

/// A clock that moves only with [`advance`](ManualClock::advance). Clones share the time.
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
