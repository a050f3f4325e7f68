//! Effects: which of those that were asked for begin, and how loud.

use super::Mixer;
use super::shelf::Shelf;
use crate::phase::ResourceId;
use crate::platform::STEP;

/// How loud one effect is at most, so that several have room beside it.
const LOUDEST: f32 = 0.4;
/// How loud all effects together are at most. With the music's share it stays below what a device
/// can do, as long as no file has peaks above -1 dBFS.
const ROOM: f32 = 0.65;
/// What is quieter than this is left out.
const AUDIBLE: f32 = 0.01;
/// How much louder an effect is for each further time that it was asked for in the same frame, and
/// for how many of them.
const CROWD: f32 = 0.15;
const MOST_OF_CROWD: u32 = 3;

/// All effects that sound, and those that were asked for in this frame.
#[derive(Default)]
pub(super) struct Effects {
    asked: Vec<Asked>,
    voices: Vec<Voice>,
}

struct Asked {
    id: ResourceId,
    volume: f32,
    times: u32,
}

/// One effect that sounds.
struct Voice {
    id: ResourceId,
    volume: f32,
    /// Frames that it still sounds, of how many.
    left: u32,
    frames: u32,
}

impl Voice {
    /// Its share of the room: effects die away.
    fn share(&self) -> f32 {
        self.volume * self.left as f32 / self.frames as f32
    }
}

impl Effects {
    pub(super) fn ask(&mut self, id: &str, volume: f32) {
        // What is not a number is silence.
        let volume = if volume.is_nan() { 0.0 } else { volume.clamp(0.0, 1.0) };
        match self.asked.iter_mut().find(|asked| asked.id.name() == id) {
            Some(asked) => {
                asked.volume = asked.volume.max(volume);
                asked.times += 1;
            }
            None => self.asked.push(Asked { id: id.into(), volume, times: 1 }),
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
        while let Some(Asked { id, volume: wanted, times }) = self.take_loudest() {
            let Some((sound, duration)) = shelf.ready(&id) else { continue };
            if self.voices.iter().filter(|voice| voice.id == id).count() >= Mixer::MOST_OF_ONE {
                continue;
            }
            let crowd = 1.0 + CROWD * (times - 1).min(MOST_OF_CROWD) as f32;
            let room = ROOM - self.voices.iter().map(Voice::share).sum::<f32>();
            let volume = (wanted * crowd).min(1.0) * LOUDEST * volume;
            let volume = volume.min(room);
            if volume < AUDIBLE {
                continue;
            }
            shelf.audio.play(sound, volume, false);
            let frames = (duration.as_secs_f32() / STEP.as_secs_f32()).ceil().max(1.0) as u32;
            self.voices.push(Voice { id, volume, left: frames, frames });
        }
    }

    /// The loudest is the nearest: it must not be the one without room. Ids keep the order the same,
    /// whoever asked first.
    fn take_loudest(&mut self) -> Option<Asked> {
        let order = |a: &Asked, b: &Asked| a.volume.total_cmp(&b.volume).then_with(|| b.id.cmp(&a.id));
        let (at, _) = self.asked.iter().enumerate().max_by(|(_, a), (_, b)| order(a, b))?;
        Some(self.asked.swap_remove(at))
    }
}
