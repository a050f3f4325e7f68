//! The tiles of a layer, in the formats of Tiled.

use std::fmt::Display;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

/// The maximum number of bytes that Zstandard looks back; the largest layer has 4 MB.
const MAX_WINDOW: u64 = 16 << 20;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Csv,
    Base64,
    Zlib,
    Gzip,
    Zstd,
}

impl Format {
    pub(super) fn of(encoding: Option<String>, compression: Option<String>) -> Result<Self, String> {
        match (encoding.as_deref().unwrap_or("XML"), compression.as_deref().unwrap_or_default()) {
            ("csv", "") => Ok(Self::Csv),
            ("base64", "") => Ok(Self::Base64),
            ("base64", "zlib") => Ok(Self::Zlib),
            ("base64", "gzip") => Ok(Self::Gzip),
            ("base64", "zstd") => Ok(Self::Zstd),
            (encoding, compression) => Err(format!(
                "layers of the format `{encoding}{}{compression}` cannot be read; choose `CSV` or `Base64 (zlib \
                 compressed)` as `Tile Layer Format` in the properties of the map, and save it again",
                if compression.is_empty() { "" } else { " " }
            )),
        }
    }

    /// The numbers of exactly `count` tiles.
    pub(super) fn read(self, text: &str, count: usize) -> Result<Vec<u32>, String> {
        let tiles = match self {
            Self::Csv => csv(text, count)?,
            Self::Base64 => numbers(&bytes(text)?),
            Self::Zlib => numbers(&unpacked(ZlibDecoder::new(bytes(text)?.as_slice()), count)?),
            Self::Gzip => numbers(&unpacked(GzDecoder::new(bytes(text)?.as_slice()), count)?),
            Self::Zstd => {
                let bytes = bytes(text)?;
                let decoder = StreamingDecoder::new_with_max_window_size(bytes.as_slice(), MAX_WINDOW);
                numbers(&unpacked(decoder.map_err(|error| cannot_unpack(&error))?, count)?)
            }
        };
        if tiles.len() == count {
            return Ok(tiles);
        }
        let than = if tiles.len() > count { "more" } else { "fewer" };
        Err(format!("there are {than} tiles than its size says, which is {count}"))
    }
}

/// Reads one more tile at most.
fn csv(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let tiles = text.split(',').take(count + 1).map(str::trim);
    tiles.map(|tile| tile.parse().map_err(|_| format!("`{tile}` is no number of a tile"))).collect()
}

fn bytes(text: &str) -> Result<Vec<u8>, String> {
    STANDARD.decode(text.trim()).map_err(|error| format!("the Base64 data is broken: {error}"))
}

/// Reads one more tile at most, because a few bytes may unpack to very many.
fn unpacked(packed: impl Read, count: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut packed = packed.take(count as u64 * 4 + 4);
    packed.read_to_end(&mut bytes).map_err(|error| cannot_unpack(&error))?;
    Ok(bytes)
}

fn cannot_unpack(error: &dyn Display) -> String {
    format!("the data cannot be unpacked: {error}")
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|tile| u32::from_le_bytes(*tile)).collect()
}
