//! What the screens of the test draw, and what a plain program of macroquad draws with the same functions.

use std::cell::OnceCell;

use macroquad::prelude as mq;
use macroquad::prelude::vec2;
use proscenium::phase::Resources;
use proscenium::ui::{Look, Paint, Theme};

pub const VIEW: (u32, u32) = (160, 90);

/// A camera of a game.
pub enum Lens {
    Two(mq::Camera2D),
    Three(mq::Camera3D),
}

/// Draws with a camera, after which that before is set again.
pub type With<'a> = &'a dyn Fn(&Lens, &dyn Fn());

/// A way to draw. All leave what they have set, as careless games do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Camera,
    Material,
    Both,
    /// Cameras in cameras; one draws to its own texture.
    Nested,
    /// Two halves of the view.
    Split,
    Depth,
    /// Texts of `ui`, in virtual pixels and in a camera.
    Text,
    /// With `set_camera`, as macroquad's examples have it, which only a view of the window's own pixels shows.
    Written,
    /// The same with a camera that scrolls over virtual pixels.
    Scrolled,
    /// The same with macroquad's stack of cameras.
    Pushed,
}

impl Kind {
    pub const ALL: [Self; 10] = [
        Self::Camera,
        Self::Material,
        Self::Both,
        Self::Nested,
        Self::Split,
        Self::Depth,
        Self::Text,
        Self::Written,
        Self::Scrolled,
        Self::Pushed,
    ];

    /// Whether it calls macroquad's own functions.
    pub const fn is_written(self) -> bool {
        matches!(self, Self::Written | Self::Scrolled | Self::Pushed)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Camera => "camera",
            Self::Material => "material",
            Self::Both => "both",
            Self::Nested => "nested",
            Self::Split => "split",
            Self::Depth => "depth",
            Self::Text => "text",
            Self::Written => "written",
            Self::Scrolled => "scrolled",
            Self::Pushed => "pushed",
        }
    }
}

/// What a game has on the GPU.
#[derive(Default)]
pub struct Assets {
    material: OnceCell<mq::Material>,
    map: OnceCell<mq::RenderTarget>,
}

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec4 color0;
varying lowp vec4 color;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    color = color0 / 255.0;
}";
const INVERT: &str = "#version 100
varying lowp vec4 color;
void main() {
    gl_FragColor = vec4(1.0 - color.rgb, 1.0);
}";

fn use_material(assets: &Assets) {
    let material = assets.material.get_or_init(|| {
        let source = mq::ShaderSource::Glsl { vertex: VERTEX, fragment: INVERT };
        mq::load_material(source, mq::MaterialParams::default()).unwrap()
    });
    mq::gl_use_material(material);
}

fn world_camera(x: f32, rotation: f32) -> mq::Camera2D {
    mq::Camera2D {
        target: vec2(x, 3.0),
        zoom: vec2(0.1, 0.1 * 16.0 / 9.0),
        rotation,
        ..mq::Camera2D::default()
    }
}

fn world() {
    for (x, y) in (-8..9_i32).flat_map(|x| (-3..8_i32).map(move |y| (x, y))) {
        let part = |factor: i32| (x * factor + y * 31).rem_euclid(17) as f32 / 17.0;
        let color = mq::Color::new(part(3), part(5), part(7), 1.0);
        mq::draw_rectangle(x as f32 * 1.5, y as f32, 1.2, 0.8, color);
    }
    mq::draw_circle(2.0, 3.0, 1.5, mq::Color::new(1.0, 1.0, 0.0, 0.5));
}

fn texts(text_size: f32, (x, y): (f32, f32)) {
    let (resources, theme) = (Resources::default(), Theme::default());
    let paint = Paint::new(Look { text_size, ..Look::new(&resources, &theme) });
    paint.text("Outpost", x, y, theme.accent);
}

fn hud() {
    mq::draw_rectangle(4.0, 4.0, 30.0, 6.0, mq::YELLOW);
    mq::draw_rectangle(100.0, 70.0, 50.0, 12.0, mq::Color::new(0.9, 0.9, 1.0, 0.6));
}

