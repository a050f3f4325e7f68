//! Sounds, kept as they are in their file: the audio layer decodes them while it plays.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use crate::phase::asset::Asset;
use crate::phase::context::DecodeContext;
use crate::phase::error::AnyError;
use crate::platform::{Ogg, Wav, wav_file};

/// A sound as the bytes of its file: OGG Vorbis, for music and long sounds, or WAV with whole numbers of 8 to 32 bits or
/// with floating point; mono or stereo. The pages of an OGG file are checked here, their packets only by the player.
/// Clones share the bytes.
///
/// Music with loop points plays once from its beginning, and then goes on between them: the comments `LOOPSTART` with
/// `LOOPLENGTH` or `LOOPEND` of an OGG file (also written `loop_start` and so on), in samples, or the first loop in the
/// chunk `smpl` of a WAV file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sound {
    bytes: Arc<[u8]>,
    duration: Duration,
    loop_points: Option<Range<Duration>>,
}

impl Sound {
    /// The whole file. A file of 64 bits a sample, which browsers do not decode, is converted to 16 bits.
    pub const fn bytes(&self) -> &Arc<[u8]> {
        &self.bytes
    }

    /// The duration in the file's header, with all parts of an OGG file; zero if the header has none. An OGG
    /// file that was cut out of a longer one, and whose first sample is not 0, is shorter: encode it again.
    pub const fn duration(&self) -> Duration {
        self.duration
    }

    /// The times between which music goes on; `None` for a sound that loops as a whole.
    pub fn loop_points(&self) -> Option<Range<Duration>> {
        self.loop_points.clone()
    }
}

