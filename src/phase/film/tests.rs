//! The format there and back, hostile files, and the stream: bounded, in time, never stuck.

use proptest::prelude::*;

use super::file::{KEY, MAX_PIXELS};
use super::*;
use crate::platform::HeadlessGpu;

fn path() -> AssetPath {
    AssetPath::new("films/a.film").unwrap()
}

/// A picture of 8 by 4 pixels that no other number has.
fn picture(number: u32) -> Pixels {
    let pixels = (0..32_u32).flat_map(|place| {
        let light = if place == number % 32 { 255 } else { (place * 3) as u8 };
        [light, (number / 32) as u8, 7, 255]
    });
    Pixels::new(8, 4, pixels.collect()).unwrap()
}

fn film(pictures: u32) -> Vec<u8> {
    let mut writer = FilmWriter::new(4);
    (0..pictures).for_each(|number| writer.push(&picture(number)).unwrap());
    writer.finish().unwrap()
}

fn decoded(bytes: Vec<u8>) -> Result<Vec<Pixels>, DecodeError> {
    let mut data = FilmData::decode(&path(), bytes)?;
    let mut pictures = vec![data.first];
    while data.decoder.next() < data.file.chunks() {
        data.decoder.step()?;
        pictures.push(data.decoder.pixels());
    }
    Ok(pictures)
}

fn refused(bytes: Vec<u8>) -> String {
    decoded(bytes).unwrap_err().to_string()
}

/// A film on a GPU, with an executor.
struct Stage {
    film: Film,
    background: Background,
    gpu: HeadlessGpu,
}

impl Stage {
    fn new(bytes: Vec<u8>, threads: usize) -> Self {
        let data = FilmData::decode(&path(), bytes).unwrap();
        let mut gpu = HeadlessGpu::default();
        let id = gpu.upload(data.first()).unwrap();
        let texture = Texture { id, width: data.first().width(), height: data.first().height() };
        let background =
            if threads == 0 { Background::single_threaded() } else { Background::with_threads(threads) };
        Self { film: Film::new(texture, data), background, gpu }
    }

    /// One logic frame in which `picture` is due.
    fn frame(&mut self, picture: u32) {
        self.film.show(picture);
        self.film.work(&self.background, &mut self.gpu);
        assert!(self.film.ahead() <= MAX_AHEAD, "{} pictures wait", self.film.ahead());
    }
}

#[test]
fn a_film_comes_back_as_it_was_recorded() {
    let pictures = decoded(film(100)).unwrap();
    assert_eq!(pictures.len(), 100);
    for (number, decoded) in (0..).zip(&pictures) {
        assert!(*decoded == picture(number), "picture {number}");
    }
}

