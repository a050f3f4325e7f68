//! Hit boxes from Aseprite as a game's own kind: the slices of a sprite, which `aseprite --batch
//! --list-slices --data knight.json knight.aseprite` exports. A slice may change from a frame on.
//!
//! `cargo run --example aseprite_slices --no-default-features` prints
//!
//! ```text
//! phase `duel`: slices `knight`: knight.json: the slice `sword` has a key for frame 9; the sprite has 3
//! frame 0: the sword is away
//! frame 1: the sword hits at 12, 4, with 8 x 2 pixels
//! frame 2: the sword hits at 10, 8, with 10 x 2 pixels
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::collections::BTreeMap;
use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{AnyError, Asset, DecodeContext, Handle, Position};
use proscenium::platform::{Clock, Input, MemorySource};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The slices: `slices(id: "knight", path: "knight.json")` in a manifest.
struct Slices {
    frames: usize,
    slices: Vec<Slice>,
}

/// The place of a slice from a frame on.
#[derive(Clone, Copy, Deserialize)]
struct Key {
    frame: usize,
    bounds: Bounds,
}

#[derive(Clone, Copy, Deserialize)]
struct Bounds {
    x: i32,
    y: i32,
    w: u32,
    h: u32,
}

/// The file.
#[derive(Deserialize)]
struct Export {
    frames: Frames,
    meta: Meta,
}

/// The frames, in the forms "Hash" and "Array"; only their number is of interest.
#[derive(Deserialize)]
#[serde(untagged)]
enum Frames {
    Hash(BTreeMap<String, IgnoredAny>),
    Array(Vec<IgnoredAny>),
}

#[derive(Deserialize)]
struct Meta {
    #[serde(default)]
    slices: Vec<Slice>,
}

#[derive(Deserialize)]
struct Slice {
    name: String,
    keys: Vec<Key>,
}

impl Slices {
    /// The place of a slice in a frame.
    fn at(&self, name: &str, frame: usize) -> Option<Bounds> {
        let slice = self.slices.iter().find(|slice| slice.name == name)?;
        let key = slice.keys.iter().rev().find(|key| key.frame <= frame)?;
        (key.bounds.w > 0 && key.bounds.h > 0).then_some(key.bounds)
    }
}

impl Asset for Slices {
    const KIND: &'static str = "slices";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let export: Export = serde_json::from_str(cx.text(bytes)?).map_err(|error| {
            cx.error_at(
                Position { line: error.line(), column: error.column() },
                format!("no slices: {error}"),
            )
        })?;
        let frames = match export.frames {
            Frames::Hash(frames) => frames.len(),
            Frames::Array(frames) => frames.len(),
        };
        let slices = export.meta.slices;
        for (slice, key) in slices.iter().flat_map(|slice| slice.keys.iter().map(move |key| (slice, key))) {
            if key.frame >= frames {
                let what = format!("the slice `{}` has a key for frame {}", slice.name, key.frame);
                return Err(cx.error(format!("{what}; the sprite has {frames}")).into());
            }
        }
        Ok(Self { frames, slices })
    }
}

const DUEL: &str = "duel";

struct Duel(Handle<Slices>);

impl GameScreen for Duel {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if let Some(slices) = cx.get(self.0) {
            for frame in 0..slices.frames {
                match slices.at("sword", frame) {
                    None => println!("frame {frame}: the sword is away"),
                    Some(Bounds { x, y, w, h }) => {
                        println!("frame {frame}: the sword hits at {x}, {y}, with {w} x {h} pixels");
                    }
                }
            }
        }
        cx.quit();
    }
}

const EXPORT: &str = r#"{"frames": {"0": {"duration": 100}, "1": {"duration": 100}, "2": {"duration": 100}},
 "meta": {"app": "https://www.aseprite.org/", "slices": [{"name": "sword", "keys": [
  {"frame": 1, "bounds": {"x": 12, "y": 4, "w": 8, "h": 2}},
  {"frame": 2, "bounds": {"x": 10, "y": 8, "w": 10, "h": 2}}]}]}}"#;

fn manager(export: &str) -> ScreenManager {
    let manifest = r#"(resources: [slices(id: "knight", path: "knight.json")])"#;
    let files = MemorySource::default().with("duel.ron", manifest).with("knight.json", export);
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.assets_mut().register::<Slices>();
    manager.add_phase(Phase::new(DUEL).manifest("duel.ron").screen("duel", |cx| Duel(cx.handle("knight"))));
    manager
}

fn main() {
    let broken = manager(&EXPORT.replace("\"frame\": 2", "\"frame\": 9"));
    broken.assets().check().iter().take(1).for_each(|problem| println!("{problem}"));
    let mut manager = manager(EXPORT);
    manager.start(DUEL);
    while !manager.has_ended() {
        manager.advance(Clock::TICK, &Input::default());
    }
}
