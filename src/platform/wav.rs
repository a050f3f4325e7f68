//! WAV files: PCM of 8 or 16 bits, mono or stereo, and the same sound at another rate.

use std::time::Duration;

/// A checked WAV file. Its samples are still in the bytes of the file.
#[derive(Clone, Copy, Debug)]
pub struct Wav<'a> {
    channels: usize,
    pub rate: u32,
    bytes_per_sample: usize,
    data: &'a [u8],
}

const PCM: u16 = 1;

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
    /// Reads the header of a file.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, String> {
        let head = chunk(bytes, b"fmt ")
            .and_then(|head| Some((u16_at(head, 0)?, u16_at(head, 2)?, u32_at(head, 4)?, u16_at(head, 14)?)));
        let (format, channels, rate, bits) = head.ok_or("the WAV file has no complete `fmt ` chunk")?;
        let is_supported = format == PCM
            && matches!(channels, 1 | 2)
            && matches!(bits, 8 | 16)
            && (1000..=192_000).contains(&rate);
        if !is_supported {
            return Err(format!(
                "unsupported WAV: format {format}, {channels} channels, {bits} bits, {rate} Hz; \
                 export it as PCM with 8 or 16 bits, mono or stereo, 1000 to 192000 Hz"
            ));
        }
        let (channels, bytes_per_sample) = (usize::from(channels), usize::from(bits / 8));
        let data = chunk(bytes, b"data").unwrap_or_default();
        let data = &data[..data.len() - data.len() % (channels * bytes_per_sample)];
        if data.is_empty() {
            return Err("the WAV file has no samples".to_owned());
        }
        Ok(Self { channels, rate, bytes_per_sample, data })
    }

    /// The number of samples of each channel; at least one.
    pub const fn frames(&self) -> usize {
        self.data.len() / (self.channels * self.bytes_per_sample)
    }

    pub fn duration(&self) -> Duration {
        Duration::from_secs_f64(self.frames() as f64 / f64::from(self.rate))
    }
}

// Only the window's audio plays at another rate than that of the file.
#[cfg(any(test, feature = "window"))]
impl Wav<'_> {
    /// A sample in the range of `i16`. Past the end the file starts again.
    fn sample(&self, channel: usize, frame: usize) -> f32 {
        let at = (frame % self.frames() * self.channels + channel) * self.bytes_per_sample;
        match u16_at(self.data, at).filter(|_| self.bytes_per_sample == 2) {
            Some(word) => f32::from(word.cast_signed()),
            None => (f32::from(self.data[at]) - 128.0) * 256.0,
        }
    }

    /// The same sound as a WAV file of 16 bits at another rate. Values between two samples lie on a
    /// Catmull-Rom curve, which continues from the end to the beginning, so a loop stays one.
    pub fn at_rate(&self, rate: u32) -> Vec<u8> {
        let frames = (self.frames() as u64 * u64::from(rate)).div_ceil(u64::from(self.rate));
        let mut samples = Vec::with_capacity(frames as usize * self.channels);
        for frame in 0..frames {
            // The place between the samples of the file, in whole numbers: no drift.
            let place = frame * u64::from(self.rate);
            let whole = (place / u64::from(rate)) as usize;
            let part = (place % u64::from(rate)) as f32 / rate as f32;
            for channel in 0..self.channels {
                let at = |offset| self.sample(channel, whole + self.frames() - 1 + offset);
                let [before, from, to, after] = [0, 1, 2, 3].map(at);
                let (a, b) = ((to - before) / 2.0, (after - from) / 2.0);
                let bend = 3.0 * (to - from) - 2.0 * a - b;
                let twist = 2.0 * (from - to) + a + b;
                samples.push((from + part * (a + part * (bend + part * twist))).round() as i16);
            }
        }
        wav_file(rate, self.channels as u16, &samples)
    }
}

/// A WAV file of 16-bit samples, interleaved.
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
    fn a_resampled_loop_follows_the_wave_over_its_end() {
        let wave = |n: usize, of: usize| (n as f32 / of as f32 * std::f32::consts::TAU).sin() * 20_000.0;
        let samples: Vec<i16> = (0..400).map(|n| wave(n, 100) as i16).collect();
        let file = wav_file(8_000, 1, &samples);
        let other = Wav::parse(&file).unwrap().at_rate(44_100);
        let other = Wav::parse(&other).unwrap();
        assert_eq!((other.rate, other.frames()), (44_100, 2205));
        for n in 0..2205 {
            assert!((other.sample(0, n) - wave(n * 80, 44_100)).abs() < 33.0, "frame {n}");
        }
    }

    #[test]
    fn eight_bits_and_stereo_are_read() {
        let mut file = wav_file(44_100, 2, &[100, -100, 0, 50]);
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.frames(), wav.sample(1, 0)), (2, -100.0));
        // The same bytes as samples of 8 bits.
        file[34] = 8;
        file[44] = 0;
        let wav = Wav::parse(&file).unwrap();
        assert_eq!((wav.frames(), wav.sample(0, 0)), (4, -32_768.0));
    }

    #[test]
    fn a_broken_or_unsupported_file_is_refused() {
        let file = wav_file(44_100, 1, &[1, 2, 3]);
        for length in 0..file.len() {
            // From the first whole sample on there is something to play.
            assert_eq!(Wav::parse(&file[..length]).is_ok(), length >= 46, "cut off at {length}");
        }
        for (at, byte) in [(20, 3), (22, 6), (34, 24), (26, 200), (16, 255)] {
            let mut broken = file.clone();
            broken[at] = byte;
            assert!(Wav::parse(&broken).is_err(), "{byte} at {at}");
        }
    }
}
