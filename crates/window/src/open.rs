//! The window itself, or the reason why there is none.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use macroquad::conf::Conf;
use macroquad::miniquad;
use macroquad::miniquad::conf::{Icon, LinuxBackend, Platform};
use macroquad::window::next_frame;

use proscenium_core::platform::panic_message;
use proscenium_core::platform::{Clock, Pixels};

use super::display::{OpenError, variable};

/// How many quads of one texture are drawn in one call. macroquad's own limits have room for the
/// vertices of as many, but only for the indices of 833: a full level would need three times the draw calls.
const QUADS: usize = 2500;

/// The minimum time between two frames. A window whose frames do not wait for the display would draw the
/// picture of each tick many times, with all that the GPU has.
#[cfg(not(target_arch = "wasm32"))]
const SHORTEST_FRAME: Duration = Duration::from_millis(4);

/// How the window looks when it opens.
#[derive(Clone, Debug)]
pub struct WindowConfig {
    /// The text in its title bar.
    pub title: String,
    /// Width in pixels; the player can change it.
    pub width: u32,
    /// Height in pixels; the player can change it.
    pub height: u32,
    /// Whether a frame waits for the display, where that can be set: not in a page and on macOS, where it always waits.
    pub vsync: bool,
    /// The name by which the desktop finds its `.desktop` file (the class of the window in X11).
    pub class: &'static str,
    /// Its icon on Windows and macOS, best of 64 × 64 pixels.
    pub icon: Option<Pixels>,
    /// Whether the player can change its size.
    pub resizable: bool,
    /// The samples for each pixel: more than 1 smooth the edges of shapes that are drawn straight to the window.
    pub sample_count: u32,
    /// Whether the window has all pixels of a dense display; otherwise each of its pixels is a block of several.
    pub high_dpi: bool,
}

/// The message of a panic where the program has a window that was not opened here.
const HAS_WINDOW: &str = "macroquad has, or had, a window in this program already, and can open one only. \
    `Game::run` opens its own: remove `#[macroquad::main]` from `main`, which is no `async fn` then. Or keep it, and call \
    a `ScreenManager` or a `Session` in a loop of your own instead of `Game::run`, as `examples/embed.rs` does";

/// Whether macroquad has opened a window in this program.
fn has_window() -> bool {
    // It panics where there is none, and a page cannot go on after a panic.
    cfg!(not(target_arch = "wasm32")) && catch_unwind(miniquad::window::dpi_scale).is_ok()
}

/// Opens the window and calls the result of `start` once for each frame, with the time since the
/// last one, until it breaks. `start` is polled once for each frame, from when the
/// window is there until it is ready.
///
/// In a browser this returns at once, and everything happens later. The page is notified of the first
/// frame.
///
/// # Errors
///
/// No window could be opened, and `start` was not polled: [`display`](super::display()) says beforehand whether there
/// is a display.
///
/// # Panics
///
/// Panics if macroquad has, or had, a window in this program already. A panic of `start` or of its result goes on to
/// the caller.
pub fn open<F>(config: WindowConfig, start: impl Future<Output = F> + 'static) -> Result<(), OpenError>
where
    F: FnMut(Duration) -> ControlFlow<()> + 'static,
{
    #[cfg(target_arch = "wasm32")]
    super::page::install();
    // miniquad panics where there is no window yet, and where it finds no display or no GL. Until the window is there that
    // is an error and not a bug, so it is not printed.
    silence_panics();
    if has_window() {
        IS_OPENING.store(false, Ordering::Relaxed);
        panic!("{HAS_WINDOW}");
    }
    let conf = Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: config.title,
            window_width: i32::try_from(config.width).unwrap_or(i32::MAX),
            window_height: i32::try_from(config.height).unwrap_or(i32::MAX),
            high_dpi: config.high_dpi,
            sample_count: i32::try_from(config.sample_count).unwrap_or(i32::MAX),
            window_resizable: config.resizable,
            platform: Platform {
                // The former panics where there is no X server.
                linux_backend: if variable("DISPLAY").is_some() {
                    LinuxBackend::X11WithWaylandFallback
                } else {
                    LinuxBackend::WaylandOnly
                },
                linux_wm_class: config.class,
                swap_interval: Some(config.vsync.into()),
                ..Platform::default()
            },
            // A page has the icon of its HTML file.
            icon: config.icon.as_ref().and_then(icon),
            ..miniquad::conf::Conf::default()
        },
        draw_call_vertex_capacity: QUADS * 4,
        draw_call_index_capacity: QUADS * 6,
        // A frame each time the display wants one.
        update_on: None,
        ..Conf::default()
    };
    let result = catch_unwind(AssertUnwindSafe(|| {
        macroquad::Window::from_config(conf, async move {
            IS_OPENING.store(false, Ordering::Relaxed);
            // Not awaited: macroquad's waker panics when it is woken.
            let mut start = pin!(start);
            let mut frame = loop {
                match start.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
                    Poll::Ready(frame) => break frame,
                    Poll::Pending => next_frame().await,
                }
            };
            #[cfg(target_arch = "wasm32")]
            super::page::publish("playing", "");
            let clock = Clock::system();
            let mut last = clock.now();
            loop {
                #[cfg(not(target_arch = "wasm32"))]
                std::thread::sleep((last + SHORTEST_FRAME).saturating_sub(clock.now()));
                let now = clock.now();
                if frame(now.saturating_sub(last)).is_break() {
                    break;
                }
                last = now;
                next_frame().await;
            }
        });
    }));
    // In a page it was never opening: everything happens later.
    let has_started = !IS_OPENING.swap(false, Ordering::Relaxed);
    let why = match result {
        Ok(()) if has_started => return Ok(()),
        Ok(()) => "the window system did not start".to_owned(),
        Err(panic) if has_started => resume_unwind(panic),
        Err(panic) => panic_message(panic.as_ref()),
    };
    Err(OpenError::Failed(why))
}

/// A page has its own icon.
#[cfg(target_arch = "wasm32")]
const fn icon(_: &Pixels) -> Option<Icon> {
    None
}

/// The icon in the three sizes of the window systems.
#[cfg(not(target_arch = "wasm32"))]
fn icon(image: &Pixels) -> Option<Icon> {
    let whole = (0.0, 0.0, image.width() as f32, image.height() as f32);
    let of = |side| image.resized(whole, (side, side));
    Some(Icon {
        small: of(16).rgba().try_into().ok()?,
        medium: of(32).rgba().try_into().ok()?,
        big: of(64).rgba().try_into().ok()?,
    })
}

/// The largest side of a texture in pixels. Only a page says it.
pub(crate) fn largest_texture() -> f32 {
    #[cfg(target_arch = "wasm32")]
    return super::page::largest_texture().unwrap_or(f32::INFINITY);
    #[cfg(not(target_arch = "wasm32"))]
    f32::INFINITY
}

/// Width and height of the window in physical pixels.
pub fn window_size() -> (f32, f32) {
    let scale = macroquad::window::screen_dpi_scale();
    (macroquad::window::screen_width() * scale, macroquad::window::screen_height() * scale)
}

static IS_OPENING: AtomicBool = AtomicBool::new(false);

/// Installs a panic hook that is silent while the window opens.
fn silence_panics() {
    // In a browser miniquad has its own hook, which writes to the console.
    if cfg!(target_arch = "wasm32") || IS_OPENING.swap(true, Ordering::Relaxed) {
        return;
    }
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !IS_OPENING.load(Ordering::Relaxed) {
            before(panic);
        }
    }));
}
