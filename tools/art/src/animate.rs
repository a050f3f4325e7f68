//! Makes the moving picture of the project's README out of the trailer's film.
//!
//! `cargo run --release --example animate` writes `assets/readme/play.gif`. With `--check` nothing is
//! written: the picture that is there is compared, and a difference ends the program with code 1.
//!
//! The film is shown as a game would show it, but to a GPU that keeps the pixels.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use proscenium::flow::{BuildContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{Film, Handle};
use proscenium::platform::{
    AssetPath, DirSource, Gpu, HeadlessGpu, Input, Pixels, TextureId, UpdateError, UploadError,
};

const FILM: &str = "films/trailer.film";
/// The pictures of the film that are shown: a volley at the bridge, and a fight before the gate.
const SCENES: [Range<u32>; 2] = [84..131, 143..188];
/// Hundredths of a second that a picture stays: 15 a second.
const DELAY: u16 = 7;

/// The picture that was put into a texture last, of the textures that change.
type Shown = Rc<RefCell<Option<Pixels>>>;

/// A GPU that keeps what a film shows.
struct Screen {
    textures: HeadlessGpu,
    shown: Shown,
}

impl Gpu for Screen {
    fn upload(&mut self, pixels: &Pixels) -> Result<TextureId, UploadError> {
        self.textures.upload(pixels)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> Result<(), UpdateError> {
        *self.shown.borrow_mut() = Some(pixels.clone());
        self.textures.update(texture, pixels)
    }

    fn free(&mut self, texture: TextureId) {
        self.textures.free(texture);
    }

    fn texture_count(&self) -> usize {
        self.textures.texture_count()
    }
}

/// Shows the film picture by picture, and keeps those of the scenes.
struct Projector {
    film: Handle<Film>,
    wanted: u32,
    shown: Shown,
    kept: Rc<RefCell<Vec<Pixels>>>,
}

impl GameScreen for Projector {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let Some(film) = cx.get(self.film) else { return };
        // What was asked for in the frame before is in the texture, or will be soon.
        if film.shown() == self.wanted {
            if SCENES.iter().any(|scene| scene.contains(&self.wanted)) {
                self.kept.borrow_mut().extend(self.shown.borrow_mut().take());
            }
            self.wanted += 1;
        }
        if self.wanted >= film.pictures() || film.error().is_some() {
            return cx.quit();
        }
        film.show(self.wanted);
    }
}

/// The pictures of the scenes.
fn pictures(assets: &Path) -> Result<Vec<Pixels>, Box<dyn Error>> {
    let (shown, kept) = (Shown::default(), Rc::new(RefCell::new(Vec::new())));
    let settings = ManagerSettings {
        source: Arc::new(DirSource::new(assets)),
        gpu: Box::new(Screen { textures: HeadlessGpu::default(), shown: Rc::clone(&shown) }),
        ..ManagerSettings::default()
    };
    let mut manager = ScreenManager::new(settings);
    let build = {
        let kept = Rc::clone(&kept);
        move |cx: &BuildContext<'_>| {
            let film = cx.handle("film");
            Projector { film, wanted: 1, shown: Rc::clone(&shown), kept: Rc::clone(&kept) }
        }
    };
    manager.add_phase(Phase::new("film").file::<Film>("film", FILM).screen("projector", build));
    manager.start("film");
    while !manager.has_ended() {
        manager.step(&Input::default());
    }
    let pictures = kept.take();
    let expected: usize = SCENES.iter().map(ExactSizeIterator::len).sum();
    if pictures.len() != expected {
        return Err(format!("the film has {} of the {expected} pictures", pictures.len()).into());
    }
    Ok(pictures)
}

/// An endless animation. What stays as it was is left out of each picture but the first.
fn animation(pictures: &[Pixels]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut colors = BTreeMap::new();
    for pixel in pictures.iter().flat_map(|picture| picture.rgba().chunks_exact(4)) {
        let next = colors.len();
        colors.entry([pixel[0], pixel[1], pixel[2]]).or_insert(next);
    }
    let stays = u8::try_from(colors.len()).map_err(|_| "there are more than 255 colours")?;
    let mut palette = vec![0; (colors.len() + 1) * 3];
    for (color, index) in &colors {
        palette[index * 3..index * 3 + 3].copy_from_slice(color);
    }
    let first = pictures.first().ok_or("there are no pictures")?;
    let (width, height) = (u16::try_from(first.width())?, u16::try_from(first.height())?);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let mut before: &[u8] = &[];
    for picture in pictures {
        let old = before.chunks_exact(4).map(Some).chain(std::iter::repeat(None));
        let places = picture.rgba().chunks_exact(4).zip(old);
        let indices = places.map(|(pixel, old)| match old {
            Some(old) if old == pixel => stays,
            _ => colors[&[pixel[0], pixel[1], pixel[2]]] as u8,
        });
        encoder.write_frame(&Frame {
            delay: DELAY,
            dispose: DisposalMethod::Keep,
            transparent: Some(stays),
            width,
            height,
            buffer: indices.collect::<Vec<u8>>().into(),
            ..Frame::default()
        })?;
        before = picture.rgba();
    }
    drop(encoder);
    Ok(bytes)
}

fn run() -> Result<bool, Box<dyn Error>> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let path = assets.join("readme/play.gif");
    let made = animation(&pictures(&assets)?)?;
    if std::env::args().any(|argument| argument == "--check") {
        let is_same = fs::read(&path).is_ok_and(|there| there == made);
        if !is_same {
            eprintln!("animate: {} is another picture than the film's", path.display());
        }
        return Ok(is_same);
    }
    fs::write(&path, &made)?;
    eprintln!("animate: {} has {} bytes", path.display(), made.len());
    Ok(true)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("animate: {error}");
            ExitCode::FAILURE
        }
    }
}
