//! What it takes to load 200 PNGs of 1024 x 1024: time, ticks, and the longest time that a tick
//! keeps the main thread. For both paces, with threads and without, and, where there is a display,
//! in a window beside macroquad's own `load_texture` one after the other.
//!
//! One load takes seconds, and its ticks matter as much as its time. All rows come from one run, so that they can be compared.

mod images;

use std::io::Write as _;
use std::num::NonZero;
use std::time::{Duration, Instant};

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::phase::{Background, LoadReport, Pace};
use proscenium::platform::{DirSource, Input, SystemClock};

/// How often each row is measured; the median counts.
const ROUNDS: usize = 3;
/// A display that shows sixty frames a second.
const FRAME: Duration = Duration::from_nanos(16_666_667);

struct Ready;

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

fn settings(pace: Pace, background: Background) -> ManagerSettings {
    ManagerSettings {
        source: std::sync::Arc::new(DirSource::new(images::folder())),
        clock: Box::new(SystemClock::start()),
        background,
        pace,
        ..ManagerSettings::default()
    }
}

/// One load on a display with one frame in each `interval`, without a window.
fn load(pace: Pace, background: Background, interval: Duration) -> LoadReport {
    let mut manager = manager(settings(pace, background));
    let idle = Input::default();
    while !manager.has_ended() {
        let begin = Instant::now();
        manager.step(&idle);
        std::thread::sleep(interval.saturating_sub(begin.elapsed()));
    }
    manager.load_reports()[0]
}

fn say(text: &str) {
    let _ = writeln!(std::io::stdout(), "{text}");
}

/// Prints the median of some loads and returns its milliseconds.
fn row(name: &str, mut reports: Vec<LoadReport>) -> f64 {
    reports.sort_by(|a, b| a.milliseconds.total_cmp(&b.milliseconds));
    let LoadReport { milliseconds, ticks, longest_tick_ms, ready, .. } = reports[reports.len() / 2];
    assert!(ready, "{name}: the load failed");
    say(&format!("| {name:<44} | {milliseconds:>8.0} | {ticks:>6} | {longest_tick_ms:>12.1} |"));
    milliseconds
}

fn main() {
    images::folder();
    let budget = Pace::Budget(Duration::from_millis(8));
    say("| 200 PNGs of 1024 x 1024                      | total ms |  ticks | longest tick |");
    say("|----------------------------------------------|----------|--------|--------------|");
    let rounds = |pace, threads: fn() -> Background, interval| {
        (0..ROUNDS).map(|_| load(pace, threads(), interval)).collect::<Vec<_>>()
    };
    let (threads, none) = (Background::for_this_machine, Background::single_threaded);
    row("one item a tick, a thread for each core", rounds(Pace::OneItemPerTick, threads, FRAME));
    row("one item a tick, no thread", rounds(Pace::OneItemPerTick, none, FRAME));
    let total = row("budget of 8 ms, a thread for each core", rounds(budget, threads, FRAME));
    row("budget of 8 ms, no thread", rounds(budget, none, FRAME));
    let all_at_once = Pace::Budget(Duration::MAX);
    let decode = row("all in one tick, no thread: decode time", rounds(all_at_once, none, Duration::ZERO));
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    let ratio = total / (decode / cores as f64);
    say(&format!("budget of 8 ms with threads ÷ (decode time ÷ {cores} cores): {ratio:.2}"));
    in_a_window::run();
}

/// The same with a real GPU behind it, and macroquad's own loader.
mod in_a_window {
    use super::*;
    use macroquad::Window;
    use macroquad::window::next_frame;

    /// What is measured, frame by frame.
    enum Stage {
        Ours(Pace, Box<ScreenManager>),
        Macroquad,
    }

    pub fn run() {
        if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
            return say("there is no display: the rows with a window are left out");
        }
        Window::new("loading", async {
            let budget = Pace::Budget(Duration::from_millis(8));
            let ours = |pace| Stage::Ours(pace, Box::new(in_window(pace)));
            let mut stages = vec![Stage::Macroquad, ours(budget), ours(Pace::OneItemPerTick)];
            let idle = Input::default();
            while let Some(stage) = stages.pop() {
                let begin = Instant::now();
                match stage {
                    Stage::Macroquad => macroquads_own(),
                    Stage::Ours(pace, mut manager) => {
                        manager.step(&idle);
                        if manager.has_ended() {
                            let name = match pace {
                                Pace::OneItemPerTick => "window: one item a tick",
                                Pace::Budget(_) => "window: budget of 8 ms",
                            };
                            row(name, manager.load_reports().to_vec());
                        } else {
                            stages.push(Stage::Ours(pace, manager));
                            std::thread::sleep(FRAME.saturating_sub(begin.elapsed()));
                        }
                    }
                }
                next_frame().await;
            }
        });
    }

    fn in_window(pace: Pace) -> ScreenManager {
        let settings = settings(pace, Background::for_this_machine());
        let gpu = ManagerSettings::for_window(images::folder()).gpu;
        manager(ManagerSettings { gpu, ..settings })
    }

    /// macroquad reads, decodes and uploads one image after the other; the frame on the
    /// display freezes meanwhile.
    fn macroquads_own() {
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
            bytes: 0,
            milliseconds,
            ticks: 1,
            longest_tick_ms: milliseconds,
            ready: true,
        };
        row("window: macroquad's load_texture", vec![report]);
    }
}
