//! Time as a value. Only implementations of [`Clock`] ask the machine what time it is.

use std::cell::Cell;
use std::rc::Rc;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::LazyLock;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// The time since some fixed moment.
///
/// The logic never reads it: it runs in ticks. It is read for the time budget of
/// [`Pace::Budget`](crate::phase::Pace) and for the milliseconds of the load report.
pub trait Clock {
    /// The time since the clock's own start; it never falls.
    fn now(&self) -> Duration;
}

/// The clock of the operating system, in a page that of the browser. In a browser without the feature `window` it
/// stands still at zero.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock {
    start: Duration,
}

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self { start: time() }
    }

    /// The seconds since the beginning of 1970 (UTC).
    pub(crate) fn unix_time() -> u64 {
        #[cfg(target_arch = "wasm32")]
        return time().as_secs();
        #[cfg(not(target_arch = "wasm32"))]
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }
}

impl Clock for SystemClock {
    fn now(&self) -> Duration {
        time().saturating_sub(self.start)
    }
}

/// The time since some moment; in a page since the beginning of 1970.
fn time() -> Duration {
    #[cfg(all(feature = "window", target_arch = "wasm32"))]
    return super::window::page_time();
    #[cfg(all(not(feature = "window"), target_arch = "wasm32"))]
    return Duration::ZERO;
    #[cfg(not(target_arch = "wasm32"))]
    {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
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
