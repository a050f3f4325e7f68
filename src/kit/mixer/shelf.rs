//! Which sounds are on the device.

use std::sync::Arc;
use std::time::Duration;

use crate::phase::{ResourceId, Resources, Sound};
use crate::platform::{Audio, SoundId, SoundState};

/// The sounds on the device: a few dozen, so that a list is searched as fast as a map.
pub(super) struct Shelf {
    pub(super) audio: Box<dyn Audio>,
    sounds: Vec<OnDevice>,
}

struct OnDevice {
    id: ResourceId,
    sound: SoundId,
    bytes: Arc<[u8]>,
    duration: Duration,
    is_resident: bool,
    is_ready: bool,
}

impl Shelf {
    pub(super) const fn new(audio: Box<dyn Audio>) -> Self {
        Self { audio, sounds: Vec::new() }
    }

    /// Takes a sound to the device that a phase has loaded since the last time, one at most, because
    /// decoding takes time; gives back those whose phase has gone, unless they still sound.
    pub(super) fn follow(&mut self, resources: &Resources, is_sounding: impl Fn(&ResourceId) -> bool) {
        let Self { audio, sounds } = self;
        for known in sounds.iter_mut() {
            known.is_resident = false;
        }
        let mut may_load = true;
        for (id, sound) in resources.of_type::<Sound>() {
            match sounds.iter_mut().find(|known| known.id == id) {
                Some(known) if is_same(&known.bytes, sound.bytes()) => known.is_resident = true,
                None if may_load => {
                    may_load = false;
                    let bytes = Arc::clone(sound.bytes());
                    let on_device = audio.load(id.name(), &bytes);
                    sounds.push(OnDevice {
                        id,
                        sound: on_device,
                        bytes,
                        duration: sound.duration(),
                        is_resident: true,
                        is_ready: false,
                    });
                }
                // Another sound of the same id has to wait until the old one has ended, and a new
                // one for its turn.
                _ => {}
            }
        }
        sounds.retain_mut(|known| {
            let stays = known.is_resident || is_sounding(&known.id);
            if stays {
                known.is_ready = audio.state(known.sound) == SoundState::Ready;
            } else {
                audio.unload(known.sound);
            }
            stays
        });
    }

    /// A sound that can be played now, and how long it sounds.
    pub(super) fn ready(&self, id: &ResourceId) -> Option<(SoundId, Duration)> {
        self.sounds
            .iter()
            .find(|known| known.id == *id && known.is_ready)
            .map(|known| (known.sound, known.duration))
    }

    /// Gives all of them back.
    pub(super) fn clear(&mut self) {
        for known in self.sounds.drain(..) {
            self.audio.stop(known.sound);
            self.audio.unload(known.sound);
        }
    }
}

/// A phase that is loaded anew has the same sound in other memory.
fn is_same(mine: &Arc<[u8]>, theirs: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(mine, theirs) || mine == theirs
}
