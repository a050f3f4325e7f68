//! The transitions, each with what it must show.

use std::rc::Rc;
use std::time::Duration;

use macroquad::prelude as mq;
use proscenium::flow::{Fade, Pictures, ShaderTransition, Transition, TransitionView};
use proscenium::platform::{Clock, Pixels};
use proscenium::window::ToTexture;

use super::SIZE;
use super::shot::Shot;

pub fn mix(from: [f32; 3], to: [f32; 3], part: f32) -> [f32; 3] {
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
pub type Reference = Box<dyn Fn(&Shot, &Shot, usize, usize, f32) -> [f32; 3]>;

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
pub fn effects() -> Vec<(&'static str, Rc<dyn Transition>, Reference)> {
    let mut effects: Vec<(&'static str, Rc<dyn Transition>, Reference)> = Vec::new();
    let mut add = |name, effect: ShaderTransition, reference| {
        effects.push((name, Rc::new(effect.lasting(Clock::TICK * 4)), reference));
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
    let fade = Fade { out_time: Clock::TICK * 2, in_time: Clock::TICK * 2, ..Fade::default() };
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
        Clock::TICK * 4
    }

    fn pictures(&self) -> Pictures {
        Pictures::OLD
    }

    fn draw(&self, view: &TransitionView) {
        let Some(old) = view.old.and_then(ToTexture::texture) else { return };
        let dest_size = Some(mq::vec2(mq::screen_width(), mq::screen_height()));
        let params = mq::DrawTextureParams { dest_size, flip_y: true, ..mq::DrawTextureParams::default() };
        mq::draw_texture_ex(&old, 0.0, 0.0, mq::WHITE, params);
    }
}

/// Hands a shared transition to commands.
pub struct Shared(pub Rc<dyn Transition>);

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
