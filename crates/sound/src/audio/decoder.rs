//! Decodes WAV and OGG Vorbis files, in pieces.

use std::io::Cursor;
use std::ops::Range;
use std::sync::Arc;

use kira::Frame;
use kira::sound::static_sound::{StaticSoundData, StaticSoundSettings};
use kira::sound::streaming::Decoder;
use kira::sound::{EndPosition, PlaybackPosition, Region};
use proscenium_core::platform::{Ogg, OggPart, Wav};
use symphonia::core::audio::{Audio as _, GenericAudioBufferRef};
use symphonia::core::codecs::CodecParameters;
use symphonia::core::codecs::audio::AudioDecoder;
use symphonia::core::formats::{FormatOptions, FormatReader};
use symphonia::core::io::MediaSourceStream;
use symphonia::default::codecs::VorbisDecoder;
use symphonia::default::formats::OggReader;

/// The number of samples of a channel in a piece.
const PIECE: usize = 2048;

/// Reads a file from its beginning.
pub(super) struct SoundDecoder {
    bytes: Arc<[u8]>,
    rate: u32,
    frames: usize,
    /// The samples between which music goes on.
    looped: Option<Range<u64>>,
    /// The next sample.
    at: usize,
    /// There is none for a WAV file.
    vorbis: Option<Vorbis>,
}

/// The parts of an OGG file, one after the other.
struct Vorbis {
    /// The next ones, the last one first.
    parts: Vec<OggPart>,
    /// The present one, and how many samples of it are left.
    open: Option<(OggReader<'static>, VorbisDecoder)>,
    left: usize,
}

/// The bytes of a part of a file.
struct PartBytes(Arc<[u8]>, Range<usize>);

impl AsRef<[u8]> for PartBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0[self.1.clone()]
    }
}

impl SoundDecoder {
    pub(super) fn new(bytes: Arc<[u8]>) -> Result<Self, String> {
        if bytes.starts_with(b"OggS") {
            let ogg = Ogg::parse(&bytes)?;
            let frames = usize::try_from(ogg.samples()).ok().filter(|frames| *frames > 0);
            let frames = frames.ok_or("the OGG file has no samples")?;
            let (rate, looped) = (ogg.rate, ogg.looped.clone());
            // A part that cannot be opened is found now.
            for part in &ogg.parts {
                open(&bytes, part)?;
            }
            return Ok(Self { bytes, rate, frames, looped, at: 0, vorbis: Some(Vorbis::new(ogg)) });
        }
        let wav = Wav::parse(&bytes)?;
        let (rate, frames, looped) = (wav.rate, wav.frames(), wav.looped());
        Ok(Self { bytes, rate, frames, looped, at: 0, vorbis: None })
    }