impl Asset for Sound {
    const KIND: &'static str = "sound";
    const EXTENSIONS: &'static [&'static str] = &["ogg", "wav"];

    /// Accepts a whole OGG Vorbis file, or a WAV file that can be played.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        if bytes.starts_with(b"OggS") {
            let ogg = Ogg::parse(bytes).map_err(|what| cx.error(what))?;
            let loop_points = ogg.looped.clone().map(|looped| ogg.time(looped.start)..ogg.time(looped.end));
            Ok(Self { bytes: bytes.into(), duration: ogg.time(ogg.samples()), loop_points })
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WAVE") {
            let wav = Wav::parse(bytes)?;
            let loop_points = wav.looped().map(|looped| wav.time(looped.start)..wav.time(looped.end));
            let duration = wav.time(wav.frames() as u64);
            let bytes = wav.for_browsers().map_or_else(|| bytes.into(), Into::into);
            Ok(Self { bytes, duration, loop_points })
        } else if bytes.is_empty() {
            Err(cx.error("the file is empty").into())
        } else {
            Err(cx.error("the file does not start like an OGG or a WAV file").into())
        }
    }

    /// A WAV file of one silent sample, because some players refuse a file without any.
    fn stand_in() -> Option<Self> {
        let bytes = wav_file(44_100, 1, &[0]).into();
        Some(Self { bytes, duration: Duration::ZERO, loop_points: None })
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
        with_checksum(page)
    }

    fn with_checksum(mut page: Vec<u8>) -> Vec<u8> {
        let sum = Ogg::checksum(&page);
        page[22..26].copy_from_slice(&sum.to_le_bytes());
        page
    }

    /// An OGG file of this duration, without any sound in it.
    fn ogg(seconds: u64) -> Vec<u8> {
        ogg_with(seconds, &head(2, 22_050), b"\x03vorbis")
    }

    fn head(channels: u8, rate: u32) -> Vec<u8> {
        [b"\x01vorbis\0\0\0\0", &[channels][..], &rate.to_le_bytes()].concat()
    }

    fn ogg_with(seconds: u64, head: &[u8], comments: &[u8]) -> Vec<u8> {
        [page(2, 0, head), page(0, 0, comments), page(4, seconds * 22_050, &[7; 40])].concat()
    }

    /// The packet of these comments.
    fn comments(comments: &[&str]) -> Vec<u8> {
        let sized = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        let texts: Vec<u8> = comments.iter().flat_map(|text| sized(text)).collect();
        [b"\x03vorbis", &sized("test")[..], &(comments.len() as u32).to_le_bytes(), &texts].concat()
    }

    #[test]
    fn a_chained_file_has_the_duration_of_all_its_parts() {
        let chained = [ogg(1), ogg(2), ogg(3)].concat();
        assert_eq!(decode(&chained).unwrap().duration(), Duration::from_secs(6));
        let other = ogg_with(1, &head(2, 44_100), b"\x03vorbis");
        assert!(decode(&[ogg(1), other].concat()).unwrap_err().contains("differ in their rate"));
        // The last page of the last part is missing.
        let cut = [ogg(1), page(2, 0, &head(2, 22_050))].concat();
        assert!(decode(&cut).unwrap_err().contains("ends before its last page"));
    }

    #[test]
    fn a_file_of_several_streams_or_channels_is_refused() {
        let mut other = page(0, 9, &[7; 9]);
        other[14] = 1;
        let both = [page(2, 0, &head(2, 22_050)), with_checksum(other), page(4, 9, &[7; 9])].concat();
        assert!(decode(&both).unwrap_err().contains("several streams at once"));
        let error = decode(&ogg_with(1, &head(6, 22_050), b"\x03vorbis")).unwrap_err();
        assert_eq!(error, "a.ogg: the OGG file has 6 channels; export it as mono or stereo");
    }

    #[test]
    fn loop_points_are_read_from_the_comments() {
        let points = |texts: &[&str]| {
            let sound = decode(&ogg_with(2, &head(2, 22_050), &comments(texts))).unwrap();
            sound.loop_points().map(|points| (points.start.as_millis(), points.end.as_millis()))
        };
        assert_eq!(points(&["TITLE=a", "LOOPSTART=22050", "LOOPLENGTH=11025"]), Some((1000, 1500)));
        assert_eq!(points(&["loop_start=11025", "loop_end=33075"]), Some((500, 1500)));
        assert_eq!(points(&["LoopStart=11025"]), Some((500, 2000)));
        assert_eq!(points(&["LOOP_LENGTH=11025"]), Some((0, 500)));
        assert_eq!(points(&["LOOPSTART=22050", "LOOPEND=99999999999"]), Some((1000, 2000)));
        for none in [&["LOOPSTART=44100"][..], &["LOOPSTART=no"], &["LOOPSTART"], &["LOOPEND=0"], &[]] {
            assert_eq!(points(none), None, "{none:?}");
        }
        // A packet that goes on in the next page, and one that is cut.
        let long = comments(&[&"x".repeat(400), "LOOPSTART=22050"]);
        let first: Vec<u8> = [&page(0, u64::MAX, &long[..255])[..]].concat();
        let file =
            [page(2, 0, &head(2, 22_050)), first, page(0, 0, &long[255..]), page(4, 44_100, b"1")].concat();
        let points = decode(&file).unwrap().loop_points();
        assert_eq!(points, Some(Duration::from_secs(1)..Duration::from_secs(2)));
        for length in 0..long.len() {
            let cut = ogg_with(2, &head(2, 22_050), &long[..length.min(254)]);
            assert_eq!(decode(&cut).unwrap().loop_points(), None);
        }
    }

    #[test]
    fn the_loop_of_a_sampler_is_that_of_a_wav_file() {
        let mut file = wav_file(8000, 1, &[0; 80]);
        file.extend(b"smpl");
        file.extend(60_u32.to_le_bytes());
        file.extend([0; 36]);
        file.extend([0, 0, 16, 39, 0, 0].map(u32::to_le_bytes).concat());
        let points = decode(&file).unwrap().loop_points();
        assert_eq!(points, Some(Duration::from_millis(2)..Duration::from_millis(5)));
    }

    #[test]
    fn the_checksum_of_a_page_is_that_of_other_programs() {
        // The first page of a file by libvorbis.
        let page = b"OggS\0\x02\0\0\0\0\0\0\0\0\x94\xb8\x6e\xe1\0\0\0\0\x58\x92\x1f\x4a\x01\x1e\
            \x01vorbis\0\0\0\0\x01\x44\xac\0\0\0\0\0\0\x80\x38\x01\0\0\0\0\0\xb8\x01";
        assert_eq!(Ogg::checksum(page).to_le_bytes(), page[22..26]);
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
