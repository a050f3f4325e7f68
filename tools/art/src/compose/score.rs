//! Written music: notes as text, and chords.

use super::sound::Sound;
use super::voice::Voice;

/// The key of a note's name, such as `c4`, `eb5` or `f#3`.
fn key(name: &str) -> i32 {
    let mut letters = name.chars();
    let tone = match letters.next() {
        Some('c') => 0,
        Some('d') => 2,
        Some('e') => 4,
        Some('f') => 5,
        Some('g') => 7,
        Some('a') => 9,
        Some('b') => 11,
        other => panic!("there is no note {other:?} in `{name}`"),
    };
    let shift = match letters.clone().next() {
        Some('#') => 1,
        Some('b') => -1,
        _ => 0,
    };
    let octave = letters.as_str().trim_start_matches(['#', 'b']);
    tone + shift + 12 * (octave.parse::<i32>().expect("a note ends with its octave") + 1)
}

/// The keys of chord names without their octave, such as `d f a`, from the octave on.
pub fn keys(names: &str, octave: i32) -> Vec<i32> {
    names.split_whitespace().map(|name| key(&format!("{name}{octave}"))).collect()
}

/// A part of a score: who plays, how loud, and where.
pub struct Part<'a> {
    pub voice: &'a Voice,
    pub loud: f64,
    /// Samples of one count.
    pub count: usize,
    /// How much of its time a note is held.
    pub held: f64,
}

impl Part<'_> {
    /// Plays notes one after the other from a count on: `d5:2` is two counts long, `-:1` is a rest,
    /// bars are parted by `|`, which means nothing. Answers the count after the last.
    pub fn play(&self, sound: &mut Sound, from: usize, notes: &str) -> usize {
        let mut at = from;
        for note in notes.split_whitespace().filter(|note| *note != "|") {
            let (name, counts) = note.split_once(':').expect("a note has a length");
            let counts: usize = counts.parse().expect("a length is a number");
            if name != "-" {
                self.one(sound, at, key(name), counts);
            }
            at += counts;
        }
        at
    }

    /// Plays some keys at once.
    pub fn chord(&self, sound: &mut Sound, at: usize, keys: &[i32], counts: usize) {
        for key in keys {
            self.one(sound, at, *key, counts);
        }
    }

    pub fn one(&self, sound: &mut Sound, at: usize, key: i32, counts: usize) {
        let seconds = (counts * self.count) as f64 / super::tone::RATE * self.held;
        sound.add(at * self.count, self.loud, &self.voice.note(key, seconds));
    }
}
