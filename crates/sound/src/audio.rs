//! Sounds of a desktop program, through kira.

#[cfg(all(feature = "alsa", unix, not(target_vendor = "apple")))]
mod alsa;
mod decoder;
mod decoders;
#[cfg(any(windows, target_vendor = "apple"))]
mod device;
mod output;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod pulse;
mod rendered;
#[cfg(test)]
mod wav;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kira::effect::compressor::CompressorBuilder;
use kira::sound::static_sound::{StaticSoundData, StaticSoundHandle};
use kira::sound::streaming::{Decoder as _, StreamingSoundData, StreamingSoundHandle};
use kira::sound::{PlaybackState, Region, SoundData};
use kira::track::{MainTrackBuilder, TrackBuilder, TrackHandle};
use kira::{AudioManager, AudioManagerSettings, Decibels, Easing, PlaybackRate, StartTime, Tween};
use proscenium_core::platform::{Audio, Bus, Clock, PlayId, Playback, SoundId};

use self::decoder::SoundDecoder;
use self::decoders::{Decoders, Decoding};
use self::output::Output;

/// The most samples of a channel that are kept decoded: 4 MB, 12 s at 44.1 kHz. Longer sounds are decoded while
/// they play.
const MAX_KEPT: usize = 1 << 19;

/// Plays sounds on the default device: on Linux through `PulseAudio` or `PipeWire`, or with the feature `alsa`
/// through ALSA; on Windows and macOS through the system's own. `Mixer::for_window` has one by itself.
///
/// Without a device it is silent and logs that once. It takes up a device that comes, or comes back; sounds that
/// play go on then.
///
/// A sound of up to 12 s is decoded when it is loaded, on one of a few threads. A longer one is decoded while it plays,
/// out of the bytes of its file.
#[derive(Default)]
pub struct DesktopAudio {
    /// There is none before the first sound.
    mixing: Option<Mixing>,
    /// 1 where there is none.
    volumes: BTreeMap<Bus, f32>,
    last: u64,
    decoders: Decoders,
    /// Each with its name and with what its decoder makes.
    sounds: Vec<(SoundId, String, Decoding)>,
    playing: Vec<(PlayId, SoundId, Voice)>,
}

struct Mixing {
    manager: AudioManager<Output>,
    /// All buses but the master, which is the main track.
    buses: Vec<(Bus, TrackHandle)>,
}

impl Mixing {
    fn new(volume: impl Fn(Bus) -> Decibels) -> Self {
        let main_track_builder = MainTrackBuilder::new().volume(volume(Bus::Master)).with_effect(limiter());
        let settings = AudioManagerSettings { main_track_builder, ..AudioManagerSettings::default() };
        let Ok(mut manager) = AudioManager::new(settings);
        let buses = Bus::ALL.into_iter().filter(|bus| *bus != Bus::Master);
        let buses = buses.filter_map(|bus| {
            let track = manager.add_sub_track(TrackBuilder::new().volume(volume(bus)));
            Some((bus, track.ok()?))
        });
        Self { buses: buses.collect(), manager }
    }

    fn bus(&mut self, bus: Bus) -> Option<&mut TrackHandle> {
        self.buses.iter_mut().find(|(id, _)| *id == bus).map(|(_, track)| track)
    }

    /// More sounds than there is room for are dropped.
    fn play<D: SoundData>(&mut self, bus: Bus, data: D) -> Option<D::Handle> {
        match self.bus(bus) {
            Some(track) => track.play(data).ok(),
            None => self.manager.play(data).ok(),
        }
    }
}

