//! Sounds without an audio library: the bytes of a file go in, an id comes out.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The id of a sound of an [`Audio`]. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SoundId(pub u64);

/// The id of a sound that plays: one call of [`Audio::play`]. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlayId(pub u64);

/// A bus: sounds whose volume is set together. All others pass through the master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bus {
    /// All sounds.
    Master,
    /// Music and jingles.
    Music,
    /// Effects.
    #[default]
    Effects,
    /// Speech, and cries of units.
    Voice,
}

impl Bus {
    /// All of them, the master first.
    pub const ALL: [Self; 4] = [Self::Master, Self::Music, Self::Effects, Self::Voice];
}

/// How a sound is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playback {
    /// The bus that it passes through.
    pub bus: Bus,
    /// From 0 (silent) to 1 (as in its file).
    pub volume: f32,
    /// The stereo position, from -1 (left) to 1 (right), of a sound with one channel. The amplitudes are
    /// `sqrt(1 - pan)` on the left and `sqrt(1 + pan)` on the right, which sounds equally loud at each position.
    pub pan: f32,
    /// The speed, which changes duration and pitch: 2 is an octave higher. From 0.25 to 4.
    pub pitch: f32,
}

impl Default for Playback {
    /// An effect as in its file: full volume, in the middle.
    fn default() -> Self {
        Self { bus: Bus::Effects, volume: 1.0, pan: 0.0, pitch: 1.0 }
    }
}

/// Plays sounds. Used on the main thread only. `sound::Mixer` plays music and effects with it, and calls it with values
/// within their ranges.
///
/// No call fails, so that a program runs without a device too. [`Ogg`](super::Ogg) and [`Wav`](super::Wav) read the heads
/// of the files that it gets, and the samples of a WAV file.
///
/// ```
/// use std::sync::Arc;
///
/// use proscenium_core::platform::{Audio, Bus, PlayId, Playback, SoundId};
///
/// /// Notes what is heard, for a player who reads it.
/// #[derive(Default)]
/// struct Captions {
///     sounds: Vec<String>,
///     lines: Vec<String>,
/// }
///
/// impl Audio for Captions {
///     fn load(&mut self, name: &str, _: &Arc<[u8]>) -> SoundId {
///         self.sounds.push(name.to_owned());
///         SoundId(self.sounds.len() as u64)
///     }
///     fn play(&mut self, SoundId(sound): SoundId, playback: Playback, _: bool) -> PlayId {
///         let side = if playback.pan < 0.0 { "left" } else { "right" };
///         self.lines.push(format!("{} on the {side}", self.sounds[sound as usize - 1]));
///         PlayId(self.lines.len() as u64)
///     }
///     fn is_ready(&mut self, _: SoundId) -> bool { true }
///     fn unload(&mut self, _: SoundId) {}
///     fn set_volume(&mut self, _: PlayId, _: f32) {}
///     fn set_paused(&mut self, _: PlayId, _: bool) {}
///     fn stop(&mut self, _: PlayId) {}
///     fn set_bus_volume(&mut self, _: Bus, _: f32) {}
/// }
///
/// let mut audio = Captions::default();
/// let door = audio.load("a door", &Arc::from([]));
/// audio.play(door, Playback { pan: -1.0, ..Playback::default() }, false);
/// assert_eq!(audio.lines, ["a door on the left"]);
/// ```
pub trait Audio {
    /// Starts to decode a sound from the bytes of an OGG or WAV file, maybe over several frames. `name`
    /// is for the log.
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId;

    /// Whether a sound can be played. The call advances its decoding, so it is made once a frame. The log
    /// says why a sound never becomes ready.
    fn is_ready(&mut self, sound: SoundId) -> bool;

    /// Stops a sound and frees its memory. An unknown id does nothing, nor does the id of a sound that has ended, here
    /// and below.
    fn unload(&mut self, sound: SoundId);

    /// Starts to play a sound that is ready; it may be playing already.
    fn play(&mut self, sound: SoundId, playback: Playback, looped: bool) -> PlayId;

    /// Sets the volume of a sound that plays.
    fn set_volume(&mut self, play: PlayId, volume: f32);

    /// Pauses a sound that plays, or lets it go on from where it was.
    fn set_paused(&mut self, play: PlayId, paused: bool);

    /// Stops a sound that plays.
    fn stop(&mut self, play: PlayId);

    /// Sets the volume of a bus, 1 at first; the master's volume applies on top of the others.
    fn set_bus_volume(&mut self, bus: Bus, volume: f32);
}

