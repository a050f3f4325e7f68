//! What it takes to load 200 PNGs of 1024 x 1024: time, ticks, and the longest time that a tick
//! keeps the main thread. For both paces, with threads and without, and, where there is a display,
//! in a window beside macroquad's own `load_texture` one after the other, from the files and from a pack.
//!
//! One load takes seconds, and its ticks matter as much as its time. All rows come from one run, so that they can be compared.

mod images;

use std::io::Write as _;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager};
use proscenium::phase::{Background, LoadReport, Pace};
use proscenium::platform::{AssetSource, DirSource, Input, MemorySource, PackSource, SystemClock};

/// How often each row is measured; the median counts.
const ROUNDS: usize = 3;
/// A display that shows sixty frames a second.
const FRAME: Duration = Duration::from_nanos(16_666_667);

struct Ready;

struct Stay;

impl GameScreen for Stay {
    fn update(&mut self, _: &mut ScreenContext<'_>) {}
}

impl GameScreen for Ready {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        cx.quit();
    }
}

fn manager(settings: ManagerSettings) -> ScreenManager {
    let mut phase = Phase::new("images");
    for number in 0..images::COUNT {
        let name = images::name(number);
        phase = phase.texture(&name, &name);
    }
    let mut manager = ScreenManager::new(settings);
    manager.add_phase(phase.screen("ready", |_| Ready));
    manager.start("images");
    manager
}

/// The images in a pack, made once.
fn pack() -> PackSource {
    let folder = images::folder().join("../bench-packs");
    if !PackSource::is_in(&folder) {
        let files = manager(settings(files(), Pace::default(), Background::single_threaded()));
        files.pack(&folder, false).expect("the packs can be made");
    }
    PackSource::open(folder).expect("the packs can be opened")
}

fn files() -> Arc<dyn AssetSource> {
    Arc::new(DirSource::new(images::folder()))
}

fn settings(source: Arc<dyn AssetSource>, pace: Pace, background: Background) -> ManagerSettings {
    ManagerSettings {
        source,
        clock: Box::new(SystemClock::start()),
        background,
        pace,
        ..ManagerSettings::default()
    }
}

/// One load on a display with one frame in each `interval`, without a window.
fn load(source: &Arc<dyn AssetSource>, pace: Pace, background: Background, interval: Duration) -> LoadReport {
    let mut manager = manager(settings(Arc::clone(source), pace, background));
    let idle = Input::default();
    while !manager.has_ended() {
        let begin = Instant::now();
        manager.step(&idle);
        std::thread::sleep(interval.saturating_sub(begin.elapsed()));
    }
    manager.load_reports()[0].clone()
}

