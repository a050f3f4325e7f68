//! WAV files: what is in them, and the same sound at another rate.

use std::time::Duration;

/// A WAV file that is not played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadWav {
    /// It does not begin like a WAV file.
    #[error("the file does not start like a WAV file")]
    NotWav,
    /// A part that has to be there is not, or is cut off.
    #[error("the WAV file has no whole `{0}` part")]
    Missing(&'static str),
    /// Its samples are not of a kind that every device plays.
    #[error(
        "samples of {bits} bits in format {format}, {channels} channels at {rate} Hz are not played; \
         8, 16 or 24 bits of PCM, 1 or 2 channels, 1000 to 192000 Hz are"
    )]
    Unusual {
        /// The code of the format; 1 is PCM.
        format: u16,
        /// The number of channels.
        channels: u16,
        /// Samples a second.
        rate: u32,
        /// Bits of one sample.
        bits: u16,
    },
}

/// A WAV file (PCM), checked, with its samples still in the bytes that it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Wav<'a> {
    channels: usize,
    rate: u32,
    /// Bytes of one sample.
    width: usize,
    data: &'a [u8],
}

const PCM: u16 = 1;
/// The code that says that the true one stands farther behind.
const EXTENSIBLE: u16 = 0xfffe;

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

/// The content of the part of this name. A length past the end of the file is cut down to it: some
/// programs write lengths that they did not know.
fn part<'a>(bytes: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    let mut rest = bytes.get(12..)?;
    loop {
        let length = u32_at(rest, 4)? as usize;
        let content = &rest[8..];
        if rest.starts_with(name) {
            return Some(content.get(..length).unwrap_or(content));
        }
        // Parts begin at even places.
        rest = content.get(length.checked_add(length % 2)?..)?;
    }
}

impl<'a> Wav<'a> {
    /// Reads the head of a file.
    ///
    /// # Errors
    ///
    /// [`BadWav`] says what is wrong with it.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, BadWav> {
        if !bytes.starts_with(b"RIFF") || bytes.get(8..12) != Some(b"WAVE") {
            return Err(BadWav::NotWav);
        }
        let head = part(bytes, b"fmt ").filter(|head| head.len() >= 16).ok_or(BadWav::Missing("fmt "))?;
        let word = |at| u16_at(head, at).unwrap_or_default();
        let format = if word(0) == EXTENSIBLE { word(24) } else { word(0) };
        let (channels, bits) = (word(2), word(14));
        let rate = u32_at(head, 4).unwrap_or_default();
        let is_usual = format == PCM
            && matches!(channels, 1 | 2)
            && matches!(bits, 8 | 16 | 24)
            && (1000..=192_000).contains(&rate);
        if !is_usual {
            return Err(BadWav::Unusual { format, channels, rate, bits });
        }
        let (channels, width) = (usize::from(channels), usize::from(bits / 8));
        let data = part(bytes, b"data").ok_or(BadWav::Missing("data"))?;
        let data = &data[..data.len() - data.len() % (channels * width)];
        if data.is_empty() {
            return Err(BadWav::Missing("data"));
        }
        Ok(Self { channels, rate, width, data })
    }

    /// The number of samples of each channel; at least one.
    pub const fn frames(&self) -> usize {
        self.data.len() / (self.channels * self.width)
    }

    /// How long it sounds.
    pub fn duration(&self) -> Duration {
        Duration::from_secs_f64(self.frames() as f64 / f64::from(self.rate))
    }
}

// Only the window's sound plays at another rate than that of the file.
#[cfg(any(test, feature = "window"))]
impl Wav<'_> {
    /// Samples a second.
    pub const fn rate(&self) -> u32 {
        self.rate
    }

    /// A sample, -1 to 1. Past the end the file starts again.
    pub fn sample(&self, channel: usize, frame: usize) -> f32 {
        let at = ((frame % self.frames()) * self.channels + channel % self.channels) * self.width;
        match self.data[at..at + self.width] {
            [byte] => (f32::from(byte) - 128.0) / 128.0,
            [low, high] | [_, low, high] => f32::from(i16::from_le_bytes([low, high])) / 32_768.0,
            _ => 0.0,
        }
    }

    /// The same sound as a WAV file of 16 bits at another rate. Samples in between are on a smooth
    /// curve through their neighbours, over the end to the beginning as well, so that a loop stays
    /// one.
    pub fn at_rate(&self, rate: u32) -> Vec<u8> {
        let frames = (self.frames() as u64 * u64::from(rate)).div_ceil(u64::from(self.rate)) as usize;
        let mut samples = Vec::with_capacity(frames * self.channels);
        for frame in 0..frames as u64 {
            // Where it lies between the samples of the file, in whole numbers: no drift.
            let place = frame * u64::from(self.rate);
            let whole = (place / u64::from(rate)) as usize;
            let part = (place % u64::from(rate)) as f32 / rate as f32;
            for channel in 0..self.channels {
                let at = |offset: usize| self.sample(channel, whole + self.frames() - 1 + offset);
                let value = if part == 0.0 { at(1) } else { between([at(0), at(1), at(2), at(3)], part) };
                samples.push((value * 32_767.0).round().clamp(-32_768.0, 32_767.0) as i16);
            }
        }
        wav_file(rate, self.channels as u16, &samples)
    }
}

