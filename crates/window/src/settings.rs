//! The parts of a manager in a window.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use proscenium_core::flow::ManagerSettings;
use proscenium_core::phase::Background;
use proscenium_core::platform::{Clock, View};

use super::canvas::Canvas;
use super::gpu::WindowGpu;

/// Returns the settings of a manager in the window of a program's own loop: files of this folder, the window's GPU, a running
/// clock, [threads](background), [`Fade`](proscenium_core::flow::Fade) as the transition, and [`View::Window`]. A
/// browser uses the folder that the page names, and no threads. The window must be open.
///
/// ```no_run
/// use proscenium_core::flow::{ManagerSettings, ScreenManager};
/// use proscenium_core::platform::View;
///
/// let view = View::fit(320, 180);
/// let manager = ScreenManager::new(ManagerSettings { view, ..proscenium_window::settings("assets") });
/// ```
pub fn settings(assets: impl Into<PathBuf>) -> ManagerSettings {
    #[cfg(not(target_arch = "wasm32"))]
    let source = proscenium_core::platform::DirSource::new(assets);
    #[cfg(target_arch = "wasm32")]
    let source = {
        drop(assets.into());
        super::page::install();
        super::page::PageSource::default()
    };
    ManagerSettings {
        source: Arc::new(source),
        gpu: Box::new(WindowGpu::default()),
        clock: Clock::system(),
        background: background(),
        view: View::Window,
        surface: Rc::new(Canvas::shared()),
        ..ManagerSettings::with_fade()
    }
}

/// Returns the executor that decodes beside a window: [one thread for each core](Background::for_this_machine), which
/// gives way to the one that draws.
pub fn background() -> Background {
    Background::prepared(give_way)
}

/// Lowers the priority of this thread on Linux, to a third of the time of one that draws where both want a core. Without it
/// the main thread is interrupted within its budget: `benches/loading.rs`, in a window.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(5) {
        log::debug!("the threads that decode keep their priority: {error}");
    }
}
