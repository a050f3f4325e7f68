//! Makes the assets of the library's examples: `cargo run -p art --bin samples` writes them into
//! `examples/assets`, the same bytes each time.

use std::error::Error;
use std::f64::consts::TAU;
use std::fs;
use std::path::Path;

use hound::{SampleFormat, WavSpec, WavWriter};
use image::{Rgba, RgbaImage};

/// Samples a second: what is made here has no high tones.
const RATE: u32 = 11_025;
/// The notes of the music's chords, in hertz.
const CHORDS: [[f64; 4]; 4] = [
    [220.0, 261.63, 329.63, 440.0],
    [174.61, 220.0, 261.63, 349.23],
    [196.0, 246.94, 293.66, 392.0],
    [164.81, 207.65, 246.94, 329.63],
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/assets");
    fs::create_dir_all(folder.join("textures"))?;
    fs::create_dir_all(folder.join("sounds"))?;
    ball().save(folder.join("textures/ball.png"))?;
    emblem().save(folder.join("textures/logo.png"))?;
    let sounds = [("blip", blip()), ("theme", theme()), ("low", tone(441.0)), ("high", tone(735.0))];
    for (name, samples) in sounds {
        let spec =
            WavSpec { channels: 1, sample_rate: RATE, bits_per_sample: 16, sample_format: SampleFormat::Int };
        let mut file = WavWriter::create(folder.join(format!("sounds/{name}.wav")), spec)?;
        samples.into_iter().try_for_each(|sample| file.write_sample(sample))?;
        file.finalize()?;
    }
    Ok(())
}

/// A shaded ball, 16 by 16 pixels.
fn ball() -> RgbaImage {
    RgbaImage::from_fn(16, 16, |x, y| {
        let (x, y) = (x as i32 * 2 - 15, y as i32 * 2 - 15);
        match (x * x + y * y, (x + 5).pow(2) + (y + 5).pow(2)) {
            (240.., _) => Rgba([0, 0, 0, 0]),
            (_, ..30) => Rgba([255, 250, 226, 255]),
            (_, ..190) => Rgba([250, 209, 104, 255]),
            _ => Rgba([214, 148, 62, 255]),
        }
    })
}

/// A stage with an open curtain, 320 by 160 pixels.
fn emblem() -> RgbaImage {
    let small = RgbaImage::from_fn(80, 40, |x, y| {
        let side = i64::from(x.min(79 - x));
        let opening = 30 - i64::from(y) * i64::from(y) / 64;
        match (y, side) {
            (0..3, _) => Rgba([249, 210, 88, 255]),
            (37.., _) => Rgba([107, 74, 58, 255]),
            (_, side) if side < 34 - opening && side % 6 < 2 => Rgba([126, 28, 50, 255]),
            (_, side) if side < 34 - opening => Rgba([158, 37, 59, 255]),
            (y, side) if side > 20 + i64::from(37 - y) / 2 => Rgba([253, 236, 198, 255]),
            _ => Rgba([51, 40, 84, 255]),
        }
    });
    image::imageops::resize(&small, 320, 160, image::imageops::FilterType::Nearest)
}

/// A short, falling tone.
fn blip() -> Vec<i16> {
    let length = f64::from(RATE) * 0.09;
    let sample = |at: u32| {
        let part = f64::from(at) / length;
        let phase = TAU * (620.0 - 120.0 * part) * f64::from(at) / f64::from(RATE);
        (phase.sin() * (1.0 - part).powi(2) * 16_000.0) as i16
    };
    (0..length as u32).map(sample).collect()
}

/// Four chords, note by note, in a loop.
fn theme() -> Vec<i16> {
    let note = RATE / 5;
    let sample = |at: u32| {
        let (chord, number) = ((at / note / 8) as usize, (at / note % 8) as usize);
        let tone = CHORDS[chord][[0, 1, 2, 3, 2, 3, 1, 2][number]];
        let part = f64::from(at % note) / f64::from(note);
        let time = f64::from(at) / f64::from(RATE);
        let bass = (TAU * CHORDS[chord][0] / 2.0 * time).sin() * 0.4;
        let swell = (part * 12.0).min(1.0) * (1.0 - part);
        (((TAU * tone * time).sin() * swell + bass) * 9_000.0) as i16
    };
    (0..note * 32).map(sample).collect()
}

/// A second of a tone at half of the full volume. With a whole number of waves it goes on in a loop.
fn tone(hertz: f64) -> Vec<i16> {
    (0..RATE).map(|at| ((TAU * hertz * f64::from(at) / f64::from(RATE)).sin() * 16_384.0) as i16).collect()
}
