//! Files in memory, and a GPU that tells what it was asked for.

#![allow(dead_code, reason = "each test binary uses another part of it")]

use std::cell::RefCell;
use std::io::{self, Cursor};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, ScreenCommand};
use proscenium_core::phase::{Resource, Texture};
use proscenium_core::platform::{AssetSource, Filter, Gpu, HeadlessGpu, Pixels, TextureId};

use crate::stage::Stage;

/// An image of `side` by `side` pixels; its texture takes `side * side * 4` bytes.
pub fn png(side: u32) -> Vec<u8> {
    let image =
        image::RgbaImage::from_fn(side, side, |x, y| image::Rgba([x as u8, y as u8, side as u8, 255]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    bytes.into_inner()
}

/// The texture `id` from the file `id.png`.
pub fn texture(id: &str) -> Resource {
    Resource::file::<Texture>(id, &format!("{id}.png"))
}

/// A callback that is done at once.
pub fn callback(id: &str) -> Resource {
    Resource::callback(id, |_| Ok(()))
}

/// A stage that reads from `source`, without any phase.
pub fn reading(source: impl AssetSource + 'static) -> Stage {
    Stage::empty(ManagerSettings { source: Arc::new(source), ..ManagerSettings::default() })
}

/// Loads `phase` to its end; returns the trace, frame 0 being the command's.
pub fn load(stage: &mut Stage, phase: &'static str) -> Vec<String> {
    stage.lines();
    let first = stage.manager.tick() + 1;
    stage.manager.command(ScreenCommand::load(phase));
    stage.run_until_idle();
    stage.lines_from(first)
}

/// The lines of `trace` about resources, without their frames.
pub fn resources(trace: &[String]) -> Vec<&str> {
    const STEPS: [&str; 5] = [" freed ", " loaded ", " retried ", " failed ", " stand_in "];
    let lines = trace.iter().filter(|line| STEPS.iter().any(|step| line.contains(step)));
    lines.map(|line| line.split_once(' ').map_or(line.as_str(), |(_, rest)| rest)).collect()
}

/// The cause on the failure screen.
pub fn failure(stage: &Stage) -> String {
    stage.notes().into_iter().rfind(|note| note.starts_with("failure: ")).unwrap_or_default()
}

/// A headless GPU that notes each upload and each freeing, in bytes.
#[derive(Default)]
pub struct WatchedGpu {
    inner: HeadlessGpu,
    log: Rc<RefCell<Vec<String>>>,
}

impl WatchedGpu {
    /// The notes, which the GPU goes on writing.
    pub fn log(&self) -> Rc<RefCell<Vec<String>>> {
        Rc::clone(&self.log)
    }
}

impl Gpu for WatchedGpu {
    fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        self.log.borrow_mut().push(format!("upload {}", pixels.bytes()));
        self.inner.upload(pixels)
    }

    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        self.log.borrow_mut().push(format!("allocate {}", width * height * 4));
        self.inner.allocate(width, height)
    }

    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()> {
        self.log.borrow_mut().push(format!("rows {rows:?}"));
        self.inner.update_rows(texture, pixels, rows)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> io::Result<()> {
        self.inner.update(texture, pixels)
    }

    fn set_filter(&mut self, texture: TextureId, filter: Filter) {
        self.log.borrow_mut().push(format!("{texture:?} {filter:?}"));
        self.inner.set_filter(texture, filter);
    }

    fn free(&mut self, texture: TextureId) {
        let before = self.inner.bytes();
        self.inner.free(texture);
        self.log.borrow_mut().push(format!("free {}", before - self.inner.bytes()));
    }

    fn texture_count(&self) -> usize {
        self.inner.texture_count()
    }
}
