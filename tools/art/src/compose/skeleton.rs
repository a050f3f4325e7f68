//! The sounds of the skeleton that are not those of menus.

use super::music::CELESTA;
use super::score::{Part, keys};
use super::sound::Sound;
use super::tone::{frames, reed, soft};
use super::voice::{Voice, sweep};

/// A sheep: a reed that trembles.
pub fn bleat() -> Sound {
    let mut cry = sweep(reed, 420.0, 350.0, 0.34);
    for (at, sample) in cry.iter_mut().enumerate() {
        *sample *= if at % frames(0.06) < frames(0.035) { 1.0 } else { 0.35 };
    }
    Sound::of(0.36, &[(0.0, 1.0, cry)]).finish(0.9, 0.6)
}

/// A sheep is in the pen.
pub fn home() -> Sound {
    let notes = [(0.0, 79, 0.12), (0.09, 83, 0.12), (0.18, 86, 0.3)];
    let notes = notes.map(|(at, key, seconds)| (at, 0.8, CELESTA.note(key, seconds)));
    Sound::of(0.6, &notes).finish(0.7, 0.7)
}

const FLUTE: Voice = Voice {
    bright: soft,
    dull: soft,
    dulls: 1.0,
    attack: 0.05,
    decay: 4.0,
    release: 0.15,
    vibrato: 0.004,
    chorus: 0.0,
};

/// Eight bars of eight notes each, which have `count` frames: a tune of the flute, low notes below it, and the chords
/// of the bars note by note in the order of `figure`.
fn music(count: usize, tune: &str, bars: [&str; 8], figure: [usize; 8]) -> Sound {
    let mut sound = Sound::looping(bars.len() * 8 * count);
    let part = |voice, loud, held| Part { voice, loud, count, held };
    part(&FLUTE, 0.6, 0.9).play(&mut sound, 0, tune);
    for (bar, chord) in bars.iter().enumerate() {
        for (nth, tone) in figure.into_iter().enumerate() {
            part(&CELESTA, 0.35, 0.9).one(&mut sound, bar * 8 + nth, keys(chord, 4)[tone], 1);
        }
        part(&FLUTE, 0.4, 0.95).one(&mut sound, bar * 8, keys(chord, 3)[0], 8);
    }
    sound.reverb(0.4, 0.76);
    sound.finish(1.2, 0.8)
}

/// The music of the trailer and the menus: 16 seconds.
pub fn music_menu() -> Sound {
    let tune = "e5:3 d5:1 c5:2 g4:2 | a4:4 c5:2 e5:2 | f5:3 e5:1 d5:2 c5:2 | d5:6 -:2 \
                | e5:3 d5:1 c5:2 g5:2 | b5:4 g5:2 e5:2 | f5:2 a5:2 c6:2 a5:2 | g5:4 d5:2 -:2";
    let bars = ["c e g", "a c e", "f a c", "g b d", "c e g", "e g b", "f a c", "g b d"];
    music(5512, tune, bars, [0, 1, 2, 1, 0, 1, 2, 1])
}

/// The music of the game, livelier: 12 seconds.
pub fn music_game() -> Sound {
    let tune = "g5:1 e5:1 g5:1 e5:1 c5:2 e5:2 | f5:1 a5:1 f5:1 d5:1 f5:2 -:2 | e5:1 g5:1 e5:1 c5:1 a4:2 c5:2 \
                | d5:2 b4:2 g4:2 -:2 | g5:1 e5:1 g5:1 c6:1 b5:2 g5:2 | a5:1 f5:1 a5:1 c6:1 a5:2 f5:2 \
                | e5:2 g5:2 d5:2 b4:2 | c5:4 g4:2 -:2";
    let bars = ["c e g", "d f a", "a c e", "g b d", "c e g", "f a c", "g b d", "c e g"];
    music(4134, tune, bars, [0, 2, 1, 2, 0, 2, 1, 2])
}
