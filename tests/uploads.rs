//! A large image in a real window: it is uploaded in slices, and shows the same pixels.

use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use macroquad::prelude as mq;
use macroquad::telemetry::textures_count;
use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager};
use proscenium::phase::{Pace, Texture};
use proscenium::platform::{Input, MemorySource};
use proscenium::window::ToTexture;

/// More than 4 MiB, and a last slice that is smaller than the others.
const SIZE: (u32, u32) = (1100, 1013);

struct Page;

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn image() -> image::RgbaImage {
    image::RgbaImage::from_fn(SIZE.0, SIZE.1, |x, y| {
        image::Rgba([x as u8, y as u8, (x / 256 + y / 256 * 16) as u8, 255])
    })
}

fn manager(pixels: &image::RgbaImage) -> ScreenManager {
    let mut bytes = Cursor::new(Vec::new());
    pixels.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let source = MemorySource::default().with("big.png", bytes.into_inner());
    let mut manager = ScreenManager::new(ManagerSettings {
        source: Arc::new(source),
        // One slice a tick.
        pace: Pace::Budget(Duration::ZERO),
        transition: None,
        ..proscenium::window::settings("assets")
    });
    manager.add_phase(Phase::new("big").file::<Texture>("big", "big.png").screen("page", |_| Page));
    manager.add_phase(Phase::new("none").screen("page", |_| Page));
    manager
}

async fn ticks(manager: &mut ScreenManager, count: u32) {
    for _ in 0..count {
        manager.step(&Input::default());
        manager.draw();
        mq::next_frame().await;
    }
}

/// Runs ticks until something is so: threads decode. The limit is for what never happens.
async fn until(manager: &mut ScreenManager, is_so: impl Fn(&ScreenManager) -> bool) {
    let begin = mq::get_time();
    ticks(manager, 1).await;
    while !is_so(manager) && mq::get_time() - begin < 60.0 {
        ticks(manager, 1).await;
    }
}

/// What the window shows of the image's part at `(left, top)`, and what it should show.
async fn shown(texture: &mq::Texture2D, pixels: &image::RgbaImage, left: u32, top: u32) -> bool {
    mq::clear_background(mq::BLACK);
    let source = Some(mq::Rect::new(left as f32, top as f32, 64.0, 64.0));
    let params = mq::DrawTextureParams { source, ..mq::DrawTextureParams::default() };
    mq::draw_texture_ex(texture, 0.0, 0.0, mq::WHITE, params);
    let shot = mq::get_screen_data();
    mq::next_frame().await;
    (0..64).all(|y| {
        (0..64).all(|x| {
            // The rows of the window come from the bottom.
            let at = (usize::from(shot.height) - 1 - y as usize) * usize::from(shot.width) + x as usize;
            shot.bytes[at * 4..at * 4 + 3] == pixels.get_pixel(left + x, top + y).0[..3]
        })
    })
}

async fn run() -> Vec<String> {
    let mut wrong = Vec::new();
    let mut check = |what: &str, is_right: bool| {
        if !is_right {
            wrong.push(what.to_owned());
        }
    };
    let pixels = image();
    let before = textures_count();
    let mut manager = manager(&pixels);
    manager.start("none");
    ticks(&mut manager, 5).await;
    manager.command(ScreenCommand::load("big"));
    until(&mut manager, |manager| manager.assets().texture_count() == 1).await;
    check(
        "there is no texture between two slices",
        manager.assets().texture_count() == 1 && !manager.is_idle(),
    );
    manager.command(ScreenCommand::load("none"));
    ticks(&mut manager, 5).await;
    check(
        "a cancelled upload leaves a texture",
        manager.assets().texture_count() == 0 && textures_count() == before,
    );
    manager.command(ScreenCommand::load("big"));
    until(&mut manager, |manager| manager.stack().active().is_some() && manager.is_idle()).await;
    check("the load does not end", manager.stack().active().is_some() && manager.is_idle());
    let ticks_taken = manager.assets().reports().last().map_or(0, |report| report.ticks);
    check("it was uploaded at once", ticks_taken > 5);
    if let Ok(big) = manager.assets().resources().find::<Texture>("big")
        && let Some(texture) = big.id.texture()
    {
        check("the pixels differ", texture.get_texture_data().bytes == pixels.as_raw()[..]);
        for (left, top) in [(0, 0), (1000, 0), (0, 900), (1036, 949), (500, 500)] {
            let part = format!("another part than the one at {left}, {top} is drawn");
            check(&part, shown(&texture, &pixels, left, top).await);
        }
    } else {
        check("there is no texture", false);
    }
    manager.command(ScreenCommand::load("none"));
    ticks(&mut manager, 5).await;
    check("the texture is not freed", manager.assets().texture_count() == 0 && textures_count() == before);
    check("there is a leak", manager.assets().leaks().is_empty());
    wrong
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn an_image_in_slices_shows_the_same_pixels() {
    let found = Arc::new(Mutex::new(vec!["the window did not run to its end".to_owned()]));
    let noted = Arc::clone(&found);
    macroquad::Window::new("Uploads", async move {
        let wrong = run().await;
        *noted.lock().unwrap() = wrong;
    });
    let wrong = found.lock().unwrap().clone();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
