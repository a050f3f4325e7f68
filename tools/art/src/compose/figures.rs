//! Figures of a sound, because nobody hears it while it is composed: read from the very bytes of its
//! file.

use proscenium::platform::Wav;

/// Peak and loudness in decibels below full scale, the mean, and the seam: the step from the last
/// sample to the first one, beside the largest step and the usual one (root mean square).
pub fn of(file: &[u8]) -> Result<String, String> {
    let wav = Wav::parse(file).map_err(|bad| bad.to_string())?;
    let samples: Vec<f64> = (0..wav.frames()).map(|frame| f64::from(wav.sample(0, frame))).collect();
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
        wav.duration().as_secs_f64(),
        file.len(),
        decibels(peak),
        decibels(loudness),
    ))
}

fn decibels(part: f64) -> f64 {
    20.0 * part.log10()
}