enum Data {
    /// With the part that music loops in.
    Decoded(Box<StaticSoundData>, Region),
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
        match self {
            Self::Decoded(voice) => voice.set_volume(decibels(volume), SMOOTH),
            Self::Streamed(voice) => voice.set_volume(decibels(volume), SMOOTH),
        }
    }

    fn set_paused(&mut self, paused: bool) {
        match self {
            Self::Decoded(voice) if paused => voice.pause(SMOOTH),
            Self::Decoded(voice) => voice.resume(SMOOTH),
            Self::Streamed(voice) if paused => voice.pause(SMOOTH),
            Self::Streamed(voice) => voice.resume(SMOOTH),
        }
    }

    fn stop(&mut self) {
        match self {
            Self::Decoded(voice) => voice.stop(SMOOTH),
            Self::Streamed(voice) => voice.stop(SMOOTH),
        }
    }
}

/// A jump of the volume clicks.
const SMOOTH: Tween =
    Tween { start_time: StartTime::Immediate, duration: Clock::TICK, easing: Easing::Linear };

/// The value, also after a panic of another thread.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn decibels(volume: f32) -> Decibels {
    Decibels((20.0 * volume.log10()).max(Decibels::SILENCE.0))
}

/// Keeps many effects at once below the maximum of the device; what is not too loud is not changed.
fn limiter() -> CompressorBuilder {
    CompressorBuilder::new().threshold(-2.0).ratio(20.0).attack_duration(Duration::ZERO)
}

fn read(bytes: Arc<[u8]>) -> Result<Data, String> {
    let decoder = SoundDecoder::new(Arc::clone(&bytes))?;
    Ok(if decoder.num_frames() > MAX_KEPT {
        Data::Streamed(bytes)
    } else {
        let region = decoder.loop_region();
        Data::Decoded(Box::new(decoder.read_all()), region)
    })
}

impl DesktopAudio {
    fn voice(&mut self, play: PlayId) -> Option<&mut Voice> {
        self.playing.iter_mut().find(|(id, ..)| *id == play).map(|(.., voice)| voice)
    }
}

impl Audio for DesktopAudio {
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId {
        self.last += 1;
        let id = SoundId(self.last);
        let data = self.decoders.decode(Arc::clone(bytes));
        self.sounds.push((id, name.to_owned(), data));
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let Some(at) = self.sounds.iter().position(|(id, ..)| *id == sound) else { return false };
        let (_, name, data) = &self.sounds[at];
        if let Some(Err(why)) = data.get() {
            log::warn!("the sound `{name}` cannot be decoded and stays silent: {why}");
            self.sounds.swap_remove(at);
            return false;
        }
        data.get().is_some()
    }

    fn unload(&mut self, sound: SoundId) {
        for (.., voice) in self.playing.iter_mut().filter(|(_, of, _)| *of == sound) {
            voice.stop();
        }
        self.sounds.retain(|(id, ..)| *id != sound);
    }

    fn play(&mut self, sound: SoundId, playback: Playback, looped: bool) -> PlayId {
        self.last += 1;
        let id = PlayId(self.last);
        self.playing.retain(|(.., voice)| !voice.is_over());
        let slot = self.sounds.iter().find(|(id, ..)| *id == sound);
        let Some(Ok(data)) = slot.and_then(|(.., data)| data.get()) else { return id };
        let volumes = &self.volumes;
        let mixing = self
            .mixing
            .get_or_insert_with(|| Mixing::new(|bus| decibels(*volumes.get(&bus).unwrap_or(&1.0))));
        let Playback { bus, volume, pan, pitch } = playback;
        let (volume, pitch) = (decibels(volume), PlaybackRate(pitch.into()));
        let voice = match data {
            Data::Decoded(data, region) => {
                let data = data.volume(volume).panning(pan).playback_rate(pitch);
                let data = data.loop_region(looped.then_some(*region));
                mixing.play(bus, data).map(Voice::Decoded)
            }
            Data::Streamed(bytes) => SoundDecoder::new(Arc::clone(bytes)).ok().and_then(|decoder| {
                let region = looped.then(|| decoder.loop_region());
                let data = StreamingSoundData::from_decoder(decoder);
                let data = data.volume(volume).panning(pan).playback_rate(pitch).loop_region(region);
                mixing.play(bus, data).map(Voice::Streamed)
            }),
        };
        self.playing.extend(voice.map(|voice| (id, sound, voice)));
        id
    }

