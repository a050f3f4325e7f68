//! The music: a waltz before the curtain, and a march behind it.

use super::score::{Part, keys};
use super::sound::Sound;
use super::tone;
use super::voice::{Voice, kick, rush, snare, tick, timpani};

pub const CELESTA: Voice = Voice {
    bright: tone::celesta,
    dull: tone::soft,
    dulls: 0.15,
    attack: 0.002,
    decay: 0.28,
    release: 0.35,
    vibrato: 0.0,
    chorus: 0.0015,
};
const REED: Voice = Voice {
    bright: tone::reed,
    dull: tone::reed,
    dulls: 1.0,
    attack: 0.04,
    decay: 3.0,
    release: 0.09,
    vibrato: 0.006,
    chorus: 0.0,
};
const STRINGS: Voice = Voice {
    bright: tone::string,
    dull: tone::soft,
    dulls: 2.0,
    attack: 0.12,
    decay: 6.0,
    release: 0.25,
    vibrato: 0.003,
    chorus: 0.004,
};
const PLUCKED: Voice = Voice {
    bright: tone::saw,
    dull: tone::soft,
    dulls: 0.04,
    attack: 0.003,
    decay: 0.12,
    release: 0.08,
    vibrato: 0.0,
    chorus: 0.002,
};
pub const BRASS: Voice = Voice {
    bright: tone::saw,
    dull: tone::string,
    dulls: 0.25,
    attack: 0.025,
    decay: 2.0,
    release: 0.08,
    vibrato: 0.003,
    chorus: 0.002,
};
pub const ORGAN: Voice = Voice {
    bright: tone::pipes,
    dull: tone::pipes,
    dulls: 1.0,
    attack: 0.03,
    decay: 9.0,
    release: 0.15,
    vibrato: 0.0,
    chorus: 0.002,
};

/// A bar of harmony: the bass, and the tones above it.
type Bar = (&'static str, &'static str);

const D_MINOR: Bar = ("d", "d f a");
const G_MINOR: Bar = ("g", "d g bb");
const A_SEVEN: Bar = ("a", "c# e g");
const A_MAJOR: Bar = ("a", "c# e a");
const B_FLAT: Bar = ("bb", "d f bb");
const F_MAJOR: Bar = ("f", "c f a");
const C_MAJOR: Bar = ("c", "c e g");
const E_FLAT: Bar = ("eb", "eb g bb");
const E_DIMINISHED: Bar = ("e", "e g bb");

/// The waltz of the menus: 24 bars of three beats, 30 seconds.
pub fn waltz() -> Sound {
    const COUNT: usize = 4594;
    const BARS: [Bar; 24] = [
        D_MINOR,
        D_MINOR,
        G_MINOR,
        D_MINOR,
        E_DIMINISHED,
        A_SEVEN,
        D_MINOR,
        A_SEVEN, //
        B_FLAT,
        F_MAJOR,
        G_MINOR,
        D_MINOR,
        E_FLAT,
        A_SEVEN,
        D_MINOR,
        A_SEVEN, //
        D_MINOR,
        F_MAJOR,
        B_FLAT,
        G_MINOR,
        E_FLAT,
        A_SEVEN,
        D_MINOR,
        A_SEVEN,
    ];
    let mut sound = Sound::looping(BARS.len() * 6 * COUNT);
    let part = |voice, loud, held| Part { voice, loud, count: COUNT, held };

    let first = "d5:2 a5:2 g#5:1 a5:1 | f5:4 e5:1 f5:1 | g5:2 bb5:2 a5:1 g5:1 | f5:2 d5:4 \
                 | e5:2 g5:2 bb5:2 | a5:2 c#5:2 e5:2 | d5:2 f5:1 e5:1 d5:2 | c#5:4 -:2";
    let second = "d5:3 c5:1 bb4:2 | c5:4 a4:2 | bb4:3 a4:1 g4:2 | a4:6 \
                  | g4:2 bb4:2 eb5:2 | e5:2 c#5:2 a4:2 | f5:2 e5:1 d5:1 c#5:1 d5:1 | e5:4 a4:2";
    let third = "d5:1 e5:1 f5:1 g5:1 a5:2 | a5:3 bb5:1 a5:2 | g5:1 a5:1 bb5:1 c6:1 d6:2 | d6:4 bb5:2 \
                 | bb5:2 g5:2 eb5:2 | e5:2 g5:2 c#5:2 | d5:2 f5:1 e5:1 d5:2 | c#5:2 e5:2 g5:2";
    let celesta = part(&CELESTA, 0.75, 0.9);
    let reed = part(&REED, 0.5, 0.92);
    let next = celesta.play(&mut sound, 0, first);
    let next = reed.play(&mut sound, next, second);
    celesta.play(&mut sound, next, third);
    part(&REED, 0.3, 0.92).play(&mut sound, next, third);

    for (bar, (bass, chord)) in BARS.iter().enumerate() {
        let at = bar * 6;
        let bass = keys(bass, if ["d", "c", "eb", "e", "f"].contains(bass) { 3 } else { 2 });
        part(&PLUCKED, 1.5, 0.9).chord(&mut sound, at, &bass, 2);
        for beat in [2, 4] {
            part(&PLUCKED, 0.42, 0.7).chord(&mut sound, at + beat, &keys(chord, 4), 1);
        }
        // The strings come in behind the reed, and stay.
        if bar >= 8 {
            let loud = if bar >= 16 { 0.22 } else { 0.15 };
            part(&STRINGS, loud, 1.0).chord(&mut sound, at, &keys(chord, 4), 6);
        }
        // A clock in the wings.
        for beat in 0..3 {
            let hertz = if beat == 0 { 1400.0 } else { 1050.0 };
            sound.add((at + beat * 2) * COUNT, if beat == 0 { 0.14 } else { 0.08 }, &tick(hertz));
        }
        // An answer from the music box while the reed holds its breath.
        if (8..16).contains(&bar) && bar % 2 == 1 {
            let tones = keys(chord, 5);
            for (nth, key) in tones.iter().chain([&tones[1]]).enumerate() {
                part(&CELESTA, 0.3, 0.9).one(&mut sound, at + 2 + nth, *key, 1);
            }
        }
    }
    sound.reverb(0.5, 0.80);
    sound.finish(1.6, 0.84)
}

