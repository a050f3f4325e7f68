//! Machines as resources.

use std::sync::Arc;

use ron::extensions::Extensions;

use crate::phase::{AnyError, Asset, DecodeContext, DecodeError, Position};
use proscenium_ai::Blueprint;

impl Asset for Blueprint {
    const KIND: &'static str = "machine";
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let text = cx.text(bytes).unwrap_or_default();
        // `Go(to: "a")`, not `Go(Go(to: "a"))`.
        let blueprint = cx.ron_with(bytes, Extensions::UNWRAP_VARIANT_NEWTYPES);
        let mut blueprint: Self = blueprint.map_err(|error| with_target(text, error))?;
        blueprint.file = Some(Arc::new((cx.path().to_string(), text.to_owned())));
        blueprint.check().map_err(|error| {
            let position = error.position().map(|(line, column)| Position { line, column });
            DecodeError { path: cx.path().clone(), position, what: error.message() }
        })?;
        Ok(blueprint)
    }

    /// An estimate, as [`memory`](Asset::memory): states and rows are larger than their text.
    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64 * 4
    }

    fn memory(&self) -> u64 {
        self.states.len() as u64 * 1024
    }
}

/// Adds what to write to the error of a target that is a text only.
fn with_target(text: &str, mut error: DecodeError) -> DecodeError {
    let Some(Position { line, column }) = error.position else { return error };
    let line = text.lines().nth(line - 1).unwrap_or_default();
    let at = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
    let (before, wrong) = line.split_at(at);
    let is_target =
        before.trim_end().strip_suffix(':').is_some_and(|before| before.trim_end().ends_with("then"));
    if let Some(state) = wrong.strip_prefix('"').and_then(|rest| rest.split('"').next()).filter(|_| is_target)
    {
        error.what = format!("`then` is a target, not a text; write `then: To(\"{state}\")`");
    }
    error
}
