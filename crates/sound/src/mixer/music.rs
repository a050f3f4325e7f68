//! Music: one piece plays, others fade out.

use std::time::Duration;

use proscenium_core::flow::CoverAudio as Covered;
use proscenium_core::phase::ResourceId;
use proscenium_core::platform::{Bus, Clock, PlayId, Playback, SoundId};

use super::shelf::Shelf;

/// The amplitude of music at full volume, so that effects have room beside it.
const FULL: f32 = 0.45;
/// The part of the volume that is left while it is ducked.
const DUCKED: f32 = 0.35;
/// The change of that part in a tick: a third of a second from all to nothing.
const DUCK_STEP: f32 = 0.05;

pub(super) struct Music {
    /// The last request, until its sound is ready, with the change in a tick.
    request: Option<(ResourceId, f32)>,
    /// The sound of the piece that plays and does not fade out.
    wanted: Option<SoundId>,
    /// The piece that plays and the pieces that fade out.
    tracks: Vec<Track>,
    /// The volume that the game has set, 0 to 1.
    pub(super) volume: f32,
    /// The part of the full volume that this and the covers let through, 0 to 1.
    passed: f32,
}

impl Default for Music {
    fn default() -> Self {
        Self { request: None, wanted: None, tracks: Vec::new(), volume: 1.0, passed: 1.0 }
    }
}

struct Track {
    id: ResourceId,
    sound: SoundId,
    play: PlayId,
    /// How far it is faded in, 0 to 1, and the change in a tick.
    faded: f32,
    step: f32,
    volume: f32,
    is_paused: bool,
}

/// It rises fast at first, so that a cross-fade is about as loud as one track.
fn risen(faded: f32) -> f32 {
    faded * (2.0 - faded)
}

impl Music {
    pub(super) fn change(&mut self, wanted: Option<&str>, fade: Duration) {
        // A fade takes at least four ticks, because a jump of the volume clicks.
        let step = (Clock::TICK.as_secs_f32() / fade.as_secs_f32()).min(0.25);
        self.request = wanted.map(|id| (id.into(), step));
        if wanted.is_none() {
            self.turn_to(None, step);
        }
    }

    /// Fades this sound in, if it plays already, and all others out.
    fn turn_to(&mut self, wanted: Option<SoundId>, step: f32) {
        if std::mem::replace(&mut self.wanted, wanted) != wanted {
            for track in &mut self.tracks {
                track.step = if Some(track.sound) == wanted { step } else { -step };
            }
        }
    }

    pub(super) fn is_sounding(&self, sound: SoundId) -> bool {
        self.tracks.iter().any(|track| track.sound == sound)
    }

    /// The piece that begins in this tick. What plays is a file, so the same id of another phase may be another piece;
    /// until the phase has it, the one that has its id goes on.
    fn begin(&mut self, shelf: &Shelf) -> Option<(ResourceId, SoundId, f32)> {
        let (id, step) = self.request?;
        let ready = shelf.ready(&id).map(|(sound, _)| sound);
        let playing = || self.tracks.iter().rev().find(|track| track.id == id).map(|track| track.sound);
        let wanted = ready.or_else(playing);
        self.turn_to(wanted, step);
        let sound = ready?;
        self.request = None;
        (!self.is_sounding(sound)).then_some((id, sound, step))
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered) {
        let passes = match covered {
            Covered::Continue => 1.0,
            Covered::Duck => DUCKED,
            Covered::Pause => 0.0,
        };
        self.passed += (passes * self.volume - self.passed).clamp(-DUCK_STEP, DUCK_STEP);
        let full = self.passed * FULL;
        let is_paused = covered == Covered::Pause && self.passed == 0.0;
        let begins = self.begin(shelf);
        let audio = &mut shelf.audio;
        self.tracks.retain_mut(|track| {
            track.faded = (track.faded + track.step).clamp(0.0, 1.0);
            if track.step < 0.0 && track.faded == 0.0 {
                audio.stop(track.play);
                return false;
            }
            let volume = risen(track.faded) * full;
            if std::mem::replace(&mut track.volume, volume) != volume {
                audio.set_volume(track.play, volume);
            }
            if std::mem::replace(&mut track.is_paused, is_paused) != is_paused {
                audio.set_paused(track.play, is_paused);
            }
            true
        });
        if let Some((id, sound, step)) = begins {
            let volume = risen(step) * full;
            let playback = Playback { bus: Bus::Music, volume, ..Playback::default() };
            let play = audio.play(sound, playback, true);
            self.tracks.push(Track { id, sound, play, faded: step, step, volume, is_paused: false });
        }
    }
}
