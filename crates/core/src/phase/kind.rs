//! What the queue knows of a kind of resource: its code as a table.

use std::any::Any;
use std::borrow::Cow;

use serde::de::DeserializeOwned;

use super::context::{CheckContext, DecodeContext, FinishContext};
use super::error::AnyError;
use crate::platform::{AssetPath, Filter};

/// A decoded value of some kind.
pub(crate) trait Decoded: Any + Send {
    fn memory(&self) -> u64 {
        size_of_val(self) as u64
    }

    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        Ok(())
    }

    fn check(&self, _cx: &mut CheckContext<'_>) {}

    #[cfg(not(target_arch = "wasm32"))]
    fn pack(&self) -> Option<Vec<u8>> {
        None
    }

    fn into_value(self: Box<Self>) -> Box<dyn Any>;
}

/// A value of a RON file.
struct Ron<T>(T);

impl<T: Send + 'static> Decoded for Ron<T> {
    fn into_value(self: Box<Self>) -> Box<dyn Any> {
        Box::new(self.0)
    }
}

type Needs = fn(&[u8], &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError>;
type Image = for<'a> fn(&'a [u8], &DecodeContext<'_>) -> Result<Option<Cow<'a, [u8]>>, AnyError>;
type Decode = fn(&[u8], &DecodeContext<'_>) -> Result<Box<dyn Decoded>, AnyError>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(super) name: &'static str,
    pub(super) extensions: &'static [&'static str],
    /// The filter of a texture.
    pub(super) filter: Filter,
    pub(super) max_bytes: usize,
    pub(super) decoded_size: fn(&[u8]) -> u64,
    pub(super) needs: Needs,
    pub(super) image: Image,
    pub(super) decode: Decode,
    pub(super) stand_in: fn() -> Option<Box<dyn Decoded>>,
}

impl Kind {
    pub(crate) fn ron<T: DeserializeOwned + Send + 'static>(name: &'static str) -> Self {
        Self {
            name,
            extensions: &[],
            filter: Filter::default(),
            max_bytes: 16 << 20,
            decoded_size: |bytes| bytes.len() as u64,
            needs: |_, _| Ok(Vec::new()),
            image: |_, _| Ok(None),
            decode: |bytes, cx| Ok(Box::new(Ron::<T>(cx.ron(bytes)?))),
            stand_in: || None,
        }
    }

    /// The kind for an entry with this filter.
    pub(super) const fn with_filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }
}
