//! Sounds without an audio library: the bytes of a file go in, an id comes out.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The id of a sound of an [`Audio`]. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SoundId(pub u64);

/// The state of a sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundState {
    /// It is being decoded.
    Loading,
    /// It can be played.
    Ready,
    /// It cannot be played, or the id is unknown. The log says why.
    Failed,
}

/// Plays sounds. Used on the main thread only.
///
/// It has only what every device can do: the volume of a sound can be changed and a sound can be
/// stopped, but not paused, and only all its voices together. Music and effects are made of it by
/// [`kit::Mixer`](crate::kit::Mixer).
///
/// No call fails, so that a program runs without a device too.
pub trait Audio {
    /// Starts to decode a sound from the bytes of an OGG or WAV file, maybe over several frames. `name`
    /// is for the log.
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId;

    /// The state of a sound. The call advances its decoding, so it is made once a frame.
    fn state(&mut self, sound: SoundId) -> SoundState;

    /// Stops a sound and frees its memory. An unknown id does nothing, here and below.
    fn unload(&mut self, sound: SoundId);

    /// Starts another voice of a sound that is ready. `volume` is 0 (silent) to 1 (as in its file).
    fn play(&mut self, sound: SoundId, volume: f32, looped: bool);

    /// Sets the volume of all voices of a sound.
    fn set_volume(&mut self, sound: SoundId, volume: f32);

    /// Stops all voices of a sound.
    fn stop(&mut self, sound: SoundId);
}

/// A recorded call of a [`HeadlessAudio`].
#[derive(Clone, Debug, PartialEq)]
pub enum AudioCall {
    /// A sound was loaded.
    Load(String),
    /// A sound was unloaded.
    Unload(String),
    /// A sound was played.
    Play {
        /// Its name.
        name: String,
        /// Its volume.
        volume: f32,
        /// Whether it repeats.
        looped: bool,
    },
    /// The volume of a sound was set.
    SetVolume(String, f32),
    /// A sound was stopped.
    Stop(String),
}

impl std::fmt::Display for AudioCall {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Load(name) => write!(f, "load {name}"),
            Self::Unload(name) => write!(f, "unload {name}"),
            Self::Play { name, volume, looped: false } => write!(f, "play {name} {volume:.2}"),
            Self::Play { name, volume, looped: true } => write!(f, "loop {name} {volume:.2}"),
            Self::SetVolume(name, volume) => write!(f, "volume {name} {volume:.2}"),
            Self::Stop(name) => write!(f, "stop {name}"),
        }
    }
}

/// An audio without a device. The default does nothing; [`recording`](HeadlessAudio::recording)
/// records the calls for tests. Clones share the record.
#[derive(Clone, Debug, Default)]
pub struct HeadlessAudio(Rc<RefCell<Recorder>>);

#[derive(Debug, Default)]
struct Recorder {
    is_recording: bool,
    /// The number of calls of `state` before a sound is ready.
    delay: u32,
    last: u64,
    sounds: Vec<(SoundId, String, u32)>,
    calls: Vec<AudioCall>,
}

impl HeadlessAudio {
    /// One that records its calls.
    pub fn recording() -> Self {
        let recorder = Recorder { is_recording: true, ..Recorder::default() };
        Self(Rc::new(RefCell::new(recorder)))
    }

    /// Makes each sound ready only after this many calls of `state`, as a browser does.
    #[must_use]
    pub fn with_delay(self, times: u32) -> Self {
        self.0.borrow_mut().delay = times;
        self
    }

    /// Takes the recorded calls.
    pub fn take_calls(&self) -> Vec<AudioCall> {
        std::mem::take(&mut self.0.borrow_mut().calls)
    }

    /// The number of loaded sounds.
    pub fn sound_count(&self) -> usize {
        self.0.borrow().sounds.len()
    }
}

impl Recorder {
    fn note(&mut self, sound: SoundId, call: impl FnOnce(String) -> AudioCall) {
        if self.is_recording
            && let Some((_, name, _)) = self.sounds.iter().find(|(id, ..)| *id == sound)
        {
            let call = call(name.clone());
            self.calls.push(call);
        }
    }
}

impl Audio for HeadlessAudio {
    fn load(&mut self, name: &str, _bytes: &Arc<[u8]>) -> SoundId {
        let mut recorder = self.0.borrow_mut();
        recorder.last += 1;
        let id = SoundId(recorder.last);
        let delay = recorder.delay;
        recorder.sounds.push((id, name.to_owned(), delay));
        recorder.note(id, AudioCall::Load);
        id
    }

    fn state(&mut self, sound: SoundId) -> SoundState {
        match self.0.borrow_mut().sounds.iter_mut().find(|(id, ..)| *id == sound) {
            None => SoundState::Failed,
            Some((.., 0)) => SoundState::Ready,
            Some((.., delay)) => {
                *delay -= 1;
                SoundState::Loading
            }
        }
    }

    fn unload(&mut self, sound: SoundId) {
        let mut recorder = self.0.borrow_mut();
        recorder.note(sound, AudioCall::Unload);
        recorder.sounds.retain(|(id, ..)| *id != sound);
    }

    fn play(&mut self, sound: SoundId, volume: f32, looped: bool) {
        self.0.borrow_mut().note(sound, |name| AudioCall::Play { name, volume, looped });
    }

    fn set_volume(&mut self, sound: SoundId, volume: f32) {
        self.0.borrow_mut().note(sound, |name| AudioCall::SetVolume(name, volume));
    }

    fn stop(&mut self, sound: SoundId) {
        self.0.borrow_mut().note(sound, AudioCall::Stop);
    }
}
