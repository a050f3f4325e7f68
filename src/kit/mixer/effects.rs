//! Effects: which of the requested ones begin, and how loud.

use super::shelf::Shelf;
use crate::phase::ResourceId;
use crate::platform::STEP;

/// The maximum volume of one effect, so that several have room beside it.
const LOUDEST: f32 = 0.4;
/// The maximum volume of all effects together. With the music it stays below the device's maximum, if
/// no file has peaks above -1 dBFS.
const ROOM: f32 = 0.65;
/// The maximum of one sound that play at once.
const MOST_OF_ONE: usize = 4;
/// The minimum volume.
const AUDIBLE: f32 = 0.01;
/// The gain of an effect for each further request in the same tick, and the maximum of those.
const CROWD: f32 = 0.15;
const MAX_CROWD: u32 = 3;

#[derive(Default)]
pub(super) struct Effects {
    /// The requests of this tick.
    requests: Vec<Request>,
    /// The effects that sound.
    voices: Vec<Voice>,
}

struct Request {
    id: ResourceId,
    volume: f32,
    times: u32,
}

struct Voice {
    id: ResourceId,
    volume: f32,
    /// The ticks until its end, and all of its ticks.
    left: u32,
    ticks: u32,
}

impl Voice {
    /// Its part of the room, which shrinks to its end.
    fn share(&self) -> f32 {
        self.volume * self.left as f32 / self.ticks as f32
    }
}

impl Effects {
    pub(super) fn request(&mut self, id: &str, volume: f32) {
        let volume = if volume.is_nan() { 0.0 } else { volume.clamp(0.0, 1.0) };
        match self.requests.iter_mut().find(|request| request.id.name() == id) {
            Some(request) => {
                request.volume = request.volume.max(volume);
                request.times += 1;
            }
            None => self.requests.push(Request { id: id.into(), volume, times: 1 }),
        }
    }

    pub(super) fn is_sounding(&self, id: &ResourceId) -> bool {
        self.voices.iter().any(|voice| voice.id == *id)
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, volume: f32) {
        self.voices.retain_mut(|voice| {
            voice.left -= 1;
            voice.left > 0
        });
        // The loudest goes first; ids make the order independent of that of the requests.
        self.requests.sort_by(|a, b| b.volume.total_cmp(&a.volume).then_with(|| a.id.cmp(&b.id)));
        for Request { id, volume: wanted, times } in self.requests.drain(..) {
            let Some((sound, duration)) = shelf.ready(&id) else { continue };
            if self.voices.iter().filter(|voice| voice.id == id).count() >= MOST_OF_ONE {
                continue;
            }
            let crowd = 1.0 + CROWD * (times - 1).min(MAX_CROWD) as f32;
            let room = ROOM - self.voices.iter().map(Voice::share).sum::<f32>();
            let volume = ((wanted * crowd).min(1.0) * LOUDEST * volume).min(room);
            if volume >= AUDIBLE {
                shelf.audio.play(sound, volume, false);
                let ticks = (duration.as_secs_f32() / STEP.as_secs_f32()).ceil().max(1.0) as u32;
                self.voices.push(Voice { id, volume, left: ticks, ticks });
            }
        }
    }
}
