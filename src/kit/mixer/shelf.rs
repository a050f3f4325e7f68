//! Which sounds are on the device.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::phase::{ResourceId, Resources, Sound};
use crate::platform::{Audio, SoundId, SoundState};

/// The sounds on the device, by their resources' ids.
pub(super) struct Shelf {
    pub(super) audio: Box<dyn Audio>,
    sounds: BTreeMap<ResourceId, OnDevice>,
}

struct OnDevice {
    sound: SoundId,
    bytes: Arc<[u8]>,
    duration: Duration,
    is_resident: bool,
    is_ready: bool,
}

impl Shelf {
    pub(super) const fn new(audio: Box<dyn Audio>) -> Self {
        Self { audio, sounds: BTreeMap::new() }
    }

    /// Takes a sound to the device that a phase has loaded since the last time, one at most, because
    /// decoding takes time; gives back those whose phase has gone, unless they still sound.
    pub(super) fn follow(&mut self, resources: &Resources, is_sounding: impl Fn(&ResourceId) -> bool) {
        let Self { audio, sounds } = self;
        for known in sounds.values_mut() {
            known.is_resident = false;
        }
        let mut may_load = true;
        for (id, sound) in resources.with_ids::<Sound>() {
            match sounds.get_mut(id) {
                Some(known) if is_same(&known.bytes, sound.bytes()) => known.is_resident = true,
                None if may_load => {
                    may_load = false;
                    let bytes = Arc::clone(sound.bytes());
                    let on_device = audio.load(id.as_str(), &bytes);
                    let duration = sound.duration();
                    let new =
                        OnDevice { sound: on_device, bytes, duration, is_resident: true, is_ready: false };
                    sounds.insert(id.clone(), new);
                }
                // Another sound of the same id has to wait until the old one has ended, and a new
                // one for its turn.
                _ => {}
            }
        }
        sounds.retain(|id, known| {
            let stays = known.is_resident || is_sounding(id);
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
        self.sounds.get(id).filter(|known| known.is_ready).map(|known| (known.sound, known.duration))
    }

    /// Gives all of them back.
    pub(super) fn clear(&mut self) {
        for (_, known) in std::mem::take(&mut self.sounds) {
            self.audio.stop(known.sound);
            self.audio.unload(known.sound);
        }
    }
}

/// A phase that is loaded anew has the same sound in other memory.
fn is_same(mine: &Arc<[u8]>, theirs: &Arc<[u8]>) -> bool {
    Arc::ptr_eq(mine, theirs) || mine == theirs
}
