//! The transitions in a real window: each picture beside one that is computed here, textures and memory
//! after a thousand of them, a resize in the middle, a load, a turn, and a shader that is wrong.

use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use macroquad::prelude as mq;
use macroquad::telemetry::textures_count;
use proscenium::flow::{
    BuildContext, DrawContext, Fade, GameScreen, ManagerSettings, Phase, Pictures, ScreenCommand,
    ScreenContext, ScreenManager, ShaderTransition, Transition, TransitionView, WhileChanging,
};
use proscenium::platform::window::use_virtual_camera;
use proscenium::platform::{Input, Pixels, STEP};

/// A multiple of the squares of the dissolve.
const SIZE: (i32, i32) = (384, 216);

/// A page of stripes and a ramp between black bars. It draws with a virtual camera, and a part of it
/// with a camera and a render target of its own, as a game's map would be.
struct Page {
    color: mq::Color,
    map: mq::RenderTarget,
}

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, _cx: &DrawContext<'_>) {
        let (width, height) = (mq::screen_width(), mq::screen_height());
        mq::clear_background(mq::BLACK);
        mq::set_camera(&mq::Camera2D {
            render_target: Some(self.map.clone()),
            ..mq::Camera2D::from_display_rect(mq::Rect::new(0.0, 0.0, 16.0, 16.0))
        });
        mq::clear_background(mq::WHITE);
        mq::draw_rectangle(0.0, 0.0, 8.0, 8.0, self.color);
        use_virtual_camera((300.0, 180.0), (10.0, 0.0, width - 20.0, height));
        for stripe in 0..30_u8 {
            let light = f32::from(stripe) / 40.0;
            let color = mq::Color::new(self.color.r + light, self.color.g * (1.0 - light), self.color.b, 1.0);
            mq::draw_rectangle(f32::from(stripe) * 10.0, 0.0, 10.0, 180.0, color);
        }
        mq::draw_texture(&self.map.texture, 200.0, 100.0, mq::WHITE);
        mq::draw_rectangle(160.0, 60.0, 100.0, 30.0, mq::Color::new(0.0, 0.0, 1.0, 0.5));
        mq::draw_rectangle(40.0, 60.0, 100.0, 30.0, mq::WHITE);
    }
}

/// The Loading screen, in one colour.
struct Waiting;

impl GameScreen for Waiting {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, _cx: &DrawContext<'_>) {
        mq::clear_background(mq::MAGENTA);
    }
}

/// A screen that becomes lighter with each tick.
struct Moving;

/// Its light in a tick, as the window shows it.
fn light(tick: u64) -> f32 {
    (tick % 20 * 10) as f32
}

impl GameScreen for Moving {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn draw(&self, cx: &DrawContext<'_>) {
        let light = light(cx.tick()) / 255.0;
        mq::clear_background(mq::Color::new(light, light, light, 1.0));
    }
}

fn manager() -> ScreenManager {
    let mut manager = ScreenManager::new(ManagerSettings::default());
    let page = |color| move |_: &BuildContext<'_>| Page { color, map: mq::render_target(16, 16) };
    for phase in ["first", "second"] {
        let [blue, red] = [mq::Color::new(0.1, 0.6, 0.9, 1.0), mq::Color::new(0.2, 0.2, 0.1, 1.0)];
        let phase = Phase::new(phase).screen("blue", page(blue)).screen("red", page(red));
        manager.add_phase(phase.screen("moving", |_| Moving));
    }
    manager.set_loading_screen(|| Waiting);
    manager.start("first");
    while !manager.is_idle() || manager.active().is_none() {
        manager.step(&Input::default());
    }
    manager
}

/// What the window shows, rows from the top.
#[derive(Clone)]
struct Shot {
    size: (usize, usize),
    rgb: Vec<[f32; 3]>,
}

impl Shot {
    fn take() -> Self {
        let shown = mq::get_screen_data();
        let size = (usize::from(shown.width), usize::from(shown.height));
        let rows = shown.bytes.chunks_exact(4).collect::<Vec<_>>();
        let rows = rows.chunks(size.0).rev().flatten();
        let rgb = rows.map(|pixel| [pixel[0], pixel[1], pixel[2]].map(f32::from)).collect();
        Self { size, rgb }
    }

    /// The pixel, or the nearest one.
    fn at(&self, x: f32, y: f32) -> [f32; 3] {
        let clamp = |value: f32, side: usize| (value.max(0.0) as usize).min(side - 1);
        self.rgb[clamp(y, self.size.1) * self.size.0 + clamp(x, self.size.0)]
    }

