//! ALSA's default device, for a machine without a sound server.

use std::sync::Arc;

use ::alsa::pcm::{Access, Format, HwParams, PCM};
use ::alsa::{Direction, Error, Output, ValueOr};

use super::rendered::Rendered;

const CHANNELS: u16 = 2;
/// The rate that is asked for, and the delay between the program and the loudspeaker in microseconds.
const RATE: u32 = 48_000;
const DELAY: u32 = 40_000;

/// Plays until there is no device, or it is lost: the error. `Ok` when the sound is closed.
pub(super) fn play(sound: &Arc<Rendered>, opened: &mut dyn FnMut(&str)) -> Result<(), String> {
    // ALSA's own messages go to stderr, at each attempt, unless they are kept.
    let _messages = Output::local_error_handler();
    run(sound, opened).map_err(|error| error.to_string())
}

fn run(sound: &Arc<Rendered>, opened: &mut dyn FnMut(&str)) -> Result<(), Error> {
    let device = PCM::new("default", Direction::Playback, false)?;
    let rate = {
        let params = HwParams::any(&device)?;
        params.set_channels(CHANNELS.into())?;
        params.set_rate(RATE, ValueOr::Nearest)?;
        params.set_format(Format::float())?;
        params.set_access(Access::RWInterleaved)?;
        params.set_buffer_time_near(DELAY, ValueOr::Nearest)?;
        device.hw_params(&params)?;
        params.get_rate()?
    };
    sound.set_rate(rate);
    opened("ALSA's device");
    let stream = device.io_f32()?;
    // A fourth of the delay.
    let mut samples = vec![0.0; (rate / 100) as usize * usize::from(CHANNELS)];
    while !sound.is_closed() {
        sound.fill(&mut samples, CHANNELS);
        // It waits for room. After a gap, or when the machine has slept, the device has to be prepared again.
        if let Err(error) = stream.writei(&samples) {
            device.try_recover(error, true)?;
        }
    }
    Ok(())
}
