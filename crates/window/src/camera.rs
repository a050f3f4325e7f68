//! The cameras of the library. macroquad does not say which camera is set, so the library remembers its own: each
//! screen starts from it, whatever was drawn before.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};

use macroquad::camera::{
    Camera, Camera2D, Camera3D, pop_camera_state, push_camera_state, set_camera, set_default_camera,
};
use macroquad::material::gl_use_default_material;
use macroquad::math::{Mat4, Vec2, vec2, vec3};
use macroquad::text::camera_font_scale;
use macroquad::texture::RenderPass;
use proscenium_core::platform::Rect;

use super::open::window_size;

/// X and y from the bottom left, width and height, in pixels.
type Viewport = (i32, i32, i32, i32);

/// A view as it is drawn: a part of the window, or a texture that is drawn as a window is.
#[derive(Clone)]
pub(crate) struct Plane {
    /// Width and height in virtual pixels.
    size: (f32, f32),
    area: Viewport,
    pass: Option<RenderPass>,
}

/// All that macroquad takes from a camera.
#[derive(Clone)]
struct Lens {
    matrix: Mat4,
    pass: Option<RenderPass>,
    viewport: Option<Viewport>,
    has_depth: bool,
}

impl Camera for Lens {
    fn matrix(&self) -> Mat4 {
        self.matrix
    }

    fn depth_enabled(&self) -> bool {
        self.has_depth
    }

    fn render_pass(&self) -> Option<RenderPass> {
        self.pass.clone()
    }

    fn viewport(&self) -> Option<Viewport> {
        self.viewport
    }
}

impl Lens {
    /// The size of what it draws on.
    fn pixels(&self) -> Vec2 {
        match (self.viewport, &self.pass) {
            (Some((_, _, width, height)), _) => vec2(width as f32, height as f32),
            (None, Some(pass)) => pass.color_texture.size(),
            (None, None) => window_size().into(),
        }
    }
}

/// What the library has set last. Without a plane it is the window's own pixels, without a lens macroquad's default camera.
#[derive(Clone, Default)]
struct Drawn {
    plane: Option<Plane>,
    lens: Option<Lens>,
}

thread_local! {
    static DRAWN: RefCell<Drawn> = RefCell::default();
    static HAS_WINDOW: Cell<bool> = const { Cell::new(false) };
}

/// Notes that this thread has a window. Other threads cannot call macroquad.
pub(crate) fn note_window() {
    HAS_WINDOW.set(true);
}

impl Plane {
    /// A part of the window with `size` virtual pixels.
    pub(crate) fn in_window(size: (f32, f32), place: Rect) -> Self {
        // OpenGL counts the rows of a viewport from the bottom.
        let from_bottom = window_size().1 - place.y - place.h;
        Self { size, area: (place.x as i32, from_bottom as i32, place.w as i32, place.h as i32), pass: None }
    }

    /// A whole texture of this many texels.
    pub(crate) const fn texture(size: (f32, f32), texels: (f32, f32), pass: RenderPass) -> Self {
        Self { size, area: (0, 0, texels.0 as i32, texels.1 as i32), pass: Some(pass) }
    }

    /// The camera of its virtual pixels.
    fn lens(&self) -> Lens {
        let (width, height) = self.size;
        self.placed(&Camera2D {
            target: vec2(width / 2.0, height / 2.0),
            zoom: vec2(2.0 / width, 2.0 / height),
            ..Camera2D::default()
        })
    }

