//! Images for the benchmarks, made once below `target/` and never committed.

use std::fs;
use std::path::{Path, PathBuf};

use image::codecs::jpeg::JpegEncoder;

/// The number of images.
pub const COUNT: usize = 200;
/// The side of each, in pixels.
pub const SIDE: u32 = 1024;
/// How many of them differ. The others are copies under names of their own, which cost as much
/// to read and to decode.
const DIFFERENT: usize = 8;

/// The name of an image that is larger than the others, and its side.
pub const LARGE: &str = "large.png";
const LARGE_SIDE: u32 = 4096;

/// The folder with the images `image_000.png` and so on, made when it is not there yet; the same as JPEG, and
/// the large one.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/bench-images");
    if !folder.join(LARGE).exists() {
        fs::create_dir_all(&folder).expect("the folder below target can be made");
        for number in 0..COUNT {
            for name in [name, jpeg] {
                let file = folder.join(name(number));
                if number < DIFFERENT {
                    let image = photo_like(number as u32, SIDE);
                    if file.extension().is_some_and(|extension| extension == "png") {
                        image.save(&file).expect("the image can be written");
                    } else {
                        let written = fs::File::create(&file).expect("the file can be made");
                        let rgb = image::DynamicImage::from(image).into_rgb8();
                        JpegEncoder::new_with_quality(written, 75)
                            .encode_image(&rgb)
                            .expect("the image can be written");
                    }
                } else {
                    let copied = folder.join(name(number % DIFFERENT));
                    fs::copy(copied, &file).expect("the image can be copied");
                }
            }
        }
        photo_like(0, LARGE_SIDE).save(folder.join(LARGE)).expect("the image can be written");
    }
    folder
}

/// The name of an image.
pub fn name(number: usize) -> String {
    format!("image_{number:03}.png")
}

/// The id of the image of a file.
pub fn id(name: &str) -> String {
    name.replace('.', "_")
}

/// The name of the same image as JPEG.
pub fn jpeg(number: usize) -> String {
    format!("image_{number:03}.jpg")
}

/// Soft gradients with noise on them: neither flat, which compresses to nothing, nor pure noise,
/// which does not compress at all.
fn photo_like(seed: u32, side: u32) -> image::RgbaImage {
    let mut state = seed.wrapping_mul(2_654_435_761) | 1;
    image::RgbaImage::from_fn(side, side, |x, y| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let noise = (state >> 24) as u8 & 0x0f;
        let wave = |a: u32, b: u32| ((x * a + y * b + seed * 37) >> 3) as u8 & 0xf0;
        image::Rgba([wave(1, 2) | noise, wave(2, 1) | noise, wave(3, 1) | noise, 0xff])
    })
}