#[test]
fn a_world_that_moves_as_a_whole_takes_little_room() {
    // A floor without a pattern, seen by a camera that walks over it.
    let floor: Vec<u8> =
        (0..200 * 100_u32).map(|place| (place.wrapping_mul(2_654_435_761) >> 27) as u8).collect();
    let seen = |shift: usize| {
        let rows = (0..60).flat_map(|y| floor[(y + shift / 2) * 200 + shift..][..120].to_vec());
        Pixels::new(120, 60, rows.flat_map(|light| [light, light, 40, 255]).collect()).unwrap()
    };
    let mut writer = FilmWriter::new(4);
    (0..10).for_each(|step| writer.push(&seen(step * 6)).unwrap());
    let bytes = writer.finish().unwrap();
    let pictures = decoded(bytes.clone()).unwrap();
    assert!((0..10).all(|step| pictures[step] == seen(step * 6)));
    assert!(bytes.len() < 2 * 120 * 60, "it has {} bytes", bytes.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_pictures_come_back_as_they_were(
        (width, height) in (1_u32..12, 1_u32..9),
        seeds in prop::collection::vec((0_u8..40, -3_i32..4, any::<bool>()), 1..60),
    ) {
        let mut writer = FilmWriter::new(3);
        let mut pictures = Vec::new();
        for (seed, shift, is_cut) in seeds {
            let rgba = (0..width * height).flat_map(|place| {
                let place = (place as i32 + shift * 2).cast_unsigned() as u8;
                [place.wrapping_mul(seed) & 0x3c, seed & 3, 0, 255]
            });
            let picture = Pixels::new(width, height, rgba.collect()).unwrap();
            if is_cut {
                writer.cut();
            }
            writer.push(&picture).unwrap();
            pictures.push(picture);
        }
        prop_assert_eq!(decoded(writer.finish().unwrap()).unwrap(), pictures);
    }

    #[test]
    fn a_damaged_film_never_panics(
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = film(50);
        for (place, byte) in damages {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if let Err(error) = decoded(bytes) {
            prop_assert!(error.to_string().starts_with("films/a.film: "));
        }
    }

    #[test]
    fn noise_never_panics(mut noise in prop::collection::vec(any::<u8>(), 0..300), is_film: bool) {
        if is_film && noise.len() >= 8 {
            noise[..8].copy_from_slice(b"PROFILM1");
        }
        prop_assert!(decoded(noise).is_err());
    }

    #[test]
    fn whatever_is_asked_for_the_ring_is_bounded_and_what_is_due_comes(
        wishes in prop::collection::vec(0_u32..200, 1..40),
        threads in 0_usize..2,
    ) {
        let mut stage = Stage::new(film(200), threads);
        for wish in wishes {
            // As many frames as it is away from its key picture at most, two pictures each.
            for _ in 0..25 {
                stage.frame(wish);
            }
            prop_assert_eq!(stage.film.shown(), wish);
        }
    }
}

#[test]
fn a_head_that_claims_too_much_is_refused_with_its_place() {
    let changed = |at: usize, with: &[u8]| {
        let mut bytes = film(3);
        bytes[at..at + with.len()].copy_from_slice(with);
        refused(bytes)
    };
    let head = [
        (changed(0, b"RIFF"), "does not start with `PROFILM1`"),
        (changed(8, &[0xff; 4]), "at byte 8: pictures of 65535 x 65535"),
        (changed(8, &[0, 0]), "at byte 8: pictures of 0 x 4"),
        (changed(12, &[0, 0]), "at byte 12"),
        (changed(14, &[0xff, 0]), "at byte 14: 255 colours"),
        (changed(16, &[0xff; 4]), "at byte 16: 4294967295 pictures"),
        (changed(16, &[0x10, 0x27, 0, 0]), "is it cut short?"),
    ];
    for (error, expected) in head {
        assert!(error.starts_with("films/a.film: ") && error.contains(expected), "{error}");
    }
    assert!(refused(film(3)[..30].to_vec()).contains("is it cut short?"));
    let mut longer = film(3);
    longer.push(0);
    assert!(refused(longer).contains("1 bytes follow the last picture"));
}

/// A film of one colour and one chunk.
fn one_chunk(width: u16, height: u16, unpacked: &[u8]) -> Vec<u8> {
    use std::io::Write as _;
    let mut chunk = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    chunk.write_all(unpacked).unwrap();
    let chunk = chunk.finish().unwrap();
    let mut bytes = b"PROFILM1".to_vec();
    for number in [width, height, 4, 1] {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend([9, 9, 9]);
    bytes.extend((chunk.len() as u32 | KEY).to_le_bytes());
    bytes.extend(chunk);
    bytes
}

#[test]
fn a_chunk_that_is_a_bomb_or_says_nonsense_is_refused_with_its_picture() {
    let bomb = one_chunk(2, 2, &vec![0; MAX_PIXELS * 8]);
    assert!(refused(bomb).contains("picture 0, at byte 27: its"));
    assert!(refused(one_chunk(2, 2, &[0; 5])).contains("do not unpack to the 6"));
    assert!(refused(one_chunk(2, 2, &[0, 0, 0, 1, 0, 0])).contains("pixel 1, 0 has the colour 1, of 1"));
    assert!(refused(one_chunk(2, 2, &[0, 0, 0, 255, 0, 0])).contains("pixel 1, 0 is taken from where"));
    assert!(decoded(one_chunk(2, 2, &[0; 6])).is_ok());
}

#[test]
fn pictures_are_shown_in_time_and_decoded_ahead_of_it() {
    for threads in [0, 1] {
        let mut stage = Stage::new(film(60), threads);
        for frame in 0..60 * stage.film.frames_each() {
            let due = stage.film.picture_at(frame);
            stage.frame(due);
            assert_eq!(stage.film.shown(), due, "at frame {frame} with {threads} threads");
        }
        assert_eq!((stage.gpu.updates(), stage.film.dropped()), (59, 0));
        assert_eq!(stage.gpu.texture_count(), 1);
    }
}

#[test]
fn late_pictures_are_dropped_and_a_far_one_is_reached_over_its_key_picture() {
    let mut stage = Stage::new(film(200), 0);
    stage.frame(1);
    // The game stood still, and now another part is due: 135 is a key picture.
    stage.frame(135);
    assert_eq!(stage.film.shown(), 135);
    stage.frame(139);
    stage.frame(139);
    assert_eq!(stage.film.shown(), 139);
    assert!(stage.film.dropped() > 100, "{} were dropped", stage.film.dropped());
    assert!(stage.gpu.updates() <= 3, "nothing late was shown");
}

#[test]
fn a_film_that_is_not_shown_costs_nothing() {
    let stage = &mut Stage::new(film(20), 0);
    for _ in 0..10 {
        stage.film.work(&stage.background, &mut stage.gpu);
    }
    assert_eq!((stage.film.ahead(), stage.gpu.updates()), (0, 0));
}

#[test]
fn a_picture_that_is_broken_stops_the_film_and_nothing_else() {
    let mut bytes = film(20);
    let end = bytes.len();
    bytes[end - 6..].fill(0xff);
    assert!(FilmData::decode(&path(), bytes.clone()).unwrap().check().is_err());
    let mut stage = Stage::new(bytes, 0);
    for frame in 0..100 {
        stage.frame(stage.film.picture_at(frame));
    }
    let error = stage.film.error().unwrap().to_string();
    assert!(error.starts_with("films/a.film: picture 19, at byte "), "{error}");
    assert_eq!(stage.film.shown(), 18);
}

#[test]
fn the_shown_picture_is_the_due_one_pixel_by_pixel() {
    let mut stream = {
        let data = FilmData::decode(&path(), film(120)).unwrap();
        Stream::new(data.file, data.decoder)
    };
    let background = Background::single_threaded();
    for wanted in (1..120).chain([3, 50, 2]) {
        let shown = (0..30).find_map(|_| stream.advance(wanted, &background));
        assert!(shown == Some(picture(wanted)), "picture {wanted}");
    }
}

/// A measurement, not a rule: `cargo test --release --lib how_long -- --ignored --nocapture`.
#[test]
#[ignore = "measures; says how long the pictures of the trailer take"]
fn how_long_the_pictures_of_the_trailer_take() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/films/trailer.film");
    let bytes = std::fs::read(file).unwrap();
    let size = bytes.len();
    let data = FilmData::decode(&path(), bytes).unwrap();
    let memory = data.memory();
    let mut decoder = data.decoder;
    let mut times = Vec::new();
    while decoder.next() < data.file.chunks() {
        let begin = std::time::Instant::now();
        decoder.step().unwrap();
        drop(decoder.pixels());
        times.push(begin.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let (middle, longest) = (times[times.len() / 2], times.last().unwrap());
    eprintln!(
        "{size} bytes, {} pictures, {middle:.2} ms a picture, {longest:.2} ms at most, {memory} bytes of memory",
        times.len() + 1
    );
}
