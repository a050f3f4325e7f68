//! Files as they are.

use std::error::Error;

use super::web_page;
use crate::phase::asset::Asset;
use crate::phase::context::DecodeContext;

/// A file as it is: for formats that a game reads itself.
impl Asset for Vec<u8> {
    const KIND: &'static str = "bytes";

    /// Refuses a web page, unless the file is called `.html` or `.htm`.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !["html", "htm"].contains(&cx.path().extension().as_str()) {
            web_page(bytes, "file of bytes").map_or(Ok(()), |what| Err(cx.error(what)))?;
        }
        Ok(bytes.to_vec())
    }

    fn memory(&self) -> u64 {
        self.len() as u64
    }
}
