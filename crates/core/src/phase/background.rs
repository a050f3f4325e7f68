//! The executor that decodes ahead of the queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_executor::{Executor, Task};
use futures_lite::future::block_on;

/// How long a wait sleeps at a time.
const NAP: Duration = Duration::from_micros(100);

/// The number of threads for this machine.
fn cores() -> usize {
    if cfg!(target_arch = "wasm32") {
        return 0;
    }
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(8)
}

/// Runs jobs beside the ticks: on threads where there are any, and otherwise on the main thread, a
/// little in each tick. The threads change how long a load takes and nothing else.
///
/// Tasks are polled in ticks, never awaited: macroquad's own executor panics when it is woken.
#[derive(Debug)]
pub struct Background {
    executor: Arc<Executor<'static>>,
    is_over: Arc<AtomicBool>,
    threads: usize,
}

impl Background {
    /// One thread for each core, at most eight. The same as [`Background::single_threaded`] on
    /// wasm32, which has no threads.
    pub fn for_this_machine() -> Self {
        Self::with_threads(cores())
    }

    /// As [`for_this_machine`](Self::for_this_machine), with threads that each call `prepare` first: a window lowers
    /// their priority.
    pub fn prepared(prepare: fn()) -> Self {
        Self::start(cores(), prepare)
    }

    /// No thread: the main thread decodes, within the tick's budget or when an item's turn comes.
    pub fn single_threaded() -> Self {
        Self::with_threads(0)
    }

    /// This many threads, or fewer where the system cannot start one.
    pub fn with_threads(threads: usize) -> Self {
        Self::start(threads, || {})
    }

    /// Starts threads that call `prepare` first.
    fn start(threads: usize, prepare: fn()) -> Self {
        let executor = Arc::new(Executor::new());
        let is_over = Arc::new(AtomicBool::new(false));
        let started = (0..threads).filter(|number| {
            let (executor, is_over) = (Arc::clone(&executor), Arc::clone(&is_over));
            let work = move || {
                prepare();
                while !is_over.load(Ordering::Acquire) {
                    block_on(executor.tick());
                }
            };
            let thread = std::thread::Builder::new().name(format!("decode-{number}")).spawn(work);
            thread.map_err(|error| log::warn!("cannot start a thread for decoding: {error}")).is_ok()
        });
        let threads = started.count();
        Self { executor, is_over, threads }
    }

    /// The number of threads.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    /// Starts a job. It runs on a thread, or in calls of [`try_tick`](Self::try_tick) and [`finish`](Self::finish).
    /// Dropping the task cancels it.
    pub fn spawn<T: Send + 'static>(&self, job: impl Future<Output = T> + Send + 'static) -> Task<T> {
        self.executor.spawn(job)
    }

    /// Runs one step of a waiting job on this thread. Returns `false` when none is waiting.
    pub fn try_tick(&self) -> bool {
        self.executor.try_tick()
    }

    /// Waits for the threads as long as `goes_on`. This thread does not help, because a job may take
    /// longer.
    pub(crate) fn wait(&self, goes_on: impl Fn() -> bool) {
        while self.threads > 0 && goes_on() {
            std::thread::sleep(NAP);
        }
    }

    /// Returns the result of `task`. This thread helps to finish it. A task that reads a source that is not immediate
    /// must be finished already.
    ///
    /// # Panics
    ///
    /// Panics when the job has panicked.
    pub fn finish<T>(&self, task: Task<T>) -> T {
        // One job at a time: the executor's own `run` looks at the task only after up to two
        // hundred other jobs.
        while !task.is_finished() && self.executor.try_tick() {}
        block_on(task)
    }
}

impl Drop for Background {
    /// Ends the threads. They are not joined: one of them may wait for a network drive.
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        // A job for each thread that sleeps.
        for _ in 0..self.threads {
            self.executor.spawn(async {}).detach();
        }
    }
}
