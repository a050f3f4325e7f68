//! The cameras of the library. macroquad does not tell which camera is set, so the library remembers its own: each
//! screen starts from it, whatever was drawn before.

use std::any::Any;
use std::cell::{Cell, RefCell};

use macroquad::camera::{
    Camera, Camera2D, Camera3D, pop_camera_state, push_camera_state, set_camera, set_default_camera,
};
use macroquad::material::gl_use_default_material;
use macroquad::math::{Mat4, vec2};
use macroquad::text::camera_font_scale;
use macroquad::texture::RenderPass;

use super::open::window_size;

/// X and y from the top left, width and height, in pixels of the window.
pub type Place = (f32, f32, f32, f32);
/// X and y from the bottom left, width and height, in pixels.
type Viewport = (i32, i32, i32, i32);

/// What screens are drawn on: a part of the window, or a texture that is drawn as a window is.
#[derive(Clone)]
pub struct Surface {
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

/// What the library has set last; without a surface that is the window, without a lens macroquad's default camera.
#[derive(Clone, Default)]
struct Drawn {
    surface: Option<Surface>,
    lens: Option<Lens>,
    /// How large a camera makes what is drawn: all that macroquad tells of it.
    scale: (f32, f32),
}

thread_local! {
    static DRAWN: RefCell<Drawn> = RefCell::default();
    static HAS_WINDOW: Cell<bool> = const { Cell::new(false) };
    static WANTS_DEPTH: Cell<bool> = const { Cell::new(false) };
}

/// Notes that this thread has a window. In any other one nothing of macroquad can be called.
pub fn note_window() {
    HAS_WINDOW.set(true);
}

/// Whether a camera has needed the depth of a texture that has none, since the last call.
pub(super) fn take_wants_depth() -> bool {
    WANTS_DEPTH.take()
}

impl Surface {
    /// A part of the window (x and y from the top left, in physical pixels) with `size` virtual pixels.
    pub(super) fn in_window(size: (f32, f32), (x, y, width, height): Place) -> Self {
        // OpenGL counts the rows of a viewport from the bottom.
        let from_bottom = window_size().1 - y - height;
        Self { size, area: (x as i32, from_bottom as i32, width as i32, height as i32), pass: None }
    }

    /// A whole texture of this many texels.
    pub(super) const fn texture(size: (f32, f32), texels: (f32, f32), pass: RenderPass) -> Self {
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

    /// A camera without a target, on this surface instead of the window.
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
        // That of a whole texture is left out, so that a pop of macroquad's camera stack, which keeps no viewport,
        // leads back to it.
        let whole = self.pass.is_none().then_some(self.area);
        let has_depth = camera.depth_enabled();
        if has_depth && self.pass.is_some() {
            WANTS_DEPTH.set(true);
        }
        Lens { matrix: self.matrix(camera), pass: self.pass.clone(), viewport: part.or(whole), has_depth }
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

/// Brings back what was set before, also after a panic.
struct Restore(Drawn);

/// Sets a camera, and returns what was set before.
fn set(surface: Option<Surface>, lens: Option<Lens>) -> Drawn {
    apply(lens.as_ref());
    DRAWN.replace(Drawn { surface, lens, scale: scale() })
}

/// The scale of the camera that is set.
fn scale() -> (f32, f32) {
    let (_, height, aspect) = camera_font_scale(1.0);
    (height, aspect)
}

impl Drop for Restore {
    fn drop(&mut self) {
        let before = std::mem::take(&mut self.0);
        apply(before.lens.as_ref());
        DRAWN.replace(before);
    }
}

/// Ends the use of a material, also after a panic.
struct NoMaterial;

impl Drop for NoMaterial {
    fn drop(&mut self) {
        gl_use_default_material();
    }
}

/// Calls `draw` with the camera of the surface, or else with macroquad's default one, and without a material.
/// Afterwards the camera is the one before, and there is no material. Returns whether `draw` has left the camera as
/// it was; where there is no window it is only called.
pub fn draw_on(surface: Option<Surface>, draw: impl FnOnce()) -> bool {
    if !HAS_WINDOW.get() {
        draw();
        return true;
    }
    let lens = surface.as_ref().map(Surface::lens);
    let _restore = Restore(set(surface, lens));
    let _no_material = NoMaterial;
    gl_use_default_material();
    let begun = scale();
    draw();
    scale() == begun
}

/// Calls `draw` for a screen in a program's own loop: on what the others are drawn on.
pub fn draw_screen(draw: impl FnOnce()) {
    draw_on(surface(), draw);
}

fn surface() -> Option<Surface> {
    DRAWN.with_borrow(|drawn| drawn.surface.clone())
}

/// Calls `draw` with a game's own camera on what its screen is drawn on. Returns whether `draw` has left it set.
pub fn with_camera<T>(camera: &(impl Camera + 'static), draw: impl FnOnce() -> T) -> (T, bool) {
    if !HAS_WINDOW.get() {
        return (draw(), true);
    }
    let surface = surface();
    let lens = match &surface {
        Some(surface) if camera.render_pass().is_none() => surface.placed(camera),
        _ => Lens {
            matrix: camera.matrix(),
            pass: camera.render_pass(),
            viewport: camera.viewport(),
            has_depth: camera.depth_enabled(),
        },
    };
    let _restore = Restore(set(surface, Some(lens)));
    let begun = scale();
    let value = draw();
    (value, scale() == begun)
}

/// Brings back the camera of a program.
struct Pop;

impl Drop for Pop {
    fn drop(&mut self) {
        set_default_camera();
        pop_camera_state();
    }
}

/// Calls `draw` in a program with its own loop. The screens start from the virtual pixels that the program has set
/// with [`use_virtual_camera`], or else from macroquad's default camera. The program's camera is set again
/// afterwards, but for a viewport, which macroquad does not tell.
pub fn in_program(draw: impl FnOnce()) {
    if !HAS_WINDOW.get() {
        return draw();
    }
    // A program may have set another camera since.
    let own = surface().filter(|_| DRAWN.with_borrow(|drawn| drawn.scale) == scale());
    // The guard of `draw_on` restores what the library knows.
    let _pop = own.is_none().then(|| {
        push_camera_state();
        Pop
    });
    draw_on(own, draw);
}

/// Sets the camera to virtual pixels: `size` of them, in the part `viewport` of the window (x and y from
/// the top left, width, height, in physical pixels).
pub fn use_virtual_camera(size: (f32, f32), viewport: Place) {
    note_window();
    let surface = Surface::in_window(size, viewport);
    let lens = surface.lens();
    set(Some(surface), Some(lens));
}

/// Draws what macroquad has collected, with the camera as it is.
pub(super) fn flush() {
    push_camera_state();
    pop_camera_state();
}
