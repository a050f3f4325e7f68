//! Measurements of a sound, from the bytes of its file.

use hound::{SampleFormat, WavReader};

/// Peak and loudness in decibels below full scale, the mean, and the seam: the step from the last
/// sample to the first one, beside the largest step and the usual one (root mean square).
pub fn of(file: &[u8]) -> Result<String, String> {
    let mut wav = WavReader::new(file).map_err(|error| error.to_string())?;
    let (spec, seconds) = (wav.spec(), f64::from(wav.duration()) / f64::from(wav.spec().sample_rate));
    assert_eq!((spec.channels, spec.sample_format), (1, SampleFormat::Int));
    let full = f64::from(1_u32 << (spec.bits_per_sample - 1));
    let samples: Result<Vec<f64>, _> =
        wav.samples::<i32>().map(|sample| Ok(f64::from(sample?) / full)).collect();
    let samples = samples.map_err(|error: hound::Error| error.to_string())?;
    let count = samples.len() as f64;
    let peak = samples.iter().fold(0.0, |peak: f64, sample| peak.max(sample.abs()));
    let mean = samples.iter().sum::<f64>() / count;
    let loudness = (samples.iter().map(|sample| sample * sample).sum::<f64>() / count).sqrt();
    let steps: Vec<f64> = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    let largest = steps.iter().copied().fold(0.0, f64::max);
    let usual = (steps.iter().map(|step| step * step).sum::<f64>() / steps.len() as f64).sqrt();
    let seam = (samples[0] - samples[samples.len() - 1]).abs();
    Ok(format!(
        "{:6.2} s {:7} bytes  peak {:6.2} dB  RMS {:6.2} dB  mean {mean:+.5}  seam {seam:.4} (largest {largest:.4}, usual {usual:.4})",
        seconds,
        file.len(),
        decibels(peak),
        decibels(loudness),
    ))
}

fn decibels(part: f64) -> f64 {
    20.0 * part.log10()
}
