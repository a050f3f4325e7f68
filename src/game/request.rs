//! Files that a page waits for before the game starts.

use std::sync::Arc;

use crate::platform::{AssetPath, AssetSource};

/// Requests a file at once; the result comes later.
pub(super) fn read(
    source: &Arc<dyn AssetSource>,
    path: &str,
) -> impl Future<Output = Result<Vec<u8>, String>> + use<> {
    let reading = AssetPath::new(path).map(|path| source.read(&path)).map_err(|error| error.to_string());
    async move { reading?.await.map_err(|error| error.to_string()) }
}