/// An audio without a device. The default does nothing; [`recording`](HeadlessAudio::recording)
/// records the calls for tests. Clones share the record.
#[derive(Clone, Debug, Default)]
pub struct HeadlessAudio(Rc<RefCell<Recorder>>);

#[derive(Debug, Default)]
struct Recorder {
    is_recording: bool,
    /// The number of calls of `is_ready` before a sound is ready.
    delay: u32,
    last: u64,
    /// The calls of `is_ready` that each sound still needs.
    sounds: HashMap<SoundId, u32>,
    /// For the record, the names of sounds and of plays: no two of them have the same id.
    names: HashMap<u64, String>,
    calls: Vec<String>,
}

impl HeadlessAudio {
    /// One that records its calls.
    pub fn recording() -> Self {
        let recorder = Recorder { is_recording: true, ..Recorder::default() };
        Self(Rc::new(RefCell::new(recorder)))
    }

    /// Makes each sound ready only after this many calls of `is_ready`, as a browser does.
    #[must_use]
    pub fn with_delay(self, times: u32) -> Self {
        self.0.borrow_mut().delay = times;
        self
    }

    /// Takes the recorded calls, each as a text with the name of the sound: `load NAME`, `unload NAME`,
    /// `play NAME VOLUME`, `loop NAME VOLUME`, `volume NAME VOLUME`, `pause NAME`, `resume NAME`, `stop NAME`,
    /// `bus NAME VOLUME`. After the volume of `play` come, where they are not the default, `on BUS`, `pan PAN` and
    /// `pitch PITCH`.
    pub fn take_calls(&self) -> Vec<String> {
        std::mem::take(&mut self.0.borrow_mut().calls)
    }

    /// The number of loaded sounds.
    pub fn sound_count(&self) -> usize {
        self.0.borrow().sounds.len()
    }

    /// Records a call for a sound, or for one that plays.
    fn note(&self, id: u64, call: &str, rest: &str) {
        let recorder = &mut *self.0.borrow_mut();
        if let Some(name) = recorder.names.get(&id) {
            recorder.calls.push(format!("{call} {name}{rest}"));
        }
    }
}

impl Audio for HeadlessAudio {
    fn load(&mut self, name: &str, _bytes: &Arc<[u8]>) -> SoundId {
        let recorder = &mut *self.0.borrow_mut();
        recorder.last += 1;
        let id = SoundId(recorder.last);
        recorder.sounds.insert(id, recorder.delay);
        if recorder.is_recording {
            recorder.names.insert(id.0, name.to_owned());
            recorder.calls.push(format!("load {name}"));
        }
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let mut recorder = self.0.borrow_mut();
        let Some(delay) = recorder.sounds.get_mut(&sound) else { return false };
        let is_ready = *delay == 0;
        *delay = delay.saturating_sub(1);
        is_ready
    }

    fn unload(&mut self, sound: SoundId) {
        self.note(sound.0, "unload", "");
        let recorder = &mut *self.0.borrow_mut();
        recorder.sounds.remove(&sound);
        recorder.names.remove(&sound.0);
    }

    fn play(&mut self, sound: SoundId, playback: Playback, looped: bool) -> PlayId {
        let recorder = &mut *self.0.borrow_mut();
        recorder.last += 1;
        let id = PlayId(recorder.last);
        if let Some(name) = recorder.names.get(&sound.0).cloned() {
            let Playback { bus, volume, pan, pitch } = playback;
            let mut call = format!("{} {name} {volume:.2}", if looped { "loop" } else { "play" });
            if bus != (if looped { Bus::Music } else { Bus::Effects }) {
                call += &format!(" on {bus:?}").to_ascii_lowercase();
            }
            for (what, value, default) in [("pan", pan, 0.0), ("pitch", pitch, 1.0)] {
                if value != default {
                    call += &format!(" {what} {value:.2}");
                }
            }
            recorder.calls.push(call);
            recorder.names.insert(id.0, name);
        }
        id
    }

    fn set_volume(&mut self, play: PlayId, volume: f32) {
        self.note(play.0, "volume", &format!(" {volume:.2}"));
    }

    fn set_paused(&mut self, play: PlayId, paused: bool) {
        self.note(play.0, if paused { "pause" } else { "resume" }, "");
    }

    fn stop(&mut self, play: PlayId) {
        self.note(play.0, "stop", "");
        self.0.borrow_mut().names.remove(&play.0);
    }

    fn set_bus_volume(&mut self, bus: Bus, volume: f32) {
        let recorder = &mut *self.0.borrow_mut();
        if recorder.is_recording {
            recorder.calls.push(format!("bus {bus:?} {volume:.2}").to_ascii_lowercase());
        }
    }
}
