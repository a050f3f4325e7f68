//! The tiles of a layer, as they are written: `tiled` takes any number of them and fails later.

use super::scan::{Mistake, Scanner, Tag};

/// The most packed text of all layers in bytes: 64 KiB. Packed data can grow a thousandfold when
/// it is unpacked, and `tiled` does not say how far it would.
const MAX_PACKED: usize = 64 << 10;

/// What to do about it.
const CSV: &str = "choose CSV as the tile layer format in the map's properties";

/// Checks the `<data>` of a layer that must have `tiles` tiles. `packed` is the sum of what the
/// layers before it had packed.
pub(super) fn check_data(
    tag: &Tag<'_>,
    scanner: &Scanner<'_>,
    tiles: usize,
    packed: &mut usize,
) -> Result<(), Mistake> {
    let rest = scanner.rest();
    let (data, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
    let data = data.trim_ascii();
    if tag.is_empty {
        return Err(tag.mistake("the layer has no tiles"));
    }
    let count = match (tag.get("encoding"), tag.get("compression")) {
        (Some("csv"), None) => data.split(',').count(),
        (Some("base64"), None) => {
            let padding = data.bytes().rev().take_while(|byte| *byte == b'=').count();
            (data.len() / 4 * 3).saturating_sub(padding) / 4
        }
        (Some("base64"), Some("zlib" | "gzip")) => {
            *packed += data.len();
            if *packed > MAX_PACKED {
                let what = format!("the packed layers have more than {MAX_PACKED} bytes together; {CSV}");
                return Err(tag.mistake(what));
            }
            tiles
        }
        (encoding, compression) => {
            let (encoding, compression) = (encoding.unwrap_or("XML"), compression.unwrap_or("no"));
            let what = format!("a layer in {encoding} with {compression} compression cannot be read; {CSV}");
            return Err(tag.mistake(what));
        }
    };
    if !after.starts_with("</") || data.contains('&') {
        return Err(tag.mistake("the data of the layer has something else than tiles in it"));
    }
    if count != tiles {
        return Err(tag.mistake(format!("the layer has {count} tiles, the map has {tiles}")));
    }
    Ok(())
}
