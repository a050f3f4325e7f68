//! The output of `.ci/sound`: what a sound server recorded while the game played. Only that script runs these
//! tests.

use std::fs;
use std::path::PathBuf;

/// The samples of a second, after every four have become one.
const RATE: usize = 22_050 / 4;
/// The length of the pieces that are compared.
const BLOCK: usize = RATE / 2;

/// The volume of music: the mixer's maximum, with the settings' 7 of 10.
const FULL: f32 = 0.45 * 0.7 * 0.7;
const DUCKED: f32 = 0.35 * FULL;

fn top() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn quarter(samples: &[f32]) -> Vec<f32> {
    samples.chunks_exact(4).map(|four| four.iter().sum::<f32>() / 4.0).collect()
}

/// A recording of 16 bits, mono.
fn recorded(name: &str) -> Vec<f32> {
    let path = top().join("target/sound").join(name);
    let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let samples = bytes.chunks_exact(2).map(|two| f32::from(i16::from_le_bytes([two[0], two[1]])) / 32_768.0);
    quarter(&samples.collect::<Vec<_>>())
}

/// Music of 8 bits, mono, and its beginning again, because it is a loop.
fn music(name: &str) -> Vec<f32> {
    let bytes = fs::read(top().join("assets/sounds").join(name)).unwrap();
    let samples: Vec<f32> = bytes[44..].iter().map(|byte| (f32::from(*byte) - 128.0) / 128.0).collect();
    let mut music = quarter(&samples);
    music.extend_from_within(..BLOCK);
    music
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The gain with which the piece of `music` is in `heard`, and how much of `heard` it is, up to 1.
fn match_at(heard: &[f32], music: &[f32]) -> (f32, f32) {
    let (both, own) = (product(heard, music), product(music, music));
    (both / own, both / (own * product(heard, heard)).sqrt())
}

/// The best match of `heard` from some of the places in `music`.
fn best(heard: &[f32], music: &[f32], places: impl Iterator<Item = usize>) -> (usize, f32, f32) {
    let matches = places.map(|place| {
        let (gain, share) = match_at(heard, &music[place..place + heard.len()]);
        (place, gain, share)
    });
    matches.max_by(|a, b| a.2.total_cmp(&b.2)).unwrap_or_default()
}

/// For each piece of a recording the gain of the music in it, where that is most of what is heard.
fn gains(heard: &[f32], music: &[f32]) -> Vec<Option<f32>> {
    let length = music.len() - BLOCK;
    let rough = quarter(music);
    let mut from = None;
    let blocks = heard.chunks_exact(BLOCK).enumerate().map(|(nth, block)| {
        if product(block, block) < 1e-6 * BLOCK as f32 {
            return None;
        }
        // Once the place is known the music goes on there; a device may leave some of it out.
        let place = from.unwrap_or_else(|| {
            let rough_block = quarter(block);
            let places = 0..rough.len() - rough_block.len();
            (best(&rough_block, &rough, places).0 * 4 + length - nth * BLOCK % length) % length
        });
        let expected = place + nth * BLOCK;
        let near = (expected.saturating_sub(RATE / 20)..expected + RATE / 20).map(|place| place % length);
        let (found, gain, share) = best(block, music, near);
        if share > 0.9 {
            from = Some((found + length - nth * BLOCK % length) % length);
        }
        (share > 0.6).then_some(gain)
    });
    blocks.collect()
}

/// What is heard for at least a second and a half, one after the other.
fn heard(recording: &[f32]) -> Vec<&'static str> {
    let is_near = |gain: Option<f32>, wanted: f32| gain.is_some_and(|gain| (gain / wanted - 1.0).abs() < 0.1);
    let pieces = [("music_menu.wav", "menu", "ducked menu"), ("music_game.wav", "game", "ducked game")];
    let gains = pieces.map(|(file, ..)| gains(recording, &music(file)));
    let names = recording.chunks_exact(BLOCK).enumerate().map(|(nth, block)| {
        if block.iter().all(|sample| sample.abs() < 0.001) {
            return "silence";
        }
        let piece = pieces.iter().zip(&gains).find_map(|((_, full, ducked), gains)| {
            let name = is_near(gains[nth], FULL).then_some(*full);
            name.or_else(|| is_near(gains[nth], DUCKED).then_some(*ducked))
        });
        piece.unwrap_or("something else")
    });
    let names: Vec<_> = names.collect();
    eprintln!("{names:?}");
    let long = names.chunk_by(|a, b| a == b).filter(|same| same.len() >= 3).map(|same| same[0]);
    let mut long: Vec<_> = long.collect();
    long.dedup();
    long
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn the_music_is_heard_and_is_quieter_under_the_pause_menu() {
    assert_eq!(heard(&recorded("played.raw")), ["silence", "menu", "game", "ducked game", "game"]);
}

#[test]
#[ignore = "needs the files of .ci/sound"]
fn the_music_is_heard_again_when_the_device_is_back() {
    assert_eq!(heard(&recorded("back.raw")).last(), Some(&"menu"));
}
