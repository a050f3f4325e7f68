//! Sounds without an audio library: the bytes of a file go in, an id comes out.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// Names a sound that an [`Audio`] holds. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SoundId(pub u64);

/// How far a sound has come on its way to the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoundState {
    /// It is being decoded.
    Loading,
    /// It can be played.
    Ready,
    /// It cannot be played, or is not there (any more). The log has said why.
    Failed,
}

/// Plays sounds. Used on the main thread only.
///
/// It knows no more than every device can do: a sound that plays can be made louder, made quieter
/// and stopped, but not paused, and that goes for all that play of one sound together. What makes
/// music and effects of it is [`kit::Mixer`](crate::kit::Mixer).
///
/// Nothing here fails: a program is to run as well where there is no device.
pub trait Audio {
    /// Takes a sound over, the bytes of an OGG or WAV file. It is decoded from now on, maybe over
    /// several frames; `name` is what the log calls it.
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId;

    /// How far a sound has come. Asking is what moves it on, so it is asked once a frame.
    fn state(&mut self, sound: SoundId) -> SoundState;

    /// Stops a sound and gives its memory back. An unknown id does nothing, here and below.
    fn unload(&mut self, sound: SoundId);

    /// Lets a sound that is ready begin, beside those of its kind that play already. `volume` is 0
    /// (silent) to 1 (as it is in its file).
    fn play(&mut self, sound: SoundId, volume: f32, looped: bool);

    /// Gives all that play of a sound another volume.
    fn set_volume(&mut self, sound: SoundId, volume: f32);

    /// Ends all that play of a sound.
    fn stop(&mut self, sound: SoundId);
}

/// Something that was asked of a [`HeadlessAudio`].
#[derive(Clone, Debug, PartialEq)]
pub enum AudioCall {
    /// A sound was loaded.
    Load(String),
    /// A sound was given back.
    Unload(String),
    /// A sound has begun.
    Play {
        /// Its name.
        name: String,
        /// Its volume.
        volume: f32,
        /// Whether it begins anew at its end.
        looped: bool,
    },
    /// A sound that plays has another volume.
    SetVolume(String, f32),
    /// A sound has ended.
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

/// An audio without a device. As it is made by default it does nothing;
/// [`recording`](HeadlessAudio::recording) notes what would sound, for tests. Clones share the
/// recording, so that a test keeps one and hands the other over.
#[derive(Clone, Debug, Default)]
pub struct HeadlessAudio(Rc<RefCell<Recorder>>);

#[derive(Debug, Default)]
struct Recorder {
    is_recording: bool,
    /// How often a sound is asked for before it is ready.
    delay: u32,
    last: u64,
    sounds: Vec<(SoundId, String, u32)>,
    calls: Vec<AudioCall>,
}

impl HeadlessAudio {
    /// One that notes what is asked of it.
    pub fn recording() -> Self {
        let recorder = Recorder { is_recording: true, ..Recorder::default() };
        Self(Rc::new(RefCell::new(recorder)))
    }

    /// Lets each sound be ready only after it was asked for so often, as a browser does.
    #[must_use]
    pub fn with_delay(self, times: u32) -> Self {
        self.0.borrow_mut().delay = times;
        self
    }

    /// Takes what was noted so far.
    pub fn take_calls(&self) -> Vec<AudioCall> {
        std::mem::take(&mut self.0.borrow_mut().calls)
    }

    /// How many sounds it holds.
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
