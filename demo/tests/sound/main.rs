//! The output of `.ci/sound`: what a sound server recorded while the game played. Only that script runs these
//! tests.

mod tones;

use std::fs;
use std::path::PathBuf;

/// The samples of a second, in the recordings and in the files of the music.
const RATE: usize = 22_050;
/// The length of the parts that are compared; a multiple of 16.
const PART: usize = RATE / 2 / 16 * 16;

/// The volume of music: the mixer's maximum, with the settings' 7 of 10.
const FULL: f32 = 0.45 * 0.7 * 0.7;
const DUCKED: f32 = 0.35 * FULL;

const FADE: &str = "a fade";

fn read(path: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The two sides of a recording of 16 bits.
fn recorded(name: &str) -> [Vec<f32>; 2] {
    let bytes = read(&format!("target/sound/{name}.raw"));
    [0, 2].map(|side| {
        let samples = bytes.chunks_exact(4).map(|four| i16::from_le_bytes([four[side], four[side + 1]]));
        samples.map(|sample| f32::from(sample) / 32_768.0).collect()
    })
}

/// The samples of a quarter of the rate.
fn quarter(samples: &[f32]) -> Vec<f32> {
    samples.chunks_exact(4).map(|four| four.iter().sum::<f32>() / 4.0).collect()
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Where a part of a recording is in a piece of music.
#[derive(Clone, Copy, Default)]
struct Match {
    place: usize,
    gain: f32,
    /// How much of the part it is, up to 1.
    share: f32,
}

fn best(part: &[f32], music: &[f32], places: impl Iterator<Item = usize>) -> Match {
    let matches = places.filter_map(|place| {
        let there = music.get(place..place + part.len())?;
        let (both, own) = (product(part, there), product(there, there));
        Some(Match { place, gain: both / own, share: both / (own * product(part, part)).sqrt() })
    });
    matches.max_by(|a, b| a.share.total_cmp(&b.share)).unwrap_or_default()
}

fn around(place: usize, reach: usize) -> std::ops::RangeInclusive<usize> {
    place.saturating_sub(reach)..=place + reach
}

struct Music {
    names: [(&'static str, f32); 2],
    /// At its rate, a quarter and a sixteenth of it, each with the beginning again, because it is a loop.
    samples: [Vec<f32>; 3],
    length: usize,
    /// Where the next part should be.
    next: Option<usize>,
}

impl Music {
    /// Music of 8 bits, mono.
    fn new(file: &str, full: &'static str, ducked: &'static str) -> Self {
        let bytes = read(&format!("assets/sounds/{file}"));
        let mut music: Vec<f32> = bytes[44..].iter().map(|byte| (f32::from(*byte) - 128.0) / 128.0).collect();
        let length = music.len();
        music.extend_from_within(..2 * PART);
        let quarter_of = quarter(&music);
        let samples = [music, quarter_of.clone(), quarter(&quarter_of)];
        Self { names: [(full, FULL), (ducked, DUCKED)], samples, length, next: None }
    }

    fn find(&self, part: &[f32]) -> Match {
        let [music, quarters, rough] = &self.samples;
        let part_quarters = quarter(part);
        let nearby = |place| best(&part_quarters, quarters, around(place, RATE / 4 / 10));
        let is_found = |found: &Match| found.share > 0.8;
        let found = self.next.map(|next| nearby(next / 4)).filter(is_found).unwrap_or_else(|| {
            let anywhere = best(&quarter(&part_quarters), rough, 0..self.length / 16);
            best(&part_quarters, quarters, around(anywhere.place * 4, 8))
        });
        best(part, music, around(found.place * 4, 4))
    }

    /// What the part is, if it is this music.
    fn name(&mut self, part: &[f32]) -> Option<&'static str> {
        let found = self.find(part);
        let is_certain = found.share > 0.8;
        let place = if is_certain { Some(found.place) } else { self.next };
        self.next = place.map(|place| (place + PART) % self.length);
        let names =
            self.names.iter().filter(|(_, gain)| is_certain && (found.gain / gain - 1.0).abs() < 0.15);
        names.map(|(name, _)| *name).next()
    }
}

/// What is heard for at least a second and a half, one after the other, without fades and without the silence after
/// all of it: the recorder ends later.
fn heard(recording: &str) -> Vec<&'static str> {
    let [left, right] = recorded(recording);
    let middle: Vec<f32> = left.iter().zip(right).map(|(left, right)| (left + right) / 2.0).collect();
    let mut pieces = [
        Music::new("music_menu.wav", "menu", "ducked menu"),
        Music::new("music_game.wav", "game", "ducked game"),
    ];
    let names = middle.chunks_exact(PART).map(|part| {
        if part.iter().all(|sample| sample.abs() < 0.001) {
            return "silence";
        }
        let found = (0..2).find_map(|nth| Some((nth, pieces[nth].name(part)?)));
        // The same music goes on, most of the time.
        found.map_or(FADE, |(nth, name)| {
            pieces[..=nth].reverse();
            name
        })
    });
    let names: Vec<_> = names.collect();
    eprintln!("{names:?}");
    let long = names.chunk_by(|a, b| a == b).filter(|same| same.len() >= 3 && same[0] != FADE);
    let mut long: Vec<_> = long.map(|same| same[0]).collect();
    long.dedup();
    long.pop_if(|name| *name == "silence");
    long
}

const SESSION: [&str; 5] = ["silence", "menu", "game", "ducked game", "game"];

#[test]
#[ignore = "needs the files of .ci/sound"]
fn desktop_music_is_heard_and_is_quieter_under_the_pause_menu() {
    assert_eq!(heard("desktop/played"), SESSION);
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn desktop_music_is_heard_again_when_the_device_is_back() {
    // The recorder may begin before the game has found the server.
    let heard: Vec<_> = heard("desktop/back").into_iter().skip_while(|name| *name == "silence").collect();
    assert_eq!(heard, ["menu"]);
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn page_music_is_heard_and_is_quieter_under_the_pause_menu() {
    assert_eq!(heard("page/played"), SESSION);
}
