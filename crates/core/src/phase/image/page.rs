//! Images of a page. The browser decodes them; only their sizes are read here.

use std::future::ready;

use super::{Decoding, check_size};
use crate::platform::page;

/// Width and height of an image in pixels, from the header of its file.
///
/// # Errors
///
/// Why the bytes are no image whose size is known.
pub fn image_size(bytes: &[u8], _extension: &str) -> Result<(u32, u32), String> {
    let size = imagesize::blob_size(bytes).map_err(|error| format!("its size cannot be read: {error}"))?;
    let [width, height] = [size.width, size.height].map(|side| u32::try_from(side).unwrap_or(u32::MAX));
    check_size((width, height))
}

/// The bytes of the decoded image; 0 for a file that will be refused, and where the size is not known.
pub(in crate::phase) fn decoded_size(bytes: &[u8]) -> u64 {
    image_size(bytes, "").map_or(0, |(width, height)| u64::from(width) * u64::from(height) * 4)
}

/// Decodes an image. Its file is sent to the browser in this call. The image takes at most `limit` bytes of memory.
pub fn decode_image(bytes: &[u8], extension: &str, limit: u64) -> Decoding {
    // The browser may read a format whose size is not known here.
    let is_known = imagesize::image_type(bytes).is_ok();
    let refused = match image_size(bytes, extension) {
        _ if bytes.is_empty() => "the file is empty".to_owned(),
        Err(error) if is_known => error,
        Ok(_) if decoded_size(bytes) > limit => {
            format!("the image takes {} bytes, and may take {limit}", decoded_size(bytes))
        }
        _ => return page::decode(bytes),
    };
    Box::pin(ready(Err(refused)))
}