    /// The share of pixels that differ from those that are computed, by more than the rounding of the GPU.
    fn difference(&self, expected: impl Fn(usize, usize) -> [f32; 3]) -> f32 {
        let differs = |index: &usize| {
            let expected = expected(index % self.size.0, index / self.size.0);
            (0..3).any(|channel| (self.rgb[*index][channel] - expected[channel]).abs() > 3.0)
        };
        (0..self.rgb.len()).filter(differs).count() as f32 / self.rgb.len() as f32
    }
}

fn mix(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
    std::array::from_fn(|channel| from[channel] * (1.0 - part) + to[channel] * part)
}

/// How much of the new picture a wipe shows where its pattern has this value.
fn shown(value: f32, progress: f32, softness: f32) -> f32 {
    ((progress * (1.0 + softness) - value) / softness).clamp(0.0, 1.0)
}

/// Part of the window, 0 to 1 from the top left, of the middle of a pixel.
fn part(x: usize, y: usize) -> (f32, f32) {
    ((x as f32 + 0.5) / SIZE.0 as f32, (y as f32 + 0.5) / SIZE.1 as f32)
}

fn iris(x: usize, y: usize) -> f32 {
    let (x, y) = part(x, y);
    let ratio = SIZE.0 as f32 / SIZE.1 as f32;
    ((x - 0.5) * ratio).hypot(y - 0.5) / (0.5 * ratio.hypot(1.0))
}

fn clock(x: usize, y: usize) -> f32 {
    let (x, y) = part(x, y);
    let angle = ((x - 0.5) * SIZE.0 as f32).atan2((0.5 - y) * SIZE.1 as f32);
    (angle / std::f32::consts::TAU).rem_euclid(1.0)
}

/// An image of a gray ramp to the bottom right.
fn ramp() -> Pixels {
    let gray = (0..32 * 32_u32).map(|pixel| ((pixel % 32 + pixel / 32) * 4) as u8);
    Pixels::new(32, 32, gray.flat_map(|gray| [gray; 4]).collect()).unwrap()
}

/// The value of the ramp between its pixels.
fn ramp_at(x: usize, y: usize) -> f32 {
    let (x, y) = part(x, y);
    let place = |part: f32| (part * 32.0 - 0.5).clamp(0.0, 31.0);
    (place(x) + place(y)) * 4.0 / 255.0
}

/// A pixel of an effect: the old picture, the new one, the place, and the progress.
type Reference = Box<dyn Fn(&Shot, &Shot, usize, usize, f32) -> [f32; 3]>;

fn wiped(softness: f32, pattern: impl Fn(usize, usize) -> f32 + 'static) -> Reference {
    Box::new(move |old, new, x, y, progress| {
        let at = |shot: &Shot| shot.at(x as f32, y as f32);
        mix(at(old), at(new), shown(pattern(x, y), progress, softness))
    })
}

/// In two halves through a colour; `covers` is how much of the screens the colour leaves.
fn through(color: [f32; 3], leaves: impl Fn(usize, usize, f32) -> f32 + 'static) -> Reference {
    Box::new(move |old, new, x, y, progress| {
        let live = if progress < 0.5 { old } else { new }.at(x as f32, y as f32);
        mix(color, live, leaves(x, y, (2.0 * progress - 1.0).abs()))
    })
}

