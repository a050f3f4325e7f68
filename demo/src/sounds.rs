//! The sound for each event, and its volume. The files are in `assets/sounds`; the manifests of the
//! phases give them their ids.

use std::time::Duration;

use proscenium::flow::ScreenContext;
use proscenium::kit::{Menu, MenuEvent, Page};
use proscenium::platform::{Bus, Playback};

use super::play::cues::{Cue, CueKind};
use super::shared::Shared;
use super::theme::{HEIGHT, WIDTH};

/// The music of the menus and of the game.
pub const MENU_MUSIC: &str = "music_menu";
pub const GAME_MUSIC: &str = "music_game";
/// The cross-fade from one music to another.
pub const CROSS_FADE: Duration = Duration::from_millis(1200);
/// The fade-out of the music before a jingle.
pub const JINGLE_FADE: Duration = Duration::from_millis(400);

/// The start of a wave, and the jingles for the end of a level.
pub const HORN: &str = "sound_horn";
pub const WIN: &str = "sound_win";
pub const LOSE: &str = "sound_lose";

/// The largest change of the pitch of a cue, so that many of one kind differ.
const DETUNE: f32 = 0.04;

/// The distance outside the view at which sounds become silent, in pixels.
const EARSHOT: f32 = 240.0;

/// The sound of a cue, and its volume inside the view.
pub const fn of(kind: CueKind) -> (&'static str, f32) {
    match kind {
        CueKind::Shot => ("sound_shot", 0.4),
        CueKind::Hit => ("sound_hit", 0.6),
        CueKind::Goo => ("sound_goo", 0.45),
        CueKind::Bolt => ("sound_bolt", 0.55),
        CueKind::Burst => ("sound_burst", 0.7),
        CueKind::Jump => ("sound_jump", 0.5),
        CueKind::Land => ("sound_land", 0.5),
        CueKind::Splash => ("sound_splash", 0.8),
        CueKind::Strike => ("sound_strike", 0.7),
        CueKind::MarineFalls => ("sound_marine_falls", 0.9),
        CueKind::MonsterFalls => ("sound_monster_falls", 0.7),
        CueKind::BeaconHit => ("sound_beacon_hit", 1.0),
    }
}

/// The volume factor of a sound at `spot`, for a view with its top left at `corner`: 1 inside the view,
/// and less outside.
pub fn audibility(spot: (f32, f32), corner: (f32, f32)) -> f32 {
    let outside = |at: f32, from: f32, size: f32| (from - at).max(at - from - size).max(0.0);
    let (x, y) = (outside(spot.0, corner.0, WIDTH), outside(spot.1, corner.1, HEIGHT));
    let near = (1.0 - (x * x + y * y).sqrt() / EARSHOT).max(0.0);
    near * near
}

/// The stereo position of a sound, for a view that begins at `left`: not quite a whole side at its edges.
fn side(x: f32, left: f32) -> f32 {
    (((x - left) / (WIDTH / 2.0) - 1.0) * 0.8).clamp(-1.0, 1.0)
}

/// How a cue is heard from the view at `corner`: cries of units on their own bus.
fn playback(cue: &Cue, corner: (f32, f32)) -> Playback {
    let bus = match cue.kind {
        CueKind::MarineFalls | CueKind::MonsterFalls => Bus::Voice,
        _ => Bus::Effects,
    };
    // Other units, other pitches; from the position, so that equal runs sound the same.
    let detune = (cue.spot.0 * 0.37 + cue.spot.1 * 0.73).sin() * DETUNE;
    let volume = of(cue.kind).1 * audibility(cue.spot, corner);
    Playback { bus, volume, pan: side(cue.spot.0, corner.0), pitch: 1.0 + detune }
}

impl Shared {
    /// Plays the cues of a tick, as heard from the view at `corner`.
    pub fn play_cues<'a>(&self, cues: impl Iterator<Item = &'a Cue>, corner: (f32, f32)) {
        for cue in cues {
            let playback = playback(cue, corner);
            if playback.volume > 0.0 {
                self.mixer().play_with(of(cue.kind).0, playback);
            }
        }
    }

    /// Plays the jingle for the end of a level.
    pub fn play_jingle(&self, id: &str) {
        self.mixer().play_with(id, Playback { bus: Bus::Music, ..Playback::default() });
    }

    /// Places the entries of a menu, updates it and plays its sounds.
    pub fn update_menu(&self, menu: &mut Menu, page: &Page, cx: &ScreenContext<'_>) -> Option<MenuEvent> {
        menu.arrange(&page.layout(&self.look(cx.resources())));
        let before = menu.focused();
        let event = menu.update(cx.input());
        let sound = match event {
            Some(MenuEvent::Activated(_)) => Some(("sound_menu_accept", 0.7)),
            Some(MenuEvent::Cancelled) => Some(("sound_menu_back", 0.7)),
            Some(MenuEvent::Changed { .. } | MenuEvent::SetTo { .. } | MenuEvent::Typed(_)) => {
                Some(("sound_menu_move", 0.8))
            }
            None => (menu.focused() != before).then_some(("sound_menu_move", 0.6)),
        };
        if let Some((id, volume)) = sound {
            self.mixer().play(id, volume);
        }
        event
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_heard_from_where_they_happen() {
        let corner = (1000.0, 500.0);
        for (x, pan) in [(1000.0, -0.8), (1320.0, 0.0), (1480.0, 0.4), (9000.0, 1.0), (-9000.0, -1.0)] {
            assert_eq!(side(x, corner.0), pan, "{x}");
        }
        let heard = |kind| playback(&Cue { kind, spot: (1320.0, 680.0) }, corner);
        let shot = heard(CueKind::Shot);
        assert_eq!((shot.bus, shot.volume, shot.pan), (Bus::Effects, 0.4, 0.0));
        assert!((shot.pitch - 1.0).abs() <= DETUNE && shot.pitch != 1.0, "{}", shot.pitch);
        assert_eq!(heard(CueKind::MonsterFalls).bus, Bus::Voice);
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
            assert_eq!(audibility(spot, corner), volume, "{spot:?}");
        }
    }
}
