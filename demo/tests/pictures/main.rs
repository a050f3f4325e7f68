//! The screenshots of `.ci/pictures`: every screen looks as in the small pictures beside this file, in every window. Only that
//! script runs this test.
#![cfg(feature = "window")]

use std::path::{Path, PathBuf};

use image::imageops::FilterType;
use image::{DynamicImage, GenericImage as _, GenericImageView as _, GrayImage};
use proscenium::platform::{Rect, Scaling, View, WindowSize};

/// The windows of each shape, which look the same, with the size of their view in virtual pixels and the name of their
/// pictures.
const SHAPES: [(&[&str], (u32, u32), &str); 4] = [
    (&["960x540", "1280x720", "1920x1080"], (640, 360), "wide"),
    (&["640x400"], (640, 400), "high"),
    (&["844x390"], (780, 360), "wider"),
    (&["400x700"], (360, 640), "upright"),
];

/// How many virtual pixels a pixel of the small pictures is wide and high.
const BLOCK: u32 = 10;
/// The largest difference of two pixels, and of two pictures on average, of 255.
const MAX_DIFFERENCE: u8 = 24;
const MAX_AVERAGE: f64 = 1.5;
/// The screens with the time of a save, whose digits are others each time, and the largest difference there.
const WITH_TIME: [&str; 2] = ["save_run", "continue_run"];
const MAX_OF_DIGITS: u8 = 48;

/// The names of the screenshots, in the order of the script.
fn screens() -> impl Iterator<Item = &'static str> {
    include_str!("screens.txt").lines().filter_map(|line| line.strip_prefix("shot "))
}

/// The small picture of the view in a screenshot.
fn small(image: &DynamicImage, view: (u32, u32)) -> GrayImage {
    let window = WindowSize::new(image.width() as f32, image.height() as f32);
    let Rect { x, y, w, h } = View::fit(view.0, view.1).placed(window, Scaling::Smooth).place;
    let [x, y, width, height] = [x, y, w, h].map(|side| side.round() as u32);
    let seen = image.grayscale().crop_imm(x, y, width, height);
    seen.resize_exact(view.0 / BLOCK, view.1 / BLOCK, FilterType::Triangle).to_luma8()
}

fn open(path: &Path) -> DynamicImage {
    image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The largest and the average difference of two pictures.
fn difference(one: &GrayImage, other: &GrayImage) -> (u8, f64) {
    let all = || one.pixels().zip(other.pixels()).map(|(one, other)| one.0[0].abs_diff(other.0[0]));
    let sum: f64 = all().map(f64::from).sum();
    (all().max().unwrap_or_default(), sum / f64::from(one.width() * one.height()))
}

#[test]
#[ignore = "needs the files of .ci/pictures"]
fn every_screen_looks_as_before_in_every_window_language_and_text_size() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let taken = folder.join("../target/pictures");
    let writes = std::env::var("PICTURES").is_ok_and(|what| what == "write");
    let mut different = Vec::new();
    for (sizes, view, name) in SHAPES {
        let (width, height) = (view.0 / BLOCK, view.1 / BLOCK);
        for settings in ["en-100", "en-200", "zh-CN-100", "zh-CN-200"] {
            let kept: PathBuf = folder.join(format!("tests/pictures/{name}-{settings}.png"));
            if writes {
                let mut sheet = GrayImage::new(width, height * screens().count() as u32);
                for (number, screen) in (0..).zip(screens()) {
                    let path = taken.join(format!("{}/{settings}/{screen}.png", sizes[sizes.len() / 2]));
                    sheet.copy_from(&small(&open(&path), view), 0, number * height).unwrap();
                }
                sheet.save(&kept).unwrap();
            }
            let sheet = open(&kept).to_luma8();
            assert_eq!(
                sheet.height(),
                height * screens().count() as u32,
                "{}: write it again",
                kept.display()
            );
            for (size, (number, screen)) in
                sizes.iter().flat_map(|size| (0..).zip(screens()).map(move |screen| (size, screen)))
            {
                let path = taken.join(format!("{size}/{settings}/{screen}.png"));
                let before = sheet.view(0, number * height, width, height).to_image();
                let (largest, average) = difference(&small(&open(&path), view), &before);
                let most = if WITH_TIME.contains(&screen) { MAX_OF_DIGITS } else { MAX_DIFFERENCE };
                if largest > most || average > MAX_AVERAGE {
                    different.push(format!("{}: {largest}, {average:.2}", path.display()));
                }
            }
        }
    }
    let different = different.join("\n");
    assert!(different.is_empty(), "look at these; if they are right, `.ci/pictures write`:\n{different}");
}

#[test]
#[ignore = "needs the files of .ci/pictures"]
fn a_text_that_is_missing_is_a_difference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let image = open(&folder.join("../target/pictures/1280x720/en-100/pause.png"));
    // The second entry of the menu without its text.
    let mut changed = image.clone();
    let empty = image.crop_imm(480, 324, 30, 28);
    for x in (510..750).step_by(30) {
        changed.copy_from(&empty, x, 324).unwrap();
    }
    let view = (640, 360);
    let (largest, _) = difference(&small(&image, view), &small(&changed, view));
    assert!(largest > MAX_DIFFERENCE, "{largest}");
}
