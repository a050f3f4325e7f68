//! The example `sound_check`: which tones are heard on which side, how loud, and in which order.

use std::f32::consts::{FRAC_1_SQRT_2, SQRT_2, TAU};

use super::{RATE, recorded};

/// The length of the parts that are looked at: 50 ms.
const PART: usize = RATE / 20;

/// The tones of the music, and of the effects.
const TONES: [f32; 4] = [441.0, 735.0, 1470.0, 2205.0];

/// The amplitudes of music and effects: the tones are at half of the full volume.
const MUSIC: f32 = 0.45 / 2.0;
const EFFECT: f32 = 0.4 / 2.0;

/// The amplitudes of each tone on the left and on the right.
type Levels = [[f32; 2]; 4];

/// What can be heard for a while.
fn states() -> [(&'static str, Levels); 9] {
    const NONE: [f32; 2] = [0.0; 2];
    let music = |part: f32| [NONE, [part * MUSIC; 2], NONE, NONE];
    let effect = |sides: [f32; 2]| [NONE, [MUSIC; 2], sides.map(|side| side * EFFECT), NONE];
    let voice = |sides: [f32; 2]| [NONE, [MUSIC; 2], NONE, sides.map(|side| side * EFFECT)];
    [
        ("silence", [NONE; 4]),
        ("low", [[MUSIC; 2], NONE, NONE, NONE]),
        ("high", music(1.0)),
        ("left", effect([SQRT_2, 0.0])),
        ("right", effect([0.0, SQRT_2])),
        ("half left", voice([1.5_f32.sqrt(), FRAC_1_SQRT_2])),
        ("quiet voice", voice([0.25; 2])),
        ("ducked", music(0.35)),
        ("half volume", music(0.25)),
    ]
}

/// The amplitude of a tone in a part.
fn amplitude(part: &[f32], hertz: f32) -> f32 {
    let (mut real, mut imaginary) = (0.0, 0.0);
    for (at, sample) in part.iter().enumerate() {
        // Hann's window, so that the tones do not disturb each other.
        let sample = sample * (1.0 - (TAU * at as f32 / part.len() as f32).cos());
        let phase = TAU * hertz * at as f32 / RATE as f32;
        real += sample * phase.cos();
        imaginary += sample * phase.sin();
    }
    2.0 * f32::hypot(real, imaginary) / part.len() as f32
}

/// The shortest gap: in a tone fewer samples are silent.
const GAP: usize = 20;
/// The samples before and after a gap that are loud: 2 ms.
const EDGE: usize = RATE / 500;

/// A recording without its gaps. On a busy machine the server has nothing to play for a moment, after which the program
/// goes on where it was. Silence that is meant is no gap: the sound fades before it.
fn without_gaps([left, right]: [Vec<f32>; 2]) -> [Vec<f32>; 2] {
    let samples: Vec<_> = left.into_iter().zip(right).collect();
    let loudest = |part: &[(f32, f32)]| part.iter().map(|(l, r)| l.abs().max(r.abs())).fold(0.0, f32::max);
    let is_silent = |sample: &(f32, f32)| loudest(&[*sample]) < 0.0005;
    let mut kept = Vec::new();
    let mut at = 0;
    for run in samples.chunk_by(|a, b| is_silent(a) == is_silent(b)) {
        let (before, after) = (&samples[..at], &samples[at + run.len()..]);
        let edges = [&before[at.saturating_sub(EDGE)..], &after[..EDGE.min(after.len())]];
        let is_cut = edges.into_iter().all(|edge| loudest(edge) > 0.02);
        if !(is_silent(&run[0]) && run.len() >= GAP && is_cut) {
            kept.extend_from_slice(run);
        }
        at += run.len();
    }
    kept.into_iter().unzip::<_, _, Vec<_>, Vec<_>>().into()
}

fn levels(recording: &str) -> Vec<Levels> {
    let [left, right] = without_gaps(recorded(recording));
    let parts = left.chunks_exact(PART).zip(right.chunks_exact(PART));
    parts.map(|(left, right)| TONES.map(|hertz| [left, right].map(|side| amplitude(side, hertz)))).collect()
}

fn name(levels: &Levels) -> Option<&'static str> {
    let is_near = |wanted: &Levels| {
        let pairs = levels.iter().flatten().zip(wanted.iter().flatten());
        pairs.into_iter().all(|(level, wanted)| (level - wanted).abs() < 0.004 + 0.1 * wanted)
    };
    states().iter().find(|(_, wanted)| is_near(wanted)).map(|(name, _)| *name)
}

/// The order of what is heard for a while, and the cross-fade.
fn check(recording: &str) {
    let levels = levels(recording);
    let names: Vec<_> = levels.iter().map(name).collect();
    eprintln!("{names:?}");
    let heard = names.chunk_by(|a, b| a == b).filter_map(|same| {
        let name = same[0]?;
        let shortest = match name {
            // A browser leaves a gap in the loop of a file that it decodes while it plays.
            "silence" => 10,
            // A fade of the music passes these levels, and stays at one for as long as a slow frame. They last a second.
            "ducked" | "half volume" => 12,
            // It begins or ends with these.
            "low" | "high" => 6,
            // The shortest effect lasts a third of a second.
            _ => 4,
        };
        (same.len() >= shortest).then_some(name)
    });
    let mut heard: Vec<_> = heard.collect();
    heard.dedup();
    // The recorder ends later.
    heard.pop_if(|name| *name == "silence");
    let wanted = "silence, low, high, left, high, right, high, half left, high, quiet voice, high, ducked, high, silence, \
        high, half volume, silence, low";
    assert_eq!(heard.join(", "), wanted);

    let at = |wanted| names.iter().position(|name| *name == Some(wanted)).unwrap_or_default();
    let fade: Vec<_> =
        levels[at("low")..at("high")].iter().map(|levels| [levels[0][0], levels[1][0]]).collect();
    let fade: Vec<_> = fade.into_iter().skip_while(|[_, high]| *high < 0.05 * MUSIC).collect();
    // A second has 20 parts: more where slow frames slow the game down, fewer where a browser leaves some out.
    assert!(fade.len() >= 8, "it has {} parts", fade.len());
    for [low, high] in fade {
        assert!(
            is_cross_fade(low / MUSIC, high / MUSIC),
            "the low tone has {low} where the high one has {high}"
        );
    }
}

/// Returns whether two levels belong to one moment of a cross-fade, in which both rise by x (2 - x) where x
/// goes from 0 to 1. The nearest moment counts: one found from the louder tone alone would be far away where
/// the curve is flat.
fn is_cross_fade(low: f32, high: f32) -> bool {
    let moments = (0..=200).map(|x| x as f32 / 200.0);
    let mut distances = moments.map(|x| f32::max((low - (1.0 - x * x)).abs(), (high - x * (2.0 - x)).abs()));
    distances.any(|distance| distance < 0.07)
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn desktop_tones_are_heard_where_they_should_be() {
    check("desktop/tones");
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn page_tones_are_heard_where_they_should_be() {
    check("page/tones");
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn alsa_tones_are_heard_where_they_should_be() {
    check("alsa/tones");
}
