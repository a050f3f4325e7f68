//! What it takes to load 200 images of 1024 x 1024: time, ticks, and how long the ticks keep the main thread:
//! the longest, the 99th of 100, and how many keep it for more than a frame. As PNG and JPEG, with one of
//! 4096 x 4096 among them, for both paces, with threads and without, and, where there is a display,
//! in a window beside macroquad's own `load_texture` one after the other, from the files and from a pack.
//!
//! One load takes seconds, and its ticks matter as much as its time. All rows come from one run, so that they can be compared.
//! `cargo bench -p bench --bench loading -- NAME` measures the rows with `NAME` in their title.

mod images;

use std::array::from_fn;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::num::NonZero;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenCommand, ScreenContext, ScreenManager};
use proscenium::phase::{Background, LoadReport, Pace, Resource, Texture};
use proscenium::platform::{AssetSource, Clock, DirSource, Input, MemorySource};

/// How often the rows are measured that are compared; the median counts. The first load of each row does not count:
/// in a virtual machine the first use of memory can take milliseconds for each megabyte.
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

/// The files of a load.
#[derive(Clone, Copy)]
enum Files {
    Png,
    Jpeg,
    /// PNGs, and the large one in the middle.
    WithLarge,
}

impl Files {
    fn names(self) -> Vec<String> {
        let name = if matches!(self, Self::Jpeg) { images::jpeg } else { images::name };
        let mut names: Vec<_> = (0..images::COUNT).map(name).collect();
        if matches!(self, Self::WithLarge) {
            names.insert(images::COUNT / 2, images::LARGE.to_owned());
        }
        names
    }
}

fn manager(of: Files, settings: ManagerSettings) -> ScreenManager {
    let phase = of
        .names()
        .iter()
        .fold(Phase::new("images"), |phase, name| phase.file::<Texture>(&images::id(name), name));
    let mut manager = ScreenManager::new(settings);
    manager.add_phase(phase.screen("ready", |_| Ready));
    manager.start("images");
    manager
}

/// The images in a pack, made once.
fn pack() -> DirSource {
    let folder = images::folder().join("../bench-packs");
    if !folder.join("shared.pack").exists() {
        let files = manager(Files::Png, settings(files(), Pace::default(), Background::single_threaded()));
        files.assets().pack(&folder).expect("the packs can be made");
    }
    DirSource::open(folder).expect("the packs can be opened")
}

fn files() -> Arc<dyn AssetSource> {
    Arc::new(DirSource::new(images::folder()))
}

fn settings(source: Arc<dyn AssetSource>, pace: Pace, background: Background) -> ManagerSettings {
    ManagerSettings { source, clock: Clock::system(), background, pace, ..ManagerSettings::default() }
}

/// A load, and the milliseconds that each frame has kept the main thread.
struct Run {
    report: LoadReport,
    frames: Vec<f64>,
}

/// One load on a display with one frame in each `interval`, without a window.
fn load(
    of: Files,
    source: &Arc<dyn AssetSource>,
    pace: Pace,
    background: Background,
    interval: Duration,
) -> Run {
    let mut manager = manager(of, settings(Arc::clone(source), pace, background));
    let idle = Input::default();
    let mut frames = Vec::new();
    while !manager.has_ended() {
        let begin = Instant::now();
        manager.step(&idle);
        let took = begin.elapsed();
        frames.push(took.as_secs_f64() * 1000.0);
        std::thread::sleep(interval.saturating_sub(took));
    }
    Run { report: manager.assets().reports()[0].clone(), frames }
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
        phase = phase.file::<Texture>(&images::id(&name), &name);
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
    let milliseconds: f64 = manager.assets().reports().iter().map(|report| report.milliseconds).sum();
    milliseconds * 1000.0 / (rounds * count) as f64
}

/// Changes between two phases with the same resources, which stay. Returns the microseconds for each of them.
fn shared_resources(count: usize) -> f64 {
    let names: Vec<_> = (0..count).map(|number| number.to_string()).collect();
    let source = names.iter().fold(MemorySource::default(), |source, name| source.with(name, "1234"));
    let pace = Pace::Budget(Duration::from_millis(8));
    let mut manager = ScreenManager::new(settings(Arc::new(source), pace, Background::single_threaded()));
    for id in ["one", "two"] {
        let phase = Phase::new(id).screen(id, |_| Stay);
        let resources = names.iter().map(|name| Resource::file::<Vec<u8>>(name.as_str(), name));
        manager.add_phase(resources.fold(phase, Phase::resource));
    }
    let mut change_to = |id| {
        manager.command(ScreenCommand::load(id));
        manager.step(&Input::default());
        while !manager.is_idle() {
            manager.step(&Input::default());
        }
    };
    change_to("one");
    let changes = 20_000 / count;
    let begin = Instant::now();
    ["two", "one"].into_iter().cycle().take(changes).for_each(&mut change_to);
    begin.elapsed().as_secs_f64() * 1e6 / (changes * count) as f64
}

