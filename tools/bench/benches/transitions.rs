//! What a frame costs while a transition runs, beside the default fade, in a window of 1280 x 720. Without a
//! display: `.ci/display cargo bench -p bench --bench transitions`.
//!
//! To reach: at most 2.5 times the fade.

use std::time::{Duration, Instant};

use bench::ratio::{Table, rows};
use macroquad::prelude as mq;
use proscenium::flow::{
    DrawContext, Fade, GameScreen, ManagerSettings, Phase, Request, ScreenCommand, ScreenContext,
    ScreenManager, ShaderTransition,
};
use proscenium::platform::{Clock, Input, Pixels};

/// The ticks of out and in together.
const TICKS: u32 = 30;

/// A page of a hundred rectangles.
struct Page(mq::Color);

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, _cx: &DrawContext<'_>) {
        mq::clear_background(self.0);
        for tile in 0..100_u8 {
            let (x, y) = (f32::from(tile % 10) * 128.0, f32::from(tile / 10) * 72.0);
            mq::draw_rectangle(x + 20.0, y + 10.0, 80.0, 50.0, mq::GRAY);
        }
    }
}

/// Turns the old picture away.
const SWIRL: &str = "vec4 transition(vec2 uv) {
    vec2 middle = uv - 0.5;
    float angle = progress * 6.0 * (1.0 - min(length(middle) * 2.0, 1.0));
    mat2 turn = mat2(cos(angle), sin(angle), -sin(angle), cos(angle));
    return mix(getFromColor(turn * middle + 0.5), getToColor(uv), progress);
}";

const NAMES: [&str; 11] = [
    "fade",
    "cross_fade",
    "slide",
    "iris",
    "iris through a colour",
    "blinds",
    "clock",
    "dissolve",
    "pixelate",
    "a gray-scale image",
    "a shader of the user",
];

fn change(effect: usize) -> Request {
    let command = ScreenCommand::replace(if effect.is_multiple_of(2) { "second" } else { "first" });
    let shader = match effect {
        0 => {
            let fade = Fade {
                out_time: Clock::TICK * (TICKS / 2),
                in_time: Clock::TICK * (TICKS / 2),
                ..Fade::default()
            };
            return command.through(fade);
        }
        1 => ShaderTransition::cross_fade(),
        2 => ShaderTransition::slide(-1.0, 0.0),
        3 => ShaderTransition::iris(),
        4 => ShaderTransition::iris().through([0.0; 3]),
        5 => ShaderTransition::blinds(8),
        6 => ShaderTransition::clock(),
        7 => ShaderTransition::dissolve(),
        8 => ShaderTransition::pixelate(),
        9 => ShaderTransition::wipe("checker", Pixels::checker()),
        _ => ShaderTransition::new("swirl", SWIRL),
    };
    command.through(shader.lasting(Clock::TICK * TICKS))
}

/// The mean time of a frame of each transition, `rounds` times.
async fn measure(rounds: usize) -> Vec<Vec<f64>> {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    let pages = Phase::new("pages").screen("first", |_| Page(mq::BLUE)).screen("second", |_| Page(mq::RED));
    manager.add_phase(pages);
    manager.start("pages");
    let mut times = vec![Vec::with_capacity(rounds); NAMES.len()];
    // The first round compiles the shaders.
    for round in 0..=rounds {
        for (effect, times) in times.iter_mut().enumerate() {
            manager.command(change(effect));
            let (mut frames, mut passed) = (0, Duration::ZERO);
            loop {
                let start = Instant::now();
                manager.step(&Input::default());
                manager.draw();
                mq::next_frame().await;
                if manager.is_idle() {
                    break;
                }
                (frames, passed) = (frames + 1, passed + start.elapsed());
            }
            if round > 0 {
                times.push(passed.as_nanos() as f64 / f64::from(frames));
            }
        }
    }
    times
}

#[expect(clippy::print_stdout, reason = "the table is what the benchmark is for")]
fn main() {
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 21 } else { 1 };
    if cfg!(target_os = "linux") && std::env::var_os("DISPLAY").is_none() {
        return println!("transitions: there is no display");
    }
    let conf = mq::Conf {
        window_title: "Transitions".to_owned(),
        window_width: 1280,
        window_height: 720,
        ..mq::Conf::default()
    };
    macroquad::Window::from_config(conf, async move {
        let times = measure(rounds).await;
        let rows = rows(&NAMES, &times);
        println!("{}", Table { title: "a frame of a transition", rows: &rows, pieces: 1.0 });
    });
}
