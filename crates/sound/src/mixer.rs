//! Effects, music and their volumes.

mod effects;
mod loops;
mod music;
mod shelf;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::rc::Rc;
use std::time::Duration;

use proscenium_core::flow::{CoverAudio as Covered, Plugin, ScreenManager};
use proscenium_core::phase::Resources;
use proscenium_core::platform::{Audio, Bus, Playback, TraceRecord};

use self::effects::Effects;
pub use self::loops::LoopedEffect;
use self::loops::Loops;
use self::music::Music;
use self::shelf::Shelf;

/// Plays the sounds of the current phase by their ids. Clones share one mixer: each screen with sounds
/// has one, and one is a [plugin](Plugin) of the manager, which ticks it: a `game::Game` adds it by itself, and a
/// program's own loop with `manager.add_plugin(mixer.clone())`.
///
/// * **Effects** are short and end by themselves. Effects that are requested in one tick begin together at its end; an
///   effect that is requested several times in a tick begins once, as the loudest request. At most four of one sound
///   and 24 in all play at once: another one ends the oldest. The device keeps the sum of all sounds below its maximum.
///   An effect whose sound is not on the device yet begins when it is, if that is within two seconds and its phase is
///   still there.
/// * **Looped effects** play until they are stopped. Each is half as loud as an effect.
/// * **Music** is one piece at a time, in a loop. A request for the piece that plays changes nothing, so
///   each screen can request its own; another piece cross-fades. It outlives its phase and goes on
///   while the next one loads. A piece is a file: the same id in the next phase goes on if it has the same bytes, and
///   cross-fades to the new file when it is requested there.
/// * **Covers**: the [`Cover`](proscenium_core::flow::Cover)s of the screens above the lowest one. *Duck* lowers the
///   music. *Pause* fades it out and pauses it, and pauses the effects and the loops that the covered screens have
///   started; they go on when it ends. Later ones are not changed.
/// * **Buses**: each sound passes through the music, effects or voice [`Bus`], and through the master.
///   Their volumes apply at once, to sounds that play too.
///
/// The mixer, not the phase, owns the device: it loads a sound onto the device in the tick in which the phase has loaded
/// it (up to 1 MiB in a tick, or one sound), and unloads it when the phase has gone and the sound has ended.
///
/// ```
/// use std::time::Duration;
///
/// use proscenium_core::flow::CoverAudio;
/// use proscenium_sound::Mixer;
/// use proscenium_core::phase::Resources;
/// use proscenium_core::platform::{HeadlessAudio, Playback};
///
/// let mixer = Mixer::new(HeadlessAudio::default());
/// mixer.play_music("theme", Duration::from_secs(1));
/// mixer.play("door", 0.8);
/// mixer.play_with("shot", Playback { volume: 0.5, pan: -0.3, ..Playback::default() });
/// // A manager does this after each tick, where the mixer is a plugin.
/// mixer.tick(&Resources::default(), CoverAudio::Continue);
/// ```
#[derive(Clone)]
pub struct Mixer(Rc<RefCell<Inner>>);

struct Inner {
    shelf: Shelf,
    effects: Effects,
    loops: Loops,
    music: Music,
    /// Of each bus; 1 if it is not in here.
    volumes: BTreeMap<Bus, f32>,
    is_muted: bool,
    is_hidden: bool,
    is_closed: bool,
}

impl Mixer {
    /// Makes a mixer that plays on `audio`, at full volume.
    pub fn new(audio: impl Audio + 'static) -> Self {
        Self::with(Box::new(audio))
    }

    fn with(audio: Box<dyn Audio>) -> Self {
        Self(Rc::new(RefCell::new(Inner {
            shelf: Shelf::new(audio),
            effects: Effects::default(),
            loops: Loops::default(),
            music: Music::default(),
            volumes: BTreeMap::new(),
            is_muted: false,
            is_hidden: false,
            is_closed: false,
        })))
    }

    /// Makes a mixer that plays on the device of the player: in a page through the browser; on the desktop a build without
    /// the devices (feature `sound` of `proscenium`) is silent, and the log says so when there is a sound to be played.
    pub fn for_window() -> Self {
        #[cfg(target_arch = "wasm32")]
        return Self::with(proscenium_core::platform::Page::audio());
        #[cfg(all(feature = "device", not(target_arch = "wasm32")))]
        return Self::new(crate::DesktopAudio::default());
        #[cfg(not(any(feature = "device", target_arch = "wasm32")))]
        {
            let mixer = Self::new(proscenium_core::platform::HeadlessAudio::default());
            mixer.0.borrow_mut().shelf.warning = Some(
                "the sounds of this game are silent, because it was built without the feature `sound` of proscenium: add \
                 `sound` to the features of proscenium in Cargo.toml",
            );
            mixer
        }
    }

