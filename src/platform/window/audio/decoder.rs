//! Decodes WAV and OGG Vorbis files, in pieces.

use std::io::Cursor;
use std::sync::Arc;

use kira::Frame;
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};
use kira::sound::streaming::Decoder;
use symphonia::core::audio::{Audio as _, Channels, GenericAudioBufferRef};
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::AudioDecoder;
use symphonia::core::formats::{FormatOptions, FormatReader};
use symphonia::core::io::MediaSourceStream;
use symphonia::default::codecs::VorbisDecoder;
use symphonia::default::formats::OggReader;

use crate::platform::Wav;

/// The number of samples of a channel in a piece.
const PIECE: usize = 2048;

/// Reads a file from its beginning.
pub(super) struct SoundDecoder {
    bytes: Arc<[u8]>,
    rate: u32,
    frames: usize,
    /// The next sample.
    at: usize,
    /// There is none for a WAV file.
    vorbis: Option<Vorbis>,
}

struct Vorbis {
    pages: OggReader<'static>,
    packets: VorbisDecoder,
}

impl SoundDecoder {
    pub(super) fn new(bytes: Arc<[u8]>) -> Result<Self, String> {
        let (rate, frames, vorbis) = if bytes.starts_with(b"OggS") {
            let (vorbis, rate, frames) = Vorbis::new(&bytes)?;
            (rate, frames, Some(vorbis))
        } else {
            let wav = Wav::parse(&bytes)?;
            (wav.rate, wav.frames(), None)
        };
        Ok(Self { bytes, rate, frames, at: 0, vorbis })
    }

    /// The whole sound.
    pub(super) fn read_all(mut self) -> StaticSoundData {
        let mut frames = Vec::with_capacity(self.frames);
        while frames.len() < self.frames {
            frames.extend(self.read());
        }
        frames.truncate(self.frames);
        let (sample_rate, frames) = (self.rate, frames.into());
        StaticSoundData { sample_rate, frames, settings: StaticSoundSettings::default(), slice: None }
    }

    /// The next piece, never empty. A file that ends before its time is silent to the end.
    fn read(&mut self) -> Vec<Frame> {
        let rest = self.frames.saturating_sub(self.at).clamp(1, PIECE);
        let piece = match &mut self.vorbis {
            Some(vorbis) => vorbis.read(),
            None => Wav::parse(&self.bytes).ok().map(|wav| {
                let frame = |at| Frame::new(wav.sample(0, at), wav.sample(wav.channels - 1, at));
                (self.at..self.at + rest).map(frame).collect()
            }),
        };
        let piece = piece.unwrap_or_else(|| vec![Frame::ZERO; rest]);
        self.at += piece.len();
        piece
    }
}

impl Vorbis {
    /// With the rate and the number of samples of each channel.
    fn new(bytes: &Arc<[u8]>) -> Result<(Self, u32, usize), String> {
        let stream = MediaSourceStream::new(Box::new(Cursor::new(Arc::clone(bytes))), Default::default());
        let pages =
            OggReader::try_new(stream, FormatOptions::default()).map_err(|error| error.to_string())?;
        let [track] = pages.tracks() else {
            return Err("the OGG file has not one stream".to_owned());
        };
        let Some(CodecParameters::Audio(audio)) = &track.codec_params else {
            return Err("the OGG file has no sound".to_owned());
        };
        let channels = audio.channels.as_ref().map_or(0, Channels::count);
        if !matches!(channels, 1 | 2) {
            return Err(format!("the OGG file has {channels} channels; export it as mono or stereo"));
        }
        let rate = audio.sample_rate.filter(|rate| *rate > 0).ok_or("the OGG file has no rate")?;
        let frames = track.num_frames.and_then(|frames| usize::try_from(frames).ok());
        let frames = frames.filter(|frames| *frames > 0).ok_or("the OGG file has no samples")?;
        let packets =
            VorbisDecoder::try_new(audio, &Default::default()).map_err(|error| error.to_string())?;
        Ok((Self { pages, packets }, rate, frames))
    }

    /// The next packet with samples. Broken ones are left out.
    fn read(&mut self) -> Option<Vec<Frame>> {
        loop {
            let packet = self.pages.next_packet().ok()??;
            let Ok(GenericAudioBufferRef::F32(samples)) = self.packets.decode(&packet) else { continue };
            let left = samples.plane(0)?;
            let right = samples.plane(1).unwrap_or(left);
            if !left.is_empty() {
                return Some(left.iter().zip(right).map(|(left, right)| Frame::new(*left, *right)).collect());
            }
        }
    }
}

impl Decoder for SoundDecoder {
    type Error = String;

    fn sample_rate(&self) -> u32 {
        self.rate
    }

    fn num_frames(&self) -> usize {
        self.frames
    }

    fn decode(&mut self) -> Result<Vec<Frame>, String> {
        Ok(self.read())
    }

    /// Goes back to the beginning, as a loop does. kira reads on from there to the sample that it wants.
    fn seek(&mut self, _index: usize) -> Result<usize, String> {
        if self.vorbis.is_some() {
            self.vorbis = Some(Vorbis::new(&self.bytes)?.0);
        }
        self.at = 0;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::wav_file;

    /// Half a second of 441 Hz at half of the full volume, mono, at 22,050 Hz.
    fn tone() -> Vec<u8> {
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/assets/sounds/tone.ogg")).unwrap()
    }

    fn decoder(bytes: Vec<u8>) -> SoundDecoder {
        SoundDecoder::new(bytes.into()).unwrap()
    }

    #[test]
    fn a_wav_file_is_decoded_with_both_channels() {
        let data = decoder(wav_file(8_000, 2, &[0, 16_384, -32_768, 8_192])).read_all();
        assert_eq!(data.sample_rate, 8_000);
        assert_eq!(*data.frames, [Frame::new(0.0, 0.5), Frame::new(-1.0, 0.25)]);
        let data = decoder(wav_file(8_000, 1, &[16_384; 5_000])).read_all();
        assert_eq!(*data.frames, [Frame::from_mono(0.5); 5_000]);
    }

    #[test]
    fn an_ogg_file_is_decoded_from_end_to_end() {
        let data = decoder(tone()).read_all();
        assert_eq!((data.sample_rate, data.frames.len()), (22_050, 11_025));
        let wave = |at: usize| (at as f32 / 50.0 * std::f32::consts::TAU).sin() / 2.0;
        for (at, frame) in data.frames.iter().enumerate() {
            assert_eq!(frame.left, frame.right);
            assert!((frame.left - wave(at)).abs() < 0.1, "{at}: {} instead of {}", frame.left, wave(at));
        }
    }

    #[test]
    fn a_loop_begins_again_with_the_first_sample() {
        for bytes in [tone(), wav_file(8_000, 1, &[100, 200, 300])] {
            let mut decoder = decoder(bytes);
            let first = decoder.read();
            decoder.read();
            assert_eq!(decoder.seek(700), Ok(0));
            assert_eq!(decoder.read(), first);
        }
    }

    #[test]
    fn a_file_that_ends_early_is_silent_to_its_end() {
        for bytes in [tone(), wav_file(8_000, 1, &[100; 3])] {
            let mut decoder = decoder(bytes);
            decoder.frames = 20_000;
            let data = decoder.read_all();
            assert_eq!(data.frames.len(), 20_000);
            assert_ne!(data.frames[2], Frame::ZERO);
            assert!(data.frames[12_000..].iter().all(|frame| *frame == Frame::ZERO));
        }
    }
}
