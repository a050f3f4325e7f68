//! Values of a game's code, which may panic when they are dropped.

use std::any::Any;
use std::future::pending;
use std::ops::{Deref, DerefMut};
use std::pin::Pin;
use std::task::{Context, Poll};

use crate::platform::{ReadFuture, caught};

/// A box of code or of a value of the game. Wherever it is dropped, by a load that is left or on a thread, a panic of its
/// destructor is logged with its name.
pub(super) struct Held<T: Hollow> {
    value: T,
    name: String,
}

/// A box that can be empty.
pub(super) trait Hollow {
    fn hollow() -> Self;
}

impl Hollow for Box<dyn Any> {
    fn hollow() -> Self {
        Box::new(())
    }
}

impl Hollow for ReadFuture {
    fn hollow() -> Self {
        Box::pin(pending())
    }
}

impl<T: Hollow> Held<T> {
    /// `name` is what the log says of it: `texture hero.png`.
    pub(super) const fn new(value: T, name: String) -> Self {
        Self { value, name }
    }

    /// The value, for a caller that holds it from now on.
    pub(super) fn into_inner(mut self) -> T {
        std::mem::replace(&mut self.value, T::hollow())
    }
}

impl<T: Hollow> Drop for Held<T> {
    fn drop(&mut self) {
        let value = std::mem::replace(&mut self.value, T::hollow());
        if let Err(why) = caught(|| drop(value)) {
            log::error!("while {} was freed, it panicked: {why}", self.name);
        }
    }
}

impl<T: Hollow> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: Hollow> DerefMut for Held<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl Future for Held<ReadFuture> {
    type Output = <ReadFuture as Future>::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        self.value.as_mut().poll(cx)
    }
}
