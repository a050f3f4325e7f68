//! Sounds, kept as they are in their file: the audio layer decodes them while it plays.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use super::is_web_page;
use crate::phase::asset::Asset;
use crate::phase::context::DecodeContext;
use crate::platform::{Wav, wav_file};

/// The format of a [`Sound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundFormat {
    /// Ogg, for music and long sounds.
    Ogg,
    /// WAV, for short sounds.
    Wav,
}

/// A sound as the bytes of its file. Of an OGG file only the pages are checked. Clones share the
/// bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    bytes: Arc<[u8]>,
    format: SoundFormat,
    duration: Duration,
}

impl Sound {
    /// The whole file.
    pub const fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The format of the file.
    pub const fn format(&self) -> SoundFormat {
        self.format
    }

    /// The duration in the file's header; zero where there is none.
    pub const fn duration(&self) -> Duration {
        self.duration
    }
}

impl Asset for Sound {
    const KIND: &'static str = "sound";
    const EXTENSIONS: &'static [&'static str] = &["ogg", "wav"];

    /// Accepts a file that starts like an OGG file, or a WAV file that can be played.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let (format, duration) = if bytes.starts_with(b"OggS") {
            (SoundFormat::Ogg, ogg_duration(bytes).unwrap_or_default())
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") {
            (SoundFormat::Wav, Wav::parse(bytes)?.duration())
        } else if is_web_page(bytes) {
            let what = "the file starts like a web page, not a sound: is its address right?";
            return Err(cx.error(what).into());
        } else if bytes.is_empty() {
            return Err(cx.error("the file is empty").into());
        } else {
            return Err(cx.error("the file does not start like an OGG or a WAV file").into());
        };
        Ok(Self { bytes: bytes.into(), format, duration })
    }

    /// A WAV file of one silent sample, because some players refuse a file without any.
    fn stand_in() -> Option<Self> {
        let bytes = wav_file(44_100, 1, &[0]);
        Some(Self { bytes: bytes.into(), format: SoundFormat::Wav, duration: Duration::ZERO })
    }

    fn memory(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// The duration of a Vorbis file: the number of samples in the head of its last page, at the rate
/// in its first packet.
fn ogg_duration(bytes: &[u8]) -> Option<Duration> {
    let packet = bytes.windows(7).position(|window| window == b"\x01vorbis")?;
    let rate = u32::from_le_bytes(bytes.get(packet + 12..packet + 16)?.try_into().ok()?);
    let page = bytes.windows(4).rposition(|window| window == b"OggS")?;
    let samples = u64::from_le_bytes(bytes.get(page + 6..page + 14)?.try_into().ok()?);
    Duration::try_from_secs_f64(samples as f64 / f64::from(rate)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phase::read_asset;
    use crate::platform::{AssetPath, MemorySource};

    fn decode(bytes: &[u8]) -> Result<Sound, String> {
        let source = MemorySource::default().with("a.ogg", bytes);
        read_asset(&source, &AssetPath::new("a.ogg").unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_format_is_recognised_by_the_first_bytes() {
        assert_eq!(decode(b"OggS....").unwrap().format(), SoundFormat::Ogg);
        let silence = Sound::stand_in().unwrap();
        assert_eq!(decode(silence.bytes()).unwrap().format(), SoundFormat::Wav);
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
        assert_eq!(decode(&wav_file(8000, 1, &[0; 80])).unwrap().duration(), Duration::from_millis(10));
        // Of an OGG file: the first packet, and the head of the last page.
        let mut ogg = b"OggS\0\x02\0\0\0\0\0\0\0\0\x01vorbis\0\0\0\0\x02".to_vec();
        ogg.extend(22_050_u32.to_le_bytes());
        assert_eq!(decode(&ogg).unwrap().duration(), Duration::ZERO);
        ogg.extend(b"OggS\0\x04");
        ogg.extend(44_100_u64.to_le_bytes());
        assert_eq!(decode(&ogg).unwrap().duration(), Duration::from_secs(2));
    }
}
