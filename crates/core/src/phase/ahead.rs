//! The bound of the bytes that are decoded ahead of the queue's current item.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};

use crate::platform::lock;

/// Shared by the jobs of a queue. The items are numbered in their order.
#[derive(Debug, Default)]
pub(super) struct Ahead(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    limit: u64,
    /// The reserved bytes. The sum of all that kinds can claim is no `u64`.
    used: u128,
    /// The number of the current item, which never waits.
    current: usize,
    /// Whether items are finished in their order.
    is_in_turn: bool,
    /// The jobs that wait for bytes, sorted by the numbers of their items.
    waiting: Vec<(usize, Waker)>,
}

impl State {
    /// Whether an item may have bytes. One that is behind another which waits does too, so that the items are decoded in
    /// their order.
    fn allows(&self, number: usize, bytes: u128) -> bool {
        let is_next = self.waiting.first().is_none_or(|(first, _)| number <= *first);
        // One that is larger than the limit waits for its turn, also where nothing is used: the current item may come. Where
        // items have no turn, it would wait for one that never arrives.
        let is_alone = !self.is_in_turn && self.used == 0;
        let fits = is_alone || self.used + bytes <= u128::from(self.limit);
        number <= self.current || (is_next && fits)
    }

    /// Wakes the first job that waits. It wakes the next one when it goes on.
    fn wake(&self) {
        if let Some((_, waker)) = self.waiting.first() {
            waker.wake_by_ref();
        }
    }
}

impl Ahead {
    /// Sets the current item, and the maximum of bytes that the others may have with it.
    pub(super) fn set(&self, current: usize, limit: u64, is_in_turn: bool) {
        let mut state = self.state();
        state.is_in_turn = is_in_turn;
        if (state.current, state.limit) != (current, limit) {
            (state.current, state.limit) = (current, limit);
            state.wake();
        }
    }

    /// Whether a further item would have to wait.
    pub(super) fn is_full(&self) -> bool {
        let state = self.state();
        state.used >= u128::from(state.limit) || !state.waiting.is_empty()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

/// The place of an item in its queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) ahead: Arc<Ahead>,
    pub(super) number: usize,
    /// The maximum of bytes that decoding it may take, and the limit of its phase by which that is so.
    pub(super) limit: Option<(u64, u64)>,
}

impl Place {
    /// Reserves bytes; waits until they are within the limit or the item is the current one.
    pub(super) async fn reserve(self, bytes: u128) -> Reserved {
        let Self { ahead, number, .. } = self;
        let waiting = Waiting { ahead: &ahead, number };
        poll_fn(|cx| {
            waiting.leave();
            let mut state = ahead.state();
            if !state.allows(number, bytes) {
                let place = state.waiting.partition_point(|(other, _)| *other < number);
                state.waiting.insert(place, (number, cx.waker().clone()));
                return Poll::Pending;
            }
            state.used += bytes;
            Poll::Ready(())
        })
        .await;
        drop(waiting);
        Reserved { ahead, bytes }
    }
}

/// A job that may wait. A drop of it lets the next one go on, also when its item is not needed any more.
struct Waiting<'a> {
    ahead: &'a Ahead,
    number: usize,
}

impl Waiting<'_> {
    fn leave(&self) {
        self.ahead.state().waiting.retain(|(number, _)| *number != self.number);
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.leave();
        self.ahead.state().wake();
    }
}

/// Reserved bytes, which are given back when this is dropped.
#[derive(Debug)]
pub(super) struct Reserved {
    ahead: Arc<Ahead>,
    bytes: u128,
}

impl Reserved {
    /// Sets the bytes to what the decoded value has.
    pub(super) fn set(&mut self, bytes: u64) {
        let mut state = self.ahead.state();
        state.used = state.used - self.bytes + u128::from(bytes);
        self.bytes = u128::from(bytes);
        state.wake();
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::Context;

    use super::*;

    #[test]
    fn an_item_larger_than_the_limit_waits_for_its_turn_also_before_the_current_one_is_read() {
        let ahead = Arc::new(Ahead::default());
        ahead.set(0, 64, true);
        let reserve = |number, bytes| Place { ahead: Arc::clone(&ahead), number, limit: None }.reserve(bytes);
        let mut cx = Context::from_waker(Waker::noop());
        let (mut large, mut current) = (pin!(reserve(1, 138)), pin!(reserve(0, 129)));
        assert!(large.as_mut().poll(&mut cx).is_pending());
        let Poll::Ready(reserved) = current.as_mut().poll(&mut cx) else { panic!("the current item waits") };
        assert!(large.as_mut().poll(&mut cx).is_pending());
        drop(reserved);
        ahead.set(1, 64, true);
        assert!(large.as_mut().poll(&mut cx).is_ready());
    }
}