    /// Sets the volume of a bus, from 0 (silent) to 1 (full, the default), as a slider shows it: half of the slider is a
    /// quarter of the amplitude, because loudness is logarithmic. A volume out of the range is clamped; NaN is 0.
    pub fn set_volume(&self, bus: Bus, volume: f32) {
        let volume = if volume.is_nan() { 0.0 } else { volume.clamp(0.0, 1.0) };
        self.0.borrow_mut().change(bus, |inner| {
            inner.volumes.insert(bus, volume);
        });
    }

    /// Mutes all sounds, or undoes that. Sounds go on unheard.
    pub fn set_muted(&self, muted: bool) {
        self.0.borrow_mut().change(Bus::Master, |inner| inner.is_muted = muted);
    }

    /// Mutes all sounds while the window is hidden, whether they are [muted](Self::set_muted) or not. A game's own loop
    /// calls it; a `game::Game` does so by itself.
    pub fn set_hidden(&self, hidden: bool) {
        self.0.borrow_mut().change(Bus::Master, |inner| inner.is_hidden = hidden);
    }

    /// Requests an effect, the sound resource `id`, at a volume from 0 to 1. If the phase does not have it, it is
    /// dropped.
    pub fn play(&self, id: &str, volume: f32) {
        self.play_with(id, Playback { volume, ..Playback::default() });
    }

    /// Requests an effect with its bus, position and pitch. Values out of their ranges are clamped.
    pub fn play_with(&self, id: &str, playback: Playback) {
        self.0.borrow_mut().effects.request(id, playback);
    }

    /// Begins a looped effect, the sound resource `id`, at the end of this tick or when the phase has it. It plays until
    /// its handle is stopped or dropped, even in the next phase. Values out of their ranges are clamped.
    ///
    /// ```
    /// # use proscenium_sound::Mixer;
    /// # use proscenium_core::platform::{HeadlessAudio, Playback};
    /// # let mixer = Mixer::new(HeadlessAudio::default());
    /// let engine = mixer.play_looped("engine", Playback { volume: 0.3, ..Playback::default() });
    /// engine.set_volume(0.8);
    /// engine.stop();
    /// ```
    pub fn play_looped(&self, id: &str, playback: Playback) -> LoopedEffect {
        self.0.borrow_mut().loops.request(id, playback)
    }

    /// Requests music, the sound resource `id`, in a loop. It fades in during `fade` while the previous
    /// music fades out; if it plays already it goes on. If the phase does not have it yet, it begins
    /// later.
    pub fn play_music(&self, id: &str, fade: Duration) {
        self.0.borrow_mut().music.change(Some(id), fade);
    }

    /// Sets how loud music is for the game, an amplitude from 0 to 1 (the default), as for a quiet scene; the volume of its
    /// bus is the player's. It changes within a third of a second, and stays for the music that comes. A volume out of the
    /// range is clamped; NaN is 0.
    pub fn set_music_volume(&self, volume: f32) {
        self.0.borrow_mut().music.volume = if volume.is_nan() { 0.0 } else { volume.clamp(0.0, 1.0) };
    }

    /// Fades the music out during `fade`.
    pub fn stop_music(&self, fade: Duration) {
        self.0.borrow_mut().music.change(None, fade);
    }

    /// Runs one tick: loads and unloads sounds of the phase, begins requested sounds, and moves fades.
    /// `covered` is the effect of the covers on the lowest screen's sound.
    pub fn tick(&self, resources: &Resources, covered: Covered) {
        let inner = &mut *self.0.borrow_mut();
        if inner.is_closed {
            return;
        }
        let Inner { shelf, effects, loops, music, .. } = inner;
        let is_sounding =
            |sound| effects.is_sounding(sound) || loops.is_sounding(sound) || music.is_sounding(sound);
        shelf.follow(resources, is_sounding);
        loops.tick(shelf, covered);
        effects.tick(shelf, covered);
        music.tick(shelf, covered);
    }

    /// Ends all sounds for good, because sounds end before their window. [`ScreenManager::finish`] does this, where the
    /// mixer is a plugin.
    pub fn close(&self) {
        let inner = &mut *self.0.borrow_mut();
        inner.is_closed = true;
        inner.shelf.clear();
    }
}

impl Plugin for Mixer {
    fn after_tick(&mut self, manager: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.tick(manager.assets().resources(), manager.stack().audio());
        Ok(())
    }

    fn end(&mut self, _: &mut ScreenManager, _: &[TraceRecord]) -> Result<(), Box<dyn Error>> {
        self.close();
        Ok(())
    }
}

impl Inner {
    /// Makes a change that may change the amplitude of a bus.
    fn change(&mut self, bus: Bus, change: impl FnOnce(&mut Self)) {
        let old = self.amplitude(bus);
        change(self);
        let new = self.amplitude(bus);
        if old != new {
            self.shelf.audio.set_bus_volume(bus, new);
        }
    }

    fn amplitude(&self, bus: Bus) -> f32 {
        let is_silent = (self.is_muted || self.is_hidden) && bus == Bus::Master;
        if is_silent { 0.0 } else { self.volumes.get(&bus).map_or(1.0, |volume| volume.powi(2)) }
    }
}
