//! Sounds, kept as they are in their file: the audio layer decodes them while it plays.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use super::ogg;
use crate::phase::asset::Asset;
use crate::phase::context::DecodeContext;
use crate::platform::{Wav, wav_file};

/// A sound as the bytes of its file: OGG Vorbis, for music and long sounds, or WAV. Of an OGG file the pages are
/// checked, their packets only by the player. Clones share the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    bytes: Arc<[u8]>,
    duration: Duration,
}

impl Sound {
    /// The whole file.
    pub const fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The duration in the file's header; zero where there is none.
    pub const fn duration(&self) -> Duration {
        self.duration
    }
}

impl Asset for Sound {
    const KIND: &'static str = "sound";
    const EXTENSIONS: &'static [&'static str] = &["ogg", "wav"];

    /// Accepts a whole OGG Vorbis file, or a WAV file that can be played.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let duration = if bytes.starts_with(b"OggS") {
            ogg::duration(bytes).map_err(|what| cx.error(what))?
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") {
            Wav::parse(bytes)?.duration()
        } else if bytes.is_empty() {
            return Err(cx.error("the file is empty").into());
        } else {
            return Err(cx.error("the file does not start like an OGG or a WAV file").into());
        };
        Ok(Self { bytes: bytes.into(), duration })
    }

    /// A WAV file of one silent sample, because some players refuse a file without any.
    fn stand_in() -> Option<Self> {
        Some(Self { bytes: wav_file(44_100, 1, &[0]).into(), duration: Duration::ZERO })
    }

    fn memory(&self) -> u64 {
        self.bytes.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{AssetPath, MemorySource};

    fn decode(bytes: &[u8]) -> Result<Sound, String> {
        let source = MemorySource::default().with("a.ogg", bytes);
        Sound::read(&source, &AssetPath::new("a.ogg").unwrap()).map_err(|error| error.to_string())
    }

    /// A page of an OGG file, with its checksum.
    fn page(flags: u8, samples: u64, body: &[u8]) -> Vec<u8> {
        let mut page = b"OggS\0".to_vec();
        page.push(flags);
        page.extend(samples.to_le_bytes());
        page.extend([0; 12]);
        page.extend([1, body.len() as u8]);
        page.extend(body);
        let sum = ogg::checksum(&page);
        page[22..26].copy_from_slice(&sum.to_le_bytes());
        page
    }

    /// An OGG file of this duration, without any sound in it.
    fn ogg(seconds: u64) -> Vec<u8> {
        let mut head = b"\x01vorbis\0\0\0\0\x02".to_vec();
        head.extend(22_050_u32.to_le_bytes());
        [page(2, 0, &head), page(0, 0, b"\x03vorbis"), page(4, seconds * 22_050, &[7; 40])].concat()
    }

    #[test]
    fn the_checksum_of_a_page_is_that_of_other_programs() {
        // The first page of a file by libvorbis.
        let page = b"OggS\0\x02\0\0\0\0\0\0\0\0\x94\xb8\x6e\xe1\0\0\0\0\x58\x92\x1f\x4a\x01\x1e\
            \x01vorbis\0\0\0\0\x01\x44\xac\0\0\0\0\0\0\x80\x38\x01\0\0\0\0\0\xb8\x01";
        assert_eq!(ogg::checksum(page).to_le_bytes(), page[22..26]);
    }

    #[test]
    fn an_ogg_file_that_is_cut_or_changed_is_refused() {
        let whole = ogg(1);
        for length in 4..whole.len() {
            let error = decode(&whole[..length]).unwrap_err();
            assert!(error.contains("the OGG file"), "{length}: {error}");
        }
        for at in 4..whole.len() {
            let mut changed = whole.clone();
            changed[at] ^= 0x10;
            assert!(decode(&changed).is_err(), "byte {at}");
        }
        assert!(decode(b"OggS nonsense").unwrap_err().contains("the OGG file ends in its page at byte 0"));
        let opus = [page(2, 0, b"OpusHead\x01\x02\0\0\0\0\0\0\0\0"), page(4, 0, b"1")].concat();
        assert!(decode(&opus).unwrap_err().contains("is not Vorbis"));
    }

    #[test]
    fn a_file_that_is_no_sound_is_refused() {
        assert!(decode(b"").unwrap_err().contains("empty"));
        assert!(decode(b"RIFF\0\0\0\0WEBP").unwrap_err().contains("OGG or a WAV"));
        assert!(decode(b"RIFF\x24\0\0\0WAVEfmt ").unwrap_err().contains("`fmt `"));
        assert!(decode(b"<html>").unwrap_err().contains("web page"));
    }

    #[test]
    fn the_duration_is_read_from_the_file() {
        assert!(decode(Sound::stand_in().unwrap().bytes()).is_ok());
        assert_eq!(decode(&wav_file(8000, 1, &[0; 80])).unwrap().duration(), Duration::from_millis(10));
        assert_eq!(decode(&ogg(2)).unwrap().duration(), Duration::from_secs(2));
    }
}
