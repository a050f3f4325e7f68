//! Time as a value. Only a [`Clock`] asks the machine what time it is.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::LazyLock;
use std::time::Duration;
#[cfg(not(target_arch = "wasm32"))]
use std::time::Instant;

/// The time since some fixed moment. Clones share it.
///
/// The logic never reads it: it runs in ticks. It is read for the time budget of
/// [`Pace::Budget`](crate::phase::Pace) and for the milliseconds of the load report.
#[derive(Clone)]
pub struct Clock {
    source: Rc<dyn Fn() -> Duration>,
    /// What [`Clock::advance`] has added.
    added: Rc<Cell<Duration>>,
}

impl Clock {
    /// The length of a tick: 1/60 s.
    pub const TICK: Duration = Duration::from_nanos(16_666_667);

    /// A game's own clock, whose time never falls.
    pub fn new(source: impl Fn() -> Duration + 'static) -> Self {
        Self { source: Rc::new(source), added: Rc::default() }
    }

    /// Returns the clock of the operating system, or of the browser in a page, starting now. In a browser without the
    /// feature `window` it stands still.
    pub fn system() -> Self {
        let start = time();
        Self::new(move || time().saturating_sub(start))
    }

    /// A clock that moves only with [`advance`](Self::advance).
    pub fn manual() -> Self {
        Self::new(|| Duration::ZERO)
    }

    /// The time since the clock's own start; it never falls.
    pub fn now(&self) -> Duration {
        (self.source)().saturating_add(self.added.get())
    }

    /// Lets `time` pass.
    pub fn advance(&self, time: Duration) {
        self.added.set(self.added.get().saturating_add(time));
    }

    /// The seconds since the beginning of 1970 (UTC), as the system has them.
    #[cfg_attr(
        not(target_arch = "wasm32"),
        expect(clippy::disallowed_methods, reason = "the edge of the program")
    )]
    pub fn unix_time() -> u64 {
        #[cfg(target_arch = "wasm32")]
        return time().as_secs();
        #[cfg(not(target_arch = "wasm32"))]
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |since| since.as_secs())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

/// The time since some moment; in a page since the beginning of 1970.
fn time() -> Duration {
    #[cfg(target_arch = "wasm32")]
    return super::page::time();
    #[cfg(not(target_arch = "wasm32"))]
    {
        #[expect(clippy::disallowed_methods, reason = "the edge of the program")]
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed()
    }
}
