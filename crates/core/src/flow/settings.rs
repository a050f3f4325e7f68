//! The settings of a manager.

use std::rc::Rc;
use std::sync::Arc;

use super::surface::{NoSurface, Surface};
use super::transition::{Fade, Transition};
use crate::phase::{Background, Pace};
use crate::platform::{AssetSource, Clock, Gpu, HeadlessGpu, MemorySource, Trace, View};

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
    /// The maximum number of bytes that a [preload](super::FlowHandle::preload) holds beside the running phase, on the
    /// GPU and in main memory together; 64 MiB by default.
    pub preload_limit: u64,
    /// The maximum number of bytes that all [side loads](super::FlowHandle::load_beside) hold beside the running phase;
    /// 64 MiB by default.
    pub side_limit: u64,
    /// The default transition; `None` applies commands at once.
    pub transition: Option<Rc<dyn Transition>>,
    /// The view of the screens; by default they [fit](View::fit) 640 by 360 virtual pixels into the window.
    pub view: View,
    /// The view in an upright window, for the screens [that choose it](super::GameScreen::view); `None`, the default, if there
    /// is none.
    pub upright_view: Option<View>,
    /// What the screens are drawn on: by default nothing.
    pub surface: Rc<dyn Surface>,
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
            side_limit: Self::LIMIT,
            transition: None,
            view: View::fit(640, 360),
            upright_view: None,
            surface: Rc::new(NoSurface),
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
}
