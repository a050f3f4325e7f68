//! Looped effects, each with a handle.

use std::cell::Cell;
use std::rc::Rc;

use proscenium_core::flow::CoverAudio as Covered;
use proscenium_core::phase::ResourceId;
use proscenium_core::platform::{PlayId, Playback, SoundId};

use super::effects::{AUDIBLE, in_range, louder_side, volume_in_range};
use super::shelf::Shelf;

/// The maximum volume of one loop, and of all together, so that effects have room beside them.
const LOUDEST: f32 = 0.2;
const ROOM: f32 = 0.4;

/// The handle of a looped effect of a [`Mixer`](super::Mixer). The effect ends with it.
#[derive(Debug)]
#[must_use = "a looped effect ends when its handle is dropped"]
pub struct LoopedEffect(Rc<Cell<f32>>);

impl LoopedEffect {
    /// Sets the volume, from 0 to 1, from the end of this tick on. Others are clamped; NaN is 0. A silent loop goes on
    /// unheard.
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
    /// `None` until its sound is ready and there is room.
    playing: Option<(SoundId, PlayId)>,
    /// The volume on its louder side.
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

    /// Runs a tick in the room that effects leave. Returns the volume of all loops together, on each side.
    pub(super) fn tick(&mut self, shelf: &mut Shelf, covered: Covered, room: f32) -> f32 {
        let covers = covered == Covered::Pause;
        let room = room.clamp(0.0, ROOM);
        let mut left = room;
        self.0.retain_mut(|own| {
            if Rc::strong_count(&own.wanted) == 1 {
                own.playing.into_iter().for_each(|(_, play)| shelf.audio.stop(play));
                return false;
            }
            // A cover pauses those that were there before it.
            let is_paused = covers && (own.is_paused || !own.is_new);
            own.is_new = covers && own.is_new;
            own.tick(shelf, is_paused, left);
            if !own.is_paused {
                left -= own.volume;
            }
            true
        });
        room - left
    }
}

impl Loop {
    fn tick(&mut self, shelf: &mut Shelf, is_paused: bool, room: f32) {
        let side = louder_side(self.playback.pan);
        let volume = (self.wanted.get() * LOUDEST * side).min(room);
        let was_paused = std::mem::replace(&mut self.is_paused, is_paused);
        if let Some((_, play)) = self.playing {
            if std::mem::replace(&mut self.volume, volume) != volume {
                shelf.audio.set_volume(play, volume / side);
            }
            if was_paused != is_paused {
                shelf.audio.set_paused(play, is_paused);
            }
        } else if !is_paused
            && volume >= AUDIBLE
            && let Some((sound, _)) = shelf.ready(&self.id)
        {
            let playback = Playback { volume: volume / side, ..self.playback };
            self.playing = Some((sound, shelf.audio.play(sound, playback, true)));
            self.volume = volume;
        }
    }
}
