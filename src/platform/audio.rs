//! Sounds without an audio library: the bytes of a file go in, an id comes out.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The id of a sound of an [`Audio`]. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SoundId(pub u64);

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

    /// Whether a sound can be played. The call advances its decoding, so it is made once a frame. The log
    /// says why a sound never becomes ready.
    fn is_ready(&mut self, sound: SoundId) -> bool;

    /// Stops a sound and frees its memory. An unknown id does nothing, here and below.
    fn unload(&mut self, sound: SoundId);

    /// Starts another voice of a sound that is ready. `volume` is 0 (silent) to 1 (as in its file).
    fn play(&mut self, sound: SoundId, volume: f32, looped: bool);

    /// Sets the volume of all voices of a sound.
    fn set_volume(&mut self, sound: SoundId, volume: f32);

    /// Stops all voices of a sound.
    fn stop(&mut self, sound: SoundId);
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
    sounds: Vec<(SoundId, String, u32)>,
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
    /// `play NAME VOLUME`, `loop NAME VOLUME`, `volume NAME VOLUME`, `stop NAME`.
    pub fn take_calls(&self) -> Vec<String> {
        std::mem::take(&mut self.0.borrow_mut().calls)
    }

    /// The number of loaded sounds.
    pub fn sound_count(&self) -> usize {
        self.0.borrow().sounds.len()
    }

    fn note(&self, sound: SoundId, call: &str, volume: Option<f32>) {
        let recorder = &mut *self.0.borrow_mut();
        if recorder.is_recording
            && let Some((_, name, _)) = recorder.sounds.iter().find(|(id, ..)| *id == sound)
        {
            let volume = volume.map_or_else(String::new, |volume| format!(" {volume:.2}"));
            recorder.calls.push(format!("{call} {name}{volume}"));
        }
    }
}

impl Audio for HeadlessAudio {
    fn load(&mut self, name: &str, _bytes: &Arc<[u8]>) -> SoundId {
        let mut recorder = self.0.borrow_mut();
        recorder.last += 1;
        let (id, delay) = (SoundId(recorder.last), recorder.delay);
        recorder.sounds.push((id, name.to_owned(), delay));
        drop(recorder);
        self.note(id, "load", None);
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let mut recorder = self.0.borrow_mut();
        let Some((.., delay)) = recorder.sounds.iter_mut().find(|(id, ..)| *id == sound) else {
            return false;
        };
        let is_ready = *delay == 0;
        *delay = delay.saturating_sub(1);
        is_ready
    }

    fn unload(&mut self, sound: SoundId) {
        self.note(sound, "unload", None);
        self.0.borrow_mut().sounds.retain(|(id, ..)| *id != sound);
    }

    fn play(&mut self, sound: SoundId, volume: f32, looped: bool) {
        self.note(sound, if looped { "loop" } else { "play" }, Some(volume));
    }

    fn set_volume(&mut self, sound: SoundId, volume: f32) {
        self.note(sound, "volume", Some(volume));
    }

    fn stop(&mut self, sound: SoundId) {
        self.note(sound, "stop", None);
    }
}