    /// A camera without a target, on this plane instead of the window.
    fn placed(&self, camera: &(impl Camera + 'static)) -> Lens {
        let (left, bottom, width, height) = self.area;
        let part = camera.viewport().map(|part| {
            let (x, y) = (width as f32 / self.size.0, height as f32 / self.size.1);
            let pixels = |virtual_pixels: i32, scale: f32| (virtual_pixels as f32 * scale).round() as i32;
            let begin = (pixels(part.0, x), pixels(part.1, y));
            // Neighbours in virtual pixels are neighbours here.
            let end = (pixels(part.0.saturating_add(part.2), x), pixels(part.1.saturating_add(part.3), y));
            (left + begin.0, bottom + begin.1, end.0 - begin.0, end.1 - begin.1)
        });
        // A whole texture needs none, so that a pop of macroquad's camera stack, which keeps no viewport, leads back
        // to it.
        let whole = self.pass.is_none().then_some(self.area);
        Lens {
            matrix: self.matrix(camera),
            pass: self.pass.clone(),
            viewport: part.or(whole),
            has_depth: camera.depth_enabled(),
        }
    }

    fn matrix(&self, camera: &(impl Camera + 'static)) -> Mat4 {
        match (camera as &dyn Any).downcast_ref::<Camera3D>() {
            // macroquad takes the ratio of the sides from the window.
            Some(&Camera3D {
                position, target, up, fovy, aspect: None, projection, z_near, z_far, ..
            }) => {
                let aspect = Some(self.size.0 / self.size.1);
                let rest = Camera3D::default();
                Camera3D { position, target, up, fovy, aspect, projection, z_near, z_far, ..rest }.matrix()
            }
            _ => camera.matrix(),
        }
    }
}

fn apply(lens: Option<&Lens>) {
    match lens {
        Some(lens) => set_camera(lens),
        None => set_default_camera(),
    }
}

/// Restores what was set before, even after a panic.
struct Restore(Drawn);

impl Drop for Restore {
    fn drop(&mut self) {
        let before = std::mem::take(&mut self.0);
        apply(before.lens.as_ref());
        DRAWN.replace(before);
    }
}

/// Sets a camera until the result is dropped.
fn set(plane: Option<Plane>, lens: Option<Lens>) -> Restore {
    apply(lens.as_ref());
    Restore(DRAWN.replace(Drawn { plane, lens }))
}

/// How many pixels a unit of the camera is long. Diagonals are compared: a camera that turns leaves their length.
pub(crate) fn pixels_per_unit() -> f32 {
    DRAWN.with_borrow(|drawn| match &drawn.lens {
        Some(lens) => {
            let shown = lens.matrix.inverse().transform_vector3(vec3(2.0, 2.0, 0.0));
            lens.pixels().length() / shown.length()
        }
        // macroquad's default camera or one of a game, which fill the window.
        None => {
            let (_, height, aspect) = camera_font_scale(1.0);
            let window = Vec2::from(window_size());
            window.length() / (window * vec2(aspect, 1.0) * height).length()
        }
    })
}

/// Ends the use of a material, even after a panic.
struct NoMaterial;

impl Drop for NoMaterial {
    fn drop(&mut self) {
        gl_use_default_material();
    }
}

/// Calls `draw` with the camera of the plane, or else with macroquad's default one, and without a material.
/// Afterwards the camera is the same as before, and there is no material. Without a window it is only called.
pub(crate) fn draw_on(plane: Option<Plane>, draw: impl FnOnce()) {
    if !HAS_WINDOW.get() {
        return draw();
    }
    let lens = plane.as_ref().map(Plane::lens);
    let _restore = set(plane, lens);
    let _no_material = NoMaterial;
    gl_use_default_material();
    draw();
}

/// As [`draw_on`], for a screen of this name, which should leave the camera as it is. A debug build warns once if it
/// does not.
pub(crate) fn draw_screen_on(plane: Plane, name: &'static str, draw: impl FnOnce()) {
    draw_on(Some(plane), || {
        if !cfg!(debug_assertions) || !HAS_WINDOW.get() {
            return draw();
        }
        // All that macroquad says about the camera that is set.
        let before = camera_font_scale(1.0);
        draw();
        if camera_font_scale(1.0) != before {
            warn_of_own_camera(name);
        }
    });
}

fn warn_of_own_camera(name: &'static str) {
    thread_local! {
        static KNOWN: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }
    let is_new = KNOWN.with_borrow_mut(|known| {
        let is_new = !known.contains(&name);
        known.extend(is_new.then_some(name));
        is_new
    });
    if is_new {
        log::error!(
            "screen `{name}` sets a camera of its own, which draws past its view: it is not seen; draw in \
             `cx.with_camera(&camera, || ..)`, and in virtual pixels (`cx.view_size()`) instead of with macroquad's \
             default camera; or give the screen `View::Window`, in which macroquad's cameras mean what they mean"
        );
    }
}

/// Logs once that a camera shows the world upside down.
fn warn_of_upside_down(camera: &(impl Camera + 'static)) {
    static IS_LOGGED: AtomicBool = AtomicBool::new(false);
    let camera = (camera as &dyn Any).downcast_ref::<Camera2D>();
    let is_upside_down = camera.is_some_and(|camera| camera.render_target.is_none() && camera.zoom.y < 0.0);
    if is_upside_down && !IS_LOGGED.swap(true, Ordering::Relaxed) {
        log::warn!(
            "a `Camera2D` of `cx.with_camera` has a negative `zoom.y` and no render target, as \
             `Camera2D::from_display_rect` makes it: y points upwards; for y downwards set `zoom: vec2(2.0 / width, 2.0 / height)`"
        );
    }
}

/// Calls `draw` with a game's own camera in the view of its screen.
pub(crate) fn with_camera<T>(camera: &(impl Camera + 'static), draw: impl FnOnce() -> T) -> T {
    if !HAS_WINDOW.get() {
        return draw();
    }
    if cfg!(debug_assertions) {
        warn_of_upside_down(camera);
    }
    let plane = DRAWN.with_borrow(|drawn| drawn.plane.clone());
    let lens = match &plane {
        Some(plane) if camera.render_pass().is_none() => plane.placed(camera),
        _ => Lens {
            matrix: camera.matrix(),
            pass: camera.render_pass(),
            viewport: camera.viewport(),
            has_depth: camera.depth_enabled(),
        },
    };
    let _restore = set(plane, Some(lens));
    draw()
}

/// Restores the camera of a program, even after a panic.
struct Pop;

impl Drop for Pop {
    fn drop(&mut self) {
        set_default_camera();
        pop_camera_state();
    }
}

/// Calls `draw`, and sets the camera of the program again afterwards, without its viewport, which macroquad does not
/// return.
pub(crate) fn in_program(draw: impl FnOnce()) {
    if !HAS_WINDOW.get() {
        return draw();
    }
    push_camera_state();
    let _pop = Pop;
    draw();
}

/// Calls `draw` in virtual pixels, `size` of them in this part of the window, which is in physical pixels from its top left:
/// for an overlay with its own layout. Afterwards the camera is the same as before, and there is no material.
pub fn draw_in(place: Rect, size: (f32, f32), draw: impl FnOnce()) {
    draw_on(Some(Plane::in_window(size, place)), draw);
}

/// Draws what macroquad has collected, with the camera as it is.
pub(crate) fn flush() {
    push_camera_state();
    pop_camera_state();
}
