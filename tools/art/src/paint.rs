//! Paints the pictures of the game.
//!
//! `cargo run -p art --bin paint` writes them all into `assets/textures`, the same bytes each time.
//! With `--check` nothing is written: the pictures that are there are compared, and a difference
//! ends the program with code 1. With `--level` the tileset's description and the first states of
//! the maps are written as well, over whatever was drawn in Tiled since. `--out DIR` paints into
//! another folder, with the levels in the folder `levels` beside it.

#![allow(
    clippy::match_same_arms,
    clippy::match_overlapping_arm,
    reason = "a table of bands reads from the outer edge inwards, and two bands may have one colour"
)]

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

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

/// A picture's file name and the painter who makes it.
type Picture = (&'static str, fn() -> Canvas);

/// All the pictures there are.
const PICTURES: &[Picture] = &[
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

/// What the command line asks for.
struct Wish {
    out: PathBuf,
    check: bool,
    level: bool,
}

fn main() -> ExitCode {
    match wish().and_then(|wish| run(&wish)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("paint: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line.
fn wish() -> Result<Wish, String> {
    let mut wish = Wish {
        out: Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/textures"),
        check: false,
        level: false,
    };
    let mut words = env::args_os().skip(1);
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--check") => wish.check = true,
            Some("--level") => wish.level = true,
            Some("--out") => {
                let folder = words.next().ok_or("--out needs a folder after it")?;
                wish.out = PathBuf::from(folder);
            }
            _ => {
                let word = word.to_string_lossy();
                return Err(format!("what is {word:?}? There are --check, --level and --out DIR"));
            }
        }
    }
    Ok(wish)
}

/// Paints, or compares, everything that was asked for.
fn run(wish: &Wish) -> Result<(), String> {
    let mut differences = 0;
    for (name, paint) in PICTURES {
        let png = encode(&paint()).map_err(|why| format!("{name} cannot be encoded: {why}"))?;
        differences += settle(&wish.out.join(name), &png, wish.check)?;
    }
    if wish.level {
        let levels = wish.out.with_file_name("levels");
        differences += settle(&levels.join("tiles.tsx"), level::tileset().as_bytes(), wish.check)?;
        for plan in map::PLANS {
            differences += settle(&levels.join(plan.file), level::map(plan)?.as_bytes(), wish.check)?;
        }
    }
    if differences > 0 {
        return Err(format!("{differences} of the files differ"));
    }
    eprintln!("paint: done, in {}", wish.out.display());
    Ok(())
}

/// Writes one file, or says whether the one that is there differs (1) or not (0).
fn settle(path: &Path, made: &[u8], check: bool) -> Result<u32, String> {
    let shown = path.display();
    if check {
        return match fs::read(path) {
            Ok(there) if there == made => Ok(0),
            Ok(_) => {
                eprintln!("paint: {shown} is not what the program makes");
                Ok(1)
            }
            Err(why) => {
                eprintln!("paint: {shown} cannot be read: {why}");
                Ok(1)
            }
        };
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|why| format!("{} cannot be made: {why}", folder.display()))?;
    }
    fs::write(path, made).map_err(|why| format!("{shown} cannot be written: {why}"))?;
    Ok(0)
}

/// The picture as the bytes of a PNG file.
fn encode(canvas: &Canvas) -> image::ImageResult<Vec<u8>> {
    let mut png = Cursor::new(Vec::new());
    let (width, height) = (canvas.width as u32, canvas.height as u32);
    PngEncoder::new(&mut png).write_image(&canvas.bytes(), width, height, ExtendedColorType::Rgba8)?;
    Ok(png.into_inner())
}