    fn set_volume(&mut self, play: PlayId, volume: f32) {
        self.voice(play).into_iter().for_each(|voice| voice.set_volume(volume));
    }

    fn set_paused(&mut self, play: PlayId, paused: bool) {
        self.voice(play).into_iter().for_each(|voice| voice.set_paused(paused));
    }

    fn stop(&mut self, play: PlayId) {
        self.voice(play).into_iter().for_each(Voice::stop);
    }

    fn set_bus_volume(&mut self, bus: Bus, volume: f32) {
        self.volumes.insert(bus, volume);
        let Some(mixing) = &mut self.mixing else { return };
        match mixing.bus(bus) {
            Some(track) => track.set_volume(decibels(volume), SMOOTH),
            None => mixing.manager.main_track().set_volume(decibels(volume), SMOOTH),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use kira::backend::{Backend, Renderer};

    use super::wav::wav_file;
    use super::*;

    #[test]
    fn long_sounds_are_not_kept_decoded() {
        let data = |samples| read(wav_file(8_000, 1, &vec![0; samples]).into()).unwrap();
        assert!(matches!(data(MAX_KEPT), Data::Decoded(decoded, _) if decoded.frames.len() == MAX_KEPT));
        assert!(matches!(data(MAX_KEPT + 1), Data::Streamed(_)));
    }

    #[test]
    fn all_sounds_of_many_are_decoded() {
        let mut audio = DesktopAudio::default();
        let sound = wav_file(8_000, 1, &[0]).into();
        let sounds: Vec<_> = (0..200).map(|nth| audio.load(&nth.to_string(), &sound)).collect();
        while !sounds.iter().all(|sound| audio.is_ready(*sound)) {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_broken_sound_never_becomes_ready() {
        let mut audio = DesktopAudio::default();
        let [whole, broken] =
            [&wav_file(8_000, 1, &[0]), &b"OggS nonsense"[..]].map(|bytes| audio.load("a", &bytes.into()));
        while !audio.is_ready(whole) || audio.sounds.len() > 1 {
            assert!(!audio.is_ready(broken));
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// What mixes without a device.
    struct Kept(Option<Renderer>);

    impl Backend for Kept {
        type Settings = ();
        type Error = Infallible;

        fn setup((): (), _buffer: usize) -> Result<(Self, u32), Infallible> {
            Ok((Self(None), 8_000))
        }

        fn start(&mut self, renderer: Renderer) -> Result<(), Infallible> {
            self.0 = Some(renderer);
            Ok(())
        }
    }

    /// The loudest sample of so many sounds of the amplitude 0.4 at once.
    fn peak(sounds: usize) -> f32 {
        let main_track_builder = MainTrackBuilder::new().with_effect(limiter());
        let settings = AudioManagerSettings { main_track_builder, ..AudioManagerSettings::default() };
        let Ok(mut manager) = AudioManager::<Kept>::new(settings);
        for _ in 0..sounds {
            let samples = [i16::MAX, i16::MIN].repeat(4_000);
            let Ok(Data::Decoded(data, _)) = read(wav_file(8_000, 1, &samples).into()) else { panic!() };
            manager.play(data.volume(decibels(0.4))).unwrap();
        }
        let renderer = manager.backend_mut().0.as_mut().unwrap();
        let mut samples = vec![0.0; 8_000];
        renderer.on_start_processing();
        renderer.process(&mut samples, 2);
        samples.into_iter().fold(0.0, |peak, sample| sample.abs().max(peak))
    }

    #[test]
    fn many_sounds_at_once_stay_below_the_maximum_and_one_is_not_changed() {
        assert!((peak(1) - 0.4).abs() < 0.01, "{}", peak(1));
        for sounds in [3, 24] {
            assert!((0.7..1.0).contains(&peak(sounds)), "{sounds}: {}", peak(sounds));
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
