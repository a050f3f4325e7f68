//! The sounds on the device.

use std::sync::Arc;
use std::time::Duration;

use crate::phase::{ResourceId, Resources, Sound};
use crate::platform::{Audio, SoundId};

pub(super) struct Shelf {
    pub(super) audio: Box<dyn Audio>,
    sounds: Vec<OnDevice>,
}

struct OnDevice {
    id: ResourceId,
    sound: SoundId,
    bytes: Arc<[u8]>,
    duration: Duration,
    is_ready: bool,
}

impl Shelf {
    pub(super) const fn new(audio: Box<dyn Audio>) -> Self {
        Self { audio, sounds: Vec::new() }
    }

    /// Loads a sound of the phase onto the device, one in a tick because decoding takes time; unloads
    /// those of other phases, unless they still sound.
    pub(super) fn follow(&mut self, resources: &Resources, is_sounding: impl Fn(&ResourceId) -> bool) {
        let Self { audio, sounds } = self;
        // A sound of the same id waits until the old one has ended.
        let new = resources.of_type::<Sound>().find(|(id, _)| sounds.iter().all(|known| known.id != *id));
        if let Some((id, sound)) = new {
            let bytes = Arc::clone(sound.bytes());
            let on_device = audio.load(id.name(), &bytes);
            let duration = sound.duration();
            sounds.push(OnDevice { id, sound: on_device, bytes, duration, is_ready: false });
        }
        sounds.retain_mut(|known| {
            let is_resident = resources
                .of_type::<Sound>()
                .any(|(id, sound)| id == known.id && Arc::ptr_eq(sound.bytes(), &known.bytes));
            let stays = is_resident || is_sounding(&known.id);
            if stays {
                known.is_ready = audio.is_ready(known.sound);
            } else {
                audio.unload(known.sound);
            }
            stays
        });
    }

    /// A sound that can be played now, and its duration.
    pub(super) fn ready(&self, id: &ResourceId) -> Option<(SoundId, Duration)> {
        let known = self.sounds.iter().find(|known| known.id == *id && known.is_ready)?;
        Some((known.sound, known.duration))
    }

    pub(super) fn clear(&mut self) {
        for known in self.sounds.drain(..) {
            self.audio.unload(known.sound);
        }
    }
}
