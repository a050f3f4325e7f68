//! Effects, music and their volumes.

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

/// Plays the sounds of the current phase by their ids. Clones share one mixer: each screen with sounds
/// has one, and the [`Session`](super::Session) has one that it ticks.
///
/// * **Effects** are short and end by themselves. Those that are requested in one tick begin together
///   at its end, the loudest first. An effect that is requested several times in a tick begins once, a
///   little louder; at most four of one sound play at once; and all together never exceed the maximum of
///   a device: effects without enough room are quieter, or dropped.
/// * **Music** is one piece at a time, in a loop. A request for the piece that plays changes nothing, so
///   each screen can request its own; another piece cross-fades. It outlives its phase and goes on
///   while the next one loads.
/// * **Covers**: the [`Cover`](crate::flow::Cover)s of the screens above the lowest one apply to the
///   music. *Duck* lowers its volume; *pause* mutes it, and it goes on, because not every device can
///   pause a sound. Effects are not changed.
/// * **Volumes** ([`set_volumes`](Mixer::set_volumes)) apply from the next tick on.
///
/// The mixer, not the phase, owns the device: it loads a sound onto the device after the phase has loaded
/// it, one in a tick, and unloads it when the phase has gone and the sound has ended.
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
/// // A session does this after each tick.
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
    is_muted: bool,
    is_closed: bool,
}

impl Mixer {
    /// Makes a mixer that plays on `audio`, at full volume.
    pub fn new(audio: impl Audio + 'static) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            shelf: Shelf::new(Box::new(audio)),
            effects: Effects::default(),
            music: Music::default(),
            effects_volume: 1.0,
            music_volume: 1.0,
            is_muted: false,
            is_closed: false,
        })))
    }

    /// Sets the volumes of music and effects, each from 0 (silent) to 1 (full), as a slider shows it.
    pub fn set_volumes(&self, music: f32, effects: f32) {
        // Loudness is logarithmic: half of the slider is a quarter of the amplitude.
        let loudness = |part: f32| if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0).powi(2) };
        let mut inner = self.0.borrow_mut();
        inner.music_volume = loudness(music);
        inner.effects_volume = loudness(effects);
    }

    /// Mutes all sounds, or undoes that. Sounds go on unheard.
    pub fn set_muted(&self, muted: bool) {
        self.0.borrow_mut().is_muted = muted;
    }

    /// Requests an effect, the sound resource `id`, at a volume from 0 to 1. If the phase does not have
    /// it, or it is not on the device yet, it is dropped.
    pub fn play(&self, id: &str, volume: f32) {
        self.0.borrow_mut().effects.request(id, volume);
    }

    /// Requests music, the sound resource `id`, in a loop. It fades in during `fade` while the previous
    /// music fades out; if it plays already it goes on. If the phase does not have it yet, it begins
    /// later.
    pub fn play_music(&self, id: &str, fade: Duration) {
        self.0.borrow_mut().music.change(Some(id), fade);
    }

    /// Fades the music out during `fade`.
    pub fn stop_music(&self, fade: Duration) {
        self.0.borrow_mut().music.change(None, fade);
    }

    /// Returns the music that was requested last.
    pub fn music(&self) -> Option<String> {
        self.0.borrow().music.wanted().map(ToString::to_string)
    }

    /// Runs one tick: loads and unloads sounds of the phase, begins requested sounds, and moves fades.
    /// `covered` is the effect of the covers on the lowest screen's sound.
    pub fn tick(&self, resources: &Resources, covered: Covered) {
        let inner = &mut *self.0.borrow_mut();
        if inner.is_closed {
            return;
        }
        let Inner { shelf, effects, music, .. } = inner;
        shelf.follow(resources, |id| effects.is_sounding(id) || music.is_sounding(id));
        let heard = if inner.is_muted { 0.0 } else { 1.0 };
        effects.tick(shelf, heard * inner.effects_volume);
        music.tick(shelf, heard * inner.music_volume, covered);
    }

    /// Ends all sounds for good. A session does this at its end, because sounds end before their
    /// window.
    pub fn close(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.is_closed = true;
        inner.shelf.clear();
    }
}
