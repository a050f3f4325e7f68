//! The view in windows of all sizes: what each pixel of the window shows is the average of the
//! virtual pixels below it, up to the border, which is black.

use std::cell::OnceCell;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Duration;

use macroquad::prelude as mq;
use proscenium::flow::{DrawContext, Fade, GameScreen, Phase, ScreenCommand, ScreenContext};
use proscenium::game::{Game, RunOptions};
use proscenium::platform::{Action, Rect, Scaling, View, Views, WindowSize};

const WIDE: (u32, u32) = (160, 90);
const UPRIGHT: (u32, u32) = (90, 160);
const RED: [f32; 3] = [1.0, 0.0, 0.0];

/// The part of a test that is a process with a window: `WIDTHxHEIGHT` and whether the scale is whole.
const WINDOW: &str = "SCALING_WINDOW";

const SCRIPT: &str = "
    view wide
    wait game
    shot game
    tap down
    wait menu
    shot menu
    view upright
    run 1
    shot upright
    tap up
    shot fade
    shot covered
";

/// The colour of a virtual pixel: noise, in which no two pixels are the same for long.
fn color(x: u32, y: u32) -> [u8; 3] {
    let hash = (x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0xc2b2_ae35);
    let [_, red, green, blue] = (hash ^ hash >> 15).to_le_bytes();
    [red, green, blue]
}

/// A screen of noise. That over another one covers a square of it, and is upright if the window is.
struct Noise {
    is_menu: bool,
    texture: OnceCell<mq::Texture2D>,
}

impl Noise {
    const fn new(is_menu: bool) -> Self {
        Self { is_menu, texture: OnceCell::new() }
    }
}

impl GameScreen for Noise {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::DOWN) {
            cx.command(ScreenCommand::push("menu").without_transition());
        } else if cx.input().is_pressed(Action::UP) {
            cx.pop();
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        if self.is_menu {
            cx.draw_parent();
            mq::draw_rectangle(0.0, 0.0, 40.0, 40.0, mq::GREEN);
            return;
        }
        // Red, because a game clears the border too.
        mq::clear_background(mq::RED);
        let texture = self.texture.get_or_init(|| {
            let pixels = (0..WIDE.1).flat_map(|y| (0..WIDE.0).map(move |x| (x, y)));
            let rgba: Vec<u8> = pixels.flat_map(|(x, y)| [&color(x, y)[..], &[255]].concat()).collect();
            let texture = mq::Texture2D::from_rgba8(WIDE.0 as u16, WIDE.1 as u16, &rgba);
            texture.set_filter(mq::FilterMode::Nearest);
            texture
        });
        mq::draw_texture(texture, 0.0, 0.0, mq::WHITE);
    }

    fn view(&self, views: &Views) -> View {
        if self.is_menu { views.suitable() } else { views.wide }
    }
}

fn folder(window: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scaling").join(window)
}

/// Plays the script in a window.
fn play(window: &str) -> ExitCode {
    let (size, scaling) = match window.strip_suffix("whole") {
        Some(size) => (size, Scaling::Whole),
        None => (window, Scaling::Smooth),
    };
    let (width, height) = size.split_once('x').unwrap();
    let script = folder(window).join("script.txt");
    std::fs::create_dir_all(folder(window)).unwrap();
    std::fs::write(&script, SCRIPT).unwrap();
    let phase =
        Phase::new("phase").screen("game", |_| Noise::new(false)).screen("menu", |_| Noise::new(true));
    let fade = Fade { out_time: Duration::from_millis(50), color: RED, ..Fade::default() };
    let game = Game::new("scaling")
        .view(View::fit(WIDE.0, WIDE.1))
        .upright_view(View::fit(UPRIGHT.0, UPRIGHT.1))
        .scaling(scaling);
    game.transition(fade).phase(phase).run_with(&RunOptions {
        script: Some(script),
        screenshots: Some(folder(window)),
        window: Some((width.parse().unwrap(), height.parse().unwrap())),
        ..RunOptions::default()
    })
}

/// The average of `of`, an image of `size`, below the pixel at `x`, `y` of a picture of it at `place`.
fn average(of: impl Fn(u32, u32) -> [f32; 3], size: (u32, u32), place: Rect, (x, y): (f32, f32)) -> [f32; 3] {
    let part = |at: f32, from: f32, length: f32, count: u32| {
        let scale = count as f32 / length;
        let (begin, end) = ((at - from) * scale, (at + 1.0 - from) * scale);
        let last = (end.ceil() as u32).min(count);
        let weight =
            move |index: u32| (end.min(index as f32 + 1.0) - begin.max(index as f32)) / (end - begin);
        (begin as u32..last).map(move |index| (index, weight(index)))
    };
    let mut sum = [0.0; 3];
    for (row, height) in part(y, place.y, place.h, size.1) {
        for (column, width) in part(x, place.x, place.w, size.0) {
            let color = of(column, row);
            sum = std::array::from_fn(|channel| sum[channel] + color[channel] * width * height);
        }
    }
    sum
}

fn noise(x: u32, y: u32) -> [f32; 3] {
    color(x, y).map(f32::from)
}

