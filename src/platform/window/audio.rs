//! Sounds of the window, through macroquad.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once};
use std::task::{Context, Poll, Waker};

use macroquad::audio::{
    PlaySoundParams, Sound, load_sound_from_bytes, play_sound, set_sound_volume, stop_sound,
};

use crate::platform::{Audio, SoundId, Wav};

/// Whether macroquad was built with sound: wherever that needs no system package, and on Linux with
/// the feature `sound`.
const HAS_SOUND: bool =
    cfg!(any(feature = "sound", target_arch = "wasm32", target_os = "windows", target_os = "macos"));

/// The rate of macroquad's output on the desktop. It resamples other rates by repeating samples,
/// which is audible, so sounds are resampled before.
const RATE: u32 = 44_100;

/// The number of frames, ten seconds, after which decoding counts as failed: a browser does not
/// report it.
const MAX_FRAMES: u32 = 600;

/// Whether the device's thread has ended, because there is no device or it was lost.
static IS_DEVICE_LOST: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// A panic of a decoder is caught on this thread.
    static IS_DECODING: Cell<bool> = const { Cell::new(false) };
}

/// Plays sounds through macroquad. Without a device it is silent and logs that once. Its sounds must
/// be unloaded while the window is open; [`Session`](crate::kit::Session) does that with its mixer.
#[derive(Default)]
pub struct WindowAudio {
    last: u64,
    sounds: Vec<(SoundId, Slot)>,
}

type Loading = Pin<Box<dyn Future<Output = Option<Sound>>>>;

enum Slot {
    Loading { name: String, loading: Loading, asked: u32 },
    Ready(Sound),
}

/// Whether there is a device. Logs the first time that there is none.
fn can_play() -> bool {
    static LOGGED: Once = Once::new();
    let can_play = HAS_SOUND && !IS_DEVICE_LOST.load(Ordering::Relaxed);
    if !can_play {
        LOGGED.call_once(|| match HAS_SOUND {
            true => log::warn!("there is no sound device; the game goes on without sound"),
            false => log::info!("this program was built without the feature `sound`; the game is silent"),
        });
    }
    can_play
}

impl WindowAudio {
    /// A sound that is ready, if there is a device.
    fn ready(&self, sound: SoundId) -> Option<&Sound> {
        match self.sounds.iter().find(|(id, _)| *id == sound) {
            Some((_, Slot::Ready(sound))) if can_play() => Some(sound),
            _ => None,
        }
    }
}

impl Audio for WindowAudio {
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId {
        self.last += 1;
        let id = SoundId(self.last);
        if can_play() {
            let (name, loading) = (name.to_owned(), loading(Arc::clone(bytes)));
            self.sounds.push((id, Slot::Loading { name, loading, asked: 0 }));
        }
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let Some(at) = self.sounds.iter().position(|(id, _)| *id == sound) else { return false };
        let Slot::Loading { name, loading, asked } = &mut self.sounds[at].1 else { return true };
        *asked += 1;
        // Not awaited: macroquad's waker panics when it is woken.
        match loading.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(Some(sound)) => self.sounds[at].1 = Slot::Ready(sound),
            Poll::Pending if *asked < MAX_FRAMES => return false,
            Poll::Ready(None) | Poll::Pending => {
                log::warn!("the sound `{name}` cannot be decoded; it stays silent");
                self.sounds.swap_remove(at);
                return false;
            }
        }
        true
    }

    fn unload(&mut self, sound: SoundId) {
        let Some(at) = self.sounds.iter().position(|(id, _)| *id == sound) else { return };
        if let (_, Slot::Ready(sound)) = self.sounds.swap_remove(at)
            && !can_play()
        {
            // macroquad would log an error for each, because the device's thread has ended.
            std::mem::forget(sound);
        }
    }

    fn play(&mut self, sound: SoundId, volume: f32, looped: bool) {
        if let Some(sound) = self.ready(sound) {
            play_sound(sound, PlaySoundParams { looped, volume });
        }
    }

    fn set_volume(&mut self, sound: SoundId, volume: f32) {
        if let Some(sound) = self.ready(sound) {
            set_sound_volume(sound, volume);
        }
    }

    fn stop(&mut self, sound: SoundId) {
        if let Some(sound) = self.ready(sound) {
            stop_sound(sound);
        }
    }
}

/// Decodes a sound, in the first poll on the desktop, over some frames in a browser.
fn loading(bytes: Arc<[u8]>) -> Loading {
    Box::pin(async move {
        // A browser resamples by itself.
        let other_rate = match Wav::parse(&bytes) {
            Ok(wav) if !cfg!(target_arch = "wasm32") && wav.rate != RATE => Some(wav.at_rate(RATE)),
            _ => None,
        };
        let mut loading = Box::pin(load_sound_from_bytes(other_rate.as_deref().unwrap_or(&bytes)));
        std::future::poll_fn(|cx| {
            // On the desktop macroquad panics for a file that it cannot decode.
            IS_DECODING.set(true);
            let polled = catch_unwind(AssertUnwindSafe(|| loading.as_mut().poll(cx)));
            IS_DECODING.set(false);
            polled.map_or(Poll::Ready(None), |polled| polled.map(Result::ok))
        })
        .await
    })
}

/// Whether a panic is one of a sound decoder or of the sound device, which is noted. macroquad
/// starts the device's thread when the window opens, and its panic is the only sign that there is no
/// device.
pub(super) fn note_panic(panic: &PanicHookInfo<'_>) -> bool {
    if IS_DECODING.get() {
        return true;
    }
    let is_device = panic.location().is_some_and(|place| place.file().contains("quad-snd"));
    if is_device {
        IS_DEVICE_LOST.store(true, Ordering::Relaxed);
    }
    is_device
}
