//! Calls of code of kinds, games and sources, whose panics are errors.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use futures_lite::FutureExt;

use super::error::{AnyError, LoadError};
use crate::platform::{AssetPath, AssetSource, panic_message};

/// Calls code of a kind or of a game and turns its panic into an error.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, AnyError>) -> Result<T, AnyError> {
    // What the call makes is dropped with its panic, so nothing half-changed is seen afterwards.
    catch_unwind(AssertUnwindSafe(call))
        .unwrap_or_else(|panic| Err(LoadError::Panicked(panic_message(panic.as_ref())).into()))
}

/// Starts to read a file, in this call as [`AssetSource::read`] does. A panic of the source, now or
/// later, is an error.
pub(super) fn start_read(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> impl Future<Output = Result<Vec<u8>, LoadError>> + Send + use<> {
    let started = catch_unwind(AssertUnwindSafe(|| source.read(path)));
    let path = path.clone();
    async move {
        let read = match started {
            Ok(read) => AssertUnwindSafe(read).catch_unwind().await,
            Err(panic) => Err(panic),
        };
        let named = |panic: Box<dyn Any + Send>| {
            LoadError::Panicked(format!("{}, in a read of {path}", panic_message(panic.as_ref())))
        };
        read.map_err(named)?.map_err(LoadError::Read)
    }
}
