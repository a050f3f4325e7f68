//! Sounds of a page, which the browser decodes and plays.

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use super::{Answer, AnswerFuture, as_text, ask, send};
use proscenium_core::platform::{Audio, Bus, PlayId, Playback, SoundId};
use proscenium_core::platform::{Ogg, Wav};

/// Plays sounds through the browser: the device of `Mixer::for_window` in a page. A page without sound stays silent.
#[derive(Default)]
pub struct PageAudio {
    last: u64,
    /// The decoding of a sound, until the browser has done it.
    sounds: Vec<(SoundId, String, Option<AnswerFuture>)>,
}

/// The times between which music goes on, in seconds: `1.5-20`; `0-0` for a sound that loops as a whole.
fn loop_points(bytes: &[u8]) -> String {
    let ogg = Ogg::parse(bytes).ok().and_then(|ogg| Some((ogg.rate, ogg.looped?)));
    let wav = || Wav::parse(bytes).ok().and_then(|wav| Some((wav.rate, wav.looped()?)));
    let (rate, looped) = ogg.or_else(wav).unwrap_or((1, 0..0));
    let [start, end] = [looped.start, looped.end].map(|sample| sample as f64 / f64::from(rate));
    format!("{start}-{end}")
}

impl Audio for PageAudio {
    fn load(&mut self, name: &str, bytes: &Arc<[u8]>) -> SoundId {
        self.last += 1;
        let id = SoundId(self.last);
        let request = format!("sound:{} {} {}", id.0, loop_points(bytes), as_text(bytes));
        self.sounds.push((id, name.to_owned(), Some(ask(&request))));
        id
    }

    fn is_ready(&mut self, sound: SoundId) -> bool {
        let Some(at) = self.sounds.iter().position(|(id, ..)| *id == sound) else { return false };
        let (_, name, decoding) = &mut self.sounds[at];
        let Some(answer) = decoding else { return true };
        match answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => return false,
            Poll::Ready(Answer::Done(_)) => *decoding = None,
            Poll::Ready(answer) => {
                let why = if let Answer::Broken(why) = answer { why } else { "no answer".to_owned() };
                log::warn!("the sound `{name}` cannot be decoded and stays silent: {why}");
                self.sounds.swap_remove(at);
                return false;
            }
        }
        true
    }

    fn unload(&mut self, sound: SoundId) {
        self.sounds.retain(|(id, ..)| *id != sound);
        send(&format!("unload:{}", sound.0));
    }

    fn play(&mut self, sound: SoundId, playback: Playback, looped: bool) -> PlayId {
        self.last += 1;
        let Playback { bus, volume, pan, pitch } = playback;
        let word = if looped { "loop" } else { "play" };
        send(&format!("{word}:{} {} {bus:?} {volume} {pan} {pitch}", self.last, sound.0));
        PlayId(self.last)
    }

    fn set_volume(&mut self, play: PlayId, volume: f32) {
        send(&format!("volume:{} {volume}", play.0));
    }

    fn set_paused(&mut self, play: PlayId, paused: bool) {
        send(&format!("{}:{}", if paused { "pause" } else { "resume" }, play.0));
    }

    fn stop(&mut self, play: PlayId) {
        send(&format!("stop:{}", play.0));
    }

    fn set_bus_volume(&mut self, bus: Bus, volume: f32) {
        send(&format!("bus:{bus:?} {volume}"));
    }
}
