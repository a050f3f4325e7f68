//! Music: one piece plays, others fade out.

use std::time::Duration;

use super::shelf::Shelf;
use crate::flow::CoverAudio as Covered;
use crate::phase::ResourceId;
use crate::platform::STEP;

/// How loud music is at most: below the effects.
const LOUDEST: f32 = 0.45;
/// How loud it is while it is ducked.
const DUCKED: f32 = 0.35;
/// How far its loudness moves in a frame towards what the covers let through: a third of a second
/// from all to nothing.
const DUCK_STEP: f32 = 0.05;

/// The music that plays and what is left of the music before it.
pub(super) struct Music {
    wanted: Option<ResourceId>,
    tracks: Vec<Track>,
    /// What the covers let through now, 0 to 1.
    passed: f32,
}

impl Default for Music {
    fn default() -> Self {
        Self { wanted: None, tracks: Vec::new(), passed: 1.0 }
    }
}

struct Track {
    id: ResourceId,
    /// How far it is faded in, 0 to 1, and how far it goes in a frame.
    faded: f32,
    step: f32,
    /// The volume that the device was told last; `None` before it has begun.
    told: Option<f32>,
}

impl Track {
    /// Rises fast at first, so that two that cross-fade are together about as loud as one.
    fn loudness(&self) -> f32 {
        self.faded * (2.0 - self.faded)
    }
}

impl Music {
    pub(super) fn change(&mut self, wanted: Option<&str>, fade: Duration) {
        if self.wanted.map(ResourceId::name) == wanted {
            return;
        }
        self.wanted = wanted.map(ResourceId::from);
        // Nothing takes no time at all: a jump of the volume clicks.
        let step = (STEP.as_secs_f32() / fade.as_secs_f32()).min(0.25);
        for track in &mut self.tracks {
            track.step = if Some(&track.id) == self.wanted.as_ref() { step } else { -step };
        }
        if let Some(id) = &self.wanted
            && !self.tracks.iter().any(|track| track.id == *id)
        {
            self.tracks.push(Track { id: *id, faded: 0.0, step, told: None });
        }
    }

    pub(super) const fn wanted(&self) -> Option<&ResourceId> {
        self.wanted.as_ref()
    }

    pub(super) fn is_sounding(&self, id: &ResourceId) -> bool {
        self.tracks.iter().any(|track| track.id == *id && track.told.is_some())
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, volume: f32, covered: Covered) {
        let passes = match covered {
            Covered::Continue => 1.0,
            Covered::Duck => DUCKED,
            Covered::Pause => 0.0,
        };
        self.passed += (passes - self.passed).clamp(-DUCK_STEP, DUCK_STEP);
        let passed = self.passed;
        self.tracks.retain_mut(|track| {
            let ready = shelf.ready(&track.id);
            // One that is not there yet waits; it does not begin in the middle of its fade.
            if ready.is_some() || track.step < 0.0 {
                track.faded = (track.faded + track.step).clamp(0.0, 1.0);
            }
            if track.step < 0.0 && track.faded == 0.0 {
                if let (Some((sound, _)), Some(_)) = (ready, track.told) {
                    shelf.audio.stop(sound);
                }
                return false;
            }
            let Some((sound, _)) = ready else { return true };
            let loud = track.loudness() * passed * volume * LOUDEST;
            match track.told {
                None => shelf.audio.play(sound, loud, true),
                Some(told) if told != loud => shelf.audio.set_volume(sound, loud),
                Some(_) => {}
            }
            track.told = Some(loud);
            true
        });
    }
}
