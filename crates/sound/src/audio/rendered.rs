//! The mixed sound, as a device takes it.

use std::sync::{Mutex, Weak};
use std::time::Duration;

use kira::backend::Renderer;

use super::lock;

/// The mixed sound, which a device takes from here.
pub(super) struct Rendered {
    /// With its rate.
    renderer: Mutex<(Renderer, u32)>,
    /// It is gone when the program needs no sound any more.
    open: Weak<()>,
}

impl Rendered {
    pub(super) const fn new(renderer: Renderer, rate: u32, open: Weak<()>) -> Self {
        Self { renderer: Mutex::new((renderer, rate)), open }
    }

    /// Whether the program needs no device any more.
    pub(super) fn is_closed(&self) -> bool {
        self.open.strong_count() == 0
    }

    /// Sets the rate of the device.
    pub(super) fn set_rate(&self, rate: u32) {
        let (renderer, now) = &mut *lock(&self.renderer);
        if *now != rate {
            renderer.on_change_sample_rate(rate);
            *now = rate;
        }
    }

    /// The next samples of all channels after each other.
    pub(super) fn fill(&self, samples: &mut [f32], channels: u16) {
        let (renderer, _) = &mut *lock(&self.renderer);
        renderer.on_start_processing();
        renderer.process(samples, channels);
    }

    /// Lets time pass without a device, so that sounds end, and music is where it would be.
    pub(super) fn skip(&self, time: Duration) {
        let (_, rate) = *lock(&self.renderer);
        self.fill(&mut vec![0.0; (time.as_secs_f32() * rate as f32) as usize * 2], 2);
    }
}
