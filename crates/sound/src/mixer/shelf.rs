//! The sounds on the device.

use std::sync::Arc;
use std::time::Duration;

use proscenium_core::phase::{ResourceId, Resources, Sound};
use proscenium_core::platform::{Audio, SoundId};

/// The bytes of sounds after which no other one is loaded in the same tick, because a page takes time for each.
const BYTES_IN_A_TICK: usize = 1 << 20;

pub(super) struct Shelf {
    pub(super) audio: Box<dyn Audio>,
    /// What the log says when the first sound is loaded.
    pub(super) warning: Option<&'static str>,
    /// The sounds of the phase, and older ones that still sound.
    sounds: Vec<Known>,
}

struct Known {
    id: ResourceId,
    bytes: Arc<[u8]>,
    duration: Duration,
    /// `None` before it is loaded onto the device.
    sound: Option<SoundId>,
    is_ready: bool,
    /// Whether the phase has it.
    is_resident: bool,
}

impl Shelf {
    pub(super) const fn new(audio: Box<dyn Audio>) -> Self {
        Self { audio, warning: None, sounds: Vec::new() }
    }

    /// Loads the sounds of the phase onto the device; unloads the others, unless they still sound.
    pub(super) fn follow(&mut self, resources: &Resources, is_sounding: impl Fn(SoundId) -> bool) {
        let Self { audio, warning, sounds } = self;
        sounds.iter_mut().for_each(|known| known.is_resident = false);
        for (id, sound) in resources.of_type::<Sound>() {
            let bytes = sound.bytes();
            let is_it = |known: &Known| known.id == id && Arc::ptr_eq(&known.bytes, bytes);
            // The same file in another phase goes on.
            let goes_on = |known: &Known| {
                known.id == id && known.sound.is_some_and(&is_sounding) && known.bytes == *bytes
            };
            match sounds.iter().position(is_it).or_else(|| sounds.iter().position(goes_on)) {
                Some(at) => {
                    sounds[at].is_resident = true;
                    sounds[at].bytes = Arc::clone(bytes);
                }
                None => sounds.push(Known {
                    id,
                    bytes: Arc::clone(bytes),
                    duration: sound.duration(),
                    sound: None,
                    is_ready: false,
                    is_resident: true,
                }),
            }
        }
        sounds.retain(|known| {
            let stays = known.is_resident || known.sound.is_some_and(&is_sounding);
            if !stays && let Some(sound) = known.sound {
                audio.unload(sound);
            }
            stays
        });
        let mut loaded = 0;
        for known in sounds {
            if known.sound.is_none() && loaded < BYTES_IN_A_TICK {
                loaded += known.bytes.len();
                known.sound = Some(audio.load(known.id.name(), &known.bytes));
                if let Some(warning) = warning.take() {
                    log::warn!("{warning}");
                }
            }
            known.is_ready = known.sound.is_some_and(|sound| audio.is_ready(sound));
        }
    }

    /// A sound of the phase that can be played now, and its duration.
    pub(super) fn ready(&self, id: &ResourceId) -> Option<(SoundId, Duration)> {
        let known = self.find(id).filter(|known| known.is_ready)?;
        Some((known.sound?, known.duration))
    }

    /// Whether the phase has a sound, ready or not.
    pub(super) fn has(&self, id: &ResourceId) -> bool {
        self.find(id).is_some()
    }

    fn find(&self, id: &ResourceId) -> Option<&Known> {
        self.sounds.iter().find(|known| known.id == *id && known.is_resident)
    }

    pub(super) fn clear(&mut self) {
        for sound in self.sounds.drain(..).filter_map(|known| known.sound) {
            self.audio.unload(sound);
        }
    }
}
