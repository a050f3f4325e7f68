//! Films, made here: in time, in order, and broken ones.

use std::io;
use std::ops::Range;

use image_webp::{ColorType, WebPEncoder};
use proptest::prelude::*;
use proscenium::kit::Film;
use proscenium::phase::Background;
use proscenium::platform::{Gpu, HeadlessGpu, Pixels, TextureId};

use crate::damaged::damaged_bytes;
use crate::load;

/// A frame of 8 by 4 pixels of one colour that contains its number.
fn color(number: u32) -> [u8; 3] {
    [number as u8, (number * 7) as u8, 9]
}

fn chunk(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
    let padding = &[0][..content.len() % 2];
    [name, &(content.len() as u32).to_le_bytes(), content, padding].concat()
}

/// An animated WebP of `frames` frames of 100 ms, which are 6 ticks.
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

/// Keeps the pixels of each update.
#[derive(Default)]
struct Updates(Vec<Pixels>);

impl Gpu for Updates {
    fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        HeadlessGpu::default().upload(pixels)
    }

    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        HeadlessGpu::default().allocate(width, height)
    }

    fn update_rows(&mut self, _texture: TextureId, _of: &Pixels, _rows: Range<u32>) -> io::Result<()> {
        Ok(())
    }

    fn update(&mut self, _texture: TextureId, pixels: &Pixels) -> io::Result<()> {
        self.0.push(pixels.clone());
        Ok(())
    }

    fn free(&mut self, _texture: TextureId) {}

    fn texture_count(&self) -> usize {
        1
    }
}

struct Stage {
    film: Film,
    background: Background,
    gpu: Updates,
}

impl Stage {
    fn new(bytes: Vec<u8>, threads: usize) -> Self {
        let film = load("films/a.webp", bytes).unwrap();
        Self { film, background: Background::with_threads(threads), gpu: Updates::default() }
    }

    /// Shows the frame of `tick`; returns the number of the frame in the texture.
    fn show(&mut self, tick: u32) -> u32 {
        self.film.show(tick, &self.background, &mut self.gpu);
        self.film.shown()
    }
}

#[test]
fn each_tick_shows_its_frame_and_the_last_one_stays() {
    for threads in [0, 1] {
        let mut stage = Stage::new(film(30), threads);
        assert_eq!((stage.film.ticks(), stage.film.shown()), (180, 0));
        for tick in 0..200 {
            assert_eq!(stage.show(tick), (tick / 6).min(29), "at tick {tick} with {threads} threads");
        }
        // The first frame is in the texture from the start.
        let expected = (1..30).map(|number| {
            let [red, green, blue] = color(number);
            Pixels::new(8, 4, [red, green, blue, 255].repeat(32)).unwrap()
        });
        assert_eq!(stage.gpu.0, expected.collect::<Vec<_>>());
    }
}

#[test]
fn late_frames_are_skipped_and_an_earlier_tick_restarts() {
    for (from, to) in [(0, 290), (290, 120), (120, 0)] {
        let mut stage = Stage::new(film(50), 0);
        while stage.show(from) != from / 6 {}
        let updates = stage.gpu.0.len();
        assert!((0..30).any(|_| stage.show(to) == to / 6), "from {from} to {to}");
        assert_eq!(stage.gpu.0.len(), updates + 1);
    }
}

#[test]
fn a_broken_frame_stops_the_film_with_an_error() {
    let mut bytes = film(20);
    let end = bytes.len();
    bytes[end - 20..].fill(0xff);
    let mut stage = Stage::new(bytes, 0);
    let shown: Vec<u32> = (0..150).step_by(6).map(|tick| stage.show(tick)).collect();
    assert_eq!(shown[18..], [18; 7]);
    assert!(stage.film.error().unwrap().to_string().starts_with("films/a.webp: frame 19: "));
    assert_eq!(stage.show(0), 18);
}

#[test]
fn a_file_that_is_no_film_is_an_error() {
    let mut still = Vec::new();
    WebPEncoder::new(&mut still).encode(&[0; 12], 2, 2, ColorType::Rgb8).unwrap();
    let whole = film(3);
    let changed = |mut bytes: Vec<u8>, at: usize, with: &[u8]| {
        bytes[at..at + with.len()].copy_from_slice(with);
        bytes
    };
    let cases = [
        (b"GIF89a".to_vec(), "cannot be read"),
        (still, "not animated"),
        (whole[..film(2).len()].to_vec(), "cut short"),
        (whole[..whole.len() - 9].to_vec(), "cut short"),
        (changed(film(3), 24, &[0xff, 0xf, 0, 0xff, 0xf, 0]), "4096 x 4096"),
        (changed(film(3), 44 + 8, &[1]), "frame 0: "),
        (changed(film(1), 44 + 8 + 12, &[0]), "no duration"),
        (Vec::new(), "cannot be read"),
    ];
    for (bytes, cause) in cases {
        let error = load::<Film>("films/a.webp", bytes).unwrap_err().to_string();
        assert!(error.starts_with("films/a.webp: ") && error.contains(cause), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_film_never_panics(bytes in damaged_bytes(film(4))) {
        if let Ok(film) = load("films/a.webp", bytes) {
            let mut stage = Stage { film, background: Background::with_threads(0), gpu: Updates::default() };
            assert!((0..30).all(|tick| stage.show(tick) < 4));
        }
    }

    #[test]
    fn any_sequence_of_ticks_is_shown(ticks in prop::collection::vec(0_u32..300, 1..12)) {
        let mut stage = Stage::new(film(50), 0);
        for tick in ticks {
            prop_assert!((0..30).any(|_| stage.show(tick) == tick / 6));
        }
    }
}