/// Draws a screen.
pub fn draw(kind: Kind, with: With<'_>, assets: &Assets) {
    mq::clear_background(mq::DARKBLUE);
    match kind {
        Kind::Camera => {
            with(&Lens::Two(world_camera(0.0, 20.0)), &world);
            hud();
        }
        Kind::Material => {
            hud();
            use_material(assets);
            mq::draw_rectangle(20.0, 20.0, 60.0, 40.0, mq::ORANGE);
        }
        Kind::Both => {
            use_material(assets);
            with(&Lens::Two(world_camera(1.0, 0.0)), &world);
            hud();
        }
        Kind::Nested => {
            let map = assets.map.get_or_init(|| mq::render_target(32, 32)).clone();
            with(&Lens::Two(world_camera(0.0, 0.0)), &|| {
                let all = mq::Camera2D::from_display_rect(mq::Rect::new(0.0, 0.0, 32.0, 32.0));
                let of_map = mq::Camera2D { render_target: Some(map.clone()), ..all };
                with(&Lens::Two(of_map), &|| {
                    mq::clear_background(mq::BEIGE);
                    mq::draw_rectangle(4.0, 4.0, 8.0, 20.0, mq::MAROON);
                });
                world();
                with(&Lens::Two(world_camera(4.0, 45.0)), &|| {
                    mq::draw_rectangle(3.0, 3.0, 3.0, 2.0, mq::PINK);
                });
                mq::draw_rectangle(-2.0, 0.0, 1.0, 7.0, mq::LIME);
            });
            hud();
            mq::draw_texture(&map.texture, 110.0, 10.0, mq::WHITE);
        }
        Kind::Split => {
            for (half, rotation) in [(0, 0.0), (80, 30.0)] {
                let viewport = Some((half, 0, 80, 90));
                with(&Lens::Two(mq::Camera2D { viewport, ..world_camera(0.0, rotation) }), &world);
            }
            hud();
        }
        Kind::Depth => {
            let camera = mq::Camera3D { position: mq::vec3(3.0, -8.0, 4.0), ..mq::Camera3D::default() };
            with(&Lens::Three(camera), &|| {
                // What is near, then what is far.
                mq::draw_cube(mq::vec3(0.0, -2.0, 0.0), mq::vec3(2.0, 2.0, 2.0), None, mq::RED);
                mq::draw_cube(mq::vec3(0.0, 2.0, 0.0), mq::vec3(6.0, 2.0, 2.0), None, mq::GREEN);
            });
            hud();
        }
        Kind::Text => {
            texts(1.0, (4.0, 4.0));
            texts(2.0, (4.0, 20.0));
            with(&Lens::Two(world_camera(0.0, 0.0)), &|| texts(0.1, (-6.0, 5.0)));
        }
        Kind::Written => {
            mq::set_camera(&world_camera(0.0, -20.0));
            mq::clear_background(mq::DARKBLUE);
            use_material(assets);
            world();
        }
        Kind::Scrolled => {
            let (width, height) = (VIEW.0 as f32, VIEW.1 as f32);
            let zoom = vec2(2.0 / width, 2.0 / height);
            mq::set_camera(&mq::Camera2D { target: vec2(20.0, 11.0), zoom, ..mq::Camera2D::default() });
            mq::clear_background(mq::DARKBLUE);
            hud();
        }
        Kind::Pushed => {
            mq::push_camera_state();
            mq::set_camera(&world_camera(0.0, 10.0));
            mq::clear_background(mq::DARKBLUE);
            world();
            mq::pop_camera_state();
        }
    }
}

/// What lies over a screen, in virtual pixels, and its opacity.
pub const POPUP: ([f32; 4], f32) = ([10.0, 10.0, 40.0, 30.0], 0.5);

pub fn draw_popup() {
    let ([x, y, width, height], opacity) = POPUP;
    mq::draw_rectangle(x, y, width, height, mq::Color::new(1.0, 1.0, 1.0, opacity));
}
