//! WAV files: whole numbers of 8 to 32 bits or floating point, mono or stereo.

use std::ops::Range;
use std::time::Duration;

/// A checked WAV file, for an [`Audio`](super::Audio) that decodes it: whole numbers of 8 to 32 bits or floating point, mono or
/// stereo. Its samples are still in the bytes of the file.
///
/// ```
/// use proscenium_core::phase::{Asset, Sound};
/// use proscenium_core::platform::Wav;
///
/// let silence = Sound::stand_in().expect("sounds have one");
/// let wav = Wav::parse(silence.bytes())?;
/// let samples: Vec<f32> = (0..wav.frames()).map(|frame| wav.sample(0, frame)).collect();
/// assert_eq!((wav.rate, wav.channels, samples), (44_100, 1, vec![0.0]));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wav<'a> {
    /// One or two.
    pub channels: usize,
    /// The number of samples a second, of each channel: 1,000 to 192,000.
    pub rate: u32,
    is_float: bool,
    bytes_per_sample: usize,
    data: &'a [u8],
    /// The chunk `smpl`, where samplers note loops.
    sampler: &'a [u8],
}

/// The formats, and the mark of a longer header that has the format further on.
const PCM: u16 = 1;
const FLOAT: u16 = 3;
const EXTENSIBLE: u16 = 0xfffe;

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The content of the chunk of this name. A length past the end of the file is cut: programs that
/// write to a pipe do not know it.
fn chunk<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    let mut rest = bytes.get(12..)?;
    loop {
        let length = u32_at(rest, 4)? as usize;
        let content = &rest[8..];
        if rest.starts_with(name) {
            return Some(content.get(..length).unwrap_or(content));
        }
        // Chunks begin at even offsets.
        rest = content.get(length.checked_add(length % 2)?..)?;
    }
}

