//! Effects: which of the requested ones begin, and which end for them.

use std::time::Duration;

use proscenium_core::flow::CoverAudio as Covered;
use proscenium_core::phase::ResourceId;
use proscenium_core::platform::{Clock, PlayId, Playback, SoundId};

use super::shelf::Shelf;

/// The amplitude of an effect at full volume, so that music and other effects have room beside it.
const FULL: f32 = 0.4;
/// How often one sound may play at once, and how many sounds in all.
const MOST_OF_ONE: usize = 4;
const MOST: usize = 24;
/// The ticks for which a request waits until its sound is ready.
const MAX_WAIT: u32 = 120;

#[derive(Default)]
pub(super) struct Effects {
    /// One for each sound and bus at most.
    requests: Vec<Request>,
    /// The effects that sound, the oldest first.
    playing: Vec<Playing>,
    /// Whether effects that began before a cover are paused.
    is_paused: bool,
}

struct Request {
    id: ResourceId,
    playback: Playback,
    /// The ticks since the first request.
    waited: u32,
}

struct Playing {
    id: ResourceId,
    sound: SoundId,
    play: PlayId,
    /// The ticks until its end.
    left: u32,
    is_paused: bool,
}

/// `value` within its range; NaN is `default`.
fn within(value: f32, range: (f32, f32), default: f32) -> f32 {
    if value.is_nan() { default } else { value.clamp(range.0, range.1) }
}

pub(super) fn volume_in_range(volume: f32) -> f32 {
    within(volume, (0.0, 1.0), 0.0)
}

pub(super) fn in_range(Playback { bus, volume, pan, pitch }: Playback) -> Playback {
    let (pan, pitch) = (within(pan, (-1.0, 1.0), 0.0), within(pitch, (0.25, 4.0), 1.0));
    Playback { bus, volume: volume_in_range(volume), pan, pitch }
}

impl Effects {
    pub(super) fn request(&mut self, id: &str, playback: Playback) {
        let playback = in_range(playback);
        if playback.volume == 0.0 {
            return;
        }
        let known = self
            .requests
            .iter_mut()
            .find(|known| known.id.name() == id && known.playback.bus == playback.bus);
        match known {
            Some(known) if known.playback.volume < playback.volume => known.playback = playback,
            Some(_) => {}
            None => self.requests.push(Request { id: id.into(), playback, waited: 0 }),
        }
    }

    pub(super) fn is_sounding(&self, sound: SoundId) -> bool {
        self.playing.iter().any(|playing| playing.sound == sound)
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered) {
        let is_paused = covered == Covered::Pause;
        if std::mem::replace(&mut self.is_paused, is_paused) != is_paused {
            for playing in self.playing.iter_mut().filter(|playing| playing.is_paused != is_paused) {
                playing.is_paused = is_paused;
                shelf.audio.set_paused(playing.play, is_paused);
            }
        }
        self.playing.retain_mut(|playing| {
            playing.left -= u32::from(!playing.is_paused);
            playing.left > 0
        });
        let mut requests = std::mem::take(&mut self.requests);
        requests.retain_mut(|request| {
            request.waited += 1;
            let Some((sound, duration)) = shelf.ready(&request.id) else {
                let waits = shelf.has(&request.id) && request.waited < MAX_WAIT;
                if !waits {
                    let id = request.id.name();
                    log::debug!("the effect `{id}` is not heard: the phase does not have it, or not yet");
                }
                return waits;
            };
            self.begin(request, sound, duration, shelf);
            false
        });
        self.requests = requests;
    }

    fn begin(&mut self, request: &Request, sound: SoundId, duration: Duration, shelf: &mut Shelf) {
        let Request { id, playback, .. } = *request;
        self.make_place(&id, shelf);
        let volume = playback.volume * FULL;
        let play = shelf.audio.play(sound, Playback { volume, ..playback }, false);
        let ticks = duration.as_secs_f32() / playback.pitch / Clock::TICK.as_secs_f32();
        let left = ticks.ceil().max(1.0) as u32;
        self.playing.push(Playing { id, sound, play, left, is_paused: false });
    }

    /// Ends the oldest effect, or the oldest of this sound, where there are enough.
    fn make_place(&mut self, id: &ResourceId, shelf: &mut Shelf) {
        let of_one = self.playing.iter().filter(|playing| playing.id == *id).count();
        let oldest = if of_one >= MOST_OF_ONE {
            self.playing.iter().position(|playing| playing.id == *id)
        } else {
            (self.playing.len() >= MOST).then_some(0)
        };
        if let Some(at) = oldest {
            shelf.audio.stop(self.playing.remove(at).play);
        }
    }
}
