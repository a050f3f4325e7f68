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

/// The music: eight bars of four beats, 16 seconds.
pub fn music() -> Sound {
    const COUNT: usize = 5512;
    const BARS: [&str; 8] = ["c e g", "a c e", "f a c", "g b d", "c e g", "e g b", "f a c", "g b d"];
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
    let mut sound = Sound::looping(BARS.len() * 8 * COUNT);
    let part = |voice, loud, held| Part { voice, loud, count: COUNT, held };
    let tune = "e5:3 d5:1 c5:2 g4:2 | a4:4 c5:2 e5:2 | f5:3 e5:1 d5:2 c5:2 | d5:6 -:2 \
                | e5:3 d5:1 c5:2 g5:2 | b5:4 g5:2 e5:2 | f5:2 a5:2 c6:2 a5:2 | g5:4 d5:2 -:2";
    part(&FLUTE, 0.6, 0.9).play(&mut sound, 0, tune);
    for (bar, chord) in BARS.iter().enumerate() {
        for (nth, tone) in [0, 1, 2, 1, 0, 1, 2, 1].into_iter().enumerate() {
            part(&CELESTA, 0.35, 0.9).one(&mut sound, bar * 8 + nth, keys(chord, 4)[tone], 1);
        }
        part(&FLUTE, 0.4, 0.95).one(&mut sound, bar * 8, keys(chord, 3)[0], 8);
    }
    sound.reverb(0.4, 0.76);
    sound.finish(1.2, 0.8)
}