/// The largest difference of a shot from the noise at `place` and black around it.
fn difference(shot: &image::RgbImage, place: Rect) -> f32 {
    let at = |(x, y, pixel): (u32, u32, &image::Rgb<u8>)| {
        let at = (x as f32, y as f32);
        distance(pixel, if place.contains(at) { average(noise, WIDE, place, at) } else { [0.0; 3] })
    };
    shot.enumerate_pixels().map(at).fold(0.0, f32::max)
}

fn distance(pixel: &image::Rgb<u8>, expected: [f32; 3]) -> f32 {
    (0..3).map(|channel| (f32::from(pixel[channel]) - expected[channel]).abs()).fold(0.0, f32::max)
}

fn check(window: &str, wrong: &mut Vec<String>) {
    let mut note = |name: &str, what: String| wrong.push(format!("{window}, {name}: {what}"));
    let test = std::env::current_exe().unwrap();
    let mut run = Command::new(test);
    run.args(["--exact", "every_pixel_shows_the_average_below_it", "--ignored"]).env(WINDOW, window);
    if !run.output().unwrap().status.success() {
        return note("run", "it failed".to_owned());
    }
    let shot = |name: &str| image::open(folder(window).join(format!("{name}.png"))).unwrap().into_rgb8();
    let game = shot("game");
    let (width, height) = (game.width() as f32, game.height() as f32);
    if format!("{width}x{height}") != window.trim_end_matches("whole") {
        return note("game", format!("the window has {width} x {height} pixels"));
    }
    let scaling = if window.ends_with("whole") { Scaling::Whole } else { Scaling::Smooth };
    let fit = |(w, h): (u32, u32)| View::fit(w, h).placed(WindowSize::new(width, height), scaling).place;
    let wide = fit(WIDE);
    let wide = if height > width { Rect { y: fit(UPRIGHT).y, ..wide } } else { wide };
    let found = difference(&game, wide);
    if found > 3.0 {
        note("game", format!("a pixel differs by {found}"));
    }
    // The same scale, so the parent of a screen is the same picture.
    let menu = shot("menu");
    let inside = (wide.x + wide.w * 0.7, wide.y + wide.h * 0.7);
    let is_same =
        |(x, y): (f32, f32)| menu.get_pixel(x as u32, y as u32) == game.get_pixel(x as u32, y as u32);
    let green = |shot: &image::RgbImage, (x, y)| {
        let [red, green, blue] = shot.get_pixel(x as u32, y as u32).0;
        red < 10 && green > 200 && blue < 60
    };
    if !is_same(inside) || !green(&menu, (wide.x + 2.0, wide.y + 2.0)) {
        note("menu", "its parent is another picture, or it is not over it".to_owned());
    }
    // The upright screen with the wide one in it: at the same place, averaged twice.
    let upright = shot("upright");
    let place = fit(UPRIGHT);
    let scale = place.w / UPRIGHT.0 as f32;
    if !green(&upright, (place.x + 2.0, place.y + 2.0))
        || green(&upright, (place.x + 41.0 * scale, place.y + 39.0 * scale))
    {
        note("upright", format!("there is no menu at {place:?}"));
    }
    let multiple = scale.round().max(1.0);
    let size = (UPRIGHT.0 * multiple as u32, UPRIGHT.1 * multiple as u32);
    // Where the wide screen is in the texture of the upright one.
    let inner = |from: f32| from / scale * multiple;
    let inner = Rect::new(inner(wide.x - place.x), inner(wide.y - place.y), inner(wide.w), inner(wide.h));
    let texel = |x: u32, y: u32| average(noise, WIDE, inner, (x as f32, y as f32));
    // Without the edges, where the texture of the wide one ends, and without the green square.
    let margin = 3.0 * scale.max(1.0);
    let left = place.x.max(wide.x).max(place.x + 44.0 * scale) + margin;
    let right = place.right().min(wide.right()) - margin;
    let (top, bottom) = (place.y.max(wide.y) + margin, place.bottom().min(wide.bottom()) - margin);
    let inside = Rect::new(left, top, right - left, bottom - top);
    let mut most = 0.0_f32;
    for (x, y, pixel) in upright.enumerate_pixels() {
        let at = (x as f32, y as f32);
        if inside.contains(at) {
            most = most.max(distance(pixel, average(texel, size, place, at)));
        }
    }
    if most > 4.0 {
        note("upright", format!("a pixel of the wide screen in it differs by {most}"));
    }
    if shot("covered").pixels().any(|pixel| pixel.0 != [255, 0, 0]) {
        note("covered", "the fade does not cover the window".to_owned());
    }
    // Half a fade lies over the border and the screens alike.
    let fade = shot("fade");
    let (corner, middle) = (fade.get_pixel(0, fade.height() - 1), fade.get_pixel(width as u32 / 2, 0));
    if corner[0] != 170 || middle[0] < 170 {
        note("fade", format!("{corner:?} and {middle:?}"));
    }
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn every_pixel_shows_the_average_below_it() {
    if let Ok(window) = std::env::var(WINDOW) {
        assert_eq!(play(&window), ExitCode::SUCCESS);
        return;
    }
    let mut wrong = Vec::new();
    let sizes =
        "100x175 240x135 319x180 341x192 480x270 640x400 150x90 70x40 400x700 341x192whole 240x300whole";
    for window in sizes.split(' ') {
        check(window, &mut wrong);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