/// Loads some images of 32 x 32, which cost the loader more than the decoder. Returns the microseconds for
/// each of them.
fn small_images(count: usize) -> f64 {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let image = image::RgbaImage::from_fn(32, 32, |x, y| image::Rgba([x as u8, y as u8, (x * y) as u8, 255]));
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("the image can be written");
    let (mut source, mut phase) = (MemorySource::default(), Phase::new("images"));
    for number in 0..count {
        let name = format!("{number}.png");
        source = source.with(&name, bytes.get_ref().clone());
        phase = phase.texture(&name, &name);
    }
    let pace = Pace::Budget(Duration::from_millis(8));
    let mut manager = ScreenManager::new(settings(Arc::new(source), pace, Background::single_threaded()));
    manager.add_phase(phase.screen("ready", |_| Stay));
    // The first load of a few images is over too soon to be measured.
    let rounds = 20_000 / count;
    for _ in 0..rounds {
        manager.command(ScreenCommand::load("images"));
        manager.step(&Input::default());
        while !manager.is_idle() {
            manager.step(&Input::default());
        }
    }
    let milliseconds: f64 = manager.load_reports().iter().map(|report| report.milliseconds).sum();
    milliseconds * 1000.0 / (rounds * count) as f64
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints the median of some loads and returns its milliseconds.
fn row(name: &str, mut reports: Vec<LoadReport>) -> f64 {
    reports.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
    let LoadReport { milliseconds, ticks, longest_tick_ms, ready, .. } = reports[reports.len() / 2].clone();
    assert!(ready, "{name}: the load failed");
    say(&format!("| {name:<44} | {milliseconds:>8.0} | {ticks:>6} | {longest_tick_ms:>12.1} |"));
    milliseconds
}

fn main() {
    images::folder();
    let budget = Pace::Budget(Duration::from_millis(8));
    say("| 200 PNGs of 1024 x 1024                      | total ms |  ticks | longest tick |");
    say("|----------------------------------------------|----------|--------|--------------|");
    let (files, packed): (_, Arc<dyn AssetSource>) = (files(), Arc::new(pack()));
    let rounds_of = |source, pace, threads: fn() -> Background, interval| {
        (0..ROUNDS).map(|_| load(source, pace, threads(), interval)).collect::<Vec<_>>()
    };
    let rounds = |pace, threads, interval| rounds_of(&files, pace, threads, interval);
    let (threads, none) = (Background::for_this_machine, Background::single_threaded);
    row("one item a tick, a thread for each core", rounds(Pace::OneItemPerTick, threads, FRAME));
    row("one item a tick, no thread", rounds(Pace::OneItemPerTick, none, FRAME));
    let total = row("budget of 8 ms, a thread for each core", rounds(budget, threads, FRAME));
    row("budget of 8 ms, no thread", rounds(budget, none, FRAME));
    row("a pack, budget of 8 ms, a thread for each core", rounds_of(&packed, budget, threads, FRAME));
    let all_at_once = Pace::Budget(Duration::MAX);
    let decode = row("all in one tick, no thread: decode time", rounds(all_at_once, none, Duration::ZERO));
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let ratio = total / (decode / cores as f64);
    say(&format!("budget of 8 ms with threads ÷ (decode time ÷ {cores} cores): {ratio:.2}"));
    let [few, many] = [100, 10_000].map(small_images);
    say(&format!(
        "an image of 32 x 32 among 100: {few:.1} µs, among 10,000: {many:.1} µs, ratio {:.2}",
        many / few
    ));
    in_a_window::run();
}

/// The same with a real GPU behind it, and macroquad's own loader.
mod in_a_window {
    use super::*;
    use macroquad::Window;
    use macroquad::window::next_frame;

    const PACK: &str = "window: a pack, budget of 8 ms";

    /// What is measured, frame by frame.
    enum Stage {
        Ours(&'static str, Box<ScreenManager>),
        Macroquad,
    }

    pub fn run() {
        if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
            return say("there is no display: the rows with a window are left out");
        }
        Window::new("loading", async {
            let budget = Pace::Budget(Duration::from_millis(8));
            let ours = |name, source, pace| Stage::Ours(name, Box::new(in_window(source, pace)));
            let mut stages = Vec::new();
            for _ in 0..ROUNDS {
                stages.push(Stage::Macroquad);
                stages.push(ours(PACK, Arc::new(pack()), budget));
            }
            stages.push(ours("window: budget of 8 ms", files(), budget));
            stages.push(ours("window: one item a tick", files(), Pace::OneItemPerTick));
            let (mut packed, mut macroquads) = (Vec::new(), Vec::new());
            let idle = Input::default();
            while let Some(stage) = stages.pop() {
                let begin = Instant::now();
                match stage {
                    Stage::Macroquad => macroquads.push(macroquads_own()),
                    Stage::Ours(name, mut manager) => {
                        manager.step(&idle);
                        if manager.has_ended() {
                            match manager.load_reports()[0].clone() {
                                report if name == PACK => packed.push(report),
                                report => drop(row(name, vec![report])),
                            }
                        } else {
                            stages.push(Stage::Ours(name, manager));
                            std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
                        }
                    }
                }
                next_frame().await;
            }
            let ratio = row(PACK, packed) / row("window: macroquad's load_texture", macroquads);
            say(&format!("a pack, budget of 8 ms with threads ÷ macroquad's load_texture: {ratio:.2}"));
        });
    }

    fn in_window(source: Arc<dyn AssetSource>, pace: Pace) -> ScreenManager {
        let settings = settings(source, pace, Background::for_this_machine());
        let gpu = ManagerSettings::for_window(images::folder()).gpu;
        manager(ManagerSettings { gpu, ..settings })
    }

    /// macroquad reads, decodes and uploads one image after the other; the frame on the
    /// display freezes meanwhile.
    fn macroquads_own() -> LoadReport {
        let folder = images::folder();
        let begin = Instant::now();
        let mut loaded = Vec::new();
        for number in 0..images::COUNT {
            let path = folder.join(images::name(number));
            // On the desktop the future is ready at its first poll.
            let path = path.to_string_lossy();
            let texture = macroquad::texture::load_texture(&path);
            loaded.push(futures_lite::future::block_on(texture).expect("the image is loaded"));
        }
        let milliseconds = begin.elapsed().as_secs_f64() * 1000.0;
        LoadReport {
            phase: "macroquad",
            items: loaded.len(),
            bytes: 0,
            milliseconds,
            ticks: 1,
            longest_tick_ms: milliseconds,
            ready: true,
            ..LoadReport::default()
        }
    }
}
