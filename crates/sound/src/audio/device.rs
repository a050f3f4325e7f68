//! The default device of the system, through cpal.

use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

use cpal::ErrorKind;
use cpal::traits::{DeviceTrait as _, HostTrait as _, StreamTrait as _};

use super::lock;
use super::rendered::Rendered;

/// Plays until there is no device, or it is lost: the error. `Ok` when the sound is closed.
pub(super) fn play(sound: &Arc<Rendered>, opened: &mut dyn FnMut(&str)) -> Result<(), String> {
    let text = |error: cpal::Error| error.to_string();
    let device = cpal::default_host().default_output_device().ok_or("the system has no default device")?;
    let config = device.default_output_config().map_err(text)?.config();
    sound.set_rate(config.sample_rate);
    let lost = Arc::new(Mutex::new(None));
    let (from, cause) = (Arc::clone(sound), Arc::clone(&lost));
    let fill = move |samples: &mut [f32], _: &cpal::OutputCallbackInfo| from.fill(samples, config.channels);
    let note = move |error: cpal::Error| match error.kind() {
        ErrorKind::DeviceChanged | ErrorKind::RealtimeDenied | ErrorKind::Xrun => {}
        _ => *lock(&cause) = Some(error.to_string()),
    };
    let stream = device.build_output_stream(config, fill, note, None).map_err(text)?;
    stream.play().map_err(text)?;
    opened("the default device");
    while !sound.is_closed() {
        if let Some(why) = lock(&lost).take() {
            return Err(why);
        }
        sleep(Duration::from_millis(100));
    }
    Ok(())
}