    /// The samples between which music goes on; all if the file does not say it.
    pub(super) fn loop_region(&self) -> Region {
        let Some(Range { start, end }) = self.looped.clone() else { return Region::from(..) };
        let [start, end] = [start, end].map(|sample| PlaybackPosition::Samples(sample as usize));
        Region { start, end: EndPosition::Custom(end) }
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
            Some(vorbis) => vorbis.read(&self.bytes),
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

fn open(bytes: &Arc<[u8]>, part: &OggPart) -> Result<(OggReader<'static>, VorbisDecoder), String> {
    let part = Cursor::new(PartBytes(Arc::clone(bytes), part.bytes.clone()));
    let stream = MediaSourceStream::new(Box::new(part), Default::default());
    let pages = OggReader::try_new(stream, FormatOptions::default()).map_err(|error| error.to_string())?;
    let Some(CodecParameters::Audio(audio)) =
        pages.tracks().first().and_then(|track| track.codec_params.as_ref())
    else {
        return Err("the OGG file has no sound".to_owned());
    };
    let packets = VorbisDecoder::try_new(audio, &Default::default()).map_err(|error| error.to_string())?;
    Ok((pages, packets))
}

impl Vorbis {
    fn new(ogg: Ogg) -> Self {
        let parts = ogg.parts.into_iter().rev().collect();
        Self { parts, open: None, left: 0 }
    }

    /// The next samples, at least one. The missing end of a part is silent; broken packets are left out.
    fn read(&mut self, bytes: &Arc<[u8]>) -> Option<Vec<Frame>> {
        while self.left == 0 {
            let part = self.parts.pop()?;
            self.left = usize::try_from(part.samples).ok()?;
            self.open = open(bytes, &part).ok();
        }
        let mut piece = self.open.as_mut().and_then(next_samples).unwrap_or_else(|| {
            self.open = None;
            vec![Frame::ZERO; self.left.min(PIECE)]
        });
        piece.truncate(self.left);
        self.left -= piece.len();
        Some(piece)
    }
}

/// The samples of the next packet that has some.
fn next_samples((pages, packets): &mut (OggReader<'static>, VorbisDecoder)) -> Option<Vec<Frame>> {
    loop {
        let packet = pages.next_packet().ok()??;
        let Ok(GenericAudioBufferRef::F32(samples)) = packets.decode(&packet) else { continue };
        let left = samples.plane(0)?;
        let right = samples.plane(1).unwrap_or(left);
        if !left.is_empty() {
            return Some(left.iter().zip(right).map(|(left, right)| Frame::new(*left, *right)).collect());
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
            self.vorbis = Some(Vorbis::new(Ogg::parse(&self.bytes)?));
        }
        self.at = 0;
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::wav::wav_file;
    use super::*;

    /// Half a second of 441 Hz at half of the full volume, mono, at 22,050 Hz.
    fn tone() -> Vec<u8> {
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/assets/sounds/tone.ogg")).unwrap()
    }

    fn decoder(bytes: Vec<u8>) -> SoundDecoder {
        SoundDecoder::new(bytes.into()).unwrap()
    }

    impl SoundDecoder {
        fn read_all_again(&mut self) -> Vec<Frame> {
            let mut all = Vec::new();
            while all.len() < self.frames {
                all.extend(self.read());
            }
            all
        }
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
    fn the_parts_of_a_chained_file_are_decoded_one_after_the_other() {
        let one = decoder(tone()).read_all();
        let mut two = decoder([tone(), tone()].concat());
        let all = two.read_all_again();
        assert_eq!(all.len(), 2 * one.frames.len());
        assert_eq!(all[..one.frames.len()], *one.frames);
        assert_eq!(all[one.frames.len()..], *one.frames);
        two.seek(0).unwrap();
        assert_eq!(two.read_all_again(), all);
    }

    #[test]
    fn each_form_of_a_wav_file_has_its_samples() {
        let header = |tag: u16, bits: u16, data: &[u8]| {
            let mut file = wav_file(8_000, 1, &[]);
            file[20..22].copy_from_slice(&tag.to_le_bytes());
            file[34..36].copy_from_slice(&bits.to_le_bytes());
            file[40..44].copy_from_slice(&(data.len() as u32).to_le_bytes());
            [file, data.to_vec()].concat()
        };
        let samples =
            |file| decoder(file).read_all().frames.iter().map(|frame| frame.left).collect::<Vec<_>>();
        assert_eq!(samples(header(1, 8, &[0, 128, 192])), [-1.0, 0.0, 0.5]);
        assert_eq!(samples(header(1, 24, &[0, 0, 0x80, 0, 0, 0x40])), [-1.0, 0.5]);
        assert_eq!(samples(header(1, 32, &[0, 0, 0, 0x80, 0, 0, 0, 0x20])), [-1.0, 0.25]);
        let floats = [0.5_f32, -2.0, f32::NAN].map(f32::to_le_bytes).concat();
        assert_eq!(samples(header(3, 32, &floats)), [0.5, -1.0, 0.0]);
        assert_eq!(samples(header(3, 64, &0.25_f64.to_le_bytes())), [0.25]);
        // The longer header, with the format behind its mark.
        let mut file = header(0xfffe, 16, &[0, 0x40]);
        file[16] = 40;
        let more = [&[22, 0, 16, 0, 4, 0, 0, 0, 1, 0][..], &[0; 14]].concat();
        file.splice(36..36, more);
        assert_eq!(samples(file), [0.5]);
    }

    #[test]
    fn music_loops_between_its_points() {
        let mut looped = decoder(tone());
        assert_eq!(looped.loop_region(), Region::from(..));
        looped.looped = Some(100..2_000);
        let [start, end] = [100, 2_000].map(PlaybackPosition::Samples);
        assert_eq!(looped.loop_region(), Region { start, end: EndPosition::Custom(end) });
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

    /// What sox makes of `input`; `None` and a message where it is not installed.
    fn sox(arguments: &str, input: Vec<u8>) -> Option<Vec<u8>> {
        use std::io::Write as _;
        use std::process::{Command, Stdio};

        let mut command = Command::new("sox");
        command.args(arguments.split(' ')).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let Ok(mut sox) = command.spawn() else {
            eprintln!("not compared with others: `sox` and `libsox-fmt-base` are not installed");
            return None;
        };
        let mut stdin = sox.stdin.take().unwrap();
        let writer = std::thread::spawn(move || stdin.write_all(&input));
        let output = sox.wait_with_output().unwrap();
        let _ = writer.join().unwrap();
        assert!(output.status.success(), "sox {arguments}");
        Some(output.stdout)
    }

    /// The greatest difference from the samples of sox.
    fn difference(kind: &str, file: &[u8]) -> Option<(usize, f32)> {
        let expected = sox(&format!("-t {kind} - -t f32 -"), file.to_vec())?;
        let expected: Vec<f32> =
            expected.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        let channels = if kind == "wav" {
            Wav::parse(file).unwrap().channels
        } else {
            Ogg::parse(file).unwrap().channels
        };
        let frames = decoder(file.to_vec()).read_all().frames;
        let samples = frames.iter().flat_map(|frame| [frame.left, frame.right].into_iter().take(channels));
        let samples: Vec<f32> = samples.collect();
        assert_eq!(samples.len(), expected.len(), "{kind}");
        let off = samples.iter().zip(&expected).map(|(one, other)| (one - other).abs());
        Some((samples.len(), off.fold(0.0, f32::max)))
    }

    #[test]
    fn sounds_have_the_samples_that_sox_finds() {
        for form in [
            "-e unsigned -b 8",
            "-e signed -b 16",
            "-e signed -b 24",
            "-e signed -b 32",
            "-e float -b 32",
            "-e float -b 64",
        ] {
            for channels in [1, 2] {
                let make =
                    format!("-n -r 8000 -c {channels} {form} -t wav - synth 0.1 sine 440 sine 300 gain -3");
                let Some(file) = sox(&make, Vec::new()) else { return };
                let (count, off) = difference("wav", &file).unwrap();
                assert!(count == 800 * channels && off < 1e-4, "{form}: {count} {off}");
            }
        }
        for make in [
            "-n -r 22050 -c 1 -t ogg - synth 0.7 sine 440",
            "-n -r 44100 -c 2 -t ogg - synth 1.3 pinknoise sine 300",
        ] {
            let Some(file) = sox(make, Vec::new()) else { return };
            let (_, off) = difference("ogg", &file).unwrap();
            assert!(off < 1e-3, "{make}: {off}");
            let chained = [file.clone(), file.clone()].concat();
            let (one, two) = (decoder(file).read_all().frames, decoder(chained).read_all().frames);
            assert_eq!([&one[..], &one[..]].concat(), *two);
        }
    }
}
