//! The output: a thread that opens a device, and opens one again when it is lost.

use std::convert::Infallible;
use std::sync::Arc;
use std::thread::{Builder, sleep};
use std::time::Duration;

use kira::backend::{Backend, Renderer};

use super::rendered::Rendered;

/// The rate for a device that has none.
const RATE: u32 = 48_000;

/// The time between two attempts to open a device, in steps that are rendered without a device.
const STEP: Duration = Duration::from_millis(100);
const STEPS: u32 = 10;

/// kira's end of the sound.
pub(super) struct Output {
    /// The sound is open for as long as this is there.
    open: Arc<()>,
}

impl Backend for Output {
    type Settings = ();
    type Error = Infallible;

    fn setup((): (), _buffer: usize) -> Result<(Self, u32), Infallible> {
        Ok((Self { open: Arc::default() }, RATE))
    }

    fn start(&mut self, renderer: Renderer) -> Result<(), Infallible> {
        let sound = Rendered::new(renderer, RATE, Arc::downgrade(&self.open));
        if let Err(error) = Builder::new().name("sound".to_owned()).spawn(|| run(&Arc::new(sound))) {
            log::warn!("the game goes on without sound: {error}");
        }
        Ok(())
    }
}

/// Plays until there is no device, or it is lost: the error. `Ok` when the sound is closed. `opened` is called when
/// it plays.
fn play(sound: &Arc<Rendered>, opened: &mut dyn FnMut(&str)) -> Result<(), String> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    let end = super::pulse::play(sound, opened);
    #[cfg(all(feature = "alsa", unix, not(target_vendor = "apple")))]
    let end = end.or_else(|_| super::alsa::play(sound, opened));
    #[cfg(any(windows, target_vendor = "apple"))]
    let end = super::device::play(sound, opened);
    end
}

fn run(sound: &Arc<Rendered>) {
    let mut is_silent = false;
    while !sound.is_closed() {
        let end = play(sound, &mut |device| {
            if std::mem::take(&mut is_silent) {
                log::info!("there is sound again, on {device}");
            }
        });
        if let Err(why) = end
            && !std::mem::replace(&mut is_silent, true)
        {
            log::warn!("the game goes on without sound: {why}");
        }
        for _ in 0..STEPS {
            if !sound.is_closed() {
                sleep(STEP);
                sound.skip(STEP);
            }
        }
    }
}
