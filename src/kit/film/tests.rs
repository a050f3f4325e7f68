//! Small films made here, broken ones, and the stream: in time, bounded, never stuck.

use image_webp::{ColorType, WebPEncoder};
use proptest::prelude::*;

use super::*;
use crate::phase::read_asset;
use crate::platform::{HeadlessGpu, MemorySource};

fn path() -> AssetPath {
    AssetPath::new("films/a.webp").unwrap()
}

/// A frame of 8 by 4 pixels of one colour that says its number.
fn color(number: u32) -> [u8; 3] {
    [number as u8, (number * 7) as u8, 9]
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let padding = &[0][..content.len() % 2];
    [name, &(content.len() as u32).to_le_bytes(), content, padding].concat()
}

/// An animated WebP of `frames` frames of 100 ms.
fn film(frames: u32) -> Vec<u8> {
    let mut chunks = chunk(b"VP8X", &[2, 0, 0, 0, 7, 0, 0, 3, 0, 0]);
    chunks.extend(chunk(b"ANIM", &[0; 6]));
    for number in 0..frames {
        let mut still = Vec::new();
        let rgb = color(number).repeat(32);
        WebPEncoder::new(&mut still).encode(&rgb, 8, 4, ColorType::Rgb8).unwrap();
        // Position, width and height less one, 100 ms, and the still's own chunk.
        let head = [0, 0, 0, 0, 0, 0, 7, 0, 0, 3, 0, 0, 100, 0, 0, 2];
        chunks.extend(chunk(b"ANMF", &[&head, &still[12..]].concat()));
    }
    chunk(b"RIFF", &[b"WEBP", &chunks[..]].concat())
}

fn decode_all(bytes: Vec<u8>) -> Result<(), DecodeError> {
    let mut decoder = Decoder::new(&path(), bytes.into())?;
    decoder.decode_next()?;
    while !decoder.is_at_end() {
        decoder.decode_next()?;
    }
    Ok(())
}

fn refused(bytes: Vec<u8>) -> String {
    decode_all(bytes).unwrap_err().to_string()
}

/// A film on a GPU, with an executor.
struct Stage {
    film: Film,
    background: Background,
    gpu: HeadlessGpu,
}

impl Stage {
    fn new(bytes: Vec<u8>, threads: usize) -> Self {
        let source = MemorySource::default().with(path().as_str(), bytes);
        let mut film: Film = read_asset(&source, &path()).unwrap();
        let mut gpu = HeadlessGpu::default();
        film.texture.id = gpu.upload(&Pixels::new(8, 4, vec![0; 128]).unwrap()).unwrap();
        Self { film, background: Background::with_threads(threads), gpu }
    }

    /// One tick, in which `tick` is due; returns the frame that is shown then.
    fn show(&mut self, tick: u32) -> u32 {
        self.film.show(tick, &self.background, &mut self.gpu);
        assert!(self.film.stream.borrow().waiting.len() <= MAX_AHEAD);
        self.film.shown()
    }
}

#[test]
fn frames_are_decoded_in_order_with_their_pixels() {
    let mut decoder = Decoder::new(&path(), film(3).into()).unwrap();
    let mut decode = || decoder.decode_next().map(|frame| (frame.start, frame.end, frame.pixels));
    for number in 0..3 {
        let [red, green, blue] = color(number);
        let pixels = Pixels::new(8, 4, [red, green, blue, 255].repeat(32)).unwrap();
        assert_eq!(decode(), Ok((number * 6, number * 6 + 6, pixels)));
    }
    assert!(decode().is_err());
}

#[test]
fn times_are_rounded_after_they_are_added() {
    let ends: Vec<u32> = (1..=6).map(|frame| tick_at(frame * 67)).collect();
    assert_eq!(ends, [4, 8, 12, 16, 20, 24]);
    assert_eq!((tick_at(0), tick_at(15_000), tick_at(u64::from(u32::MAX))), (0, 900, 257_698_038));
}

#[test]
fn each_tick_shows_its_frame_and_the_last_one_stays() {
    for threads in [0, 1] {
        let mut stage = Stage::new(film(30), threads);
        assert_eq!(stage.film.ticks(), 180);
        for tick in 0..200 {
            assert_eq!(stage.show(tick), (tick / 6).min(29), "at tick {tick} with {threads} threads");
        }
        assert_eq!((stage.gpu.updates(), stage.gpu.texture_count()), (29, 1));
    }
}

#[test]
fn late_frames_are_skipped_and_an_earlier_tick_starts_again() {
    for (from, to) in [(0, 290), (290, 120), (120, 0)] {
        let mut stage = Stage::new(film(50), 0);
        while stage.show(from) != from / 6 {}
        let updates = stage.gpu.updates();
        let calls = (0..30).position(|_| stage.show(to) == to / 6);
        assert!(calls.is_some(), "from {from} to {to}");
        assert_eq!(stage.gpu.updates(), updates + 1, "no late frame was shown");
    }
}

#[test]
fn a_film_that_is_not_shown_decodes_nothing() {
    let stage = Stage::new(film(20), 0);
    assert!(!stage.background.try_tick());
    assert_eq!((stage.gpu.updates(), stage.film.shown()), (0, 0));
}

#[test]
fn a_broken_frame_stops_the_film_with_an_error() {
    let mut bytes = film(20);
    let end = bytes.len();
    bytes[end - 20..].fill(0xff);
    assert!(refused(bytes.clone()).starts_with("films/a.webp: frame 19: "));
    let mut stage = Stage::new(bytes, 0);
    let shown: Vec<u32> = (0..150).step_by(6).map(|tick| stage.show(tick)).collect();
    assert_eq!(shown[18..], [18; 7]);
    assert!(stage.film.error().is_some());
    stage.show(0);
    assert_eq!(stage.film.shown(), 18);
}

#[test]
fn what_is_not_a_film_is_refused_with_its_cause() {
    let mut still = Vec::new();
    WebPEncoder::new(&mut still).encode(&[0; 12], 2, 2, ColorType::Rgb8).unwrap();
    let whole = film(3);
    let cut_between_frames = film(2).len();
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = film(3);
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let frame_outside = changed(44 + 8, &[1]);
    let timeless = {
        let mut bytes = film(1);
        bytes[44 + 8 + 12] = 0;
        bytes
    };
    let cases = [
        (b"GIF89a".to_vec(), "cannot be read"),
        (still, "not animated"),
        (whole[..cut_between_frames].to_vec(), "cut short"),
        (whole[..whole.len() - 9].to_vec(), "cut short"),
        (changed(24, &[0xff, 0xf, 0, 0xff, 0xf, 0]), "the limit is 1920 x 1080"),
        (frame_outside, "frame 0: "),
        (timeless, "no duration"),
        (Vec::new(), "cannot be read"),
    ];
    for (bytes, cause) in cases {
        let error = refused(bytes);
        assert!(error.starts_with("films/a.webp: ") && error.contains(cause), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_film_never_panics(
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = film(4);
        for (place, byte) in damages {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        let _ = decode_all(bytes);
    }

    #[test]
    fn whatever_is_asked_for_is_shown_in_the_end(wishes in prop::collection::vec(0_u32..300, 1..12)) {
        let mut stage = Stage::new(film(50), 0);
        for wish in wishes {
            prop_assert!((0..30).any(|_| stage.show(wish) == wish / 6));
        }
    }
}
