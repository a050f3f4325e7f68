//! The bound of the bytes that are decoded ahead of a queue's current item.

use std::sync::{Arc, Mutex, MutexGuard};

use crate::platform::lock;

/// The bytes that are taken by the jobs of a queue.
#[derive(Clone, Debug, Default)]
pub(super) struct Room(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The sum of all that kinds can claim is no `u64`.
    taken: u128,
    /// Whether an item did not get its bytes since the last ones were given back.
    is_short: bool,
}

impl State {
    const fn has(&self, bytes: u128, limit: u128) -> bool {
        self.taken.saturating_add(bytes) <= limit
    }
}

impl Room {
    /// Whether an item waits for bytes, so that no further one is read.
    pub(super) fn is_short(&self) -> bool {
        self.state().is_short
    }

    /// Whether so many bytes can be taken within a limit.
    pub(super) fn has(&self, bytes: u128, limit: u128) -> bool {
        self.state().has(bytes, limit)
    }

    /// Takes bytes, unless more than the limit were taken then.
    pub(super) fn take(&self, bytes: u128, limit: u128) -> Option<Taken> {
        let mut state = self.state();
        if !state.has(bytes, limit) {
            state.is_short = true;
            return None;
        }
        state.taken += bytes;
        Some(Taken { room: self.clone(), bytes })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }
}

/// Bytes that are taken, and given back when this is dropped.
#[derive(Debug)]
pub(super) struct Taken {
    room: Room,
    bytes: u128,
}

impl Taken {
    /// Sets the bytes to what the decoded value has.
    pub(super) fn set(&mut self, bytes: u64) {
        let bytes = u128::from(bytes);
        let mut state = self.room.state();
        (state.taken, state.is_short) = (state.taken - self.bytes + bytes, false);
        self.bytes = bytes;
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        self.set(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_taken_within_the_limit_and_given_back() {
        let room = Room::default();
        assert!(room.take(65, 64).is_none() && room.take(64, 64).is_some());
        let mut first = room.take(40, 64).unwrap();
        assert!(room.has(24, 64) && !room.has(25, 64) && !room.is_short());
        assert!(room.take(25, 64).is_none() && room.is_short());
        first.set(64);
        assert!(room.has(0, 64) && !room.has(1, 64) && !room.is_short());
        // The current item has no limit.
        drop(room.take(u128::from(u64::MAX), u128::MAX).unwrap());
        drop(first);
        assert!(room.has(64, 64));
    }
}
