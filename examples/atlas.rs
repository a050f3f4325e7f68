//! A texture atlas: a walk that is an animation of frames, by the ticks of the screen, and how it is drawn.
//!
//! `cargo run --example atlas --no-default-features --features atlases` prints
//!
//! ```text
//! tick 0: left foot
//! tick 6: both feet
//! tick 15: right foot
//! tick 21: both feet
//! tick 30: left foot
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::formats::{Atlas, AtlasFrame};
use proscenium::phase::Handle;
use proscenium::platform::{Clock, Input, MemorySource};
#[cfg(feature = "window")]
use proscenium::window::ToTexture;

const ROAD: &str = "road";

/// What `TexturePacker` and Aseprite write. A real phase has `walk.png` as a texture.
const WALK: &str = r#"{
    "frames": [
        {"filename": "left foot", "frame": {"x": 0, "y": 0, "w": 16, "h": 24}, "duration": 100},
        {"filename": "both feet", "frame": {"x": 16, "y": 0, "w": 24, "h": 16}, "rotated": true, "duration": 150},
        {"filename": "right foot", "frame": {"x": 32, "y": 0, "w": 16, "h": 24}, "duration": 100}
    ],
    "meta": {
        "image": "walk.png",
        "size": {"w": 64, "h": 32},
        "frameTags": [{"name": "walk", "from": 0, "to": 2, "direction": "pingpong"}]
    }
}"#;

struct Road {
    atlas: Handle<Atlas>,
    tick: u32,
    shown: String,
}

/// The frame of an animation that is shown in a tick.
fn frame_at<'a>(atlas: &'a Atlas, animation: &str, tick: u32) -> Option<&'a AtlasFrame> {
    let ticks = |frame: &AtlasFrame| frame.duration.unwrap_or(100) * 60 / 1000;
    let mut rest = tick % atlas.animation(animation).map(ticks).sum::<u32>().max(1);
    atlas.animation(animation).find(|frame| {
        let is_shown = rest < ticks(frame);
        rest = rest.saturating_sub(ticks(frame));
        is_shown
    })
}

impl GameScreen for Road {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let atlas = cx.get(self.atlas);
        if let Some(frame) = atlas.and_then(|atlas| frame_at(atlas, "walk", self.tick))
            && frame.name != self.shown
        {
            println!("tick {}: {}", self.tick, frame.name);
            self.shown.clone_from(&frame.name);
        }
        if self.tick == 30 {
            cx.quit();
        }
        self.tick += 1;
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        let Ok(image) = cx.resources().find::<proscenium::phase::Texture>("walk_image") else { return };
        let atlas = cx.get(self.atlas);
        if let Some(image) = image.id.texture()
            && let Some(frame) = atlas.and_then(|atlas| atlas.frame(&self.shown))
        {
            frame.draw(&image, 100.0, 80.0, false, macroquad::color::WHITE);
        }
    }
}

fn main() {
    let manifest = r#"(resources: [atlas(id: "walk", path: "walk.json")])"#;
    let files = MemorySource::default().with("road.ron", manifest).with("walk.json", WALK);
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    proscenium::game::register_kinds(&mut manager);
    let road = Phase::new(ROAD).manifest("road.ron");
    manager.add_phase(road.screen("road", |cx| Road {
        atlas: cx.handle("walk"),
        tick: 0,
        shown: String::new(),
    }));
    manager.start(ROAD);
    while !manager.has_ended() {
        manager.advance(Clock::TICK, &Input::default());
    }
}
