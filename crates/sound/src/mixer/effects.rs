//! Effects: which of the requested ones begin, how loud and where.

use std::time::Duration;

use proscenium_core::flow::CoverAudio as Covered;
use proscenium_core::phase::ResourceId;
use proscenium_core::platform::{Clock, PlayId, Playback, SoundId};

use super::shelf::Shelf;

/// The maximum volume of one effect, so that several have room beside it.
const LOUDEST: f32 = 0.4;
/// The maximum volume of all effects together, on each side. With the music it stays below the device's maximum,
/// if no file has peaks above -1 dBFS.
const ROOM: f32 = 0.65;
/// The maximum of one sound that play at once, and of all.
const MOST_OF_ONE: usize = 4;
const MOST: usize = 24;
pub(super) const AUDIBLE: f32 = 0.01;
/// The ticks for which a request waits until its sound is ready.
const MAX_WAIT: u32 = 120;
/// The gain of an effect for each further request in the same tick, and the maximum of those.
const CROWD: f32 = 0.15;
const MAX_CROWD: u32 = 3;

#[derive(Default)]
pub(super) struct Effects {
    /// One for each sound and bus at most.
    requests: Vec<Request>,
    /// The effects that sound, the oldest first.
    playing: Vec<Playing>,
    /// Whether those that began before a cover are paused.
    is_paused: bool,
}

struct Request {
    id: ResourceId,
    /// That of the loudest request.
    loudest: Playback,
    times: u32,
    /// The sums of the volumes, and of the volumes times the positions.
    volumes: f32,
    sides: f32,
    /// The ticks since the first request.
    waited: u32,
}

struct Playing {
    id: ResourceId,
    sound: SoundId,
    play: PlayId,
    /// Its volume on its louder side.
    volume: f32,
    /// The ticks until its end, and all of its ticks.
    left: u32,
    ticks: u32,
    is_paused: bool,
}

impl Playing {
    /// Its part of the room, which shrinks to its end.
    fn share(&self) -> f32 {
        self.volume * self.left as f32 / self.ticks as f32
    }
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

/// The gain of the louder side: the position of a sound leaves no less room.
pub(super) fn louder_side(pan: f32) -> f32 {
    (1.0 + pan.abs()).sqrt()
}

impl Effects {
    pub(super) fn request(&mut self, id: &str, playback: Playback) {
        let playback = in_range(playback);
        let Playback { bus, volume, pan, .. } = playback;
        let known = self.requests.iter_mut().find(|known| known.id.name() == id && known.loudest.bus == bus);
        match known {
            Some(known) => {
                if volume > known.loudest.volume {
                    known.loudest = playback;
                }
                known.times += 1;
                known.volumes += volume;
                known.sides += volume * pan;
            }
            None => {
                let (volumes, sides) = (volume, volume * pan);
                let (id, loudest, times, waited) = (id.into(), playback, 1, 0);
                self.requests.push(Request { id, loudest, times, volumes, sides, waited });
            }
        }
    }

    pub(super) fn is_sounding(&self, sound: SoundId) -> bool {
        self.playing.iter().any(|playing| playing.sound == sound)
    }

    /// The room that is left, on each side.
    pub(super) fn room(&self) -> f32 {
        ROOM - self.playing.iter().map(Playing::share).sum::<f32>()
    }

    /// Runs a tick beside loops of this volume.
    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered, loops: f32) {
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
        // The loudest goes first; ids make the order independent of that of the requests.
        self.requests.sort_by(|one, other| {
            let volume = other.loudest.volume.total_cmp(&one.loudest.volume);
            volume.then_with(|| (one.id, one.loudest.bus).cmp(&(other.id, other.loudest.bus)))
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
            self.begin(request, sound, duration, shelf, loops);
            false
        });
        self.requests = requests;
    }

    fn begin(
        &mut self,
        request: &Request,
        sound: SoundId,
        duration: Duration,
        shelf: &mut Shelf,
        loops: f32,
    ) {
        let Request { id, loudest, times, volumes, sides, .. } = *request;
        let crowd = 1.0 + CROWD * (times - 1).min(MAX_CROWD) as f32;
        let pan = if volumes > 0.0 { sides / volumes } else { 0.0 };
        let side = louder_side(pan);
        let wanted = (loudest.volume * crowd).min(1.0) * LOUDEST * side;
        if wanted < AUDIBLE || !self.make_place(&id, wanted, shelf) {
            return;
        }
        let volume = wanted.min(self.room() - loops);
        if volume < AUDIBLE {
            log::debug!("the effect `{}` is not heard: louder ones leave it no room", id.name());
            return;
        }
        let play = shelf.audio.play(sound, Playback { volume: volume / side, pan, ..loudest }, false);
        let ticks = duration.as_secs_f32() / loudest.pitch / Clock::TICK.as_secs_f32();
        let ticks = ticks.ceil().max(1.0) as u32;
        self.playing.push(Playing { id, sound, play, volume, left: ticks, ticks, is_paused: false });
    }

    /// Whether another one can begin. Where there are enough, it ends the quietest, if that one is quieter.
    fn make_place(&mut self, id: &ResourceId, volume: f32, shelf: &mut Shelf) -> bool {
        let of_one = self.playing.iter().filter(|playing| playing.id == *id).count();
        if of_one < MOST_OF_ONE && self.playing.len() < MOST {
            return true;
        }
        let rivals = self.playing.iter().enumerate();
        let rivals = rivals.filter(|(_, playing)| of_one < MOST_OF_ONE || playing.id == *id);
        let quietest = rivals.min_by(|(_, a), (_, b)| a.share().total_cmp(&b.share()));
        let Some((at, _)) = quietest.filter(|(_, playing)| playing.share() < volume) else { return false };
        shelf.audio.stop(self.playing.remove(at).play);
        true
    }
}