impl<'a> Wav<'a> {
    /// Reads the header of a file. A file that is cut in its samples has only the complete ones.
    ///
    /// # Errors
    ///
    /// What is wrong with it: its header is cut, its format is another one, or it has no samples.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        let head = chunk(bytes, b"fmt ")
            .and_then(|head| Some((u16_at(head, 0)?, u16_at(head, 2)?, u32_at(head, 4)?, u16_at(head, 14)?)));
        let (tag, channels, rate, bits) = head.ok_or("the WAV file has no complete `fmt ` chunk")?;
        let further = chunk(bytes, b"fmt ").and_then(|head| u16_at(head, 24));
        let format = if tag == EXTENSIBLE { further.unwrap_or(tag) } else { tag };
        let has_bits = match format {
            PCM => (8..=32).contains(&bits),
            FLOAT => matches!(bits, 32 | 64),
            _ => false,
        };
        if !has_bits || !matches!(channels, 1 | 2) || !(1000..=192_000).contains(&rate) {
            return Err(format!(
                "unsupported WAV: format {format}, {channels} channels, {bits} bits, {rate} Hz; \
                 export it as PCM of 8 to 32 bits or floating point, mono or stereo, 1000 to 192000 Hz"
            ));
        }
        let (channels, bytes_per_sample) = (usize::from(channels), usize::from(bits.div_ceil(8)));
        let data = chunk(bytes, b"data").unwrap_or_default();
        let data = &data[..data.len() - data.len() % (channels * bytes_per_sample)];
        if data.is_empty() {
            return Err("the WAV file has no samples".to_owned());
        }
        let sampler = chunk(bytes, b"smpl").unwrap_or_default();
        Ok(Self { channels, rate, is_float: format == FLOAT, bytes_per_sample, data, sampler })
    }

    /// The number of samples of each channel; at least one.
    pub const fn frames(&self) -> usize {
        self.data.len() / (self.channels * self.bytes_per_sample)
    }

    /// The duration of so many samples.
    pub(crate) fn time(&self, samples: u64) -> Duration {
        Duration::from_secs_f64(samples as f64 / f64::from(self.rate))
    }

    /// The samples between which music goes on: the first loop of a sampler that goes forward. `None` for a sound that loops
    /// as a whole.
    pub fn looped(&self) -> Option<Range<u64>> {
        let loops = self.sampler.get(36..)?.as_chunks::<24>().0;
        let forward = loops.iter().find(|one| u32_at(*one, 4) == Some(0))?;
        let (start, last) = (u64::from(u32_at(forward, 8)?), u64::from(u32_at(forward, 12)?));
        Some(start..(last + 1).min(self.frames() as u64)).filter(|looped| !looped.is_empty())
    }

    /// The same in the plainest form, for a file whose samples browsers do not decode because they have 64 bits.
    pub(crate) fn for_browsers(&self) -> Option<Vec<u8>> {
        let at = |at: usize| (self.sample(at % self.channels, at / self.channels) * 32_767.0).round() as i16;
        let samples = || (0..self.frames() * self.channels).map(at).collect::<Vec<_>>();
        (self.bytes_per_sample == 8).then(|| wav_file(self.rate, self.channels as u16, &samples()))
    }

    /// A sample of a channel, both counted from 0: from -1 to 1; 0 past the end.
    pub fn sample(&self, channel: usize, frame: usize) -> f32 {
        let at = (frame * self.channels + channel) * self.bytes_per_sample;
        let whole = |bytes| i32::from_le_bytes(bytes) as f32 / 2_147_483_648.0;
        let sample = match self.data.get(at..at + self.bytes_per_sample) {
            Some(&[a]) => (f32::from(a) - 128.0) / 128.0,
            Some(&[a, b]) => whole([0, 0, a, b]),
            Some(&[a, b, c]) => whole([0, a, b, c]),
            Some(&[a, b, c, d]) if self.is_float => f32::from_le_bytes([a, b, c, d]),
            Some(&[a, b, c, d]) => whole([a, b, c, d]),
            Some(&[a, b, c, d, e, f, g, h]) => f64::from_le_bytes([a, b, c, d, e, f, g, h]) as f32,
            _ => 0.0,
        };
        if sample.is_finite() { sample.clamp(-1.0, 1.0) } else { 0.0 }
    }
}

/// A WAV file of 16-bit samples, interleaved.
pub(crate) fn wav_file(rate: u32, channels: u16, samples: &[i16]) -> Vec<u8> {
    let length = samples.len() as u32 * 2;
    let mut bytes = Vec::with_capacity(44 + samples.len() * 2);
    bytes.extend(b"RIFF");
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt ");
    bytes.extend(16_u32.to_le_bytes());
    bytes.extend(PCM.to_le_bytes());
    bytes.extend(channels.to_le_bytes());
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * u32::from(channels) * 2).to_le_bytes());
    bytes.extend((channels * 2).to_le_bytes());
    bytes.extend(16_u16.to_le_bytes());
    bytes.extend(b"data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bits_and_stereo_are_read() {
        let mut file = wav_file(44_100, 2, &[100, -100, 0, 50]);
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.frames(), wav.sample(1, 0), wav.sample(0, 2)), (2, -100.0 / 32_768.0, 0.0));
        // The same bytes as samples of 8 bits.
        file[34] = 8;
        file[44] = 0;
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.frames(), wav.sample(0, 0)), (4, -1.0));
    }

    #[test]
    fn a_broken_or_unsupported_file_is_refused() {
        let file = wav_file(44_100, 1, &[1, 2, 3]);
        for length in 0..file.len() {
            // From the first whole sample on there is something to play.
            assert_eq!(Wav::parse(&file[..length]).is_ok(), length >= 46, "cut off at {length}");
        }
        for (at, byte) in [(20, 3), (20, 2), (22, 6), (34, 40), (34, 4), (26, 200), (16, 255)] {
            let mut broken = file.clone();
            broken[at] = byte;
            assert!(Wav::parse(&broken).is_err(), "{byte} at {at}");
        }
    }
}
