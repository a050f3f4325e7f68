//! Looped effects, each with a handle.

use std::cell::Cell;
use std::rc::Rc;

use proscenium_core::flow::CoverAudio as Covered;
use proscenium_core::phase::ResourceId;
use proscenium_core::platform::{PlayId, Playback, SoundId};

use super::effects::{in_range, volume_in_range};
use super::shelf::Shelf;

/// The amplitude of a loop at full volume, so that effects have room beside it.
const FULL: f32 = 0.2;

/// The handle of a looped effect of a [`Mixer`](super::Mixer). The effect ends with it.
#[derive(Debug)]
#[must_use = "a looped effect ends when its handle is dropped"]
pub struct LoopedEffect(Rc<Cell<f32>>);

impl LoopedEffect {
    /// Sets the volume, from 0 to 1, from the end of this tick on. Other values are clamped; NaN is 0. A silent loop
    /// goes on unheard.
    pub fn set_volume(&self, volume: f32) {
        self.0.set(volume_in_range(volume));
    }

    /// Ends the effect at the end of this tick, as dropping the handle does.
    pub fn stop(self) {}
}

#[derive(Default)]
pub(super) struct Loops(Vec<Loop>);

struct Loop {
    id: ResourceId,
    /// The volume of the handle, which has the other reference.
    wanted: Rc<Cell<f32>>,
    playback: Playback,
    /// `None` until its sound is ready.
    playing: Option<(SoundId, PlayId)>,
    volume: f32,
    is_new: bool,
    is_paused: bool,
}

impl Loops {
    pub(super) fn request(&mut self, id: &str, playback: Playback) -> LoopedEffect {
        let playback = in_range(playback);
        let wanted = Rc::new(Cell::new(playback.volume));
        self.0.push(Loop {
            id: id.into(),
            wanted: Rc::clone(&wanted),
            playback,
            playing: None,
            volume: 0.0,
            is_new: true,
            is_paused: false,
        });
        LoopedEffect(wanted)
    }

    pub(super) fn is_sounding(&self, sound: SoundId) -> bool {
        self.0.iter().any(|own| own.playing.is_some_and(|(of, _)| of == sound))
    }

    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered) {
        let covers = covered == Covered::Pause;
        self.0.retain_mut(|own| {
            if Rc::strong_count(&own.wanted) == 1 {
                own.playing.into_iter().for_each(|(_, play)| shelf.audio.stop(play));
                return false;
            }
            // A cover pauses the loops that began before it.
            let is_paused = covers && (own.is_paused || !own.is_new);
            own.is_new = covers && own.is_new;
            own.tick(shelf, is_paused);
            true
        });
    }
}

impl Loop {
    fn tick(&mut self, shelf: &mut Shelf, is_paused: bool) {
        let volume = self.wanted.get() * FULL;
        let was_paused = std::mem::replace(&mut self.is_paused, is_paused);
        if let Some((_, play)) = self.playing {
            if std::mem::replace(&mut self.volume, volume) != volume {
                shelf.audio.set_volume(play, volume);
            }
            if was_paused != is_paused {
                shelf.audio.set_paused(play, is_paused);
            }
        } else if !is_paused && let Some((sound, _)) = shelf.ready(&self.id) {
            let playback = Playback { volume, ..self.playback };
            self.playing = Some((sound, shelf.audio.play(sound, playback, true)));
            self.volume = volume;
        }
    }
}
