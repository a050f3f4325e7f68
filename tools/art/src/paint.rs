//! Paints the images of the game.
//!
//! `cargo run -p art --bin paint` writes all of them to `assets/textures`, the same bytes each time.
//! `--check` compares with the existing files instead, and exits with code 1 if one differs. `--level`
//! also writes the tileset and the initial maps, and overwrites changes made in Tiled since. `--out DIR`
//! writes to another folder, and the levels to the folder `levels` beside it.

#![allow(
    clippy::match_same_arms,
    clippy::match_overlapping_arm,
    reason = "a table of bands reads from the outer edge inwards, and two bands may have one colour"
)]

use std::path::Path;
use std::process::ExitCode;

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder, ImageError};

#[path = "paint/backdrop.rs"]
mod backdrop;
#[path = "paint/beacon.rs"]
mod beacon;
#[path = "paint/brute.rs"]
mod brute;
#[path = "paint/canvas.rs"]
mod canvas;
#[path = "paint/curtain.rs"]
mod curtain;
#[path = "paint/effects.rs"]
mod effects;
#[path = "paint/ground.rs"]
mod ground;
#[path = "paint/hen.rs"]
mod hen;
#[path = "paint/hero.rs"]
mod hero;
#[path = "paint/hud.rs"]
mod hud;
#[path = "paint/imp.rs"]
mod imp;
#[path = "paint/level.rs"]
mod level;
#[path = "paint/loading.rs"]
mod loading;
#[path = "paint/logo.rs"]
mod logo;
#[path = "paint/map.rs"]
mod map;
#[path = "paint/marine.rs"]
mod marine;
#[path = "paint/outpost.rs"]
mod outpost;
#[path = "output.rs"]
mod output;
#[path = "paint/palette.rs"]
mod palette;
#[path = "paint/portraits.rs"]
mod portraits;
#[path = "paint/props.rs"]
mod props;
#[path = "paint/rift.rs"]
mod rift;
#[path = "paint/scenery.rs"]
mod scenery;
#[path = "paint/sprites.rs"]
mod sprites;
#[path = "paint/tiles.rs"]
mod tiles;
#[path = "paint/ui.rs"]
mod ui;
#[path = "paint/walls.rs"]
mod walls;
#[path = "paint/witch.rs"]
mod witch;

use canvas::Canvas;
use output::Output;

/// The file name of an image, and the function that paints it.
type Image = (&'static str, fn() -> Canvas);

/// All images.
const IMAGES: &[Image] = &[
    ("../icon.png", beacon::icon),
    ("loading.png", loading::sheet),
    ("logo.png", logo::emblem),
    ("menu_back.png", backdrop::menu),
    ("sprites.png", sprites::sheet),
    ("tiles.png", tiles::sheet),
    ("trailer_far.png", backdrop::trailer_far),
    ("trailer_near.png", backdrop::trailer_near),
    ("trailer_outpost.png", outpost::gate_and_tower),
    ("trailer_sky.png", backdrop::trailer_sky),
    ("ui_arrow.png", ui::arrow),
    ("ui_button.png", ui::button),
    ("ui_panel.png", ui::panel),
    ("ui_slider.png", ui::slider),
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("paint: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Paints, or compares, all images, and the levels with `--level`.
fn run() -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/textures");
    let output = Output::parse(folder, "--level")?;
    let mut differences = 0;
    for (name, paint) in IMAGES {
        let png = encode(&paint()).map_err(|error| format!("cannot encode {name}: {error}"))?;
        differences += output.put(name, &png)?;
    }
    if output.option {
        differences += output.put("../levels/tiles.tsx", level::tileset().as_bytes())?;
        for plan in map::PLANS {
            differences += output.put(&format!("../levels/{}", plan.file), level::map(plan)?.as_bytes())?;
        }
    }
    if differences > 0 {
        return Err(format!("{differences} files differ"));
    }
    eprintln!("paint: done, in {}", output.folder.display());
    Ok(())
}

/// Encodes an image as PNG.
fn encode(canvas: &Canvas) -> Result<Vec<u8>, ImageError> {
    let mut png = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut png, CompressionType::Fast, FilterType::Adaptive);
    let (width, height) = (canvas.width as u32, canvas.height as u32);
    encoder.write_image(&canvas.bytes(), width, height, ExtendedColorType::Rgba8)?;
    Ok(png)
}
