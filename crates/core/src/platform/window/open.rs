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

use crate::platform::{Clock, Pixels, panic_message};

/// How many quads of one texture are drawn in one call. macroquad's own limits have room for the
/// vertices of as many, but for the indices of 833 only: a full level would need three times the draw calls.
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
}

/// The time since the beginning of 1970 (UTC).
#[cfg(target_arch = "wasm32")]
pub fn page_time() -> Duration {
    Duration::try_from_secs_f64(miniquad::date::now()).unwrap_or_default()
}

/// Whether there may be a display to open a window on.
fn has_display() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// Opens the window and calls the result of `start` once for each frame, with the time since the
/// last one, until it breaks. `start` is polled once for each frame, from when the
/// window is there until it is ready.
///
/// In a browser this returns at once, and everything happens later. The page is notified of the first
/// frame.
///
/// The error says why no window could be opened; then `start` was not polled. A panic of `start` or of
/// what it returned goes on to the caller.
pub fn open<F>(config: WindowConfig, start: impl Future<Output = F> + 'static) -> Result<(), String>
where
    F: FnMut(Duration) -> ControlFlow<()> + 'static,
{
    let no_window = |why: &str| Err(format!("no window can be opened here: {why}"));
    if !has_display() {
        return no_window("there is no display");
    }
    let conf = Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: config.title,
            window_width: i32::try_from(config.width).unwrap_or(i32::MAX),
            window_height: i32::try_from(config.height).unwrap_or(i32::MAX),
            high_dpi: true,
            platform: Platform {
                linux_backend: LinuxBackend::X11WithWaylandFallback,
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
    // miniquad panics where it finds no display or no GL. Until the window is there that is an
    // error and not a bug, so it is not printed.
    silence_panics();
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
    match result {
        Ok(()) if has_started => Ok(()),
        Ok(()) => no_window("the window system did not start"),
        Err(panic) if has_started => resume_unwind(panic),
        Err(panic) => no_window(&panic_message(panic.as_ref())),
    }
}

/// A page has an icon of its own.
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

/// Width and height of the window in physical pixels.
pub fn window_size() -> (f32, f32) {
    let scale = macroquad::window::screen_dpi_scale();
    (macroquad::window::screen_width() * scale, macroquad::window::screen_height() * scale)
}

static IS_OPENING: AtomicBool = AtomicBool::new(false);

/// Installs a panic hook that is silent while the window opens.
fn silence_panics() {
    // In a browser miniquad has a hook of its own, which writes to the console.
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
