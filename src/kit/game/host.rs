//! What a run of a game stands on: files, clock, GPU and sound of the desktop or the page.

use std::io::Write;
use std::rc::Rc;
use std::sync::Arc;

use crate::kit::input_script::InputScript;
use crate::kit::mixer::Mixer;
#[cfg(all(feature = "window", any(feature = "sound", target_arch = "wasm32")))]
use crate::platform::window::WindowAudio;
#[cfg(feature = "window")]
use crate::platform::window::{WindowClock, WindowGpu};
use crate::platform::{AssetPath, AssetSource, Clock, Gpu, HeadlessAudio, HeadlessGpu, Storage, SystemClock};

/// What a run gets from the desktop or the page.
pub(super) struct Host {
    pub(super) has_window: bool,
    pub(super) source: Arc<dyn AssetSource>,
    pub(super) storage: Rc<dyn Storage>,
    pub(super) script: Option<InputScript>,
    pub(super) trace: Option<Box<dyn Write>>,
    pub(super) query: Vec<(String, String)>,
    /// The files of the assets that are saved, if they are watched.
    pub(super) saved: Option<Box<dyn Iterator<Item = AssetPath>>>,
}

impl Host {
    /// The clock of loads and of the run. A browser has none but the window's.
    pub(super) fn clock(&self) -> Box<dyn Clock> {
        match self.has_window {
            #[cfg(feature = "window")]
            true => Box::new(WindowClock),
            _ => Box::new(SystemClock::start()),
        }
    }

    pub(super) fn gpu(&self) -> Box<dyn Gpu> {
        match self.has_window {
            #[cfg(feature = "window")]
            true => Box::new(WindowGpu::default()),
            _ => Box::new(HeadlessGpu::default()),
        }
    }

    pub(super) fn mixer(&self) -> Mixer {
        match self.has_window {
            #[cfg(all(feature = "window", any(feature = "sound", target_arch = "wasm32")))]
            true => Mixer::new(WindowAudio::default()),
            _ => Mixer::new(HeadlessAudio::default()),
        }
    }
}