/// The transitions with their references, all of four ticks.
fn effects() -> Vec<(&'static str, Rc<dyn Transition>, Reference)> {
    let mut effects: Vec<(&'static str, Rc<dyn Transition>, Reference)> = Vec::new();
    let mut add = |name, effect: ShaderTransition, reference| {
        effects.push((name, Rc::new(effect.lasting(STEP * 4)), reference));
    };
    add(
        "cross-fade",
        ShaderTransition::cross_fade(),
        Box::new(|old, new, x, y, progress| {
            mix(old.at(x as f32, y as f32), new.at(x as f32, y as f32), progress)
        }),
    );
    for (name, (right, down)) in [("slide", (-1.0, 0.0)), ("slide down", (0.0, 1.0))] {
        add(
            name,
            ShaderTransition::slide(right, down),
            Box::new(move |old, new, x, y, progress| {
                let (width, height) = (SIZE.0 as f32, SIZE.1 as f32);
                let (x, y) = (x as f32 - progress * right * width, y as f32 - progress * down * height);
                let is_old = (0.0..width).contains(&x) && (0.0..height).contains(&y);
                if is_old { old.at(x, y) } else { new.at(x + right * width, y + down * height) }
            }),
        );
    }
    add("iris", ShaderTransition::iris(), wiped(0.02, iris));
    add("blinds", ShaderTransition::blinds(7), wiped(0.05, |x, y| (part(x, y).0 * 7.0).fract()));
    add("clock", ShaderTransition::clock(), wiped(0.01, clock));
    add("image", ShaderTransition::wipe("image", ramp()).soft(0.5), wiped(0.5, ramp_at));
    let mut random = fastrand::Rng::with_seed(1);
    let squares: Vec<f32> = (0..128 * 72).map(|_| f32::from(random.u8(..)) / 255.0).collect();
    add(
        "dissolve",
        ShaderTransition::dissolve(),
        wiped(0.1, move |x, y| squares[y * 72 / SIZE.1 as usize * 128 + x * 128 / SIZE.0 as usize]),
    );
    let color = [51.0, 0.0, 102.0];
    let iris_through = ShaderTransition::iris().through([0.2, 0.0, 0.4]);
    add("iris through", iris_through, through(color, |x, y, part| shown(iris(x, y), part, 0.02)));
    add(
        "pixelate",
        ShaderTransition::pixelate(),
        Box::new(|old, new, x, y, progress| {
            let side = (SIZE.1 as f32 * 0.1 * (1.0 - (2.0 * progress - 1.0).abs()) + 0.01).floor().max(1.0);
            // Rows from the bottom, as the shader has them.
            let y = SIZE.1 as usize - 1 - y;
            let middle = |pixel: usize| (((pixel as f32 + 0.5) / side).floor() + 0.5) * side;
            let (x, y) = (middle(x).floor(), middle(y).floor().min(SIZE.1 as f32 - 1.0));
            if progress < 0.5 { old } else { new }.at(x, SIZE.1 as f32 - 1.0 - y)
        }),
    );
    let mirror = "vec4 transition(vec2 uv) {
        return mix(getFromColor(uv), getToColor(vec2(1.0 - uv.x, uv.y)), progress);
    }";
    add(
        "own",
        ShaderTransition::new("own", mirror),
        Box::new(|old, new, x, y, progress| {
            let mirrored = (SIZE.0 as usize - 1 - x) as f32;
            mix(old.at(x as f32, y as f32), new.at(mirrored, y as f32), progress)
        }),
    );
    let plain: Reference = Box::new(|old, _, x, y, _| old.at(x as f32, y as f32));
    effects.push(("plain", Rc::new(Plain), plain));
    let fade = Fade { out_time: STEP * 2, in_time: STEP * 2, ..Fade::default() };
    effects.push(("fade", Rc::new(fade), through([0.0; 3], |_, _, part| part)));
    effects
}

/// Shows the old picture to the end, drawn as any texture.
struct Plain;

impl Transition for Plain {
    fn name(&self) -> &'static str {
        "plain"
    }

    fn out_time(&self) -> Duration {
        Duration::ZERO
    }

    fn in_time(&self) -> Duration {
        STEP * 4
    }

    fn pictures(&self) -> Pictures {
        Pictures::OLD
    }

    fn draw(&self, view: &TransitionView) {
        let Some(old) = view.old_picture() else { return };
        let dest_size = Some(mq::vec2(mq::screen_width(), mq::screen_height()));
        let params = mq::DrawTextureParams { dest_size, flip_y: true, ..mq::DrawTextureParams::default() };
        mq::draw_texture_ex(&old, 0.0, 0.0, mq::WHITE, params);
    }
}

/// Hands a shared transition to commands.
struct Shared(Rc<dyn Transition>);

impl Transition for Shared {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn out_time(&self) -> Duration {
        self.0.out_time()
    }

    fn in_time(&self) -> Duration {
        self.0.in_time()
    }

    fn pictures(&self) -> Pictures {
        self.0.pictures()
    }

    fn draw(&self, view: &TransitionView) {
        self.0.draw(view);
    }
}

/// Draws a frame, takes its picture and presents it.
async fn frame(manager: &ScreenManager) -> Shot {
    manager.draw();
    let shot = Shot::take();
    mq::next_frame().await;
    shot
}

async fn tick(manager: &mut ScreenManager) -> Shot {
    manager.step(&Input::default());
    frame(manager).await
}

