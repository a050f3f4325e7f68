//! Music: one piece plays, others fade out.

use std::time::Duration;

use super::shelf::Shelf;
use crate::flow::CoverAudio as Covered;
use crate::phase::ResourceId;
use crate::platform::{Bus, Clock, PlayId, Playback};

/// The maximum volume of music, so that effects have room beside it.
const LOUDEST: f32 = 0.45;
/// The part of the volume that is left while it is ducked.
const DUCKED: f32 = 0.35;
/// The change of that part in a tick: a third of a second from all to nothing.
const DUCK_STEP: f32 = 0.05;

pub(super) struct Music {
    wanted: Option<ResourceId>,
    /// The piece that plays and those that fade out.
    tracks: Vec<Track>,
    /// The part of the volume that the covers let through, 0 to 1.
    passed: f32,
}

impl Default for Music {
    fn default() -> Self {
        Self { wanted: None, tracks: Vec::new(), passed: 1.0 }
    }
}

struct Track {
    id: ResourceId,
    /// How far it is faded in, 0 to 1, and the change in a tick.
    faded: f32,
    step: f32,
    /// What plays; `None` before it has begun.
    playing: Option<Playing>,
}

struct Playing {
    play: PlayId,
    volume: f32,
    is_paused: bool,
}

impl Music {
    pub(super) fn change(&mut self, wanted: Option<&str>, fade: Duration) {
        if self.wanted.map(ResourceId::name) == wanted {
            return;
        }
        self.wanted = wanted.map(ResourceId::from);
        // A fade takes at least four ticks, because a jump of the volume clicks.
        let step = (Clock::TICK.as_secs_f32() / fade.as_secs_f32()).min(0.25);
        for track in &mut self.tracks {
            track.step = if Some(&track.id) == self.wanted.as_ref() { step } else { -step };
        }
        if let Some(id) = &self.wanted
            && !self.tracks.iter().any(|track| track.id == *id)
        {
            self.tracks.push(Track { id: *id, faded: 0.0, step, playing: None });
        }
    }

    pub(super) fn is_sounding(&self, id: &ResourceId) -> bool {
        self.tracks.iter().any(|track| track.id == *id && track.playing.is_some())
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered) {
        let passes = match covered {
            Covered::Continue => 1.0,
            Covered::Duck => DUCKED,
            Covered::Pause => 0.0,
        };
        self.passed += (passes - self.passed).clamp(-DUCK_STEP, DUCK_STEP);
        let full = self.passed * LOUDEST;
        let is_paused = self.passed == 0.0;
        self.tracks.retain_mut(|track| {
            let ready = shelf.ready(&track.id);
            // A track that is not loaded yet waits, and then fades in from the start.
            if ready.is_some() || track.step < 0.0 {
                track.faded = (track.faded + track.step).clamp(0.0, 1.0);
            }
            let is_over = track.step < 0.0 && track.faded == 0.0;
            let audio = &mut shelf.audio;
            // It rises fast at first, so that a cross-fade is about as loud as one track.
            let volume = track.faded * (2.0 - track.faded) * full;
            match (&mut track.playing, ready) {
                (Some(playing), _) if is_over => audio.stop(playing.play),
                (Some(playing), _) => {
                    if std::mem::replace(&mut playing.volume, volume) != volume {
                        audio.set_volume(playing.play, volume);
                    }
                    if std::mem::replace(&mut playing.is_paused, is_paused) != is_paused {
                        audio.set_paused(playing.play, is_paused);
                    }
                }
                (None, Some((sound, _))) if !is_over => {
                    let playback = Playback { bus: Bus::Music, volume, ..Playback::default() };
                    let play = audio.play(sound, playback, true);
                    track.playing = Some(Playing { play, volume, is_paused: false });
                }
                (None, _) => {}
            }
            !is_over
        });
    }
}
