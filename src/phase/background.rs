//! The executor that decodes ahead of the queue.

use std::future::{Future, poll_fn};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Poll, Waker};

use async_executor::{Executor, Task};
use futures_lite::future::block_on;

/// Runs jobs beside the frame: on threads where there are any, and otherwise on the main thread,
/// a little in each frame. Which of the two it is changes how long a load takes and nothing else.
///
/// Tasks are polled from the frame, never awaited: macroquad's own executor panics when it is
/// woken.
#[derive(Debug)]
pub struct Background {
    executor: Arc<Executor<'static>>,
    stop: Arc<Stop>,
    threads: usize,
}

impl Background {
    /// One thread for each core, at most eight. On wasm32, which has none, the same as
    /// [`Background::single_threaded`].
    pub fn for_this_machine() -> Self {
        let cores = if cfg!(target_arch = "wasm32") {
            0
        } else {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        };
        Self::with_threads(cores.min(8))
    }

    /// No thread: the main thread decodes, within the frame's budget or when an item's turn has
    /// come.
    pub fn single_threaded() -> Self {
        Self::with_threads(0)
    }

    /// This many threads. Where the system refuses to start one, there are fewer.
    pub fn with_threads(threads: usize) -> Self {
        let executor = Arc::new(Executor::new());
        let stop = Arc::new(Stop::default());
        let started = (0..threads).filter(|number| {
            let (executor, stop) = (Arc::clone(&executor), Arc::clone(&stop));
            std::thread::Builder::new()
                .name(format!("decode-{number}"))
                .spawn(move || block_on(executor.run(stop.wait())))
                .map_err(|error| log::warn!("cannot start a thread for decoding: {error}"))
                .is_ok()
        });
        let threads = started.count();
        Self { executor, stop, threads }
    }

    /// How many threads it has.
    pub const fn threads(&self) -> usize {
        self.threads
    }

    pub(crate) fn spawn<T: Send + 'static>(&self, job: impl Future<Output = T> + Send + 'static) -> Task<T> {
        self.executor.spawn(job)
    }

    /// Does one step of some waiting job on this thread; `false` when none is waiting.
    pub(crate) fn try_tick(&self) -> bool {
        self.executor.try_tick()
    }

    /// The result of `task`, which this thread helps to bring about. It returns at once when the
    /// task is finished already, and that is the only case in which a source that is not
    /// immediate may come here.
    pub(crate) fn finish<T>(&self, task: Task<T>) -> T {
        // One job at a time: the executor's own `run` looks at the task only after up to two
        // hundred other jobs, and a frame would wait for pictures whose turn is far away.
        while !task.is_finished() && self.executor.try_tick() {}
        block_on(task)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        // The threads end by themselves. They are not joined: one of them may sit in a read of
        // a network drive that does not answer, and quitting must not wait for it.
        self.stop.set();
    }
}

/// Tells the threads to end.
#[derive(Debug, Default)]
struct Stop {
    state: Mutex<StopState>,
}

#[derive(Debug, Default)]
struct StopState {
    is_set: bool,
    wakers: Vec<Waker>,
}

impl Stop {
    fn set(&self) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.is_set = true;
        state.wakers.drain(..).for_each(Waker::wake);
    }

    async fn wait(self: Arc<Self>) {
        poll_fn(|cx| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.is_set {
                return Poll::Ready(());
            }
            // Each poll brings a waker; keeping only those that wake somebody else bounds the list.
            if !state.wakers.iter().any(|waker| waker.will_wake(cx.waker())) {
                state.wakers.push(cx.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }
}
