//! How many frames pass from the end of a write of a texture's file until the texture is on the screen, that frame
//! included, at sixty frames a second in a window. Without a display: `.ci/display cargo bench -p bench --bench watch`.
//!
//! To reach: at most 3 frames. Decoding takes further frames for an image that is decoded for longer than one.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use macroquad::window::next_frame;
use proscenium::dev::Watch;
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::game::Session;
use proscenium::phase::Texture;
use proscenium::platform::{Clock, DirSource, Input};
use proscenium::ui::{Look, Paint, Theme};

const FRAME: Duration = Duration::from_nanos(16_666_667);
const ROUNDS: u32 = 40;
const FILE: &str = "image.png";

struct Show;

impl GameScreen for Show {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, cx: &DrawContext<'_>) {
        Paint::new(Look::new(cx.resources(), &Theme::default())).image("image", 0.0, 0.0);
    }
}

fn png(side: u32, shade: u8) -> Vec<u8> {
    let noise = |x: u32, y: u32| (x.wrapping_mul(y + 7) >> 3) as u8 & 0x1f;
    let image = image::RgbaImage::from_fn(side, side, |x, y| image::Rgba([shade, noise(x, y), 0, 255]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("the image can be encoded");
    bytes.into_inner()
}

fn session(folder: &PathBuf) -> Session {
    let mut manager = ScreenManager::new(proscenium::window::settings(folder));
    manager.add_phase(Phase::new("phase").file::<Texture>("image", FILE).screen("show", |_| Show));
    manager.start("phase");
    let saved = DirSource::new(folder).watch().expect("the folder can be watched");
    let watch = Watch::new(&mut manager, saved);
    Session::new(manager, Clock::system()).with_plugin(watch)
}

/// One frame. Returns the texture that it shows.
async fn frame(session: &mut Session) -> Option<Texture> {
    let begin = Instant::now();
    session.advance(FRAME, &Input::default());
    macroquad::window::clear_background(macroquad::color::BLACK);
    session.draw();
    let shown = session.manager().assets().resources().find::<Texture>("image").ok().cloned();
    next_frame().await;
    std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
    shown
}

/// The frames of each write.
async fn writes(side: u32) -> Vec<u32> {
    let folder = std::env::temp_dir().join(format!("proscenium-watch-{}-{side}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join(FILE);
    let files = [png(side, 0), png(side, 255)];
    fs::write(&file, &files[0]).expect("the image can be written");
    let mut session = session(&folder);
    while frame(&mut session).await.is_none() {}
    let mut counts = Vec::new();
    for round in 1..=ROUNDS {
        let before = frame(&mut session).await;
        let is_written = Arc::new(AtomicBool::new(false));
        let (done, file, bytes) = (Arc::clone(&is_written), file.clone(), files[round as usize % 2].clone());
        let writer = std::thread::spawn(move || {
            // At another moment of a frame in each round.
            std::thread::sleep(FRAME * (round * 7 % ROUNDS) / ROUNDS);
            fs::write(file, bytes).expect("the image can be written");
            done.store(true, Ordering::Release);
        });
        let mut count = 0;
        loop {
            let shown = frame(&mut session).await;
            count += u32::from(is_written.load(Ordering::Acquire));
            if shown.map(|texture| texture.id) != before.as_ref().map(|texture| texture.id) {
                break;
            }
        }
        writer.join().expect("the writer ends");
        counts.push(count);
    }
    let _ = fs::remove_dir_all(folder);
    counts
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

fn main() {
    macroquad::Window::new("watch", async {
        say("| side | median | longest | frames: writes |");
        say("|------|--------|---------|----------------|");
        for side in [64, 256, 1024, 2048] {
            let mut counts = writes(side).await;
            counts.sort_unstable();
            let mut table = BTreeMap::new();
            counts.iter().for_each(|count| *table.entry(count).or_insert(0) += 1);
            say(&format!(
                "| {side:>4} | {:>6} | {:>7} | {table:?} |",
                counts[counts.len() / 2],
                counts[counts.len() - 1]
            ));
        }
    });
}
