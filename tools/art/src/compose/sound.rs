//! A whole sound: what is added to it, its room, and how it becomes a file.

use super::tone::{Noise, RATE};

/// A sound that grows. One that loops goes on at its beginning with what rings past its end.
pub struct Sound {
    pub samples: Vec<f64>,
    loops: bool,
}

/// Bits of one sample in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bits {
    Eight,
    Sixteen,
}

impl Sound {
    pub fn new(frames: usize) -> Self {
        Self { samples: vec![0.0; frames], loops: false }
    }

    pub fn looping(frames: usize) -> Self {
        Self { samples: vec![0.0; frames], loops: true }
    }

    /// Adds a part of so many seconds that begins at once.
    pub fn of(seconds: f64, parts: &[(f64, f64, Vec<f64>)]) -> Self {
        let mut sound = Self::new(super::tone::frames(seconds));
        for (at, loud, part) in parts {
            sound.add(super::tone::frames(*at), *loud, part);
        }
        sound
    }

    pub fn add(&mut self, at: usize, loud: f64, part: &[f64]) {
        let length = self.samples.len();
        for (offset, sample) in part.iter().enumerate() {
            let place = at + offset;
            if place < length || self.loops {
                self.samples[place % length] += sample * loud;
            }
        }
    }

    /// Puts the sound into a hall (combs, then all-passes, after Schroeder).
    pub fn reverb(&mut self, wet: f64, hall: f64) {
        let mut combs = [557, 593, 641, 677].map(|length| (vec![0.0; length], 0, 0.0));
        let mut passes = [(vec![0.0; 278], 0), (vec![0.0; 113], 0)];
        // In a loop the hall still rings of the round before.
        let rounds = if self.loops { 2 } else { 1 };
        let mut echo = vec![0.0; self.samples.len()];
        for _ in 0..rounds {
            for (at, sample) in self.samples.iter().enumerate() {
                let mut sum = 0.0;
                for (line, place, damped) in &mut combs {
                    let out: f64 = line[*place];
                    *damped = out * 0.65 + *damped * 0.35;
                    line[*place] = sample * 0.25 + *damped * hall;
                    *place = (*place + 1) % line.len();
                    sum += out;
                }
                for (line, place) in &mut passes {
                    let out: f64 = line[*place];
                    line[*place] = sum + out * 0.5;
                    *place = (*place + 1) % line.len();
                    sum = out - sum * 0.5;
                }
                echo[at] = sum;
            }
        }
        for (sample, echo) in self.samples.iter_mut().zip(echo) {
            *sample += echo * wet;
        }
    }

    /// Brings the sound to a peak, pressed together softly before: the more `drive`, the fuller.
    pub fn finish(mut self, drive: f64, peak: f64) -> Self {
        let loudest = |samples: &[f64]| samples.iter().fold(1e-9, |most: f64, sample| most.max(sample.abs()));
        if !self.loops {
            super::voice::fade_out(&mut self.samples, 0.01);
        }
        let before = loudest(&self.samples);
        for sample in &mut self.samples {
            let x = *sample / before * drive;
            // Close to a hyperbolic tangent.
            *sample = if drive > 0.0 { x * (27.0 + x * x) / (27.0 + 9.0 * x * x) } else { *sample };
        }
        self.level();
        let factor = peak / loudest(&self.samples);
        self.samples.iter_mut().for_each(|sample| *sample *= factor);
        self
    }

    /// Takes away what is no sound: a mean beside zero, and in a sound that does not loop all that
    /// is too low to be heard, but not its silence at both ends.
    fn level(&mut self) {
        if !self.loops {
            let (mut low, step) = (0.0, 25.0 * std::f64::consts::TAU / RATE);
            for sample in &mut self.samples {
                low += (*sample - low) * step;
                *sample -= low;
            }
            super::voice::fade_out(&mut self.samples, 0.02);
        }
        let mean = self.samples.iter().sum::<f64>() / self.samples.len() as f64;
        if self.loops {
            self.samples.iter_mut().for_each(|sample| *sample -= mean);
        }
    }

    /// The bytes of a WAV file.
    pub fn file(&self, bits: Bits) -> Vec<u8> {
        let width: u32 = if bits == Bits::Eight { 1 } else { 2 };
        let length = self.samples.len() as u32 * width;
        let rate = RATE as u32;
        let mut bytes = b"RIFF".to_vec();
        // A part of odd length is followed by a byte of nothing.
        bytes.extend((36 + length + length % 2).to_le_bytes());
        bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
        bytes.extend(rate.to_le_bytes());
        bytes.extend((rate * width).to_le_bytes());
        bytes.extend((width as u16).to_le_bytes());
        bytes.extend((width as u16 * 8).to_le_bytes());
        bytes.extend(b"data");
        bytes.extend(length.to_le_bytes());
        match bits {
            Bits::Eight => bytes.extend(self.eight_bits()),
            Bits::Sixteen => bytes.extend(
                self.samples.iter().flat_map(|sample| ((sample * 32_767.0).round() as i16).to_le_bytes()),
            ),
        }
        bytes.extend(vec![0; length as usize % 2]);
        bytes
    }

    /// Eight bits are few, so that what each sample is off by is made up for by the next two: the
    /// noise moves up to where ears are deaf.
    fn eight_bits(&self) -> Vec<u8> {
        let mut noise = Noise::new(8);
        let (mut last, mut before) = (0.0, 0.0);
        let round = |sample: &f64| {
            let wanted = sample * 127.0 - 1.6 * last + 0.75 * before;
            // Silence stays silence.
            let dither = if *sample == 0.0 { 0.0 } else { (noise.next() + noise.next()) * 0.25 };
            let level = (wanted + dither).round().clamp(-127.0, 127.0);
            (before, last) = (last, (level - wanted).clamp(-1.0, 1.0));
            (level + 128.0) as u8
        };
        self.samples.iter().map(round).collect()
    }
}
