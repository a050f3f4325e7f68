//! Files as they are.

use std::error::Error;
use std::ops::Deref;

use crate::phase::asset::Asset;
use crate::phase::context::DecodeContext;

/// A file as it is: for formats that a game reads itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bytes(Box<[u8]>);

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl Asset for Bytes {
    const KIND: &'static str = "bytes";

    fn decode(bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        Ok(Self(bytes.into()))
    }

    fn memory(&self) -> u64 {
        self.0.len() as u64
    }
}
