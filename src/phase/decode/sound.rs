//! Sounds, kept as they are in their file: the audio layer decodes them while it plays.

use std::sync::Arc;

use super::text::{broken, is_web_page};
use crate::phase::error::DecodeError;
use crate::platform::AssetPath;

/// The format of a [`Sound`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundFormat {
    /// Ogg, for music and long sounds.
    Ogg,
    /// WAV, for short sounds.
    Wav,
}

/// A sound as the bytes of its file. Only the first bytes were looked at, to tell the format;
/// whether the rest can be played is up to the audio layer. Clones share the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    bytes: Arc<[u8]>,
    format: SoundFormat,
}

impl Sound {
    /// The whole file.
    #[must_use]
    pub const fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The format of the file.
    #[must_use]
    pub const fn format(&self) -> SoundFormat {
        self.format
    }

    /// Takes a file over when it starts like an OGG or WAV file.
    pub(super) fn decode(path: &AssetPath, bytes: Vec<u8>) -> Result<Self, DecodeError> {
        let format = if bytes.starts_with(b"OggS") {
            SoundFormat::Ogg
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") {
            SoundFormat::Wav
        } else if is_web_page(&bytes) {
            let what = "the file starts like a web page, not a sound: is its address right?";
            return Err(broken(path, what));
        } else if bytes.is_empty() {
            return Err(broken(path, "the file is empty"));
        } else {
            return Err(broken(path, "the file does not start like an OGG or a WAV file"));
        };
        Ok(Self { bytes: bytes.into(), format })
    }

    /// A WAV file of one silent sample: the stand-in for a sound that could not be loaded. It has
    /// a sample because some players refuse a file without any.
    pub(super) fn silence() -> Self {
        const RATE: u32 = 44_100;
        const SAMPLE: [u8; 2] = [0, 0];
        let mut bytes = Vec::with_capacity(46);
        bytes.extend(b"RIFF");
        bytes.extend(38_u32.to_le_bytes());
        bytes.extend(b"WAVEfmt ");
        bytes.extend(16_u32.to_le_bytes());
        // One channel of PCM, 16 bits a sample.
        bytes.extend([1, 0, 1, 0]);
        bytes.extend(RATE.to_le_bytes());
        bytes.extend((RATE * 2).to_le_bytes());
        bytes.extend([2, 0, 16, 0]);
        bytes.extend(b"data");
        bytes.extend(2_u32.to_le_bytes());
        bytes.extend(SAMPLE);
        Self { bytes: bytes.into(), format: SoundFormat::Wav }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8]) -> Result<Sound, String> {
        let path = AssetPath::new("sounds/a.ogg").unwrap();
        Sound::decode(&path, bytes.to_vec()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_format_is_told_by_the_first_bytes() {
        assert_eq!(decode(b"OggS....").unwrap().format(), SoundFormat::Ogg);
        assert_eq!(decode(b"RIFF\x24\0\0\0WAVEfmt ").unwrap().format(), SoundFormat::Wav);
    }

    #[test]
    fn what_is_not_a_sound_is_refused() {
        assert!(decode(b"").unwrap_err().contains("empty"));
        assert!(decode(b"RIFF\0\0\0\0WEBP").unwrap_err().contains("OGG or a WAV"));
        assert!(decode(b"<html>").unwrap_err().contains("web page"));
    }

    #[test]
    fn the_stand_in_is_a_whole_wav_file() {
        let silence = Sound::silence();
        assert_eq!(decode(silence.bytes()).unwrap(), silence);
        assert_eq!(silence.bytes().len(), 46);
    }
}
