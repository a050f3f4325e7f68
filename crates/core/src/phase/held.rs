//! Values of a game's code, which may panic when they are dropped.

use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::platform::{ReadFuture, caught};

const IS_THERE: &str = "a value is there until it is taken or dropped";

/// Code or a value of the game. Wherever it is dropped, by a load that is left or on a thread, a panic of its destructor is
/// logged with its name.
pub(super) struct Held<T> {
    value: Option<T>,
    name: String,
}

impl<T> Held<T> {
    /// `name` is what the log says of it: `texture hero.png`.
    pub(super) const fn new(value: T, name: String) -> Self {
        Self { value: Some(value), name }
    }

    /// The value, for a caller that holds it from now on.
    pub(super) fn into_inner(mut self) -> T {
        self.value.take().expect(IS_THERE)
    }
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        let value = self.value.take();
        if let Err(why) = caught(|| drop(value)) {
            log::error!("while {} was freed, it panicked: {why}", self.name);
        }
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect(IS_THERE)
    }
}

impl<T> DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect(IS_THERE)
    }
}

impl Future for Held<ReadFuture> {
    type Output = <ReadFuture as Future>::Output;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.get_mut().deref_mut().as_mut().poll(cx)
    }
}