/// The value between the two in the middle, on a cubic curve (Catmull-Rom) through all four.
#[cfg(any(test, feature = "window"))]
fn between([before, from, to, after]: [f32; 4], part: f32) -> f32 {
    let (a, b) = ((to - before) / 2.0, (after - from) / 2.0);
    let bend = 3.0 * (to - from) - 2.0 * a - b;
    let twist = 2.0 * (from - to) + a + b;
    from + part * (a + part * (bend + part * twist))
}

/// A WAV file of 16 bit samples, those of the channels in turns.
pub fn wav_file(rate: u32, channels: u16, samples: &[i16]) -> Vec<u8> {
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
    fn what_is_written_is_read_again() {
        let file = wav_file(22_050, 1, &[0, 16_384, -32_768]);
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.rate(), wav.channels, wav.frames()), (22_050, 1, 3));
        assert_eq!([0, 1, 2, 3].map(|frame| wav.sample(0, frame)), [0.0, 0.5, -1.0, 0.0]);
        assert_eq!(wav.duration().as_micros(), 136);
    }

    #[test]
    fn a_loop_is_twice_as_long_at_twice_the_rate_and_keeps_its_samples() {
        let samples: Vec<i16> = (0..100_i16).map(|n| (n * 37 % 200 - 100) * 100).collect();
        let file = wav_file(22_050, 1, &samples);
        let twice = Wav::parse(&file).unwrap().at_rate(44_100);
        let twice = Wav::parse(&twice).unwrap();
        assert_eq!((twice.rate(), twice.frames()), (44_100, 200));
        for (n, sample) in samples.iter().enumerate() {
            let there = (twice.sample(0, n * 2) * 32_768.0) as i16;
            assert!((there - sample).abs() <= 1, "sample {n}: {there} and not {sample}");
        }
    }

    #[test]
    fn a_slow_wave_stays_smooth_at_another_rate_over_its_end_too() {
        let wave = |n: usize, of: usize| (n as f32 / of as f32 * std::f32::consts::TAU).sin();
        let samples: Vec<i16> = (0..400).map(|n| (wave(n, 100) * 20_000.0) as i16).collect();
        let file = wav_file(8_000, 1, &samples);
        let other = Wav::parse(&file).unwrap().at_rate(44_100);
        let other = Wav::parse(&other).unwrap();
        assert_eq!(other.frames(), 2205);
        for n in 0..2205 {
            let wanted = wave(n * 80, 44_100) * 20_000.0 / 32_768.0;
            assert!((other.sample(0, n) - wanted).abs() < 0.001, "frame {n}");
        }
    }

    #[test]
    fn bytes_and_two_channels_are_read() {
        let mut file = wav_file(44_100, 2, &[100, -100, 0, 50]);
        assert_eq!(Wav::parse(&file).unwrap().frames(), 2);
        assert!(Wav::parse(&file).unwrap().sample(1, 0) < 0.0);
        // The same bytes as samples of 8 bits.
        file[34] = 8;
        file[44] = 0;
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.frames(), wav.sample(0, 0)), (4, -1.0));
    }

    #[test]
    fn broken_files_are_refused_at_every_length() {
        let file = wav_file(44_100, 1, &[1, 2, 3]);
        for length in 0..file.len() {
            let result = Wav::parse(&file[..length]).map(|wav| wav.at_rate(48_000).len());
            // From the first whole sample on there is something to play.
            assert_eq!(result.is_ok(), length >= 46, "cut off at {length}");
        }
        for (at, byte) in [(20, 3), (22, 6), (34, 12), (26, 200), (16, 255)] {
            let mut broken = file.clone();
            broken[at] = byte;
            assert!(Wav::parse(&broken).is_err(), "{byte} at {at}");
        }
    }
}
