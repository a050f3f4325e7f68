//! WAV files: PCM of 8 or 16 bits, mono or stereo.

use std::time::Duration;

/// A checked WAV file. Its samples are still in the bytes of the file.
#[derive(Clone, Copy, Debug)]
pub struct Wav<'a> {
    pub channels: usize,
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

// A browser decodes by itself.
#[cfg(any(test, all(feature = "sound", not(target_arch = "wasm32"))))]
impl Wav<'_> {
    /// A sample, from -1 to 1; 0 past the end.
    pub fn sample(&self, channel: usize, frame: usize) -> f32 {
        let at = (frame * self.channels + channel) * self.bytes_per_sample;
        match self.data.get(at..at + self.bytes_per_sample) {
            Some(&[byte]) => (f32::from(byte) - 128.0) / 128.0,
            Some(&[low, high]) => f32::from(i16::from_le_bytes([low, high])) / 32_768.0,
            _ => 0.0,
        }
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
        for (at, byte) in [(20, 3), (22, 6), (34, 24), (26, 200), (16, 255)] {
            let mut broken = file.clone();
            broken[at] = byte;
            assert!(Wav::parse(&broken).is_err(), "{byte} at {at}");
        }
    }
}
