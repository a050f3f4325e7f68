//! How the sounds of a play are heard, and the sounds of levels. The files are in `assets/sounds`; the manifests of the
//! levels give them their ids.

use std::time::Duration;

use proscenium::platform::{Bus, Playback};

use super::play::cues::Cue;
use crate::shared::Shared;

/// The music of a play.
pub const GAME_MUSIC: &str = "music_game";
/// The fade-out of the music before a jingle.
pub const JINGLE_FADE: Duration = Duration::from_millis(400);

/// The sound of another page of the bestiary.
pub const MOVE: &str = "sound_menu_move";
/// A lesson that was learned.
pub const LEARNED: &str = "sound_menu_accept";
/// The start of a wave, and the jingles for the end of a level.
pub const HORN: &str = "sound_horn";
pub const WIN: &str = "sound_win";
pub const LOSE: &str = "sound_lose";

/// The largest change of the pitch of a cue, so that many of one kind differ.
const DETUNE: f32 = 0.04;

/// The distance outside the view at which sounds become silent, in pixels.
const EARSHOT: f32 = 240.0;

/// The volume factor of a sound at `spot`, for a view of this size with its top left at `corner`: 1 inside the view, and
/// less outside.
pub fn audibility(spot: (f32, f32), corner: (f32, f32), view: (f32, f32)) -> f32 {
    let outside = |at: f32, from: f32, size: f32| (from - at).max(at - from - size).max(0.0);
    let (x, y) = (outside(spot.0, corner.0, view.0), outside(spot.1, corner.1, view.1));
    let near = (1.0 - (x * x + y * y).sqrt() / EARSHOT).max(0.0);
    near * near
}

/// The stereo position of a sound, for a view of this width that begins at `left`: not quite a whole side at its edges.
fn side(x: f32, left: f32, width: f32) -> f32 {
    (((x - left) / (width / 2.0) - 1.0) * 0.8).clamp(-1.0, 1.0)
}

/// How a cue is heard from a view of this size at `corner`.
fn playback((sound, spot): &Cue, corner: (f32, f32), view: (f32, f32)) -> Playback {
    // Other units, other pitches; from the position, so that equal runs sound the same.
    let detune = (spot.0 * 0.37 + spot.1 * 0.73).sin() * DETUNE;
    let volume = sound.volume * audibility(*spot, corner, view);
    Playback { bus: sound.bus, volume, pan: side(spot.0, corner.0, view.0), pitch: 1.0 + detune }
}

impl Shared {
    /// Plays the cues of a tick, as heard from a view of this size at `corner`.
    pub fn play_cues(&self, cues: &[Cue], corner: (f32, f32), view: (f32, f32)) {
        for cue in cues {
            let playback = playback(cue, corner, view);
            if playback.volume > 0.0 {
                self.mixer().play_with(cue.0.id, playback);
            }
        }
    }

    pub fn play_jingle(&self, id: &str) {
        self.mixer().play_with(id, Playback { bus: Bus::Music, ..Playback::default() });
    }
}

#[cfg(test)]
mod tests {
    use super::super::play::cues;
    use super::*;
    use crate::theme::{HEIGHT, WIDTH};

    const VIEW: (f32, f32) = (WIDTH, HEIGHT);

    #[test]
    fn sounds_are_heard_from_where_they_happen() {
        let corner = (1000.0, 500.0);
        for (x, pan) in [(1000.0, -0.8), (1320.0, 0.0), (1480.0, 0.4), (9000.0, 1.0), (-9000.0, -1.0)] {
            assert_eq!(side(x, corner.0, VIEW.0), pan, "{x}");
        }
        let heard = |sound| playback(&(sound, (1320.0, 680.0)), corner, VIEW);
        let shot = heard(cues::SHOT);
        assert_eq!((shot.bus, shot.volume, shot.pan), (Bus::Effects, 0.4, 0.0));
        assert!((shot.pitch - 1.0).abs() <= DETUNE && shot.pitch != 1.0, "{}", shot.pitch);
        assert_eq!(heard(cues::MONSTER_FALLS).bus, Bus::Voice);
    }

    #[test]
    fn sounds_fade_out_with_the_distance_from_the_view() {
        let corner = (1000.0, 500.0);
        for (spot, volume) in [
            ((1000.0, 500.0), 1.0),
            ((1320.0, 680.0), 1.0),
            ((880.0, 680.0), 0.25),
            ((1320.0, 500.0 + HEIGHT + 120.0), 0.25),
            ((1320.0, 260.0), 0.0),
            ((0.0, 0.0), 0.0),
        ] {
            assert_eq!(audibility(spot, corner, VIEW), volume, "{spot:?}");
        }
    }
}
