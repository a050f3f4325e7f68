//! Instruments: notes from waves, and drums from noise.

use super::tone::{Filter, Noise, RATE, Spectrum, Wave, frames, halving, pitch, sine};

/// How an instrument sounds.
#[derive(Clone, Copy)]
pub struct Voice {
    /// Its overtones at the beginning of a note, and those that it fades to.
    pub bright: Spectrum,
    pub dull: Spectrum,
    /// Seconds until a note is halfway from bright to dull.
    pub dulls: f64,
    /// Seconds until a note is as loud as it gets, and until half of it is left.
    pub attack: f64,
    pub decay: f64,
    /// Seconds that it goes on after its end.
    pub release: f64,
    /// How far it trembles, in parts of its pitch.
    pub vibrato: f64,
    /// How far its second player is off, in parts of the pitch; none at zero.
    pub chorus: f64,
}

impl Voice {
    /// A note of this key, held for so many seconds.
    pub fn note(&self, key: i32, seconds: f64) -> Vec<f64> {
        let hertz = pitch(key);
        let (bright, dull) = (Wave::new(self.bright, hertz), Wave::new(self.dull, hertz));
        let (held, released) = (frames(seconds), frames(self.release).max(1));
        let (decay, dulls) = (halving(self.decay), halving(self.dulls));
        let attack = frames(self.attack).max(1) as f64;
        let (mut turn, mut second, mut loud, mut light) = (0.0_f64, 0.37_f64, 1.0, 1.0);
        (0..held + released)
            .map(|at| {
                // A player finds the note before he lets it tremble.
                let since = at as f64 / RATE;
                let tremble = self.vibrato * sine(since * 5.6) * (since * 2.0 - 0.3).clamp(0.0, 1.0);
                let step = hertz * (1.0 + tremble) / RATE;
                turn = (turn + step) % 1.0;
                second = (second + step * (1.0 + self.chorus)) % 1.0;
                loud *= decay;
                light *= dulls;
                let wave = |turn| dull.at(turn) + (bright.at(turn) - dull.at(turn)) * light;
                let both = if self.chorus > 0.0 { (wave(turn) + wave(second)) * 0.5 } else { wave(turn) };
                let ends = (held + released - at) as f64 / released as f64;
                both * loud * (at as f64 / attack).min(1.0) * ends.min(1.0)
            })
            .collect()
    }
}

/// A sweep from one pitch to another, dying away at its end.
pub fn sweep(spectrum: Spectrum, from: f64, to: f64, seconds: f64) -> Vec<f64> {
    let wave = Wave::new(spectrum, from.max(to));
    let length = frames(seconds);
    let mut turn = 0.0_f64;
    (0..length)
        .map(|at| {
            let part = at as f64 / length as f64;
            // Fast at first, as a thing that is thrown.
            let fallen = 1.0 - (1.0 - part) * (1.0 - part);
            turn = (turn + (from + (to - from) * fallen) / RATE) % 1.0;
            wave.at(turn) * (1.0 - part) * (at as f64 / 40.0).min(1.0)
        })
        .collect()
}

/// Noise through a band that moves over the given pitches, dying away.
pub fn rush(seed: u32, hertz: &[f64], narrow: f64, seconds: f64) -> Vec<f64> {
    let (mut noise, mut filter) = (Noise::new(seed), Filter::default());
    let length = frames(seconds);
    (0..length)
        .map(|at| {
            let part = at as f64 / length as f64;
            filter.pass(noise.next(), along(hertz, part), narrow);
            filter.band * (1.0 - part) * (1.0 - part) * (at as f64 / 30.0).min(1.0)
        })
        .collect()
}

/// The value at a part of a line of points.
pub fn along(points: &[f64], part: f64) -> f64 {
    let place = part.clamp(0.0, 1.0) * (points.len() - 1) as f64;
    let whole = (place as usize).min(points.len() - 1);
    let next = points[(whole + 1).min(points.len() - 1)];
    points[whole] + (next - points[whole]) * (place - whole as f64)
}

/// A bell: tones that do not belong to one another, each dying in its own time.
pub fn bell(hertz: f64, seconds: f64) -> Vec<f64> {
    const PARTS: [(f64, f64, f64); 5] =
        [(0.5, 0.35, 0.30), (1.0, 1.0, 0.20), (1.19, 0.55, 0.16), (2.76, 0.4, 0.08), (5.4, 0.2, 0.04)];
    let length = frames(seconds);
    let mut sum = vec![0.0; length];
    for (higher, loud, half) in PARTS {
        let (decay, mut left) = (halving(half), loud);
        for (at, sample) in sum.iter_mut().enumerate() {
            left *= decay;
            *sample += left * sine(at as f64 * hertz * higher / RATE);
        }
    }
    fade_out(&mut sum, 0.05);
    sum
}

/// Lets the last seconds die away to nothing.
pub fn fade_out(samples: &mut [f64], seconds: f64) {
    let length = frames(seconds).min(samples.len());
    let from = samples.len() - length;
    for (at, sample) in samples[from..].iter_mut().enumerate() {
        *sample *= 1.0 - at as f64 / length as f64;
    }
}

pub fn kick() -> Vec<f64> {
    sweep(super::tone::soft, 150.0, 42.0, 0.16)
}

pub fn timpani(key: i32) -> Vec<f64> {
    let hertz = pitch(key);
    let mut drum = sweep(super::tone::soft, hertz * 1.12, hertz, 0.5);
    for (sample, skin) in drum.iter_mut().zip(rush(7, &[300.0, 120.0], 1.0, 0.08)) {
        *sample += skin * 0.8;
    }
    drum
}

pub fn snare(seed: u32, seconds: f64) -> Vec<f64> {
    let mut drum = rush(seed, &[3200.0, 2400.0], 1.6, seconds);
    for (sample, skin) in drum.iter_mut().zip(sweep(super::tone::soft, 230.0, 150.0, 0.07)) {
        *sample += skin * 0.6;
    }
    drum
}

/// A small wooden block.
pub fn tick(hertz: f64) -> Vec<f64> {
    sweep(super::tone::reed, hertz * 1.1, hertz, 0.045)
}