/// Lets a change end without pictures of it.
async fn rush(manager: &mut ScreenManager) {
    loop {
        manager.step(&Input::default());
        manager.draw();
        mq::next_frame().await;
        if manager.is_idle() {
            return;
        }
    }
}

/// Compares each frame of each transition with its reference.
async fn pictures(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    for (name, effect, reference) in effects() {
        let old = frame(manager).await;
        let is_blue = manager.active().is_some_and(|id| id.name() == "blue");
        manager.command(
            ScreenCommand::replace(if is_blue { "red" } else { "blue" }).through(Shared(Rc::clone(&effect))),
        );
        // The old screens until they are covered, then the quarters; in two halves these are all.
        let is_crossing = effect.out_time().is_zero();
        let progress: &[f32] =
            if is_crossing { &[0.0, 0.0, 0.0, 0.25, 0.5, 0.75] } else { &[0.0, 0.25, 0.4999, 0.5, 0.75] };
        let mut shots = Vec::new();
        for _ in progress {
            shots.push(tick(manager).await);
        }
        let new = tick(manager).await;
        if !manager.is_idle() || new.rgb == old.rgb {
            wrong.push(format!("{name} has not ended, or both pictures are the same"));
        }
        let at = |shot: &Shot, x: usize, y: usize| shot.at(x as f32, y as f32);
        for (number, (shot, progress)) in shots.iter().zip(progress).enumerate() {
            let is_before = is_crossing && number < 2;
            let difference = shot.difference(|x, y| {
                if is_before { at(&old, x, y) } else { reference(&old, &new, x, y, *progress) }
            });
            if difference > 0.002 {
                wrong.push(format!("{name}, frame {number} at {progress}: {difference} of it differs"));
            }
        }
    }
}

/// The memory of the process, in bytes; 0 where that cannot be known.
fn memory() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    pages.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or_default() * 4096
}

/// A thousand transitions of all kinds, and loads between them.
async fn thousand(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let effects = effects();
    let mut before = None;
    for round in 0..1000 {
        let effect = Shared(Rc::clone(&effects[round % effects.len()].1));
        let command = match round % 20 {
            19 => ScreenCommand::load(if round % 40 == 19 { "second" } else { "first" }),
            _ if manager.active().is_some_and(|id| id.name() == "blue") => ScreenCommand::replace("red"),
            _ => ScreenCommand::replace("blue"),
        };
        manager.command(command.through(effect));
        rush(manager).await;
        // What macroquad and the driver keep for good is there after some of them.
        if round == 99 {
            before = Some((textures_count(), memory()));
        }
    }
    mq::next_frame().await;
    let (textures, bytes) = before.unwrap_or_default();
    let growth = memory().saturating_sub(bytes) >> 20;
    eprintln!("{textures} textures, {growth} MB more after 900 transitions");
    if textures_count() != textures || growth > 16 {
        wrong.push(format!("{textures} textures became {}, {growth} MB more", textures_count()));
    }
}

/// A transition whose old picture is turned back to.
async fn turn(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    manager.set_while_changing(WhileChanging::TurnRound);
    let old = frame(manager).await;
    let effect = || ShaderTransition::clock().lasting(STEP * 4);
    manager.command(ScreenCommand::replace("red").through(effect()));
    for _ in 0..4 {
        tick(manager).await;
    }
    manager.command(ScreenCommand::replace("blue").through(effect()));
    let half = tick(manager).await;
    let shots = [tick(manager).await, tick(manager).await];
    let at = |x: usize, y: usize| old.at(x as f32, y as f32);
    let differences = [half.difference(at), shots[0].difference(at), shots[1].difference(at)];
    if !(differences[0] > 0.4 && differences[1] < differences[0] && differences[2] < 0.002) {
        wrong.push(format!("turned round, the old picture comes back: {differences:?}"));
    }
    rush(manager).await;
    manager.set_while_changing(WhileChanging::Queue);
}

/// After a load the old picture is that of the Loading screen.
async fn load(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let effect = ShaderTransition::cross_fade().lasting(STEP * 4);
    manager.command(ScreenCommand::load("second").through(effect));
    let mut shots = Vec::new();
    while shots.len() < 3 || !manager.is_idle() {
        shots.push(tick(manager).await);
    }
    let new = shots.pop().unwrap_or_else(Shot::take);
    let half = &shots[shots.len() - 2];
    let magenta = [255.0, 0.0, 255.0];
    let difference = half.difference(|x, y| mix(magenta, new.at(x as f32, y as f32), 0.5));
    if difference > 0.002 {
        wrong.push(format!("half a second after the load {difference} of the picture differs"));
    }
}

