//! The mixer: effects, music that goes on over screens, and how loud all of it is.

mod effects;
mod music;
mod shelf;

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use self::effects::Effects;
use self::music::Music;
use self::shelf::Shelf;
use crate::flow::CoverAudio as Covered;
use crate::phase::Resources;
use crate::platform::Audio;

/// Plays the sounds of the current phase by their ids. Clones share one mixer: every screen that
/// sounds has one, and the [`Session`](super::Session) has one that it ticks.
///
/// * **Effects** are short and end by themselves. Those that are asked for in one frame are begun
///   together at its end, the loudest first. What is asked for several times in a frame begins
///   once, a little louder; at most [`MOST_OF_ONE`](Mixer::MOST_OF_ONE) of one sound play at once;
///   and all together never get louder than a device can do: those that find too little room are
///   quieter, or left out.
/// * **Music** is one piece at a time, in a loop. Asking for the one that plays changes nothing, so
///   that each screen can ask for its own; another one cross-fades. It outlives its phase: while the
///   next one loads it goes on.
/// * **Covers**: what the screens on top do to the lowest one's sound
///   ([`Cover`](crate::flow::Cover)) is done to the music. *Duck* makes it quieter; *pause* makes it
///   silent, while it goes on unheard, because a sound that plays cannot be paused on every device.
///   Effects ring out.
/// * **Volumes** ([`set_volumes`](Mixer::set_volumes)) count from the next tick on.
///
/// The mixer owns the device, not the phases, for three reasons: music has to outlive the phase that
/// it came with, the load of a phase must leave the same trace whether there is a device or not, and
/// it knows what still sounds. It takes a sound to the device after its phase has loaded it, one a
/// frame, and gives it back when the phase has gone and the sound has ended.
///
/// ```
/// use std::time::Duration;
///
/// use proscenium::flow::CoverAudio;
/// use proscenium::kit::Mixer;
/// use proscenium::phase::Resources;
/// use proscenium::platform::HeadlessAudio;
///
/// let mixer = Mixer::new(HeadlessAudio::default());
/// mixer.play_music("theme", Duration::from_secs(1));
/// mixer.play("door", 0.8);
/// // A session does this after each frame.
/// mixer.tick(&Resources::default(), CoverAudio::Continue);
/// ```
#[derive(Clone)]
pub struct Mixer(Rc<RefCell<Inner>>);

struct Inner {
    shelf: Shelf,
    effects: Effects,
    music: Music,
    effects_volume: f32,
    music_volume: f32,
    is_closed: bool,
}

impl Mixer {
    /// How many of one sound play at once.
    pub const MOST_OF_ONE: usize = 4;

    /// A mixer that plays on `audio`, at full volume.
    #[must_use]
    pub fn new(audio: impl Audio + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            shelf: Shelf::new(Box::new(audio)),
            effects: Effects::default(),
            music: Music::default(),
            effects_volume: 1.0,
            music_volume: 1.0,
            is_closed: false,
        })))
    }

    /// Sets how loud music and effects are, each from 0 (silent) to 1 (full), as a slider shows it.
    pub fn set_volumes(&self, music: f32, effects: f32) {
        // Ears hear loudness in factors: half of the slider is a quarter of the amplitude.
        let loudness = |part: f32| if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0).powi(2) };
        let mut inner = self.0.borrow_mut();
        inner.music_volume = loudness(music);
        inner.effects_volume = loudness(effects);
    }

    /// Asks for an effect, the sound resource `id`, at a volume from 0 to 1. One that the phase does
    /// not have, or that is not on the device yet, is left out.
    pub fn play(&self, id: &str, volume: f32) {
        self.0.borrow_mut().effects.ask(id, volume);
    }

    /// Asks for music, the sound resource `id`, in a loop. What played before fades out in `fade`
    /// while it fades in; if it plays already it goes on. One that the phase does not have yet begins
    /// when it has.
    pub fn play_music(&self, id: &str, fade: Duration) {
        self.0.borrow_mut().music.change(Some(id), fade);
    }

    /// Asks for no music: what plays fades out in `fade`.
    pub fn stop_music(&self, fade: Duration) {
        self.0.borrow_mut().music.change(None, fade);
    }

    /// The music that was asked for last.
    #[must_use]
    pub fn music(&self) -> Option<String> {
        self.0.borrow().music.wanted().map(ToString::to_string)
    }

    /// One frame of 1/60 s: takes note of what the phase has loaded and freed, begins what was asked
    /// for, fades what fades. `covered` is what the screens on top do to the music's screen.
    pub fn tick(&self, resources: &Resources, covered: Covered) {
        let inner = &mut *self.0.borrow_mut();
        if inner.is_closed {
            return;
        }
        let Inner { shelf, effects, music, .. } = inner;
        shelf.follow(resources, |id| effects.is_sounding(id) || music.is_sounding(id));
        effects.tick(shelf, inner.effects_volume);
        music.tick(shelf, inner.music_volume, covered);
    }

    /// Ends all sounds and gives the device back; nothing sounds after it. A session does this at its
    /// end, because a window's sounds have to end before it.
    pub fn close(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.is_closed = true;
        inner.shelf.clear();
    }
}