/// The march of the game: 16 bars of four beats, 28 seconds.
pub fn march() -> Sound {
    /// A sixteenth.
    const COUNT: usize = 2400;
    const BARS: [Bar; 16] = [
        D_MINOR, D_MINOR, B_FLAT, A_MAJOR, D_MINOR, F_MAJOR, G_MINOR, A_MAJOR, //
        B_FLAT, C_MAJOR, D_MINOR, D_MINOR, G_MINOR, E_FLAT, A_SEVEN, A_MAJOR,
    ];
    let mut sound = Sound::looping(BARS.len() * 16 * COUNT);
    let part = |voice, loud, held| Part { voice, loud, count: COUNT, held };
    // Melodies are written in eighths.
    let melody = |voice, loud, held| Part { voice, loud, count: COUNT * 2, held };

    let low = "d4:3 e4:1 f4:2 d4:2 | a4:4 g#4:2 a4:2 | bb4:3 a4:1 g4:2 f4:2 | e4:4 c#4:2 e4:2";
    let call = "a4:3 d5:1 d5:2 e5:2 | f5:4 e5:2 c5:2 | d5:3 c5:1 bb4:2 d5:2 | c#5:4 a4:4";
    let runs = "d5:1 f5:1 bb5:1 f5:1 d5:1 f5:1 bb5:1 f5:1 | e5:1 g5:1 c6:1 g5:1 e5:1 g5:1 c6:1 g5:1 \
                | f5:1 a5:1 d6:1 a5:1 f5:1 a5:1 d6:1 a5:1 | d6:2 c6:2 a5:2 f5:2";
    let hold = "bb4:8 | c5:8 | d5:6 e5:2 | f5:4 e5:2 d5:2";
    let last = "bb4:2 d5:2 g5:3 f5:1 | eb5:2 g5:2 bb5:3 a5:1 | a5:3 g5:1 e5:2 c#5:2 | a4:2 b4:2 c#5:2 e5:2";
    let brass = melody(&BRASS, 0.5, 0.85);
    melody(&REED, 0.6, 0.85).play(&mut sound, 0, low);
    brass.play(&mut sound, 32, call);
    melody(&CELESTA, 0.4, 0.9).play(&mut sound, 64, runs);
    melody(&BRASS, 0.35, 0.95).play(&mut sound, 64, hold);
    brass.play(&mut sound, 96, last);
    melody(&REED, 0.3, 0.85).play(&mut sound, 96, last);

    for (bar, (bass, chord)) in BARS.iter().enumerate() {
        let at = bar * 16;
        let root = keys(bass, 2)[0];
        for eighth in 0..8 {
            let key = if eighth % 4 == 2 { root + 12 } else { root };
            part(&PLUCKED, 0.85, 0.8).one(&mut sound, at + eighth * 2, key, 2);
        }
        if bar >= 4 {
            part(&STRINGS, 0.17, 1.0).chord(&mut sound, at, &keys(chord, 4), 16);
        }
        // Stabs on the off-beats, where the melody rests.
        if !(4..12).contains(&bar) {
            for beat in [6, 14] {
                part(&PLUCKED, 0.3, 0.7).chord(&mut sound, at + beat, &keys(chord, 4), 2);
            }
        }
        drums(&mut sound, bar, COUNT);
    }
    sound.reverb(0.35, 0.74);
    sound.finish(1.8, 0.84)
}

/// A bar of the march's drums.
fn drums(sound: &mut Sound, bar: usize, count: usize) {
    let at = |sixteenth: usize| (bar * 16 + sixteenth) * count;
    // From 0 (nothing) to 9, a digit for each sixteenth.
    let pattern = match bar % 4 {
        3 => "2010602120106678",
        1 => "2010602120106020",
        _ => "2010602020106120",
    };
    for (sixteenth, digit) in pattern.bytes().enumerate() {
        let loud = f64::from(digit - b'0') / 9.0;
        if loud > 0.0 {
            sound.add(at(sixteenth), loud * 0.45, &snare((bar * 16 + sixteenth) as u32, 0.11));
        }
    }
    for beat in [0, 8] {
        sound.add(at(beat), 0.8, &kick());
    }
    for beat in (2..16).step_by(4) {
        sound.add(at(beat), 0.12, &rush(beat as u32 + 90, &[7000.0, 7000.0], 1.8, 0.05));
    }
    if bar % 4 == 3 {
        for (nth, sixteenth) in [8, 10, 12, 13, 14, 15].into_iter().enumerate() {
            sound.add(at(sixteenth), 0.25 + 0.06 * nth as f64, &timpani(45));
        }
    } else if bar.is_multiple_of(2) {
        sound.add(at(0), 0.5, &timpani(38));
    }
}
