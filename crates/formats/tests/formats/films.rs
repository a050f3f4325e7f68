//! Films, made here: in time, in order, and broken ones.

use std::io;
use std::ops::Range;

use image::ExtendedColorType;
use image::codecs::webp::WebPEncoder;
use proptest::prelude::*;
use proscenium_core::phase::Background;
use proscenium_core::platform::{Gpu, HeadlessGpu, Pixels, TextureId};
use proscenium_formats::Film;

use crate::damaged::damaged_bytes;
use crate::{foreign, load};

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
        WebPEncoder::new_lossless(&mut still).encode(&rgb, 8, 4, ExtendedColorType::Rgb8).unwrap();
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
    WebPEncoder::new_lossless(&mut still).encode(&[0; 12], 2, 2, ExtendedColorType::Rgb8).unwrap();
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
        (Vec::new(), "the file is empty"),
    ];
    for (bytes, cause) in cases {
        let error = load::<Film>("films/a.webp", bytes).unwrap_err().to_string();
        assert!(error.starts_with("films/a.webp: ") && error.contains(cause), "{error}");
    }
}

/// The pixels of each frame of a film whose frames have 100 ms each, one after the other.
fn all_frames(bytes: Vec<u8>) -> Vec<u8> {
    let mut stage = Stage::new(bytes, 0);
    let count = stage.film.ticks() / 6;
    // The first frame is in the texture from the start, and comes again when the film restarts.
    (1..count).for_each(|number| assert_eq!(stage.show(number * 6), number));
    stage.gpu.0.clear();
    (0..count).for_each(|number| assert_eq!(stage.show(number * 6), number));
    assert_eq!(stage.film.error(), None);
    stage.gpu.0.iter().flat_map(Pixels::rgba).copied().collect()
}

/// Makes films of random frames, and writes what libwebp shows of each: `N.webp` and `N.rgba`.
const MAKE_FILMS: &str = r#"
import random
from PIL import Image, _webp
random.seed(7)

def chunk(name, content):
    return name + len(content).to_bytes(4, "little") + content + bytes(len(content) % 2)

def frame_of(w, h, kind):
    def pixel(x, y):
        alpha = 255 if kind in ("opaque", "lossy") else random.choice([0, 255, 255, random.randrange(256)])
        return (random.randrange(256), x * 9 % 256, y * 13 % 256, alpha)
    image = Image.new("RGBA", (w, h))
    image.putdata([pixel(x, y) for y in range(h) for x in range(w)])
    if kind in ("opaque", "lossy"):
        image = image.convert("RGB")
    image.save("still.webp", lossless="lossy" not in kind, quality=60, exact=True)
    data = open("still.webp", "rb").read()[12:]
    return data[18:] if data[:4] == b"VP8X" else data

for number in range(60):
    w, h = random.choice([(16, 12), (17, 13), (1, 1), (2, 31)])
    frames = b""
    for nth in range(7):
        x, y = random.choice([(0, 0), (random.randrange(w) // 2 * 2, random.randrange(h) // 2 * 2)])
        fw, fh = random.choice([(w - x, h - y), (random.randrange(1, w - x + 1), random.randrange(1, h - y + 1))])
        kind = random.choice(["lossless", "opaque", "lossy", "lossy alpha"])
        flags = random.randrange(4)
        head = b"".join(v.to_bytes(3, "little") for v in (x // 2, y // 2, fw - 1, fh - 1, 100)) + bytes([flags])
        image = frame_of(fw, fh, kind)
        # Chunks that are not known stay without effect.
        frames += chunk(b"ANMF", head + image + (chunk(b"newr", b"abc") if nth == 2 else b""))
        frames += chunk(b"XYZ ", b"1") if nth == 3 else b""
    has_alpha = random.choice([2, 2 | 16])
    head = chunk(b"VP8X", bytes([has_alpha, 0, 0, 0]) + (w - 1).to_bytes(3, "little") + (h - 1).to_bytes(3, "little"))
    body = b"WEBP" + head + chunk(b"ANIM", bytes([10, 200, 30, 255, number % 3, 0])) + frames
    data = chunk(b"RIFF", body)
    decoder = _webp.WebPAnimDecoder(data)
    shown = [decoder.get_next()[0] for _ in range(7)]
    open(f"{number}.webp", "wb").write(data)
    open(f"{number}.rgba", "wb").write(b"".join(shown))
"#;

#[test]
fn frames_are_those_of_libwebp_for_each_way_to_blend_and_to_clear() {
    let Some(folder) = foreign::python("PIL._webp", "python3-pil", MAKE_FILMS, &[]) else { return };
    for number in 0..60 {
        let read = |extension: &str| std::fs::read(folder.join(format!("{number}.{extension}"))).unwrap();
        let (shown, expected) = (all_frames(read("webp")), read("rgba"));
        let differs = shown.iter().zip(&expected).position(|(one, other)| one != other);
        assert_eq!((shown.len(), differs), (expected.len(), None), "film {number} of {}", folder.display());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

/// A film of lossless frames of one pixel each: its place, its colour and its flags.
fn dots(frames: &[(u8, [u8; 4], u8)]) -> Vec<u8> {
    let mut chunks = chunk(b"VP8X", &[2 | 16, 0, 0, 0, 3, 0, 0, 0, 0, 0]);
    chunks.extend(chunk(b"ANIM", &[9, 9, 9, 255, 0, 0]));
    for (x, color, flags) in frames {
        let mut still = Vec::new();
        WebPEncoder::new_lossless(&mut still).encode(color, 1, 1, ExtendedColorType::Rgba8).unwrap();
        let head = [x / 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 0, *flags];
        chunks.extend(chunk(b"ANMF", &[&head, &still[12..]].concat()));
    }
    chunk(b"RIFF", &[b"WEBP", &chunks[..]].concat())
}

#[test]
fn a_transparent_film_leaves_no_trail() {
    let (red, clear, half) = ([255, 0, 0, 255], [0; 4], [0, 0, 255, 128]);
    let film = dots(&[(0, red, 1), (2, red, 1), (2, half, 0), (2, half, 0), (0, clear, 2)]);
    let shown = all_frames(film);
    let expected = [
        [red, clear, clear, clear],
        [clear, clear, red, clear],
        [clear, clear, half, clear],
        [clear, clear, [0, 0, 254, 192], clear],
        [clear, clear, [0, 0, 254, 192], clear],
    ];
    assert_eq!(shown, expected.concat().concat());
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
