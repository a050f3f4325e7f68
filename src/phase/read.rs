//! Reads of files whose source may panic.

use std::panic::AssertUnwindSafe;

use futures_lite::FutureExt;

use super::error::LoadError;
use super::kind::guarded;
use crate::platform::{AssetPath, AssetSource, panic_message};

/// Starts to read a file, in this call as [`AssetSource::read`] does. A panic of the source, now or
/// later, is an error.
pub(super) fn start_read(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> impl Future<Output = Result<Vec<u8>, LoadError>> + Send + use<> {
    let started = guarded(|| Ok(source.read(path))).map_err(|error| LoadError::of(error, None));
    async move {
        let read = AssertUnwindSafe(started?).catch_unwind().await;
        read.map_err(|panic| LoadError::Panicked(panic_message(panic.as_ref())))?.map_err(LoadError::Read)
    }
}
