//! Sounds of a desktop program, through kira.

#[cfg(all(feature = "alsa", unix, not(target_vendor = "apple")))]
mod alsa;
mod decoder;
#[cfg(any(windows, target_vendor = "apple"))]
mod device;
mod output;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod pulse;
mod rendered;

use std::io;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};

use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle};
use kira::sound::streaming::{StreamingSoundData, StreamingSoundHandle};
use kira::sound::{PlaybackState, Region};
use kira::{AudioManager, AudioManagerSettings, Decibels, Tween};

use self::decoder::SoundDecoder;
use self::output::Output;
use crate::platform::{Audio, STEP, SoundId};

/// The most samples of a channel that are kept decoded: 4 MB, 12 s at 44.1 kHz. Longer sounds are decoded while
/// they play.
const MAX_KEPT: usize = 1 << 19;

/// Plays sounds on the default device: on Linux through `PulseAudio` or `PipeWire`, or with the feature `alsa`
/// through ALSA; on Windows and macOS through the system's own. In a page the browser plays them.
///
/// Without a device it is silent and logs that once. It takes up a device that comes, or comes back; sounds that
/// play go on then.
///
/// A sound of up to 12 s is decoded when it is loaded, on a thread of its own. A longer one is decoded while it plays,
/// out of the bytes of its file.
#[derive(Default)]
pub struct WindowAudio {
    /// There is none before the first sound.
    manager: Option<AudioManager<Output>>,
    last: u64,
    sounds: Vec<(SoundId, Slot)>,
}

enum Slot {
    Loading { name: String, thread: io::Result<JoinHandle<Result<Data, String>>> },
    Ready { data: Data, voices: Vec<Voice> },
}

enum Data {
    Decoded(Box<StaticSoundData>),
    /// The bytes of the file.
    Streamed(Arc<[u8]>),
}

enum Voice {
    Decoded(StaticSoundHandle),
    Streamed(StreamingSoundHandle<String>),
}

impl Voice {
    fn is_over(&self) -> bool {
        PlaybackState::Stopped
            == match self {
                Self::Decoded(voice) => voice.state(),
                Self::Streamed(voice) => voice.state(),
            }
    }

    fn set_volume(&mut self, volume: f32) {
        // A jump of the volume clicks.
        let tween = Tween { duration: STEP, ..Tween::default() };
        match self {
            Self::Decoded(voice) => voice.set_volume(decibels(volume), tween),
            Self::Streamed(voice) => voice.set_volume(decibels(volume), tween),
        }
    }

    fn stop(&mut self) {
        match self {
            Self::Decoded(voice) => voice.stop(Tween::default()),
            Self::Streamed(voice) => voice.stop(Tween::default()),
        }
    }
}

fn decibels(volume: f32) -> Decibels {
    Decibels((20.0 * volume.log10()).max(Decibels::SILENCE.0))
}

fn read(bytes: Arc<[u8]>) -> Result<Data, String> {
    let decoder = SoundDecoder::new(Arc::clone(&bytes))?;
    Ok(if decoder.frames() > MAX_KEPT {
        Data::Streamed(bytes)
    } else {
        Data::Decoded(Box::new(decoder.read_all()))
    })
}

impl WindowAudio {
    fn voices(&mut self, sound: SoundId) -> Option<&mut Vec<Voice>> {
        match self.sounds.iter_mut().find(|(id, _)| *id == sound)? {
            (_, Slot::Ready { voices, .. }) => Some(voices),
            _ => None,
        }
    }
}

impl Audio for WindowAudio {
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId {
        self.last += 1;
        let (id, bytes) = (SoundId(self.last), Arc::clone(bytes));
        let thread = Builder::new().name("sound decoder".to_owned()).spawn(|| read(bytes));
        self.sounds.push((id, Slot::Loading { name: name.to_owned(), thread }));
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let Some(at) = self.sounds.iter().position(|(id, _)| *id == sound) else { return false };
        let (_, slot) = &mut self.sounds[at];
        let thread = match slot {
            Slot::Ready { .. } => return true,
            Slot::Loading { thread: Ok(thread), .. } if !thread.is_finished() => return false,
            Slot::Loading { thread, .. } => std::mem::replace(thread, Err(io::ErrorKind::Other.into())),
        };
        let data = match thread.map(JoinHandle::join) {
            Ok(Ok(data)) => data,
            Ok(Err(_)) => Err("its decoder panicked".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match (data, &*slot) {
            (Ok(data), _) => *slot = Slot::Ready { data, voices: Vec::new() },
            (Err(why), Slot::Loading { name, .. }) => {
                log::warn!("the sound `{name}` cannot be decoded and stays silent: {why}");
                self.sounds.swap_remove(at);
                return false;
            }
            (Err(_), Slot::Ready { .. }) => {}
        }
        true
    }

    fn unload(&mut self, sound: SoundId) {
        self.stop(sound);
        self.sounds.retain(|(id, _)| *id != sound);
    }

    fn play(&mut self, sound: SoundId, volume: f32, looped: bool) {
        let Some((_, Slot::Ready { data, voices })) = self.sounds.iter_mut().find(|(id, _)| *id == sound)
        else {
            return;
        };
        let manager = self.manager.get_or_insert_with(|| {
            let Ok(manager) = AudioManager::new(AudioManagerSettings::default());
            manager
        });
        voices.retain(|voice| !voice.is_over());
        let region = looped.then(|| Region::from(..));
        // More voices than the manager has room for are dropped.
        let voice = match data {
            Data::Decoded(data) => {
                let data = data.volume(decibels(volume)).loop_region(region);
                manager.play(data).ok().map(Voice::Decoded)
            }
            Data::Streamed(bytes) => SoundDecoder::new(Arc::clone(bytes)).ok().and_then(|decoder| {
                let data = StreamingSoundData::from_decoder(decoder);
                let data = data.volume(decibels(volume)).loop_region(region);
                manager.play(data).ok().map(Voice::Streamed)
            }),
        };
        voices.extend(voice);
    }

    fn set_volume(&mut self, sound: SoundId, volume: f32) {
        self.voices(sound).into_iter().flatten().for_each(|voice| voice.set_volume(volume));
    }

    fn stop(&mut self, sound: SoundId) {
        self.voices(sound).into_iter().flat_map(std::mem::take).for_each(|mut voice| voice.stop());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::platform::wav_file;

    #[test]
    fn long_sounds_are_not_kept_decoded() {
        let data = |samples| read(wav_file(8_000, 1, &vec![0; samples]).into()).unwrap();
        assert!(matches!(data(MAX_KEPT), Data::Decoded(decoded) if decoded.frames.len() == MAX_KEPT));
        assert!(matches!(data(MAX_KEPT + 1), Data::Streamed(_)));
    }

    #[test]
    fn a_broken_sound_never_becomes_ready() {
        let mut audio = WindowAudio::default();
        let [whole, broken] =
            [&wav_file(8_000, 1, &[0]), &b"OggS nonsense"[..]].map(|bytes| audio.load("a", &bytes.into()));
        while !audio.is_ready(whole) || audio.sounds.len() > 1 {
            assert!(!audio.is_ready(broken));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn volumes_are_amplitudes() {
        assert_eq!(decibels(0.0), Decibels::SILENCE);
        for volume in [0.01, 0.25, 1.0] {
            assert!((decibels(volume).as_amplitude() - volume).abs() < 1e-4);
        }
    }
}
