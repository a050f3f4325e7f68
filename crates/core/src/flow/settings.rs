//! The settings of a manager.

use std::rc::Rc;
use std::sync::Arc;

use super::transition::{Fade, Transition};
use crate::phase::{Background, Pace};
use crate::platform::{AssetSource, Clock, Gpu, HeadlessGpu, MemorySource, Trace};

/// The parts of a manager. The default is headless and deterministic: no file, no thread, a clock that
/// stands still, no transition.
pub struct ManagerSettings {
    /// Where asset files come from.
    pub source: Arc<dyn AssetSource>,
    /// Where textures go.
    pub gpu: Box<dyn Gpu>,
    /// The clock for budgets and reports.
    pub clock: Clock,
    /// The executor that decodes.
    pub background: Background,
    /// The pace of load queues.
    pub pace: Pace,
    /// The maximum of bytes that a [preload](super::FlowHandle::preload) holds beside the phase
    /// that runs, on the GPU and in main memory together; 64 MiB by default.
    pub preload_limit: u64,
    /// The maximum of bytes of [requested](super::FlowHandle::stream) resources, and of released ones
    /// that are kept; 64 MiB by default.
    pub stream_limit: u64,
    /// The default transition; `None` applies commands at once.
    pub transition: Option<Rc<dyn Transition>>,
    /// The size of the virtual screen, in virtual pixels; 640 by 360 by default. A program with its own loop that
    /// draws in the window's own pixels has none: it ignores this size, and its pointer is in those pixels
    /// (`WindowInput::collect`).
    pub view_size: (f32, f32),
    /// Its size in an upright window, for the screens [that have one](super::GameScreen::has_upright_view);
    /// `None`, the default, if there is none.
    pub upright_size: Option<(f32, f32)>,
    /// The seed of everything random.
    pub seed: u64,
    /// The trace.
    pub trace: Trace,
}

impl Default for ManagerSettings {
    fn default() -> Self {
        Self {
            source: Arc::new(MemorySource::default()),
            gpu: Box::new(HeadlessGpu::default()),
            clock: Clock::manual(),
            background: Background::single_threaded(),
            pace: Pace::default(),
            preload_limit: Self::LIMIT,
            stream_limit: Self::LIMIT,
            transition: None,
            view_size: (640.0, 360.0),
            upright_size: None,
            seed: 0,
            trace: Trace::off(),
        }
    }
}

impl ManagerSettings {
    /// The default of both limits.
    pub(crate) const LIMIT: u64 = 64 << 20;

    /// The default with [`Fade`] as the transition, as a game has it.
    pub fn with_fade() -> Self {
        Self { transition: Some(Rc::new(Fade::default())), ..Self::default() }
    }

    /// The settings for a window: files of the folder `assets`, the window's GPU, a running clock,
    /// [threads](Background::for_window), and [`Fade`] as the transition. A browser uses the folder that the page names instead
    /// of `assets`, and no threads.
    #[cfg(feature = "window")]
    pub fn for_window(assets: impl Into<std::path::PathBuf>) -> Self {
        use crate::platform::window::WindowGpu;
        #[cfg(not(target_arch = "wasm32"))]
        let source = crate::platform::DirSource::new(assets);
        #[cfg(target_arch = "wasm32")]
        let source = {
            drop(assets.into());
            crate::platform::window::PageSource::default()
        };
        Self {
            source: Arc::new(source),
            gpu: Box::new(WindowGpu::default()),
            clock: Clock::system(),
            background: Background::for_window(),
            ..Self::with_fade()
        }
    }
}