/// What a game draws over a transition is right: no texture is bound in place of another.
async fn overlay(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    for (_, effect, _) in effects() {
        let name = effect.name();
        manager.command(ScreenCommand::replace("blue").through(Shared(effect)));
        for _ in 0..5 {
            manager.step(&Input::default());
            manager.draw();
            mq::set_default_camera();
            mq::draw_rectangle(0.0, 0.0, 100.0, 100.0, mq::WHITE);
            let found = Shot::take().at(50.0, 50.0);
            if found != [255.0; 3] {
                wrong.push(format!("{name}: the rectangle over it is {found:?}"));
            }
            mq::next_frame().await;
        }
        rush(manager).await;
    }
}

/// In the covered frame a frozen old picture is that of the first frame, a live one that of this frame.
async fn live(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let fade = || ShaderTransition::cross_fade().lasting(STEP * 2);
    for (is_live, effect) in [(false, fade()), (true, fade().live())] {
        manager.command(ScreenCommand::replace("moving").without_transition());
        tick(manager).await;
        manager.command(ScreenCommand::replace("blue").through(effect));
        let first = tick(manager).await.rgb[0][0];
        let covered = tick(manager).await.rgb[0][0];
        let began = manager.tick() - 1;
        // A live fade is half over, and what it shows is the same screen.
        let expected = [light(began), light(began + u64::from(is_live))];
        if expected != [first, covered] {
            wrong.push(format!("live: {is_live}: {first} and {covered}, not {expected:?}"));
        }
        rush(manager).await;
    }
}

/// A window that is resized in the middle: the old picture is stretched, the new one is right.
async fn resize(manager: &mut ScreenManager, wrong: &mut Vec<String>) {
    let old = frame(manager).await;
    manager
        .command(ScreenCommand::replace("red").through(ShaderTransition::slide(-1.0, 0.0).lasting(STEP * 4)));
    for _ in 0..5 {
        tick(manager).await;
    }
    mq::request_new_screen_size(480.0, 120.0);
    let mut half = frame(manager).await;
    for _ in 0..100 {
        if half.size == (480, 120) {
            break;
        }
        half = frame(manager).await;
    }
    // One more, in which everything has the new size.
    half = frame(manager).await;
    rush(manager).await;
    let new = frame(manager).await;
    // In the middle of stripes and bars, where stretching is exact.
    for (x, y) in [(100.0, 20.0), (22.0, 100.0), (300.0, 30.0), (400.0, 90.0), (245.0, 60.0)] {
        let expected = if x < 240.0 { old.at((x + 240.0) / 1.25, y * 1.8) } else { new.at(x - 240.0, y) };
        let found = half.at(x, y);
        if half.size != (480, 120) || (0..3).any(|channel| (found[channel] - expected[channel]).abs() > 12.0)
        {
            wrong.push(format!("resized to {:?}, at {x}, {y}: {found:?}, not {expected:?}", half.size));
        }
    }
}

#[test]
#[ignore = "needs a display: .ci/window runs it"]
fn each_transition_shows_what_is_computed_here() {
    let found = Arc::new(Mutex::new(vec!["the window did not run to its end".to_owned()]));
    let noted = Arc::clone(&found);
    let conf = mq::Conf {
        window_title: "Curtains".to_owned(),
        window_width: SIZE.0,
        window_height: SIZE.1,
        ..mq::Conf::default()
    };
    macroquad::Window::from_config(conf, async move {
        let mut manager = manager();
        let mut wrong = Vec::new();
        pictures(&mut manager, &mut wrong).await;
        manager.command(ScreenCommand::reset(["blue"]).without_transition());
        tick(&mut manager).await;
        turn(&mut manager, &mut wrong).await;
        load(&mut manager, &mut wrong).await;
        live(&mut manager, &mut wrong).await;
        overlay(&mut manager, &mut wrong).await;
        let broken = ShaderTransition::new("broken", "vec4 transition(vec2 uv) { return nonsense; }");
        manager.command(ScreenCommand::replace("red").through(broken.lasting(STEP * 4)));
        rush(&mut manager).await;
        thousand(&mut manager, &mut wrong).await;
        manager.command(ScreenCommand::reset(["blue"]).without_transition());
        tick(&mut manager).await;
        resize(&mut manager, &mut wrong).await;
        *noted.lock().unwrap() = wrong;
    });
    let wrong = found.lock().unwrap().clone();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
