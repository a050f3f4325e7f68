//! All transitions, one after the other, and two that the game makes: a shader, and a curtain that is drawn
//! with the old picture.
//!
//! Seen: a blue page with a landscape. Enter or a click leads through the next transition to an orange page,
//! and back. Down slides a green page in, and Enter slides it out again. Up turns reduced motion on and
//! off: then each transition is a short fade. Escape closes an iris for good.

use std::process::ExitCode;
use std::time::Duration;

use macroquad::prelude as mq;
use proscenium::flow::{
    DrawContext, Fade, GameScreen, Phase, Pictures, Request, ScreenCommand, ScreenContext, ShaderTransition,
    Transition, TransitionView,
};
use proscenium::game::Game;
use proscenium::platform::{Action, Pixels};
use proscenium::window::ToTexture;

/// The pages.
const BLUE: &str = "blue";
const ORANGE: &str = "orange";
const GREEN: &str = "green";

/// Rings of water. The names that a shader can use are in the docs of `ShaderTransition`.
const RIPPLE: &str = "vec4 transition(vec2 uv) {
    vec2 out_of_middle = uv - 0.5;
    float wave = sin(50.0 * length(out_of_middle * vec2(ratio, 1.0)) - 25.0 * progress);
    vec2 place = uv + out_of_middle * wave * 0.2 * progress * (1.0 - progress);
    return mix(getFromColor(place), getToColor(place), smoothstep(0.2, 0.8, progress));
}";

/// The old picture is torn down the middle and pulled aside like a curtain.
struct Torn;

impl Transition for Torn {
    fn name(&self) -> &'static str {
        "torn"
    }

    /// The old picture covers from the first frame on.
    fn out_time(&self) -> Duration {
        Duration::ZERO
    }

    fn in_time(&self) -> Duration {
        Duration::from_millis(700)
    }

    fn pictures(&self) -> Pictures {
        Pictures::OLD
    }

    fn draw(&self, view: &TransitionView) {
        let Some(old) = view.old.and_then(ToTexture::texture) else { return };
        let (width, height) = (mq::screen_width(), mq::screen_height());
        // It is pulled faster and faster.
        let pulled = view.progress * view.progress * width / 2.0;
        for (part, x) in [(0.0, -pulled), (0.5, width / 2.0 + pulled)] {
            let source = mq::Rect::new(part * old.width(), 0.0, old.width() / 2.0, old.height());
            let dest_size = Some(mq::vec2(width / 2.0, height));
            // OpenGL's rows begin at the bottom.
            let params =
                mq::DrawTextureParams { source: Some(source), dest_size, flip_y: true, ..Default::default() };
            mq::draw_texture_ex(&old, x, 0.0, mq::WHITE, params);
        }
    }
}

/// A gray-scale image, here made by code: diagonal stripes.
fn stripes() -> Pixels {
    const SIDE: u32 = 64;
    let gray = (0..SIDE * SIDE).map(|pixel| {
        let diagonal = pixel % SIDE + pixel / SIDE;
        (diagonal % 16 * 16) as u8
    });
    Pixels::new(SIDE, SIDE, gray.flat_map(|gray| [gray; 4]).collect()).expect("four bytes a pixel")
}

/// Replaces the page through transition number `index` of the gallery.
fn replaced(page: &str, index: usize) -> Request {
    let command = ScreenCommand::replace(page);
    let shader = match index % 12 {
        0 => ShaderTransition::iris(),
        1 => ShaderTransition::iris().through([0.1, 0.0, 0.2]),
        2 => ShaderTransition::slide(-1.0, 0.0),
        3 => ShaderTransition::blinds(10),
        4 => ShaderTransition::clock(),
        5 => ShaderTransition::dissolve(),
        6 => ShaderTransition::pixelate(),
        7 => ShaderTransition::wipe("stripes", stripes()),
        8 => ShaderTransition::cross_fade(),
        9 => ShaderTransition::new("ripple", RIPPLE),
        10 => return command.through(Torn),
        _ => return command.through(Fade::default()),
    };
    command.through(shader.lasting(Duration::from_secs(1)))
}

/// A page of one colour, which leads to the other page.
struct Page {
    color: mq::Color,
    other: Option<&'static str>,
    next: usize,
    is_reduced: bool,
}

impl Page {
    fn new(color: mq::Color, other: Option<&'static str>, next: usize) -> Self {
        Self { color, other, next, is_reduced: false }
    }
}

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        if input.is_pressed(Action::CANCEL) {
            cx.command(ScreenCommand::Quit.through(ShaderTransition::iris().through([0.0; 3])));
        } else if input.is_pressed(Action::ACCEPT) || input.pointer.pressed {
            let Some(other) = self.other else { return cx.pop() };
            cx.command(replaced(other, self.next));
            self.next += 2;
        } else if input.is_pressed(Action::DOWN) && self.other.is_some() {
            let (down, up) = (ShaderTransition::slide(0.0, 1.0), ShaderTransition::slide(0.0, -1.0));
            cx.command(ScreenCommand::push(GREEN).through(down).back_through(up));
        } else if input.is_pressed(Action::UP) {
            self.is_reduced = !self.is_reduced;
            cx.set_reduced_motion(self.is_reduced);
        }
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        mq::clear_background(self.color);
        mq::draw_circle(480.0, 90.0, 40.0, mq::GOLD);
        for hill in 0..5_u8 {
            let (x, side) = (f32::from(hill) * 150.0, 90.0 + f32::from(hill % 3) * 40.0);
            mq::draw_poly(x, 370.0, 3, side, -90.0, mq::Color::new(0.0, 0.1 * f32::from(hill), 0.2, 0.5));
        }
        mq::draw_rectangle(0.0, 330.0, 640.0, 30.0, mq::DARKGREEN);
    }
}

fn main() -> ExitCode {
    // The pages take turns, so one has the even transitions and the other the odd ones.
    let pages = Phase::new("pages")
        .screen(BLUE, |_| Page::new(mq::BLUE, Some(ORANGE), 0))
        .screen(ORANGE, |_| Page::new(mq::ORANGE, Some(BLUE), 1))
        .screen(GREEN, |_| Page::new(mq::DARKGREEN, None, 0));
    Game::new("curtain").title("All transitions").phase(pages).run()
}
