//! What screens and transitions are drawn on.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::screen_id::ScreenId;
use crate::platform::{Pixels, Placed, WindowSize};

/// What a frame is drawn on: a window, through `proscenium-window`, or nothing.
///
/// The manager calls it from [`ScreenManager::draw`](super::ScreenManager::draw), in the thread of the manager. By
/// default each method does nothing but call `draw`, so a surface for a test has only the methods that it looks at:
///
/// ```
/// use std::cell::Cell;
/// use std::rc::Rc;
///
/// use proscenium_core::flow::{
///     GameScreen, ManagerSettings, Phase, ScreenContext, ScreenId, ScreenManager, Surface,
/// };
/// use proscenium_core::platform::{Input, Placed};
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, _: &mut ScreenContext<'_>) {}
/// }
///
/// #[derive(Default)]
/// struct LastDrawn(Cell<Option<ScreenId>>);
/// impl Surface for LastDrawn {
///     fn draw_screen(&self, screen: ScreenId, _view: Placed, draw: &dyn Fn()) {
///         self.0.set(Some(screen));
///         draw();
///     }
/// }
///
/// let surface = Rc::new(LastDrawn::default());
/// let settings = ManagerSettings { surface: surface.clone(), ..ManagerSettings::default() };
/// let mut manager = ScreenManager::new(settings);
/// manager.add_phase(Phase::new("game").screen("title", |_| Title));
/// manager.start("game");
/// while manager.load().is_some() || surface.0.get() != Some(ScreenId::new("title")) {
///     manager.step(&Input::default());
///     manager.draw();
/// }
/// ```
pub trait Surface {
    /// Returns the size of the window, so that a frame fits a window that has changed since the last tick; `None` if it
    /// is the size in the input.
    fn window(&self) -> Option<WindowSize> {
        None
    }

    /// Calls `draw`, which draws this screen, with the camera of its view and without a material. Afterwards it
    /// restores what was set before. A screen that draws its parent leads to a call inside its own.
    fn draw_screen(&self, screen: ScreenId, view: Placed, draw: &dyn Fn()) {
        let _ = (screen, view);
        draw();
    }

    /// Calls `draw`, which draws a [plugin](super::Plugin) over the frame, in the view of the active screen.
    fn draw_plugin(&self, view: Placed, draw: &dyn Fn()) {
        let _ = view;
        draw();
    }

    /// Calls `draw`, which draws a transition over the screens, in the pixels of the whole surface and without a material.
    fn draw_transition(&self, draw: &dyn Fn()) {
        draw();
    }

    /// Fills the whole surface with a colour (red, green and blue 0 to 1) at this opacity (0 to 1).
    fn fill(&self, color: [f32; 3], opacity: f32) {
        let _ = (color, opacity);
    }

    /// Draws a bar that is full at a fraction of 1, the percentage above it and a text below it: the plain Loading screen.
    /// `size` is the size of the view.
    fn draw_progress(&self, size: (f32, f32), fraction: f64, text: &str) {
        let _ = (size, fraction, text);
    }

    /// Draws a text in lines that fit: the plain failure screen. `size` is the size of the view.
    fn draw_message(&self, size: (f32, f32), text: &str) {
        let _ = (size, text);
    }

    /// Takes a picture of the whole surface as it is drawn so far, for a transition. `before` is the picture that it
    /// replaces, whose memory can be used again.
    fn take_picture(&self, before: Option<Picture>) -> Option<Picture> {
        let _ = before;
        None
    }

    /// Draws a shader of a transition over the whole surface. Returns whether it can be drawn; if it cannot, the
    /// transition is a fade.
    fn draw_shader(&self, shader: &Shader<'_>) -> bool {
        let _ = shader;
        false
    }

    /// Whether screens have the surface for themselves, each in its own view. In a program's own loop, which may have drawn
    /// something below them, they do not.
    fn has_views(&self) -> bool {
        false
    }

    /// Returns what has been drawn so far in the current view, scaled to `size`. It takes milliseconds. Returns `None`
    /// where pixels cannot be read back.
    fn thumbnail(&self, size: (u32, u32)) -> Option<Pixels> {
        let _ = size;
        None
    }
}

/// The surface of a program without a window.
pub(super) struct NoSurface;

impl Surface for NoSurface {}

/// A picture that a [`Surface`] has taken. Its last clone frees it.
#[derive(Clone)]
pub struct Picture(Rc<dyn Any>);

impl Picture {
    /// Makes a picture from what the surface knows it by.
    pub fn new(value: impl Any) -> Self {
        Self(Rc::new(value))
    }

    /// Returns the value that it was made from; `None` for another type, as in the picture of another surface.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.downcast_ref()
    }
}

impl fmt::Debug for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Picture")
    }
}

/// A shader of a transition, and what it gets in one frame: see [`ShaderTransition`](super::ShaderTransition).
#[derive(Clone, Debug)]
pub struct Shader<'a> {
    /// The function `vec4 transition(vec2 uv)` in GLSL.
    pub source: &'static str,
    /// The uniform `progress`, 0 to 1.
    pub progress: f32,
    /// The uniform `values`; the first one is the softness of a wipe.
    pub values: [f32; 4],
    /// The image of `getPattern`.
    pub pattern: Option<&'a Rc<Pixels>>,
    /// The colour that stands for the old picture, if there is none: red, green and blue, 0 to 1.
    pub color: [f32; 3],
    /// The old picture.
    pub old: Option<&'a Picture>,
    /// The new picture.
    pub new: Option<&'a Picture>,
}
