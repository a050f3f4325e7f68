//! Calls of code of kinds, games and sources, whose panics are errors.

use std::panic::AssertUnwindSafe;

use futures_lite::FutureExt;

use super::error::{AnyError, LoadError};
use crate::platform::{AssetPath, AssetSource, caught, panic_message};

/// Calls code of a kind or of a game and turns its panic into an error.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, AnyError>) -> Result<T, AnyError> {
    caught(call).unwrap_or_else(|why| Err(LoadError::Panicked(why).into()))
}

/// Starts to read a file, in this call as [`AssetSource::read`] does. A panic of the source, now or
/// later, is an error.
pub(super) fn start_read(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> impl Future<Output = Result<Vec<u8>, LoadError>> + Send + use<> {
    let started = caught(|| source.read(path));
    let path = path.clone();
    async move {
        let read = match started {
            Ok(read) => AssertUnwindSafe(read).catch_unwind().await.map_err(|panic| panic_message(&*panic)),
            Err(why) => Err(why),
        };
        let named = |why| LoadError::Panicked(format!("{why}, in a read of {path}"));
        read.map_err(named)?.map_err(LoadError::Read)
    }
}
