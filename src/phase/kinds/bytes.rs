//! Files as they are.

use std::error::Error;
use std::ops::Deref;

use super::web_page;
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

    /// Refuses a web page, unless the file is called `.html` or `.htm`.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !["html", "htm"].contains(&cx.path().extension().as_str()) {
            web_page(bytes, "file of bytes").map_or(Ok(()), |what| Err(cx.error(what)))?;
        }
        Ok(Self(bytes.into()))
    }

    fn memory(&self) -> u64 {
        self.0.len() as u64
    }
}