/// Prints what each of few and of many costs, if the row is measured.
fn growth(name: &str, microseconds: fn(usize) -> f64) {
    if !is_wanted(name) {
        return;
    }
    // In turns, because the load of the machine changes.
    let rounds: [_; ROUNDS] = from_fn(|_| [100, 10_000].map(microseconds));
    let [few, many] = [0, 1].map(|column| median(rounds.map(|round| round[column])));
    say(&format!("{name} 100: {few:.2} µs, 10,000: {many:.2} µs, ratio {:.2}", many / few));
}

/// Whether a row is measured: all are, or those with the program's argument in their title.
fn is_wanted(name: &str) -> bool {
    // `cargo bench` adds its own argument.
    let mut filters = std::env::args().skip(1).filter(|argument| argument != "--bench").peekable();
    filters.peek().is_none() || filters.any(|filter| name.contains(&filter))
}

fn median(mut times: [f64; ROUNDS]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints the median of all loads but the first, with their frames, and returns its milliseconds.
fn row(name: &str, mut runs: Vec<Run>) -> f64 {
    runs.remove(0);
    runs.sort_by(|a, b| a.report.milliseconds.total_cmp(&b.report.milliseconds));
    let LoadReport { milliseconds, ticks, ready, .. } = runs[runs.len() / 2].report.clone();
    assert!(ready, "{name}: the load failed");
    let mut frames: Vec<f64> = runs.into_iter().flat_map(|run| run.frames).collect();
    frames.sort_by(f64::total_cmp);
    let (longest, late) = (frames[frames.len() - 1], frames[frames.len() * 99 / 100]);
    let over = frames.iter().filter(|frame| **frame > FRAME.as_secs_f64() * 1000.0).count();
    let over = format!("{over} of {}", frames.len());
    say(&format!(
        "| {name:<47} | {milliseconds:>8.0} | {ticks:>5} | {longest:>7.1} | {late:>7.1} | {over:>11} |"
    ));
    milliseconds
}

/// Starts the threads of a load.
type Threads = fn() -> Background;

fn main() {
    images::folder();
    let budget = Pace::Budget(Duration::from_millis(8));
    say(
        "| 200 images of 1024 x 1024                       | total ms | ticks | longest | 99 of 100 | > 16.7 ms |",
    );
    say(
        "|-------------------------------------------------|----------|-------|---------|---------|-------------|",
    );
    let (files, packed): (_, Arc<dyn AssetSource>) = (files(), Arc::new(pack()));
    let (threads, none): (Threads, Threads) = (Background::for_this_machine, Background::single_threaded);
    let once = |name: &str, of, source: &_, pace, background: Threads| {
        if is_wanted(name) {
            row(name, (0..2).map(|_| load(of, source, pace, background(), FRAME)).collect());
        }
    };
    let one = Pace::OneItemPerTick;
    once("PNG, one item a tick, a thread for each core", Files::Png, &files, one, threads);
    once("PNG, one item a tick, no thread", Files::Png, &files, one, none);
    once("PNG, budget of 8 ms, no thread", Files::Png, &files, budget, none);
    once("JPEG, budget of 8 ms, no thread", Files::Jpeg, &files, budget, none);
    once("PNG and 4096 x 4096, 8 ms, no thread", Files::WithLarge, &files, budget, none);
    once("PNG and 4096 x 4096, 8 ms, a thread a core", Files::WithLarge, &files, budget, threads);
    once("a pack, budget of 8 ms, a thread for each core", Files::Png, &packed, budget, threads);
    let all_at_once = Pace::Budget(Duration::MAX);
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    for (format, of) in [("PNG", Files::Png), ("JPEG", Files::Jpeg)] {
        let name = format!("{format}, budget of 8 ms, a thread for each core");
        if !is_wanted(&name) {
            continue;
        }
        // In turns, because the load of the machine changes.
        let rounds = (0..=ROUNDS).map(|_| {
            let limit = load(of, &files, all_at_once, none(), Duration::ZERO);
            (limit, load(of, &files, budget, threads(), FRAME))
        });
        let (limits, loads): (Vec<_>, Vec<_>) = rounds.unzip();
        let total = row(&name, loads);
        let decode = row(&format!("{format}, all in one tick, no thread: decode time"), limits);
        let ratio = total / (decode / cores as f64);
        say(&format!("{format}: budget of 8 ms with threads ÷ (decode time ÷ {cores} cores): {ratio:.2}"));
    }
    growth("an image of 32 x 32 among", small_images);
    growth("a change between phases, each resource that both have, of", shared_resources);
    in_a_window::run();
}

/// The same with a real GPU behind it, and macroquad's own loader.
mod in_a_window {
    use super::*;
    use macroquad::Window;
    use macroquad::window::next_frame;

    const PACK: &str = "window: a pack, budget of 8 ms";
    const MACROQUAD: &str = "window: macroquad's load_texture";

    /// What is measured, frame by frame.
    enum Stage {
        Ours { name: &'static str, manager: Box<ScreenManager>, frames: Vec<f64> },
        Macroquad,
    }

    pub fn run() {
        if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
            return say("there is no display: the rows with a window are left out");
        }
        Window::new("loading", async {
            let budget = Pace::Budget(Duration::from_millis(8));
            let ours = |name, of, source, pace| {
                let frames = Vec::new();
                Stage::Ours { name, manager: Box::new(in_window(of, source, pace)), frames }
            };
            let mut stages = Vec::new();
            for _ in 0..=ROUNDS {
                stages.push(Stage::Macroquad);
                stages.push(ours(PACK, Files::Png, Arc::new(pack()), budget));
                stages.push(ours("window: PNG and 4096 x 4096, 8 ms", Files::WithLarge, files(), budget));
                stages.push(ours("window: JPEG, budget of 8 ms", Files::Jpeg, files(), budget));
                stages.push(ours("window: PNG, budget of 8 ms", Files::Png, files(), budget));
                stages.push(ours("window: PNG, one item a tick", Files::Png, files(), Pace::OneItemPerTick));
            }
            stages.retain(|stage| match stage {
                Stage::Ours { name, .. } => is_wanted(name),
                // It is measured for the ratio of the pack.
                Stage::Macroquad => is_wanted(PACK),
            });
            let mut loads = BTreeMap::<_, Vec<Run>>::new();
            let idle = Input::default();
            while let Some(stage) = stages.pop() {
                match stage {
                    Stage::Macroquad => {
                        loads.entry(MACROQUAD).or_default().push(macroquads_own());
                        next_frame().await;
                    }
                    Stage::Ours { name, mut manager, mut frames } => {
                        let begin = Instant::now();
                        manager.step(&idle);
                        next_frame().await;
                        let took = begin.elapsed();
                        frames.push(took.as_secs_f64() * 1000.0);
                        if manager.has_ended() {
                            let report = manager.assets().reports()[0].clone();
                            // The GPU frees the images at the end of a frame, which is not one of the next load.
                            drop(manager);
                            next_frame().await;
                            loads.entry(name).or_default().push(Run { report, frames });
                        } else {
                            stages.push(Stage::Ours { name, manager, frames });
                            std::thread::sleep(FRAME.saturating_sub(took));
                        }
                    }
                }
            }
            let rows = loads.into_iter().map(|(name, runs)| (name, row(name, runs)));
            let rows = BTreeMap::from_iter(rows);
            if let (Some(packed), Some(macroquad)) = (rows.get(PACK), rows.get(MACROQUAD)) {
                let ratio = packed / macroquad;
                say(&format!("a pack, budget of 8 ms with threads ÷ macroquad's load_texture: {ratio:.2}"));
            }
        });
    }

    fn in_window(of: Files, source: Arc<dyn AssetSource>, pace: Pace) -> ScreenManager {
        let settings = settings(source, pace, proscenium::window::background());
        let gpu = proscenium::window::settings(images::folder()).gpu;
        manager(of, ManagerSettings { gpu, ..settings })
    }

    /// macroquad reads, decodes and uploads one image after the other; the frame on the
    /// display freezes meanwhile.
    fn macroquads_own() -> Run {
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
        let report = LoadReport {
            phase: "macroquad",
            items: loaded.len(),
            milliseconds,
            ticks: 1,
            longest_tick_ms: milliseconds,
            ready: true,
            ..LoadReport::default()
        };
        Run { report, frames: vec![milliseconds] }
    }
}
